// Gestures that stand for several entries: an attack with everybody, a stack carried onto its target, a box drawn around
// units. Fetched when the table stands already, since nobody begins with them.

import type { Point } from "../../board";
import { declaredOffer } from "../odds/previews";
import type { Desk } from "../desk";
import { ending, expandOf, hexTable, hexWords, isLegal, labelOf, mainChoice, offersOnHex, split, verbInfo } from "../question/acting";
import type { Deed } from "../question/spots";
import { serial } from "./Series";
import { PICK } from "./gestures";
import { takeable } from "./spotMenu";

const AT_ONCE = 450; // milliseconds in which a second click is the end of a double one, and no answer

/** Declare an attack and let everybody join who can. */
export function attackWithAll(desk: Desk, attack: string): void {
  void desk.inTurn(() =>
    desk.gestures.as(async () => {
      const box = desk.box.peek();
      if (!box || !isLegal(desk.question.peek(), box, attack) || !(await desk.perform(attack, null))) return;
      await everybody(desk);
      declaredAt.set(desk, performance.now());
    }),
  );
}

const declaredAt = new WeakMap<Desk, number>();

async function everybody(desk: Desk): Promise<void> {
  const [question, box] = [desk.question.peek(), desk.box.peek()];
  const choices = question && box ? question.choices.filter((one) => verbInfo(box, one.verb).together && (one.operands ?? []).length) : [];
  for (const { verb } of choices) await desk.gestures.together(verb);
}

/** A click on the target of the attack that is declared: everybody joins, or, where somebody has, the battle begins. */
export async function again(desk: Desk, hex: string): Promise<boolean> {
  const [question, box] = [desk.question.peek(), desk.box.peek()];
  if (!question || !box) return false;
  if (question.odds?.target !== hex) {
    if (declaredOffer(question, box, desk.lastAction.peek())?.hex !== hex) return false;
    await everybody(desk);
    declaredAt.set(desk, performance.now());
    return true;
  }
  const main = mainChoice(question, box);
  if (!main) return false;
  if (performance.now() - (declaredAt.get(desk) ?? -AT_ONCE) > AT_ONCE) await desk.perform(main.verb, null);
  return true;
}

/** Everything that an attack may be given, and then the verb that begins it. */
export function withAll(desk: Desk, adds: readonly string[], main: string): void {
  void desk.inTurn(() =>
    desk.gestures.as(async () => {
      const box = desk.box.peek();
      for (const verb of [...adds, main]) if (box && isLegal(desk.question.peek(), box, verb) && !(await desk.perform(verb, null))) return;
    }),
  );
}

/** Units were carried onto an enemy: they attack it, or join the attack on it. */
export async function dropAttack(desk: Desk, units: readonly string[], hex: string, at: Point): Promise<void> {
  const box = desk.box.peek();
  const before = desk.table.peek().sheet.peek()?.moment ?? 0;
  await desk.gestures.as(async () => {
    const question = desk.question.peek();
    if (!box || !question) return;
    const declared = question.odds?.target === hex || declaredOffer(question, box, desk.lastAction.peek())?.hex === hex;
    if (!declared) {
      const offers = offersOnHex(question, box, hex).filter(({ verb }) => verbInfo(box, verb).preview === "odds");
      if (offers.length !== 1) return desk.askWhy(hex, "", at);
      if (!(await desk.perform(offers[0]!.action, at))) return;
    }
    let came = 0;
    for (const unit of units) {
      const now = desk.question.peek();
      const join = now?.choices.find((one) => verbInfo(box, one.verb).together && isLegal(now, box, `${one.verb} ${unit}`));
      if (join && (await desk.perform(`${join.verb} ${unit}`, at))) came += 1;
      else if ((now?.hand ?? []).includes(unit)) came += 1; // the attack came with it
    }
    if (came) return;
    await desk.askWhy("", units[0]!, at);
    // Whoever was carried there cannot attack it: nothing is left of the attack either.
    if (!declared && (desk.table.peek().sheet.peek()?.undo ?? []).includes(before)) await desk.table.peek().undo(before);
  });
}

/** A unit cannot go there in the ordinary way: is it to be taken in hand in another? Asked, since that may throw a die. */
export async function otherWays(desk: Desk, unit: string, hex: string, ways: readonly string[], at: Point): Promise<boolean> {
  const [box, table] = [desk.box.peek(), desk.table.peek()];
  const undo = table.sheet.peek()?.undo ?? [];
  const start = undo[undo.length - 1];
  if (!box || !ways.length || start === undefined || split(desk.lastAction.peek())[1] !== unit) return false;
  await table.undo(start);
  const deeds = ways.map((way): Deed => ({ id: `${way} ${hex}`, label: `${verbInfo(box, way).label}, to ${hexWords(box, hex)}`, run: () => takeThere(desk, `${way} ${unit}`, hex, at) }));
  desk.menu.value = { at, offers: [], deeds };
  return true;
}

function takeThere(desk: Desk, take: string, hex: string, at: Point): void {
  void desk.inTurn(() =>
    desk.gestures.as(async () => {
      const box = desk.box.peek();
      if (!box || !(await desk.perform(take, at))) return;
      const question = desk.question.peek();
      const offers = question ? offersOnHex(question, box, hex) : [];
      if (offers.length === 1) await desk.perform(offers[0]!.action, at);
      else if (question) await desk.askWhy(hex, "", at);
    }),
  );
}

/** The units in hand go by the points that were set to a hex: each leg is a move of its own. */
export async function walkLegs(desk: Desk, hex: string, at: Point | null): Promise<void> {
  const [asked, box, points] = [desk.legs.question.peek(), desk.box.peek(), desk.legs.points.peek()];
  if (!asked || !box) return;
  const last = points[points.length - 1] === hex;
  if (!last && !offersOnHex(asked, box, hex).length) {
    desk.reasons.value = { at, why: [{ text: `The way does not go on to ${hex} from ${points[points.length - 1]}. Escape takes the last point back.` }] };
    return;
  }
  const goals = last ? points : [...points, hex];
  await desk.gestures.as(async () => {
    for (const [number, goal] of goals.entries()) {
      const question = desk.question.peek();
      const offers = question ? offersOnHex(question, box, goal) : [];
      const offer = offers.find(({ verb }) => verbInfo(box, verb).preview === "path") ?? offers[0];
      if (!offer || (number && !question?.hand?.length)) {
        desk.reasons.value = { at, why: [{ text: `The way ended before ${goal}: something else is asked now.` }] };
        return;
      }
      if (!(await desk.perform(offer.action, at))) return;
    }
  });
}

/** The same for all units of a hex to which the question can be answered, one after the other; false if it is none of them. */
export function sameHere(desk: Desk, unit: string): boolean {
  const [question, box, sheet] = [desk.question.peek(), desk.box.peek(), desk.table.peek().sheet.peek()];
  if (!question || !box || !sheet) return false;
  const at = sheet.units[unit]?.[0] ?? "";
  const choice = serial(question, box).find((one) => (one.operands ?? []).includes(unit));
  if (!choice) return false;
  const units = (choice.operands ?? []).filter((one) => sheet.units[one]?.[0] === at);
  void desk.inTurn(() => desk.gestures.series(units.map((one) => `${choice.verb} ${one}`)));
  return true;
}

/** A box was drawn: its units are taken in hand; where none can be, what is asked again and again is answered for all in it. */
export function boxed(desk: Desk, hexes: readonly string[], at: Point): void {
  const [question, box, sheet] = [desk.question.peek(), desk.box.peek(), desk.table.peek().sheet.peek()];
  if (!question || !box || !sheet) return desk.explainIdle(at);
  const units = hexes.flatMap((hex) => takeable(question, box, sheet, hex));
  if (units.length) return void desk.inTurn(() => desk.gestures.takeAll(units));
  const inside = new Set(hexes);
  const deeds: Deed[] = [];
  const offer = (verb: string, words: string, operands: readonly string[]) => {
    const actions = operands.map((one) => `${verb} ${one}`);
    const run = () => void desk.inTurn(() => desk.gestures.series(actions));
    if (actions.length) deeds.push({ id: `box ${verb}`, label: `${words} (${actions.length})`, run });
  };
  for (const choice of serial(question, box)) {
    offer(choice.verb, labelOf(box, choice), (choice.operands ?? []).filter((unit) => inside.has(sheet.units[unit]?.[0] ?? "")));
  }
  for (const choice of ending(question) && !question.hand?.length ? question.choices : []) {
    const { noun, preview } = verbInfo(box, choice.verb);
    if (noun === "hex" && !preview) offer(choice.verb, labelOf(box, choice), expandOf(choice, box).filter((hex) => inside.has(hex)));
  }
  if (deeds.length === 1) deeds[0]!.run();
  else if (deeds.length) desk.menu.value = { at, offers: [], deeds };
  else desk.reasons.value = { at, why: [{ text: "Nothing in this box can be chosen now." }] };
}

/** The units that go with one that is carried as a whole stack. */
export function stackOf(desk: Desk, unit: string): string[] {
  const [question, box, sheet] = [desk.question.peek(), desk.box.peek(), desk.table.peek().sheet.peek()];
  const at = sheet?.units[unit]?.[0] ?? "";
  if (!question || !box || !sheet || !hexTable(box).has(at)) return [unit];
  const others = takeable(question, box, sheet, at);
  if (isLegal(question, box, `${PICK} ${unit}`) || others.includes(unit)) return [unit, ...others.filter((one) => one !== unit)];
  const side = box.counters.find((one) => one.id === unit)?.side;
  const own = new Set(box.counters.filter((one) => one.side === side).map((one) => one.id));
  return [unit, ...Object.keys(sheet.units).filter((one) => one !== unit && own.has(one) && sheet.units[one]![0] === at)];
}


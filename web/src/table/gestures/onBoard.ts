// What the board's gestures mean on this desk: carrying a counter, adding to the hand, asking what can be done here.

import { type Point, seenCounter } from "../../board";
import type { Desk } from "../desk";
import { hexTable, lifting, offersOnHex, split, verbInfo } from "../question/acting";
import type { Deed } from "../question/spots";
import { Gestures, PICK } from "./gestures";
import { serial } from "./Series";
import { gatherWords, offersHere, sends, takeable } from "./spotMenu";

const ATTACK = "attack"; // how a counter is carried that goes against an enemy

/** The gestures of a desk, with its hands. */
export function gesturesOf(desk: Desk): Gestures {
  return new Gestures({
    get question() {
      return desk.question;
    },
    get box() {
      return desk.box;
    },
    sheet: () => desk.table.peek().sheet.peek(),
    perform: (action, at) => desk.perform(action, at ?? null),
    undo: (to) => desk.table.peek().undo(to),
    why: (what) => desk.table.peek().why(what),
    gather: (hex) => desk.table.peek().gather(hex),
    advise: () => desk.advising.once(desk.table.peek()),
    tell: (why) => {
      desk.reasons.value = { at: null, why, all: true };
    },
  });
}

/** What else one hand can do: fetched when the table stands. */
export const several = () => import("./several");

/** A click with Shift or Ctrl on a counter: this unit as well, all of its hex, or an attack on it with everybody who can. */
export function addUnit(desk: Desk, unit: string): void {
  const [question, box, sheet] = [desk.question.peek(), desk.box.peek(), desk.table.peek().sheet.peek()];
  if (!question || !box || attacked(desk, sheet?.units[unit]?.[0] ?? "")) return;
  if (lifting(question, box, unit).length || !serial(question, box).some((one) => one.operands?.includes(unit))) void desk.inTurn(() => desk.gestures.add(unit));
  else void several().then(({ sameHere }) => sameHere(desk, unit));
}

/** A click with Shift on a hex: an attack on it with everybody who can, or a point on the way; false where it means no more than a click. */
export function addHex(desk: Desk, hex: string): boolean {
  return attacked(desk, hex) || desk.legs.add(hex);
}

function attacked(desk: Desk, hex: string): boolean {
  const [question, box] = [desk.question.peek(), desk.box.peek()];
  const attack = question && box ? offersOnHex(question, box, hex).find(({ verb }) => verbInfo(box, verb).preview === "odds") : null;
  if (attack) void several().then(({ attackWithAll }) => attackWithAll(desk, attack.action));
  return Boolean(attack);
}

/** A box was drawn around some hexes. */
export function drawBox(desk: Desk, hexes: string[], at: Point): void {
  void several().then(({ boxed }) => boxed(desk, hexes, at));
}

/** How a counter can be carried now: the verb by which it is taken in hand, or "attack" where it may go against an enemy. */
function carriedBy(desk: Desk, unit: string): string {
  const [question, box, sheet] = [desk.question.peek(), desk.box.peek(), desk.table.peek().sheet.peek()];
  if (!question || !box) return "";
  if ((question.hand ?? []).includes(unit)) return PICK;
  const [verb] = lifting(question, box, unit);
  if (verb) return verb;
  const own = seenCounter(box, unit)?.side === question.side && hexTable(box).has(sheet?.units[unit]?.[0] ?? "");
  const fights = question.choices.some((one) => verbInfo(box, one.verb).preview === "odds" || (verbInfo(box, one.verb).together && one.operands?.includes(unit)));
  return own && fights ? ATTACK : "";
}

/** A counter is carried, or (with Shift) its whole stack: it is taken in hand at once, so that it is seen where it may go. */
export function lift(desk: Desk, unit: string, whole = false): boolean {
  const by = carriedBy(desk, unit);
  const [question, box] = [desk.question.peek(), desk.box.peek()];
  desk.gestures.carried = { by, whole, others: question && box ? lifting(question, box, unit).filter((verb) => verb !== by) : [] };
  if (!by) return false;
  desk.selected.value = unit;
  if (by === ATTACK) void several();
  else if (whole && by === PICK) void desk.inTurn(async () => desk.gestures.takeAll((await several()).stackOf(desk, unit)));
  else void desk.inTurn(() => desk.gestures.lift(unit, by));
  return true;
}

/** A counter was carried to a hex: what may be done there is done, or asked, or the reason told. */
export function drop(desk: Desk, unit: string, hex: string, at: Point): void {
  const { by, whole, others } = desk.gestures.carried;
  void desk.inTurn(async () => {
    const sheet = desk.table.peek().sheet.peek();
    const undo = sheet?.undo ?? [];
    if (!hex || sheet?.units[unit]?.[0] === hex) {
      // Back where it was: it is put down.
      if (by !== ATTACK && split(desk.lastAction.peek())[1] === unit && undo.length) await desk.table.peek().undo(undo[undo.length - 1]!);
      return;
    }
    desk.cursor.value = hex;
    if (by === ATTACK) {
      const { dropAttack, stackOf } = await several();
      return dropAttack(desk, whole ? stackOf(desk, unit) : [unit], hex, at);
    }
    const asked = await desk.gestures.drop(hex);
    if (asked?.kind === "menu") desk.menu.value = { at, offers: asked.offers };
    else if (asked?.kind === "why" && !(await (await several()).otherWays(desk, unit, hex, others, at))) await desk.askWhy(hex, "", at);
  });
}

/** The menu of a hex. */
export function askHere(desk: Desk, hex: string, at: Point): void {
  void desk.inTurn(async () => {
    const [question, box, sheet] = [desk.question.peek(), desk.box.peek(), desk.table.peek().sheet.peek()];
    if (!question || !box || !sheet) return desk.explainIdle(at);
    const offers = offersHere(question, box, sheet, hex);
    const deeds: Deed[] = [];
    for (const offer of offers.filter((one) => one.hex && verbInfo(box, one.verb).preview === "odds")) {
      deeds.push({ id: `all ${offer.action}`, label: `${verbInfo(box, offer.verb).label} with all who can join`, run: () => void several().then(({ attackWithAll }) => attackWithAll(desk, offer.action)) });
    }
    const units = takeable(question, box, sheet, hex);
    if (units.length > 1) deeds.push({ id: `take ${hex}`, label: `Take the whole stack (${units.length} units)`, run: () => takeAll(desk, units) });
    if (!sends(question, box)) {
      if (offers.length + deeds.length === 0) await desk.askWhy(hex, "", at);
      else desk.menu.value = { at, offers, deeds };
      return;
    }
    const waits: Deed = { id: `gather ${hex}`, label: gatherWords(box, hex, null), idle: true, run: () => undefined };
    const shown = { at, offers, deeds: [...deeds, waits] };
    desk.menu.value = shown;
    void desk.gestures.whoCan(hex).then(
      (found) => {
        if (desk.menu.peek() !== shown) return;
        const able = found.able ?? [];
        const deed = { ...waits, label: gatherWords(box, hex, found), idle: able.length === 0, run: () => void desk.inTurn(() => desk.gestures.gather(hex, able)) };
        desk.menu.value = { at, offers, deeds: [...deeds, deed] };
      },
      () => undefined, // the menu is useful without it
    );
  });
}

/** Take a stack in hand: together where the rules know that, one after the other where they do not. */
export function takeAll(desk: Desk, units: readonly string[]): void {
  void desk.inTurn(() => desk.gestures.takeAll(units));
}

// How a click, a key or a word becomes an action. It is the same for every game: the question lists what is legal, the
// box says what each verb takes, and nothing here knows a rule.

import { expand, isBack, seenCounter, unitWords } from "../../board";
import type { LitHex, LitUnit } from "../../board";
import type { Box, Choice, HexInfo, Question, Sheet, VerbInfo } from "../../wire";

/** One legal action with its words. */
export interface Offer {
  action: string;
  verb: string;
  label: string;
  rule: string;
  /** The words of the verb alone, and its cost, where a hex or unit is named beside it. */
  short?: string;
  hex?: string;
  unit?: string;
  /** Where it is chosen from a list: the operand, and the unit that stands for it. */
  item?: string;
  counter?: string;
}

/** What a click means: an action, a choice between several, or a question why it is not possible. */
export type Meaning =
  | { kind: "play"; offer: Offer }
  | { kind: "menu"; offers: Offer[] }
  | { kind: "why"; hex: string; unit: string };

/** A verb that takes neither a hex nor a unit, for the prompt panel. */
export interface Plain {
  verb: string;
  label: string;
  rule: string;
  /** Empty for a verb without operand: then it is one button. */
  items: { action: string; words: string; counter: string }[];
}

/** A button that takes every operand of a verb, one after the other. */
export interface Together {
  verb: string;
  label: string;
  count: number;
}

export const END = "end";

interface Sorted {
  hexes: Map<string, Choice[]>;
  units: Map<string, Choice[]>;
  /** "verb hex" -> movement points, -1 for more than can be told. */
  costs: Map<string, number>;
}

const sortedQuestions = new WeakMap<Question, Sorted>();
const hexesByLabel = new WeakMap<Box, Map<string, HexInfo>>();
const countersById = new WeakMap<Box, Map<string, Box["counters"][number]>>();

/** The hexes of a box by their labels. */
export function hexTable(box: Box): Map<string, HexInfo> {
  let found = hexesByLabel.get(box);
  if (!found) {
    found = new Map(box.layout.hexes.map((hex) => [hex.label, hex]));
    hexesByLabel.set(box, found);
  }
  return found;
}

/** The counters of a box by their ids. */
export function counterTable(box: Box): Map<string, Box["counters"][number]> {
  let found = countersById.get(box);
  if (!found) {
    found = new Map(box.counters.map((counter) => [counter.id, counter]));
    countersById.set(box, found);
  }
  return found;
}

/** What the box says of a verb; an unknown one takes nothing and is called by its name. */
export function verbInfo(box: Box, verb: string): VerbInfo {
  return box.verbs.find((info) => info.verb === verb) ?? { verb, noun: "", label: verb };
}

/** The words of a verb in this question. */
export function labelOf(box: Box, choice: Choice): string {
  return choice.label || verbInfo(box, choice.verb).label || choice.verb;
}

function sorted(question: Question, box: Box): Sorted {
  let found = sortedQuestions.get(question);
  if (found) return found;
  found = { hexes: new Map(), units: new Map(), costs: new Map() };
  for (const choice of question.choices) {
    const noun = verbInfo(box, choice.verb).noun;
    if (noun !== "hex" && noun !== "unit") continue;
    const where = noun === "hex" ? found.hexes : found.units;
    const operands = noun === "hex" ? expand(choice.operands ?? [], box) : (choice.operands ?? []);
    operands.forEach((operand, place) => {
      const there = where.get(operand);
      if (there) there.push(choice);
      else where.set(operand, [choice]);
      const digit = choice.costs?.[place];
      if (digit) found.costs.set(`${choice.verb} ${operand}`, digit === "~" ? -1 : Number.parseInt(digit, 36));
    });
  }
  sortedQuestions.set(question, found);
  return found;
}

/** What an action costs the units in hand in words ("3 MP"), "" where that is not told. */
export function costOf(question: Question, box: Box, action: string): string {
  const cost = sorted(question, box).costs.get(action);
  if (cost === undefined) return "";
  const [one = "MP", many = "MP"] = [box.cost_word, box.cost_words];
  return cost < 0 ? `more than 35 ${many}` : `${cost} ${cost === 1 ? one : many}`;
}

/** "2114", or "2114 Calais" where it has a name. */
export function hexWords(box: Box, hex: string): string {
  const name = hexTable(box).get(hex)?.name;
  return name ? `${hex} ${name}` : hex;
}

function hexOffer(question: Question, box: Box, choice: Choice, hex: string): Offer {
  const cost = costOf(question, box, `${choice.verb} ${hex}`);
  const label = `${labelOf(box, choice)} (${hexWords(box, hex)}${cost ? `, ${cost}` : ""})`;
  const short = `${labelOf(box, choice)}${cost ? ` (${cost})` : ""}`;
  return { action: `${choice.verb} ${hex}`, verb: choice.verb, label, short, rule: choice.rule, hex };
}

function unitOffer(box: Box, sheet: Sheet, choice: Choice, unit: string): Offer {
  const piece = sheet.units[unit];
  const name = piece ? [counterTable(box).get(unit)?.name ?? unit, piece[1]].filter(Boolean).join(", ") : unit;
  const [action, short] = [`${choice.verb} ${unit}`, labelOf(box, choice)];
  return { action, verb: choice.verb, label: `${short}: ${name}`, short, rule: choice.rule, unit };
}

/** What can be done with a hex itself. */
export function offersOnHex(question: Question, box: Box, hex: string): Offer[] {
  return (sorted(question, box).hexes.get(hex) ?? []).map((choice) => hexOffer(question, box, choice, hex));
}

/** What can be done with a unit itself. */
export function offersOnUnit(question: Question, box: Box, sheet: Sheet, unit: string): Offer[] {
  return (sorted(question, box).units.get(unit) ?? []).map((choice) => unitOffer(box, sheet, choice, unit));
}

/** The units in a hex or place, as the sheet has them. */
export function unitsAt(sheet: Sheet, at: string): string[] {
  return Object.keys(sheet.units).filter((unit) => sheet.units[unit]![0] === at);
}

function meaning(offers: Offer[], hex: string, unit: string): Meaning {
  if (offers.length === 0) return { kind: "why", hex, unit };
  if (offers.length === 1) return { kind: "play", offer: offers[0]! };
  return { kind: "menu", offers };
}

/** A click on a hex: an action on the hex itself, or else one on the units that stand there. */
export function clickHex(question: Question, box: Box, sheet: Sheet, hex: string): Meaning {
  const offers = offersOnHex(question, box, hex);
  if (offers.length === 0) offers.push(...unitsAt(sheet, hex).flatMap((unit) => offersOnUnit(question, box, sheet, unit)));
  return meaning(offers, hex, "");
}

/** A click on a counter: an action on the unit, and those on the hex where it stands. */
export function clickUnit(question: Question, box: Box, sheet: Sheet, unit: string): Meaning {
  const table = sorted(question, box);
  const at = sheet.units[unit]?.[0] ?? "";
  const offers = [...offersOnUnit(question, box, sheet, unit), ...offersOnHex(question, box, at)];
  // An enemy in the way is asked about as a hex, one's own unit as itself. What lies face down has no name to ask about.
  const own = seenCounter(box, unit)?.side === question.side;
  const onMap = hexTable(box).has(at);
  const byName = own || !onMap || table.hexes.size === 0;
  return byName && !isBack(box, unit) ? meaning(offers, "", unit) : meaning(offers, at, "");
}

/** Every hex that may be clicked. A hex with two verbs appears twice. */
export function litHexes(question: Question, box: Box): LitHex[] {
  const lit: LitHex[] = [];
  for (const [hex, choices] of sorted(question, box).hexes) {
    for (const choice of choices) lit.push({ hex, verb: choice.verb, label: hexOffer(question, box, choice, hex).label });
  }
  return lit;
}

/** Was taking this unit (or, with "", any) in hand the last thing that was done, so that it can simply be put down again? */
export function justTaken(question: Question, sheet: Sheet, last: string, unit = ""): boolean {
  const [, taken] = split(last);
  return taken !== "" && (question.hand ?? []).includes(taken) && (!unit || unit === taken) && (sheet.undo ?? []).length > 0;
}

/** Where on the map something can be answered: the hexes that are lit, and those where lit units lie. */
export function litPlaces(question: Question, box: Box, sheet: Sheet): string[] {
  const table = hexTable(box);
  const found = new Set(litHexes(question, box).map(({ hex }) => hex));
  for (const { unit } of litUnits(question, box, sheet)) found.add(sheet.units[unit]?.[0] ?? "");
  return [...found].filter((hex) => table.has(hex));
}

/** Every unit that may be clicked. */
export function litUnits(question: Question, box: Box, sheet: Sheet): LitUnit[] {
  const lit: LitUnit[] = [];
  for (const [unit, choices] of sorted(question, box).units) {
    const piece = sheet.units[unit];
    const words = piece ? unitWords(box, unit, piece) : unit;
    for (const choice of choices) lit.push({ unit, verb: choice.verb, label: `${labelOf(box, choice)}: ${words}` });
  }
  return lit;
}

/** The choices that are neither hexes nor units, without the end of the phase. */
export function plainChoices(question: Question, box: Box): Plain[] {
  const found: Plain[] = [];
  for (const choice of question.choices) {
    const noun = verbInfo(box, choice.verb).noun;
    if (noun === "hex" || noun === "unit" || noun === "card" || choice.verb === END) continue;
    const items = (choice.operands ?? []).map((operand) => {
      const words = choice.words?.[operand] || operand;
      return { action: `${choice.verb} ${operand}`, words, counter: choice.counters?.[operand] ?? "" };
    });
    found.push({ verb: choice.verb, label: labelOf(box, choice), rule: choice.rule, items });
  }
  return found;
}

/** The verb without operand whose button stands out among several, if there is one: it begins what was prepared. */
export function mainChoice(question: Question, box: Box): Plain | undefined {
  return plainChoices(question, box).find((choice) => choice.items.length === 0 && verbInfo(box, choice.verb).main);
}

/** The choice that ends the phase or step, if it may be ended now. */
export function ending(question: Question): Choice | null {
  return question.choices.find((choice) => choice.verb === END) ?? null;
}

/** Buttons that take all operands of a verb. */
export function togethers(question: Question, box: Box): Together[] {
  const found: Together[] = [];
  for (const choice of question.choices) {
    const info = verbInfo(box, choice.verb);
    if (!info.together) continue;
    const count = operandsOf(question, box, choice.verb).length;
    if (count > 1) found.push({ verb: choice.verb, label: info.together, count });
  }
  return found;
}

/** The legal operands of a verb, one by one. */
export function operandsOf(question: Question, box: Box, verb: string): string[] {
  const choice = question.choices.find((one) => one.verb === verb);
  return choice ? expandOf(choice, box) : [];
}

/** The operands of a choice, one by one. */
export function expandOf(choice: Choice, box: Box): string[] {
  const operands = choice.operands ?? [];
  return verbInfo(box, choice.verb).noun === "hex" ? expand(operands, box) : operands;
}

/** Is this very action on the question's list? */
export function isLegal(question: Question | null | undefined, box: Box, action: string): boolean {
  if (!question) return false;
  const [verb, operand] = split(action);
  const choice = question.choices.find((one) => one.verb === verb);
  if (!choice) return false;
  if (!operand) return (choice.operands ?? []).length === 0;
  return operandsOf(question, box, verb).includes(operand);
}

/** The verbs that take a unit in hand now: "pick" first, then the others of the game. */
export function lifting(question: Question, box: Box, unit: string): string[] {
  return ["pick", ...box.verbs.filter((one) => one.lifts).map((one) => one.verb)].filter((verb) => isLegal(question, box, `${verb} ${unit}`));
}

/** The one thing that can be done, "" where there are several or something would be lost by it. */
export function forced(question: Question, box: Box): string {
  const [choice, ...others] = question.choices;
  if (!choice || others.length || question.warnings?.length) return "";
  const operands = expandOf(choice, box);
  return operands.length > 1 ? "" : [choice.verb, ...operands].join(" ");
}

/** An action as its verb and operand. */
export function split(action: string): [string, string] {
  const space = action.indexOf(" ");
  return space < 0 ? [action, ""] : [action.slice(0, space), action.slice(space + 1)];
}

/** Every legal action with its words, in the question's order. */
export function allOffers(question: Question, box: Box, sheet: Sheet): Offer[] {
  const found: Offer[] = [];
  for (const choice of question.choices) {
    const noun = verbInfo(box, choice.verb).noun;
    const { verb, rule } = choice;
    const operands = operandsOf(question, box, verb);
    if (operands.length === 0) found.push({ action: verb, verb, label: labelOf(box, choice), rule });
    for (const operand of operands) {
      if (noun === "hex") found.push(hexOffer(question, box, choice, operand));
      else if (noun === "unit") found.push(unitOffer(box, sheet, choice, operand));
      else {
        const words = choice.words?.[operand] || cardTitle(box, noun, operand) || operand;
        const counter = choice.counters?.[operand];
        found.push({ action: `${verb} ${operand}`, verb, label: `${labelOf(box, choice)}: ${words}`, rule, item: operand, counter });
      }
    }
  }
  return found;
}

/** The words of an action that was played, for undo lists: "Move here (2114)". */
export function actionWords(box: Box, action: string): string {
  const [verb, operand] = split(action);
  const { label, noun } = verbInfo(box, verb);
  if (!operand) return label;
  if (noun === "hex") return `${label} (${hexWords(box, operand)})`;
  if (noun === "unit") return `${label}: ${counterTable(box).get(operand)?.name ?? operand}`;
  if (noun === "kind of unit") return label; // its id is no name that a player knows
  return `${label}: ${cardTitle(box, noun, operand) || operand}`;
}

function cardTitle(box: Box, noun: string, operand: string): string {
  return noun === "card" ? (box.cards?.find((card) => card.id === operand)?.title ?? "") : "";
}

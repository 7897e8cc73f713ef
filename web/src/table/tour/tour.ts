// A tour of the first turn of a game, as the game's box brings it. It plays nothing by itself: each step looks at the
// match, says what to do and why, lights what is legal now, and sees that it was done.

import type { Box, Line, Question, Sheet, TourStep } from "../../wire";
import { cardTable } from "../cards/cards";
import { counterTable, hexTable, isLegal, operandsOf, split, verbInfo } from "../question/acting";

/** What the tour looks at. */
export interface TourState {
  box: Box;
  sheet: Sheet;
  log: readonly Line[];
  side: string;
  /** What the player has opened or seen so far: "log", "line", "film", "undo", "odds". */
  seen: ReadonlySet<string>;
}

/** What a step lights on the board and in the hand. */
export interface TourLight {
  hexes: string[];
  units: string[];
  cards: string[];
}

const NOTHING: TourLight = { hexes: [], units: [], cards: [] };
const SOME = 4; // so many hexes are lit where none of the places that the tour names is free

/** The steps of a game's tour; none of a game that has no tour. */
export function stepsOf(box: Box): readonly TourStep[] {
  return box.tour?.steps ?? [];
}

/** Is there a tour of this game for this side? */
export function isGuided(box: Box, side: string | null): boolean {
  return side !== null && side === box.tour?.side && stepsOf(box).length > 0;
}

/** The question that is open, if it is the player's own. */
function own(state: TourState): Question | null {
  const question = state.sheet.question;
  return question && question.side === state.side ? question : null;
}

/** Where a question stands in the order of the tour, by its step or its row of the sequence; -1 elsewhere. */
function placeOf(state: TourState): number {
  const question = own(state);
  if (!question) return -1;
  const order = state.box.tour?.order ?? [];
  const step = order.indexOf(question.step);
  return step >= 0 ? step : order.indexOf(state.sheet.phase);
}

/** Is one of these questions open? */
function asks(step: TourStep, state: TourState): boolean {
  const question = own(state);
  if (!question || !step.asked?.length) return question !== null;
  return step.asked.includes(question.step) || step.asked.includes(state.sheet.phase);
}

const SIGNS: Record<string, (state: TourState) => boolean> = {
  acted: (state) => state.log.some((line) => line.side === state.side && line.moment > 0),
  "moved up": (state) =>
    state.log.some((line) => line.kind === "move" && line.side === state.side && besideEnemy(state, (line.path ?? []).slice(-1)).length > 0),
  aimed: (state) => Boolean(own(state)?.focus),
  fought: (state) => state.log.some((line) => line.kind === "battle" && line.side === state.side),
  read: (state) => state.seen.has("line"),
};

/** Has what a step asks for been done? */
export function isDone(step: TourStep, state: TourState): boolean {
  if ((step.signs ?? []).some((sign) => SIGNS[sign]?.(state))) return true;
  const order = state.box.tour?.order ?? [];
  const last = Math.max(-1, ...(step.asked ?? []).map((name) => order.indexOf(name)));
  return last >= 0 && placeOf(state) > last;
}

/** The hexes where the other side stands. */
function enemyHexes(state: TourState): string[] {
  const counters = counterTable(state.box);
  const hexes = hexTable(state.box);
  const found = new Set<string>();
  for (const [unit, piece] of Object.entries(state.sheet.units)) {
    // A piece that lies face down is none of the box's counters, and the enemy's.
    if (counters.get(unit)?.side !== state.side && hexes.has(piece[0])) found.add(piece[0]);
  }
  return [...found];
}

/** Are two hexes next to each other? Centres of neighbours are one hex apart. */
export function adjacent(box: Box, one: string, other: string): boolean {
  const table = hexTable(box);
  const a = table.get(one);
  const b = table.get(other);
  if (!a || !b || one === other) return false;
  return Math.hypot(a.x - b.x, a.y - b.y) < box.layout.hex_size * 2;
}

function beside(state: TourState, hexes: Iterable<string>, others: string[]): string[] {
  return [...hexes].filter((hex) => others.some((other) => adjacent(state.box, hex, other)));
}

/** Those of the hexes that are next to the other side. */
function besideEnemy(state: TourState, hexes: Iterable<string>): string[] {
  return beside(state, hexes, enemyHexes(state));
}

const WHERE: Record<string, (state: TourState, hexes: string[]) => string[]> = {
  enemy: (state, hexes) => {
    const enemies = new Set(enemyHexes(state));
    return hexes.filter((hex) => enemies.has(hex));
  },
  empty: (state, hexes) => {
    const taken = new Set(Object.values(state.sheet.units).map((piece) => piece[0]));
    return hexes.filter((hex) => !taken.has(hex));
  },
  "beside enemy": besideEnemy,
  "beside marker": (state, hexes) => beside(state, hexes, Object.keys(state.sheet.markers)),
};

/** The first row of places that are free or marked already, without those that are marked; else some of the hexes. */
function chosen(state: TourState, hexes: string[], rows: string[][]): string[] {
  if (rows.length === 0 || hexes.length === 0) return hexes;
  const free = new Set(hexes);
  const marked = (hex: string) => (state.sheet.markers[hex] ?? []).length > 0;
  const row = rows.find((places) => places.every((hex) => free.has(hex) || marked(hex)));
  return row ? row.filter((hex) => free.has(hex)) : hexes.slice(0, SOME);
}

/** The step that is due: the first from `from` on that has not happened. */
export function dueStep(tour: readonly TourStep[], state: TourState, from: number): number {
  let number = from;
  while (number < tour.length - 1 && isDone(tour[number]!, state)) number += 1;
  return Math.min(number, tour.length - 1);
}

/** What a step lights now: only what the question really offers. */
export function tourLight(step: TourStep, state: TourState): TourLight {
  const question = own(state);
  if (!question || !asks(step, state)) return NOTHING;
  for (const entry of step.light ?? []) {
    const light: TourLight = { hexes: [], units: [], cards: [] };
    for (const action of entry.split("|")) addTo(light, question, state, action);
    light.hexes = [...new Set(light.hexes)];
    for (const where of step.where ?? []) light.hexes = WHERE[where]?.(state, light.hexes) ?? light.hexes;
    light.hexes = chosen(state, light.hexes, step.among ?? []);
    if (light.hexes.length + light.units.length + light.cards.length > 0) return light;
  }
  return NOTHING;
}

function addTo(light: TourLight, question: Question, { box }: TourState, action: string): void {
  const [verb, operand] = split(action);
  const operands = operand ? (isLegal(question, box, action) ? [operand] : []) : operandsOf(question, box, verb);
  const noun = verbInfo(box, verb).noun;
  if (noun === "hex") light.hexes.push(...operands);
  else if (noun === "unit") light.units.push(...operands);
  else light.cards.push(...operands.filter((card) => cardTable(box).has(card)));
}

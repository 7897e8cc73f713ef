// A tour of the first turn of a game. It plays nothing by itself: each step looks at the match, says what to do
// and why, lights what is legal now, and sees that it was done.

import type { Box, Line, Question, Sheet } from "../../wire";
import { counterTable, hexTable, operandsOf } from "../question/acting";

/** What the tour looks at. */
export interface TourState {
  box: Box;
  sheet: Sheet;
  log: readonly Line[];
  side: string;
  /** What the player has opened or seen so far: "log", "line", "film", "undo", "odds". */
  seen: ReadonlySet<string>;
}

/** What a step lights on the board, and words for it. */
export interface TourLight {
  hexes: string[];
  units: string[];
}

/** One card of the tour. */
export interface TourStep {
  id: string;
  title: string;
  /** What to do. */
  task: string;
  /** The same for a hand on the screen, where it differs. */
  touch?: string;
  /** Why it is done. */
  why: string;
  cases: string[];
  /** Has it happened? Steps that only tell something are left by the button. */
  done?(state: TourState): boolean;
  light?(state: TourState): TourLight;
}

/** No light at all. */
export const NOTHING: TourLight = { hexes: [], units: [] };

/** The question, if it is the player's own and of this step. */
export function mine(state: TourState, step: string): Question | null {
  const question = state.sheet.question;
  return question && question.side === state.side && question.step === step ? question : null;
}

/** Has the player rolled for an attack? */
export function fought(state: TourState): boolean {
  return state.log.some((line) => line.kind === "battle" && line.side === state.side);
}

/** The hexes that the verbs of a question offer. */
export function offered(question: Question, box: Box, ...verbs: string[]): Set<string> {
  return new Set(verbs.flatMap((verb) => operandsOf(question, box, verb)));
}

/** The hexes where the other side stands. */
export function enemyHexes(state: TourState): string[] {
  const counters = counterTable(state.box);
  const hexes = hexTable(state.box);
  const found = new Set<string>();
  for (const [unit, piece] of Object.entries(state.sheet.units)) {
    const counter = counters.get(unit);
    if (counter && counter.side !== state.side && hexes.has(piece[0])) found.add(piece[0]);
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

/** Those of the hexes that are next to the other side. */
export function besideEnemy(state: TourState, hexes: Iterable<string>): string[] {
  const enemies = enemyHexes(state);
  return [...hexes].filter((hex) => enemies.some((enemy) => adjacent(state.box, hex, enemy)));
}

/** The step that is due: the first from `from` on that has not happened. */
export function dueStep(tour: readonly TourStep[], state: TourState, from: number): number {
  let number = from;
  while (number < tour.length && tour[number]!.done?.(state)) number += 1;
  return Math.min(number, tour.length - 1);
}

/** What a step lights now: only what the question really offers. */
export function tourLight(step: TourStep, state: TourState): TourLight {
  return step.light?.(state) ?? NOTHING;
}

// Which counters lie on which hex, in what order, and where exactly.

import type { Box, Marker, Piece, Sheet } from "../../wire";
import { gridOf } from "../geometry";
import type { LitUnit } from "../types";
import { flagsOf } from "../words";

/** A counter on the map: its middle, and for the top one of a stack what a glance from afar must tell. */
export interface Placed {
  unit: string;
  piece: Piece;
  hex: string;
  x: number;
  y: number;
  top: boolean;
  /** How many lie in the hex; only the top counter says so. */
  count: number;
  /** The strength of the whole stack, or the top counter's text where strengths cannot be added. */
  gist: string;
  /** What weighs on units under the top one and not on it ("disrupted hungry"); only the top counter says so. */
  under: string;
}

/** The units of a hex, the top one last. */
export interface Stack {
  hex: string;
  units: string[];
}

const WEIGHTY = ["hungry", "disrupted", "grounded", "frozen", "refit"]; // what a player must know of a unit that he does not see
const EDGES = 3; // how many counters show an edge under the top one
const STEP = 0.11; // of a counter: how far each lies up and right of the one below

/** The printed strength: the first number of the factors, null if there is none. */
export function strength(text: string): number | null {
  const found = /^[^\d]?(\d+)/.exec(text);
  return found ? Number(found[1]) : null;
}

/** The strength of several units together, "" if it cannot be told. Pieces without factors add nothing. */
export function together(pieces: readonly Piece[]): string {
  const printed = pieces.filter(([, text]) => text);
  let sum = 0;
  for (const [, text] of printed) {
    const value = strength(text);
    if (value === null) return "";
    sum += value;
  }
  return printed.length ? String(sum) : "";
}

/**
 * The stacks of a sheet by hex. On top lie units in hand, then those that may be chosen, then the strongest; among
 * equals the order of the box decides, so that nothing shuffles without a reason.
 */
export function stacksOf(box: Box, units: Sheet["units"], lit: readonly LitUnit[], hand: readonly string[]): Map<string, Stack> {
  const grid = gridOf(box);
  const stacks = new Map<string, Stack>();
  for (const unit in units) {
    const hex = units[unit]![0];
    if (!grid.has(hex)) continue;
    const stack = stacks.get(hex);
    if (stack) stack.units.push(unit);
    else stacks.set(hex, { hex, units: [unit] });
  }
  const first = new Set(hand);
  const second = new Set(lit.map((one) => one.unit));
  const order = orderOf(box);
  const rank = (unit: string) => (first.has(unit) ? 2 : second.has(unit) ? 1 : 0);
  for (const stack of stacks.values()) {
    if (stack.units.length < 2) continue;
    stack.units.sort(
      (one, other) =>
        rank(one) - rank(other) ||
        (strength(units[one]![1]) ?? 0) - (strength(units[other]![1]) ?? 0) ||
        (order.get(other) ?? Infinity) - (order.get(one) ?? Infinity) ||
        (one < other ? 1 : -1),
    );
  }
  return stacks;
}

/** The counters in the order in which they are drawn: northern hexes first, then those aimed at, units in hand last. */
export function placed(
  box: Box,
  units: Sheet["units"],
  stacks: ReadonlyMap<string, Stack>,
  hand: readonly string[],
  aims: ReadonlyMap<string, unknown>,
): Placed[] {
  const grid = gridOf(box);
  const size = box.layout.counter_size;
  const held = new Set(hand);
  const found: (Placed & { order: number })[] = [];
  for (const { hex, units: there } of stacks.values()) {
    const [x, y] = grid.centre(hex);
    const shown = Math.min(there.length - 1, EDGES);
    there.forEach((unit, number) => {
      const up = (Math.max(0, number - (there.length - 1 - shown)) - shown / 2) * STEP * size;
      const top = number === there.length - 1;
      const piece = units[unit]!;
      found.push({
        unit,
        piece,
        hex,
        x: x + up,
        y: y - up,
        top,
        count: top ? there.length : 1,
        gist: top ? together(there.map((one) => units[one]!)) || piece[1] : "",
        under: top ? weightUnder(there.map((one) => units[one]!)) : "",
        order: (held.has(unit) ? 2e9 : aims.has(hex) ? 1e9 : 0) + y * 1000 + number,
      });
    });
  }
  return found.sort((one, other) => one.order - other.order || one.x - other.x);
}

/** The flags that weigh on units of a stack, the top one last, and not on that one. */
function weightUnder(pieces: readonly Piece[]): string {
  if (pieces.length < 2) return "";
  const top = new Set(flagsOf(pieces[pieces.length - 1]!));
  const below = new Set(pieces.slice(0, -1).flatMap((piece) => flagsOf(piece)));
  return WEIGHTY.filter((flag) => below.has(flag) && !top.has(flag)).join(" ");
}

/** How far the lowest counter of a stack of so many reaches below the middle of its hex, in units of the map. */
export function foot(box: Box, count: number): number {
  const size = box.layout.counter_size;
  return size / 2 + (Math.min(Math.max(count - 1, 0), EDGES) / 2) * STEP * size;
}

/** A marker's lines: words are broken where a chit has room for one only. */
export function signLines(marker: Marker): string[] {
  return marker.sign.split(/\s+/).filter(Boolean);
}

const orders = new WeakMap<Box, Map<string, number>>();

function orderOf(box: Box): Map<string, number> {
  let order = orders.get(box);
  if (!order) orders.set(box, (order = new Map(box.counters.map((counter, number) => [counter.id, number]))));
  return order;
}

// Who stands where, as a side sees it: its own hexes, those of the others, and the front where they meet.

import { gridOf, seenCounter } from "../../board";
import type { Box, Sheet } from "../../wire";

/** Hex -> the side whose counters lie there, in the order of the sheet. */
export function sidesByHex(box: Box, sheet: Sheet): Map<string, string> {
  const grid = gridOf(box);
  const found = new Map<string, string>();
  for (const [unit, [at]] of Object.entries(sheet.units)) {
    if (!grid.has(at)) continue;
    const side = seenCounter(box, unit)?.side ?? "";
    if (side) found.set(at, side);
  }
  return found;
}

/** The hexes that lie next to one of another side. */
export function frontOf(box: Box, sides: ReadonlyMap<string, string>): Set<string> {
  const grid = gridOf(box);
  const found = new Set<string>();
  for (const [hex, side] of sides) {
    if (grid.neighbours(hex).some((beside) => (sides.get(beside) ?? side) !== side)) found.add(hex);
  }
  return found;
}

/** The hexes of enemies in contact with a side. */
export function enemiesInContact(box: Box, sheet: Sheet, side: string): string[] {
  const sides = sidesByHex(box, sheet);
  return [...frontOf(box, sides)].filter((hex) => sides.get(hex) !== side);
}

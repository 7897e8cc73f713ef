// Who controls which hex, read from the runs of a sheet.

import { expand } from "../board";
import type { Box, Sheet } from "../wire";

const tables = new WeakMap<Sheet["control"], Map<string, string>>();

/** Hex -> the side that controls it, for the hexes whose control the sheet tells. */
export function controllers(box: Box, sheet: Sheet): Map<string, string> {
  let found = tables.get(sheet.control);
  if (!found) {
    found = new Map();
    for (const [side, runs] of Object.entries(sheet.control)) for (const hex of expand(runs, box)) found.set(hex, side);
    tables.set(sheet.control, found);
  }
  return found;
}

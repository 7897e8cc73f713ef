// What lies beyond the edge of what is seen: how much of it, on which side, and where to fly to.

import { gridOf, type Seen } from "../../board";
import type { Box } from "../../wire";

export type Side = "top" | "right" | "bottom" | "left";

/** Hexes beyond one edge: where along it they lie (0 to 1), and one of them to fly to. */
export interface Beyond {
  side: Side;
  hexes: string[];
  along: number;
  goal: string;
}

const SIDES: readonly Side[] = ["top", "right", "bottom", "left"];

/** A part of the board's element that something covers. */
export interface Cover {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The hexes that are not seen, by the edge beyond which they lie; what lies under a cover lies beyond the nearest edge. */
export function beyondEdges(box: Box, hexes: readonly string[], { free, view }: Seen, cover?: Cover): Beyond[] {
  if (free.width <= 0 || free.height <= 0) return [];
  const grid = gridOf(box);
  const groups = new Map<Side, { hex: string; x: number; y: number; far: number }[]>();
  for (const hex of hexes) {
    if (!grid.has(hex)) continue;
    const [mx, my] = grid.centre(hex);
    const [px, py] = [mx * view.zoom + view.left, my * view.zoom + view.top];
    const [x, y] = [(px - free.left) / free.width, (py - free.top) / free.height];
    const covered = cover && px > cover.left && px < cover.right && py > cover.top && py < cover.bottom;
    if (!covered && x >= 0 && x <= 1 && y >= 0 && y <= 1) continue;
    const [across, down] = [Math.abs(x - 0.5), Math.abs(y - 0.5)];
    const side: Side = across > down ? (x < 0.5 ? "left" : "right") : y < 0.5 ? "top" : "bottom";
    const there = groups.get(side) ?? [];
    there.push({ hex, x, y, far: Math.max(across, down) });
    groups.set(side, there);
  }
  return SIDES.filter((side) => groups.has(side)).map((side) => {
    const there = groups.get(side)!;
    const upright = side === "left" || side === "right";
    const where = there.map(({ x, y }) => Math.min(1, Math.max(0, upright ? y : x)));
    const along = where.reduce((sum, one) => sum + one, 0) / where.length;
    return { side, hexes: there.map(({ hex }) => hex), along, goal: goalOf(there) };
  });
}

/** The heart of those that can be seen together with the nearest one. */
function goalOf(there: readonly { hex: string; x: number; y: number; far: number }[]): string {
  const nearest = there.reduce((best, one) => (one.far < best.far ? one : best));
  const near = there.filter(({ x, y }) => Math.abs(x - nearest.x) < 0.8 && Math.abs(y - nearest.y) < 0.8);
  const middle = (axis: "x" | "y") => near.reduce((sum, one) => sum + one[axis], 0) / near.length;
  const [mx, my] = [middle("x"), middle("y")];
  const off = ({ x, y }: { x: number; y: number }) => Math.hypot(x - mx, y - my);
  return near.reduce((best, one) => (off(one) < off(best) ? one : best)).hex;
}

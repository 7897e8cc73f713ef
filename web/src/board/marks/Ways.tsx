// Ways on the map: trails of those who moved, the way that is previewed, the arrows of an attack.

import type { Box } from "../../wire";
import { gridOf, short } from "../geometry";
import type { Grid, Spot } from "../geometry";
import { memo } from "../memo";
import { paintOf } from "../paint";
import type { Battle, Trail, Way } from "../types";

/** A way through the middles of hexes as a path. */
export function wayPath(grid: Grid, hexes: readonly string[]): string {
  return linePath(hexes.filter((hex) => grid.has(hex)).map((hex) => grid.centre(hex)));
}

function linePath(points: readonly Spot[]): string {
  return points.map(([x, y], number) => `${number ? "L" : "M"}${short(x)},${short(y)}`).join("");
}

/** The points of a way, its end drawn back so that the arrow head does not lie on the counter's middle. */
function pointsOf(grid: Grid, hexes: readonly string[], back: number): Spot[] {
  const points = hexes.filter((hex) => grid.has(hex)).map((hex) => grid.centre(hex));
  const last = points.at(-1);
  const before = points.at(-2);
  if (!last || !before) return points;
  const length = Math.hypot(last[0] - before[0], last[1] - before[1]) || 1;
  const share = Math.min(0.9, back / length);
  return [...points.slice(0, -1), [last[0] + (before[0] - last[0]) * share, last[1] + (before[1] - last[1]) * share]];
}

/** A head at the end of a way. */
function headPath(points: readonly Spot[], size: number): string {
  const last = points.at(-1);
  const before = points.at(-2);
  if (!last || !before) return "";
  const turn = Math.atan2(last[1] - before[1], last[0] - before[0]);
  const wing = (angle: number) =>
    `${short(last[0] + size * Math.cos(turn + angle))},${short(last[1] + size * Math.sin(turn + angle))}`;
  const tip = `${short(last[0] + size * 0.55 * Math.cos(turn))},${short(last[1] + size * 0.55 * Math.sin(turn))}`;
  return `M${tip}L${wing(2.35)}L${wing(-2.35)}Z`;
}

/** Where units have gone. */
export const Trails = memo(function Trails({ box, trails }: { box: Box; trails: Trail[] }) {
  const grid = gridOf(box);
  return (
    <g class="trails">
      {trails.map(({ hexes, owner }, number) => {
        const points = pointsOf(grid, hexes, grid.size * 0.35);
        if (points.length < 2) return null;
        const { line } = paintOf(box, owner);
        return (
          <g key={number} class="trail">
            <path class="casing" d={linePath(points)} />
            <path class="line" d={linePath(points)} stroke={line} />
            <path class="head" d={headPath(points, grid.size * 0.4)} fill={line} />
          </g>
        );
      })}
    </g>
  );
});

/** The way that the units in hand would go, under the counters. */
export const Preview = memo(function Preview({ box, way }: { box: Box; way: Way | null }) {
  if (!way || way.hexes.length < 2) return null;
  const grid = gridOf(box);
  const points = pointsOf(grid, way.hexes, grid.size * 0.1);
  return (
    <g class="preview">
      <path class="casing" d={linePath(points)} />
      <path class="line" d={linePath(points)} />
      {way.hexes.slice(1, -1).map((hex) => {
        const [x, y] = grid.centre(hex);
        return <circle key={hex} cx={x} cy={y} r={(6 * grid.size) / 48} />;
      })}
      <path class="head" d={headPath(points, grid.size * 0.5)} />
    </g>
  );
});

/** What the way costs, at its end and above everything. */
export const Cost = memo(function Cost({ box, way }: { box: Box; way: Way | null }) {
  const last = way?.hexes.at(-1);
  if (!way?.cost || !last) return null;
  const grid = gridOf(box);
  const [x, y] = grid.centre(last);
  const unit = grid.size / 48;
  const wide = (way.cost.length * 8.2 + 18) * unit;
  return (
    <g class="cost" style={{ transform: `translate(${x}px, ${y - 42 * unit}px)` }}>
      <g class="cost-body">
        <rect x={-wide / 2} y={-13 * unit} width={wide} height={26 * unit} rx={13 * unit} />
        <text y={5.2 * unit} font-size={15 * unit}>
          {way.cost}
        </text>
      </g>
    </g>
  );
});

/** Arrows from the attackers to the target. */
export const Arrows = memo(function Arrows({ box, battle }: { box: Box; battle: Battle | null }) {
  const grid = gridOf(box);
  if (!battle || !grid.has(battle.target)) return null;
  const [tx, ty] = grid.centre(battle.target);
  return (
    <g class="battle">
      <path class="battle-target" d={grid.outline([battle.target], grid.size * 0.06)} />
      {battle.hexes
        .filter((hex) => grid.has(hex) && hex !== battle.target)
        .map((hex) => (
          <path key={hex} class="battle-arrow" d={arrowPath(grid.centre(hex), [tx, ty], grid.size)} />
        ))}
    </g>
  );
});

/** A broad arrow across the hexside, short of both counters' factors. */
function arrowPath([ax, ay]: Spot, [bx, by]: Spot, size: number): string {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const at = (along: number, aside: number) =>
    `${short(ax + ux * along - uy * aside)},${short(ay + uy * along + ux * aside)}`;
  const [start, neck, tip] = [length * 0.3, length * 0.58, length * 0.76];
  const [shaft, wing] = [size * 0.13, size * 0.3];
  return `M${at(start, shaft)}L${at(neck, shaft)}L${at(neck, wing)}L${at(tip, 0)}L${at(neck, -wing)}L${at(neck, -shaft)}L${at(start, -shaft)}Z`;
}

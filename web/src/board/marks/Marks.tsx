// Marks on the map: hex numbers and outlines of hexes.

import type { Box } from "../../wire";
import { gridOf } from "../geometry";
import { memo } from "../memo";

/** Large numbers in every hex, for those who call hexes by them. */
export const Numbers = memo(function Numbers({ box }: { box: Box }) {
  const grid = gridOf(box);
  return (
    <g class="numbers">
      {box.layout.hexes.map((hex) => (
        <text key={hex.label} x={hex.x} y={hex.y - grid.size * 0.58}>
          {hex.label}
        </text>
      ))}
    </g>
  );
});

/** An outline around some hexes. */
export const Mark = memo(function Mark({ box, hexes, kind }: { box: Box; hexes: string[]; kind: string }) {
  const grid = gridOf(box);
  const d = grid.outline(hexes, grid.size * 0.05);
  if (!d) return null;
  return (
    <g class={`mark ${kind}`}>
      <path class="casing" d={d} />
      <path class="line" d={d} />
    </g>
  );
});

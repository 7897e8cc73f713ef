// Overlays: who controls what, and hexes, lines and texts that the table asked for; with a legend.

import type { JSX } from "preact";
import type { Box, Layer, Sheet } from "../../wire";
import { expand, gridOf } from "../geometry";
import { memo } from "../memo";
import { PATTERNS, dashesOf, paintOf } from "../paint";
import { wayPath } from "./Ways";

function hatching(pattern: number, colour: string): { angle: number; drawn: JSX.Element } {
  const line = <rect width="3" height="12" fill={colour} />;
  switch (pattern % PATTERNS) {
    case 0:
      return { angle: 45, drawn: line };
    case 1:
      return { angle: -45, drawn: line };
    case 2:
      return { angle: 0, drawn: line };
    case 3:
      return { angle: 90, drawn: line };
    case 4:
      return { angle: 0, drawn: <circle cx="6" cy="6" r="2.6" fill={colour} /> };
    default:
      return { angle: 45, drawn: <path d="M0,0H12V2H2V12H0Z" fill={colour} /> };
  }
}

/** The hatchings of the layers: that of their owner, and another one for each further layer of the same owner. */
export const Hatchings = memo(function Hatchings({ box, layers }: { box: Box; layers: Layer[] }) {
  const before = new Map<string, number>();
  return (
    <defs>
      {layers.map(({ owner = "" }, number) => {
        const again = before.get(owner) ?? 0;
        before.set(owner, again + 1);
        const { line, pattern } = paintOf(box, owner);
        const { angle, drawn } = hatching(pattern + again * 2, line);
        return (
          <pattern key={number} id={`hatch-${number}`} width="12" height="12" patternUnits="userSpaceOnUse" patternTransform={`rotate(${angle})`}>
            {drawn}
          </pattern>
        );
      })}
    </defs>
  );
});

/** The hexes that layers mark. */
export const Fills = memo(function Fills({ box, layers }: { box: Box; layers: Layer[] }) {
  const grid = gridOf(box);
  return (
    <g class="fills">
      {layers.map((layer, number) => {
        const { line } = paintOf(box, layer.owner ?? "");
        const hexes = expand(layer.hexes ?? [], box);
        if (!hexes.length) return null;
        return (
          <g key={number}>
            {grid.blocks(hexes).map((block) => (
              <path key={block[0]} class="fill-hatch" d={grid.outline(block)} fill={`url(#hatch-${number})`} />
            ))}
            <path class="fill-edge" d={grid.outline(hexes, grid.size * 0.05)} stroke={line} />
          </g>
        );
      })}
    </g>
  );
});

/** The lines of layers, over the counters. */
export const Lines = memo(function Lines({ box, layers }: { box: Box; layers: Layer[] }) {
  const grid = gridOf(box);
  return (
    <g class="layer-lines">
      {layers.map((layer, number) =>
        (layer.lines ?? []).map((way, index) => (
          <g key={`${number} ${index}`} class="supply-line">
            <path class="casing" d={wayPath(grid, way)} />
            <path class="line" d={wayPath(grid, way)} stroke={paintOf(box, layer.owner ?? "").line} />
          </g>
        )),
      )}
    </g>
  );
});

/** The texts of layers, under the counters: whose numbers must stay readable. */
export const Texts = memo(function Texts({ box, layers }: { box: Box; layers: Layer[] }) {
  const grid = gridOf(box);
  return (
    <g class="layer-texts">
      {layers.map((layer, number) =>
        Object.entries(layer.texts ?? {})
          .filter(([hex]) => grid.has(hex))
          .map(([hex, text]) => {
            const [x, y] = grid.centre(hex);
            return (
              <text key={`${number} ${hex}`} class="hex-text" x={x} y={y + grid.size * 0.8}>
                {text}
              </text>
            );
          }),
      )}
    </g>
  );
});

/** Side -> the hexes that it controls. */
function heldBy(control: Sheet["control"]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [hex, side] of Object.entries(control)) {
    const there = found.get(side);
    if (there) there.push(hex);
    else found.set(side, [hex]);
  }
  return found;
}

/** The borders of what each side controls. */
export const Control = memo(function Control({ box, control }: { box: Box; control: Sheet["control"] }) {
  const grid = gridOf(box);
  return (
    <g class="control">
      {[...heldBy(control)].map(([side, hexes]) => {
        const d = grid.outline(hexes, grid.size * 0.09);
        return (
          <g key={side}>
            <path class="casing" d={d} />
            <path class="line" d={d} stroke={paintOf(box, side).line} stroke-dasharray={dashesOf(box, side)} />
          </g>
        );
      })}
    </g>
  );
});

/** What the overlays on the map mean. */
export const Legend = memo(function Legend({ box, layers, control }: { box: Box; layers: Layer[]; control: Sheet["control"] | null }) {
  const sides = [...heldBy(control ?? {}).keys()];
  if (!layers.length && !sides.length) return null;
  return (
    <ul class="board-legend board-apart" aria-label="Legend">
      {sides.map((side) => (
        <li key={`control ${side}`}>
          <svg width="26" height="16" aria-hidden="true">
            <path d="M2,8H24" stroke={paintOf(box, side).line} stroke-width="4" stroke-dasharray={dashesOf(box, side).replace("14 7", "7 4")} />
          </svg>
          Controlled by {box.sides.find((one) => one.id === side)?.name ?? side}
        </li>
      ))}
      {layers.map((layer, number) => (
        <li key={number}>
          <svg width="26" height="16" aria-hidden="true">
            {layer.hexes?.length || !layer.lines?.length ? (
              <rect x="1" y="1" width="24" height="14" rx="2" fill={`url(#hatch-${number})`} stroke={paintOf(box, layer.owner ?? "").line} />
            ) : (
              <path d="M2,8H24" stroke={paintOf(box, layer.owner ?? "").line} stroke-width="3" stroke-dasharray="2 4" stroke-linecap="round" />
            )}
          </svg>
          {layer.name}
        </li>
      ))}
    </ul>
  );
});

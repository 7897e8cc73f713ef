// Markers: a chit of their own in an empty hex, tabs that stick out under a stack.

import type { Box, Marker, Sheet } from "../../wire";
import { gridOf } from "../geometry";
import { memo } from "../memo";
import { paintOf } from "../paint";
import { foot, signLines } from "../counters/stacks";
import type { Stack } from "../counters/stacks";

const CHIT = 46;
const TAB = 13;
const LETTER = 4.5; // width of a tab's letter
const RIGHT = 27; // where a tab ends: left of it the count of the stack to the south-west would lie over it
const GAP = 2;
const OUT = 4; // a tab is moved out from under the frame of a counter that may be chosen

interface MarkersProps {
  box: Box;
  markers: Sheet["markers"];
  stacks: ReadonlyMap<string, Stack>;
}

/** The markers of all hexes, under the counters. */
export const Markers = memo(function Markers({ box, markers, stacks }: MarkersProps) {
  const grid = gridOf(box);
  return (
    <g class="markers">
      {Object.entries(markers)
        .filter(([hex, there]) => grid.has(hex) && there.length)
        .map(([hex, there]) => {
          const count = stacks.get(hex)?.units.length ?? 0;
          return count ? (
            <Tabs key={hex} box={box} hex={hex} markers={there} below={foot(box, count) + OUT} />
          ) : (
            <Chits key={hex} box={box} hex={hex} markers={there} />
          );
        })}
    </g>
  );
});

interface HexProps {
  box: Box;
  hex: string;
  markers: Marker[];
}

function Chits({ box, hex, markers }: HexProps) {
  const [x, y] = gridOf(box).centre(hex);
  const scale = box.layout.counter_size / 54;
  const middle = (markers.length - 1) / 2;
  return (
    <g data-marked={hex} transform={`translate(${x} ${y}) scale(${scale})`}>
      {markers.map((marker, number) => {
        const { face, ink } = paintOf(box, marker.owner);
        const lines = signLines(marker);
        const longest = Math.max(...lines.map((line) => line.length), 1);
        const letter = Math.min(17, 53 / longest, 40 / lines.length);
        const left = (number - middle) * 14;
        return (
          <g key={number} class="marker" transform={`translate(${left} ${-left / 2})`} role="img" aria-label={`${marker.title} in ${hex}`}>
            <rect class="counter-shade" x={1.5 - CHIT / 2} y={1.5 - CHIT / 2} width={CHIT} height={CHIT} rx="9" />
            <rect class="marker-face" x={-CHIT / 2} y={-CHIT / 2} width={CHIT} height={CHIT} rx="9" fill={face} stroke={ink} />
            {lines.map((line, row) => (
              <text key={row} fill={ink} font-size={letter} y={(row - (lines.length - 1) / 2) * letter * 1.12 + letter * 0.36}>
                {line}
              </text>
            ))}
          </g>
        );
      })}
    </g>
  );
}

function Tabs({ box, hex, markers, below }: HexProps & { below: number }) {
  const [x, y] = gridOf(box).centre(hex);
  const scale = box.layout.counter_size / 54;
  const widths = markers.map((marker) => marker.sign.length * LETTER + 5);
  const whole = widths.reduce((sum, width) => sum + width + GAP, -GAP);
  let left = Math.min(RIGHT - whole, 0);
  return (
    <g data-marked={hex} transform={`translate(${x} ${y + below}) scale(${scale})`}>
      {markers.map((marker, number) => {
        const { face, ink } = paintOf(box, marker.owner);
        const width = widths[number]!;
        const start = left;
        left += width + GAP;
        return (
          <g key={number} class="marker marker-tab" role="img" aria-label={`${marker.title} in ${hex}`}>
            <rect class="marker-face" x={start} y={-TAB} width={width} height={TAB * 2} rx="3" fill={face} stroke={ink} />
            <text class="near-only" x={start + width / 2} y={TAB - 2.6} fill={ink} font-size="6.7">
              {marker.sign}
            </text>
          </g>
        );
      })}
    </g>
  );
}

import type { JSX } from "preact";
import type { Roll } from "../wire";

const PIPS: Record<number, [number, number][]> = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[28, 28], [50, 50], [72, 72]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 26], [72, 26], [28, 50], [72, 50], [28, 74], [72, 74]],
};

/** A die as one sees it on the table: pips up to six, a figure beyond. */
export function Die({ value, size = 22, sides = 6 }: { value: number; size?: number; sides?: number }): JSX.Element {
  const pips = sides === 6 ? PIPS[value] : undefined;
  return (
    <svg class="die" width={size} height={size} viewBox="0 0 100 100" role="img" aria-label={`Die: ${value}`}>
      <rect class="die-face" x="4" y="4" width="92" height="92" rx="18" />
      {pips ? (
        pips.map(([x, y]) => <circle key={`${x} ${y}`} class="die-pip" cx={x} cy={y} r="9.5" />)
      ) : (
        <text class="die-text" x="50" y="54" text-anchor="middle" dominant-baseline="middle" font-size={value > 99 ? 38 : 52}>
          {value}
        </text>
      )}
    </svg>
  );
}

/** The dice of a roll with its name. */
export function Dice({ roll, size }: { roll: Roll; size?: number }): JSX.Element {
  return (
    <span class="dice">
      {roll.name ? <span class="dice-name">{roll.name}</span> : null}
      {roll.dice.map((value, place) => (
        // Dice have no identity but their place in the roll.
        <Die key={place} value={value} size={size} />
      ))}
    </span>
  );
}

// A counter in a panel: pools, the dead, the order of battle, and the panel of a hex.

import type { Box, Piece } from "../../wire";
import { Face } from "./Face";
import { useSprite } from "./Sprite";
import { counterOf, nationOf, unitWords } from "../words";

const SMALL = 36; // pixels below which only symbol and strength are drawn

export interface CounterProps {
  box: Box;
  unit: string;
  piece: Piece;
  lit?: boolean;
  size?: number;
  onClick?(event: MouseEvent): void;
}

/** The counter of a unit as a button, or as a picture where it cannot be clicked. */
export function Counter({ box, unit, piece, lit = false, size = 54, onClick }: CounterProps) {
  useSprite();
  const words = unitWords(box, unit, piece);
  const counter = counterOf(box, unit);
  const drawing = (
    <svg viewBox="-33 -33 66 66" width={size} height={size} aria-hidden="true" focusable="false">
      <g class="counter">
        <Face counter={counter} nation={nationOf(box, counter.nation)} piece={piece} gist={piece[1]} framed={lit} />
      </g>
    </svg>
  );
  const shared = { class: lit ? "counter-chip lit" : "counter-chip", title: words, "data-unit": unit };
  const zoom = size < SMALL ? { "data-zoom": "far" } : {};
  // What is printed on a counter is not its name: the button lies over the print, not around it.
  return onClick ? (
    <span {...shared} {...zoom}>
      {drawing}
      <button type="button" aria-label={words} onClick={(event) => onClick(event)} />
    </span>
  ) : (
    <span role="img" aria-label={words} {...shared} {...zoom}>
      {drawing}
    </span>
  );
}

// A stack spread out: all its counters side by side above the map, or in a tray at the foot of a phone.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Box, Sheet } from "../../wire";
import { Counter } from "./Counter";
import { verbWords } from "../marks/Lit";
import type { Offer } from "../marks/Lit";
import type { Point } from "../types";
import { counterOf, countWords, hexWords } from "../words";

const SIZE = 60;
const EDGE = 8;

export interface FanProps {
  box: Box;
  sheet: Sheet;
  hex: string;
  /** The units, the top one last. */
  units: string[];
  lit: ReadonlyMap<string, Offer>;
  hand: ReadonlySet<string>;
  /** The middle of the stack in the board's own coordinates, and how far its counters reach from it. */
  at: Point;
  reach: number;
  onUnit(unit: string): void;
  onClose(): void;
}

/** The counters of a stack as buttons, the top one first. */
export function Fan({ box, sheet, hex, units, lit, hand, at, reach, onUnit, onClose }: FanProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fan = element.current;
    const board = fan?.offsetParent as HTMLElement | null;
    if (!fan || !board) return;
    const style = getComputedStyle(board);
    const inset = (side: string) => (parseFloat(style.getPropertyValue(`--board-${side}`)) || 0) + EDGE;
    const [wide, high] = [fan.offsetWidth, fan.offsetHeight];
    const left = Math.min(board.clientWidth - inset("right") - wide, Math.max(inset("left"), at.x - wide / 2));
    const above = at.y - reach - high;
    const below = Math.min(at.y + reach, board.clientHeight - inset("bottom") - high);
    const top = above >= inset("top") ? above : Math.max(inset("top"), below);
    fan.style.setProperty("--fan-left", `${Math.round(left)}px`);
    fan.style.setProperty("--fan-top", `${Math.round(top)}px`);
  }, [hex, units.length, at.x, at.y, reach]);
  return (
    <div class="fan board-apart" ref={element} role="group" aria-label={`${hexWords(box, hex)}: ${countWords(units.length)}`}>
      <div class="fan-head">
        <span>
          {hexWords(box, hex)} · {countWords(units.length)}
        </span>
        <button type="button" class="fan-close" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      <ul class="fan-units">
        {[...units].reverse().map((unit) => {
          const piece = sheet.units[unit];
          if (!piece) return null;
          const choice = lit.get(unit);
          return (
            <li key={unit} class={hand.has(unit) ? "held" : undefined}>
              <Counter box={box} unit={unit} piece={piece} lit={Boolean(choice)} size={SIZE} onClick={() => onUnit(unit)} />
              <span class="fan-name">{counterOf(box, unit).short || unit}</span>
              {choice && <span class="fan-choice">{verbWords(box, choice.verbs)}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

// The colours and patterns of owners: a side or a nation is told apart by its pattern and dashes as well as its hue.

import type { Box } from "../wire";
import { nationOf } from "./words";

/** How an owner's things are drawn. `line` is dark enough to be read on the map. */
export interface Paint {
  face: string;
  ink: string;
  line: string;
  /** Which of the hatchings, 0 to 5. */
  pattern: number;
}

// Blue and vermilion stay apart for every kind of colour vision; further sides differ in lightness.
const SIDES = ["#1f5fa8", "#b0400f", "#4a4f12", "#6b2f7f"] as const;
const NEUTRAL: Paint = { face: "#5a554c", ink: "#ffffff", line: "#4a463e", pattern: 5 };
/** Hatchings that there are. */
export const PATTERNS = 6;
const DASHES = ["", "14 7", "4 6", "18 5 4 5"] as const;

/** The paint of a side or nation. */
export function paintOf(box: Box, owner: string): Paint {
  const side = box.sides.findIndex((one) => one.id === owner);
  if (side >= 0) {
    const colour = SIDES[side % SIDES.length]!;
    return { face: colour, ink: "#ffffff", line: colour, pattern: side % PATTERNS };
  }
  const number = box.nations.findIndex((one) => one.id === owner);
  if (number < 0) return NEUTRAL;
  const nation = nationOf(box, owner);
  return {
    face: nation.face,
    ink: nation.ink,
    line: darker(nation.face),
    pattern: (box.sides.length + number) % PATTERNS,
  };
}

/** The dashes of a side's border: the first one's is a plain line. */
export function dashesOf(box: Box, owner: string): string {
  const side = box.sides.findIndex((one) => one.id === owner);
  return DASHES[Math.max(0, side) % DASHES.length]!;
}

/** Is a colour so dark that ink on it is light? */
export function isDark(colour: string): boolean {
  return lightness(colour) < 0.35;
}

/** How light a colour is, 0 to 1; 1 for what is none. */
function lightness(colour: string): number {
  const channels = /^#(..)(..)(..)$/.exec(colour)?.slice(1).map((part) => parseInt(part, 16));
  if (!channels) return 1;
  const [red, green, blue] = channels as [number, number, number];
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** A colour of the same hue that can be read as a line on light paper. */
export function darker(colour: string): string {
  const channels = /^#(..)(..)(..)$/.exec(colour)?.slice(1).map((part) => parseInt(part, 16));
  if (!channels) return colour;
  const [red, green, blue] = channels as [number, number, number];
  const share = Math.min(1, 0.36 / (lightness(colour) || 1));
  return `#${[red, green, blue].map((part) => Math.round(part * share).toString(16).padStart(2, "0")).join("")}`;
}

// Units and hexes in words, for tooltips and screen readers.

import type { Box, CounterInfo, Nation, Piece } from "../wire";
import { gridOf } from "./geometry";

const SIZES: Readonly<Record<string, string>> = {
  "•": "squad",
  "••": "section",
  "•••": "platoon",
  I: "company",
  II: "battalion",
  III: "regiment",
  X: "brigade",
  XX: "division",
  XXX: "corps",
  XXXX: "army",
  XXXXX: "army group",
};

interface Index {
  counters: Map<string, CounterInfo>;
  nations: Map<string, Nation>;
  places: Map<string, string>;
}

const indexes = new WeakMap<Box, Index>();

function indexOf(box: Box): Index {
  let index = indexes.get(box);
  if (!index) {
    index = {
      counters: new Map(box.counters.map((counter) => [counter.id, counter])),
      nations: new Map(box.nations.map((nation) => [nation.id, nation])),
      places: new Map(box.places.map((place) => [place.id, place.name])),
    };
    indexes.set(box, index);
  }
  return index;
}

/** What can be seen of a counter: its counter, or the back of one that lies face down and that nobody can name. */
export function seenCounter(box: Box, unit: string): CounterInfo | undefined {
  return indexOf(box).counters.get(unit) ?? (box.back ? { ...box.back, id: unit } : undefined);
}

/** Is this a counter of which only the back is seen? */
export function isBack(box: Box, unit: string): boolean {
  return Boolean(box.back) && !indexOf(box).counters.has(unit);
}

/** What is printed on a counter; an unknown piece has a blank counter of its own. */
export function counterOf(box: Box, unit: string): CounterInfo {
  return (
    seenCounter(box, unit) ?? {
      id: unit,
      name: "Unknown unit",
      short: "",
      nation: "",
      side: "",
      symbol: "unknown",
      size: "",
      steps: 1,
    }
  );
}

const NEUTRAL: Nation = { id: "", name: "", side: "", face: "#b9b3a6", ink: "#22262a", box: "#dedacf" };

/** The colours of a nation, grey for one that the box does not know. */
export function nationOf(box: Box, id: string): Nation {
  return indexOf(box).nations.get(id) ?? NEUTRAL;
}

/** The flags of a piece. */
export function flagsOf(piece: Piece): string[] {
  return piece[3] ? piece[3].split(" ").filter(Boolean) : [];
}

/** What the box says of a flag, with the number of "strafed-4" in its place; "" where it says nothing. */
export function flagText(box: Box, flag: string): string {
  const known = box.flags[flag];
  if (known) return known;
  const [, name, number] = /^(.*)-(\d+)$/.exec(flag) ?? [];
  return name && number ? (box.flags[name] ?? "").replace("{}", number) : "";
}

/** A flag in a few words: "reduced", "out of supply", "strafed 4", "turn 5". */
export function flagWords(box: Box, flag: string): string {
  const words = flagText(box, flag).split(":")[0]!;
  const number = /-(\d+)$/.exec(flag)?.[1];
  if (!words) return flag.replace(/-/g, " ");
  return number && !words.includes(number) ? `${words} ${number}` : words;
}

/** A unit in words: "US 1 Infantry Division, division, 5-6, reduced, out of supply, in 2114". */
export function unitWords(box: Box, unit: string, piece: Piece): string {
  const counter = counterOf(box, unit);
  const at = piece[0];
  const text = isBack(box, unit) ? "" : piece[1]; // its sign is no number
  const place = gridOf(box).has(at) ? `in ${at}` : (indexOf(box).places.get(at) ?? at);
  return [counter.name, SIZES[counter.size] ?? counter.size, text, ...flagsOf(piece).map((flag) => flagWords(box, flag)), place]
    .filter(Boolean)
    .join(", ");
}

/** A hex in words: "2114 Calais, port". */
export function hexWords(box: Box, hex: string): string {
  const info = gridOf(box).info(hex);
  if (!info) return hex;
  if (gridOf(box).isBox(hex)) return info.name ?? hex;
  return [info.name ? `${hex} ${info.name}` : hex, info.terrain].filter(Boolean).join(", ");
}

/** How many units a stack has, in words. */
export function countWords(count: number): string {
  return count === 1 ? "1 unit" : `${count} units`;
}

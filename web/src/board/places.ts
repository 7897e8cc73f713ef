// Where the board looks at first: what is to be decided, the part of the map that it takes up, the cursor's first hex.

import type { Box } from "../wire";
import type { Area } from "./camera/view";
import { gridOf } from "./geometry";
import type { Grid } from "./geometry";
import { NEARLY_ALL } from "./marks/Lit";
import type { BoardProps } from "./types";

/** Where something is to be decided: what the question is about, what may be clicked, or else the units on the map. */
export function actionOf(grid: Grid, { sheet, focus, litHexes, litUnits, hand }: BoardProps): string[] {
  const places = (units: readonly string[]) => units.map((unit) => sheet.units[unit]?.[0] ?? "");
  // Where nearly every hex may be clicked, that says nothing.
  const lit = litHexes.length > NEARLY_ALL * grid.labels.length ? [] : litHexes;
  const choices = [
    [focus, ...places(hand)],
    [...lit.map(({ hex }) => hex), ...places(litUnits.map(({ unit }) => unit))],
    places(Object.keys(sheet.units)),
    litHexes.map(({ hex }) => hex),
  ];
  return choices.map((some) => some.filter((hex) => grid.has(hex))).find((some) => some.length) ?? [];
}

/** The part of the map that hexes take up. */
export function areaOf(grid: Grid, hexes: readonly string[]): Area | undefined {
  if (!hexes.length) return undefined;
  const [xs, ys] = [0, 1].map((axis) => hexes.map((hex) => grid.centre(hex)[axis]!)) as [number[], number[]];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const middle = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [middle(xs), middle(ys)];
  // The middle of a coast lies inland: the heart is a hex of its own.
  const far = (place: number) => Math.hypot(xs[place]! - mx, ys[place]! - my);
  const heart = xs.reduce((best, _, place) => (far(place) < far(best) ? place : best), 0);
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top, heart: { x: xs[heart]!, y: ys[heart]! } };
}

/** Where the cursor begins: at what the question is about, at the first thing that may be clicked, or in the middle. */
export function firstHex(box: Box, props: BoardProps, stacks: ReadonlyMap<string, unknown>): string {
  const { sheet, focus, litHexes, litUnits, hand } = props;
  const grid = gridOf(box);
  const candidates = [
    focus,
    ...hand.map((unit) => sheet.units[unit]?.[0] ?? ""),
    litHexes[0]?.hex ?? "",
    ...litUnits.map(({ unit }) => sheet.units[unit]?.[0] ?? ""),
    ...stacks.keys(),
    grid.at(box.layout.width / 2, box.layout.height / 2),
  ];
  return candidates.find((hex) => grid.has(hex)) ?? grid.labels[0] ?? "";
}

// Where the lines of a plot go: numbers only, so that they can be tested without a page.

import type { Curve, Figures } from "../wire";

/** The size of a plot in its own units, and what is left around it for the numbers. */
export const PLOT = { width: 480, height: 250, left: 44, right: 12, top: 12, bottom: 34 };

/** Round numbers from one bound to the other, about so many. */
export function ticks(low: number, high: number, about: number): number[] {
  if (high <= low) return [low];
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.999) ?? power * 10;
  const found: number[] = [];
  for (let place = Math.ceil(low / step); place * step <= high + step * 1e-9; place += 1) found.push(Number((place * step).toFixed(6)));
  return found;
}

/** The turns and the values that a plot spans: nought is always in it, and there is always some height. */
export function span(figures: Figures): { turns: [number, number]; values: [number, number] } {
  const points = figures.curves.flatMap((curve) => curve.points);
  const turns = points.map(([turn]) => turn);
  const values = [0, ...points.map(([, value]) => value)];
  const high = Math.max(...values);
  const low = Math.min(...values);
  return { turns: [Math.min(...turns), Math.max(...turns)], values: [low, high > low ? high : low + 1] };
}

/** A function from turn and value to a place in the plot. */
export function placing(figures: Figures): (turn: number, value: number) => [number, number] {
  const { turns, values } = span(figures);
  const wide = PLOT.width - PLOT.left - PLOT.right;
  const tall = PLOT.height - PLOT.top - PLOT.bottom;
  const across = (turn: number) => (turns[1] > turns[0] ? (turn - turns[0]) / (turns[1] - turns[0]) : 0.5);
  return (turn, value) => [
    Math.round(10 * (PLOT.left + wide * across(turn))) / 10,
    Math.round(10 * (PLOT.top + tall * (1 - (value - values[0]) / (values[1] - values[0])))) / 10,
  ];
}

/** Which of the looks each curve has: by its side, and one of its own for a second curve of the same side. */
export function looksOf(curves: Curve[], sides: string[]): ("one" | "two" | "other")[] {
  const taken = new Set<string>();
  return curves.map((curve) => {
    const place = sides.indexOf(curve.side ?? "");
    const look = place === 0 ? "one" : place > 0 ? "two" : "other";
    const free = taken.has(look) ? (["other", "two", "one"] as const).find((one) => !taken.has(one)) : look;
    taken.add(free ?? look);
    return free ?? look;
  });
}

/** A number as the tables show it. */
export function shown(value: number | undefined): string {
  return value === undefined ? "" : String(Math.round(value * 100) / 100).replace("-", "−");
}

/** A number with its sign. */
export function signed(value: number): string {
  return Math.round(value * 100) > 0 ? `+${shown(value)}` : shown(value);
}

/** Minutes and hours in words. */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

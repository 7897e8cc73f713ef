// Where the lines of a plot go.

import { describe, expect, it } from "vitest";
import { duration, looksOf, PLOT, placing, shown, signed, span, ticks } from "../src/statistics/plots";
import type { Figures } from "../src/wire";

const figures = (...points: [number, number][]): Figures => ({ title: "T", unit: "hexes", aid: "", curves: [{ name: "A", side: "allied", points }] });

describe("a plot", () => {
  it("has round numbers at its axes", () => {
    expect(ticks(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticks(-3, 4, 5)).toEqual([-2, 0, 2, 4]);
    expect(ticks(1, 37, 12)).toEqual([5, 10, 15, 20, 25, 30, 35]);
    expect(ticks(4, 4, 5)).toEqual([4]);
  });

  it("always holds nought, and some height where all values are the same", () => {
    expect(span(figures([1, 5], [2, 9]))).toEqual({ turns: [1, 2], values: [0, 9] });
    expect(span(figures([3, 0]))).toEqual({ turns: [3, 3], values: [0, 1] });
  });

  it("puts the first turn left, the last right, and a single one in the middle", () => {
    const place = placing(figures([1, 0], [5, 10]));
    expect(place(1, 0)).toEqual([PLOT.left, PLOT.height - PLOT.bottom]);
    expect(place(5, 10)).toEqual([PLOT.width - PLOT.right, PLOT.top]);
    expect(placing(figures([1, 2]))(1, 2)[0]).toBe((PLOT.left + PLOT.width - PLOT.right) / 2);
  });

  it("draws no two lines alike while there are looks left", () => {
    const curves = [{ name: "a", side: "allied", points: [] }, { name: "b", side: "german", points: [] }, { name: "c", points: [] }];
    expect(looksOf(curves, ["allied", "german"])).toEqual(["one", "two", "other"]);
    expect(looksOf([curves[0]!, { ...curves[0]!, name: "d" }], ["allied", "german"])).toEqual(["one", "other"]);
  });

  it("tells numbers and times as people do", () => {
    expect([shown(1.005), shown(-0.5), signed(2), signed(-2), signed(0.001)]).toEqual(["1", "−0.5", "+2", "−2", "0"]);
    expect([duration(20), duration(600), duration(7_500)]).toEqual(["less than a minute", "10 min", "2 h 5 min"]);
  });
});

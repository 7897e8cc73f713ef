// Clocks: the one of who decides runs, until he counts as away.

import { expect, test } from "vitest";
import { ago, clockFace, PAUSE, usedBy } from "../src/live/clocks";

const told = { clocks: { used: [{ side: "allied", seconds: 3_661 }], since: 10 }, at: 1_000_000 };

test("the clock of who decides runs and the other one stands", () => {
  expect(usedBy(told, "allied", ["allied"], 1_005_000)).toBe(3_676);
  expect(usedBy(told, "allied", ["german"], 1_005_000)).toBe(3_661);
  expect(usedBy(told, "german", ["german"], 1_005_000)).toBe(15);
});

test("whoever is away for long does not use up time", () => {
  expect(usedBy(told, "allied", ["allied"], 1_000_000 + PAUSE * 1_000)).toBe(3_661);
});

test("times are shown as on a clock, and how long ago in words", () => {
  expect([3_661, 59.9, -1].map(clockFace)).toEqual(["1:01:01", "0:00:59", "0:00:00"]);
  expect([30, 60, 7_200, 200_000].map(ago)).toEqual(["just now", "1 minute ago", "2 hours ago", "2 days ago"]);
});

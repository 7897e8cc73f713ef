import { expect, it } from "vitest";
import { freePlace } from "../src/table/aids/spread";

const ROOM = { from: 0, to: 400 };

it("an arrow stays where it would be if nothing lies there", () => {
  expect(freePlace({ from: 100, to: 150 }, ROOM, [])).toBe(100);
  expect(freePlace({ from: 100, to: 150 }, ROOM, [{ from: 200, to: 400 }])).toBe(100);
});

it("an arrow goes to the nearest place beside what lies there, and within the edge", () => {
  expect(freePlace({ from: 340, to: 390 }, ROOM, [{ from: 350, to: 400 }])).toBe(294);
  expect(freePlace({ from: 10, to: 60 }, ROOM, [{ from: 0, to: 50 }, { from: 90, to: 120 }])).toBe(126);
  expect(freePlace({ from: 390, to: 440 }, ROOM, [])).toBe(350);
});

it("an arrow that finds no place is left out", () => {
  expect(freePlace({ from: 10, to: 60 }, ROOM, [{ from: 30, to: 370 }])).toBeNull();
});

// A way in legs, and what is the only thing that can be done.

import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import { Legs } from "../src/table/gestures/legs";
import { forced, lifting } from "../src/table/question/acting";
import type { Box, Legs as Told, Question } from "../src/wire";
import { box, choice, question } from "./table.fixtures";

function legs(asked: string[][]) {
  const open = signal<Question | null>({ ...question([choice("move", ["1002", "1003"])]), hand: ["US-1"] });
  const told: Told = { legs: [{ hexes: ["1001", "1002"], cost: "1 MP" }], choices: [choice("move", ["1003"])] };
  const made = new Legs({
    question: open,
    box: signal<Box | null>(box),
    ask: (hexes) => {
      asked.push(hexes);
      return Promise.resolve(told);
    },
  });
  return { open, made };
}

describe("a way in legs", () => {
  test("a point is asked of the service, and what is lit is what it told", async () => {
    const asked: string[][] = [];
    const { made } = legs(asked);
    expect(made.add("1002")).toBe(true);
    await Promise.resolve();
    expect(asked).toEqual([["1002"]]);
    expect(made.question.value?.choices[0]?.operands).toEqual(["1003"]);
    expect(made.ways.value.map((way) => way.cost)).toEqual(["1 MP"]);
    expect(made.add("1002")).toBe(false); // it is no place to go on to
  });

  test("Escape takes the last point back; what is played takes all of them", async () => {
    const { made, open } = legs([]);
    made.add("1002");
    await Promise.resolve();
    made.add("1003");
    expect(made.back()).toBe(true);
    expect(made.points.value).toEqual(["1002"]);
    open.value = question([choice("end")]);
    expect(made.points.value).toEqual([]);
    expect(made.back()).toBe(false);
  });

  test("without a unit in hand there is no way", () => {
    const { made, open } = legs([]);
    open.value = question([choice("move", ["1002"])]);
    expect(made.add("1002")).toBe(false);
  });
});

test("only what is alone on the list, and warns of nothing, is the only thing to do", () => {
  expect(forced(question([choice("roll")]), box)).toBe("roll");
  expect(forced(question([choice("move", ["1002"])]), box)).toBe("move 1002");
  expect(forced(question([choice("move", ["1002", "1003"])]), box)).toBe("");
  expect(forced(question([choice("roll"), choice("end")]), box)).toBe("");
  expect(forced({ ...question([choice("end")]), warnings: ["Somebody would be lost."] }, box)).toBe("");
});

test("a unit is taken in hand by pick before any other verb that does so", () => {
  const more: Box = { ...box, verbs: [...box.verbs, { verb: "strategic", noun: "unit", label: "Strategic Movement", lifts: true }] };
  expect(lifting(question([choice("strategic", ["US-1"]), choice("pick", ["US-1"])]), more, "US-1")).toEqual(["pick", "strategic"]);
  expect(lifting(question([choice("strategic", ["US-1"])]), more, "US-1")).toEqual(["strategic"]);
  expect(lifting(question([choice("pick", ["US-2"])]), more, "US-1")).toEqual([]);
});

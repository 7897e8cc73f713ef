import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { Counter, unitWords } from "../src/board";
import { paintOf } from "../src/board/paint";
import { foot, placed, stacksOf, strength, together } from "../src/board/counters/stacks";
import { SYMBOLS } from "../src/board/counters/symbols";
import { PIECES, roundup, smallBox } from "./board.help";

afterEach(cleanup);
const box = smallBox();
const lit = (unit: string) => [{ unit, verb: "pick", label: "Take in hand" }];

test("a unit in words has its name, size, factors, troubles and place", () => {
  expect(unitWords(roundup.box, "US-1", ["2114", "5-6", 2, "reduced hungry"])).toBe(
    "US 1 Infantry Division, division, 5-6, reduced, out of supply, halved, in 2114",
  );
  expect(unitWords(roundup.box, "US-Rgr", ["pool", "2", 1])).toBe("US Ranger Force, regiment, 2, waiting in England");
  expect(unitWords(roundup.box, "US-1", ["track", "5-6", 2, "turn-5"])).toContain("turn 5, returning later");
  expect(unitWords(box, "nobody", ["33", "?", 1])).toBe("Unknown unit, ?, in 33");
});

test("the strongest unit lies on top of its stack", () => {
  expect(stacksOf(box, PIECES, [], []).get("22")!.units).toEqual(["A", "B"]);
});

test("who may be chosen lies above the stronger, who is in hand above both", () => {
  const pieces = { ...PIECES, C: ["22", "5-6", 2] as [string, string, number] };
  expect(stacksOf(box, pieces, lit("A"), []).get("22")!.units).toEqual(["C", "B", "A"]);
  expect(stacksOf(box, pieces, lit("A"), ["C"]).get("22")!.units).toEqual(["B", "A", "C"]);
});

test("equals lie in the order of the box", () => {
  const pieces = { B: ["22", "3-4", 2] as [string, string, number], A: ["22", "3-4", 2] as [string, string, number] };
  expect(stacksOf(box, pieces, [], []).get("22")!.units).toEqual(["B", "A"]);
});

test("only units on the map are placed; the top one tells number and strength of the stack", () => {
  const counters = placed(box, PIECES, stacksOf(box, PIECES, [], []), [], new Map());
  expect(counters.map((counter) => counter.unit)).toEqual(["A", "B", "X", "C"]);
  const top = counters[1]!;
  expect([top.top, top.count, top.gist]).toEqual([true, 2, "10"]);
  expect(counters[0]!.gist).toBe("");
  expect(top.x).toBeGreaterThan(counters[0]!.x);
  expect(top.y).toBeLessThan(counters[0]!.y);
});

test("the top counter tells what weighs on the units beneath it, and not what weighs on itself", () => {
  const pieces = {
    A: ["22", "3-4", 2, "disrupted moved hungry"] as [string, string, number, string],
    B: ["22", "7-4", 2, "hungry"] as [string, string, number, string],
  };
  const [below, top] = placed(box, pieces, stacksOf(box, pieces, [], []), [], new Map());
  expect([below!.unit, below!.under]).toEqual(["A", ""]);
  expect([top!.unit, top!.under]).toEqual(["B", "disrupted"]);
});

test("targets are drawn above others, units in hand above all", () => {
  const order = placed(box, PIECES, stacksOf(box, PIECES, [], ["A"]), ["A"], new Map([["33", "attack"]]));
  expect(order.map(({ unit }) => unit)).toEqual(["B", "C", "X", "A"]);
});

test("a tall stack shows no more edges than a small one has room for", () => {
  expect(foot(box, 4)).toBe(foot(box, 12));
  expect(foot(box, 1)).toBeLessThan(foot(box, 2));
});

test("strengths are added where they are numbers", () => {
  expect(strength("5-6")).toBe(5);
  expect(strength("(3)-4")).toBe(3);
  expect(strength("?")).toBeNull();
  expect(together([["22", "10-2", 1], ["22", "2", 1]])).toBe("12");
  expect(together([["22", "10-2", 1], ["22", "?", 1]])).toBe("");
});

test("a counter that can be clicked is a button with its words as name", () => {
  const clicked = vi.fn();
  render(<Counter box={box} unit="B" piece={PIECES.B!} lit onClick={clicked} />);
  const button = screen.getByRole("button", { name: "B Division, division, 7-6, reduced, out of supply, halved, in 22" });
  fireEvent.click(button);
  expect(clicked).toHaveBeenCalledOnce();
  const drawn = button.parentElement!;
  expect(drawn.querySelector("use")!.getAttribute("href")).toBe("#symbol-armour");
  expect(drawn.querySelector(".counter-reduced")).not.toBeNull();
  expect(drawn.querySelector(".counter-frame")).not.toBeNull();
});

test("a counter that cannot be clicked is a picture", () => {
  render(<Counter box={box} unit="Y" piece={PIECES.Y!} />);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("img", { name: /Y Division/ }).querySelector(".counter-reduced")).toBeNull();
});

test("the shapes of symbols come into the document once", () => {
  render(
    <>
      <Counter box={box} unit="A" piece={PIECES.A!} />
      <Counter box={box} unit="B" piece={PIECES.B!} />
    </>,
  );
  expect(document.querySelectorAll("#symbol-armour").length).toBe(1);
});

test("every counter of Operation Roundup has a shape of its own, and all shapes are small", () => {
  for (const counter of roundup.box.counters) expect(SYMBOLS).toHaveProperty(counter.symbol);
  for (const { lines, solid } of Object.values(SYMBOLS)) expect((lines + solid).length).toBeLessThan(1000);
  const used = new Set(roundup.box.counters.map((counter) => counter.symbol));
  expect(new Set([...used].map((name) => JSON.stringify(SYMBOLS[name]))).size).toBe(used.size);
});

test("sides and nations differ in pattern, not in colour alone", () => {
  const owners = ["allied", "german", "US", "UK", "DE"].map((owner) => paintOf(roundup.box, owner));
  expect(new Set(owners.map((paint) => paint.pattern)).size).toBe(5);
  expect(new Set(owners.map((paint) => paint.line)).size).toBe(5);
});

import { expect, test } from "vitest";
import { inForce, spansOf, spanWords } from "../src/table/question/StandingOrder";
import { sheet } from "./table.fixtures";

const here = sheet(3, { spans: { turn: "2", battle: "7" } });

test("an order is in force as long as what it names goes on", () => {
  expect(inForce({ span: "battle", key: "7" }, here)).toBe(true);
  expect(inForce({ span: "battle", key: "6" }, here)).toBe(false);
  expect(inForce({ span: "battle", key: "7" }, sheet(4, { spans: { turn: "2" } }))).toBe(false);
  expect(inForce({ span: "always" }, sheet(4))).toBe(true);
  expect(inForce({}, here)).toBe(false);
});

test("what can be passed for is offered from short to long", () => {
  expect(spansOf(here).map(spanWords)).toEqual(["for this battle", "for this turn", "until you take it back"]);
});

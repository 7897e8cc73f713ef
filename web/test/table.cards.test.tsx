import { describe, expect, test } from "vitest";
import { hidesSomething } from "../src/table/seating";
import { cardWords, handSize, litCards, stepTo, usesOf } from "../src/table/cards/cards";
import { actionWords, allOffers, plainChoices } from "../src/table/question/acting";
import type { Box, Card } from "../src/wire";
import { box as small, choice, question, sheet } from "./table.fixtures";

const husky: Card = {
  id: "allied-1",
  title: "Husky",
  side: "allied",
  kind: "Invasion",
  value: "4",
  star: "leaves the game",
  uses: [
    { verb: "ops", name: "Operations", text: "4 points" },
    { verb: "event", name: "Event" },
  ],
};
const box: Box = {
  ...small,
  cards: [husky],
  verbs: [...small.verbs, { verb: "ops", noun: "card", label: "Operations" }, { verb: "event", noun: "card", label: "Event" }, { verb: "discard", noun: "card", label: "Discard" }],
};

describe("a card", () => {
  test("is lit when an action with it is legal", () => {
    expect([...litCards(question([choice("event", ["allied-1"]), choice("move", ["1001"])]), box)]).toEqual(["allied-1"]);
    expect(litCards(null, box).size).toBe(0);
  });

  test("has its printed uses, of which some are legal, and what else the question offers", () => {
    const uses = usesOf(question([choice("event", ["allied-1"]), choice("discard", ["allied-1"])]), box, husky);
    expect(uses.map((use) => [use.action, use.legal])).toEqual([
      ["ops allied-1", false],
      ["event allied-1", true],
      ["discard allied-1", true],
    ]);
    expect(uses[0]).toMatchObject({ name: "Operations", text: "4 points" });
  });

  test("stands in no list of the question, but in the list of all actions by its title", () => {
    const asked = question([choice("event", ["allied-1"])]);
    expect(plainChoices(asked, box)).toEqual([]);
    expect(allOffers(asked, box, sheet(1))[0]).toMatchObject({ action: "event allied-1", label: "Event: Husky" });
    expect(actionWords(box, "event allied-1")).toBe("Event: Husky");
  });

  test("is told in words", () => {
    expect(cardWords(husky)).toBe("Husky, value 4, Invasion, starred");
  });
});

test("a hand is as large as what is seen of it and its backs", () => {
  expect(handSize({ side: "german", backs: 5 })).toBe(5);
  expect(handSize({ side: "allied", hand: ["allied-1"] })).toBe(1);
});

test("arrow keys go round the fan", () => {
  expect(stepTo("ArrowRight", 2, 3)).toBe(0);
  expect(stepTo("ArrowLeft", 0, 3)).toBe(2);
  expect(stepTo("Enter", 0, 3)).toBeNull();
});

test("two hands on one page need a curtain between them", () => {
  const mine = sheet(3, { cards: [{ side: "allied", hand: ["allied-1"] }] });
  expect(hidesSomething(mine, sheet(3, { cards: [{ side: "allied", backs: 1 }] }))).toBe(true);
  expect(hidesSomething(mine, mine)).toBe(false);
});

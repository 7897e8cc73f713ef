import { describe, expect, test } from "vitest";
import {
  actionWords,
  allOffers,
  clickHex,
  clickUnit,
  costOf,
  ending,
  isLegal,
  litHexes,
  litUnits,
  plainChoices,
  togethers,
} from "../src/table/question/acting";
import { readWords, suggest } from "../src/table/question/command";
import { box, choice, question, sheet } from "./table.fixtures";

const here = sheet(5);

describe("a click", () => {
  test("on a lit hex is the move there", () => {
    const asked = question([choice("move", ["1002:1003"])]);
    expect(clickHex(asked, box, here, "1003")).toMatchObject({ kind: "play", offer: { action: "move 1003" } });
  });

  test("on a hex that two verbs offer asks which one is meant", () => {
    const asked = question([choice("move", ["1002"]), choice("column", ["1002:1003"])]);
    const meaning = clickHex(asked, box, here, "1002");
    expect(meaning.kind === "menu" && meaning.offers.map((offer) => offer.action)).toEqual(["move 1002", "column 1002"]);
  });

  test("on a hex where nothing can be done asks why", () => {
    expect(clickHex(question([choice("move", ["1002"])]), box, here, "1006")).toEqual({ kind: "why", hex: "1006", unit: "" });
  });

  test("beside the counter of the only unit that can be chosen there takes that unit", () => {
    const meaning = clickHex(question([choice("pick", ["US-1"])]), box, here, "1001");
    expect(meaning).toMatchObject({ kind: "play", offer: { action: "pick US-1", unit: "US-1" } });
  });

  test("on a stack of which two can be chosen asks which", () => {
    const meaning = clickHex(question([choice("pick", ["US-1", "US-2"])]), box, here, "1001");
    expect(meaning.kind === "menu" && meaning.offers.map((offer) => offer.action)).toEqual(["pick US-1", "pick US-2"]);
  });

  test("on a friend whose hex is also a destination offers both", () => {
    const there = sheet(5, { units: { ...here.units, "US-2": ["1002", "5-6", 2] } });
    const asked = question([choice("move", ["1002"]), choice("pick", ["US-2"])], { hand: ["US-1"] });
    const meaning = clickUnit(asked, box, there, "US-2");
    expect(meaning.kind === "menu" && meaning.offers.map((offer) => offer.action)).toEqual(["pick US-2", "move 1002"]);
  });

  test("on an enemy's counter attacks his hex", () => {
    expect(clickUnit(question([choice("attack", ["1004"])]), box, here, "DE-712")).toMatchObject({ offer: { action: "attack 1004" } });
  });

  test("on an enemy in the way asks about the hex, on one's own unit about the unit", () => {
    const asked = question([choice("move", ["1002"])]);
    expect(clickUnit(asked, box, here, "DE-712")).toEqual({ kind: "why", hex: "1004", unit: "" });
    expect(clickUnit(asked, box, here, "US-2")).toEqual({ kind: "why", hex: "", unit: "US-2" });
  });
});

describe("what is lit", () => {
  test("a lit hex says its name and what it costs", () => {
    const asked = question([choice("move", ["1002:1004"], { costs: "1ac" })]);
    expect(litHexes(asked, box).map((lit) => lit.label)).toEqual([
      "Move here (1002, 1 MP)",
      "Move here (1003, 10 MP)",
      "Move here (1004 Calais, 12 MP)",
    ]);
    expect(costOf(asked, box, "move 1003")).toBe("10 MP");
    expect(costOf(asked, box, "move 1006")).toBe("");
  });

  test("a lit unit is named in full", () => {
    const [lit] = litUnits(question([choice("pick", ["US-1"])]), box, here);
    expect(lit).toMatchObject({ unit: "US-1", verb: "pick" });
    expect(lit?.label).toContain("Take in hand: US 1 Infantry Division");
  });
});

describe("the panel", () => {
  const asked = question([
    choice("land", ["US-infantry-5-6"], { words: { "US-infantry-5-6": "US 1 Infantry Division (and 9 alike)" }, counters: { "US-infantry-5-6": "US-1" } }),
    choice("join", ["US-1", "US-2"]),
    choice("roll"),
    choice("end", [], { label: "End combat" }),
  ]);

  test("kinds of units come as a list with a counter, plain verbs as buttons, the end for itself", () => {
    const plain = plainChoices(asked, box);
    expect(plain.map((one) => one.verb)).toEqual(["land", "roll"]);
    expect(plain[0]?.items).toEqual([{ action: "land US-infantry-5-6", words: "US 1 Infantry Division (and 9 alike)", counter: "US-1" }]);
    expect(plain[1]?.items).toEqual([]);
    expect(ending(asked)?.label).toBe("End combat");
    expect(ending(question([choice("roll")]))).toBeNull();
  });

  test("one button takes everybody along, if there are several", () => {
    expect(togethers(asked, box)).toEqual([{ verb: "join", label: "All who can join", count: 2 }]);
    expect(togethers(question([choice("join", ["US-1"])]), box)).toEqual([]);
  });

  test("an action of the list is legal, anything else is not", () => {
    const moving = question([choice("move", ["1002:1003"]), choice("end")]);
    expect(isLegal(moving, box, "move 1003")).toBe(true);
    expect(isLegal(moving, box, "move 1004")).toBe(false);
    expect(isLegal(moving, box, "end")).toBe(true);
    expect(isLegal(moving, box, "move")).toBe(false);
    expect(isLegal(null, box, "end")).toBe(false);
  });

  test("every legal action has its words", () => {
    expect(allOffers(asked, box, here).map((offer) => offer.label)).toEqual([
      "Land: US 1 Infantry Division (and 9 alike)",
      "Take along: US 1 Infantry Division, 5-6",
      "Take along: US 2 Infantry Division, 5-6",
      "Roll the die",
      "End combat",
    ]);
    expect(actionWords(box, "move 1004")).toBe("Move here (1004 Calais)");
  });
});

describe("the command field", () => {
  const asked = question([choice("move", ["1002:1003"]), choice("pick", ["US-2"]), choice("end")], { hand: ["US-1"] });

  test("without words lists everything that may be done", () => {
    expect(suggest(asked, box, here, "").map((one) => one.id)).toEqual(["move 1002", "move 1003", "pick US-2", "end"]);
  });

  test("finds an action by its words, the exact one first", () => {
    expect(suggest(asked, box, here, "1003")[0]?.words).toEqual(["move 1003"]);
    expect(suggest(asked, box, here, "take hand 2")[0]?.words).toEqual(["pick US-2"]);
  });

  test("puts a unit whose number was typed before a hex that only holds the digits", () => {
    const bombing = question([choice("move", ["1002:1003"]), choice("pick", ["US-2"])]);
    expect(suggest(bombing, box, here, "2").map((one) => one.id)).toEqual(["pick US-2", "move 1002"]);
    expect(suggest(bombing, box, here, "02").map((one) => one.id)).toEqual(["move 1002"]);
  });

  test("finds a unit by the hex where it stands", () => {
    const at = here.units["US-2"]![0];
    expect(suggest(question([choice("pick", ["US-1", "US-2"])]), box, here, at).map((one) => one.id)).toContain("pick US-2");
  });

  test("shows a place that is not among the actions", () => {
    expect(suggest(asked, box, here, "calais")).toEqual([{ id: "look 1004", label: "Look at 1004 Calais", words: [], look: "1004" }]);
  });

  test("reads unit and hex as one action after the other", () => {
    const picking = question([choice("pick", ["US-1", "US-2"])]);
    expect(suggest(picking, box, here, "US-1 1003")[0]).toMatchObject({ id: "chain", words: ["US-1", "1003"] });
    expect(readWords(picking, box, here, ["us-1", "1003"])).toMatchObject({ offer: { action: "pick US-1" }, rest: ["1003"] });
    expect(readWords(asked, box, here, ["1003"])).toMatchObject({ offer: { action: "move 1003" }, rest: [] });
  });

  test("knows a unit by its short name", () => {
    expect(readWords(asked, box, here, ["2"])).toMatchObject({ offer: { action: "pick US-2" } });
  });

  test("takes all along until nobody is left", () => {
    const joining = question([choice("join", ["US-1", "US-2"]), choice("roll")]);
    expect(readWords(joining, box, here, ["all", "roll"])).toMatchObject({ offer: { action: "join US-1" }, rest: ["all", "roll"] });
    expect(readWords(question([choice("roll")]), box, here, ["all", "roll"])).toMatchObject({ offer: { action: "roll" }, rest: [] });
  });

  test("shows the id of a kind of unit nowhere, and takes the unit that it names", () => {
    const kind = { words: { "US-infantry-5-6": "US 1 Infantry Division (and 1 alike)" }, counters: { "US-infantry-5-6": "US-1" } };
    const landing = question([{ ...choice("land", ["US-infantry-5-6"]), ...kind }]);
    expect(readWords(landing, box, here, ["us-1"])).toMatchObject({ offer: { action: "land US-infantry-5-6" } });
    expect(suggest(landing, box, here, "").map((one) => one.label)).toEqual(["Land: US 1 Infantry Division (and 1 alike)"]);
    expect(actionWords(box, "land US-infantry-5-6")).toBe("Land");
  });

  test("knows a kind of unit by its name and by the unit that stands for it", () => {
    const landing = question([choice("land", ["US-infantry-5-6"], { counters: { "US-infantry-5-6": "US-1" } })]);
    expect(readWords(landing, box, here, ["us-infantry-5-6", "1003"])).toMatchObject({ offer: { action: "land US-infantry-5-6" }, rest: ["1003"] });
    expect(readWords(landing, box, here, ["US-1"])).toMatchObject({ offer: { action: "land US-infantry-5-6" } });
  });

  test("what means nothing is not guessed at", () => {
    expect(readWords(asked, box, here, ["1006"])).toBeNull();
  });
});

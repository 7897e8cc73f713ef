import { describe, expect, test } from "vitest";
import { adjacent, dueStep, isGuided, stepsOf, tourLight, type TourState } from "../src/table/tour/tour";
import type { Box, Line, Piece, Question, Sheet, Tour, TourStep } from "../src/wire";
import fixture from "./fixtures/roundup.json";
import { choice, line, question } from "./table.fixtures";

function step(title: string, changes: Partial<TourStep> = {}): TourStep {
  return { title, task: "Do it.", why: "Because.", cases: [], ...changes };
}

const guide: Tour = {
  side: "allied",
  scenario: "campaign",
  words: "A tour.",
  order: ["beachheads", "air support", "landing", "movement", "combat"],
  steps: [
    step("table", { signs: ["acted"], tells: true }),
    step("beachheads", {
      asked: ["beachheads"],
      light: ["us-beachhead|uk-beachhead"],
      among: [["1619", "1719", "1720", "1821"], ["1308", "1309", "1410", "1411"]],
    }),
    step("air support", { asked: ["air support"], light: ["tas"], where: ["enemy", "beside marker"] }),
    step("landing", { asked: ["landing"], light: ["enter"], where: ["empty"] }),
    step("movement", { asked: ["movement"], signs: ["moved up"], light: ["move", "pick"], where: ["beside enemy"] }),
    step("end movement", { asked: ["movement"] }),
    step("odds", { asked: ["combat"], signs: ["aimed", "fought"], light: ["join", "attack"] }),
    step("attack", { asked: ["combat"], signs: ["fought"], light: ["join", "attack"] }),
    step("result", { signs: ["read"], tells: true }),
    step("farewell"),
  ],
};
const box = { ...(fixture.box as unknown as Box), tour: guide };
const TOUR = stepsOf(box);

function suggestedBeachheads(now: TourState): string[] {
  return tourLight(TOUR[stepNamed("beachheads")]!, now).hexes;
}
const GERMANS: Record<string, Piece> = { "DE-156R": ["1618", "1-4", 2], "DE-18L": ["1306", "2-4", 2] };

function state(asked: Question | null, changes: Partial<Sheet> = {}, log: Line[] = [], seen: string[] = []): TourState {
  const sheet: Sheet = {
    moment: 1,
    turn: 1,
    phase: "",
    phase_name: "",
    deciding: ["allied"],
    waiting: "",
    facts: [],
    standing: [],
    units: GERMANS,
    markers: {},
    control: {},
    question: asked,
    ...changes,
  };
  return { box, sheet, log, side: "allied", seen: new Set(seen) };
}

function stepNamed(id: string): number {
  return TOUR.findIndex((one) => one.title === id);
}

const COAST = ["1308:1309", "1410:1414", "1619", "1719:1720", "1821"];
const beachheads = question([choice("us-beachhead", COAST), choice("uk-beachhead", COAST)], { step: "beachheads" });

describe("the beachheads", () => {
  test("four hexes side by side are suggested, and one of them is next to a weak port", () => {
    const hexes = suggestedBeachheads(state(beachheads));
    expect(hexes).toEqual(["1619", "1719", "1720", "1821"]);
    hexes.slice(1).forEach((hex, place) => expect(adjacent(box, hex, hexes[place]!)).toBe(true));
    expect(hexes.some((hex) => adjacent(box, hex, "1618"))).toBe(true);
  });

  test("what is marked already is not suggested again", () => {
    const left = question([choice("uk-beachhead", ["1308:1309", "1410:1414", "1719:1720", "1821"])], { step: "beachheads" });
    const marked = { markers: { "1619": [{ sign: "US BEACH", title: "US beachhead", owner: "US" }] } };
    expect(suggestedBeachheads(state(left, marked))).toEqual(["1719", "1720", "1821"]);
  });

  test("if that shore is not free another is suggested; every suggestion is legal", () => {
    const elsewhere = question([choice("us-beachhead", ["1308:1309", "1410:1414"])], { step: "beachheads" });
    expect(suggestedBeachheads(state(elsewhere))).toEqual(["1308", "1309", "1410", "1411"]);
    const odd = question([choice("us-beachhead", ["1412:1413"])], { step: "beachheads" });
    expect(suggestedBeachheads(state(odd))).toEqual(["1412", "1413"]);
  });
});

describe("the tour", () => {
  test("waits at a step until it has happened", () => {
    const at = stepNamed("beachheads");
    expect(dueStep(TOUR, state(beachheads), at)).toBe(at);
    expect(dueStep(TOUR, state(question([choice("tas", ["1618"])], { step: "air support" })), at)).toBe(stepNamed("air support"));
  });

  test("catches up with a player who goes ahead", () => {
    expect(dueStep(TOUR, state(question([choice("pick", ["US-1"])], { step: "movement" }), {}, [line(1, "", { side: "allied" })]), 0)).toBe(stepNamed("movement"));
  });

  test("does not go on while the other side decides", () => {
    const at = stepNamed("landing");
    expect(dueStep(TOUR, state(null), at)).toBe(at);
  });

  test("sees that a unit has moved up to the enemy", () => {
    const asked = question([choice("pick", ["US-1"])], { step: "movement" });
    const away = line(9, "", { kind: "move", side: "allied", path: ["1720", "1821"] });
    const up = line(9, "", { kind: "move", side: "allied", path: ["1720", "1719", "1718"] });
    const at = stepNamed("movement");
    expect(dueStep(TOUR, state(asked, {}, [away]), at)).toBe(at);
    expect(dueStep(TOUR, state(asked, {}, [up]), at)).toBe(stepNamed("end movement"));
  });

  test("lights only legal destinations next to an enemy", () => {
    const asked = question([choice("move", ["1718:1720", "1821"])], { step: "movement", hand: ["US-1"] });
    expect(tourLight(TOUR[stepNamed("movement")]!, state(asked))).toEqual({ hexes: ["1718"], units: [], cards: [] });
  });

  test("ends with the player's own attack and the log", () => {
    const combat = question([choice("attack", ["1618"])], { step: "combat" });
    const declared = question([choice("join", ["US-1"]), choice("roll")], { step: "combat", focus: "1618" });
    const battle = line(20, "The Allies attack.", { kind: "battle", side: "allied" });
    expect(dueStep(TOUR, state(combat), stepNamed("odds"))).toBe(stepNamed("odds"));
    expect(dueStep(TOUR, state(declared), stepNamed("odds"))).toBe(stepNamed("attack"));
    expect(dueStep(TOUR, state(combat, {}, [battle]), stepNamed("attack"))).toBe(stepNamed("result"));
    expect(dueStep(TOUR, state(combat, {}, [battle], ["line"]), stepNamed("attack"))).toBe(TOUR.length - 1);
  });

  test("an attack of the other side is not one's own", () => {
    const theirs = line(20, "The Germans attack.", { kind: "battle", side: "german" });
    const at = stepNamed("attack");
    expect(dueStep(TOUR, state(question([choice("attack", ["1618"])], { step: "combat" }), {}, [theirs]), at)).toBe(at);
  });

  test("lights the units that may be taken in hand where no hex is offered", () => {
    const asked = question([choice("pick", ["US-1"]), choice("move", ["1412"])], { step: "movement" });
    expect(tourLight(TOUR[stepNamed("movement")]!, state(asked))).toEqual({ hexes: [], units: ["US-1"], cards: [] });
  });

  test("lights hexes of the enemy beside a marker, and those where nobody stands", () => {
    const asked = question([choice("tas", ["1618", "1306"])], { step: "air support" });
    const marked = { markers: { "1619": [{ sign: "US BEACH", title: "US beachhead", owner: "US" }] } };
    expect(tourLight(TOUR[stepNamed("air support")]!, state(asked, marked)).hexes).toEqual(["1618"]);
    const landing = question([choice("enter", ["1618:1619"])], { step: "landing" });
    expect(tourLight(TOUR[stepNamed("landing")]!, state(landing)).hexes).toEqual(["1619"]);
  });

  test("may go by the rows of the sequence where questions are the same in several", () => {
    const twice: Tour = { ...guide, order: ["first combat", "second movement", "second combat"] };
    const now = (phase: string) => ({ ...state(question([choice("attack", ["1618"])], { step: "combat" }), { phase }), box: { ...box, tour: twice } });
    const steps = [step("first", { asked: ["first combat"], light: ["attack"] }), step("move", { asked: ["second movement"] }), step("last")];
    expect(dueStep(steps, now("first combat"), 0)).toBe(0);
    expect(dueStep(steps, now("second movement"), 0)).toBe(1);
    expect(dueStep(steps, now("second combat"), 0)).toBe(2);
    expect(tourLight(steps[0]!, now("second combat"))).toEqual({ hexes: [], units: [], cards: [] });
  });

  test("lights a card, by itself or among all that can be played", () => {
    const verbs = [...box.verbs, { verb: "event", noun: "card", label: "Event" }];
    const cards = [{ id: "allied-1", title: "Husky", side: "allied" }, { id: "allied-2", title: "Oil", side: "allied" }];
    const asked = question([choice("event", ["allied-1", "allied-2"])], { step: "action" });
    const now = { ...state(asked), box: { ...box, verbs, cards } };
    expect(tourLight(step("one", { light: ["event allied-1"] }), now).cards).toEqual(["allied-1"]);
    expect(tourLight(step("all", { light: ["event"] }), now).cards).toEqual(["allied-1", "allied-2"]);
    expect(tourLight(step("none", { light: ["event allied-9"] }), now).cards).toEqual([]);
  });
});

test("a game has the tour that its box brings, for the side that it is for", () => {
  expect(isGuided(box, "allied")).toBe(true);
  expect(isGuided(box, "german")).toBe(false);
  expect(isGuided(box, null)).toBe(false);
  expect(isGuided({ ...box, tour: undefined }, "allied")).toBe(false);
  expect(stepsOf({ ...box, tour: undefined })).toEqual([]);
});

// Games in which both sides fire, with tracks, numbered flags and arrivals by turn.

import { cleanup, render, screen } from "@testing-library/preact";
import type { ComponentChildren } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Counter } from "../src/board";
import { seats } from "../src/live/seats";
import { ChartsTab, liveMarks, markWords } from "../src/table/tabs/ChartsTab";
import { Desk, DeskContext } from "../src/table/desk";
import { terrainWords } from "../src/table/map/HexPanel";
import { OddsCard, percent } from "../src/table/odds/OddsCard";
import { arrivals, TrackTab, waiting } from "../src/table/tabs/TrackTab";
import { flagWords } from "../src/table/tabs/flags";
import type { Box, Chart, Odds, Sheet } from "../src/wire";
import { FakeSocket, matchInfo } from "./live.fake";
import { box as small, choice, line, question, sheet } from "./table.fixtures";

const fireTable: Chart = {
  id: "cft",
  title: "Combat Fire Table",
  rule: "13.7.3",
  columns: ["Die", "4", "7-9"],
  rows: [["≤ 1", "1", "1"], ["2", "1", "1"], ["≥ 3", "1", "2"]],
};
const terrain: Chart = {
  id: "tec",
  title: "Terrain effects",
  rule: "10.5.A",
  columns: ["Terrain", "MP", "Die"],
  rows: [["clear", "1", "0"], ["city", "1", "-2"], ["fort", "–", "-2"]],
};
const box: Box = {
  ...small,
  charts: [fireTable, terrain],
  flags: { strafed: "strafed: loses {} MP in the next movement", "red-ball": "Red Ball Express", hungry: "out of supply: halved" },
};
const odds: Odds = {
  target: "1004",
  attackers: ["US-1", "US-2"],
  attack: 8,
  defence: 4,
  odds: "",
  shifts: [],
  column: "",
  chart: "cft",
  chances: [{ result: "cleared", meaning: "no defender is left", share: "5/12", value: 0.416667, good: "attacker" }],
  fires: [
    {
      side: "allied",
      strength: 8,
      column: "7-9",
      modifiers: [{ points: -1, rule: "13.9.A.1", why: "the defenders are in woods" }, { points: 1, rule: "17.5.3.A", why: "air" }],
      losses: [{ result: "1", meaning: "1 step lost", share: "1/2", value: 0.5, good: "attacker" }, { result: "2", meaning: "2 steps lost", share: "1/2", value: 0.5, good: "attacker" }],
      units: ["US-1 4", "US-2 4"],
    },
    { side: "german", strength: 4, column: "4", modifiers: [], losses: [{ result: "1", meaning: "1 step lost", share: "1", value: 1, good: "defender" }] },
  ],
};
let desk: Desk;

function sit(shown: Sheet): FakeSocket {
  desk = new Desk("m1234567");
  desk.box.value = box;
  const socket = FakeSocket.last;
  socket.accept();
  socket.say({ say: "welcome", match: matchInfo(), side: "allied", sheet: { ...shown, side: "allied" }, log: [] });
  return socket;
}

function shown(children: ComponentChildren): void {
  render(<DeskContext.Provider value={desk}>{children}</DeskContext.Provider>);
}

beforeEach(() => {
  localStorage.clear();
  seats.value = [];
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  Element.prototype.scrollIntoView ??= () => undefined;
});

afterEach(() => {
  cleanup();
  desk?.close();
});

test("the odds counter shows both sides' fire with columns, modifiers and losses", () => {
  sit(sheet(5));
  shown(<OddsCard odds={odds} words="as declared" box={box} sheet={sheet(5)} />);
  const [allied, german] = [screen.getByLabelText("Allied fire"), screen.getByLabelText("German fire")];
  expect(allied.textContent).toContain("8 on column 7-9");
  expect(allied.textContent).toContain("−1the defenders are in woods");
  expect(allied.textContent).toContain("+1air");
  expect(allied.textContent).toContain("German losses: 1 50%, 2 50%");
  expect(german.textContent).toContain("4 on column 4");
  expect(german.textContent).toContain("Allied losses: 1 100%");
  expect(allied.querySelectorAll(".tone-good")).toHaveLength(2);
  expect(german.querySelectorAll(".tone-bad")).toHaveLength(1);
  expect(screen.getByText("no defender is left", { exact: false }).textContent).toContain("42%");
});

test("a side without strength is said not to fire", () => {
  sit(sheet(5));
  const mute = { ...odds, fires: [odds.fires![0]!, { ...odds.fires![1]!, strength: 0, column: "", losses: [] }] };
  shown(<OddsCard odds={mute} words="" box={box} sheet={sheet(5)} />);
  expect(screen.getByLabelText("German fire").textContent).toContain("does not fire");
});

test("percents never claim what is not certain", () => {
  expect([percent(0), percent(0.001), percent(0.9999), percent(1)]).toEqual(["0%", "1%", "99%", "100%"]);
});

test("the columns of both sides are marked on the chart, each with its side", () => {
  sit(sheet(5, { question: question([choice("roll")], { odds }) }));
  shown(<ChartsTab box={box} />);
  expect(liveMarks(fireTable, odds, box).map((mark) => [mark.column, mark.who])).toEqual([[2, "Allied"], [1, "German"]]);
  expect(markWords(fireTable, liveMarks(fireTable, odds, box), true)).toBe("Marked: Allied fire on 7-9, German fire on 4.");
  expect([...document.querySelectorAll("thead .marked")].map((cell) => cell.textContent)).toEqual(["4 (this attack: German)", "7-9 (this attack: Allied)"]);
});

test("after the dice each side's row and column are marked", () => {
  const socket = sit(sheet(5));
  const fire = (name: string, column: string, row: string) => line(6, name, { kind: "battle", rolls: [{ name, dice: [2], column, row }] });
  socket.say({ say: "changed", delta: { base: 5, moment: 6, lines: [fire("Allies", "7-9", "≥ 3"), fire("Germans", "4", "≤ 1")] } });
  expect(desk.dice.marked.value).toEqual({ chart: "cft", spots: [{ column: "7-9", row: "≥ 3" }, { column: "4", row: "≤ 1" }] });
  shown(<ChartsTab box={box} />);
  expect([...document.querySelectorAll("td.hit")].map((cell) => cell.textContent)).toEqual(["1", "2"]);
});

test("numbered tracks show their markers, and units come under their turns", () => {
  const units: Sheet["units"] = { "US-1": ["pool", "4-4", 2, "turn-2"], "US-2": ["pool", "4-4", 2], "DE-712": ["1004", "2-3", 1] };
  const tracks = [{ name: "Movement Allowance Track", rule: "10.2.5.B", first: 0, last: 4, marks: [{ sign: "21AG", name: "21st Army Group", at: 3, owner: "allied" }] }];
  const whole = sheet(5, { units, tracks, facts: [{ name: "Supply", text: "Full", rule: "9.1.A" }] });
  expect(arrivals(box, whole)).toEqual(new Map([[2, ["US-1"]]]));
  expect(waiting(box, whole)).toEqual([{ place: "Waiting in England", count: 1 }]);
  sit(whole);
  shown(<TrackTab box={box} />);
  const spaces = screen.getByRole("list", { name: "Movement Allowance Track" }).querySelectorAll("li");
  expect([...spaces].map((space) => space.textContent)).toEqual(["0", "1", "2", "321AG", "4"]);
  expect(document.querySelector(".coming summary")?.textContent).toBe("Allied 1 come on turn 2");
  expect(screen.getByText("Supply")).toBeTruthy();
});

test("a flag with a number says it in its words and on its badge", () => {
  expect(flagWords(box, ["1001", "7-7", 2, "strafed-4 red-ball"])).toEqual(["strafed: loses 4 MP in the next movement", "Red Ball Express"]);
  expect(flagWords(box, ["pool", "7-7", 2, "turn-3"])).toEqual(["returns on turn 3"]);
  render(<Counter box={box} unit="US-1" piece={["1001", "5-6", 2, "strafed-4"]} />);
  expect(document.querySelector(".counter-badge text")?.textContent).toBe("4");
  expect(screen.getByLabelText(/strafed 4/)).toBeTruthy();
});

test("a first factor in the accent colour is marked, and a counter may have a box of its own colour", () => {
  const counters = small.counters.map((counter) => (counter.id === "US-1" ? { ...counter, accent: true, box: "#f6e29a" } : counter));
  render(<Counter box={{ ...box, counters }} unit="US-1" piece={["1001", "5-6", 2]} />);
  expect(document.querySelector(".counter-accent")?.textContent).toBe("5");
  expect(document.querySelector(".counter-factors")?.textContent).toBe("5-6");
  expect(document.querySelector(".counter-symbol")?.getAttribute("fill")).toBe("#f6e29a");
});

test("a hex with several kinds of terrain has each told by name", () => {
  expect(terrainWords(box, "clear")).toBe("MP 1, die 0");
  expect(terrainWords(box, "coastal clear city, minor port")).toBe("clear: MP 1, die 0; city: MP 1, die −2");
});

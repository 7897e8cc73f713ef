// Games in which pieces lie face down, attacks can be made in more than one way, and moves are counted in hexes.

import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Counter, isBack, seenCounter, unitWords } from "../src/board";
import { stacksOf, together } from "../src/board/counters/stacks";
import { seats } from "../src/live/seats";
import { clickUnit, costOf } from "../src/table/question/acting";
import { Desk, DeskContext } from "../src/table/desk";
import { FilmPlayer, namelessWalkers, scenesOf } from "../src/table/past/film";
import { HexPanel } from "../src/table/map/HexPanel";
import { OddsCard } from "../src/table/odds/OddsCard";
import { orderOfBattle } from "../src/table/tabs/UnitsTab";
import type { Box, Film, Odds, Sheet } from "../src/wire";
import { FakeSocket, matchInfo } from "./live.fake";
import { box as small, choice, line, question, sheet } from "./table.fixtures";

const box: Box = {
  ...small,
  nations: [...small.nations, { id: "--", name: "Backs", side: "german", face: "#5f574e", ink: "#ffffff", box: "#776d61" }],
  back: { id: "?", name: "A face-down piece", short: "?", nation: "--", side: "german", symbol: "unknown", size: "", steps: 1 },
  cost_word: "hex",
  cost_words: "hexes",
};
const units: Sheet["units"] = { "US-1": ["1001", "3-3-6", 1], "?1004": ["1004", "?", 1], "?1004/2": ["1004", "?", 1], "DE-712": ["unknown", "2-4", 1] };
const here = sheet(5, { units });
let desk: Desk;

beforeEach(() => {
  localStorage.clear();
  seats.value = [];
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  desk = new Desk("m1234567");
  desk.box.value = box;
  FakeSocket.last.accept();
  FakeSocket.last.say({ say: "welcome", match: matchInfo(), side: "allied", sheet: { ...here, side: "allied" }, log: [] });
});

afterEach(() => {
  cleanup();
  desk.close();
  vi.unstubAllGlobals();
});

test("a piece without a counter shows the back of the box, and says no more than that", () => {
  expect(isBack(box, "?1004")).toBe(true);
  expect(isBack(box, "US-1")).toBe(false);
  expect(isBack(small, "nobody")).toBe(false);
  expect(seenCounter(box, "?1004")).toMatchObject({ id: "?1004", side: "german", short: "?" });
  expect(unitWords(box, "?1004", units["?1004"]!)).toBe("A face-down piece, in 1004");
  render(<Counter box={box} unit="?1004/2" piece={units["?1004/2"]!} />);
  expect(screen.getByRole("img", { name: "A face-down piece, in 1004" }).querySelector("use")!.getAttribute("href")).toBe("#symbol-unknown");
});

test("one's own piece that lies face down shows what it is, hatched", () => {
  render(<Counter box={box} unit="US-1" piece={["1001", "3-3-6", 1, "down"]} />);
  const counter = screen.getByRole("img", { name: /US 1 Infantry Division, division, 3-3-6, down/ });
  expect(counter.querySelector(".counter-down")).not.toBeNull();
  expect(counter.querySelectorAll(".counter-badge").length).toBe(1);
});

test("pieces without factors add nothing to the strength of a stack, unknown ones make it unknown", () => {
  expect(together([["1", "3-3-6", 1], ["1", "", 1]])).toBe("3");
  expect(together([["1", "", 1]])).toBe("");
  expect(together([["1", "?", 1], ["1", "?", 1]])).toBe("");
  expect(stacksOf(box, units, [], []).get("1004")!.units).toHaveLength(2);
});

test("a click on a back asks about its hex, never about a unit", () => {
  expect(clickUnit(question([choice("pick", ["US-1"])]), box, here, "?1004")).toEqual({ kind: "why", hex: "1004", unit: "" });
  expect(clickUnit(question([choice("attack", ["1004"])]), box, here, "?1004")).toMatchObject({ offer: { action: "attack 1004" } });
});

test("backs are listed among the units on the map of their side", () => {
  const groups = orderOfBattle(box, here, "german", "");
  expect(groups[0]).toMatchObject({ id: "", entries: [{ unit: "?1004" }, { unit: "?1004/2" }] });
});

test("the panel of the hex calls them face-down pieces", () => {
  desk.hover.value = { hex: "1004", unit: "" };
  render(<DeskContext.Provider value={desk}><HexPanel box={box} sheet={here} /></DeskContext.Provider>);
  expect(screen.getAllByText("A face-down piece")).toHaveLength(2);
});

test("moves are counted in the game's own words", () => {
  const asked = question([choice("move", ["1002:1003"], { costs: "12" })]);
  expect([costOf(asked, box, "move 1002"), costOf(asked, box, "move 1003")]).toEqual(["1 hex", "2 hexes"]);
  expect(costOf(asked, small, "move 1003")).toBe("2 MP");
});

test("a film walks the counter that is gone from the first hex of a nameless way, leg by leg", async () => {
  const film: Film = {
    first: here,
    frames: [
      {
        side: "german",
        delta: {
          base: 5,
          moment: 6,
          units: { "?1004/2": null, "?1002": ["1002", "?", 1] },
          lines: [
            line(6, "A face-down piece moves.", { kind: "move", side: "german", path: ["1004", "1003"] }),
            line(6, "A face-down piece dashes.", { kind: "move", side: "german", path: ["1003", "1002"] }),
          ],
        },
      },
    ],
  };
  const walked: string[] = [];
  const player = new FilmPlayer(scenesOf(film), film.first, {
    walk: async (who, path) => {
      walked.push(`${who} ${path.join("-")}`);
    },
    look: () => undefined,
    pause: async () => undefined,
  });
  await player.play();
  expect(walked).toEqual(["?1004/2 1004-1003", "?1004/2 1003-1002"]);
  const [scene] = scenesOf(film);
  expect(namelessWalkers(scene!, ["1001", "1002"], { units: [], hex: "" })).toEqual({ units: [], hex: "1002" });
});

test("an attack that can be made in two ways has the chances of both; one that is not allowed has none", () => {
  const odds: Odds = {
    target: "1004",
    attackers: ["US-1"],
    attack: 2.5,
    defence: 2,
    odds: "1:1",
    shifts: [],
    column: "1:1",
    chart: "crt",
    chances: [{ result: "DR", meaning: "routed", share: "1", value: 1, good: "attacker" }],
    variants: [{ name: "Pressed Attack", rule: "PRESS.1", chances: [{ result: "DE", meaning: "eliminated", share: "1/6", value: 1 / 6, good: "attacker" }, { result: "AE", meaning: "lost", share: "5/6", value: 5 / 6, good: "defender" }] }],
  };
  const counter = (shown: Odds) => render(<DeskContext.Provider value={desk}><OddsCard odds={shown} words="" box={box} sheet={here} /></DeskContext.Provider>);
  const { container, unmount } = counter(odds);
  expect(container.querySelector(".odds-sum")!.textContent).toBe("2.5 against 2 is 1:1");
  expect(screen.getByRole("region", { name: "Pressed Attack" }).textContent).toContain("DE 1/6, AE 5/6");
  unmount();
  const { container: none } = counter({ ...odds, column: "", chances: [], variants: [] });
  expect(none.querySelector(".odds-column")).toBeNull();
  expect(none.querySelector(".odds-bar")).toBeNull();
});

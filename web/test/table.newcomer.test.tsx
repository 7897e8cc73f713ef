// What somebody needs who sees the table for the first time: the choices in a sensible order, and none that cannot be meant.

import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepSeat, seats } from "../src/live/seats";
import { SoundCard } from "../src/table/aids/SoundCard";
import { soundsAsked, soundsWanted } from "../src/table/aids/sounds";
import { SmallCard } from "../src/table/cards/CardFace";
import { Desk, DeskContext } from "../src/table/desk";
import { placing } from "../src/table/gestures/PlaceRest";
import { serial } from "../src/table/gestures/Series";
import { terrainWords } from "../src/table/map/HexPanel";
import { PromptPanel } from "../src/table/question/PromptPanel";
import type { Box, Question, VerbInfo } from "../src/wire";
import { FakeSocket, matchInfo } from "./live.fake";
import { box, choice, question, sheet } from "./table.fixtures";

const MORE: VerbInfo[] = [
  { verb: "strafe", noun: "unit", label: "Strafe this unit", series: "some" },
  { verb: "call", noun: "unit", label: "Send for this unit", series: "no" },
  { verb: "recall", noun: "unit", label: "Call it back", series: "some" },
  { verb: "place", noun: "hex", label: "Place it here" },
  { verb: "storm", noun: "", label: "Storm the fortress", main: true },
];
const printed: Box = { ...box, verbs: [...box.verbs, ...MORE], layout: { ...box.layout, boxes: [{ label: "pool", name: "England", x: 0, y: 0, terrain: "box" }] } };
let desk: Desk;

function ask(asked: Question): void {
  desk = new Desk("m1234567");
  desk.box.value = printed;
  const socket = FakeSocket.last;
  socket.accept();
  socket.say({ say: "welcome", match: matchInfo(), side: "allied", sheet: { ...sheet(5, { question: asked }), side: "allied" }, log: [] });
  render(
    <DeskContext.Provider value={desk}>
      <PromptPanel box={printed} />
    </DeskContext.Provider>,
  );
}

beforeEach(() => {
  localStorage.clear();
  seats.value = [];
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  keepSeat({ match: "m1234567", side: "allied", token: "token-of-the-allies", game: "small", name: "Ann", title: "Small game", commitment: "", mine: true });
});

afterEach(() => {
  cleanup();
  desk?.close();
  vi.unstubAllGlobals();
});

test("with a unit in hand the hexes come before whoever else could be taken", () => {
  ask(question([choice("pick", ["US-2", "US-82AB"]), choice("join", ["US-2"]), choice("move", ["1002"]), choice("end")], { hand: ["US-1"] }));
  const heads = screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"));
  expect(heads).toEqual(["Take along", "Move here", "Take in hand"]);
});

test("a unit that waits off the map says where", () => {
  ask(question([choice("pick", ["US-2", "US-82AB"]), choice("end")]));
  expect(screen.getByRole("button", { name: /US 82 Airborne Division in England/ })).toBeDefined();
});

test("where a few are meant nobody is offered to do it to all of them", () => {
  ask(question([choice("strafe", ["US-1", "US-2", "DE-712"]), choice("end")]));
  expect(screen.getByRole("button", { name: "Strafe this unit: tick several" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /: all 3/ })).toBeNull();
});

test("where each begins something of its own there are not several at once", () => {
  expect(serial(question([choice("call", ["US-1", "US-2"]), choice("end")]), printed)).toEqual([]);
  expect(serial(question([choice("strafe", ["US-1", "US-2"]), choice("end")]), printed)).toHaveLength(1);
});

test("nothing is left to be placed where units can only be called back", () => {
  const shown = sheet(5);
  expect(placing(question([choice("drop", ["US-82AB"]), choice("end")]), printed, shown)).toBe(true);
  expect(placing(question([choice("recall", ["US-82AB"]), choice("end")]), printed, shown)).toBe(false);
});

test("of two buttons the one that is meant stands out, and not the way past it", () => {
  ask(question([choice("storm"), choice("end", [], { label: "No assault" })]));
  expect(screen.getByRole("button", { name: "Storm the fortress" }).className).toContain("primary");
  expect(screen.getByRole("button", { name: "No assault" }).className).not.toContain("primary");
});

test("what the chart leaves empty is not said of a hex", () => {
  const chart = {
    id: "tec", title: "Terrain", rule: "8.1", columns: ["Terrain", "Defence", "Stacking", "Who enters"],
    rows: [["clear", "–", "3", "all"], ["alpine", "×2", "1", "mountain units"], ["town", "–", "–", "all"]],
  };
  const withChart = { ...box, charts: [chart] };
  expect(terrainWords(withChart, "clear")).toBe("Stacking 3");
  expect(terrainWords(withChart, "alpine")).toBe("Defence ×2, stacking 1");
  expect(terrainWords(withChart, "clear town")).toBe("clear: Stacking 3");
});

test("a long word fits on a small card", () => {
  const card = { id: "axis-18", title: "Counterattack", side: "german", kind: "Combat" };
  const { container } = render(<SmallCard card={card} box={printed} />);
  expect(container.querySelector(".card-title")?.className).toContain("long");
  const short = render(<SmallCard card={{ ...card, title: "Atlantic Wall" }} box={printed} />);
  expect(short.container.querySelector(".card-title")?.className).not.toContain("long");
});

test("whoever plays on without saying whether he wants sounds wants none, and the map is free again", async () => {
  desk = new Desk("m1234567");
  desk.box.value = printed;
  const socket = FakeSocket.last;
  socket.accept();
  const shown = sheet(5, { question: question([choice("roll")]) });
  socket.say({ say: "welcome", match: matchInfo(), side: "allied", sheet: { ...shown, side: "allied" }, log: [] });
  soundsAsked.value = true;
  render(
    <DeskContext.Provider value={desk}>
      <SoundCard />
    </DeskContext.Provider>,
  );
  expect(screen.getByRole("region", { name: "Sounds" })).toBeDefined();
  void desk.play("roll");
  await waitFor(() => expect(socket.sent.at(-1)?.do).toBe("play"));
  socket.say({ say: "changed", answers: socket.heard("play").id, delta: { base: 5, moment: 6, fields: { question: null }, lines: [] } });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Sounds" })).toBeNull());
  expect(soundsWanted()).toBe("off");
});

test("a hint about a click on the target is given only where that click does something, and says what", () => {
  const odds = { target: "1004", attackers: ["US-1"], defenders: ["DE-712"] } as never;
  const asked = { focus: "1004", odds, hand: ["US-1"] };
  ask(question([choice("pass"), choice("end")], asked));
  expect(screen.queryByText(/A click on the target/)).toBeNull();
  cleanup();
  desk.close();
  ask(question([choice("storm"), choice("end")], asked));
  expect(screen.getByText("A click on the target means “Storm the fortress”.")).toBeDefined();
});

// What bots say of their doings, what they would do in one's place, and that they think.

import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import type { ComponentChildren } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepSeat, seats } from "../src/live/seats";
import { Desk, DeskContext } from "../src/table/desk";
import { scenesOf } from "../src/table/past/film";
import { lastRemark, takenBack } from "../src/table/tabs/lines";
import { LogTab } from "../src/table/tabs/LogTab";
import { newsSince } from "../src/table/head/Notices";
import { PromptPanel } from "../src/table/question/PromptPanel";
import type { Line, Sheet } from "../src/wire";
import { FakeSocket, matchInfo } from "./live.fake";
import { serve } from "./start.fixtures";
import { box, choice, line, question, sheet } from "./table.fixtures";

const SEATS = [
  { side: "allied", kind: "human", name: "Ann", here: true },
  { side: "german", kind: "bot", bot: "search:10" },
];
const WHY = line(4, "I close the road.", { kind: "remark", side: "german", rule: "" });
const LOG = [line(3, "DE-1 moves.", { kind: "move", side: "german" }), line(4, "DE-2 moves.", { kind: "move", side: "german" }), WHY];
let desk: Desk;

function sit(shown: Sheet, log: Line[] = [], mark = 0, side: string | null = "allied"): FakeSocket {
  desk = new Desk("m1234567");
  desk.box.value = box;
  const socket = FakeSocket.last;
  socket.accept();
  socket.say({ say: "welcome", match: matchInfo({ seats: SEATS }), side, sheet: { ...shown, side }, log, mark });
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
  keepSeat({ match: "m1234567", side: "allied", token: "token-of-the-allies", game: "small", name: "Ann", title: "", commitment: "", mine: true });
});

afterEach(() => {
  cleanup();
  desk.close();
  vi.unstubAllGlobals();
});

test("the last thing that the bot said stands above the question until I have decided something", () => {
  const asked = question([choice("move", ["1002"])]);
  sit(sheet(5, { question: asked }), LOG, 2);
  shown(<PromptPanel box={box} />);
  expect(screen.getByText("Search:").parentElement?.textContent).toBe("Search: “I close the road.”");
  cleanup();
  desk.close();
  sit(sheet(5, { question: asked }), LOG, 5);
  shown(<PromptPanel box={box} />);
  expect(screen.queryByText("Search:")).toBeNull();
});

test("what was said of something that was taken back no longer holds", () => {
  const back = line(5, "The Germans agree to go back.", { kind: "talk", side: "german", to: 2 });
  expect(lastRemark(LOG, 0, "allied")).toBe(WHY);
  expect(lastRemark(LOG, 0, "german")).toBeNull();
  expect(lastRemark([...LOG, back], 0, "allied")).toBeNull();
});

test("a reason is neither news nor an action, and a film has no scene for it alone", () => {
  expect(newsSince([WHY], 0, "allied")).toEqual([]);
  expect(takenBack(LOG, 0)).toHaveLength(2);
  const delta = (moment: number, lines: Line[]) => ({ base: moment - 1, moment, lines });
  const film = { first: sheet(2), frames: [{ side: "german", delta: delta(3, [WHY]) }, { side: "german", delta: delta(4, LOG) }] };
  expect(scenesOf(film).map((scene) => scene.lines)).toEqual([LOG]);
});

test("in the log a reason cannot be gone back to by itself", () => {
  sit(sheet(5, { question: question([choice("move", ["1002"])]) }), LOG);
  shown(<LogTab box={box} />);
  expect(screen.getByText("I close the road.")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^Go back to before this/ })).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Why" }));
  expect(screen.queryByText("I close the road.")).toBeNull();
  expect(screen.getByText("DE-2 moves.")).toBeTruthy();
});

test("the page says who thinks", async () => {
  const socket = sit(sheet(5, { waiting: "The Germans decide: movement." }));
  shown(<PromptPanel box={box} />);
  expect(screen.queryByText(/thinking/)).toBeNull();
  socket.say({ say: "thinking", side: "german", on: true });
  expect((await screen.findByText(/thinking/)).textContent?.trim()).toBe("Search is thinking…");
});

test("the planner is asked what it would do, and that can be done", async () => {
  const asked = serve({
    "GET /api/matches/m1234567/advice": () => ({ bot: "planner", action: "move 1002", at: 5, reason: "It is in my way." }),
  });
  const socket = sit(sheet(5, { question: question([choice("move", ["1002"])]) }));
  shown(<PromptPanel box={box} />);
  fireEvent.click(screen.getByRole("button", { name: "Advice: What would the planner do?" }));
  expect(await screen.findByText("“It is in my way.”")).toBeTruthy();
  expect(asked.at(-1)?.authorization).toBe("Bearer token-of-the-allies");
  fireEvent.click(screen.getByRole("button", { name: "Do that" }));
  await waitFor(() => expect(socket.sent.at(-1)).toMatchObject({ do: "play", action: "move 1002", at: 5 }));
});

test("advice is good for one moment, and why there is none is told", async () => {
  serve({
    "GET /api/matches/m1234567/advice": () => new Response(JSON.stringify({ error: "There is no advice now." }), { status: 503 }),
  });
  const socket = sit(sheet(5, { question: question([choice("move", ["1002"])]) }));
  shown(<PromptPanel box={box} />);
  fireEvent.click(screen.getByRole("button", { name: "Advice: What would the planner do?" }));
  expect(await screen.findByText("There is no advice now.")).toBeTruthy();
  socket.say({ say: "changed", delta: { base: 5, moment: 6, fields: {} } });
  expect(await screen.findByRole("button", { name: "Advice: What would the planner do?" })).toBeTruthy();
  expect(screen.queryByText("There is no advice now.")).toBeNull();
});

test("a spectator is not offered advice", () => {
  sit(sheet(5, { waiting: "The Allies decide." }), LOG, 0, null);
  shown(<PromptPanel box={box} />);
  expect(screen.queryByRole("button", { name: "Advice: What would the planner do?" })).toBeNull();
  expect(screen.getByText("Search:")).toBeTruthy();
});

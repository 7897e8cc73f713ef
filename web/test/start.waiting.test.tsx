import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restoreSeats, seats } from "../src/live/seats";
import { Table } from "../src/live/table";
import { tableTitle } from "../src/live/title";
import { ProofPage } from "../src/proof/ProofPage";
import { WaitingRoom } from "../src/start/WaitingRoom";
import type { Box, MatchInfo } from "../src/wire";
import { FakeSocket, matchInfo, sheet, welcome } from "./live.fake";
import { serve, SHELF } from "./start.fixtures";

const TOKEN = "A".repeat(43);
const OTHER = "B".repeat(43);
const BOX = { slug: "roundup", title: "Operation Roundup", sides: SHELF.sides } as Box;
let table: Table;

beforeEach(() => {
  localStorage.clear();
  seats.value = [];
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  serve({ "GET /api/games": () => ({ games: [SHELF] }) });
});

afterEach(() => {
  cleanup();
  table?.close();
  vi.unstubAllGlobals();
});

function waiting(changes: Partial<MatchInfo> = {}): MatchInfo {
  return matchInfo({
    status: "waiting",
    seats: [
      { side: "allied", kind: "open", name: "Ann", here: true },
      { side: "german", kind: "open" },
    ],
    ...changes,
  });
}

function enter(token = TOKEN, side: string | null = "allied", match = waiting()): void {
  table = new Table("m1234567", token, "ws://table/api/live");
  FakeSocket.last.accept();
  FakeSocket.last.say(welcome(0, { sheet: null, match, side }));
  render(<WaitingRoom table={table} box={BOX} />);
}

test("I sit down with my name and words for the dice, and see the link for my friend", async () => {
  const seat = { match: "m1234567", game: "roundup", name: "Ann", title: "", commitment: "", added: "" };
  restoreSeats([
    { ...seat, side: "allied", token: TOKEN, mine: true },
    { ...seat, side: "german", token: OTHER, name: "", mine: false },
  ]);
  enter();
  expect(screen.getByText("Waiting for the Allies and the Germans to sit down.")).toBeTruthy();
  expect((screen.getByLabelText("Link for whoever plays the Germans") as HTMLInputElement).value).toContain(`#seat=${OTHER}`);
  expect(screen.getByText("c0ffee")).toBeTruthy();
  fireEvent.input(screen.getByLabelText(/words for the dice/), { target: { value: " cider " } });
  await waitFor(() => fireEvent.submit(screen.getByRole("button", { name: "Sit down" }).closest("form")!));
  const message = FakeSocket.last.heard("sit");
  expect(message).toMatchObject({ name: "Ann", words: "cider" });
  FakeSocket.last.say({
    say: "table",
    match: waiting({
      seats: [
        { side: "allied", kind: "human", name: "Ann", here: true, ready: true },
        { side: "german", kind: "open" },
      ],
    }),
  });
  FakeSocket.last.say({ say: "done", id: message.id });
  expect(await screen.findByText("Waiting for the Germans to sit down.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Sit down" })).toBeNull();
});

test("who has sat down may begin without the other, and hears why not", async () => {
  enter(TOKEN, "allied", waiting({ seats: [{ side: "allied", kind: "human", ready: true }, { side: "german", kind: "open" }] }));
  fireEvent.click(screen.getByRole("button", { name: "Begin now" }));
  FakeSocket.last.say({ say: "refused", id: FakeSocket.last.heard("begin").id, why: { text: "The match has begun already." } });
  expect(await screen.findByText("The match has begun already.")).toBeTruthy();
});

test("a spectator waits too, and is told how to get a seat", () => {
  enter("", null);
  expect(screen.getByText(/You are watching/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Begin|Sit/ })).toBeNull();
});

test("whoever comes by a link reads which rules were agreed", async () => {
  enter(TOKEN, "allied", waiting({ options: { "15.1": true, "13.3": "chosen" } }));
  expect(await screen.findByText("Campaign")).toBeTruthy();
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items.filter((text) => text?.includes("Bluepoint"))).toEqual(["Bluepoint Bonus 15.1: YesTwo dice."]);
  expect(items.filter((text) => text?.includes("Strategy"))).toEqual(["Hitler's Strategy 13.3: ChosenHow it is settled."]);
});

test("the title of the window says whose turn it is", () => {
  enter();
  expect(tableTitle([table])).toBe("Waiting for players – Operation Roundup");
  FakeSocket.last.say({ say: "table", match: matchInfo() });
  FakeSocket.last.say({ say: "fresh", sheet: sheet(0) });
  expect(tableTitle([table])).toBe("● Your move – Operation Roundup");
  FakeSocket.last.say({ say: "changed", delta: { base: 0, moment: 1, fields: { deciding: ["german"] } } });
  expect(tableTitle([table])).toBe("Waiting – Operation Roundup");
  FakeSocket.last.say({ say: "changed", delta: { base: 1, moment: 2, fields: { request: { side: "german", to: 0 } } } });
  expect(tableTitle([table])).toBe("● Your answer – Operation Roundup");
  FakeSocket.last.say({ say: "table", match: matchInfo({ status: "over" }) });
  expect(tableTitle([table])).toBe("Ended – Operation Roundup");
});

test("the proof is checked in this browser, die by die, and against the commitment that was noted", async () => {
  const proof = {
    match: "m1234567",
    commitment: "2f829f8fdc49987c4d63dc3abf8f4195fe3af7d6e6cc9529d3d4935eec30e159",
    key: "4f833d364aae6562e40af25e8d4473dc93794097e2f43d5c314a1b7da1d7c6ba",
    words: ["blue", "grün"],
    rolls: [
      [0, 0, 0, 6, 2],
      [3, 0, 1, 6, 6],
    ],
    agrees: true,
    recipe: "…",
  };
  const info = () => matchInfo({ status: "over", commitment: proof.commitment });
  serve({ "GET /api/matches/m1234567": info, "GET /api/matches/m1234567/proof": () => proof });
  const { unmount } = render(<ProofPage match="m1234567" />);
  fireEvent.click(await screen.findByRole("button", { name: "Check in this browser" }));
  expect(await screen.findByText("They agree.")).toBeTruthy();
  unmount();
  const seat = { match: "m1234567", side: "allied", token: TOKEN, game: "", name: "", title: "", mine: true, added: "" };
  restoreSeats([{ ...seat, commitment: "another" }]);
  render(<ProofPage match="m1234567" />);
  fireEvent.click(await screen.findByRole("button", { name: "Check in this browser" }));
  expect(await screen.findByText("They do not agree.")).toBeTruthy();
  expect(screen.getByText(/not the one that this browser noted/)).toBeTruthy();
});

test("before the end the proof page shows the commitment and says when the key comes", async () => {
  serve({
    "GET /api/matches/m1234567": () => matchInfo(),
    "GET /api/matches/m1234567/proof": () => new Response(JSON.stringify({ error: "The match still runs." }), { status: 409 }),
  });
  render(<ProofPage match="m1234567" />);
  expect(await screen.findByText(/still being played/)).toBeTruthy();
  expect(await screen.findByText("c0ffee")).toBeTruthy();
});

// A draw, or an abandoned match: who is asked answers, who has asked may take it back.

import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepSeat, seats } from "../src/live/seats";
import { tableTitle } from "../src/live/title";
import { Desk, DeskContext } from "../src/table/desk";
import { OfferCard } from "../src/table/question/OfferCard";
import type { Sheet } from "../src/wire";
import { FakeSocket, matchInfo } from "./live.fake";
import { box, sheet } from "./table.fixtures";

let desk: Desk;

beforeEach(() => {
  localStorage.clear();
  seats.value = [];
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  cleanup();
  desk.close();
  vi.unstubAllGlobals();
});

function show(changes: Partial<Sheet>): FakeSocket {
  keepSeat({ match: "m1234567", side: "allied", token: "a".repeat(43), game: "small", name: "Ann", title: "Small game", commitment: "", mine: true });
  desk = new Desk("m1234567");
  desk.box.value = box;
  const socket = FakeSocket.last;
  socket.accept();
  socket.say({ say: "welcome", match: matchInfo(), side: "allied", sheet: { ...sheet(5, changes), side: "allied" }, log: [] });
  const now = desk.table.value.sheet.value!;
  render(
    <DeskContext.Provider value={desk}>
      <OfferCard sheet={now} box={box} />
    </DeskContext.Provider>,
  );
  return socket;
}

test("whoever is asked says yes or no", () => {
  const socket = show({ offer: { kind: "draw", side: "german" }, deciding: ["german"] });
  expect(screen.getByRole("heading", { name: "The Germans offer a draw" })).toBeTruthy();
  expect(tableTitle([desk.table.value])).toContain("● Your answer");
  fireEvent.click(screen.getByRole("button", { name: "Accept the draw" }));
  expect(socket.heard("reply")).toMatchObject({ agree: true, at: 5 });
});

test("no is no", () => {
  const socket = show({ offer: { kind: "abandon", side: "german" } });
  fireEvent.click(screen.getByRole("button", { name: "Play on" }));
  expect(socket.heard("reply")).toMatchObject({ agree: false });
});

test("whoever offered may take it back and cannot answer", () => {
  const socket = show({ offer: { kind: "draw", side: "allied" } });
  expect(screen.getByRole("heading", { name: "You have offered a draw" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Accept the draw" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
  expect(socket.heard("withdraw")).toMatchObject({ at: 5 });
});

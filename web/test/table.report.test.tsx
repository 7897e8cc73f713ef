// A rule that is not as in the book is reported with the match up to now.

import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepSeat, seats } from "../src/live/seats";
import { Desk, DeskContext } from "../src/table/desk";
import { ReportDialog } from "../src/table/head/ReportDialog";
import { FakeSocket, matchInfo } from "./live.fake";
import { serve } from "./start.fixtures";
import { box, choice, question, sheet } from "./table.fixtures";

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

test("a report holds my words, the question and the record, with a # before what is no record", async () => {
  const made: Blob[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => (made.push(blob), "blob:here"), revokeObjectURL: () => undefined }));
  serve({ "GET /api/matches/m1234567/text": () => ({ text: "bocage record 1\ngame small\n", whole: true }) });
  keepSeat({ match: "m1234567", side: "allied", token: "a".repeat(43), game: "small", name: "Ann", title: "Small game", commitment: "", mine: true });
  desk = new Desk("m1234567");
  desk.box.value = box;
  const socket = FakeSocket.last;
  socket.accept();
  socket.say({ say: "welcome", match: matchInfo(), side: "allied", sheet: { ...sheet(5, { question: question([choice("roll")]) }), side: "allied" }, log: [] });
  render(
    <DeskContext.Provider value={desk}>
      <ReportDialog />
    </DeskContext.Provider>,
  );
  fireEvent.input(screen.getByLabelText("What is wrong"), { target: { value: "Case 3.2 says two.\nHere it is one." } });
  fireEvent.click(screen.getByRole("button", { name: "Save the report" }));
  await waitFor(() => expect(made).toHaveLength(1));
  const lines = (await made[0]!.text()).split("\n");
  const record = lines.indexOf("bocage record 1");
  expect(record).toBeGreaterThan(3);
  expect(lines.slice(0, record).every((line) => line.startsWith("#"))).toBe(true);
  expect(lines).toContain("# Case 3.2 says two.");
  expect(lines.some((line) => line.includes(desk.question.value!.text))).toBe(true);
});

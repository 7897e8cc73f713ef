import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyDelta, openTables, Refusal, Table } from "../src/live/table";
import type { Line } from "../src/wire";
import { FakeSocket, matchInfo, sheet, welcome } from "./live.fake";

const TOKEN = "t".repeat(43);
let table: Table;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function line(moment: number, text = `line ${moment}`): Line {
  return { moment, rule: "10.0", text };
}

function seated(moment = 5): FakeSocket {
  table = new Table("m1234567", TOKEN, "ws://table/api/live");
  FakeSocket.last.accept();
  FakeSocket.last.say(welcome(moment, { log: [line(1), line(moment)], mark: 3, notes: "hold Calais" }));
  return FakeSocket.last;
}

test("I sit down: the page says hello with my seat and shows what the table answers", () => {
  table = new Table("m1234567", TOKEN, "ws://table/api/live");
  expect(table.link.value).toBe("connecting");
  expect(FakeSocket.last.url).not.toContain(TOKEN);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent).toEqual([{ do: "hello", match: "m1234567", token: TOKEN, have: -1 }]);
  FakeSocket.last.say(welcome(5, { log: [line(5)], mark: 3, notes: "hold Calais" }));
  expect(table.link.value).toBe("live");
  expect(table.side.value).toBe("allied");
  expect(table.sheet.value?.moment).toBe(5);
  expect(table.log.value).toHaveLength(1);
  expect(table.notes.value).toBe("hold Calais");
  expect(openTables.value).toContain(table);
});

test("my action is done when the change that answers it arrives", async () => {
  const socket = seated();
  const answer = table.play("move 1305");
  expect(table.busy.value).toBe(true);
  const play = socket.heard("play");
  expect(play).toMatchObject({ action: "move 1305", at: 5 });
  socket.say({
    say: "changed",
    answers: play.id,
    delta: { base: 5, moment: 6, units: { "US-1": ["1305", "5-6", 2, "moved"] }, lines: [line(6)] },
  });
  expect(await answer).toBeNull();
  expect(table.busy.value).toBe(false);
  expect(table.sheet.value?.units["US-1"]?.[0]).toBe("1305");
  expect(table.log.value.map((one) => one.moment)).toEqual([1, 5, 6]);
  expect(table.mark.value).toBe(6);
  expect(table.arrivals.value).toEqual([]);
});

test("a refusal comes back with its reason and case, and a fresh sheet replaces a stale one", async () => {
  const socket = seated();
  const answer = table.play("move 2308");
  socket.say({ say: "refused", id: socket.heard("play").id, why: { text: "an enemy holds it", rule: "10.0" } });
  socket.say({ say: "fresh", sheet: sheet(8), lines: [line(6), line(8)] });
  expect(await answer).toEqual({ text: "an enemy holds it", rule: "10.0" });
  expect(table.busy.value).toBe(false);
  expect(table.sheet.value?.moment).toBe(8);
  expect(table.log.value.map((one) => one.moment)).toEqual([1, 5, 6, 8]);
});

test("a second click while the first is under way is not sent", async () => {
  const socket = seated();
  void table.play("roll");
  const sent = socket.sent.length;
  expect((await table.play("roll"))?.text).toMatch(/still under way/);
  expect(socket.sent).toHaveLength(sent);
});

test("what the other side does arrives in order and is kept for the film strip", () => {
  const socket = seated();
  const seen: boolean[] = [];
  const stop = table.onChange((change) => seen.push(change.own));
  socket.say({ say: "changed", delta: { base: 5, moment: 6, fields: { deciding: ["german"] } } });
  socket.say({ say: "changed", delta: { base: 6, moment: 7, units: { "DE-712": null }, lines: [line(7)] } });
  stop();
  expect(table.arrivals.value.map((delta) => delta.moment)).toEqual([6, 7]);
  expect(seen).toEqual([false, false]);
  expect(table.sheet.value?.units).not.toHaveProperty("DE-712");
  // Moment 6 was decided by us alone (another page of ours), moment 7 by the Germans.
  expect(table.mark.value).toBe(6);
});

test("a change that does not follow what we have makes the page ask for everything again", () => {
  const socket = seated();
  socket.say({ say: "changed", delta: { base: 9, moment: 10 } });
  expect(FakeSocket.last).not.toBe(socket);
  FakeSocket.last.accept();
  expect(FakeSocket.last.heard("hello").have).toBe(5);
  FakeSocket.last.say(welcome(10, { log: [line(6), line(10)] }));
  expect(table.sheet.value?.moment).toBe(10);
  expect(table.log.value.map((one) => one.moment)).toEqual([1, 5, 6, 10]);
});

test("a lost line is opened again, later and later, and the page says when", () => {
  const first = seated();
  first.breakOff();
  expect(table.link.value).toBe("lost");
  expect(table.linkText.value).toBe("Connection lost, trying again in 1 s");
  expect(table.sheet.value?.moment).toBe(5);
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const count = FakeSocket.all.length;
    let waited = 0;
    while (FakeSocket.all.length === count) {
      vi.advanceTimersByTime(100);
      waited += 100;
    }
    pauses.push(waited);
    FakeSocket.last.breakOff();
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 10000, 10000]);
  expect(table.linkText.value).toBe("Connection lost, trying again in 10 s");
  vi.advanceTimersByTime(3000);
  expect(table.linkText.value).toBe("Connection lost, trying again in 7 s");
});

test("when the network is back the page does not wait for its turn", () => {
  seated().breakOff();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    vi.advanceTimersByTime(20_000);
    FakeSocket.last.breakOff();
  }
  const count = FakeSocket.all.length;
  window.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(count + 1);
  FakeSocket.last.accept();
  FakeSocket.last.say(welcome(5));
  expect(table.link.value).toBe("live");
});

test("after sleep a dead line is noticed within five seconds", () => {
  const socket = seated();
  vi.advanceTimersByTime(1000);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(socket.heard("ping")).toBeTruthy();
  vi.advanceTimersByTime(4900);
  expect(table.link.value).toBe("live");
  vi.advanceTimersByTime(200);
  expect(table.link.value).toBe("lost");
});

test("an answered ping keeps the line", () => {
  const socket = seated();
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(20_000);
    expect(socket.heard("ping")).toBeTruthy();
    socket.say({ say: "pong" });
  }
  vi.advanceTimersByTime(6000);
  expect(table.link.value).toBe("live");
  expect(FakeSocket.all).toHaveLength(1);
});

test("the line broke after my action arrived: it counts, once", async () => {
  const socket = seated();
  const answer = table.play("roll");
  socket.breakOff();
  expect(table.busy.value).toBe(true);
  vi.advanceTimersByTime(500);
  FakeSocket.last.accept();
  FakeSocket.last.say(welcome(6, { mark: 6, log: [line(1), line(5), line(6)] }));
  expect(await answer).toBeNull();
  expect(table.news.value?.text).toMatch(/arrived and counts/);
  expect(table.busy.value).toBe(false);
  expect(FakeSocket.last.sent.filter((message) => message.do === "play")).toEqual([]);
});

test("the line broke before my action arrived: I am told to play it again", async () => {
  const socket = seated();
  const answer = table.play("roll");
  socket.breakOff();
  vi.advanceTimersByTime(500);
  FakeSocket.last.accept();
  FakeSocket.last.say(welcome(5, { mark: 3 }));
  expect((await answer)?.text).toMatch(/does not count\. Play it again/);
  expect(table.busy.value).toBe(false);
});

test("the line broke and the other side went on: I am told that mine does not count", async () => {
  const socket = seated();
  const answer = table.play("roll");
  socket.breakOff();
  vi.advanceTimersByTime(500);
  FakeSocket.last.accept();
  FakeSocket.last.say(welcome(7, { mark: 3 }));
  expect((await answer)?.text).toMatch(/the game has gone on/);
});

test("an action that is never answered is looked up over a new line", async () => {
  const socket = seated();
  const answer = table.play("roll");
  for (let second = 0; second < 21; second += 1) {
    vi.advanceTimersByTime(1000);
    if (FakeSocket.last === socket) socket.say({ say: "pong" });
  }
  expect(FakeSocket.last).not.toBe(socket);
  FakeSocket.last.accept();
  FakeSocket.last.say(welcome(6, { mark: 6 }));
  expect(await answer).toBeNull();
});

test("a link to nothing is said to be gone, and is not tried again", () => {
  table = new Table("nothing", TOKEN, "ws://table/api/live");
  FakeSocket.last.accept();
  FakeSocket.last.say({ say: "broken", why: { text: "There is no such match or seat." } });
  FakeSocket.last.breakOff(4404);
  expect(table.link.value).toBe("gone");
  expect(table.linkText.value).toBe("There is no such match or seat.");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("questions are answered by number, whatever order the answers come in", async () => {
  const socket = seated();
  const why = table.why({ hex: "2308" });
  const whyId = socket.heard("why").id;
  const odds = table.odds("2308", ["US-1"]);
  const oddsId = socket.heard("odds").id;
  const chances = { target: "2308", attackers: ["US-1"], attack: 5, defence: 4, odds: "1:1", shifts: [], column: "1:1", chances: [] };
  socket.say({ say: "told", id: oddsId, odds: chances });
  socket.say({ say: "told", id: whyId, why: [{ text: "too far", rule: "10.0" }] });
  expect(await odds).toEqual(chances);
  expect(await why).toEqual([{ text: "too far", rule: "10.0" }]);
});

test("a question without a line is refused with a sentence", async () => {
  seated().breakOff();
  const asked = table.path("move 1305");
  await expect(asked).rejects.toBeInstanceOf(Refusal);
  await expect(asked).rejects.toThrow(/no connection/);
});

test("a question that was under way when the line broke does not hang", async () => {
  const socket = seated();
  const asked = table.overlay("zone");
  socket.breakOff();
  await expect(asked).rejects.toThrow(/no connection/);
});

test("talk, presence and thinking are followed", async () => {
  const socket = seated();
  const said = table.say("good luck");
  const spoken = { number: 1, name: "Ann", text: "good luck", created: "2026-01-01T00:00:00Z", side: "allied" };
  socket.say({ say: "heard", spoken });
  socket.say({ say: "heard", spoken });
  socket.say({ say: "done", id: socket.heard("say").id });
  expect(await said).toBeNull();
  expect(table.chat.value).toEqual([spoken]);
  socket.say({ say: "thinking", side: "german", on: true });
  expect(table.thinking.value).toEqual(["german"]);
  socket.say({ say: "table", match: matchInfo({ status: "over" }) });
  expect(table.match.value?.status).toBe("over");
  socket.say({ say: "thinking", side: "german", on: false });
  expect(table.thinking.value).toEqual([]);
});

test("a delta replaces what changed and shares the rest", () => {
  const old = sheet(5, { note: "loaded", undo: [3, 4] });
  const next = applyDelta(old, {
    base: 5,
    moment: 6,
    fields: { note: null, undo: null, question: null, turn: 2 },
    units: { "DE-712": null },
  });
  expect(next).toMatchObject({ moment: 6, turn: 2, note: "", undo: [], question: null });
  expect(next.units).toEqual({ "US-1": ["1204", "5-6", 2] });
  expect(next.units["US-1"]).toBe(old.units["US-1"]);
  expect(next.markers).toBe(old.markers);
  expect(old.units).toHaveProperty("DE-712");
  table = new Table("x", "", "ws://table/api/live");
});

test("a fresh sheet that comes late does not tear a hole into the log", () => {
  const socket = seated();
  socket.say({ say: "changed", delta: { base: 5, moment: 6, lines: [line(6)] } });
  socket.say({ say: "fresh", sheet: sheet(7), lines: [line(6), line(7)] });
  expect(table.log.value.map((one) => one.moment)).toEqual([1, 5, 6, 7]);
});

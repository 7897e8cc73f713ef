import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import type { ComponentChildren } from "preact";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepSeat, seats } from "../src/live/seats";
import { chartMark } from "../src/table/tabs/ChartsTab";
import { Desk, DeskContext } from "../src/table/desk";
import { pressed } from "../src/table/head/keys";
import { terrainWords } from "../src/table/map/HexPanel";
import { LogTab } from "../src/table/tabs/LogTab";
import { toneOf } from "../src/table/odds/OddsCard";
import { PromptPanel } from "../src/table/question/PromptPanel";
import { hidesSomething, whoseTurn } from "../src/table/seating";
import { placeCard, ReasonsCard, SpotMenuCard } from "../src/table/question/Spot";
import { seatWords } from "../src/table/head/TopBar";
import { orderOfBattle } from "../src/table/tabs/UnitsTab";
import type { FromPage, Line, Question, Sheet } from "../src/wire";
import { FakeSocket, matchInfo } from "./live.fake";
import { box, choice, line, question, sheet } from "./table.fixtures";

let desk: Desk;

function seat(side: string, token: string): void {
  keepSeat({ match: "m1234567", side, token, game: "small", name: "Ann", title: "Small game", commitment: "", mine: true });
}

/** Sit down at a desk whose table shows this sheet. */
function sit(shown: Sheet, log: Line[] = [], side: string | null = "allied"): FakeSocket {
  desk = new Desk("m1234567");
  desk.box.value = box;
  const socket = FakeSocket.last;
  socket.accept();
  socket.say({ say: "welcome", match: matchInfo(), side, sheet: { ...shown, side }, log });
  return socket;
}

function ask(asked: Question, changes: Partial<Sheet> = {}): FakeSocket {
  return sit(sheet(5, { question: asked, ...changes }));
}

/** What the page sent last, once it has. */
async function sent<Kind extends FromPage["do"]>(socket: FakeSocket, kind: Kind): Promise<Extract<FromPage, { do: Kind }>> {
  await waitFor(() => expect(socket.sent.at(-1)?.do).toBe(kind));
  return socket.heard(kind);
}

/** The service carries an action out: the sheet goes on to the next question. */
function carryOut(socket: FakeSocket, id: number, moment: number, next: Question | null, lines: Line[] = []): void {
  socket.say({ say: "changed", answers: id, delta: { base: moment - 1, moment, fields: { question: next }, lines } });
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
  seat("allied", "token-of-the-allies");
});

afterEach(() => {
  cleanup();
  desk.close();
  vi.unstubAllGlobals();
});

describe("ending a phase", () => {
  const asked = question([choice("pick", ["US-1"]), choice("end", [], { label: "End movement" })], {
    warnings: ["1001 is overstacked: unless it is thinned out you must eliminate units there (3.1)", "an air drop is unused (10.7)"],
  });

  test("with something to lose asks first and lists each thing", async () => {
    const socket = ask(asked);
    shown(<PromptPanel box={box} />);
    fireEvent.click(screen.getByRole("button", { name: "End movement" }));
    const confirm = await screen.findByRole("alertdialog");
    expect(confirm.textContent).toContain("1001 is overstacked");
    expect(confirm.textContent).toContain("An air drop is unused");
    expect(socket.sent.some((message) => message.do === "play")).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: "End movement anyway" }));
    expect(await sent(socket, "play")).toMatchObject({ action: "end", at: 5 });
  });

  test("can be put off", async () => {
    const socket = ask(asked);
    shown(<PromptPanel box={box} />);
    fireEvent.click(screen.getByRole("button", { name: "End movement" }));
    fireEvent.click(await screen.findByRole("button", { name: "Not yet" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(socket.sent.some((message) => message.do === "play")).toBe(false);
  });

  test("with nothing to lose happens at once", async () => {
    const socket = ask(question([choice("end")]));
    shown(<PromptPanel box={box} />);
    fireEvent.click(screen.getByRole("button", { name: "Go on" }));
    expect(await sent(socket, "play")).toMatchObject({ action: "end" });
  });
});

describe("acting", () => {
  test("a click on a lit hex plays it", async () => {
    const socket = ask(question([choice("move", ["1002"])]));
    desk.clickHex("1002", { x: 1, y: 2 });
    expect(await sent(socket, "play")).toMatchObject({ action: "move 1002", at: 5 });
  });

  test("a click on anything else is answered with the reason and its case", async () => {
    const socket = ask(question([choice("move", ["1002"])]));
    desk.clickHex("1006", { x: 10, y: 20 });
    const asked = await sent(socket, "why");
    expect(asked.hex).toBe("1006");
    socket.say({ say: "told", id: asked.id, why: [{ text: "Too few movement points.", rule: "10.3" }] });
    await waitFor(() => expect(desk.reasons.value?.why[0]?.rule).toBe("10.3"));
    shown(<ReasonsCard reasons={desk.reasons.value!} />);
    expect(screen.getByRole("status").textContent).toContain("Too few movement points.");
    expect(screen.getByRole("button", { name: "Case 10.3 of the rules" })).toBeTruthy();
  });

  test("two meanings make a menu, and its choice is played", async () => {
    const socket = ask(question([choice("move", ["1002"]), choice("column", ["1002"])]));
    desk.clickHex("1002", { x: 10, y: 20 });
    await waitFor(() => expect(desk.menu.value).not.toBeNull());
    shown(<SpotMenuCard menu={desk.menu.value!} />);
    fireEvent.click(screen.getByRole("menuitem", { name: "Move here in column (1002)" }));
    expect(await sent(socket, "play")).toMatchObject({ action: "column 1002" });
  });

  test("everybody joins one after the other, and a refusal stops it", async () => {
    const socket = ask(question([choice("join", ["US-1", "US-2"])]));
    const done = desk.playTogether("join");
    const first = await sent(socket, "play");
    expect(first.action).toBe("join US-1");
    carryOut(socket, first.id, 6, question([choice("join", ["US-2"]), choice("roll")]));
    await waitFor(() => expect(socket.heard("play").action).toBe("join US-2"));
    socket.say({ say: "refused", id: socket.heard("play").id, why: { text: "It has attacked already.", rule: "11.0" } });
    await done;
    expect(desk.reasons.value?.why[0]?.text).toBe("It has attacked already.");
    expect(socket.sent.filter((message) => message.do === "play")).toHaveLength(2);
  });

  test("who cannot come once the others have joined is named with his case", async () => {
    const socket = ask(question([choice("join", ["US-1", "US-2"])]));
    const done = desk.playTogether("join");
    const first = await sent(socket, "play");
    carryOut(socket, first.id, 6, question([choice("roll")]));
    const asked = await sent(socket, "why");
    expect(asked.action).toBe("join US-2");
    socket.say({ say: "told", id: asked.id, why: [{ text: "the stack would be too large", rule: "6.3" }] });
    await done;
    expect(socket.sent.filter((message) => message.do === "play")).toHaveLength(1);
    const told = desk.reasons.value!.why;
    expect(told[0]!.text).toContain("1 of 2 came along");
    expect(told[1]).toMatchObject({ rule: "6.3" });
    expect(told[1]!.text).toContain("the stack would be too large");
  });

  test("of many reasons the nearest is told first, the others when asked", () => {
    ask(question([choice("roll")]));
    const why = ["One.", "Two.", "Three."].map((text) => ({ text, rule: "1.1" }));
    shown(<ReasonsCard reasons={{ at: null, why }} />);
    expect(screen.queryByText(/Two\./)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "2 more reasons" }));
    expect(screen.getByText(/Two\./)).toBeTruthy();
    expect(screen.getByText(/Three\./)).toBeTruthy();
  });

  test("a second click or Escape puts down what was just taken in hand", async () => {
    const socket = ask(question([choice("pick", ["US-1"])]));
    for (const again of [() => desk.clickUnit("US-1", null), () => pressed(desk, new KeyboardEvent("keydown", { key: "Escape" }))]) {
      const at = desk.table.value.sheet.value!.moment;
      desk.clickUnit("US-1", null);
      const pick = await sent(socket, "play");
      const inHand = question([choice("move", ["1002"])], { hand: ["US-1"] });
      socket.say({ say: "changed", answers: pick.id, delta: { base: at, moment: at + 1, fields: { question: inHand, undo: [at] }, lines: [] } });
      await waitFor(() => expect(desk.question.value?.hand).toEqual(["US-1"]));
      again();
      const back = await sent(socket, "undo");
      expect(back.to).toBe(at);
      const asked = question([choice("pick", ["US-1"])]);
      socket.say({ say: "changed", answers: back.id, delta: { base: at + 1, moment: at + 2, fields: { question: asked, undo: [] }, lines: [] } });
      await waitFor(() => expect(desk.table.value.sheet.value?.moment).toBe(at + 2));
    }
  });

  test("odds can be asked for at any time, and are told as things stand", async () => {
    const socket = ask(question([choice("move", ["1002"])]), { units: { "US-1": ["1003", "5-6", 2], "DE-712": ["1004", "1-4", 2] } });
    desk.clearSpot();
    desk.hover.value = { hex: "1004", unit: "" };
    pressed(desk, new KeyboardEvent("keydown", { key: "o" }));
    const asked = await sent(socket, "odds");
    expect(asked.target).toBe("1004");
    const odds = { target: "1004", attackers: ["US-1"], attack: 5, defence: 4, odds: "1:1", shifts: [], column: "1:1", chances: [] };
    socket.say({ say: "told", id: asked.id, odds });
    await waitFor(() => expect(desk.previews.odds.value?.words).toBe("as things stand now"));
    desk.hover.value = { hex: "1002", unit: "" };
    await waitFor(() => expect(desk.previews.odds.value).toBeNull());
    pressed(desk, new KeyboardEvent("keydown", { key: "o" }));
    expect(socket.sent.filter((message) => message.do === "odds")).toHaveLength(1);
  });

  test("with a unit in hand the odds are told from the best hex to which it can go", async () => {
    const socket = ask(question([choice("move", ["1002"])], { hand: ["US-1"] }), { units: { "US-1": ["1003", "5-6", 2], "DE-712": ["1004", "1-4", 2] } });
    desk.clearSpot();
    desk.hover.value = { hex: "1004", unit: "" };
    pressed(desk, new KeyboardEvent("keydown", { key: "o" }));
    const asked = await sent(socket, "approach");
    expect(asked.target).toBe("1004");
    const odds = { target: "1004", attackers: [], attack: 5, defence: 4, odds: "1:1", shifts: [], column: "1:1", chances: [] };
    socket.say({ say: "told", id: asked.id, approaches: [{ hex: "1002", odds }, { hex: "1005", odds }] });
    await waitFor(() => expect(desk.previews.odds.value?.words).toContain("if you went to 1002, the best of 2 hexes"));
    expect(socket.sent.filter((message) => message.do === "odds")).toHaveLength(0);
  });

  test("the map goes with a new question to what is lit, and stays put within it", async () => {
    const socket = ask(question([choice("pick", ["US-1"])]));
    const show = vi.fn();
    let at = { x: 5000, y: 5000 };
    desk.map.board = { pointOf: () => at, show, centreOn: vi.fn() } as unknown as NonNullable<typeof desk.map.board>;
    desk.map.frame = { getBoundingClientRect: () => ({ left: 0, top: 0, right: 1000, bottom: 700 }) } as HTMLElement;
    const next = (moment: number, step: string) =>
      socket.say({ say: "changed", delta: { base: moment - 1, moment, fields: { question: { ...question([choice("move", ["1002"])]), step } }, lines: [] } });
    next(6, "landing");
    await waitFor(() => expect(show).toHaveBeenCalledWith(["1002"]));
    next(7, "landing");
    await waitFor(() => expect(desk.table.value.sheet.value?.moment).toBe(7));
    expect(show).toHaveBeenCalledTimes(1);
    at = { x: 500, y: 300 };
    next(8, "combat");
    await waitFor(() => expect(desk.table.value.sheet.value?.moment).toBe(8));
    expect(show).toHaveBeenCalledTimes(1);
  });

  test("unit and hex in one line are two actions", async () => {
    const socket = ask(question([choice("pick", ["US-1", "US-2"])]));
    const done = desk.runWords(["US-1", "1003"]);
    const pick = await sent(socket, "play");
    expect(pick.action).toBe("pick US-1");
    carryOut(socket, pick.id, 6, question([choice("move", ["1002:1003"])], { hand: ["US-1"] }));
    await waitFor(() => expect(socket.heard("play").action).toBe("move 1003"));
    carryOut(socket, socket.heard("play").id, 7, null);
    await done;
    expect(desk.reasons.value).toBeNull();
  });

  test("a second click waits for the first and means what it means then", async () => {
    const socket = ask(question([choice("pick", ["US-1"])]));
    desk.clickUnit("US-1", null);
    desk.clickHex("1002", null);
    const pick = await sent(socket, "play");
    carryOut(socket, pick.id, 6, question([choice("move", ["1002"])]));
    await waitFor(() => expect(socket.heard("play")).toMatchObject({ action: "move 1002", at: 6 }));
  });

  test("who looks at the past is told to come back first", async () => {
    ask(question([choice("move", ["1002"])]));
    desk.past.look(2, 5);
    expect(desk.question.value).toBeNull();
    desk.clickHex("1002", null);
    await waitFor(() => expect(desk.reasons.value?.why[0]?.text).toContain("earlier moment"));
  });

  test("without a connection nothing is played, and the page says so", async () => {
    const socket = ask(question([choice("move", ["1002"])]));
    socket.breakOff();
    desk.clickHex("1002", null);
    await waitFor(() => expect(desk.reasons.value?.why[0]?.text).toContain("Connection lost"));
    expect(desk.sheet.value?.moment).toBe(5);
  });

  test("a unit that is not on the map can be chosen in the panel", async () => {
    const socket = ask(question([choice("drop", ["US-82AB"])]));
    shown(<PromptPanel box={box} />);
    fireEvent.click(screen.getByRole("button", { name: /US 82 Airborne Division/ }));
    expect(await sent(socket, "play")).toMatchObject({ action: "drop US-82AB" });
  });
});

describe("what arrives", () => {
  test("dice fall into the tray, and the chart marks the column and the die", () => {
    const socket = ask(question([choice("roll")]));
    const battle = line(6, "Attack.", { kind: "battle", side: "german", rolls: [{ name: "2:1: EX", dice: [2] }] });
    socket.say({ say: "changed", delta: { base: 5, moment: 6, lines: [battle] } });
    expect(desk.dice.tray.value[0]?.lines[0]?.rolls?.[0]?.dice).toEqual([2]);
    expect(desk.dice.marked.value).toEqual({ chart: "crt", spots: [{ column: "2:1", row: "2" }] });
    expect(chartMark(box.charts[0]!, "2:1", "2")).toEqual({ column: 2, row: 1 });
    expect(desk.spoken.value).toContain("Attack.");
  });

  test("a new question is announced with its phase", () => {
    const socket = ask(question([choice("roll")]));
    socket.say({ say: "changed", delta: { base: 5, moment: 6, fields: { question: question([choice("end")], { text: "Choose a hex." }) } } });
    expect(desk.spoken.value).toBe("Allied movement. Choose a hex.");
  });

  test("a rollback is answered by the other side only", async () => {
    const request = { side: "german", to: 2, lines: [line(3, "712 moves.")] };
    const socket = ask(question([choice("end")]), { request });
    shown(<PromptPanel box={box} />);
    expect(screen.getByText("712 moves.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Do not agree" }));
    expect(await sent(socket, "answer")).toMatchObject({ agree: false });
  });

  test("who asked for a rollback sees that he has to wait", () => {
    ask(question([choice("end")]), { request: { side: "allied", to: 2 } });
    shown(<PromptPanel box={box} />);
    expect(screen.getByText("You have asked to go back")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Agree" })).toBeNull();
  });
});

describe("the log", () => {
  test("a line shows the board then", async () => {
    sit(sheet(9, { question: question([choice("end")]) }), [line(3, "US 1 moves.", { hexes: ["1002"], units: ["US-1"] })]);
    shown(<LogTab box={box} />);
    fireEvent.click(screen.getByRole("button", { name: "US 1 moves. Show the board then." }));
    expect(desk.past.looking.value?.moment).toBe(3);
    expect(desk.highlight.value).toEqual({ hexes: ["1002"], units: ["US-1"] });
  });

  test("a spectator is not offered to take anything back", () => {
    sit(sheet(9), [line(3, "US 1 moves.")], null);
    shown(<LogTab box={box} />);
    expect(screen.queryByRole("button", { name: /Go back to before this/ })).toBeNull();
  });
});

describe("keys", () => {
  const key = (name: string, target: EventTarget = document.body) => {
    const event = new KeyboardEvent("keydown", { key: name, cancelable: true });
    Object.defineProperty(event, "target", { value: target });
    return pressed(desk, event);
  };

  test("letters are letters where one writes", () => {
    ask(question([choice("end")]));
    expect(key("l", document.createElement("textarea"))).toBe(false);
    expect(key("c")).toBe(true);
    expect(desk.tab.value).toBe("charts");
  });

  test("E ends the phase, U takes the last action back", async () => {
    const socket = ask(question([choice("end")]), { undo: [3, 4] });
    key("e");
    const end = await sent(socket, "play");
    expect(end.action).toBe("end");
    carryOut(socket, end.id, 6, question([choice("end")]));
    key("u");
    expect(await sent(socket, "undo")).toMatchObject({ to: 4 });
  });

  test("E says what has to be done first where nothing can be ended", () => {
    ask(question([choice("roll")], { duty: { text: "Each attack is rolled.", rule: "9.1" } }));
    key("e");
    expect(desk.reasons.value?.why).toEqual([{ text: "This cannot be ended yet. Each attack is rolled.", rule: "9.1" }]);
  });

  test("Escape leaves an open window to close itself", () => {
    ask(question([choice("end")]));
    desk.show("charts");
    desk.dialog.value = "help";
    expect(key("Escape")).toBe(false);
    expect(desk.height.value).toBe("half");
  });
});

describe("two players at one page", () => {
  test("the page goes to whoever decides", () => {
    const allied = { side: "allied", sheet: sheet(6, { deciding: ["german"] }) };
    const german = { side: "german", sheet: sheet(6, { deciding: ["german"] }) };
    expect(whoseTurn([allied, german], allied)).toBe(german);
    expect(whoseTurn([allied, german], german)).toBe(german);
  });

  test("each seat counts its own moments: what one side did unseen does not keep the page", () => {
    const allied = { side: "allied", sheet: sheet(1, { deciding: ["allied"] }) };
    const german = { side: "german", sheet: sheet(60, { deciding: ["allied"] }) };
    expect(whoseTurn([german, allied], german)).toBe(allied);
    expect(hidesSomething(sheet(60), sheet(1, { facts: [{ name: "Strategy", text: "2" }] }))).toBe(true);
    expect(hidesSomething(sheet(60), sheet(1))).toBe(false);
  });

  test("it waits until both seats have the newest sheet, so that what one sees is never shown to the other", () => {
    const allied = { side: "allied", sheet: sheet(6, { deciding: ["german"] }) };
    const german = { side: "german", sheet: sheet(5, { deciding: ["allied"] }) };
    expect(whoseTurn([allied, german], allied)).toBe(allied);
    const early = { side: "german", sheet: sheet(6, { deciding: ["german"] }) };
    const late = { side: "allied", sheet: sheet(5, { deciding: ["allied"] }) };
    expect(whoseTurn([late, early], late)).toBe(late);
  });

  test("a curtain falls only where the sides see different things", () => {
    const open = sheet(6);
    expect(hidesSomething(open, sheet(6, { question: question([]) }))).toBe(false);
    expect(hidesSomething(open, sheet(6, { facts: [{ name: "Strategy", text: "2" }] }))).toBe(true);
    expect(hidesSomething(sheet(6, { deciding: ["allied", "german"] }), sheet(6))).toBe(true);
  });
});

describe("words and places", () => {
  test("the order of battle has the map first and the dead last", () => {
    desk = new Desk("m1234567");
    const there = sheet(1, { units: { ...sheet(1).units, "US-2": ["dead", "5-6", 0] } });
    expect(orderOfBattle(box, there, "allied", "").map((group) => [group.name, group.entries.map((entry) => entry.unit)])).toEqual([
      ["On the map", ["US-1"]],
      ["Waiting in England", ["US-82AB"]],
      ["Eliminated", ["US-2"]],
    ]);
    expect(orderOfBattle(box, there, "allied", "airborne").map((group) => group.name)).toEqual(["Waiting in England"]);
  });

  test("a seat says who sits there and what he does", () => {
    desk = new Desk("m1234567");
    expect(seatWords({ side: "german", kind: "bot", bot: "planner" }, true, true)).toBe("Planner (bot), thinking…");
    expect(seatWords({ side: "german", kind: "bot", bot: "search:10" }, false, false)).toBe("Search, 10 s a turn (bot)");
    expect(seatWords({ side: "allied", kind: "human", name: "Ann" }, false, true)).toBe("Ann, away, to decide");
    expect(seatWords({ side: "german", kind: "bot", bot: "planner", failed: "it raised" }, false, false)).toBe("Planner (bot), stopped");
  });

  test("a result is good or bad for whoever looks at it", () => {
    desk = new Desk("m1234567");
    const chance = { result: "DR", meaning: "", share: "1/6", value: 1 / 6, good: "attacker" };
    expect(toneOf(chance, true)).toBe("good");
    expect(toneOf(chance, false)).toBe("bad");
    expect(toneOf({ ...chance, good: "" }, true)).toBe("even");
  });

  test("a counter near a click stays in the window", () => {
    desk = new Desk("m1234567");
    const room = { width: 400, height: 300 };
    expect(placeCard({ x: 200, y: 100 }, { width: 100, height: 50 }, room)).toEqual({ left: 150, top: 110 });
    expect(placeCard({ x: 395, y: 290 }, { width: 100, height: 50 }, room)).toEqual({ left: 290, top: 230 });
  });
});

test("a hex says what its ground costs and does in battle, as the chart has it", () => {
  const chart = { id: "tec", title: "Terrain effects", rule: "", columns: ["Terrain", "MP", "Shift"], rows: [["clear", "1", "0"], ["port", "1", "-2"]] };
  const printed = { ...box, charts: [chart] };
  expect(terrainWords(printed, "coastal port")).toBe("MP 1, shift −2");
  expect(terrainWords(printed, "sea")).toBe("");
  expect(terrainWords({ ...box, charts: [] }, "port")).toBe("");
});

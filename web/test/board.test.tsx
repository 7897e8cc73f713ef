import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { useState } from "preact/hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Board } from "../src/board";
import type { BoardHandle, BoardProps, Hovered, LitHex } from "../src/board";
import { PIECES, quiet, roundup, smallBox, smallSheet } from "./board.help";

const box = smallBox();
const sheet = smallSheet();
let told: string[] = [];
let hovered: (Hovered | null)[] = [];
let handle: BoardHandle;
beforeEach(() => {
  told = [];
  hovered = [];
});
afterEach(cleanup);

/** The board with a cursor that it may move, as the table keeps it. */
function Table(props: Partial<BoardProps>) {
  const [cursor, setCursor] = useState<string | null>(props.cursor ?? null);
  return (
    <Board
      {...quiet(box, sheet)}
      onHex={(hex) => told.push(`hex ${hex}`)}
      onUnit={(unit) => told.push(`unit ${unit}`)}
      onHover={(what) => hovered.push(what)}
      handle={(given) => (handle = given)}
      {...props}
      cursor={cursor}
      onCursor={setCursor}
    />
  );
}

const move = (hex: string): LitHex => ({ hex, verb: "move", label: `Move here (${hex}, 3 MP)` });
const pick = (unit: string) => ({ unit, verb: "pick", label: "Take in hand" });
const counter = (unit: string) => document.querySelector<SVGElement>(`.counters [data-unit="${unit}"]`)!;
const hit = (unit: string) => counter(unit).querySelector<SVGElement>(".counter-hit")!;
const board = () => screen.getByRole("application");
const tabbed = () => [...document.querySelectorAll<SVGElement>('.board-drawing [tabindex="0"]')];
const key = (name: string, more = {}) => fireEvent.keyDown(document.activeElement!, { key: name, ...more });

function clickMap(hex: string): void {
  const { x, y } = handle.pointOf(hex);
  fireEvent.click(document.querySelector(".board-drawing")!, { clientX: x, clientY: y, detail: 1 });
}

test("a click on a counter names the unit, one on the map the hex", () => {
  render(<Table />);
  fireEvent.click(counter("X"));
  clickMap("44");
  clickMap("15");
  expect(told).toEqual(["unit X", "hex 44", "hex 15"]);
});

test("the end of a drag is no click", () => {
  render(<Table />);
  fireEvent.pointerDown(counter("X"), { clientX: 10, clientY: 10, pointerId: 1, button: 0, pointerType: "mouse" });
  fireEvent.pointerMove(board(), { clientX: 60, clientY: 10, pointerId: 1, pointerType: "mouse" });
  fireEvent.pointerUp(board(), { clientX: 60, clientY: 10, pointerId: 1, pointerType: "mouse" });
  fireEvent.click(counter("X"), { detail: 1 });
  expect(told).toEqual([]);
  fireEvent.pointerDown(counter("X"), { clientX: 10, clientY: 10, pointerId: 1, button: 0, pointerType: "mouse" });
  fireEvent.pointerUp(board(), { clientX: 11, clientY: 10, pointerId: 1, pointerType: "mouse" });
  fireEvent.click(counter("X"), { detail: 1 });
  expect(told).toEqual(["unit X"]);
});

test("lit hexes are buttons with verb and words; one of them is in the tab order", () => {
  render(<Table litHexes={[move("33"), { hex: "33", verb: "column", label: "Move here in column (33, 2 MP)" }, move("34")]} />);
  const spot = screen.getByRole("button", { name: /Move here \(33, 3 MP\); Move here in column/ });
  expect(spot.dataset.hex).toBe("33");
  expect(spot.dataset.verb).toBe("move column");
  expect(tabbed().map((one) => one.dataset.hex)).toEqual(["33"]);
  fireEvent.click(spot);
  expect(told).toEqual(["hex 33"]);
});

test("six hundred lit hexes need few paths for their tint", () => {
  const litHexes = roundup.box.layout.hexes.map(({ label }) => move(label));
  render(<Table box={roundup.box} sheet={roundup.moving.sheet} litHexes={litHexes} />);
  expect(document.querySelectorAll(".spots .spot").length).toBe(669);
  expect(document.querySelectorAll(".tints path").length).toBeLessThan(150);
  expect(tabbed().length).toBe(1);
});

test("a lit unit is a button named after the unit and what may be done with it", () => {
  render(<Table litUnits={[pick("C")]} />);
  expect(hit("C").getAttribute("role")).toBe("button");
  expect(counter("C").dataset.verb).toBe("pick");
  expect(hit("C").getAttribute("aria-label")).toBe("C Division, division, 5-6, in 44: Take in hand");
  expect(hit("X").getAttribute("role")).toBe("img");
  expect(hit("X").getAttribute("aria-label")).toBe("X Division, division, 4-3, in 33");
});

test("counters in a hex that may be attacked are framed, for they hide the hex's sign", () => {
  render(<Table litHexes={[{ hex: "33", verb: "attack", label: "Attack 33" }, move("44")]} />);
  expect(counter("X").classList.contains("aim-attack")).toBe(true);
  expect(counter("X").querySelector(".counter-frame")).not.toBeNull();
  expect(counter("C").querySelector(".counter-frame")).toBeNull();
  expect(document.querySelectorAll(".tint.attack, .tint.move").length).toBe(2);
});

test("arrow keys carry focus and cursor from hex to hex, lit or not", async () => {
  render(<Table litHexes={[move("33"), move("34")]} />);
  tabbed()[0]!.focus();
  key("ArrowRight");
  await waitFor(() => expect((document.activeElement as SVGElement).dataset.hex).toBe("34"));
  key("ArrowRight");
  await waitFor(() => expect((document.activeElement as SVGElement).dataset.hex).toBe("35"));
  expect(tabbed().map((one) => one.dataset.hex)).toEqual(["35"]);
  key("Enter");
  expect(told).toEqual(["hex 35"]);
});

test("Enter takes a lit hex, else the one lit unit that stands there", async () => {
  render(<Table litHexes={[move("33")]} litUnits={[pick("X"), pick("C")]} cursor="33" />);
  tabbed()[0]!.focus();
  key("Enter");
  key(".");
  await waitFor(() => expect((document.activeElement as SVGElement).dataset.hex).toBe("44"));
  key(" ");
  expect(told).toEqual(["hex 33", "unit C"]);
});

test("what lies under the cursor is told in words", () => {
  render(<Table cursor="22" sheet={{ ...sheet, markers: { "22": [{ sign: "US BEACH", title: "US beachhead", owner: "US" }] } }} />);
  const words = tabbed()[0]!.getAttribute("aria-label")!;
  expect(words).toMatch(/^22, clear; A Division, .*; B Division, .*; US beachhead$/);
});

test("Page Down goes through a stack and tells which unit it is at, Enter takes it, Escape goes back to the hex", async () => {
  render(<Table cursor="22" litUnits={[pick("A"), pick("B")]} />);
  tabbed()[0]!.focus();
  key("PageDown");
  await waitFor(() => expect((document.activeElement!.closest<SVGElement>("[data-unit]")?.dataset.unit)).toBe("B"));
  expect(hovered.at(-1)).toEqual({ hex: "22", unit: "B" });
  key("PageDown");
  await waitFor(() => expect((document.activeElement!.closest<SVGElement>("[data-unit]")?.dataset.unit)).toBe("A"));
  key("Escape");
  expect(hovered.at(-1)).toBeNull();
  expect((document.activeElement as SVGElement).dataset.hex).toBe("22");
  key("PageUp");
  await waitFor(() => expect((document.activeElement!.closest<SVGElement>("[data-unit]")?.dataset.unit)).toBe("A"));
  key("Enter");
  expect(told).toEqual(["unit A"]);
});

test("keys that the board does not know are left to the page", () => {
  const outside = vi.fn();
  render(
    <div onKeyDown={(event) => outside(event.key)}>
      <Table />
    </div>,
  );
  tabbed()[0]!.focus();
  key("u");
  key("Escape");
  key("ArrowUp", { ctrlKey: true });
  key("ArrowUp");
  expect(outside.mock.calls.flat()).toEqual(["u", "Escape", "ArrowUp"]);
});

function tap(unit: string) {
  const event = new MouseEvent("click", { bubbles: true, detail: 1 });
  Object.defineProperty(event, "pointerType", { value: "touch" });
  fireEvent(counter(unit), event);
}

test("a finger on a stack of several that may be chosen shows it first, and then chooses the one on top", () => {
  render(<Table litUnits={[pick("A"), pick("B")]} />);
  tap("B");
  expect(told).toEqual([]);
  tap("B");
  expect(told).toEqual(["unit B"]);
});

test("a finger on a stack of which one may be chosen chooses it", () => {
  render(<Table litUnits={[pick("B")]} />);
  tap("B");
  expect(told).toEqual(["unit B"]);
});

test("a finger on a stack that is a target attacks at once", () => {
  const pieces = { ...PIECES, Y: ["33", "2-2", 2] as [string, string, number] };
  render(<Table sheet={smallSheet(pieces)} litHexes={[{ hex: "33", verb: "attack", label: "Attack 33" }]} />);
  tap("X");
  expect(told).toEqual(["unit X"]);
});

test("the cursor stays on the board when what was lit is lit no more", async () => {
  const view = render(<Table litHexes={[move("33")]} />);
  tabbed()[0]!.focus();
  view.rerender(<Table litHexes={[]} />);
  await waitFor(() => expect((document.activeElement as SVGElement).dataset.hex).toBe("33"));
  expect(board().contains(document.activeElement)).toBe(true);
});

test("fresh copies of the same things change nothing in the document", async () => {
  const copy = <T,>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  const shown = { litHexes: [move("33"), move("34")], litUnits: [pick("C")], hand: ["A"], trails: [{ hexes: ["11", "12"], owner: "allied" }] };
  const view = render(<Table {...shown} />);
  const changes: MutationRecord[] = [];
  const watcher = new MutationObserver((records) => changes.push(...records));
  watcher.observe(board(), { subtree: true, childList: true, attributes: true, characterData: true });
  view.rerender(<Table {...copy(shown)} sheet={copy(sheet)} />);
  await new Promise((done) => setTimeout(done, 20));
  expect(changes).toEqual([]);
  view.rerender(<Table {...shown} sheet={smallSheet({ ...PIECES, C: ["45", "5-6", 2] })} />);
  await waitFor(() => expect(changes.length).toBeGreaterThan(0));
  watcher.disconnect();
  expect(new Set(changes.map((change) => (change.target as Element).closest("[data-unit]")?.getAttribute("data-unit")))).toEqual(new Set(["C"]));
});

test("counters keep their element when they move, and can be walked", async () => {
  const view = render(<Table />);
  const before = counter("C");
  await handle.walk(["C"], ["44", "45", "35"], 50);
  view.rerender(<Table sheet={smallSheet({ ...PIECES, C: ["35", "5-6", 2] })} />);
  expect(counter("C")).toBe(before);
  expect(counter("C").dataset.at).toBe("35");
  await handle.walk(["nobody"], ["11", "12"], 50);
});

test("overlays have a legend and a pattern each", () => {
  const layers = [
    { name: "Allied zones", owner: "allied", hexes: ["11:13"] },
    { name: "German zones", owner: "german", hexes: ["33"], texts: { "33": "4" }, lines: [["33", "34"]] },
  ];
  render(<Table layers={layers} control />);
  const entries = [...screen.getByRole("list", { name: "Legend" }).children].map((entry) => entry.textContent);
  expect(entries).toEqual(["Controlled by the Allies", "Allied zones", "German zones"]);
  const patterns = [...document.querySelectorAll("pattern[id^=hatch]")].map((one) => one.getAttribute("patternTransform"));
  expect(new Set(patterns).size).toBe(2);
  expect(document.querySelector(".hex-text")!.textContent).toBe("4");
  expect(document.querySelectorAll(".control .line").length).toBe(1);
});

test("the way, its cost, the trails and the arrows of an attack are drawn", () => {
  render(
    <Table
      path={{ hexes: ["11", "12", "13"], cost: "2 MP" }}
      trails={[{ hexes: ["44", "45"], owner: "german" }]}
      battle={{ hexes: ["22", "23"], target: "33" }}
      focus="33"
    />,
  );
  expect(document.querySelector(".cost text")!.textContent).toBe("2 MP");
  expect(document.querySelectorAll(".trail .head").length).toBe(1);
  expect(document.querySelectorAll(".battle-arrow").length).toBe(2);
  expect(document.querySelector(".mark.asked")).not.toBeNull();
});

test("markers lie under a stack as tabs, alone as chits", () => {
  const marker = { sign: "US BEACH", title: "US beachhead", owner: "US" };
  render(<Table sheet={{ ...sheet, markers: { "22": [marker], "11": [marker], "elsewhere": [marker] } }} />);
  expect(document.querySelectorAll(".marker").length).toBe(2);
  expect(document.querySelectorAll(".marker-tab").length).toBe(1);
  expect(screen.getByRole("img", { name: "US beachhead in 11" }).textContent).toBe("USBEACH");
});

test("counters can be hidden to see the map", () => {
  render(<Table hidden />);
  expect(board().classList.contains("counters-hidden")).toBe(true);
});

test("the real boards are drawn: every unit on the map once, with a name", () => {
  for (const name of ["moving", "picking", "targets", "fighting"] as const) {
    const real = roundup[name].sheet;
    render(<Table box={roundup.box} sheet={real} hand={real.question?.hand ?? []} />);
    const there = Object.entries(real.units).filter(([, piece]) => /^\d{4}$/.test(piece[0]));
    expect(document.querySelectorAll(".counters .counter").length).toBe(there.length);
    for (const [unit, piece] of there) expect(hit(unit).getAttribute("aria-label")).toContain(`, in ${piece[0]}`);
    cleanup();
  }
});

test("buttons zoom and show the whole map", () => {
  render(<Table />);
  for (const name of ["Zoom in", "Zoom out", "Whole map"]) fireEvent.click(screen.getByRole("button", { name }));
  expect(told).toEqual([]);
});

import { expect, test } from "vitest";
import { expand } from "../src/board";
import { ARROWS, gridOf } from "../src/board/geometry";
import { Keys } from "../src/board/keys";
import { centred, detail, fitted, framed, kept, showing, zoomedAt } from "../src/board/camera/view";
import type { Extent, Frame } from "../src/board/camera/view";
import { roundup, smallBox } from "./board.help";

const box = smallBox();
const grid = gridOf(box);
const points = (path: string) => path.split("Z").filter(Boolean).map((loop) => loop.slice(1).split("L").map((point) => point.split(",").map(Number)));

test("a run is every hex from the first to the last in the order of the box", () => {
  expect(expand(["11:14", "33"], box)).toEqual(["11", "12", "13", "14", "33"]);
  expect(expand(["15:21"], box)).toEqual(["15", "21"]);
  expect(expand(["1001:1102"], roundup.box)).toEqual(["1001", "1101", "1102"]);
  expect(expand(["11:99", "12"], box)).toEqual(["12"]);
});

test("a hex has the neighbours that touch it, on the edge of the map fewer", () => {
  expect(grid.neighbours("33").sort()).toEqual(["22", "23", "32", "34", "42", "43"]);
  expect(grid.neighbours("11").sort()).toEqual(["12", "21"]);
  expect(grid.neighbours("99")).toEqual([]);
});

test("a point lies in the hex drawn around it, and off the map in none", () => {
  for (const label of grid.labels) {
    const [x, y] = grid.centre(label);
    expect(grid.at(x + 3, y - 6)).toBe(label);
  }
  expect(grid.at(2, 2)).toBe("");
});

test("the border of two hexes has ten corners, that of a ring also an inner one", () => {
  expect(points(grid.outline(["22", "23"])).map((loop) => loop.length)).toEqual([10]);
  const loops = points(grid.outline(grid.neighbours("33"))).map((loop) => loop.length);
  expect(loops.sort((a, b) => a - b)).toEqual([6, 18]);
  expect(grid.outline([])).toBe("");
  expect(grid.outline(["99"])).toBe("");
});

test("a border that is moved inwards stays inside its hex", () => {
  const [x, y] = grid.centre("33");
  const [loop] = points(grid.outline(["33"], 2));
  for (const [px, py] of loop!) expect(Math.hypot(px! - x, py! - y)).toBeCloseTo(10 - 2 / Math.cos(Math.PI / 6), 0);
});

test("blocks hold every hex once", () => {
  const real = gridOf(roundup.box);
  const blocks = real.blocks(real.labels);
  expect(blocks.length).toBeGreaterThan(10);
  expect(blocks.flat().sort()).toEqual([...real.labels].sort());
});

function walked(from: string, keys: string[], on = grid): string[] {
  const reader = new Keys();
  let at = from;
  return keys.map((key) => {
    const command = reader.read({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }, at, on, [], []);
    if (command?.do === "go") at = command.hex;
    return at;
  });
}

test("arrow keys keep to their row and column", () => {
  expect(walked("33", ["ArrowRight", "ArrowRight", "ArrowLeft"])).toEqual(["34", "35", "34"]);
  const up = walked("53", ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"]);
  expect([up[1], up[3]]).toEqual(["33", "13"]);
  expect(walked("13", ["ArrowUp"])).toEqual(["13"]);
  expect(walked("35", ["ArrowRight"])).toEqual(["35"]);
});

test("an arrow key leaps over a gap in the map", () => {
  const holed = { ...box, layout: { ...box.layout, hexes: box.layout.hexes.filter((hex) => hex.label !== "33") } };
  expect(gridOf(holed).step("32", ARROWS.ArrowRight!, gridOf(holed).centre("32"))).toBe("34");
});

test("every hex of the real map can be reached with the arrow keys", () => {
  const real = gridOf(roundup.box);
  const seen = new Set([real.labels[0]!]);
  const open = [...seen];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const arrow of Object.values(ARROWS)) {
      const next = real.step(at, arrow, real.centre(at));
      if (next && !seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
    }
  }
  // Up and down take one of two neighbours; left and right reach the other.
  expect(seen.size).toBe(real.labels.length);
});

test("a full stop goes to the next thing that may be clicked, a comma back", () => {
  const reader = new Keys();
  const press = (key: string, at: string) =>
    reader.read({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }, at, grid, ["44", "12"], ["33"]);
  expect(press(".", "13")).toEqual({ do: "go", hex: "33" });
  expect(press(".", "44")).toEqual({ do: "go", hex: "12" });
  expect(press(",", "12")).toEqual({ do: "go", hex: "44" });
});

const frame: Frame = { width: 1000, height: 600, insets: { top: 0, right: 200, bottom: 0, left: 0 } };
const extent: Extent = { width: 2000, height: 2000, counter: 54 };

test("the whole map lies in the middle of what panels leave free", () => {
  const view = fitted(frame, extent);
  expect(view.left + (2000 * view.zoom) / 2).toBeCloseTo(400);
  expect(view.top).toBeGreaterThan(0);
  expect(view.top + 2000 * view.zoom).toBeLessThan(600);
});

test("what is to be decided is shown at the size at which one plays, with its surroundings", () => {
  const view = framed(frame, extent, { x: 1000, y: 900, width: 200, height: 100 });
  expect(view.zoom * 54).toBeCloseTo(42);
  expect(1000 * view.zoom + view.left).toBeCloseTo(400);
  expect(900 * view.zoom + view.top).toBeCloseTo(300);
  const wide = framed(frame, extent, { x: 1000, y: 1000, width: 1900, height: 1900 });
  expect(wide.zoom).toBeCloseTo(fitted(frame, extent, true).zoom);
  const coast = framed({ ...frame, width: 500 }, extent, { x: 1000, y: 1000, width: 1900, height: 1900, heart: { x: 800, y: 700 } });
  expect(800 * coast.zoom + coast.left).toBeCloseTo(150);
});

test("a phone begins with a part of the map that can be read, around the point in question", () => {
  const phone: Frame = { width: 390, height: 700, insets: { top: 0, right: 0, bottom: 0, left: 0 } };
  const view = framed(phone, { ...extent, width: 2767, height: 2736 }, { x: 1400, y: 1300, width: 2000, height: 2000 });
  expect(view.zoom * 54).toBeGreaterThanOrEqual(15);
  expect(1400 * view.zoom + view.left).toBeCloseTo(195);
});

test("zooming keeps the point under the pointer, within limits", () => {
  const view = centred(frame, extent, 1000, 1000, 0.8);
  const near = zoomedAt(view, frame, extent, 1.5, 300, 250);
  const under = (one: typeof view) => [(300 - one.left) / one.zoom, (250 - one.top) / one.zoom];
  expect(under(near)[0]).toBeCloseTo(under(view)[0]!);
  expect(under(near)[1]).toBeCloseTo(under(view)[1]!);
  expect(zoomedAt(view, frame, extent, 1000, 300, 250).zoom * 54).toBeLessThan(200);
  expect(zoomedAt(view, frame, extent, 0.0001, 300, 250).zoom * 2000).toBeGreaterThan(300);
});

test("the map cannot be dragged out of the window", () => {
  const lost = kept({ left: 99999, top: -99999, zoom: 1 }, frame, extent);
  expect(lost.left).toBeLessThan(800);
  expect(lost.top + 2000).toBeGreaterThan(0);
});

test("a point that is seen already moves nothing, another one as little as it can", () => {
  const view = { left: 0, top: 0, zoom: 1 };
  expect(showing(view, frame, 400, 300, 90)).toEqual(view);
  expect(showing(view, frame, 900, 300, 90)).toEqual({ left: -190, top: 0, zoom: 1 });
});

test("far counters say less", () => {
  expect([2, 0.7, 0.4, 0.1].map((zoom) => detail(zoom, extent).name)).toEqual(["near", "near", "far", "speck"]);
});

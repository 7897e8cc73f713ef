// What the tests of the board share: the fixtures' box and a small one that can be reckoned by hand.

import type { BoardProps } from "../src/board";
import type { Box, Layer, Piece, Sheet } from "../src/wire";
import stored from "./fixtures/roundup.json";

interface Stored {
  sheet: Sheet;
  trails: string[][];
  zones?: Layer[];
  supply?: Layer[];
}

export const roundup = stored as unknown as { box: Box } & Record<"moving" | "picking" | "targets" | "fighting", Stored>;

const SIZE = 10;
const HALF = (SIZE * Math.sqrt(3)) / 2;

/** Five rows of five hexes: "11" to "15" is the northern row from the west; even rows lie half a hex to the east. */
export function smallBox(): Box {
  const hexes = [];
  for (let row = 1; row <= 5; row++) {
    for (let column = 1; column <= 5; column++) {
      const x = 20 + column * 2 * HALF + (row % 2 ? 0 : HALF);
      hexes.push({ label: `${row}${column}`, x, y: 20 + row * SIZE * 1.5, terrain: "clear", name: row === 3 && column === 3 ? "Ardres" : "" });
    }
  }
  const counter = (id: string, side: string, nation: string, symbol = "infantry") => ({ id, name: `${id} Division`, short: id, nation, side, symbol, size: "XX", steps: 2 });
  return {
    ...roundup.box,
    title: "A small game",
    layout: {
      picture: "",
      width: 140,
      height: 120,
      hex_size: SIZE,
      counter_size: 11,
      corners: [
        [0, -SIZE],
        [HALF, -SIZE / 2],
        [HALF, SIZE / 2],
        [0, SIZE],
        [-HALF, SIZE / 2],
        [-HALF, -SIZE / 2],
      ],
      hexes,
    },
    counters: [counter("A", "allied", "US"), counter("B", "allied", "US", "armour"), counter("C", "allied", "UK"), counter("X", "german", "DE"), counter("Y", "german", "DE")],
  };
}

export const PIECES: Record<string, Piece> = {
  A: ["22", "3-4", 2],
  B: ["22", "7-6", 2, "reduced hungry"],
  C: ["44", "5-6", 2],
  X: ["33", "4-3", 2],
  Y: ["pool", "2-2", 2],
};

export function smallSheet(units: Record<string, Piece> = PIECES): Sheet {
  return { ...roundup.moving.sheet, units, markers: {}, control: { 11: "allied", 12: "allied", 13: "allied" }, question: null };
}

/** Properties of a board on which nothing is going on. */
export function quiet(box: Box, sheet: Sheet): BoardProps {
  return {
    box,
    sheet,
    litHexes: [],
    litUnits: [],
    hand: [],
    focus: "",
    path: null,
    trails: [],
    layers: [],
    control: false,
    hidden: false,
    battle: null,
    highlight: { hexes: [], units: [] },
    onHex: () => undefined,
    onUnit: () => undefined,
    onHover: () => undefined,
    cursor: null,
    onCursor: () => undefined,
    handle: () => undefined,
  };
}

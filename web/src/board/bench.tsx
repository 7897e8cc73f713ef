// The board alone: a large made-up one to be measured, and real boards to be looked at. No part of the shipped page.
//
// ?scene=large (3,500 hexes, 500 counters) | moving | picking | targets | fighting | plain;  &hexes=&units= for others

import { render } from "preact";
import { useState } from "preact/hooks";
import "../style/fonts.css";
import "../style/tokens.css";
import type { Box, Layer, Path, Piece, Sheet } from "../wire";
import "./bench.css";
import { Board, expand } from "./index";
import type { BoardHandle, BoardProps, LitHex, LitUnit } from "./index";

const SIZE = 48;
const STEP = SIZE * Math.sqrt(3);
const SYMBOLS = ["infantry", "mechanized", "armour", "heavy armour", "airborne", "special", "artillery", "motorized"];
const TERRAIN = ["clear", "clear", "clear", "forest", "rough", "town", "polder"];
const CORNERS: [number, number][] = [0, 1, 2, 3, 4, 5].map((turn) => [
  SIZE * Math.sin((turn * Math.PI) / 3),
  -SIZE * Math.cos((turn * Math.PI) / 3),
]);

interface Scene {
  box: Box;
  sheet: Sheet;
  more: Partial<BoardProps>;
}

/** Numbers that look random and are the same each time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

function large(hexes: number, units: number): Scene {
  const roll = dice(1944);
  const columns = Math.ceil(Math.sqrt(hexes * 1.1));
  const pick = <T,>(from: readonly T[]): T => from[Math.floor(roll() * from.length)]!;
  const cells = Array.from({ length: hexes }, (_, number) => {
    const [column, row] = [number % columns, Math.floor(number / columns)];
    const label = `${String(column + 10)}${String(row + 10)}`;
    return { label, x: 80 + (column + (row % 2) / 2) * STEP, y: 90 + row * SIZE * 1.5, terrain: pick(TERRAIN), name: "" };
  });
  const box = {
    ...made,
    title: "A large board",
    layout: {
      picture: "",
      width: 80 + (columns + 1) * STEP,
      height: 120 + Math.ceil(hexes / columns) * SIZE * 1.5,
      hex_size: SIZE,
      counter_size: 54,
      corners: CORNERS,
      hexes: cells,
    },
    counters: Array.from({ length: units }, (_, number) => {
      const nation = pick(made.nations);
      return { id: `U-${number}`, name: `Unit ${number}`, short: String(number), nation: nation.id, side: nation.side, symbol: pick(SYMBOLS), size: pick(["XX", "XX", "III", "X"]), steps: 2 };
    }),
  };
  const placed: Record<string, Piece> = {};
  let at = "";
  for (const counter of box.counters) {
    if (!at || roll() < 0.6) at = pick(cells).label;
    placed[counter.id] = [at, `${1 + Math.floor(roll() * 9)}-${1 + Math.floor(roll() * 9)}`, 2, roll() < 0.3 ? "reduced moved" : roll() < 0.2 ? "hungry" : ""];
  }
  const sheet: Sheet = { ...blank, units: placed };
  const litHexes: LitHex[] = cells.slice(0, 669).map(({ label }) => ({ hex: label, verb: "move", label: `Move here (${label})` }));
  return { box, sheet, more: { litHexes } };
}

const blank: Sheet = {
  moment: 0,
  turn: 1,
  phase: "",
  phase_name: "",
  deciding: [],
  waiting: "",
  facts: [],
  standing: [],
  units: {},
  markers: {},
  control: {},
};
const made: Box = {
  slug: "large",
  title: "",
  blurb: "",
  sides: [
    { id: "allied", name: "the Allies", adjective: "Allied" },
    { id: "german", name: "the Germans", adjective: "German" },
  ],
  nations: [
    { id: "US", name: "United States", side: "allied", face: "#8a9a4b", ink: "#1c2008", box: "#c9d496" },
    { id: "UK", name: "United Kingdom", side: "allied", face: "#e3c793", ink: "#3a2608", box: "#f7ead0" },
    { id: "DE", name: "Germany", side: "german", face: "#7b858f", ink: "#0c1014", box: "#c3cad1" },
  ],
  layout: { picture: "", width: 1, height: 1, hex_size: SIZE, counter_size: 54, corners: CORNERS, hexes: [] },
  counters: [],
  places: [],
  verbs: [{ verb: "move", noun: "hex", label: "Move here", preview: "path" }],
  turns: [],
  phases: [],
  charts: [],
  overlays: [],
  flags: { reduced: "reduced", moved: "has moved", hungry: "out of supply" },
  credits: [],
};

interface Stored {
  sheet: Sheet;
  trails: string[][];
  path?: Path;
  reach?: Layer[];
  supply?: Layer[];
  zones?: Layer[];
}

/** A board of the fixtures, as the table would show it. */
async function real(name: string, wish: URLSearchParams): Promise<Scene> {
  const [stored, picture] = await Promise.all([
    import("../../test/fixtures/roundup.json"),
    import("../../../bocage/games/roundup/data/map.svg?url"),
  ]);
  const boards = stored.default as unknown as Record<string, Stored> & { box: Box };
  const scene = boards[name === "plain" ? "moving" : name]!;
  const box: Box = { ...boards.box, layout: { ...boards.box.layout, picture: name === "plain" ? "" : picture.default } };
  const { sheet } = scene;
  const question = sheet.question!;
  const nouns = new Map(box.verbs.map((verb) => [verb.verb, verb.noun]));
  const of = (noun: string) => question.choices.filter((choice) => nouns.get(choice.verb) === noun);
  const litHexes: LitHex[] = of("hex").flatMap(({ verb, operands }) =>
    expand(operands ?? [], box).map((hex) => ({ hex, verb, label: `${verb} ${hex}` })),
  );
  const litUnits: LitUnit[] = of("unit").flatMap(({ verb, operands }) =>
    (operands ?? []).map((unit) => ({ unit, verb, label: verb })),
  );
  const hand = question.hand ?? [];
  const overlay = wish.get("overlay") as "reach" | "supply" | "zones" | null;
  return {
    box,
    sheet,
    more: {
      litHexes,
      litUnits,
      hand,
      focus: question.focus ?? "",
      path: wish.has("path") && scene.path ? scene.path : null,
      trails: wish.has("trails") ? scene.trails.map((hexes, number) => ({ hexes, owner: ["allied", "DE", "US"][number % 3]! })) : [],
      layers: overlay ? (scene[overlay] ?? []) : [],
      battle: name === "fighting" ? { hexes: hand.map((unit) => sheet.units[unit]![0]), target: question.focus ?? "" } : null,
    },
  };
}

declare global {
  interface Window {
    board: BoardHandle;
    told: string[];
  }
}

function Bench({ box, sheet, more }: Scene) {
  const wish = new URLSearchParams(location.search);
  const [cursor, setCursor] = useState<string | null>(null);
  const told = (words: string) => window.told.push(words);
  return (
    <Board
      box={box}
      sheet={sheet}
      litHexes={[]}
      litUnits={[]}
      hand={[]}
      focus=""
      path={null}
      trails={[]}
      layers={[]}
      control={wish.has("control")}
      hidden={wish.has("hidden")}
      numbers={wish.has("numbers")}
      battle={null}
      highlight={{ hexes: [], units: [] }}
      onHex={(hex, at) => told(`hex ${hex} ${Math.round(at.x)},${Math.round(at.y)}`)}
      onUnit={(unit, at) => told(`unit ${unit} ${Math.round(at.x)},${Math.round(at.y)}`)}
      onHover={(what) => told(what ? `over ${what.hex} ${what.unit}` : "over nothing")}
      cursor={cursor}
      onCursor={setCursor}
      handle={(handle) => (window.board = handle)}
      {...more}
    />
  );
}

const wish = new URLSearchParams(location.search);
window.told = [];
const theme = wish.get("theme");
if (theme) document.documentElement.dataset.theme = theme;
const name = wish.get("scene") ?? "large";
const scene =
  name === "large" ? large(Number(wish.get("hexes") ?? 3500), Number(wish.get("units") ?? 500)) : await real(name, wish);
render(<Bench {...scene} />, document.getElementById("app")!);

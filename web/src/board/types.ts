// What the board takes and gives: the only border between it and the rest of the page.

import type { Box, Layer, Sheet } from "../wire";

/** A point of the window, for menus and cards. */
export interface Point {
  x: number;
  y: number;
}

/** A hex that may be clicked; `label` is for screen readers ("Move here, 3 MP"). */
export interface LitHex {
  hex: string;
  verb: string;
  label: string;
}

/** A unit that may be clicked. */
export interface LitUnit {
  unit: string;
  verb: string;
  label: string;
}

/** A way with its cost, before it is walked. */
export interface Way {
  hexes: string[];
  cost: string;
}

/** A way that was walked, in its owner's colour (a side or a nation). */
export interface Trail {
  hexes: string[];
  owner: string;
}

/** Who attacks whom: the hexes of the attackers and the target. */
export interface Battle {
  hexes: string[];
  target: string;
}

/** What the log points at. */
export interface Highlight {
  hexes: string[];
  units: string[];
}

/** What the pointer is over. */
export interface Hovered {
  hex: string;
  unit: string;
}

/** What part of the map is seen, in units of the board's own drawing, and where the free part of the window lies. */
export interface Seen {
  /** The free part of the window in pixels of the board's element. */
  free: { left: number; top: number; width: number; height: number };
  /** A point (x, y) of the drawing lies at (x * zoom + left, y * zoom + top) of the board's element. */
  view: { left: number; top: number; zoom: number };
}

/** What the page can ask of a board that is shown. Points are those of the window. */
export interface BoardHandle {
  /** The whole map, or as much of it as is readable. */
  fit(): void;
  /** Brings a hex to the middle, at a zoom if one is given (1 is the size of the map's drawing). */
  centreOn(hex: string, zoom?: number): void;
  /** Brings hexes into view together, at the size at which one plays. */
  show(hexes: readonly string[]): void;
  zoomBy(factor: number): void;
  pointOf(hex: string): Point;
  /** Tells what is seen, now and whenever that or the picture of the map has changed; gives what ends it. */
  watch(listener: (seen: Seen) => void): () => void;
  /** Puts a point of the drawing in the middle, without a flight. */
  lookAt(x: number, y: number): void;
  panBy(dx: number, dy: number): void;
  /** The whole map as a bitmap; null until it is drawn. */
  picture(): HTMLCanvasElement | null;
  /** How many pixels wide a counter is on the map now. */
  counterSize(): number;
  /** Walks counters along a path; ends when they have arrived. */
  walk(units: string[], path: string[], ms: number): Promise<void>;
}

export interface BoardProps {
  box: Box;
  sheet: Sheet;
  litHexes: LitHex[];
  litUnits: LitUnit[];
  /** Units in hand: raised and outlined. */
  hand: string[];
  /** The hex that the question is about, "" for none. */
  focus: string;
  path: Way | null;
  /** The legs of a way before its end. */
  legs?: Way[];
  trails: Trail[];
  /** Overlays: hexes filled by owner with patterns, lines, small texts in hexes. */
  layers: Layer[];
  /** Show who controls what. */
  control: boolean;
  /** Counters hidden, to see the map. */
  hidden: boolean;
  /** Large hex numbers over the map's own. */
  numbers?: boolean;
  /** A click means the hex, whatever lies there. */
  aiming?: boolean;
  battle: Battle | null;
  highlight: Highlight;
  onHex(hex: string, at: Point, more?: boolean): void;
  /** `more`: with Shift or Ctrl, to add it to what is in hand. */
  onUnit(unit: string, at: Point, more: boolean): void;
  /** What can be done here: a right click, a long touch, or the menu key. */
  onMenu?(hex: string, at: Point): void;
  /** A counter is about to be carried by the pointer; false if it cannot be. */
  onLift?(unit: string, whole: boolean): boolean;
  /** A counter was carried to a hex, or ("") to nowhere. */
  onDrop?(unit: string, hex: string, at: Point): void;
  /** A box was drawn around these hexes. */
  onBox?(hexes: string[], at: Point): void;
  onHover(what: Hovered | null): void;
  /** The hex under the keyboard's cursor. */
  cursor: string | null;
  onCursor(hex: string): void;
  handle(handle: BoardHandle): void;
}

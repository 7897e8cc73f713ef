// Where hexes lie: neighbours, outlines of sets, the hex at a point, the way an arrow key goes.

import type { Box, HexInfo } from "../wire";

/** A point of the map's drawing. */
export type Spot = readonly [number, number];

/** The four arrow keys as directions on the screen. */
export const ARROWS: Readonly<Record<string, Spot>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const SAME = 0.35; // of a hex's size: how far two reckonings of one centre may lie apart
const CONE = Math.cos((50 * Math.PI) / 180); // an arrow key goes to neighbours within so much of its direction
const BLOCK = 9; // hex sizes along the side of a block
const CLOSE = 0.75; // of the next best: so much nearer to the line must a neighbour be to be preferred

/** The hexes of a box as geometry. Made once per box (see `gridOf`). */
export class Grid {
  readonly labels: readonly string[];
  readonly corners: readonly Spot[];
  readonly size: number;
  private readonly hexes: readonly HexInfo[];
  private readonly first: number; // of the boxes
  private readonly numbers = new Map<string, number>();
  private readonly buckets = new Map<string, number[]>();
  private readonly beside: Int32Array; // six neighbours per hex, -1 where there is none
  private readonly path: string;

  constructor(box: Box) {
    const { hexes: ground, boxes = [], corners, hex_size: size } = box.layout;
    // Boxes of places off the map come after the hexes: counters lie in them, and nothing else is asked of them.
    const hexes = [...ground, ...boxes];
    this.hexes = hexes;
    this.first = ground.length;
    this.size = size;
    this.corners = clockwise(corners);
    this.labels = ground.map((hex) => hex.label);
    hexes.forEach((hex, number) => {
      this.numbers.set(hex.label, number);
      const key = this.bucket(hex.x, hex.y);
      const there = this.buckets.get(key);
      if (there) there.push(number);
      else this.buckets.set(key, [number]);
    });
    this.beside = new Int32Array(hexes.length * 6).fill(-1);
    hexes.forEach((hex, number) => {
      for (let edge = 0; edge < 6; edge++) {
        const [ax, ay] = this.corner(edge);
        const [bx, by] = this.corner(edge + 1);
        const [found, distance] = this.closest(hex.x + ax + bx, hex.y + ay + by);
        if (distance < size * SAME) this.beside[number * 6 + edge] = found;
      }
    });
    this.path = `${this.corners.map(([x, y], turn) => `${turn ? "l" : "m"}${offset(this.corners, turn, x, y)}`).join("")}z`;
  }

  has(label: string): boolean {
    return this.numbers.has(label);
  }

  /** Where a label stands in the order of the box, -1 for none. */
  numberOf(label: string): number {
    return this.numbers.get(label) ?? -1;
  }

  info(label: string): HexInfo | undefined {
    return this.hexes[this.numberOf(label)];
  }

  /** Is it a place off the map that has a box on the picture? */
  isBox(label: string): boolean {
    return this.numberOf(label) >= this.first;
  }

  centre(label: string): Spot {
    const hex = this.info(label);
    return hex ? [hex.x, hex.y] : [0, 0];
  }

  neighbours(label: string): string[] {
    const number = this.numberOf(label);
    if (number < 0) return [];
    return [...this.beside.subarray(number * 6, number * 6 + 6)].flatMap((other) => this.labels[other] ?? []);
  }

  /** The hex that a point of the drawing lies in, "" for none. */
  at(x: number, y: number): string {
    const [number] = this.closest(x, y);
    const hex = this.hexes[number];
    if (!hex) return "";
    for (let edge = 0; edge < 6; edge++) {
      const [ax, ay] = this.corner(edge);
      const [bx, by] = this.corner(edge + 1);
      if ((bx - ax) * (y - hex.y - ay) - (by - ay) * (x - hex.x - ax) < -0.01 * this.size) return "";
    }
    return hex.label;
  }

  /** Hexes one by one as a path, for what needs every grid line. */
  cells(labels: Iterable<string>): string {
    let found = "";
    for (const label of labels) {
      const [x, y] = this.centre(label);
      found += `M${short(x)},${short(y)}${this.path}`;
    }
    return found;
  }

  /** Hexes in squares of the map: a path over the whole board would be drawn anew for every tile of the screen. */
  blocks(labels: Iterable<string>): string[][] {
    const found = new Map<string, string[]>();
    const wide = this.size * BLOCK;
    for (const label of labels) {
      const [x, y] = this.centre(label);
      const key = `${Math.floor(x / wide)},${Math.floor(y / wide)}`;
      const there = found.get(key);
      if (there) there.push(label);
      else found.set(key, [label]);
    }
    return [...found.values()];
  }

  /** The border of a set of hexes as a path, moved inwards by `inset`. Seams inside it are gone. */
  outline(labels: Iterable<string>, inset = 0): string {
    const inside = new Set<number>();
    for (const label of labels) {
      const number = this.numberOf(label);
      if (number >= 0) inside.add(number);
    }
    // At a corner of the grid three hexes meet, so a border that comes in there goes out by exactly one edge.
    const leaving = new Map<number, [number, number]>();
    for (const number of inside) {
      for (let edge = 0; edge < 6; edge++) {
        if (!inside.has(this.next(number, edge))) leaving.set(this.vertex(number, edge), [number, edge]);
      }
    }
    let found = "";
    while (leaving.size) {
      const first = leaving.keys().next().value as number;
      const loop: Spot[] = [];
      let at = first;
      for (;;) {
        const edge = leaving.get(at);
        if (!edge) break;
        leaving.delete(at);
        const hex = this.hexes[edge[0]]!;
        const [cx, cy] = this.corner(edge[1]);
        loop.push([hex.x + cx, hex.y + cy]);
        at = this.vertex(edge[0], edge[1] + 1);
      }
      found += `M${(inset ? shrunk(loop, inset) : loop).map(([x, y]) => `${short(x)},${short(y)}`).join("L")}Z`;
    }
    return found;
  }

  /** Where an arrow key leads from a hex. `goal` is the point whose row and column the way keeps to. */
  step(label: string, [dx, dy]: Spot, goal: Spot): string {
    const [x, y] = this.centre(label);
    const aside = ([px, py]: Spot) => Math.abs((px - goal[0]) * dy - (py - goal[1]) * dx);
    let best = "";
    let least = Infinity;
    for (const other of this.neighbours(label)) {
      const [ox, oy] = this.centre(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      if (along < CONE * Math.hypot(ox - x, oy - y)) continue;
      const distance = aside([ox, oy]) + 0.01 * this.size;
      // Of two neighbours that are equally good the first stays: a straight way up does not waver.
      if (distance < least * (best ? CLOSE : 1)) [best, least] = [other, distance];
    }
    return best || this.beyond(x, y, dx, dy);
  }

  /** The nearest hex over a gap in the map, "" if there is none in that direction. */
  private beyond(x: number, y: number, dx: number, dy: number): string {
    let best = "";
    let least = Infinity;
    for (const hex of this.hexes) {
      const distance = Math.hypot(hex.x - x, hex.y - y);
      const along = (hex.x - x) * dx + (hex.y - y) * dy;
      if (!distance || along < CONE * distance) continue;
      const worth = distance + 2 * Math.abs((hex.x - x) * dy - (hex.y - y) * dx); // straight on before near
      if (worth < least) [best, least] = [hex.label, worth];
    }
    return best;
  }

  private corner(turn: number): Spot {
    return this.corners[turn % 6]!;
  }

  private next(number: number, edge: number): number {
    return this.beside[number * 6 + (edge % 6)]!;
  }

  /** A corner under one name, whichever of its three hexes it is reckoned from. */
  private vertex(number: number, turn: number): number {
    const corner = turn % 6;
    const after = this.next(number, corner);
    const before = this.next(number, corner + 5);
    return Math.min(
      number * 6 + corner,
      after < 0 ? Infinity : after * 6 + ((corner + 4) % 6),
      before < 0 ? Infinity : before * 6 + ((corner + 2) % 6),
    );
  }

  private bucket(x: number, y: number): string {
    return `${Math.floor(x / this.size)},${Math.floor(y / this.size)}`;
  }

  private closest(x: number, y: number): [number, number] {
    let best = -1;
    let least = Infinity;
    for (let across = -1; across <= 1; across++) {
      for (let down = -1; down <= 1; down++) {
        for (const number of this.buckets.get(this.bucket(x + across * this.size, y + down * this.size)) ?? []) {
          const hex = this.hexes[number]!;
          const distance = Math.hypot(hex.x - x, hex.y - y);
          if (distance < least) [best, least] = [number, distance];
        }
      }
    }
    return [best, least];
  }
}

const EVEN = 48; // the size of a hex for which the board's style is made
const evenBoxes = new WeakMap<Box, Box>();

/** The box with its map brought to the size for which lines and letters of the board are made. */
export function evened(box: Box): Box {
  const { layout } = box;
  const scale = EVEN / layout.hex_size;
  if (scale === 1) return box;
  let even = evenBoxes.get(box);
  if (!even) {
    even = {
      ...box,
      layout: {
        ...layout,
        width: layout.width * scale,
        height: layout.height * scale,
        hex_size: EVEN,
        counter_size: layout.counter_size * scale,
        corners: layout.corners.map(([x, y]) => [x * scale, y * scale]),
        hexes: layout.hexes.map((hex) => ({ ...hex, x: hex.x * scale, y: hex.y * scale })),
        boxes: layout.boxes?.map((hex) => ({ ...hex, x: hex.x * scale, y: hex.y * scale })),
      },
    };
    evenBoxes.set(box, even);
  }
  return even;
}

const grids = new WeakMap<Box, Grid>();

/** The grid of a box, made when it is first asked for. */
export function gridOf(box: Box): Grid {
  let grid = grids.get(box);
  if (!grid) grids.set(box, (grid = new Grid(box)));
  return grid;
}

/** Runs and labels as labels: "1001:1003" is every hex from 1001 to 1003 in the order of the box. */
export function expand(runs: readonly string[], box: Box): string[] {
  const grid = gridOf(box);
  return runs.flatMap((run) => {
    const colon = grid.has(run) ? -1 : run.indexOf(":");
    if (colon < 0) return [run];
    const first = grid.numberOf(run.slice(0, colon));
    const last = grid.numberOf(run.slice(colon + 1));
    return first < 0 || last < 0 ? [] : grid.labels.slice(first, last + 1);
  });
}

/** A number for a path, without needless digits. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function offset(corners: readonly Spot[], turn: number, x: number, y: number): string {
  const before = turn ? corners[turn - 1]! : [0, 0];
  return `${Math.round((x - before[0]!) * 100) / 100},${Math.round((y - before[1]!) * 100) / 100}`;
}

function clockwise(corners: readonly Spot[]): Spot[] {
  let twice = 0;
  corners.forEach(([x, y], turn) => {
    const [nx, ny] = corners[(turn + 1) % corners.length]!;
    twice += x * ny - nx * y;
  });
  return twice >= 0 ? [...corners] : [...corners].reverse();
}

function shrunk(loop: Spot[], inset: number): Spot[] {
  const count = loop.length;
  return loop.map(([x, y], turn) => {
    const [px, py] = loop[(turn + count - 1) % count]!;
    const [nx, ny] = loop[(turn + 1) % count]!;
    const into = normal(x - px, y - py);
    const out = normal(nx - x, ny - y);
    const share = inset / (1 + into[0] * out[0] + into[1] * out[1]);
    return [x + (into[0] + out[0]) * share, y + (into[1] + out[1]) * share];
  });
}

function normal(dx: number, dy: number): Spot {
  const length = Math.hypot(dx, dy) || 1;
  return [-dy / length, dx / length];
}

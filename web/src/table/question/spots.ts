// What opens where the player clicked.

import type { Point } from "../../board";
import type { Why } from "../../wire";
import type { Offer } from "./acting";

/** A small menu where the player clicked. */
export interface SpotMenu {
  at: Point;
  offers: Offer[];
  /** Several entries in one: their words, and what they do when they are chosen. */
  deeds?: Deed[];
}

/** A gesture in a menu. */
export interface Deed {
  id: string;
  label: string;
  /** Cannot be chosen: its number is being found out, or nobody can. */
  idle?: boolean;
  run(): void;
}

/** Reasons why something cannot be done, near the click. */
export interface Reasons {
  at: Point | null;
  why: Why[];
  /** Is all of it shown at once, and not the nearest reason first? */
  all?: boolean;
}

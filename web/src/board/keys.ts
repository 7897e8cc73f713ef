// What a key means on the board.

import { ARROWS } from "./geometry";
import type { Grid, Spot } from "./geometry";

const PAN = 90; // pixels
const ZOOM = 1.25;

/** What the board shall do. */
export type Command =
  | { do: "go"; hex: string }
  | { do: "activate" }
  | { do: "cycle"; by: number }
  | { do: "pan"; dx: number; dy: number }
  | { do: "zoom"; by: number }
  | { do: "fit" }
  | { do: "close" };

type Press = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Reads keys. It remembers the row and column that the arrow keys keep to. */
export class Keys {
  private goal: Spot = [0, 0];
  private last = "";

  /** The command of a key with the cursor on a hex; null if it means nothing here. */
  read(press: Press, cursor: string, grid: Grid, litHexes: readonly string[], litPlaces: readonly string[]): Command | null {
    if (press.ctrlKey || press.metaKey || press.altKey) return null;
    const arrow = ARROWS[press.key];
    if (arrow) {
      if (press.shiftKey) return { do: "pan", dx: -arrow[0] * PAN, dy: -arrow[1] * PAN };
      return { do: "go", hex: this.step(cursor, arrow, grid) };
    }
    switch (press.key) {
      case "Enter":
      case " ":
        return { do: "activate" };
      case "PageDown":
        return { do: "cycle", by: 1 };
      case "PageUp":
        return { do: "cycle", by: -1 };
      case "+":
      case "=":
        return { do: "zoom", by: ZOOM };
      case "-":
      case "_":
        return { do: "zoom", by: 1 / ZOOM };
      case "Home":
        return { do: "fit" };
      case "Escape":
        return { do: "close" };
      case ".":
      case "]":
        return this.along(cursor, grid, litHexes, litPlaces, 1);
      case ",":
      case "[":
        return this.along(cursor, grid, litHexes, litPlaces, -1);
      default:
        return null;
    }
  }

  private step(cursor: string, arrow: Spot, grid: Grid): string {
    if (cursor !== this.last) this.goal = grid.centre(cursor);
    const hex = grid.step(cursor, arrow, this.goal) || cursor;
    const [x, y] = grid.centre(hex);
    this.goal = arrow[0] ? [x, this.goal[1]] : [this.goal[0], y];
    this.last = hex;
    return hex;
  }

  /** The next hex in which something may be clicked, in the order of the map. */
  private along(cursor: string, grid: Grid, litHexes: readonly string[], litPlaces: readonly string[], by: number): Command | null {
    const places = [...new Set([...litHexes, ...litPlaces])].filter((hex) => grid.has(hex));
    if (!places.length) return null;
    places.sort((one, other) => grid.numberOf(one) - grid.numberOf(other));
    const from = grid.numberOf(cursor);
    const next =
      by > 0 ? places.find((hex) => grid.numberOf(hex) > from) : places.findLast((hex) => grid.numberOf(hex) < from);
    return { do: "go", hex: next ?? (by > 0 ? places[0]! : places.at(-1)!) };
  }
}

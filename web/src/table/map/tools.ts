// What a player lays on the board for himself: a ruler, notes on hexes, bookmarks in the log. None of it is told to anybody.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { readValue, writeValue } from "../../live/storage";
import type { Layer } from "../../wire";

/** From where to where is measured; "" is not chosen yet. */
export interface Ruler {
  from: string;
  to: string;
}

const MOST_MARKS = 500;

/** The tools of one table page. */
export class Tools {
  readonly ruler: Signal<Ruler | null> = signal(null);
  /** The hex on which a note is written; "?" while it is to be chosen, null while nobody writes. */
  readonly note: Signal<string | null> = signal(null);
  /** Is a hex to be chosen for a tool? */
  readonly aiming: ReadonlySignal<boolean> = computed(() => this.ruler.value !== null || this.note.value === "?");
  /** What the tools draw on the board. */
  readonly layers: Signal<Layer[]> = signal([]);
  /** The moments that are marked in the log. */
  readonly marks: Signal<ReadonlySet<number>> = signal(new Set<number>());
  private place = "";

  /** The bookmarks of a seat: each side counts moments of its own. */
  sit(match: string, side: string | null): void {
    this.place = `bocage.marks.${match}.${side ?? ""}`;
    const kept = readValue<unknown>(this.place, []);
    this.marks.value = new Set(Array.isArray(kept) ? kept.filter((one): one is number => typeof one === "number") : []);
    this.close();
  }

  /** Mark a moment of the log, or take the mark away. */
  mark(moment: number): void {
    const next = new Set(this.marks.peek());
    if (!next.delete(moment)) next.add(moment);
    this.marks.value = next;
    writeValue(this.place, [...next].slice(-MOST_MARKS));
  }

  /** Take the ruler in hand (from a hex, if one is given), or put it away. */
  measure(from = ""): void {
    this.note.value = null;
    this.ruler.value = this.ruler.peek() ? null : { from, to: "" };
  }

  /** Write a note on a hex, or choose one first. */
  write(hex = ""): void {
    this.ruler.value = null;
    this.note.value = this.note.peek() === null ? hex || "?" : null;
  }

  /** A hex was clicked: true if a tool wanted it. */
  takes(hex: string): boolean {
    const ruler = this.ruler.peek();
    if (ruler) {
      const again = !ruler.from || ruler.to !== "";
      this.ruler.value = again ? { from: hex, to: "" } : { from: ruler.from, to: hex };
      return true;
    }
    if (this.note.peek() !== "?") return false;
    this.note.value = hex;
    return true;
  }

  /** Put everything away; false if nothing was in hand. */
  close(): boolean {
    const open = this.ruler.peek() !== null || this.note.peek() !== null;
    this.ruler.value = null;
    this.note.value = null;
    return open;
  }
}

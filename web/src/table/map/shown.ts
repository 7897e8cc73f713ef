// Which hex the panel beside the map is about: what the pointer rests on, what was clicked last, or where the hand is.

import { effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import type { Hovered } from "../../board";

const DWELL = 200; // milliseconds: on its way to the panel the pointer crosses hexes that are not meant

/** What the panel is told. */
interface Seen {
  hover: ReadonlySignal<Hovered | null>;
  cursor: ReadonlySignal<string | null>;
  /** Where a unit is, "" if it is nowhere. */
  placeOf(unit: string): string;
  /** Where the units in hand are, "" while there are none. */
  hand: ReadonlySignal<string>;
}

/** The hex, or the place off the map, that the panel shows; "" until there was one. */
export class Shown {
  readonly at: Signal<string> = signal("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stops: (() => void)[];

  constructor(seen: Seen) {
    this.stops = [
      effect(() => {
        const hover = seen.hover.value;
        clearTimeout(this.timer);
        // When the pointer leaves the map it is on its way to the panel: what it shows stays.
        const next = hover ? hover.hex || untracked(() => seen.placeOf(hover.unit)) : "";
        if (!next || next === this.at.peek()) return;
        if (this.at.peek()) this.timer = setTimeout(() => this.show(next), DWELL);
        else this.show(next);
      }),
      effect(() => this.show(seen.cursor.value ?? "")),
      effect(() => {
        const hand = seen.hand.value;
        if (!seen.hover.peek()) this.show(hand);
      }),
    ];
  }

  /** Show this one now. */
  show(at: string): void {
    clearTimeout(this.timer);
    if (at) this.at.value = at;
  }

  /** Stop listening. */
  close(): void {
    clearTimeout(this.timer);
    for (const stop of this.stops) stop();
  }
}

// What is laid over the map. The choice is the player's and is remembered; the layers are asked anew as the game goes on.

import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { keepSetting, setting } from "../../live/seats";
import type { Table } from "../../live/table";
import type { Layer } from "../../wire";
import type { Past } from "../past/past";

/** Who can tell the layers of an overlay. */
export interface Surveyor {
  overlay(id: string, unit?: string, at?: number): Promise<Layer[]>;
}

/** What the layers depend on; null while there is nothing to ask about. */
export interface Ground {
  surveyor: Surveyor;
  moment: number;
  unit: string;
  /** An earlier moment that is looked at; -1 for now. */
  at: number;
}

/** What the layers of a table depend on: on the present, or on the moment that is looked at. A running film has none. */
export function groundOf(table: Table, past: Past, selected: string): Ground | null {
  const sheet = table.sheet.value;
  if (!sheet || table.link.value !== "live" || past.film.value?.playing.value) return null;
  const at = past.sheet.value?.moment ?? -1;
  return { surveyor: table, moment: sheet.moment, unit: (at < 0 && sheet.question?.hand?.[0]) || selected, at };
}

const WAIT_MS = 120;

/** The overlays that are on, and their layers. */
export class Overlays {
  readonly layers: Signal<Layer[]> = signal([]);
  /** The ids of the overlays that are on. */
  readonly on: ReadonlySignal<string[]>;
  /** Counters hidden for as long as a key is held. */
  readonly peeking: Signal<boolean> = signal(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private readonly stop: () => void;

  constructor(ground: () => Ground | null) {
    this.on = computed(() => {
      const kept = setting<unknown>("overlays", []);
      return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string") : [];
    });
    this.stop = effect(() => this.refresh(ground(), this.on.value));
  }

  /** Lay an overlay over the map, or take it away. */
  toggle(id: string): void {
    const on = this.on.value;
    keepSetting("overlays", on.includes(id) ? on.filter((other) => other !== id) : [...on, id]);
  }

  /** Is a switch of the map on ("control", "trails", "hidden", "numbers")? */
  switched(name: string): boolean {
    return setting(`map.${name}`, name === "trails");
  }

  /** Turn a switch of the map. */
  flip(name: string): void {
    keepSetting(`map.${name}`, !this.switched(name));
  }

  /** Stop asking. */
  close(): void {
    clearTimeout(this.timer);
    this.stop();
  }

  private refresh(ground: Ground | null, on: string[]): void {
    clearTimeout(this.timer);
    this.asked += 1;
    const asked = this.asked;
    if (!ground || on.length === 0) {
      if (this.layers.peek().length) this.layers.value = [];
      return;
    }
    this.timer = setTimeout(async () => {
      const answers = await Promise.all(on.map((id) => ground.surveyor.overlay(id, ground.unit, ground.at).catch(() => [] as Layer[])));
      if (asked === this.asked) this.layers.value = answers.flat();
    }, WAIT_MS);
  }
}

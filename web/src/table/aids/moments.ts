// The moment of a battle: what is told of it, one after the other, within two seconds.

import { type Signal, signal } from "@preact/signals";
import { still } from "../../board";
import { setting } from "../../live/seats";
import type { Line } from "../../wire";
import { Battles, type Told } from "./battles";

const ROLLING = 500; // milliseconds
const BEAT = 260;
const HOLD = 700; // at least, for the last words
const LONGEST = 1900;
const WAITING = 1; // battles that may wait for their turn; those before them are left to the log

/** A battle that is being told: how many of its words stand there already. */
export interface Moment {
  told: Told;
  rolling: boolean;
  shown: number;
}

/** What the moments need of the table around them. */
export interface Around {
  /** May it be shown on this hex? Brings it into view if it was the player's own doing. */
  ready(hex: string, own: boolean): boolean;
  sound(name: "die" | "battle"): void;
}

/** Are battles told on the board? Not where things shall not move. */
export function momentsOn(): boolean {
  return setting("battle.moment", true) && !still();
}

/** Tells battles one after the other. */
export class Moments {
  readonly now: Signal<Moment | null> = signal(null);
  private readonly battles = new Battles();
  private queue: { told: Told; own: boolean; done(): void }[] = [];
  private finish: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: Around) {}

  /** Lines arrived; what is returned ends when they have been told. Null: nothing is told of them. */
  take(lines: readonly Line[], own: boolean): Promise<void> | null {
    const told = this.battles.read(lines);
    if (!told || !momentsOn()) return null;
    return new Promise((done) => {
      this.queue.push({ told, own, done });
      while (this.queue.length > WAITING + 1) this.queue.shift()!.done();
      if (!this.now.peek()) this.next();
    });
  }

  /** Enough: the rest stands in the log. */
  skip(): void {
    clearTimeout(this.timer);
    const waiting = this.queue;
    this.queue = [];
    for (const { done } of waiting) done();
    this.end();
  }

  private end(): void {
    this.now.value = null;
    this.finish?.();
    this.finish = null;
  }

  private next(): void {
    const first = this.queue.shift();
    if (!first) return;
    const { told, own, done } = first;
    if (!this.around.ready(told.hex, own)) {
      done();
      return this.next();
    }
    this.finish = done;
    const rolled = told.beats.some(({ kind }) => kind === "dice");
    const words = told.beats.filter(({ kind }) => kind !== "dice").length;
    const opening = rolled ? ROLLING : 0;
    const pace = Math.min(BEAT, (LONGEST - opening - HOLD) / Math.max(1, words));
    this.now.value = { told, rolling: rolled, shown: rolled ? 0 : 1 };
    if (rolled) this.around.sound("die");
    const tell = (shown: number): void => {
      this.now.value = { told, rolling: false, shown };
      if (rolled && shown === 1) this.around.sound("battle");
      if (shown < words) this.timer = setTimeout(() => tell(shown + 1), pace);
      else {
        this.timer = setTimeout(() => {
          this.end();
          this.next();
        }, LONGEST - opening - pace * (words - 1));
      }
    };
    this.timer = setTimeout(() => tell(1), opening);
  }
}

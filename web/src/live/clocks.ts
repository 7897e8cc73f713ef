// The time that the sides have used, by the clock of the service: for those who want to see it. No rule asks for it.

import { type Signal, signal } from "@preact/signals";
import type { Clocks } from "../wire";
import { request } from "./api";

/** Whoever takes longer than this for one thing is away and not thinking: the service leaves such pauses out. */
export const PAUSE = 1800;

/** What the service told of the time used, and when it did (milliseconds of this page). */
export interface Told {
  clocks: Clocks;
  at: number;
}

/** Fetches the clocks anew when the match has gone on, but not for every click of a quick player. */
export class ClockWatch {
  readonly told: Signal<Told | null> = signal(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly match: string,
    private readonly token: string,
  ) {}

  /** The match may have gone on. */
  look(soon = 1_500): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      request<Clocks>(`/matches/${encodeURIComponent(this.match)}/clocks`, this.token).then(
        (clocks) => {
          this.told.value = { clocks, at: Date.now() };
        },
        () => undefined, // a clock that cannot be had now is had later
      );
    }, soon);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/** The seconds that a side has used by now; the clock of who decides runs, until he counts as away. */
export function usedBy(told: Told, side: string, deciding: readonly string[], now: number): number {
  const used = told.clocks.used.find((one) => one.side === side)?.seconds ?? 0;
  const since = told.clocks.since + (now - told.at) / 1000;
  return deciding.includes(side) && since <= PAUSE ? used + since : used;
}

/** A time as a clock shows it. */
export function clockFace(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  const two = (number: number) => String(number).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** How long ago something was, in words. */
export function ago(seconds: number): string {
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3600), Math.floor(seconds / 86_400)];
  const say = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"} ago`;
  if (days > 0) return say(days, "day");
  if (hours > 0) return say(hours, "hour");
  return minutes > 0 ? say(minutes, "minute") : "just now";
}

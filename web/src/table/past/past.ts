// Looking back: the board as it was at a moment, and the film of what happened.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Film, Line, Sheet } from "../../wire";
import { struckLines } from "../tabs/lines";
import { FilmPlayer, scenesOf, type Stage } from "./film";

/** What is asked of a table to look back. */
export interface Archive {
  sheetAt(moment: number): Promise<Sheet>;
  film(first: number, last: number): Promise<Film>;
}

/** The moment that is looked at; `sheet` is null until it has come. */
export interface Looking {
  moment: number;
  sheet: Sheet | null;
}

const KEPT = 80;
const WAIT_MS = 90;

/** Where the last block of another side's doings begins: the moment before its first line, or -1 if there is none. */
export function blockStart(log: readonly Line[], side: string | null, now: number): number {
  let start = -1;
  for (let place = log.length - 1; place >= 0; place -= 1) {
    const line = log[place]!;
    if (line.kind === "talk" || line.kind === "turn" || line.kind === "part" || !line.side || line.moment > now) continue;
    if (line.side === side) {
      if (start >= 0) break;
      continue;
    }
    start = line.moment - 1;
  }
  return start;
}

/** The ways that the other side's units went in its last block of moves: what a player wants to see on the board. */
export function recentTrails(log: readonly Line[], side: string | null): { hexes: string[]; owner: string }[] {
  const found: { hexes: string[]; owner: string }[] = [];
  for (let place = log.length - 1; place >= 0; place -= 1) {
    const line = log[place]!;
    if (line.kind !== "move" || !line.side) continue;
    const owner = found[0]?.owner ?? line.side;
    if (line.side === side || line.side !== owner) {
      if (found.length > 0) break;
      if (line.side === side) continue;
    }
    if ((line.path ?? []).length > 1) found.push({ hexes: line.path!, owner: line.side });
  }
  return found.reverse();
}

/** The ways that units of all sides went in the turn before a line and in its own, without what was taken back. */
export function turnTrails(log: readonly Line[]): { hexes: string[]; owner: string }[] {
  const struck = struckLines(log);
  let first = log.length;
  for (let turns = 0; first > 0 && turns < 2; ) {
    first -= 1;
    if (log[first]!.kind === "turn") turns += 1;
  }
  return log.slice(first).flatMap((line) =>
    line.kind === "move" && line.side && (line.path ?? []).length > 1 && !struck.has(line) ? [{ hexes: line.path!, owner: line.side }] : [],
  );
}

/** The view of the past: a moment, or a film, or neither. */
export class Past {
  readonly looking: Signal<Looking | null> = signal(null);
  readonly film: Signal<FilmPlayer | null> = signal(null);
  /** Where a film that was too long for one piece goes on: from a moment to another; null if it is whole. */
  readonly sequel: Signal<{ first: number; last: number } | null> = signal(null);
  /** What went wrong or is under way, in words. */
  readonly words: Signal<string> = signal("");
  /** The sheet of the past that is shown, or null for the present. */
  readonly sheet: ReadonlySignal<Sheet | null>;
  /** Is the present shown? */
  readonly present: ReadonlySignal<boolean>;
  private kept = new Map<number, Sheet>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(
    private archive: () => Archive,
    private readonly stage: Stage,
  ) {
    this.sheet = computed(() => this.film.value?.sheet.value ?? this.looking.value?.sheet ?? null);
    this.present = computed(() => this.film.value === null && this.looking.value === null);
  }

  /** Look at a moment; the newest one is the present. */
  look(moment: number, now: number): void {
    this.stopFilm();
    clearTimeout(this.timer);
    this.words.value = "";
    this.asked += 1;
    if (moment >= now) {
      this.looking.value = null;
      return;
    }
    const known = this.kept.get(moment);
    this.looking.value = { moment, sheet: known ?? this.looking.value?.sheet ?? null };
    if (known) return;
    const asked = this.asked;
    this.timer = setTimeout(() => void this.fetch(moment, asked), WAIT_MS);
  }

  private async fetch(moment: number, asked: number): Promise<void> {
    try {
      const sheet = await this.archive().sheetAt(moment);
      this.keep(moment, sheet);
      if (asked === this.asked) this.looking.value = { moment, sheet };
    } catch (error) {
      if (asked !== this.asked) return;
      this.words.value = error instanceof Error ? error.message : "That moment could not be fetched. Try again.";
    }
  }

  private keep(moment: number, sheet: Sheet): void {
    this.kept.set(moment, sheet);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
  }

  /** Show the film from one moment to another. */
  async showFilm(first: number, last: number): Promise<void> {
    this.stopFilm();
    this.looking.value = null;
    this.asked += 1;
    const asked = this.asked;
    this.words.value = "The film is being fetched…";
    try {
      const film = await this.archive().film(Math.max(0, first), last);
      if (asked !== this.asked) return;
      const scenes = scenesOf(film);
      const end = film.frames[film.frames.length - 1]?.delta.moment ?? last;
      this.sequel.value = end < last ? { first: end, last } : null;
      if (scenes.length === 0) {
        this.words.value = "Nothing has happened since then.";
        return;
      }
      this.words.value = "";
      const player = new FilmPlayer(scenes, film.first, this.stage);
      this.film.value = player;
      void player.play();
    } catch (error) {
      if (asked !== this.asked) return;
      this.words.value = error instanceof Error ? error.message : "The film could not be fetched. Try again.";
    }
  }

  /** Back to the present. */
  now(): void {
    this.asked += 1;
    clearTimeout(this.timer);
    this.stopFilm();
    this.looking.value = null;
    this.words.value = "";
  }

  /** Another seat sees other things: forget what was kept. */
  forget(): void {
    this.now();
    this.kept.clear();
  }

  private stopFilm(): void {
    this.film.value?.pause();
    this.film.value = null;
  }
}

// The film: what happened between two moments, scene by scene. A scene is an entry that has something to tell.

import { signal } from "@preact/signals";
import { applyDelta } from "../../live/table";
import type { Box, Film, Line, Sheet } from "../../wire";
import { counterTable } from "../question/acting";
import { REMARK } from "../tabs/lines";

/** One scene: the board before and after it, and what is told of it. */
export interface Scene {
  before: Sheet;
  after: Sheet;
  side: string;
  lines: Line[];
}

/** A battle as arrows: from where to where. */
export interface Arrows {
  hexes: string[];
  target: string;
}

/** The scenes of a film. Entries without a line (a unit taken in hand) are folded into the scene that follows. */
export function scenesOf(film: Film): Scene[] {
  const scenes: Scene[] = [];
  let before = film.first;
  let sheet = film.first;
  for (const frame of film.frames) {
    sheet = applyDelta(sheet, frame.delta);
    const lines = frame.delta.lines ?? [];
    if (lines.every((line) => line.kind === REMARK)) continue; // what is said of it waits for the log
    scenes.push({ before, after: sheet, side: frame.side, lines });
    before = sheet;
  }
  const last = scenes[scenes.length - 1];
  if (last) last.after = sheet;
  return scenes;
}

/** The arrows of a battle among lines: from where the attackers stand to the hex that the line is about. */
export function arrowsOf(lines: readonly Line[], sheet: Sheet, box: Box): Arrows | null {
  const battle = lines.find((line) => line.kind === "battle");
  const target = battle?.hexes?.[0];
  if (!battle || !target) return null;
  const counters = counterTable(box);
  const attackers = (battle.units ?? []).filter((unit) => counters.get(unit)?.side === battle.side);
  return { target, hexes: placesOf(attackers, sheet).filter((hex) => hex !== target) };
}

/** Where units stand, each place once. */
export function placesOf(units: readonly string[], sheet: Sheet): string[] {
  return [...new Set(units.map((unit) => sheet.units[unit]?.[0] ?? "").filter(Boolean))];
}

/** What a film needs of the table on which it is shown. */
export interface Stage {
  /** Move counters along a path; resolves when they are there. */
  walk(units: string[], path: string[], ms: number): Promise<void>;
  /** Bring a hex into view. */
  look(hex: string): void;
  /** Wait. */
  pause(ms: number): Promise<void>;
}

export const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 180;
const LOOK_MS = 320;
const READ_MS = 900;
const DICE_MS = 1600;
const LETTER_MS = 14; // of text beyond the first line
const LONGEST_MS = 4500;

/** Plays scenes on a stage: play, pause, step, jump, speed. */
export class FilmPlayer {
  /** The number of scenes already shown: 0 is the board before the first. */
  readonly shown = signal(0);
  readonly playing = signal(false);
  readonly speed = signal(1);
  /** The scene that is under way or was shown last. */
  readonly scene = signal<Scene | null>(null);
  readonly sheet = signal<Sheet>(null as unknown as Sheet);
  private run = 0;

  constructor(
    readonly scenes: Scene[],
    first: Sheet,
    private readonly stage: Stage,
  ) {
    this.sheet.value = scenes[0]?.before ?? first;
  }

  /** Have all scenes been shown? */
  get over(): boolean {
    return this.shown.value >= this.scenes.length;
  }

  /** Go on from here, or from the beginning if it is over. */
  async play(): Promise<void> {
    if (this.playing.value) return;
    if (this.over) this.goTo(0);
    const run = ++this.run;
    this.playing.value = true;
    while (run === this.run && !this.over) await this.show(run);
    if (run === this.run) this.playing.value = false;
  }

  /** Stop where it is. */
  pause(): void {
    this.run += 1;
    this.playing.value = false;
  }

  /** Show the next scene (or, for -1, the board before the last one), without going on. */
  async step(by: 1 | -1): Promise<void> {
    this.pause();
    if (by < 0) this.goTo(this.shown.value - 1);
    else if (!this.over) await this.show(++this.run);
  }

  /** Jump to the board after so many scenes. */
  goTo(count: number): void {
    this.pause();
    const number = Math.max(0, Math.min(count, this.scenes.length));
    this.shown.value = number;
    this.scene.value = number > 0 ? this.scenes[number - 1]! : null;
    this.sheet.value = number > 0 ? this.scenes[number - 1]!.after : (this.scenes[0]?.before ?? this.sheet.value);
  }

  private async show(run: number): Promise<void> {
    const scene = this.scenes[this.shown.value];
    if (!scene) return;
    const pace = 1 / this.speed.value;
    this.scene.value = scene;
    this.sheet.value = scene.before;
    const place = placeOf(scene.lines);
    if (place) {
      // The eye needs a moment to find the place before something happens there.
      this.stage.look(place);
      await this.stage.pause(LOOK_MS * pace);
    }
    let nameless: Walkers = { units: [], hex: "" };
    for (const line of scene.lines) {
      if (run !== this.run) return;
      const path = line.path ?? [];
      if (path.length < 2) continue;
      if (!line.units?.length) nameless = namelessWalkers(scene, path, nameless);
      const units = line.units?.length ? line.units : nameless.units;
      if (units.length > 0) await this.stage.walk(units, path, STEP_MS * (path.length - 1) * pace);
    }
    if (run !== this.run) return;
    this.sheet.value = scene.after;
    this.shown.value += 1;
    const rolled = scene.lines.some((line) => (line.rolls ?? []).length > 0);
    const letters = scene.lines.reduce((sum, line) => sum + line.text.length, 0);
    await this.stage.pause(Math.min(LONGEST_MS, (rolled ? DICE_MS : READ_MS) + LETTER_MS * Math.max(0, letters - 60)) * pace);
  }
}

/** Counters that walk, and how far they have come. */
interface Walkers {
  units: string[];
  hex: string;
}

/** Who walks a path of which no unit is named (a piece that lies face down): what is gone from its first hex afterwards. */
export function namelessWalkers(scene: Scene, path: readonly string[], before: Walkers): Walkers {
  const start = path[0]!;
  const hex = path[path.length - 1]!;
  if (before.hex === start) return { units: before.units, hex };
  const gone = Object.keys(scene.before.units).find(
    (unit) => scene.before.units[unit]![0] === start && scene.after.units[unit]?.[0] !== start,
  );
  return { units: gone ? [gone] : [], hex };
}

/** What a scene is about, to be ringed on the board: places of what is told, and the units themselves. */
export function pointedIn(lines: readonly Line[]): { hexes: string[]; units: string[] } {
  const still = lines.filter((line) => !line.path?.length && line.kind !== "battle");
  return { hexes: [...new Set(still.flatMap((line) => line.hexes ?? []))], units: [...new Set(lines.flatMap((line) => line.units ?? []))] };
}

/** The hex that lines are about: where the first path ends, or their first hex. */
export function placeOf(lines: readonly Line[]): string {
  for (const line of lines) {
    const hex = line.path?.[line.path.length - 1] ?? line.hexes?.[0];
    if (hex) return hex;
  }
  return "";
}

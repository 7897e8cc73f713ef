// Dice that fell: a few seconds in the tray, and the last battle's marked on its chart.

import { type Signal, signal } from "@preact/signals";
import type { Box, Line } from "../../wire";

/** Dice in the tray. */
export interface Thrown {
  key: number;
  lines: Line[];
}

/** The last battle on a chart: the column and row of each of its dice. */
export interface Marked {
  chart: string;
  spots: { column: string; row: string }[];
}

const TRAY_MS = 6000;

/** The dice of one table page. */
export class Dice {
  readonly tray: Signal<Thrown[]> = signal([]);
  readonly marked: Signal<Marked | null> = signal(null);
  /** Who tells battles on the board: the tray waits for its end. Null: nobody, or nothing to tell. */
  stage: ((lines: readonly Line[], own: boolean) => Promise<void> | null) | null = null;
  private throws = 0;

  constructor(private readonly box: () => Box | null) {}

  /** Lines arrived: their dice fall, on the board or at once into the tray. */
  fall(lines: Line[], own: boolean): void {
    const told = this.stage?.(lines, own);
    const thrown = lines.filter((line) => (line.rolls ?? []).length > 0);
    if (thrown.length === 0) return;
    if (told) void told.then(() => this.throw(thrown));
    else this.throw(thrown);
  }

  /** Dice fall into the tray, in the place of those that lay there: a pile of throws would cover the board. */
  throw(lines: Line[]): void {
    this.throws += 1;
    const key = this.throws;
    this.tray.value = [{ key, lines }];
    setTimeout(() => this.putAway(key), TRAY_MS);
  }

  /** Take dice out of the tray. */
  putAway(key: number): void {
    this.tray.value = this.tray.value.filter((thrown) => thrown.key !== key);
  }

  /** Mark the last battle on its chart: its dice say where they are read, or are named after column and result ("2:1: EX"). */
  mark(lines: Line[]): void {
    const box = this.box();
    const rolls = lines.flatMap((line) => (line.kind === "battle" ? (line.rolls ?? []).slice(0, 1) : []));
    if (!box || rolls.length === 0) return;
    const spots = rolls.map((roll) => ({
      column: roll.column || roll.name.slice(0, Math.max(0, roll.name.lastIndexOf(": "))) || roll.name,
      row: roll.row || String(roll.dice[0] ?? 0),
    }));
    const chart = box.charts.find((one) => one.columns.slice(1).includes(spots.at(-1)!.column));
    if (!chart) return;
    // Where one die decides a battle, only the last one counts.
    const own = rolls.at(-1)!.column ? spots.filter((spot) => chart.columns.includes(spot.column)) : spots.slice(-1);
    this.marked.value = { chart: chart.id, spots: own };
  }
}

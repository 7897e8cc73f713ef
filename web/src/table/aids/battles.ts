// A battle as it is told on the board: out of the log's own lines, which hold no more than this side may know.

import type { Line } from "../../wire";

/** One thing that is told: dice that fell, or words about what came of them. */
export interface Beat {
  kind: "dice" | "result" | "loss" | "way" | "note";
  words: string;
  dice: number[];
}

/** What is told at once of a battle, and where. */
export interface Told {
  hex: string;
  beats: Beat[];
}

const MOST = 5; // words about one battle; more stand in the log
const ENDS = new Set(["turn", "part", "arrival"]);

/** Follows the log and remembers where the last battle is fought, and by whom: its losses may be told later. */
export class Battles {
  private hex = "";
  private units: ReadonlySet<string> = new Set();

  /** What new lines tell of a battle; null if they tell of none. */
  read(lines: readonly Line[]): Told | null {
    const fought = lines.some((line) => line.kind === "battle" && (line.rolls ?? []).length > 0);
    const beats: Beat[] = [];
    let begun = false;
    let over = false;
    for (const line of lines) {
      if (over || ENDS.has(line.kind ?? "")) {
        over = true;
        continue;
      }
      if (line.kind === "battle") {
        if (line.hexes?.[0] && begun && line.hexes[0] !== this.hex) break; // the next one
        this.meet(line);
        if ((line.rolls ?? []).length === 0) continue;
        beats.push(...diceOf(line), { kind: "result", words: resultWords(line), dice: [] });
        begun = true;
      } else if (fought && !begun && line.kind === "dice" && line.hexes?.[0]) {
        beats.push(...diceOf(line)); // what was rolled before it, in the same breath
      } else if (begun || !fought) {
        const beat = this.after(line);
        if (beat) beats.push(beat);
      }
    }
    const hex = this.hex;
    if (lines.length > 0 && beats.length === 0 && !lines.some(({ kind }) => kind === "battle")) this.hex = "";
    return hex && beats.length > 0 ? { hex, beats: shortened(beats) } : null;
  }

  private meet(line: Line): void {
    if (line.hexes?.[0]) this.hex = line.hexes[0];
    if (line.units?.length) this.units = new Set(line.units);
  }

  /** What a line tells of the battle under way: a loss, a retreat, an advance, or what came of the result. */
  private after(line: Line): Beat | null {
    if (!this.hex) return null;
    const here = (line.hexes ?? []).includes(this.hex);
    const ours = (line.units ?? []).some((unit) => this.units.has(unit));
    const beat = (kind: Beat["kind"]): Beat => ({ kind, words: line.text, dice: [] });
    if (line.kind === "loss") return beat("loss"); // the defenders need not have been named
    if (line.kind === "move") return here || line.path?.[0] === this.hex ? beat("way") : null;
    return !line.kind && (here || ours) ? beat("note") : null;
  }
}

function diceOf(line: Line): Beat[] {
  return (line.rolls ?? []).map(({ name, dice }) => ({ kind: "dice", words: nameOf(name), dice }));
}

/** For whom or on which column dice fell: the name of a roll without its result ("3:1: EX"). */
function nameOf(name: string): string {
  const colon = name.lastIndexOf(": ");
  return colon < 0 ? name : name.slice(0, colon);
}

/** The end of the sentence, from where it names the result of the roll. */
export function resultWords(line: Line): string {
  const name = (line.rolls ?? []).at(-1)?.name ?? "";
  const code = name.includes(": ") ? name.slice(name.lastIndexOf(": ") + 2) : "";
  const at = code ? Math.max(line.text.lastIndexOf(`, ${code}`), line.text.lastIndexOf(`: ${code}`)) : -1;
  if (at >= 0) return line.text.slice(at + 2);
  const colon = line.text.lastIndexOf(": ");
  return colon < 0 ? line.text : line.text.slice(colon + 2);
}

function shortened(beats: Beat[]): Beat[] {
  const dice = beats.filter(({ kind }) => kind === "dice");
  const words = beats.filter(({ kind }) => kind !== "dice");
  const left = words.length - MOST;
  if (left <= 0) return [...dice, ...words];
  const more: Beat = { kind: "note", words: `and ${left + 1} more in the log`, dice: [] };
  return [...dice, ...words.slice(0, MOST - 1), more];
}

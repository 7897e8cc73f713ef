// The log as it is read: grouped by turns, filtered, with what was taken back marked.

import type { Box, Line } from "../../wire";

/** Which lines are shown. */
export type LogFilter = "all" | "battles" | "mine" | "marked";

/** The lines of one turn under its heading. */
export interface TurnLines {
  key: string;
  title: string;
  lines: Line[];
  /** The moment at which the turn begins: a tick of the slider. */
  moment: number;
  turn: number;
  /** Is it a part of a turn, which has a heading but no tick? */
  part: boolean;
}

/** The kind of a line in which a bot says why it did something: it stands after what it did. */
export const REMARK = "remark";

const NO_MARKS: ReadonlySet<number> = new Set();
const BATTLE_KINDS = new Set(["battle", "loss", "dice"]);

/** Does a line pass the filter? The words of taking back always do: without them the rest would not make sense. */
export function passes(line: Line, filter: LogFilter, side: string | null, marks: ReadonlySet<number> = NO_MARKS): boolean {
  if (filter === "marked") return marks.has(line.moment);
  if (filter === "all" || line.kind === "talk") return true;
  if (filter === "battles") return BATTLE_KINDS.has(line.kind ?? "");
  return line.side === side;
}

/** The number of the turn that a heading announces, or 0 if it does not say. */
function turnNamed(line: Line): number {
  const found = /\d+/.exec(line.text);
  return found ? Number(found[0]) : 0;
}

/** Lines under the headings of their turns. What stands before the first heading belongs to the turn before it. */
export function groupLines(lines: readonly Line[], box: Box): TurnLines[] {
  const groups: TurnLines[] = [];
  let turn = 0;
  for (const line of lines) {
    if (line.kind === "turn" || line.kind === "part") {
      const part = line.kind === "part";
      if (!part) turn = turnNamed(line) || turn + 1;
      const key = `${turn}@${line.moment}${part ? `@${groups.length}` : ""}`;
      groups.push({ key, title: line.text.replace(/\.$/, ""), lines: [], moment: line.moment, turn, part });
      continue;
    }
    if (groups.length === 0) {
      const first = box.turns[0];
      const title = first ? `Turn ${first.number}: ${first.name}` : "The beginning";
      turn = first?.number ?? 0;
      groups.push({ key: "start", title, lines: [], moment: 0, turn, part: false });
    }
    groups[groups.length - 1]!.lines.push(line);
  }
  // A heading at the very start takes the lines of the set-up that were told before it.
  const [opening, next] = groups;
  if (opening?.key === "start" && next && !next.part && next.turn === opening.turn) {
    next.lines.unshift(...opening.lines);
    next.moment = opening.moment;
    groups.shift();
  }
  return groups;
}

/**
 * The groups with only the lines that pass the filter and hold the words looked for; empty groups are left out. Without
 * `why` the reasons of bots are left out too.
 */
export function filterGroups(groups: TurnLines[], filter: LogFilter, side: string | null, words: string, why = true, marks = NO_MARKS): TurnLines[] {
  const sought = words.trim().toLowerCase();
  if (filter === "all" && !sought && why) return groups;
  return groups
    .map((group) => ({
      ...group,
      lines: group.lines.filter(
        (line) =>
          passes(line, filter, side, marks) &&
          (why || line.kind !== REMARK) &&
          (!sought || line.text.toLowerCase().includes(sought) || line.rule === sought || (line.hexes ?? []).includes(sought)),
      ),
    }))
    .filter((group) => group.lines.length > 0);
}

/** A move, a battle or whatever else happened, with what belongs to it folded under its first line. */
export interface LogItem {
  head: Line;
  more: Line[];
}

/** Reasons belong to what was done; losses that are chosen after a battle belong to it. */
function belongs(line: Line, head: Line): boolean {
  return line.kind === REMARK || (line.kind === "loss" && head.kind === "battle");
}

/** One item for each move or battle: what one action brought about, and the losses and reasons that follow it. */
export function foldLines(lines: readonly Line[]): LogItem[] {
  const items: LogItem[] = [];
  for (const line of lines) {
    const item = items[items.length - 1];
    const last = item ? (item.more[item.more.length - 1] ?? item.head) : null;
    const joins = item && last && line.kind !== "talk" && item.head.kind !== "talk" && (line.moment === last.moment || belongs(line, item.head));
    if (!joins) items.push({ head: line, more: [] });
    else if (line.kind === "battle" && item.head.kind !== "battle" && line.moment === item.head.moment) {
      // An action that drew or rolled first and fought then is told by its battle.
      item.more.unshift(item.head);
      item.head = line;
    } else item.more.push(line);
  }
  return items;
}

/** The lines that no longer hold because an undo or a rollback went back behind them. */
export function struckLines(lines: readonly Line[]): Set<Line> {
  const struck = new Set<Line>();
  for (const line of lines) {
    const to = line.to ?? -1;
    if (line.kind !== "talk" || to < 0) continue;
    for (const earlier of lines) {
      if (earlier.moment >= line.moment) break;
      if (earlier.moment > to && earlier.kind !== "talk") struck.add(earlier);
    }
  }
  return struck;
}

/** The lines that going back to a moment would take back, without headings and what was only said. */
export function takenBack(lines: readonly Line[], to: number): Line[] {
  const struck = struckLines(lines);
  return lines.filter((line) => line.moment > to && line.kind !== "turn" && line.kind !== "part" && line.kind !== "talk" && line.kind !== REMARK && !struck.has(line));
}

/** What the other side did, in a few words: "3 moves, 1 battle, 2 losses". */
export function digest(lines: readonly Line[]): string {
  // A unit that is drawn and then placed arrives once: where it has no hex yet it does not count.
  const count = (kind: string) => lines.filter((line) => line.kind === kind && (kind !== "arrival" || line.hexes?.length)).length;
  const words = [
    [count("move"), "move", "moves"],
    [count("battle"), "battle", "battles"],
    [count("loss"), "loss", "losses"],
    [count("arrival"), "arrival", "arrivals"],
  ] as const;
  return words
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => `${number} ${number === 1 ? one : many}`)
    .join(", ");
}

/** The last thing that a bot of another side said after a moment, if it still holds. */
export function lastRemark(lines: readonly Line[], since: number, side: string | null): Line | null {
  for (let place = lines.length - 1; place >= 0 && lines[place]!.moment > since; place -= 1) {
    const line = lines[place]!;
    if (line.kind === REMARK && line.side !== side) return struckLines(lines).has(line) ? null : line;
  }
  return null;
}

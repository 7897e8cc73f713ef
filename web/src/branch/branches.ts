// Branches: matches of one's own that begin at a moment of another match, to try things out.

import * as api from "../live/api";
import { forgetMatch, keepSeat, playerName, type Seat } from "../live/seats";
import type { BotInfo, MatchInfo, NewSeat, SideInfo } from "../wire";

/** Who plays in a branch: oneself on all sides, or on one side against a bot. */
export interface Players {
  side: string;
  bot: string;
}

/** May something be tried out? By who plays, or by anybody once it is over; a branch has no branches. */
export function canBranch(match: MatchInfo | null, side: string | null): boolean {
  return Boolean(match && !match.branch && (match.status === "over" || (match.status === "running" && side !== null)));
}

/** The ways to sit down at a branch: on all sides, and on each side that one may take. */
export function waysToPlay(sides: SideInfo[], match: MatchInfo, own: string | null): SideInfo[] {
  if (match.status === "over") return sides;
  return sides.filter((side) => side.id === own);
}

/** The seats of a branch. */
export function seatsFor(sides: SideInfo[], players: Players): Record<string, NewSeat> {
  const me: NewSeat = { kind: "human", name: playerName.value };
  return Object.fromEntries(
    sides.map((side) => [side.id, players.side && side.id !== players.side ? { kind: "bot", bot: players.bot } : me]),
  );
}

/** The bot that one usually tries things out against. */
export function usualBot(bots: BotInfo[], match: MatchInfo): string {
  const here = match.seats.find((seat) => seat.kind === "bot")?.bot;
  return here ?? (bots.find((bot) => bot.name === "planner") ?? bots.at(-1))?.name ?? "";
}

/** Begin a branch and keep its seats; the address of its table. */
export async function beginBranch(match: MatchInfo, token: string, at: number, sides: SideInfo[], players: Players): Promise<string> {
  const seated = await api.newBranch(match.id, token, { at, seats: seatsFor(sides, players) });
  const { id, game, title, commitment } = seated.match;
  for (const side of sides) {
    const own = seated.tokens[side.id];
    if (own) keepSeat({ match: id, side: side.id, token: own, game, name: playerName.value, title, commitment, mine: true, link: "", branch: match.id });
  }
  return `/match/${encodeURIComponent(id)}`;
}

/** Delete a branch at the table and in this browser. */
export async function endBranch(match: string, token: string): Promise<void> {
  await api.deleteBranch(match, token);
  forgetMatch(match);
}

/** The matches of a list, each with its branches; a branch whose match is not in the list stands alone. */
export function withBranches<Row extends { match: string; seats: Seat[] }>(rows: Row[], seats: Seat[]): { row: Row; branches: Row[] }[] {
  const parents = new Map(seats.filter((seat) => seat.branch).map((seat) => [seat.match, seat.branch!]));
  const known = new Set(rows.map((row) => row.match));
  const under = (row: Row) => known.has(parents.get(row.match) ?? "");
  return rows
    .filter((row) => !under(row))
    .map((row) => ({ row, branches: rows.filter((other) => under(other) && parents.get(other.match) === row.match) }));
}

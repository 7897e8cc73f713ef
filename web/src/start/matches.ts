// My matches as the start page lists them.

import { linkWorks, type Seat } from "../live/seats";
import { ago, botName, capital, listed, outcomeWords, sideName } from "../parts/words";
import type { MatchInfo, SeatInfo, Shelf, SideInfo } from "../wire";

/** A match in the list. */
export interface Row {
  match: string;
  title: string;
  /** What it waits for: my move, somebody else, players, nothing (it is over), or the table does not know it. */
  state: "mine" | "theirs" | "waiting" | "over" | "unknown";
  /** Whose turn it is, or how it ended, in words. */
  turn: string;
  /** Where the game is: "Turn 3, Allied movement". */
  where: string;
  /** Who sits where. */
  players: string;
  /** When something last happened, in words. */
  when: string;
  updated: string;
  /** The seats whose links still work, as far as is known: mine, and those that I made for friends. */
  seats: Seat[];
}

/** The matches of this browser's seats, those that wait for me first, then by what happened last. */
export function rows(seats: Seat[], infos: MatchInfo[] | null, games: Shelf[], now: number): Row[] {
  const ids = [...new Set(seats.map((seat) => seat.match))];
  const order = { mine: 0, waiting: 1, theirs: 1, unknown: 2, over: 3 };
  return ids
    .map((id) => {
      const mine = seats.filter((seat) => seat.match === id);
      const info = infos?.find((one) => one.id === id);
      return info ? known(info, mine, games, now) : unknown(mine, infos !== null, now);
    })
    .sort((one, other) => order[one.state] - order[other.state] || other.updated.localeCompare(one.updated));
}

function unknown(seats: Seat[], asked: boolean, now: number): Row {
  const seat = seats[0]!;
  return {
    match: seat.match,
    title: seat.title || "A match",
    state: "unknown",
    turn: asked ? "This table does not know the match any more." : "",
    where: "",
    players: "",
    when: ago(seat.added, now),
    updated: seat.added,
    seats: asked ? [] : seats,
  };
}

function known(info: MatchInfo, seats: Seat[], games: Shelf[], now: number): Row {
  const shelf = games.find((game) => game.slug === info.game);
  const sides = shelf?.sides ?? [];
  const scenario = shelf && shelf.scenarios.length > 1 ? shelf.scenarios.find((one) => one.id === info.scenario)?.title : "";
  const mine = seats.filter((seat) => seat.mine && linkWorks(seat, info)).map((seat) => seat.side);
  const updated = info.updated || info.created || "";
  return {
    match: info.id,
    title: scenario ? `${info.title}: ${scenario}` : info.title,
    ...turnOf(info, mine, sides),
    where: info.status === "running" && info.turn ? [`Turn ${info.turn}`, info.phase].filter(Boolean).join(", ") : "",
    players: info.seats.map((seat) => `${capital(sideName(sides, seat.side))}: ${occupant(seat, mine)}`).join(" · "),
    when: ago(updated, now),
    updated,
    seats: seats.filter((seat) => linkWorks(seat, info)),
  };
}

function occupant(seat: SeatInfo, mine: string[]): string {
  if (seat.kind === "bot") return seat.failed ? `${botName(seat.bot ?? "")}, stopped` : botName(seat.bot ?? "");
  if (mine.includes(seat.side)) return mine.length > 1 && seat.name ? seat.name : "you";
  return seat.name || (seat.kind === "open" && !seat.ready ? "nobody yet" : "your friend");
}

function turnOf(info: MatchInfo, mine: string[], sides: SideInfo[]): Pick<Row, "state" | "turn"> {
  if (info.status === "over") return { state: "over", turn: outcomeWords(info.outcome ?? "", sides) };
  const posted = sendWords(info, mine);
  if (posted) return { state: "theirs", turn: posted };
  if (info.status === "waiting") {
    const absent = info.seats.filter((seat) => seat.kind !== "bot" && !seat.ready);
    if (absent.some((seat) => mine.includes(seat.side))) return { state: "mine", turn: "Sit down" };
    return { state: "waiting", turn: `Waiting for ${listed(absent.map((seat) => sideName(sides, seat.side)))} to sit down` };
  }
  const deciding = info.deciding ?? [];
  const names = capital(listed(deciding.map((side) => sideName(sides, side))));
  if (deciding.some((side) => mine.includes(side))) return { state: "mine", turn: mine.length > 1 ? `${names} to move` : "Your move" };
  const stopped = info.seats.find((seat) => seat.failed && deciding.includes(seat.side));
  if (stopped) return { state: "mine", turn: `The bot for ${sideName(sides, stopped.side)} has stopped` };
  return { state: "theirs", turn: names ? `${names} to move` : "" };
}

/** Of a match by mail, when this side has played: that the file goes out (it may be on its way already). */
function sendWords({ status, deciding = [], mail }: MatchInfo, mine: string[]): string {
  if (!mail || !mine.includes(mail.side) || (status === "running" && deciding.includes(mail.side))) return "";
  return `Send the file to ${mail.to || "a friend"}, or open the answer`;
}

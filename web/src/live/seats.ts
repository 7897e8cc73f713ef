// The seats that this browser holds. Whoever has a seat's token holds the seat, so tokens stay here and in headers;
// in an address they appear only behind "#", which browsers do not send to a server.

import { type Signal, signal } from "@preact/signals";
import type { MatchInfo } from "../wire";
import { onOtherPage, readText, readValue, writeText, writeValue } from "./storage";

/** A seat whose token this browser has. `side`, `game` and `title` are empty until the service has told them. */
export interface Seat {
  match: string;
  side: string;
  token: string;
  game: string;
  /** The player's name at that seat. */
  name: string;
  title: string;
  /** The commitment of the dice as this browser first saw it: the proof must fit this one. */
  commitment: string;
  /** Ours to play; false: made for a friend far away, kept only to show the link again. */
  mine: boolean;
  /**
   * "sent": came by a link that whoever made it knows too. "fresh": exchanged, and not yet shown to the player.
   * "made": of a match that was set up here without any links to send.
   */
  link?: "" | "sent" | "fresh" | "made";
  /** How often the service had made the seat's link anew when we got this one: at another count it is dead. */
  links?: number;
  /** Of a branch: the match to which it belongs. */
  branch?: string;
  /** When we got it, for the order of the list (ISO). */
  added: string;
}

const SEATS = "bocage.seats";
const NAME = "bocage.name";
const SETTINGS = "bocage.settings";
const TOKEN = /^[A-Za-z0-9_-]{16,200}$/;
const MATCH = /^[A-Za-z0-9_-]{4,64}$/;

function readSeats(): Seat[] {
  const kept = readValue<unknown>(SEATS, []);
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: Partial<Seat> | null) => {
    if (!one || typeof one.match !== "string" || typeof one.token !== "string") return [];
    const { match, token, side = "", game = "", name = "", title = "", commitment = "", mine = true, link = "", links = 0, branch = "", added = "" } = one;
    return [{ match, side, token, game, name, title, commitment, mine, link, links, branch, added }];
  });
}

/** All seats that this browser knows, newest first. */
export const seats: Signal<Seat[]> = signal(readSeats());
onOtherPage(SEATS, () => {
  seats.value = readSeats();
});

// Another page may have changed the list since we read it: what is written starts from what is there now.
function change(edit: (list: Seat[]) => Seat[]): void {
  seats.value = edit(readSeats());
  writeValue(SEATS, seats.value);
}

/** Keep a seat, or what has become known of it. */
export function keepSeat(seat: Omit<Seat, "added" | "commitment"> & { added?: string; commitment?: string }): void {
  change((list) => {
    const known = list.find((other) => other.match === seat.match && other.token === seat.token);
    if (known) return list.map((other) => (other === known ? { ...known, ...seat, added: known.added } : other));
    return [{ ...seat, commitment: seat.commitment ?? "", added: seat.added ?? new Date().toISOString() }, ...list];
  });
}

/** A seat has a new link, known to nobody but us: the one that we were sent is worth nothing any more. */
export function exchangeSeat(match: string, old: string, token: string): void {
  change((list) => list.map((seat) => (seat.match === match && seat.token === old ? { ...seat, token, link: "fresh", links: (seat.links ?? 0) + 1 } : seat)));
  if (readText(tabName(match), "session") === old) writeText(tabName(match), token, "session");
}

/** The seats of a match that this page plays: usually one, two where friends share the page, none for a spectator. */
export function seatsOf(match: string): Seat[] {
  const here = seats.value.filter((seat) => seat.match === match);
  const only = readText(tabName(match), "session");
  const chosen = here.filter((seat) => seat.token === only);
  return chosen.length ? chosen : here.filter((seat) => seat.mine);
}

/** The seats of a match that were made for friends: their links can be shown again. */
export function friendSeatsOf(match: string): Seat[] {
  return seats.value.filter((seat) => seat.match === match && !seat.mine);
}

/** Does the link of a seat still open it? One that its player exchanged, or whose seat was given away, does not. */
export function linkWorks(seat: Seat, match: MatchInfo | null | undefined): boolean {
  const now = match?.seats.find((one) => one.side === seat.side);
  return !now || (now.kind !== "bot" && (now.links ?? 0) === (seat.links ?? 0));
}

/** Forget a match; what is returned brings it back when handed to `restoreSeats`. */
export function forgetMatch(match: string): Seat[] {
  const forgotten = readSeats().filter((seat) => seat.match === match);
  change((list) => list.filter((seat) => seat.match !== match));
  return forgotten;
}

/** Bring back what `forgetMatch` gave. */
export function restoreSeats(forgotten: Seat[]): void {
  change((list) =>
    [...list, ...forgotten.filter((seat) => !list.some((other) => other.token === seat.token))].sort((one, other) =>
      other.added.localeCompare(one.added),
    ),
  );
}

/**
 * The service has told what seat a token is for: keep that. The commitment is kept as it was seen first; `links` is told
 * only when the service has just let us in, for then the link is the seat's own.
 */
export function learnSeat(
  match: string,
  token: string,
  told: Pick<Seat, "side" | "game" | "title"> & { commitment?: string; links?: number },
): void {
  const seat = seats.peek().find((other) => other.match === match && other.token === token);
  if (!seat) return;
  const known = { ...told, commitment: seat.commitment || (told.commitment ?? ""), links: told.links ?? seat.links ?? 0 };
  const same = (["side", "game", "title", "commitment", "links"] as const).every((field) => seat[field] === known[field]);
  if (!same) keepSeat({ ...seat, ...known });
  if (told.links !== undefined) dropDead(match, token, told.side);
}

// A seat has one link. If another of ours was for the same seat it is dead, and the seat is as much ours as it was.
function dropDead(match: string, token: string, side: string): void {
  const dead = seats.peek().filter((seat) => seat.match === match && seat.side === side && seat.token !== token);
  if (dead.length === 0) return;
  const mine = dead.some((seat) => seat.mine);
  change((list) =>
    list
      .filter((seat) => !dead.some((other) => other.match === seat.match && other.token === seat.token))
      .map((seat) => (seat.match === match && seat.token === token ? { ...seat, mine: seat.mine || mine } : seat)),
  );
}

/** A seat that the service no longer knows is not ours any more. */
export function dropSeat(match: string, token: string): void {
  change((list) => list.filter((seat) => seat.match !== match || seat.token !== token));
}

// Links

/** The link that gives a seat to whoever opens it. */
export function seatLink(match: string, token: string): string {
  return `${location.origin}/match/${encodeURIComponent(match)}#seat=${token}`;
}

/** The link for those who only want to watch. */
export function watchLink(match: string): string {
  return `${location.origin}/match/${encodeURIComponent(match)}`;
}

/** What a link says: the match, and the token if it gives a seat. Null if it is no link to a match. */
export function readLink(link: string): { match: string; token: string } | null {
  let address: URL;
  try {
    address = new URL(link.trim(), location.origin);
  } catch {
    return null;
  }
  const match = /^\/match\/([^/]+)(?:\/proof|\/statistics)?\/?$/.exec(address.pathname)?.[1];
  if (!match || !MATCH.test(match)) return null;
  const token = new URLSearchParams(address.hash.slice(1)).get("seat") ?? "";
  return { match, token: TOKEN.test(token) ? token : "" };
}

/** Take the seat that a link gives, and keep it. */
export function takeLink(link: { match: string; token: string }): void {
  if (!link.token) return;
  const known = seats.value.find((seat) => seat.match === link.match && seat.token === link.token);
  const others = seats.value.some((seat) => seat.match === link.match && seat.token !== link.token && seat.mine);
  if (!known) {
    keepSeat({ ...link, side: "", game: "", name: playerName.value, title: "", commitment: "", mine: !others, link: "sent" });
  } else if (!known.mine && !others) {
    keepSeat({ ...known, mine: true });
  }
  // Whoever opens a friend's link beside his own seat wants to sit there in this page, not to mix the two.
  if (others) writeText(tabName(link.match), link.token, "session");
}

/** Take the seat out of the address of this page, if it gives one, and leave the address without it. Did it? */
export function takeAddress(): boolean {
  const link = readLink(location.href);
  if (!new URLSearchParams(location.hash.slice(1)).has("seat")) return false;
  if (link) takeLink(link);
  history.replaceState(history.state, "", location.pathname + location.search);
  return Boolean(link?.token);
}

function tabName(match: string): string {
  return `bocage.tab.${match}`;
}

// Names and settings

/** The name under which this player sits down. */
export const playerName: Signal<string> = signal(readText(NAME) ?? "");
onOtherPage(NAME, () => {
  playerName.value = readText(NAME) ?? "";
});

/** Keep the player's name. */
export function keepName(name: string): void {
  playerName.value = name;
  writeText(NAME, name);
}

/** Everything that the player has set on the page, by name. */
export const settings: Signal<Record<string, unknown>> = signal(readSettings());
onOtherPage(SETTINGS, () => {
  settings.value = readSettings();
});

function readSettings(): Record<string, unknown> {
  const kept = readValue<unknown>(SETTINGS, {});
  return kept && typeof kept === "object" && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
}

/** A setting, or `fallback` where it was never set (or is of another kind). Reading it in a component follows it. */
export function setting<Value>(name: string, fallback: Value): Value {
  const value = settings.value[name];
  return value !== undefined && typeof value === typeof fallback ? (value as Value) : fallback;
}

/** Keep a setting. */
export function keepSetting(name: string, value: unknown): void {
  settings.value = { ...readSettings(), [name]: value };
  writeValue(SETTINGS, settings.value);
}

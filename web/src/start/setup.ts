// A match that is being set up on the start page: what was chosen so far, and what it means.

import { botName, capital, listed, sideName } from "../parts/words";
import type { Agreed, BotInfo, MatchInfo, NewMatch, NewSeat, Option, Shelf } from "../wire";

/** Who plays a side: I, a friend at this page, a friend with a link, one by mail, or a bot. */
export type Player = "me" | "beside" | "far" | "mail" | "bot";

/** The value of an optional rule. */
export type Value = boolean | number | string;

/** What was chosen for a side. */
export interface Chair {
  player: Player;
  bot: string;
  /** The name of a friend beside me. */
  name: string;
}

/** Who plays which side. */
export type Chairs = Record<string, Chair>;

/** A match that is being set up. */
export interface Draft {
  scenario: string;
  options: Record<string, Value>;
  chairs: Chairs;
  /** Shall the match wait until every player has sat down and may add words to the dice? */
  stir: boolean;
  /** What is agreed for a player who stays away; null: nothing. */
  away: Agreed | null;
}

/** The bot that a newcomer should meet. */
export function usualBot(bots: BotInfo[]): string {
  return (bots.find((bot) => bot.name === "planner") ?? bots.at(-1))?.name ?? "";
}

/** What a chair says of its bot: which one, and the seconds that it may think where one can choose them. */
export function chosenBot(bots: BotInfo[], bot: string): { info: BotInfo | undefined; seconds: number } {
  const [name, seconds] = bot.split(":");
  const info = bots.find((one) => one.name === name);
  return { info, seconds: Number(seconds) || info?.usual || 0 };
}

/** A bot with its seconds, as the service wants it: "search:10", or "search" for as long as it usually thinks. */
export function withSeconds(info: BotInfo, seconds: number): string {
  return seconds && seconds !== info.usual ? `${info.name}:${seconds}` : info.name;
}

/** I play the first side, a bot the others. */
export function firstChairs(shelf: Shelf): Chairs {
  const bot = usualBot(shelf.bots);
  const chairs = shelf.sides.map((side, place): [string, Chair] => [
    side.id,
    { player: place === 0 || !bot ? "me" : "bot", bot, name: "" },
  ]);
  return Object.fromEntries(chairs);
}

/** A game by the book against a bot. */
export function firstDraft(shelf: Shelf): Draft {
  return { scenario: shelf.scenarios[0]?.id ?? "", options: {}, chairs: firstChairs(shelf), stir: false, away: null };
}

/**
 * The same match once more with the sides swapped: everybody takes the seat of the next side. `mine` are the sides of it
 * that were played on this page, with the names they were played under; `me` is the player's own.
 */
export function rematch(shelf: Shelf, match: MatchInfo, mine: ReadonlyMap<string, string>, me: string): Draft {
  const usual = firstChairs(shelf);
  let seated = false;
  const sat = shelf.sides.map((side): Chair => {
    const seat = match.seats.find((one) => one.side === side.id);
    const empty = usual[side.id]!;
    if (!seat || seat.kind === "bot") return { ...empty, player: "bot", bot: seat?.bot || empty.bot };
    const name = mine.get(side.id);
    if (name === undefined) return { ...empty, player: "far", name: "" };
    if (!seated && (name === me || !name || mine.size === 1)) {
      seated = true;
      return { ...empty, player: "me", name: "" };
    }
    return { ...empty, player: "beside", name };
  });
  const chairs = shelf.sides.map((side, place): [string, Chair] => [side.id, sat[(place + 1) % sat.length]!]);
  const scenario = shelf.scenarios.some((one) => one.id === match.scenario) ? match.scenario : (shelf.scenarios[0]?.id ?? "");
  const known = shelf.options.filter((option) => option.id in match.options);
  const options = Object.fromEntries(known.map((option) => [option.id, match.options[option.id]!]));
  return { scenario, options, chairs: Object.fromEntries(chairs), stir: false, away: match.away ?? null };
}

/** The value of an option as it is chosen now. */
export function valueOf(draft: Draft, option: Option): Value {
  return draft.options[option.id] ?? option.default;
}

/** The draft with another value of an option; what equals the book is not kept. */
export function withOption(draft: Draft, option: Option, value: Value): Draft {
  const options = { ...draft.options };
  if (value === option.default) delete options[option.id];
  else options[option.id] = value;
  return { ...draft, options };
}

/** A chosen option that shuts this one out; null if it can be chosen. */
export function shutOutBy(shelf: Shelf, draft: Draft, option: Option): Option | null {
  if (option.id in draft.options) return null;
  return (
    shelf.options.find(
      (other) => other.id in draft.options && isOffered(draft, other) && (other.excludes?.includes(option.id) || option.excludes?.includes(other.id)),
    ) ?? null
  );
}

/** Does an option make a difference in the chosen scenario? */
export function isOffered(draft: Draft, option: Option): boolean {
  return !option.scenarios?.length || option.scenarios.includes(draft.scenario);
}

/** What another option would have to be for this one to be chosen, in words; nothing if it can be. */
export function lacking(shelf: Shelf, draft: Draft, option: Option): string {
  for (const need of option.needs ?? []) {
    const [id, words] = need.split("=");
    const other = shelf.options.find((one) => one.id === id);
    if (!other) continue;
    const value = valueOf(draft, other);
    if (words && !words.split("|").includes(String(value))) return `${other.id} ${other.title}: ${words.split("|").join(" or ")}`;
    if (!words && value === other.default) return `${other.id} ${other.title}`;
  }
  return "";
}

/** The options that count: those of another scenario, and those that lack another option, wait until that is changed back. */
export function inForce(shelf: Shelf, draft: Draft): Record<string, Value> {
  const chosen = shelf.options.filter((option) => option.id in draft.options && isOffered(draft, option) && !lacking(shelf, draft, option));
  return Object.fromEntries(chosen.map((option) => [option.id, valueOf(draft, option)]));
}

/** Is it answered with yes or no? */
export function isSwitch(option: Option): boolean {
  return option.values.every((value) => typeof value === "boolean");
}

/** Optional rules in groups: choices of the set-up, rules of the book, rulings that may be decided otherwise. */
export function optionGroups(options: Option[]): { title: string; options: Option[] }[] {
  const ruling = (option: Option) => /^R\d/.test(option.id);
  const groups = [
    { title: "Set-up", options: options.filter((option) => !isSwitch(option) && !ruling(option)) },
    { title: "Optional rules", options: options.filter((option) => isSwitch(option) && !ruling(option)) },
    { title: "Rulings that can be decided otherwise", options: options.filter(ruling) },
  ];
  return groups.filter((group) => group.options.length > 0);
}

/** A value of an option in words. */
export function valueWords(value: Value): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return capital(String(value));
}

/** Does anybody have to be sent a link? */
export function someoneFar(chairs: Chairs): boolean {
  return Object.values(chairs).some((chair) => chair.player === "far");
}

/** The seats as the service wants them. */
export function newSeats(chairs: Chairs, myName: string): Record<string, NewSeat> {
  const seats = Object.entries(chairs).map(([side, chair]): [string, NewSeat] => {
    if (chair.player === "bot") return [side, { kind: "bot", bot: chair.bot }];
    if (chair.player === "far") return [side, { kind: "open" }];
    return [side, { kind: "human", name: (chair.player === "me" ? myName : chair.name).trim() }];
  });
  return Object.fromEntries(seats);
}

/** The match as the service wants it. */
export function newMatch(shelf: Shelf, draft: Draft, myName: string): NewMatch {
  const people = Object.values(draft.chairs).some((chair) => chair.player !== "bot");
  return {
    game: shelf.slug,
    scenario: draft.scenario,
    options: inForce(shelf, draft),
    seats: newSeats(draft.chairs, myName),
    ...(draft.away && someoneFar(draft.chairs) ? { away: draft.away } : {}),
    wait: people && (draft.stir || someoneFar(draft.chairs)),
  };
}

/** The set-up in one sentence. */
export function inWords(shelf: Shelf, chairs: Chairs): string {
  const of = (player: Player) => shelf.sides.filter((side) => chairs[side.id]?.player === player);
  const names = (player: Player) => listed(of(player).map((side) => sideName(shelf.sides, side.id)));
  const parts: string[] = [];
  const mine = of("me");
  if (mine.length > 1) parts.push("you play both sides");
  else if (mine.length) parts.push(`you play ${names("me")}`);
  if (of("beside").length) parts.push(`a friend at this screen plays ${names("beside")}`);
  if (of("far").length) parts.push(`a friend with a link plays ${names("far")}`);
  if (of("mail").length) parts.push(`a friend by mail plays ${names("mail")}`);
  for (const side of of("bot")) parts.push(`${botName(chairs[side.id]?.bot ?? "")} plays ${side.name}`);
  if (mine.length + of("beside").length === 0) parts.push("you watch");
  return `${capital(listed(parts))}.`;
}

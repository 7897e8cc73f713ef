// Small pieces of English that several pages need.

import type { SideInfo } from "../wire";

/** "the Allies" at the head of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A, A and B, A, B and C. */
export function listed(items: string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

/** The name of a side in a sentence ("the Allies"); its id where the game does not name it. */
export function sideName(sides: SideInfo[], id: string): string {
  return sides.find((side) => side.id === id)?.name ?? id;
}

/** A side as an adjective ("Allied"). */
export function sideAdjective(sides: SideInfo[], id: string): string {
  return sides.find((side) => side.id === id)?.adjective ?? id;
}

/** How long ago something was, in words that need no clock: "just now", "5 minutes ago", "yesterday", "3 May 2026". */
export function ago(iso: string, now: number = Date.now()): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return "";
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  if (days < 2) return "yesterday";
  if (days < 14) return `${days} days ago`;
  return new Date(then).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** A bot's name as players read it, with its time: "search:10" becomes "Search, 10 s a turn". */
export function botTitle(bot: string): string {
  const [name = "", seconds = ""] = bot.split(":");
  return seconds ? `${capital(name)}, ${seconds} s a turn` : capital(name);
}

/** The same without the time: "Search". */
export function botShort(bot: string): string {
  return capital(bot.split(":")[0] ?? "");
}

/** The same in a sentence: "the bot Planner", "the bot Search (10 s a turn)". */
export function botName(bot: string): string {
  const [name = "", seconds = ""] = bot.split(":");
  return `the bot ${capital(name)}${seconds ? ` (${seconds} s a turn)` : ""}`;
}

/** How a match ended, with the sides called by their names: "german wins (allied concedes)" is not how one speaks. */
export function outcomeWords(outcome: string, sides: SideInfo[]): string {
  let words = outcome;
  for (const side of sides) {
    const many = side.name.endsWith("s");
    const verb = (plural: string, single: string) => `${side.name} ${many ? plural : single}`;
    words = words.replace(new RegExp(`\\b${side.id} wins\\b`), verb("win", "wins"));
    words = words.replace(new RegExp(`\\b${side.id} concedes\\b`), verb("concede", "concedes"));
  }
  return capital(words) || "Ended";
}

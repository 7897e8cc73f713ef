import { vi } from "vitest";
import type { MatchInfo, NewMatch, Shelf } from "../src/wire";
import { matchInfo } from "./live.fake";

export const SHELF: Shelf = {
  slug: "roundup",
  title: "Operation Roundup",
  blurb: "The Allies land a year early.",
  picture: "/api/games/roundup/picture.png",
  length: "10 turns",
  sides: [
    { id: "allied", name: "the Allies", adjective: "Allied" },
    { id: "german", name: "the Germans", adjective: "German" },
  ],
  scenarios: [
    { id: "campaign", title: "Campaign", sentence: "The whole game.", length: "two hours" },
    { id: "landing", title: "Landing", sentence: "The first days.", length: "half an hour" },
  ],
  options: [
    { id: "13.3", title: "Hitler's Strategy", effect: "How it is settled.", default: "drawn", values: ["drawn", "chosen", 1] },
    { id: "15.1", title: "Bluepoint Bonus", effect: "Two dice.", default: false, values: [false, true], excludes: ["15.2"] },
    { id: "15.2", title: "Cancel Bluepoint", effect: "Give it up.", default: false, values: [false, true], excludes: ["15.1"] },
    { id: "15.9", title: "Second wave", effect: "It comes later.", default: false, values: [false, true], scenarios: ["campaign"] },
    { id: "R12", title: "Hidden strategy", effect: "Who knows?", default: false, values: [false, true], needs: ["13.3=drawn|chosen"] },
    { id: "R13", title: "Column on turn 1", effect: "May they?", default: true, values: [true, false] },
  ],
  bots: [
    { name: "random", about: "Any legal action." },
    { name: "planner", about: "Plans its turn." },
    { name: "search", about: "Thinks before it chooses.", seconds: [1, 2, 5, 10, 30], usual: 5 },
  ],
  guide: { side: "allied", scenario: "campaign", words: "A tour of one turn." },
};

/** What was asked of the service, and a service that answers as the tests want. */
export interface Asked {
  method: string;
  path: string;
  body: unknown;
  authorization: string | null;
}

export function serve(answers: Record<string, (asked: Asked) => unknown>): Asked[] {
  const log: Asked[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const headers = new Headers(init.headers);
    const asked: Asked = {
      method,
      path: address,
      body: init.body ? JSON.parse(String(init.body)) : null,
      authorization: headers.get("Authorization"),
    };
    log.push(asked);
    const answer = answers[`${method} ${address.split("?")[0]}`];
    if (!answer) return new Response(JSON.stringify({ error: `nothing at ${address}` }), { status: 404 });
    const told = answer(asked);
    if (told instanceof Response) return told;
    return new Response(JSON.stringify(told), { status: method === "POST" ? 201 : 200 });
  });
  return log;
}

/** A match as the service would make it. */
export function made(wanted: NewMatch, changes: Partial<MatchInfo> = {}): { match: MatchInfo; tokens: Record<string, string> } {
  const tokens: Record<string, string> = {};
  const seats = Object.entries(wanted.seats).map(([side, seat]) => {
    if (seat.kind !== "bot") tokens[side] = `${side}-${"t".repeat(40)}`;
    return { side, ...seat };
  });
  return { match: matchInfo({ seats, status: wanted.wait ? "waiting" : "running", ...changes }), tokens };
}

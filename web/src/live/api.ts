// What the page asks of the service by ordinary requests. A seat's token travels in a header, never in an address.

import type {
  Advice,
  Box,
  Course,
  Film,
  Games,
  ImportMatch,
  Infos,
  Line,
  MatchInfo,
  NewBranch,
  NewMatch,
  ProofPage,
  Rulebook,
  Seated,
  SeatChange,
  Sheet,
  Shelf,
  TextForm,
  Token,
} from "../wire";

/** A request that came to nothing; the message is a sentence for the player. */
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly rule = "",
  ) {
    super(message);
    this.name = "ServiceError";
  }
}

const UNREACHABLE = "The table does not answer. Check that it is running and that you are connected, then try again.";

/** Ask the service. What is no part of its interface lies beside `/api`. */
export async function request<Answer>(
  path: string,
  token = "",
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
  under = "/api",
): Promise<Answer> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${under}${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
    text = await response.text();
  } catch {
    throw new ServiceError(UNREACHABLE, 0);
  }
  let answer: unknown = null;
  try {
    answer = JSON.parse(text);
  } catch {
    // Something that is not the service answered (a proxy, an error page): handled below as an answer without words.
  }
  if (response.ok && answer !== null) return answer as Answer;
  const trouble = (answer ?? {}) as { error?: string; rule?: string };
  const sentence =
    trouble.error ?? (response.status >= 500 || response.ok ? UNREACHABLE : `The table refused this (${response.status}).`);
  throw new ServiceError(sentence, response.status, trouble.rule ?? "");
}

function seg(text: string): string {
  return encodeURIComponent(text);
}

/** The games on the shelf, and why others cannot be played here. */
export function shelf(): Promise<Games> {
  return request<Games>("/games");
}

/** The games on the shelf. */
export async function games(): Promise<Shelf[]> {
  return (await shelf()).games;
}

// A box is printed once: two parts of the page that ask for the same one share the answer.
const boxes = new Map<string, Promise<Box>>();
const rulebooks = new Map<string, Promise<Rulebook>>();

function once<Answer>(kept: Map<string, Promise<Answer>>, key: string, fetcher: () => Promise<Answer>): Promise<Answer> {
  const known = kept.get(key);
  if (known) return known;
  const answer = fetcher();
  kept.set(key, answer);
  answer.catch(() => kept.delete(key));
  return answer;
}

/** Everything printed of a game, with a scenario and options. */
export function box(slug: string, scenario: string, options: Record<string, boolean | number | string> = {}): Promise<Box> {
  const query = new URLSearchParams({ scenario, options: JSON.stringify(options) });
  const path = `/games/${seg(slug)}/box?${query}`;
  return once(boxes, path, () => request<Box>(path));
}

/** The cases and rulings of a game. */
export function rulebook(slug: string): Promise<Rulebook> {
  return once(rulebooks, slug, () => request<Rulebook>(`/games/${seg(slug)}/rules`));
}

/** Set up a match. */
export function newMatch(wanted: NewMatch): Promise<Seated> {
  return request<Seated>("/matches", "", wanted);
}

/** Set up a match from the text of its record. */
export function importMatch(wanted: ImportMatch): Promise<Seated> {
  return request<Seated>("/matches/import", "", wanted);
}

/** What everybody may know about these matches; those that do not exist are left out. */
export async function infos(ids: string[]): Promise<MatchInfo[]> {
  if (ids.length === 0) return [];
  return (await request<Infos>("/matches/infos", "", { ids })).matches;
}

/** What everybody may know about a match. */
export function matchInfo(match: string): Promise<MatchInfo> {
  return request<MatchInfo>(`/matches/${seg(match)}`);
}

/** What a seat (no token: a spectator) is shown now. */
export function sheet(match: string, token: string): Promise<Sheet> {
  return request<Sheet>(`/matches/${seg(match)}/sheet`, token);
}

/** What a seat is shown of an earlier moment. */
export function sheetAt(match: string, token: string, moment: number): Promise<Sheet> {
  return request<Sheet>(`/matches/${seg(match)}/moments/${moment}`, token);
}

/** The sheet at a moment and what followed. */
export function film(match: string, token: string, first: number, last: number): Promise<Film> {
  return request<Film>(`/matches/${seg(match)}/film?first=${first}&last=${last}`, token);
}

/** The log after a moment (-1: the whole of it). */
export async function log(match: string, token: string, since = -1): Promise<Line[]> {
  return (await request<{ lines: Line[] }>(`/matches/${seg(match)}/log?since=${since}`, token)).lines;
}

/** The course of a match in numbers, as a seat may know it. */
export function statistics(match: string, token: string): Promise<Course> {
  return request<Course>(`/matches/${seg(match)}/statistics`, token);
}

/** What the planner would do in the place of a seat that is to decide, and why. It takes a moment. */
export function advice(match: string, token: string): Promise<Advice> {
  return request<Advice>(`/matches/${seg(match)}/advice`, token);
}

/** Begin a branch of a match, to try things out; it touches nothing of the match. */
export function newBranch(match: string, token: string, wanted: NewBranch): Promise<Seated> {
  return request<Seated>(`/matches/${seg(match)}/branches`, token, wanted);
}

/** Delete a branch. */
export function deleteBranch(match: string, token: string): Promise<unknown> {
  return request<unknown>(`/matches/${seg(match)}`, token, undefined, "DELETE");
}

/** The match as text. Several tokens: those of every seat, by which the whole record of a running match is had. */
export function text(match: string, tokens: string[]): Promise<TextForm> {
  return request<TextForm>(`/matches/${seg(match)}/text`, tokens.join(","));
}

/** The key and the dice of a finished match. */
export function proof(match: string): Promise<ProofPage> {
  return request<ProofPage>(`/matches/${seg(match)}/proof`);
}

/** Give a seat to somebody else: the answer has the new token where it is not a bot's. */
export function changeSeat(match: string, token: string, side: string, change: SeatChange): Promise<Token | Seated> {
  return request<Token | Seated>(`/matches/${seg(match)}/seats/${seg(side)}`, token, change);
}

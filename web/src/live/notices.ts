// Where the player of a seat is told of his turns while this page is closed.

import type { Notices, Said } from "../wire";
import { request } from "./api";

/** How a seat is told of its turns. */
export function noticesOf(match: string, token: string): Promise<Notices> {
  return request<Notices>(`/matches/${encodeURIComponent(match)}/notices`, token);
}

/** Tell a seat of its turns at this address from now on; without one no more. */
export function wantNotice(match: string, token: string, way: string, address: string): Promise<Notices> {
  return request<Notices>(`/matches/${encodeURIComponent(match)}/notices`, token, { way, address });
}

/** Do what a link in a letter is for. Returns what the table says. */
export async function followNotice(what: "confirm" | "stop", query: string): Promise<string> {
  return (await request<Said>(`/notices/${what}${query}`, "", {}, "POST", "")).text;
}

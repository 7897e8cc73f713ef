// Matches by mail: what is asked of the table, which keeps the key and carries out the rules. Of a file that is sealed
// nothing is read here.

import { request } from "../live/api";
import { keepSeat, playerName, seats } from "../live/seats";
import type { MailFile, NewMail, OpenMail, Seated } from "../wire";

const LONGEST = 8_000_000;

/** Is this a mail file? */
export function isMail(text: string): boolean {
  return /^\s*bocage mail \d+/.test(text);
}

// The tokens that this page has of the match of a file, so that the seat keeps its link.
function tokensFor(text: string): string {
  const match = /"match": ?"([A-Za-z0-9]{1,64})"/.exec(text)?.[1];
  return seats.value
    .filter((seat) => seat.match === match && seat.mine)
    .map((seat) => seat.token)
    .join(",");
}

/** Keep the seat that a match by mail has here. */
function keep(seated: Seated): string {
  const { id, game, title, commitment, seats: sat } = seated.match;
  for (const [side, token] of Object.entries(seated.tokens)) {
    const seat = sat.find((one) => one.side === side);
    keepSeat({ match: id, side, token, game, name: seat?.name ?? "", title, commitment, mine: true, link: "", links: seat?.links ?? 0 });
  }
  return `/match/${encodeURIComponent(id)}`;
}

/** Begin a match by mail; the address of its table. */
export async function beginMail(wanted: NewMail): Promise<string> {
  return keep(await request<Seated>("/mail", "", wanted));
}

/** Open a mail file that came; the address of its table. */
export async function openMail(text: string): Promise<string> {
  const body: OpenMail = { text, name: playerName.value.trim() };
  return keep(await request<Seated>("/mail/open", tokensFor(text), body));
}

/** The text of a file that somebody chose or dropped. What is no mail file is refused with a sentence. */
export async function readMail(file: File): Promise<string> {
  if (file.size > LONGEST) throw new Error(`${file.name} is too long for a mail file.`);
  let text: string;
  try {
    text = await file.text();
  } catch {
    throw new Error("The file could not be read. Choose it again.");
  }
  if (!isMail(text)) throw new Error(`${file.name} is not a mail file: its first line should begin with “bocage mail”.`);
  return text;
}

/** The file for the other side. */
export function mailFile(match: string, token: string): Promise<MailFile> {
  return request<MailFile>(`/matches/${encodeURIComponent(match)}/mail`, token, undefined, "POST");
}

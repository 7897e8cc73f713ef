// What is said across the table about the end of a match: offers, their answers, and what was agreed for an absent player.

import type { Why } from "../wire";
import type { Table } from "./table";

/** Offer the other side a draw, or to abandon the match. */
export function offer(table: Table, kind: "draw" | "abandon"): Promise<Why | null> {
  return table.act((at) => ({ do: "offer", kind, at }));
}

/** Say yes or no to what the other side offers. */
export function answerOffer(table: Table, agree: boolean): Promise<Why | null> {
  return table.act((at) => ({ do: "reply", agree, at }));
}

/** Use what was agreed for an opponent who stays away. */
export function claim(table: Table): Promise<Why | null> {
  return table.act((at) => ({ do: "claim", at }));
}

/** Take one's own offer back. */
export function withdraw(table: Table): Promise<Why | null> {
  return table.act((at) => ({ do: "withdraw", at }));
}

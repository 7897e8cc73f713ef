// What is said across the table about the end of a match: offers, their answers, and what was agreed for an absent player.

import type { Agreed, Why } from "../wire";
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

/** Propose what to agree on for a player who stays away, in a match that runs without it. */
export function propose(table: Table, agreed: Agreed): Promise<Why | null> {
  return table.settle({ do: "propose", agreed });
}

/** Answer what is proposed so, or take one's own proposal back by a no. */
export function settle(table: Table, agree: boolean, agreed: Agreed): Promise<Why | null> {
  return table.settle({ do: "settle", agree, agreed });
}

// What the title of the window says of a match, so that one sees in another tab whose turn it is.

import type { Table } from "./table";

/** The title of the window for the tables that are open in it. */
export function tableTitle(tables: Pick<Table, "match" | "side" | "sheet" | "link">[]): string {
  const first = tables[0];
  const match = first?.match.value;
  if (!first || !match) return first?.link.value === "gone" ? "No such match – Bocage" : "Bocage";
  const sheet = first.sheet.value;
  if (match.status === "waiting") return `Waiting for players – ${match.title}`;
  if (match.status === "over" || sheet?.outcome) return `Ended – ${match.title}`;
  const mine = tables.flatMap((table) => table.side.value ?? []);
  if (mine.length === 0) return `Watching – ${match.title}`;
  const deciding = sheet?.deciding ?? match.deciding ?? [];
  if (tables.some((table) => asked(table))) return `● Your answer – ${match.title}`;
  if (mine.some((side) => deciding.includes(side))) return `● Your move – ${match.title}`;
  return `Waiting – ${match.title}`;
}

function asked(table: Pick<Table, "match" | "side" | "sheet">): boolean {
  const side = table.side.value;
  const { request, offer } = table.sheet.value ?? {};
  const proposed = table.match.value?.proposed;
  return Boolean(side && ((request && request.side !== side) || (offer && offer.side !== side) || (proposed && proposed.by !== side)));
}

// Why nothing can be decided on this page now.

import type { Table } from "../../live/table";

/** The reason in words, for a click that means nothing. */
export function idleWords(table: Table, present: boolean): string {
  const sheet = table.sheet.peek();
  if (!present) return "You are looking at an earlier moment. Go back to now to act.";
  if (table.link.peek() !== "live") return `${table.linkText.peek()}. You can act again as soon as it is back.`;
  if (sheet?.outcome) return "The game is over.";
  if (table.side.peek() === null) return "You are watching this match; its players decide.";
  return sheet?.waiting || "There is nothing to decide now.";
}

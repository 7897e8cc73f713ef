// Saving a match as a text file.

import * as api from "../../live/api";
import { toast } from "../../parts";
import type { Desk } from "../desk";

/** Fetch the match as text (the whole record, or what this seat saw) and hand it to the browser as a file. */
export function exportMatch(desk: Desk): Promise<void> {
  return hand(desk, "", "");
}

/**
 * A file for whoever makes Bocage: what the player says, the question that was open, and the match up to now. A line with
 * a # above a record is read over, so the file can be opened like any other.
 */
export function reportRule(desk: Desk, words: string): Promise<void> {
  const info = desk.table.value.match.value;
  const sheet = desk.table.value.sheet.value;
  const question = desk.question.value;
  const told = [
    `A report about ${info?.title ?? "a match"}, turn ${sheet?.turn ?? 0}, ${sheet?.phase_name ?? ""}`,
    question ? `The question (${question.rule}): ${question.text}` : "No question was open.",
    `Done last: ${desk.lastAction.value || "nothing on this page"}`,
    ...words.split("\n"),
  ];
  return hand(desk, "report-", told.map((line) => `# ${line}`.trimEnd()).join("\n") + "\n");
}

async function hand(desk: Desk, kind: string, above: string): Promise<void> {
  try {
    const form = await api.text(desk.match, desk.seating.tokens);
    const info = desk.table.value.match.value;
    const name = `${kind}${info?.game ?? "match"}-turn-${desk.sheet.value?.turn ?? 0}${form.whole ? "" : "-as-seen"}.txt`;
    const address = URL.createObjectURL(new Blob([above + form.text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    toast(form.whole ? `The whole record is saved as ${name}.` : `What this seat has seen is saved as ${name}.`);
  } catch (error) {
    toast(error instanceof Error ? error.message : "The match could not be saved. Try again.");
  }
}

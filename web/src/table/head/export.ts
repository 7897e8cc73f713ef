// Saving a match as a text file.

import * as api from "../../live/api";
import { toast } from "../../parts";
import type { Desk } from "../desk";

/** Fetch the match as text (the whole record, or what this seat saw) and hand it to the browser as a file. */
export async function exportMatch(desk: Desk): Promise<void> {
  try {
    const form = await api.text(desk.match, desk.seating.tokens);
    const info = desk.table.value.match.value;
    const name = `${info?.game ?? "match"}-turn-${desk.sheet.value?.turn ?? 0}${form.whole ? "" : "-as-seen"}.txt`;
    const address = URL.createObjectURL(new Blob([form.text], { type: "text/plain" }));
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

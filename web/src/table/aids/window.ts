// How much room the window has, for what stands on the board.

import { type Signal, signal } from "@preact/signals";

/** Is the panel a sheet at the foot of the page? The same condition as in the style sheet. */
export const small: Signal<boolean> = watched("(max-width: 639px), (max-width: 999px) and (orientation: portrait)");

/** A condition of the window, followed as it changes. */
function watched(condition: string): Signal<boolean> {
  const found = signal(false);
  if (typeof window !== "undefined" && typeof window.matchMedia === "function") {
    const query = window.matchMedia(condition);
    found.value = query.matches;
    query.addEventListener?.("change", (event) => {
      found.value = event.matches;
    });
  }
  return found;
}

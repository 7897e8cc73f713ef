// What players agree on for one of them who stays away, in words.

import type { Agreed } from "../wire";

/** What can be agreed on, and how it is called where a match is set up. */
export const AWAY_CHOICES: [string, string][] = [
  ["", "Nothing is agreed"],
  ["win", "The other may claim the win"],
  ["draw", "The other may end it as a draw"],
  ["bot", "The other may let a bot play until he is back"],
  ["nothing", "One waits, however long"],
];

const MEANS: Record<string, string> = {
  win: "may claim the win",
  draw: "may end the game as a draw",
  bot: "may let a bot play for it until its player is back",
};

/** An agreement as a sentence. */
export function awayWords(agreed: Agreed | null | undefined): string {
  if (!agreed) return "Nothing is agreed about a player who stays away.";
  const means = MEANS[agreed.what];
  if (!means) return "Whoever stays away keeps his seat: the other waits, however long.";
  const days = agreed.days ?? 14;
  return `If a side does not move for ${days === 1 ? "a day" : `${days} days`}, the other ${means}.`;
}

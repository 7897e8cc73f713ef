import { flagText } from "../../board";
import type { Box, Piece } from "../../wire";

/** The words for a piece's flags: those of the box, and "returns on turn 4" where it has none for that. */
export function flagWords(box: Box, piece: Piece): string[] {
  return (piece[3] ?? "")
    .split(" ")
    .filter(Boolean)
    .map((flag) => flagText(box, flag) || flag.replace(/^turn-/, "returns on turn "));
}

// The tours that this page has, by the names under which the boxes of games ask for them.

import type { TourStep } from "../table/tour/tour";
import type { Box } from "../wire";
import { PAS_DE_CALAIS } from "./pasDeCalais";

const TOURS: Readonly<Record<string, readonly TourStep[]>> = { "pas-de-calais": PAS_DE_CALAIS };

/** The cards of a game's tour; none of a game that has no tour, or one that this page does not know. */
export function tourOf(box: Box): readonly TourStep[] {
  return TOURS[box.tour?.name ?? ""] ?? [];
}

/** Is there a tour of this game for this side? */
export function isGuided(box: Box, side: string | null): boolean {
  return side !== null && side === box.tour?.side && tourOf(box).length > 0;
}

// The odds beside the battle: on a large window a panel at that edge of the board that is farther from the hex fought for.

import { type Signal, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Box, Odds, Sheet } from "../../wire";
import { LaidOpen } from "../cards/CardRows";
import { type Desk, useDesk } from "../desk";
import { OddsCard } from "./OddsCard";
import type { OddsPreview } from "./previews";

/** Where both board and odds have room; elsewhere the odds stand with the question. The same numbers as in the style sheet. */
const ROOMY = "(min-width: 1000px) and (min-height: 520px)";

const roomy: Signal<boolean> = signal(false);
if (typeof window !== "undefined" && typeof window.matchMedia === "function") {
  const window_ = window.matchMedia(ROOMY);
  roomy.value = window_.matches;
  window_.addEventListener?.("change", (event) => {
    roomy.value = event.matches;
  });
}

/** The odds to be shown now: of what is pointed at, else of the attack that is declared. */
export function shownOdds(desk: Desk): OddsPreview | null {
  const odds = desk.question.value?.odds;
  return desk.previews.odds.value ?? (odds ? { odds, words: "as declared" } : null);
}

/** The odds in the column, with the question that they belong to. */
export function OddsInColumn({ box, sheet }: { box: Box; sheet: Sheet }): JSX.Element | null {
  return roomy.value ? null : <Both box={box} sheet={sheet} />;
}

/** The odds on the board: always in view, and never over the battle. */
export function OddsOnBoard({ box, sheet }: { box: Box; sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  const shown = roomy.value ? shownOdds(desk) : null;
  const edge = useFarEdge(desk, shown?.odds ?? null);
  if (!shown) return null;
  return (
    <div class="over-edge" data-edge={edge}>
      <Both box={box} sheet={sheet} />
    </div>
  );
}

function Both({ box, sheet }: { box: Box; sheet: Sheet }): JSX.Element | null {
  const shown = shownOdds(useDesk());
  if (!shown) return null;
  return (
    <>
      <OddsCard odds={shown.odds} words={shown.words} box={box} sheet={sheet} />
      <LaidOpen sheet={sheet} box={box} />
    </>
  );
}

/** The edge that is farther from the target; it changes with the target alone, lest the panel jump while the map is moved. */
function useFarEdge(desk: Desk, odds: Odds | null): "left" | "right" {
  const [edge, setEdge] = useState<"left" | "right">("left");
  const target = odds?.target ?? "";
  useLayoutEffect(() => {
    const frame = desk.map.frame?.getBoundingClientRect();
    if (!target || !frame) return;
    setEdge(desk.map.pointOf(target).x < frame.left + frame.width / 2 ? "right" : "left");
  }, [target]);
  return edge;
}

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, CaseLink, IconButton } from "../../parts";
import type { Box, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { dueStep, isDone, stepsOf, tourLight, type TourState } from "./tour";

/** What the tour looks at, from what is on the desk; null where it has nothing to say. */
export function useTourState(box: Box, sheet: Sheet | null): TourState | null {
  const desk = useDesk();
  const side = desk.side;
  if (!sheet || side === null || desk.tour.value < 0) return null;
  return { box, sheet, log: desk.table.value.log.value, side, seen: desk.opened.value };
}

/** Is the table worked by a finger? */
function touched(): boolean {
  return window.matchMedia?.("(hover: none)").matches ?? false;
}

/** On a phone the card lies over the head of the board, which keeps the middle of its view clear of it. */
function useCover(card: { current: HTMLElement | null }, shown: string): void {
  useLayoutEffect(() => {
    const frame = card.current?.closest<HTMLElement>(".board-frame");
    if (!card.current || !frame) return;
    const place = card.current.getBoundingClientRect();
    const over = place.width > frame.clientWidth * 0.8 ? place.bottom - frame.getBoundingClientRect().top : 0;
    frame.style.setProperty("--board-top", `${Math.max(0, Math.round(over))}px`);
    return () => frame.style.removeProperty("--board-top");
  }, [shown]);
}

/** A card of the tour. */
export function TourCard({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const state = useTourState(box, desk.table.value.sheet.value);
  const at = desk.tour.value;
  const tour = stepsOf(box);
  const due = state ? dueStep(tour, state, at) : at;
  useEffect(() => {
    if (due > at && at >= 0) desk.tour.value = due;
  }, [due, at]);
  const card = useRef<HTMLElement>(null);
  const [why, setWhy] = useState(false);
  const step = tour[due];
  const light = state && step ? tourLight(step, state) : null;
  const pointed = light ? [...light.hexes, ...light.units.map((unit) => state!.sheet.units[unit]?.[0] ?? "")] : [];
  useCover(card, light ? `${due} ${why}` : "");
  const shows = light && pointed.length > 0 ? due : -1;
  useEffect(() => {
    setWhy(false);
  }, [due]);
  const cards = light?.cards.join(" ") ?? "";
  useEffect(() => {
    desk.hand.told.value = new Set(cards.split(" "));
    if (cards) desk.hand.folded.value = false;
    return () => {
      desk.hand.told.value = new Set();
    };
  }, [cards]);
  useEffect(() => {
    // What a card speaks of is brought into view once, when the card comes; afterwards the player moves the map.
    if (shows > 0) desk.map.board?.show(pointed);
  }, [shows]);
  if (!state || !step || !light) return null;
  const leave = () => {
    desk.tour.value = -1;
  };
  const last = due === tour.length - 1;
  const elsewhere = !state.sheet.question && !last && due > 0;
  return (
    <section class={why ? "tour tour-told" : "tour"} aria-label="The tour" ref={card}>
      <header>
        <span class="tour-count">
          {due + 1}/{tour.length}
        </span>
        <h2>{step.title}</h2>
        <IconButton label="Leave the tour" onClick={leave}>
          ✕
        </IconButton>
      </header>
      <p aria-live="polite">{(touched() && step.touch) || step.task}</p>
      <p class="tour-why soft">
        {step.why}{" "}
        {step.cases.map((one) => (
          <CaseLink key={one} case={one} />
        ))}
      </p>
      {elsewhere ? <p class="tour-wait">{state.sheet.waiting} The tour goes on when it is your decision again.</p> : null}
      <footer>
        <Button small look="quiet" class="tour-ask" aria-expanded={why} onClick={() => setWhy(!why)}>
          Why?
        </Button>
        {due > 0 ? (
          <Button
            small
            look="quiet"
            onClick={() => {
              desk.tour.value = due - 1;
            }}
            disabled={isDone(tour[due - 1]!, state)}
          >
            Back
          </Button>
        ) : null}
        {pointed.length > 0 ? (
          <Button small onClick={() => desk.map.board?.show(pointed)}>
            Show me
          </Button>
        ) : null}
        {last ? (
          <Button small look="primary" onClick={leave}>
            Done
          </Button>
        ) : (
          <Button
            small
            look={step.tells ? "primary" : "quiet"}
            onClick={() => {
              desk.tour.value = due + 1;
            }}
          >
            {step.tells ? "Go on" : "Skip"}
          </Button>
        )}
      </footer>
    </section>
  );
}

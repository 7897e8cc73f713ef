import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Button, CaseLink, IconButton } from "../parts";
import type { Box, Sheet } from "../wire";
import { useDesk } from "./desk";
import { dueStep, TOUR, tourLight, type TourState, type TourStep } from "./tour";

/** What the tour looks at, from what is on the desk; null where it has nothing to say. */
export function useTourState(box: Box, sheet: Sheet | null): TourState | null {
  const desk = useDesk();
  const side = desk.side;
  if (!sheet || side === null || desk.tour.value < 0) return null;
  return { box, sheet, log: desk.table.value.log.value, side, seen: desk.opened.value };
}

/** Does a step only tell something, so that the button goes on and nothing has to be done first? */
function told(step: TourStep): boolean {
  return step.id === "table" || step.id === "result";
}

/** A card of the tour. */
export function TourCard({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const state = useTourState(box, desk.table.value.sheet.value);
  const at = desk.tour.value;
  const due = state ? dueStep(state, at) : at;
  useEffect(() => {
    if (due > at && at >= 0) desk.tour.value = due;
  }, [due, at]);
  const step = TOUR[due];
  if (!state || !step) return null;
  const light = tourLight(step, state);
  const leave = () => {
    desk.tour.value = -1;
  };
  const last = due === TOUR.length - 1;
  const elsewhere = !state.sheet.question && !last && due > 0;
  const show = light.hexes[0] ?? state.sheet.units[light.units[0] ?? ""]?.[0];
  return (
    <section class="tour" aria-label="The tour">
      <header>
        <span class="tour-count">
          {due + 1}/{TOUR.length}
        </span>
        <h2>{step.title}</h2>
        <IconButton label="Leave the tour" onClick={leave}>
          ✕
        </IconButton>
      </header>
      <p aria-live="polite">{step.task}</p>
      <p class="soft">
        {step.why}{" "}
        {step.cases.map((one) => (
          <CaseLink key={one} case={one} />
        ))}
      </p>
      {elsewhere ? <p class="tour-wait">{state.sheet.waiting} The tour goes on when it is your decision again.</p> : null}
      <footer>
        {due > 0 ? (
          <Button
            small
            look="quiet"
            onClick={() => {
              desk.tour.value = due - 1;
            }}
            disabled={Boolean(TOUR[due - 1]?.done?.(state))}
          >
            Back
          </Button>
        ) : null}
        {show ? (
          <Button small onClick={() => desk.board?.centreOn(show)}>
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
            look={told(step) ? "primary" : "quiet"}
            onClick={() => {
              desk.tour.value = due + 1;
            }}
          >
            {told(step) ? "Go on" : "Skip"}
          </Button>
        )}
      </footer>
    </section>
  );
}

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { botShort, Button } from "../../parts";
import type { Box, Question, Sheet } from "../../wire";
import { allOffers, type Offer, hexTable } from "./acting";
import { useDesk } from "../desk";

const QUESTION = "What would the planner do?";

/** Where a offer takes place: the hex that it names, or the one in which its unit stands. */
function placeOf(offer: Offer, sheet: Sheet, box: Box): string {
  const at = offer.hex ?? sheet.units[offer.unit ?? ""]?.[0] ?? "";
  return hexTable(box).has(at) ? at : "";
}

/** The button that asks what the planner would do here. Between people nobody is advised. */
export function AskAdvice({ sheet }: { sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  const people = table.match.value?.seats.filter((one) => one.kind !== "bot") ?? [];
  if (people.length > 1) return null;
  if (desk.advising.at(table, sheet.moment)) return null;
  return (
    <Button
      look="quiet"
      class="advice-ask"
      data-advice="ask"
      aria-label={`Advice: ${QUESTION}`}
      title={QUESTION}
      onClick={() => void desk.advising.want(table, sheet.moment)}
    >
      Advice
    </Button>
  );
}

/** What the planner would do here, once it was asked: its action and its reason. */
export function AdviceCard({ question, sheet, box }: { question: Question; sheet: Sheet; box: Box }): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  const counsel = desk.advising.at(table, sheet.moment);
  const card = useRef<Element | null>(null);
  const keep = (node: Element | null) => {
    card.current = node;
  };
  const state = counsel?.state;
  useEffect(() => {
    // Below a long list it would be given where nobody sees it.
    if (state) card.current?.scrollIntoView?.({ block: "nearest" });
  }, [state]);
  if (!counsel) return null;
  if (counsel.state === "asked") {
    return (
      <p class="prompt-hint advice-asked" role="status" ref={keep}>
        <span class="thinking">The planner thinks about it…</span>
      </p>
    );
  }
  const close = (
    <Button small look="quiet" onClick={() => desk.advising.dismiss()}>
      Close
    </Button>
  );
  if (counsel.state === "refused") {
    return (
      <div class="advice" role="status" ref={keep}>
        <p>{counsel.why}</p>
        {close}
      </div>
    );
  }
  const { action, reason, bot } = counsel.advice;
  const offer = allOffers(question, box, sheet).find((one) => one.action === action);
  const place = offer ? placeOf(offer, sheet, box) : "";
  return (
    <div class="advice" role="status" ref={keep}>
      <p>
        <b>{botShort(bot)}:</b> {offer?.label ?? action}
      </p>
      {reason ? <p class="advice-why">“{reason}”</p> : null}
      <div class="prompt-buttons">
        {offer ? (
          <Button small data-advice="play" disabled={table.busy.value} onClick={() => void desk.play(action)}>
            Do that
          </Button>
        ) : null}
        {place ? (
          <Button small look="quiet" onClick={() => desk.centre(place)}>
            Show
          </Button>
        ) : null}
        {close}
      </div>
    </div>
  );
}

import type { JSX } from "preact";
import { answerOffer, withdraw } from "../../live/agree";
import type { Table } from "../../live/table";
import { Button, capital, sideName } from "../../parts";
import type { Box, Sheet, Why } from "../../wire";
import { useDesk } from "../desk";

const OFFERED: Record<string, string> = { draw: "a draw", abandon: "to abandon the match" };
const MEANS: Record<string, string> = {
  draw: "If both agree, the match ends at once and nobody has won.",
  abandon: "If both agree, the match ends at once. It is kept and marked as abandoned; nobody has won.",
};
const YES: Record<string, string> = { draw: "Accept the draw", abandon: "Abandon the match" };

/** What a side offers the other: the other says yes or no, and whoever offered may take it back. */
export function OfferCard({ sheet, box }: { sheet: Sheet; box: Box }): JSX.Element | null {
  const desk = useDesk();
  const offer = sheet.offer;
  if (!offer) return null;
  const tables = desk.seating.tables.value;
  // On a shared page the other player sits beside: the question is his, whoever's turn is shown.
  const answering = tables.find((table) => table.side.value !== null && table.side.value !== offer.side);
  const offering = tables.find((table) => table.side.value === offer.side);
  const what = OFFERED[offer.kind] ?? offer.kind;
  const head = offering && !answering ? `You have offered ${what}` : `${capital(sideName(box.sides, offer.side))} offer ${what}`;
  const run = async (table: Table, ask: (table: Table) => Promise<Why | null>) => {
    const why = await ask(table);
    if (why) desk.reasons.value = { at: null, why: [why] };
  };
  return (
    <section class="request" aria-label="An offer" role="region">
      <h3>{head}</h3>
      <p>{MEANS[offer.kind]} The offer stands until the turn is over.</p>
      <div class="prompt-buttons">
        {answering ? (
          <>
            <Button look="primary" data-action="accept" onClick={() => void run(answering, (table) => answerOffer(table, true))}>
              {YES[offer.kind]}
            </Button>
            <Button data-action="decline" onClick={() => void run(answering, (table) => answerOffer(table, false))}>
              Play on
            </Button>
          </>
        ) : null}
        {offering ? (
          <Button data-action="withdraw" onClick={() => void run(offering, withdraw)}>
            Take it back
          </Button>
        ) : null}
      </div>
    </section>
  );
}

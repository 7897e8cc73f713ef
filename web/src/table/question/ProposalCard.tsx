import type { JSX } from "preact";
import { settle } from "../../live/agree";
import { Button, capital, sideName } from "../../parts";
import { awayWords } from "../../parts/away";
import type { Box } from "../../wire";
import { useDesk } from "../desk";

/** What a side proposes to agree on for a player who stays away: the other says yes or no, its maker may take it back. */
export function ProposalCard({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  const side = table.side.value;
  const proposed = table.match.value?.proposed;
  if (!proposed || side === null) return null;
  const { by, agreed } = proposed;
  const run = async (agree: boolean) => {
    const why = await settle(table, agree, agreed);
    if (why) desk.reasons.value = { at: null, why: [why] };
  };
  return (
    <section class="request" aria-label="A proposal" role="region">
      <h3>{by === side ? "You have proposed" : `${capital(sideName(box.sides, by))} propose`} what happens if somebody stays away</h3>
      <p>{awayWords(agreed)} If both agree, it holds from then on, and the days are counted from then at the earliest.</p>
      <div class="prompt-buttons">
        {by === side ? (
          <Button data-action="take-back" onClick={() => void run(false)}>
            Take it back
          </Button>
        ) : (
          <>
            <Button look="primary" data-action="agree" onClick={() => void run(true)}>
              Agree
            </Button>
            <Button data-action="disagree" onClick={() => void run(false)}>
              Decline
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

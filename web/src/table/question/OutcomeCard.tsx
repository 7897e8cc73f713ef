import type { JSX } from "preact";
import { Button, capital, CaseLink, Link, sideName } from "../../parts";
import type { Box, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { exportMatch } from "../head/export";

/** How the game ended, and what one may want to do then. */
export function OutcomeCard({ box, sheet }: { box: Box; sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  const outcome = sheet.outcome;
  if (!outcome) return null;
  const drawn = outcome.abandoned ? "Abandoned" : "A draw";
  const title = outcome.winner ? `Victory for ${sideName(box.sides, outcome.winner)}` : drawn;
  const mine = desk.side && outcome.winner ? (outcome.winner === desk.side ? "Well played." : "Well fought.") : "";
  return (
    <section class="outcome" aria-label="The end of the game">
      <h2>{title}</h2>
      <p>
        {capital(outcome.text)} <CaseLink case={outcome.rule ?? ""} /> {mine}
      </p>
      {sheet.standing.length > 0 ? (
        <dl class="facts">
          {sheet.standing.map((fact) => (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>
                {fact.text} <CaseLink case={fact.rule ?? ""} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div class="prompt-buttons">
        <Link class="button" to={`/?game=${encodeURIComponent(box.slug)}&again=${encodeURIComponent(desk.match)}`}>
          Play again, sides swapped
        </Link>
        <Link class="button" to={`/match/${encodeURIComponent(desk.match)}/proof`}>
          Check the dice
        </Link>
        <Link class="button" to={`/match/${encodeURIComponent(desk.match)}/statistics`}>
          Statistics
        </Link>
        <Button onClick={() => void exportMatch(desk)}>Save the record</Button>
        <Button onClick={() => desk.showFilm(0)}>Watch from the beginning</Button>
        <Link class="button" to="/">
          Other matches
        </Link>
      </div>
    </section>
  );
}

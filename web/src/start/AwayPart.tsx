import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { AWAY_CHOICES } from "../parts/away";
import type { Agreed } from "../wire";

const MOST_DAYS = 365;

interface Props {
  away: Agreed | null;
  /** Is it proposed to somebody who sits there already? Then something must be chosen. */
  proposing?: boolean;
  onChange(away: Agreed | null): void;
}

/** What is agreed for a player who stays away: whoever is invited reads it before he sits down. */
export function AwayPart({ away, proposing, onChange }: Props): JSX.Element {
  const id = useId();
  const days = away?.days ?? 14;
  const counts = away !== null && away.what !== "nothing";
  return (
    <>
      <div class="field">
        <label for={`${id}-what`}>If a player does not move for a long time</label>
        <select
          id={`${id}-what`}
          value={away?.what ?? ""}
          onChange={(event) => onChange(event.currentTarget.value ? { what: event.currentTarget.value, days } : null)}
        >
          {AWAY_CHOICES.filter(([what]) => what || !proposing).map(([what, words]) => (
            <option key={what} value={what}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {counts ? (
        <div class="field">
          <label for={`${id}-days`}>After how many days without a move</label>
          <input
            id={`${id}-days`}
            type="number"
            min={1}
            max={MOST_DAYS}
            value={days}
            onChange={(event) => {
              const wanted = Math.round(Number(event.currentTarget.value)) || 14;
              onChange({ what: away.what, days: Math.min(MOST_DAYS, Math.max(1, wanted)) });
            }}
          />
        </div>
      ) : null}
      <p class="hint">
        Nothing happens by itself: the player who is there may also wait.{" "}
        {proposing ? "The days are counted from the agreement at the earliest." : "Everybody reads this before he sits down."}
      </p>
    </>
  );
}

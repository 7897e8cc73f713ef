import type { JSX } from "preact";
import { capital, CaseLink, sideAdjective } from "../parts";
import type { Box, Sheet } from "../wire";
import { hexTable } from "./acting";
import { useDesk } from "./desk";

/** What waits off the map for the turns to come: how many units in which place, and which return when. */
export function arrivals(box: Box, sheet: Sheet): { place: string; count: number; returning: Record<number, string[]> }[] {
  const hexes = hexTable(box);
  const found = new Map<string, { place: string; count: number; returning: Record<number, string[]> }>();
  for (const place of box.places) {
    if (!place.dead) found.set(place.id, { place: capital(place.name), count: 0, returning: {} });
  }
  for (const [unit, piece] of Object.entries(sheet.units)) {
    const waiting = found.get(piece[0]);
    if (!waiting || hexes.has(piece[0])) continue;
    waiting.count += 1;
    const turn = /(?:^|\s)turn-(\d+)/.exec(piece[3] ?? "")?.[1];
    if (turn) (waiting.returning[Number(turn)] ??= []).push(unit);
  }
  return [...found.values()].filter((place) => place.count > 0);
}

/** The turn track, the sequence of play with the phase that runs, how the sides stand, and what is still to come. */
export function TrackTab({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const sheet = desk.sheet.value;
  if (!sheet) return null;
  const waiting = arrivals(box, sheet);
  return (
    <div class="track">
      <ol class="turn-track" aria-label="Turn track">
        {box.turns.map((turn) => (
          <li
            key={turn.number}
            class={turn.number === sheet.turn ? "now" : turn.number < sheet.turn ? "past" : undefined}
            aria-current={turn.number === sheet.turn ? "step" : undefined}
          >
            <b>{turn.number}</b>
            <span>{turn.name}</span>
            {turn.note ? <span class="soft">{turn.note}</span> : null}
          </li>
        ))}
      </ol>
      {sheet.standing.length > 0 ? (
        <section>
          <h3>If it ended now</h3>
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
        </section>
      ) : null}
      {waiting.length > 0 ? (
        <section>
          <h3>Still to come</h3>
          <ul class="waiting-list">
            {waiting.map((place) => (
              <li key={place.place}>
                {place.place}: {place.count} {place.count === 1 ? "unit" : "units"}
                {Object.entries(place.returning).map(([turn, units]) => (
                  <span key={turn} class="soft">
                    {" "}
                    (turn {turn}: {units.join(", ")})
                  </span>
                ))}
              </li>
            ))}
          </ul>
          <button type="button" class="text-button" onClick={() => desk.show("units")}>
            See the units
          </button>
        </section>
      ) : null}
      <section>
        <h3>Sequence of play</h3>
        <ol class="phases">
          {box.phases.map((one) => (
            <li
              key={one.id}
              class={one.id === sheet.phase ? "now" : undefined}
              aria-current={one.id === sheet.phase ? "step" : undefined}
            >
              <span>{one.name}</span>
              {one.side ? <span class="soft">{sideAdjective(box.sides, one.side)}</span> : null}
              <CaseLink case={one.rule} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

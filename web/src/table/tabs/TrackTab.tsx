import type { JSX } from "preact";
import { Counter, paintOf } from "../../board";
import { capital, CaseLink, sideAdjective } from "../../parts";
import type { Box, Fact, Piece, Sheet, Track } from "../../wire";
import { counterTable, hexTable } from "../question/acting";
import { useDesk } from "../desk";

/** What waits off the map without a turn of its own: how many units in which place. */
export function waiting(box: Box, sheet: Sheet): { place: string; count: number }[] {
  const found = new Map<string, { place: string; count: number }>();
  for (const place of box.places) {
    if (!place.dead) found.set(place.id, { place: capital(place.name), count: 0 });
  }
  for (const piece of Object.values(sheet.units)) {
    const place = found.get(piece[0]);
    if (place && !turnOf(piece)) place.count += 1;
  }
  return [...found.values()].filter((place) => place.count > 0);
}

/** Turn -> the units that come (or come back) then. */
export function arrivals(box: Box, sheet: Sheet): Map<number, string[]> {
  const hexes = hexTable(box);
  const found = new Map<number, string[]>();
  for (const [unit, piece] of Object.entries(sheet.units)) {
    const turn = hexes.has(piece[0]) ? 0 : turnOf(piece);
    if (turn) found.set(turn, [...(found.get(turn) ?? []), unit]);
  }
  return found;
}

function turnOf(piece: Piece): number {
  return Number(/(?:^|\s)turn-(\d+)/.exec(piece[3] ?? "")?.[1] ?? 0);
}

/** The turn track, the sequence of play with the phase that runs, how the sides stand, and what is still to come. */
export function TrackTab({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const sheet = desk.sheet.value;
  if (!sheet) return null;
  const idle = waiting(box, sheet);
  const coming = arrivals(box, sheet);
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
            {coming.has(turn.number) ? <Coming box={box} sheet={sheet} units={coming.get(turn.number)!} turn={turn.number} /> : null}
          </li>
        ))}
      </ol>
      {(sheet.tracks ?? []).map((track) => (
        <NumberTrack key={track.name} box={box} track={track} />
      ))}
      <section>
        <h3>Now</h3>
        <FactList facts={sheet.facts} />
      </section>
      {sheet.standing.length > 0 ? (
        <section>
          <h3>If it ended now</h3>
          <FactList facts={sheet.standing} />
        </section>
      ) : null}
      {idle.length > 0 ? (
        <section>
          <h3>Off the map</h3>
          <ul class="waiting-list">
            {idle.map((place) => (
              <li key={place.place}>
                {place.place}: {place.count} {place.count === 1 ? "unit" : "units"}
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

function FactList({ facts }: { facts: Fact[] }): JSX.Element {
  return (
    <dl class="facts">
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd>
            {fact.text} <CaseLink case={fact.rule ?? ""} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The units that come on a turn: how many of each side, and on demand which. */
function Coming({ box, sheet, units, turn }: { box: Box; sheet: Sheet; units: string[]; turn: number }): JSX.Element {
  const counters = counterTable(box);
  const sides = box.sides
    .map((side) => ({ side, there: units.filter((unit) => counters.get(unit)?.side === side.id) }))
    .filter(({ there }) => there.length > 0);
  const names = (list: string[]) => list.map((unit) => counters.get(unit)?.name ?? unit).join(", ");
  return (
    <details class="coming">
      <summary>
        {sides.map(({ side, there }) => `${side.adjective} ${there.length}`).join(", ")}
        <span class="offscreen"> come on turn {turn}</span>
      </summary>
      {sides.map(({ side, there }) => (
        <div key={side.id} class="coming-units" title={names(there)}>
          {there.map((unit) => (
            <Counter key={unit} box={box} unit={unit} piece={sheet.units[unit]!} size={38} />
          ))}
        </div>
      ))}
    </details>
  );
}

/** A numbered track with the markers on it. */
function NumberTrack({ box, track }: { box: Box; track: Track }): JSX.Element {
  const spaces = Array.from({ length: track.last - track.first + 1 }, (_, place) => track.first + place);
  return (
    <section>
      <h3>
        {track.name} <CaseLink case={track.rule} />
      </h3>
      <ol class="number-track" aria-label={track.name}>
        {spaces.map((space) => (
          <li key={space}>
            <b>{space}</b>
            {track.marks
              .filter((mark) => mark.at === space)
              .map((mark) => {
                const paint = paintOf(box, mark.owner ?? "");
                return (
                  <span key={mark.sign} class="track-mark" title={`${mark.name}: ${mark.at}`} style={{ background: paint.face, color: paint.ink }}>
                    {mark.sign}
                  </span>
                );
              })}
          </li>
        ))}
      </ol>
    </section>
  );
}

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Counter, isBack, seenCounter } from "../../board";
import { capital, CaseLink } from "../../parts";
import type { Box, CounterInfo, Piece, Sheet } from "../../wire";
import { hexTable, hexWords } from "../question/acting";
import { useDesk } from "../desk";
import { flagWords } from "./flags";

interface Entry {
  unit: string;
  counter: CounterInfo;
  piece: Piece;
}

/** Units that lie in one place: the map, a pool, a cup, the dead pile. */
export interface PlaceGroup {
  id: string;
  name: string;
  rule: string;
  entries: Entry[];
}

/** The order of battle: for each side the units on the map, then the places off it, each in the order of the counters. */
export function orderOfBattle(box: Box, sheet: Sheet, side: string, words: string): PlaceGroup[] {
  const sought = words.trim().toLowerCase();
  const hexes = hexTable(box);
  const groups = new Map<string, PlaceGroup>();
  groups.set("", { id: "", name: "On the map", rule: "", entries: [] });
  for (const place of box.places) groups.set(place.id, { id: place.id, name: capital(place.name), rule: place.rule ?? "", entries: [] });
  for (const [unit, piece] of Object.entries(sheet.units)) {
    const counter = seenCounter(box, unit);
    if (!counter || counter.side !== side) continue;
    if (sought && !`${counter.id} ${counter.name} ${piece[0]}`.toLowerCase().includes(sought)) continue;
    const place = hexes.has(piece[0]) ? "" : piece[0];
    let group = groups.get(place);
    if (!group) {
      group = { id: place, name: capital(place), rule: "", entries: [] };
      groups.set(place, group);
    }
    group.entries.push({ unit, counter, piece });
  }
  const found = [...groups.values()].filter((group) => group.entries.length > 0);
  const dead = new Set(box.places.filter((place) => place.dead).map((place) => place.id));
  return [...found.filter((group) => !dead.has(group.id)), ...found.filter((group) => dead.has(group.id))];
}

/** Every unit of the game: where it is and how it stands. */
export function UnitsTab({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const sheet = desk.sheet.value;
  const words = useSignal("");
  const chosen = useSignal("");
  const folded = useSignal<ReadonlySet<string>>(new Set());
  if (!sheet) return null;
  const side = chosen.value || desk.side || box.sides[0]?.id || "";
  const groups = orderOfBattle(box, sheet, side, words.value);
  return (
    <div class="units">
      <div class="log-tools">
        <div class="segmented" role="group" aria-label="Whose units">
          {box.sides.map((one) => (
            <button
              key={one.id}
              type="button"
              aria-pressed={one.id === side}
              onClick={() => {
                chosen.value = one.id;
              }}
            >
              {one.adjective}
            </button>
          ))}
        </div>
        <input
          type="search"
          aria-label="Find a unit"
          placeholder="Find"
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value;
          }}
        />
      </div>
      {groups.length === 0 ? <p class="soft empty">No unit fits.</p> : null}
      {groups.map((group) => {
        const key = `${side} ${group.id}`;
        const open = words.value !== "" || folded.value.has(key) !== (group.id === "" || groups.length < 3);
        return (
          <section class="unit-group" key={key}>
            <h3>
              <button
                type="button"
                aria-expanded={open}
                onClick={() => {
                  const next = new Set(folded.value);
                  if (!next.delete(key)) next.add(key);
                  folded.value = next;
                }}
              >
                <span>{group.name}</span>
                <span class="soft">{group.entries.length}</span>
              </button>
              <CaseLink case={group.rule} />
            </h3>
            {open ? (
              <ul>
                {group.entries.map((entry) => (
                  <UnitRow key={entry.unit} box={box} entry={entry} onMap={group.id === ""} />
                ))}
              </ul>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}

function UnitRow({ box, entry, onMap }: { box: Box; entry: Entry; onMap: boolean }): JSX.Element {
  const desk = useDesk();
  const { unit, counter, piece } = entry;
  const flags = flagWords(box, piece);
  const inside = (
    <>
      <span class="choice-counter" aria-hidden="true">
        <Counter box={box} unit={unit} piece={piece} size={36} />
      </span>
      <span class="unit-name">
        {counter.name}
        <span class="soft">
          {onMap ? ` ${hexWords(box, piece[0])}` : ""}
          {flags.length ? `${onMap ? ", " : " "}${flags.join(", ")}` : ""}
          {counter.note ? ` (${counter.note})` : ""}
        </span>
      </span>
      <span class="choice-factors">{isBack(box, unit) ? "" : piece[1]}</span>
    </>
  );
  if (!onMap) return <li class="unit-row">{inside}</li>;
  return (
    <li>
      <button
        type="button"
        class="unit-row"
        title="Show on the map"
        onClick={() => {
          desk.selected.value = unit;
          desk.centre(piece[0]);
          desk.highlight.value = { hexes: [piece[0]], units: [unit] };
        }}
      >
        {inside}
      </button>
    </li>
  );
}

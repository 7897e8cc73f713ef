import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Counter, isBack, seenCounter, stacksOf } from "../../board";
import { keepSetting, setting } from "../../live/seats";
import { capital, IconButton, sideName } from "../../parts";
import type { Box, Sheet } from "../../wire";
import { hexTable, litUnits, type Offer, offersOnHex, offersOnUnit, unitsAt, verbInfo } from "../question/acting";
import { useDesk } from "../desk";
import { addUnit, takeAll } from "../gestures/onBoard";
import { takeable } from "../gestures/spotMenu";
import { flagWords } from "../tabs/flags";

const SMALLEST = 50; // pixels of a counter in the panel: never smaller than on the map, nor than one plays with
const LARGEST = 84;
const FRAME = 66 / 54; // the drawing leaves room for a frame around the counter

/**
 * What the game's chart of terrain says of a hex, in its own first columns: "MP 3, shift −1"; "" where there is none. Of
 * a hex with more than one kind ("clear city") each is told by name. What follows a comma is no terrain.
 */
export function terrainWords(box: Box, terrain: string): string {
  const chart = box.charts.find((one) => one.columns[0] === "Terrain");
  if (!chart) return "";
  const ground = terrain.split(",")[0]!;
  const exact = chart.rows.find(([name]) => name === ground);
  const rowOf = (word: string) => chart.rows.find(([name]) => name === word);
  const rows = exact ? [exact] : ground.split(" ").map(rowOf).filter((row) => row !== undefined);
  const told = rows.map((row) =>
    [1, 2]
      .filter((place) => chart.columns[place] && row[place] && row[place] !== "–")
      .map((place, nth) => `${nth === 0 ? chart.columns[place] : chart.columns[place]!.toLowerCase()} ${row[place]!.replace("-", "−")}`)
      .join(", "),
  );
  if (rows.length < 2) return told[0] ?? "";
  return rows.flatMap((row, place) => (told[place] ? [`${row[0]}: ${told[place]}`] : [])).join("; ");
}

/** The one panel about a hex, docked beside the map: its ground and all that lies there, with what each can still do. */
export function HexPanel({ box, sheet }: { box: Box; sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  const label = desk.shown.at.value;
  const base = box.layout.boxes?.find((one) => one.label === label);
  const hex = base ?? hexTable(box).get(label);
  if (!hex) return null;
  const heading = base?.name ?? (hex.name ? `${label} ${hex.name}` : label);
  const folded = setting("hex.folded", false);
  const ground = terrainWords(box, hex.terrain);
  const owner = sheet.control[label];
  const question = desk.question.value;
  const busy = desk.table.value.busy.value;
  const words = folded ? "Unfold the panel of the hex" : "Fold the panel of the hex";
  return (
    <section class="hex-panel" data-hex={label} data-folded={folded ? "yes" : "no"} aria-label={base?.name ?? `Hex ${label}`}>
      <div class="hex-head">
        <h2>{heading}</h2>
        <p>
          {hex.terrain}
          {ground ? <span class="soft"> {ground}</span> : null}
        </p>
        <IconButton class="hex-fold" label={words} aria-expanded={!folded} onClick={() => keepSetting("hex.folded", !folded)}>
          {folded ? "▴" : "▾"}
        </IconButton>
      </div>
      {folded ? null : (
        <div class="hex-body">
          {owner ? <p class="soft">{capital(sideName(box.sides, owner))} control it</p> : null}
          {(sheet.markers[label] ?? []).map((marker, place) => (
            <p key={place} class="hex-marker">
              {capital(marker.title)}
            </p>
          ))}
          <TakeAll box={box} sheet={sheet} label={label} />
          {question ? <Verbs offers={offersOnHex(question, box, label)} box={box} busy={busy} /> : null}
          <HexUnits box={box} sheet={sheet} label={label} />
        </div>
      )}
    </section>
  );
}

/** The whole stack in one go, where several of it can be taken. */
function TakeAll({ box, sheet, label }: { box: Box; sheet: Sheet; label: string }): JSX.Element | null {
  const desk = useDesk();
  const question = desk.question.value;
  const units = question ? takeable(question, box, sheet, label) : [];
  const held = [...(question?.hand ?? []), ...desk.gestures.waiting.value];
  if (units.length < 2 || units.every((unit) => held.includes(unit))) return null;
  return (
    <p class="hex-verbs">
      <button type="button" class="hex-verb" data-deed="take-all" disabled={desk.table.value.busy.value} onClick={() => takeAll(desk, units)}>
        Take the whole stack ({units.length})
      </button>
    </p>
  );
}

/** Every counter of a stack, the top one first, never smaller than on the map. */
function HexUnits({ box, sheet, label }: { box: Box; sheet: Sheet; label: string }): JSX.Element | null {
  const desk = useDesk();
  const question = desk.question.value;
  const hover = desk.hover.value;
  const lit = useMemo(() => (question ? litUnits(question, box, sheet) : []), [question, box, sheet.units]);
  const hand = question?.hand ?? [];
  const pile = stacksOf(box, sheet.units, lit, hand).get(label)?.units.toReversed() ?? unitsAt(sheet, label);
  if (pile.length === 0) return null;
  const size = Math.round(FRAME * Math.min(LARGEST, Math.max(SMALLEST, desk.map.board?.counterSize() ?? 0)));
  return (
    <ul class="hex-units">
      {pile.map((unit) => {
        const piece = sheet.units[unit]!;
        const offers = question ? offersOnUnit(question, box, sheet, unit) : [];
        const status = flagWords(box, piece);
        const held = hand.includes(unit);
        const follows = desk.gestures.waiting.value.includes(unit);
        const state = held ? "in hand" : follows ? "goes along, after the one in hand" : "";
        return (
          <li key={unit} class={[hover?.unit === unit && "pointed", (held || follows) && "held"].filter(Boolean).join(" ") || undefined}>
            <Counter box={box} unit={unit} piece={piece} size={size} lit={offers.length > 0} onClick={(event) => (event.shiftKey || event.ctrlKey || event.metaKey ? addUnit(desk, unit) : desk.clickUnit(unit, null))} />
            <div class="hex-unit">
              <p>
                <span class="hex-unit-name">{seenCounter(box, unit)?.name ?? unit}</span> {isBack(box, unit) ? null : <b>{piece[1]}</b>}
              </p>
              {state || status.length ? <p class="soft">{[state, ...status].filter(Boolean).join("; ")}</p> : null}
              <Verbs offers={offers} box={box} busy={desk.table.value.busy.value} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** What can be done, as small buttons. */
function Verbs({ offers, box, busy }: { offers: Offer[]; box: Box; busy: boolean }): JSX.Element | null {
  const desk = useDesk();
  if (offers.length === 0) return null;
  return (
    <p class="hex-verbs">
      {offers.map((offer) => (
        <button
          key={offer.action}
          type="button"
          class="hex-verb"
          disabled={busy}
          data-action={offer.action}
          aria-label={offer.unit ? offer.label : undefined}
          title={offer.label}
          onClick={() => void desk.play(offer.action)}
        >
          {offer.short ?? verbInfo(box, offer.verb).label}
        </button>
      ))}
    </p>
  );
}

import type { JSX } from "preact";
import { Counter, isBack, seenCounter } from "../../board";
import { capital, sideName } from "../../parts";
import type { Box, Sheet } from "../../wire";
import { hexTable, unitsAt } from "../question/acting";
import { useDesk } from "../desk";
import { flagWords } from "../tabs/UnitsTab";

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
      .filter((place) => chart.columns[place] && row[place])
      .map((place) => `${place === 1 ? chart.columns[place] : chart.columns[place]!.toLowerCase()} ${row[place]!.replace("-", "−")}`)
      .join(", "),
  );
  return rows.length < 2 ? (told[0] ?? "") : rows.map((row, place) => `${row[0]}: ${told[place]}`).join("; ");
}

/** A panel in the corner: the hex under the pointer or the cursor, with all that lies there. */
export function Inspector({ box, sheet }: { box: Box; sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  const hover = desk.hover.value;
  const label = hover?.hex || (hover?.unit ? (sheet.units[hover.unit]?.[0] ?? "") : "") || (desk.past.film.value ? "" : desk.cursor.value) || "";
  const base = box.layout.boxes?.find((one) => one.label === label);
  const hex = base ?? hexTable(box).get(label);
  if (!hex) return null;
  const heading = base?.name ?? (hex.name ? `${label} ${hex.name}` : label);
  const units = unitsAt(sheet, label);
  const markers = sheet.markers[label] ?? [];
  const owner = sheet.control[label];
  const ground = terrainWords(box, hex.terrain);
  return (
    <aside class="inspector" aria-label={base?.name ?? `Hex ${label}`}>
      <p class="inspector-head">
        <b>{heading}</b> <span>{hex.terrain}</span>
      </p>
      {ground ? <p class="soft">{ground}</p> : null}
      {owner ? <p class="soft">{capital(sideName(box.sides, owner))} control it</p> : null}
      {markers.map((marker, place) => (
        <p key={place} class="inspector-marker">
          {capital(marker.title)}
        </p>
      ))}
      {units.length > 0 ? (
        <ul>
          {units.map((unit) => {
            const piece = sheet.units[unit]!;
            const counter = seenCounter(box, unit);
            const flags = flagWords(box, piece);
            return (
              <li key={unit} class={hover?.unit === unit ? "pointed" : undefined}>
                <span aria-hidden="true">
                  <Counter box={box} unit={unit} piece={piece} size={36} />
                </span>
                <span>
                  {counter?.name ?? unit} {isBack(box, unit) ? null : <b>{piece[1]}</b>}
                  {flags.length ? <span class="soft"> {flags.join("; ")}</span> : null}
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
    </aside>
  );
}

import type { JSX } from "preact";
import { Counter } from "../board";
import { capital, sideName } from "../parts";
import type { Box, Sheet } from "../wire";
import { cardTable, hexTable, unitsAt } from "./acting";
import { useDesk } from "./desk";
import { flagWords } from "./UnitsTab";

/** A card in the corner: the hex under the pointer or the cursor, with all that lies there. */
export function Inspector({ box, sheet }: { box: Box; sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  const hover = desk.hover.value;
  const label = hover?.hex || (hover?.unit ? (sheet.units[hover.unit]?.[0] ?? "") : "") || desk.cursor.value || "";
  const hex = hexTable(box).get(label);
  if (!hex) return null;
  const units = unitsAt(sheet, label);
  const markers = sheet.markers[label] ?? [];
  const owner = sheet.control[label];
  return (
    <aside class="inspector" aria-label={`Hex ${label}`}>
      <p class="inspector-head">
        <b>{hex.name ? `${label} ${hex.name}` : label}</b> <span>{hex.terrain}</span>
      </p>
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
            const card = cardTable(box).get(unit);
            const flags = flagWords(box, piece);
            return (
              <li key={unit} class={hover?.unit === unit ? "pointed" : undefined}>
                <span aria-hidden="true">
                  <Counter box={box} unit={unit} piece={piece} size={36} />
                </span>
                <span>
                  {card?.name ?? unit} <b>{piece[1]}</b>
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

import type { JSX } from "preact";
import type { Box } from "../../wire";
import { counterTable } from "../question/acting";
import { useDesk } from "../desk";

const SWITCHES: [string, string, string][] = [
  ["control", "Control", "who holds what"],
  ["trails", "Trails", "how the other side last moved"],
  ["numbers", "Hex numbers", "large, over the map’s own"],
  ["hidden", "Hide counters", "or hold H to peek"],
];

/** What is laid over the map; the choice is remembered. */
export function OverlayMenu({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const on = desk.overlays.on.value;
  const unit = desk.table.value.sheet.value?.question?.hand?.[0] ?? desk.selected.value;
  const name = unit ? (counterTable(box).get(unit)?.name ?? unit) : "";
  return (
    <fieldset class="overlay-menu">
      <legend>On the map</legend>
      {box.overlays.map((overlay) => (
        <label key={overlay.id} class="check">
          <input type="checkbox" checked={on.includes(overlay.id)} onChange={() => desk.overlays.toggle(overlay.id)} />
          <span>
            {overlay.name}
            {overlay.of === "unit" ? <span class="soft"> {name ? `of ${name}` : "click a unit to see its own"}</span> : null}
          </span>
        </label>
      ))}
      {SWITCHES.map(([id, words, more]) => (
        <label key={id} class="check">
          <input type="checkbox" checked={desk.overlays.switched(id)} onChange={() => desk.overlays.flip(id)} />
          <span>
            {words} <span class="soft">{more}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

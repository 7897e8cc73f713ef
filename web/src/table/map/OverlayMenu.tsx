import type { JSX } from "preact";
import { still } from "../../board";
import { keepSetting, setting } from "../../live/seats";
import type { Box } from "../../wire";
import { counterTable } from "../question/acting";
import { useDesk } from "../desk";

const SWITCHES: [string, string, string][] = [
  ["control", "Control", "who holds what"],
  ["trails", "Trails", "how the other side last moved"],
  ["alltrails", "Trails of all", "both sides, this turn and the last"],
  ["numbers", "Hex numbers", "large, over the map’s own"],
  ["hidden", "Hide counters", "or hold H to peek"],
];

/** What is laid over the map; the choice is remembered. */
export function OverlayMenu({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const on = desk.overlays.on.value;
  const unit = desk.table.value.sheet.value?.question?.hand?.[0] ?? desk.selected.value;
  const moments = setting("battle.moment", true) && !still();
  const sounds = setting<string>("sounds", "") === "on";
  const name = unit ? (counterTable(box).get(unit)?.name ?? unit) : "";
  return (
    <>
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
      <fieldset class="overlay-menu">
        <legend>Battles</legend>
        <label class="check">
          <input type="checkbox" checked={moments} disabled={still()} onChange={() => keepSetting("battle.moment", !moments)} />
          <span>
            On the map <span class="soft">{still() ? "not while your system asks for less motion" : "dice, result and losses where they fall"}</span>
          </span>
        </label>
        <label class="check">
          <input type="checkbox" checked={sounds} onChange={() => void import("../aids/sounds").then(({ wantSounds }) => wantSounds(!sounds))} />
          <span>
            Sounds <span class="soft">of dice, battles and your turn</span>
          </span>
        </label>
      </fieldset>
    </>
  );
}

import type { JSX } from "preact";
import { CaseLink, Die } from "../../parts";
import { Cited } from "../Cited";
import { useDesk } from "../desk";

/** Dice as they fall, over the board for a few seconds. */
export function DiceTray(): JSX.Element | null {
  const desk = useDesk();
  const thrown = desk.dice.tray.value;
  if (thrown.length === 0) return null;
  return (
    <div class="tray" aria-label="Dice">
      {thrown.map(({ key, lines }) => (
        <div class="tray-throw" key={key}>
          {lines.map((line, place) => (
            <div key={place} class="tray-line">
              <div class="tray-dice">
                {(line.rolls ?? []).map((roll, number) => (
                  <span class="tray-roll" key={number}>
                    <span class="tray-name">{roll.name}</span>
                    {roll.dice.map((die, count) => (
                      <Die key={count} value={die} size={38} />
                    ))}
                  </span>
                ))}
              </div>
              <p>
                <Cited text={line.text} /> <CaseLink case={line.rule} />
              </p>
            </div>
          ))}
          <button type="button" class="tray-close" aria-label="Put the dice away" onClick={() => desk.dice.putAway(key)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}

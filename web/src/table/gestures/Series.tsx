import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Counter } from "../../board";
import { Button } from "../../parts";
import type { Box, Choice, Question, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { counterTable, ending, hexTable, labelOf, verbInfo } from "../question/acting";
import { PICK } from "./gestures";

/** The verbs that ask the same of one unit after the other until the player ends it. */
export function serial(question: Question, box: Box): Choice[] {
  if (!ending(question) || (question.hand ?? []).length) return [];
  return question.choices.filter((choice) => {
    const { noun, together, preview, series, lifts } = verbInfo(box, choice.verb);
    return noun === "unit" && series !== "no" && choice.verb !== PICK && !lifts && !together && !preview && (choice.operands ?? []).length > 1;
  });
}

/** Similar questions in one panel: several units are ticked, and each is an entry of its own. */
export function Series({ question, box, sheet }: { question: Question; box: Box; sheet: Sheet }): JSX.Element | null {
  const choices = serial(question, box);
  return choices.length ? (
    <>
      {choices.map((choice) => (
        <OneSeries key={choice.verb} choice={choice} box={box} sheet={sheet} />
      ))}
    </>
  ) : null;
}

function OneSeries({ choice, box, sheet }: { choice: Choice; box: Box; sheet: Sheet }): JSX.Element {
  const desk = useDesk();
  const open = useSignal(false);
  const chosen = useSignal<readonly string[]>([]);
  const units = choice.operands ?? [];
  useEffect(() => {
    chosen.value = chosen.peek().filter((unit) => units.includes(unit));
  }, [choice]);
  const label = labelOf(box, choice);
  const busy = desk.table.value.busy.value;
  if (!open.value) {
    return (
      <p class="series-open">
        <span>{label}:</span>
        <button type="button" class="text-button" aria-label={`${label}: tick several`} data-series={choice.verb} onClick={() => (open.value = true)}>
          Tick several
        </button>
        {verbInfo(box, choice.verb).series === "some" ? null : (
          <button
            type="button"
            class="text-button"
            data-series-all={choice.verb}
            aria-label={`${label}: all ${units.length}`}
            disabled={busy}
            onClick={() => void desk.inTurn(() => desk.gestures.series(units.map((unit) => `${choice.verb} ${unit}`)))}
          >
            All {units.length}
          </button>
        )}
      </p>
    );
  }
  const toggle = (unit: string) => {
    chosen.value = chosen.value.includes(unit) ? chosen.value.filter((one) => one !== unit) : [...chosen.value, unit];
  };
  return (
    <fieldset class="series">
      <legend>{label}</legend>
      <ul>
        {units.map((unit) => {
          const piece = sheet.units[unit];
          const at = piece?.[0] ?? "";
          return (
            <li key={unit}>
              <label class="check">
                <input type="checkbox" data-operand={unit} checked={chosen.value.includes(unit)} onChange={() => toggle(unit)} />
                {piece ? (
                  <span aria-hidden="true">
                    <Counter box={box} unit={unit} piece={piece} size={36} />
                  </span>
                ) : null}
                <span>
                  {counterTable(box).get(unit)?.name ?? unit} {hexTable(box).has(at) ? <span class="soft">in {hexTable(box).get(at)?.name || at}</span> : null}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      <div class="prompt-buttons">
        {verbInfo(box, choice.verb).series === "some" ? null : (
          <Button small onClick={() => (chosen.value = chosen.value.length === units.length ? [] : [...units])}>
            {chosen.value.length === units.length ? "None" : "All"}
          </Button>
        )}
        <Button
          small
          look="primary"
          data-deed="series"
          disabled={busy || chosen.value.length === 0}
          onClick={() => {
            const actions = chosen.value.map((unit) => `${choice.verb} ${unit}`);
            open.value = false;
            void desk.inTurn(() => desk.gestures.series(actions));
          }}
        >
          {label} ({chosen.value.length})
        </Button>
      </div>
    </fieldset>
  );
}

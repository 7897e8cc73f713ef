import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Counter, seenCounter } from "../../board";
import { Button, CaseLink } from "../../parts";
import type { Box, Question, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { PICK } from "../gestures/gestures";
import { costOf, counterTable, hexTable, hexWords, labelOf, operandsOf, unitsAt, verbInfo } from "./acting";

/** A finger only touches what it means: if the panel of that hex came up before it leaves, the button would move away. */
function isMouse(event: PointerEvent): boolean {
  return event.pointerType === "mouse";
}

const FEW_UNITS = 6;
const FEW_HEXES = 8;

/** Who else could be taken in hand, or kept back: that comes after the hexes where the one that is asked about may go. */
function insteadOf(question: Question, box: Box, verb: string): boolean {
  const goes = question.choices.some((choice) => verbInfo(box, choice.verb).noun === "hex");
  return goes && (verb === PICK || ["some", "no"].includes(verbInfo(box, verb).series ?? ""));
}

/** Units that may be chosen, where the map does not show them or there are only a few. */
export function UnitChoices({ question, sheet, box, instead }: { question: Question; sheet: Sheet; box: Box; instead: boolean }): JSX.Element | null {
  const desk = useDesk();
  const table = hexTable(box);
  const boxes = new Map((box.layout.boxes ?? []).map((one) => [one.label, one.name]));
  const busy = desk.table.value.busy.value;
  const lists = question.choices
    .filter((choice) => verbInfo(box, choice.verb).noun === "unit" && insteadOf(question, box, choice.verb) === instead)
    .map((choice) => {
      const units = choice.operands ?? [];
      const off = units.filter((unit) => !table.has(sheet.units[unit]?.[0] ?? ""));
      return { choice, units: units.length <= FEW_UNITS ? units : off };
    })
    .filter(({ units }) => units.length > 0);
  if (lists.length === 0) return null;
  return (
    <>
      {lists.map(({ choice, units }) => (
        <div
          key={choice.verb}
          class={units.every((unit) => table.has(sheet.units[unit]?.[0] ?? "")) ? "choice-units on-map" : "choice-units"}
          role="group"
          aria-label={labelOf(box, choice)}
        >
          <p class="choice-head">
            {labelOf(box, choice)} <CaseLink case={choice.rule} />
          </p>
          <ul>
            {units.map((unit) => {
              const piece = sheet.units[unit];
              const at = piece?.[0] ?? "";
              return (
                <li key={unit}>
                  <button
                    type="button"
                    class="choice-row"
                    disabled={busy}
                    data-action={`${choice.verb} ${unit}`}
                    onClick={() => {
                      desk.hover.value = null;
                      void desk.play(`${choice.verb} ${unit}`);
                    }}
                    onPointerEnter={(event) => {
                      if (isMouse(event)) desk.hover.value = { hex: table.has(at) ? at : "", unit };
                    }}
                    onPointerLeave={() => {
                      desk.hover.value = null;
                    }}
                  >
                    {piece ? (
                      <span class="choice-counter" aria-hidden="true">
                        <Counter box={box} unit={unit} piece={piece} size={34} />
                      </span>
                    ) : null}
                    <span>
                      {counterTable(box).get(unit)?.name ?? unit}
                      {table.has(at) || boxes.has(at) ? <span class="soft"> in {boxes.get(at) || table.get(at)?.name || at}</span> : null}
                    </span>
                    <span class="choice-factors">{piece?.[1]}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </>
  );
}

/** A few hexes to choose from (targets, retreats) as buttons: for the keyboard, the phone and the screen reader. */
export function HexChoices({ question, sheet, box }: { question: Question; sheet: Sheet; box: Box }): JSX.Element | null {
  const desk = useDesk();
  const busy = desk.table.value.busy.value;
  const finger = useRef(false);
  const lists = question.choices
    .filter((choice) => verbInfo(box, choice.verb).noun === "hex")
    .map((choice) => ({ choice, hexes: operandsOf(question, box, choice.verb) }))
    .filter(({ hexes }) => hexes.length > 0 && hexes.length <= FEW_HEXES);
  if (lists.length === 0) return null;
  return (
    <>
      {lists.map(({ choice, hexes }) => {
        const odds = verbInfo(box, choice.verb).preview === "odds";
        return (
          <div key={choice.verb} class={odds ? "choice-hexes" : "choice-hexes chips"} role="group" aria-label={labelOf(box, choice)}>
            <p class="choice-head">
              {labelOf(box, choice)} <CaseLink case={choice.rule} />
            </p>
            <ul>
              {hexes.map((hex) => {
                const action = `${choice.verb} ${hex}`;
                const there = unitsAt(sheet, hex).map((unit) => seenCounter(box, unit)?.short ?? unit);
                const cost = costOf(question, box, action);
                return (
                  <li key={hex}>
                    <button
                      type="button"
                      class="choice-row"
                      disabled={busy}
                      data-action={action}
                      onClick={() => {
                        desk.hover.value = null;
                        void desk.play(action);
                      }}
                      onPointerEnter={(event) => {
                        if (isMouse(event)) desk.hover.value = { hex, unit: "" };
                      }}
                      onPointerLeave={() => {
                        desk.hover.value = null;
                      }}
                      onPointerDown={(event) => {
                        finger.current = !isMouse(event);
                      }}
                      onFocus={() => {
                        if (!finger.current) desk.cursor.value = hex;
                        finger.current = false;
                      }}
                    >
                      <span>
                        {hexWords(box, hex)}
                        {there.length ? <span class="soft"> {there.join(", ")}</span> : null}
                      </span>
                      {cost ? <span class="choice-factors">{cost}</span> : null}
                    </button>
                    {odds ? (
                      <Button
                        small
                        look="quiet"
                        aria-label={`Odds of an attack on ${hex}`}
                        onClick={() => {
                          desk.cursor.value = hex;
                          desk.hover.value = { hex, unit: "" };
                        }}
                      >
                        Odds
                      </Button>
                    ) : null}
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </>
  );
}

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, capital, CaseLink } from "../../parts";
import type { Box, Question, Sheet } from "../../wire";
import { Cited } from "../Cited";
import { keepSetting, setting } from "../../live/seats";
import { GOES_ON } from "../gestures/gestures";
import { several } from "../gestures/onBoard";
import { PlaceRest } from "../gestures/PlaceRest";
import { cardChoices } from "../cards/cards";
import { useDesk } from "../desk";
import { ending, forced, labelOf, mainChoice, plainChoices, togethers, verbInfo } from "./acting";
import { AskAdvice } from "./AdviceCard";

/** The end of the phase, asked twice where something would be lost; and undo beside it. */
export function EndOfPhase({ question, box, sheet, busy }: { question: Question; box: Box; sheet: Sheet; busy: boolean }): JSX.Element {
  const desk = useDesk();
  const end = ending(question);
  const warnings = question.warnings ?? [];
  const back = useRef<HTMLDivElement>(null);
  const confirming = desk.confirming.value && end !== null;
  useEffect(() => {
    if (confirming) back.current?.querySelector("button")?.focus();
  }, [confirming]);
  if (confirming && end) {
    return (
      <div class="confirm" role="alertdialog" aria-label="Before you go on">
        <p>Before you go on:</p>
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>
              <Cited text={capital(warning)} />
            </li>
          ))}
        </ul>
        <div class="prompt-foot" ref={back}>
          <Button
            onClick={() => {
              desk.confirming.value = false;
            }}
          >
            Not yet
          </Button>
          <Button look="danger" data-action="end-anyway" disabled={busy} onClick={() => desk.end(true)}>
            {labelOf(box, end)} anyway
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      {warnings.length > 0 ? (
        <ul class="prompt-warnings" aria-label="Before you go on">
          {warnings.map((warning) => (
            <li key={warning}>
              <Cited text={capital(warning)} />
            </li>
          ))}
        </ul>
      ) : null}
      {!end && question.duty ? (
        <p class="prompt-duty">
          Not yet. {question.duty.text} <CaseLink case={question.duty.rule ?? ""} />
        </p>
      ) : null}
      {forced(question, box) ? (
        <label class="check prompt-forced">
          <input type="checkbox" data-setting={GOES_ON} checked={setting(GOES_ON, false)} onChange={(event) => keepSetting(GOES_ON, event.currentTarget.checked)} />
          <span>From now on go on by itself after what I did, where nothing else can be done</span>
        </label>
      ) : null}
      <div class="prompt-foot prompt-answers">
        <div class="prompt-aids">
          <UndoButtons sheet={sheet} />
          <AskAdvice sheet={sheet} />
          <PlaceRest question={question} box={box} sheet={sheet} busy={busy} />
          {desk.height.value === "low" ? null : (
            <button type="button" class="text-button prompt-lower" onClick={() => (desk.height.value = "low")}>
              To the choices
            </button>
          )}
        </div>
        <div class="prompt-buttons">
          <PlainButtons question={question} box={box} busy={busy} />
          {end ? (
            <Button look={mainChoice(question, box) ? "plain" : "primary"} data-action="end" disabled={busy} onClick={() => desk.end()}>
              {labelOf(box, end)}
            </Button>
          ) : null}
        </div>
      </div>
    </>
  );
}

/** The verbs that need nothing but a press. */
function PlainButtons({ question, box, busy }: { question: Question; box: Box; busy: boolean }): JSX.Element {
  const desk = useDesk();
  const plain = plainChoices(question, box).filter((choice) => choice.items.length === 0);
  const others = plain.filter((choice) => choice.verb === question.passes || cardChoices(question, box).length === 0); // beside cards it is the least
  // Beside units that may still join, calling it off is not what is meant.
  const only = ending(question) || togethers(question, box).length > 0 ? undefined : others[0]?.verb;
  const first = mainChoice(question, box)?.verb;
  const main = first ?? only;
  const begins = plain.find((choice) => choice.verb === first);
  const adds = begins ? plain.filter((choice) => verbInfo(box, choice.verb).adds) : [];
  return (
    <>
      {togethers(question, box).map((one) => (
        <Button key={one.verb} disabled={busy} data-together={one.verb} onClick={() => void desk.playTogether(one.verb)}>
          {one.label}
        </Button>
      ))}
      {adds.length > 0 && begins ? (
        <Button
          disabled={busy}
          data-deed="with-all"
          onClick={() =>
            void several().then(({ withAll }) =>
              withAll(
                desk,
                adds.map(({ verb }) => verb),
                begins.verb,
              ),
            )
          }
        >
          {adds.length > 1 ? "All of this" : adds[0]!.label}, then {begins.label.charAt(0).toLowerCase() + begins.label.slice(1)}
        </Button>
      ) : null}
      {plain.map((choice) => (
        <Button
          key={choice.verb}
          look={choice.verb === main ? "primary" : "plain"}
          disabled={busy}
          data-action={choice.verb}
          onClick={() => void desk.play(choice.verb)}
        >
          {choice.label}
        </Button>
      ))}
    </>
  );
}

/** Taking back one's last action, or more of them. */
export function UndoButtons({ sheet }: { sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  const undo = sheet.undo ?? [];
  if (undo.length === 0 || !desk.past.present.value || desk.table.value.link.value !== "live") return null;
  return (
    <div class="undo-buttons">
      <Button data-action="undo" disabled={desk.table.value.busy.value} onClick={() => desk.undoLast()}>
        Undo
      </Button>
      {undo.length > 1 ? (
        <Button
          class="undo-more"
          aria-label="Undo to an earlier point"
          title="Undo to an earlier point"
          onClick={() => {
            desk.dialog.value = "undo";
          }}
        >
          …
        </Button>
      ) : null}
    </div>
  );
}

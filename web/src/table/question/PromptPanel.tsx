import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Counter } from "../../board";
import { botShort, Button, CaseLink, listed } from "../../parts";
import type { Box, Question, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { Series } from "../gestures/Series";
import { CardChoices } from "../cards/CardRows";
import { declaredOffer } from "../odds/previews";
import { OddsInColumn, shownOdds } from "../odds/OddsPlace";
import { RequestCard } from "../past/Rollback";
import { mainChoice, type Plain, plainChoices, verbInfo } from "./acting";
import { AdviceCard } from "./AdviceCard";
import { BotSays } from "./BotSays";
import { HexChoices, UnitChoices } from "./Choices";
import { EndOfPhase, UndoButtons } from "./EndOfPhase";
import { StandingOrder } from "./StandingOrder";
import { OfferCard } from "./OfferCard";
import { ProposalCard } from "./ProposalCard";
import { OutcomeCard } from "./OutcomeCard";

const SHORT = 12;

/** The question that is open, and everything that can be answered without the map. */
export function PromptPanel({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const sheet = desk.table.value.sheet.value;
  const question = desk.question.value;
  const panel = useRef<HTMLElement>(null);
  const held = useRef(false);
  useEffect(() => {
    // A button that was pressed may be gone with its question: the keyboard then stays in this panel.
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (held.current && lost) panel.current?.querySelector<HTMLElement>(".prompt-text")?.focus({ preventScroll: true });
  }, [question]);
  const kind = question ? [sheet?.phase_name, ...question.choices.map((choice) => choice.verb)].join(" ") : "";
  useEffect(() => {
    // Another kind of question is read from its head; in one that goes on a list stays where it was.
    const scrolled = panel.current?.parentElement;
    if (scrolled) scrolled.scrollTop = 0;
  }, [kind]);
  if (!sheet) return <section class="prompt" ref={panel} aria-label="The question" />;
  return (
    <section
      class="prompt"
      ref={panel}
      aria-label="The question"
      onFocusIn={() => {
        held.current = true;
      }}
      onFocusOut={(event) => {
        if (event.relatedTarget instanceof Node) held.current = panel.current?.contains(event.relatedTarget) ?? false;
      }}
    >
      {sheet.phase_name ? (
        <p class="prompt-phase">
          <span>{sheet.phase_name}</span>
          {question ? <CaseLink case={question.rule} /> : null}
        </p>
      ) : null}
      <RequestCard sheet={sheet} box={box} />
      <OfferCard sheet={sheet} box={box} />
      <ProposalCard box={box} />
      {sheet.outcome ? <OutcomeCard box={box} sheet={sheet} /> : <BotSays />}
      {question ? <Asked question={question} sheet={sheet} box={box} /> : <Idle sheet={sheet} />}
      <StandingOrder question={question} sheet={sheet} />
    </section>
  );
}

function Idle({ sheet }: { sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  if (sheet.outcome) return null;
  const looking = !desk.past.present.value;
  const mine = desk.table.value.sheet.value?.question;
  if (looking && mine) {
    return (
      <>
        <p class="prompt-text" tabIndex={-1}>
          It is your decision. You are looking at an earlier moment.
        </p>
        <div class="prompt-buttons">
          <Button look="primary" onClick={() => desk.toNow()}>
            Back to now
          </Button>
        </div>
      </>
    );
  }
  const { thinking, match } = desk.table.value;
  const thinkers = (match.value?.seats ?? []).filter((seat) => thinking.value.includes(seat.side));
  const who = listed(thinkers.map((seat) => botShort(seat.bot || "the bot")));
  return (
    <>
      <p class="prompt-text" tabIndex={-1}>
        {sheet.waiting || "One moment…"}
        {thinking.value.length > 0 ? (
          <span class="thinking">
            {" "}
            {who || "The bot"} {thinkers.length > 1 ? "are" : "is"} thinking…
          </span>
        ) : null}
      </p>
      {desk.side === null ? <p class="prompt-hint">You are watching. Whoever has a seat’s link plays it.</p> : null}
      <div class="prompt-foot">
        <UndoButtons sheet={sheet} />
      </div>
    </>
  );
}

function Asked({ question, sheet, box }: { question: Question; sheet: Sheet; box: Box }): JSX.Element {
  const desk = useDesk();
  const busy = desk.table.value.busy.value;
  const plain = plainChoices(question, box);
  return (
    <>
      <p class="prompt-text" tabIndex={-1}>
        {question.text}
      </p>
      <OddsInColumn box={box} sheet={sheet} />
      <Series question={question} sheet={sheet} box={box} />
      <UnitChoices question={question} sheet={sheet} box={box} instead={false} />
      <HexChoices question={question} sheet={sheet} box={box} />
      <UnitChoices question={question} sheet={sheet} box={box} instead />
      <CardChoices question={question} sheet={sheet} box={box} odds={shownOdds(desk) !== null} />
      {plain
        .filter((choice) => choice.items.length > 0)
        .map((choice) => (
          <div key={choice.verb} class={isShort(choice) ? "choice-list chips" : "choice-list"} role="group" aria-label={choice.label}>
            <p class="choice-head">
              {choice.label} <CaseLink case={choice.rule} />
            </p>
            <ul>
              {choice.items.map((item) => (
                <li key={item.action}>
                  <button type="button" class="choice-row" disabled={busy} data-action={item.action} onClick={() => void desk.play(item.action)}>
                    {item.counter && sheet.units[item.counter] ? (
                      <span class="choice-counter" aria-hidden="true">
                        <Counter box={box} unit={item.counter} piece={sheet.units[item.counter]!} size={34} />
                      </span>
                    ) : null}
                    <span>{item.words}</span>
                    {item.counter ? <span class="choice-factors">{sheet.units[item.counter]?.[1]}</span> : null}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      <Hint question={question} box={box} />
      <AdviceCard question={question} sheet={sheet} box={box} />
      <EndOfPhase question={question} box={box} sheet={sheet} busy={busy} />
    </>
  );
}

/** Words as short as these stand side by side. */
function isShort(choice: Plain): boolean {
  return choice.items.every((item) => item.words.length <= SHORT && !item.counter);
}

function Hint({ question, box }: { question: Question; box: Box }): JSX.Element | null {
  const walks = question.choices.some((choice) => verbInfo(box, choice.verb).preview === "path");
  const desk = useDesk();
  const path = desk.previews.path.value;
  if (walks && path) {
    return (
      <p class="prompt-hint" aria-live="polite">
        To {path.hexes[path.hexes.length - 1]}: {path.cost}.
        {(path.notes ?? []).map((note) => (
          <span key={note.name}>
            {" "}
            {note.name}: {note.text} <CaseLink case={note.rule ?? ""} />
          </span>
        ))}
      </p>
    );
  }
  if (walks) return <p class="prompt-hint">Point at a lit hex to see the way. To bend it, set points with Shift and a click.</p>;
  const main = mainChoice(question, box);
  if (question.focus && main && question.odds?.target === question.focus) return <p class="prompt-hint">A click on the target means “{main.label}”.</p>;
  if (question.focus && declaredOffer(question, box, desk.lastAction.value)) return <p class="prompt-hint">A click on the target lets everybody join who can.</p>;
  if (question.choices.some((choice) => verbInfo(box, choice.verb).preview === "odds")) {
    return (
      <p class="prompt-hint">
        <span class="for-mouse">Shift and a click attack with everybody who can; a counter carried onto its target attacks alone, with Shift its stack.</span>
        <span class="for-finger">Rest a finger on a target to attack with everybody who can.</span>
      </p>
    );
  }
  return null;
}

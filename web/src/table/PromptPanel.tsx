import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Counter, seenCounter } from "../board";
import { botShort, Button, capital, CaseLink, listed } from "../parts";
import type { Box, Question, Sheet } from "../wire";
import {
  counterTable,
  costOf,
  ending,
  hexTable,
  hexWords,
  labelOf,
  operandsOf,
  plainChoices,
  togethers,
  unitsAt,
  verbInfo,
} from "./acting";
import { AdviceCard, AskAdvice } from "./AdviceCard";
import { BotSays } from "./BotSays";
import { Cited } from "./Cited";
import { useDesk } from "./desk";
import { OddsCard } from "./OddsCard";
import { OutcomeCard } from "./OutcomeCard";
import { RequestCard } from "./Rollback";

const FEW_UNITS = 6;
const FEW_HEXES = 8;

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
      {sheet.outcome ? <OutcomeCard box={box} sheet={sheet} /> : <BotSays />}
      {question ? <Asked question={question} sheet={sheet} box={box} /> : <Idle sheet={sheet} />}
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
  const preview = desk.previews.odds.value;
  return (
    <>
      <p class="prompt-text" tabIndex={-1}>
        {question.text}
      </p>
      <UnitChoices question={question} sheet={sheet} box={box} />
      <HexChoices question={question} sheet={sheet} box={box} />
      {preview ? <OddsCard odds={preview.odds} words={preview.words} box={box} sheet={sheet} /> : null}
      {!preview && question.odds ? <OddsCard odds={question.odds} words="as declared" box={box} sheet={sheet} /> : null}
      {plain
        .filter((choice) => choice.items.length > 0)
        .map((choice) => (
          <div key={choice.verb} class="choice-list" role="group" aria-label={choice.label}>
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

/** The verbs that need nothing but a press. */
function PlainButtons({ question, box, busy }: { question: Question; box: Box; busy: boolean }): JSX.Element {
  const desk = useDesk();
  const plain = plainChoices(question, box).filter((choice) => choice.items.length === 0);
  const main = plain.find((choice) => verbInfo(box, choice.verb).main) ?? (ending(question) ? undefined : plain[0]);
  return (
    <>
      {togethers(question, box).map((one) => (
        <Button key={one.verb} disabled={busy} data-together={one.verb} onClick={() => void desk.playTogether(one.verb)}>
          {one.label} ({one.count})
        </Button>
      ))}
      {plain.map((choice) => (
        <Button
          key={choice.verb}
          look={choice === main ? "primary" : "plain"}
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

/** Units that may be chosen, where the map does not show them or there are only a few. */
function UnitChoices({ question, sheet, box }: { question: Question; sheet: Sheet; box: Box }): JSX.Element | null {
  const desk = useDesk();
  const table = hexTable(box);
  const busy = desk.table.value.busy.value;
  const lists = question.choices
    .filter((choice) => verbInfo(box, choice.verb).noun === "unit")
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
                    onMouseEnter={() => {
                      desk.hover.value = { hex: table.has(at) ? at : "", unit };
                    }}
                    onMouseLeave={() => {
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
                      {table.has(at) ? <span class="soft"> in {at}</span> : null}
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
function HexChoices({ question, sheet, box }: { question: Question; sheet: Sheet; box: Box }): JSX.Element | null {
  const desk = useDesk();
  const busy = desk.table.value.busy.value;
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
                      onMouseEnter={() => {
                        desk.hover.value = { hex, unit: "" };
                      }}
                      onMouseLeave={() => {
                        desk.hover.value = null;
                      }}
                      onFocus={() => {
                        desk.cursor.value = hex;
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

function Hint({ question, box }: { question: Question; box: Box }): JSX.Element | null {
  const walks = question.choices.some((choice) => verbInfo(box, choice.verb).preview === "path");
  const path = useDesk().previews.path.value;
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
  if (walks) return <p class="prompt-hint">Point at a lit hex to see the way. To bend it, go there in two legs: the unit stays in hand.</p>;
  return null;
}

/** The end of the phase, asked twice where something would be lost; and undo beside it. */
function EndOfPhase({ question, box, sheet, busy }: { question: Question; box: Box; sheet: Sheet; busy: boolean }): JSX.Element {
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
          Not done yet: {question.duty.text} <CaseLink case={question.duty.rule ?? ""} />
        </p>
      ) : null}
      <div class="prompt-foot prompt-answers">
        <div class="prompt-aids">
          <UndoButtons sheet={sheet} />
          <AskAdvice sheet={sheet} />
        </div>
        <div class="prompt-buttons">
          <PlainButtons question={question} box={box} busy={busy} />
          {end ? (
            <Button look="primary" data-action="end" disabled={busy} onClick={() => desk.end()}>
              {labelOf(box, end)}
            </Button>
          ) : null}
        </div>
      </div>
    </>
  );
}

function UndoButtons({ sheet }: { sheet: Sheet }): JSX.Element | null {
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

import type { JSX } from "preact";
import { CaseLink } from "../parts";
import type { Box, Chance, Odds, Sheet } from "../wire";
import { cardTable, hexWords } from "./acting";
import { useDesk } from "./desk";

/** For whom a result is good, as the one who attacks (or defends) sees it. */
export function toneOf(chance: Chance, attacking: boolean): "good" | "bad" | "both" | "even" {
  if (chance.good === "both") return "both";
  if (chance.good === "attacker") return attacking ? "good" : "bad";
  if (chance.good === "defender") return attacking ? "bad" : "good";
  return "even";
}

const TONE_WORDS = { good: "good for you", bad: "bad for you", both: "both suffer", even: "nothing happens" };

/** An attack before the die: strengths, every shift with its case, the column, and the exact chance of each result. */
export function OddsCard({ odds, words, box, sheet }: { odds: Odds; words: string; box: Box; sheet: Sheet }): JSX.Element {
  const desk = useDesk();
  const side = desk.side;
  const defenders = Object.entries(sheet.units).filter(([, piece]) => piece[0] === odds.target);
  const attacking = !defenders.some(([unit]) => cardTable(box).get(unit)?.side === side);
  return (
    <section class="odds" aria-label={`Odds of the attack on ${odds.target}`}>
      <header class="odds-head">
        <h3>Attack on {hexWords(box, odds.target)}</h3>
        <span class="soft">{words}</span>
      </header>
      <p class="odds-sum">
        <b>{odds.attack}</b> against <b>{odds.defence}</b> is <b>{odds.odds}</b>
      </p>
      {odds.shifts.length > 0 ? (
        <ul class="odds-shifts">
          {odds.shifts.map((shift) => (
            <li key={`${shift.rule} ${shift.why}`}>
              <span class={shift.columns > 0 ? "shift shift-right" : "shift shift-left"}>
                <span aria-hidden="true">{shift.columns > 0 ? "→" : "←"}</span> {Math.abs(shift.columns)}
                <span class="offscreen">{shift.columns > 0 ? " to the right" : " to the left"}</span>
              </span>
              <span>{shift.why}</span>
              <CaseLink case={shift.rule} />
            </li>
          ))}
        </ul>
      ) : null}
      <p class="odds-column">
        Rolled on <b>{odds.column}</b>
        {odds.chart ? (
          <button type="button" class="text-button" onClick={() => desk.show("charts")}>
            chart
          </button>
        ) : null}
      </p>
      <div class="odds-bar" aria-hidden="true">
        {odds.chances.map((chance) => (
          <span key={chance.result} class={`odds-part tone-${toneOf(chance, attacking)}`} style={{ flexGrow: chance.value }}>
            <b>{chance.result}</b>
          </span>
        ))}
      </div>
      <ul class="odds-chances">
        {odds.chances.map((chance) => {
          const tone = toneOf(chance, attacking);
          return (
            <li key={chance.result}>
              <span class={`odds-key tone-${tone}`} aria-hidden="true" />
              <b>{chance.result}</b>
              <span class="odds-share">{chance.share}</span>
              <span>
                {chance.meaning}
                <span class="offscreen">, {TONE_WORDS[tone]}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {(odds.notes ?? []).map((note) => (
        <p key={note.text} class="odds-note">
          <b>{note.name}:</b> {note.text} <CaseLink case={note.rule ?? ""} />
        </p>
      ))}
    </section>
  );
}

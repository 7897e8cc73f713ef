import type { JSX } from "preact";
import { seenCounter } from "../../board";
import { CaseLink, sideAdjective } from "../../parts";
import type { Box, Chance, Fire, Odds, Sheet } from "../../wire";
import { hexWords } from "../question/acting";
import { useDesk } from "../desk";

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
  const attacking = !defenders.some(([unit]) => seenCounter(box, unit)?.side === side);
  return (
    <section class="odds" aria-label={`Odds of the attack on ${odds.target}`}>
      <header class="odds-head">
        <h3>Attack on {hexWords(box, odds.target)}</h3>
        <span class="soft">{words}</span>
      </header>
      {odds.fires?.length ? <BothFire odds={odds} fires={odds.fires} box={box} attacking={attacking} /> : <OneDie odds={odds} attacking={attacking} />}
      {(odds.notes ?? []).map((note) => (
        <p key={note.text} class="odds-note">
          <b>{note.name}:</b> {note.text} <CaseLink case={note.rule ?? ""} />
        </p>
      ))}
    </section>
  );
}

/** One die decides: the odds, the shifts, the column and its results. */
function OneDie({ odds, attacking }: { odds: Odds; attacking: boolean }): JSX.Element {
  return (
    <>
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
      {odds.column ? (
        <p class="odds-column">
          Rolled on <b>{odds.column}</b>
          {odds.chart ? <ChartButton /> : null}
        </p>
      ) : null}
      {odds.chances.length > 0 ? <Bar chances={odds.chances} attacking={attacking} /> : null}
      <ul class="odds-chances">
        {odds.chances.map((chance) => (
          <Result key={chance.result} chance={chance} attacking={attacking} />
        ))}
      </ul>
      {(odds.variants ?? []).map((variant) => (
        <section key={variant.name} class="odds-variant" aria-label={variant.name}>
          <h4>
            {variant.name} <CaseLink case={variant.rule} />
          </h4>
          <Bar chances={variant.chances} attacking={attacking} />
          <p class="odds-shares">
            {variant.chances.map((chance, number) => (
              <span key={chance.result}>
                {number > 0 ? ", " : ""}
                <b>{chance.result}</b> {chance.share}
              </span>
            ))}
          </p>
        </section>
      ))}
    </>
  );
}

/** Both sides roll: the fire of each with its column and modifiers, and what may come of both together. */
function BothFire({ odds, fires, box, attacking }: { odds: Odds; fires: Fire[]; box: Box; attacking: boolean }): JSX.Element {
  return (
    <>
      <p class="odds-sum">
        {odds.chances.map((chance, place) => (
          <span key={chance.result}>
            {place > 0 ? ", " : ""}
            <b>{percent(chance.value)}</b> {chance.meaning}
            {chance.value > 0 && chance.value < 1 ? <span class="soft"> ({chance.share})</span> : null}
          </span>
        ))}
      </p>
      {fires.map((fire, place) => (
        <section key={fire.side} class="fire" aria-label={`${sideAdjective(box.sides, fire.side)} fire`}>
          <h4>
            {sideAdjective(box.sides, fire.side)} fire: <b>{fire.strength}</b>
            {fire.column ? (
              <>
                {" "}
                on column <b>{fire.column}</b>
              </>
            ) : (
              <> – does not fire</>
            )}
            {place === 0 && odds.chart ? <ChartButton /> : null}
          </h4>
          {fire.units?.length ? <p class="fire-units soft">{fire.units.join(", ")}</p> : null}
          {fire.modifiers.length > 0 ? (
            <ul class="odds-shifts">
              {fire.modifiers.map((modifier) => (
                <li key={`${modifier.rule} ${modifier.why}`}>
                  <span class={modifier.points > 0 ? "shift shift-right" : "shift shift-left"}>
                    {modifier.points > 0 ? `+${modifier.points}` : `−${-modifier.points}`}
                  </span>
                  <span>{modifier.why}</span>
                  <CaseLink case={modifier.rule} />
                </li>
              ))}
            </ul>
          ) : null}
          {fire.column ? (
            <>
              <Bar chances={fire.losses} attacking={attacking} />
              <p class="fire-losses">
                {sideAdjective(box.sides, fires[1 - place]?.side ?? "")} losses:{" "}
                {fire.losses.map((chance, number) => (
                  <span key={chance.result}>
                    {number > 0 ? ", " : ""}
                    <b>{chance.result}</b> {percent(chance.value)}
                  </span>
                ))}
              </p>
            </>
          ) : null}
        </section>
      ))}
    </>
  );
}

/** The exact chance of each result as a bar. */
function Bar({ chances, attacking }: { chances: Chance[]; attacking: boolean }): JSX.Element {
  return (
    <div class="odds-bar" aria-hidden="true">
      {chances.map((chance) => (
        <span key={chance.result} class={`odds-part tone-${toneOf(chance, attacking)}`} style={{ flexGrow: chance.value }}>
          <b>{chance.result}</b>
        </span>
      ))}
    </div>
  );
}

function Result({ chance, attacking }: { chance: Chance; attacking: boolean }): JSX.Element {
  const tone = toneOf(chance, attacking);
  return (
    <li>
      <span class={`odds-key tone-${tone}`} aria-hidden="true" />
      <b>{chance.result}</b>
      <span class="odds-share">{chance.share}</span>
      <span>
        {chance.meaning}
        <span class="offscreen">, {TONE_WORDS[tone]}</span>
      </span>
    </li>
  );
}

function ChartButton(): JSX.Element {
  const desk = useDesk();
  return (
    <button type="button" class="text-button" onClick={() => desk.show("charts")}>
      chart
    </button>
  );
}

/** A share in whole percents; what is possible is never 0, what is not certain never 100. */
export function percent(value: number): string {
  if (value <= 0 || value >= 1) return `${Math.round(value * 100)}%`;
  return `${Math.min(99, Math.max(1, Math.round(value * 100)))}%`;
}

import type { JSX } from "preact";
import { CaseLink } from "../../parts";
import type { Box, Card } from "../../wire";
import { CardSymbol } from "./CardSymbol";

/** The colours of a side: those of the first of its nations. */
function colours(box: Box, side: string): Record<string, string> {
  const nation = box.nations.find((one) => one.side === side);
  return nation ? { "--band": nation.face, "--band-ink": nation.ink } : {};
}

const LONG = 11; // letters: a longer word does not fit into the width of a small card

function smallTitle({ title, underline }: Card): string {
  const long = title.split(/[\s-]+/).some((word) => word.length > LONG);
  return ["card-title", underline ? "underlined" : "", long ? "long" : ""].filter(Boolean).join(" ");
}

/** A card as it lies in the hand: value, title, drawing and marks. It is drawn for the eye alone. */
export function SmallCard({ card, box }: { card: Card; box: Box }): JSX.Element {
  return (
    <span class="card card-small" style={colours(box, card.side)} aria-hidden="true">
      <span class="card-band">
        <Value card={card} />
        <span class="card-kind">{card.kind}</span>
      </span>
      <CardSymbol name={card.symbol ?? ""} />
      <span class={smallTitle(card)}>{card.title}</span>
      <Foot card={card} />
    </span>
  );
}

/** The whole card, to be read; what can be done with it stands where its uses are printed. */
export function LargeCard({ card, box, children }: { card: Card; box: Box; children?: JSX.Element | null }): JSX.Element {
  return (
    <article class="card card-large" style={colours(box, card.side)} aria-label={card.title}>
      <header class="card-band">
        <Value card={card} />
        <h2 class={card.underline ? "card-title underlined" : "card-title"}>{card.title}</h2>
        {card.star ? (
          <span class="card-star" role="img" aria-label="starred">
            ★
          </span>
        ) : null}
      </header>
      <CardSymbol name={card.symbol ?? ""} />
      <p class="card-line">
        <span>{[card.kind, card.year].filter(Boolean).join(", ")}</span>
        <CaseLink case={card.rule ?? ""} />
      </p>
      {children}
      {(card.effect ?? []).length > 0 ? (
        <div class="card-effect">
          {card.effect!.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
      {card.star ? <p class="card-mark">★ {card.star}</p> : null}
      {card.underline ? (
        <p class="card-mark">
          <u>Underlined</u>: {card.underline}
        </p>
      ) : null}
      <Foot card={card} large />
    </article>
  );
}

/** The back of a card: nothing but whose it is. */
export function CardBack({ side, box }: { side: string; box: Box }): JSX.Element {
  return (
    <span class="card card-back" style={colours(box, side)} aria-hidden="true">
      <svg viewBox="0 0 40 56" preserveAspectRatio="none" fill="none" stroke="currentColor">
        <path d="M-4 50q20-22 48-12M-4 40q18-22 48-14M-4 30q18-22 48-14M-4 20q18-22 48-14M-4 10q18-22 48-14" />
      </svg>
    </span>
  );
}

function Value({ card }: { card: Card }): JSX.Element | null {
  if (!card.value) return null;
  return (
    <span class="card-value">
      <span class="offscreen">Value </span>
      {card.value}
    </span>
  );
}

function Foot({ card, large = false }: { card: Card; large?: boolean }): JSX.Element {
  return (
    <span class="card-foot">
      <span>{large ? "" : card.year}</span>
      <span>
        {card.star && !large ? "★ " : ""}
        {card.number ? `${large ? "Card " : ""}${card.number}` : ""}
      </span>
    </span>
  );
}

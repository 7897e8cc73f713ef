import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { capital, sideAdjective, sideName } from "../../parts";
import type { Box, Card, Holding, Sheet, Why } from "../../wire";
import { useDesk } from "../desk";
import { CardBack, LargeCard, SmallCard } from "./CardFace";
import { cardTable, cardWords, handSize, holdingOf, litCards, stepTo, type Use, usesOf } from "./cards";

/** The hand at the foot of the board: a fan of cards, the others' backs, and the piles. */
export function Hand({ box, sheet }: { box: Box; sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  const pointed = useSignal("");
  const root = useRef<HTMLElement>(null);
  const open = desk.hand.open.value;
  const holdings = sheet.cards ?? [];
  const mine = holdingOf(sheet, desk.side);
  const hand = mine?.hand ?? [];
  const lit = litCards(desk.question.value, box);
  const playable = hand.filter((id) => lit.has(id)).length;
  const shown = open || pointed.value;
  useEffect(() => {
    // A card that has left the hand is no longer looked at there.
    if (open && !hand.includes(open)) desk.hand.open.value = "";
  }, [open, hand.join()]);
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target) && !(event.target as Element).closest?.("[data-card]")) desk.hand.open.value = "";
    };
    document.addEventListener("pointerdown", elsewhere, true);
    return () => document.removeEventListener("pointerdown", elsewhere, true);
  }, [open]);
  if (holdings.length === 0) return null;
  const folded = desk.hand.folded.value;
  const card = shown ? cardTable(box).get(shown) : undefined;
  return (
    <section class={folded ? "hand folded" : "hand"} ref={root} aria-label="Cards" onMouseLeave={() => (pointed.value = "")}>
      {card ? <Enlarged key={card.id} card={card} box={box} pinned={open === card.id} place={placeOf(root.current, card.id)} /> : null}
      <div class="hand-bar">
        <button
          type="button"
          class="hand-fold"
          aria-expanded={!folded}
          onClick={() => {
            desk.hand.folded.value = !folded;
            desk.hand.open.value = "";
          }}
        >
          {mine ? `Your hand: ${handSize(mine)}` : "Cards"}
          {playable > 0 ? <span class="badge">{playable} playable</span> : null}
        </button>
        {holdings
          .filter((holding) => holding !== mine)
          .map((holding) => (
            <Others key={holding.side} holding={holding} box={box} />
          ))}
        <button type="button" class="text-button" onClick={() => desk.show("cards")}>
          Piles
        </button>
      </div>
      {hand.length > 0 && !folded ? (
        <Fan
          hand={hand}
          box={box}
          lit={lit}
          onPoint={(id) => {
            pointed.value = id;
          }}
        />
      ) : null}
    </section>
  );
}

function placeOf(root: HTMLElement | null, card: string): number | null {
  const found = root?.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`);
  if (!root || !found) return null;
  const [outer, inner] = [root.getBoundingClientRect(), found.getBoundingClientRect()];
  return inner.left + inner.width / 2 - outer.left;
}

/** One's own cards, side by side. The keyboard goes through them with the arrow keys and opens one with Enter. */
function Fan({ hand, box, lit, onPoint }: { hand: string[]; box: Box; lit: ReadonlySet<string>; onPoint(card: string): void }): JSX.Element {
  const desk = useDesk();
  const at = useSignal(0);
  const list = useRef<HTMLUListElement>(null);
  const table = cardTable(box);
  const place = Math.min(at.value, Math.max(0, hand.length - 1));
  const middle = (hand.length - 1) / 2;
  const [turn, drop] = [Math.min(2.2, 9 / hand.length), Math.min(0.9, 8 / hand.length ** 2)];
  return (
    <ul
      class="hand-fan"
      ref={list}
      aria-label="Your hand"
      onKeyDown={(event) => {
        const next = stepTo(event.key, place, hand.length);
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        at.value = next;
        if (desk.hand.open.value) desk.hand.open.value = hand[next]!;
        list.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
      }}
    >
      {hand.map((id, number) => {
        const card = table.get(id);
        if (!card) return null;
        const away = number - middle;
        return (
          <li key={id} style={{ "--turn": `${(away * turn).toFixed(1)}deg`, "--drop": `${(away * away * drop).toFixed(1)}px` }}>
            <button
              type="button"
              class={`hand-card${lit.has(id) ? " lit" : ""}${desk.hand.told.value.has(id) ? " told" : ""}`}
              data-card={id}
              tabIndex={number === place ? 0 : -1}
              aria-expanded={desk.hand.open.value === id}
              onClick={() => {
                at.value = number;
                desk.hand.open.value = desk.hand.open.value === id ? "" : id;
              }}
              onPointerEnter={(event) => {
                if (event.pointerType === "mouse") onPoint(id);
              }}
              onPointerLeave={() => onPoint("")}
              onFocus={(event) => {
                at.value = number;
                if (event.currentTarget.matches(":focus-visible")) onPoint(id);
              }}
              onBlur={() => onPoint("")}
            >
              <span class="offscreen">
                {cardWords(card)}
                {lit.has(id) ? ", can be played" : ""}
              </span>
              <SmallCard card={card} box={box} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The card that is pointed at, or opened: large, with everything that can be done with it. */
function Enlarged({ card, box, pinned, place }: { card: Card; box: Box; pinned: boolean; place: number | null }): JSX.Element {
  const desk = useDesk();
  const question = desk.question.value;
  const root = useRef<HTMLDivElement>(null);
  const uses = usesOf(question, box, card);
  useLayoutEffect(() => {
    if (pinned) root.current?.querySelector<HTMLElement>("button.card-use, .hand-close")?.focus({ preventScroll: true });
  }, [pinned]);
  return (
    <div
      class={pinned ? "hand-large pinned" : "hand-large"}
      ref={root}
      style={place === null ? undefined : { "--at": `${Math.round(place)}px` }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !pinned) return;
        event.stopPropagation();
        desk.hand.open.value = "";
        document.querySelector<HTMLElement>(`.hand-fan [data-card="${CSS.escape(card.id)}"]`)?.focus();
      }}
    >
      <LargeCard card={card} box={box}>
        {uses.length > 0 ? <Uses uses={uses} card={card} pinned={pinned} /> : null}
      </LargeCard>
      {pinned ? (
        <button
          type="button"
          class="hand-close"
          aria-label="Close the card"
          onClick={() => {
            desk.hand.open.value = "";
          }}
        >
          ✕
        </button>
      ) : null}
    </div>
  );
}

/** What can be done with a card, as it is printed; why the rest cannot be done is asked once the card is opened. */
function Uses({ uses, card, pinned }: { uses: Use[]; card: Card; pinned: boolean }): JSX.Element {
  const desk = useDesk();
  const busy = desk.table.value.busy.value;
  const asked = desk.question.value !== null;
  const reasons = useSignal<Record<string, Why>>({});
  const barred = asked ? uses.filter((use) => !use.legal).map((use) => use.action) : [];
  useEffect(() => {
    reasons.value = {};
    if (!pinned) return;
    let wanted = true;
    for (const action of barred) {
      void desk.table.peek().why({ action }).then(
        ([why]) => {
          if (wanted && why) reasons.value = { ...reasons.value, [action]: why };
        },
        () => undefined,
      );
    }
    return () => {
      wanted = false;
    };
  }, [pinned, barred.join()]);
  return (
    <ul class="card-uses" aria-label={`Uses of ${card.title}`}>
      {uses.map((use) => {
        const inside = (
          <>
            <b>{use.name}</b>
            {use.text ? <span>{use.text}</span> : null}
          </>
        );
        return (
          <li key={use.verb}>
            {use.legal ? (
              <button
                type="button"
                class="card-use lit"
                disabled={busy}
                data-action={use.action}
                onClick={() => {
                  desk.hand.open.value = "";
                  void desk.play(use.action);
                }}
              >
                {inside}
              </button>
            ) : (
              <div class="card-use barred">
                {inside}
                {reasons.value[use.action] ? <small>{reasons.value[use.action]!.text}</small> : null}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Another side's hand: its backs, counted. */
function Others({ holding, box }: { holding: Holding; box: Box }): JSX.Element {
  const count = handSize(holding);
  return (
    <span class="hand-backs" role="img" aria-label={`${capital(sideName(box.sides, holding.side))} hold ${count} ${count === 1 ? "card" : "cards"}`}>
      <span aria-hidden="true">{sideAdjective(box.sides, holding.side)}</span>
      {Array.from({ length: Math.min(count, 8) }, (_, number) => (
        <CardBack key={number} side={holding.side} box={box} />
      ))}
      <b aria-hidden="true">{count}</b>
    </span>
  );
}

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { capital, CaseLink, sideName } from "../../parts";
import type { Box, Holding, Pile } from "../../wire";
import { useDesk } from "../desk";
import { CardBack, LargeCard, SmallCard } from "./CardFace";
import { cardTable, cardWords, handSize } from "./cards";

/** The cards of every side: how many are in hand, and the piles that one may look through. */
export function CardsTab({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const sheet = desk.sheet.value;
  const open = useSignal("");
  const card = open.value ? cardTable(box).get(open.value) : undefined;
  if (!sheet) return null;
  return (
    <div class="cards-tab">
      {card ? (
        <div class="cards-reading">
          <button
            type="button"
            class="text-button"
            onClick={() => {
              open.value = "";
            }}
          >
            Back to the piles
          </button>
          <LargeCard card={card} box={box}>
            {card.uses?.length ? (
              <ul class="card-uses" aria-label={`Uses of ${card.title}`}>
                {card.uses.map((use) => (
                  <li key={use.verb}>
                    <div class="card-use">
                      <b>{use.name}</b>
                      {use.text ? <span>{use.text}</span> : null}
                    </div>
                  </li>
                ))}
              </ul>
            ) : null}
          </LargeCard>
        </div>
      ) : (
        (sheet.cards ?? []).map((holding) => (
          <SideCards
            key={holding.side}
            holding={holding}
            box={box}
            onOpen={(id) => {
              open.value = id;
            }}
          />
        ))
      )}
    </div>
  );
}

function SideCards({ holding, box, onOpen }: { holding: Holding; box: Box; onOpen(card: string): void }): JSX.Element {
  const hand: Pile = { id: "hand", name: "In hand", count: handSize(holding), cards: holding.hand ?? [] };
  return (
    <section aria-label={`Cards of ${sideName(box.sides, holding.side)}`}>
      <h2>{capital(sideName(box.sides, holding.side))}</h2>
      {[hand, ...(holding.piles ?? [])].map((pile) => (
        <PileView key={pile.id} pile={pile} side={holding.side} box={box} onOpen={onOpen} />
      ))}
    </section>
  );
}

function PileView({ pile, side, box, onOpen }: { pile: Pile; side: string; box: Box; onOpen(card: string): void }): JSX.Element {
  const table = cardTable(box);
  const cards = pile.cards ?? [];
  const unseen = pile.count - cards.length;
  return (
    <div class="pile">
      <p class="choice-head">
        <span>
          {pile.name}: {pile.count}
        </span>
        <CaseLink case={pile.rule ?? ""} />
      </p>
      {pile.count > 0 ? (
        <ul>
          {cards.map((id) => {
            const card = table.get(id);
            return card ? (
              <li key={id}>
                <button type="button" class="hand-card" onClick={() => onOpen(id)}>
                  <span class="offscreen">Read {cardWords(card)}</span>
                  <SmallCard card={card} box={box} />
                </button>
              </li>
            ) : null;
          })}
          {unseen > 0 ? (
            <li class="pile-unseen">
              <CardBack side={side} box={box} />
              <span class="soft">{cards.length > 0 ? `and ${unseen} face down` : `${unseen} face down`}</span>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}

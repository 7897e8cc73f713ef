import type { JSX } from "preact";
import { CaseLink, sideAdjective } from "../../parts";
import type { Box, Card, Question, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { labelOf } from "../question/acting";
import { SmallCard } from "./CardFace";
import { cardChoices, cardTable, holdingOf } from "./cards";

/** Cards that may be chosen: beside the odds all of them, elsewhere those that do not lie in the hand at the foot. */
export function CardChoices({ question, sheet, box, odds }: { question: Question; sheet: Sheet; box: Box; odds: boolean }): JSX.Element | null {
  const desk = useDesk();
  const busy = desk.table.value.busy.value;
  const table = cardTable(box);
  const choices = cardChoices(question, box).filter((choice) => (choice.operands ?? []).length > 0);
  if (choices.length === 0) return null;
  const hand = new Set(holdingOf(sheet, desk.side)?.hand ?? []);
  const inHand = choices.some((choice) => choice.operands!.some((card) => hand.has(card)));
  const lists = choices.map((choice) => ({ choice, cards: choice.operands!.filter((card) => odds || !hand.has(card)) })).filter(({ cards }) => cards.length > 0);
  return (
    <>
      {lists.map(({ choice, cards }) => (
        <div key={choice.verb} class="choice-list card-choices" role="group" aria-label={labelOf(box, choice)}>
          <p class="choice-head">
            {labelOf(box, choice)} <CaseLink case={choice.rule} />
          </p>
          <ul>
            {cards.map((id) => {
              const card = table.get(id);
              const action = `${choice.verb} ${id}`;
              return (
                <li key={id}>
                  <button type="button" class="choice-row" disabled={busy} data-action={action} onClick={() => void desk.play(action)}>
                    {card ? <SmallCard card={card} box={box} /> : null}
                    <span>
                      <b>{choice.words?.[id] || card?.title || id}</b>
                      {card?.effect?.length ? <span class="soft"> {card.effect.join(" ")}</span> : null}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      {inHand && !odds ? (
        <p class="prompt-hint">
          Cards that can be played are lit in your hand.{" "}
          <button type="button" class="text-button" onClick={() => desk.hand.goTo()}>
            To your hand
          </button>
        </p>
      ) : null}
    </>
  );
}

/** What lies face up on the table, beside the odds that it changes. */
export function LaidOpen({ sheet, box }: { sheet: Sheet; box: Box }): JSX.Element | null {
  const table = cardTable(box);
  const open = (sheet.cards ?? []).flatMap((holding) =>
    (holding.piles ?? []).filter((pile) => pile.open).flatMap((pile) => (pile.cards ?? []).map((id) => ({ side: holding.side, pile: pile.name, card: table.get(id) }))),
  );
  const seen = open.filter((one): one is { side: string; pile: string; card: Card } => one.card !== undefined);
  if (seen.length === 0) return null;
  return (
    <ul class="laid-open" aria-label="Cards on the table">
      {seen.map(({ side, card }) => (
        <li key={card.id}>
          <SmallCard card={card} box={box} />
          <span>
            <b>{card.title}</b> <span class="soft">({sideAdjective(box.sides, side)})</span> {(card.effect ?? []).join(" ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

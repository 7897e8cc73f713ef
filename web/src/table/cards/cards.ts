// Cards: what can be done with each. The box says what is printed on it, the sheet where it lies, the question what is
// legal; nothing here knows a rule.

import type { Box, Card, Choice, Holding, Question, Sheet } from "../../wire";
import { labelOf, verbInfo } from "../question/acting";

export const CARD = "card";

/** A use of a card: one that may be chosen now has its action among the legal ones. */
export interface Use {
  verb: string;
  action: string;
  name: string;
  text: string;
  rule: string;
  legal: boolean;
}

const tables = new WeakMap<Box, Map<string, Card>>();

/** The cards of a box by their ids. */
export function cardTable(box: Box): Map<string, Card> {
  let found = tables.get(box);
  if (!found) {
    found = new Map((box.cards ?? []).map((card) => [card.id, card]));
    tables.set(box, found);
  }
  return found;
}

/** The choices of a question whose operands are cards. */
export function cardChoices(question: Question | null | undefined, box: Box): Choice[] {
  return (question?.choices ?? []).filter((choice) => verbInfo(box, choice.verb).noun === CARD);
}

/** The cards with which something can be done now. */
export function litCards(question: Question | null | undefined, box: Box): ReadonlySet<string> {
  return new Set(cardChoices(question, box).flatMap((choice) => choice.operands ?? []));
}

/** What can be done with a card: the uses that are printed on it, then what else the question offers. */
export function usesOf(question: Question | null | undefined, box: Box, card: Card): Use[] {
  const offered = new Map<string, Choice>();
  for (const choice of cardChoices(question, box)) if (choice.operands?.includes(card.id)) offered.set(choice.verb, choice);
  const uses: Use[] = (card.uses ?? []).map((use) => {
    const choice = offered.get(use.verb);
    return { verb: use.verb, action: `${use.verb} ${card.id}`, name: use.name, text: use.text ?? "", rule: choice?.rule ?? "", legal: choice !== undefined };
  });
  for (const [verb, choice] of offered) {
    if (uses.some((use) => use.verb === verb)) continue;
    uses.push({ verb, action: `${verb} ${card.id}`, name: labelOf(box, choice), text: choice.words?.[card.id] ?? "", rule: choice.rule, legal: true });
  }
  return uses;
}

/** The cards of a side, as far as this page may know them. */
export function holdingOf(sheet: Sheet | null, side: string | null): Holding | null {
  return sheet?.cards?.find((holding) => holding.side === side) ?? null;
}

/** How many cards a side has in hand. */
export function handSize(holding: Holding): number {
  return (holding.hand ?? []).length + (holding.backs ?? 0);
}

/** A card in words, for those who do not see it. */
export function cardWords(card: Card): string {
  const told = [card.value ? `value ${card.value}` : "", card.kind ?? "", card.star ? "starred" : "", card.underline ? "underlined" : ""];
  return [card.title, ...told.filter(Boolean)].join(", ");
}

/** The place in a row to which a key goes; null for any other key. */
export function stepTo(key: string, place: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowRight":
      return (place + 1) % count;
    case "ArrowLeft":
      return (place + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

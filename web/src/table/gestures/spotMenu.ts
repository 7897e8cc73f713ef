// What can be done here: everything that the list has about a hex, the units in it, and the gestures that end there.

import { seenCounter } from "../../board";
import { listed } from "../../parts";
import type { Box, Gathering, Question, Sheet } from "../../wire";
import { hexWords, isLegal, type Offer, offersOnHex, offersOnUnit, unitsAt, verbInfo } from "../question/acting";
import { PICK } from "./gestures";

const NAMED = 3;

/** The units of a hex that may be taken in hand, or are. */
export function takeable(question: Question, box: Box, sheet: Sheet, hex: string): string[] {
  const hand = question.hand ?? [];
  return unitsAt(sheet, hex).filter((unit) => hand.includes(unit) || isLegal(question, box, `${PICK} ${unit}`));
}

/** Every action about a hex and what stands there. */
export function offersHere(question: Question, box: Box, sheet: Sheet, hex: string): Offer[] {
  return [...offersOnHex(question, box, hex), ...unitsAt(sheet, hex).flatMap((unit) => offersOnUnit(question, box, sheet, unit))];
}

/** Can anybody be sent somewhere now: does this question take units in hand? */
export function sends(question: Question, box: Box): boolean {
  return question.choices.some((choice) => choice.verb === PICK && (choice.operands ?? []).length > 0 && verbInfo(box, PICK).noun === "unit");
}

/** "Everybody who can, to here: 3 units", and who near it cannot. */
export function gatherWords(box: Box, hex: string, found: Gathering | null): string {
  const where = `Everybody who can, to ${hexWords(box, hex)}`;
  if (!found) return `${where} …`;
  const count = (found.able ?? []).length;
  const unable = (found.unable ?? []).map(({ unit }) => seenCounter(box, unit)?.short || unit);
  const others = unable.length > NAMED ? [...unable.slice(0, NAMED), `${unable.length - NAMED} more`] : unable;
  return `${where}: ${count === 1 ? "1 unit" : `${count} units`}${others.length ? ` (not ${listed(others)})` : ""}`;
}

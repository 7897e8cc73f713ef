import type { JSX } from "preact";
import { Button } from "../../parts";
import type { Box, Question, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { hexTable, verbInfo } from "../question/acting";

/** Are pieces placed now that are not on the map yet? */
export function placing(question: Question, box: Box, sheet: Sheet): boolean {
  const off = (unit: string) => !hexTable(box).has(sheet.units[unit]?.[0] ?? "");
  const nouns = question.choices.map((choice) => ({ choice, ...verbInfo(box, choice.verb) }));
  const hand = question.hand ?? [];
  const toHex = nouns.some(({ noun, preview }) => noun === "hex" && !preview);
  if (hand.length) return toHex && hand.every(off);
  // A kind of piece is chosen after its hex, or the next piece out of those that wait.
  return nouns.some(({ choice, noun, series }) => {
    if (series === "some") return false; // a few are called back or kept out of what is placed
    if (noun !== "unit" && !Object.keys(choice.counters ?? {}).length) return false;
    const units = noun === "unit" ? (choice.operands ?? []) : Object.values(choice.counters ?? {});
    return units.length > 0 && units.every((unit) => sheet.units[unit] !== undefined && off(unit)) && verbInfo(box, choice.verb).noun !== "card";
  });
}

/** The rest of what is to be placed, as the bot of the match would: offered where the planner may be asked at all. */
export function PlaceRest({ question, box, sheet, busy }: { question: Question; box: Box; sheet: Sheet; busy: boolean }): JSX.Element | null {
  const desk = useDesk();
  const people = desk.table.value.match.value?.seats.filter((one) => one.kind !== "bot") ?? [];
  const own = question.choices.some((choice) => choice.verb === "suggested"); // the game has a set-up of its own
  if (people.length > 1 || own || !placing(question, box, sheet)) return null;
  return (
    <Button look="quiet" data-deed="place-rest" disabled={busy} onClick={() => void desk.inTurn(() => desk.gestures.placeRest())}>
      Place the rest as suggested
    </Button>
  );
}

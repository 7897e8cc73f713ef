import type { JSX } from "preact";
import { Button, toast } from "../../parts";
import type { Order, Question, Sheet } from "../../wire";
import { useDesk } from "../desk";

export const ALWAYS = "always";

/** Does an order still mean what is under way? */
export function inForce(order: Order, sheet: Sheet): boolean {
  return order.span === ALWAYS || (Boolean(order.span) && sheet.spans?.[order.span!] === order.key);
}

/** "for this battle", "until you take it back". */
export function spanWords(span: string): string {
  return span === ALWAYS ? "until you take it back" : `for this ${span}`;
}

/** What can be passed as a whole, the shortest span first. */
export function spansOf(sheet: Sheet): string[] {
  return [...Object.keys(sheet.spans ?? {}).reverse(), ALWAYS];
}

/**
 * Letting windows pass beforehand: what is in force, and how it is taken back. The table answers a moment after it is
 * asked, whatever the hand holds, so that nobody learns anything by it; until then one may still play a card.
 */
export function StandingOrder({ question, sheet }: { question: Question | null; sheet: Sheet }): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  const order = table.order.value;
  const standing = table.side.value !== null && inForce(order, sheet);
  const window = question?.passes ?? "";
  if (!standing && !window) return null;
  const stand = async (span: string) => {
    const why = await table.stand(span);
    if (why) toast(why.text);
    else if (span && window) await desk.play(window);
  };
  if (standing) {
    const words = spanWords(order.span ?? "");
    return (
      <p class="standing" role="status">
        <span>{window ? `Passing in a moment: you pass ${words}.` : `You pass ${words}.`}</span>
        <Button small onClick={() => void stand("")}>
          Ask me again
        </Button>
      </p>
    );
  }
  return (
    <div class="standing" role="group" aria-label="Pass beforehand">
      <span class="soft">Pass</span>
      {spansOf(sheet).map((span) => (
        <Button key={span} small look="quiet" data-stand={span} disabled={table.busy.value} onClick={() => void stand(span)}>
          {spanWords(span)}
        </Button>
      ))}
    </div>
  );
}

// What the board's gestures mean on this desk: carrying a counter, adding to the hand, asking what can be done here.

import type { Point } from "../../board";
import type { Desk } from "../desk";
import { isLegal, split, togethers, verbInfo } from "../question/acting";
import type { Deed } from "../question/spots";
import { Gestures } from "./gestures";
import { gatherWords, offersHere, sends, takeable } from "./spotMenu";

/** The gestures of a desk, with its hands. */
export function gesturesOf(desk: Desk): Gestures {
  return new Gestures({
    get question() {
      return desk.question;
    },
    get box() {
      return desk.box;
    },
    sheet: () => desk.table.peek().sheet.peek(),
    perform: (action, at) => desk.perform(action, at ?? null),
    undo: (to) => desk.table.peek().undo(to),
    why: (what) => desk.table.peek().why(what),
    gather: (hex) => desk.table.peek().gather(hex),
    advise: () => desk.advising.once(desk.table.peek()),
    tell: (why) => {
      desk.reasons.value = { at: null, why, all: true };
    },
  });
}

/** A click with Shift or Ctrl: this unit as well. */
export function addUnit(desk: Desk, unit: string): void {
  void desk.inTurn(() => desk.gestures.add(unit));
}

/** A counter is carried: it is taken in hand at once, so that it is seen where it may go. */
export function lift(desk: Desk, unit: string): boolean {
  if (!desk.gestures.carries(unit)) return false;
  desk.selected.value = unit;
  void desk.inTurn(() => desk.gestures.lift(unit));
  return true;
}

/** A counter was carried to a hex: what may be done there is done, or asked, or the reason told. */
export function drop(desk: Desk, unit: string, hex: string, at: Point): void {
  void desk.inTurn(async () => {
    const sheet = desk.table.peek().sheet.peek();
    const undo = sheet?.undo ?? [];
    if (!hex || sheet?.units[unit]?.[0] === hex) {
      // Back where it was: it is put down.
      if (split(desk.lastAction.peek())[1] === unit && undo.length) await desk.table.peek().undo(undo[undo.length - 1]!);
      return;
    }
    desk.cursor.value = hex;
    const asked = await desk.gestures.drop(hex);
    if (asked?.kind === "menu") desk.menu.value = { at, offers: asked.offers };
    else if (asked?.kind === "why") await desk.askWhy(hex, "", at);
  });
}

/** The menu of a hex. */
export function askHere(desk: Desk, hex: string, at: Point): void {
  void desk.inTurn(async () => {
    const [question, box, sheet] = [desk.question.peek(), desk.box.peek(), desk.table.peek().sheet.peek()];
    if (!question || !box || !sheet) return desk.explainIdle(at);
    const offers = offersHere(question, box, sheet, hex);
    const deeds: Deed[] = [];
    for (const offer of offers.filter((one) => one.hex && verbInfo(box, one.verb).preview === "odds")) {
      deeds.push({ id: `all ${offer.action}`, label: `${verbInfo(box, offer.verb).label} with all who can join`, run: () => attackWithAll(desk, offer.action) });
    }
    const units = takeable(question, box, sheet, hex);
    if (units.length > 1) deeds.push({ id: `take ${hex}`, label: `Take the whole stack (${units.length} units)`, run: () => takeAll(desk, units) });
    if (!sends(question, box)) {
      if (offers.length + deeds.length === 0) await desk.askWhy(hex, "", at);
      else desk.menu.value = { at, offers, deeds };
      return;
    }
    const waits: Deed = { id: `gather ${hex}`, label: gatherWords(box, hex, null), idle: true, run: () => undefined };
    const shown = { at, offers, deeds: [...deeds, waits] };
    desk.menu.value = shown;
    void desk.gestures.whoCan(hex).then(
      (found) => {
        if (desk.menu.peek() !== shown) return;
        const able = found.able ?? [];
        const deed = { ...waits, label: gatherWords(box, hex, found), idle: able.length === 0, run: () => void desk.inTurn(() => desk.gestures.gather(hex, able)) };
        desk.menu.value = { at, offers, deeds: [...deeds, deed] };
      },
      () => undefined, // the menu is useful without it
    );
  });
}

/** Take a stack in hand: together where the rules know that, one after the other where they do not. */
export function takeAll(desk: Desk, units: readonly string[]): void {
  void desk.inTurn(() => desk.gestures.takeAll(units));
}

function attackWithAll(desk: Desk, attack: string): void {
  void desk.inTurn(() =>
    desk.gestures.as(async () => {
      const box = desk.box.peek();
      if (!box || !isLegal(desk.question.peek(), box, attack) || !(await desk.perform(attack, null))) return;
      const question = desk.question.peek();
      for (const { verb } of question ? togethers(question, box) : []) await desk.gestures.together(verb);
    }),
  );
}

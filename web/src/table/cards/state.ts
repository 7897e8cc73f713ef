// What the page knows of the hand beyond what the sheet says: which card is opened, and whether the hand is put away.

import { type Signal, signal } from "@preact/signals";

export class HandState {
  /** The card that is opened to be read and played; "" if none is. */
  readonly open: Signal<string> = signal("");
  /** Is the hand at the foot of the board put away? On a phone the map comes first. */
  readonly folded: Signal<boolean> = signal(typeof window !== "undefined" && window.innerWidth < 640);

  /** The cards of which the tour speaks. */
  readonly told: Signal<ReadonlySet<string>> = signal(new Set<string>());

  /** Take the keyboard to the hand. */
  goTo(): void {
    this.folded.value = false;
    setTimeout(() => document.querySelector<HTMLElement>('.hand-fan [tabindex="0"]')?.focus());
  }
}

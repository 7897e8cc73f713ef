// A way with points of the player's own: each leg is asked of the service, nothing is played until the end is clicked.

import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Way } from "../../board";
import type { Box, Legs as Told, Question } from "../../wire";
import { offersOnHex, verbInfo } from "../question/acting";

/** What the desk lends. */
export interface Walker {
  readonly question: ReadonlySignal<Question | null>;
  readonly box: ReadonlySignal<Box | null>;
  ask(hexes: string[]): Promise<Told>;
}

const NOTHING: Told = { legs: [], choices: [] };

/** The points that were set for the units in hand. */
export class Legs {
  readonly points: Signal<readonly string[]> = signal([]);
  /** The question as it would be at the last point; the question itself while there is none. */
  readonly question: ReadonlySignal<Question | null>;
  /** The legs to the points. */
  readonly ways: ReadonlySignal<Way[]>;
  private readonly told: Signal<Told> = signal(NOTHING);
  private readonly stop: () => void;

  constructor(private readonly walker: Walker) {
    this.question = computed(() => {
      const question = walker.question.value;
      return question && this.points.value.length ? { ...question, choices: this.told.value.choices } : question;
    });
    this.ways = computed(() => (this.points.value.length ? this.told.value.legs : []));
    this.stop = effect(() => {
      void walker.question.value; // something was played: the points were of another moment
      this.forget();
    });
  }

  close(): void {
    this.stop();
  }

  forget(): void {
    if (!this.points.peek().length) return;
    this.points.value = [];
    this.told.value = NOTHING;
  }

  /** Set a point where a leg can end; false where none can. */
  add(hex: string): boolean {
    const [question, box] = [this.question.peek(), this.walker.box.peek()];
    if (!question?.hand?.length || !box || !offersOnHex(question, box, hex).some(({ verb }) => verbInfo(box, verb).preview === "path")) return false;
    this.set([...this.points.peek(), hex]);
    return true;
  }

  /** Take the last point back; false if there is none. */
  back(): boolean {
    const points = this.points.peek();
    if (points.length) this.set(points.slice(0, -1));
    return points.length > 0;
  }

  private set(points: string[]): void {
    if (!points.length) return this.forget();
    this.points.value = points;
        void this.walker.ask(points).then(
      (told) => {
        if (this.points.peek() === points) this.told.value = told;
      },
      () => this.forget(),
    );
  }

  /** The way on from the last point to a hex, for its preview. */
  on(hex: string): Promise<Told> {
    return this.walker.ask([...this.points.peek(), hex]);
  }
}

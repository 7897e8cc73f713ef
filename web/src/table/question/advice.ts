// What the planner would do in one's place: asked for by the player, and good for one moment only.

import { type Signal, signal } from "@preact/signals";
import * as api from "../../live/api";
import type { Advice } from "../../wire";

/** Whom the advice is for. */
export interface Asker {
  id: string;
  token: string;
}

/** Advice that was asked for: on its way, given, or not to be had. */
export type Counsel = { moment: number; token: string } & ({ state: "asked" } | { state: "given"; advice: Advice } | { state: "refused"; why: string });

/** Asks for advice and keeps it until the game goes on. */
export class Advising {
  readonly counsel: Signal<Counsel | null> = signal(null);

  constructor(private readonly ask: (match: string, token: string) => Promise<Advice> = api.advice) {}

  /** The advice for this seat at this moment, if it was asked for. */
  at(asker: Asker, moment: number): Counsel | null {
    const counsel = this.counsel.value;
    return counsel && counsel.moment === moment && counsel.token === asker.token ? counsel : null;
  }

  /** Ask what the planner would do. */
  async want(asker: Asker, moment: number): Promise<void> {
    const asked: Counsel = { moment, token: asker.token, state: "asked" };
    this.counsel.value = asked;
    let told: Counsel;
    try {
      const advice = await this.ask(asker.id, asker.token);
      told = { moment: advice.at, token: asker.token, state: "given", advice };
    } catch (error) {
      told = { ...asked, state: "refused", why: error instanceof Error ? error.message : String(error) };
    }
    // Whoever has played on, or asked again, does not want this any more.
    if (this.counsel.peek() === asked) this.counsel.value = told;
  }

  /** What the planner would do now, without showing it. */
  once({ id, token }: Asker): Promise<Advice> {
    return this.ask(id, token);
  }

  /** Put the advice away. */
  dismiss(): void {
    this.counsel.value = null;
  }
}

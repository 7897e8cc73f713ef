// What an action would bring, before it is chosen: the way of a move and the odds of an attack.

import { type Signal, signal } from "@preact/signals";
import type { Approach, Box, Legs, Odds, Path, Question, Sheet } from "../../wire";
import { clickHex, clickUnit, type Offer, split, verbInfo } from "../question/acting";

/** What can be asked about an action. */
export interface Adviser {
  path(action: string): Promise<Path>;
  odds(target: string, attackers?: string[]): Promise<Odds>;
  approach(target: string): Promise<Approach[]>;
}

/** The odds that are shown before an attack is declared, and for whom they are. */
export interface OddsPreview {
  odds: Odds;
  words: string;
}

const WAIT_MS = 70;
const KEPT = 400;

/** What can be shown of a offer before it is done: "path", "odds" or "". */
export function previewOf(question: Question, box: Box, offer: Offer): string {
  const info = verbInfo(box, offer.verb);
  if (info.preview) return info.preview;
  // Whoever could still join a declared attack changes its odds.
  return question.odds && offer.unit && info.together ? "odds" : "";
}

/** The offer whose preview is wanted when the pointer or the cursor is on something: the first that has one. */
export function previewedOffer(question: Question, box: Box, sheet: Sheet, hex: string, unit: string): Offer | null {
  const meaning = unit ? clickUnit(question, box, sheet, unit) : clickHex(question, box, sheet, hex);
  const offers = meaning.kind === "play" ? [meaning.offer] : meaning.kind === "menu" ? meaning.offers : [];
  return offers.find((offer) => previewOf(question, box, offer)) ?? null;
}

/** The target of an attack just declared, before anybody has joined: its odds with everybody stay in sight. */
export function declaredOffer(question: Question, box: Box, action: string): Offer | null {
  const [verb, target] = split(action);
  if (question.odds || verbInfo(box, verb).preview !== "odds" || target !== question.focus) return null;
  return { action, verb, label: "", rule: "", hex: target };
}

/** Asks for previews as the pointer goes, not too often, and keeps the answers of one moment. */
export class Previews {
  readonly path: Signal<Path | null> = signal(null);
  readonly odds: Signal<OddsPreview | null> = signal(null);
  private readonly kept = new Map<string, Path | Odds>();
  private keptFor = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = "";

  constructor(
    private readonly adviser: () => Adviser,
    private readonly on: (hex: string) => Promise<Legs>,
  ) {}

  /** Show what a offer would bring, after the points of a way where some are set; null shows nothing. */
  want(offer: Offer | null, question: Question | null | undefined, box: Box, moment: number, points = ""): void {
    const preview = offer && question ? previewOf(question, box, offer) : "";
    const key = offer && preview ? `${moment} ${points} ${offer.action}` : "";
    if (key === this.wanted) return;
    this.wanted = key;
    clearTimeout(this.timer);
    if (!offer || !question || !preview) {
      this.path.value = null;
      this.odds.value = null;
      return;
    }
    if (this.keptFor !== String(moment) || this.kept.size > KEPT) {
      this.kept.clear();
      this.keptFor = String(moment);
    }
    const known = this.kept.get(key);
    if (known) this.show(preview, known, offer, question);
    else {
      if (preview === "path") {
        this.path.value = null;
        this.odds.value = null;
      }
      this.timer = setTimeout(() => void this.ask(preview, offer, question, key, points), WAIT_MS);
    }
  }

  /**
   * The odds of an attack that nobody is asked about: from the best hex to which the units in hand can go, else as
   * things stand. What is in the way of it, if it cannot be told.
   */
  async whatIf(hex: string, moment: number, inHand: boolean): Promise<string> {
    const key = `${moment} what if ${hex}`;
    clearTimeout(this.timer);
    this.wanted = key;
    try {
      const [best, ...others] = inHand ? await this.adviser().approach(hex) : [];
      const shown = best
        ? { odds: best.odds, words: fromThere(best.hex, others.length) }
        : { odds: await this.adviser().odds(hex), words: "as things stand now" };
      if (this.wanted === key) {
        this.path.value = null;
        this.odds.value = shown;
      }
      return "";
    } catch (error) {
      if (this.wanted === key) this.wanted = "";
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Nothing is pointed at any more. */
  clear(): void {
    clearTimeout(this.timer);
    this.wanted = "";
    this.path.value = null;
    this.odds.value = null;
  }

  private async ask(preview: string, offer: Offer, question: Question, key: string, points: string): Promise<void> {
    try {
      const answer =
        preview === "path" ? await this.way(offer, points)
        : offer.unit ? await this.adviser().odds(question.focus ?? "", [...(question.odds?.attackers ?? question.hand ?? []), offer.unit])
        : await this.adviser().odds(offer.hex ?? "");
      this.kept.set(key, answer);
      if (this.wanted === key) this.show(preview, answer, offer, question);
    } catch {
      // A preview that cannot be had is simply not shown; the action itself will say why if it is tried.
      if (this.wanted === key) this.wanted = "";
    }
  }

  private async way(offer: Offer, points: string): Promise<Path> {
    if (!points) return this.adviser().path(offer.action);
    const leg = (await this.on(offer.hex ?? "")).legs[points.split(" ").length];
    if (!leg) throw new Error("It does not go on there.");
    return leg;
  }

  private show(preview: string, answer: Path | Odds, offer: Offer, question: Question): void {
    if (preview === "path") {
      this.path.value = answer as Path;
      this.odds.value = null;
      return;
    }
    const words = offer.unit && question.focus ? "with this unit too" : "with everybody who can";
    this.path.value = null;
    this.odds.value = { odds: answer as Odds, words };
  }
}

function fromThere(hex: string, others: number): string {
  const choice = others === 0 ? "the only hex in reach" : `the best of ${others + 1} hexes in reach`;
  return `if you went to ${hex}, ${choice}, and all joined who then can; nothing is promised`;
}

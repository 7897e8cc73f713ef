// What an action would bring, before it is chosen: the way of a move and the odds of an attack.

import { type Signal, signal } from "@preact/signals";
import type { Box, Odds, Path, Question, Sheet } from "../wire";
import { clickHex, clickUnit, type Deed, verbInfo } from "./acting";

/** What can be asked about an action. */
export interface Adviser {
  path(action: string): Promise<Path>;
  odds(target: string, attackers?: string[]): Promise<Odds>;
}

/** The odds that are shown before an attack is declared, and for whom they are. */
export interface OddsPreview {
  odds: Odds;
  words: string;
}

const WAIT_MS = 70;
const KEPT = 400;

/** What can be shown of a deed before it is done: "path", "odds" or "". */
export function previewOf(question: Question, box: Box, deed: Deed): string {
  const info = verbInfo(box, deed.verb);
  if (info.preview) return info.preview;
  // Whoever could still join a declared attack changes its odds.
  return question.odds && deed.unit && info.together ? "odds" : "";
}

/** The deed whose preview is wanted when the pointer or the cursor is on something: the first that has one. */
export function previewedDeed(question: Question, box: Box, sheet: Sheet, hex: string, unit: string): Deed | null {
  const meaning = unit ? clickUnit(question, box, sheet, unit) : clickHex(question, box, sheet, hex);
  const deeds = meaning.kind === "play" ? [meaning.deed] : meaning.kind === "menu" ? meaning.deeds : [];
  return deeds.find((deed) => previewOf(question, box, deed)) ?? null;
}

/** Asks for previews as the pointer goes, not too often, and keeps the answers of one moment. */
export class Previews {
  readonly path: Signal<Path | null> = signal(null);
  readonly odds: Signal<OddsPreview | null> = signal(null);
  private readonly kept = new Map<string, Path | Odds>();
  private keptFor = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = "";

  constructor(private readonly adviser: () => Adviser) {}

  /** Show what a deed would bring; null shows nothing. */
  want(deed: Deed | null, question: Question | null | undefined, box: Box, moment: number): void {
    const preview = deed && question ? previewOf(question, box, deed) : "";
    const key = deed && preview ? `${moment} ${deed.action}` : "";
    if (key === this.wanted) return;
    this.wanted = key;
    clearTimeout(this.timer);
    if (!deed || !question || !preview) {
      this.path.value = null;
      this.odds.value = null;
      return;
    }
    if (this.keptFor !== String(moment) || this.kept.size > KEPT) {
      this.kept.clear();
      this.keptFor = String(moment);
    }
    const known = this.kept.get(key);
    if (known) this.show(preview, known, deed, question);
    else {
      if (preview === "path") this.path.value = null;
      this.timer = setTimeout(() => void this.ask(preview, deed, question, key), WAIT_MS);
    }
  }

  /** Nothing is pointed at any more. */
  clear(): void {
    clearTimeout(this.timer);
    this.wanted = "";
    this.path.value = null;
    this.odds.value = null;
  }

  private async ask(preview: string, deed: Deed, question: Question, key: string): Promise<void> {
    try {
      const answer =
        preview === "path" ? await this.adviser().path(deed.action)
        : deed.unit ? await this.adviser().odds(question.focus ?? "", [...(question.odds?.attackers ?? question.hand ?? []), deed.unit])
        : await this.adviser().odds(deed.hex ?? "");
      this.kept.set(key, answer);
      if (this.wanted === key) this.show(preview, answer, deed, question);
    } catch {
      // A preview that cannot be had is simply not shown; the action itself will say why if it is tried.
      if (this.wanted === key) this.wanted = "";
    }
  }

  private show(preview: string, answer: Path | Odds, deed: Deed, question: Question): void {
    if (preview === "path") {
      this.path.value = answer as Path;
      this.odds.value = null;
      return;
    }
    const words = deed.unit && question.focus ? "with this unit too" : "with everybody who can";
    this.path.value = null;
    this.odds.value = { odds: answer as Odds, words };
  }
}

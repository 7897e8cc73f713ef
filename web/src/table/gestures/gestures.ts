// Several entries in one gesture: each is an ordinary action of the list, played when its turn comes and checked against
// the question as it stands then. What cannot go is named with its reason, and undo takes the whole gesture back.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { seenCounter } from "../../board";
import type { Point } from "../../board";
import type { Advice, Box, Gathering, Question, Sheet, Why } from "../../wire";
import { setting } from "../../live/seats";
import { END, forced, hexWords, isLegal, type Meaning, offersOnHex, split, verbInfo } from "../question/acting";
import { playAll } from "../question/together";

/** The verb by which every game takes a unit in hand. */
export const PICK = "pick";
const NAMED = 4; // of those who could not
/** The setting by which the only thing that can be done is done without a click. */
export const GOES_ON = "goes.on";
const ONWARD = 6; // such things in a row
const MOST = 250; // pieces that are placed in one go

/** What the desk lends: the game as it stands now, its hands, and the referee. */
export interface Hands {
  readonly question: ReadonlySignal<Question | null>;
  readonly box: ReadonlySignal<Box | null>;
  sheet(): Sheet | null;
  perform(action: string, at?: Point | null): Promise<boolean>;
  undo(to: number): Promise<unknown>;
  why(what: { unit?: string; action?: string }): Promise<Why[]>;
  advise(): Promise<Advice>;
  gather(hex: string): Promise<Gathering>;
  tell(why: Why[]): void;
}

/** The gestures of one desk. */
export class Gestures {
  private readonly added: Signal<readonly string[]> = signal([]);
  /** The units that go where the hand goes, one after the other, because the rules know no moving together. */
  readonly waiting: ReadonlySignal<readonly string[]>;
  /** How the counter that is carried was lifted. */
  carried: { by: string; whole: boolean; others: string[] } = { by: "", whole: false, others: [] };
  /** Was anything played since the work began that is done now? */
  acted = false;
  private span: { from: number; to: number } | null = null;

  constructor(private readonly hands: Hands) {
    this.waiting = computed(() => {
      const [question, box] = [hands.question.value, hands.box.value];
      const hand = question?.hand ?? [];
      return box && hand.length ? this.added.value.filter((unit) => !hand.includes(unit) && isLegal(question, box, `${PICK} ${unit}`)) : [];
    });
  }

  /** Let the units that wait stay where they are; false if none did. */
  forget(): boolean {
    const some = this.waiting.peek().length > 0;
    this.added.value = [];
    return some;
  }

  /** Play several entries that one undo takes back. */
  async as<Result>(work: () => Promise<Result>): Promise<Result> {
    const from = this.hands.sheet()?.moment ?? 0;
    try {
      return await work();
    } finally {
      const to = this.hands.sheet()?.moment ?? 0;
      this.span = to > from + 1 ? { from, to } : null;
    }
  }

  /** Do something, and then what is the only thing left to do, where the player wants that. */
  async onward(work: () => Promise<unknown>): Promise<void> {
    const from = this.hands.sheet()?.moment ?? 0;
    this.acted = false;
    await work();
    const box = this.hands.box.peek();
    if (!this.acted || !box || !setting(GOES_ON, false)) return;
    for (let count = 0; count < ONWARD; count += 1) {
      const question = this.hands.question.peek();
      const action = question ? forced(question, box) : "";
      if (!action || !(await this.hands.perform(action))) return;
      this.span = { from, to: this.hands.sheet()?.moment ?? 0 };
    }
  }

  /** Where undo leads: the beginning of the last gesture as far as it may be taken back, or one entry back. */
  undoTo(undo: readonly number[], moment: number): number | undefined {
    const { span } = this;
    const all = span?.to === moment ? undo.find((one) => one >= span.from) : undefined;
    return all ?? undo[undo.length - 1];
  }

  /** Take a unit in hand, by "pick" or another verb that does, unless it is there. */
  async lift(unit: string, by = PICK): Promise<boolean> {
    return (this.hands.question.peek()?.hand ?? []).includes(unit) || this.play(`${by} ${unit}`);
  }

  /** Take one more along: with the hand where the rules know that, after it where they do not. */
  async add(unit: string): Promise<void> {
    const [question, box] = [this.hands.question.peek(), this.hands.box.peek()];
    if (!question || !box) return;
    const hand = question.hand ?? [];
    if (hand.includes(unit)) return;
    if (this.added.peek().includes(unit)) {
      this.added.value = this.added.peek().filter((one) => one !== unit);
      return;
    }
    const along = question.choices.find((choice) => verbInfo(box, choice.verb).together && isLegal(question, box, `${choice.verb} ${unit}`));
    if (hand.length && along) await this.hands.perform(`${along.verb} ${unit}`);
    else if (hand.length && isLegal(question, box, `${PICK} ${unit}`)) this.added.value = [...this.added.peek(), unit];
    else if (!(await this.play(`${PICK} ${unit}`))) this.hands.tell(await this.hands.why({ unit }));
  }

  /** Take all of these: the first in hand, the others along or after it. */
  takeAll(units: readonly string[]): Promise<void> {
    return this.as(async () => {
      this.added.value = [];
      const hand = this.hands.question.peek()?.hand ?? [];
      const [first, ...others] = units.some((unit) => hand.includes(unit)) ? ["", ...units] : units;
      if (first && !(await this.play(`${PICK} ${first}`))) return;
      for (const unit of others) await this.add(unit);
    });
  }

  /** Play an action; if it is one on a hex, the units that wait do the same there. */
  async carry(action: string, at: Point | null = null): Promise<boolean> {
    const box = this.hands.box.peek();
    const waiting = box && verbInfo(box, split(action)[0]).noun === "hex" ? this.waiting.peek() : [];
    this.added.value = [];
    if (waiting.length === 0) return this.hands.perform(action, at);
    return this.as(async () => {
      if (!(await this.hands.perform(action, at))) return false;
      const [verb, hex] = split(action);
      const stayed = await this.follow(waiting, hex, verb);
      await this.tellStayed(stayed, waiting.length + 1, hex);
      return true;
    });
  }

  /** A unit was carried to a hex. What is to be asked there; null if it is done. */
  async drop(hex: string): Promise<Meaning | null> {
    const [question, box, sheet] = [this.hands.question.peek(), this.hands.box.peek(), this.hands.sheet()];
    if (!question || !box || !sheet) return null;
    const offers = offersOnHex(question, box, hex);
    if (offers.length === 1) {
      await this.carry(offers[0]!.action);
      return null;
    }
    return offers.length ? { kind: "menu", offers } : { kind: "why", hex, unit: "" };
  }

  /** Everybody who can goes to a hex, one after the other. */
  gather(hex: string, able: readonly string[]): Promise<void> {
    return this.as(async () => {
      const stayed = await this.follow(able, hex, "");
      await this.tellStayed(stayed, able.length, hex);
    });
  }

  /** Who can go to a hex, and who near it cannot. */
  whoCan(hex: string): Promise<Gathering> {
    return this.hands.gather(hex);
  }

  /** Play these entries as long as each is legal when its turn comes; what was left out is told. */
  series(actions: readonly string[]): Promise<void> {
    return this.as(async () => {
      const left: string[] = [];
      for (const action of actions) if (!(await this.play(action))) left.push(action);
      const told = await Promise.all(left.slice(0, NAMED).map(async (action) => (await this.hands.why({ action }))[0]));
      if (left.length) this.hands.tell([{ text: `${actions.length - left.length} of ${actions.length} are done. These could not be done any more:` }, ...told.filter((why) => why !== undefined)]);
    });
  }

  /** Play every operand of a verb that can be played, and tell who stayed out. */
  together(verb: string): Promise<void> {
    return this.as(async () => {
      const box = this.hands.box.peek();
      const why = box ? await playAll(verb, box, { question: () => this.hands.question.peek(), perform: (action) => this.hands.perform(action), why: (action) => this.hands.why({ action }) }) : [];
      if (why.length > 0) this.hands.tell(why);
    });
  }

  /** Place what is left as the bot of the match would: each piece is an entry of one's own, and the end is left to the player. */
  placeRest(): Promise<void> {
    return this.as(async () => {
      const phase = this.hands.sheet()?.phase_name;
      for (let count = 0; count < MOST; count += 1) {
        const [question, box] = [this.hands.question.peek(), this.hands.box.peek()];
        if (!question || !box || this.hands.sheet()?.phase_name !== phase) return;
        let action: string;
        try {
          ({ action } = await this.hands.advise());
        } catch (error) {
          return this.hands.tell([{ text: error instanceof Error ? error.message : String(error) }]);
        }
        const [verb, operand] = split(action);
        if (verb === END || !operand || verbInfo(box, verb).preview || !(await this.play(action))) return;
      }
    });
  }

  /** Play an action if it is on the list now. */
  private async play(action: string): Promise<boolean> {
    const box = this.hands.box.peek();
    return box !== null && isLegal(this.hands.question.peek(), box, action) && this.hands.perform(action);
  }

  /** Each of these goes to a hex by a verb, or by the only one that leads there. Who could not, with the reason. */
  private async follow(units: readonly string[], hex: string, verb: string): Promise<Map<string, Why>> {
    const stayed = new Map<string, Why>();
    const box = this.hands.box.peek();
    for (const unit of units) {
      const before = this.hands.sheet()?.moment ?? 0;
      const asked = this.hands.question.peek();
      if (!asked || !box) break; // something else is asked of somebody else now
      if (this.hands.sheet()?.units[unit]?.[0] === hex) continue; // it came with another
      if (!(asked.hand ?? []).includes(unit) && !(await this.play(`${PICK} ${unit}`))) {
        stayed.set(unit, (await this.hands.why({ action: `${PICK} ${unit}` }))[0] ?? { text: "" });
        continue;
      }
      const question = this.hands.question.peek();
      const offers = question ? offersOnHex(question, box, hex) : [];
      const offer = offers.find((one) => one.verb === verb) ?? offers[0];
      if (offer && (await this.hands.perform(offer.action))) continue;
      const asVerb = verb || question?.choices.find((choice) => verbInfo(box, choice.verb).preview === "path")?.verb;
      stayed.set(unit, (await this.hands.why(asVerb ? { action: `${asVerb} ${hex}` } : { unit }))[0] ?? { text: "" });
      // It is put down again: nothing is left of what could not be done.
      if ((this.hands.sheet()?.undo ?? []).includes(before)) await this.hands.undo(before);
    }
    return stayed;
  }

  private async tellStayed(stayed: ReadonlyMap<string, Why>, all: number, hex: string): Promise<void> {
    const box = this.hands.box.peek();
    if (!stayed.size || !box) return;
    const told: Why[] = [{ text: `${all - stayed.size} of ${all} went to ${hexWords(box, hex)}. These could not:` }];
    for (const [unit, why] of [...stayed].slice(0, NAMED)) {
      const name = seenCounter(box, unit)?.name ?? unit;
      told.push({ ...why, text: why.text.includes(name) ? why.text : `${name}: ${why.text || "it is needed elsewhere now."}` });
    }
    if (stayed.size > NAMED) told.push({ text: `… and ${stayed.size - NAMED} more.` });
    this.hands.tell(told);
  }
}

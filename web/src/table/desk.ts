// The desk: everything that the table page knows and does beyond what it draws. One for each match that is open.

import { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Highlight, Hovered, Point } from "../board";
import type { Change, Table } from "../live/table";
import { capital, sideName, toast } from "../parts";
import type { Box, Line, Question, Sheet, Why } from "../wire";
import { HandState } from "./cards/state";
import type { Gestures } from "./gestures/gestures";
import { gesturesOf, several } from "./gestures/onBoard";
import { Legs } from "./gestures/legs";
import { groundOf, Overlays } from "./map/overlays";
import { Shown } from "./map/shown";
import { Tools } from "./map/tools";
import { MapWindow } from "./map/window";
import { Dice } from "./odds/dice";
import { declaredOffer, previewedOffer, Previews } from "./odds/previews";
import { blockStart, Past } from "./past/past";
import { clickHex, clickUnit, END, ending, hexTable, justTaken, litPlaces } from "./question/acting";
import { Advising } from "./question/advice";
import { readWords, whatWords } from "./question/command";
import type { Reasons, SpotMenu } from "./question/spots";
import { idleWords } from "./question/idle";
import { Queue } from "./question/queue";
import { Seating } from "./seating";
import { REMARK } from "./tabs/lines";

export type TabName = "log" | "units" | "cards" | "charts" | "track" | "talk" | "rules";
export type Height = "low" | "half" | "full";
export type DialogName = "" | "help" | "undo" | "rollback" | "concede" | "abandon" | "agree" | "tell" | "command" | "link" | "report" | "branch";

const NOBODY: Highlight = { hexes: [], units: [] };

/** The state of one table page and everything that can be done on it. */
export class Desk {
  readonly seating: Seating;
  readonly past: Past;
  readonly previews: Previews;
  readonly overlays: Overlays;
  readonly advising: Advising = new Advising();
  readonly box: Signal<Box | null> = signal(null);
  readonly map: MapWindow = new MapWindow();
  readonly tools: Tools = new Tools();
  readonly dice: Dice = new Dice(() => this.box.peek());
  readonly table: ReadonlySignal<Table>;
  /** The sheet on the board: of the present, or of the moment that is looked at. */
  readonly sheet: ReadonlySignal<Sheet | null>;
  /** What this page decides now; null while it may not act. */
  readonly question: ReadonlySignal<Question | null>;
  readonly hover: Signal<Hovered | null> = signal(null);
  readonly cursor: Signal<string | null> = signal(null);
  /** The unit clicked last: overlays that belong to a unit show it. */
  readonly selected: Signal<string> = signal("");
  /** The hex that the panel beside the map is about. */
  readonly shown: Shown;
  readonly hand: HandState = new HandState();
  readonly menu: Signal<SpotMenu | null> = signal(null);
  readonly reasons: Signal<Reasons | null> = signal(null);
  readonly confirming: Signal<boolean> = signal(false);
  readonly tab: Signal<TabName> = signal("log");
  readonly height: Signal<Height> = signal("low");
  readonly dialog: Signal<DialogName> = signal("");
  readonly rollbackTo: Signal<number> = signal(-1);
  readonly spoken: Signal<string> = signal("");
  readonly highlight: Signal<Highlight> = signal(NOBODY);
  readonly dismissed: Signal<number> = signal(-1);
  /** What the player has opened so far; the tour watches it. */
  readonly opened: Signal<ReadonlySet<string>> = signal(new Set<string>());
  /** The step of the tour that is shown; -1 when there is none. */
  readonly tour: Signal<number> = signal(-1);
  /** The actions of this page by the moment that they led to, for the list of undo. */
  readonly done = new Map<number, string>();
  /** The action that this page played last. */
  readonly lastAction: Signal<string> = signal("");
  readonly gestures: Gestures = gesturesOf(this);
  readonly legs: Legs;
  private readonly queue = new Queue((text) => this.explain(text));
  private readonly stops: (() => void)[] = [];

  constructor(readonly match: string) {
    this.seating = new Seating(match, (side) => this.tellTurn(side));
    this.table = computed(() => this.seating.active.value);
    this.past = new Past(() => this.table.peek(), {
      walk: async (units, path, ms) => this.map.board?.walk(units, path, ms),
      look: (hex) => this.map.bringIntoView(hex),
      pause: (ms) => new Promise((go) => setTimeout(go, ms)),
    });
    this.previews = new Previews(() => this.table.peek(), (hex) => this.legs.on(hex));
    this.sheet = computed(() => this.past.sheet.value ?? this.table.value.sheet.value);
    this.question = computed(() => {
      const table = this.table.value;
      if (!this.past.present.value || table.link.value !== "live" || this.seating.curtain.value) return null;
      return table.sheet.value?.question ?? null;
    });
    this.legs = new Legs({ question: this.question, box: this.box, ask: (hexes) => this.table.peek().legs(hexes) });
    this.overlays = new Overlays(() => groundOf(this.table.value, this.past, this.selected.value));
    const placeOf = (unit: string) => this.sheet.value?.units[unit]?.[0] ?? "";
    const hand = computed(() => placeOf(this.question.value?.hand?.[0] ?? ""));
    this.shown = new Shown({ hover: this.hover, cursor: this.cursor, placeOf, hand });
    this.stops.push(effect(() => this.table.value.onChange((change) => this.changed(change))));
    this.stops.push(effect(() => this.tellQuestion()));
    this.stops.push(effect(() => this.preview()));
    this.stops.push(effect(() => void (this.table.value && untracked(() => this.switchedSeat()))));
  }

  /** Leave the match. */
  close(): void {
    for (const stop of this.stops) stop();
    this.past.now();
    this.overlays.close();
    this.shown.close();
    this.legs.close();
    this.seating.close();
  }

  /** The side of the seat that is shown; null for a spectator. */
  get side(): string | null {
    return this.table.value.side.value;
  }

  // Acting

  /** A click on a hex, or Enter on it. */
  clickHex(hex: string, at: Point | null): void {
    this.open("board");
    void this.turn(() => this.click(hex, "", at));
  }

  /** A click on a counter. */
  clickUnit(unit: string, at: Point | null): void {
    this.selected.value = unit;
    void this.turn(() => this.click("", unit, at));
  }

  private turn(work: () => Promise<unknown>): Promise<void> {
    return this.queue.inTurn(() => this.gestures.onward(work));
  }

  private async click(hex: string, unit: string, at: Point | null): Promise<void> {
    this.clearSpot();
    const box = this.box.peek();
    const sheet = this.table.peek().sheet.peek();
    if (!box || !sheet) return;
    const question = this.question.peek();
    if (!question) {
      this.explainIdle(at);
      return;
    }
    if (this.legs.points.peek().length) return (await several()).walkLegs(this, hex || (sheet.units[unit]?.[0] ?? ""), at);
    const place = hex || (sheet.units[unit]?.[0] ?? "");
    const meaning = unit ? clickUnit(question, box, sheet, unit) : clickHex(question, box, sheet, hex);
    if (meaning.kind === "play") await this.gestures.carry(meaning.offer.action, at);
    else if (meaning.kind === "menu") this.menu.value = { at: at ?? this.map.pointOf(place), offers: meaning.offers };
    else if (question.focus && question.focus === place && (await (await several()).again(this, place))) return;
    else if (unit && justTaken(question, sheet, this.lastAction.peek(), unit)) await this.table.peek().undo(sheet.undo![sheet.undo!.length - 1]!);
    else await this.askWhy(meaning.hex, meaning.unit, at);
  }

  /** Play an action of the list. */
  async play(action: string, at: Point | null = null): Promise<void> {
    await this.inTurn(() => this.gestures.carry(action, at));
  }

  /** Do something when what was begun before is done. */
  inTurn(work: () => Promise<unknown>): Promise<void> {
    return this.turn(async () => {
      this.clearSpot();
      await work();
    });
  }

  /** End the phase: at once, or after a question if something would be lost. */
  end(sure = false): void {
    const question = this.question.peek();
    if (!question) return;
    if (!ending(question)) {
      // A key without an effect would leave a player guessing.
      this.reasons.value = { at: null, why: [{ text: `This cannot be ended yet. ${question.duty?.text ?? question.text}`, rule: question.duty?.rule ?? question.rule }] };
      return;
    }
    if (!sure && (question.warnings ?? []).length > 0) {
      this.confirming.value = true;
      return;
    }
    this.confirming.value = false;
    void this.play(END);
  }

  /** Play every operand of a verb that can be played, and tell who stayed out. */
  playTogether(verb: string): Promise<void> {
    return this.inTurn(() => this.gestures.together(verb));
  }

  /** Carry out typed words, one action after the other. */
  runWords(words: string[]): Promise<void> {
    return this.inTurn(async () => {
      const box = this.box.peek();
      if (!box) return;
      let rest = words.length === 1 ? words[0]!.split(" ") : words;
      for (let count = 0; rest.length > 0 && count < 80; count += 1) {
        const question = this.question.peek();
        const sheet = this.table.peek().sheet.peek();
        if (!question || !sheet) return this.explainIdle(null);
        const read = readWords(question, box, sheet, rest);
        if (!read) {
          if (rest[0]!.toLowerCase() === "all") rest = rest.slice(1);
          else return this.explainWords(rest, box);
          continue;
        }
        if (!(await this.perform(read.offer.action, null))) return;
        rest = read.rest;
      }
    });
  }

  /** Go back to a moment of one's own. */
  undo(to: number): Promise<void> {
    return this.inTurn(async () => {
      this.open("undo");
      const why = await this.table.peek().undo(to);
      if (why) this.reasons.value = { at: null, why: [why] };
    });
  }

  /** Undo the last action, if that may be done without asking. */
  undoLast(): void {
    const undo = this.table.peek().sheet.peek()?.undo ?? [];
    const last = this.gestures.undoTo(undo, this.table.peek().sheet.peek()?.moment ?? 0);
    if (last !== undefined) void this.undo(last);
    else this.explain("There is nothing that you can take back by yourself now. In the log you can ask the other side to go back further.");
  }

  /** Play an action now, in the turn of whoever calls; false if it was refused. */
  async perform(action: string, at: Point | null): Promise<boolean> {
    const table = this.table.peek();
    const why = await table.play(action);
    if (why) {
      this.reasons.value = { at, why: [why] };
      return false;
    }
    this.lastAction.value = action;
    this.gestures.acted = true;
    const moment = table.sheet.peek()?.moment;
    if (moment !== undefined) this.done.set(moment, action);
    return true;
  }

  /** Why nothing can be done with a hex or a unit. */
  askWhy(hex: string, unit: string, at: Point | null): Promise<void> {
    return this.tell(() => this.table.peek().why(unit ? { unit } : { hex }), at);
  }

  private async tell(ask: () => Promise<Why[]>, at: Point | null): Promise<void> {
    try {
      const why = await ask();
      if (why.length > 0) this.reasons.value = { at, why };
    } catch (error) {
      this.explain(error instanceof Error ? error.message : String(error), at);
    }
  }

  private async explainWords(words: string[], box: Box): Promise<void> {
    const about = whatWords(words, box);
    if (about) await this.tell(() => this.table.peek().why(about), null);
    else this.explain(`“${words[0]}” is not among what may be done now. The list shows everything that is.`);
  }

  explainIdle(at: Point | null): void {
    this.explain(idleWords(this.table.peek(), this.past.present.peek()), at);
  }

  private explain(text: string, at: Point | null = null): void {
    this.reasons.value = { at, why: [{ text }] };
  }

  // Showing

  /** What an attack on a hex would bring, though nobody asks about one. */
  whatIf(hex: string, moment: number): void {
    void this.previews.whatIf(hex, moment, Boolean(this.question.value?.hand?.length)).then((why) => why && this.explain(why, this.map.pointOf(hex)));
  }

  /** Close menus, reasons and questions that belong to the last click. */
  clearSpot(): void {
    batch(() => {
      this.menu.value = null;
      this.reasons.value = null;
      this.confirming.value = false;
    });
  }

  /** Open a tab; on a phone the sheet rises so that it can be read. */
  show(tab: TabName): void {
    batch(() => {
      this.tab.value = tab;
      if (this.height.value === "low") this.height.value = "half";
    });
    this.open(tab);
  }

  /** The player has opened or used something. */
  open(what: string): void {
    if (!this.opened.peek().has(what)) this.opened.value = new Set([...this.opened.peek(), what]);
  }

  /** Show a line of the log: the board then, with its hexes and units marked. */
  showLine(line: Line): void {
    this.open("line");
    const now = this.table.value.sheet.value?.moment ?? 0;
    this.past.look(line.moment, now);
    this.highlight.value = { hexes: [...new Set([...(line.hexes ?? []), ...(line.path ?? [])])], units: line.units ?? [] };
    const place = line.hexes?.[0] ?? line.path?.[line.path.length - 1];
    if (place) this.map.bringIntoView(place);
  }

  /** Back to the present. */
  toNow(): void {
    this.past.now();
    this.highlight.value = NOBODY;
  }

  /** The film of what happened since one's last decision. */
  showFilm(first?: number, last?: number): void {
    const table = this.table.value;
    const now = table.sheet.value?.moment ?? 0;
    const mark = table.mark.value;
    const since = mark < now ? mark : blockStart(table.log.value, this.side, now);
    this.open("film");
    this.dice.tray.value = [];
    this.dismissed.value = mark;
    this.highlight.value = NOBODY;
    this.height.value = "low";
    void this.past.showFilm(first ?? Math.max(0, since), last ?? now);
  }

  /** Show where something is. */
  centre(hex: string): void {
    if (!this.box.value || !hexTable(this.box.value).has(hex)) return;
    this.map.board?.centreOn(hex);
    this.cursor.value = hex;
    this.highlight.value = { hexes: [hex], units: [] };
  }

  // What arrives

  private changed({ delta, own }: Change): void {
    const lines = delta.lines ?? [];
    const thrown = lines.filter((line) => (line.rolls ?? []).length > 0);
    batch(() => {
      this.dice.fall(lines, own);
      this.dice.mark(lines);
      this.menu.value = null;
      this.confirming.value = false;
      if (this.past.present.peek()) this.highlight.value = NOBODY;
      const told = (own ? thrown : lines).filter((line) => line.kind !== REMARK);
      if (told.length > 0) this.spoken.value = told.slice(-3).map((line) => line.text).join(" ");
    });
  }

  private tellTurn(side: string): void {
    const box = this.box.peek();
    if (box) toast(`${capital(sideName(box.sides, side))} decide now.`);
  }

  private tellQuestion(): void {
    const sheet = this.table.value.sheet.value;
    const question = this.question.value;
    const box = this.box.peek();
    if (!sheet || !question) return;
    this.spoken.value = `${sheet.phase_name}. ${question.text}`;
    if (question.focus) this.map.bringIntoView(question.focus);
    else if (box) this.map.follow(`${question.step} ${sheet.turn} ${sheet.phase_name}`, () => litPlaces(question, box, sheet), (question.hand ?? []).join(" "));
  }

  private switchedSeat(): void {
    this.tools.sit(this.match, this.side);
    this.past.forget();
    this.previews.clear();
    this.advising.dismiss();
    this.clearSpot();
    this.done.clear();
    this.selected.value = "";
  }

  private preview(): void {
    const question = this.legs.question.value;
    const box = this.box.value;
    const sheet = this.table.value.sheet.value;
    const hover = this.hover.value;
    const hex = hover?.hex ?? this.cursor.value ?? "";
    if (!question || !box || !sheet || (!hex && !hover?.unit)) {
      this.previews.clear();
      return;
    }
    const offer = previewedOffer(question, box, sheet, hex, hover?.unit ?? "") ?? declaredOffer(question, box, this.lastAction.value);
    this.previews.want(offer, question, box, sheet.moment, this.legs.points.value.join(" "));
  }
}

/** Hands the desk to every part of the page. */
export const DeskContext = createContext<Desk | null>(null);

/** The desk of the page. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("There is no desk here.");
  return desk;
}

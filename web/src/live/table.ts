// One seat, or a spectator's place, at one match: everything the page knows of it, and everything it can ask.

import { batch, type Signal, signal } from "@preact/signals";
import type { Approach, Changed, Delta, Film, FromPage, Gathering, Layer, Legs, Line, MatchInfo, Odds, Order, Path, Sheet, Spoken, Told, ToPage, Welcome, Why } from "../wire";
import * as api from "./api";
import { Connection, type Link } from "./connection";
import { applyDelta, joinLines } from "./delta";
import { filled, reason, Refusal } from "./refusal";
import { learnSeat } from "./seats";

export type { Link } from "./connection";
export { applyDelta } from "./delta";
export { Refusal } from "./refusal";

/** A change of the sheet as it arrived: what it was, what it is now, and whether this page caused it. */
export interface Change {
  delta: Delta;
  before: Sheet;
  after: Sheet;
  own: boolean;
}

const ANSWER_WITHIN = 20_000;
const KEPT_ARRIVALS = 100;
const NOT_CONNECTED: Why = { text: "There is no connection to the table at the moment; it comes back by itself. Try again then." };
const ONE_AT_A_TIME: Why = { text: "Your last action is still under way. Wait a moment, then try again." };

// A message with the page's number for it, before it has got that number.
type Numbered = Exclude<FromPage, { do: "hello" } | { do: "ping" }>;
export type Asked = Numbered extends infer Message ? (Message extends Numbered ? Omit<Message, "id"> : never) : never;

interface Waiting {
  message: Numbered;
  // The moment at which the act was chosen, for acts that count exactly once; null for everything else.
  at: number | null;
  answer(told: Told | null): void;
  refuse(why: Why): void;
  timer: ReturnType<typeof setTimeout>;
}

/** The tables that this page has open: one, or two where both players share the page. */
export const openTables: Signal<Table[]> = signal([]);

/** One seat (or a spectator) at one match, kept up to date for as long as it is open. */
export class Table {
  /** How the line stands. */
  readonly link: Signal<Link> = signal("connecting");
  /** What the line is doing, in words. */
  readonly linkText: Signal<string> = signal("Connecting to the table…");
  /** What everybody may know about the match; null until the service has answered. */
  readonly match: Signal<MatchInfo | null> = signal(null);
  /** The side whose seat this is; null for a spectator, and until the service has answered. */
  readonly side: Signal<string | null> = signal(null);
  /** What this side is shown now; null while the match is waiting. */
  readonly sheet: Signal<Sheet | null> = signal(null);
  /** The whole log as this side may know it. */
  readonly log: Signal<Line[]> = signal([]);
  /** What was said at the table. */
  readonly chat: Signal<Spoken[]> = signal([]);
  /** The seat's private notes. */
  readonly notes: Signal<string> = signal("");
  /** What this side lets pass beforehand; only its own pages know. */
  readonly order: Signal<Order> = signal({});
  /** The moment after this side's last own decision: where the film of what happened since begins. */
  readonly mark: Signal<number> = signal(0);
  /** The sides for which a bot is thinking. */
  readonly thinking: Signal<string[]> = signal([]);
  /** Is an action of this page under way? */
  readonly busy: Signal<boolean> = signal(false);
  /** The last deltas that others caused, oldest first. Empty it when they have been shown. */
  readonly arrivals: Signal<Delta[]> = signal([]);
  /** What became of an action that was under way when the line broke; null once it has been read. */
  readonly news: Signal<Why | null> = signal(null);
  /** When this page last saw the match go on (ISO); empty: not since it was opened. */
  changedAt = "";

  private readonly connection: Connection;
  private readonly waiting = new Map<number, Waiting>();
  private readonly changeListeners = new Set<(change: Change) => void>();
  private lastNumber = 0;

  constructor(
    readonly id: string,
    readonly token: string,
    address?: string,
  ) {
    this.connection = new Connection(
      {
        hello: () => this.hello(),
        message: (message) => this.hear(message),
        state: (link, text) => this.lineChanged(link, text),
      },
      address,
    );
    openTables.value = [...openTables.peek(), this];
  }

  /** Carry out an action; null when it is done, otherwise why not. */
  play(action: string): Promise<Why | null> {
    return this.act((at) => ({ do: "play", action, at }));
  }

  /** Go back to a moment of the sheet's `undo`. */
  undo(to: number): Promise<Why | null> {
    return this.act((at) => ({ do: "undo", to, at }));
  }

  /** Ask the other side to go back to a moment. */
  askRollback(to: number): Promise<Why | null> {
    return this.act((at) => ({ do: "ask", to, at }));
  }

  /** Say yes or no to the other side's rollback. */
  answerRollback(agree: boolean): Promise<Why | null> {
    return this.act((at) => ({ do: "answer", agree, at }));
  }

  /** Give the game up. */
  concede(): Promise<Why | null> {
    return this.act((at) => ({ do: "concede", at }));
  }

  /** Sit down at a waiting match, with a name and words that stir the dice. */
  sit(name: string, words: string): Promise<Why | null> {
    return this.settle({ do: "sit", name, words });
  }

  /** Begin a waiting match although somebody has not sat down. */
  begin(): Promise<Why | null> {
    return this.settle({ do: "begin" });
  }

  /** Say something to everybody at the table. */
  say(text: string): Promise<Why | null> {
    return this.settle({ do: "say", text });
  }

  /** Keep this text as the seat's private notes. */
  async note(text: string): Promise<Why | null> {
    const why = await this.settle({ do: "note", text });
    if (!why) this.notes.value = text;
    return why;
  }

  /** Let windows pass for a span ("battle", "turn", "always"); "" to be asked again. */
  stand(span: string): Promise<Why | null> {
    return this.settle({ do: "stand", span });
  }

  /** Why can this hex, unit or action not be chosen? */
  async why(what: { hex?: string; unit?: string; action?: string }): Promise<Why[]> {
    return (await this.inquire({ do: "why", ...what })).why ?? [];
  }

  /** The way that the units in hand would go, and its cost. */
  async path(action: string): Promise<Path> {
    return filled((await this.inquire({ do: "path", action })).path);
  }

  /** The chances of an attack on a hex, by these units or by all that can. */
  async odds(target: string, attackers?: string[]): Promise<Odds> {
    return filled((await this.inquire({ do: "odds", target, attackers: attackers ?? null })).odds);
  }

  /** The hexes from which the units in hand could attack, best first, and the odds from there. */
  async approach(target: string): Promise<Approach[]> {
    return (await this.inquire({ do: "approach", target })).approaches ?? [];
  }

  /** Who can be taken in hand now and go to a hex. */
  async gather(hex: string): Promise<Gathering> {
    return (await this.inquire({ do: "gather", hex })).gathering ?? { able: [], unable: [] };
  }

  /** The legs by which the units in hand would go from hex to hex, and where to from the last. */
  async legs(hexes: string[]): Promise<Legs> {
    return (await this.inquire({ do: "legs", hexes })).legs ?? { legs: [], choices: [] };
  }

  /** What an overlay shows, for one unit where it is one of a unit; at an earlier moment if one is named. */
  async overlay(overlay: string, unit = "", at = -1): Promise<Layer[]> {
    return (await this.inquire({ do: "overlay", overlay, unit, at })).layers ?? [];
  }

  /** What this side was (or would have been) shown at an earlier moment. */
  sheetAt(moment: number): Promise<Sheet> {
    return api.sheetAt(this.id, this.token, moment);
  }

  /** The sheet at moment `first` and what followed until `last`, entry by entry. */
  film(first: number, last: number): Promise<Film> {
    return api.film(this.id, this.token, first, last);
  }

  /** Be told of every change as it arrives; returns how to stop that. */
  onChange(listener: (change: Change) => void): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  /** Leave the table: the line is closed, what was last shown stays. */
  close(): void {
    this.connection.close();
    this.breakOff();
    openTables.value = openTables.peek().filter((table) => table !== this);
  }

  // Asking

  private ask(asked: Asked, at: number | null): Promise<Told | null> {
    return new Promise((answer, reject) => {
      this.lastNumber += 1;
      const id = this.lastNumber;
      const message = { ...asked, id } as Numbered;
      if (!this.connection.send(message)) {
        reject(new Refusal(NOT_CONNECTED));
        return;
      }
      const timer = setTimeout(() => this.connection.restart(), ANSWER_WITHIN);
      this.waiting.set(id, { message, at, answer, refuse: (why) => reject(new Refusal(why)), timer });
    });
  }

  /** Do something that was decided on the sheet that is shown: it counts once, or not at all. */
  async act(make: (at: number) => Asked): Promise<Why | null> {
    const sheet = this.sheet.value;
    if (this.busy.value) return ONE_AT_A_TIME;
    if (!sheet) return this.link.value === "live" ? { text: "The match has not begun yet." } : NOT_CONNECTED;
    this.busy.value = true;
    this.news.value = null;
    try {
      await this.ask(make(sheet.moment), sheet.moment);
      return null;
    } catch (error) {
      return reason(error);
    } finally {
      this.busy.value = false;
    }
  }

  /** Ask for something that belongs to no moment of the match; null when it is done, otherwise why not. */
  async settle(asked: Asked): Promise<Why | null> {
    try {
      await this.ask(asked, null);
      return null;
    } catch (error) {
      return reason(error);
    }
  }

  private async inquire(asked: Asked): Promise<Told> {
    return filled(await this.ask(asked, null));
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    if (waiting) {
      clearTimeout(waiting.timer);
      this.waiting.delete(id);
    }
    return waiting;
  }

  // Hearing

  private hello(): FromPage {
    return { do: "hello", match: this.id, token: this.token, have: this.sheet.value?.moment ?? -1 };
  }

  private hear(message: ToPage): void {
    switch (message.say) {
      case "welcome":
        this.welcomed(message);
        break;
      case "changed":
        this.changedAt = new Date().toISOString();
        this.changed(message);
        break;
      case "fresh":
        batch(() => {
          this.log.value = joinLines(this.log.value, message.lines ?? []);
          this.sheet.value = message.sheet;
        });
        break;
      case "refused":
        this.take(message.id)?.refuse(message.why);
        break;
      case "done":
        this.take(message.id)?.answer(null);
        break;
      case "told":
        this.take(message.id)?.answer(message);
        break;
      case "table":
        this.match.value = message.match;
        break;
      case "heard":
        this.heard(message.spoken);
        break;
      case "thinking": {
        const others = this.thinking.value.filter((side) => side !== message.side);
        this.thinking.value = message.on ? [...others, message.side] : others;
        break;
      }
      case "standing":
        this.order.value = message.order;
        break;
      case "broken":
        this.connection.warned(message.why.text);
        break;
      case "pong":
        break;
    }
  }

  private welcomed(message: Welcome): void {
    batch(() => {
      this.match.value = message.match;
      this.side.value = message.side ?? null;
      this.log.value = joinLines(this.log.value, message.log ?? []);
      this.sheet.value = message.sheet ?? null;
      this.chat.value = message.chat ?? [];
      this.notes.value = message.notes ?? "";
      this.mark.value = message.mark ?? 0;
      this.order.value = message.order ?? {};
      this.thinking.value = [];
      this.connection.established();
    });
    if (message.side) {
      const { game, title, commitment } = message.match;
      const links = message.match.seats.find((seat) => seat.side === message.side)?.links ?? 0;
      learnSeat(this.id, this.token, { side: message.side, game, title, commitment, links });
    }
    this.settleBrokenActs();
  }

  private changed(message: Changed): void {
    const before = this.sheet.value;
    const delta = message.delta;
    if (!before || delta.base !== before.moment) {
      this.connection.restart();
      return;
    }
    const own = message.answers ? this.waiting.has(message.answers) : false;
    const after = applyDelta(before, delta);
    const mine = own || this.isOurs(before, delta);
    batch(() => {
      this.sheet.value = after;
      if (delta.lines?.length) this.log.value = [...this.log.value, ...delta.lines];
      if (mine) this.mark.value = delta.moment;
      if (!own) this.arrivals.value = [...this.arrivals.value, delta].slice(-KEPT_ARRIVALS);
    });
    for (const listener of this.changeListeners) listener({ delta, before, after, own });
    if (message.answers) this.take(message.answers)?.answer(null);
  }

  // Where only this side decided, the change is its own even if it came from another page of the same player; what the
  // other side may do out of turn (ask to go back, concede) is told by a line of its own.
  private isOurs(before: Sheet, delta: Delta): boolean {
    const side = this.side.value;
    if (side === null || before.deciding.length !== 1 || before.deciding[0] !== side) return false;
    return !delta.lines?.some((line) => line.kind === "talk" && line.side !== side);
  }

  private heard(spoken: Spoken): void {
    if (this.chat.value.some((other) => other.number === spoken.number)) return;
    this.chat.value = [...this.chat.value, spoken];
  }

  // The line

  private lineChanged(link: Link, text: string): void {
    batch(() => {
      this.link.value = link;
      this.linkText.value = text;
      if (link !== "live") this.thinking.value = [];
    });
    if (link === "gone") this.breakOff();
    else if (link !== "live") this.dropInquiries();
  }

  // What was only asked is asked again by whoever still wants to know; an act waits until we know what became of it.
  private dropInquiries(): void {
    for (const [id, waiting] of [...this.waiting]) {
      clearTimeout(waiting.timer);
      if (waiting.at === null) this.take(id)?.refuse(NOT_CONNECTED);
    }
  }

  // The service takes an act only at the moment for which it was meant, so comparing moments tells what became of it.
  private settleBrokenActs(): void {
    for (const [id, waiting] of [...this.waiting]) {
      if (waiting.at === null) continue;
      this.take(id);
      if (this.mark.value > waiting.at) {
        this.news.value = { text: "The connection broke for a moment. Your last action arrived and counts." };
        waiting.answer(null);
        continue;
      }
      const gone = (this.sheet.value?.moment ?? 0) > waiting.at;
      const why = gone
        ? { text: "The connection broke before your action arrived, and the game has gone on: it does not count. Look again." }
        : { text: "The connection broke before your action arrived: it does not count. Play it again." };
      this.news.value = why;
      waiting.refuse(why);
    }
  }

  private breakOff(): void {
    for (const id of [...this.waiting.keys()]) this.take(id)?.refuse(NOT_CONNECTED);
  }
}

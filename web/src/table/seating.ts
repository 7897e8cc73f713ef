// Who sits at this page: one player, two who share it, or nobody but a spectator.

import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { dropSeat, learnSeat, seatsOf } from "../live/seats";
import { Table } from "../live/table";
import type { Sheet } from "../wire";

/** Do two sides see different things? Then a shared screen needs a curtain between them. */
export function hidesSomething(one: Sheet, other: Sheet): boolean {
  if (one.deciding.length > 1) return true;
  const shown = (sheet: Sheet) => JSON.stringify([sheet.facts, sheet.standing, sheet.markers, sheet.control, sheet.units, sheet.cards]);
  return shown(one) !== shown(other);
}

/** Which of the tables of a shared page is to be shown: the one whose side decides, or the one shown now. */
export function whoseTurn<One extends { side: string | null; sheet: Sheet | null }>(tables: One[], now: One): One {
  const known = tables.filter((table) => table.sheet);
  const deciding = known[0]?.sheet?.deciding ?? [];
  // Each side counts its own moments, but who decides is told to all at once: while the sheets do not agree on that,
  // one of them is still on its way, and nobody can tell whether they show the same.
  const agreed = known.every((table) => table.sheet!.deciding.join() === deciding.join());
  if (!agreed || (now.side && deciding.includes(now.side))) return now;
  return known.find((table) => table.side && deciding.includes(table.side)) ?? now;
}

/** The tables of one match that this page has open, and the one that is shown. */
export class Seating {
  readonly tables: Signal<Table[]>;
  readonly active: Signal<Table>;
  /** The side to which the page is being handed over; "" when nobody waits behind a curtain. */
  readonly curtain: Signal<string> = signal("");
  /** Do two players share this page? */
  readonly shared: ReadonlySignal<boolean>;
  private readonly stops: (() => void)[] = [];

  constructor(
    readonly match: string,
    private readonly onTurn: (side: string) => void,
  ) {
    const tokens = seatsOf(match).map((seat) => seat.token);
    this.tables = signal((tokens.length ? tokens : [""]).map((token) => new Table(match, token)));
    this.active = signal(this.tables.value[0]!);
    this.shared = computed(() => this.tables.value.filter((table) => table.side.value !== null).length > 1);
    this.stops.push(effect(() => this.learn()));
    this.stops.push(effect(() => this.follow()));
  }

  /** The tokens that this page holds. */
  get tokens(): string[] {
    return this.tables.value.map((table) => table.token).filter(Boolean);
  }

  /** The table of a side other than this one, if it is played at this page. */
  otherThan(side: string): Table | null {
    return this.tables.value.find((table) => table.side.value !== null && table.side.value !== side) ?? null;
  }

  /** Sit down at one more seat (one that a bot has left). */
  add(token: string): void {
    if (this.tokens.includes(token)) return;
    const table = new Table(this.match, token);
    const watching = this.tables.value.filter((other) => !other.token);
    this.tables.value = [...this.tables.value.filter((other) => other.token), table];
    if (watching.includes(this.active.value)) this.active.value = table;
    for (const other of watching) other.close();
  }

  /** Go on at the same seat with its new token. */
  exchange(old: string, token: string): void {
    const left = this.tables.value.find((table) => table.token === old);
    if (!left) return;
    left.close();
    const table = new Table(this.match, token);
    // What the old seat showed stays until the new one can show it, so that the page does not flicker.
    const stop = effect(() => {
      if (!table.match.value || !table.sheet.value) return;
      untracked(() => {
        this.tables.value = this.tables.value.map((other) => (other === left ? table : other));
        if (this.active.value === left) this.active.value = table;
      });
      queueMicrotask(() => stop());
    });
    this.stops.push(stop, () => table.close());
  }

  /** The seat is not ours any more: watch instead. */
  watch(): void {
    for (const table of this.tables.value) {
      if (table.token) dropSeat(this.match, table.token);
      table.close();
    }
    const table = new Table(this.match, "");
    this.tables.value = [table];
    this.active.value = table;
  }

  /** Whoever sits here now has taken the page over. */
  lift(): void {
    const table = this.tables.value.find((one) => one.side.value === this.curtain.value);
    if (table) this.active.value = table;
    this.curtain.value = "";
  }

  /** Show another of the page's seats. */
  show(table: Table): void {
    this.active.value = table;
    this.curtain.value = "";
  }

  /** Leave the match. */
  close(): void {
    for (const stop of this.stops) stop();
    for (const table of this.tables.value) table.close();
  }

  private learn(): void {
    for (const table of this.tables.value) {
      const side = table.side.value;
      const match = table.match.value;
      if (side && match && table.token) learnSeat(this.match, table.token, { side, game: match.game, title: match.title, commitment: match.commitment });
    }
  }

  private follow(): void {
    const tables = this.tables.value;
    if (tables.length < 2) return;
    const views = tables.map((table) => ({ table, side: table.side.value, sheet: table.sheet.value }));
    const active = this.active.peek();
    const now = views.find((view) => view.table === active) ?? views[0]!;
    const next = whoseTurn(views, now);
    if (next === now || !next.side) {
      if (this.curtain.peek() && this.curtain.peek() !== next.side) this.curtain.value = "";
      return;
    }
    // In a branch one plays against oneself.
    const alone = Boolean(now.table.match.value?.branch);
    if (!alone && now.sheet && next.sheet && hidesSomething(now.sheet, next.sheet)) {
      this.curtain.value = next.side;
    } else {
      const first = !now.sheet || now.sheet.moment === 0;
      this.active.value = next.table;
      const side = next.side;
      if (!first) untracked(() => this.onTurn(side));
    }
  }
}

// The window in which the map lies: what of it is in view, and where a hex is on the screen.

import type { BoardHandle, Point } from "../../board";

const MARGIN = 48;
const MANY = 400; // hexes: what may be done nearly everywhere is no place to fly to

/** The board of one table page, while it is drawn. */
export class MapWindow {
  board: BoardHandle | null = null;
  /** The element in which the board lies, to know what is in view. */
  frame: HTMLElement | null = null;
  private followed = "";
  private held = "";

  /** Bring a hex into view if it is not. */
  bringIntoView(hex: string): void {
    if (this.board && this.frame && hex && !this.inView(hex)) this.board.centreOn(hex);
  }

  /** Flies to where something is to be decided, at the size at which one plays, if none of it is in view. */
  flyTo(hexes: readonly string[]): void {
    if (!this.board || !this.frame || hexes.length === 0 || hexes.length > MANY) return;
    if (!hexes.some((hex) => this.inView(hex))) this.board.show(hexes);
  }

  /**
   * The camera goes with a new question, to what is lit; within a question the map stays put, unless what is taken in
   * hand can go only where nobody looks.
   */
  follow(asked: string, places: () => readonly string[], hand = ""): void {
    if (!this.board || (asked === this.followed && (!hand || hand === this.held))) return;
    this.followed = asked;
    this.held = hand;
    this.flyTo(places());
  }

  /** Show all of it, wherever the map lies now. */
  show(hexes: readonly string[]): void {
    if (hexes.length > 0) this.board?.show(hexes);
  }

  /** Is a hex in view? */
  sees(hex: string): boolean {
    return this.inView(hex);
  }

  private inView(hex: string): boolean {
    const frame = this.frame?.getBoundingClientRect();
    const point = this.board?.pointOf(hex);
    if (!frame || !point) return false;
    return point.x > frame.left + MARGIN && point.x < frame.right - MARGIN && point.y > frame.top + MARGIN && point.y < frame.bottom - MARGIN;
  }

  /** Where a menu about a hex opens. */
  pointOf(hex: string): Point {
    if (this.board && hex) return this.board.pointOf(hex);
    const frame = this.frame?.getBoundingClientRect();
    return frame ? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 } : { x: 0, y: 0 };
  }
}

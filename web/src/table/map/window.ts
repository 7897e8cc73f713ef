// The window in which the map lies: what of it is in view, and where a hex is on the screen.

import type { BoardHandle, Point } from "../../board";

const MARGIN = 48;

/** The board of one table page, while it is drawn. */
export class MapWindow {
  board: BoardHandle | null = null;
  /** The element in which the board lies, to know what is in view. */
  frame: HTMLElement | null = null;

  /** Bring a hex into view if it is not. */
  bringIntoView(hex: string): void {
    const frame = this.frame?.getBoundingClientRect();
    if (!this.board || !frame || !hex) return;
    const point = this.board.pointOf(hex);
    const inside =
      point.x > frame.left + MARGIN && point.x < frame.right - MARGIN && point.y > frame.top + MARGIN && point.y < frame.bottom - MARGIN;
    if (!inside) this.board.centreOn(hex);
  }

  /** Where a menu about a hex opens. */
  pointOf(hex: string): Point {
    if (this.board && hex) return this.board.pointOf(hex);
    const frame = this.frame?.getBoundingClientRect();
    return frame ? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 } : { x: 0, y: 0 };
  }
}

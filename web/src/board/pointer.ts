// The pointer over the board: what it is over, and on which stack it lingers.

import type { Hovered } from "./types";

const LINGER = 450; // milliseconds of the pointer over a stack until it fans out
const LEAVE = 250; // … and away from it until it closes

/** Why a stack lies open: only one opened by the pointer closes when that leaves. */
export interface Open {
  hex: string;
  by: "hover" | "tap" | "keys";
}

/** What the pointer asks of the board's newest drawing, and what it tells. */
interface Watched {
  hexAt(event: PointerEvent): string;
  shown(): Open | null;
  several(hex: string): boolean;
  fan(open: Open | null): void;
  hover(at: Hovered | null): void;
}

/** Tells what the pointer is over, and spreads a stack out on which it lingers. */
export function watchPointer(board: HTMLElement, { hexAt, shown, several, fan, hover }: Watched): () => void {
  let frame = 0;
  let timer = 0;
  let last: Hovered = { hex: "", unit: "" };
  let newest: PointerEvent | null = null;
  const tell = (next: Hovered) => {
    if (next.hex === last.hex && next.unit === last.unit) return;
    const other = next.hex !== last.hex;
    last = next;
    hover(next.hex ? next : null);
    if (!other) return;
    clearTimeout(timer);
    const open = shown();
    if (open?.by === "hover" && open.hex !== next.hex) timer = window.setTimeout(() => fan(null), LEAVE);
    else if (next.unit && !open && several(next.hex)) {
      timer = window.setTimeout(() => fan({ hex: next.hex, by: "hover" }), LINGER);
    }
  };
  const look = () => {
    frame = 0;
    const event = newest!;
    const target = event.target as Element;
    if (event.buttons || event.pointerType === "touch") return clearTimeout(timer);
    if (target.closest(".fan")) return clearTimeout(timer);
    const counter = target.closest<SVGElement>("[data-unit]");
    const apart = target.closest(".board-apart");
    tell(apart ? { hex: "", unit: "" } : { hex: counter?.dataset.at ?? hexAt(event), unit: counter?.dataset.unit ?? "" });
  };
  const moved = (event: PointerEvent) => {
    newest = event;
    frame ||= requestAnimationFrame(look);
  };
  const left = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    frame = 0;
    if (shown()?.by === "hover") timer = window.setTimeout(() => fan(null), LEAVE);
    if (last.hex) hover(null);
    last = { hex: "", unit: "" };
  };
  const pressed = () => {
    clearTimeout(timer);
    delete board.dataset.keys;
  };
  board.addEventListener("pointermove", moved);
  board.addEventListener("pointerleave", left);
  board.addEventListener("pointerdown", pressed);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    board.removeEventListener("pointermove", moved);
    board.removeEventListener("pointerleave", left);
    board.removeEventListener("pointerdown", pressed);
  };
}

// The pointer over the board: what it is over.

import type { Hovered } from "./types";

/** What the pointer asks of the board's newest drawing, and what it tells. */
interface Watched {
  hexAt(event: PointerEvent): string;
  hover(at: Hovered | null): void;
}

/** Tells what the pointer is over, once for each hex or counter. */
export function watchPointer(board: HTMLElement, { hexAt, hover }: Watched): () => void {
  let frame = 0;
  let last: Hovered = { hex: "", unit: "" };
  let newest: PointerEvent | null = null;
  const tell = (next: Hovered) => {
    if (next.hex === last.hex && next.unit === last.unit) return;
    last = next;
    hover(next.hex ? next : null);
  };
  const look = () => {
    frame = 0;
    const event = newest!;
    const target = event.target as Element;
    if (event.buttons || event.pointerType === "touch") return;
    const counter = target.closest<SVGElement>("[data-unit]");
    const apart = target.closest(".board-apart");
    tell(apart ? { hex: "", unit: "" } : { hex: counter?.dataset.at ?? hexAt(event), unit: counter?.dataset.unit ?? "" });
  };
  const moved = (event: PointerEvent) => {
    newest = event;
    frame ||= requestAnimationFrame(look);
  };
  const left = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (last.hex) hover(null);
    last = { hex: "", unit: "" };
  };
  const pressed = () => {
    delete board.dataset.keys;
  };
  board.addEventListener("pointermove", moved);
  board.addEventListener("pointerleave", left);
  board.addEventListener("pointerdown", pressed);
  return () => {
    cancelAnimationFrame(frame);
    board.removeEventListener("pointermove", moved);
    board.removeEventListener("pointerleave", left);
    board.removeEventListener("pointerdown", pressed);
  };
}

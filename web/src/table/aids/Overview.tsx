import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Signal } from "@preact/signals";
import { type BoardHandle, paintOf, type Seen } from "../../board";
import { keepSetting, setting } from "../../live/seats";
import type { Box, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { frontOf, sidesByHex } from "./contact";
import { small } from "./window";

const WIDE = 210; // pixels of the overview's longer side
const HIGH = 150;
const STEP = 0.3; // of what is seen: how far an arrow key goes
const PAPER = "#dfe3dc";
const LIT = "#d96a00";
const ARROWS: Record<string, readonly [number, number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [1, 0], ArrowRight: [-1, 0] };

interface OverviewProps {
  box: Box;
  sheet: Sheet;
  board: BoardHandle;
  lit: readonly string[];
  /** It is folded for a while, since it would hide what is lit. */
  aside: Signal<boolean>;
}

/** Is the overview open? On a small window it waits behind its button until it is asked for. */
function name(): string {
  return small.value ? "overview.small" : "overview.open";
}

/** The whole map, small, with the frame of what is seen; it is moved by dragging that frame, and can be folded. */
export function Overview(props: OverviewProps): JSX.Element {
  const open = setting(name(), !small.value) && !props.aside.value;
  const flip = () => {
    props.aside.value = false;
    keepSetting(name(), !open);
  };
  const desk = useDesk();
  const stands = props.sheet.units[desk.question.value?.hand?.[0] ?? ""]?.[0] ?? "";
  return (
    <div class="overview" data-open={open ? "yes" : "no"}>
      {open ? <Small {...props} /> : null}
      <div class="overview-tools">
        <button
          type="button"
          class="overview-fold"
          aria-expanded={open}
          aria-label={open ? "Fold the overview map away" : "Overview map"}
          title={open ? "Fold the overview map away" : "Overview map"}
          onClick={flip}
        >
          <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
            <path d={open ? "M5 8l5 5 5-5" : "M3 5l4.5-2 5 2L17 3v12l-4.5 2-5-2L3 17zM7.5 3v12M12.5 5v12"} />
          </svg>
        </button>
        <Tool words="Ruler (W)" on={desk.tools.ruler.value !== null} d="M2.5 13 13 2.5 17.5 7 7 17.5zM6 9.5l2 2M8.5 7l1.5 1.5M11 4.5l2 2" use={() => desk.tools.measure(stands)} />
        {desk.side === null ? null : <Tool words="Note on a hex (P)" on={desk.tools.note.value !== null} d="M4 16l1-4L14 3l3 3-9 9zM12 5l3 3" use={() => desk.tools.write()} />}
      </div>
    </div>
  );
}

function Tool({ words, on, d, use }: { words: string; on: boolean; d: string; use(): void }): JSX.Element {
  return (
    <button type="button" class="overview-fold" aria-pressed={on} aria-label={words.replace(/ \(.\)$/, "")} title={words} onClick={use}>
      <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
        <path d={d} />
      </svg>
    </button>
  );
}

function Small({ box, sheet, board, lit }: OverviewProps): JSX.Element {
  const { width, height } = box.layout;
  const scale = Math.min(WIDE / width, HIGH / height);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  const pane = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLCanvasElement>(null);
  const points = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const seen = useRef<Seen | null>(null);
  const sides = useMemo(() => sidesByHex(box, sheet), [box, sheet.units]);

  useEffect(() => {
    let drawn: HTMLCanvasElement | null = null;
    return board.watch((now) => {
      seen.current = now;
      if (!frame.current) return; // the window became narrow, and it is about to go
      place(frame.current, now, scale, wide, high);
      const picture = board.picture();
      if (picture && picture !== drawn) paint((drawn = picture), paper.current!);
    });
  }, [board, scale]);

  // After the picture of the board: whoever has clicked waits for that one.
  useEffect(() => mark(points.current!, box, sides, lit, scale), [box, sides, lit, scale]);

  const goTo = (event: PointerEvent) => {
    const at = pane.current!.getBoundingClientRect();
    board.lookAt((event.clientX - at.left) / scale, (event.clientY - at.top) / scale);
  };
  return (
    <div
      class="overview-pane"
      ref={pane}
      style={{ width: `${wide}px`, height: `${high}px` }}
      role="application"
      tabIndex={0}
      aria-label="Overview map: arrow keys move what is seen, plus and minus bring it nearer or farther, Home shows all of it"
      onPointerDown={(event) => {
        if (event.button > 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
      }}
      onKeyDown={(event) => {
        if (!steer(event, board, seen.current)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <canvas ref={paper} width={wide * 2} height={high * 2} />
      <canvas ref={points} width={wide * 2} height={high * 2} />
      <div class="overview-frame" ref={frame} />
    </div>
  );
}

/** What a key on the overview does; true if it did something. */
function steer(event: KeyboardEvent, board: BoardHandle, seen: Seen | null): boolean {
  const arrow = ARROWS[event.key];
  if (arrow && seen) board.panBy(arrow[0] * seen.free.width * STEP, arrow[1] * seen.free.height * STEP);
  else if (event.key === "+" || event.key === "=") board.zoomBy(1.25);
  else if (event.key === "-" || event.key === "_") board.zoomBy(0.8);
  else if (event.key === "Home") board.fit();
  else return false;
  return true;
}

/** Lays the frame around what is seen; it never leaves the overview. */
function place(frame: HTMLElement, { free, view }: Seen, scale: number, wide: number, high: number): void {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const at = (pixel: number, shift: number, most: number) => within(((pixel - shift) / view.zoom) * scale, most);
  const [left, right] = [at(free.left, view.left, wide), at(free.left + free.width, view.left, wide)];
  const [top, bottom] = [at(free.top, view.top, high), at(free.top + free.height, view.top, high)];
  frame.style.transform = `translate(${left}px, ${top}px)`;
  frame.style.width = `${Math.max(4, right - left)}px`;
  frame.style.height = `${Math.max(4, bottom - top)}px`;
}

function paint(picture: HTMLCanvasElement, onto: HTMLCanvasElement): void {
  const pen = onto.getContext("2d");
  if (!pen) return;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, onto.width, onto.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, onto.width, onto.height);
}

/** Points of each side, larger where they meet, and the hexes that may be clicked. */
function mark(onto: HTMLCanvasElement, box: Box, sides: ReadonlyMap<string, string>, lit: readonly string[], scale: number): void {
  const pen = onto.getContext("2d");
  if (!pen) return;
  const hexes = new Map([...box.layout.hexes, ...(box.layout.boxes ?? [])].map((hex) => [hex.label, hex]));
  const front = frontOf(box, sides);
  const dot = (label: string, radius: number) => {
    const hex = hexes.get(label);
    if (!hex) return;
    pen.beginPath();
    pen.arc(hex.x * scale * 2, hex.y * scale * 2, radius * 2, 0, Math.PI * 2);
    pen.fill();
  };
  pen.clearRect(0, 0, onto.width, onto.height);
  pen.fillStyle = LIT;
  for (const hex of lit) dot(hex, 1.4);
  for (const [hex, side] of sides) {
    const radius = front.has(hex) ? 2.4 : 1.5;
    pen.fillStyle = "#fffdf6";
    dot(hex, radius + 0.7);
    pen.fillStyle = paintOf(box, side).line;
    dot(hex, radius);
  }
}

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { BoardHandle, Seen } from "../../board";
import type { Box } from "../../wire";
import { useDesk } from "../desk";

const STILL = 160; // milliseconds without a movement of the map, until it is looked where things lie
const HEART = 0.45; // of a hex's size: what of a lit hex stays free around its middle
/** What lies over the map, and in how many places it may (the style sheet says where). */
const THINGS = [
  [".over-foot", 4],
  [".over-top", 2],
  [".overview", 3],
] as const;

interface KeepClearProps {
  box: Box;
  board: BoardHandle;
  lit: readonly string[];
  /** The overview finds no free corner, or does again. */
  crowded(yes: boolean): void;
}

/** When a question comes up, nothing that lies over the map hides what is lit: it goes to another corner, or folds. */
export function KeepClear({ box, board, lit, crowded }: KeepClearProps): JSX.Element {
  const desk = useDesk();
  const place = useRef<HTMLSpanElement>(null);
  const tray = desk.dice.tray.value;
  useEffect(() => {
    const wanted = new Set(lit);
    const hexes = box.layout.hexes.filter(({ label }) => wanted.has(label));
    let timer = 0;
    let seen: Seen | null = null;
    const look = () => {
      stop();
      const frame = place.current?.parentElement;
      if (frame && seen) crowded(!settle(frame, hexes, seen, box.layout.hex_size * HEART));
    };
    const stop = board.watch((now) => {
      seen = now;
      clearTimeout(timer);
      timer = window.setTimeout(look, STILL);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [box, board, lit, tray]);
  return <span ref={place} hidden />;
}

/** Give everything a place where it hides nothing; false if the overview has none. */
function settle(frame: HTMLElement, hexes: readonly { x: number; y: number }[], { view, free }: Seen, heart: number): boolean {
  const room = frame.getBoundingClientRect();
  const around = heart * view.zoom;
  const points = hexes
    .map(({ x, y }) => ({ x: x * view.zoom + view.left, y: y * view.zoom + view.top }))
    .filter(({ x, y }) => x > free.left && x < free.left + free.width && y > free.top && y < free.top + free.height)
    .map(({ x, y }) => ({ x: x + room.left, y: y + room.top }));
  const hidden = (area: DOMRect) =>
    points.filter(({ x, y }) => x > area.left - around && x < area.right + around && y > area.top - around && y < area.bottom + around).length;
  const taken: DOMRect[] = [];
  const meets = (area: DOMRect) => taken.some((one) => one.left < area.right && area.left < one.right && one.top < area.bottom && area.top < one.bottom);
  let clear = true;
  for (const [name, spots] of THINGS) {
    const thing = frame.querySelector<HTMLElement>(name);
    if (!thing) continue;
    const bodies = () => [...(name === ".overview" ? [thing] : thing.children)].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    let best = { spot: 0, cost: Infinity };
    for (let spot = 0; spot < spots && best.cost > 0; spot += 1) {
      thing.dataset.spot = String(spot);
      const cost = bodies().reduce((sum, area) => sum + hidden(area) + (meets(area) ? 0.5 : 0), 0);
      if (cost < best.cost) best = { spot, cost };
    }
    thing.dataset.spot = String(best.spot);
    taken.push(...bodies());
    if (name === ".overview") clear = best.cost < 1;
  }
  for (const arrow of frame.querySelectorAll<HTMLElement>(".edge-arrow")) arrow.hidden = hidden(arrow.getBoundingClientRect()) > 0;
  return clear;
}

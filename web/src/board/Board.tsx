// The board: map, counters and everything that is laid over them, with its own mouse, touch and keyboard.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Camera } from "./camera/camera";
import { gestures } from "./camera/gestures";
import { carrying } from "./counters/carrying";
import { Counters } from "./counters/Counters";
import type { Walked } from "./counters/Counters";
import { FACE } from "./counters/Face";
import { useSprite } from "./counters/Sprite";
import { placed, stacksOf } from "./counters/stacks";
import { walk } from "./counters/walk";
import { evened, gridOf } from "./geometry";
import { Ground } from "./ground";
import { Keys } from "./keys";
import { Control, Fills, Hatchings, Legend, Lines, Texts } from "./marks/Layers";
import { Spots, Tints, aimsOf, hexOffers, named, unitOffers } from "./marks/Lit";
import { Markers } from "./marks/Markers";
import { Mark, Numbers } from "./marks/Marks";
import { Arrows, Cost, Preview, Trails } from "./marks/Ways";
import { useSame } from "./memo";
import { actionOf, areaOf, firstHex } from "./places";
import { watchPointer } from "./pointer";
import type { BoardHandle, BoardProps, Point, Seen, Way } from "./types";
import { counterOf, hexWords, unitWords } from "./words";

const REVEAL = 90; // pixels kept free around the keyboard's cursor
const ZOOM_STEP = 1.4;
const NONE: readonly string[] = [];
const NO_LEGS: Way[] = [];

/** The map with its counters. */
export function Board(props: BoardProps) {
  useSprite();
  const { sheet, cursor, focus } = props;
  const box = evened(props.box);
  const { layout } = box;
  const grid = gridOf(box);
  const root = useRef<HTMLDivElement>(null);
  const plane = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const shield = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const walkers = useRef<SVGGElement>(null);
  const camera = useRef<Camera | null>(null);
  const walked = useRef<Walked>(new Map());
  const latest = useRef(props);
  latest.current = props;
  const touched = useRef(""); // the stack that a finger has asked to see

  // Fresh copies of the same lists redraw nothing.
  const lit = useSame(props.litHexes);
  const litUnits = useSame(props.litUnits);
  const hand = useSame(props.hand);
  const layers = useSame(props.layers);
  const trails = useSame(props.trails);
  const way = useSame(props.path);
  const legs = useSame(props.legs ?? NO_LEGS);
  const battle = useSame(props.battle);
  const highlight = useSame(props.highlight);
  const control = useSame(props.sheet.control);
  const markers = useSame(props.sheet.markers);

  const spots = useMemo(() => hexOffers(lit), [lit]);
  const aims = useMemo(() => aimsOf(box, spots), [box, spots]);
  const choices = useMemo(() => unitOffers(litUnits), [litUnits]);
  const held = useMemo(() => new Set(hand), [hand]);
  const pointed = useMemo(() => new Set(highlight.units), [highlight]);
  const stacks = useMemo(() => stacksOf(box, sheet.units, litUnits, hand), [box, sheet.units, litUnits, hand]);
  const counters = useMemo(() => placed(box, sheet.units, stacks, hand, aims), [box, sheet.units, stacks, hand, aims]);

  const tab = cursor && grid.has(cursor) ? cursor : firstHex(box, props, stacks);
  const there = [
    ...(stacks.get(tab)?.units ?? NONE).map((unit) =>
      named(unitWords(box, unit, sheet.units[unit]!), counterOf(box, unit).name, choices.get(unit)?.label ?? ""),
    ),
    ...(markers[tab] ?? []).map((marker) => marker.title),
  ].join("; ");

  const pointOf = (hex: string): Point => {
    const [x, y] = grid.centre(hex);
    return camera.current?.toWindow(x, y) ?? { x: 0, y: 0 };
  };

  // What listeners, which are made once, must ask of the newest drawing.
  const now = useRef({ stacks, spots, choices, pointOf });
  now.current = { stacks, spots, choices, pointOf };

  useLayoutEffect(() => {
    const board = root.current!;
    const watchers = new Set<(seen: Seen) => void>();
    const tell = () => watchers.forEach((listener) => listener(seenOf(moving)));
    const paper = new Ground(ground.current!, box, tell);
    const extent = { width: layout.width, height: layout.height, counter: layout.counter_size };
    const moving: Camera = new Camera(board, plane.current!, shield.current!, extent, {
      detail: ({ from }) => {
        paper.scale(from);
        drawing.current!.setAttribute("width", String(layout.width * from));
        drawing.current!.setAttribute("height", String(layout.height * from));
      },
      move: () => paper.move(),
      rest: () => paper.rest(moving.view, moving.frame),
      seen: tell,
    });
    camera.current = moving;
    // Chosen once: a window that changes its size must not jump to another place.
    const first = areaOf(grid, actionOf(grid, latest.current));
    moving.begin(first);
    const hands = gestures(board, {
      camera: moving,
      apart: (target) => Boolean((target as Element | null)?.closest?.(".board-apart")),
      ...carrying(board, {
        size: () => moving.view.zoom * layout.counter_size,
        lift: (unit, whole) => latest.current.onLift?.(unit, whole) ?? false,
        boxes: () => Boolean(latest.current.onBox),
        box: (area, event) => {
          const inside = layout.hexes.filter(({ label }) => {
            const { x, y } = pointOf(label);
            return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
          });
          latest.current.onBox?.(inside.map(({ label }) => label), { x: event.clientX, y: event.clientY });
        },
        drop: (unit, event) => {
          const inside = event && board.contains(document.elementFromPoint?.(event.clientX, event.clientY) ?? board);
          latest.current.onDrop?.(unit, inside ? hexUnder(event) : "", { x: event?.clientX ?? 0, y: event?.clientY ?? 0 });
        },
      }),
      hold: (event) => ask(event),
    });
    const pointer = watchPointer(board, { hexAt: hexUnder, hover: (at) => latest.current.onHover(at) });
    const clicked = (event: MouseEvent) => {
      if (!hands.dragged()) click(event);
    };
    board.addEventListener("click", clicked);
    board.addEventListener("contextmenu", ask);
    const sizes = typeof ResizeObserver === "function" ? new ResizeObserver(() => moving.resize(first)) : null;
    sizes?.observe(board);
    latest.current.handle(handleOf(moving, paper, watchers));
    return () => {
      sizes?.disconnect();
      board.removeEventListener("click", clicked);
      board.removeEventListener("contextmenu", ask);
      pointer();
      hands.stop();
      moving.close();
      paper.close();
    };
  }, [box]);

  function handleOf(moving: Camera, paper: Ground, watchers: Set<(seen: Seen) => void>): BoardHandle {
    return {
      fit: () => moving.fit(),
      centreOn: (hex, zoom) => {
        if (grid.has(hex)) moving.centreOn(...grid.centre(hex), zoom && (zoom * props.box.layout.hex_size) / layout.hex_size);
      },
      show: (hexes) => {
        const area = areaOf(grid, hexes.filter((hex) => grid.has(hex)));
        if (area) moving.show(area);
      },
      zoomBy: (factor) => moving.zoomBy(factor, undefined, true),
      pointOf: (hex) => now.current.pointOf(hex),
      watch: (listener) => {
        watchers.add(listener);
        listener(seenOf(moving));
        return () => watchers.delete(listener);
      },
      lookAt: (x, y) => moving.lookAt(x, y),
      panBy: (dx, dy) => moving.panBy(dx, dy),
      picture: () => paper.whole,
      counterSize: () => moving.view.zoom * layout.counter_size,
      walk: (units, path, ms) =>
        walk(drawing.current!, walkers.current!, grid, layout.counter_size / FACE, walked.current, units, path, ms),
    };
  }

  function hexUnder(event: MouseEvent): string {
    const { x, y } = camera.current!.toMap(event.clientX, event.clientY);
    return grid.at(x, y);
  }

  /** A click on a counter or a hex; a finger on a stack that offers several first asks what lies there. */
  function click(event: MouseEvent): void {
    const target = struck(event, root.current!, shield.current!);
    if (target.closest(".board-apart")) return;
    const counter = target.closest<SVGElement>("[data-unit]");
    const hex = counter?.dataset.at ?? target.closest<SVGElement>("[data-hex]")?.dataset.hex ?? hexUnder(event);
    const asked = touched.current;
    touched.current = "";
    if (!hex) return;
    // A click without a place comes from a screen reader.
    const at = event.detail || event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : pointOf(hex);
    latest.current.onCursor(hex);
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    if (!counter || latest.current.aiming) return latest.current.onHex(hex, at, more);
    const { choices: units, stacks: piles } = now.current;
    const pile = piles.get(hex)?.units ?? [];
    const able = pile.filter((unit) => units.has(unit)).length;
    const targeted = now.current.spots.has(hex) && able === 0;
    const touch = (event as PointerEvent).pointerType === "touch";
    if (touch && pile.length > 1 && able !== 1 && asked !== hex && !targeted) {
      touched.current = hex;
      return;
    }
    latest.current.onUnit(counter.dataset.unit!, at, more);
  }

  /** What can be done here? A right click, a long touch, or the key for it where the cursor is. */
  function ask(event: MouseEvent): void {
    const target = event.target as Element;
    if (target.closest(".board-apart")) return;
    event.preventDefault();
    const named = target.closest<SVGElement>("[data-unit]")?.dataset.at ?? target.closest<SVGElement>("[data-hex]")?.dataset.hex;
    const hex = named ?? hexUnder(event);
    if (!hex) return;
    latest.current.onCursor(hex);
    latest.current.onMenu?.(hex, event.button === 2 || event.type !== "contextmenu" ? { x: event.clientX, y: event.clientY } : pointOf(hex));
  }

  // The keyboard
  const [keys] = useState(() => new Keys());
  const inside = useRef(false);
  const follow = useRef(false); // the cursor was moved by a key: focus goes with it

  function press(event: KeyboardEvent): void {
    const command = keys.read(event, tab, grid, [...spots.keys()], litUnits.map(({ unit }) => sheet.units[unit]?.[0] ?? ""));
    if (!command) return;
    const board = root.current!;
    const apart = (event.target as Element).closest(".board-apart");
    const counter = (event.target as Element).closest<SVGElement>("[data-unit]");
    if (apart || (command.do === "close" && !counter)) return;
    event.preventDefault();
    event.stopPropagation();
    board.dataset.keys = "";
    switch (command.do) {
      case "go":
        follow.current = true;
        props.onHover(null);
        camera.current?.reveal(...grid.centre(command.hex), REVEAL);
        if (command.hex === cursor) focusHex(command.hex);
        return props.onCursor(command.hex);
      case "activate":
        return activate(counter?.dataset.unit ?? "", event.shiftKey || event.ctrlKey);
      case "cycle":
        return cycle(command.by);
      case "pan":
        return camera.current?.panBy(command.dx, command.dy);
      case "zoom":
        return camera.current?.zoomBy(command.by, undefined, true);
      case "fit":
        return camera.current?.fit();
      case "close":
        props.onHover(null);
        return focusHex(tab);
    }
  }

  function activate(unit: string, more: boolean): void {
    if (unit) return props.onUnit(unit, pointOf(tab), more);
    const able = (stacks.get(tab)?.units ?? NONE).filter((one) => choices.has(one));
    if (spots.has(tab) || !able.length) return props.onHex(tab, pointOf(tab), more);
    if (able.length === 1) return props.onUnit(able[0]!, pointOf(tab), more);
    cycle(1);
  }

  /** The next unit of the stack under the cursor. */
  function cycle(by: number): void {
    const pile = [...(stacks.get(tab)?.units ?? NONE)].reverse();
    if (!pile.length) return;
    const active = document.activeElement as HTMLElement | null;
    const at = pile.indexOf(active?.closest<HTMLElement>("[data-unit]")?.dataset.unit ?? "");
    const unit = pile[at < 0 ? (by > 0 ? 0 : pile.length - 1) : (at + by + pile.length) % pile.length]!;
    root.current?.querySelector<SVGElement>(`.counters [data-unit="${CSS.escape(unit)}"] .counter-hit`)?.focus({ preventScroll: true });
    props.onHover({ hex: tab, unit }); // the panel says what it is
  }

  function focusHex(hex: string): void {
    const name = CSS.escape(hex);
    root.current?.querySelector<SVGElement>(`.spots [data-hex="${name}"], .cursor-spot[data-hex="${name}"]`)?.focus({ preventScroll: true });
  }

  // The element that had the focus may be gone: what was lit is lit no more. The cursor stays where it was.
  useLayoutEffect(() => {
    const active = document.activeElement;
    const lost = inside.current && (!active || active === document.body);
    if (!follow.current && !lost) return;
    follow.current = false;
    focusHex(tab);
  });

  useEffect(() => {
    const away = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) inside.current = false;
    };
    document.addEventListener("focusin", away);
    document.addEventListener("pointerdown", away);
    return () => {
      document.removeEventListener("focusin", away);
      document.removeEventListener("pointerdown", away);
    };
  }, []);

  function focused(event: FocusEvent): void {
    inside.current = true;
    if ((event.target as Element).matches(":focus-visible")) root.current!.dataset.keys = "";
    const hex = (event.target as Element).closest<SVGElement>("[data-hex]")?.dataset.hex;
    if (hex && hex !== cursor) props.onCursor(hex);
  }

  return (
    <div
      ref={root}
      class={props.hidden ? "board counters-hidden" : "board"}
      role="application"
      aria-label={`Map of ${box.title}: arrow keys go from hex to hex, Enter acts, Page Down goes through a stack`}
      onKeyDown={press}
      onFocusIn={focused}
    >
      <div ref={plane} class="board-plane">
        <div class="board-ground" ref={ground} />
        <svg ref={drawing} class="board-drawing" viewBox={`0 0 ${layout.width} ${layout.height}`}>
          <Hatchings box={box} layers={layers} />
          <rect class="board-veil" width={layout.width} height={layout.height} />
          <Fills box={box} layers={layers} />
          {props.control && <Control box={box} control={control} />}
          <Tints box={box} lit={spots} />
          {props.numbers && <Numbers box={box} />}
          <Spots box={box} lit={spots} tab={tab} there={there} />
          <Markers box={box} markers={markers} stacks={stacks} />
          <Trails box={box} trails={trails} />
          <Texts box={box} layers={layers} />
          {legs.map((leg, number) => (
            <Preview key={number} box={box} way={leg} />
          ))}
          <Preview box={box} way={way} />
          <Counters box={box} counters={counters} lit={choices} aims={aims} hand={held} shown={pointed} walked={walked.current} />
          <Mark box={box} hexes={highlight.hexes} kind="pointed" />
          <Mark box={box} hexes={focus ? [focus] : []} kind="asked" />
          <Lines box={box} layers={layers} />
          <Arrows box={box} battle={battle} />
          <g class="walkers" ref={walkers} />
          {legs.map((leg, number) => (
            <Cost key={number} box={box} way={leg} />
          ))}
          <Cost box={box} way={way} />
          <Mark box={box} hexes={cursor ? [cursor] : []} kind="cursor" />
          {!spots.has(tab) && (
            <path
              key={tab}
              class="cursor-spot"
              d={grid.cells([tab])}
              role="button"
              tabindex={0}
              data-hex={tab}
              aria-label={there ? `${hexWords(box, tab)}; ${there}` : hexWords(box, tab)}
            />
          )}
        </svg>
      </div>
      <div class="board-shield" ref={shield} hidden />
      <Legend box={box} layers={layers} control={props.control ? control : null} />
      <div class="board-controls board-apart" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => camera.current?.zoomBy(ZOOM_STEP, undefined, true)}>
          <Sign d="M4,10H16M10,4V16" />
        </button>
        <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={() => camera.current?.zoomBy(1 / ZOOM_STEP, undefined, true)}>
          <Sign d="M4,10H16" />
        </button>
        <button type="button" aria-label="Whole map" title="Whole map (Home)" onClick={() => camera.current?.fit()}>
          <Sign d="M3,10L10,4L17,10M5,9V16H15V9" />
        </button>
      </div>
    </div>
  );
}

function Sign({ d }: { d: string }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

/** What a click struck. One that follows a gesture at once lands on the shield and means what lies under it. */
function struck(event: MouseEvent, board: Element, shield: HTMLElement): Element {
  const target = event.target as Element;
  if (target !== board && target !== shield) return target;
  shield.hidden = true;
  return document.elementFromPoint?.(event.clientX, event.clientY) ?? target;
}

function seenOf({ view, frame: { width, height, insets } }: Camera): Seen {
  const free = { left: insets.left, top: insets.top, width: width - insets.left - insets.right, height: height - insets.top - insets.bottom };
  return { free, view };
}

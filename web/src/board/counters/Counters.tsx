// The counters on the map. Each is keyed by its unit and redrawn only when something on it changes.

import { memo } from "../memo";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Box } from "../../wire";
import { FACE, Face } from "./Face";
import { named } from "../marks/Lit";
import type { Offer } from "../marks/Lit";
import { still } from "../camera/motion";
import type { Placed } from "./stacks";
import { counterOf, nationOf, unitWords } from "../words";

const GLIDE = 200; // milliseconds

/** Where counters were walked to: they need not glide there again when the sheet says so. */
export type Walked = Map<string, string>;

interface CountersProps {
  box: Box;
  counters: Placed[];
  lit: ReadonlyMap<string, Offer>;
  /** Hexes that are aimed at as a whole, and how: the counters there hide the hex's own sign. */
  aims: ReadonlyMap<string, string>;
  hand: ReadonlySet<string>;
  shown: ReadonlySet<string>;
  walked: Walked;
}

/** All counters, northern ones first, so that none hides the feet of the one in front of it. */
export const Counters = memo(function Counters({ box, counters, lit, aims, hand, shown, walked }: CountersProps) {
  return (
    <g class={lit.size ? "counters choosing" : "counters"}>
      {counters.map(({ unit, piece, hex, x, y, count, gist, under, top }) => {
        const choice = lit.get(unit);
        return (
          <OnMap
            key={unit}
            box={box}
            unit={unit}
            at={piece[0]}
            text={piece[1]}
            steps={piece[2]}
            flags={piece[3] ?? ""}
            hex={hex}
            x={x}
            y={y}
            count={count}
            gist={gist}
            under={under}
            top={top}
            verbs={choice?.verbs ?? ""}
            label={choice?.label ?? ""}
            aim={choice ? "" : (aims.get(hex) ?? "")}
            held={hand.has(unit)}
            shown={shown.has(unit)}
            walked={walked}
          />
        );
      })}
    </g>
  );
});

interface OnMapProps {
  box: Box;
  unit: string;
  at: string;
  text: string;
  steps: number;
  flags: string;
  hex: string;
  x: number;
  y: number;
  count: number;
  gist: string;
  under: string;
  top: boolean;
  verbs: string;
  label: string;
  aim: string;
  held: boolean;
  shown: boolean;
  walked: Walked;
}

const OnMap = memo(function OnMap(props: OnMapProps) {
  const { box, unit, at, text, steps, flags, hex, x, y, count, gist, under, top, verbs, label, aim, held, shown, walked } = props;
  const element = useRef<SVGGElement>(null);
  const before = useRef<[number, number] | null>(null);
  const scale = box.layout.counter_size / FACE;
  const place = `translate(${x}px, ${y}px) scale(${scale})`;
  useLayoutEffect(() => {
    const from = before.current;
    before.current = [x, y];
    if (!from || (from[0] === x && from[1] === y)) return;
    const arrived = walked.get(unit) === hex;
    walked.delete(unit);
    if (arrived || still()) return;
    // Moving a node in the document ends its transitions, so the glide is an animation of its own.
    element.current?.animate?.(
      [{ transform: `translate(${from[0]}px, ${from[1]}px) scale(${scale})` }, { transform: place }],
      { duration: GLIDE, easing: "ease-out" },
    );
  }, [x, y]);
  const piece: [string, string, number, string] = [at, text, steps, flags];
  const counter = counterOf(box, unit);
  const words = unitWords(box, unit, piece);
  const classes = ["counter", verbs && "lit", aim && `aim-${aim}`, held && "held", shown && "shown", !top && "beneath"];
  return (
    <g
      ref={element}
      class={classes.filter(Boolean).join(" ")}
      style={{ transform: place }}
      data-unit={unit}
      data-at={hex}
      data-verb={verbs || undefined}
    >
      <g class="counter-body" aria-hidden="true">
        <Face counter={counter} nation={nationOf(box, counter.nation)} piece={piece} gist={gist} under={under} count={count} framed={Boolean(verbs || aim) || held || shown} />
      </g>
      {/* What is printed on a counter is not its name: the button lies over the print, not around it. */}
      <rect
        class="counter-hit"
        x={-FACE / 2}
        y={-FACE / 2}
        width={FACE}
        height={FACE}
        role={verbs ? "button" : "img"}
        tabindex={-1}
        aria-label={named(words, counter.name, label)}
      />
    </g>
  );
});

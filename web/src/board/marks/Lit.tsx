// What may be clicked: a tint and a sign for each kind of verb, and a light element for each hex.

import type { Box } from "../../wire";
import { gridOf, short } from "../geometry";
import type { Grid } from "../geometry";
import { memo } from "../memo";
import type { LitHex, LitUnit } from "../types";
import { hexWords } from "../words";

/** What a hex or unit may be clicked for: its verbs and what they would do, joined. */
export interface Offer {
  verbs: string;
  label: string;
}

/** Offers by hex or unit, where each may have several. */
export function offers(lit: readonly { verb: string; label: string }[], name: (index: number) => string): Map<string, Offer> {
  const found = new Map<string, Offer>();
  lit.forEach(({ verb, label }, index) => {
    const before = found.get(name(index));
    found.set(name(index), before ? { verbs: `${before.verbs} ${verb}`, label: `${before.label}; ${label}` } : { verbs: verb, label });
  });
  return found;
}

/** Offers by hex. */
export function hexOffers(lit: readonly LitHex[]): Map<string, Offer> {
  return offers(lit, (index) => lit[index]!.hex);
}

/** Offers by unit. */
export function unitOffers(lit: readonly LitUnit[]): Map<string, Offer> {
  return offers(lit, (index) => lit[index]!.unit);
}

/** The look of a verb: "move" for ways, "attack" for what has odds, "other" for the rest. */
export function lookOf(box: Box, verb: string): "move" | "march" | "attack" | "other" {
  const preview = box.verbs.find((one) => one.verb === verb)?.preview;
  if (preview === "odds") return "attack";
  if (preview !== "path") return "other";
  return box.verbs.find((one) => one.preview === "path")?.verb === verb ? "move" : "march";
}

/** The hexes that are aimed at, to attack them or to do something there; ways lead past counters anyhow. */
export function aimsOf(box: Box, lit: ReadonlyMap<string, Offer>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [hex, { verbs }] of lit) {
    const look = lookOf(box, verbs.split(" ")[0]!);
    if (look === "attack" || look === "other") found.set(hex, look);
  }
  return found;
}

/** The button's words of the first of some verbs. */
export function verbWords(box: Box, verbs: string): string {
  const verb = verbs.split(" ")[0]!;
  return box.verbs.find((one) => one.verb === verb)?.label ?? verb;
}

/** A label with the words of what it is about, unless it says them itself. */
export function named(words: string, key: string, label: string): string {
  if (!label) return words;
  return label.includes(key) ? label : `${words}: ${label}`;
}

/** Of all hexes: from so many on none of them is lit, but what is shut is shaded; or the map could not be read. */
export const NEARLY_ALL = 0.4;

interface LitProps {
  box: Box;
  lit: ReadonlyMap<string, Offer>;
  /** The hex in the tab order, and what lies there. */
  tab: string;
  there: string;
}

/** The tints: a few paths per verb. The hex is tinted for the first thing that can be done there. */
export const Tints = memo(function Tints({ box, lit }: Pick<LitProps, "box" | "lit">) {
  const grid = gridOf(box);
  const groups = new Map<string, string[]>();
  for (const [hex, { verbs }] of lit) {
    const verb = verbs.split(" ")[0]!;
    const there = groups.get(verb);
    if (there) there.push(hex);
    else groups.set(verb, [hex]);
  }
  return (
    <g class="tints">
      {[...groups].map(([verb, hexes]) => {
        if (hexes.length > NEARLY_ALL * grid.labels.length) return <Shut key={verb} grid={grid} lit={lit} />;
        const look = lookOf(box, verb);
        return (
          <g key={verb} class={`tint ${look}`}>
            {grid.blocks(hexes).map((block) => (
              <path key={block[0]} class="tint-cells" d={grid.cells(block)} />
            ))}
            <path class="tint-edge" d={grid.outline(hexes, grid.size * 0.04)} />
            {grid.blocks(hexes).map((block) => (
              <path key={block[0]} class="tint-sign" d={block.map((hex) => signOf(grid, look, hex)).join("")} />
            ))}
          </g>
        );
      })}
    </g>
  );
});

/** Where nearly everything may be clicked: a shade over all that may not. */
function Shut({ grid, lit }: { grid: Grid; lit: ReadonlyMap<string, Offer> }) {
  const shut = grid.labels.filter((hex) => !lit.has(hex));
  return (
    <g class="shut">
      {grid.blocks(shut).map((block) => (
        <path key={block[0]} class="shut-cells" d={grid.cells(block)} />
      ))}
      <path class="shut-edge" d={grid.outline(shut)} />
    </g>
  );
}

/** Dots for a move, small rings for a march, crosshairs for an attack, rings for the rest. */
function signOf(grid: Grid, look: string, hex: string): string {
  const [x, y] = grid.centre(hex);
  const unit = grid.size / 48;
  const ring = (radius: number) => {
    const wide = short(radius * unit);
    return `M${short(x - radius * unit)},${short(y)}a${wide},${wide} 0 1 0 ${short(2 * radius * unit)},0a${wide},${wide} 0 1 0 ${short(-2 * radius * unit)},0z`;
  };
  if (look === "move") return ring(8);
  if (look === "march") return ring(9) + ring(4);
  if (look !== "attack") return ring(15);
  // Around a counter, not under it.
  const tick = (dx: number, dy: number) =>
    `M${short(x + dx * 27 * unit)},${short(y + dy * 27 * unit)}l${short(dx * 14 * unit)},${short(dy * 14 * unit)}`;
  return ring(33) + tick(1, 0) + tick(-1, 0) + tick(0, 1) + tick(0, -1);
}

/** An element for each hex that may be clicked; only one of them is in the tab order. */
export const Spots = memo(function Spots({ box, lit, tab, there }: LitProps) {
  return (
    <g class="spots">
      {[...lit].map(([hex, { verbs, label }]) => (
        <LitSpot key={hex} box={box} hex={hex} verbs={verbs} label={label} tab={hex === tab} there={hex === tab ? there : ""} />
      ))}
    </g>
  );
});

interface LitSpotProps {
  box: Box;
  hex: string;
  verbs: string;
  label: string;
  tab: boolean;
  there: string;
}

const LitSpot = memo(function LitSpot({ box, hex, verbs, label, tab, there }: LitSpotProps) {
  const words = named(hexWords(box, hex), hex, label);
  return (
    <path
      class="spot"
      d={gridOf(box).cells([hex])}
      role="button"
      tabindex={tab ? 0 : -1}
      data-hex={hex}
      data-verb={verbs}
      aria-label={there ? `${words}; ${there}` : words}
    />
  );
});

// Counters that walk along a path, for films.

import type { Walked } from "./Counters";
import { FACE } from "./Face";
import type { Grid } from "../geometry";
import { still } from "../camera/motion";

/**
 * Walks copies of the counters above all others and hides the counters themselves meanwhile. Where they arrive is
 * remembered in `walked`, so that the sheet that says so does not make them glide there once more.
 */
export async function walk(
  drawing: SVGSVGElement,
  walkers: SVGGElement,
  grid: Grid,
  scale: number,
  walked: Walked,
  units: readonly string[],
  path: readonly string[],
  ms: number,
): Promise<void> {
  const hexes = path.filter((hex) => grid.has(hex));
  const last = hexes.at(-1);
  if (!last) return;
  for (const unit of units) walked.set(unit, last);
  if (hexes.length < 2 || ms <= 0 || still()) return;
  const step = FACE * scale * 0.11;
  const pairs = units.flatMap((unit, number) => {
    const counter = drawing.querySelector<SVGGElement>(`.counters [data-unit="${CSS.escape(unit)}"]`);
    if (!counter?.animate) return [];
    const copy = counter.cloneNode(true) as SVGGElement;
    for (const name of ["data-unit", "data-at", "data-verb", "role", "aria-label", "tabindex"]) copy.removeAttribute(name);
    copy.setAttribute("class", "counter walking");
    copy.style.visibility = "";
    walkers.append(copy);
    counter.style.visibility = "hidden";
    const aside = (number - (units.length - 1) / 2) * step;
    const frames = hexes.map((hex) => {
      const [x, y] = grid.centre(hex);
      return { transform: `translate(${x + aside}px, ${y - aside}px) scale(${scale})` };
    });
    return [{ unit, copy, animation: copy.animate(frames, { duration: ms, easing: "linear", fill: "forwards" }) }];
  });
  await Promise.all(pairs.map(({ animation }) => animation.finished.catch(() => null)));
  // One frame later, when who asked has put the counters where they arrived.
  requestAnimationFrame(() => {
    for (const { unit, copy } of pairs) {
      copy.remove();
      const counter = drawing.querySelector<SVGGElement>(`.counters [data-unit="${CSS.escape(unit)}"]`);
      if (counter) counter.style.visibility = "";
    }
  });
}

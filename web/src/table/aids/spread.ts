// Arrows at an edge stand beside each other, and beside the buttons and pictures that lie over the map.

const GAP = 6; // pixels between an arrow and what stands beside it
/** What an arrow may neither hide nor lie under. */
const THINGS = ".board-controls, .board-legend, .overview, .overview-tools, .over-foot > *, .over-top > *";

/** A stretch along an edge. */
export interface Stretch {
  from: number;
  to: number;
}

/** Where along an edge something is free of all that is taken, as near as can be to where it would be; null: nowhere. */
export function freePlace(wanted: Stretch, room: Stretch, taken: readonly Stretch[]): number | null {
  const length = wanted.to - wanted.from;
  const ends = [wanted.from, room.from, room.to - length, ...taken.flatMap(({ from, to }) => [from - length - GAP, to + GAP])];
  const free = ends.filter(
    (from) => from >= room.from && from + length <= room.to && taken.every((one) => from + length <= one.from - GAP || from >= one.to + GAP),
  );
  return free.reduce<number | null>((best, from) => (best === null || Math.abs(from - wanted.from) < Math.abs(best - wanted.from) ? from : best), null);
}

/** Move the arrows of a frame along their edges until nothing lies over anything; one that finds no place is left out. */
export function spread(frame: HTMLElement): void {
  const arrows = [...frame.querySelectorAll<HTMLElement>(".edge-arrow:not([hidden])")];
  if (arrows.length === 0) return;
  for (const arrow of arrows) arrow.style.setProperty("--shift", "0px");
  const { left, top, right, bottom } = frame.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(frame).getPropertyValue("--board-bottom")) || 0; // by the panel of a phone
  const room = new DOMRect(left, top, right - left, bottom - top - covered);
  const taken = [...frame.querySelectorAll(THINGS)].map((thing) => thing.getBoundingClientRect()).filter(({ width }) => width > 0);
  for (const arrow of arrows) {
    const area = arrow.getBoundingClientRect();
    const level = arrow.dataset.side === "top" || arrow.dataset.side === "bottom";
    const along = (one: DOMRect): Stretch => (level ? { from: one.left, to: one.right } : { from: one.top, to: one.bottom });
    const across = (one: DOMRect): Stretch => (level ? { from: one.top, to: one.bottom } : { from: one.left, to: one.right });
    const lane = across(area);
    const inLane = taken.filter((one) => across(one).from < lane.to + GAP && across(one).to > lane.from - GAP);
    const edge = { from: along(room).from + GAP, to: along(room).to - GAP };
    const place = freePlace(along(area), edge, inLane.map(along));
    arrow.classList.toggle("nowhere", place === null);
    if (place === null) continue;
    const shift = place - along(area).from;
    arrow.style.setProperty("--shift", `${shift}px`);
    taken.push(level ? new DOMRect(area.left + shift, area.top, area.width, area.height) : new DOMRect(area.left, area.top + shift, area.width, area.height));
  }
}

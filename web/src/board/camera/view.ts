// What part of the map is seen: plain arithmetic of panning and zooming.

/** A point of the map at (x, y) is shown at (x * zoom + left, y * zoom + top). */
export interface View {
  left: number;
  top: number;
  zoom: number;
}

/** The window on the map, and how much of it panels cover on each side. */
export interface Frame {
  width: number;
  height: number;
  insets: { top: number; right: number; bottom: number; left: number };
}

/** The map: its size, and that of a counter, from which the limits of zooming follow. */
export interface Extent {
  width: number;
  height: number;
  counter: number;
}

const MARGIN = 0.04; // of the window: left free around a map that is shown whole
const LOOSE = 0.45; // of the window: how far the map's edge may be drawn into it
const READABLE = 15; // pixels of a counter below which the first view shows less than the whole map
const WORKING = 42; // pixels of a counter at which one plays; what is to be shown is shown no larger than this
const AROUND = 3.2; // counters: the surroundings shown with what is to be shown
const LARGEST = 170; // pixels of a counter
const BELOW_FIT = 0.7;
// From how many pixels of a counter on; the last one's is not reached.
const DETAILS = [
  ["near", 30],
  ["far", 12.5],
  ["speck", 5],
] as const;

/** The zoom at which the whole map is seen. */
export function wholeZoom(frame: Frame, extent: Extent): number {
  const { wide, high } = room(frame);
  return (Math.min(wide / extent.width, high / extent.height) || 1) * (1 - MARGIN);
}

/** The whole map in the middle of what panels leave free; of a map that cannot be read so, its middle if that is wanted. */
export function fitted(frame: Frame, extent: Extent, readable = false): View {
  const whole = wholeZoom(frame, extent);
  const zoom = readable ? Math.max(whole, READABLE / extent.counter) : whole;
  return centred(frame, extent, extent.width / 2, extent.height / 2, zoom);
}

/** A part of the map: its middle, how far it reaches, and the place in it that is shown if not all of it can be. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
  heart?: { x: number; y: number };
}

/**
 * A part of the map with its surroundings, as large as one plays or as it goes in; of a part too large to be read so,
 * its heart.
 */
export function framed(frame: Frame, extent: Extent, area: Area): View {
  const { wide, high } = room(frame);
  const margin = 2 * AROUND * extent.counter;
  const fits = Math.min(wide / (area.width + margin), high / (area.height + margin));
  const least = Math.max(wholeZoom(frame, extent), READABLE / extent.counter);
  const zoom = Math.max(least, Math.min(fits, WORKING / extent.counter));
  const { x, y } = zoom > fits ? (area.heart ?? area) : area;
  return centred(frame, extent, x, y, zoom);
}

/** A point of the map in the middle. */
export function centred(frame: Frame, extent: Extent, x: number, y: number, zoom: number): View {
  const { middle, wide, high } = room(frame);
  const allowed = limited(frame, extent, zoom);
  const view = { left: middle.x - x * allowed, top: middle.y - y * allowed, zoom: allowed };
  // No bare table beside the map where the map could fill it.
  const settle = (start: number, size: number, from: number, free: number) =>
    size <= free ? from + (free - size) / 2 : Math.min(from, Math.max(from + free - size, start));
  return {
    left: settle(view.left, extent.width * allowed, frame.insets.left, wide),
    top: settle(view.top, extent.height * allowed, frame.insets.top, high),
    zoom: allowed,
  };
}

/** Nearer or farther, with the point of the window under the pointer staying where it is. */
export function zoomedAt(view: View, frame: Frame, extent: Extent, factor: number, x: number, y: number): View {
  const zoom = limited(frame, extent, view.zoom * factor);
  const share = zoom / view.zoom;
  return kept({ left: x - (x - view.left) * share, top: y - (y - view.top) * share, zoom }, frame, extent);
}

/** Moved by so many pixels. */
export function panned(view: View, frame: Frame, extent: Extent, dx: number, dy: number): View {
  return kept({ left: view.left + dx, top: view.top + dy, zoom: view.zoom }, frame, extent);
}

/** The map cannot be lost out of the window. */
export function kept(view: View, frame: Frame, extent: Extent): View {
  const hold = (start: number, size: number, from: number, free: number) => {
    const loose = free * LOOSE;
    const ends = [from + loose, from + free - size - loose] as const;
    return Math.min(Math.max(...ends), Math.max(Math.min(...ends), start));
  };
  const { wide, high } = room(frame);
  return {
    left: hold(view.left, extent.width * view.zoom, frame.insets.left, wide),
    top: hold(view.top, extent.height * view.zoom, frame.insets.top, high),
    zoom: view.zoom,
  };
}

/** Moved as little as it takes to show a point with some room around it. */
export function showing(view: View, frame: Frame, x: number, y: number, around: number): View {
  const { insets } = frame;
  const wide = Math.min(around, (frame.width - insets.left - insets.right) / 2);
  const high = Math.min(around, (frame.height - insets.top - insets.bottom) / 2);
  const px = x * view.zoom + view.left;
  const py = y * view.zoom + view.top;
  const dx = Math.max(0, insets.left + wide - px) + Math.min(0, frame.width - insets.right - wide - px);
  const dy = Math.max(0, insets.top + high - py) + Math.min(0, frame.height - insets.bottom - high - py);
  return { left: view.left + dx, top: view.top + dy, zoom: view.zoom };
}

/** How much is drawn: "near" everything, "far" symbol and strength, "speck" the strength alone. */
export interface Detail {
  name: "near" | "far" | "speck";
  /** The smallest zoom at which it is drawn so. */
  from: number;
}

/** How much is drawn at a zoom. */
export function detail(zoom: number, extent: Extent): Detail {
  const found = DETAILS.find(([, pixels]) => zoom * extent.counter >= pixels) ?? DETAILS[2];
  return { name: found[0], from: found[1] / extent.counter };
}

function limited(frame: Frame, extent: Extent, zoom: number): number {
  const largest = LARGEST / extent.counter;
  return Math.min(largest, Math.max(Math.min(wholeZoom(frame, extent) * BELOW_FIT, largest), zoom));
}

function room(frame: Frame): { wide: number; high: number; middle: { x: number; y: number } } {
  const { insets } = frame;
  const wide = Math.max(1, frame.width - insets.left - insets.right);
  const high = Math.max(1, frame.height - insets.top - insets.bottom);
  return { wide, high, middle: { x: insets.left + wide / 2, y: insets.top + high / 2 } };
}

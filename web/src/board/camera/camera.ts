// The plane on which map and counters lie, moved under the window by one CSS transform.

import type { Point } from "../types";
import { still, tween } from "./motion";
import { centred, detail, fitted, framed, panned, showing, zoomedAt } from "./view";
import type { Area, Detail, Extent, Frame, View } from "./view";

const REST = 160; // milliseconds after the last movement of a gesture until the map is drawn sharp again
const GLIDE = 260;
const SIDES = ["top", "right", "bottom", "left"] as const;

/**
 * Moves the plane. Panels that cover the board's edges are told to it by the custom properties --board-top,
 * --board-right, --board-bottom and --board-left on the board or above it.
 */
export class Camera {
  view: View = { left: 0, top: 0, zoom: 1 };
  frame: Frame = { width: 0, height: 0, insets: { top: 0, right: 0, bottom: 0, left: 0 } };
  /** Has the player moved the map himself? Until then it is fitted again when the window changes. */
  moved = false;
  private base = 1; // the size of the drawing on the plane; the plane is stretched for the rest
  private wanted: View | null = null;
  private pending = 0;
  private resting = 0;
  private stop: (() => void) | null = null;

  constructor(
    private readonly root: HTMLElement,
    private readonly plane: HTMLElement,
    private readonly shield: HTMLElement,
    private readonly extent: Extent,
    private readonly on: { detail(detail: Detail): void; move(): void; rest(): void; seen(): void },
  ) {}

  /** Looks how large the window is, and how much of it is covered. */
  measure(): void {
    const style = getComputedStyle(this.root);
    const [top, right, bottom, left] = SIDES.map(
      (side) => parseFloat(style.getPropertyValue(`--board-${side}`)) || 0,
    ) as [number, number, number, number];
    this.frame = {
      width: this.root.clientWidth,
      height: this.root.clientHeight,
      insets: { top, right, bottom, left },
    };
  }

  /** The first view: the part of the map where something is to be decided, or as much of it as can be read. */
  begin(area?: Area): void {
    this.measure();
    this.set(area ? framed(this.frame, this.extent, area) : fitted(this.frame, this.extent, true));
  }

  /** The window has changed: its middle stays in the middle. */
  resize(area?: Area): void {
    const before = this.frame;
    if (!this.moved || !before.width || !before.height) return this.begin(area);
    const x = (before.width / 2 - this.view.left) / this.view.zoom;
    const y = (before.height / 2 - this.view.top) / this.view.zoom;
    this.measure();
    const { width, height } = this.frame;
    this.set({ left: width / 2 - x * this.view.zoom, top: height / 2 - y * this.view.zoom, zoom: this.view.zoom });
  }

  fit(): void {
    this.measure();
    this.moved = false;
    this.glide(fitted(this.frame, this.extent));
  }

  centreOn(x: number, y: number, zoom?: number): void {
    this.measure();
    this.moved = true;
    this.glide(centred(this.frame, this.extent, x, y, zoom ?? this.view.zoom));
  }

  /** Shows a part of the map at the size at which one plays. */
  show(area: Area): void {
    this.measure();
    this.moved = true;
    this.glide(framed(this.frame, this.extent, area));
  }

  /** Shows a point with `around` pixels of room, moving as little as it can. */
  reveal(x: number, y: number, around: number): void {
    this.measure();
    const view = showing(this.wanted ?? this.view, this.frame, x, y, around);
    if (view.left === this.view.left && view.top === this.view.top) return;
    this.moved = true;
    this.glide(view);
  }

  /** Zooms at a point of the window's own coordinates, its middle if none is given. */
  zoomBy(factor: number, at?: Point, slowly = false): void {
    this.moved = true;
    const { width, height, insets } = this.frame;
    const x = at?.x ?? (insets.left + width - insets.right) / 2;
    const y = at?.y ?? (insets.top + height - insets.bottom) / 2;
    const view = zoomedAt(this.wanted ?? this.view, this.frame, this.extent, factor, x, y);
    if (slowly) this.glide(view);
    else this.want(view);
  }

  /** Puts a point of the map in the middle, as a hand on the overview moves it. */
  lookAt(x: number, y: number): void {
    this.moved = true;
    this.want(centred(this.frame, this.extent, x, y, (this.wanted ?? this.view).zoom));
  }

  panBy(dx: number, dy: number): void {
    this.moved = true;
    this.want(panned(this.wanted ?? this.view, this.frame, this.extent, dx, dy));
  }

  /** A point of the window as a point of the map. */
  toMap(clientX: number, clientY: number): Point {
    const box = this.root.getBoundingClientRect();
    const { left, top, zoom } = this.view;
    return { x: (clientX - box.left - left) / zoom, y: (clientY - box.top - top) / zoom };
  }

  /** A point of the map as a point of the window. */
  toWindow(x: number, y: number): Point {
    const box = this.root.getBoundingClientRect();
    const { left, top, zoom } = this.view;
    return { x: box.left + left + x * zoom, y: box.top + top + y * zoom };
  }

  close(): void {
    this.stop?.();
    cancelAnimationFrame(this.pending);
    clearTimeout(this.resting);
  }

  /** Several movements within one frame are drawn once. */
  private want(view: View): void {
    this.stop?.();
    this.stop = null;
    this.wanted = view;
    this.hold();
    this.pending ||= requestAnimationFrame(() => {
      this.pending = 0;
      if (this.wanted) this.set(this.wanted);
      this.wanted = null;
    });
  }

  private glide(to: View): void {
    this.stop?.();
    this.wanted = null;
    if (still() || !this.frame.width) return this.set(to);
    const from = this.view;
    const middle = { x: this.frame.width / 2, y: this.frame.height / 2 };
    const [fx, fy] = [(middle.x - from.left) / from.zoom, (middle.y - from.top) / from.zoom];
    const [tx, ty] = [(middle.x - to.left) / to.zoom, (middle.y - to.top) / to.zoom];
    this.stop = tween(
      GLIDE,
      (share) => {
        this.hold();
        const zoom = from.zoom * (to.zoom / from.zoom) ** share;
        const [x, y] = [fx + (tx - fx) * share, fy + (ty - fy) * share];
        this.set(share === 1 ? to : { left: middle.x - x * zoom, top: middle.y - y * zoom, zoom });
      },
      () => (this.stop = null),
    );
  }

  /**
   * While it moves the plane is a layer of its own, which is quick but not redrawn; afterwards it is sharp. The shield
   * keeps the pointer from lighting up every counter that passes under it.
   */
  private hold(): void {
    this.plane.style.willChange = "transform";
    this.shield.hidden = false;
    if (!this.resting) this.on.move();
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => {
      this.resting = 0;
      this.plane.style.willChange = "";
      this.shield.hidden = true;
      this.set(this.view);
    }, REST);
  }

  private set(wanted: View): void {
    // At rest on whole pixels: there letters are sharp.
    const view = this.resting ? wanted : { left: Math.round(wanted.left), top: Math.round(wanted.top), zoom: wanted.zoom };
    this.view = view;
    if (!this.resting) this.suit();
    const { left, top, zoom } = view;
    const scale = (zoom / this.base).toFixed(6);
    this.plane.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px) scale(${scale})`;
    if (!this.resting) this.on.rest();
    this.on.seen();
  }

  /** Another degree of detail touches every counter, so it waits for the end of a gesture. */
  private suit(): void {
    const how = detail(this.view.zoom, this.extent);
    if (this.root.dataset.zoom === how.name) return;
    this.root.dataset.zoom = how.name;
    // Browsers draw a plane that is about to move at least in its own size: a small plane is drawn quickly.
    this.base = how.from;
    this.on.detail(how);
  }
}

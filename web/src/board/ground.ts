// The map's picture as bitmaps. A large drawing under a moving plane would be drawn again at every step of a zoom; a
// bitmap is only stretched, and when the map rests the part that is seen is drawn sharp.

import type { Box } from "../wire";
import { plainPicture } from "./plain";
import type { Frame, View } from "./camera/view";

const ROUGH = 2048; // pixels of the longer side of the whole map's bitmap
const BEYOND = 0.12; // of the window: how much more than it is drawn sharp on each side
const STRIPS = 8; // pieces in which a bitmap is drawn, so that none takes long
const PAUSE = 30; // milliseconds between those of the whole map, which has time
const PATIENCE = 120; // milliseconds that a map must have rested before it is drawn sharp

/** A bitmap that is being drawn, and the element that shows it when it is finished. */
interface Easel {
  pen: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  finish(): HTMLCanvasElement;
}

/** Draws the ground into an element of the plane. */
export class Ground {
  private readonly lays: [() => void, () => void] = [() => undefined, () => undefined];
  /** The whole map as a bitmap, once it is drawn. */
  whole: HTMLCanvasElement | null = null;
  private sharp: HTMLCanvasElement | null = null;
  private picture: HTMLImageElement | null = null;
  private wanted: [View, Frame] | null = null;
  private base = 1;
  private waiting = 0;
  private closed = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly box: Box,
    private readonly drawn: () => void = () => undefined,
  ) {
    this.load(box.layout.picture || plainPicture(box));
  }

  /** The drawing on the plane has another size. */
  scale(base: number): void {
    this.base = base;
    for (const lay of this.lays) lay();
  }

  /** The map moves: nothing is drawn meanwhile. */
  move(): void {
    clearTimeout(this.waiting);
  }

  /** The map rests: what is seen of it is drawn as sharp as the screen is. */
  rest(view: View, frame: Frame): void {
    this.wanted = [view, frame];
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.drawSharp(), this.sharp ? PATIENCE : 0);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.waiting);
    this.host.replaceChildren();
  }

  private load(address: string): void {
    const picture = new Image();
    const { width, height } = this.box.layout;
    picture.width = width;
    picture.height = height;
    picture.alt = "";
    picture.draggable = false;
    picture.onload = () => {
      if (this.closed) return;
      this.picture = picture;
      if (easel(1, 1)) {
        this.drawSharp();
        this.drawRough();
        return;
      }
      // No bitmaps here: the picture itself will do.
      this.host.replaceChildren(picture);
      this.lay(0, picture, 0, 0, width, height);
    };
    picture.onerror = () => {
      if (!this.closed && !address.startsWith("data:")) this.load(plainPicture(this.box));
    };
    picture.src = address;
  }

  private drawSharp(): void {
    if (!this.picture || !this.wanted || this.closed) return;
    const [view, frame] = this.wanted;
    if (!frame.width || !frame.height) return;
    const { width, height } = this.box.layout;
    const ratio = Math.min(devicePixelRatio || 1, 3);
    const margin = { x: frame.width * BEYOND, y: frame.height * BEYOND };
    // Whole pixels of the window, so that nothing is stretched.
    const left = Math.max(Math.floor(-margin.x), Math.floor(view.left));
    const top = Math.max(Math.floor(-margin.y), Math.floor(view.top));
    const right = Math.min(Math.ceil(frame.width + margin.x), Math.ceil(view.left + width * view.zoom));
    const bottom = Math.min(Math.ceil(frame.height + margin.y), Math.ceil(view.top + height * view.zoom));
    if (right <= left || bottom <= top) return;
    const made = easel(Math.round((right - left) * ratio), Math.round((bottom - top) * ratio));
    if (!made) return;
    const { zoom } = view;
    const at = { x: (view.left - left) * ratio, y: (view.top - top) * ratio, scale: zoom * ratio };
    const done = () => {
      const next = made.finish();
      this.lay(1, next, (left - view.left) / zoom, (top - view.top) / zoom, (right - left) / zoom, (bottom - top) / zoom);
      if (this.sharp) this.sharp.replaceWith(next);
      else this.host.append(next);
      this.sharp = next;
    };
    this.draw(made, at, this.sharp ? STRIPS : 1, (next) => (this.waiting = window.setTimeout(next)), done);
  }

  /** The whole map: what is seen beyond the sharp part while the map moves. */
  private drawRough(): void {
    const { width, height } = this.box.layout;
    const scale = Math.min(1, ROUGH / Math.max(width, height));
    const made = easel(Math.round(width * scale), Math.round(height * scale));
    if (!made) return;
    const done = () => {
      const whole = made.finish();
      this.lay(0, whole, 0, 0, width, height);
      this.host.prepend(whole);
      this.whole = whole;
      this.drawn();
    };
    this.draw(made, { x: 0, y: 0, scale }, STRIPS, (next) => setTimeout(next, PAUSE), done);
  }

  /** Draws the picture strip after strip, so that the page never stands still for long. */
  private draw(
    { pen }: Easel,
    { x, y, scale }: { x: number; y: number; scale: number },
    strips: number,
    later: (next: () => void) => void,
    done: () => void,
  ): void {
    const { width: wide, height: high } = pen.canvas;
    const { width, height } = this.box.layout;
    const strip = Math.ceil(high / strips);
    const step = (from: number) => {
      if (this.closed || !this.picture) return;
      pen.save();
      pen.beginPath();
      pen.rect(0, from, wide, strip);
      pen.clip();
      pen.setTransform(scale, 0, 0, scale, x, y);
      pen.drawImage(this.picture, 0, 0, width, height);
      pen.restore();
      if (from + strip < high) later(() => step(from + strip));
      else done();
    };
    step(0);
  }

  /** Lays a picture over a part of the map, and again whenever the plane's size changes. */
  private lay(which: 0 | 1, picture: HTMLElement, left: number, top: number, width: number, height: number): void {
    // No transform above two bitmaps: the browser would put them together anew in every frame.
    this.lays[which] = () => {
      picture.style.transform = `translate(${left * this.base}px, ${top * this.base}px)`;
      picture.style.width = `${width * this.base}px`;
      picture.style.height = `${height * this.base}px`;
    };
    this.lays[which]();
  }
}

/** A finished bitmap is handed over as such where it can be: chromium copies a canvas that could change in every frame. */
function easel(width: number, height: number): Easel | null {
  const canvas = document.createElement("canvas");
  if (typeof OffscreenCanvas === "function") {
    const aside = new OffscreenCanvas(width, height);
    const pen = aside.getContext("2d");
    const shown = pen && canvas.getContext("bitmaprenderer");
    if (pen && shown) {
      const finish = () => {
        shown.transferFromImageBitmap(aside.transferToImageBitmap());
        return canvas;
      };
      return { pen, finish };
    }
  }
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  return pen && { pen, finish: () => canvas };
}

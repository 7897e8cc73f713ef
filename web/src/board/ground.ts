// The map's picture as bitmaps. A large drawing under a moving plane would be drawn again at every step of a zoom; a
// bitmap is only stretched, and when the map rests the part that is seen is drawn sharp.

import { plainPicture } from "./plain";
import type { Frame, View } from "./view";
import type { Box } from "../wire";

const ROUGH = 2048; // pixels of the longer side of the whole map's bitmap
const BEYOND = 0.12; // of the window: how much more than it is drawn sharp on each side
const STRIPS = 6; // pieces in which the whole map is drawn, so that none takes long

/** Draws the ground into an element of the plane. */
export class Ground {
  private readonly rough = document.createElement("canvas");
  private sharp = document.createElement("canvas");
  private picture: HTMLImageElement | null = null;
  private wanted: [View, Frame] | null = null;
  private waiting = 0;
  private closed = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly box: Box,
  ) {
    this.load(box.layout.picture || plainPicture(box));
  }

  /** The drawing on the plane has another size. */
  scale(base: number): void {
    this.host.style.transform = `scale(${base})`;
  }

  /** The map rests: what is seen of it is drawn as sharp as the screen is, once that has drawn the counters. */
  rest(view: View, frame: Frame): void {
    this.wanted = [view, frame];
    this.waiting ||= window.setTimeout(() => {
      this.waiting = 0;
      this.drawSharp();
    });
  }

  private drawSharp(): void {
    const { picture, box } = this;
    if (!picture || !this.wanted || this.closed) return;
    const [view, frame] = this.wanted;
    if (!frame.width || !frame.height) return;
    const { width, height } = box.layout;
    const ratio = Math.min(devicePixelRatio || 1, 3);
    const margin = { x: frame.width * BEYOND, y: frame.height * BEYOND };
    // Whole pixels of the window, so that nothing is stretched.
    const left = Math.max(Math.floor(-margin.x), Math.floor(view.left));
    const top = Math.max(Math.floor(-margin.y), Math.floor(view.top));
    const right = Math.min(Math.ceil(frame.width + margin.x), Math.ceil(view.left + width * view.zoom));
    const bottom = Math.min(Math.ceil(frame.height + margin.y), Math.ceil(view.top + height * view.zoom));
    if (right <= left || bottom <= top) return;
    const next = document.createElement("canvas");
    next.width = Math.round((right - left) * ratio);
    next.height = Math.round((bottom - top) * ratio);
    const pen = next.getContext("2d");
    if (!pen) return;
    const scale = view.zoom * ratio;
    pen.setTransform(scale, 0, 0, scale, (view.left - left) * ratio, (view.top - top) * ratio);
    pen.drawImage(picture, 0, 0, width, height);
    place(next, (left - view.left) / view.zoom, (top - view.top) / view.zoom, (right - left) / view.zoom, (bottom - top) / view.zoom);
    if (this.sharp.parentNode) this.sharp.replaceWith(next);
    else this.host.append(next);
    this.sharp = next;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.waiting);
    this.rough.remove();
    this.sharp.remove();
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
      if (!this.rough.getContext("2d")) {
        this.host.replaceChildren(picture); // no bitmaps here: the picture itself will do
        return;
      }
      this.picture = picture;
      this.drawSharp();
      this.drawRough(0);
    };
    picture.onerror = () => {
      if (!this.closed && !address.startsWith("data:")) this.load(plainPicture(this.box));
    };
    picture.src = address;
  }

  /** The whole map, strip after strip. */
  private drawRough(strip: number): void {
    const { picture, rough } = this;
    const { width, height } = this.box.layout;
    const pen = rough.getContext("2d");
    if (!picture || !pen || this.closed) return;
    const scale = Math.min(1, ROUGH / Math.max(width, height));
    if (!strip) {
      rough.width = Math.round(width * scale);
      rough.height = Math.round(height * scale);
      place(rough, 0, 0, width, height);
      this.host.prepend(rough);
    }
    const high = Math.ceil(rough.height / STRIPS);
    pen.save();
    pen.beginPath();
    pen.rect(0, strip * high, rough.width, high);
    pen.clip();
    pen.drawImage(picture, 0, 0, rough.width, rough.height);
    pen.restore();
    if (strip + 1 < STRIPS) setTimeout(() => this.drawRough(strip + 1), 40);
  }
}

function place(canvas: HTMLCanvasElement, left: number, top: number, width: number, height: number): void {
  canvas.style.transform = `translate(${left}px, ${top}px)`;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

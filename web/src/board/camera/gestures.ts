// Drag, wheel, trackpad, pinch and double click, as movements of the camera.

import type { Camera } from "./camera";

const SLACK = { mouse: 4, pen: 6, touch: 9 } as const;
const WHEEL_STEP = 40; // a wheel turns in steps of at least so much; a trackpad slides in smaller ones
const SAME_GESTURE = 180; // milliseconds between events of one slide over a trackpad
const LINE = 16;
const DOUBLE = 1.7;
const EDGE = 44; // pixels from the board's edge within which the map runs along under what is carried
const RUN = 0.16; // pixels for each millisecond and pixel beyond that
const HOLD = 550; // milliseconds until a resting finger asks what can be done

/** What the gestures need to know of the board. */
export interface Ground {
  camera: Camera;
  /** Does this element take its own clicks and wheels (buttons, legend)? */
  apart(target: EventTarget | null): boolean;
  /** Is something lifted at the pointer, to be carried instead of the map? */
  lift?(event: PointerEvent): boolean;
  /** What was lifted is carried, and put down (or, where the pointer was lost, let go). */
  carry?(event: PointerEvent): void;
  drop?(event: PointerEvent | null): void;
  /** A finger rests on the board. */
  hold?(event: PointerEvent): void;
}

/** Listens on the board; `dragged` tells a click whether it was the end of a drag. */
export function gestures(root: HTMLElement, ground: Ground): { dragged(): boolean; stop(): void } {
  const { camera } = ground;
  const pointers = new Map<number, { x: number; y: number }>();
  let origin = { x: 0, y: 0 };
  let dragging = false;
  let dragged = false;
  let carried = false;
  let moved = false;
  let pressed: PointerEvent | null = null;
  let resting = 0;
  let running = 0;
  let held = false; // a finger has rested on something that can be carried
  let newest: PointerEvent | null = null;
  let sliding = false;
  let last = -Infinity;

  const here = (event: { clientX: number; clientY: number }) => {
    const box = root.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent) => {
    if (ground.apart(event.target) || (event.pointerType === "mouse" && event.button > 1)) return;
    if (!pointers.size) {
      dragged = dragging = held = false;
      moved = false;
      origin = { x: event.clientX, y: event.clientY };
      pressed = event;
      if (event.pointerType === "touch" && ground.hold) resting = window.setTimeout(hold, HOLD);
    } else clearTimeout(resting);
    if (event.button === 1) event.preventDefault(); // no autoscroll
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    camera.measure();
  };

  const hold = () => {
    if (dragging || !pressed) return;
    dragged = true; // the finger that is lifted then is no click
    held = true;
    navigator.vibrate?.(12);
    begin();
    if (!carried) {
      dragging = false;
      root.classList.remove("carrying", "dragging");
      ground.hold?.(pressed);
    }
  };

  /** The map runs along while something is carried at its edge. */
  const run = (before: number) => {
    running = requestAnimationFrame((now) => {
      running = 0;
      if (!carried || !newest) return;
      const box = root.getBoundingClientRect();
      const over = (at: number, from: number, to: number) => Math.max(0, from + EDGE - at) - Math.max(0, at - to + EDGE);
      const [dx, dy] = [over(newest.clientX, box.left, box.right), over(newest.clientY, box.top, box.bottom)];
      const step = RUN * Math.min(40, now - before);
      if (dx || dy) camera.panBy(Math.sign(dx) * Math.min(EDGE, Math.abs(dx)) * step, Math.sign(dy) * Math.min(EDGE, Math.abs(dy)) * step);
      run(now);
    });
  };

  const begin = (): void => {
    dragging = dragged = true;
    clearTimeout(resting);
    carried = pointers.size === 1 && (held || pressed?.pointerType !== "touch") && pressed?.button === 0 && Boolean(ground.lift?.(pressed));
    newest = pressed;
    if (carried && !running) run(performance.now());
    for (const pointer of pointers.keys()) root.setPointerCapture?.(pointer);
    root.classList.add(carried ? "carrying" : "dragging");
  };

  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const after = { x: event.clientX, y: event.clientY };
    if (!dragging) {
      const slack = SLACK[event.pointerType as keyof typeof SLACK] ?? SLACK.mouse;
      if (pointers.size < 2 && Math.hypot(after.x - origin.x, after.y - origin.y) < slack) return;
      begin();
    }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, after);
    if (carried) {
      newest = event;
      moved ||= Math.hypot(after.x - origin.x, after.y - origin.y) > SLACK.touch;
      ground.carry?.(event);
      return;
    }
    if (!other) {
      camera.panBy(after.x - before.x, after.y - before.y);
      return;
    }
    const share = Math.hypot(after.x - other.x, after.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
    const middle = here({ clientX: (after.x + other.x) / 2, clientY: (after.y + other.y) / 2 });
    camera.panBy((after.x - before.x) / 2, (after.y - before.y) / 2);
    camera.zoomBy(share, middle);
  };

  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size) return;
    clearTimeout(resting);
    dragging = false;
    root.classList.remove("dragging", "carrying");
    if (!carried) return;
    carried = false;
    cancelAnimationFrame(running);
    running = 0;
    ground.drop?.(event.type === "pointerup" ? event : null);
    if (held && !moved && pressed && event.type === "pointerup") ground.hold?.(pressed); // it only rested: what can be done here?
  };

  const wheel = (event: WheelEvent) => {
    if (ground.apart(event.target)) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? root.clientHeight : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.timeStamp - last > SAME_GESTURE) {
      camera.measure();
        sliding = event.deltaMode === 0 && (dx !== 0 || Math.abs(dy) < WHEEL_STEP);
    }
    last = event.timeStamp;
    if (event.ctrlKey || event.metaKey) camera.zoomBy(Math.exp(-dy * (Math.abs(dy) < WHEEL_STEP ? 0.012 : 0.002)), here(event));
    else if (event.shiftKey && !dx) camera.panBy(-dy, 0);
    else if (sliding) camera.panBy(-dx, -dy);
    else camera.zoomBy(Math.exp(-Math.sign(dy) * Math.min(Math.abs(dy), 240) * 0.0017), here(event));
  };

  const double = (event: MouseEvent) => {
    const target = event.target as Element | null;
    if (ground.apart(target) || target?.closest?.("[data-unit], [data-verb]")) return;
    camera.zoomBy(event.shiftKey ? 1 / DOUBLE : DOUBLE, here(event), true);
  };

  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  root.addEventListener("wheel", wheel, { passive: false });
  root.addEventListener("dblclick", double);
  return {
    dragged: () => dragged,
    stop: () => {
      clearTimeout(resting);
      cancelAnimationFrame(running);
      root.removeEventListener("pointerdown", down);
      root.removeEventListener("pointermove", move);
      root.removeEventListener("pointerup", up);
      root.removeEventListener("pointercancel", up);
      root.removeEventListener("wheel", wheel);
      root.removeEventListener("dblclick", double);
    },
  };
}

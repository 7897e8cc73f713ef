// Whether things may move by themselves, and how they do.

/** Does the reader prefer things not to move? */
export function still(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Calls `each` with 0 … 1 over some milliseconds, the last time with 1; gives a function that stops it. */
export function tween(ms: number, each: (share: number) => void, done: () => void): () => void {
  let frame = 0;
  let start = -1;
  const tick = (now: number) => {
    if (start < 0) start = now;
    const share = Math.min(1, (now - start) / ms);
    each(1 - (1 - share) ** 3);
    if (share < 1) frame = requestAnimationFrame(tick);
    else done();
  };
  frame = requestAnimationFrame(tick);
  return () => cancelAnimationFrame(frame);
}

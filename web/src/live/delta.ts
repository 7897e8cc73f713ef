// How a sheet becomes the next one.

import type { Delta, Line, Sheet } from "../wire";

// What a missing field of a sheet means: the service leaves out what has its default.
const DEFAULTS: Record<string, unknown> = {
  deciding: [],
  waiting: "",
  facts: [],
  standing: [],
  tracks: [],
  cards: [],
  spans: {},
  side: null,
  question: null,
  undo: [],
  request: null,
  offer: null,
  outcome: null,
  note: "",
};

function patched<Value>(old: Record<string, Value>, changes: Record<string, Value | null> | undefined): Record<string, Value> {
  if (!changes) return old;
  const names = Object.keys(changes);
  if (names.length === 0) return old;
  const next = { ...old };
  for (const name of names) {
    const value = changes[name];
    if (value === null || value === undefined) delete next[name];
    else next[name] = value;
  }
  return next;
}

/** The sheet after a delta. The old sheet stays as it is, and what did not change is shared with the new one. */
export function applyDelta(sheet: Sheet, delta: Delta): Sheet {
  const next: Record<string, unknown> = { ...sheet, moment: delta.moment };
  for (const [field, value] of Object.entries(delta.fields ?? {})) {
    next[field] = value === null ? (DEFAULTS[field] ?? null) : value;
  }
  next.units = patched((next.units as Sheet["units"] | undefined) ?? {}, delta.units);
  next.control = patched((next.control as Sheet["control"] | undefined) ?? {}, delta.control);
  next.markers = patched((next.markers as Sheet["markers"] | undefined) ?? {}, delta.markers);
  return next as unknown as Sheet;
}

/** The log with lines that came later: they replace whatever is known from their first moment on. */
export function joinLines(log: Line[], lines: Line[]): Line[] {
  const first = lines[0];
  if (!first) return log;
  return [...log.filter((line) => line.moment < first.moment), ...lines];
}

// What this browser remembers. A browser that refuses to remember loses it with the page, and nothing else breaks.

import { type Signal, signal } from "@preact/signals";

// What the browser would not keep: newer than what it may still have.
const memory = new Map<string, string>();

/** Does the browser keep what we ask it to keep? False in some private windows, or when storage is full or forbidden. */
export const remembers: Signal<boolean> = signal(true);

function shelf(kind: "local" | "session"): Storage | null {
  try {
    return kind === "local" ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
}

/** The text kept under a name, or null. */
export function readText(name: string, kind: "local" | "session" = "local"): string | null {
  const unkept = memory.get(`${kind} ${name}`);
  if (unkept !== undefined) return unkept;
  try {
    return shelf(kind)?.getItem(name) ?? null;
  } catch {
    remembers.value = false;
    return null;
  }
}

/** Keep a text under a name; null forgets it. */
export function writeText(name: string, text: string | null, kind: "local" | "session" = "local"): void {
  const place = `${kind} ${name}`;
  memory.delete(place);
  try {
    const storage = shelf(kind);
    if (!storage) throw new Error("no storage");
    if (text === null) storage.removeItem(name);
    else storage.setItem(name, text);
    if (kind === "local") remembers.value = true;
  } catch {
    if (text !== null) memory.set(place, text);
    if (kind === "local") remembers.value = false;
  }
}

/** The value kept under a name as JSON; `fallback` where there is none or it cannot be read. */
export function readValue<Value>(name: string, fallback: Value): Value {
  const text = readText(name);
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return fallback;
  }
}

/** Keep a value under a name as JSON. */
export function writeValue(name: string, value: unknown): void {
  writeText(name, JSON.stringify(value));
}

/** Be told when another page of this browser has changed what is kept under a name. */
export function onOtherPage(name: string, changed: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === name || event.key === null) changed();
  });
}

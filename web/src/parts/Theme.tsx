import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { keepSetting, setting } from "../live/seats";

const NEXT: Record<string, string> = { system: "light", light: "dark", dark: "system" };
const WORDS: Record<string, string> = { system: "as on this device", light: "light", dark: "dark" };

/** Light, dark, or as the device has it. */
export function theme(): string {
  const kept = setting("theme", "system");
  return kept in NEXT ? kept : "system";
}

/** Keep the page in the chosen colours. */
export function followTheme(): () => void {
  return effect(() => {
    const chosen = theme();
    if (chosen === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  });
}

/** The switch between light, dark, and as the device has it. */
export function ThemeSwitch(): JSX.Element {
  const now = theme();
  const next = NEXT[now] ?? "system";
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Colours: ${WORDS[now]}. Change to ${WORDS[next]}`}
      title={`Colours: ${WORDS[now]}`}
      onClick={() => keepSetting("theme", next)}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        {now === "light" ? (
          <g fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round">
            <circle cx="10" cy="10" r="3.6" />
            <path d="M10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M4.2 15.8l1.4-1.4M14.4 5.6l1.4-1.4" />
          </g>
        ) : now === "dark" ? (
          <path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round" />
        ) : (
          <g>
            <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.7" />
            <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
          </g>
        )}
      </svg>
    </button>
  );
}

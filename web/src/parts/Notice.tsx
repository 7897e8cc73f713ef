import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { Button } from "./Button";

/** A sentence that stands out: news, a warning, trouble, or good news. A word at its head says which, not colour alone. */
export function Notice({
  tone = "news",
  children,
}: { tone?: "news" | "warning" | "trouble" | "good"; children: ComponentChildren }): JSX.Element {
  const sign = { news: "i", warning: "!", trouble: "✕", good: "✓" }[tone];
  return (
    <div class={`notice notice-${tone}`} role={tone === "trouble" || tone === "warning" ? "alert" : "status"}>
      <span class="notice-sign" aria-hidden="true">
        {sign}
      </span>
      <div>{children}</div>
    </div>
  );
}

interface Toast {
  text: string;
  action?: { label: string; run(): void };
}

const toasts: Signal<Toast[]> = signal([]);

/** Say something for a few seconds at the foot of the page, with something to do about it if there is. */
export function toast(text: string, action?: { label: string; run(): void }, seconds = action ? 10 : 5): void {
  const said: Toast = { text, action };
  toasts.value = [...toasts.value.slice(-2), said];
  setTimeout(() => dismiss(said), seconds * 1000);
}

function dismiss(said: Toast): void {
  toasts.value = toasts.value.filter((one) => one !== said);
}

/** Where `toast` speaks; once on the page. */
export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((one) => (
        <div class="toast" key={one.text}>
          <span>{one.text}</span>
          {one.action ? (
            <Button
              small
              look="quiet"
              onClick={() => {
                dismiss(one);
                one.action?.run();
              }}
            >
              {one.action.label}
            </Button>
          ) : null}
        </div>
      ))}
    </div>
  );
}

/** Something is being fetched. It says so only after a moment: most things come at once. */
export function Loading({ what }: { what: string }): JSX.Element {
  return (
    <p class="loading" role="status">
      {what}
    </p>
  );
}

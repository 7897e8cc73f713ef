import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/** A button that opens a small panel under it; Escape, a click elsewhere or leaving it with Tab closes it. */
export function Popover({
  label,
  face,
  class: extra = "",
  children,
}: {
  label: string;
  face: ComponentChildren;
  class?: string;
  children: (close: () => void) => ComponentChildren;
}): JSX.Element {
  const open = useSignal(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    open.value = false;
  };
  useEffect(() => {
    if (!open.value) return;
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    document.addEventListener("pointerdown", elsewhere, true);
    document.addEventListener("focusin", elsewhere);
    return () => {
      document.removeEventListener("pointerdown", elsewhere, true);
      document.removeEventListener("focusin", elsewhere);
    };
  }, [open.value]);
  return (
    <div
      class={`popover ${extra}`}
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open.value) return;
        event.stopPropagation();
        close();
        button.current?.focus();
      }}
    >
      <button
        type="button"
        class="icon-button"
        ref={button}
        aria-label={label}
        title={label}
        aria-expanded={open.value}
        aria-controls={open.value ? id : undefined}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        {face}
      </button>
      {open.value ? (
        <div class="popover-panel" id={id} role="group" aria-label={label}>
          {children(close)}
        </div>
      ) : null}
    </div>
  );
}

import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "./Button";

/** A window over the page: it holds the keyboard until it is closed, by its button, Escape or a click beside it. */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
  actions,
}: {
  title: string;
  onClose(): void;
  wide?: boolean;
  children: ComponentChildren;
  actions?: ComponentChildren;
}): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    before.current = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    };
  }, []);
  const beside = (event: MouseEvent) => {
    if (event.target === box.current) onClose();
  };
  return (
    <dialog
      ref={box}
      class={wide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={beside}
    >
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <IconButton label="Close" onClick={onClose}>
            ✕
          </IconButton>
        </header>
        <div class="dialog-body">{children}</div>
        {actions ? <footer class="dialog-actions">{actions}</footer> : null}
      </div>
    </dialog>
  );
}

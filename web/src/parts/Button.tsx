import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

type ButtonAttributes = Omit<JSX.IntrinsicElements["button"], "ref" | "icon">;

/** A button. `look`: "primary" for the one thing most players want, "quiet" for what must not shout. */
export function Button({
  look = "plain",
  small = false,
  class: extra,
  children,
  ...rest
}: ButtonAttributes & { look?: "plain" | "primary" | "quiet" | "danger"; small?: boolean; children?: ComponentChildren }): JSX.Element {
  const names = ["button", `button-${look}`, small ? "button-small" : "", typeof extra === "string" ? extra : ""];
  return (
    <button type="button" class={names.filter(Boolean).join(" ")} {...rest}>
      {children}
    </button>
  );
}

/** A square button with a sign on it and a name for those who do not see the sign. */
export function IconButton({
  label,
  class: extra,
  children,
  ...rest
}: ButtonAttributes & { label: string; children?: ComponentChildren }): JSX.Element {
  return (
    <button type="button" class={`icon-button ${typeof extra === "string" ? extra : ""}`} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}

/** Copy a text; true if it is on the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// The clipboard is closed to pages that are not served over https or from this machine; the old way still works there.
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "offscreen";
  document.body.append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    done = false;
  }
  field.remove();
  return done;
}

/** A button that copies a text and says so. */
export function CopyButton({
  text,
  label = "Copy",
  look,
  small,
}: { text: string; label?: string; look?: "plain" | "primary" | "quiet"; small?: boolean }): JSX.Element {
  const [state, setState] = useState<"" | "copied" | "failed">("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setState((await copyText(text)) ? "copied" : "failed");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState(""), 2500);
  };
  return (
    <Button look={look} small={small} onClick={copy}>
      <span aria-live="polite">{state === "copied" ? "Copied ✓" : state === "failed" ? "Select it and copy by hand" : label}</span>
    </Button>
  );
}

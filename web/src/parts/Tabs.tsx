import type { ComponentChildren, JSX } from "preact";
import { useId, useRef } from "preact/hooks";

/** One tab: its id, its name, and a small count or sign beside the name. */
export interface Tab {
  id: string;
  name: string;
  badge?: string;
}

/** Tabs with one panel: arrow keys go from tab to tab, Tab goes into the panel. */
export function Tabs({
  tabs,
  open,
  onOpen,
  label,
  children,
}: {
  tabs: Tab[];
  open: string;
  onOpen(id: string): void;
  label: string;
  children: ComponentChildren;
}): JSX.Element {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const key = (event: KeyboardEvent) => {
    const place = tabs.findIndex((tab) => tab.id === open);
    const target =
      event.key === "ArrowRight" ? place + 1
      : event.key === "ArrowLeft" ? place - 1
      : event.key === "Home" ? 0
      : event.key === "End" ? tabs.length - 1
      : null;
    if (target === null) return;
    event.preventDefault();
    const next = tabs[(target + tabs.length) % tabs.length];
    if (!next) return;
    onOpen(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={key}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === open ? 0 : -1}
            class="tab"
            onClick={() => onOpen(tab.id)}
          >
            {tab.name}
            {tab.badge ? <span class="badge">{tab.badge}</span> : null}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}

import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Fact } from "../../wire";

/** How things stand, in the head: as many facts as fit, whole. How many are left out goes to `left`. */
export function TopFacts({ facts, many, left }: { facts: Fact[]; many: boolean; left: Signal<number> }): JSX.Element {
  const list = useRef<HTMLDListElement>(null);
  useLayoutEffect(() => {
    const place = list.current;
    if (!place) return;
    const count = () => (left.value = hiddenIn(place));
    count();
    if (!("ResizeObserver" in window)) return;
    const watch = new ResizeObserver(count);
    watch.observe(place);
    return () => watch.disconnect();
  }, [facts, left]);
  return (
    <dl class={many ? "top-facts many" : "top-facts"} ref={list}>
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd title={fact.text}>{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The facts that wrapped out of sight. */
function hiddenIn(place: HTMLElement): number {
  const { bottom, width } = place.getBoundingClientRect();
  if (width === 0) return 0; // a phone shows none of them
  return [...place.children].filter((fact) => fact.getBoundingClientRect().top > bottom - 2).length;
}

/** The face of the button for all facts: it says how many the head has no room for. */
export function FactFace({ left }: { left: Signal<number> }): JSX.Element {
  return (
    <>
      <span class="fact-face">i</span>
      {left.value > 0 ? <span class="fact-left" aria-hidden="true">+{left.value}</span> : null}
    </>
  );
}

/** How many facts the head leaves out, for those who draw it. */
export function useFactsLeft(): Signal<number> {
  return useSignal(0);
}

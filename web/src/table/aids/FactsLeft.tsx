import { useEffect } from "preact/hooks";
import type { Fact } from "../../wire";

/** Tells, on the button that shows all facts, how many of them the head has no room for. */
export function FactsLeft({ facts }: { facts: Fact[] }): null {
  useEffect(() => {
    const head = document.querySelector<HTMLElement>(".top-facts");
    const button = document.querySelector<HTMLElement>(".fact-face")?.parentElement;
    if (!head || !button || typeof ResizeObserver !== "function") return;
    const watch = new ResizeObserver(() => {
      const left = hiddenIn(head);
      if (left > 0) button.dataset.left = String(left);
      else delete button.dataset.left;
    });
    watch.observe(head);
    return () => watch.disconnect();
  }, [facts]);
  return null;
}

/** The facts that wrapped out of sight. */
function hiddenIn(head: HTMLElement): number {
  const { bottom, width } = head.getBoundingClientRect();
  if (width === 0) return 0; // a phone shows none of them
  return [...head.children].filter((fact) => fact.getBoundingClientRect().top > bottom - 2).length;
}

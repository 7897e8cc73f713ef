// Which page is shown. Links are real links; only plain clicks are taken over.

import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";

/** What the address asks for. */
export type Route =
  | { page: "start"; game: string; again: string }
  | { page: "table"; match: string; guide: boolean }
  | { page: "proof"; match: string }
  | { page: "statistics"; match: string }
  | { page: "rules"; slug: string; case: string }
  | { page: "notices"; what: "confirm" | "stop"; query: string }
  | { page: "unknown"; path: string };

/** The page that an address stands for. */
export function readRoute(address: URL): Route {
  const parts = address.pathname.split("/").filter(Boolean).map(plain);
  const [head, id, tail] = parts;
  if (parts.length === 0) return { page: "start", game: address.searchParams.get("game") ?? "", again: address.searchParams.get("again") ?? "" };
  if (head === "match" && id && parts.length === 2)
    return { page: "table", match: id, guide: address.searchParams.get("guide") === "1" };
  if (head === "match" && id && tail === "proof" && parts.length === 3) return { page: "proof", match: id };
  if (head === "match" && id && tail === "statistics" && parts.length === 3) return { page: "statistics", match: id };
  if (head === "rules" && id && parts.length === 2) return { page: "rules", slug: id, case: plain(address.hash.slice(1)) };
  if (head === "notices" && (id === "confirm" || id === "stop") && parts.length === 2)
    return { page: "notices", what: id, query: address.search };
  return { page: "unknown", path: address.pathname };
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The page that is shown now. */
export const route: Signal<Route> = signal(readRoute(new URL(location.href, "http://here/")));

function follow(): void {
  route.value = readRoute(new URL(location.href));
}
window.addEventListener("popstate", follow);
window.addEventListener("hashchange", follow);

/** Go to another page of ours. */
export function go(path: string): void {
  history.pushState(null, "", path);
  follow();
  window.scrollTo(0, 0);
}

/** A link to another page of ours. */
export function Link(props: { to: string; class?: string; children: ComponentChildren; "aria-label"?: string }): JSX.Element {
  const { to, children, ...rest } = props;
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} onClick={click} {...rest}>
      {children}
    </a>
  );
}

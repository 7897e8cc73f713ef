// Components that are drawn again only when something in their properties changed.

import { Component, h } from "preact";
import type { FunctionComponent } from "preact";
import { useRef } from "preact/hooks";

/** A component that is left alone while its properties are the same, one by one. */
export function memo<P extends object>(view: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return differ(this.props as Record<string, unknown>, next as Record<string, unknown>);
    }
    render() {
      return h(view, this.props as P);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}

/** The value of last time as long as the new one says the same, so that fresh copies redraw nothing. */
export function useSame<T>(value: T): T {
  const last = useRef(value);
  if (!same(last.current, value)) last.current = value;
  return last.current;
}

/** Do two plain values say the same? */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}

function differ(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  for (const key in one) if (!(key in other)) return true;
  for (const key in other) if (one[key] !== other[key]) return true;
  return false;
}

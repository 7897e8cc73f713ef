// A part of a page whose code is fetched when it is first wanted, so that the first load stays small.

import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Fetches a part; asked again it gives the same one. */
export type Fetch<Props> = () => Promise<FunctionComponent<Props>>;

// What is here already is drawn at once.
const here = new Map<unknown, FunctionComponent<never>>();

/** A part of the page, as soon as its code is here. */
export function Later<Props extends object>({ fetch, props, wait }: { fetch: Fetch<Props>; props: Props; wait?: JSX.Element }): JSX.Element | null {
  const [found, setFound] = useState<{ Part: FunctionComponent<Props> } | null>(() => {
    const known = here.get(fetch) as FunctionComponent<Props> | undefined;
    return known ? { Part: known } : null;
  });
  useEffect(() => {
    let wanted = true;
    void bring(fetch).then((Part) => wanted && Part && setFound({ Part }));
    return () => {
      wanted = false;
    };
  }, []);
  return found ? <found.Part {...props} /> : (wait ?? null);
}

/** Fetches a part ahead; null if it cannot be had now. */
export async function bring<Props>(fetch: Fetch<Props>): Promise<FunctionComponent<Props> | null> {
  try {
    const part = await fetch();
    here.set(fetch, part as FunctionComponent<never>);
    return part;
  } catch {
    return null; // what wants it will ask again
  }
}

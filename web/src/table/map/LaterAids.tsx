import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AidsProps } from "../aids/Aids";

/** What helps the eye, as soon as its code is here; a table without it can be played as well. */
export function LaterAids(props: AidsProps): JSX.Element | null {
  const [found, setFound] = useState<{ Aids: FunctionComponent<AidsProps> } | null>(null);
  useEffect(() => {
    import("../aids/Aids").then(setFound, () => undefined);
  }, []);
  return found ? <found.Aids {...props} /> : null;
}

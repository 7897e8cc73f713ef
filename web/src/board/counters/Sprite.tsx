// What all counters share: the shapes of their symbols and the stripes of reduced and of face-down ones, once per document.

import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { SYMBOLS } from "./symbols";

const SPRITE = "counter-sprite";

/** The address of a symbol's shape; what is not known is drawn as unknown. */
export function symbolHref(symbol: string): string {
  return `#symbol-${(symbol in SYMBOLS ? symbol : "unknown").replace(/ /g, "-")}`;
}

function Shapes() {
  return (
    <svg class="counter-sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        {Object.entries(SYMBOLS).map(([name, { lines, solid }]) => (
          <g id={`symbol-${name.replace(/ /g, "-")}`} key={name}>
            <rect x="-15" y="-15" width="30" height="20" />
            {solid && <path d={solid} fill="currentColor" stroke="none" />}
            {lines && <path d={lines} fill="none" stroke-linecap="butt" />}
          </g>
        ))}
        <pattern
          id="counter-stripes"
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="3.2" height="8" fill="#fff" fill-opacity=".5" />
        </pattern>
        {/* Light and dark side by side, so that it shows on every colour. */}
        <pattern id="counter-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <rect width="1.5" height="6" fill="#2a1c08" fill-opacity=".62" />
          <rect x="1.5" width="1.2" height="6" fill="#fff6df" fill-opacity=".62" />
        </pattern>
      </defs>
    </svg>
  );
}

/** Puts the shapes into the document, if they are not there yet. */
export function useSprite(): void {
  useLayoutEffect(() => {
    if (document.getElementById(SPRITE)) return;
    const host = document.createElement("div");
    host.id = SPRITE;
    document.body.append(host);
    render(<Shapes />, host);
  }, []);
}

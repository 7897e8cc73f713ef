import type { JSX } from "preact";

// Drawn by us, in the manner of the maps: a few strokes on a field of 64 by 40.
const DRAWINGS: Record<string, JSX.Element> = {
  event: (
    <>
      <path d="M18 8h26a4 4 0 0 1 4 4v20H24a6 6 0 0 1-6-6z" />
      <path d="M18 8a4 4 0 0 0-4 4v3h4M48 32a4 4 0 0 0 4-4v-3h-4" />
      <path d="M25 15h16M25 20h16M25 25h10" />
    </>
  ),
  battle: (
    <>
      <path d="M16 6l26 24M42 30l-5 1 1-5M20 30l-6 5M12 28l10 6" />
      <path d="M48 6L22 30M22 30l5 1-1-5M44 30l6 5M52 28l-10 6" />
    </>
  ),
  landing: (
    <>
      <path d="M10 20h36l8-9v9l-5 9H16z" />
      <path d="M18 20v-7h12v7M6 34q5-4 10 0t10 0 10 0 10 0 12 0" />
    </>
  ),
  operations: (
    <>
      <path d="M8 30h28q10 0 10-9V14" />
      <path d="M38 20l8-11 8 11z" fill="currentColor" />
      <path d="M8 30l5-4M8 30l5 4" />
    </>
  ),
  reinforcement: (
    <>
      <rect x="10" y="12" width="28" height="18" />
      <path d="M10 12l28 18M38 12L10 30M50 13v16M42 21h16" />
    </>
  ),
  politics: (
    <>
      <path d="M12 34h40M15 30h34M32 6l18 9H14zM19 18v10M27 18v10M37 18v10M45 18v10" />
    </>
  ),
  air: (
    <>
      <path d="M8 20q8-3 20-3L20 6h5l14 11h9q6 0 8 3-2 3-8 3h-9L25 34h-5l8-11q-12 0-20-3z" />
    </>
  ),
  supply: (
    <>
      <path d="M8 28V14h26v14M34 18h10l8 6v4H34" />
      <circle cx="17" cy="29" r="4" />
      <circle cx="43" cy="29" r="4" />
    </>
  ),
};

const PLAIN = (
  <path d="M32 6l4.5 9 10 1.4-7.2 7 1.7 9.9-9-4.7-9 4.7 1.7-9.9-7.2-7 10-1.4z" />
);

/** The drawing of a card; what nobody has drawn yet is a star. */
export function CardSymbol({ name }: { name: string }): JSX.Element {
  return (
    <svg class="card-symbol" viewBox="0 0 64 40" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round">
      <g class="card-contours" stroke-width="0.7">
        <path d="M-70 36q30-14 60-4t50-7 90-12M-70 29q30-15 60-5t52-7 92-14M-70 21q30-14 60-4t50-9 94-13M-70 12q30-11 60-3t50-9 94-12M-70 4q30-8 60-2t52-8" />
      </g>
      {DRAWINGS[name] ?? PLAIN}
    </svg>
  );
}

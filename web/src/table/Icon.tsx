import type { JSX } from "preact";

const SHAPES: Record<string, string> = {
  layers: "M10 3 2.5 7 10 11l7.5-4zM3 10.5 10 14.2l7-3.7M3 13.8 10 17.5l7-3.7",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  film: "M3 4h14v12H3zM6.5 4v12M13.5 4v12M3 8h3.5M3 12h3.5M13.5 8H17M13.5 12H17",
  clock: "M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 6v4.2l3 1.8",
  search: "M8.5 3a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM12.6 12.6 17 17",
  help: "M7.3 7.4a2.8 2.8 0 1 1 4.2 2.5c-1 .6-1.5 1.1-1.5 2.3M10 15.2v.3",
  play: "M6 4l10 6-10 6z",
  pause: "M6.5 4v12M13.5 4v12",
  next: "M4 4l8 6-8 6zM15 4v12",
  back: "M16 4l-8 6 8 6zM5 4v12",
  close: "M5 5l10 10M15 5 5 15",
  panel: "M3 4h14v12H3zM12 4v12",
  home: "M3 9.5 10 3l7 6.5M5 8.5V17h10V8.5",
};

/** A small drawn sign; the button around it has the words. */
export function Icon({ name, size = 20 }: { name: keyof typeof SHAPES | string; size?: number }): JSX.Element {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">
      <path d={SHAPES[name] ?? ""} />
    </svg>
  );
}

import type { JSX } from "preact";
import { CaseLink } from "../parts";

const CASE = /\((R?\d+(?:\.\d+)*[a-z]?)\)/;

/** A sentence in which the cases in brackets can be opened. */
export function Cited({ text }: { text: string }): JSX.Element {
  // Split by a pattern with one group: sentences stand at even places, cases at odd ones.
  const parts = text.split(CASE);
  return <>{parts.map((part, place) => (place % 2 ? <CaseLink key={place} case={part} /> : <span key={place}>{part}</span>))}</>;
}

import { type Signal, signal } from "@preact/signals";
import { Fragment, type JSX } from "preact";

/** The case that the rules panel shall show; null while it is closed. Whoever shows the panel watches this. */
export const openCase: Signal<string | null> = signal(null);

/** The single cases of a citation such as "11.13.3, R6". */
export function casesOf(citation: string): string[] {
  return citation.split(/[\s,;]+/).filter((part) => /^(R\d+|\d+(\.\d+)+[a-z]?(\.[IVX]+)?)$/.test(part));
}

/** A case number that opens the rules panel there. Words that are not a case stay plain words. */
export function CaseLink({ case: citation }: { case: string }): JSX.Element | null {
  const text = citation.trim();
  if (!text) return null;
  const cases = casesOf(text);
  if (cases.length === 0) return <span class="case-plain">{text}</span>;
  return (
    <span class="cases">
      {cases.map((one, place) => (
        <Fragment key={one}>
          {place > 0 ? " " : null}
          <button
            type="button"
            class="case-link"
            aria-label={one.startsWith("R") ? `Ruling ${one}` : `Case ${one} of the rules`}
            onClick={(event) => {
              event.stopPropagation();
              openCase.value = one;
            }}
          >
            {one}
          </button>
        </Fragment>
      ))}
    </span>
  );
}

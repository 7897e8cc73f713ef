import type { JSX } from "preact";
import { openCase } from "../parts/CaseLink";
import { Dialog } from "../parts/Dialog";
import { RulesPanel } from "./RulesPanel";

/** The rules in a window over the page, for pages that have no place for them beside their own; empty while closed. */
export function RulesDialog({ slug, title }: { slug: string; title: string }): JSX.Element | null {
  const open = openCase.value;
  if (open === null) return null;
  return (
    <Dialog title={`The rules of ${title}`} wide onClose={() => (openCase.value = null)}>
      <RulesPanel slug={slug} open={open} />
    </Dialog>
  );
}

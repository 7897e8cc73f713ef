import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as api from "../live/api";
import { openCase } from "../parts/CaseLink";
import { go } from "../parts/route";
import { PageHead } from "../parts/PageHead";
import { RulesPanel } from "./RulesPanel";

/** The rules of a game as a page of their own; the case is behind the "#" of the address. */
export function RulesPage({ slug, open }: { slug: string; open: string }): JSX.Element {
  const [title, setTitle] = useState("");
  useEffect(() => {
    api.rulebook(slug).then((book) => setTitle(book.title), () => setTitle(""));
  }, [slug]);
  useEffect(() => {
    document.title = title ? `Rules – ${title}` : "Rules – Bocage";
  }, [title]);
  const clicked = openCase.value;
  useEffect(() => {
    if (!clicked) return;
    openCase.value = null;
    go(`/rules/${encodeURIComponent(slug)}#${clicked}`);
  }, [clicked, slug]);
  return (
    <div class="page">
      <PageHead />
      <main class="page-main rules-page" id="main">
        <h1>{title ? `The rules of ${title}` : "The rules"}</h1>
        <p class="lead">
          Every numbered case in our words, with the rulings where the book is silent or contradicts itself. Play with the
          printed rulebook beside you.
        </p>
        <RulesPanel slug={slug} open={open} level={2} />
      </main>
    </div>
  );
}

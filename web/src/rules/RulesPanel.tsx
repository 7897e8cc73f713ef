import { Fragment, type JSX } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import "../style/rules.css";
import * as api from "../live/api";
import { Button } from "../parts/Button";
import { openCase } from "../parts/CaseLink";
import { Loading, Notice } from "../parts/Notice";
import type { Rulebook, Ruling } from "../wire";
import { type Chapter, chapters, type Entry, placeOf, search, statusWords } from "./book";

/** The rules of a game in our words, opened at a case ("" for the beginning). `level` is that of the chapters' headings. */
export function RulesPanel({ slug, open, level = 3 }: { slug: string; open: string; level?: 2 | 3 }): JSX.Element {
  const [book, setBook] = useState<Rulebook | null>(null);
  const [trouble, setTrouble] = useState("");
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    setTrouble("");
    setBook(null);
    api.rulebook(slug).then(
      (found) => wanted && setBook(found),
      (error: Error) => wanted && setTrouble(error.message),
    );
    return () => {
      wanted = false;
    };
  }, [slug, attempt]);
  if (trouble)
    return (
      <Notice tone="trouble">
        <p>{trouble}</p>
        <Button small onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </Notice>
    );
  if (!book) return <Loading what="Opening the rules…" />;
  return <Book book={book} open={open} level={level} />;
}

function Book({ book, open, level }: { book: Rulebook; open: string; level: 2 | 3 }): JSX.Element {
  const [sought, setSought] = useState("");
  const field = useId();
  const body = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const all = useMemo(() => chapters(book), [book]);
  const known = useMemo(() => new Set([...book.cases.map((one) => one.case), ...book.rulings.map((one) => one.id)]), [book]);
  const found = useMemo(() => search(all, sought), [all, sought]);
  const count = found.reduce((sum, chapter) => sum + chapter.entries.length, 0);
  const place = open ? placeOf(book, open) : null;

  const show = (id: string, focus: boolean) => {
    const element = body.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(id)}"]`);
    if (!element) return;
    scrollTo(element, tools.current);
    if (focus) element.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!place) return;
    setSought("");
    // The search may have hidden the case: it is drawn again before we can go there.
    const later = requestAnimationFrame(() => show(place.id, true));
    return () => cancelAnimationFrame(later);
  }, [place?.id, open]);

  return (
    <div class="rules">
      <div class="rules-inside">
        <div class="rules-tools" ref={tools}>
          <label class="offscreen" for={field}>
            Search the rules
          </label>
          <input
            id={field}
            type="search"
            placeholder="Search: words or a case"
            value={sought}
            onInput={(event) => setSought(event.currentTarget.value)}
          />
          <nav class="rules-chapters" aria-label="Chapters">
            {all.map((chapter) => (
              <button
                key={chapter.number}
                type="button"
                class="rules-chapter-button"
                title={chapter.title}
                onClick={() => {
                  setSought("");
                  requestAnimationFrame(() => show(chapter.entries[0]?.case.case ?? "", true));
                }}
              >
                <span class="offscreen">Chapter </span>
                <span class="rules-number">{chapter.number}</span> <span class="rules-chapter-title">{chapter.title}</span>
              </button>
            ))}
          </nav>
          <p class="rules-count" role="status">
            {sought ? (count === 1 ? "1 case" : count ? `${count} cases` : "Nothing found. Try fewer or other words.") : ""}
          </p>
        </div>
        <div class="rules-body" ref={body}>
          {open && !place ? (
            <Notice tone="warning">
              <p>{book.title} has no case {open}.</p>
            </Notice>
          ) : null}
          {place && !place.exact ? (
            <Notice>
              <p>
                Case {open} is part of {place.id}.
              </p>
            </Notice>
          ) : null}
          {found.map((chapter) => (
            <ChapterPart key={chapter.number} chapter={chapter} known={known} sought={sought} open={place?.id ?? ""} level={level} />
          ))}
        </div>
      </div>
    </div>
  );
}

// Only what scrolls by itself is scrolled: `scrollIntoView` would also push the frame of the table out of place.
function scrollTo(element: HTMLElement, tools: HTMLElement | null): void {
  // In a narrow panel the search stands above the text and would cover the first line.
  const above = tools && tools.getBoundingClientRect().right > element.getBoundingClientRect().left ? tools.offsetHeight : 0;
  const margin = above + 12;
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight) {
      const border = Number.parseFloat(getComputedStyle(box).paddingTop) || 0;
      box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top - border - margin;
      return;
    }
  }
  window.scrollBy(0, element.getBoundingClientRect().top - margin);
}

interface Drawn {
  known: Set<string>;
  sought: string;
  open: string;
  level: 2 | 3;
}

function ChapterPart({ chapter, ...drawn }: { chapter: Chapter } & Drawn): JSX.Element {
  const Heading = drawn.level === 2 ? "h2" : "h3";
  return (
    <section class="rules-chapter" aria-label={`Chapter ${chapter.number}`}>
      <Heading class="rules-chapter-head">
        <span class="rules-number">{chapter.number}</span> {chapter.title}
      </Heading>
      {chapter.entries.map((entry) => (
        <CasePart key={entry.case.case} entry={entry} {...drawn} />
      ))}
    </section>
  );
}

function CasePart({ entry, ...drawn }: { entry: Entry } & Drawn): JSX.Element {
  const { case: id, topic, summary, status } = entry.case;
  const words = statusWords(status);
  const Heading = drawn.level === 2 ? "h3" : "h4";
  return (
    <article class={`rule rule-depth-${entry.depth}${drawn.open === id ? " rule-open" : ""}`} data-case={id} tabIndex={-1}>
      <Heading class="rule-head">
        <span class="rules-number">{id}</span> <Text text={topic} {...drawn} plain />
        <span class={`rule-status rule-status-${status}`} title={words.title}>
          <span aria-hidden="true">{words.sign}</span> {words.text}
        </span>
      </Heading>
      <p>
        <Text text={summary} {...drawn} />
      </p>
      {entry.rulings.map((ruling) => (
        <RulingPart key={ruling.id} ruling={ruling} {...drawn} />
      ))}
    </article>
  );
}

function RulingPart({ ruling, ...drawn }: { ruling: Ruling } & Drawn): JSX.Element {
  return (
    <aside class={`ruling${drawn.open === ruling.id ? " rule-open" : ""}`} data-case={ruling.id} tabIndex={-1}>
      <strong>Ruling {ruling.id}</strong> <Text text={ruling.decision} {...drawn} />
    </aside>
  );
}

// A number in a sentence becomes a link only where the book has that case: "2.5 miles" stays what it is.
function Text({ text, known, sought, plain }: { text: string; plain?: boolean } & Drawn): JSX.Element {
  const pieces = plain ? [text] : text.split(/(\bR\d+\b|\b\d+(?:\.\d+)+[a-z]?)/);
  return (
    <>
      {pieces.map((piece, at) =>
        at % 2 === 1 && known.has(piece) ? (
          <button key={at} type="button" class="case-link" aria-label={`Case ${piece}`} onClick={() => (openCase.value = piece)}>
            {piece}
          </button>
        ) : (
          <Fragment key={at}>{marked(piece, sought)}</Fragment>
        ),
      )}
    </>
  );
}

function marked(text: string, sought: string): (string | JSX.Element)[] | string {
  const words = sought.split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  return text.split(pattern).map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece));
}

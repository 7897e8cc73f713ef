// A rulebook put in order: chapters, the rulings at their cases, search.

import type { Case, Rulebook, Ruling } from "../wire";

/** A case with the rulings that decide something about it. */
export interface Entry {
  case: Case;
  rulings: Ruling[];
  /** How deep it is in its chapter: 0 for 3.0 and 3.1, 1 for 3.1.2. */
  depth: number;
}

/** A chapter: its number, its title and its cases. */
export interface Chapter {
  number: string;
  title: string;
  entries: Entry[];
}

function chapterOf(id: string): string {
  return id.split(".")[0] ?? id;
}

/** The case without its last part: 11.13.3 → 11.13, 3.1a → 3.1; "" at the head of a chapter. */
export function parentOf(id: string): string {
  if (/[a-z]$/.test(id)) return id.slice(0, -1);
  const dot = id.lastIndexOf(".");
  return dot > 0 ? id.slice(0, dot) : "";
}

/** The book in chapters. A ruling about a case that the book does not list is put at the nearest case above it. */
export function chapters(book: Rulebook): Chapter[] {
  const cases = new Map(book.cases.map((one) => [one.case, one]));
  const rulings = new Map<string, Ruling[]>();
  for (const ruling of book.rulings) {
    const home = nearest(cases, ruling.case) ?? book.cases.at(-1)?.case ?? "";
    rulings.set(home, [...(rulings.get(home) ?? []), ruling]);
  }
  const found: Chapter[] = [];
  for (const one of book.cases) {
    const number = chapterOf(one.case);
    let chapter = found.find((other) => other.number === number);
    if (!chapter) {
      chapter = { number, title: one.topic, entries: [] };
      found.push(chapter);
    }
    const depth = Math.max(0, one.case.split(".").length - 2) + (/[a-z]$/.test(one.case) ? 1 : 0);
    chapter.entries.push({ case: one, rulings: rulings.get(one.case) ?? [], depth: Math.min(depth, 2) });
  }
  return found;
}

function nearest(cases: Map<string, Case>, id: string): string | null {
  for (let at = id; at; at = parentOf(at)) {
    if (cases.has(at)) return at;
    if (cases.has(`${at}.0`)) return `${at}.0`;
  }
  return null;
}

/** Where a case or ruling stands: its own place, or that of the nearest case above it; null if the book has neither. */
export function placeOf(book: Rulebook, id: string): { id: string; exact: boolean } | null {
  if (book.rulings.some((ruling) => ruling.id === id)) return { id, exact: true };
  const home = nearest(new Map(book.cases.map((one) => [one.case, one])), id);
  return home ? { id: home, exact: home === id } : null;
}

/** The chapters with only what has all the words that are sought; a case number finds itself and what is below it. */
export function search(book: Chapter[], sought: string): Chapter[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return book;
  const fits = (text: string) => words.every((word) => text.includes(word));
  return book.flatMap((chapter) => {
    const entries = chapter.entries.filter(({ case: one, rulings }) => {
      if (words.length === 1 && /^\d+(\.|$)/.test(words[0]!)) return one.case.toLowerCase().startsWith(words[0]!);
      const told = rulings.map((ruling) => `${ruling.id} ${ruling.decision}`).join(" ");
      return fits(`${one.case} ${one.topic} ${one.summary} ${told}`.toLowerCase());
    });
    return entries.length ? [{ ...chapter, entries }] : [];
  });
}

/** What a status means for a player. */
export function statusWords(status: string): { text: string; title: string; sign: string } {
  switch (status) {
    case "enforced":
      return { text: "enforced", title: "The program sees to it that this is kept.", sign: "✓" };
    case "choice":
      return { text: "your choice", title: "The players decide this; the program asks or lets them.", sign: "◇" };
    case "not_machine":
      return { text: "explanation", title: "Nothing for a program to enforce.", sign: "–" };
    default:
      return { text: status.replaceAll("_", " "), title: "", sign: "·" };
  }
}

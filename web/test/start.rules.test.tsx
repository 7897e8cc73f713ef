import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CaseLink, casesOf, openCase } from "../src/parts/CaseLink";
import { readRoute } from "../src/parts/route";
import { chapters, parentOf, placeOf, search } from "../src/rules/book";
import { RulesPanel } from "../src/rules/RulesPanel";
import type { Rulebook } from "../src/wire";
import { serve } from "./start.fixtures";

const BOOK: Rulebook = {
  slug: "roundup",
  title: "Operation Roundup",
  cases: [
    { case: "10.0", topic: "Movement", summary: "Units move by hexes; see 11.13.3.", status: "enforced" },
    { case: "10.6", topic: "Column", summary: "About 2.5 miles.", status: "enforced" },
    { case: "11.0", topic: "Combat", summary: "Optional for the attacker.", status: "choice" },
    { case: "11.13.3", topic: "DR", summary: "Defenders retreat.", status: "enforced" },
    { case: "11.13.3a", topic: "DR blocked", summary: "A step is lost.", status: "not_machine" },
  ],
  rulings: [
    { id: "R6", case: "11.13.3", decision: "The free one retreats." },
    { id: "R9", case: "10.6.2", decision: "Columns stop at rivers." },
  ],
};

beforeEach(() => {
  openCase.value = null;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("rulings stand at their case, or at the nearest one above it", () => {
  const book = chapters(BOOK);
  expect(book.map((chapter) => `${chapter.number} ${chapter.title}`)).toEqual(["10 Movement", "11 Combat"]);
  const told = book.flatMap((chapter) => chapter.entries.map((entry) => [entry.case.case, entry.rulings.map((one) => one.id)]));
  expect(Object.fromEntries(told)).toMatchObject({ "10.6": ["R9"], "11.13.3": ["R6"], "10.0": [] });
});

test("a case number finds itself, or the case that it is part of", () => {
  expect(placeOf(BOOK, "11.13.3")).toEqual({ id: "11.13.3", exact: true });
  expect(placeOf(BOOK, "R9")).toEqual({ id: "R9", exact: true });
  expect(placeOf(BOOK, "10.6.2")).toEqual({ id: "10.6", exact: false });
  expect(placeOf(BOOK, "11.4")).toEqual({ id: "11.0", exact: false });
  expect(placeOf(BOOK, "44.1")).toBeNull();
  expect(parentOf("11.13.3a")).toBe("11.13.3");
});

test("search finds words in cases and rulings, and numbers with what is below them", () => {
  const found = (text: string) => search(chapters(BOOK), text).flatMap((chapter) => chapter.entries.map((entry) => entry.case.case));
  expect(found("retreat")).toEqual(["11.13.3"]);
  expect(found("rivers columns")).toEqual(["10.6"]);
  expect(found("11.13")).toEqual(["11.13.3", "11.13.3a"]);
  expect(found("panzer")).toEqual([]);
});

test("the panel opens at the case that was asked for and shows its rulings", async () => {
  serve({ "GET /api/games/roundup/rules": () => BOOK });
  const { container } = render(<RulesPanel slug="roundup" open="11.13.3" />);
  const article = (await waitFor(() => container.querySelector(".rule-open") ?? Promise.reject(new Error("not open")))) as HTMLElement;
  expect(article.dataset.case).toBe("11.13.3");
  expect(within(article).getByText("The free one retreats.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(article));
  // Only numbers that are cases are links: "2.5 miles" is not.
  expect(screen.getAllByRole("button", { name: /^Case/ }).map((button) => button.textContent)).toEqual(["11.13.3"]);
  fireEvent.input(screen.getByRole("searchbox"), { target: { value: "blocked" } });
  expect(await screen.findByText("1 case")).toBeTruthy();
  expect(container.querySelectorAll(".rule")).toHaveLength(1);
});

test("every case number is a button that opens the rules there", () => {
  render(<CaseLink case="11.13.3, R6" />);
  fireEvent.click(screen.getByRole("button", { name: "Ruling R6" }));
  expect(openCase.value).toBe("R6");
  fireEvent.click(screen.getByRole("button", { name: "Case 11.13.3 of the rules" }));
  expect(openCase.value).toBe("11.13.3");
  expect(casesOf("5.0.II")).toEqual(["5.0.II"]);
  expect(casesOf("the 4th hex")).toEqual([]);
});

test("addresses lead to their pages", () => {
  const at = (path: string) => readRoute(new URL(path, "http://table"));
  expect(at("/")).toEqual({ page: "start", game: "", again: "" });
  expect(at("/?game=roundup")).toEqual({ page: "start", game: "roundup", again: "" });
  expect(at("/match/m1?guide=1")).toEqual({ page: "table", match: "m1", guide: true });
  expect(at("/match/m1/proof")).toEqual({ page: "proof", match: "m1" });
  expect(at("/rules/roundup#11.2")).toEqual({ page: "rules", slug: "roundup", case: "11.2" });
  expect(at("/elsewhere")).toEqual({ page: "unknown", path: "/elsewhere" });
});

// The command field: what is typed becomes an action of the list, a chain of them, or a hex to look at.

import type { Box, Question, Sheet } from "../../wire";
import { allOffers, counterTable, type Offer, hexTable, hexWords, operandsOf, verbInfo } from "./acting";

/** A line of the list under the field. */
export interface Suggestion {
  id: string;
  label: string;
  /** The words to be carried out, one after the other ("US-1", "2114"), or none. */
  words: string[];
  /** A hex or unit to look at, where nothing is to be played. */
  look: string;
}

const MOST = 60;

/** Do all the words that were typed occur in a text? */
function fits(words: string[], text: string): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

function ranked(words: string[], offer: Offer): number {
  const whole = words.join(" ");
  if (offer.action.toLowerCase() === whole) return 0;
  const operand = offer.hex ?? offer.unit ?? offer.item ?? offer.verb;
  if (operand.toLowerCase() === whole) return 1;
  if (offer.label.toLowerCase().startsWith(whole)) return 2;
  // "82" means the 82nd Division rather than a hex 3820, whose digits only happen to hold it.
  const begun = `${offer.action} ${offer.label}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => begun.some((part) => part.startsWith(word))) ? 3 : 4;
}

/** Is the hex where the unit of a offer stands the only word? Then that unit may be meant. */
function standsAt(sheet: Sheet, offer: Offer, words: string[]): boolean {
  return words.length === 1 && offer.unit !== undefined && sheet.units[offer.unit]?.[0]?.toLowerCase() === words[0];
}

/** What may be meant: legal actions by their words first, then a chain, then places to look at. */
export function suggest(question: Question | null | undefined, box: Box, sheet: Sheet, text: string): Suggestion[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found: Suggestion[] = [];
  if (question) {
    const meant = (offer: Offer) => standsAt(sheet, offer, words);
    const offers = allOffers(question, box, sheet).filter((offer) => fits(words, `${offer.action} ${offer.label}`) || meant(offer));
    if (words.length > 0) offers.sort((one, other) => ranked(words, one) - ranked(words, other));
    found.push(...offers.slice(0, MOST).map((offer) => ({ id: offer.action, label: offer.label, words: [offer.action], look: "" })));
    if (found.length === 0 && words.length > 1) {
      const chain = text.trim().split(/\s+/);
      const first = readWords(question, box, sheet, chain);
      if (first) {
        const rest = first.rest.join(" ");
        const label = rest ? `${first.offer.label}, then ${rest}` : first.offer.label;
        found.push({ id: "chain", label, words: chain, look: "" });
      }
    }
  }
  if (words.length === 1) found.push(...places(box, sheet, words[0]!).slice(0, Math.max(4, MOST - found.length)));
  return found;
}

function places(box: Box, sheet: Sheet, word: string): Suggestion[] {
  const found: Suggestion[] = [];
  for (const hex of box.layout.hexes) {
    if (hex.label.toLowerCase() === word || (word.length > 2 && hex.name?.toLowerCase().includes(word))) {
      found.push({ id: `look ${hex.label}`, label: `Look at ${hexWords(box, hex.label)}`, words: [], look: hex.label });
    }
  }
  for (const counter of box.counters) {
    const at = sheet.units[counter.id]?.[0];
    const named = counter.id.toLowerCase() === word || (word.length > 2 && counter.name.toLowerCase().includes(word));
    if (at && named && hexTable(box).has(at)) {
      found.push({ id: `look ${counter.id}`, label: `Look at ${counter.name} in ${hexWords(box, at)}`, words: [], look: at });
    }
  }
  return found;
}

/** The first action that typed words mean on this question, and the words that are left; null if they mean none. */
export function readWords(
  question: Question,
  box: Box,
  sheet: Sheet,
  words: string[],
): { offer: Offer; rest: string[] } | null {
  const offers = allOffers(question, box, sheet);
  const named = (action: string) => offers.find((offer) => offer.action.toLowerCase() === action.toLowerCase());
  const [first, second] = words;
  if (!first) return null;
  if (words.length > 1) {
    const both = named(`${first} ${second}`);
    if (both) return { offer: both, rest: words.slice(2) };
  }
  const alone = named(first);
  if (alone) return { offer: alone, rest: words.slice(1) };
  if (first.toLowerCase() === "all") {
    const verb = question.choices.find((choice) => verbInfo(box, choice.verb).together)?.verb;
    const operand = verb ? operandsOf(question, box, verb)[0] : undefined;
    const offer = verb && operand ? named(`${verb} ${operand}`) : undefined;
    // "all" stays in front until nobody is left to join.
    if (offer) return { offer, rest: words };
    return words.length > 1 ? readWords(question, box, sheet, words.slice(1)) : null;
  }
  const wanted = first.toLowerCase();
  // A unit that stands in the hex of the hand may be picked or join it: the list's first verb is the plain meaning.
  const about = offers.find((offer) => [offer.hex, offer.unit, offer.item, offer.counter].some((name) => name?.toLowerCase() === wanted));
  if (about) return { offer: about, rest: words.slice(1) };
  const short = shortName(box, question, wanted);
  const byShort = short ? offers.find((offer) => offer.unit === short) : undefined;
  return byShort ? { offer: byShort, rest: words.slice(1) } : null;
}

/** What words are about that mean no action now: the referee can tell why not. Null if they name nothing. */
export function whatWords([word = "", next = ""]: string[], box: Box): { action?: string; hex?: string; unit?: string } | null {
  const verb = box.verbs.find((info) => info.verb === word.toLowerCase());
  if (verb) return { action: verb.noun ? `${verb.verb} ${next}`.trim() : verb.verb };
  if (hexTable(box).has(word)) return { hex: word };
  const unit = box.counters.find((counter) => counter.id.toLowerCase() === word.toLowerCase())?.id;
  return unit ? { unit } : null;
}

/** A unit by its id without the nation ("1" for US-1), if only one of the deciding side's units is called so. */
function shortName(box: Box, question: Question, word: string): string {
  const found = [...counterTable(box).values()].filter(
    (counter) => counter.side === question.side && (counter.short.toLowerCase() === word || counter.id.toLowerCase().split("-")[1] === word),
  );
  return found.length === 1 ? found[0]!.id : "";
}

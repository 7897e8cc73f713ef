// The keys of the table. Each is one letter, so each can be turned off: some people's software types letters for them.

import { setting } from "../../live/seats";
import { seenCounter } from "../../board";
import { previewedOffer } from "../odds/previews";
import { hexTable, justTaken, litPlaces, unitsAt } from "../question/acting";
import type { Desk, TabName } from "../desk";

/** A key and what it does, for the help. */
export interface Key {
  keys: string[];
  words: string;
}

export const KEYS: { title: string; keys: Key[] }[] = [
  {
    title: "Acting",
    keys: [
      { keys: ["/", ":"], words: "type a command, or choose from everything that may be done" },
      { keys: ["Shift"], words: "with a click on a target: attack with everybody who can; with a click on a hex while a unit is in hand: a point on its way" },
      { keys: ["Shift"], words: "with a drag: the whole stack, or a box around units or hexes" },
      { keys: ["U"], words: "undo the last action" },
      { keys: ["E"], words: "end the phase" },
      { keys: ["O"], words: "odds of an attack on the hex under the pointer or the cursor, at any time" },
      { keys: ["Esc"], words: "close what is open, go back to now, take back a point of the way, put down what was just taken in hand" },
    ],
  },
  {
    title: "The map",
    keys: [
      { keys: ["M"], words: "go to the map; arrow keys then move the cursor" },
      { keys: ["Enter", "Space"], words: "act on the hex under the cursor" },
      { keys: ["Page up", "Page down"], words: "the next unit of the stack" },
      { keys: ["Shift", "Enter"], words: "on a unit: take it along as well" },
      { keys: ["Shift", "F10"], words: "all that can be done here (also the menu key)" },
      { keys: [",", "."], words: "on the map: to what may be clicked, back or forward" },
      { keys: ["+", "−", "Home"], words: "nearer, farther, the whole map" },
      { keys: ["G"], words: "go to where the question is" },
      { keys: ["H"], words: "hold to hide the counters" },
      { keys: ["W"], words: "ruler, from the unit in hand or the hex under the pointer" },
      { keys: ["P"], words: "a note of your own on the hex under the pointer or the cursor" },
    ],
  },
  {
    title: "Memory",
    keys: [
      { keys: ["F"], words: "film of what happened since my last move" },
      { keys: [",", "."], words: "elsewhere: one moment back or forward" },
      { keys: ["N"], words: "back to now" },
    ],
  },
  {
    title: "Panels",
    keys: [
      { keys: ["Q"], words: "the question" },
      { keys: ["L", "B", "C", "T", "K", "R"], words: "log, order of battle, charts, track, talk, rules" },
      { keys: ["I", "D"], words: "in games with cards: the hand, the piles" },
      { keys: ["?"], words: "this help" },
    ],
  },
];

const TABS: Record<string, TabName> = { l: "log", b: "units", c: "charts", t: "track", k: "talk", r: "rules" };

/** Is somebody writing, so that letters are letters? */
export function writing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === "TEXTAREA" || target.tagName === "SELECT") return true;
  return target instanceof HTMLInputElement && !["range", "checkbox", "radio", "button"].includes(target.type);
}

/** Are keys of one letter on? */
export function keysOn(): boolean {
  return !setting("keys.off", false);
}

/** Close what is open, nearest first; false if nothing was. */
export function escape(desk: Desk): boolean {
  if (desk.hand.open.value) desk.hand.open.value = "";
  else if (desk.menu.value || desk.reasons.value || desk.confirming.value) desk.clearSpot();
  else if (desk.tools.close()) return true;
  else if (desk.dice.tray.value.length > 0) desk.dice.tray.value = [];
  else if (!desk.past.present.value) desk.toNow();
  else if (desk.highlight.value.hexes.length > 0 || desk.highlight.value.units.length > 0) desk.toNow();
  else if (desk.height.value !== "low") desk.height.value = "low";
  else if (desk.legs.back()) return true;
  else if (desk.gestures.forget()) return true;
  else if (putDown(desk)) return true;
  else if (desk.selected.value) desk.selected.value = "";
  else return false;
  return true;
}

/** The unit that was just taken in hand is put down again. */
function putDown(desk: Desk): boolean {
  const question = desk.question.value;
  const sheet = desk.table.value.sheet.value;
  if (!question || !sheet || !justTaken(question, sheet, desk.lastAction.value)) return false;
  desk.undoLast();
  return true;
}

function step(desk: Desk, by: number): void {
  const now = desk.table.value.sheet.value?.moment ?? 0;
  const at = desk.past.looking.value?.moment ?? now;
  const film = desk.past.film.value;
  if (film) void film.step(by > 0 ? 1 : -1);
  else desk.past.look(Math.max(0, at + by), now);
}

/** All that is lit, at the size at which one plays; the cursor at the hex that the question is about. */
function goToQuestion(desk: Desk): void {
  const question = desk.question.value;
  const sheet = desk.table.value.sheet.value;
  const box = desk.box.value;
  if (!question || !sheet || !box) return;
  const places = litPlaces(question, box, sheet);
  const place = question.focus || sheet.units[question.hand?.[0] ?? ""]?.[0] || places[0] || "";
  if (!hexTable(box).has(place)) return;
  desk.centre(place);
  desk.map.show(question.focus ? [...new Set([question.focus, ...places])] : places);
}

/** The odds of an attack on the hex that is pointed at: of what is asked, or else of what would be if it came to it now. */
function showOdds(desk: Desk): void {
  const question = desk.question.value;
  const sheet = desk.table.value.sheet.value;
  const box = desk.box.value;
  const hex = desk.hover.value?.hex || desk.cursor.value || question?.focus || "";
  if (!hex || !box || !sheet) return;
  desk.hover.value = { hex, unit: "" };
  desk.open("odds");
  if (question && previewedOffer(question, box, sheet, hex, "")) return;
  const enemies = unitsAt(sheet, hex).filter((unit) => seenCounter(box, unit)?.side !== desk.side);
  if (enemies.length > 0) desk.whatIf(hex, sheet.moment);
}

/** Where the units in hand stand. */
function placeInHand(desk: Desk): string {
  return desk.sheet.value?.units[desk.question.value?.hand?.[0] ?? ""]?.[0] ?? "";
}

/** What a key does; true if it did something. */
export function pressed(desk: Desk, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (desk.dialog.value || desk.seating.curtain.value) return false;
  if (event.key === "Escape") return escape(desk);
  if (writing(event.target) || !keysOn()) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "d" && desk.box.value?.cards?.length) {
    desk.show("cards");
    return true;
  }
  const tab = TABS[key];
  if (tab) {
    desk.show(tab);
    return true;
  }
  switch (key) {
    case "/":
    case ":":
      desk.dialog.value = "command";
      return true;
    case "?":
      desk.dialog.value = "help";
      return true;
    case "u":
      desk.undoLast();
      return true;
    case "e":
      desk.end();
      return true;
    case "f":
      desk.showFilm();
      return true;
    case "n":
      desk.toNow();
      return true;
    case ",":
      step(desk, -1);
      return true;
    case ".":
      step(desk, 1);
      return true;
    case "g":
      goToQuestion(desk);
      return true;
    case "i":
      if (!desk.box.value?.cards?.length) return false;
      desk.hand.goTo();
      return true;
    case "o":
      showOdds(desk);
      return true;
    case "h":
      desk.overlays.peeking.value = true;
      return true;
    case "w":
      desk.tools.measure(placeInHand(desk) || desk.hover.value?.hex || "");
      return true;
    case "p":
      if (desk.side === null) return false;
      desk.tools.write(desk.hover.value?.hex || desk.cursor.value || "");
      return true;
    case "m":
      desk.map.frame?.querySelector<HTMLElement>('[role="application"] [tabindex="0"]')?.focus();
      return true;
    case "q":
      document.querySelector<HTMLElement>(".prompt-text")?.focus();
      return true;
    default:
      return false;
  }
}

/** A key was let go. */
export function released(desk: Desk, event: KeyboardEvent): void {
  if (event.key.toLowerCase() === "h") desk.overlays.peeking.value = false;
}

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Dialog } from "../../parts";
import type { Box } from "../../wire";
import { type Suggestion, suggest } from "./command";
import { useDesk } from "../desk";

/** Type what you want to do, or choose it from the list of everything that may be done. */
export function CommandField({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const text = useSignal("");
  const place = useSignal(0);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => field.current?.focus(), []);
  const sheet = desk.table.value.sheet.value;
  if (!sheet) return null;
  const question = desk.question.value;
  const found = suggest(question, box, sheet, text.value);
  const chosen = Math.min(place.value, Math.max(0, found.length - 1));
  const close = () => {
    desk.dialog.value = "";
  };
  const run = (suggestion: Suggestion | undefined) => {
    close();
    if (suggestion?.look) desk.centre(suggestion.look);
    else if (suggestion) void desk.runWords(suggestion.words);
    else if (text.value.trim()) void desk.runWords(text.value.trim().split(/\s+/));
  };
  const go = (to: number) => {
    if (found.length === 0) return;
    place.value = (to + found.length) % found.length;
    list.current?.children[place.value]?.scrollIntoView({ block: "nearest" });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") go(chosen + 1);
    else if (event.key === "ArrowUp") go(chosen - 1);
    else if (event.key === "PageDown") go(Math.min(found.length - 1, chosen + 8));
    else if (event.key === "PageUp") go(Math.max(0, chosen - 8));
    else if (event.key === "Enter") run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="What do you want to do?" onClose={close}>
      <p class="soft">{question ? question.text : (sheet.waiting || "It is not your decision now.")}</p>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Action, unit or hex"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder="US-1 2114, 2114, end, or some words"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          place.value = 0;
        }}
        onKeyDown={key}
      />
      <ul class="command-list" role="listbox" id={`${id}-list`} ref={list} aria-label="What may be done">
        {found.map((suggestion, number) => (
          <li
            key={suggestion.id}
            id={`${id}-${number}`}
            role="option"
            aria-selected={number === chosen}
            data-action={suggestion.words.join(" ")}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(suggestion)}
          >
            {suggestion.label}
          </li>
        ))}
      </ul>
      <p class="soft command-count" aria-live="polite">
        {found.length === 0 ? "Nothing fits. Enter asks the rules why." : found.length === 1 ? "1 fits." : `${found.length >= 60 ? "60 or more" : found.length} fit.`}
      </p>
    </Dialog>
  );
}

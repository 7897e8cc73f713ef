import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ago, Button, sideAdjective } from "../../parts";
import type { Box } from "../../wire";
import { useDesk } from "../desk";

const SAVE_MS = 900;

/** What is said at the table, and one's own notes. */
export function TalkTab({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  return (
    <div class="talk">
      <Chat box={box} />
      {desk.side !== null ? <Notes key={desk.side} /> : null}
    </div>
  );
}

function Chat({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const table = desk.table.value;
  const text = useSignal("");
  const trouble = useSignal("");
  const end = useRef<HTMLLIElement>(null);
  const chat = table.chat.value;
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [chat.length]);
  const say = async () => {
    const words = text.value.trim();
    if (!words) return;
    const why = await table.say(words);
    trouble.value = why?.text ?? "";
    if (!why) text.value = "";
  };
  return (
    <section class="chat" aria-label="Talk">
      <ol class="chat-lines" aria-live="polite">
        {chat.length === 0 ? <li class="soft">Nobody has said anything yet.</li> : null}
        {chat.map((spoken) => (
          <li key={spoken.number} class={spoken.side && spoken.side === desk.side ? "own" : undefined}>
            <b>{spoken.name || (spoken.side ? sideAdjective(box.sides, spoken.side) : "Spectator")}</b>{" "}
            <span class="soft">{ago(spoken.created)}</span>
            <p>{spoken.text}</p>
          </li>
        ))}
        <li ref={end} aria-hidden="true" />
      </ol>
      <form
        class="chat-form"
        onSubmit={(event) => {
          event.preventDefault();
          void say();
        }}
      >
        <input
          type="text"
          aria-label="Say something to everybody at the table"
          placeholder="Say something"
          maxLength={500}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <Button type="submit" disabled={!text.value.trim()}>
          Say
        </Button>
      </form>
      {trouble.value ? <p role="alert">{trouble.value}</p> : null}
    </section>
  );
}

/** Notes that only this seat sees; they are kept as one writes. */
function Notes(): JSX.Element {
  const desk = useDesk();
  const table = desk.table.value;
  const kept = table.notes.value;
  const text = useSignal(kept);
  const state = useSignal("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dirty = useRef(false);
  useEffect(() => {
    if (!dirty.current) text.value = kept;
  }, [kept]);
  const save = async () => {
    clearTimeout(timer.current);
    if (!dirty.current) return;
    const sent = text.value;
    const why = await table.note(sent);
    if (!why && text.value === sent) dirty.current = false;
    state.value = why ? why.text : "Kept.";
  };
  useEffect(
    () => () => {
      void save();
    },
    [],
  );
  return (
    <section class="seat-notes">
      <label for="seat-notes">
        <h3>Notes</h3>
        <span class="soft">Only you see them.</span>
      </label>
      <textarea
        id="seat-notes"
        rows={6}
        maxLength={10000}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          dirty.current = true;
          state.value = "";
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void save(), SAVE_MS);
        }}
        onBlur={() => void save()}
      />
      <p class="soft" aria-live="polite">
        {state.value}
      </p>
    </section>
  );
}

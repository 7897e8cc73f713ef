import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { keepSetting, setting } from "../../live/seats";
import { CaseLink, Die } from "../../parts";
import type { Box, Line } from "../../wire";
import { useDesk } from "../desk";
import { filterGroups, foldLines, groupLines, type LogFilter, type LogItem, REMARK, struckLines, type TurnLines } from "./lines";

const FILTERS: [LogFilter, string][] = [
  ["all", "All"],
  ["battles", "Battles"],
  ["mine", "Mine"],
  ["marked", "★"],
];
const MARKS: Record<string, string> = { move: "→", battle: "✕", loss: "−", dice: "⚄", arrival: "+", talk: "↶", remark: "“" };
const KIND_WORDS: Record<string, string> = { move: "Move", battle: "Battle", loss: "Loss", dice: "Dice", arrival: "Arrival", talk: "Said", remark: "Why" };
// Older turns are folded, and within a turn older lines wait for a click: a long game stays quick.
const OPEN_LINES = 150;

/** The story of the match, turn by turn; each line shows the board as it was then. */
export function LogTab({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const words = useSignal("");
  const open = useSignal<ReadonlySet<string>>(new Set());
  const log = desk.table.value.log.value;
  const groups = useComputed(() => groupLines(desk.table.value.log.value, box));
  const struck = useComputed(() => struckLines(desk.table.value.log.value));
  const kept = setting<string>("log.filter", "all");
  const filter: LogFilter = kept === "battles" || kept === "mine" || kept === "marked" ? kept : "all";
  const why = setting("log.why", true);
  const undone = setting("log.undone", false);
  const marks = desk.tools.marks.value;
  const filteredGroups = filterGroups(groups.value, filter, desk.side, words.value, why, marks);
  const shown = undone ? filteredGroups : withoutUndone(filteredGroups, struck.value);
  const end = useRef<HTMLDivElement>(null);
  const present = desk.past.present.value;
  const newest = log.length;
  const height = desk.height.value;
  useEffect(() => {
    if (present) end.current?.scrollIntoView({ block: "nearest" });
  }, [newest, present, height]);
  const filtered = filter !== "all" || words.value.trim() !== "";
  return (
    <div class="log">
      <div class="log-tools">
        <div class="segmented" role="group" aria-label="Which lines">
          {FILTERS.map(([id, name]) =>
            id === "mine" && desk.side === null ? null : (
              <button key={id} type="button" aria-pressed={filter === id} aria-label={id === "marked" ? "Marked" : undefined} title={id === "marked" ? "What I have marked" : undefined} onClick={() => keepSetting("log.filter", id)}>
                {name}
              </button>
            ),
          )}
        </div>
        {log.some((line) => line.kind === REMARK) ? (
          <div class="segmented">
            <button type="button" aria-pressed={why} title="Why the bot did what it did" onClick={() => keepSetting("log.why", !why)}>
              Why
            </button>
          </div>
        ) : null}
        {struck.value.size > 0 ? (
          <div class="segmented">
            <button type="button" aria-pressed={undone} title="Show what was taken back, too" onClick={() => keepSetting("log.undone", !undone)}>
              Undone
            </button>
          </div>
        ) : null}
        <input
          type="search"
          aria-label="Find in the log"
          placeholder="Find"
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value;
          }}
        />
      </div>
      {shown.length === 0 ? <p class="soft empty">{log.length === 0 ? "Nothing has happened yet." : "No line fits."}</p> : null}
      {shown.map((group, place) => (
        <Turn
          key={group.key}
          group={group}
          last={place === shown.length - 1}
          flat={words.value.trim() !== ""}
          struck={struck.value}
          open={filtered || open.value.has(group.key) !== place >= shown.length - 2}
          onToggle={() => {
            const next = new Set(open.value);
            if (!next.delete(group.key)) next.add(group.key);
            open.value = next;
          }}
        />
      ))}
      <div ref={end} />
    </div>
  );
}

function Turn({
  group,
  last,
  flat,
  open,
  struck,
  onToggle,
}: {
  group: TurnLines;
  last: boolean;
  /** Is each line shown by itself, because somebody looks for words? */
  flat: boolean;
  open: boolean;
  struck: ReadonlySet<Line>;
  onToggle(): void;
}): JSX.Element {
  const all = useSignal(false);
  const every = flat ? group.lines.map((line) => ({ head: line, more: [] })) : foldLines(group.lines);
  const items: LogItem[] = all.value || every.length <= OPEN_LINES ? every : every.slice(-OPEN_LINES);
  const hidden = every.length - items.length;
  return (
    <section class="log-turn">
      <h3>
        <button type="button" aria-expanded={open} onClick={onToggle}>
          <span>{group.title}</span>
          <span class="soft">{every.length}</span>
        </button>
      </h3>
      {open ? (
        <>
          {hidden > 0 ? (
            <button
              type="button"
              class="text-button"
              onClick={() => {
                all.value = true;
              }}
            >
              Show {hidden} earlier lines
            </button>
          ) : null}
          <ol>
            {items.map((item, place) => (
              <Item key={`${item.head.moment} ${place + hidden}`} item={item} struck={struck} newest={last && place === items.length - 1} />
            ))}
          </ol>
          {items.length === 0 && last ? <p class="soft empty">It has just begun.</p> : null}
        </>
      ) : null}
    </section>
  );
}

/** The groups without what was taken back; that something was, is still said. */
function withoutUndone(groups: TurnLines[], struck: ReadonlySet<Line>): TurnLines[] {
  if (struck.size === 0) return groups;
  return groups.map((group) => ({ ...group, lines: group.lines.filter((line) => !struck.has(line)) }));
}

/** A move or a battle in one line; the newest is unfolded until the next comes. */
function Item({ item, struck, newest }: { item: LogItem; struck: ReadonlySet<Line>; newest: boolean }): JSX.Element {
  const wanted = useSignal<boolean | null>(null);
  const open = wanted.value ?? newest;
  const { head, more } = item;
  return (
    <>
      <LogLine line={head} struck={struck.has(head)}>
        {more.length > 0 ? (
          <button
            type="button"
            class="log-more"
            aria-expanded={open}
            aria-label={`${more.length} ${more.length === 1 ? "line" : "lines"} about it: ${head.text}`}
            onClick={() => {
              wanted.value = !open;
            }}
          >
            <span aria-hidden="true">{open ? "▾" : "▸"} </span>
            {more.length}
          </button>
        ) : null}
      </LogLine>
      {open ? more.map((line, place) => <LogLine key={place} line={line} struck={struck.has(line)} under />) : null}
    </>
  );
}

function LogLine({
  line,
  struck,
  under = false,
  children,
}: {
  line: Line;
  struck: boolean;
  under?: boolean;
  children?: ComponentChildren;
}): JSX.Element {
  const desk = useDesk();
  const kind = line.kind ?? "";
  const marked = desk.tools.marks.value.has(line.moment);
  const looked = desk.past.looking.value?.moment === line.moment;
  const playing = desk.side !== null && !desk.table.value.sheet.value?.outcome;
  return (
    <li class={`log-line kind-${kind || "plain"}${struck ? " struck" : ""}${looked ? " looked" : ""}${under ? " under" : ""}`} data-side={line.side || undefined}>
      <span class="log-mark" title={KIND_WORDS[kind]} aria-hidden="true">
        {MARKS[kind] ?? "·"}
      </span>
      <div class="log-body">
        {/* Not a button element: the text of one cannot flow on into what follows it. */}
        <span
          class="log-text"
          role="button"
          tabIndex={0}
          aria-label={`${struck ? "Taken back: " : ""}${line.text} Show the board then.`}
          onClick={() => desk.showLine(line)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            event.stopPropagation();
            desk.showLine(line);
          }}
        >
          {line.text}
        </span>
        <span class="log-side">
          {(line.rolls ?? []).map((roll, place) => (
            <span class="log-roll" key={place} title={roll.name}>
              {roll.dice.map((die, number) => (
                <Die key={number} value={die} size={18} />
              ))}
            </span>
          ))}
          <CaseLink case={line.rule} />
          {children}
          {!under && kind !== REMARK && kind !== "talk" ? (
            <button
              type="button"
              class="log-star"
              aria-pressed={marked}
              title={marked ? "Take the bookmark away" : "Bookmark this"}
              aria-label={`${marked ? "Take the bookmark away" : "Bookmark this"}: ${line.text}`}
              onClick={() => desk.tools.mark(line.moment)}
            >
              {marked ? "★" : "☆"}
            </button>
          ) : null}
          {playing && kind !== "talk" && kind !== REMARK && !struck ? (
            <button
              type="button"
              class="log-back"
              title="Go back to before this"
              aria-label={`Go back to before this: ${line.text}`}
              onClick={() => {
                desk.rollbackTo.value = Math.max(0, line.moment - 1);
                desk.dialog.value = "rollback";
              }}
            >
              ↶
            </button>
          ) : null}
        </span>
      </div>
    </li>
  );
}

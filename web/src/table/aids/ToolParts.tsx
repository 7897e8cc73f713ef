import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardHandle } from "../../board";
import { Button } from "../../parts";
import type { Box, Layer, Path, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { hexWords } from "../question/acting";
import { place } from "./BattleMoment";
import { moveTo, rulerLayer } from "./measure";
import { LONGEST_NOTE, readNotes, writeNote } from "./notes";

const WAIT = 90; // milliseconds that the pointer rests before the way is asked for
const ON_MAP = 12; // letters of a note that stand on the map

interface ToolPartsProps {
  box: Box;
  sheet: Sheet;
  board: BoardHandle;
}

/** The ruler and the notes: what they draw on the board, and what stands beside. */
export function ToolParts({ box, sheet, board }: ToolPartsProps): JSX.Element {
  const desk = useDesk();
  const ruled = useRuler(box, sheet);
  const notes = useMemo(() => readNotes(desk.table.value.notes.value), [desk.table.value.notes.value]);
  const noted = useMemo(() => {
    const texts = Object.fromEntries([...notes].map(([hex, text]) => [hex, `✎ ${text.length > ON_MAP ? `${text.slice(0, ON_MAP)}…` : text}`]));
    return notes.size > 0 ? [{ name: "My notes", texts }] : [];
  }, [notes]);
  useLayoutEffect(() => {
    desk.tools.layers.value = [...(ruled ? [ruled] : []), ...noted];
  }, [ruled, noted]);
  const hex = desk.tools.note.value;
  const ruler = desk.tools.ruler.value;
  const pointed = desk.hover.value?.hex ?? "";
  return (
    <>
      {ruler ? (
        <ToolBar
          words={ruled ? `${hexWords(box, ruler.from)} to ${hexWords(box, ruler.to || pointed || desk.cursor.value || "")}: ${ruled.name}` : ruler.from ? `From ${hexWords(box, ruler.from)} to …` : "Ruler: choose a hex, then another"}
        />
      ) : null}
      {hex === "?" ? <ToolBar words="Note: choose a hex" /> : null}
      {hex && hex !== "?" ? <NoteCard key={hex} hex={hex} box={box} board={board} text={notes.get(hex) ?? ""} /> : null}
      {hex === null && !ruler && notes.has(pointed) ? <NoteTip hex={pointed} board={board} text={notes.get(pointed)!} /> : null}
    </>
  );
}

function ToolBar({ words }: { words: string }): JSX.Element {
  const desk = useDesk();
  return (
    <div class="tool-bar">
      <span role="status">{words}</span>
      <button type="button" class="tray-close" aria-label="Put it away" title="Put it away (Esc)" onClick={() => desk.tools.close()}>
        ✕
      </button>
    </div>
  );
}

/** What the ruler measures now: to the hex that was clicked, or else to the one that is pointed at. */
function useRuler(box: Box, sheet: Sheet): Layer | null {
  const desk = useDesk();
  const ruler = desk.tools.ruler.value;
  const question = desk.question.value;
  const from = ruler?.from ?? "";
  const to = ruler ? ruler.to || desk.hover.value?.hex || desk.cursor.value || "" : "";
  const stands = sheet.units[question?.hand?.[0] ?? ""]?.[0] ?? "";
  const action = from && from === stands ? moveTo(question, box, to) : "";
  const [found, setFound] = useState<{ action: string; way: Path } | null>(null);
  useEffect(() => {
    if (!action) return;
    const timer = setTimeout(() => {
      desk.table.peek().path(action).then((way) => setFound({ action, way }), () => undefined);
    }, WAIT);
    return () => clearTimeout(timer);
  }, [action, sheet.moment]);
  const way = action && found?.action === action ? found.way : null;
  return useMemo(() => (from && to && to !== from ? rulerLayer(box, from, to, way, question, action) : null), [box, from, to, way, question]);
}

function NoteCard({ hex, box, board, text }: { hex: string; box: Box; board: BoardHandle; text: string }): JSX.Element {
  const desk = useDesk();
  const card = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [trouble, setTrouble] = useState("");
  useBeside(card, hex, board);
  useEffect(() => field.current?.focus(), []);
  const keep = async (words: string) => {
    const table = desk.table.peek();
    const why = await table.note(writeNote(table.notes.peek(), hex, words));
    if (why) setTrouble(why.text);
    else desk.tools.close();
  };
  return (
    <form
      class="note-card"
      ref={card}
      aria-label={`Note on ${hexWords(box, hex)}`}
      onSubmit={(event) => {
        event.preventDefault();
        void keep(field.current?.value ?? "");
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") desk.tools.close();
        else if (event.key === "Enter" && !event.shiftKey && event.target === field.current) void keep(field.current?.value ?? "");
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <label>
        {hexWords(box, hex)} <span class="soft">only you see it</span>
        <textarea ref={field} rows={3} maxLength={LONGEST_NOTE} defaultValue={text} />
      </label>
      {trouble ? <p role="alert">{trouble}</p> : null}
      <div class="note-foot">
        {text ? (
          <Button small onClick={() => void keep("")}>
            Take it away
          </Button>
        ) : null}
        <Button small onClick={() => desk.tools.close()}>
          Leave it
        </Button>
        <Button small look="primary" type="submit">
          Keep
        </Button>
      </div>
    </form>
  );
}

function NoteTip({ hex, board, text }: { hex: string; board: BoardHandle; text: string }): JSX.Element {
  const card = useRef<HTMLParagraphElement>(null);
  useBeside(card, hex, board);
  return (
    <p class="note-card note-tip" ref={card}>
      ✎ {text}
    </p>
  );
}

/** Keeps a card beside its hex as the map moves. */
function useBeside(card: { current: HTMLElement | null }, hex: string, board: BoardHandle): void {
  const desk = useDesk();
  useLayoutEffect(() => board.watch(({ view }) => place(card.current, desk.map.frame, board.pointOf(hex), 40 * view.zoom)), [board, hex]);
}

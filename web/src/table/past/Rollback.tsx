import type { JSX } from "preact";
import { Button, capital, Dialog, Notice, sideName } from "../../parts";
import type { Box, Line, Sheet } from "../../wire";
import { actionWords } from "../question/acting";
import { useDesk } from "../desk";
import { REMARK, takenBack } from "../tabs/lines";

const MOST = 12;

function Lines({ lines, more = 0 }: { lines: readonly Line[]; more?: number }): JSX.Element {
  const left = lines.length - MOST + more;
  return (
    <ul class="back-lines">
      {lines.slice(-MOST).map((line, place) => (
        // Lines have no identity of their own, and this list never changes while it is shown.
        <li key={place}>{line.text}</li>
      ))}
      {left > 0 ? <li class="soft">and {left} before that</li> : null}
    </ul>
  );
}

/** A rollback that somebody asks for: the other side says yes or no, everybody sees how it stands. */
export function RequestCard({ sheet, box }: { sheet: Sheet; box: Box }): JSX.Element | null {
  const desk = useDesk();
  const request = sheet.request;
  if (!request) return null;
  const who = capital(sideName(box.sides, request.side));
  // On a shared page the other player sits beside: the question is his, whoever's turn is shown.
  const answering = desk.seating.tables.value.find((table) => table.side.value !== null && table.side.value !== request.side);
  const lines = request.lines ?? [];
  const asked = !answering && desk.side === request.side;
  return (
    <section class="request" aria-label="A rollback is asked for" role="region">
      <h3>{asked ? "You have asked to go back" : `${who} ask to go back`}</h3>
      <p>This would be taken back, and new dice would fall from there:</p>
      <Lines lines={lines} />
      {answering ? (
        <div class="prompt-buttons">
          <Button look="primary" data-action="agree" onClick={() => void answering.answerRollback(true)}>
            Agree
          </Button>
          <Button data-action="refuse" onClick={() => void answering.answerRollback(false)}>
            Do not agree
          </Button>
        </div>
      ) : (
        <p class="soft">{asked ? "The other side has not answered yet. You may also simply play on." : "The other side decides."}</p>
      )}
    </section>
  );
}

/** Ask the other side to go back to before a line of the log. */
export function RollbackDialog({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  const to = desk.rollbackTo.value;
  const lines = takenBack(table.log.value, to);
  const undo = table.sheet.value?.undo ?? [];
  const others = (table.match.value?.seats ?? []).filter((seat) => seat.side !== desk.side);
  const bot = others.length > 0 && others.every((seat) => seat.kind === "bot");
  const close = () => {
    desk.dialog.value = "";
  };
  const ask = async () => {
    const why = undo.includes(to) ? await table.undo(to) : await table.askRollback(to);
    close();
    if (why) desk.reasons.value = { at: null, why: [why] };
    else desk.toNow();
  };
  const free = undo.includes(to);
  return (
    <Dialog
      title={free ? "Take this back?" : "Ask to go back?"}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Leave it</Button>
          <Button look="primary" data-action="ask-rollback" onClick={() => void ask()}>
            {free ? "Take it back" : bot ? "Go back" : `Ask ${sideName(box.sides, others[0]?.side ?? "")}`}
          </Button>
        </>
      }
    >
      <p>This would be taken back:</p>
      {lines.length > 0 ? <Lines lines={lines} /> : <p class="soft">Only choices that left no line in the log.</p>}
      {free ? null : (
        <Notice>
          {bot
            ? "Dice or the other side’s decisions lie between. The bot agrees at once; the dice that fall afterwards are new ones."
            : "Dice or the other side’s decisions lie between, so the other side must agree. The dice that fall afterwards are new ones."}
        </Notice>
      )}
    </Dialog>
  );
}

/** The points to which one may go back without asking. */
export function UndoDialog({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const table = desk.table.value;
  const undo = table.sheet.value?.undo ?? [];
  const log = table.log.value;
  const close = () => {
    desk.dialog.value = "";
  };
  return (
    <Dialog title="Undo to an earlier point" onClose={close}>
      <p>Choose the first thing to be taken back; everything after it goes too. No die has fallen since, so nobody has to be asked.</p>
      <ul class="undo-list">
        {[...undo].reverse().map((moment) => {
          const line = log.find((one) => one.moment === moment + 1 && one.kind !== "talk" && one.kind !== REMARK);
          const action = desk.done.get(moment + 1);
          const words = line?.text ?? (action ? `${actionWords(box, action)}.` : "A choice that left no line.");
          return (
            <li key={moment}>
              <button
                type="button"
                class="choice-row"
                onClick={() => {
                  close();
                  void desk.undo(moment);
                }}
              >
                {words}
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

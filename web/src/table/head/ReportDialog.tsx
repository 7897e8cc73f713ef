import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button, Dialog } from "../../parts";
import { useDesk } from "../desk";
import { reportRule } from "./export";

/** Tell the makers that a rule is not as in the book: a file with the match up to now, to be sent to them. */
export function ReportDialog(): JSX.Element {
  const desk = useDesk();
  const [words, setWords] = useState("");
  const question = desk.question.value;
  const close = () => {
    desk.dialog.value = "";
  };
  return (
    <Dialog
      title="Report a rule"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Not now</Button>
          <Button
            look="primary"
            data-action="report"
            onClick={() => {
              close();
              void reportRule(desk, words);
            }}
          >
            Save the report
          </Button>
        </>
      }
    >
      <p>
        Which case is it, what does your rulebook say, and what did Bocage do instead?
        {question ? ` The question that is open now (${question.rule}) is noted by itself.` : ""}
      </p>
      <textarea
        class="report-words"
        rows={5}
        aria-label="What is wrong"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <p class="soft">
        A file is saved on your device with your words and the match up to this moment: all of it if you hold every seat of people, else what your side has
        seen. Send it to the makers; whoever has the whole record opens this very position with <code>bocage replay</code> or on the start page.
      </p>
    </Dialog>
  );
}

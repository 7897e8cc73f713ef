import "../style/mail.css";
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { Table } from "../live/table";
import { Button } from "../parts/Button";
import { saveFile } from "../parts/files";
import { go } from "../parts/route";
import type { ByMail, MatchInfo } from "../wire";
import { mailFile, openMail, readMail } from "./mail";

const SEALED =
  "This is a sealed file: the secrets of both sides travel in it. No editor and no page shows those of the other before the match is over; only somebody who changes the program could read them.";
const OPEN = "This is an open file: nothing in this match is secret, so anybody may read it.";

/** What is to be done with the file, in a sentence; nothing while the side at this table decides. */
export function whatToDo(match: MatchInfo, mail: ByMail, deciding: readonly string[]): string {
  const to = mail.to;
  if (match.status === "over") return `The match is over. Send ${mail.file} to ${to}, so that both have the whole of it.`;
  if (match.status === "waiting") {
    if (!to) return `Send ${mail.file} to a friend: whoever opens it at a table of his own has the other side.`;
    return `Send ${mail.file} to ${to}: when it comes back the match begins.`;
  }
  return deciding.includes(mail.side) ? "" : `Send ${mail.file} to ${to}. When an answer comes, open it here.`;
}

/** A match by mail: the file to send, and the place for the one that comes back. */
export function MailCard({ table }: { table: Table }): JSX.Element | null {
  const match = table.match.value;
  const mail = match?.mail;
  if (!match || !mail || table.side.value !== mail.side) return null;
  const words = whatToDo(match, mail, table.sheet.value?.deciding ?? match.deciding ?? []);
  if (!words) return null;
  // What was downloaded is another file as soon as something was done since.
  return <Card key={`${words} ${table.sheet.value?.moment ?? 0}`} match={match} mail={mail} words={words} token={table.token} />;
}

function Card({ match, mail, words, token }: { match: MatchInfo; mail: ByMail; words: string; token: string }): JSX.Element {
  const id = useId();
  const [trouble, setTrouble] = useState("");
  const [given, setGiven] = useState(false);
  const [over, setOver] = useState(false);
  const give = async () => {
    setTrouble("");
    try {
      const file = await mailFile(match.id, token);
      saveFile(file.name, file.text);
      setGiven(true);
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    setTrouble("");
    try {
      const address = await openMail(await readMail(file));
      if (!address.endsWith(match.id)) go(address);
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };
  return (
    <section
      class={over ? "mail-card mail-over" : "mail-card"}
      aria-label="By mail"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <p role="status">
        <strong>{words}</strong>
      </p>
      {trouble ? (
        <p class="mail-trouble" role="alert">
          {trouble}
        </p>
      ) : null}
      {match.status === "waiting" ? <p class="hint">{mail.sealed ? SEALED : OPEN}</p> : null}
      <div class="mail-row">
        <Button small look={given ? "plain" : "primary"} data-action="mail-file" onClick={() => void give()}>
          {given ? "Download again" : `Download ${mail.file}`}
        </Button>
        {match.status === "over" ? null : (
          <label class="button button-small mail-open" for={id}>
            Open the answer…
            <input
              id={id}
              type="file"
              accept=".mail,.txt,text/plain"
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                event.currentTarget.value = "";
              }}
            />
          </label>
        )}
      </div>
      {given ? <p class="hint">It lies among your downloads, and can no longer be taken back.</p> : null}
    </section>
  );
}

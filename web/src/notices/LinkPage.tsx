import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { followNotice } from "../live/notices";
import { Button } from "../parts/Button";
import { Notice } from "../parts/Notice";
import { PageHead } from "../parts/PageHead";
import { go } from "../parts/route";

/** What a link in a letter leads to. Nothing happens before its button is pressed: mail programs open links by themselves. */
export function LinkPage({ what, query }: { what: "confirm" | "stop"; query: string }): JSX.Element {
  const [said, setSaid] = useState("");
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const all = what === "stop" && !new URLSearchParams(query).has("match");
  const title = what === "confirm" ? "Mail when it is your turn" : "No more mail";
  useEffect(() => {
    document.title = `${title} – Bocage`;
  }, [title]);
  const press = () => {
    setBusy(true);
    setTrouble("");
    followNotice(what, query)
      .then(setSaid, (error: Error) => setTrouble(error.message))
      .finally(() => setBusy(false));
  };
  return (
    <div class="page">
      <PageHead />
      <main class="page-main" id="main">
        <h1>{title}</h1>
        {said ? (
          <p role="status">{said}</p>
        ) : (
          <>
            <p>
              {what === "confirm"
                ? "Somebody, probably you, wants your address to be told when it is your turn in a match here: at most once an hour, and nothing but that."
                : all
                  ? "This ends all mail from this table to your address."
                  : "This ends mail about one match. You can have it again from the menu of its table."}
            </p>
            {trouble ? <Notice tone="trouble">{trouble}</Notice> : null}
            <div class="row">
              <Button look="primary" disabled={busy} onClick={press}>
                {what === "confirm" ? "Tell me of my turns" : all ? "No more mail from this table" : "No more mail about this match"}
              </Button>
            </div>
          </>
        )}
        <div class="row">
          <Button onClick={() => go("/")}>To the start page</Button>
        </div>
      </main>
    </div>
  );
}

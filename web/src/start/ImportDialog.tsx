import "../style/setup.css";
import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import * as api from "../live/api";
import { keepName, playerName, readLink, takeLink } from "../live/seats";
import { isMail, openMail } from "../mail/mail";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Notice } from "../parts/Notice";
import { go } from "../parts/route";
import type { Seated, Shelf } from "../wire";
import { InviteDialog } from "./Invite";
import { keepSeated } from "./seated";
import { type Chairs, firstChairs, newSeats, someoneFar } from "./setup";
import { SidesPart } from "./SidesPart";

const LONGEST = 4_000_000;

/** What somebody pasted or opened: a link to a match, a match of one of the games, or nothing of the kind. */
export type Found =
  | { kind: "link"; match: string; token: string }
  | { kind: "match"; shelf: Shelf }
  | { kind: "mail" }
  | { kind: "nothing"; why: string }
  | { kind: "empty" };

/** Recognise a link or the text of a match. */
export function recognise(text: string, games: Shelf[]): Found {
  const trimmed = text.trim();
  if (!trimmed) return { kind: "empty" };
  if (isMail(trimmed)) return { kind: "mail" };
  if (!trimmed.includes("\n")) {
    const link = readLink(trimmed);
    if (link && /^https?:|^\/match\//.test(trimmed)) {
      const here = trimmed.startsWith("/") || new URL(trimmed).host === location.host;
      if (here) return { kind: "link", ...link };
      return { kind: "nothing", why: "This link leads to another table. Open it in the address field of your browser." };
    }
  }
  if (!/^(#.*\n)*bocage record \d+/.test(trimmed)) {
    return { kind: "nothing", why: "This is not the text of a match: such a text begins with “bocage record”." };
  }
  if (trimmed.length > LONGEST) return { kind: "nothing", why: "This text is longer than any match; four million characters are read at most." };
  const slug = /^game (\S+)/m.exec(trimmed)?.[1] ?? "";
  const shelf = games.find((game) => game.slug === slug);
  if (!shelf) return { kind: "nothing", why: slug ? `This table has no game called ${slug}.` : "The text does not say which game it is." };
  return { kind: "match", shelf };
}

/** Go on with a match that was saved as text, or open a link. */
export function ImportDialog({ games, brought, onClose }: { games: Shelf[]; brought?: true | File; onClose(): void }): JSX.Element {
  const id = useId();
  const [text, setText] = useState("");
  const [fileName, setFileName] = useState("");
  const [chosen, setChosen] = useState<{ slug: string; chairs: Chairs } | null>(null);
  const [trouble, setTrouble] = useState("");
  const [working, setWorking] = useState(false);
  const [invited, setInvited] = useState<Seated | null>(null);
  const found = recognise(text, games);
  const chairs = found.kind === "match" ? (chosen?.slug === found.shelf.slug ? chosen.chairs : firstChairs(found.shelf)) : {};

  const read = async (file: File | undefined) => {
    if (!file) return;
    setTrouble("");
    if (file.size > LONGEST * 2) {
      setTrouble("This file is too large to be a match.");
      return;
    }
    try {
      setText(await file.text());
      setFileName(file.name);
    } catch {
      setTrouble("The file could not be read. Choose it again, or paste its text.");
    }
  };
  useEffect(() => {
    if (brought instanceof File) void read(brought);
  }, [brought]);
  const load = async () => {
    if (found.kind === "link") {
      takeLink(found);
      go(`/match/${encodeURIComponent(found.match)}`);
      return;
    }
    if (found.kind !== "match" && found.kind !== "mail") return;
    setWorking(true);
    setTrouble("");
    try {
      if (found.kind === "mail") {
        go(await openMail(text.trimStart()));
        return;
      }
      const seated = await api.importMatch({ text, seats: newSeats(chairs, playerName.value) });
      keepSeated(seated, found.shelf, chairs);
      if (someoneFar(chairs)) setInvited(seated);
      else go(`/match/${encodeURIComponent(seated.match.id)}`);
    } catch (error) {
      setTrouble((error as Error).message);
    } finally {
      setWorking(false);
    }
  };
  if (invited && found.kind === "match") return <InviteDialog seated={invited} shelf={found.shelf} chairs={chairs} />;
  return (
    <Dialog
      key="bring"
      title="Bring a match"
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={load} disabled={working || found.kind === "nothing" || found.kind === "empty"}>
            {working ? "Reading it…" : found.kind === "link" || found.kind === "mail" ? "Open the match" : "Set it up"}
          </Button>
        </>
      }
    >
      <p>A match that was saved as text goes on where it stopped, move by move checked against the rules. A link works
        too, and a mail file that a friend has sent.</p>
      <div class="field">
        <label for={`${id}-file`}>File</label>
        <input id={`${id}-file`} type="file" accept=".txt,.mail,text/plain" onChange={(event) => read(event.currentTarget.files?.[0])} />
      </div>
      <div class="field">
        <label for={`${id}-text`}>{fileName ? `Text of ${fileName}` : "or paste its text, or a link"}</label>
        <textarea
          id={`${id}-text`}
          class="mono"
          rows={6}
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setFileName("");
            setTrouble("");
          }}
        />
      </div>
      {found.kind === "nothing" ? (
        <Notice tone="warning">
          <p>{found.why}</p>
        </Notice>
      ) : null}
      {found.kind === "mail" ? (
        <div class="field">
          <label for={`${id}-name`}>Your name</label>
          <input
            id={`${id}-name`}
            type="text"
            maxLength={40}
            autocomplete="nickname"
            placeholder="as your friend shall see it"
            value={playerName.value}
            onInput={(event) => keepName(event.currentTarget.value)}
          />
        </div>
      ) : null}
      {found.kind === "match" ? (
        <>
          <h3>{found.shelf.title}: who plays?</h3>
          <SidesPart shelf={found.shelf} chairs={chairs} onChange={(next) => setChosen({ slug: found.shelf.slug, chairs: next })} />
        </>
      ) : null}
      {trouble ? (
        <Notice tone="trouble">
          <p>{trouble}</p>
        </Notice>
      ) : null}
    </Dialog>
  );
}

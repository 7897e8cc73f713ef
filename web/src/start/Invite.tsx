import type { JSX } from "preact";
import { useId } from "preact/hooks";
import "../style/waiting.css";
import { seatLink } from "../live/seats";
import { awayWords } from "../parts/away";
import { Button, CopyButton } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { toast } from "../parts/Notice";
import { QrCode } from "../parts/QrCode";
import { go } from "../parts/route";
import type { Seated, Shelf, SideInfo } from "../wire";
import type { Chairs } from "./setup";

/** A seat's link, a friend's to send or one's `own` to keep: to be copied, shared, or read by a camera. */
export function SeatLink({
  match,
  token,
  sideName,
  title,
  own = false,
}: {
  match: string;
  token: string;
  sideName: string;
  title: string;
  own?: boolean;
}): JSX.Element {
  const id = useId();
  const link = seatLink(match, token);
  const share = async () => {
    try {
      await navigator.share({ title, text: own ? `My seat in ${title}:` : `Play ${sideName} in ${title} with me:`, url: link });
    } catch (error) {
      // Who closes the device's own window of shares has changed his mind; that is no trouble.
      if (!(error instanceof DOMException && error.name === "AbortError")) toast("Sharing did not work; copy the link instead.");
    }
  };
  return (
    <div class="seat-link">
      <label for={id}>{own ? `Your own link: you play ${sideName}` : `Link for whoever plays ${sideName}`}</label>
      <div class="seat-link-row">
        <input id={id} type="text" class="mono" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton look="primary" text={link} label="Copy" />
        {typeof navigator.share === "function" ? <Button onClick={share}>Share…</Button> : null}
      </div>
      {own ? (
        <>
          <p class="hint">
            Open it on another device to go on there, and keep it in case this browser forgets your seat. Whoever has this link
            holds the seat: show it to nobody.
          </p>
          <QrCode text={link} label={`QR code of your link: you play ${sideName}`} />
        </>
      ) : (
        <p class="hint">Whoever has this link holds the seat: send it to your friend and to nobody else.</p>
      )}
    </div>
  );
}

/** The commitment of the dice, and what it is for. */
export function Commitment({ commitment }: { commitment: string }): JSX.Element {
  return (
    <div class="commitment">
      <p>
        The dice follow from a secret key that is fixed already; this is its fingerprint. At the end the key is shown, and anyone
        can check that every die came from it.
      </p>
      <code class="hash">{commitment}</code>
    </div>
  );
}

/** A match with a friend far away has been made: the links to send, then on to the table. */
export function InviteDialog({ seated, shelf, chairs }: { seated: Seated; shelf: Shelf; chairs: Chairs }): JSX.Element {
  const isFar = (side: SideInfo) => chairs[side.id]?.player === "far";
  const toTable = () => go(`/match/${encodeURIComponent(seated.match.id)}`);
  return (
    <Dialog
      title="Your match is set up"
      onClose={toTable}
      actions={
        <Button look="primary" onClick={toTable}>
          Go to the table
        </Button>
      }
    >
      {[...shelf.sides]
        .filter((side) => seated.tokens[side.id])
        .sort((one, other) => Number(isFar(other)) - Number(isFar(one)))
        .map((side) => (
          <SeatLink
            key={side.id}
            match={seated.match.id}
            token={seated.tokens[side.id] ?? ""}
            sideName={side.name}
            title={shelf.title}
            own={!isFar(side)}
          />
        ))}
      {Object.values(chairs).some((chair) => chair.player === "far") ? <p>{awayWords(seated.match.away)}</p> : null}
      <p>You find the links again under “My matches” on the start page and in the menu of the table.</p>
      <Commitment commitment={seated.match.commitment} />
    </Dialog>
  );
}

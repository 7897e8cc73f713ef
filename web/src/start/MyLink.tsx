import type { JSX } from "preact";
import "../style/waiting.css";
import type { Seat } from "../live/seats";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { sideName } from "../parts/words";
import type { SideInfo } from "../wire";
import { SeatLink } from "./Invite";

/** The links of one's own seats, to go on with another device or to keep them in a safe place. */
export function MyLinkDialog({ seats, sides, onClose }: { seats: Seat[]; sides: SideInfo[]; onClose(): void }): JSX.Element {
  return (
    <Dialog
      title={seats.length > 1 ? "My links" : "My link"}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {seats.map((seat) => (
        <SeatLink key={seat.token} match={seat.match} token={seat.token} sideName={sideName(sides, seat.side)} title={seat.title} own />
      ))}
      <p>You find this again at any time: in the menu of the table, and beside the match on the start page.</p>
    </Dialog>
  );
}

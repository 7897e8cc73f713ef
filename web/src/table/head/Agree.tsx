import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { propose } from "../../live/agree";
import { keepSetting, seats, setting } from "../../live/seats";
import { Button, Dialog, IconButton } from "../../parts";
import { AwayPart } from "../../start/AwayPart";
import type { Agreed, MatchInfo } from "../../wire";
import { type Desk, useDesk } from "../desk";

/** Could the players agree now on what happens if one of them stays away? A bot never does, and who shares a page is there. */
export function canAgree(desk: Desk, match: MatchInfo): boolean {
  if (desk.side === null || desk.seating.shared.value || match.status !== "running" || match.mail) return false;
  return !match.away && !match.proposed && match.seats.every((seat) => seat.kind === "human");
}

/** A player proposes to the other what happens if one of them stays away. */
export function AgreeDialog(): JSX.Element {
  const desk = useDesk();
  const [wanted, setWanted] = useState<Agreed>({ what: "win", days: 14 });
  const close = () => {
    desk.dialog.value = "";
  };
  const ask = async () => {
    close();
    const why = await propose(desk.table.value, wanted);
    if (why) desk.reasons.value = { at: null, why: [why] };
  };
  return (
    <Dialog
      title="If somebody stays away"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" data-action="propose" onClick={() => void ask()}>
            Propose it
          </Button>
        </>
      }
    >
      <p>Nothing was agreed about this when the match was set up. The other player is asked; if he agrees, it holds from then on.</p>
      <AwayPart away={wanted} proposing onChange={(away) => away && setWanted(away)} />
    </Dialog>
  );
}

/** A match in which nothing is agreed: said in a line below everything else, until it is put away for good. */
export function AgreeHint({ match }: { match: MatchInfo }): JSX.Element | null {
  const desk = useDesk();
  const key = `agree.${match.id}`;
  if (!canAgree(desk, match) || setting(key, false) || desk.tour.value >= 0) return null;
  // What is said of the link of the seat comes first: two notices would be one too many.
  const link = seats.value.find((one) => one.match === desk.match && one.token === desk.table.value.token)?.link;
  if (link && !(link === "made" && setting("link.told", false))) return null;
  return (
    <p class="agree-hint">
      <span>Nothing is agreed if somebody stays away.</span>
      <Button
        small
        onClick={() => {
          desk.dialog.value = "agree";
        }}
      >
        Agree on it
      </Button>
      <IconButton label="Do not say this again" onClick={() => keepSetting(key, true)}>
        ✕
      </IconButton>
    </p>
  );
}

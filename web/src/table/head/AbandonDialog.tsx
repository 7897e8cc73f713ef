import type { JSX } from "preact";
import { offer } from "../../live/agree";
import { Button, Dialog } from "../../parts";
import type { MatchInfo } from "../../wire";
import { useDesk } from "../desk";

/** To abandon a match takes both; a bot always agrees. */
export function AbandonDialog({ match }: { match: MatchInfo }): JSX.Element {
  const desk = useDesk();
  const bots = match.seats.every((seat) => seat.kind === "bot" || seat.side === desk.side);
  const close = () => {
    desk.dialog.value = "";
  };
  const propose = async () => {
    close();
    const why = await offer(desk.table.value, "abandon");
    if (why) desk.reasons.value = { at: null, why: [why] };
  };
  return (
    <Dialog
      title="Abandon the match?"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Play on</Button>
          <Button look="danger" data-action="abandon" onClick={() => void propose()}>
            {bots ? "Abandon it" : "Propose it"}
          </Button>
        </>
      }
    >
      <p>
        {bots ? "The match ends at once." : "The other player is asked; if he agrees, the match ends at once."} It is kept and marked
        as abandoned, and nobody has won.
      </p>
    </Dialog>
  );
}

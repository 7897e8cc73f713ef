import type { JSX } from "preact";
import { BranchDialog } from "../../branch/BranchDialog";
import { seats } from "../../live/seats";
import { MyLinkDialog } from "../../start/MyLink";
import type { Box, MatchInfo } from "../../wire";
import { useDesk } from "../desk";
import { RollbackDialog, UndoDialog } from "../past/Rollback";
import { CommandField } from "../question/CommandField";
import { isGuided } from "../tour/tour";
import { AbandonDialog } from "./AbandonDialog";
import { AgreeDialog } from "./Agree";
import { HelpDialog } from "./HelpDialog";
import { ConcedeDialog } from "./Notices";
import { ReportDialog } from "./ReportDialog";
import { TellDialog } from "./TellDialog";

/** The dialog that is open. */
export function Dialogs({ box, match }: { box: Box; match: MatchInfo }): JSX.Element | null {
  const desk = useDesk();
  switch (desk.dialog.value) {
    case "help":
      return <HelpDialog guide={isGuided(box, desk.side)} without={box.no_tour ?? ""} />;
    case "undo":
      return <UndoDialog box={box} />;
    case "rollback":
      return <RollbackDialog box={box} />;
    case "concede":
      return <ConcedeDialog box={box} />;
    case "abandon":
      return <AbandonDialog match={match} />;
    case "agree":
      return <AgreeDialog />;
    case "branch":
      return <BranchDialog box={box} match={match} />;
    case "tell":
      return <TellDialog box={box} />;
    case "command":
      return <CommandField box={box} />;
    case "report":
      return <ReportDialog />;
    case "link":
      return <OwnLinks box={box} />;
    default:
      return null;
  }
}

/** The links of the seats that this page plays. */
function OwnLinks({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const tokens = desk.seating.tokens;
  const own = seats.value.filter((seat) => seat.match === desk.match && tokens.includes(seat.token));
  return (
    <MyLinkDialog
      seats={own}
      sides={box.sides}
      onClose={() => {
        desk.dialog.value = "";
      }}
    />
  );
}

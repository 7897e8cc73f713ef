import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { claim } from "../../live/agree";
import { Button, Dialog, Notice, sideName } from "../../parts";
import { awayWords } from "../../parts/away";
import type { Box, MatchInfo } from "../../wire";
import { useDesk } from "../desk";

const CLAIMS: Record<string, string> = { win: "Claim the win", draw: "End it as a draw", bot: "Let a bot play" };
const MEANS: Record<string, string> = {
  win: "The match ends at once, and you have won. This cannot be taken back.",
  draw: "The match ends at once, and nobody has won. This cannot be taken back.",
  bot: "The planner plays until the player is back; when he opens his link, he has his seat again.",
};

/** The other side has not moved for as long as was agreed: who is there may use it, or wait. */
export function AwayCard({ box, match }: { box: Box; match: MatchInfo }): JSX.Element | null {
  const desk = useDesk();
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState("");
  const table = desk.table.value;
  const side = table.side.value;
  const deciding = table.sheet.value?.deciding ?? [];
  const what = match.away?.what ?? "";
  const due = side !== null && match.claims?.includes(side) && deciding.length > 0 && !deciding.includes(side);
  if (!due || desk.seating.shared.value || !CLAIMS[what]) return null;
  const use = async () => {
    setAsking(false);
    setTrouble((await claim(table))?.text ?? "");
  };
  return (
    <Notice>
      <p>
        No move of {sideName(box.sides, deciding[0] ?? "")} for as long as was agreed. {awayWords(match.away)} You may also wait.
      </p>
      <Button small data-action="claim" onClick={() => setAsking(true)}>
        {CLAIMS[what]}
      </Button>
      {trouble ? <p>{trouble}</p> : null}
      {asking ? (
        <Dialog
          title={`${CLAIMS[what]}?`}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Wait</Button>
              <Button look={what === "bot" ? "primary" : "danger"} onClick={() => void use()}>
                {CLAIMS[what]}
              </Button>
            </>
          }
        >
          <p>{MEANS[what]}</p>
        </Dialog>
      ) : null}
    </Notice>
  );
}

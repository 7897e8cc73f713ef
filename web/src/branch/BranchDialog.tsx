import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import * as api from "../live/api";
import { Button, capital, Dialog, go, Notice } from "../parts";
import { useDesk } from "../table/desk";
import type { BotInfo, Box, MatchInfo } from "../wire";
import { beginBranch, usualBot, waysToPlay } from "./branches";

/** Begin a branch at the moment that is shown. */
export function BranchDialog({ box, match }: { box: Box; match: MatchInfo }): JSX.Element {
  const desk = useDesk();
  const name = useId();
  const [bots, setBots] = useState<BotInfo[]>([]);
  const [side, setSide] = useState("");
  const [bot, setBot] = useState("");
  const [trouble, setTrouble] = useState("");
  const [working, setWorking] = useState(false);
  useEffect(() => {
    api.games().then(
      (games) => {
        const found = games.find((game) => game.slug === match.game)?.bots ?? [];
        setBots(found);
        setBot(usualBot(found, match));
      },
      (error: Error) => setTrouble(error.message),
    );
  }, []);
  const close = () => {
    desk.dialog.value = "";
  };
  const sheet = desk.sheet.value;
  const at = desk.past.looking.value?.moment ?? desk.table.value.sheet.value?.moment ?? 0;
  const begin = async () => {
    setWorking(true);
    setTrouble("");
    try {
      const address = await beginBranch(match, desk.table.value.token, at, box.sides, { side, bot });
      close();
      go(address);
    } catch (error) {
      setTrouble((error as Error).message);
      setWorking(false);
    }
  };
  const ways = waysToPlay(box.sides, match, desk.side);
  return (
    <Dialog
      title="Try something out"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" data-action="branch" disabled={working || (side !== "" && !bot)} onClick={() => void begin()}>
            {working ? "Laying it out…" : "Begin the branch"}
          </Button>
        </>
      }
    >
      <p>
        A branch begins like the match at {sheet ? `turn ${sheet.turn}, ${sheet.phase_name}` : "this moment"}, has dice of its own, and
        never touches the match. You find it under the match in your list, and delete it when you like.
      </p>
      {match.status === "over" ? null : <p>What your side may not know is dealt anew: what turns up there is a guess.</p>}
      <fieldset class="branch-players">
        <legend>Who plays?</legend>
        <label class="check">
          <input type="radio" name={name} checked={side === ""} onChange={() => setSide("")} />
          <span>I move both sides by hand</span>
        </label>
        {bots.length
          ? ways.map((one) => (
              <label class="check" key={one.id}>
                <input type="radio" name={name} checked={side === one.id} onChange={() => setSide(one.id)} />
                <span>I play {one.name} against a bot</span>
              </label>
            ))
          : null}
        {side ? (
          <label class="branch-bot">
            <span>Which bot?</span>
            <select value={bot} onChange={(event) => setBot(event.currentTarget.value)}>
              {bots.some((one) => one.name === bot) ? null : <option value={bot}>{capital(bot)}</option>}
              {bots.map((one) => (
                <option key={one.name} value={one.name}>
                  {capital(one.name)}
                </option>
              ))}
            </select>
          </label>
        ) : null}
      </fieldset>
      {trouble ? (
        <Notice tone="trouble">
          <p>{trouble}</p>
        </Notice>
      ) : null}
    </Dialog>
  );
}

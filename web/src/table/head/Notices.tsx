import type { JSX } from "preact";
import { useState } from "preact/hooks";
import * as api from "../../live/api";
import { exchangeSeat, keepSeat, keepSetting, playerName, seats, setting } from "../../live/seats";
import { Button, capital, Dialog, IconButton, Notice, sideAdjective, sideName, toast } from "../../parts";
import type { Box, Line, MatchInfo, SeatChange, SeatInfo } from "../../wire";
import { useDesk } from "../desk";
import { AwayCard } from "./AwayCard";
import { digest, REMARK } from "../tabs/lines";

/** What the others have done since one's last decision, if it is worth a film. */
export function newsSince(log: readonly Line[], mark: number, side: string | null): Line[] {
  const found: Line[] = [];
  for (let place = log.length - 1; place >= 0 && log[place]!.moment > mark; place -= 1) {
    const line = log[place]!;
    if (line.side && line.side !== side && line.kind !== "talk" && line.kind !== REMARK) found.push(line);
  }
  const moves = found.filter((line) => line.kind === "move").length;
  const much = moves > 2 || found.some((line) => line.kind === "battle" || line.kind === "arrival");
  return much ? found.reverse() : [];
}

/** "The Germans have moved": with a film of it. */
export function NewsBanner({ box }: { box: Box }): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  const mark = table.mark.value;
  if (desk.side === null || desk.seating.shared.value || !desk.past.present.value) return null;
  if (!desk.question.value || desk.dismissed.value === mark) return null;
  const lines = newsSince(table.log.value, mark, desk.side);
  if (lines.length === 0) return null;
  const who = capital(sideName(box.sides, lines[0]!.side ?? ""));
  return (
    <div class="banner" role="status">
      <span>
        {who} acted: {digest(lines) || "see the log"}.
      </span>
      <Button small look="primary" onClick={() => desk.showFilm()}>
        Watch the film
      </Button>
      <IconButton
        label="Close"
        onClick={() => {
          desk.dismissed.value = mark;
        }}
      >
        ✕
      </IconButton>
    </div>
  );
}

/** Trouble that somebody should do something about: a bot that stopped, what became of a broken action, a note. */
export function Troubles({ box, match }: { box: Box; match: MatchInfo }): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  const note = table.sheet.value?.note ?? "";
  const news = table.news.value;
  const noted = note !== "" && setting(`note.${match.id}`, "") !== note;
  return (
    <>
      {news ? (
        <Notice tone="warning">
          <p>{news.text}</p>
          <Button
            small
            onClick={() => {
              table.news.value = null;
            }}
          >
            I see
          </Button>
        </Notice>
      ) : null}
      {noted ? (
        <Notice>
          <p>{note}</p>
          <Button small onClick={() => keepSetting(`note.${match.id}`, note)}>
            I see
          </Button>
        </Notice>
      ) : null}
      {match.seats
        .filter((seat) => seat.failed)
        .map((seat) => (
          <FailedBot key={seat.side} box={box} seat={seat} />
        ))}
      {match.seats
        .filter((seat) => seat.absent && desk.side !== null && seat.side !== desk.side)
        .map((seat) => (
          <AbsentPlayer key={seat.side} box={box} match={match} seat={seat} />
        ))}
      <AwayCard box={box} match={match} />
      {/* Two notices at once would push the question out of sight. */}
      {match.status === "over" || noted ? null : <OwnLink match={match} />}
    </>
  );
}

/** Whoever came by a link is offered one of his own: the sender knows the other, and could look at his side. */
function OwnLink({ match }: { match: MatchInfo }): JSX.Element | null {
  const desk = useDesk();
  const [trouble, setTrouble] = useState("");
  const [working, setWorking] = useState(false);
  const { token, side } = desk.table.value;
  const seat = seats.value.find((one) => one.match === desk.match && one.token === token);
  if (!seat || side.value === null) return null;
  const show = () => {
    desk.dialog.value = "link";
  };
  if (seat.link === "fresh") {
    return (
      <Notice>
        <p>
          The seat is yours alone now, and the link that you were sent no longer works. To play on another device, take the new one
          with you; it stands in the menu at any time.
        </p>
        <div class="prompt-buttons">
          <Button small look="primary" onClick={show}>
            My link
          </Button>
          <Button small onClick={() => keepSeat({ ...seat, link: "" })}>
            Done
          </Button>
        </div>
      </Notice>
    );
  }
  // Against a bot, or with both seats at this page, there is nobody to keep anything from.
  const others = match.seats.some((one) => one.kind !== "bot" && one.side !== side.value);
  if (seat.link !== "sent" || !others || desk.seating.shared.value) return null;
  const exchange = async () => {
    setWorking(true);
    try {
      const answer = await api.changeSeat(desk.match, token, side.peek() ?? "", { kind: "human", name: seat.name });
      if ("token" in answer) {
        exchangeSeat(desk.match, token, answer.token);
        desk.seating.exchange(token, answer.token);
        setTrouble("");
      }
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : "That did not work. Try again.");
    }
    setWorking(false);
  };
  return (
    <Notice>
      <p>
        Whoever sent you the link of this seat has it too, and could look at your side. You can exchange it for one that only you know;
        the old one then stops working, also on other devices of yours.
      </p>
      <div class="prompt-buttons">
        <Button small look="primary" disabled={working} onClick={() => void exchange()}>
          Exchange the link
        </Button>
        <Button small onClick={() => keepSeat({ ...seat, link: "" })}>
          Keep it
        </Button>
      </div>
      {trouble ? <p>{trouble}</p> : null}
    </Notice>
  );
}

/** Whoever has made the match is told once where his seat is kept: below the question, which comes first. */
export function KeptHere({ match }: { match: MatchInfo }): JSX.Element | null {
  const desk = useDesk();
  const { token, side } = desk.table.value;
  const seat = seats.value.find((one) => one.match === desk.match && one.token === token);
  if (match.status === "over" || seat?.link !== "made" || side.value === null) return null;
  if (setting("link.told", false) || desk.tour.value >= 0) return null;
  return (
    <Notice>
      <p>Only this browser has the link of your seat. Take it with you to play on another device; it stands in the menu at any time.</p>
      <div class="prompt-buttons">
        <Button
          small
          look="primary"
          onClick={() => {
            desk.dialog.value = "link";
          }}
        >
          My link
        </Button>
        <Button small onClick={() => keepSetting("link.told", true)}>
          Done
        </Button>
      </div>
    </Notice>
  );
}

function FailedBot({ box, seat }: { box: Box; seat: SeatInfo }): JSX.Element {
  const desk = useDesk();
  const [trouble, setTrouble] = useState("");
  const token = desk.seating.tokens[0] ?? "";
  const change = async (takeOver: boolean) => {
    try {
      const wanted = takeOver ? { kind: "human", name: playerName.value } : { kind: "bot", bot: seat.bot };
      const answer = await api.changeSeat(desk.match, token, seat.side, wanted);
      setTrouble("");
      if (takeOver && "token" in answer) {
        const info = desk.table.value.match.value;
        keepSeat({
          match: desk.match,
          side: seat.side,
          token: answer.token,
          game: info?.game ?? "",
          name: playerName.value,
          title: info?.title ?? "",
          mine: true,
          commitment: info?.commitment ?? "",
        });
        desk.seating.add(answer.token);
      }
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : "That did not work. Try again.");
    }
  };
  return (
    <Notice tone="trouble">
      <p>
        The bot of the {sideAdjective(box.sides, seat.side)} seat has stopped: {seat.failed}
      </p>
      {token ? (
        <div class="prompt-buttons">
          <Button small onClick={() => void change(false)}>
            Let it try again
          </Button>
          <Button small onClick={() => void change(true)}>
            Take over the seat
          </Button>
        </div>
      ) : null}
      {trouble ? <p>{trouble}</p> : null}
    </Notice>
  );
}

/** Whoever stays away for too long may lose his seat, if the other player wants it so. */
function AbsentPlayer({ box, match, seat }: { box: Box; match: MatchInfo; seat: SeatInfo }): JSX.Element {
  const desk = useDesk();
  const [trouble, setTrouble] = useState("");
  const name = sideName(box.sides, seat.side);
  const give = async (wanted: SeatChange) => {
    try {
      const answer = await api.changeSeat(desk.match, desk.table.value.token, seat.side, wanted);
      setTrouble("");
      if (!("token" in answer)) return;
      const { game, title, commitment } = match;
      const links = (seat.links ?? 0) + 1;
      keepSeat({ match: desk.match, side: seat.side, token: answer.token, game, name: "", title, mine: false, commitment, links });
      toast(`The link for ${name} stands in the menu: send it to whoever shall play.`);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : "That did not work. Try again.");
    }
  };
  return (
    <Notice>
      <p>
        Nobody has been at the {sideAdjective(box.sides, seat.side)} seat for a long time. You may wait, or give it away; everybody at the
        table reads that you did.
      </p>
      <div class="prompt-buttons">
        <Button small onClick={() => void give({ kind: "bot", bot: "planner" })}>
          Let the planner play {name}
        </Button>
        <Button small onClick={() => void give({ kind: "open" })}>
          Make a new link
        </Button>
      </div>
      {trouble ? <p>{trouble}</p> : null}
    </Notice>
  );
}

/** The page is handed over to the other player. */
export function Curtain({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const name = sideName(box.sides, desk.seating.curtain.value);
  return (
    <div class="curtain">
      <h1>Hand over to {name}</h1>
      <p>This game keeps something from one side. Let the other player sit down before you go on.</p>
      <Button look="primary" autoFocus onClick={() => desk.seating.lift()}>
        I play {name}
      </Button>
    </div>
  );
}

/** Giving up is asked twice. */
export function ConcedeDialog({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const other = box.sides.find((side) => side.id !== desk.side);
  const close = () => {
    desk.dialog.value = "";
  };
  const concede = async () => {
    close();
    const why = await desk.table.value.concede();
    if (why) desk.reasons.value = { at: null, why: [why] };
  };
  return (
    <Dialog
      title="Concede the game?"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Play on</Button>
          <Button look="danger" data-action="concede" onClick={() => void concede()}>
            Concede
          </Button>
        </>
      }
    >
      <p>
        {capital(other?.name ?? "the other side")} win, and the match is over. This cannot be taken back.
      </p>
    </Dialog>
  );
}

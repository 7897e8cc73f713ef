import type { JSX } from "preact";
import { canBranch } from "../../branch/branches";
import { offer } from "../../live/agree";
import { GOES_ON } from "../gestures/gestures";
import { friendSeatsOf, keepSetting, linkWorks, seatLink, setting, watchLink } from "../../live/seats";
import { botTitle, Button, CaseLink, CopyButton, go, Link, sideAdjective, ThemeSwitch } from "../../parts";
import { awayWords } from "../../parts/away";
import type { Box, MatchInfo, SeatInfo, Sheet } from "../../wire";
import { type Desk, useDesk } from "../desk";
import { exportMatch } from "./export";
import { canAgree } from "./Agree";
import { showsClocks } from "./SeatClocks";
import { Icon } from "../Icon";
import { OverlayMenu } from "../map/OverlayMenu";
import { Popover } from "../Popover";

const FEW_FACTS = 4; // more are cut off where the head is full, and wait behind the button

/** The head of the table: what is played, when it is, how things stand, who sits there. */
export function TopBar({ box, sheet, match }: { box: Box; sheet: Sheet; match: MatchInfo }): JSX.Element {
  const desk = useDesk();
  const turn = box.turns.find((one) => one.number === sheet.turn);
  const many = sheet.facts.length > FEW_FACTS;
  return (
    <header class="top-bar">
      <Link to="/" class="icon-button" aria-label="All matches">
        <Icon name="home" />
      </Link>
      <div class="top-title">
        <h1>{box.title}</h1>
        <p class="top-turn">
          <b>
            Turn {sheet.turn}
            <span class="top-of"> of {box.turns.at(-1)?.number}</span>
          </b>
          {turn ? <span class="top-dates">{turn.name}</span> : null}
          {sheet.phase_name ? (
            <span class="top-phase" title={sheet.phase_name}>
              {sheet.phase_name}
            </span>
          ) : null}
        </p>
      </div>
      <dl class={many ? "top-facts many" : "top-facts"}>
        {sheet.facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd title={fact.text}>{fact.text}</dd>
          </div>
        ))}
      </dl>
      <Seats box={box} match={match} />
      <LinkState />
      <nav class="top-tools" aria-label="Tools">
        <Button
          class="icon-button only-wide"
          look="quiet"
          aria-label="Type a command or find an action"
          title="Type a command or find an action ( / )"
          onClick={() => {
            desk.dialog.value = "command";
          }}
        >
          <Icon name="search" />
        </Button>
        <Popover label="What is shown on the map" face={<Icon name="layers" />}>
          {() => <OverlayMenu box={box} />}
        </Popover>
        <button
          type="button"
          class="icon-button only-phone"
          aria-label="The match in time: slider and film"
          title="The match in time: slider and film"
          aria-pressed={setting("time.open", false)}
          onClick={() => keepSetting("time.open", !setting("time.open", false))}
        >
          <Icon name="clock" />
        </button>
        <Popover label="Facts and standing" face={<span class="fact-face">i</span>} class={many ? "" : "only-narrow"}>
          {() => <Facts sheet={sheet} box={box} match={match} />}
        </Popover>
        <Popover label="More" face={<Icon name="menu" />}>
          {(close) => <More box={box} match={match} close={close} />}
        </Popover>
        <button
          type="button"
          class="icon-button only-wide"
          aria-label={setting("column.closed", false) ? "Show the panel" : "Hide the panel"}
          title={setting("column.closed", false) ? "Show the panel" : "Hide the panel"}
          aria-pressed={!setting("column.closed", false)}
          onClick={() => keepSetting("column.closed", !setting("column.closed", false))}
        >
          <Icon name="panel" />
        </button>
      </nav>
    </header>
  );
}

/** The words for who sits at a seat and whether he is there. */
export function seatWords(seat: SeatInfo, thinking: boolean, decides: boolean): string {
  const who = seat.kind === "bot" ? `${botTitle(seat.bot || "bot")} (bot)` : seat.name || (seat.kind === "open" ? "nobody yet" : "player");
  if (seat.failed) return `${who}, stopped`;
  if (thinking) return `${who}, thinking…`;
  const there = seat.kind === "bot" || seat.here ? "" : ", away";
  return `${who}${there}${decides ? ", to decide" : ""}`;
}

function Seats({ box, match }: { box: Box; match: MatchInfo }): JSX.Element {
  const desk = useDesk();
  const table = desk.table.value;
  const thinking = table.thinking.value;
  const deciding = table.sheet.value?.deciding ?? [];
  return (
    <ul class="seats" aria-label="Seats">
      {match.seats.map((seat) => {
        const decides = deciding.includes(seat.side);
        const there = seat.kind === "bot" || Boolean(seat.here);
        return (
          <li key={seat.side} class={decides ? "seat decides" : "seat"} title={seatWords(seat, thinking.includes(seat.side), decides)}>
            <span class={there ? "dot here" : "dot"} aria-hidden="true" />
            <span class="seat-side">
              {sideAdjective(box.sides, seat.side)}
              {seat.side === desk.side ? " (you)" : ""}
            </span>
            <span class="seat-who">{seatWords(seat, thinking.includes(seat.side), decides)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function LinkState(): JSX.Element | null {
  const table = useDesk().table.value;
  if (table.link.value === "live") return null;
  return (
    <p class="link-state" role="status">
      {table.linkText.value}
    </p>
  );
}

function Facts({ sheet, box, match }: { sheet: Sheet; box: Box; match: MatchInfo }): JSX.Element {
  const desk = useDesk();
  const turn = box.turns.find((one) => one.number === sheet.turn);
  return (
    <>
      <p>
        <b>
          Turn {sheet.turn} of {box.turns.at(-1)?.number}
        </b>
        {turn ? `, ${turn.name}` : ""}
      </p>
      <dl class="facts">
        {[...sheet.facts, ...sheet.standing].map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>
              {fact.text} <CaseLink case={fact.rule ?? ""} />
            </dd>
          </div>
        ))}
        {match.seats.map((seat) => (
          <div key={seat.side}>
            <dt>{sideAdjective(box.sides, seat.side)} seat</dt>
            <dd>{seatWords(seat, false, false)}</dd>
          </div>
        ))}
        {match.updated ? (
          <div>
            <dt>Last move</dt>
            <dd>{lastMove(desk, match)}</dd>
          </div>
        ) : null}
        {match.away ? (
          <div>
            <dt>If a side stays away</dt>
            <dd>{awayWords(match.away)}</dd>
          </div>
        ) : null}
      </dl>
    </>
  );
}

/** When the match last went on: as the service said when the page came, or as the page saw since. */
function lastMove(desk: Desk, match: MatchInfo): string {
  const when = desk.table.value.changedAt || match.updated || "";
  return new Date(when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

async function offerDraw(desk: Desk): Promise<void> {
  const why = await offer(desk.table.value, "draw");
  if (why) desk.reasons.value = { at: null, why: [why] };
}

function More({ box, match, close }: { box: Box; match: MatchInfo; close(): void }): JSX.Element {
  const desk = useDesk();
  const friends = friendSeatsOf(match.id).filter((seat) => match.status !== "over" && linkWorks(seat, match));
  const people = match.seats.some((seat) => seat.kind !== "bot" && seat.side !== desk.side);
  const playing = desk.side !== null && match.status === "running";
  const item = (words: string, run: () => void, look: "quiet" | "danger" = "quiet") => (
    <Button
      look={look}
      class="menu-item"
      onClick={() => {
        close();
        run();
      }}
    >
      {words}
    </Button>
  );
  return (
    <div class="more">
      {item("Find an action, a unit or a hex", () => {
        desk.dialog.value = "command";
      })}
      {item("Watch the film since my last move", () => desk.showFilm())}
      {item("Watch from the beginning", () => desk.showFilm(0))}
      {canBranch(match, desk.side)
        ? item("Try something out in a branch", () => {
            desk.dialog.value = "branch";
          })
        : null}
      {item("Statistics of the match", () => go(`/match/${encodeURIComponent(match.id)}/statistics`))}
      {item("Save the record as text", () => void exportMatch(desk))}
      {item("Report a rule", () => {
        desk.dialog.value = "report";
      })}
      {desk.side !== null
        ? item("My link, with a QR code", () => {
            desk.dialog.value = "link";
          })
        : null}
      {friends.map((seat) => (
        <CopyButton key={seat.token} look="quiet" text={seatLink(match.id, seat.token)} label={`Copy the link for ${sideAdjective(box.sides, seat.side)}`} />
      ))}
      <CopyButton look="quiet" text={watchLink(match.id)} label="Copy a link for spectators" />
      {desk.side !== null
        ? item("Tell me when it is my turn", () => {
            desk.dialog.value = "tell";
          })
        : null}
      {match.status === "waiting" ? null : item(showsClocks() ? "Hide the clocks" : "Show the clocks", () => keepSetting("clocks", !showsClocks()))}
      {item(setting(GOES_ON, false) ? "Ask me for every answer" : "Give the only answer by itself", () => keepSetting(GOES_ON, !setting(GOES_ON, false)))}
      {item("Keys and help", () => {
        desk.dialog.value = "help";
      })}
      {playing && people ? item("Offer a draw", () => void offerDraw(desk)) : null}
      {canAgree(desk, match)
        ? item("Agree on what happens if somebody stays away", () => {
            desk.dialog.value = "agree";
          })
        : null}
      {playing
        ? item(people ? "Propose to abandon the match" : "Abandon the match", () => {
            desk.dialog.value = "abandon";
          })
        : null}
      {playing
        ? item(
            "Concede the game",
            () => {
              desk.dialog.value = "concede";
            },
            "danger",
          )
        : null}
      <div class="more-foot">
        <span>Colours</span>
        <ThemeSwitch />
      </div>
      {match.away ? <p class="soft">{awayWords(match.away)}</p> : null}
      {match.proposed ? <p class="soft">Proposed: {awayWords(match.proposed.agreed)}</p> : null}
      <p class="soft">Last move: {lastMove(desk, match)}</p>
      <p class="soft more-dice">
        Commitment of the dice: <code>{match.commitment.slice(0, 16)}…</code>
      </p>
    </div>
  );
}

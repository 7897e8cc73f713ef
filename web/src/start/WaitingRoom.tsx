import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import "../style/waiting.css";
import * as api from "../live/api";
import { awayWords } from "../parts/away";
import { friendSeatsOf, keepName, keepSeat, linkWorks, playerName, seatsOf, watchLink } from "../live/seats";
import { openTables, type Table } from "../live/table";
import { Button, CopyButton } from "../parts/Button";
import { CaseLink } from "../parts/CaseLink";
import { Notice } from "../parts/Notice";
import { PageHead } from "../parts/PageHead";
import { botName, capital, listed, sideName } from "../parts/words";
import { MailCard } from "../mail/MailCard";
import { RulesDialog } from "../rules/RulesDialog";
import type { Box, MatchInfo, SeatInfo, Shelf, SideInfo } from "../wire";
import { Commitment, SeatLink } from "./Invite";
import { MyLinkDialog } from "./MyLink";
import { valueWords } from "./setup";

const LONGEST_WORDS = 200;

/** A match that waits for its players: who has sat down, the commitment of the dice, words, and the links to send. */
export function WaitingRoom({ table, box }: { table: Table; box: Box }): JSX.Element | null {
  const [linkShown, setLinkShown] = useState(false);
  const match = table.match.value;
  if (!match) return null;
  const mine = ourTables(table, match);
  const absent = match.seats.filter((seat) => seat.kind !== "bot" && !seat.ready);
  const links = friendSeatsOf(match.id).filter((seat) => linkWorks(seat, match) && absent.some((one) => one.side === seat.side) && !mine.some((one) => one.token === seat.token));
  const own = seatsOf(match.id).filter((seat) => mine.some((one) => one.token === seat.token));
  const seated = mine.filter((one) => match.seats.some((seat) => seat.side === one.side.value && seat.ready));
  return (
    <div class="page">
      <PageHead />
      <main class="page-main waiting" id="main">
        <h1>{box.title}</h1>
        {match.mail ? <MailCard table={table} /> : null}
        {match.mail ? null : (
          <p class="lead" role="status">
            {absent.length ? `Waiting for ${listed(absent.map((seat) => sideName(box.sides, seat.side)))} to sit down.` : "Everybody is here."}
          </p>
        )}
        {table.link.value === "live" ? null : (
          <Notice tone="warning">
            <p>{table.linkText.value}</p>
          </Notice>
        )}
        <ul class="waiting-seats">
          {match.seats.map((seat) => (
            <SeatLine key={seat.side} seat={seat} sides={box.sides} mine={mine.some((one) => one.side.value === seat.side)} />
          ))}
        </ul>
        {mine
          .filter((one) => !seated.includes(one))
          .map((one) => (
            <SitForm key={one.token} table={one} match={match} sides={box.sides} />
          ))}
        {links.map((seat) => (
          <SeatLink key={seat.token} match={match.id} token={seat.token} sideName={sideName(box.sides, seat.side)} title={box.title} />
        ))}
        {seated.length && absent.length && !match.mail ? <BeginPart table={seated[0]!} /> : null}
        {mine.length === 0 ? (
          <Notice>
            <p>You are watching. The match begins when the players have sat down; to play, open the link that you were sent.</p>
          </Notice>
        ) : null}
        <Agreed match={match} />
        {match.mail ? null : (
          <section class="panel waiting-part">
            <h2>The dice</h2>
            <Commitment commitment={match.commitment} />
          </section>
        )}
        {match.mail ? null : (
          <div class="row">
            {own.length ? (
              <Button small look="quiet" onClick={() => setLinkShown(true)}>
                My link
              </Button>
            ) : null}
            <CopyButton small look="quiet" text={watchLink(match.id)} label="Copy a link for spectators" />
          </div>
        )}
      </main>
      {linkShown ? <MyLinkDialog seats={own} sides={box.sides} onClose={() => setLinkShown(false)} /> : null}
      <RulesDialog slug={match.game} title={box.title} />
    </div>
  );
}

/** What was agreed: the scenario, and every rule that is not as usual. Whoever comes by a link did not choose it. */
function Agreed({ match }: { match: MatchInfo }): JSX.Element | null {
  const [shelf, setShelf] = useState<Shelf | null>(null);
  useEffect(() => {
    api.games().then(
      (games) => setShelf(games.find((game) => game.slug === match.game) ?? null),
      () => undefined,
    );
  }, [match.game]);
  if (!shelf) return null;
  const scenario = shelf.scenarios.find((one) => one.id === match.scenario);
  const chosen = shelf.options.filter((option) => option.id in match.options);
  return (
    <section class="panel waiting-part">
      <h2>What is played</h2>
      {scenario ? (
        <p>
          <strong>{scenario.title}</strong>: {scenario.sentence} {scenario.length ? `(${scenario.length})` : ""}
        </p>
      ) : null}
      {chosen.length ? (
        <ul class="waiting-options">
          {chosen.map((option) => (
            <li key={option.id}>
              {option.title} <CaseLink case={option.id} />: {valueWords(match.options[option.id] ?? option.default)}
              <p class="hint">{option.effect}</p>
            </li>
          ))}
        </ul>
      ) : (
        <p>The usual rules, none of the optional ones.</p>
      )}
      {!match.mail && match.seats.filter((seat) => seat.kind !== "bot").length > 1 ? <p class="waiting-away">{awayWords(match.away)}</p> : null}
    </section>
  );
}

// Friends who share the page have a table each; they sit in the order of the sides.
function ourTables(table: Table, match: MatchInfo): Table[] {
  const tables = openTables.value.filter((one) => one.id === table.id);
  const place = (one: Table) => match.seats.findIndex((seat) => seat.side === one.side.value);
  return (tables.includes(table) ? tables : [table])
    .filter((one) => one.side.value !== null)
    .sort((one, other) => place(one) - place(other));
}

function SeatLine({ seat, sides, mine }: { seat: SeatInfo; sides: SideInfo[]; mine: boolean }): JSX.Element {
  const ready = seat.kind === "bot" || Boolean(seat.ready);
  const who = seat.kind === "bot" ? botName(seat.bot ?? "") : seat.name || (mine ? "you" : seat.here ? "somebody" : "nobody yet");
  const state = seat.kind === "bot" ? "ready" : seat.ready ? "has sat down" : seat.here ? "is here, but has not sat down" : "";
  const hint = mine ? [seat.name ? "(you)" : "", seat.ready ? "ready" : ""].filter(Boolean).join(" ") : state;
  return (
    <li class={ready ? "waiting-seat waiting-ready" : "waiting-seat"}>
      <span class="waiting-sign" aria-hidden="true">
        {ready ? "✓" : "…"}
      </span>
      <span>
        <strong>{capital(sideName(sides, seat.side))}</strong>: {who}
        <span class="hint"> {hint}</span>
      </span>
    </li>
  );
}

function SitForm({ table, match, sides }: { table: Table; match: MatchInfo; sides: SideInfo[] }): JSX.Element {
  const id = useId();
  const side = table.side.value ?? "";
  const seat = seatsOf(match.id).find((one) => one.token === table.token);
  const known = seat?.name || match.seats.find((one) => one.side === side)?.name || playerName.value;
  const [name, setName] = useState(known);
  const [asking, setAsking] = useState(!known); // who has given a name is not asked for it again
  const [words, setWords] = useState("");
  const [trouble, setTrouble] = useState("");
  const [working, setWorking] = useState(false);
  const sit = async (event: Event) => {
    event.preventDefault();
    setWorking(true);
    setTrouble("");
    if (!playerName.value) keepName(name.trim());
    const why = await table.sit(name.trim(), words.trim());
    setWorking(false);
    if (why) setTrouble(why.text);
    else if (seat) keepSeat({ ...seat, name: name.trim() });
  };
  const live = table.link.value === "live";
  return (
    <form class="sit" onSubmit={sit}>
      <h2>You play {sideName(sides, side)}</h2>
      {asking ? (
        <div class="field">
          <label for={`${id}-name`}>Your name</label>
          <input
            id={`${id}-name`}
            type="text"
            maxLength={40}
            autocomplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
      ) : (
        <p>
          You sit down as <b>{name}</b>.{" "}
          <button type="button" class="text-button" onClick={() => setAsking(true)}>
            Change the name
          </button>
        </p>
      )}
      <div class="field">
        <label for={`${id}-words`}>A few words for the dice (you may leave this empty)</label>
        <input
          id={`${id}-words`}
          type="text"
          maxLength={LONGEST_WORDS}
          autocomplete="off"
          placeholder="anything nobody could guess"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          aria-describedby={`${id}-hint`}
        />
        <p class="hint" id={`${id}-hint`}>
          They are mixed into every die after the key has been fixed, so that nobody, not even the table, can have chosen them.
        </p>
      </div>
      {trouble ? (
        <Notice tone="trouble">
          <p>{trouble}</p>
        </Notice>
      ) : null}
      <Button look="primary" type="submit" disabled={working || !live}>
        {live ? (working ? "Sitting down…" : "Sit down") : table.linkText.value}
      </Button>
    </form>
  );
}

function BeginPart({ table }: { table: Table }): JSX.Element {
  const [trouble, setTrouble] = useState("");
  const [working, setWorking] = useState(false);
  const begin = async () => {
    setWorking(true);
    setTrouble("");
    const why = await table.begin();
    setWorking(false);
    if (why) setTrouble(why.text);
  };
  return (
    <div class="begin">
      <p>
        The match begins by itself when everybody has sat down. You can also begin now; who joins later can play, but cannot add
        words to the dice any more.
      </p>
      <Button onClick={begin} disabled={working || table.link.value !== "live"}>
        Begin now
      </Button>
      {trouble ? (
        <Notice tone="trouble">
          <p>{trouble}</p>
        </Notice>
      ) : null}
    </div>
  );
}

import "../style/setup.css";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../live/api";
import { playerName, seats } from "../live/seats";
import { Button } from "../parts/Button";
import { Notice } from "../parts/Notice";
import { beginMail } from "../mail/mail";
import { go, Link } from "../parts/route";
import type { NewMail, Seated, Shelf } from "../wire";
import { AwayPart } from "./AwayPart";
import { InviteDialog } from "./Invite";
import { OptionsPart } from "./OptionsPart";
import { keepSeated } from "./seated";
import { type Chairs, type Draft, firstDraft, inForce, newMatch, rematch, someoneFar } from "./setup";
import { SidesPart } from "./SidesPart";

/** The sides of a match that were played on this page, with the names they were played under. */
function playedHere(match: string): Map<string, string> {
  return new Map(seats.value.filter((seat) => seat.match === match && seat.mine).map((seat) => [seat.side, seat.name ?? ""]));
}

// Throws that are opened beforehand, so that a turn can be played in one go.
const AHEAD = 20;

/** Does somebody play by mail? */
function byMail(chairs: Chairs): boolean {
  return Object.values(chairs).some((chair) => chair.player === "mail");
}

/** The match by mail as the table wants it. */
function mailMatch(shelf: Shelf, draft: Draft, ahead: boolean): NewMail {
  const side = shelf.sides.find((one) => draft.chairs[one.id]?.player === "me")?.id ?? "";
  return { game: shelf.slug, side, name: playerName.value.trim(), scenario: draft.scenario, options: inForce(shelf, draft), ahead: ahead ? AHEAD : 0 };
}

/** Set up a match of one game; `again` is a match that is to be played once more with the sides swapped. */
export function SetupPage({ shelf, again = "", mail = false }: { shelf: Shelf; again?: string; mail?: boolean }): JSX.Element {
  const [draft, setDraft] = useState(() => firstDraft(shelf));
  useEffect(() => {
    if (!again) return;
    // A match that is gone leaves the usual draft.
    api.matchInfo(again).then((match) => setDraft(rematch(shelf, match, playedHere(again), playerName.value)), () => undefined);
  }, [again]);
  const [trouble, setTrouble] = useState("");
  const [working, setWorking] = useState(false);
  const [invited, setInvited] = useState<Seated | null>(null);
  const [ahead, setAhead] = useState(false);
  const troubleBox = useRef<HTMLDivElement>(null);
  const play = async () => {
    setWorking(true);
    setTrouble("");
    try {
      if (byMail(draft.chairs)) {
        go(await beginMail(mailMatch(shelf, draft, ahead)));
        return;
      }
      const seated = await api.newMatch(newMatch(shelf, draft, playerName.value));
      keepSeated(seated, shelf, draft.chairs);
      if (someoneFar(draft.chairs)) setInvited(seated);
      else go(`/match/${encodeURIComponent(seated.match.id)}`);
    } catch (error) {
      setTrouble((error as Error).message);
      requestAnimationFrame(() => troubleBox.current?.scrollIntoView({ block: "nearest" }));
    } finally {
      setWorking(false);
    }
  };
  const scenario = shelf.scenarios.find((one) => one.id === draft.scenario);
  return (
    <div class="setup">
      <p class="setup-back">
        <Link to="/">← All games</Link>
      </p>
      <header class="setup-head">
        {shelf.picture ? <img class="setup-picture" src={shelf.picture} alt="" width="240" height="160" /> : null}
        <div>
          <h1>{shelf.title}</h1>
          <p class="lead">{shelf.blurb}</p>
          <p>
            <Link to={`/rules/${encodeURIComponent(shelf.slug)}`}>Read the rules</Link>
          </p>
        </div>
      </header>

      <section class="panel setup-part" aria-labelledby="setup-scenario">
        <h2 id="setup-scenario">{shelf.scenarios.length === 1 ? "Scenario" : "Which scenario?"}</h2>
        <div class="scenarios" role="radiogroup" aria-labelledby="setup-scenario">
          {shelf.scenarios.map((one) => (
            <label class="scenario" key={one.id}>
              <input
                type="radio"
                name="scenario"
                checked={draft.scenario === one.id}
                onChange={() => setDraft({ ...draft, scenario: one.id })}
              />
              <span>
                <strong>{one.title}</strong> <span class="hint">{one.length}</span>
                <br />
                {one.sentence}
              </span>
            </label>
          ))}
        </div>
      </section>

      <section class="panel setup-part" aria-labelledby="setup-sides">
        <h2 id="setup-sides">Who plays?</h2>
        <SidesPart shelf={shelf} chairs={draft.chairs} onChange={(chairs) => setDraft({ ...draft, chairs })} mail={mail} />
        {byMail(draft.chairs) ? (
          <label class="option setup-stir">
            <input type="checkbox" checked={ahead} onChange={(event) => setAhead(event.currentTarget.checked)} />
            <span>
              Open {AHEAD} throws of the dice beforehand
              <span class="hint"> – far fewer files go to and fro, but either of you could look at the next dice: for friends who trust each other.</span>
            </span>
          </label>
        ) : null}
      </section>

      <section class="panel setup-part" aria-labelledby="setup-options">
        <h2 id="setup-options">Rules</h2>
        {shelf.options.length ? <OptionsPart shelf={shelf} draft={draft} onChange={setDraft} /> : <p>By the book.</p>}
        {someoneFar(draft.chairs) || byMail(draft.chairs) ? null : (
          <label class="option setup-stir">
            <input type="checkbox" checked={draft.stir} onChange={(event) => setDraft({ ...draft, stir: event.currentTarget.checked })} />
            <span>
              Let the players add words to the dice
              <span class="hint"> – the match waits until each has sat down; then nobody, not even the table, chose the dice.</span>
            </span>
          </label>
        )}
      </section>

      {someoneFar(draft.chairs) ? (
        <section class="panel setup-part" aria-labelledby="setup-away">
          <h2 id="setup-away">If somebody stays away</h2>
          <AwayPart away={draft.away} onChange={(away) => setDraft({ ...draft, away })} />
        </section>
      ) : null}

      <div ref={troubleBox}>
        {trouble ? (
          <Notice tone="trouble">
            <p>{trouble}</p>
          </Notice>
        ) : null}
      </div>
      <div class="setup-go">
        <Button look="primary" class="setup-play" onClick={play} disabled={working}>
          {working ? "Setting up…" : "Play"}
        </Button>
        <span class="hint">{scenario?.length ?? shelf.length}</span>
      </div>

      {invited ? <InviteDialog seated={invited} shelf={shelf} chairs={draft.chairs} /> : null}
    </div>
  );
}

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { BranchList, DeleteBranch } from "../branch/BranchList";
import { withBranches } from "../branch/branches";
import * as api from "../live/api";
import { forgetMatch, restoreSeats, seatLink, seats } from "../live/seats";
import { remembers } from "../live/storage";
import { Button, CopyButton } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Later } from "../parts/Later";
import { Notice, toast } from "../parts/Notice";
import { Link } from "../parts/route";
import { listed, sideName } from "../parts/words";
import type { MatchInfo, Shelf } from "../wire";
import { type Row, rows } from "./matches";

const myLink = () => import("./MyLink").then((found) => found.MyLinkDialog);
const LOOK_EVERY = 15_000;
// The service answers for this many matches at once.
const AT_ONCE = 100;

async function fetchAll(ids: string[]): Promise<MatchInfo[]> {
  const found: MatchInfo[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) found.push(...(await api.infos(ids.slice(from, from + AT_ONCE))));
  return found;
}

/** The matches whose seats this browser holds. */
export function MyMatches({ games }: { games: Shelf[] }): JSX.Element | null {
  const [infos, setInfos] = useState<MatchInfo[] | null>(null);
  const [trouble, setTrouble] = useState("");
  const list = seats.value;
  const ids = [...new Set(list.map((seat) => seat.match))];
  const key = ids.join(" ");
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      if (document.visibilityState === "hidden") return;
      try {
        const found = await fetchAll(ids);
        if (!wanted) return;
        setInfos(found);
        setTrouble("");
      } catch (error) {
        if (wanted) setTrouble((error as Error).message);
      }
    };
    void look();
    const timer = setInterval(look, LOOK_EVERY);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("focus", look);
    };
  }, [key]);
  if (list.length === 0) return null;
  const all = withBranches(rows(list, infos, games, Date.now()), list);
  const going = all.filter(({ row }) => row.state !== "over");
  const over = all.filter(({ row }) => row.state === "over");
  return (
    <section class="matches" aria-labelledby="my-matches">
      <h2 id="my-matches">My matches</h2>
      {trouble ? (
        <Notice tone="warning">
          <p>{trouble} The list shows what was known before.</p>
        </Notice>
      ) : null}
      {remembers.value ? null : (
        <Notice tone="warning">
          <p>This browser does not let the page remember anything. Keep the links of your matches yourself.</p>
        </Notice>
      )}
      {going.length ? (
        <ul class="match-list">
          {going.map(({ row, branches }) => (
            <MatchRow key={row.match} row={row} branches={branches} games={games} />
          ))}
        </ul>
      ) : (
        <p class="hint">None is being played.</p>
      )}
      {over.length ? (
        <details class="matches-over">
          <summary>{over.length === 1 ? "1 finished match" : `${over.length} finished matches`}</summary>
          <ul class="match-list">
            {over.map(({ row, branches }) => (
              <MatchRow key={row.match} row={row} branches={branches} games={games} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function MatchRow({ row, branches, games }: { row: Row; branches: Row[]; games: Shelf[] }): JSX.Element {
  const address = `/match/${encodeURIComponent(row.match)}`;
  const [dialog, setDialog] = useState<"" | "link" | "forget">("");
  const close = () => setDialog("");
  const gone = row.state === "unknown" && row.turn !== ""; // there is nothing to open any more
  const sides = games.find((game) => game.slug === row.seats[0]?.game)?.sides ?? [];
  const mine = row.state === "over" ? [] : row.seats.filter((seat) => seat.mine);
  const friends = row.state === "over" ? [] : row.seats.filter((seat) => !seat.mine);
  const forget = () => {
    close();
    const forgotten = forgetMatch(row.match);
    toast(`${row.title} is no longer in your list.`, { label: "Undo", run: () => restoreSeats(forgotten) });
  };
  return (
    <li class={`match match-${row.state}`}>
      <div class="match-text">
        <h3>{gone ? row.title : <Link to={address}>{row.title}</Link>}</h3>
        <p class="match-turn">
          {row.state === "mine" ? (
            <strong class="match-mine">
              <span aria-hidden="true">●</span> {row.turn}
            </strong>
          ) : (
            row.turn
          )}
          {row.where ? ` · ${row.where}` : null}
        </p>
        <p class="hint">{[row.players, row.when].filter(Boolean).join(" · ")}</p>
      </div>
      <div class="match-actions">
        {friends.map((seat) => (
          <CopyButton
            key={seat.token}
            small
            look="quiet"
            text={seatLink(seat.match, seat.token)}
            label={`Copy the link for ${sideName(sides, seat.side)}`}
          />
        ))}
        {mine.length ? (
          <Button small look="quiet" onClick={() => setDialog("link")} aria-label={`My link: ${row.title}`}>
            My link
          </Button>
        ) : null}
        {row.seats.some((seat) => seat.branch) ? <DeleteBranch row={row} /> : null}
        {row.state === "over" ? (
          <Link to={`${address}/proof`} class="button button-quiet button-small">
            Proof of the dice
          </Link>
        ) : null}
        <Button
          small
          look="quiet"
          onClick={() => (mine.length || friends.length ? setDialog("forget") : forget())}
          aria-label={`Forget ${row.title}`}
        >
          Forget
        </Button>
        {gone ? null : (
          <Link to={address} class={`button button-small${row.state === "mine" ? " button-primary" : ""}`} aria-label={`Open ${row.title}`}>
            Open
          </Link>
        )}
      </div>
      <BranchList branches={branches} title={row.title} />
      {dialog === "link" ? <Later fetch={myLink} props={{ seats: mine, sides, onClose: close }} /> : null}
      {dialog === "forget" ? (
        <Dialog
          title="Forget this match?"
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Keep it</Button>
              {mine.map((seat) => (
                <CopyButton key={seat.token} text={seatLink(seat.match, seat.token)} label={copyWords(mine.length, sideName(sides, seat.side))} />
              ))}
              <Button look="danger" onClick={forget}>
                Forget
              </Button>
            </>
          }
        >
          <p>
            {row.title} is not over and goes on without you.
            {mine.length ? " This browser would forget the link of your seat: without it you can only watch." : null}
            {friends.length ? ` It would also forget the link for ${listed(friends.map((seat) => sideName(sides, seat.side)))}.` : null}
          </p>
          {mine.length ? <p>Copy your link first if you may want to come back. To end the match, open it and concede.</p> : null}
        </Dialog>
      ) : null}
    </li>
  );
}

function copyWords(links: number, name: string): string {
  return links > 1 ? `Copy my link for ${name}` : "Copy my link";
}

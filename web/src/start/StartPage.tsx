import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import "../style/start.css";
import * as api from "../live/api";
import { playerName, seats } from "../live/seats";
import { Button } from "../parts/Button";
import { openCase } from "../parts/CaseLink";
import { Loading, Notice } from "../parts/Notice";
import { PageHead } from "../parts/PageHead";
import { go, Link } from "../parts/route";
import { Later } from "../parts/Later";
import type { Games, Shelf } from "../wire";
import { MyMatches } from "./MyMatches";
import { keepSeated } from "./seated";
import { type Chairs, newSeats, usualBot } from "./setup";

const setupPage = () => import("./SetupPage").then((found) => found.SetupPage);
const importDialog = () => import("./ImportDialog").then((found) => found.ImportDialog);
const rulesDialog = () => import("../rules/RulesDialog").then((found) => found.RulesDialog);

/** The start page: my matches and the games; or, once a game is chosen, its set-up. */
export function StartPage({ game, again = "" }: { game: string; again?: string }): JSX.Element {
  const [found, setFound] = useState<Games | null>(null);
  const [trouble, setTrouble] = useState("");
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    setTrouble("");
    api.shelf().then(
      (answer) => wanted && setFound(answer),
      (error: Error) => wanted && setTrouble(error.message),
    );
    return () => {
      wanted = false;
    };
  }, [attempt]);
  const chosen = found?.games.find((one) => one.slug === game);
  useEffect(() => {
    document.title = chosen ? `${chosen.title} – Bocage` : "Bocage";
  }, [chosen]);
  useEffect(() => {
    openCase.value = null;
  }, [game]);
  return (
    <div class="page">
      <PageHead />
      <main class="page-main" id="main">
        {trouble ? (
          <Notice tone="trouble">
            <p>{trouble}</p>
            <Button small onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          </Notice>
        ) : null}
        {found ? (
          chosen ? (
            <Later key={chosen.slug} fetch={setupPage} props={{ shelf: chosen, again, mail: found.mail }} wait={<Loading what="Opening the box…" />} />
          ) : (
            <Home games={found.games} missing={found.missing ?? []} unknown={game} />
          )
        ) : trouble ? null : (
          <Loading what="Looking what is on the shelf…" />
        )}
      </main>
      <Foot />
      {chosen && openCase.value !== null ? <Later fetch={rulesDialog} props={{ slug: chosen.slug, title: chosen.title }} /> : null}
    </div>
  );
}

function Home({ games, missing, unknown }: { games: Shelf[]; missing: string[]; unknown: string }): JSX.Element {
  const [bringing, setBringing] = useState<true | File | null>(null);
  useEffect(() => {
    // A record or a mail file that is dropped anywhere on the page.
    const take = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
      if (file) setBringing(file);
    };
    for (const kind of ["dragover", "drop"] as const) addEventListener(kind, take);
    return () => {
      for (const kind of ["dragover", "drop"] as const) removeEventListener(kind, take);
    };
  }, []);
  const newcomer = seats.value.length === 0;
  const guided = games.find((game) => game.guide);
  const guide = guided ? <Guide shelf={guided} large={newcomer} /> : null;
  return (
    <>
      {unknown ? (
        <Notice tone="warning">
          <p>There is no game called {unknown}. Choose one of these.</p>
        </Notice>
      ) : null}
      {newcomer ? (
        <div class="hero">
          <h1>Hex-and-counter wargames with every rule enforced</h1>
          <p class="lead">
            Play against a bot, beside a friend or across the net. What you may do is lit; what you may not do is explained, with
            its case. Odds are exact, slips can be taken back, and the dice can be checked.
          </p>
          {guide}
        </div>
      ) : (
        <>
          <h1 class="offscreen">Bocage</h1>
          <MyMatches games={games} />
        </>
      )}
      <section class="shelf-part" aria-labelledby="games">
        <h2 id="games">{newcomer ? "The games" : "A new match"}</h2>
        <ul class="shelf">
          {games.map((game) => (
            <GameCard key={game.slug} game={game} />
          ))}
        </ul>
        {missing.map((sentence) => (
          <p key={sentence} class="hint shelf-missing">
            {sentence}
          </p>
        ))}
      </section>
      <div class="row shelf-more">
        {newcomer ? null : guide}
        <Button onClick={() => setBringing(true)}>Bring a match from a file or a link…</Button>
      </div>
      {bringing ? <Later fetch={importDialog} props={{ games, brought: bringing, onClose: () => setBringing(null) }} /> : null}
    </>
  );
}

function GameCard({ game }: { game: Shelf }): JSX.Element {
  const address = `/?game=${encodeURIComponent(game.slug)}`;
  return (
    <li class="game">
      {game.picture ? <img class="game-picture" src={game.picture} alt="" loading="lazy" /> : null}
      <div class="game-text">
        <h3>
          <Link to={address}>{game.title}</Link>
        </h3>
        <p>{game.blurb}</p>
        <p class="hint">{game.length}</p>
        <div class="row">
          <Link to={address} class="button button-primary" aria-label={`Set up a match of ${game.title}`}>
            Set up a match
          </Link>
          <Link to={`/rules/${encodeURIComponent(game.slug)}`} class="button button-quiet" aria-label={`The rules of ${game.title}`}>
            Rules
          </Link>
          {game.guide ? <Guide shelf={game} large={false} words="A tour of one turn" /> : null}
        </div>
      </div>
    </li>
  );
}

const LEARN = "Learn the table in one turn";

/** A match for the tour: the side that it guides against the usual bot. */
function Guide({ shelf, large, words = LEARN }: { shelf: Shelf; large: boolean; words?: string }): JSX.Element {
  const [working, setWorking] = useState(false);
  const [trouble, setTrouble] = useState("");
  const begin = async () => {
    setWorking(true);
    setTrouble("");
    const bot = usualBot(shelf.bots);
    const chairs: Chairs = Object.fromEntries(
      shelf.sides.map((side) => [side.id, { player: side.id === shelf.guide?.side ? "me" : "bot", bot, name: "" }]),
    );
    try {
      const seated = await api.newMatch({
        game: shelf.slug,
        scenario: shelf.guide?.scenario ?? "",
        options: {},
        seats: newSeats(chairs, playerName.value),
      });
      keepSeated(seated, shelf, chairs);
      go(`/match/${encodeURIComponent(seated.match.id)}?guide=1`);
    } catch (error) {
      setTrouble((error as Error).message);
      setWorking(false);
    }
  };
  return (
    <>
      <div class={large ? "guide guide-large" : "guide"}>
        <Button
          look={large ? "primary" : "plain"}
          onClick={begin}
          disabled={working}
          title={shelf.guide?.words}
          aria-label={words === LEARN ? undefined : `${words} of ${shelf.title}`}
        >
          {working ? "Setting up…" : words}
        </Button>
        {large ? <span class="hint">{shelf.guide?.words}</span> : null}
      </div>
      {trouble ? (
        <Notice tone="trouble">
          <p>{trouble}</p>
        </Notice>
      ) : null}
    </>
  );
}

function Foot(): JSX.Element {
  return (
    <footer class="page-foot">
      <p>
        Bocage is an independent work, not affiliated with or endorsed by the designers and publishers of these games. It contains
        none of their text, art or charts; players should own the games they play.
      </p>
    </footer>
  );
}

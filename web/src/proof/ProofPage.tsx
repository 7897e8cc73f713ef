import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import "../style/proof.css";
import * as api from "../live/api";
import { ServiceError } from "../live/api";
import { seats } from "../live/seats";
import { Button, CopyButton } from "../parts/Button";
import { Die } from "../parts/Dice";
import { saveFile } from "../parts/files";
import { Loading, Notice } from "../parts/Notice";
import { PageHead } from "../parts/PageHead";
import { Link } from "../parts/route";
import { capital, outcomeWords } from "../parts/words";
import type { MatchInfo, ProofPage as Proof, ProofRoll, SideInfo } from "../wire";
import { checkProof, type Verdict } from "./check";

/** The proof of a match's dice: after the end everything, before it the commitment and what it is for. */
export function ProofPage({ match }: { match: string }): JSX.Element {
  const [info, setInfo] = useState<MatchInfo | null>(null);
  const [proof, setProof] = useState<Proof | null>(null);
  const [trouble, setTrouble] = useState<ServiceError | null>(null);
  const [sides, setSides] = useState<SideInfo[]>([]);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    setTrouble(null);
    const failed = (error: unknown) => {
      if (wanted) setTrouble(error instanceof ServiceError ? error : new ServiceError(String(error), 0));
    };
    api.matchInfo(match).then(async (found) => {
      if (wanted) setInfo(found);
      // Only for the names of the sides: the page does without them if need be.
      const games = await api.games().catch(() => []);
      if (wanted) setSides(games.find((one) => one.slug === found.game)?.sides ?? []);
    }, failed);
    api.proof(match).then((found) => wanted && setProof(found), failed);
    return () => {
      wanted = false;
    };
  }, [match, attempt]);
  useEffect(() => {
    document.title = info ? `Proof of the dice – ${info.title}` : "Proof of the dice – Bocage";
  }, [info]);
  return (
    <div class="page">
      <PageHead />
      <main class="page-main" id="main">
        <h1>Proof of the dice</h1>
        <p class="lead">
          Before the first die fell, the table published a commitment: the hash of a secret key from which every die
          follows. Now that the key is known, anyone can work out each die again.
        </p>
        {info ? (
          <p>
            <Link to={`/match/${encodeURIComponent(match)}`}>
              {info.title}
              {info.outcome ? `: ${outcomeWords(info.outcome, sides)}` : ""}
            </Link>
          </p>
        ) : null}
        {proof ? (
          <Shown proof={proof} />
        ) : trouble?.status === 409 ? (
          <Pending info={info} />
        ) : trouble ? (
          <Notice tone="trouble">
            <p>{trouble.message}</p>
            <Button small onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          </Notice>
        ) : (
          <Loading what="Fetching the proof…" />
        )}
      </main>
    </div>
  );
}

function Pending({ info }: { info: MatchInfo | null }): JSX.Element {
  return (
    <>
      <Notice>
        <p>The match is still being played. Its key is shown here when it has ended; until then nobody may know the dice to come.</p>
      </Notice>
      {info ? (
        <section class="panel">
          <h2>The commitment</h2>
          <code class="hash">{info.commitment}</code>
          <p class="hint">Note it down if you like: the key that is shown at the end must fit it.</p>
          <CopyButton small text={info.commitment} label="Copy the commitment" />
        </section>
      ) : null}
    </>
  );
}

function Shown({ proof }: { proof: Proof }): JSX.Element {
  const noted = seats.value.find((seat) => seat.match === proof.match && seat.commitment)?.commitment ?? "";
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [checking, setChecking] = useState(false);
  const check = () => {
    setChecking(true);
    // Some thousands of hashes take a moment: let the page say so first.
    setTimeout(() => {
      setVerdict(checkProof(proof, noted));
      setChecking(false);
    }, 30);
  };
  const wrong = useMemo(() => new Set(verdict?.wrong ?? []), [verdict]);
  return (
    <>
      <section class="panel proof-verdict" aria-labelledby="verdict">
        <h2 id="verdict">Do the dice agree?</h2>
        {verdict ? (
          verdict.agrees ? (
            <Notice tone="good">
              <p>
                <strong>They agree.</strong> This browser has worked out {countWords(verdict.checked)} from the key
                {noted ? ", and the commitment is the one it noted when you sat down" : ""}.
              </p>
            </Notice>
          ) : (
            <Notice tone="trouble">
              <p>
                <strong>They do not agree.</strong>
              </p>
              <ul>
                {verdict.trouble.slice(0, 12).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
              {verdict.trouble.length > 12 ? <p>…and {verdict.trouble.length - 12} more.</p> : null}
            </Notice>
          )
        ) : (
          <p>
            The table says that they {proof.agrees ? "agree" : "do not agree"}. You need not believe it: your browser can check
            every die by itself.
          </p>
        )}
        <div class="row">
          <Button look={verdict ? "plain" : "primary"} onClick={check} disabled={checking}>
            {checking ? "Checking…" : verdict ? "Check again" : "Check in this browser"}
          </Button>
          <Button onClick={() => saveFile(`dice-${proof.match}.json`, JSON.stringify(proof, null, 2), "application/json")}>
            Save as a file
          </Button>
        </div>
      </section>

      <section class="panel proof-parts">
        <h2>What was fixed, and when</h2>
        <dl>
          <dt>Commitment, published at the start</dt>
          <dd>
            <code class="hash">{proof.commitment}</code>
          </dd>
          <dt>Words of the players, added after it</dt>
          <dd>{proof.words.length ? proof.words.map((word, at) => <q key={at}>{word}</q>) : "none"}</dd>
          <dt>Key, shown at the end</dt>
          <dd>
            <code class="hash">{proof.key}</code>
          </dd>
        </dl>
        <details>
          <summary>How to check it without this page</summary>
          <p class="proof-recipe">{proof.recipe}</p>
        </details>
      </section>

      <section class="panel">
        <h2>{capital(countWords(proof.rolls.length))}</h2>
        {proof.rolls.length ? <Rolls rolls={proof.rolls} wrong={wrong} checked={verdict !== null} /> : <p>No die fell.</p>}
      </section>
    </>
  );
}

function countWords(count: number): string {
  return count === 1 ? "the one die" : `all ${count} dice`;
}

function Rolls({ rolls, wrong, checked }: { rolls: ProofRoll[]; wrong: Set<number>; checked: boolean }): JSX.Element {
  return (
    // A long table scrolls by itself; it can be reached with the keyboard for that.
    <div class="proof-table" tabIndex={0} role="region" aria-label="Every die of the match">
      <table>
        <thead>
          <tr>
            <th scope="col">Entry</th>
            <th scope="col">Epoch</th>
            <th scope="col">Place</th>
            <th scope="col">Sides</th>
            <th scope="col">Fell</th>
            <th scope="col">{checked ? "Checked" : <span class="offscreen">Checked</span>}</th>
          </tr>
        </thead>
        <tbody>
          {rolls.map(([entry, epoch, count, sides, number], at) => (
            <tr key={`${epoch} ${count}`} class={wrong.has(at) ? "proof-wrong" : ""}>
              <td>{entry}</td>
              <td>{epoch}</td>
              <td>{count}</td>
              <td>{sides}</td>
              <td>
                <Die value={number} sides={sides} size={24} />
              </td>
              <td>{checked ? (wrong.has(at) ? "✕ wrong" : "✓") : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

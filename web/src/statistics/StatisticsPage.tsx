import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import "../style/statistics.css";
import * as api from "../live/api";
import { seatsOf } from "../live/seats";
import { Button } from "../parts/Button";
import { Loading, Notice } from "../parts/Notice";
import { PageHead } from "../parts/PageHead";
import { Link } from "../parts/route";
import { capital, sideName } from "../parts/words";
import type { Course, MatchInfo, SideInfo } from "../wire";
import { Plot } from "./Plot";
import { duration, shown, signed } from "./plots";
import { Table } from "./Table";

/** What a match looks like in numbers: as far as this seat may know while it goes on, all of it once it is over. */
export function StatisticsPage({ match }: { match: string }): JSX.Element {
  const held = seatsOf(match);
  const [seat, setSeat] = useState(0);
  const [info, setInfo] = useState<MatchInfo | null>(null);
  const [sides, setSides] = useState<SideInfo[]>([]);
  const [course, setCourse] = useState<Course | null>(null);
  const [trouble, setTrouble] = useState("");
  const [attempt, setAttempt] = useState(0);
  const token = held[seat]?.token ?? "";
  useEffect(() => {
    let wanted = true;
    setTrouble("");
    const failed = (error: Error) => wanted && setTrouble(error.message);
    api.matchInfo(match).then(async (found) => {
      if (wanted) setInfo(found);
      const games = await api.games().catch(() => []);
      if (wanted) setSides(games.find((one) => one.slug === found.game)?.sides ?? []);
    }, failed);
    api.statistics(match, token).then((found) => wanted && setCourse(found), failed);
    return () => {
      wanted = false;
    };
  }, [match, token, attempt]);
  useEffect(() => {
    document.title = info ? `Statistics – ${info.title}` : "Statistics – Bocage";
  }, [info]);
  return (
    <div class="page">
      <PageHead />
      <main class="page-main" id="main">
        <h1>Statistics</h1>
        <p>
          <Link to={`/match/${encodeURIComponent(match)}`}>{info ? `Back to ${info.title}` : "Back to the match"}</Link>
        </p>
        {held.length > 1 && course && !course.over ? (
          <div class="row" role="group" aria-label="As which side">
            {held.map((one, place) => (
              <Button key={one.token} small aria-pressed={place === seat} onClick={() => setSeat(place)}>
                As {sideName(sides, one.side)}
              </Button>
            ))}
          </div>
        ) : null}
        {trouble ? (
          <Notice tone="trouble">
            <p>{trouble}</p>
            <Button small onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          </Notice>
        ) : course ? (
          <Shown course={course} sides={sides} />
        ) : (
          <Loading what="Counting…" />
        )}
      </main>
    </div>
  );
}

function Shown({ course, sides }: { course: Course; sides: SideInfo[] }): JSX.Element {
  const name = (side: string) => capital(sideName(sides, side));
  const who = course.of ? sideName(sides, course.of) : "everybody";
  return (
    <>
      <p class="lead">
        {course.over
          ? "The match is over: everything that happened is counted."
          : `The match goes on: counted is what ${who} may know, and nothing else.`}
      </p>
      {course.since ? <p class="hint">What happened before moment {course.since} is kept as a log only and cannot be counted.</p> : null}
      {course.luck.length ? <Luck course={course} name={name} /> : null}
      <div class="stat-grid">
        {course.plots.map((figures) => (
          <Plot key={figures.title} figures={figures} sides={sides.map((side) => side.id)} turns={course.turns} />
        ))}
      </div>
      {course.losses.length ? (
        <section class="panel stat" aria-labelledby="stat-losses">
          <h2 id="stat-losses">Losses by kind</h2>
          <Table head={["Side", "Kind", capital(course.loss_unit)]} rows={course.losses.map((loss) => [name(loss.side), loss.kind, String(loss.number)])} />
        </section>
      ) : null}
      {course.spent?.length ? (
        <section class="panel stat" aria-labelledby="stat-time">
          <h2 id="stat-time">Time used</h2>
          <Table head={["Side", "Time", "Actions"]} rows={course.spent.map((one) => [name(one.side), duration(one.seconds), String(one.entries)])} />
          <p class="hint">From one action to the next by the clock of the table; pauses of more than half an hour are left out.</p>
        </section>
      ) : null}
    </>
  );
}

function Luck({ course, name }: { course: Course; name(side: string): string }): JSX.Element {
  const { luck, throws } = course;
  return (
    <section class="panel stat" aria-labelledby="stat-luck">
      <h2 id="stat-luck">Luck of the dice</h2>
      <Table
        head={["Side", "Dice", `Got (${course.luck_unit})`, "Expected", "Luck", "Spread"]}
        rows={luck.map((one) => [
          name(one.side), String(one.dice), shown(one.got), shown(one.expected), signed(one.got - one.expected), `± ${shown(one.spread)}`,
        ])}
      />
      <p class="hint">{course.luck_aid} Two sums in three lie within the spread.</p>
      {throws.length ? (
        <details>
          <summary>{throws.length === 1 ? "The one battle die" : `All ${throws.length} battle dice`}</summary>
          <Table
            head={["Turn", "Side", "Got", "Expected", "Luck", "What happened"]}
            rows={throws.map((one) => [
              String(one.turn), name(one.side), shown(one.got), shown(one.expected), signed(one.got - one.expected), one.text,
            ])}
          />
        </details>
      ) : (
        <p>No battle die has fallen yet.</p>
      )}
    </section>
  );
}

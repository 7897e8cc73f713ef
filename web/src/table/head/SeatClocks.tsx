import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ago, clockFace, ClockWatch, usedBy } from "../../live/clocks";
import { setting } from "../../live/seats";
import { capital, sideName } from "../../parts";
import type { Box, MatchInfo } from "../../wire";
import { useDesk } from "../desk";

/** Does this player want to see the clocks? */
export function showsClocks(): boolean {
  return setting("clocks", false);
}

/** The time that each side has used, and when the match last went on; the clock of who decides runs. */
export function SeatClocks({ box, match }: { box: Box; match: MatchInfo }): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  const watch = useMemo(() => new ClockWatch(match.id, table.token), [match.id, table.token]);
  const moment = table.sheet.value?.moment ?? 0;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    watch.look(watch.told.peek() ? undefined : 0);
    return () => watch.stop();
  }, [watch, moment]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const told = watch.told.value;
  if (!told) return null;
  const deciding = match.status === "running" ? (table.sheet.value?.deciding ?? []) : [];
  return (
    <dl class="clocks" aria-label="Time used">
      {match.seats.map((seat) => (
        <div key={seat.side} class={deciding.includes(seat.side) ? "clock decides" : "clock"}>
          <dt>{capital(sideName(box.sides, seat.side))}</dt>
          <dd>{clockFace(usedBy(told, seat.side, deciding, now))}</dd>
        </div>
      ))}
      <div class="clock">
        <dt>Last move</dt>
        <dd>{ago(told.clocks.since + (now - told.at) / 1000)}</dd>
      </div>
    </dl>
  );
}

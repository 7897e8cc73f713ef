import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardHandle, Seen } from "../../board";
import type { Box } from "../../wire";
import { type Beyond, beyondEdges, type Cover, type Side } from "./edges";
import { spread } from "./spread";

const WAIT = 80; // milliseconds between two looks while the map moves
const WHERE: Record<Side, string> = { top: "above", right: "to the right", bottom: "below", left: "to the left" };
const TIPS: Record<Side, string> = { top: "M2 9 7 2l5 7z", right: "M5 2l7 5-7 5z", bottom: "M2 5l5 7 5-7z", left: "M9 2 2 7l7 5z" };

/** What is pointed at: the hexes that may be clicked, or enemies in contact. */
type Kind = "lit" | "enemy";

interface EdgeArrowsProps {
  box: Box;
  board: BoardHandle;
  lit: readonly string[];
  enemies: readonly string[];
}

/** Arrows at the edge of the board: what may be clicked, and who stands in contact, beyond what is seen. */
export function EdgeArrows({ box, board, lit, enemies }: EdgeArrowsProps): JSX.Element {
  const place = useRef<HTMLSpanElement>(null);
  const seen = useSeen(board);
  const [litBeyond, enemiesBeyond] = useMemo(() => {
    const cover = seen ? coverOf(place.current) : undefined;
    return [lit, enemies].map((hexes) => (seen ? beyondEdges(box, hexes, seen, cover) : [])) as [Beyond[], Beyond[]];
  }, [box, lit, enemies, seen]);
  useLayoutEffect(() => {
    const frame = place.current?.parentElement;
    if (!frame) return;
    spread(frame);
    // The overview may be opened, or go to another corner.
    const watch = new MutationObserver(() => spread(frame));
    watch.observe(frame, { subtree: true, attributes: true, attributeFilter: ["data-spot", "data-open"] });
    return () => watch.disconnect();
  }, [litBeyond, enemiesBeyond]);
  return (
    <>
      <span ref={place} hidden />
      {litBeyond.map((group) => (
        <Arrow key={`lit ${group.side}`} kind="lit" group={group} board={board} />
      ))}
      {enemiesBeyond.map((group) => (
        <Arrow key={`enemy ${group.side}`} kind="enemy" group={group} board={board} />
      ))}
    </>
  );
}

/** Where the overview lies over the board. */
function coverOf(place: HTMLElement | null): Cover | undefined {
  const frame = place?.parentElement;
  const over = frame?.querySelector<HTMLElement>(".overview");
  if (!frame || !over?.offsetParent) return undefined;
  const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = over;
  return { left, top, right: left + offsetWidth, bottom: top + offsetHeight };
}

function Arrow({ kind, group, board }: { kind: Kind; group: Beyond; board: BoardHandle }): JSX.Element {
  const count = group.hexes.length;
  const what =
    kind === "lit"
      ? `${count} ${count === 1 ? "place" : "places"} where something can be done`
      : `${count} ${count === 1 ? "hex" : "hexes"} with enemies in contact`;
  const words = `${what} ${WHERE[group.side]}: go there`;
  return (
    <button
      type="button"
      class="edge-arrow"
      data-kind={kind}
      data-side={group.side}
      style={{ "--along": String(Math.round(group.along * 100) / 100) }}
      aria-label={words}
      title={words}
      onClick={() => board.centreOn(group.goal)}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path d={TIPS[group.side]} />
      </svg>
      {kind === "enemy" ? (
        <svg class="edge-swords" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d="M2 2l10 10M12 2 2 12M2 9.5l2.5 2.5M12 9.5 9.5 12" />
        </svg>
      ) : null}
      {count}
    </button>
  );
}

/** What is seen of the map, not asked for more often than the eye needs. */
function useSeen(board: BoardHandle): Seen | null {
  const [seen, setSeen] = useState<Seen | null>(null);
  useEffect(() => {
    let timer = 0;
    let last: Seen | null = null;
    const stop = board.watch((now) => {
      last = now;
      timer ||= window.setTimeout(() => {
        timer = 0;
        setSeen(last);
      }, WAIT);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [board]);
  return seen;
}

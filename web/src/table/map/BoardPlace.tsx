import type { JSX } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type BoardHandle, type Highlight, type Hovered, type Point } from "../../board";
import { setting } from "../../live/seats";
import type { Box, Sheet } from "../../wire";
import { Hand } from "../cards/Hand";
import { litHexes, litUnits } from "../question/acting";
import { DiceTray } from "../odds/DiceTray";
import { OddsOnBoard } from "../odds/OddsPlace";
import { useDesk } from "../desk";
import { Later } from "../../parts/Later";
import { aids, fetchAhead } from "../later";
import { arrowsOf, placesOf, pointedIn } from "../past/film";
import { TourCard, useTourState } from "../tour/TourCard";
import { addHex, addUnit, askHere, drawBox, drop, lift } from "../gestures/onBoard";
import { dueStep, stepsOf, tourLight } from "../tour/tour";
import { HexPanel } from "./HexPanel";
import { NewsBanner } from "../head/Notices";
import { recentTrails, turnTrails } from "../past/past";
import { TimeBar } from "../past/TimeBar";

const NO_LIGHT: never[] = [];

/** The board with everything that lies on it, and the cards around its edge. */
export function BoardPlace({ box, sheet }: { box: Box; sheet: Sheet }): JSX.Element {
  const desk = useDesk();
  const place = useRef<HTMLDivElement>(null);
  const [board, setBoard] = useState<BoardHandle | null>(null);
  const table = desk.table.value;
  const question = desk.question.value;
  const present = desk.past.present.value;
  const scene = desk.past.film.value?.scene.value ?? null;
  const log = table.log.value;
  const side = desk.side;
  const upTo = scene ? null : present ? Infinity : (sheet.moment ?? 0);
  const [trailsOn, allOn] = [desk.overlays.switched("trails"), desk.overlays.switched("alltrails")];

  useEffect(fetchAhead, []);
  useEffect(() => {
    desk.map.frame = place.current;
    return () => {
      desk.map.frame = null;
      desk.map.board = null;
    };
  }, [desk]);

  const waiting = desk.gestures.waiting.value;
  const hand = useMemo(() => [...(question?.hand ?? []), ...waiting], [question, waiting]);
  const asked = desk.legs.question.value; // where points are set it is the question from the last of them
  const hexes = useMemo(() => (asked ? litHexes(asked, box) : NO_LIGHT), [asked, box]);
  const units = useMemo(() => (asked ? litUnits(asked, box, sheet) : NO_LIGHT), [asked, box, sheet.units]);
  const trails = useMemo(() => {
    if (upTo === null || !(trailsOn || allOn)) return NO_LIGHT; // a film shows the ways themselves
    const told = upTo === Infinity ? log : log.filter((line) => line.moment <= upTo);
    return allOn ? turnTrails(told) : recentTrails(told, side);
  }, [trailsOn, allOn, log, side, upTo]);
  const battle = useMemo(() => {
    if (scene) return arrowsOf(scene.lines, scene.before, box);
    const odds = question?.odds;
    return odds ? { target: odds.target, hexes: placesOf(odds.attackers, sheet) } : null;
  }, [scene, question, sheet.units, box]);
  const highlight = useHighlight(box);
  const path = desk.previews.path.value;

  const onHex = useCallback((hex: string, at: Point, more?: boolean) => void (desk.tools.takes(hex) || (more && addHex(desk, hex)) || desk.clickHex(hex, at)), [desk]);
  const onUnit = useCallback((unit: string, at: Point, more: boolean) => (more ? addUnit(desk, unit) : desk.clickUnit(unit, at)), [desk]);
  const onMenu = useCallback((hex: string, at: Point) => askHere(desk, hex, at), [desk]);
  const onLift = useCallback((unit: string, whole: boolean) => lift(desk, unit, whole), [desk]);
  const onDrop = useCallback((unit: string, hex: string, at: Point) => drop(desk, unit, hex, at), [desk]);
  const onBox = useCallback((inside: string[], at: Point) => drawBox(desk, inside, at), [desk]);
  const onHover = useCallback(
    (what: Hovered | null) => {
      desk.hover.value = what;
    },
    [desk],
  );
  const onCursor = useCallback(
    (hex: string) => {
      desk.cursor.value = hex;
    },
    [desk],
  );
  const handle = useCallback(
    (made: BoardHandle) => {
      desk.map.board = made;
      setBoard(made);
    },
    [desk],
  );

  return (
    <main class={present ? "board-place" : "board-place in-the-past"} id="main">
      <div class="board-frame" ref={place}>
        <Board
          box={box}
          sheet={sheet}
          litHexes={hexes}
          litUnits={units}
          hand={present ? hand : NO_LIGHT}
          focus={present ? (question?.focus ?? "") : ""}
          path={path && present ? { hexes: path.hexes, cost: path.cost } : null}
          legs={desk.legs.ways.value}
          trails={trails}
          layers={[...desk.overlays.layers.value, ...desk.tools.layers.value]}
          control={desk.overlays.switched("control")}
          hidden={desk.overlays.peeking.value || desk.overlays.switched("hidden")}
          numbers={desk.overlays.switched("numbers")}
          aiming={desk.tools.aiming.value}
          battle={battle}
          highlight={highlight}
          onHex={onHex}
          onUnit={onUnit}
          onMenu={onMenu}
          onLift={onLift}
          onDrop={onDrop}
          onBox={question ? onBox : undefined}
          onHover={onHover}
          cursor={desk.cursor.value}
          onCursor={onCursor}
          handle={handle}
        />
        <div class="over-top">
          <NewsBanner box={box} />
        </div>
        <div class="over-foot">
          <DiceTray />
        </div>
        {board ? <Later fetch={aids} props={{ box, sheet, board }} /> : null}
        <OddsOnBoard box={box} sheet={sheet} />
        <TourCard box={box} />
      </div>
      {setting("column.closed", false) ? <HexPanel box={box} sheet={sheet} /> : null}
      <Hand box={box} sheet={sheet} />
      <TimeBar box={box} />
    </main>
  );
}

/** What the film, the log or the tour points at. */
function useHighlight(box: Box): Highlight {
  const desk = useDesk();
  const scene = desk.past.film.value?.scene.value;
  const pointed = scene ? pointedIn(scene.lines) : desk.highlight.value;
  const state = useTourState(box, desk.table.value.sheet.value);
  const tour = stepsOf(box);
  const step = state ? tour[dueStep(tour, state, desk.tour.value)] : undefined;
  if (!state || !step || !desk.past.present.value) return pointed;
  const light = tourLight(step, state);
  return { hexes: [...pointed.hexes, ...light.hexes], units: [...pointed.units, ...light.units] };
}

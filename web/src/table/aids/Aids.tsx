// What helps the eye on the board. It is fetched when the table stands already: nobody waits for it.
import "../../style/table/aids.css";
import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { type BoardHandle, evened, NEARLY_ALL } from "../../board";
import type { Box, Sheet } from "../../wire";
import { useDesk } from "../desk";
import { litPlaces } from "../question/acting";
import { BattleMoment } from "./BattleMoment";
import { enemiesInContact } from "./contact";
import { EdgeArrows } from "./EdgeArrows";
import { FactsLeft } from "./FactsLeft";
import { KeepClear } from "./KeepClear";
import { Overview } from "./Overview";
import { SoundCard } from "./SoundCard";
import { ToolParts } from "./ToolParts";

const NOTHING: readonly string[] = [];

export interface AidsProps {
  box: Box;
  sheet: Sheet;
  board: BoardHandle;
}

/** Everything that stands around what is seen of the map. */
export function Aids({ box, sheet, board }: AidsProps): JSX.Element {
  const desk = useDesk();
  const question = desk.question.value;
  const present = desk.past.present.value;
  const side = desk.side;
  const even = evened(box);
  const aside = useSignal(false);
  const lit = useMemo(() => {
    const places = question ? litPlaces(question, box, sheet) : NOTHING;
    return places.length > NEARLY_ALL * box.layout.hexes.length ? NOTHING : places;
  }, [question, box, sheet.units]);
  const enemies = useMemo(() => (present && side ? enemiesInContact(even, sheet, side) : NOTHING), [even, sheet.units, side, present]);
  return (
    <>
      <Overview box={even} sheet={sheet} board={board} lit={lit} aside={aside} />
      <EdgeArrows box={even} board={board} lit={lit} enemies={enemies} />
      <KeepClear box={even} board={board} lit={lit} crowded={(yes) => (aside.value = yes)} />
      <BattleMoment board={board} hexSize={even.layout.hex_size} />
      <SoundCard />
      <FactsLeft facts={sheet.facts} />
      <ToolParts box={even} sheet={sheet} board={board} />
    </>
  );
}

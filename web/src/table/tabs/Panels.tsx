import type { JSX } from "preact";
import { openCase } from "../../parts";
import { RulesPanel } from "../../rules/RulesPanel";
import type { Box } from "../../wire";
import { CardsTab } from "../cards/CardsTab";
import type { TabName } from "../desk";
import { ChartsTab } from "./ChartsTab";
import { TalkTab } from "./TalkTab";
import { TrackTab } from "./TrackTab";
import { UnitsTab } from "./UnitsTab";

/** The tabs beside the log. */
export function Panels({ tab, box }: { tab: TabName; box: Box }): JSX.Element | null {
  switch (tab) {
    case "units":
      return <UnitsTab box={box} />;
    case "cards":
      return <CardsTab box={box} />;
    case "charts":
      return <ChartsTab box={box} />;
    case "track":
      return <TrackTab box={box} />;
    case "talk":
      return <TalkTab box={box} />;
    case "rules":
      return <RulesPanel slug={box.slug} open={openCase.value ?? ""} />;
    default:
      return null;
  }
}

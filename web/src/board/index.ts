// The board of the page. Nothing outside this folder touches its document.

import "../style/board.css";
import "../style/overlays.css";
import "./counters/counter.css";
import "./fittings.css";

export { Board } from "./Board";
export { Counter } from "./counters/Counter";
export type { CounterProps } from "./counters/Counter";
export { stacksOf } from "./counters/stacks";
export { evened, expand, gridOf } from "./geometry";
export { NEARLY_ALL } from "./marks/Lit";
export { still } from "./camera/motion";
export { paintOf } from "./paint";
export type { Battle, BoardHandle, BoardProps, Highlight, Hovered, LitHex, LitUnit, Point, Seen, Trail, Way } from "./types";
export { flagText, isBack, seenCounter, unitWords } from "./words";

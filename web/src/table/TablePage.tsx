// In this order: what a narrow window needs comes last.
import "../style/table/page.css";
import "../style/table/head.css";
import "../style/table/board.css";
import "../style/table/question.css";
import "../style/table/hex.css";
import "../style/table/odds.css";
import "../style/table/tabs.css";
import "../style/table/charts.css";
import "../style/table/cards.css";
import "../style/table/hand.css";
import "../style/table/narrow.css";
import type { JSX } from "preact";
import { BranchStrip } from "../branch/BranchStrip";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import * as api from "../live/api";
import { setting } from "../live/seats";
import { Button, Link, Loading, openCase, route, type Tab, Tabs } from "../parts";
import { Later } from "../parts/Later";
import type { Box, MatchInfo, Sheet } from "../wire";
import { BoardPlace } from "./map/BoardPlace";
import { Desk, DeskContext, type Height, type TabName, useDesk } from "./desk";
import { HexPanel } from "./map/HexPanel";
import { pressed, released } from "./head/keys";
import { dialogs, mailCard, panels, waitingRoom } from "./later";
import { LogTab } from "./tabs/LogTab";
import { AgreeHint } from "./head/Agree";
import { Curtain, KeptHere, Troubles } from "./head/Notices";
import { PromptPanel } from "./question/PromptPanel";
import { SeatClocks, showsClocks } from "./head/SeatClocks";
import { ReasonsCard, SpotMenuCard } from "./question/Spot";
import { TopBar } from "./head/TopBar";
import { isGuided } from "./tour/tour";

/** The table of a match: whoever has a seat plays, everybody else watches. */
export function TablePage({ match }: { match: string }): JSX.Element {
  const desk = useMemo(() => new Desk(match), [match]);
  useEffect(() => () => desk.close(), [desk]);
  return (
    <DeskContext.Provider value={desk}>
      <Room key={match} />
    </DeskContext.Provider>
  );
}

/** What the room looks like depends on how far things are: no match, a match that waits, a match that runs. */
function Room(): JSX.Element {
  const desk = useDesk();
  const table = desk.table.value;
  const match = table.match.value;
  const trouble = useBox(match);
  const box = desk.box.value;
  if (table.link.value === "gone") return <Gone text={table.linkText.value} />;
  if (trouble) return <Gone text={trouble} again />;
  if (!match || !box) return <Loading what={match ? "Unpacking the box…" : table.linkText.value} />;
  if (desk.seating.curtain.value) return <Curtain box={box} />;
  if (match.status === "waiting") return <Later fetch={waitingRoom} props={{ table, box }} wait={<Loading what="Opening the room…" />} />;
  const sheet = desk.sheet.value;
  if (!sheet) return <Loading what="Setting the table…" />;
  return <TableView box={box} sheet={sheet} match={match} />;
}

/** Fetches what is printed, once it is known which game is played. Returns what went wrong. */
function useBox(match: MatchInfo | null): string {
  const desk = useDesk();
  const [trouble, setTrouble] = useState("");
  const id = match ? JSON.stringify([match.game, match.scenario, match.options]) : "";
  useEffect(() => {
    if (!match) return;
    let wanted = true;
    api.box(match.game, match.scenario, match.options).then(
      (box) => {
        if (wanted) desk.box.value = box;
      },
      (error: Error) => wanted && setTrouble(error.message),
    );
    return () => {
      wanted = false;
    };
  }, [id]);
  return trouble;
}

function Gone({ text, again = false }: { text: string; again?: boolean }): JSX.Element {
  const desk = useDesk();
  return (
    <main class="gone" id="main">
      <h1>This table cannot be opened</h1>
      <p>{text}</p>
      <div class="prompt-buttons">
        {again ? (
          <Button look="primary" onClick={() => location.reload()}>
            Try again
          </Button>
        ) : null}
        {!again && desk.seating.tokens.length > 0 ? <Button onClick={() => desk.seating.watch()}>Watch without a seat</Button> : null}
        <Link class="button" to="/">
          All matches
        </Link>
      </div>
    </main>
  );
}

const TAB_NAMES: [TabName, string][] = [
  ["log", "Log"],
  ["units", "Units"],
  ["cards", "Cards"],
  ["charts", "Charts"],
  ["track", "Track"],
  ["talk", "Talk"],
  ["rules", "Rules"],
];

function TableView({ box, sheet, match }: { box: Box; sheet: Sheet; match: MatchInfo }): JSX.Element {
  const desk = useDesk();
  useKeys(desk);
  useRules(desk);
  useTour(desk, box);
  const height = desk.height.value;
  return (
    <div class="desk" data-column={setting("column.closed", false) ? "closed" : "open"} data-height={height} data-past={desk.past.present.value ? "no" : "yes"} data-hand={desk.question.value?.hand?.length ? "full" : "empty"}>
      <BranchStrip match={match} />
      <TopBar box={box} sheet={sheet} match={match} />
      <BoardPlace box={box} sheet={sheet} />
      <Column box={box} sheet={sheet} match={match} />
      <Floating />
      <Dialogs box={box} match={match} />
    </div>
  );
}

/** What comes and goes over the table without the table being drawn anew. */
function Floating(): JSX.Element {
  const desk = useDesk();
  const menu = desk.menu.value;
  const reasons = desk.reasons.value;
  return (
    <>
      {menu ? <SpotMenuCard menu={menu} /> : null}
      {reasons ? <ReasonsCard reasons={reasons} /> : null}
      <p class="offscreen" role="status" aria-live="polite">
        {desk.spoken.value}
      </p>
    </>
  );
}

const NEXT_HEIGHT: Record<Height, Height> = { low: "half", half: "full", full: "low" };
const HEIGHT_WORDS: Record<Height, string> = { low: "Raise the panel", half: "Open the whole panel", full: "Lower the panel" };

function Column({ box, sheet, match }: { box: Box; sheet: Sheet; match: MatchInfo }): JSX.Element {
  const desk = useDesk();
  const height = desk.height.value;
  const tab = desk.tab.value;
  const unread = useUnread(desk);
  const column = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // Each tab begins at its head; one that wants to be elsewhere (the log at its end) goes there afterwards.
    const panel = column.current?.querySelector('[role="tabpanel"]');
    if (panel) panel.scrollTop = 0;
  }, [tab]);
  useCovered(column, height);
  const names = TAB_NAMES.filter(([id]) => id !== "cards" || (box.cards ?? []).length > 0);
  const tabs: Tab[] = names.map(([id, name]) => ({ id, name, badge: id === "talk" && unread ? String(unread) : undefined }));
  return (
    <aside class="column" data-tab={tab} ref={column} aria-label="Question and panels">
      <Grip
        height={height}
        onHeight={(next) => {
          desk.height.value = next;
        }}
      />
      <div class="column-top">
        <Troubles box={box} match={match} />
        {match.mail ? <Later fetch={mailCard} props={{ table: desk.table.value }} /> : null}
        <PromptPanel box={box} />
        <KeptHere match={match} />
        <AgreeHint match={match} />
        {showsClocks() ? <SeatClocks box={box} match={match} /> : null}
      </div>
      <HexPanel box={box} sheet={sheet} />
      <Tabs
        tabs={tabs}
        open={tab}
        label="Panels"
        onOpen={(id) => {
          // On a phone the tab that is open is closed by a second touch, so that the map can be seen again.
          if (id === tab && height !== "low" && narrow()) desk.height.value = "low";
          else desk.show(id as TabName);
        }}
      >
        <TabBody tab={tab} box={box} />
      </Tabs>
    </aside>
  );
}

/** On a phone the low sheet lies over the foot of the board: the board keeps its buttons and the middle of its view clear. */
function useCovered(column: { current: HTMLElement | null }, height: Height): void {
  useLayoutEffect(() => {
    const sheet = column.current;
    const room = sheet?.closest<HTMLElement>(".desk");
    if (!sheet || !room || typeof ResizeObserver !== "function") return;
    const measure = () => {
      if (height !== "low") return;
      const board = room.querySelector(".board")?.getBoundingClientRect();
      const covered = narrow() && board ? Math.max(0, board.bottom - sheet.getBoundingClientRect().top) : 0;
      // The bar of the hand, where there is one, lies on the sheet.
      const bar = covered ? (room.querySelector(".hand-bar")?.getBoundingClientRect().height ?? 0) : 0;
      room.style.setProperty("--hand-bottom", `${Math.round(covered)}px`);
      room.style.setProperty("--board-bottom", `${Math.round(covered + bar)}px`);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(sheet);
    sizes.observe(room);
    return () => sizes.disconnect();
  }, [height]);
}

/** Is the panel a sheet at the foot of the page? The same condition as in the style sheet. */
function narrow(): boolean {
  return window.matchMedia("(max-width: 639px), (max-width: 999px) and (orientation: portrait)").matches;
}

/** The handle of the sheet on a phone: a touch changes its height, a pull does so too. */
function Grip({ height, onHeight }: { height: Height; onHeight(next: Height): void }): JSX.Element {
  const [from, setFrom] = useState<number | null>(null);
  const order: Height[] = ["low", "half", "full"];
  return (
    <button
      type="button"
      class="grip"
      aria-label={HEIGHT_WORDS[height]}
      aria-expanded={height !== "low"}
      onPointerDown={(event) => {
        setFrom(event.clientY);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const pulled = from === null ? 0 : from - event.clientY;
        setFrom(null);
        if (Math.abs(pulled) < 24) return;
        const place = order.indexOf(height) + (pulled > 0 ? 1 : -1);
        onHeight(order[Math.max(0, Math.min(2, place))]!);
        event.currentTarget.dataset.pulled = "yes";
      }}
      onClick={(event) => {
        if (event.currentTarget.dataset.pulled) delete event.currentTarget.dataset.pulled;
        else onHeight(NEXT_HEIGHT[height]);
      }}
    >
      <span aria-hidden="true" />
    </button>
  );
}

function TabBody({ tab, box }: { tab: TabName; box: Box }): JSX.Element | null {
  return tab === "log" ? <LogTab box={box} /> : <Later fetch={panels} props={{ tab, box }} />;
}

function Dialogs({ box, match }: { box: Box; match: MatchInfo }): JSX.Element | null {
  return useDesk().dialog.value ? <Later fetch={dialogs} props={{ box, match }} /> : null;
}

function useKeys(desk: Desk): void {
  // Before the first paint: a key that is pressed as soon as the table is seen must not be lost.
  useLayoutEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (pressed(desk, event)) event.preventDefault();
    };
    const up = (event: KeyboardEvent) => released(desk, event);
    const away = () => {
      desk.overlays.peeking.value = false;
    };
    window.addEventListener("keydown", down);
    window.addEventListener("keyup", up);
    window.addEventListener("blur", away);
    return () => {
      window.removeEventListener("keydown", down);
      window.removeEventListener("keyup", up);
      window.removeEventListener("blur", away);
    };
  }, [desk]);
}

/** A case number that is clicked anywhere opens the rules beside the board. */
function useRules(desk: Desk): void {
  const wanted = openCase.value;
  useEffect(() => {
    if (wanted !== null) desk.show("rules");
  }, [wanted]);
  const tab = desk.tab.value;
  useEffect(() => {
    // Closed, so that the same case opens it again.
    if (tab !== "rules" && openCase.value === wanted) openCase.value = null;
  }, [tab]);
  useEffect(
    () => () => {
      openCase.value = null;
    },
    [],
  );
}

/** The tour starts where the address asks for it. */
function useTour(desk: Desk, box: Box): void {
  const wanted = route.value.page === "table" && route.value.guide && isGuided(box, desk.side);
  useEffect(() => {
    if (wanted && desk.tour.value < 0) desk.tour.value = 0;
  }, [wanted]);
}

function useUnread(desk: Desk): number {
  const [read, setRead] = useState<number | null>(null);
  const count = desk.table.value.chat.value.length;
  const open = desk.tab.value === "talk";
  useEffect(() => {
    if (open || read === null) setRead(count);
  }, [open, count, read]);
  return open || read === null ? 0 : Math.max(0, count - read);
}

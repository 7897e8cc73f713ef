import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardHandle } from "../../board";
import { Die } from "../../parts";
import { useDesk } from "../desk";
import { Moments } from "./moments";
import { play, soundsAsked } from "./sounds";

const FLICKER = 70; // milliseconds that a face of a rolling die is seen
const GAP = 10; // pixels between the hex and what is told of it
const SIGNS = { result: "✱", loss: "−", way: "→", note: "·", dice: "" } as const;

interface BattleMomentProps {
  board: BoardHandle;
  /** Half the height of a hex in the board's drawing. */
  hexSize: number;
}

/** The moment of a battle, on the hex that is fought for: the dice, the result, the losses, the retreat. */
export function BattleMoment({ board, hexSize }: BattleMomentProps): JSX.Element | null {
  const desk = useDesk();
  const card = useRef<HTMLDivElement>(null);
  const moments = useMemo(
    () =>
      new Moments({
        ready: (hex, own) => {
          if (!desk.past.present.peek()) return false;
          if (own) desk.map.bringIntoView(hex);
          return own || desk.map.sees(hex);
        },
        sound: play,
      }),
    [desk],
  );
  useEffect(() => {
    desk.dice.stage = (lines, own) => moments.take(lines, own);
    return () => {
      desk.dice.stage = null;
      moments.skip();
    };
  }, [desk, moments]);
  const now = moments.now.value;
  const telling = now !== null;

  useLayoutEffect(() => {
    if (!telling) return;
    const skip = () => moments.skip();
    window.addEventListener("pointerdown", skip, true);
    window.addEventListener("keydown", skip, true);
    return () => {
      window.removeEventListener("pointerdown", skip, true);
      window.removeEventListener("keydown", skip, true);
      soundsAsked.value = true;
    };
  }, [telling, moments]);

  const hex = now?.told.hex ?? "";
  useLayoutEffect(() => {
    if (!hex) return;
    return board.watch(({ view }) => place(card.current, desk.map.frame, board.pointOf(hex), hexSize * view.zoom));
  }, [board, hex, now?.shown, now?.rolling]);

  useEffect(() => effect(() => void (desk.past.present.value || moments.skip())), [desk, moments]);

  if (!now) return null;
  const { told, rolling, shown } = now;
  const words = told.beats.filter(({ kind }) => kind !== "dice").slice(0, shown);
  return (
    <div class="moment" ref={card} data-hex={hex} aria-hidden="true">
      <div class="moment-dice">
        {told.beats
          .filter(({ kind }) => kind === "dice")
          .map((beat, number) => (
            <span class="moment-roll" key={number}>
              {beat.dice.map((value, count) => (rolling ? <Rolling key={count} start={number + count} /> : <Die key={count} value={value} size={44} />))}
              <small>{beat.words}</small>
            </span>
          ))}
      </div>
      {words.map(({ kind, words: text }, number) => (
        <p key={number} class={`moment-${kind}`}>
          <span>{SIGNS[kind]}</span> {text}
        </p>
      ))}
    </div>
  );
}

/** A die that has not come to rest. */
function Rolling({ start }: { start: number }): JSX.Element {
  const [face, setFace] = useState((start * 2) % 6);
  useEffect(() => {
    const timer = setInterval(() => setFace((before) => (before + 2 + (before % 2)) % 6), FLICKER);
    return () => clearInterval(timer);
  }, []);
  return (
    <span class="moment-rolling">
      <Die value={face + 1} size={44} />
    </span>
  );
}

/** Above the hex, or below it where there is no room, and always whole within the board. */
export function place(card: HTMLElement | null, frame: HTMLElement | null, at: { x: number; y: number }, size: number): void {
  if (!card || !frame) return;
  const room = frame.getBoundingClientRect();
  const [x, y] = [at.x - room.left, at.y - room.top];
  const { offsetWidth: wide, offsetHeight: high } = card;
  const left = Math.max(GAP, Math.min(room.width - wide - GAP, x - wide / 2));
  const above = y - size - GAP - high;
  const top = above >= GAP ? above : Math.max(GAP, Math.min(room.height - high - GAP, y + size + GAP));
  card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CaseLink, IconButton } from "../../parts";
import { useDesk } from "../desk";
import type { Reasons, SpotMenu } from "./spots";

const GAP = 10;
const READ_MS = 15_000;

/** Where a card of this size goes so that it is near a point and wholly in the window. */
export function placeCard(
  at: { x: number; y: number },
  card: { width: number; height: number },
  room: { width: number; height: number },
): { left: number; top: number } {
  const below = at.y + GAP + card.height <= room.height - GAP;
  const top = below ? at.y + GAP : Math.max(GAP, at.y - GAP - card.height);
  const left = Math.min(Math.max(GAP, at.x - card.width / 2), Math.max(GAP, room.width - card.width - GAP));
  return { left, top };
}

function usePlace(at: { x: number; y: number } | null) {
  const ref = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const card = ref.current?.getBoundingClientRect();
    if (at && card) setPlace(placeCard(at, card, { width: window.innerWidth, height: window.innerHeight }));
    else setPlace(null);
  }, [at?.x, at?.y]);
  return { ref, style: place ? { left: `${place.left}px`, top: `${place.top}px` } : undefined };
}

/** Several things can be done with what was clicked: which one? */
export function SpotMenuCard({ menu }: { menu: SpotMenu }): JSX.Element {
  const desk = useDesk();
  const { ref, style } = usePlace(menu.at);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (!ref.current?.contains(document.activeElement)) {
      before.current = document.activeElement;
      ref.current?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    }
    const elsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) desk.menu.value = null;
    };
    document.addEventListener("pointerdown", elsewhere, true);
    return () => document.removeEventListener("pointerdown", elsewhere, true);
  }, [menu]);
  const back = () => {
    desk.menu.value = null;
    const last = before.current;
    if (last instanceof HTMLElement || last instanceof SVGElement) last.focus({ preventScroll: true });
  };
  const key = (event: KeyboardEvent) => {
    const buttons = [...(ref.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      buttons[(now + step + buttons.length) % buttons.length]?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      back();
    }
  };
  return (
    <div class="near near-menu" ref={ref} style={style} role="menu" aria-label="What do you want to do here?" onKeyDown={key}>
      {menu.offers.map((offer) => (
        <button
          key={offer.action}
          type="button"
          role="menuitem"
          data-action={offer.action}
          onClick={() => {
            back();
            void desk.play(offer.action, menu.at);
          }}
        >
          {offer.label}
        </button>
      ))}
      {(menu.deeds ?? []).map((deed) => (
        <button
          key={deed.id}
          type="button"
          role="menuitem"
          data-deed={deed.id}
          aria-disabled={deed.idle ? "true" : undefined}
          onClick={() => {
            if (deed.idle) return;
            back();
            deed.run();
          }}
        >
          {deed.label}
        </button>
      ))}
    </div>
  );
}

/** Why something cannot be done: near the click where there was one, never in the way; the nearest reason, and the others when asked. */
export function ReasonsCard({ reasons }: { reasons: Reasons }): JSX.Element {
  const desk = useDesk();
  const { ref, style } = usePlace(reasons.at);
  const [all, setAll] = useState(false);
  const shown = all || reasons.all || reasons.why.length < 3 ? reasons.why : reasons.why.slice(0, 1);
  const close = () => {
    desk.reasons.value = null;
  };
  useEffect(() => {
    setAll(false);
    const timer = setTimeout(() => {
      if (desk.reasons.peek() === reasons && !ref.current?.contains(document.activeElement)) close();
    }, READ_MS);
    return () => clearTimeout(timer);
  }, [reasons]);
  return (
    <div class={`near near-reasons${reasons.at ? "" : " near-foot"}`} ref={ref} style={style} role="status">
      <div>
        {shown.map((why) => (
          <p key={`${why.rule} ${why.text}`}>
            {why.text} <CaseLink case={why.rule ?? ""} />
          </p>
        ))}
        {shown.length < reasons.why.length ? (
          <button type="button" class="text-button" onClick={() => setAll(true)}>
            {reasons.why.length - shown.length} more {reasons.why.length - shown.length === 1 ? "reason" : "reasons"}
          </button>
        ) : null}
      </div>
      <IconButton label="Close" onClick={close}>
        ✕
      </IconButton>
    </div>
  );
}

// A counter that the pointer carries over the map: a picture of it goes along, the counter itself stays until it has moved.

const SYMBOL = "http://www.w3.org/2000/svg";

interface Carrier {
  /** How many pixels wide a counter is. */
  size(): number;
  lift(unit: string): boolean;
  /** Put down where the event is, or let go. */
  drop(unit: string, event: PointerEvent | null): void;
}

/** What the gestures of a board call. */
export function carrying(board: HTMLElement, { size, lift, drop }: Carrier) {
  let unit = "";
  let picture: SVGSVGElement | null = null;
  const go = (event: PointerEvent) => {
    const box = board.getBoundingClientRect();
    picture!.style.translate = `${event.clientX - box.left}px ${event.clientY - box.top}px`;
  };
  return {
    lift: (event: PointerEvent): boolean => {
      const counter = (event.target as Element).closest<SVGElement>("[data-unit]");
      unit = counter?.dataset.unit ?? "";
      if (!counter || !unit || event.shiftKey || event.ctrlKey || event.metaKey || !lift(unit)) return false;
      picture = document.createElementNS(SYMBOL, "svg");
      const wide = (size() * 66) / 54;
      picture.setAttribute("viewBox", "-33 -33 66 66");
      picture.setAttribute("width", String(wide));
      picture.setAttribute("height", String(wide));
      picture.setAttribute("aria-hidden", "true");
      picture.setAttribute("class", "carried");
      const body = counter.querySelector(".counter-body");
      if (body) picture.append(body.cloneNode(true));
      board.append(picture);
      go(event);
      return true;
    },
    carry: go,
    drop: (event: PointerEvent | null): void => {
      picture?.remove();
      picture = null;
      drop(unit, event);
    },
  };
}

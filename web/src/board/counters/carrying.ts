// A counter that the pointer carries over the map, and a box that it draws around several. What is carried is a picture;
// the counter itself stays until it has moved.

const SYMBOL = "http://www.w3.org/2000/svg";

interface Carrier {
  /** How many pixels wide a counter is. */
  size(): number;
  /** `whole`: with all that lie there too. */
  lift(unit: string, whole: boolean): boolean;
  /** Put down where the event is, or let go. */
  drop(unit: string, event: PointerEvent | null): void;
  /** A box was drawn, in pixels of the window. */
  box(area: DOMRect, event: PointerEvent): void;
  /** May a box be drawn at all? */
  boxes(): boolean;
}

/** What the gestures of a board call. */
export function carrying(board: HTMLElement, { size, lift, drop, box, boxes }: Carrier) {
  let unit = "";
  let picture: SVGSVGElement | null = null;
  let frame: HTMLElement | null = null;
  let start = { x: 0, y: 0 };
  const place = (event: PointerEvent) => {
    const room = board.getBoundingClientRect();
    return { x: event.clientX - room.left, y: event.clientY - room.top };
  };
  const area = (event: PointerEvent) =>
    new DOMRect(Math.min(start.x, event.clientX), Math.min(start.y, event.clientY), Math.abs(event.clientX - start.x), Math.abs(event.clientY - start.y));
  const go = (event: PointerEvent) => {
    const { x, y } = place(event);
    if (picture) picture.style.translate = `${x}px ${y}px`;
    if (!frame) return;
    const [room, drawn] = [board.getBoundingClientRect(), area(event)];
    frame.style.cssText = `left:${drawn.x - room.left}px;top:${drawn.y - room.top}px;width:${drawn.width}px;height:${drawn.height}px`;
  };
  const show = (counter: Element) => {
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
  };
  return {
    lift: (event: PointerEvent): boolean => {
      const counter = (event.target as Element).closest<SVGElement>("[data-unit]");
      const more = event.shiftKey || event.ctrlKey || event.metaKey;
      unit = counter?.dataset.unit ?? "";
      start = { x: event.clientX, y: event.clientY };
      if (counter && unit && lift(unit, more)) show(counter);
      else if (more && boxes()) {
        frame = document.createElement("div");
        frame.className = "drawn-box";
        board.append(frame);
      } else return false;
      go(event);
      return true;
    },
    carry: go,
    drop: (event: PointerEvent | null): void => {
      const boxed = frame !== null;
      picture?.remove();
      frame?.remove();
      picture = frame = null;
      if (!boxed) drop(unit, event);
      else if (event) box(area(event), event);
    },
  };
}

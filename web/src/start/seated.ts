import { keepSeat, playerName } from "../live/seats";
import type { Seated, Shelf } from "../wire";
import { type Chairs, someoneFar } from "./setup";

/** Keep the seats of a match that was just made: mine to play, those of friends far away to show their links again. */
export function keepSeated(seated: Seated, shelf: Shelf, chairs: Chairs): void {
  const { id, game, title, commitment } = seated.match;
  for (const side of shelf.sides) {
    const token = seated.tokens[side.id];
    const chair = chairs[side.id];
    if (!token || !chair) continue;
    const name = chair.player === "me" ? playerName.value : chair.name;
    const links = seated.match.seats.find((seat) => seat.side === side.id)?.links ?? 0;
    const link = someoneFar(chairs) ? "" : "made";
    keepSeat({ match: id, side: side.id, token, game, name, title, commitment, mine: chair.player !== "far", link, links });
  }
}

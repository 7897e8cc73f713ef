// The small picture in the browser's tab: a hex with a counter, and a dot on it when it is the player's move.

import moveIcon from "../style/icon-move.svg";
import plainIcon from "../style/icon.svg";

/** Show the picture, with the dot if the player is to move. */
export function showIcon(toMove: boolean): void {
  let link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) {
    link = document.createElement("link");
    link.rel = "icon";
    link.type = "image/svg+xml";
    document.head.append(link);
  }
  const address = toMove ? moveIcon : plainIcon;
  if (link.getAttribute("href") !== address) link.setAttribute("href", address);
}

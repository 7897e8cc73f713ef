// Parts of the table that nobody needs to see it: they are fetched when it stands, or when they are first wanted.

import { bring } from "../parts/Later";

export const panels = () => import("./tabs/Panels").then((found) => found.Panels);
export const dialogs = () => import("./head/Dialogs").then((found) => found.Dialogs);
export const aids = () => import("./aids/Aids").then((found) => found.Aids);
export const mailCard = () => import("../mail/MailCard").then((found) => found.MailCard);
export const waitingRoom = () => import("../start/WaitingRoom").then((found) => found.WaitingRoom);

/** Fetches parts that will be wanted, so that the first key or click finds them. */
export function fetchAhead(): void {
  void bring(panels);
  void bring(dialogs);
}

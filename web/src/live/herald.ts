// Notices of the browser when it is my turn and I look elsewhere. They say no more than the title of the window does.

import { keepSetting, setting } from "./seats";

const MARK = "● ";

/** Can this browser tell of turns at all? */
export function canTell(): boolean {
  return typeof Notification === "function";
}

/** Does it tell of turns now? */
export function tells(): boolean {
  return canTell() && setting("notify", false) && Notification.permission === "granted";
}

/** Turn notices on or off. Returns what to tell the player. */
export async function switchNotices(): Promise<string> {
  if (!canTell()) return "This browser has no notices.";
  if (tells()) {
    keepSetting("notify", false);
    return "You are not told of your turns any more.";
  }
  const answer = Notification.permission === "granted" ? "granted" : await Notification.requestPermission();
  keepSetting("notify", answer === "granted");
  return answer === "granted"
    ? "You are told when it is your turn, as long as this page is open somewhere."
    : "The browser does not let this page tell you anything; its settings for this site can change that.";
}

let before = "";

/** The title of the window has changed: once it says that I am asked, and nobody looks, the browser tells. */
export function announce(title: string): void {
  const asked = title.startsWith(MARK) && !before.startsWith(MARK);
  before = title;
  if (!asked || !document.hidden || !tells()) return;
  const notice = new Notification(title.slice(MARK.length), { tag: location.pathname });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

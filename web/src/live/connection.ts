// The line to the service: it opens the socket, keeps it alive, notices when it is dead and opens it again.

import type { FromPage, ToPage } from "../wire";

/** How the line stands. "gone": there is no such match or seat, and trying again would not help. */
export type Link = "connecting" | "live" | "lost" | "gone";

/** What the owner of a line does with it. */
export interface Listener {
  /** The first message on a new socket. */
  hello(): FromPage;
  /** A message of the service. */
  message(message: ToPage): void;
  /** The line changed; `text` says what it is doing. */
  state(link: Link, text: string): void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 5_000;
const WELCOME_WITHIN = 15_000;

// The service closes with one of these where a further attempt would be refused in the same way.
const FINAL_CODES = new Set([4401, 4403, 4404]);

/** Where the service listens for live pages. */
export function liveAddress(): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/live`;
}

/** One line to the service, opened again for as long as it is wanted. */
export class Connection {
  private socket: WebSocket | null = null;
  private welcomed = false;
  private attempts = 0;
  private finished = false;
  private lastWords = "";
  private retryAt = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private countdown: ReturnType<typeof setInterval> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private deadline: ReturnType<typeof setTimeout> | undefined;
  private lastHeard = 0;
  private readonly wake = () => this.wakeUp();

  constructor(
    private readonly listener: Listener,
    private readonly address: string = liveAddress(),
  ) {
    window.addEventListener("online", this.wake);
    window.addEventListener("focus", this.wake);
    window.addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  /** Send a message; false if the line is not up. */
  send(message: FromPage): boolean {
    if (!this.socket || !this.welcomed || this.socket.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** The service has answered our hello: the line is up. */
  established(): void {
    this.welcomed = true;
    this.attempts = 0;
    clearTimeout(this.deadline);
    this.deadline = undefined;
    clearInterval(this.pinger);
    this.pinger = setInterval(() => this.check(), PING_EVERY);
    this.listener.state("live", "Connected");
  }

  /** The service has said why it will close the line; it is told to the player if nothing better is known. */
  warned(text: string): void {
    this.lastWords = text;
  }

  /** Open the line anew at once, because what we have no longer fits what the service sends. */
  restart(): void {
    if (this.finished) return;
    this.drop();
    this.open();
  }

  /** Close the line for good. */
  close(): void {
    this.finished = true;
    window.removeEventListener("online", this.wake);
    window.removeEventListener("focus", this.wake);
    window.removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
  }

  private open(): void {
    this.stopWaiting();
    this.lastWords = "";
    this.listener.state(
      this.attempts === 0 ? "connecting" : "lost",
      this.attempts === 0 ? "Connecting to the table…" : "Connection lost, trying again now…",
    );
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.address);
    } catch {
      this.lost();
      return;
    }
    this.socket = socket;
    this.welcomed = false;
    this.deadline = setTimeout(() => this.lost(), WELCOME_WITHIN);
    socket.onopen = () => {
      if (socket === this.socket) socket.send(JSON.stringify(this.listener.hello()));
    };
    socket.onmessage = (event: MessageEvent) => {
      if (socket !== this.socket) return;
      this.lastHeard = Date.now();
      if (this.welcomed) {
        clearTimeout(this.deadline);
        this.deadline = undefined;
      }
      this.read(event.data);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket !== this.socket) return;
      if (FINAL_CODES.has(event.code)) this.giveUp(this.lastWords || event.reason);
      else this.lost();
    };
  }

  private read(data: unknown): void {
    let message: ToPage;
    try {
      message = JSON.parse(String(data)) as ToPage;
    } catch {
      this.restart();
      return;
    }
    this.listener.message(message);
  }

  private giveUp(text: string): void {
    this.finished = true;
    this.drop();
    this.listener.state(
      "gone",
      text || "There is no such match, or this link does not belong to it. Ask for the link again, or start a new match.",
    );
  }

  private drop(): void {
    this.stopWaiting();
    clearInterval(this.pinger);
    this.pinger = undefined;
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    try {
      socket.close();
    } catch {
      // A socket that never opened may refuse to be closed; it is of no use either way.
    }
  }

  private stopWaiting(): void {
    clearTimeout(this.retryTimer);
    clearInterval(this.countdown);
    clearTimeout(this.deadline);
    this.retryTimer = this.countdown = this.deadline = undefined;
  }

  private lost(): void {
    const words = this.lastWords;
    this.drop();
    if (this.finished) return;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.attempts);
    this.attempts += 1;
    this.retryAt = Date.now() + pause;
    const tell = () => {
      const seconds = Math.max(1, Math.ceil((this.retryAt - Date.now()) / 1000));
      this.listener.state("lost", `${words || "Connection lost"}, trying again in ${seconds} s`.replace(/\.,/, ";"));
    };
    tell();
    this.countdown = setInterval(tell, 1000);
    this.retryTimer = setTimeout(() => this.open(), pause);
  }

  // A page that slept may hold a socket whose other end has long gone: ask, and believe only an answer.
  private check(): void {
    if (!this.socket || !this.welcomed || this.deadline) return;
    const asked = Date.now();
    this.send({ do: "ping", id: 0 });
    this.deadline = setTimeout(() => {
      this.deadline = undefined;
      if (this.lastHeard < asked) this.lost();
    }, PONG_WITHIN);
  }

  private wakeUp(): void {
    if (this.finished || document.visibilityState === "hidden") return;
    if (this.retryTimer) this.open();
    else this.check();
  }
}

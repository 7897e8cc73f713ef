// A socket that the tests hold in their hand: they see what the page sends and say what the service answers.

import type { FromPage, MatchInfo, Sheet, ToPage, Welcome } from "../src/wire";

export class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("no socket has been opened");
    return socket;
  }

  readyState = 0;
  sent: FromPage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    if (this.readyState !== 1) throw new Error("the socket is not open");
    this.sent.push(JSON.parse(text) as FromPage);
  }

  close(): void {
    this.readyState = 3;
  }

  // What the other end does

  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(message: ToPage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breakOff(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  /** The last message that the page sent, which must be of this kind. */
  heard<Kind extends FromPage["do"]>(kind: Kind): Extract<FromPage, { do: Kind }> {
    const message = this.sent.at(-1);
    if (message?.do !== kind) throw new Error(`expected ${kind}, the page sent ${JSON.stringify(message)}`);
    return message as Extract<FromPage, { do: Kind }>;
  }
}

export function matchInfo(changes: Partial<MatchInfo> = {}): MatchInfo {
  return {
    id: "m1234567",
    game: "roundup",
    title: "Operation Roundup",
    scenario: "campaign",
    options: {},
    status: "running",
    seats: [
      { side: "allied", kind: "human", name: "Ann" },
      { side: "german", kind: "human", name: "Ben" },
    ],
    commitment: "c0ffee",
    ...changes,
  };
}

export function sheet(moment: number, changes: Partial<Sheet> = {}): Sheet {
  return {
    moment,
    turn: 1,
    phase: "allied movement",
    phase_name: "Allied movement",
    deciding: ["allied"],
    waiting: "",
    facts: [],
    standing: [],
    units: { "US-1": ["1204", "5-6", 2], "DE-712": ["2308", "4-2", 1] },
    markers: { "1204": [{ sign: "B", title: "Beachhead", owner: "us" }] },
    control: {},
    ...changes,
  };
}

export function welcome(moment: number, changes: Partial<Welcome> = {}): Welcome {
  return { say: "welcome", match: matchInfo(), side: "allied", sheet: sheet(moment), ...changes };
}

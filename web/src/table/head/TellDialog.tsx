import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { canTell, switchNotices, tells } from "../../live/herald";
import { noticesOf, wantNotice } from "../../live/notices";
import { seats } from "../../live/seats";
import { Button, capital, Dialog, Notice, sideName } from "../../parts";
import type { Box, Notices, NoticeWay } from "../../wire";
import { useDesk } from "../desk";

const NAMES: Record<string, string> = { mail: "By mail", hook: "At a web address" };
const LABELS: Record<string, string> = { mail: "Your address", hook: "The address to be called" };
const LIKE: Record<string, string> = { mail: "anna@example.org", hook: "https://…" };
const ABOUT: Record<string, string> = {
  mail: "A link in a first letter asks whether the address is yours.",
  hook: "A webhook, of Discord or Slack for example. It is tried at once.",
};

/** Where to be told that it is one's turn: in this browser, by mail, at a web address. */
export function TellDialog({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const own = seats.value.filter((seat) => seat.match === desk.match && desk.seating.tokens.includes(seat.token));
  const close = () => {
    desk.dialog.value = "";
  };
  return (
    <Dialog
      title="Tell me when it is my turn"
      onClose={close}
      actions={
        <Button look="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <InBrowser />
      {own.map((seat) => (
        <SeatWays key={seat.token} match={seat.match} token={seat.token} title={own.length > 1 ? capital(sideName(box.sides, seat.side)) : ""} />
      ))}
      <p class="soft">
        You are told once of each turn, at most once an hour, and not if you were at the table and saw it. A notice says that it is your
        turn in this match, and nothing else.
      </p>
    </Dialog>
  );
}

function InBrowser(): JSX.Element | null {
  const [said, setSaid] = useState("");
  if (!canTell()) return null;
  return (
    <section class="tell-way">
      <h3>In this browser</h3>
      <p>{said || (tells() ? "On, as long as this page is open somewhere." : "Off. It works as long as this page is open somewhere.")}</p>
      <Button small onClick={() => void switchNotices().then(setSaid)}>
        {tells() ? "Switch off" : "Switch on"}
      </Button>
    </section>
  );
}

function SeatWays({ match, token, title }: { match: string; token: string; title: string }): JSX.Element {
  const [ways, setWays] = useState<Notices | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    noticesOf(match, token).then(setWays, (error: Error) => setTrouble(error.message));
  }, [match, token]);
  const change = async (way: string, address: string): Promise<string> => {
    try {
      setWays(await wantNotice(match, token, way, address));
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  return (
    <>
      {title ? <h3>{title}</h3> : null}
      {trouble ? <Notice tone="trouble">{trouble}</Notice> : null}
      {ways?.ways.map((way) => (
        <Way key={way.way} way={way} change={(address) => change(way.way, address)} />
      ))}
    </>
  );
}

function stateWords(way: NoticeWay): string {
  if (way.state === "on") return `On: ${way.address} is told.`;
  if (way.state === "waiting") return `A letter is on its way to ${way.address}. Open the link in it; nothing else is sent before that.`;
  if (way.state === "failed") return `Given up: ${way.address} did not take it several times. ${way.failed} Set it again to go on.`;
  return ABOUT[way.way] ?? "";
}

function Way({ way, change }: { way: NoticeWay; change(address: string): Promise<string> }): JSX.Element {
  const id = useId();
  const [address, setAddress] = useState("");
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const run = async (wanted: string) => {
    setBusy(true);
    const why = await change(wanted);
    setBusy(false);
    setTrouble(why);
    if (!why) setAddress("");
  };
  const set = (event: Event) => {
    event.preventDefault();
    if (address.trim()) void run(address.trim());
  };
  return (
    <section class="tell-way" aria-label={NAMES[way.way]}>
      <h3>{NAMES[way.way]}</h3>
      {way.missing && way.state === "off" ? (
        <p>{way.missing}</p>
      ) : (
        <>
          <p role="status">{stateWords(way)}</p>
          <form class="tell-form" onSubmit={set}>
            <label class="offscreen" for={id}>
              {LABELS[way.way]}
            </label>
            <input
              id={id}
              type="text"
              inputMode={way.way === "mail" ? "email" : "url"}
              autocomplete={way.way === "mail" ? "email" : "off"}
              placeholder={LIKE[way.way]}
              maxLength={300}
              value={address}
              onInput={(event) => setAddress(event.currentTarget.value)}
            />
            <Button type="submit" small disabled={busy || !address.trim()}>
              {way.state === "off" ? "Switch on" : "Change"}
            </Button>
            {way.state === "off" ? null : (
              <Button small disabled={busy} onClick={() => void run("")}>
                Switch off
              </Button>
            )}
          </form>
          {trouble ? <Notice tone="trouble">{trouble}</Notice> : null}
        </>
      )}
    </section>
  );
}

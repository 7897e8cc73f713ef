import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { keepName, playerName } from "../live/seats";
import { capital } from "../parts/words";
import type { Shelf, SideInfo } from "../wire";
import { type Chair, type Chairs, chosenBot, inWords, type Player, withSeconds } from "./setup";

const PLAYERS: [Player, string, string][] = [
  ["me", "Me", ""],
  ["bot", "A bot", ""],
  ["far", "A friend far away", "You get a link to send."],
  ["mail", "A friend by mail", "You get a file to send, and one comes back."],
  ["beside", "A friend beside me", "Both of you play on this screen."],
];

/** Who plays each side. */
export function SidesPart({
  shelf,
  chairs,
  onChange,
  mail = false,
}: {
  shelf: Shelf;
  chairs: Chairs;
  onChange(chairs: Chairs): void;
  /** Can a match by mail be begun here? */
  mail?: boolean;
}): JSX.Element {
  const name = useId();
  const me = Object.values(chairs).some((chair) => chair.player === "me");
  return (
    <div class="sides">
      <div class="sides-grid">
        {shelf.sides.map((side) => {
          const chair = chairs[side.id];
          return chair ? (
            <SidePart
              key={side.id}
              shelf={shelf}
              side={side}
              chair={chair}
              onChange={(change) => onChange(seated(chairs, side.id, { ...chair, ...change }))}
              mail={mail}
            />
          ) : null;
        })}
      </div>
      {me ? (
        <div class="field sides-name">
          <label for={name}>Your name</label>
          <input
            id={name}
            type="text"
            maxLength={40}
            autocomplete="nickname"
            placeholder="as the others shall see it"
            value={playerName.value}
            onInput={(event) => keepName(event.currentTarget.value)}
          />
        </div>
      ) : null}
      <p class="sides-words" role="status">
        {inWords(shelf, chairs)}
      </p>
    </div>
  );
}

// Two play by mail, and one of them is I: whatever else sat on the other side gets up.
function seated(chairs: Chairs, side: string, chair: Chair): Chairs {
  const next = { ...chairs, [side]: chair };
  for (const other of Object.keys(next).filter((one) => one !== side)) {
    const mails = chair.player === "mail" || (next[other]!.player === "mail" && chair.player !== "me");
    if (mails) next[other] = { ...next[other]!, player: "me" };
  }
  return next;
}

type SideProps = { shelf: Shelf; side: SideInfo; chair: Chair; onChange(chair: Partial<Chair>): void; mail?: boolean };

function SidePart({ shelf, side, chair, onChange, mail }: SideProps): JSX.Element {
  const id = useId();
  return (
    <fieldset class="side">
      <legend>{capital(side.name)}</legend>
      {PLAYERS.filter(([player]) => (player === "bot" ? shelf.bots.length > 0 : player !== "mail" || mail)).map(([player, title, hint]) => (
        <div class="pick" key={player}>
          <label>
            <input type="radio" name={id} checked={chair.player === player} onChange={() => onChange({ player })} />
            <span>
              {title}
              {hint && chair.player === player ? <span class="hint">{hint}</span> : null}
            </span>
          </label>
          {player === "bot" && chair.player === "bot" ? <BotPart shelf={shelf} side={side} chair={chair} onChange={onChange} /> : null}
          {player === "beside" && chair.player === "beside" ? (
            <input
              class="pick-more"
              type="text"
              maxLength={40}
              aria-label={`Name of the friend who plays ${side.name}`}
              placeholder="Name"
              value={chair.name}
              onInput={(event) => onChange({ name: event.currentTarget.value })}
            />
          ) : null}
        </div>
      ))}
    </fieldset>
  );
}

/** Which bot, how strong it is, and how long it may think. */
function BotPart({ shelf, side, chair, onChange }: SideProps): JSX.Element {
  const about = useId();
  const { info, seconds } = chosenBot(shelf.bots, chair.bot);
  return (
    <div class="pick-bot">
      <div class="pick-bot-row">
        <select
          class="pick-more"
          aria-label={`Which bot plays ${side.name}?`}
          aria-describedby={about}
          value={info?.name ?? ""}
          onChange={(event) => onChange({ bot: event.currentTarget.value })}
        >
          {shelf.bots.map((bot) => (
            <option key={bot.name} value={bot.name}>
              {capital(bot.name)}
            </option>
          ))}
        </select>
        {info?.seconds?.length ? (
          <select
            class="pick-more"
            aria-label={`How long may it think in a turn of ${side.name}?`}
            value={String(seconds)}
            onChange={(event) => onChange({ bot: withSeconds(info, Number(event.currentTarget.value)) })}
          >
            {info.seconds.map((one) => (
              <option key={one} value={String(one)}>
                {one === 1 ? "1 second a turn" : `${one} seconds a turn`}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      <p class="hint" id={about}>
        {info?.about}
      </p>
    </div>
  );
}

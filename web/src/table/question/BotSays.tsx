import type { JSX } from "preact";
import { botShort } from "../../parts";
import { useDesk } from "../desk";
import { lastRemark } from "../tabs/lines";

/** What the bot on the other side said last of its doings, until one has decided something oneself. */
export function BotSays(): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  if (!desk.past.present.value) return null;
  const line = lastRemark(table.log.value, desk.side === null ? -1 : table.mark.value, desk.side);
  if (!line) return null;
  const seat = table.match.value?.seats.find((one) => one.side === line.side);
  return (
    <p class="bot-says">
      <b>{seat?.kind === "bot" && seat.bot ? botShort(seat.bot) : "The bot"}:</b> “{line.text}”
    </p>
  );
}

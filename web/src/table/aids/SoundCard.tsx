import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Button } from "../../parts";
import { useDesk } from "../desk";
import { play, soundsAsked, soundsWanted, wantSounds } from "./sounds";

/** Asks once, after the first battle, whether it shall be heard; and tells by a sound when it is one's turn. */
export function SoundCard(): JSX.Element | null {
  const desk = useDesk();
  const table = desk.table.value;
  useEffect(
    () =>
      table.onChange(({ before, after, own }) => {
        const side = table.side.peek();
        // Whoever plays on without an answer wants none: the card must not lie over the map for ever.
        if (own && soundsAsked.peek() && soundsWanted() === "") wantSounds(false);
        if (!own && side && after.deciding.includes(side) && !before.deciding.includes(side)) play("turn");
      }),
    [table],
  );
  if (!soundsAsked.value || soundsWanted() !== "") return null;
  return (
    <section class="sound-card" aria-label="Sounds">
      <p>Quiet sounds for dice, battles and your turn?</p>
      <Button small look="primary" onClick={() => wantSounds(true)}>
        Yes
      </Button>
      <Button small onClick={() => wantSounds(false)}>
        No
      </Button>
    </section>
  );
}

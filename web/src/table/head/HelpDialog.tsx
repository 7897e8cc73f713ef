import type { JSX } from "preact";
import { keepSetting } from "../../live/seats";
import { Button, Dialog } from "../../parts";
import { useDesk } from "../desk";
import { KEYS, keysOn } from "./keys";

/** How the table works: a few sentences and all keys. */
export function HelpDialog({ guide, without }: { guide: boolean; without: string }): JSX.Element {
  const desk = useDesk();
  const close = () => {
    desk.dialog.value = "";
  };
  return (
    <Dialog title="How the table works" wide onClose={close}>
      <p>
        The panel says what is to be decided, and under which case. What may be clicked is lit. Click anything else and you are told why not.
        A number in a small box is a case of the rules; click it to read it.
      </p>
      <p>
        A unit that is in hand stays in hand while it can go on: two short moves make the way that you want. Before you attack, the odds show
        every shift and the exact chance of each result. Undo goes back to the last die; beyond that, the ↶ beside a line of the log asks the
        other side.
      </p>
      <p>
        Several entries go in one gesture. Drag a counter to a lit hex. Shift-click further counters, or take the whole stack, then click where
        all go. A right click (on a touch screen: a long touch) tells what can be done at a hex, also “everybody who can, to here”. Whatever
        could not go is named with the reason, and one Undo takes all of it back.
      </p>
      <div class="keys">
        {KEYS.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.keys.map((key) => (
                <div key={key.words}>
                  <dt>
                    {key.keys.map((one) => (
                      <kbd key={one}>{one}</kbd>
                    ))}
                  </dt>
                  <dd>{key.words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label class="check">
        <input type="checkbox" checked={keysOn()} onChange={() => keepSetting("keys.off", keysOn())} />
        <span>Keys of one letter</span>
      </label>
      {guide ? (
        <Button
          onClick={() => {
            close();
            desk.tour.value = 0;
          }}
        >
          Show the tour of a turn
        </Button>
      ) : without ? (
        <p class="soft">{without}</p>
      ) : null}
    </Dialog>
  );
}

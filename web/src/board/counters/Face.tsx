// The face of a counter: nation's colours, symbol, size, name, factors, reduced side and badges, 54 units wide.

import type { CounterInfo, Nation, Piece } from "../../wire";
import { symbolHref } from "./Sprite";
import { isDark } from "../paint";
import { flagsOf } from "../words";

/** The side of a counter's face in its own units. */
export const FACE = 54;
const HALF = FACE / 2;
const BADGES = 3;

// Signs of what a unit has done or suffers; a flag without one shows its first letter.
const SIGNS: Readonly<Record<string, string>> = {
  hungry: "M0,-3.4V.9M0,2.7V3.4",
  moved: "M-3.2,0H3M.4,-2.7L3.1,0L.4,2.7",
  attacked: "M-2.7,-2.7L2.7,2.7M2.7,-2.7L-2.7,2.7",
  defended: "M-2.8,-3H2.8V.4C2.8,2.2 1,3.2 0,3.7C-1,3.2 -2.8,2.2 -2.8,.4Z",
  dropped: "M-3.4,-.4A3.4,3.4 0 0 1 3.4,-.4L0,3.8Z",
  replaced: "M-3,0H3M0,-3V3",
  aimed: "M-3.3,0A3.3,3.3 0 1 0 3.3,0A3.3,3.3 0 1 0 -3.3,0M-1.4,0H1.4M0,-1.4V1.4",
  assaulted: "M-3.2,-2.7L0,0L-3.2,2.7M0,-2.7L3.2,0L0,2.7",
  disrupted: "M1.4,-3.8L-2,.5H2L-1.4,3.8",
  grounded: "M0,-3.4V0M-3.4,0H3.4M-2.2,1.9H2.2M-.9,3.7H.9",
  frozen: "M0,-3.6V3.6M-3.1,-1.8L3.1,1.8M-3.1,1.8L3.1,-1.8",
  priority: "M0,3.4V-3.2M-2.8,-.6L0,-3.4L2.8,-.6",
  "red-ball": "M-2.4,0A2.4,2.4 0 1 0 2.4,0A2.4,2.4 0 1 0 -2.4,0M-.5,0A.5,.5 0 1 0 .5,0A.5,.5 0 1 0 -.5,0",
  leaving: "M-3.2,3.2L2.6,-2.6M-.8,-3H3V.8",
  down: "M-1.9,-1.6C-1.9,-4.2 2.1,-4.2 2.1,-1.5C2.1,.2 0,0 0,1.6M0,3.5V3.6",
  deployed: "M-3.5,2.2V-1.4H-1.2V.8H1.2V-1.4H3.5V2.2",
  "dug-in": "M0,-3.4V.8M-2,-1.1L0,.9L2,-1.1M-3,3.2H3",
  arrived: "M-3,0H3M0,-3V3",
};
const ALARMS = new Set(["hungry"]);
const DRAWN = new Set(["reduced"]); // shown by the face itself
const NUMBERED = /^[a-z]+-(\d{1,2})$/; // "turn-7", "strafed-4": the number is shown

interface FaceProps {
  counter: CounterInfo;
  nation: Nation;
  piece: Piece;
  /** What is read from afar: the strength of the stack. */
  gist: string;
  /** Counters in the stack, if this is its top. */
  count?: number;
  /** What weighs on the units beneath it and not on itself. */
  under?: string;
  /** A frame around it, for what may be chosen, is in hand or is pointed at. */
  framed?: boolean;
}

/** Everything on a counter, around (0, 0). */
export function Face({ counter, nation, piece, gist, count = 1, under = "", framed = false }: FaceProps) {
  const { face, ink, box } = nation;
  const text = piece[1];
  const flags = flagsOf(piece);
  const badges = flags.filter((flag) => !DRAWN.has(flag));
  const beneath = under ? under.split(" ") : [];
  const weighs = (flag: string) => flags.includes(flag) || beneath.includes(flag);
  // The number of the stack has the upper corner: status begins below it.
  const [from, most] = count > 1 ? [-8, BADGES - 1] : [-19, BADGES];
  const name = counter.short;
  return (
    <>
      {framed && <rect class="counter-frame" x={-HALF - 4} y={-HALF - 4} width={FACE + 8} height={FACE + 8} rx="8" />}
      <rect class="counter-shade" x={2 - HALF} y={2 - HALF} width={FACE} height={FACE} rx="5" />
      <rect class="counter-face" x={-HALF} y={-HALF} width={FACE} height={FACE} rx="5" fill={face} stroke={ink} />
      {flags.includes("reduced") && (
        <rect class="counter-reduced" x={-HALF} y={-HALF} width={FACE} height={FACE} rx="5" fill="url(#counter-stripes)" />
      )}
      {flags.includes("down") && (
        // The factors stay readable: whoever owns it has to reckon with them.
        <rect class="counter-down" x={-HALF} y={-HALF} width={FACE} height={FACE - 19} rx="5" fill="url(#counter-hatch)" />
      )}
      <use class="counter-symbol" href={symbolHref(counter.symbol)} fill={counter.box || box} stroke={ink} style={{ color: ink }} />
      <g class="near-only" fill={ink}>
        <text class="counter-size" y="-17.2">
          {counter.size}
        </text>
        <text class="counter-name" transform={`translate(-18.2 -5) rotate(-90)`} font-size={name.length < 5 ? 10.5 : 46 / name.length}>
          {name}
        </text>
        <text class="counter-factors" y="23.6" font-size={Math.min(18.5, 86 / text.length)}>
          <Factors text={text} accent={counter.accent ?? false} face={face} />
        </text>
      </g>
      <text class="counter-gist far-only" fill={ink} y="22.5" font-size={gist.length < 4 ? 25 : 74 / gist.length}>
        {gist}
      </text>
      {badges.slice(0, most).map((flag, number) => (
        <Badge key={flag} flag={flag} x={21} y={from + number * 14} ink={ink} face={face} />
      ))}
      {/* In a corner of their own: signs of units that lie beneath. */}
      {beneath.slice(0, BADGES).map((flag, number) => (
        <Badge key={`under ${flag}`} flag={flag} x={-22 + number * 14} y={-24} ink="#1d2326" face="#fffdf6" />
      ))}
      {weighs("hungry") && (
        <g class="counter-alarm far-only">
          <path d="M0,-11L11,0L0,11L-11,0Z" />
          <path class="counter-sign" d={SIGNS.hungry} transform="scale(1.9)" />
        </g>
      )}
      {weighs("disrupted") && !weighs("hungry") && (
        <g class="counter-alarm far-only">
          <circle r="10" fill={ink} stroke={face} />
          <path class="counter-sign" d={SIGNS.disrupted} style={{ stroke: face }} transform="scale(1.8)" />
        </g>
      )}
      {count > 1 && (
        <g class="counter-count">
          <circle cx="22" cy="-23.5" r="8.5" />
          <text x="22" y="-19.1">
            {count}
          </text>
        </g>
      )}
    </>
  );
}

/** The factors; a first one that is printed in the accent colour is underlined as well. */
function Factors({ text, accent, face }: { text: string; accent: boolean; face: string }) {
  const first = accent ? (/^\d+/.exec(text)?.[0] ?? "") : "";
  if (!first) return <>{text}</>;
  return (
    <>
      <tspan class={isDark(face) ? "counter-accent on-dark" : "counter-accent"}>{first}</tspan>
      {text.slice(first.length)}
    </>
  );
}

function Badge({ flag, x, y, ink, face }: { flag: string; x: number; y: number; ink: string; face: string }) {
  const sign = SIGNS[flag];
  const alarm = ALARMS.has(flag);
  return (
    <g class={alarm ? "counter-badge alarm near-only" : "counter-badge near-only"} transform={`translate(${x} ${y})`}>
      {alarm ? <path d="M0,-8L8,0L0,8L-8,0Z" /> : <circle r="6.4" fill={ink} stroke={face} />}
      {sign ? (
        <path class="counter-sign" d={sign} transform="scale(1.2)" stroke={alarm ? "#fff" : face} />
      ) : (
        <text y="3" fill={face}>
          {NUMBERED.exec(flag)?.[1] ?? flag.charAt(0).toUpperCase()}
        </text>
      )}
    </g>
  );
}

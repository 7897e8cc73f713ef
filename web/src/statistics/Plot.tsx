import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { Figures } from "../wire";
import { looksOf, PLOT, placing, shown, span, ticks } from "./plots";
import { Table } from "./Table";

/** A plot with its legend, and the same numbers in a table below it. Lines differ by more than colour. */
export function Plot({ figures, sides, turns }: { figures: Figures; sides: string[]; turns: Record<string, string> }): JSX.Element {
  const heading = useId();
  const looks = looksOf(figures.curves, sides);
  const all = [...new Set(figures.curves.flatMap((curve) => curve.points.map(([turn]) => turn)))];
  return (
    <section class="panel stat" aria-labelledby={heading}>
      <h3 id={heading}>{figures.title}</h3>
      <Drawing figures={figures} looks={looks} />
      <ul class="stat-legend" aria-hidden="true">
        {figures.curves.map((curve, place) => (
          <li key={curve.name}>
            <svg viewBox="0 0 34 12" width="34" height="12" class={`look-${looks[place]}`}>
              <path d="M1 6H33" class="curve" />
              <Sign look={looks[place]!} at={[17, 6]} />
            </svg>
            {curve.name}
          </li>
        ))}
      </ul>
      <p class="hint">
        In {figures.unit}. {figures.aid}
      </p>
      <details>
        <summary>The numbers</summary>
        <Table
          head={["Turn", ...figures.curves.map((curve) => curve.name)]}
          rows={all.map((turn) => [
            `${turn} ${turns[String(turn)] ?? ""}`,
            ...figures.curves.map((curve) => shown(curve.points.find(([one]) => one === turn)?.[1])),
          ])}
        />
      </details>
    </section>
  );
}

function Drawing({ figures, looks }: { figures: Figures; looks: string[] }): JSX.Element {
  const place = placing(figures);
  const { turns, values } = span(figures);
  const [right, bottom] = [PLOT.width - PLOT.right, PLOT.height - PLOT.bottom];
  const words = figures.curves.map((curve) => `${curve.name}: ${shown(curve.points.at(-1)?.[1])} at last`).join("; ");
  return (
    <svg class="stat-plot" viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} role="img" aria-label={`${figures.title}, in ${figures.unit}, by turn. ${words}.`}>
      {ticks(values[0], values[1], 5).map((value) => {
        const [, y] = place(turns[0], value);
        return (
          <g key={value}>
            <path d={`M${PLOT.left} ${y}H${right}`} class={value === 0 ? "nought" : "grid"} />
            <text x={PLOT.left - 6} y={y + 4} text-anchor="end">
              {shown(value)}
            </text>
          </g>
        );
      })}
      {ticks(turns[0], turns[1], 12)
        .filter(Number.isInteger)
        .map((turn) => (
          <text key={turn} x={place(turn, values[0])[0]} y={bottom + 16} text-anchor="middle">
            {turn}
          </text>
        ))}
      <text x={(PLOT.left + right) / 2} y={PLOT.height - 3} text-anchor="middle">
        turn
      </text>
      {figures.curves.map((curve, number) => {
        const points = curve.points.map(([turn, value]) => place(turn, value));
        return (
          <g key={curve.name} class={`look-${looks[number]}`}>
            <path d={`M${points.map((point) => point.join(" ")).join("L")}`} class="curve" />
            {points.map((point, which) => (
              <Sign key={which} look={looks[number]!} at={point} />
            ))}
          </g>
        );
      })}
    </svg>
  );
}

function Sign({ look, at: [x, y] }: { look: string; at: [number, number] }): JSX.Element {
  if (look === "one") return <circle class="sign" cx={x} cy={y} r="3.5" />;
  if (look === "two") return <rect class="sign" x={x - 3.2} y={y - 3.2} width="6.4" height="6.4" />;
  return <path class="sign" d={`M${x} ${y - 4}l4 7h-8z`} />;
}

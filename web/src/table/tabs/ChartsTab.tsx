import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CaseLink, sideAdjective } from "../../parts";
import type { Box, Chart, Odds } from "../../wire";
import { useDesk } from "../desk";

/** Which column and row of a chart are marked: those of the attack in question, or of the dice that fell last. */
export interface ChartMark {
  column: number;
  row: number;
  /** Whose it is, where both sides roll. */
  who?: string;
}

/** Where a column and a row are on a chart; -1 where they are not. */
export function chartMark(chart: Chart, column: string, row: string): ChartMark {
  return { column: column ? chart.columns.indexOf(column, 1) : -1, row: row ? chart.rows.findIndex(([name]) => name === row) : -1 };
}

/** The columns on which an attack would be rolled: one, or each side's own. */
export function liveMarks(chart: Chart, odds: Odds, box: Box): ChartMark[] {
  const marks = odds.fires?.length
    ? odds.fires.map((fire) => ({ ...chartMark(chart, fire.column, ""), who: sideAdjective(box.sides, fire.side) }))
    : [chartMark(chart, odds.column, "")];
  return marks.filter((mark) => mark.column > 0);
}

/** The printed charts. The columns of the attack in question are marked, and after the roll the row of each die. */
export function ChartsTab({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const question = desk.table.value.sheet.value?.question;
  const odds = desk.previews.odds.value?.odds ?? question?.odds ?? null;
  const marked = desk.dice.marked.value;
  return (
    <div class="charts">
      {box.charts.map((chart) => {
        const live = odds && odds.chart === chart.id ? liveMarks(chart, odds, box) : [];
        const last = live.length === 0 && marked?.chart === chart.id ? marked.spots.map((spot) => chartMark(chart, spot.column, spot.row)) : [];
        return <ChartTable key={chart.id} chart={chart} marks={live.length ? live : last} live={live.length > 0} />;
      })}
    </div>
  );
}

function ChartTable({ chart, marks, live }: { chart: Chart; marks: ChartMark[]; live: boolean }): JSX.Element {
  const table = useRef<HTMLElement>(null);
  const columns = marks.map((mark) => mark.column);
  const rows = marks.map((mark) => mark.row).filter((row) => row >= 0);
  const key = columns.join(",");
  useEffect(() => {
    if (key && live) table.current?.scrollIntoView({ block: "nearest" });
  }, [key, live]);
  const whose = (column: number) => marks.filter((mark) => mark.column === column && mark.who).map((mark) => mark.who);
  return (
    <section class="chart" ref={table}>
      <h3>
        {chart.title} <CaseLink case={chart.rule} />
      </h3>
      <div class="chart-scroll" tabIndex={0} role="group" aria-label={chart.title}>
        <table>
          <thead>
            <tr>
              {chart.columns.map((name, place) => (
                <th key={name} scope="col" class={[name.length < 7 ? "short" : "", columns.includes(place) ? "marked" : ""].filter(Boolean).join(" ") || undefined}>
                  {name}
                  {columns.includes(place) ? (
                    <span class="offscreen">{live ? ` (this attack${whose(place).length ? `: ${whose(place).join(" and ")}` : ""})` : " (last battle)"}</span>
                  ) : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.rows.map((row, number) => (
              <tr key={number} class={rows.includes(number) ? "marked-row" : undefined}>
                {row.map((cell, place) => {
                  const hit = marks.some((mark) => mark.column === place && mark.row === number);
                  const names = [columns.includes(place) ? "marked" : "", hit ? "hit" : ""].filter(Boolean).join(" ");
                  return place === 0 ? (
                    <th key={place} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={place} class={names || undefined}>
                      {cell}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {columns.some((column) => column >= 0) ? <p class="chart-note">{markWords(chart, marks, live)}</p> : null}
      {chart.note ? <p class="chart-note">{chart.note}</p> : null}
      {chart.source ? <p class="chart-note soft">Source: {chart.source}</p> : null}
    </section>
  );
}

/** What is marked on a chart, in words. */
export function markWords(chart: Chart, marks: ChartMark[], live: boolean): string {
  if (!live) return "Marked: the last battle.";
  const named = marks.filter((mark) => mark.who).map((mark) => `${mark.who} fire on ${chart.columns[mark.column]}`);
  if (named.length > 0) return `Marked: ${named.join(", ")}.`;
  return `Marked: the column ${chart.columns[marks[0]?.column ?? 0]}, on which this attack would be rolled.`;
}

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CaseLink } from "../parts";
import type { Box, Chart } from "../wire";
import { useDesk } from "./desk";

/** Which column and row of a chart are marked: those of the attack in question, or of the die that fell last. */
export interface ChartMark {
  column: number;
  row: number;
}

/** Where a column and a die are on a chart; -1 where they are not. */
export function chartMark(chart: Chart, column: string, die: number): ChartMark {
  return { column: column ? chart.columns.indexOf(column) : -1, row: die ? chart.rows.findIndex((row) => row[0] === String(die)) : -1 };
}

/** The printed charts. The column of the attack in question is marked, and after the roll the die's row. */
export function ChartsTab({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const question = desk.table.value.sheet.value?.question;
  const odds = desk.previews.odds.value?.odds ?? question?.odds ?? null;
  const marked = desk.marked.value;
  return (
    <div class="charts">
      {box.charts.map((chart) => {
        const live = odds && odds.chart === chart.id ? chartMark(chart, odds.column, 0) : null;
        const last = !live && marked?.chart === chart.id ? chartMark(chart, marked.column, marked.die) : null;
        return <ChartTable key={chart.id} chart={chart} mark={live ?? last} live={live !== null} />;
      })}
    </div>
  );
}

function ChartTable({ chart, mark, live }: { chart: Chart; mark: ChartMark | null; live: boolean }): JSX.Element {
  const table = useRef<HTMLElement>(null);
  const column = mark?.column ?? -1;
  useEffect(() => {
    if (column >= 0 && live) table.current?.scrollIntoView({ block: "nearest" });
  }, [column, live]);
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
                <th key={name} scope="col" class={place === column ? "marked" : undefined}>
                  {name}
                  {place === column ? <span class="offscreen">{live ? " (this attack)" : " (last battle)"}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.rows.map((row, number) => (
              <tr key={number} class={number === mark?.row ? "marked-row" : undefined}>
                {row.map((cell, place) => {
                  const both = place === column && number === mark?.row;
                  const names = [place === column ? "marked" : "", both ? "hit" : ""].filter(Boolean).join(" ");
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
      {mark && column >= 0 ? (
        <p class="chart-note">
          {live ? `Marked: the column ${chart.columns[column]}, on which this attack would be rolled.` : "Marked: the last battle."}
        </p>
      ) : null}
      {chart.note ? <p class="chart-note">{chart.note}</p> : null}
      {chart.source ? <p class="chart-note soft">Source: {chart.source}</p> : null}
    </section>
  );
}

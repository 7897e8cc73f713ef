import type { JSX } from "preact";

/** A table of words and numbers that scrolls by itself where it is too wide. */
export function Table({ head, rows }: { head: string[]; rows: string[][] }): JSX.Element {
  return (
    <div class="stat-scroll" tabIndex={0} role="region" aria-label={head.join(", ")}>
      <table class="stat-table">
        <thead>
          <tr>
            {head.map((words) => (
              <th scope="col" key={words}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map((words, column) => (
                <td key={column}>{words}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

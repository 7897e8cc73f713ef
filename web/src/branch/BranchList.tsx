import "../style/branch.css";
import type { JSX } from "preact";
import { Button } from "../parts/Button";
import { toast } from "../parts/Notice";
import { Link } from "../parts/route";
import type { Row } from "../start/matches";
import { forgetMatch } from "../live/seats";
import { endBranch } from "./branches";

/** The branches of a match, under it in the list. */
export function BranchList({ branches, title }: { branches: Row[]; title: string }): JSX.Element | null {
  if (branches.length === 0) return null;
  return (
    <ul class="branch-list" aria-label={`Branches of ${title}`}>
      {branches.map((row) => (
        <li key={row.match} class="branch-row">
          <span>
            <strong>Branch</strong> {[row.where || row.turn, row.players, row.when].filter(Boolean).join(" · ")}
          </span>
          <span class="match-actions">
            <DeleteBranch row={row} />
            {row.state === "unknown" ? null : (
              <Link to={`/match/${encodeURIComponent(row.match)}`} class="button button-small" aria-label={`Open the branch of ${title}`}>
                Open
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Deletes a branch; one that the table no longer knows is only forgotten. */
export function DeleteBranch({ row }: { row: Row }): JSX.Element {
  const remove = async () => {
    const token = row.seats[0]?.token;
    try {
      if (token) await endBranch(row.match, token);
      else forgetMatch(row.match);
      toast("The branch is deleted.");
    } catch (error) {
      toast((error as Error).message);
    }
  };
  return (
    <Button small look="quiet" onClick={() => void remove()} aria-label="Delete the branch">
      Delete
    </Button>
  );
}

import "../style/branch.css";
import type { JSX } from "preact";
import { Button, go, Link, toast } from "../parts";
import { useDesk } from "../table/desk";
import type { MatchInfo } from "../wire";
import { endBranch } from "./branches";

/** Says over the whole table that this is a branch, and leads back to its match. */
export function BranchStrip({ match }: { match: MatchInfo }): JSX.Element | null {
  const desk = useDesk();
  const { branch } = match;
  if (!branch) return null;
  const address = `/match/${encodeURIComponent(branch.match)}`;
  const remove = async () => {
    const token = desk.seating.tokens[0];
    if (!token) return;
    try {
      await endBranch(match.id, token);
      go(address);
      toast("The branch is deleted.");
    } catch (error) {
      toast((error as Error).message);
    }
  };
  return (
    <div class="branch-strip" role="note">
      <p>
        <strong>Branch</strong> <span class="branch-words">You are trying something out. Nothing here touches the match.</span>
      </p>
      <Link to={address} class="button button-primary button-small">
        Back to the match
      </Link>
      {desk.seating.tokens.length ? (
        <Button small onClick={() => void remove()}>
          Delete
        </Button>
      ) : null}
    </div>
  );
}

// Branches: who may begin one, who sits there, and where they stand in the list.

import { describe, expect, it } from "vitest";
import { canBranch, seatsFor, usualBot, waysToPlay, withBranches } from "../src/branch/branches";
import type { Seat } from "../src/live/seats";
import { matchInfo } from "./live.fake";
import { SHELF } from "./start.fixtures";

const { sides, bots } = SHELF;

describe("a branch", () => {
  it("is begun by who plays, and by anybody once the match is over", () => {
    const running = matchInfo({ status: "running" });
    expect(canBranch(running, "allied")).toBe(true);
    expect(canBranch(running, null)).toBe(false);
    expect(canBranch(matchInfo({ status: "over" }), null)).toBe(true);
    expect(canBranch(matchInfo({ status: "waiting" }), "allied")).toBe(false);
    expect(canBranch(matchInfo({ status: "running", branch: { match: "m", moment: 3 } }), "allied")).toBe(false);
  });

  it("seats oneself everywhere, or a bot on the other side", () => {
    expect(Object.values(seatsFor(sides, { side: "", bot: "" })).map((seat) => seat.kind)).toEqual(["human", "human"]);
    expect(seatsFor(sides, { side: "german", bot: "greedy" })).toMatchObject({ allied: { kind: "bot", bot: "greedy" }, german: { kind: "human" } });
  });

  it("lets a player play his own side against a bot while the match runs, afterwards any", () => {
    expect(waysToPlay(sides, matchInfo({ status: "running" }), "german").map((side) => side.id)).toEqual(["german"]);
    expect(waysToPlay(sides, matchInfo({ status: "over" }), null)).toHaveLength(2);
  });

  it("is tried out against the bot of the match, or the planner", () => {
    const seats = [{ side: "allied", kind: "human" }, { side: "german", kind: "bot", bot: "search:10" }];
    expect(usualBot(bots, matchInfo({ seats }))).toBe("search:10");
    expect(usualBot(bots, matchInfo({ seats: [] }))).toBe("planner");
  });

  it("stands under its match, or alone if that is not in the list", () => {
    const seat = (match: string, branch = ""): Seat => ({
      match, branch, side: "allied", token: match, game: "", name: "", title: "", commitment: "", mine: true, added: "",
    });
    const seats = [seat("one"), seat("try", "one"), seat("again", "one"), seat("orphan", "gone")];
    const rows = seats.map((one) => ({ match: one.match, seats: [one] }));
    const found = withBranches(rows, seats).map(({ row, branches }) => [row.match, branches.map((branch) => branch.match)]);
    expect(found).toEqual([["one", ["try", "again"]], ["orphan", []]]);
  });
});

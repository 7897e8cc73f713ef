"""Real boards for the page's tests: Operation Roundup in turn 4, moving and fighting.

Run with ``.venv/bin/python web/scripts/fixtures.py``; it writes ``web/test/fixtures/roundup.json``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

import bocage
from bocage import bots
from bocage.engine.matches.match import Match
from bocage.table import showing

TARGET = Path(__file__).parents[1] / "test" / "fixtures" / "roundup.json"
TURN = 4
SIDE = "allied"


def board(match: Match, **more: Any) -> dict[str, Any]:
    """A sheet with the lines of the last turn and what else a board may be given."""
    lines = [line for line in showing.lines(match, SIDE, max(0, match.moment - 60)) if line.path]
    return {"sheet": showing.sheet(match, SIDE), "trails": [line.path for line in lines][-12:], **more}


def played() -> dict[str, Any]:
    match = bocage.new_match("roundup", seed="omaha")
    seats = {side: bots.make("planner", seed="omaha") for side in ("allied", "german")}
    found: dict[str, Any] = {"box": showing.box("roundup")}
    while len(found) < 5:
        prompt = match.prompt
        verbs = prompt.verbs()
        ready = match.position.turn >= TURN and prompt.side == SIDE
        if ready and "moving" not in found and "move" in verbs and len(verbs["move"]) > 20:
            moves = [str(action) for action in verbs["move"]]
            way = showing.path(match, SIDE, moves[-1])
            hand = showing.sheet(match, SIDE).question
            assert hand is not None
            found["moving"] = board(
                match,
                path=way,
                reach=showing.overlay(match, SIDE, "reach", hand.hand[0]),
                supply=showing.overlay(match, SIDE, "supply", hand.hand[0]),
                zones=showing.overlay(match, SIDE, "zones"),
            )
        if ready and "picking" not in found and "pick" in verbs and "move" not in verbs:
            found["picking"] = board(match)
        if ready and "fighting" not in found and len(verbs.get("attack", ())) > 1:
            found["targets"] = board(match)
        if ready and "targets" in found and "fighting" not in found and "roll" in verbs:
            found["fighting"] = board(match)
        bots.answer(match, seats[prompt.side])
    return found


def main() -> None:
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(msgspec.json.encode(played()) + b"\n")
    print(f"{TARGET}: {TARGET.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()

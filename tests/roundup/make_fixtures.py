"""Make the stored games and the perft table anew: python -m tests.roundup.make_fixtures

To be run after a rule has been corrected, and its result to be read before it is committed: each stored game is one
in which the level of victory that its name says was reached, and the table tells by how much the lists changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import bocage
from bocage.engine.matches.match import Match
from bocage.games.roundup.rules.position import ALLIED, GERMAN
from tests import storing
from tests.roundup.conquest import Conqueror, Player, any_verb, sit_still
from tests.roundup.perft import TABLE

FOLDER = Path(__file__).with_name("fixtures")
SEARCH = 2000  # seeds to try for one game


class Wanted(NamedTuple):
    """A game to look for: how it must end, and who plays it."""

    winner: str
    level: str
    allied: Callable[[], Player]
    german: Player
    battles: int = 3
    options: dict[str, Any] = {}
    restless: bool = False  # with undos and rollbacks
    concede_on: int = 0  # the turn on which the German gives up


GAMES = {
    "allied-strategic": Wanted(ALLIED, "strategic", Conqueror, sit_still),
    "allied-operational": Wanted(ALLIED, "operational", lambda: Conqueror(2, False), any_verb),
    "allied-tactical": Wanted(ALLIED, "tactical", lambda: Conqueror(1, False), any_verb),
    "allied-limited": Wanted(ALLIED, "limited", lambda: Conqueror(1, americans_only=True), sit_still),
    "draw": Wanted("", "draw", lambda: any_verb, any_verb),
    "german-limited": Wanted(GERMAN, "limited", lambda: any_verb, any_verb, options={"15.10": True, "15.13": True}),
    "german-tactical": Wanted(GERMAN, "tactical", lambda: any_verb, any_verb, options={"R27": True, "15.5": True}),
    "german-operational": Wanted(GERMAN, "operational", lambda: any_verb, any_verb, restless=True),
    "german-strategic": Wanted(GERMAN, "strategic", lambda: any_verb, any_verb),
    "concession": Wanted(ALLIED, "german concedes", Conqueror, any_verb, restless=True, concede_on=4),
}


def play(wanted: Wanted, seed: int) -> Match:
    """One game between the two players."""
    rng = random.Random(seed)
    match = bocage.new_match("roundup", seed=f"fixture {seed}", options=wanted.options)
    players = {ALLIED: wanted.allied(), GERMAN: wanted.german}

    def concedes(match: Match) -> str:
        return GERMAN if match.position.turn == wanted.concede_on else ""

    return storing.play(match, players, rng, 0.03 if wanted.restless else 0, concedes)


def battles(match: Match) -> int:
    """How many battles were fought."""
    return storing.kinds(match).count("battle")


def find(wanted: Wanted) -> Match:
    """The first game that ends as wanted and is lively enough."""

    def fits(match: Match) -> bool:
        outcome = match.outcome
        assert outcome is not None
        return (outcome.winner, outcome.level) == (wanted.winner, wanted.level) and battles(match) >= wanted.battles

    return storing.find(lambda seed: play(wanted, seed), fits, SEARCH, f"ended as {wanted.winner} {wanted.level}")[0]


def main() -> None:
    """Write everything."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, wanted in GAMES.items():
        match = find(wanted)
        text = match.text()
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name:20} {match.seed:14} {match.moment:5} entries {battles(match):3} battles {len(text) // 1000:4} kB")
    TABLE.renew(40)


if __name__ == "__main__":
    main()

"""Make the stored games and the perft table anew: python -m tests.storming.make_fixtures [name ...]

To be run after a rule has been corrected, and its result to be read before it is committed: each stored game is one
that ended in the way that its name says, and the table tells by how much the lists changed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from bocage.engine.matches.match import Match
from bocage.games.storming.rules.options import catalogue
from bocage.games.storming.rules.position import ALLIED, GERMAN, OTHER
from tests import storing
from tests.storing import kinds
from tests.storming.conquest import (
    Liberator,
    Marcher,
    Player,
    any_verb,
    as_suggested,
    by_hand,
    from_turn,
    sit_still,
    to_antwerpen,
    to_the_beaches,
    to_the_cities,
    warlike,
)
from tests.storming.perft import TABLE

FOLDER = Path(__file__).with_name("fixtures")
SEARCH = 200  # seeds to try for one game
LARGE = 250_000  # characters of a stored game


class Wanted(NamedTuple):
    """A game to look for: how it must end, and who plays it."""

    scenario: str
    winner: str
    level: str
    rule: str
    allied: Callable[[], Player]
    german: Callable[[], Player]
    tells: tuple[str, ...] = ()  # kinds of events that must have come about
    fires: int = 8
    largest: int = LARGE
    options: dict[str, Any] = {}
    restless: bool = False  # with undos and rollbacks
    concede_on: int = 0  # the turn on which the loser gives up
    start: dict[str, Any] | None = None  # an arranged position, else the whole game


def anybody() -> Player:
    return any_verb


def idler() -> Player:
    return sit_still


def warrior() -> Player:
    return warlike


def late_raider() -> Player:
    return from_turn(10, any_verb, Marcher(to_the_cities))


def by_suggestion(player: Callable[[], Player]) -> Callable[[], Player]:
    return lambda: as_suggested(player())


def by_own_hand(player: Callable[[], Player]) -> Callable[[], Player]:
    return lambda: by_hand(player())


def marcher(goals: Any) -> Callable[[], Player]:
    return lambda: Marcher(goals)


def liberator(aim: str, brittany_turn: int = 1) -> Callable[[], Player]:
    return lambda: Liberator(aim, brittany_turn)


BREAKOUT = "the Normandy Breakout is achieved in time"
RUHR = "every Ruhr city is taken"
EXIT = "ten divisions have crossed the map in one advance"
SHORT = "the Hitler Counteroffensive falls short of its Minimum Achievements"
STUCK = "the 6th SS Panzer Army cannot be withdrawn"
BEACH = "an Allied beach is captured"
SEINE = "no supplied Allied division is over the Seine below Paris"
METZ = "a garrison of Metz holds out and no Hitler Counteroffensive was launched"
ANTWERPEN = "Antwerpen is recaptured"
CITIES = "two cities fall to the Hitler Counteroffensive"
TIME = "the Allies have not won in time"
PARIS = "Paris is Allied and 10 or more divisions are over the Seine"
MISSED = "the Allies have reached neither of their aims"

# Three panzer divisions are left besides one that cannot be rebuilt again and has four US divisions beside it.
LAST_PANZERS = {
    "turn": 12, "at": "allied combat", "duration": 1, "points": {"12AG": 4, "21AG": 4, "6AG": 4},
    "units": "US-1-Inf 5519; US-9-Inf 5519; US-2-Arm 5519; US-29-Inf 5420; GE-1SS-Pz 5520 reduced; GE-2-Pz 5602; "
    "GE-9-Pz 5604; GE-11-Pz 5606; GE-12-VG 5608; US-1A-HQ 5119; CW-3-Inf 3910",
    "rebuilt": "GE-1SS-Pz", "offensive_turn": 11, "allied_control": "3910 5119 5219 5319", "antwerpen_taken": True,
    "antwerpen_operational": True, "monty_sees": True, "full_for_good": True, "ike_sees": True,
}  # fmt: skip
# One on the map, one in the box and one on the track: the German gives his offensive up and must withdraw four.
NO_PANZERS = {
    "turn": 11, "at": "counteroffensive", "due": {"GE-9-Pz": 12}, "breakout": True, "brittany_closed": True,
    "units": "GE-1SS-Pz 5005; GE-2-Pz watch; GE-9-Pz track; GE-12-VG 5608; US-1-Inf 4129; CW-3-Inf 3910",
    "antwerpen_taken": True,
}  # fmt: skip

GAMES = {
    # The Historical Campaign (3.2.C)
    "campaign-allied-breakout": Wanted(
        "campaign", ALLIED, BREAKOUT, "3.2.C.1", liberator("seine"), warrior, ("cherbourg", "brittany closed")
    ),
    "campaign-allied-ruhr": Wanted(
        "campaign", ALLIED, RUHR, "3.2.C.1", liberator("ruhr", 5), anybody, ("antwerpen", "bridge blown")
    ),
    "campaign-allied-exit": Wanted(
        "campaign", ALLIED, EXIT, "3.2.C.1", liberator("east", 5), anybody, ("exits east", "paris"),
        largest=300_000,
    ),
    "campaign-allied-offensive-fails": Wanted(
        "campaign", ALLIED, SHORT, "3.2.C.1", anybody, warrior, ("offensive launched", "airborne operation")
    ),
    "campaign-allied-no-withdrawal": Wanted(
        "campaign", ALLIED, STUCK, "3.2.C.1", liberator("metz"), idler, ("withdrawal fails",), 1, start=LAST_PANZERS
    ),
    "campaign-allied-no-early-withdrawal": Wanted(
        "campaign", ALLIED, STUCK, "3.2.C.1", idler, idler, ("offensive declined",), 0, start=NO_PANZERS
    ),
    "campaign-german-beach": Wanted(
        "campaign", GERMAN, BEACH, "3.2.C.2", anybody, marcher(to_the_beaches), ("assault",), restless=True
    ),
    "campaign-german-seine": Wanted(
        "campaign", GERMAN, SEINE, "3.2.C.2", anybody, anybody, ("carpet bombed", "over the seine"), restless=True
    ),
    "campaign-german-metz": Wanted(
        "campaign", GERMAN, METZ, "3.2.C.2", liberator("seine", 5), anybody, ("offensive declined",), restless=True
    ),
    "campaign-german-antwerpen": Wanted(
        "campaign", GERMAN, ANTWERPEN, "8.7.E", liberator("ruhr", 5), marcher(to_antwerpen), ("antwerpen",),
        options=dict.fromkeys(catalogue(), True), largest=270_000,
    ),
    "campaign-german-two-cities": Wanted(
        "campaign", GERMAN, CITIES, "3.2.C.2", liberator("metz", 5), late_raider, ("offensive launched",)
    ),
    "campaign-german-last-turn": Wanted(
        "campaign", GERMAN, TIME, "3.2.C.3", liberator("metz", 5), warrior,
        ("offensive launched", "achievements", "zone disrupted", "division withdrawn", "cup drawn"),
        largest=300_000,
    ),
    "campaign-german-concedes": Wanted(
        "campaign", ALLIED, "german concedes", "3.2.C", liberator("seine", 5), warrior, restless=True, concede_on=4
    ),
    # The Normandy Breakout (3.3.C)
    "breakout-allied-breakout": Wanted(
        "breakout", ALLIED, BREAKOUT, "3.3.C.1", liberator("seine"), warrior, ("cherbourg", "brittany closed")
    ),
    "breakout-allied-paris": Wanted(
        "breakout", ALLIED, PARIS, "3.3.C.1", liberator("seine", 5), anybody, ("breakout", "paris", "breakout verdict")
    ),
    "breakout-german-aims-missed": Wanted(
        "breakout", GERMAN, MISSED, "3.3.C.2", anybody, warrior, ("strategic move", "breakout verdict"), restless=True
    ),
    "breakout-german-beach": Wanted("breakout", GERMAN, BEACH, "3.3.C.2", anybody, marcher(to_the_beaches)),
    # The Final Battles (3.4.C)
    "final-allied-ruhr": Wanted(
        "final", ALLIED, RUHR, "3.2.C.1", by_suggestion(liberator("ruhr")), by_suggestion(warrior),
        ("achievements", "shaef sends"),
    ),
    "final-allied-exit": Wanted(
        "final", ALLIED, EXIT, "3.2.C.1", by_suggestion(liberator("east")), warrior, ("exits east",)
    ),
    "final-allied-offensive-fails": Wanted(
        "final", ALLIED, SHORT, "3.2.C.1", anybody, anybody, ("offensive launched",)
    ),
    "final-allied-no-withdrawal": Wanted(
        "final", ALLIED, STUCK, "3.2.C.1", liberator("metz"), idler, ("withdrawal fails",), 1, start=LAST_PANZERS
    ),
    "final-german-antwerpen": Wanted("final", GERMAN, ANTWERPEN, "8.7.E", anybody, marcher(to_antwerpen)),
    "final-german-two-cities": Wanted("final", GERMAN, CITIES, "3.2.C.2", anybody, marcher(to_the_cities)),
    "final-german-last-turn": Wanted(
        "final", GERMAN, TIME, "3.4.C", by_suggestion(anybody), by_suggestion(warrior),
        ("set up as suggested", "achievements", "division withdrawn"), restless=True,
    ),
    "final-allies-concede": Wanted(
        "final", GERMAN, "allied concedes", "3.2.C", by_own_hand(anybody), by_own_hand(warrior), concede_on=13
    ),
}  # fmt: skip


def play(wanted: Wanted, seed: int) -> Match:
    """One game between the two players."""
    rng = random.Random(seed)
    match = storing.begin(
        "storming", wanted.start, scenario=wanted.scenario, seed=f"fixture {seed}", options=wanted.options
    )
    players = {ALLIED: wanted.allied(), GERMAN: wanted.german()}

    def concedes(match: Match) -> str:
        return OTHER[wanted.winner] if match.position.turn == wanted.concede_on else ""

    return storing.play(match, players, rng, 0.02 if wanted.restless else 0, concedes)


def fits(wanted: Wanted, match: Match) -> bool:
    """Did a game end as wanted, and was it lively enough?"""
    outcome = match.outcome
    assert outcome is not None
    if (outcome.winner, outcome.level, outcome.rule) != (wanted.winner, wanted.level, wanted.rule):
        return False
    told = kinds(match)
    return told.count("fire") >= wanted.fires and set(wanted.tells) <= set(told) and len(match.text()) <= wanted.largest


def main(names: list[str]) -> None:
    """Write everything, or the games of these names only."""
    storing.renew(FOLDER, GAMES, names, play, fits, SEARCH, "fire")
    if not names:
        TABLE.renew(45)


if __name__ == "__main__":
    main(sys.argv[1:])

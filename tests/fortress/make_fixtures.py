"""Make the stored games and the perft table anew: python -m tests.fortress.make_fixtures [name ...]

To be run after a rule has been corrected, and its result to be read before it is committed: each stored game is one
that ended in the way that its name says, and the table tells by how much the lists changed.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.games.fortress.rules.position import ALLIED, GERMAN, OTHER
from tests import storing
from tests.fortress import playing, soak
from tests.fortress.perft import TABLE
from tests.storing import Player, kinds

FOLDER = Path(__file__).with_name("fixtures")
SEARCH = 300  # seeds to try for one game
LARGE = 330_000  # characters of a stored game
idler = storing.idler("suggested", "end", "roll", "stop")


def any_verb(match: Match, rng: random.Random) -> Action:
    """First a verb, then what it is about."""
    return soak.choose(match.prompt, rng, "verbs")


def warrior(match: Match, rng: random.Random) -> Action:
    """Somebody who likes to land and to attack."""
    return soak.choose(match.prompt, rng, "eager")


def first_of(*actions: str) -> Player:
    """Somebody who does the first of these whenever he may, and else as little as possible."""

    def player(match: Match, rng: random.Random) -> Action:
        found = {str(action): action for action in match.prompt.actions}
        return next((found[action] for action in actions if action in found), idler(match, rng))

    return player


class Wanted(NamedTuple):
    """A game to look for: how it must end, and who plays it."""

    scenario: str
    winner: str
    level: str
    rule: str
    allied: Player = any_verb
    german: Player = any_verb
    tells: tuple[str, ...] = ()  # kinds of events that must have come about
    battles: int = 3
    largest: int = LARGE
    options: dict[str, Any] = {}
    restless: bool = False  # with undos and rollbacks
    concede_on: int = 0  # the turn on which the loser gives up
    start: dict[str, Any] | None = None  # an arranged position, else the whole game


VICTORY, FAILED, MORE, SUDDEN = "victory", "the second invasion has failed", "more objectives", "sudden death"

QUIET_END = {"at": "german second movement", "impulse": 2, "phasing": "german", "turn": 37}
LAST_UNITS = "GE-84-Inf PP12; US-1-Inf T15"
CAPITALS, MAJORS = "R11 BB8", "II10 II19 JJ8"
CITIES = "EE21 FF15 GG10 HH18 II9 II10 II11 JJ16 KK22 LL7 MM17 MM23 NN1 NN6"
# The Allies stand before the fifteenth city in Germany.
FOURTEEN = {
    "turn": 36, "at": "allied first movement", "impulse": 1, "phasing": "allied",
    "units": "US-1-Inf II18; US-2-Arm II18; GE-84-Inf PP12; GE-85-Inf PP12", "allied_control": f"{CAPITALS} {CITIES}",
    "volkssturm_cities": f"{CITIES} II19",
}  # fmt: skip
# Thirteen divisions have left by the east edge.
EXITED = "; ".join(f"US-{number}-Arm exited" for number in range(2, 15))
INTO_THE_CITY = first_of("move II19", "pick US-1-Inf")
ARDENNES = {**QUIET_END, "turn": 30}
SEVEN = (1, 2, 3, 4, 5, 6, 7)

GAMES: dict[str, Wanted] = {
    # The campaign
    "campaign-german-last-turn": Wanted(
        "campaign", GERMAN, VICTORY, "30.1", german=warrior, tells=("drop", "withdrawn", "port taken"), battles=8,
        largest=700_000,
    ),
    "campaign-german-second-invasion": Wanted("campaign", GERMAN, FAILED, "12.18", battles=1, restless=True),
    "campaign-german-sudden-death": Wanted(
        "campaign", GERMAN, SUDDEN, "32.2", tells=("objectives revealed",), battles=1, options={"32": True}
    ),
    "campaign-allied-fifteen-cities": Wanted(
        "campaign", ALLIED, VICTORY, "30.1", INTO_THE_CITY, idler, ("moves",), 0, start=FOURTEEN
    ),
    "campaign-allied-exits": Wanted(
        "campaign", ALLIED, "Germany is overrun", "31.15", idler, idler, battles=0, options={"31.15": True},
        start={**QUIET_END, "turn": 30, "units": f"{LAST_UNITS}; {EXITED}"},
    ),
    "campaign-draw": Wanted(
        "campaign", "", "draw", "30.1", idler, idler, ("drawn",), 0,
        start={**QUIET_END, "units": LAST_UNITS, "allied_control": f"{CAPITALS} {MAJORS}"},
    ),
    "campaign-allies-concede": Wanted(
        "campaign", GERMAN, "allied concedes", "30.1", warrior, idler, concede_on=4, restless=True
    ),
    "campaign-germans-concede": Wanted(
        "campaign", ALLIED, "german concedes", "30.1", warrior, warrior, concede_on=6, restless=True
    ),
    # The Invasion
    "invasion-german": Wanted("invasion", GERMAN, VICTORY, "33.1.3", warrior, warrior, ("hidden unit",), 10),
    "invasion-german-options": Wanted(
        "invasion", GERMAN, VICTORY, "33.1.3", warrior, warrior, ("blanks", "aircraft sorted"), 5,
        options=soak.all_options("invasion"),
    ),
    "invasion-allied": Wanted("invasion", ALLIED, VICTORY, "33.1.5", warrior, idler, ("hidden unit", "port taken")),
    # To the West Wall
    "west-wall-german": Wanted("west_wall", GERMAN, MORE, "33.2.4", warrior, warrior, ("objectives revealed",)),
    "west-wall-allied": Wanted(
        "west_wall", ALLIED, MORE, "33.2.4", idler, idler, battles=0,
        start={
            **QUIET_END, "turn": 12, "units": LAST_UNITS, "allied_control": "N33 A19 B2 K2 P4 CC6 BB8 R11",
            "picks": {"allied": SEVEN, "german": SEVEN},
        },
    ),
    # The Bulge
    "bulge-allied": Wanted("bulge", ALLIED, VICTORY, "33.3.10", warrior, warrior, ("retreat",), 10),
    "bulge-german-strategic": Wanted(
        "bulge", GERMAN, "strategic victory", "33.3.10.A", idler, idler, ("ardennes judged",), 0,
        start={**ARDENNES, "units": "GE-84-Inf EE12; GE-85-Inf CC10; US-1-Inf T15"},
    ),
    "bulge-german-tactical": Wanted(
        "bulge", GERMAN, "tactical victory", "33.3.10.B", idler, idler, ("ardennes judged",), 0,
        start={**ARDENNES, "units": "GE-84-Inf EE12; GE-85-Inf GG10; US-1-Inf T15"},
    ),
    # On to Berlin
    "berlin-german": Wanted("berlin", GERMAN, VICTORY, "33.4.7", any_verb, warrior, ("ardennes judged",)),
    "berlin-allied": Wanted("berlin", ALLIED, VICTORY, "33.4.7", INTO_THE_CITY, idler, ("moves",), 0, start=FOURTEEN),
    "berlin-draw-after-the-ardennes": Wanted(
        "berlin", "", "draw", "33.4.7", INTO_THE_CITY, idler, ("drawn",), 0,
        start={**FOURTEEN, "bulge_level": "tactical victory"}
    ),
    "berlin-draw": Wanted(
        "berlin", "", "draw", "33.4.7", idler, idler, ("drawn",), 0,
        start={**QUIET_END, "units": LAST_UNITS, "allied_control": MAJORS},
    ),
}  # fmt: skip


def begin(wanted: Wanted, seed: str) -> Match:
    """The match before its first action: a whole game, or an arranged position."""
    if wanted.start is None:
        return Match(playing.game(wanted.scenario, **wanted.options), seed=seed)
    return playing.position(scenario=wanted.scenario, options=wanted.options, **wanted.start)


def play(wanted: Wanted, seed: int) -> Match:
    """One game between the two players."""
    rng = random.Random(seed)
    players = {ALLIED: wanted.allied, GERMAN: wanted.german}

    def concedes(match: Match) -> str:
        return OTHER[wanted.winner] if match.position.turn == wanted.concede_on else ""

    return storing.play(begin(wanted, f"fixture {seed}"), players, rng, 0.02 if wanted.restless else 0, concedes)


def fits(wanted: Wanted, match: Match) -> bool:
    """Did a game end as wanted, and was it lively enough?"""
    outcome = match.outcome
    assert outcome is not None
    if (outcome.winner, outcome.level, outcome.rule) != (wanted.winner, wanted.level, wanted.rule):
        return False
    told = kinds(match)
    if wanted.restless and not {"undo", "rollback"} <= {entry.word for entry in match.entries}:
        return False
    return (
        told.count("battle") >= wanted.battles
        and set(wanted.tells) <= set(told)
        and len(match.text()) <= wanted.largest
    )


def main(names: list[str]) -> None:
    """Write everything, or the games of these names only."""
    storing.renew(FOLDER, GAMES, names, play, fits, SEARCH)
    if not names:
        TABLE.renew(45)


if __name__ == "__main__":
    main(sys.argv[1:])

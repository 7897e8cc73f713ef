"""Make the stored games and the perft table anew: python -m tests.festung.make_fixtures [name ...]

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
from bocage.games.festung.rules.position import ALLIED, AXIS, OTHER
from tests import storing
from tests.festung import playing, soak
from tests.festung.perft import TABLE
from tests.storing import Player, kinds

FOLDER = Path(__file__).with_name("fixtures")
SEARCH = 200  # seeds to try for one game
LARGE = 300_000  # characters of a stored game
idler = storing.idler("suggested", "end", "pass", "automatic")


def any_verb(match: Match, rng: random.Random) -> Action:
    """First a verb, then what it is about."""
    return soak.choose(match.prompt, rng, "verbs")


def warrior(match: Match, rng: random.Random) -> Action:
    """Somebody who likes to land and to attack."""
    return soak.choose(match.prompt, rng, "eager")


def first_of(*actions: str, else_: Player = idler) -> Player:
    """Somebody who does the first of these whenever he may, and else plays like another."""

    def player(match: Match, rng: random.Random) -> Action:
        found = {str(action): action for action in match.prompt.actions}
        return next((found[action] for action in actions if action in found), else_(match, rng))

    return player


class Wanted(NamedTuple):
    """A game to look for: how it must end, and who plays it."""

    scenario: str
    winner: str
    level: str
    allied: Player = any_verb
    axis: Player = any_verb
    tells: tuple[str, ...] = ()  # kinds of events that must have come about
    says: str = ""  # in the last line of the log
    battles: int = 3
    largest: int = LARGE
    options: dict[str, Any] = {}
    restless: bool = False  # with undos and rollbacks
    concede_on: int = 0  # the turn on which the loser gives up
    start: dict[str, Any] | None = None  # an arranged position, else the whole game


AUTOMATIC, LAST = "automatic victory", "victory at the end"

# Two rounds before the end of Spring 1945 9th Army stands at the closed border, with the card that opens it in hand.
BEFORE_BERLIN = {
    "turn": 8, "at": "allied action", "round": 5, "vp": 4, "hitler": "1307", "played": "allied-21", "closed": "allied",
    "units": "US-9A 1107; US-V 1108; GE-LXXX 1308; GE-10A 1311", "allied_control": "1106 1107 1108 1008",
    "allied_hand": "allied-42 allied-48", "axis_hand": "axis-45",
}  # fmt: skip


def prefers(*verbs: str, else_: Player = any_verb) -> Player:
    """Somebody who does the first of these verbs that is offered, and else plays like another."""

    def player(match: Match, rng: random.Random) -> Action:
        offered = match.prompt.verbs()
        return next((rng.choice(offered[verb]) for verb in verbs if verb in offered), else_(match, rng))

    return player


def never(verbs: tuple[str, ...], else_: Player = warrior) -> Player:
    """Somebody who leaves these verbs alone wherever there is a choice."""

    def player(match: Match, rng: random.Random) -> Action:
        for _ in range(20):
            action = else_(match, rng)
            if action.verb not in verbs:
                return action
        return action

    return player


SPENDTHRIFT = prefers("rp")  # a point is lost for every round but the first of a turn (6.42)
HEIR = first_of("take axis-43", "event axis-42", "event axis-43", else_=never(("discard",)))
BETRAYAL = first_of("event allied-42", "ops allied-48", "mark-move 1107", "pick US-9A", "move 1307")

GAMES: dict[str, Wanted] = {
    # The campaign
    "campaign-allied-no-points-left": Wanted(
        "campaign", ALLIED, AUTOMATIC, warrior, SPENDTHRIFT, ("landing",), "no victory points"
    ),
    "campaign-allied-berlin": Wanted(
        "campaign", ALLIED, AUTOMATIC, BETRAYAL, idler, ("hitler eliminated",), "Berlin is Allied", 0,
        start=BEFORE_BERLIN,
    ),
    "campaign-axis-after-husky": Wanted("campaign", AXIS, AUTOMATIC, warrior, warrior, (), "Rome", restless=True),
    "campaign-axis-after-roundup": Wanted("campaign", AXIS, AUTOMATIC, warrior, warrior, (), "Oslo", 3),
    "campaign-axis-donitz": Wanted("campaign", AXIS, AUTOMATIC, warrior, HEIR, (), "Donitz"),
    "campaign-axis-last-turn": Wanted("campaign", AXIS, LAST, warrior, warrior, (), "in time", 20),
    "campaign-allies-concede": Wanted(
        "campaign", AXIS, "allied concedes", warrior, warrior, battles=1, restless=True, concede_on=3
    ),
    "campaign-axis-concedes": Wanted(
        "campaign", ALLIED, "axis concedes", warrior, warrior, battles=1, restless=True, concede_on=4
    ),
    # Overlord
    "overlord-allied-no-points-left": Wanted(
        "overlord", ALLIED, AUTOMATIC, warrior, SPENDTHRIFT, (), "no victory points"
    ),
    "overlord-allied-berlin": Wanted(
        "overlord", ALLIED, AUTOMATIC, BETRAYAL, idler, ("hitler eliminated",), "Berlin is Allied", 0,
        start=BEFORE_BERLIN,
    ),
    "overlord-axis-after-husky": Wanted("overlord", AXIS, AUTOMATIC, warrior, warrior, (), "Rome"),
    "overlord-axis-donitz": Wanted("overlord", AXIS, AUTOMATIC, warrior, HEIR, (), "Donitz"),
    "overlord-axis-last-turn": Wanted("overlord", AXIS, LAST, warrior, warrior, (), "in time", 20),
    "overlord-axis-options": Wanted(
        "overlord", AXIS, LAST, warrior, warrior, (), "in time", 20, options=soak.all_options()
    ),
    "overlord-allies-concede": Wanted("overlord", AXIS, "allied concedes", warrior, warrior, battles=1, concede_on=5),
    "overlord-axis-concedes": Wanted("overlord", ALLIED, "axis concedes", warrior, warrior, battles=1, concede_on=6),
}  # fmt: skip


def begin(wanted: Wanted, seed: str) -> Match:
    """The match before its first action: a whole game, or an arranged position."""
    if wanted.start is None:
        return Match(playing.game(wanted.scenario, **wanted.options), seed=seed)
    return playing.position(scenario=wanted.scenario, options=wanted.options, **wanted.start)


def play(wanted: Wanted, seed: int) -> Match:
    """One game between the two players."""
    rng = random.Random(seed)
    players = {ALLIED: wanted.allied, AXIS: wanted.axis}

    def concedes(match: Match) -> str:
        return OTHER[wanted.winner] if match.position.turn == wanted.concede_on else ""

    return storing.play(begin(wanted, f"fixture {seed}"), players, rng, 0.02 if wanted.restless else 0, concedes)


def fits(wanted: Wanted, match: Match) -> bool:
    """Did a game end as wanted, and was it lively enough?"""
    outcome = match.outcome
    assert outcome is not None
    if (outcome.winner, outcome.level, outcome.rule) != (wanted.winner, wanted.level, "16.2"):
        return False
    told = kinds(match)
    if wanted.restless and not {"undo", "rollback"} <= {entry.word for entry in match.entries}:
        return False
    return (
        told.count("battle") >= wanted.battles
        and set(wanted.tells) <= set(told)
        and wanted.says in match.log()[-1][2]
        and len(match.text()) <= wanted.largest
    )


def main(names: list[str]) -> None:
    """Write everything, or the games of these names only."""
    storing.renew(FOLDER, GAMES, names, play, fits, SEARCH)
    if not names:
        TABLE.renew(45)


if __name__ == "__main__":
    main(sys.argv[1:])

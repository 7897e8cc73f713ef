"""Make the stored games and the perft table anew: python -m tests.rhine.make_fixtures [name ...]

To be run after a rule has been corrected, and its result to be read before it is committed: each stored game is one
that ended in the way that its name says, and the table tells by how much the lists changed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import bocage
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.position import ALLIED, GERMAN, OTHER, RETURNS
from tests import storing
from tests.rhine.conquest import Liberator, Player, Raider, by_hand, by_suggestion, random_player, sit_still
from tests.rhine.perft import TABLE
from tests.storing import kinds

FOLDER = Path(__file__).with_name("fixtures")
SEARCH = 300  # seeds to try for one game
LARGE = 200_000  # characters of a stored game


def anything(match: Match) -> bool:
    """Nothing more is asked of a game."""
    return True


class Wanted(NamedTuple):
    """A game to look for: how it must end, and who plays it."""

    winner: str
    level: str
    rule: str
    allied: Callable[[], Player]
    german: Callable[[], Player]
    tells: tuple[str, ...] = ()  # kinds of events that must have come about
    verbs: tuple[str, ...] = ()  # verbs that must have been played
    when: Callable[[Match], bool] = anything  # what else must be true at its end
    battles: int = 8
    largest: int = LARGE
    options: dict[str, Any] = {}
    restless: bool = False  # with undos and rollbacks
    concede_on: int = 0  # the turn on which the loser gives up
    start: dict[str, Any] | None = None  # an arranged position, else the whole game


def anybody(set_up: Callable[[Player], Player] | None = None, **habits: float) -> Callable[[], Player]:
    """Somebody who plays at random, with habits; a German sets up in one of two ways."""
    player = random_player({verb.replace("_", "-"): weight for verb, weight in habits.items()})
    return lambda: player if set_up is None else set_up(player)


def on_the_coast(player: Player) -> Player:
    """A set-up with most pieces where the Allies may land."""
    return by_hand(player, coast=0.9)


def idler() -> Player:
    return by_suggestion(sit_still)


def raider(blow: int) -> Callable[[], Player]:
    return lambda: by_suggestion(Raider(blow))


def liberator(**ways: Any) -> Callable[[], Player]:
    return lambda: Liberator(**ways)


# What must be true at the end of a game


def bombed(match: Match, least: int, most: int) -> bool:
    """So many Strategic Bombings were flown."""
    return bool(least <= match.position.bombings <= most)


def in_time(match: Match) -> bool:
    """The game ended with the last turn that everybody knew."""
    return bool(match.position.turn == match.inquire().last_turn())


def too_late(match: Match) -> bool:
    """Bombs that fell in the last turn made an earlier one the last (ruling R30)."""
    return bool(match.position.turn > match.inquire().last_turn())


def shorter(match: Match) -> bool:
    """The reserve that stayed out took two turns off what the bombs had left (SR.5)."""
    return bool(match.position.turn == match.inquire().last_turn() - match.game.rules.numbers["reserve_turns_lost"])


def depends_on_options(match: Match) -> bool:
    """Somebody did what only each of the options allows: without it the record cannot be replayed."""
    text = match.text()
    for name in match.game.options:
        try:
            bocage.load(text.replace(f"option {name} true\n", ""), strict=True)
        except BadInput:
            continue
        return False
    return True


RHINE = "across the Rhine in strength, with Paris and Brussels"
TIME = "the Allies have not crossed the Rhine in time"
BOMBER = {"bomb": 500.0, "withdraw": 0.0}

# Paris and Brussels are passed, and the Rhine has been reached on both sides of Cologne.
ON_THE_RHINE = {
    "turn": 13, "at": "weather", "allied_control": "4219 4217 2909 3920 4020 4021 4119 4120 4220 5016 5115",
    "paris_entered": True, "paris_passed": True, "brussels_passed": True, "first_beaches": "1817 1915",
    "units": "BR-30C 5116; BR-12C 5117; BR-7AD 5117; US-7C 5115; US-5C 5115; US-2AD 5014; US-3AD 5014; US-19C 5114; "
    "BR-SUP 4815; US-SUP 4815; DE-84K 5216 deployed; DE-2FJK 5217 deployed; DE-2Pz 5314; DE-1SS 5609; DE-s503 5314; "
    "DE-116Pz calendar",
    "lost_turn": {"DE-116Pz": 9}, "blitz_turn": 7, "ruthless_turn": 6,
}  # fmt: skip

GAMES = {
    # The Allies win (WIN.1 to WIN.4)
    "allied-rhine-unopposed": Wanted(
        ALLIED, RHINE, "WIN.1", liberator(), idler, ("paris passed", "air drop"), battles=2
    ),
    "allied-rhine-fought": Wanted(
        ALLIED, RHINE, "WIN.1", liberator(), anybody(by_hand),
        ("turned up", "bombarded", "strafed", "brussels passed", "replaced"), battles=15,
    ),
    "allied-rhine-by-metz": Wanted(
        ALLIED, RHINE, "WIN.1", liberator(forts=9), anybody(by_suggestion, move=0.5, pick=0.1, march=0.2),
        ("fort die", "french leave", "reinforced"),
    ),
    "allied-rhine-from-its-bank": Wanted(
        ALLIED, RHINE, "WIN.1", liberator(), raider(1), ("hex result",), battles=2, start=ON_THE_RHINE
    ),
    # The Germans win when the last turn ends (WIN.5)
    "german-last-turn": Wanted(
        GERMAN, TIME, "WIN.5", anybody(), anybody(by_hand),
        ("rout distance", "corps deploys", "allied arrival", "bombarded", "advance from the sea", "stays out"),
        when=lambda match: in_time(match) and bombed(match, 0, 0), battles=40,
    ),
    "german-last-turn-as-suggested": Wanted(
        GERMAN, TIME, "WIN.5", anybody(shift_bombardment=5), anybody(by_suggestion),
        ("set up as suggested", "air drop", "airborne rests", "bombardment shifted", "sent"), ("shift-bombardment",),
        when=lambda match: in_time(match) and bombed(match, 0, 0) and match.position.second_landing_turn > 0,
        battles=25, restless=True,
    ),
    "german-counteroffensive": Wanted(
        GERMAN, TIME, "WIN.5", anybody(unfavour=3), raider(7),
        ("reserve withdrawn", "counteroffensive", "reserve placed", "ruthless", "blitz supports", "replaced"),
        ("lose", "dash", "unfavour"), when=in_time, battles=30,
    ),
    "german-options": Wanted(
        GERMAN, TIME, "WIN.5", anybody(), raider(6), ("rout blocked", "unit marches"),
        when=depends_on_options, battles=25, options={"R5": True, "R11": True}, restless=True,
    ),
    # The game is shortened by Strategic Bombing (SB.5)
    "german-bombing-one-turn": Wanted(
        GERMAN, TIME, "WIN.5", anybody(bomb=0.3), anybody(by_hand, bomb=1),
        ("bombing shortens", "bombs stray"), when=lambda match: in_time(match) and bombed(match, 2, 3),
    ),
    "german-bombing-several-turns": Wanted(
        GERMAN, TIME, "WIN.5", anybody(**BOMBER), anybody(by_suggestion, bomb=9), ("bombing shortens", "bombs stray"),
        when=lambda match: in_time(match) and bombed(match, 8, 20),
    ),
    "german-bombing-past-the-last-turn": Wanted(
        GERMAN, TIME, "WIN.5", anybody(**BOMBER), anybody(by_hand, bomb=1), ("bombing shortens",), ("spare",),
        when=too_late,
    ),
    # By the Strategic Reserve that stays out (SR.5), and by both
    "german-reserve-stays-out": Wanted(
        GERMAN, TIME, "SR.5", anybody(), anybody(by_hand, withdraw_to_stay=1),
        ("reserve withdrawn", "reserve joined", "record opened", "dump lost"), ("show",),
        when=lambda match: shorter(match) and bombed(match, 0, 1),
    ),
    "german-reserve-and-bombing": Wanted(
        GERMAN, TIME, "SR.5", anybody(bomb=2), anybody(by_suggestion, withdraw_to_stay=1, bomb=1),
        ("bombing shortens", "record opened"), when=lambda match: shorter(match) and bombed(match, 2, 20),
    ),
    # Somebody gives up (NOTE.3)
    "german-allies-concede": Wanted(
        GERMAN, "allied concedes", "NOTE.3", anybody(), anybody(on_the_coast, stay=6),
        ("bombarded", "retreat declined"), concede_on=4, restless=True,
    ),
    "allied-germans-concede": Wanted(
        ALLIED, "german concedes", "NOTE.3", liberator(), anybody(by_suggestion, withdraw_to_return=9),
        ("reserve withdrawn",), when=lambda match: match.position.reserve_record == RETURNS, concede_on=5,
    ),
}  # fmt: skip


def play(wanted: Wanted, seed: int) -> Match:
    """One game between the two players."""
    rng = random.Random(seed)
    match = storing.begin("rhine", wanted.start, seed=f"fixture {seed}", options=wanted.options)
    players = {ALLIED: wanted.allied(), GERMAN: wanted.german()}

    def concedes(match: Match) -> str:
        return (
            OTHER[wanted.winner]
            if match.position.turn == wanted.concede_on and match.prompt.side == wanted.winner
            else ""
        )

    return storing.play(match, players, rng, 0.02 if wanted.restless else 0, concedes)


def verbs(match: Match) -> set[str]:
    """Every verb that was played."""
    return {entry.action.verb for entry in match.entries if entry.action is not None}


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
        told.count("battle die") >= wanted.battles
        and set(wanted.tells) <= set(told)
        and set(wanted.verbs) <= verbs(match)
        and wanted.when(match)
        and len(match.text()) <= wanted.largest
    )


def main(names: list[str]) -> None:
    """Write everything, or the games of these names only."""
    found = storing.renew(FOLDER, GAMES, names, play, fits, SEARCH, "battle die")
    if not names:
        told = set().union(*map(kinds, found))
        print("no game tells of:", ", ".join(sorted(set(found[0].game.sentences) - told)))
        TABLE.renew(45)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Victory that is judged at the end of a turn (3.2.C, 3.3.C, 3.4.C, 17.7.4).

What is won by ground that units enter, by exits or by a withdrawal that fails is judged where it happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bocage.rules import HexSet, Units, event, pure

from ..elimination import win
from ..look import Play, StormingLook
from ..position import ALLIED, GERMAN

if TYPE_CHECKING:
    from ...game import Storming


def _divisions(count: int) -> str:
    return "1 division" if count == 1 else f"{count} divisions"


def _seine_words(game: Any, divisions: int) -> str:
    return f"Over the Seine between its mouth and Paris, in supply: {_divisions(divisions)}."


def _verdict_words(game: Any, divisions: int, paris: bool) -> str:
    told = f"Over the Seine between its mouth and Paris, in supply: {_divisions(divisions)}"
    return f"{told}; Paris is {'Allied' if paris else 'not wholly Allied'}."


def _achieved_words(game: Any, cities: int, towns: int, divisions: int, attacks: int, enough: bool) -> str:
    return (
        f"The Hitler Counteroffensive has taken {cities} {'city' if cities == 1 else 'cities'} and {towns} "
        f"{'town' if towns == 1 else 'towns'}, eliminated {_divisions(divisions)} and attacked {attacks} "
        f"{'hex' if attacks == 1 else 'hexes'} with Mechanized divisions: "
        f"{'enough' if enough else 'less than its Minimum Achievements'}."
    )


over_the_seine = event("over the seine", "3.2.C.2", _seine_words)
achieved = event("achievements", "17.7.4", _achieved_words, side=GERMAN)
verdict = event("breakout verdict", "3.3.C.1", _verdict_words)


@pure(1)
def beyond_the_seine(game: Storming) -> HexSet:
    """Hexes east of the Seine Line between its mouth and Paris (3.2.C.2, 3.3.C.1).

    The stretch ends in the row of its last hex; what lies across the upper Seine does not count (R123).
    """
    last = game.rules.numbers["seine_test_to"] % 100
    rows = sum(hexes for row, hexes in game.data.rows.items() if row <= last)
    return rows & ~game.data.west & game.in_play


def divisions_over_the_seine(look: StormingLook) -> Units:
    """The Allied divisions east of that stretch that trace a regular Supply Line; Paris has a hex west of it (R67)."""
    hexes = beyond_the_seine(look.game) & look.allied_supply()
    return look.units_in(hexes, ALLIED) & look.game.divisions


def paris_held(look: StormingLook) -> bool:
    """Do the Allies control every hex of Paris (R67)?"""
    return not look.game.paris & ~look.position.allied_control


class Achievements(NamedTuple):
    """What the Germans have achieved on the turn of the Hitler Counteroffensive (17.7.4)."""

    cities: int
    towns: int
    divisions: int
    attacks: int
    enough: bool


def achievements(look: StormingLook) -> Achievements:
    """How the Hitler Counteroffensive stands under its Minimum Achievements (17.7.4; R37, R119)."""
    position, game, numbers = look.position, look.game, look.game.rules.numbers
    cities = look.cities_in(position.offensive_taken)
    towns = (position.offensive_taken & game.data.towns).bit_count()
    attacks = position.offensive_targets.bit_count()
    enough = (
        cities >= numbers["achievement_cities"]
        or towns >= numbers["achievement_towns"]
        or position.offensive_kills >= numbers["achievement_divisions"]
        or attacks >= numbers["achievement_attacks"]
    )
    return Achievements(cities, towns, position.offensive_kills, attacks, enough)


def judge(play: Play) -> bool:
    """The Automatic Victory Check of the End Phase (4.1.X.1): is the game over?

    German conditions come first, for they name the very end of a turn (ruling R53).
    """
    look = play.look
    if look.game.scenario == "breakout":
        _breakout_scenario(play, look)
    else:
        _seine(play, look)
        _metz(play, look)
        _counteroffensive(play, look)
        _last_turn(play, look)
    return play.position.outcome is not None


def _seine(play: Play, look: StormingLook) -> None:
    numbers = look.game.rules.numbers
    if look.position.turn != numbers["seine_test_turn"]:
        return
    divisions = divisions_over_the_seine(look).bit_count()
    over_the_seine(play, divisions)
    if divisions < numbers["seine_test_divisions"]:
        win(play, GERMAN, "no supplied Allied division is over the Seine below Paris", "3.2.C.2")


def _metz(play: Play, look: StormingLook) -> None:
    position = look.position
    if position.turn != look.game.rules.numbers["metz_test_turn"] or position.offensive_turn:
        return
    if position.on_board & look.game.garrison_units:
        win(play, GERMAN, "a garrison of Metz holds out and no Hitler Counteroffensive was launched", "3.2.C.2")


def _counteroffensive(play: Play, look: StormingLook) -> None:
    if not look.offensive_now() or play.position.outcome is not None:
        return
    found = achievements(look)
    achieved(play, *found)
    if not found.enough:
        win(play, ALLIED, "the Hitler Counteroffensive falls short of its Minimum Achievements", "3.2.C.1")


def _last_turn(play: Play, look: StormingLook) -> None:
    if look.position.turn < look.game.rules.last_turn:
        return
    rule = "3.4.C" if look.game.scenario == "final" else "3.2.C.3"
    win(play, GERMAN, "the Allies have not won in time", rule)


def _breakout_scenario(play: Play, look: StormingLook) -> None:
    if look.position.turn < look.game.rules.last_turn:
        return
    needed = look.game.rules.numbers["breakout_scenario_east_divisions"]
    divisions = divisions_over_the_seine(look).bit_count()
    paris = paris_held(look)
    verdict(play, divisions, paris)
    if paris and divisions >= needed:
        win(play, ALLIED, f"Paris is Allied and {needed} or more divisions are over the Seine", "3.3.C.1")
    else:
        win(play, GERMAN, "the Allies have reached neither of their aims", "3.3.C.2")

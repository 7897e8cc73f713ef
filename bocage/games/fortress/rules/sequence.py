"""The sequence of play (4.2, 4.3) and of an invasion turn (12.2), line by line in the book's order.

At the bounds of turns, player turns and impulses what units have done is forgotten in time.
"""

from __future__ import annotations

from bocage.rules import About, Row, Sequencing, automatic, event

from . import winter
from .look import FortressLook, Play
from .movement import districts
from .movement.sea import open_quota
from .position import ALLIED, GERMAN, STORM
from .supply.capacity import capacity

begins = event(
    "player turn", "4.3",
    lambda game, side, turn: f"{game.data.turns[turn - 1].name}: {game.side_name(side)} begin their player turn.",
    about=lambda game, side, turn: About("turn" if side == ALLIED else "", side),
)  # fmt: skip

_invading, _first_landing = FortressLook.invading, FortressLook.first_landing


def _replacements(look: FortressLook) -> bool:
    """They begin with the second turn; the winter scenarios have them late or never (27.2, 33.3.3, 33.4.3)."""
    rules = look.game.rules
    return rules.replacements and look.position.turn >= rules.replacements_from


def _reserve_choice(look: FortressLook) -> bool:
    """Do the Germans choose now how the Panzer Reserve is rebuilt (28.3)?"""
    return _replacements(look) and look.position.turn == look.game.rules.numbers["reserve_choice_turn"]


def _armour_release(look: FortressLook) -> bool:
    return look.game.rules.armour_release and look.position.turn == 1


def _flown_or_made(look: FortressLook) -> bool:
    """Does anything fly, or is fuel made, which it is in any weather (17.7.2 of the Advanced Air System)?"""
    return bool(look.position.missions) or look.game.rules.advanced_air


def _decoys(look: FortressLook) -> bool:
    return look.game.rules.decoys_in_germany


TURN = (
    # A. Initial Segment
    Row("turn record", "", "turn record", "4.3.A1"),
    Row("revealed objectives", "", "objectives revealed", "32.1"),
    Row("weather", ALLIED, "weather", "4.3.A2"),
    Row("fuel", GERMAN, "fuel", "17.9.1"),
    Row("allied allocation", ALLIED, "allied allocation", "17.9.1"),
    Row("german allocation", GERMAN, "german allocation", "17.9.2"),
    Row("cancelling", ALLIED, "cancelling", "17.9.3", _flown_or_made),
    # B. Allied Player Turn
    Row("allied turn", ALLIED, "player turn", "4.3.B"),
    Row("ships leave", ALLIED, "ships leave", "19.8"),
    Row("flooding before the allied turn", GERMAN, "flooding", "31.11", lambda look: not look.position.flooded),
    Row("allied withdrawals", ALLIED, "withdrawals", "26.7"),
    Row("allied replacements", ALLIED, "spending", "4.3.B1", _replacements),
    Row("partisan", ALLIED, "partisan", "24.1"),
    Row("allied first impulse", ALLIED, "first impulse", "4.3.B2"),
    Row("storm", ALLIED, "storm", "29.5", lambda look: look.position.weather == STORM),
    Row("allied arrivals", ALLIED, "allied arrivals", "26.3"),
    Row("invasion", ALLIED, "invasion", "12.2"),
    Row("bridge attacks", ALLIED, "bridge attacks", "17.10.4"),
    Row("allied drop", ALLIED, "drop", "20.7"),
    # Whoever is ashore moves first: a beach has room only for so many, and he may make it (12.7). On June I nobody is.
    Row("allied first movement", ALLIED, "movement", "4.3.B2", lambda look: not look.first_landing()),
    Row("landing", ALLIED, "landing", "12.3", _invading),
    Row("ships", ALLIED, "ships", "19.3"),
    Row("ground support", ALLIED, "ground support", "12.2", _invading),
    Row("hidden units", GERMAN, "hidden units", "3.7", _first_landing),
    Row("allied first stacking", ALLIED, "stacking", "6.3"),
    Row("allied first combat", ALLIED, "combat", "4.3.B3"),
    Row("beaches", ALLIED, "beaches", "12.9", _invading),
    Row("stacking on the beaches", ALLIED, "stacking", "12.7", _invading),
    Row("fate of the second landing", "", "landing judged", "12.18", _invading),
    Row("allied second impulse", ALLIED, "second impulse", "4.3.B4"),
    Row("second wave", ALLIED, "second wave", "12.11", _invading),
    Row("allied second movement", ALLIED, "movement", "4.3.B4"),
    Row("mulberry", ALLIED, "mulberry", "12.12", _invading),
    Row("partisan placed", ALLIED, "partisan placing", "24.2", lambda look: not look.invading()),
    Row("allied second stacking", ALLIED, "stacking", "6.3"),
    Row("allied second combat", ALLIED, "combat", "4.3.B5"),
    Row("fate of the second wave", "", "landing judged", "12.18", _invading),
    Row("partisan placed after the landing", ALLIED, "partisan placing", "24.2", _invading),
    Row("allied rail control", ALLIED, "rail control", "4.3.B6"),
    Row("allied supply", ALLIED, "supply", "4.3.B7"),
    # C. German Player Turn
    Row("german turn", GERMAN, "player turn", "4.3.C"),
    Row("decoys", GERMAN, "decoys", "31.6", _decoys),
    Row("flooding before the german turn", GERMAN, "flooding", "31.11", lambda look: not look.position.flooded),
    Row("exit payment", GERMAN, "paying", "31.15", lambda look: look.game.rules.exits),
    Row("german withdrawals", GERMAN, "withdrawals", "26.7"),
    Row("panzer reserve choice", GERMAN, "reserve choice", "28.3", _reserve_choice),
    Row("german replacements", GERMAN, "spending", "4.3.C1", _replacements),
    Row("german first impulse", GERMAN, "first impulse", "4.3.C2"),
    Row("panzer reserve", GERMAN, "panzer reserve", "28.1"),
    Row("german arrivals", GERMAN, "german schedule", "26.1"),
    Row("armour release", GERMAN, "armour release", "31.9", _armour_release),
    Row("german drop", GERMAN, "drop", "20.7"),
    Row("german first movement", GERMAN, "movement", "4.3.C2"),
    Row("german first stacking", GERMAN, "stacking", "6.3"),
    Row("german first combat", GERMAN, "combat", "4.3.C3"),
    Row("german second impulse", GERMAN, "second impulse", "4.3.C4"),
    Row("panzer reserve again", GERMAN, "panzer reserve", "28.4"),
    Row("german second movement", GERMAN, "movement", "4.3.C4"),
    Row("german second stacking", GERMAN, "stacking", "6.3"),
    Row("partisan leaves", ALLIED, "partisan leaves", "24.4"),
    Row("german second combat", GERMAN, "combat", "4.3.C5"),
    Row("german rail control", GERMAN, "rail control", "4.3.C6"),
    Row("german supply", GERMAN, "supply", "4.3.C7"),
    # D. Turn End Segment
    Row("victory", "", "victory", "30.1"),
    Row("end of turn", "", "end of turn", "4.3.D"),
)

SETUP = (
    Row("objectives", "", "objectives", "32.1", lambda look: look.game.rules.objectives),
    Row("german set-up", GERMAN, "german set-up", "3.3"),
    Row("decoys at the set-up", GERMAN, "decoys", "31.6", _decoys),
    Row("allied set-up", ALLIED, "allied set-up", "3.2"),
)

WINTER_SETUP = (
    Row("ardennes set-up", GERMAN, "ardennes set-up", "31.10", lambda look: look.game.rules.ardennes_set_up),
    Row("decoys of the winter", GERMAN, "decoys", "31.6", _decoys),
)

SEQUENCE = {"turn": TURN, "setup": SETUP, "winter setup": WINTER_SETUP}


@automatic("turn record", "4.3.A1")
def turn_record(play: Play, side: str) -> None:
    """A new turn begins; from July IV on nobody is frozen (4.3.A1, 9.1.B)."""
    if play.position.turn >= play.rules.numbers["districts_free_turn"]:
        districts.release_all(play, "9.1.B")


@automatic("player turn", "4.3")
def begin_player_turn(play: Play, side: str) -> None:
    """Nobody has moved or fought yet; the supply capacity of this moment decides who may land (18.7.6)."""
    for over in ("player turn", "impulse", "first impulse"):
        play.clear(over)
    play.position.phasing, play.position.impulse = side, 0
    play.position.start_capacity = capacity(play.look)
    if side == ALLIED:
        open_quota(play)
        winter.react(play)
    begins(play, side, play.position.turn)


@automatic("first impulse", "4.3")
def begin_first_impulse(play: Play, side: str) -> None:
    """A move impulse begins."""
    play.position.impulse = 1
    play.position.cities_then = play.look.cities(side)


@automatic("second impulse", "4.3")
def begin_second_impulse(play: Play, side: str) -> None:
    """Everybody may move and fight again, and invaders are ordinary units (12.8)."""
    play.clear("impulse")
    play.clear("first impulse")
    play.position.impulse = 2
    play.position.cities_then = play.look.cities(side)


@automatic("end of turn", "4.3.D")
def end_of_turn(play: Play, side: str) -> None:
    """Aircraft leave the map, markers come off, and the next turn begins (4.3.D)."""
    for over in ("turn", "player turn", "impulse", "first impulse"):
        play.clear(over)
    play.position.impulse = 0
    play.position.turn += 1
    play.push(Sequencing("turn"))

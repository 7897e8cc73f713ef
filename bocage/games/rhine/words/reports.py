"""How things stand, in words: what a player reads before he looks at the map, for the terminal and the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..rules import victory
from ..rules.look import RhineLook
from ..rules.position import RESTING, RETURNS, STAYS, VERY_BAD
from ..rules.supply import capacity
from . import wording


class Line(NamedTuple):
    """A fact: its name, what is to be said, and the case behind it."""

    name: str
    text: str
    rule: str


# What is read in the head


def facts(look: RhineLook) -> list[Line]:
    """Weather, length of the game, air, landings, supply, ports, and what the Germans have left."""
    return [
        Line("Weather", wording.WEATHER_WORDS[look.position.weather], "WX.1"),
        _last_turn(look),
        _air(look),
        *_landing(look),
        *_supply(look),
        _antwerp(look),
        *_germans(look),
    ]


def _last_turn(look: RhineLook) -> Line:
    last, printed = _ends_with(look), look.game.rules.numbers["last_turn"]
    shorter = f", {printed - last} fewer by bombing" if last < printed else ""
    return Line("Last turn", f"{last}{shorter}", "SB.5" if shorter else "WIN.5")


def _ends_with(look: RhineLook) -> int:
    """The turn with which the game ends: the current one if bombing has moved the end into the past (ruling R30)."""
    return max(look.last_turn(), look.position.turn)


def _air(look: RhineLook) -> Line:
    position = look.position
    flown = f"{position.bombings} {'bombing' if position.bombings == 1 else 'bombings'} so far"
    if position.weather == VERY_BAD:
        return Line("Air", f"grounded, {flown}", "MOV.6")
    if position.bombing_turn == position.turn:
        return Line("Air", f"bombed this turn, {flown}", "SB.1")
    if position.drop_turn == position.turn:
        return Line("Air", f"dropped this turn, {flown}", "DROP.5")
    return Line("Air", flown, "SB.5")


def _landing(look: RhineLook) -> Iterator[Line]:
    position, numbers = look.position, look.game.rules.numbers
    if position.turn == numbers["first_turn"]:
        yield Line("Landing", "D-Day", "SET.8")
    elif position.second_landing_turn:
        when = "now" if position.second_landing_turn == position.turn else f"on turn {position.second_landing_turn}"
        yield Line("Landing", f"second D-Day {when}", "NB.5")
    elif position.turn >= numbers["second_landing_turn"]:
        yield Line("Landing", "a second D-Day is possible", "NB.5")
    else:
        yield Line("Landing", f"a second D-Day from turn {numbers['second_landing_turn']} on", "NB.5")
    resting = len(position.stacks.get(RESTING, ()))
    if resting:
        yield Line("Airborne at rest", str(resting), "DROP.4")


def _supply(look: RhineLook) -> Iterator[Line]:
    wanting, fed = capacity.wanting(look), capacity.fed(look)
    if not wanting:
        return
    unlimited = ", no limit through Antwerp" if capacity.antwerp_open(look) else ""
    room = f"room for {capacity.room(look)}{unlimited}"
    hungry = (wanting & ~fed).bit_count()
    short = f", {hungry} of them Short for want of capacity" if hungry else ""
    yield Line("Full supply", f"{wanting.bit_count()} units in range, {room}{short}", "SUP.22")


def _antwerp(look: RhineLook) -> Line:
    held = look.position.allied_control & look.game.antwerp
    text = "open" if capacity.antwerp_open(look) else "Allied, its channel is shut" if held else "German"
    return Line("Antwerp", text, "SUP.23")


def _germans(look: RhineLook) -> Iterator[Line]:
    position, numbers = look.position, look.game.rules.numbers
    yield Line("Panzer points", str(position.panzer_points), "REPL.7")
    yield Line("Goering's Blitz", _once(position.blitz_turn, position.turn), "BLITZ.1")
    rage = "; the Allies rage" if 0 < position.ruthless_turn < position.turn else ""
    yield Line("SS Ruthlessness", _once(position.ruthless_turn, position.turn) + rage, "SS.2" if rage else "SS.1")
    last = numbers["reserve_last_turn"]
    if position.reserve_turn:
        orders = {RETURNS: "to return", STAYS: "never to return"}.get(position.reserve_record, "its orders are sealed")
        text = "back on the map" if position.reserve_back else f"withdrawn on turn {position.reserve_turn}, {orders}"
        yield Line("Strategic Reserve", text, "CO.1" if position.reserve_back else "SR.4")
    elif position.turn <= last:
        yield Line("Strategic Reserve", f"may be withdrawn until turn {last}", "SR.1")


def _once(turn: int, now: int) -> str:
    if not turn:
        return "not used yet"
    return "this turn" if turn == now else f"used on turn {turn}"


# How the sides stand

_PARTS = {
    "WIN.1": "Across the Rhine",
    "WIN.2": "A major German city",
    "WIN.3": "Brussels",
    "WIN.4": "Paris",
}


def standing(look: RhineLook) -> list[Line]:
    """What the Allies still need, and what happens otherwise."""
    lacks = {rule: f"missing: {lack}" for rule, lack in victory.missing(look)}
    found = [Line(name, lacks.get(rule, "done"), rule) for rule, name in _PARTS.items()]
    return [*found, Line("Otherwise", f"the Germans win after turn {_ends_with(look)}", "WIN.5")]

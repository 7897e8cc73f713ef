"""The landing force (DD.3 to DD.5): who lands where, and in which wave.

Which beaches there are is in `beaches.py`, how the waves come ashore in `waves.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Conditions,
    Frame,
    HexSet,
    UnitNumber,
    Units,
    event,
    listed,
    offer,
    once,
    provided,
)

from ..look import Play, RhineLook
from ..position import ALLIED, AMERICAN, BRITISH, POOL, SCHEDULE, SEA
from ..questions import Handling
from .beaches import landable, room
from .waves import beach_name, beaches_now

if TYPE_CHECKING:
    from ...game import Rhine

ADJECTIVE = {BRITISH: "British-allied", AMERICAN: "American"}
OTHER_NATION = {BRITISH: AMERICAN, AMERICAN: BRITISH}


def _to_land(game: Rhine, unit: int, node: int, second: bool) -> str:
    wave = "second" if second else "first"
    return f"{game.counters[unit].name} is to land at {beach_name(game, node)} in the {wave} wave."


embarks = event("to land", "DD.4", _to_land, unit=UNITS, node=HEXES)
recalled = event("not to land", "DD.3", "{unit} is not to land after all.", unit=UNITS)
given_up = event(
    "beaches given up", "DD.1",
    lambda game, nodes: f"Nobody is to land at {listed([beach_name(game, node) for node in nodes])}.",
    side=ALLIED, nodes=HEXES,
)  # fmt: skip


class Assembling(Frame, frozen=True):
    """The Allied player says who lands where; `hand` is the unit that is given its place next."""

    side: str
    hand: UnitNumber = -1


class AssembleForce(Handling[Assembling]):
    """Half of the force is British-allied, half American (DD.3, ruling R26); each landing hex has its two numbers.

    A unit that has got its place is at sea. Nobody is offered a place that would spoil the halves for good.
    """

    name, rule = "landing force", "DD.3"

    def text(self, look: RhineLook, frame: Assembling) -> str:
        british, american = force(look)
        if not british and not american and frame.hand < 0:
            return "Pick who is to land: half of them British-allied, half American."
        have = f"{american} American and {british} British-allied units are to land"
        if frame.hand >= 0:
            return f"{have}. Where and in which wave does {look.game.counters[frame.hand].name} land?"
        return f"{have}: pick another unit, or end." if any(_spare(look)) else f"{have}: the landing hexes are full."

    def warnings(self, look: RhineLook, frame: Assembling) -> list[str]:
        game, found = look.game, []
        british, american = force(look)
        if abs(british - american) > 1:
            found.append("Half of the landing force must be British-allied and half American (DD.3).")
        found += [
            f"Nobody is to land at {beach_name(game, node)}: it will be no landing hex."
            for node in game.board.nodes(empty(look))
        ]
        found += [
            f"Nobody lands at {beach_name(game, node)} first: the second wave waits while the hex is German (R33)."
            for node in game.board.nodes(_unprepared(look))
        ]
        return found

    @offer("first", HEXES, "DD.4")
    def first(self, look: RhineLook, frame: Assembling) -> Conditions:
        yield from _here(look, frame)
        yield _spare(look)[0], "DD.4", _full(look, lambda second: "the first wave there is complete")

    @first.does
    def _(self, play: Play, frame: Assembling, node: int) -> None:
        _embark(play, frame, node, second=False)

    @offer("second", HEXES, "DD.5")
    def second(self, look: RhineLook, frame: Assembling) -> Conditions:
        yield from _here(look, frame)
        none, complete = "there is no second wave", "the second wave there is complete"
        yield _spare(look)[1], "DD.5", _full(look, lambda second: complete if second else none)

    @second.does
    def _(self, play: Play, frame: Assembling, node: int) -> None:
        _embark(play, frame, node, second=True)

    @offer("pick", UNITS, "DD.3", "This one lands")
    def pick(self, look: RhineLook, frame: Assembling) -> Conditions:
        game = look.game
        pool = look.in_place(POOL) | look.in_place(SCHEDULE) & 1 << game.marines
        yield pool, "DD.3", "{it} is not waiting in the Allied pool"
        yield landable(look), "REIN.3", lambda unit: _not_ready(look, unit)
        yield provided(any(_spare(look))), "DD.4", "every landing hex has its numbers of units"
        have = dict(zip((BRITISH, AMERICAN), force(look), strict=True))
        open_to = sum(game.nation_units[nation] for nation in have if have[nation] < quota(look, nation))
        yield open_to, "DD.3", lambda unit: _half(look, unit)
        yield ~self.hand(look, frame), "DD.3", "{it} is in hand already: say where it lands"

    @pick.does
    def _(self, play: Play, frame: Assembling, unit: int) -> None:
        play.swap(Assembling(frame.side, unit))

    @offer("recall", UNITS, "DD.3")
    def recall(self, look: RhineLook, frame: Assembling) -> Conditions:
        yield embarked(look), "DD.3", "{it} is not in this turn's landing force"

    @recall.does
    def _(self, play: Play, frame: Assembling, unit: int) -> None:
        play.take_off(unit, SCHEDULE if unit == play.game.marines else POOL)
        recalled(play, unit)
        play.swap(Assembling(frame.side))

    @offer("end", PLAIN, "DD.3", "The force is complete", "the force is complete")
    def end(self, look: RhineLook, frame: Assembling) -> Conditions:
        somebody = bool(embarked(look)) or not landable(look) or not beaches_now(look)
        yield somebody, "DD.3", "nobody is to land yet"
        british, american = force(look)
        have = f"now {british} British-allied and {american} American units are to land"
        halves = f"half of the landing force must be British-allied and half American; {have}"
        yield abs(british - american) <= 1, "DD.3", halves  # ruling R26

    @end.does
    def _(self, play: Play, frame: Assembling, _: int) -> None:
        play.pop()
        # A hex on which nobody is to land is no landing hex: no bombardment, no supply over it (ruling R64).
        position, unused = play.position, empty(play.look)
        if unused:
            position.first_beaches &= ~unused
            position.second_beaches &= ~unused
            position.naval &= ~unused
            given_up(play, tuple(play.game.board.nodes(unused)))


def _here(look: RhineLook, frame: Assembling) -> Conditions:
    yield provided(frame.hand >= 0), "DD.3", "pick first who is to land"
    yield beaches_now(look), "DD.1", "{it} is not one of the landing hexes chosen"


def _full(look: RhineLook, why: Callable[[int], str]) -> Callable[[int], str]:
    """Why a landing hex has no place left; `why` follows from how many land there in the second wave."""

    def told(node: int) -> str:
        value = look.game.data.landings[node]
        return f"{{it}} is a landing hex {value.first}+{value.second}: {why(value.second)}"

    return told


def _embark(play: Play, frame: Assembling, node: int, second: bool) -> None:
    position, unit = play.position, frame.hand
    play.put(unit, SEA)
    position.landing_at = {**position.landing_at, play.game.unit_ids[unit]: node}
    if second:
        position.second_wave |= 1 << unit
    embarks(play, unit, node, second, rule="DD.5" if second else "DD.4")
    play.swap(Assembling(frame.side))


def embarked(look: RhineLook) -> Units:
    """The units that have got a place in this turn's landing."""
    here, numbers = beaches_now(look), look.game.unit_numbers
    return sum(1 << numbers[name] for name, node in look.position.landing_at.items() if here >> node & 1)


def force(look: RhineLook) -> tuple[int, int]:
    """How many British-allied and American units are to land this turn."""
    units, nations = embarked(look), look.game.nation_units
    return (units & nations[BRITISH]).bit_count(), (units & nations[AMERICAN]).bit_count()


def empty(look: RhineLook) -> HexSet:
    """This turn's landing hexes on which nobody is to land."""
    used = sum(1 << node for node in set(look.position.landing_at.values()))
    return beaches_now(look) & ~used


def _unprepared(look: RhineLook) -> HexSet:
    """This turn's landing hexes, not in Allied hands, for which there is a second wave but no first."""
    position, numbers = look.position, look.game.unit_numbers
    first = second = 0
    for name, node in position.landing_at.items():
        if position.second_wave >> numbers[name] & 1:
            second |= 1 << node
        else:
            first |= 1 << node
    return beaches_now(look) & second & ~first & ~position.allied_control


@once
def _spare(look: RhineLook) -> tuple[HexSet, HexSet]:
    """Landing hexes with a place left in the first wave, and in the second."""
    game, position = look.game, look.position
    first = second = 0
    for node in game.board.nodes(beaches_now(look)):
        value = game.data.landings[node]
        there = [game.unit_numbers[name] for name, hex_ in position.landing_at.items() if hex_ == node]
        later = sum(position.second_wave >> unit & 1 for unit in there)
        if len(there) - later < value.first:
            first |= 1 << node
        if later < value.second:
            second |= 1 << node
    return first, second


def quota(look: RhineLook, nation: str) -> int:
    """How many units of a nation can land so that the other can still make up its half (DD.3, rulings R26, R69)."""
    places = sum(room(look, beaches_now(look)))
    others = (landable(look) | embarked(look)) & look.game.nation_units[OTHER_NATION[nation]]
    return min((places + 1) // 2, others.bit_count() + 1)


def _not_ready(look: RhineLook, unit: int) -> tuple[str, str]:
    game = look.game
    rule = {game.marines: "RM.2", game.british_first_airborne: "REIN.4"}.get(unit, "REIN.3")
    return rule, f"{{it}} is not ready before turn {game.counters[unit].entry_turn}"


def _half(look: RhineLook, unit: int) -> str:
    nation = look.game.counters[unit].nation
    most = quota(look, nation)
    units = "unit" if most == 1 else "units"
    return f"half of the force must be {ADJECTIVE[OTHER_NATION[nation]]}: at most {most} {ADJECTIVE[nation]} {units}"

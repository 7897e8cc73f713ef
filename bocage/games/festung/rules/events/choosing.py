"""Whom a card means: units by side, nationality, kind, strength, supply and place."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.parts.stacks import union
from bocage.rules import HexSet, Units, once

from ...data import effects
from ..look import GERMAN, FestungLook, members
from ..position import ALLIED, AXIS, POOL
from ..supply.tracing import lines, ports, supplied

MAP, BOXES, ELIMINATED, PORTS, BEACH_HEADS, AXIS_SUPPLIED = (
    "map", "boxes", "pool", "ports", "beachheads", "axis_supplied",
)  # fmt: skip
COUNTRY = "country:"


def matches(look: FestungLook, selector: effects.Units, marks: Mapping[str, Units] | None = None) -> Units:
    """The units that a selector means: those that meet everything it says; what it leaves out sets no limit.

    `marks` are the units that earlier verbs of the same card have marked. Units that have not come into play are
    never meant; the eliminated only where the selector does not say where they must be, or says the pool.
    """
    found = _in_general(look, selector)
    if selector.mark:
        found &= (marks or {}).get(selector.mark, 0)
    return found


@once
def _in_general(look: FestungLook, selector: effects.Units) -> Units:
    """What a selector means apart from marks."""
    game, position = look.game, look.position
    found = position.on_board | look.in_place(POOL)
    if selector.side is not None:
        found &= game.side_units[selector.side]
    if selector.group:
        found &= union(game.groups[group] for group in selector.group)
    for wanted, has in ((selector.mech, game.mechanized), (selector.luftwaffe, game.luftwaffe)):
        if wanted is not None:
            found &= has if wanted else ~has
    if selector.size:
        sizes = {"corps": game.corps, "army": game.armies, "fortress": game.fortresses}
        found &= union(sizes[size] for size in selector.size)
    if selector.unit:
        found &= union(1 << game.unit_numbers[unit] for unit in selector.unit)
    if selector.within:
        found &= union(_there(look, place) for place in selector.within)
    if selector.terrain:
        hexes = union(game.data.terrain[terrain] for terrain in selector.terrain)
        found &= _standing(look, hexes)
    if selector.supplied is not None:
        fed = supplied(look, ALLIED) | supplied(look, AXIS)
        found &= fed if selector.supplied else position.on_board & ~fed
    if selector.nat or selector.step:
        found &= union(1 << unit for unit in members(found) if _is(look, selector, unit))
    return found


def _is(look: FestungLook, selector: effects.Units, unit: int) -> bool:
    """Is a unit of the right nation, and on the right side of its counter?"""
    if selector.nat and look.counter(unit).nation not in selector.nat:
        return False
    if not selector.step:
        return True
    whole = look.position.units[unit].steps == look.counter(unit).steps
    return bool(look.position.on_board >> unit & 1) and whole == (selector.step == "full")


def _there(look: FestungLook, place: effects.Place) -> Units:
    """The units in a place that a card names."""
    if place == ELIMINATED:
        return look.in_place(POOL)
    if place in (PORTS, BEACH_HEADS, AXIS_SUPPLIED):
        return union(look.units_in(places(look, place, side), side) for side in (ALLIED, AXIS))
    return _standing(look, places(look, place, ""))


def _standing(look: FestungLook, hexes: HexSet) -> Units:
    return look.units_in(hexes, ALLIED) | look.units_in(hexes, AXIS)


def places(look: FestungLook, place: effects.Place, side: str) -> HexSet:
    """Hexes and boxes that a card names; ports and Beach Heads are those that the side controls and may use."""
    game = look.game
    if place.startswith(COUNTRY):
        return game.data.countries[place.removeprefix(COUNTRY)]
    if place == MAP:
        return game.board.hexes
    if place == BOXES:
        return game.board.boxes
    if place == PORTS:
        return ports(look, side) & ~game.data.beaches
    if place == BEACH_HEADS:
        return game.data.beaches & look.position.marked & look.controls(side)
    if place == AXIS_SUPPLIED:
        return look.controls(AXIS) & lines(look, GERMAN).limited if side == AXIS else 0
    return 1 << game.board.index[place]

"""On what condition a card can be played as an event: each test with the referee's sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bocage.rules import HexSet

from ...data import effects
from ..air import MISSION_NAMES
from ..look import FestungLook, members
from ..position import ALLIED
from .choosing import matches

Test = tuple[bool, str]


def holds(look: FestungLook, condition: effects.Condition) -> bool:
    """Does everything hold that a condition asks for?"""
    return all(met for met, _ in tests(look, condition))


def lacking(look: FestungLook, condition: effects.Condition) -> str:
    """The first thing that a condition asks for and that does not hold, as the referee says it."""
    return next((sentence for met, sentence in tests(look, condition) if not met), "")


def tests(look: FestungLook, condition: effects.Condition) -> Iterator[Test]:
    """Everything that a condition asks for; what it leaves out is not asked. Of `any` one is enough."""
    for name, test in TESTS.items():
        wanted = getattr(condition, name)
        if wanted not in (None, (), "", 0, False) or (wanted is False and name in ("collapse", "surrendered")):
            yield from test(look, wanted)
    if condition.any:
        reasons = [lacking(look, one) for one in condition.any]
        yield not all(reasons), ", and ".join(reasons)


def _played(look: FestungLook, cards: tuple[str, ...]) -> Iterator[Test]:
    for card in cards:
        yield look.has_played(card), f"{look.game.card_title(card)} has not been played"


def _not_played(look: FestungLook, cards: tuple[str, ...]) -> Iterator[Test]:
    for card in cards:
        yield not look.has_played(card), f"{look.game.card_title(card)} has been played"


def _turn_min(look: FestungLook, turn: int) -> Iterator[Test]:
    yield look.position.turn >= turn, f"not before {look.game.data.turns[turn - 1].name}"


def _not_winter(look: FestungLook, wanted: bool) -> Iterator[Test]:
    yield not look.turn().winter, "not in winter"


def _flag_off(look: FestungLook, names: tuple[str, ...]) -> Iterator[Test]:
    for name in names:
        flag = look.flag(name)
        yield flag is None, f"{look.game.card_title(flag.card)} is in force" if flag else ""


def _collapse(look: FestungLook, wanted: bool) -> Iterator[Test]:
    told = "German Infrastructure has not collapsed" if wanted else "German Infrastructure has collapsed (15.2)"
    yield look.position.collapsed == wanted, told


def _surrendered(look: FestungLook, wanted: bool) -> Iterator[Test]:
    yield look.position.surrendered == wanted, f"Italy has {'not ' * wanted}surrendered"


def _hitler(look: FestungLook, wanted: str) -> Iterator[Test]:
    alive = look.position.hitler >= 0
    yield alive == (wanted == "on_map"), "Hitler is out of the game" if wanted == "on_map" else "Hitler is in the game"


def _hitler_in(look: FestungLook, label: str) -> Iterator[Test]:
    node = look.game.board.index[label]
    yield look.position.hitler == node, f"Hitler is not in {look.game.hex_name(node)}"


def controlled(look: FestungLook, wanted: effects.Control) -> HexSet:
    """The hexes about which a condition of control is."""
    game = look.game
    found = game.board.set(wanted.hexes)
    if wanted.country:
        found |= game.data.countries[wanted.country]
    for country in wanted.beachheads:
        found |= game.data.beach_countries[country] & look.position.marked
    if wanted.ports:
        found |= game.data.ports
    return found & ~game.board.set(wanted.exclude)


def _control(look: FestungLook, wanted: effects.Control) -> Iterator[Test]:
    hexes, held = controlled(look, wanted), look.controls(wanted.side)
    met = {"all": not hexes & ~held, "any": bool(hexes & held), "none": not hexes & held}[wanted.how]
    yield met, _not_held(look, wanted, hexes)


def _not_held(look: FestungLook, wanted: effects.Control, hexes: HexSet) -> str:
    """What is wrong about who holds some hexes."""
    who, holds = ("the Allies", "hold") if wanted.side == ALLIED else ("the Axis", "holds")
    if wanted.ports:
        but = look.game.board.set(wanted.exclude)
        where = f"port{f' other than {look.hex_names(but)}' if but else ''}"
    elif wanted.beachheads:
        where = f"Beach Head of {' or '.join(wanted.beachheads)}"
    else:
        where = f"hex of {wanted.country}" if wanted.country else look.hex_names(hexes)
    several = bool(wanted.ports or wanted.beachheads or wanted.country)
    if wanted.how == "all":
        return f"{'not every ' * several}{where} is {'' if several else 'not '}held by {who}"
    if wanted.how == "any":
        return f"{who} {holds} {'no' if several else 'nothing of'} {where}"
    return f"{who} {holds} {'a' if several else 'something of'} {where}"


def _sac_on(look: FestungLook, missions: tuple[str, ...]) -> Iterator[Test]:
    flown = set(look.position.bombers.values())
    told = " or ".join(MISSION_NAMES[mission] for mission in missions)
    yield bool(flown & set(missions)), f"no bombers are on {told}"


def _unit_in(look: FestungLook, wanted: effects.UnitIn) -> Iterator[Test]:
    unit, box = look.game.unit_numbers[wanted.unit], look.game.board.index[wanted.box]
    told = f"{look.counter(unit).name} is not in the {look.game.hex_name(box)} box"
    yield look.position.units[unit].at == box, told


def _no_unit(look: FestungLook, kinds: tuple[effects.Units, ...]) -> Iterator[Test]:
    for kind in kinds:
        found = matches(look, kind)
        there = look.hexes_of(members(found & look.position.on_board))
        told = (
            f"{look.unit_names(found)} {'is' if found.bit_count() == 1 else 'are'} in {look.hex_names(there)}"
            if there
            else ""
        )
        yield not found, told


def _near(look: FestungLook, wanted: effects.Near) -> Iterator[Test]:
    node = look.game.board.index[wanted.hex]
    there = hexes_within(look, 1 << node, wanted.range)
    found = look.hexes_of(members(matches(look, wanted.sel) & look.position.on_board))
    told = f"no {_whose(wanted.sel)} unit is within {wanted.range} hexes of {look.game.hex_name(node)}"
    yield bool(found & there), told


def _adjacent(look: FestungLook, wanted: effects.Adjacent) -> Iterator[Test]:
    first, second = (
        look.hexes_of(members(matches(look, kind) & look.position.on_board)) & look.game.board.hexes
        for kind in (wanted.a, wanted.b)
    )
    told = f"no {_whose(wanted.a)} unit is next to an {_whose(wanted.b)} one"
    yield bool(look.game.data.open_sides.step(first) & second), told


def _borders(look: FestungLook, wanted: effects.Borders) -> Iterator[Test]:
    units = look.hexes_of(members(matches(look, wanted.sel) & look.position.on_board))
    sides = look.game.data.sides[wanted.hexside]
    yield bool(sides.step(units)), f"no {_whose(wanted.sel)} unit is beside a {wanted.hexside.capitalize()} hexside"


def _whose(kind: effects.Units) -> str:
    """Whose units are meant, in a word."""
    if kind.side is not None:
        return "Allied" if kind.side == ALLIED else "Axis"
    return " or ".join(kind.group) or "such"


TESTS: dict[str, Callable[..., Iterator[Test]]] = {
    "played": _played,
    "not_played": _not_played,
    "turn_min": _turn_min,
    "not_winter": _not_winter,
    "flag_off": _flag_off,
    "collapse": _collapse,
    "surrendered": _surrendered,
    "hitler": _hitler,
    "hitler_in": _hitler_in,
    "control": _control,
    "sac_on": _sac_on,
    "unit_in": _unit_in,
    "no_unit": _no_unit,
    "near": _near,
    "adjacent": _adjacent,
    "borders": _borders,
}


def hexes_within(look: FestungLook, seed: HexSet, distance: int) -> HexSet:
    """Hexes within so many steps, over any ground and whoever holds it."""
    sides, everywhere = look.game.data.open_sides, look.game.board.hexes & ~look.game.absent_beaches
    found = near = seed
    for _ in range(distance):
        near = sides.step(near) & everywhere & ~found
        found |= near
    return found

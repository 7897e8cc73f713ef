"""The landing force (DD.3 to DD.5): who lands where, and in which wave.

Which beaches there are is in `beaches.py`, how the waves come ashore in `waves.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber, Units
from bocage.engine.steps import Clause, Offer, Question
from bocage.hexes import HexSet

from ..look import Play, RhineLook
from ..position import AMERICAN, BRITISH, POOL, SCHEDULE, SEA
from ..telling import listed
from . import beaches, waves
from .beaches import landable, room
from .waves import beach_name, beaches_now

ADJECTIVE = {BRITISH: "British-allied", AMERICAN: "American"}
OTHER_NATION = {BRITISH: AMERICAN, AMERICAN: BRITISH}


class Assembling(Frame, frozen=True):
    """The Allied player says who lands where; `hand` is the unit that is given its place next."""

    step: ClassVar[str] = "landing force"
    side: str
    hand: UnitNumber = -1


class AssembleForce(Question[Assembling]):
    """Half of the force is British-allied, half American (DD.3, ruling R26); each landing hex has its two numbers.

    A unit that has got its place is at sea. Nobody is offered a place that would spoil the halves for good.
    """

    name = "landing force"
    rule = "DD.3"
    offers = ("first wave", "second wave", "landing pick", "landing recall", "landing end")

    def begin(self, play: Play, side: str) -> Assembling:
        return Assembling(side)

    def text(self, look: RhineLook, frame: Assembling) -> str:
        british, american = force(look)
        if not british and not american and frame.hand < 0:
            return "Pick who is to land: half of them British-allied, half American."
        have = f"{american} American and {british} British-allied units are to land"
        if frame.hand >= 0:
            return f"{have}. Where and in which wave does {look.game.counters[frame.hand].name} land?"
        first, second = _spare(look)
        if not first and not second:
            return f"{have}: the landing hexes are full."
        return f"{have}: pick another unit, or end."

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

    def answer(self, play: Play, frame: Assembling, action: Action) -> None:
        if action.verb == "pick":
            play.swap(Assembling(frame.side, action.index))
        elif action.verb in ("first", "second"):
            _embark(play, frame.hand, action.index, action.verb == "second")
            play.swap(Assembling(frame.side))
        elif action.verb == "recall":
            _recall(play, action.index)
            play.swap(Assembling(frame.side))
        else:
            play.pop()
            _sail(play)


def _embark(play: Play, unit: int, node: int, second: bool) -> None:
    position = play.position
    play.put(unit, SEA)
    position.landing_at = {**position.landing_at, play.game.unit_ids[unit]: node}
    if second:
        position.second_wave |= 1 << unit
    play.tell("to land", "DD.5" if second else "DD.4", unit, node, second)


def _recall(play: Play, unit: int) -> None:
    position = play.position
    name = play.game.unit_ids[unit]
    play.put(unit, SCHEDULE if unit == play.game.marines else POOL)
    position.landing_at = {other: node for other, node in position.landing_at.items() if other != name}
    position.second_wave &= ~(1 << unit)
    play.tell("not to land", "DD.3", unit)


def _sail(play: Play) -> None:
    """A hex on which nobody is to land is no landing hex: no bombardment, no supply over it (ruling)."""
    position = play.position
    unused = empty(play.game.look(position))
    if unused:
        position.first_beaches &= ~unused
        position.second_beaches &= ~unused
        position.naval &= ~unused
        play.tell("beaches given up", "DD.1", tuple(play.game.board.nodes(unused)))


def embarked(look: RhineLook) -> Units:
    """The units that have got a place in this turn's landing."""
    position, game = look.position, look.game
    here = beaches_now(look)
    return sum(1 << game.unit_numbers[name] for name, node in position.landing_at.items() if here >> node & 1)


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


def _spare(look: RhineLook) -> tuple[HexSet, HexSet]:
    """Landing hexes with a place left in the first wave, and in the second."""
    if look.memo is None:
        look.memo = _spare_places(look)
    spare: tuple[HexSet, HexSet] = look.memo
    return spare


def _spare_places(look: RhineLook) -> tuple[HexSet, HexSet]:
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
    """How many units of a nation can land so that the other can still make up its half (DD.3, ruling R26)."""
    places = sum(room(look, beaches_now(look)))
    others = (landable(look) | embarked(look)) & look.game.nation_units[OTHER_NATION[nation]]
    return min((places + 1) // 2, others.bit_count() + 1)


def _in_pool(look: RhineLook, frame: Assembling) -> Units:
    return look.in_place(POOL) | look.in_place(SCHEDULE) & 1 << look.game.marines


def _due(look: RhineLook, frame: Assembling) -> Units:
    return landable(look)


def _why_not_due(look: RhineLook, frame: Assembling, unit: int) -> tuple[str, str]:
    game = look.game
    rule = {game.marines: "RM.2", game.british_first_airborne: "REIN.4"}.get(unit, "REIN.3")
    return rule, f"{{it}} is not ready before turn {look.game.counters[unit].entry_turn}"


def _place_left(look: RhineLook, frame: Assembling) -> Units:
    return -1 if any(_spare(look)) else 0


def _half(look: RhineLook, frame: Assembling) -> Units:
    nations = look.game.nation_units
    british, american = force(look)
    units = 0
    if british < quota(look, BRITISH):
        units |= nations[BRITISH]
    if american < quota(look, AMERICAN):
        units |= nations[AMERICAN]
    return units


def _why_half(look: RhineLook, frame: Assembling, unit: int) -> tuple[str, str]:
    nation = look.game.counters[unit].nation
    most = quota(look, nation)
    units = "unit" if most == 1 else "units"
    return (
        "DD.3",
        f"half of the force must be {ADJECTIVE[OTHER_NATION[nation]]}: at most {most} {ADJECTIVE[nation]} {units}",
    )


def _not_in_hand(look: RhineLook, frame: Assembling) -> Units:
    return -1 if frame.hand < 0 else ~(1 << frame.hand)


def _some_hand(look: RhineLook, frame: Assembling) -> HexSet:
    return -1 if frame.hand >= 0 else 0


def _landing_here(look: RhineLook, frame: Assembling) -> HexSet:
    return beaches_now(look)


def _first_place(look: RhineLook, frame: Assembling) -> HexSet:
    return _spare(look)[0]


def _why_no_first(look: RhineLook, frame: Assembling, node: int) -> tuple[str, str]:
    value = look.game.data.landings[node]
    return "DD.4", f"{{it}} is a landing hex {value.first}+{value.second}: the first wave there is complete"


def _second_place(look: RhineLook, frame: Assembling) -> HexSet:
    return _spare(look)[1]


def _why_no_second(look: RhineLook, frame: Assembling, node: int) -> tuple[str, str]:
    value = look.game.data.landings[node]
    full = "the second wave there is complete" if value.second else "there is no second wave"
    return "DD.5", f"{{it}} is a landing hex {value.first}+{value.second}: {full}"


def _embarked(look: RhineLook, frame: Assembling) -> Units:
    return embarked(look)


def _halves(look: RhineLook, frame: Assembling) -> int:
    british, american = force(look)
    return int(abs(british - american) <= 1)


def _why_not_halves(look: RhineLook, frame: Assembling, index: int) -> tuple[str, str]:
    british, american = force(look)
    return "DD.3", (
        "half of the landing force must be British-allied and half American; "
        f"now {british} British-allied and {american} American units are to land"
    )


def _somebody(look: RhineLook, frame: Assembling) -> int:
    return int(bool(embarked(look)) or not landable(look) or not beaches_now(look))


def _words_to_land(game: Any, unit: int, node: int, second: bool) -> str:
    wave = "second" if second else "first"
    return f"{game.counters[unit].name} is to land at {beach_name(game, node)} in the {wave} wave."


_HAND = Clause("hand", "DD.3", "pick first who is to land", _some_hand)
_HERE = Clause("beach", "DD.1", "{it} is not one of the landing hexes chosen", _landing_here)

FRAMES: tuple[type[Frame], ...] = (Assembling, *beaches.FRAMES, *waves.FRAMES)
STEPS: tuple[Any, ...] = (AssembleForce(), *beaches.STEPS, *waves.STEPS)
OFFERS: dict[str, Offer] = {
    "landing pick": Offer(
        "pick",
        "DD.3",
        (
            Clause("pool", "DD.3", "{it} is not waiting in the Allied pool", _in_pool),
            Clause("due", "REIN.3", "", _due, _why_not_due),
            Clause("place", "DD.4", "every landing hex has its numbers of units", _place_left),
            Clause("half", "DD.3", "", _half, _why_half),
            Clause("hand", "DD.3", "{it} is in hand already: say where it lands", _not_in_hand),
        ),
    ),
    "first wave": Offer("first", "DD.4", (_HAND, _HERE, Clause("value", "DD.4", "", _first_place, _why_no_first))),
    "second wave": Offer("second", "DD.5", (_HAND, _HERE, Clause("value", "DD.5", "", _second_place, _why_no_second))),
    "landing recall": Offer(
        "recall", "DD.3", (Clause("embarked", "DD.3", "{it} is not in this turn's landing force", _embarked),)
    ),
    "landing end": Offer(
        "end",
        "DD.3",
        (
            Clause("somebody", "DD.3", "nobody is to land yet", _somebody),
            Clause("halves", "DD.3", "", _halves, _why_not_halves),
        ),
    ),
    **beaches.OFFERS,
    **waves.OFFERS,
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": (*beaches.VERBS["hexes"], "first", "second"),
    "units": ("pick", "recall", *waves.VERBS["units"]),
    "plain": beaches.VERBS["plain"],
}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "to land": _words_to_land,
    "not to land": lambda game, unit: f"{game.counters[unit].name} is not to land after all.",
    "beaches given up": lambda game, nodes: (
        f"Nobody is to land at {listed([beach_name(game, node) for node in nodes])}."
    ),
    **beaches.SENTENCES,
    **waves.SENTENCES,
}

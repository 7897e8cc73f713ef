"""The landing force (DD.3 to DD.5): who lands where, and in which wave.

Which beaches there are is in `beaches.py`, how the waves come ashore in `waves.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.placing import Handling, InHand, picking
from bocage.rules import HEXES, PLAIN, UNITS, Choice, Conditions, HexSet, Units, event, listed, offer, once, provided

from ..look import Play, RhineLook
from ..position import ALLIED, AMERICAN, BRITISH, POOL, SCHEDULE, SEA
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


def _wave(wave: str, rule: str) -> Choice:
    """The offer of a place in the first wave, or in the second."""

    @offer(wave, HEXES, rule)
    def land(self: AssembleForce, look: RhineLook, frame: InHand) -> Conditions:
        yield provided(frame.hand >= 0), "DD.3", "pick first who is to land"
        yield beaches_now(look), "DD.1", "{it} is not one of the landing hexes chosen"
        yield _spare(look)[wave == "second"], rule, lambda node: _full(look, node, wave)

    @land.does
    def _(self: AssembleForce, play: Play, frame: InHand, node: int) -> None:
        position, unit, second = play.position, frame.hand, wave == "second"
        play.put(unit, SEA)
        position.landing_at = {**position.landing_at, play.game.unit_ids[unit]: node}
        position.second_wave |= second << unit
        embarks(play, unit, node, second, rule=rule)
        play.swap(replace(frame, hand=-1))

    return land


def _full(look: RhineLook, node: int, wave: str) -> str:
    """Why a landing hex has no place left in a wave."""
    value = look.game.data.landings[node]
    complete = wave == "first" or value.second
    why = f"the {wave} wave there is complete" if complete else "there is no second wave"
    return f"{{it}} is a landing hex {value.first}+{value.second}: {why}"


class AssembleForce(Handling[InHand]):
    """Half of the force is British-allied, half American (DD.3, ruling R26); each landing hex has its two numbers.

    A unit that has got its place is at sea. Nobody is offered a place that would spoil the halves for good.
    """

    name, rule = "landing force", "DD.3"

    def text(self, look: RhineLook, frame: InHand) -> str:
        british, american = force(look)
        if not british and not american and frame.hand < 0:
            return "Pick who is to land: half of them British-allied, half American."
        have = f"{american} American and {british} British-allied units are to land"
        if frame.hand >= 0:
            return f"{have}. Where and in which wave does {look.game.counters[frame.hand].name} land?"
        return f"{have}: pick another unit, or end." if any(_spare(look)) else f"{have}: the landing hexes are full."

    def warnings(self, look: RhineLook, frame: InHand) -> list[str]:
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

    first, second = _wave("first", "DD.4"), _wave("second", "DD.5")

    @picking("pick", "DD.3", "This one lands", "{it} is in hand already: say where it lands")
    def pick(self, look: RhineLook, frame: InHand) -> Conditions:
        game = look.game
        pool = look.in_place(POOL) | look.in_place(SCHEDULE) & 1 << game.marines
        yield pool, "DD.3", "{it} is not waiting in the Allied pool"
        yield landable(look), "REIN.3", lambda unit: _not_ready(look, unit)
        yield provided(any(_spare(look))), "DD.4", "every landing hex has its numbers of units"
        have = dict(zip((BRITISH, AMERICAN), force(look), strict=True))
        open_to = sum(game.nation_units[nation] for nation in have if have[nation] < quota(look, nation))
        yield open_to, "DD.3", lambda unit: _half(look, unit)

    @offer("recall", UNITS, "DD.3")
    def recall(self, look: RhineLook, frame: InHand) -> Conditions:
        yield embarked(look), "DD.3", "{it} is not in this turn's landing force"

    @recall.does
    def _(self, play: Play, frame: InHand, unit: int) -> None:
        play.take_off(unit, SCHEDULE if unit == play.game.marines else POOL)
        recalled(play, unit)
        play.swap(replace(frame, hand=-1))

    @offer("end", PLAIN, "DD.3", "The force is complete", "the force is complete")
    def end(self, look: RhineLook, frame: InHand) -> Conditions:
        somebody = bool(embarked(look)) or not landable(look) or not beaches_now(look)
        yield somebody, "DD.3", "nobody is to land yet"
        british, american = force(look)
        have = f"now {british} British-allied and {american} American units are to land"
        halves = f"half of the landing force must be British-allied and half American; {have}"
        yield abs(british - american) <= 1, "DD.3", halves  # ruling R26

    @end.does
    def _(self, play: Play, frame: InHand, _: int) -> None:
        play.pop()
        # A hex on which nobody is to land is no landing hex: no bombardment, no supply over it (ruling R64).
        position, unused = play.position, empty(play.look)
        if unused:
            position.first_beaches &= ~unused
            position.second_beaches &= ~unused
            position.naval &= ~unused
            given_up(play, tuple(play.game.board.nodes(unused)))


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

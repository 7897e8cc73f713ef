"""Replacements (6.4, 12): steps for reduced units, and eliminated units that come back."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from bocage.rules import (
    HEXES,
    UNITS,
    Conditions,
    Frame,
    Hexes,
    HexSet,
    Question,
    UnitNumber,
    Units,
    event,
    going_on,
    offer,
)

from . import elimination, tracks
from .cards import flags
from .look import ITALIAN, WESTERN, FestungLook, Play, members
from .position import ALLIED, AXIS, OIL, POOL
from .supply.tracing import supplied

returns = event("re-created", "12.3", "{unit} comes back at {node}.", sort="arrival", unit=UNITS, node=HEXES)
granted = event(
    "replacement points", "6.41",
    lambda game, side, halves: f"{game.does(side, 'have')} {points(halves)} for replacements.",
    who="side", halves="word",
)  # fmt: skip
dissolved = event("volkssturm disbanded", "19.32", "The Volkssturm is disbanded.", side=AXIS)


def points(halves: int) -> str:
    """Replacement points in words, which are spent by halves.

    >>> points(2), points(5), points(1)
    ('1 point', '2½ points', '½ point')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or ''}{'½' * half}{'0' * (not halves)} point{'s' * (halves > 2 or not halves)}"


class Replacing(Frame, frozen=True):
    """Replacement points are spent: half points left, and of them for mechanized and Luftwaffe units (-1: all)."""

    step: ClassVar[str] = "replacements"
    side: str
    halves: int
    limited: int = -1
    who: Units = -1  # those for whom the points are
    where: Hexes = 0  # where eliminated units come back, if a card says so
    recreate: bool = True
    hand: UnitNumber = -1  # the eliminated unit that comes back
    fresh: Units = 0  # those that have come back in this action


def begin(play: Play, side: str, value: int) -> None:
    """A card is played for replacements (6.4); it counts even if no point comes of it (ruling R71)."""
    position, look, numbers = play.position, play.look, play.rules.numbers
    limited = -1
    if side == AXIS:
        penalty = (position.rp_rounds > 0) + position.collapsed  # 6.42, 15.2, ruling R18
        if penalty:
            tracks.change_vp(play, -penalty, "6.42" if position.rp_rounds else "15.2")
        position.rp_rounds += 1
        value = axis_points(look, value)
        flag = "production_miracle"
        limited = 2 * (play.game.flag_of(flag).mech_rp_limit if look.on(flag) else numbers["mechanized_rp"])  # 12.4
    grant(play, Replacing(side, 2 * value, limited))


def axis_points(look: FestungLook, value: int) -> int:
    """What an Axis RP action is worth: Forced Labor adds, attacks on oil take away, at least 0 (14.2, ruling R16)."""
    if look.on("forced_labor"):
        value += look.game.flag_of("forced_labor").axis_rp_bonus
    if not look.on("oil_ignored"):
        value -= sum(task == OIL for task in look.position.bombers.values())
    return max(0, value)


def grant(play: Play, frame: Replacing) -> None:
    """A side has points to spend."""
    granted(play, frame.side, frame.halves)
    if frame.halves:
        play.push(frame)


def disband(play: Play) -> None:
    """The Volkssturm is disbanded for good: points for reduced German foot on the map (19.32, rulings R35, R85)."""
    flags.clear_flag(play, "volkssturm")
    play.position.disbanded = True
    dissolved(play)
    game = play.game
    who = game.germans & ~game.mechanized & ~game.luftwaffe & play.look.on_map(AXIS)
    grant(
        play, Replacing(AXIS, 2 * axis_points(play.look, play.rules.numbers["disbanding_rp"]), who=who, recreate=False)
    )


def price(look: FestungLook, unit: int) -> int:
    """Half points for a step: one for a corps, two for an army or a fortress (12.2)."""
    numbers = look.game.rules.numbers
    return numbers["corps_half_rp"] if look.counter(unit).corps else numbers["army_half_rp"]


def _payable(look: FestungLook, frame: Replacing) -> Conditions:
    """What points can be spent on at all (12.2, 12.34, 12.4)."""
    game = look.game
    yield game.side_units[frame.side], "12.1", "{it} is not yours"
    yield frame.who, "6.51", "the points are not for {it}"
    yield ~game.dots, "12.34", "{it} has a black dot: it never takes replacements"
    if look.position.surrendered and not look.on("isr"):
        yield ~game.italians, "12.4", "no replacements for Italians between surrender and Social Republic"
    dear = sum(1 << unit for unit in members(game.side_units[frame.side]) if price(look, unit) > frame.halves)
    yield ~dear, "12.2", lambda unit: f"with {points(frame.halves)} left {{it}} is too dear"
    if frame.limited >= 0:
        kept = game.mechanized | game.luftwaffe
        over = sum(
            1 << unit for unit in members(kept & game.side_units[frame.side]) if price(look, unit) > frame.limited
        )
        yield ~over, "12.4", "no more points for mechanized and Luftwaffe units in this action"


def sites(look: FestungLook, unit: int, where: HexSet = 0) -> HexSet:
    """Where an eliminated unit may come back (12.31-12.33), or where a card says; always within stacking limits."""
    data, kind = look.game.data, look.kind(unit)
    side = look.counter(unit).side
    if where:
        found = where & (look.controls(side) | data.box_sides[side])
    elif kind == WESTERN:
        found = data.box_sides[ALLIED] | look.position.marked & look.controls(ALLIED)
    elif kind == ITALIAN:
        if look.on("isr"):
            found = data.sources["italian republic"] & look.controls(AXIS)
        else:
            urban = data.industrial & data.countries["Italy"] & look.controls(AXIS)
            found = urban | 1 << data.boxes["BALKANS"]
    else:
        found = data.box_sides[AXIS] | data.sources["german"] & look.controls(AXIS)
    return look.room(unit, found & look.enterable(kind))


def _spend(play: Play, frame: Replacing, unit: int, **more: object) -> None:
    cost = price(play.look, unit)
    limited = frame.limited
    if limited >= 0 and (play.game.mechanized | play.game.luftwaffe) >> unit & 1:
        limited -= cost
    left = frame.halves - cost
    if left:
        play.swap(replace(frame, halves=left, limited=limited, hand=-1, **more))
    else:
        play.pop()


class Replacements(Question[Replacing]):
    """Points are spent at once or lost (12.1)."""

    name, rule = "replacements", "12.1"

    def keep(self, look: FestungLook, frame: Replacing) -> bool:
        return frame.hand < 0

    def hand(self, look: FestungLook, frame: Replacing) -> Units:
        return 1 << frame.hand if frame.hand >= 0 else 0

    def text(self, look: FestungLook, frame: Replacing) -> str:
        if frame.hand >= 0:
            return f"Where does {look.counter(frame.hand).name} come back?"
        return f"Replacements: {points(frame.halves)} left; a corps step costs half a point, an army step one."

    @offer("rebuild", UNITS, "12.2", "Give it a step", when=lambda look, frame: frame.hand < 0)
    def rebuild(self, look: FestungLook, frame: Replacing) -> Conditions:
        position, game = look.position, look.game
        yield from _payable(look, frame)
        yield position.on_board, "12.3", "{it} is not in play"
        whole = sum(1 << unit for unit in members(position.on_board) if position.units[unit].steps > 1)
        yield ~whole, "12.2", "{it} is at full strength"
        yield supplied(look, frame.side) | frame.fresh, "11.64", "{it} is out of supply"
        if frame.side == AXIS:
            beside = game.board.step(look.occupied(ALLIED) & game.board.hexes)
            yield (
                ~(game.fortresses & look.units_in(beside, AXIS)),
                "12.4",
                "an Allied unit is next to the fortress {it}",
            )

    @rebuild.does
    def _(self, play: Play, frame: Replacing, unit: int) -> None:
        elimination.gain_step(play, unit, "12.2")
        _spend(play, frame, unit)

    @offer("pick", UNITS, "12.3", "Bring it back", when=lambda look, frame: frame.hand < 0 and frame.recreate)
    def pick(self, look: FestungLook, frame: Replacing) -> Conditions:
        game = look.game
        yield look.in_place(POOL), "12.3", "{it} has not been eliminated"
        yield from _payable(look, frame)
        yield ~game.fortresses, "12.4", "a fortress that was eliminated does not come back"
        if look.position.surrendered:
            yield ~(game.italians & game.armies), "13.3", "Italian armies do not come back after the surrender"
            if look.position.italian_corps_rebuilt:
                yield ~game.italians, "13.3", "one Italian corps a turn comes back"  # and is paid for (ruling R30)
        able = look.in_place(POOL) & game.side_units[frame.side]
        homeless = sum(1 << unit for unit in members(able) if not sites(look, unit, frame.where))
        yield ~homeless, "12.3", "there is no place where {it} could come back"

    @offer("place", HEXES, "12.3", "Bring it back here", when=lambda look, frame: frame.hand >= 0)
    def place(self, look: FestungLook, frame: Replacing) -> Conditions:
        rule = {WESTERN: "12.31", ITALIAN: "12.33"}.get(look.kind(frame.hand), "12.32")
        yield sites(look, frame.hand, frame.where), rule, "the unit cannot come back at {it}"

    @place.does
    def _(self, play: Play, frame: Replacing, node: int) -> None:
        unit = frame.hand
        play.set_steps(unit, 1)
        play.put(unit, node)
        returns(play, unit, node)
        if play.position.surrendered and play.game.italians >> unit & 1:
            play.position.italian_corps_rebuilt = True
        _spend(play, frame, unit, fresh=frame.fresh | 1 << unit)

    end = going_on("12.1", "Spend no more", when=lambda look, frame: frame.hand < 0)

"""The Arrival Schedules (26.1): what falls due, withdrawals, and who leaves in another's place (26.7 to 26.10, 28.1).

They call units away for good, or to the Panzer Reserve. For a unit that is destroyed or out of supply the closest in
type and combat value leaves, and its owner breaks ties.
"""

from __future__ import annotations

from bocage.parts.stacks import first_of
from bocage.rules import UNITS, Conditions, OfSide, Question, Units, automatic, event, going_on, offer

from ..look import FortressLook, Play, members
from ..position import AFRICA, DEAD, ENGLAND, GONE, RESERVE, STOCK, WAITING, WITHDRAWN
from ..supply.tracing import supplied

ARRIVE, WITHDRAW, TO_RESERVE, FLIP, CONVERT = "arrive", "withdraw", "reserve", "flip", "convert"
DESTROYED = (DEAD, GONE)
HELD = (ENGLAND, AFRICA, RESERVE, WAITING)  # off the map, and in the game

withdrawn = event("withdrawn", "26.7", "{unit} is withdrawn from the game.")
reserved = event("into reserve", "28.1", "{unit} leaves the map for the Panzer Reserve.")
stood_in = event("substituted", "26.8", "{unit} is withdrawn in the place of {missing}.", missing=UNITS)
joined = event(
    "into reserve instead", "28.1", "{unit} goes to the Panzer Reserve in the place of {missing}.", missing=UNITS
)


def due(look: FortressLook, side: str, what: str) -> list[int]:
    """The units with such a line of a side's schedule on this turn, in its order."""
    wanted = look.position.turn, side, what
    lines = [line for line in look.game.data.schedule if (line.turn, line.side, line.event) == wanted]
    return [bearer(look, line.unit) for line in lines]


def bearer(look: FortressLook, name: str) -> int:
    """The unit that a line of the schedule means: who has taken that unit's place, or its counter of 28.5."""
    numbers = look.game.unit_numbers
    unit = numbers[next((other for other, role in look.position.substitutes.items() if role == name), name)]
    other = numbers.get(look.counter(unit).swap)
    return unit if other is None or look.position.units[other].at == STOCK else other


@automatic("withdrawals", "26.7")
def withdrawals(play: Play, side: str) -> None:
    """Who is due leaves as he is, in contact with the enemy or not, but not out of supply (26.7, 26.8, R39, R112)."""
    call_away(play, side, WITHDRAW, "26.8")


def call_away(play: Play, side: str, what: str, rule: str) -> None:
    """Who is due leaves, for good (26.8) or for the Panzer Reserve (28.1); for whoever cannot others are sought."""
    place, told = (WITHDRAWN, withdrawn) if rule == "26.8" else (RESERVE, reserved)
    called, missing = due(play.look, side, what), 0
    # All are called away at once: who is supplied is seen before the first of them has left.
    able = available(play.look, side, rule) if called else 0
    for unit in called:
        at = play.position.units[unit].at
        if able >> unit & 1 or at == WAITING:
            play.take_off(unit, place)
            told(play, unit)
        elif at >= 0 or at in DESTROYED:
            missing |= 1 << unit
    if missing:
        play.push(Seeking(side, missing, rule))


class Seeking(OfSide, frozen=True):
    """Units that are called away and cannot go; `rule` says whether for good (26.8) or to the reserve (28.1)."""

    missing: Units
    rule: str


class Substitutes(Question[Seeking], name="substitutes"):
    """For one after the other a substitute leaves, whom the owner chooses among the closest; or nobody (26.8, 28.1)."""

    def text(self, look: FortressLook, frame: Seeking) -> str:
        where = "be withdrawn" if frame.rule == "26.8" else "go to the Panzer Reserve"
        return f"{look.counter(first_of(frame.missing)).name} cannot {where}: choose the unit that leaves in its place."

    def keep(self, look: FortressLook, frame: Seeking) -> bool:
        return bool(look.position.decoys)  # whether he has a choice tells of what lies under decoys (31.6)

    @offer("substitute", UNITS, "", "Leaves in its place")
    def substitute(self, look: FortressLook, frame: Seeking) -> Conditions:
        rule = frame.rule
        yield look.game.side_units[frame.side], rule, "{it} is not yours"
        if rule == "28.1":
            yield look.game.armored_units, rule, "only armoured units go to the Panzer Reserve"
        yield available(look, frame.side, rule), rule, "{it} is not there, or is out of supply"
        yield fitting(look, frame), rule, "others are closer than {it} in type and combat value"

    @substitute.does
    def _(self, play: Play, frame: Seeking, unit: int) -> None:
        stand_in(play, first_of(frame.missing), unit, frame.rule)
        self._next(play, frame)

    end = going_on("", "Nobody", "there is no substitute", lambda look, frame: not fitting(look, frame))

    end.does(lambda step, play, frame, _: step._next(play, frame))

    def _next(self, play: Play, frame: Seeking) -> None:
        others = frame.missing & (frame.missing - 1)
        play.swap(frame.but(missing=others)) if others else play.pop()


def available(look: FortressLook, side: str, rule: str) -> Units:
    """Units of a side that can leave: supplied on the map; for good also from a base, the reserve, or waiting."""
    held = sum(look.in_place(place, side) for place in HELD) if rule == "26.8" else 0
    return (supplied(look, side) | held) & look.game.land_units


def fitting(look: FortressLook, frame: Seeking) -> Units:
    """Who may stand in: armour for the reserve; else the unit's type before others, and staffs for staffs alone.

    Of these whoever comes closest in combat value, and of two as close the higher (26.8, 28.1).
    """
    game, missing = look.game, first_of(frame.missing)
    among = game.headquarters if game.headquarters >> missing & 1 else ~game.headquarters
    if frame.rule == "28.1":
        among = game.armored_units
    units, kind = members(available(look, frame.side, frame.rule) & among & ~(1 << missing)), look.kind(missing)
    if frame.rule == "26.8":
        units = [unit for unit in units if look.kind(unit) == kind] or units
    wanted = value(look, missing)
    ranks = {unit: (abs(value(look, unit) - wanted), -value(look, unit)) for unit in units}
    best = min(ranks.values(), default=None)
    return sum(1 << unit for unit, rank in ranks.items() if rank == best)


def value(look: FortressLook, unit: int) -> int:
    """The combat value by which substitutes are measured: the present one, of the destroyed that of a whole unit."""
    if look.position.units[unit].at in DESTROYED:
        return look.game.factor(unit, look.counter(unit).steps, look.is_flipped(unit))
    return look.strength(unit)


def stand_in(play: Play, missing: int, unit: int, rule: str) -> None:
    """A unit leaves for another. Of the destroyed neither is ever rebuilt; else both change their roles (26.8)."""
    position, ids = play.position, play.game.unit_ids
    if rule == "28.1":
        play.take_off(unit, RESERVE)
        joined(play, unit, missing)
        return
    roles = {number: position.substitutes.get(ids[number], ids[number]) for number in (missing, unit)}
    changed = {ids[unit]: roles[missing]}
    if position.units[missing].at >= 0:
        changed[ids[missing]] = roles[unit]
    else:
        play.put(missing, GONE)
    position.substitutes = {**position.substitutes, **changed}
    play.take_off(unit, WITHDRAWN)
    stood_in(play, unit, missing)

"""Where airborne units may drop: what a drop hex must be, and how near the units stay to each other (17.9.3.E)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bocage.parts.questions import InHand
from bocage.parts.stacks import union
from bocage.rules import HexSet, Node, UnitNumber, Units, once, pure

from ..look import DRAINED, SWAMP, StormingLook, members
from ..movement.limits import Bar, bars, no_stay
from ..position import ALLIED, ENGLAND, GERMAN

if TYPE_CHECKING:
    from ...game import Storming


class Dropping(InHand, frozen=True):
    """An operation is planned: `units` drop in `hexes`, and for the unit in `hand` a hex is chosen next."""

    units: tuple[UnitNumber, ...] = ()
    hexes: tuple[Node, ...] = ()

    @property
    def plan(self) -> Plan:
        """Who drops where, as far as it is decided."""
        return Plan(self.units, self.hexes)


class Plan(NamedTuple):
    """Who drops where."""

    units: tuple[int, ...]
    hexes: tuple[int, ...]


# How many (17.9.3.C)


def places_left(look: StormingLook, units: Sequence[int]) -> tuple[int, int]:
    """How many divisions and how many brigades may still join an operation (17.9.3.C)."""
    numbers = look.game.rules.numbers
    divisions = sum(1 for unit in units if look.game.divisions >> unit & 1)
    return numbers["airborne_divisions"] - divisions, numbers["airborne_brigades"] - (len(units) - divisions)


def in_strength(look: StormingLook, units: Sequence[int]) -> Units:
    """The units of a size of which more may join."""
    divisions, brigades = places_left(look, units)
    return (look.game.divisions if divisions > 0 else 0) | (~look.game.divisions if brigades > 0 else 0)


def candidates(look: StormingLook, units: Sequence[int]) -> Units:
    """The units that may still join an operation, as far as they themselves are concerned."""
    taken = sum(1 << unit for unit in units)
    return look.game.airborne_units & look.in_place(ENGLAND, ALLIED) & in_strength(look, units) & ~taken


# Where: what every drop hex must be (17.9.3.E)


@once
def in_range(look: StormingLook) -> HexSet:
    """Hexes with a supplied Allied division within reach."""
    game, position = look.game, look.position
    divisions = position.on_board & game.side_units[ALLIED] & game.divisions & ~position.oos
    return _around(game, look.hexes_of(members(divisions)))


@pure(64)
def _around(game: Storming, hexes: HexSet) -> HexSet:
    return game.board.near(hexes, game.rules.numbers["airborne_range"])


@once
def forbidden(look: StormingLook) -> list[tuple[str, HexSet]]:
    """The hexes where nobody drops, with their names."""
    game = look.game
    return [
        ("Roer Dam", game.dams),
        ("Fortress Holland", game.holland),
        ("Ruhr City", game.ruhr),
        ("Entrance/Exit", union(game.entrances.values())),
        ("undestroyed Fort", game.fort_hexes & ~look.position.forts_destroyed),
        ("Mountain", game.data.terrain["mountain"]),
    ]


def fields(look: StormingLook) -> HexSet:
    """Clear hexes, towns in them included, without an enemy: where gliders can land."""
    game = look.game
    clear = game.data.terrain["clear"]
    if look.roer() == SWAMP:
        clear &= ~game.roer_valley
    elif look.roer() == DRAINED:
        clear |= game.roer_valley
    return clear & ~game.data.cities & ~look.occupied(GERMAN)


def bans(look: StormingLook, plan: Plan, unit: int) -> list[Bar]:
    """Bans on entering and on staying in a hex count for drops as they do for advances (ruling R92)."""
    found = [*bars(look, unit), *no_stay(look, unit)]
    if _bound_by_ike(look, unit) and _ike_places(look, plan) <= 0:
        why = "five US or French divisions would be in Ike's Blind Spot already"
        found.append(Bar("10.7.3", why, look.game.ike_spot))
    return found


def _bound_by_ike(look: StormingLook, unit: int) -> bool:
    return not look.position.ike_sees and bool(look.game.american_divisions >> unit & 1)


def _ike_places(look: StormingLook, plan: Plan) -> int:
    """How many more US divisions Ike's Blind Spot takes, those about to drop there counted (10.7.3)."""
    spot, divisions = look.game.ike_spot, look.game.american_divisions
    inside = (look.units_in(spot, ALLIED) & divisions).bit_count()
    dropping = sum(1 for unit, node in zip(*plan, strict=True) if spot >> node & 1 and divisions >> unit & 1)
    return look.game.rules.numbers["ike_divisions"] - inside - dropping


@once
def _suitable(look: StormingLook, plan: Plan, unit: int) -> HexSet:
    """The hexes where a unit may drop as far as the hex itself is concerned."""
    hexes = in_range(look)
    for _, closed in forbidden(look):
        hexes &= ~closed
    if look.counter(unit).type == "airlanding":
        hexes &= fields(look)
    for bar in bans(look, plan, unit):
        hexes &= ~bar.hexes
    for node in plan.hexes:
        hexes &= ~(1 << node)
    return look.room(unit, hexes)


# Where: no unit far from every other (17.9.3.E). A lone unit has no other to stay near, and may drop (ruling).


def _near(look: StormingLook, node: int) -> HexSet:
    return look.game.board.within(node, look.game.rules.numbers["airborne_spacing"])


def lonely_hexes(look: StormingLook, hexes: Sequence[int]) -> list[int]:
    """The drop hexes that no other is near enough to; one alone and pairs apart will do (17.9.3.E; R91)."""
    if len(hexes) == 1:
        return []
    return [node for node in hexes if not any(_near(look, node) >> other & 1 for other in hexes if other != node)]


class _Reserve(NamedTuple):
    """A unit that could still join: where it may drop, and which of the limits it uses up."""

    hexes: HexSet
    division: bool
    ike: bool


def can_drop(look: StormingLook, plan: Plan, unit: int) -> bool:
    """Is there a hex where a unit may drop?"""
    return bool(_at_once(look, plan, unit) or drop_hexes(look, plan, unit))


def _at_once(look: StormingLook, plan: Plan, unit: int) -> HexSet:
    """The suitable hexes after which nobody is lonely."""
    hexes = _suitable(look, plan, unit)
    if not plan.hexes:
        return hexes
    hexes &= union(_near(look, node) for node in plan.hexes)
    for node in _lonely_before(look, plan):
        hexes &= _near(look, node)
    return hexes


def _lonely_before(look: StormingLook, plan: Plan) -> list[int]:
    # The first unit may stay alone, but once another drops it must be near one.
    return list(plan.hexes) if len(plan.hexes) == 1 else lonely_hexes(look, plan.hexes)


@once
def drop_hexes(look: StormingLook, plan: Plan, unit: int) -> HexSet:
    """The hexes where a unit may drop such that those who can still follow are able to bring everyone near another."""
    found = _at_once(look, plan, unit)
    doubtful = _suitable(look, plan, unit) & ~found
    units = (*plan.units, unit)
    others = members(candidates(look, units))
    if not doubtful or not others:
        return found
    divisional, spot = look.game.divisions, look.game.ike_spot
    reserves = tuple(
        _Reserve(_suitable(look, plan, other), bool(divisional >> other & 1), _bound_by_ike(look, other))
        for other in others
    )
    divisions, brigades = places_left(look, units)
    places = _ike_places(look, plan)
    used = sum(1 << node for node in plan.hexes)
    own_ike = spot if _bound_by_ike(look, unit) else 0
    beside, before = union(_near(look, node) for node in plan.hexes), _lonely_before(look, plan)
    search = _Search(spot, look.game.board.within, look.game.rules.numbers["airborne_spacing"])
    for node in look.game.board.nodes(doubtful):
        lonely = tuple(other for other in before if not _near(look, other) >> node & 1)
        if not beside >> node & 1:
            lonely = (*lonely, node)
        room = places - (own_ike >> node & 1)
        if search.completable(lonely, used | 1 << node, reserves, divisions, brigades, room):
            found |= 1 << node
    return found


class _Search(NamedTuple):
    """Looks whether units in reserve can be dropped so that no hex stays lonely."""

    spot: HexSet
    within: Callable[[int, int], HexSet]
    spacing: int

    def completable(
        self,
        lonely: tuple[int, ...],
        used: HexSet,
        reserves: tuple[_Reserve, ...],
        divisions: int,
        brigades: int,
        ike: int,
    ) -> bool:
        """Whoever helps the first lonely hex must land near it: so only those hexes are tried."""
        if not lonely:
            return True
        near = [self.within(node, self.spacing) for node in lonely]
        for number, reserve in enumerate(reserves):
            if (divisions if reserve.division else brigades) <= 0:
                continue
            hexes = reserve.hexes & near[0] & ~used
            if reserve.ike and ike <= 0:
                hexes &= ~self.spot
            helping_all = hexes
            for reach in near:
                helping_all &= reach
            if helping_all:
                return True
            rest = reserves[:number] + reserves[number + 1 :]
            left = (divisions - 1, brigades) if reserve.division else (divisions, brigades - 1)
            if not rest or not any(left):
                continue
            while hexes:
                bit = hexes & -hexes
                hexes ^= bit
                node = bit.bit_length() - 1
                still = tuple(other for other, reach in zip(lonely, near, strict=True) if not reach >> node & 1)
                room = ike - (reserve.ike and self.spot >> node & 1)
                if self.completable(still, used | bit, rest, *left, room):
                    return True
        return False

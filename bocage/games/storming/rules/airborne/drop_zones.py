"""Where airborne units may drop: what a drop hex must be, and how near the units stay to each other (17.9.3.E)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from bocage.engine.position import Frame, Node, UnitNumber
from bocage.hexes import HexSet

from ..look import DRAINED, SWAMP, StormingLook, members
from ..movement.limits import Bar, bars, no_stay
from ..position import ALLIED, ENGLAND, GERMAN


class Dropping(Frame, frozen=True):
    """An operation is planned: `units` drop in `hexes`, and for the unit in `hand` a hex is chosen next."""

    step: ClassVar[str] = "airborne operation"
    side: str
    hand: UnitNumber = -1
    units: tuple[UnitNumber, ...] = ()
    hexes: tuple[Node, ...] = ()


# How many (17.9.3.C)


def places_left(look: StormingLook, units: Sequence[int]) -> tuple[int, int]:
    """How many divisions and how many brigades may still join an operation (17.9.3.C)."""
    numbers = look.game.rules.numbers
    divisions = sum(1 for unit in units if look.game.divisions >> unit & 1)
    return numbers["airborne_divisions"] - divisions, numbers["airborne_brigades"] - (len(units) - divisions)


def in_strength(look: StormingLook, frame: Dropping) -> int:
    """The units of a size of which more may join."""
    divisions, brigades = places_left(look, frame.units)
    return (look.game.divisions if divisions > 0 else 0) | (~look.game.divisions if brigades > 0 else 0)


def candidates(look: StormingLook, frame: Dropping) -> int:
    """The units that may still join an operation, as far as they themselves are concerned."""
    taken = sum(1 << unit for unit in frame.units)
    return look.game.airborne_units & look.in_place(ENGLAND, ALLIED) & in_strength(look, frame) & ~taken


# Where: what every drop hex must be (17.9.3.E)


def in_range(look: StormingLook) -> HexSet:
    """Hexes with a supplied Allied division within reach."""
    game, position = look.game, look.position
    divisions = position.on_board & game.side_units[ALLIED] & game.divisions & ~position.oos
    hexes = look.hexes_of(members(divisions))
    key = ("drop range", hexes)
    found: HexSet | None = game.memo.get(key)
    if found is None:
        found = 0
        for node in game.board.nodes(hexes):
            found |= game.board.within(node, game.rules.numbers["airborne_range"])
        game.memo[key] = found
    return found


def forbidden(look: StormingLook) -> list[tuple[str, HexSet]]:
    """The hexes where nobody drops, with their names."""
    game = look.game
    entrances = 0
    for hexes in game.entrances.values():
        entrances |= hexes
    return [
        ("Roer Dam", game.dams),
        ("Fortress Holland", game.holland),
        ("Ruhr City", game.ruhr),
        ("Entrance/Exit", entrances),
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


def bans(look: StormingLook, frame: Dropping, unit: int) -> list[Bar]:
    """Bans on entering and on staying in a hex count for drops as they do for advances (ruling)."""
    found = [*bars(look, unit), *no_stay(look, unit)]
    if _bound_by_ike(look, unit) and _ike_places(look, frame) <= 0:
        why = "five US or French divisions would be in Ike's Blind Spot already"
        found.append(Bar("10.7.3", why, look.game.ike_spot))
    return found


def _bound_by_ike(look: StormingLook, unit: int) -> bool:
    return not look.position.ike_sees and bool(look.game.american_divisions >> unit & 1)


def _ike_places(look: StormingLook, frame: Dropping) -> int:
    """How many more US divisions Ike's Blind Spot takes, those about to drop there counted (10.7.3)."""
    spot, divisions = look.game.ike_spot, look.game.american_divisions
    inside = (look.units_in(spot, ALLIED) & divisions).bit_count()
    dropping = sum(
        1 for unit, node in zip(frame.units, frame.hexes, strict=True) if spot >> node & 1 and divisions >> unit & 1
    )
    return look.game.rules.numbers["ike_divisions"] - inside - dropping


def _suitable(look: StormingLook, frame: Dropping, unit: int) -> HexSet:
    """The hexes where a unit may drop as far as the hex itself is concerned."""
    return _once(look, ("suitable", unit), lambda: _find_suitable(look, frame, unit))


def _find_suitable(look: StormingLook, frame: Dropping, unit: int) -> HexSet:
    hexes = in_range(look)
    for _, closed in forbidden(look):
        hexes &= ~closed
    if look.counter(unit).type == "airlanding":
        hexes &= fields(look)
    for bar in bans(look, frame, unit):
        hexes &= ~bar.hexes
    for node in frame.hexes:
        hexes &= ~(1 << node)
    return look.room(unit, hexes)


# Where: no unit far from every other (17.9.3.E). A lone unit has no other to stay near, and may drop (ruling).


def _near(look: StormingLook, node: int) -> HexSet:
    return look.game.board.within(node, look.game.rules.numbers["airborne_spacing"])


def lonely_hexes(look: StormingLook, hexes: Sequence[int]) -> list[int]:
    """The drop hexes that no other is near enough to."""
    if len(hexes) == 1:
        return []
    return [node for node in hexes if not any(_near(look, node) >> other & 1 for other in hexes if other != node)]


class _Reserve(NamedTuple):
    """A unit that could still join: where it may drop, and which of the limits it uses up."""

    hexes: HexSet
    division: bool
    ike: bool


def can_drop(look: StormingLook, frame: Dropping, unit: int) -> bool:
    """Is there a hex where a unit may drop?"""
    return bool(_at_once(look, frame, unit) or drop_hexes(look, frame, unit))


def drop_hexes(look: StormingLook, frame: Dropping, unit: int) -> HexSet:
    """The hexes where a unit may drop such that those who can still follow are able to bring everyone near another."""
    return _once(look, ("drop", unit), lambda: _find_drop_hexes(look, frame, unit))


def _once(look: StormingLook, key: tuple[str, int], find: Callable[[], HexSet]) -> HexSet:
    """Several clauses of one question ask the same about a unit: find it once."""
    if look.memo is None:
        look.memo = {}
    found: HexSet | None = look.memo.get(key)
    if found is None:
        found = look.memo[key] = find()
    return found


def _at_once(look: StormingLook, frame: Dropping, unit: int) -> HexSet:
    """The suitable hexes after which nobody is lonely."""
    hexes = _suitable(look, frame, unit)
    if not frame.hexes:
        return hexes
    hexes &= _beside(look, frame)
    for node in _lonely_before(look, frame):
        hexes &= _near(look, node)
    return hexes


def _beside(look: StormingLook, frame: Dropping) -> HexSet:
    found = 0
    for node in frame.hexes:
        found |= _near(look, node)
    return found


def _lonely_before(look: StormingLook, frame: Dropping) -> list[int]:
    # The first unit may stay alone, but once another drops it must be near one.
    return list(frame.hexes) if len(frame.hexes) == 1 else lonely_hexes(look, frame.hexes)


def _find_drop_hexes(look: StormingLook, frame: Dropping, unit: int) -> HexSet:
    found = _at_once(look, frame, unit)
    doubtful = _suitable(look, frame, unit) & ~found
    after = Dropping(frame.side, units=(*frame.units, unit), hexes=frame.hexes)
    others = members(candidates(look, after))
    if not doubtful or not others:
        return found
    divisional, spot = look.game.divisions, look.game.ike_spot
    reserves = tuple(
        _Reserve(_suitable(look, frame, other), bool(divisional >> other & 1), _bound_by_ike(look, other))
        for other in others
    )
    divisions, brigades = places_left(look, after.units)
    places = _ike_places(look, frame)
    used = sum(1 << node for node in frame.hexes)
    own_ike = spot if _bound_by_ike(look, unit) else 0
    beside, before = _beside(look, frame), _lonely_before(look, frame)
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

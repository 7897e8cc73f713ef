"""Where attackers advance: the duty to occupy what they cleared, armour that goes on, others that close up (ADV)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bocage.rules import Frame, Hexes, HexSet, Node, UnitNumber, Units, pure

from ..look import RhineLook, members
from ..position import OTHER, SEA

if TYPE_CHECKING:
    from ...game import Rhine


class Advancing(Frame, frozen=True):
    """The attackers advance."""

    side: str
    cleared: Hexes  # target hexes without defenders now
    attackers: Units  # that can advance
    most: int  # hexes that armour may go (ADV.3, ADV.4)
    strengths: dict[str, int] = {}
    factors: dict[str, int] = {}
    walked: dict[str, tuple[Node, ...]] = {}  # unit id -> hexes that it has entered in this advance
    landed: Units = 0  # came from the sea: the landing hex is the end of their way (DD.4)
    hand: UnitNumber = -1


class Outlook(NamedTuple):
    """What the conditions of one question share."""

    free: list[int]  # attackers that have not advanced
    owed: dict[int, int]  # cleared hex -> twice the factors that must still come in
    dutiful: dict[int, HexSet]  # unit -> the hexes that it may enter to meet the duty
    openings: dict[int, HexSet]  # unit -> the hexes that it may enter next


def outlook(look: RhineLook, frame: Advancing) -> Outlook:
    """For each attacker the hexes that it may enter next: first the duty, then what its owner likes."""
    ids = look.game.unit_ids
    # Paris may have taken the French out of the game while others advanced (FR2.1).
    present = members(frame.attackers & (look.position.on_board | look.in_place(SEA)))
    free = [unit for unit in present if ids[unit] not in frame.walked]
    owed = _vacancies(look, frame)
    dutiful = _duties(look, frame, owed, free)
    openings: dict[int, HexSet] = {}
    for unit in present:
        if ids[unit] in frame.walked:
            hexes = _onward(look, frame, unit)
        elif dutiful:
            hexes = dutiful.get(unit, 0)
        else:
            # Zones do not keep anybody out of a cleared hex (ADV.2).
            hexes = look.room(unit, entries(look, frame, unit)) | _sideways(look, frame, unit)
        if hexes:
            openings[unit] = hexes
    return Outlook(free, owed, dutiful, openings)


def _vacancies(look: RhineLook, frame: Advancing) -> dict[int, int]:
    """Cleared hex -> twice the factors that must still come in (ADV.1). Armour that has gone on has counted."""
    game = look.game
    owed = {}
    for node in game.board.nodes(frame.cleared):
        need = 2 * frame.strengths.get(game.board.labels[node], 0)
        for name, walked in frame.walked.items():
            if walked[0] == node:
                need -= frame.factors.get(name, 0)
        if need > 0:
            owed[node] = need
    return owed


def _duties(look: RhineLook, frame: Advancing, owed: dict[int, int], free: list[int]) -> dict[int, HexSet]:
    """Unit -> the hexes that it may enter to meet the duty (R84); empty once it is met, or when nobody else fits in."""
    if not owed:
        return {}
    game = look.game
    nodes = sorted(owed)
    vacancies = []
    for node in nodes:
        points, armour = look.load(node)
        most, most_armour = look.limits(node)
        vacancies.append(Vacancy(max(most - points, 0), max(most_armour - armour, 0), owed[node]))
    units, victors = [], []
    for unit in free:
        factors = frame.factors.get(game.unit_ids[unit], 0)
        beside = entries(look, frame, unit)
        places = tuple(place for place, node in enumerate(nodes) if beside >> node & 1)
        if factors and places:
            counter = look.counter(unit)
            units.append(unit)
            victors.append(Victor(counter.stacking, counter.stacking if counter.armour else 0, factors, places))
    found = _choices(game, tuple(vacancies), tuple(victors))
    return {
        unit: sum(1 << nodes[place] for place in places) for unit, places in zip(units, found, strict=True) if places
    }


@pure(1_000)
def _choices(game: Rhine, vacancies: tuple[Vacancy, ...], victors: tuple[Victor, ...]) -> tuple[tuple[int, ...], ...]:
    return dutiful(vacancies, victors)


def entries(look: RhineLook, frame: Advancing, unit: int) -> HexSet:
    """The cleared hexes next to a unit that has not advanced; at sea, its landing hex (DD.4)."""
    at = look.position.units[unit].at
    if at < 0:
        return 1 << look.position.landing_at[look.game.unit_ids[unit]] & frame.cleared
    return look.game.land.step(1 << at) & frame.cleared


def beside_both(look: RhineLook, frame: Advancing, unit: int) -> HexSet:
    """Hexes next to a unit and to a cleared hex."""
    at = look.position.units[unit].at
    if at < 0:
        return 0
    step = look.game.land.step
    return step(1 << at) & step(frame.cleared) & ~frame.cleared


def vacant(look: RhineLook, frame: Advancing, hexes: HexSet) -> HexSet:
    """Those of some hexes in which nobody stands but attackers that have come there in this very advance (R86)."""
    game, stacks = look.game, look.position.stacks
    came = frame.walked
    return sum(
        1 << node
        for node in game.board.nodes(hexes)
        if all(game.counters[unit].id in came for unit in stacks.get(node, ()))
    )


def _sideways(look: RhineLook, frame: Advancing, unit: int) -> HexSet:
    """Vacant hexes beside a cleared one into which a unit may close up, outside enemy zones (ADV.5, ADV.6)."""
    hexes = beside_both(look, frame, unit) & ~look.barred(frame.side)
    if hexes:
        hexes = vacant(look, frame, hexes & ~look.zone(OTHER[frame.side]))
    return look.room(unit, hexes)


def followed(look: RhineLook, walked: tuple[int, ...]) -> HexSet:
    """Hexes that lie ahead on the path of a unit that retreated; everything if all were eliminated (ruling R85)."""
    trails = [trail for trail in look.position.trails.values() if trail[0] == walked[0]]
    if not trails:
        return look.game.board.all
    far = len(walked)
    return sum(1 << node for node in {trail[far] for trail in trails if len(trail) > far and trail[:far] == walked})


def _onward(look: RhineLook, frame: Advancing, unit: int) -> HexSet:
    """Hexes that armour may enter beyond the cleared one, whatever zones lie there (ADV.3, ADV.4; no Tigers: R117)."""
    walked = frame.walked[look.game.unit_ids[unit]]
    armour = look.game.armour_units & ~frame.landed
    if not armour >> unit & 1 or not frame.cleared >> walked[0] & 1 or len(walked) >= frame.most:
        return 0
    hexes = look.game.land.step(1 << walked[-1]) & followed(look, walked)
    hexes &= ~look.barred(frame.side) | frame.cleared
    return look.room(unit, hexes & ~sum(1 << node for node in walked))


# Who must occupy: factors to match, room to find (ADV.1, STK)


class Vacancy(NamedTuple):
    """A cleared hex that is not yet held in strength."""

    points: int  # stacking points that still fit in
    armour: int  # and armour among them
    need: int  # twice the factors that are still owed


class Victor(NamedTuple):
    """An attacker that has not advanced."""

    points: int
    armour: int
    factors: int  # twice its factors in this battle
    hexes: tuple[int, ...]  # the vacancies it can enter, by their place in the list


def most_held(vacancies: tuple[Vacancy, ...], victors: tuple[Victor, ...]) -> int:
    """How many vacancies these units can occupy in full strength at best.

    >>> corps, tanks = Victor(2, 0, 6, (0, 1)), Victor(1, 1, 4, (0, 1))
    >>> most_held((Vacancy(5, 3, 6), Vacancy(5, 3, 4)), (corps, tanks))
    2
    >>> most_held((Vacancy(5, 3, 10), Vacancy(5, 3, 4)), (corps, tanks))
    1
    >>> most_held((Vacancy(2, 2, 10), Vacancy(1, 0, 4)), (corps, tanks))
    0
    """
    states = {vacancies}
    for victor in victors:
        found = set(states)
        for state in states:
            for place in victor.hexes:
                there = state[place]
                if there.need and fits(there, victor):
                    found.add((*state[:place], entered(there, victor), *state[place + 1 :]))
        states = found
    return max(sum(not vacancy.need for vacancy in state) for state in states)


def fits(vacancy: Vacancy, victor: Victor) -> bool:
    """Is there room for a unit?"""
    return victor.points <= vacancy.points and victor.armour <= vacancy.armour


def entered(vacancy: Vacancy, victor: Victor) -> Vacancy:
    """What is left to do and to fill when a unit has entered."""
    return Vacancy(
        vacancy.points - victor.points, vacancy.armour - victor.armour, max(vacancy.need - victor.factors, 0)
    )


def dutiful(vacancies: tuple[Vacancy, ...], victors: tuple[Victor, ...]) -> tuple[tuple[int, ...], ...]:
    """For each unit the vacancies that it may enter now, so that as many as possible can still be held in strength.

    If nothing can be held in strength, all that fits must go in, in any order.

    >>> dutiful((Vacancy(2, 2, 4),), (Victor(1, 0, 2, (0,)), Victor(2, 0, 6, (0,)), Victor(1, 1, 4, (0,))))
    ((0,), (0,), (0,))
    >>> dutiful((Vacancy(2, 2, 6),), (Victor(1, 0, 2, (0,)), Victor(2, 0, 6, (0,))))
    ((), (0,))
    """
    best = most_held(vacancies, victors)
    found = []
    for number, victor in enumerate(victors):
        others = victors[:number] + victors[number + 1 :]
        good = []
        for place in victor.hexes:
            there = vacancies[place]
            if there.need and fits(there, victor):
                after = (*vacancies[:place], entered(there, victor), *vacancies[place + 1 :])
                if not best or most_held(after, others) >= best:
                    good.append(place)
        found.append(tuple(good))
    return tuple(found)

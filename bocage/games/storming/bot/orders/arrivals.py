"""How the planner brings units into play, rests them and supplies them in Storming the Reich."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.bots.ground import FAR
from bocage.bots.planning import Verbs, with_index
from bocage.engine.actions import Action

from ...rules.airborne.operations import operation_allowed
from ...rules.look import members
from ...rules.movement.costs import step_cost
from ...rules.movement.hand import Moving
from ...rules.movement.reach import ways as ways_of
from ..aims.shared import Aims
from ..sight import Sight

REST = 2  # hexes from the enemy at which armour is taken out of the line
BOX_TURN = 7  # from this turn on rebuilt panzers wait for the offensive
RESERVE_TURNS = (7, 13, 14)  # when airborne units stay in England for an operation
A_MUST = 20.0  # a hex where somebody must be placed first
POINT = 0.05  # what a point spent before combat costs those who would exploit after it


# Arrivals


def arrival(sight: Sight, aims: Aims, frame: Any, verbs: Verbs) -> Action:
    """The question of an arrival segment: units in hand are placed, the next is taken up, or the segment ends."""
    if frame.hand >= 0 and verbs.get("place"):
        if sight.turn >= BOX_TURN and (boxed := with_index(verbs.get("watch", ()), frame.hand)) is not None:
            return boxed
        return place(sight, aims, verbs, frame.hand)
    able = [action for action in verbs.get("pick", ()) if not _kept(sight, action.index)]
    if able:
        # Headquarters first, for others may follow them ashore; then the strongest, for there may not be room for all.
        counters = sight.game.counters
        return max(able, key=lambda found: (counters[found.index].staff, counters[found.index].attack[1], -found.index))
    return (verbs.get("end") or next(iter(verbs.values())))[0]


def _kept(sight: Sight, unit: int) -> bool:
    """Airborne units wait in England if an operation may come."""
    if not sight.game.airborne_units >> unit & 1 or sight.turn not in RESERVE_TURNS:
        return False
    return operation_allowed(sight.look) or sight.turn + 1 in RESERVE_TURNS


def place(sight: Sight, aims: Aims, verbs: Verbs, unit: int) -> Action:
    """Each unit as near as it can to where it should go; headquarters not beside the enemy."""
    staff = sight.game.staff_units >> unit & 1
    field = aims.field_to(aims.arrival(unit), unit)

    def score(action: Action) -> tuple[float, int]:
        node = action.index
        value = field[node] + 0.3 * len(sight.stack(node))
        if aims.guards.get(node, 0.0) >= A_MUST and not sight.own_hexes >> node & 1:
            value -= A_MUST
        if staff and sight.from_enemy[node] <= 1:
            value += 5.0
        return value, node

    return min(verbs["place"], key=score)


def rebuild(sight: Sight, verbs: Verbs) -> Action:
    """Early in the campaign panzers are needed at the front; later they wait for the offensive."""
    return verbs["rebuild-on-track" if sight.turn < BOX_TURN else "rebuild-in-box"][0]


def refit(sight: Sight, verbs: Verbs) -> Action:
    """The armour that gains most, if the enemy leaves it alone."""
    counters = sight.game.counters
    able = [action for action in verbs.get("refit", ()) if sight.from_enemy[sight.at(action.index)] >= REST]
    if not able:
        return verbs["end"][0]
    return max(
        able, key=lambda action: (counters[action.index].attack[1] - counters[action.index].attack[0], -action.index)
    )


def withdraw(sight: Sight, verbs: Verbs) -> Action:
    """The weakest divisions leave (17.8)."""
    return min(verbs["withdraw"], key=lambda action: (sight.attack(action.index), action.index))


def fall_back(sight: Sight, verbs: Verbs) -> Action:
    """Out of the way of the paratroops, into cover."""
    if not verbs.get("fall-back"):
        return verbs["pick"][0]
    cover, threat = sight.cover, sight.threat
    return max(verbs["fall-back"], key=lambda action: (cover[action.index] - 0.2 * threat[action.index], -action.index))


# Logistics (9.0)


def ground_division(sight: Sight, aims: Aims, verbs: Verbs) -> Action:
    """The weakest and rearmost divisions give up their transport (9.2.A)."""

    def score(action: Action) -> tuple[float, int]:
        unit = action.index
        return 3.0 * sight.attack(unit) - 0.3 * min(FAR, aims.field(unit)[sight.at(unit)]), unit

    return min(verbs["ground"], key=score)


def cull(sight: Sight, verbs: Verbs) -> Action:
    """The German takes the strongest divisions in place of those that could not be Grounded (9.2.A)."""
    if verbs.get("eliminate"):
        return max(verbs["eliminate"], key=lambda action: (sight.attack(action.index), -action.index))
    return verbs["end"][0]


def spearhead(sight: Sight, aims: Aims, actions: Sequence[Action]) -> Action | None:
    """The strongest unit near the front, for Priority Supply and trucks."""

    def score(action: Action) -> tuple[float, int]:
        unit = action.index
        red = 2.0 if sight.game.red_units >> unit & 1 else 0.0
        away = min(20, sight.from_enemy[sight.at(unit)])
        return sight.attack(unit) + red - 0.3 * aims.field(unit)[sight.at(unit)] - 0.2 * away, -unit

    return max(actions, key=score, default=None)


# Movement before combat (10.6.A)


def declaration(sight: Sight, verbs: Verbs) -> Action:
    """As few points as bring most of the army to grips; all of them if nobody gets there anyway."""
    most = verbs["declare"][-1].index - sight.game.rules.numbers["assault_remaining_mp"]
    reached = _in_contact(sight, most)
    if most < 0 or not reached[most]:
        return verbs["declare"][-1]
    least = min(most, _leaving(sight))
    best = max(range(least, most + 1), key=lambda points: (reached[points] / reached[most] - POINT * points, -points))
    return verbs["declare"][best]


def _in_contact(sight: Sight, most: int) -> list[int]:
    """Points declared -> the Attack Strength that would come beside the enemy with so many."""
    position, game = sight.position, sight.game
    beside = sight.look.beside_enemy(sight.side)
    idle = position.refit | position.grounded | position.disrupted | game.garrison_units | game.staff_units
    reached = [0] * (most + 1)
    for unit in sight.units_of(sight.side):
        at = sight.at(unit)
        strength = sight.attack(unit)
        if not strength or idle >> unit & 1 or sight.from_enemy[at] > most + 1:
            continue
        cost = 0
        if not beside >> at & 1:
            ways = ways_of(sight.look, Moving(sight.side, 1 << unit, at, at, allowance=max(0, most)))
            by_cost: list[int] = getattr(ways.flood, "by_cost", [])
            cost = next((points for points, hexes in enumerate(by_cost) if hexes & beside & ways.goals), most + 1)
        for points in range(cost, most + 1):
            reached[points] += strength
    return reached


def _leaving(sight: Sight) -> int:
    """The points that units in Entrance Hexes need to leave them, for they must (7.1.2.C)."""
    game, look = sight.game, sight.look
    needed = 0
    for unit in members(look.units_in(game.mute_hexes, sight.side) & ~game.staff_units):
        at = sight.at(unit)
        out = sight.board.nodes(game.supply_sides.step(1 << at) & game.in_play & ~game.mute_hexes)
        costs = [cost for node in out if (cost := step_cost(look, unit, at, node)) is not None]
        needed = max(needed, min(costs, default=0))
    return needed

"""How the planner feeds its front: Allied reinforcements, dumps, who is supplied first, and deployment."""

from __future__ import annotations

from typing import Any

from bocage.bots.planning import Verbs, with_index
from bocage.engine.actions import Action
from bocage.hexes import HexSet

from ...rules.look import members
from ...rules.position import ALLIED
from ...rules.supply import dumps, ways
from ...rules.supply.dumps import Hauling
from ...rules.supply.rationing import unfed
from ..aims.shared import Aims
from ..sight import Sight

KEPT_UNTIL = 4  # until when British corps wait for a second D-Day
FRENCH_FROM = 3  # the turn from which the French are fetched, to be in Paris in time
CORPS_PER_DIVISION = 1.2  # how many corps there should be for an armoured division
INACTIVE = 50.0  # a dump that no port feeds
PORTS_OF_A_DUMP = 1.5  # a further port that feeds it
TOO_CLOSE, ALARM = 0.6, 5  # a dump without troops so near to the enemy, for each hex nearer
ASTRAY = 6.0  # a hex between a dump and the nearest troops
BETTER = 0.5  # by how much a hex must be better for a dump to move
PORT_RANGE, DUMPS_FROM = 7, 5  # dumps come when the front is so far from every port, or on this turn
FRONT = 5  # hexes from the enemy within which units are at the front


# Allied reinforcements


def arrivals(sight: Sight, aims: Aims, frame: Any, verbs: Verbs) -> Action:
    """Dumps as soon as there is a port, the French for Paris, corps and armour in proportion."""
    if frame.hand >= 0:
        field = aims.field_to(aims.arrival(frame.hand), frame.hand)

        def entry(action: Action) -> tuple[bool, int, int]:
            return not sight.look.has_room(frame.hand, action.index), field[action.index], action.index

        return min(verbs["place"], key=entry)
    picks = verbs.get("pick", ())
    wished = [action for action in picks if wanted(sight, action.index)]
    if not wished:
        return verbs["end"][0]
    return max(wished, key=lambda action: (_urgency(sight, action.index), -action.index))


def wanted(sight: Sight, unit: int) -> bool:
    """Should a unit be fetched at all now?"""
    game = sight.game
    if game.dumps >> unit & 1:
        return _dumps_needed(sight)
    return not game.airborne_units >> unit & 1  # these come by air


def _dumps_needed(sight: Sight) -> bool:
    """Does the front go beyond what ports themselves supply?"""
    ports = sight.look.open_ports()
    if not ports:
        return False
    away = sight.ground.distances(ports)
    return sight.turn >= DUMPS_FROM or any(away[sight.at(unit)] >= PORT_RANGE for unit in sight.troops(ALLIED))


def _urgency(sight: Sight, unit: int) -> float:
    game = sight.game
    if game.dumps >> unit & 1 or unit == game.marines:
        return 9.0
    if unit == game.french_second_armored:
        return 8.0 if sight.turn >= FRENCH_FROM and not sight.position.paris_entered else 0.0
    ours = [other for other in sight.troops(ALLIED) if sight.nation(other) == sight.nation(unit)]
    armour = sum(game.armour_units >> other & 1 for other in ours)
    corps = sum(game.infantry_corps >> other & 1 for other in ours)
    few = corps < CORPS_PER_DIVISION * armour + 1
    counter = game.counters[unit]
    worth = float(counter.attack + counter.defence) / 10 + (1.0 if counter.infantry_corps == few else 0.0)
    if unit in game.brussels_corps and not sight.position.second_landing_turn and sight.turn <= KEPT_UNTIL:
        return worth - 2.0  # kept for a second landing, nearer to Brussels
    return worth


# Dumps


def haul(sight: Sight, aims: Aims, frame: Any, verbs: Verbs) -> Action:
    """Dumps follow the front as far as ports can feed them."""
    if frame.hand >= 0:
        best = _dump_hex(sight, aims, frame.hand, sum(1 << action.index for action in verbs.get("move", ())))
        action = with_index(verbs.get("move", ()), best)
        if action is not None:
            return action
    for action in verbs.get("pick", ()):
        hexes = dumps.walk_of(sight.look, Hauling(frame.side, action.index)).reach().all
        if _dump_hex(sight, aims, action.index, hexes) != sight.at(action.index):
            return action
    return verbs["end"][0]


def _dump_hex(sight: Sight, aims: Aims, unit: int, hexes: HexSet) -> int:
    """The best hex for a dump, its own included."""
    look = sight.look
    at = sight.at(unit)
    feeders = [ways.FEEDING.around(look, ALLIED, 1 << port)[0] for port in sight.board.nodes(look.open_ports())]
    field = aims.field_to(aims.arrival(unit), unit)

    def score(node: int) -> float:
        fed = sum(hexes >> node & 1 for hexes in feeders)
        worth = -float(field[node]) + PORTS_OF_A_DUMP * min(fed, 4)
        if not fed:
            worth -= INACTIVE
        if sight.from_enemy[node] <= ALARM:
            # Troops that are there now may be gone when the enemy comes.
            alone = not sight.own_hexes >> node & 1
            worth -= (TOO_CLOSE if alone else 0.5 * TOO_CLOSE) * (ALARM + 1 - sight.from_enemy[node])
        return worth - ASTRAY * max(0, sight.from_own[node] - 1)

    best, best_score = at, score(at) + BETTER
    for node in sight.board.nodes(hexes):
        found = score(node)
        if found > best_score:
            best, best_score = node, found
    return best


def ration(sight: Sight, verbs: Verbs) -> Action:
    """Those at the front are supplied first, the strong before the weak (SUP.22)."""
    away = sight.from_enemy

    def need(action: Action) -> tuple[float, int]:
        return sight.attack(action.index) - 1.5 * away[sight.at(action.index)], -action.index

    if any(away[sight.at(unit)] <= FRONT for unit in members(unfed(sight.look))):
        # Who is named and who is not is decided by different hexes, so nobody is named and dropped again.
        rear = [action for action in verbs.get("unfavour", ()) if away[sight.at(action.index)] > FRONT + 2]
        if rear:
            return min(rear, key=need)
        front = [action for action in verbs.get("favour", ()) if away[sight.at(action.index)] <= FRONT]
        if front:
            return max(front, key=need)
    return verbs["end"][0]


# Deployment


def to_deploy(sight: Sight, aims: Aims, busy: set[int], targets: HexSet) -> int:
    """The corps that dig in: those in the line for which there is no attack this turn."""
    position, found = sight.position, 0
    near_battle = sight.ground.sphere(targets, 2)
    for unit in members(sight.game.infantry_corps & position.on_board & sight.game.side_units[sight.side]):
        at = sight.at(unit)
        if (position.deployed | position.disrupted) >> unit & 1 or unit in busy:
            continue
        if sight.side == ALLIED:
            if sight.from_enemy[at] <= 1 and not near_battle >> at & 1:
                found |= 1 << unit
        elif _holds(sight, aims, unit, at):
            found |= 1 << unit
    return found


def _holds(sight: Sight, aims: Aims, unit: int, at: int) -> bool:
    """Is a korps where it should stay?"""
    away = sight.from_enemy[at]
    if at in aims.guards or aims.task(unit) == "watch":
        return True
    return away <= 2 or (away <= 4 and sight.cover(at) >= 1.0)

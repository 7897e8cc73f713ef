"""How the planner brings units to the map: beachheads, landings, drops, German arrivals, and air support."""

from __future__ import annotations

from typing import Any

from bocage.bots.planning import Verbs
from bocage.engine.actions import Action
from bocage.hexes import HexSet

from ..rules.position import ALLIED, NATIONS, POOL, UK_HEXES, US_HEXES
from ..rules.supply import supplied
from .aims import Goals, threatened_port
from .sight import Sight

# Where to land, US and UK beachheads: east of Calais with the polder behind, on both sides of it, or in the polder.
LANDINGS = (
    (("1516", "1514"), ("1515", "1414")),
    (("1516", "1619"), ("1515", "1719")),
    (("1413", "1411"), ("1412", "1410")),
)


def beachhead(sight: Sight, verbs: Verbs) -> Action:
    """Close to a port, close to each other so that they support each other, and with bad ground before them."""
    board = sight.board
    us, uk = LANDINGS[int(sight.number("landing")) % len(LANDINGS)]
    book = {"us-beachhead": us, "uk-beachhead": uk}
    aims = {verb: sum(1 << board.index[label] for label in labels) for verb, labels in book.items()}
    choices = [action for verb in aims for action in verbs.get(verb, ())]
    if not choices:
        return verbs["end"][0]
    # A hex of the book, or the free hex that is nearest to it.
    return min(choices, key=lambda action: (sight.ground.distances(aims[action.verb])[action.index], action.index))


def landing(sight: Sight, verbs: Verbs) -> Action:
    """The strongest stack first; airborne units wait for their drop while others can land."""
    counters = sight.game.counters
    counter_of = {counters[unit].kind: counters[unit] for unit in sight.position.stacks.get(POOL, ())}

    def strength(action: Action) -> tuple[bool, int, int]:
        counter = counter_of[action.index]
        full = counter.steps
        return counter.type != "airborne", 2 * counter.attack[full] + counter.defence[full], -action.index

    if verbs.get("land"):
        return max(verbs["land"], key=strength)
    if verbs.get("enter"):
        return verbs["enter"][0]
    return verbs["end"][0]


def port_nation(sight: Sight, verbs: Verbs) -> Action:
    """A port goes to the nation with more units waiting for each place where they can land."""
    position, counters = sight.position, sight.game.counters
    waiting = dict.fromkeys(NATIONS, 0)
    for unit in position.stacks.get(POOL, ()):
        waiting[counters[unit].nation] += counters[unit].divisional
    doors = {
        "US": 1 + position.us_beachheads.bit_count() + position.us_ports.bit_count() // 2,
        "UK": 1 + position.uk_beachheads.bit_count() + position.uk_ports.bit_count() // 2,
    }
    nation = max(NATIONS, key=lambda nation: waiting[nation] / doors[nation])
    return verbs[f"{nation.lower()}-port"][0]


def replacement(sight: Sight, verbs: Verbs) -> Action:
    """The division to which a step matters most."""
    if not verbs.get("replace"):
        return verbs["end"][0]
    counters = sight.game.counters
    return max(verbs["replace"], key=lambda action: (sum(counters[action.index].attack), -action.index))


def aerial_supply(sight: Sight, verbs: Verbs) -> Action:
    """Feed the strongest stack that is cut off."""
    best, strongest = verbs["end"][0], 0
    for verb in ("us-supply", "uk-supply"):
        for action in verbs.get(verb, ()):
            stack = sight.position.stacks[action.index]
            strength = sum(sight.attack(unit) + sight.defence(unit) for unit in stack)
            if strength > strongest and not any(supplied(sight.look, unit) for unit in stack):
                best, strongest = action, strength
    return best


def drop(sight: Sight, aims: Goals, verbs: Verbs) -> Action:
    """Behind a port that is about to be attacked, or, late in the game, at the edge."""
    if verbs.get("place"):
        return max(verbs["place"], key=lambda action: (drop_worth(sight, aims, action.index), -action.index))
    if verbs.get("drop") and drop_possible(sight, aims):
        counters = sight.game.counters
        return max(verbs["drop"], key=lambda action: (counters[action.index].divisional, -action.index))
    return verbs["end"][0]


def drop_worth(sight: Sight, aims: Goals, node: int) -> float:
    """What a drop on a hex is worth."""
    worth = 0.0
    late = sight.position.turn >= sight.game.rules.turns - 1
    if sight.side == ALLIED and late and sight.rim >> node & 1:
        worth += 12.0
    if aims.pull[node] <= 2:
        worth += 3.0 - aims.pull[node] * 0.5
    worth -= 0.3 * sight.from_own[node]
    return worth - 2.0 * sight.danger(node, 5)


def drop_possible(sight: Sight, aims: Goals) -> bool:
    """Is there a hex within reach of the drop that is worth it?"""
    game = sight.game
    hexes = game.drop_terrain & ~game.data.coastal & ~sight.enemy_zone & ~sight.enemy_hexes & ~sight.own_hexes
    near = sight.ground.sphere(sight.own_hexes, game.rules.drop_range)
    return any(drop_worth(sight, aims, node) > 1.0 for node in sight.board.nodes(hexes & near))


def arrival(sight: Sight, aims: Goals, verbs: Verbs) -> Action:
    """As near as can be to what is to be saved or retaken; those on foot rather towards a port that still holds."""
    frame: Any = sight.position.top
    on_foot = sight.game.counters[frame.hand].mobility != "mech"
    held = sight.game.port_hexes & ~sight.position.allied_control
    if sight.number("bulwark"):
        held = threatened_port(sight)
    to_port = sight.ground.distances(held) if held else aims.pull
    share = sight.number("foot_to_ports" if on_foot else "wheels_to_ports")

    def score(action: Action) -> tuple[float, int]:
        node = action.index
        slow = 2.0 if sight.game.no_column >> node & 1 else 0.0
        way = (1.0 - share) * aims.pull[node] + share * to_port[node]
        return way + slow + (3.0 if sight.enemy_zone >> node & 1 else 0.0), node

    return min(verbs["place"], key=score)


def air_support(sight: Sight, aims: Goals, verbs: Verbs, own_phase: bool) -> Action:
    """Over defenders that will be attacked in one's own phase; over one's own threatened stacks in the other's."""
    markers = {action.index: action for verb, actions in verbs.items() if verb.endswith("tas") for action in actions}
    covered = sight.look.tas_area()
    weights = _targets(sight, aims, covered) if own_phase else _shelters(sight, aims, covered)
    best, best_weight = -1, 0.0
    for centre in {near for node in weights for near in (node, *sight.board.neighbours[node])}:
        area = sight.board.around[centre] | 1 << centre
        weight = sum(weights[node] for node in weights if area >> node & 1)
        if weight > best_weight or (weight == best_weight and centre < best):
            best, best_weight = centre, weight
    # Some of the markers wait for the other player's phase; in the last window none is kept.
    keep = 0 if sight.look.game.phase(sight.position).startswith("german") else sight.position.tas_left // 3
    if best < 0 or best_weight < 1.0 or len(markers) == 0 or (keep and len(sight.position.tas) >= 2 * keep + 1):
        return verbs["end"][0]
    if "tas" in verbs:
        return markers[best]
    return _marker_of_nation(sight, verbs, best)


def _targets(sight: Sight, aims: Goals, covered: HexSet) -> dict[int, float]:
    near = sight.own_hexes | sight.look.beachheads() if sight.side == ALLIED else sight.own_hexes
    steps = sight.ground.distances(near)
    found = {}
    for node in sight.board.nodes(sight.enemy_hexes & ~covered):
        if steps[node] <= 4:
            found[node] = 2.0 - 0.4 * (steps[node] - 1) + 0.15 * aims.prizes.get(node, 0.0)
    return found


def _shelters(sight: Sight, aims: Goals, covered: HexSet) -> dict[int, float]:
    found = {}
    for node in sight.board.nodes(sight.own_hexes & ~covered):
        defence = sum(sight.defence(unit) for unit in sight.position.stacks[node])
        worry = sight.danger(node, defence)
        if worry:
            found[node] = worry + 0.2 * aims.guards.get(node, 0.0)
    return found


def _marker_of_nation(sight: Sight, verbs: Verbs, node: int) -> Action:
    """15.6: a marker helps only the nation it belongs to; take that of the nearer troops."""
    board, masks = sight.board, sight.position.masks
    us = min((board.distance(node, near) for near in board.nodes(masks[US_HEXES])), default=99)
    uk = min((board.distance(node, near) for near in board.nodes(masks[UK_HEXES])), default=99)
    verb = "us-tas" if us < uk else "uk-tas"
    return next(action for action in verbs[verb] if action.index == node)

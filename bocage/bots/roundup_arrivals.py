"""How the simple bot brings units to the map: beachheads, landings, drops, German arrivals, and air support."""

from __future__ import annotations

from bocage.bots.roundup_goals import Goals
from bocage.bots.roundup_sight import Sight, distances
from bocage.engine.actions import Action
from bocage.games.roundup.position import ALLIED, NATIONS, POOL, UK_HEXES, US_HEXES
from bocage.hexes import HexSet

LANDING_PORTS = ("Calais", "Calais")  # far from both edges on which the Germans arrive


def beachhead(sight: Sight, verbs: dict[str, list[Action]]) -> Action:
    """Close to a port, and close to each other so that they support each other."""
    board, game = sight.board, sight.game
    placed = sight.look.beachheads()
    choices = [action for actions in verbs.values() for action in actions]
    # The British, who have more to bring, land nearer to the edge where most Germans arrive.
    port = {"us-beachhead": LANDING_PORTS[0], "uk-beachhead": LANDING_PORTS[1]}
    near = {verb: distances(board, game.data.ports[name]) for verb, name in port.items()}
    others = distances(board, placed)

    def score(action: Action) -> tuple[float, int]:
        node = action.index
        apart = others[node] if placed else 0
        germans = (board.around[node] & sight.enemy_hexes).bit_count()
        return near[action.verb][node] + 0.2 * apart - 0.3 * germans, node

    return min(choices, key=score)


def landing(sight: Sight, verbs: dict[str, list[Action]]) -> Action:
    """The strongest stack first; airborne units wait for their drop while others can land."""
    cards = sight.game.cards
    card_of = {cards[unit].kind: cards[unit] for unit in sight.position.stacks.get(POOL, ())}

    def strength(action: Action) -> tuple[bool, int, int]:
        card = card_of[action.index]
        full = card.steps
        return card.type != "airborne", 2 * card.attack[full] + card.defence[full], -action.index

    if verbs.get("land"):
        return max(verbs["land"], key=strength)
    if verbs.get("enter"):
        return verbs["enter"][0]
    return verbs["end"][0]


def port_nation(sight: Sight, verbs: dict[str, list[Action]]) -> Action:
    """A port goes to the nation with more units waiting for each place where they can land."""
    position, cards = sight.position, sight.game.cards
    waiting = dict.fromkeys(NATIONS, 0)
    for unit in position.stacks.get(POOL, ()):
        waiting[cards[unit].nation] += cards[unit].divisional
    doors = {
        "US": 1 + position.us_beachheads.bit_count() + position.us_ports.bit_count() // 2,
        "UK": 1 + position.uk_beachheads.bit_count() + position.uk_ports.bit_count() // 2,
    }
    nation = max(NATIONS, key=lambda nation: waiting[nation] / doors[nation])
    return verbs[f"{nation.lower()}-port"][0]


def replacement(sight: Sight, verbs: dict[str, list[Action]]) -> Action:
    """The division to which a step matters most."""
    if not verbs.get("replace"):
        return verbs["end"][0]
    cards = sight.game.cards
    return max(verbs["replace"], key=lambda action: (sum(cards[action.index].attack), -action.index))


def aerial_supply(sight: Sight, verbs: dict[str, list[Action]]) -> Action:
    """Feed the strongest stack that is cut off."""
    best, strongest = verbs["end"][0], 0
    for verb in ("us-supply", "uk-supply"):
        for action in verbs.get(verb, ()):
            stack = sight.position.stacks[action.index]
            strength = sum(sight.attack(unit) + sight.defence(unit) for unit in stack)
            if strength > strongest and not any(sight.look.supplied(unit) for unit in stack):
                best, strongest = action, strength
    return best


def drop(sight: Sight, aims: Goals, verbs: dict[str, list[Action]]) -> Action:
    """Behind a port that is about to be attacked, or, late in the game, at the edge."""
    if verbs.get("place"):
        return max(verbs["place"], key=lambda action: (_drop_worth(sight, aims, action.index), -action.index))
    if verbs.get("drop") and _drop_possible(sight, aims):
        cards = sight.game.cards
        return max(verbs["drop"], key=lambda action: (cards[action.index].divisional, -action.index))
    return verbs["end"][0]


def _drop_worth(sight: Sight, aims: Goals, node: int) -> float:
    worth = 0.0
    late = sight.position.turn >= sight.game.rules.turns - 1
    if sight.side == ALLIED and late and sight.rim >> node & 1:
        worth += 12.0
    if aims.pull[node] <= 2:
        worth += 3.0 - aims.pull[node] * 0.5
    worth -= 0.3 * sight.from_own[node]
    return worth - 2.0 * sight.danger(node, 5)


def _drop_possible(sight: Sight, aims: Goals) -> bool:
    """Is there a hex within reach of the drop that is worth it?"""
    game = sight.game
    hexes = game.drop_terrain & ~game.data.coastal & ~sight.enemy_zone & ~sight.enemy_hexes & ~sight.own_hexes
    near = sight.own_hexes
    for _ in range(game.rules.drop_range):
        near |= sight.board.step(near)
    return any(_drop_worth(sight, aims, node) > 1.0 for node in sight.board.nodes(hexes & near))


def arrival(sight: Sight, aims: Goals, verbs: dict[str, list[Action]]) -> Action:
    """German reinforcements appear as near as they can to what is to be saved or retaken."""

    def score(action: Action) -> tuple[float, int]:
        node = action.index
        slow = 2.0 if sight.game.no_column >> node & 1 else 0.0
        return aims.pull[node] + slow + (3.0 if sight.enemy_zone >> node & 1 else 0.0), node

    return min(verbs["place"], key=score)


def air_support(sight: Sight, aims: Goals, verbs: dict[str, list[Action]], own_phase: bool) -> Action:
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
    steps = distances(sight.board, near)
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


def _marker_of_nation(sight: Sight, verbs: dict[str, list[Action]], node: int) -> Action:
    """15.6: a marker helps only the nation it belongs to; take that of the nearer troops."""
    board, masks = sight.board, sight.position.masks
    us = min((board.distance(node, near) for near in board.nodes(masks[US_HEXES])), default=99)
    uk = min((board.distance(node, near) for near in board.nodes(masks[UK_HEXES])), default=99)
    verb = "us-tas" if us < uk else "uk-tas"
    return next(action for action in verbs[verb] if action.index == node)

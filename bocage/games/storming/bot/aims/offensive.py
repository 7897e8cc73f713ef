"""The Hitler Counteroffensive in the planner's hands: whether to launch it, and how either side meets it (17.7)."""

from __future__ import annotations

from bocage.bots.planning import Verbs
from bocage.engine.actions import Action

from ...rules.look import members
from ...rules.position import WATCH
from ..sight import Sight
from .shared import Aims

AT_HAND = 5  # hexes from the enemy within which panzers take part in the first attacks
ENOUGH, PLENTY = 6, 8  # panzer divisions with which the minimum is attainable, and for which one need not wait


def launch(sight: Sight, verbs: Verbs) -> Action:
    """Only if its minimum looks attainable; and never while a garrison of Metz may win the game by holding out."""
    if not verbs.get("decline"):
        return verbs["launch"][0]
    game, position = sight.game, sight.position
    if position.on_board & game.garrison_units:
        return verbs["decline"][0]
    panzers = game.mechanized_units & game.divisions
    ready = sum(1 for unit in position.stacks.get(WATCH, ()) if panzers >> unit & 1)
    for unit in members(panzers & position.on_board):
        ready += sight.from_enemy[sight.at(unit)] <= AT_HAND
    settled = (game.data.towns | game.data.cities) & position.allied_control & sight.board.step(sight.own_hexes)
    attainable = ready >= ENOUGH or settled.bit_count() >= game.rules.numbers["achievement_towns"]
    last = sight.turn == game.rules.numbers["offensive_last_turn"]
    return verbs["launch" if attainable and (last or ready >= PLENTY) else "decline"][0]


def disrupt(sight: Sight, aims: Aims, verbs: Verbs) -> Action:
    """The Allied hex whose zone bars most panzers from the nearest city (17.7.3.D)."""
    panzers = members(sight.game.mechanized_units & sight.position.on_board)

    def score(action: Action) -> tuple[float, int]:
        node = action.index
        near = sum(1 for unit in panzers if sight.board.distance(sight.at(unit), node) <= 2)
        prize = max((aims.prizes.get(there, 0.0) for there in sight.ground.disc(node, 2)), default=0.0)
        return near + 0.1 * prize, -node

    return max(verbs["disrupt"], key=score)


def react(sight: Sight, verbs: Verbs) -> Action:
    """SHAEF's reserve goes to the cities that the Germans are nearest to (17.7.5)."""
    if verbs.get("place"):
        cities = sight.game.data.cities

        def score(action: Action) -> tuple[float, int]:
            node = action.index
            empty = 0 if sight.own_hexes >> node & 1 else 3
            return 3 * (cities >> node & 1) + empty - sight.from_enemy[node], -node

        return max(verbs["place"], key=score)
    return (verbs.get("react") or verbs["end"])[0]

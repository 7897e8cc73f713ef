"""How the war can end before its last turn: Berlin (16.2), or the last source that feeds the Germans (11.31)."""

from __future__ import annotations

from ..rules.look import GERMAN, members
from ..rules.position import ALLIED, AXIS
from ..rules.supply import tracing
from .sight import Sight, steps_from
from .sources import LATE

BERLIN, EAST = "Stalin Betrayed", "Fall of Berlin"
STRIKING, COMING = 5, 9  # steps to Berlin from which an army can be there in an action or two, or in a turn
RESERVES = 6.0  # factors that the Axis brings to Berlin once it is warned


def chance_of_berlin(sight: Sight) -> float:
    """The chance to take Berlin once Stalin is betrayed, as things stand."""
    look, position = sight.look, sight.position
    ways = sight.ways(ALLIED) | sight.data.red
    steps = steps_from(sight.game, sight.game.berlin, ways)
    near = coming = 0.0
    for unit in members(look.on_map(ALLIED)):
        away = steps[position.units[unit].at]
        if away <= STRIKING:
            near += look.attack(unit) * (1.0 if sight.game.mechanized >> unit & 1 else 0.7)
        elif away <= COMING:
            coming += look.attack(unit)
    left = sight.game.rules.last_turn - position.turn
    force = near + coming * min(1.0, 0.3 * left) * (0.5 if near else 0.25)
    if not left and position.round >= 5:
        force = near if position.round == 5 else 0.0
    against = sum(sight.defence_at(node, AXIS) for node in sight.board.nodes(sight.game.berlin)) + RESERVES
    return min(0.85, 0.3 * force / against)


def way_to_berlin(sight: Sight) -> float:
    """What it is worth to betray Stalin now (16.2), less the point that it costs."""
    hope = chance_of_berlin(sight)
    left = sight.game.rules.last_turn - sight.position.turn
    if sight.position.vp <= 3 and left:
        return 0.0
    if hope < 0.35 and left:
        return 0.0
    return sight.number("victory") * hope - sight.number("point")


def east_falls(sight: Sight) -> float:
    """What the fall of the East is worth beyond its points: how few sources are left to the Germans then."""
    left = (tracing.sources(sight.look, GERMAN) & ~sight.data.red).bit_count()
    return sight.number("victory") * (1.0, 0.4, 0.1)[min(left, 2)]


def kept_for_the_end(sight: Sight, name: str) -> float:
    """What the cards that end the war are worth while they wait."""
    look, position = sight.look, sight.position
    if sight.side != ALLIED or name not in (BERLIN, EAST, "Tehran") or position.turn < LATE - 1:
        return 0.0
    if look.on("stalin_betrayed") or look.has_played("allied-43"):
        return 0.0
    return 0.25 * sight.number("victory")

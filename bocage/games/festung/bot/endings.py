"""How the war can end before its last turn: Berlin (16.2), or the last source that feeds the Germans (11.31)."""

from __future__ import annotations

from ..rules.look import GERMAN, members
from ..rules.position import ALLIED, AXIS
from ..rules.supply import tracing
from .sight import Sight
from .sources import LATE
from .ways import steps_from

BERLIN, EAST = "Stalin Betrayed", "Fall of Berlin"
STRIKING, NEXT = 4, 5  # steps to Berlin from which an army can be there in an action, or in two
RESERVES = 5.0  # factors that the Axis brings to Berlin in its next action; later ones bring less


def chance_of_berlin(sight: Sight) -> float:
    """The chance to take Berlin once Stalin is betrayed, as things stand.

    Only who is fed counts: it is held at Turn End, after attrition (11.71), and the Allies have the last action.
    """
    look, position = sight.look, sight.position
    ways = sight.ways(ALLIED) | sight.data.red
    steps = steps_from(sight.game, sight.game.berlin, ways)
    force = 0.0
    for unit in members(look.on_map(ALLIED)):
        away = steps[position.units[unit].at]
        pace = sight.game.mechanized >> unit & 1
        if away <= NEXT and sight.is_fed(unit):
            force += look.attack(unit) * (1.0 if away <= STRIKING else 0.5) * (1.0 if pace else 0.7)
    left = sight.game.rules.last_turn - position.turn
    rounds = sight.game.rules.numbers["rounds"] - position.round
    if not left and not rounds:
        return 0.0
    garrison = sum(sight.defence_at(node, AXIS) for node in sight.board.nodes(sight.game.berlin))
    against = garrison + RESERVES * (1.0 + 0.2 * max(0, rounds - 1))
    return min(0.85, 0.45 * force / against)


def way_to_berlin(sight: Sight) -> float:
    """What it is worth to betray Stalin now (16.2), less the point that it costs."""
    hope = chance_of_berlin(sight)
    left = sight.game.rules.last_turn - sight.position.turn
    if sight.position.vp <= 3 and left:
        return 0.0
    if hope < 0.45 and left:
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

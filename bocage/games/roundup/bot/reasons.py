"""Why a bot does what it does, in one sentence: target, odds and risk."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.combat.attacks import Fighting
from ..rules.movement.reach import Moving
from .odds import Odds, attacks_at_hand
from .sight import Sight

GIVES_WAY = ("DR", "DSR")
BLEEDS = ("EX", "DS", "DSR")
COSTS = ("AS", "ASR", "EX")

PLAIN = {
    "beachheads": "I land near a port, with the beachheads close to each other.",
    "choose strategy": "This strategy leaves me the more ways to win.",
    "port designation": "More of this nation's divisions are waiting for a place to land.",
    "aerial supply": "The strongest units that are cut off are fed from the air.",
    "replacements": "This division gains most by a fresh step.",
    "losses": "This step costs me least.",
    "overstacked": "This unit is the one that I can best do without.",
    "german reinforcements": "From here the way to the beachheads is shortest.",
    "kampfgruppe": "This is the strongest division that can be rebuilt.",
}


def sentence(seat: Seat, sight: Sight, action: Action) -> str:
    """One sentence about an action, or an empty text where there is nothing to say."""
    step = seat.prompt.step
    if step == "combat":
        return _combat(seat, sight, action)
    if step == "movement":
        return _movement(seat, sight, action)
    if step == "phase order":
        return _order(sight, action)
    if step == "air support":
        if action.verb == "end":
            return "The other markers would help no fight, or they wait for the enemy's phase."
        return f"The aircraft over {action.operand} help in the fights around it."
    if step in ("landing", "reinforcements"):
        return "" if action.verb == "end" else "The strongest units that can land here come first."
    if step == "air drop":
        if action.verb == "place":
            return f"{_hex(sight, action.index)} is within reach of what I want and not too dangerous."
        return "No drop is worth its risk now." if action.verb == "end" else "A drop pays now."
    if step == "retreat":
        return f"{_hex(sight, action.index)} is the safest hex to fall back to."
    if step == "advance":
        if action.verb == "end":
            return "The ground that was won is not worth the risk of standing there."
        return f"The ground that was won is worth holding for {_names(sight, [action.index])}."
    if step == "tenacity":
        return "Ground is cheaper than a step." if action.verb == "withdraw" else "A step is cheaper than this ground."
    return PLAIN.get(step, "")


def _hex(sight: Sight, node: int) -> str:
    """A hex by its label, with the name of a port."""
    label = sight.board.labels[node]
    port = next((name for name, hexes in sight.game.data.ports.items() if hexes >> node & 1), "")
    return f"{port} ({label})" if port else label


def _names(sight: Sight, units: Any) -> str:
    names = [sight.game.unit_name(unit) for unit in units]
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def _percent(chances: dict[str, Fraction], results: tuple[str, ...]) -> str:
    return f"{float(sum((chances.get(result, Fraction(0)) for result in results), Fraction(0))):.0%}"


def _combat(seat: Seat, sight: Sight, action: Action) -> str:
    frame: Any = seat.prompt.frame
    assert isinstance(frame, Fighting)
    if action.verb == "end":
        return "No attack that is left promises more than it would cost."
    target = action.index if action.verb == "attack" else frame.target
    units = [unit for unit in range(len(sight.game.counters)) if frame.attackers >> unit & 1]
    if action.verb in ("attack", "join"):
        found = attacks_at_hand(sight, Odds(sight, sight.aims.prizes), target)
        units = sorted({*units, *(found[0][2] if found else ())})
        if action.verb == "join":
            units = sorted({*units, action.index})
    return battle(seat, sight, target, units)


def battle(seat: Seat, sight: Sight, target: int, units: list[int]) -> str:
    """An attack in one sentence."""
    there = sight.position.stacks.get(target, ())
    enemies = _names(sight, there) if there else "the garrison"
    where = f"{enemies} in {_hex(sight, target)}"
    if not units:
        return f"I attack {where}."
    odds = seat.forecast(sight.board.labels[target], [sight.game.unit_ids[unit] for unit in units])
    prize = " for a prize" if sight.aims.prizes.get(target) else ""
    return (
        f"I attack {where}{prize} with {_names(sight, units)} on {odds.column}: {_percent(odds.chances, GIVES_WAY)} "
        f"that it is driven out, {_percent(odds.chances, BLEEDS)} that it loses a step, "
        f"{_percent(odds.chances, COSTS)} that I do."
    )


def _movement(seat: Seat, sight: Sight, action: Action) -> str:
    frame: Any = seat.prompt.frame
    assert isinstance(frame, Moving)
    if action.verb == "end":
        return "Everybody else stands where I want him."
    if action.verb in ("pick", "join"):
        return ""  # where it goes is told when it goes
    node = action.index
    who = _names(sight, [unit for unit in range(len(sight.game.counters)) if frame.hand >> unit & 1])
    prize = sight.aims.prizes.get(node, 0.0)
    if prize and not sight.own_hexes >> node & 1:
        return f"{who} takes {_hex(sight, node)}, which the victory conditions make worth having."
    targets = sight.board.nodes(sight.board.around[node] & sight.enemy_hexes)
    if targets and not seat.phase.endswith("last"):
        return f"From {_hex(sight, node)} {who} can attack {_hex(sight, targets[0])}."
    if sight.aims.guards.get(node):
        return f"{who} guards {_hex(sight, node)}."
    risk = sight.danger(node, sight.defence(frame.hand.bit_length() - 1))
    words = "where an attack would hurt" if risk > 1 else "where little threatens it"
    return f"{who} goes to {_hex(sight, node)} to close the line, {words}."


def _order(sight: Sight, action: Action) -> str:
    found = attacks_at_hand(sight, Odds(sight, sight.aims.prizes))
    at_hand = sum(worth > 0 for worth, _, _ in found)
    if not at_hand:
        return "I march first, for no good attack is at hand." if action.verb == "move-first" else "I can march later."
    attacks = "the one attack that is" if at_hand == 1 else f"the {at_hand} attacks that are"
    if action.verb == "move-first":
        return f"I march first, for that brings better attacks about than {attacks} at hand."
    return f"I fight first, for {attacks} at hand will do, and the victors can then march on."

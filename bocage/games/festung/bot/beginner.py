"""How a beginner weighs actions: each by itself, without a plan for the operation or a thought of the answer."""

from __future__ import annotations

from bocage.bots.judgement import Style
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.movement.reach import goals
from .battles import targets
from .cards import Uses
from .marches import prize
from .questions import Score
from .sight import Sight
from .worth import scores

# No way ahead, no thought of what the enemy may do, every card at its face.
BEGINNER = Style(
    "beginner",
    "take what looks best",
    {"pull": 0.1, "danger": 0.0, "guard": 0.0, "reserve": 0.0, "bring": 1.0, "good_attack": 0.0, "landing": 6.0},
)


def worth(seat: Seat, sight: Sight) -> Score | None:
    """How good each action is, looked at by itself."""
    if seat.prompt.step == "action":
        return _action(sight)
    if seat.prompt.step == "activation":
        return _marking(sight)
    return scores(seat, sight)


def _action(sight: Sight) -> Score:
    """Cards by their numbers: points are for operations, unless steps are missing."""
    uses = Uses(sight)

    def score(choice: Action) -> float:
        if choice.verb in ("automatic", "disband"):
            return 0.5
        points = sight.data.cards[choice.index].ops
        if choice.verb == "event":
            return uses.event(choice.index) if not sight.data.cards[choice.index].type.endswith("OPS") else 1.1 * points
        return {"ops": 1.0 * points, "rd": 0.3 * points, "rp": 0.8 * uses.rp(points)}[choice.verb]

    return score


def _marking(sight: Sight) -> Score:
    """One hex at a time: the attack that can be made out of it, or what its units could walk into."""
    look, position = sight.look, sight.position
    attacks: dict[int, float] = {}
    for one in targets(sight, position.move_marks | position.attack_marks):
        if not one.bases & (one.bases - 1):
            base = one.bases.bit_length() - 1
            attacks[base] = max(attacks.get(base, -9.0), one.worth)

    def score(choice: Action) -> float:
        if choice.verb == "end":
            return 0.1
        if choice.verb.endswith("attack"):
            return attacks.get(choice.index, -1.0)
        units = look.of_side(choice.index, sight.side)
        reached = 0
        for unit in units:
            reached |= goals(look, unit, choice.index, 0)
        return max((prize(sight, node) for node in sight.board.nodes(reached)), default=0.0)

    return score

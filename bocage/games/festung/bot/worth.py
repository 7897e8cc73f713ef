"""How good each action of a list is."""

from __future__ import annotations

from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.combat.battle import Fight
from ..rules.movement.reach import goals
from . import questions
from .battles import at_hand, promise
from .cards import Uses
from .marches import Order, best_goal, gains, orders, redeployments, with_room
from .questions import QUESTIONS, Score
from .sight import Sight


def scores(seat: Seat, sight: Sight, plan: list[Order] | None = None) -> Score | None:
    """How good each action is; nothing for a question that is left to chance. `plan` are markers still to be bought."""
    step = seat.prompt.step
    if step == "action":
        return action(seat, sight)
    if step == "activation":
        return marking(seat, sight, plan)
    if step == "movement":
        return movement(seat, sight)
    if step == "redeployment":
        return redeploying(seat, sight)
    if step == "combat":
        return combat(seat, sight)
    known = QUESTIONS.get(step)
    return None if known is None else known(seat, sight)


def action(seat: Seat, sight: Sight) -> Score:
    """A card and its use, less what the card is worth otherwise."""
    uses = Uses(sight)

    def score(choice: Action) -> float:
        if choice.verb == "automatic":
            return uses.ops(1)
        if choice.verb == "disband":
            return 1.0
        card = sight.data.cards[choice.index]
        if choice.verb == "event":
            return uses.event(choice.index)
        value = {"ops": uses.ops, "rd": uses.rd, "rp": uses.rp}[choice.verb](card.ops)
        return value - uses.cost(choice.index)

    return score


def marking(seat: Seat, sight: Sight, plan: list[Order] | None) -> Score:
    """Markers of the plan, one after the other."""
    frame: Any = seat.prompt.frame
    chosen = plan if plan is not None else orders(sight, frame.points)
    wanted: dict[tuple[str, int], float] = {}
    for order in chosen:
        for node in sight.board.nodes(order.hexes):
            wanted[order.verb, node] = order.worth

    def score(choice: Action) -> float:
        verb = choice.verb.replace("free-", "mark-")
        bonus = 1.0 if choice.verb.startswith("free-") else 0.0
        return 0.0 if verb == "end" else wanted.get((verb, choice.index), -1.0) + bonus

    return score


def movement(seat: Seat, sight: Sight) -> Score:
    """Who gains most goes first, each where it gains most."""
    frame: Any = seat.prompt.frame
    if frame.hand >= 0:
        unit = frame.hand
        found = gains(sight, unit, with_room(sight, unit, goals(sight.look, unit, frame.at, frame.spent)))

        def going(choice: Action) -> float:
            if choice.verb == "move":
                return found.get(choice.index, -9.0)
            return 0.15 if choice.verb == "end" else 0.1

        if max(found.values(), default=0.0) > 0.15:
            return going

    def score(choice: Action) -> float:
        if choice.verb == "pick":
            if choice.index < frame.hand:
                return -9.0  # whoever is laid down is not taken up again in turns with another
            at = sight.position.units[choice.index].at
            return best_goal(sight, choice.index, goals(sight.look, choice.index, at, 0))[0]
        return 0.15 if choice.verb == "end" else -9.0

    return score


def redeploying(seat: Seat, sight: Sight) -> Score:
    """Who gains most for a point."""
    frame: Any = seat.prompt.frame
    if frame.hand >= 0:
        where = with_room(sight, frame.hand, seat.prompt.sets.get("redeploy", 0))
        found = gains(sight, frame.hand, where)

        def going(choice: Action) -> float:
            if choice.verb == "end":
                return -5.0  # rather than to take up one after the other without end
            return found.get(choice.index, -9.0) if choice.verb == "redeploy" else -9.0

        return going
    listed = {
        unit: worth / max(1, cost) for worth, cost, unit, _ in redeployments(sight, frame) if cost <= frame.points
    }

    def score(choice: Action) -> float:
        if choice.verb == "pick":
            return listed.get(choice.index, -1.0)
        return 0.1 if choice.verb == "end" else -2.0

    return score


def combat(seat: Seat, sight: Sight) -> Score:
    """The best attack first, with all who can join it and the aircraft that help."""
    frame: Any = seat.prompt.frame
    if frame.target < 0:
        found = {one.target: one.worth for one in at_hand(sight, frame.landing)}
        return lambda choice: found.get(choice.index, 0.0) if choice.verb == "attack" else 0.0
    fight = frame.turned(Fight)
    now = promise(sight, fight)[0] if fight.attackers else -99.0

    def score(choice: Action) -> float:
        if choice.verb == "join":
            if not fight.attackers:
                return 50.0 + sight.look.attack(choice.index)
            return 0.01 + promise(sight, fight.turned(Fight, attackers=fight.attackers | 1 << choice.index))[0] - now
        if choice.verb in ("support", "carpet"):
            return questions.support(seat, sight, choice)
        if choice.verb == "bonus":
            return 3.0
        return 0.0 if choice.verb == "fight" else -9.0

    return score

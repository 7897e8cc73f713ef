"""The planner's game of Festung Europa: an operation is thought out as a whole, everything else when it comes."""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.bots.judgement import Style
from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.engine.looks import Keeper

from ..rules.position import FestungPosition
from . import reasons
from .marches import Order, orders
from .questions import Score
from .sight import Sight, sight_of
from .worth import scores

# Questions whose answer varies, and by how much an answer may be worse than the best.
OPENINGS = {"opening choice": 0.5, "opening election": 0.5, "invasion": 1.0}


class FestungPlanner:
    """Remembers only the markers that it means to buy in the operation it is in."""

    def __init__(self, style: Style, dice: Random) -> None:
        self.style = style
        self._dice = dice
        self._plan: tuple[object, list[Order]] = (None, [])
        self._keeper = Keeper(FestungPosition)  # what was seen on the map is true until something moves

    def choose(self, seat: Seat) -> Action | None:
        """One of the listed actions, or None where the plan has no opinion."""
        sight = self._sight(seat)
        plan = self._orders(seat, sight) if seat.prompt.step == "activation" else None
        score = scores(seat, sight, plan)
        if score is None:
            return None
        if seat.prompt.step in OPENINGS:
            return self._by_lot(seat, score)
        return max(seat.prompt.actions, key=score)

    def _sight(self, seat: Seat) -> Sight:
        """How the map looks; nothing of that reads the question."""
        look = self._keeper.look(seat.look.game, seat.look.position)
        key = (FestungPlanner, seat.side)
        if key not in look.found:
            look.found[key] = sight_of(look, seat.side, self.style)
        sight: Sight = look.found[key]
        return sight

    def _by_lot(self, seat: Seat, score: Score) -> Action:
        """One of those that are about as good as the best, so that no two wars begin alike."""
        worth = {action: score(action) for action in seat.prompt.actions}
        enough = max(worth.values()) - OPENINGS[seat.prompt.step]
        return self._dice.choice([action for action, found in worth.items() if found >= enough])

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action was chosen."""
        return reasons.sentence(seat, sight_of(seat.look, seat.side, self.style), action)

    def _orders(self, seat: Seat, sight: Sight) -> list[Order]:
        """The markers of this operation: thought out when it begins, or when the match has gone back."""
        frame: Any = seat.prompt.frame
        position = sight.position
        marked = position.move_marks | position.attack_marks
        key = (position.turn, position.round, position.epoch, position.rolls, position.card)
        if self._plan[0] != key or not frame.acted:
            self._plan = (key, orders(sight, frame.points))
        return [order._replace(hexes=order.hexes & ~marked) for order in self._plan[1]]

"""What is worth doing by the brook: go for the mill, and attack where the chances are good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Any

from bocage.bots import Seat
from bocage.bots.judgement import Candidate, Style
from bocage.rules import Action

from ..rules.combat import ATTACKER_LOSES, DEFENDER_LOSES
from ..rules.movement import NOBODY, Moving
from ..rules.position import OTHER

USUAL = Style("plain", "go for the mill")
MILL_WORTH = 2.0


class BrookJudgement:
    """One judgement for the greedy bot, the planner and the search."""

    styles: Sequence[Style] = (USUAL,)
    playout = USUAL
    pace = 4000

    def __init__(self, game: Any) -> None:
        self.game = game

    def worth(self, seat: Seat) -> Callable[[Action], float]:
        look, frame = seat.look, seat.prompt.frame
        hand = frame.hand if isinstance(frame, Moving) else NOBODY
        units, labels = look.position.units, self.game.board.labels

        def gain(unit: int, node: int) -> float:
            return self._place(look, seat.side, node) - self._place(look, seat.side, units[unit].at)

        def value(action: Action) -> float:
            if action.verb == "pick" and hand != NOBODY:
                return (
                    -1.0
                )  # one after the other: if another could be worth more, the two would be picked in turn for ever
            if action.verb == "pick":
                open_ = look.reach(action.index).all & ~look.occupied(seat.side)
                return max((gain(action.index, node) for node in self.game.board.nodes(open_)), default=0.0)
            if action.verb == "move":
                return gain(hand, action.index)
            if action.verb == "attack":
                chances = seat.forecast(labels[action.index]).chances
                return float(chances.get(DEFENDER_LOSES, 0) - chances.get(ATTACKER_LOSES, 0))
            return {"join": 2.0, "roll": 1.0}.get(action.verb, 0.0)

        return value

    def _place(self, look: Any, side: str, node: int) -> float:
        """How good a hex is: near the mill, in cover, and beside an enemy rather than behind."""
        far: int = self.game.board.distance(node, self.game.mill)
        cover: int = self.game.data.cover >> node & 1
        contact: int = look.zone(OTHER[side]) >> node & 1
        return (MILL_WORTH if not far else -far) + 0.3 * cover + 0.5 * contact

    def explain(self, seat: Seat, action: Action) -> str:
        if action.verb == "move":
            far = self.game.board.distance(action.index, self.game.mill)
            return f"I go to {action.operand}, {far} from the mill." if far else "I go to the mill."
        if action.verb == "attack":
            chance = seat.forecast(action.operand).chances.get(DEFENDER_LOSES, 0)
            return f"I attack {action.operand}: a chance of {float(chance):.0%} to hurt them."
        return ""

    def planner(self, style: Style, dice: Random) -> BrookPlanner:
        return BrookPlanner(self, style)

    def standing(self, look: Any, side: str) -> float:
        """Steps on the map, and the mill, from the point of view of a side."""
        lead = 0.0
        for number, unit in enumerate(look.position.units):
            if unit.at >= 0:
                lead += unit.steps if look.counter(number).side == side else -unit.steps
        holder = look.position.holder
        if holder:
            lead += MILL_WORTH if holder == side else -MILL_WORTH
        return 1 / (1 + exp(-lead / 2))

    def player_turn(self, position: Any) -> object:
        return position.turn, self.game.phase(position).split()[0]

    def horizon(self, seat: Seat) -> int:
        return 2

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        """The two attacks that look best, or none at all."""
        if seat.prompt.step != "combat" or "attack" not in seat.prompt.sets:
            return ()
        best = sorted(seat.prompt.actions, key=self.worth(seat), reverse=True)[:3]
        return [Candidate(str(action), f"choose {action}", action) for action in best]


class BrookPlanner:
    """Takes what is worth most."""

    def __init__(self, judgement: BrookJudgement, style: Style) -> None:
        self.judgement = judgement
        self.style = style

    def choose(self, seat: Seat) -> Action | None:
        return max(seat.prompt.actions, key=self.judgement.worth(seat))

    def explain(self, seat: Seat, action: Action) -> str:
        return self.judgement.explain(seat, action)


def judge(game: Any) -> BrookJudgement:
    """The judgement of a game object."""
    return BrookJudgement(game)

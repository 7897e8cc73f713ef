"""What the bots know of Festung Europa: what actions are worth, ways to play, and how a position stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bocage.bots.judgement import Candidate, Effort, Style
from bocage.bots.seat import Seat
from bocage.bots.sight import STEADY
from bocage.bots.standing import Weights
from bocage.engine.actions import Action

from ..game import Festung
from ..rules.look import FestungLook
from ..rules.position import ALLIED
from . import beginner, reasons
from .features import FOR_THE_ALLIES, features
from .planner import FestungPlanner
from .sight import Sight, sight_of
from .worth import scores

BOLD = Style("bold", "press every attack", {"good_attack": 0.2, "own_loss": 0.6, "danger": 0.2, "pull": 0.7})
CAREFUL = Style("careful", "attack only where it is cheap", {"good_attack": 1.2, "own_loss": 1.4, "danger": 0.9})
BETRAYAL = "allied-42"
HORIZON = 12  # ends of actions that playouts go to: the war can end at that of a turn
EFFORT = Effort(first=3, sure=0.5, enough=3.0, strict=True)


class FestungJudgement:
    """What the bots know of Festung Europa."""

    styles: Sequence[Style] = (STEADY, BOLD, CAREFUL)
    pace = 300
    playout = STEADY

    def __init__(self, game: Festung) -> None:
        self.game = game
        self.weights = Weights.of("festung")

    def worth(self, seat: Seat) -> Callable[[Action], float]:
        """How good each action of the list is, looked at by itself."""
        score = beginner.worth(seat, Sight(seat.look, seat.side, beginner.BEGINNER))
        return score if score is not None else lambda action: 0.0

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action looks good by itself."""
        return reasons.sentence(seat, Sight(seat.look, seat.side, beginner.BEGINNER), action)

    def planner(self, style: Style, dice: Random) -> FestungPlanner:
        """A planner that starts with an empty memory."""
        return FestungPlanner(style, dice)

    def features(self, look: FestungLook, side: str) -> Mapping[str, float]:
        """Telling numbers of a position."""
        return features(look)

    def signs(self, side: str) -> Mapping[str, int]:
        """Whether more of a feature helps a side or harms it."""
        return {name: sign if side == ALLIED else -sign for name, sign in FOR_THE_ALLIES.items()}

    def standing(self, look: FestungLook, side: str) -> float:
        """The share of victory that a side can expect."""
        return self.weights.share(side, features(look))

    def player_turn(self, position: Any) -> object:
        """An action of a side; the phases around the rounds belong to the turn."""
        return position.turn, position.round, position.active

    def horizon(self, seat: Seat) -> int:
        """A turn; on the last two to the very end."""
        left = self.game.rules.last_turn - seat.look.position.turn
        return 2 * HORIZON if left == 1 else HORIZON

    def effort(self, seat: Seat) -> Effort:
        """How playouts are spent."""
        return EFFORT

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        """Whether the way to Berlin is opened now: once it is, the Axis knows what comes."""
        if seat.prompt.step != "action" or seat.side != ALLIED:
            return ()
        betray = seat.offered("event", self.game.card_numbers[BETRAYAL])
        if betray is None:
            return ()
        score = scores(seat, sight_of(seat.look, seat.side, style))
        assert score is not None
        others = [action for action in seat.prompt.actions if action != betray]
        usual, other = max(seat.prompt.actions, key=score), max(others, key=score)
        listed = (usual, other if usual == betray else betray)
        return [Candidate(self._name(action), f"play {self._name(action)}", action, style) for action in listed]

    def _name(self, action: Action) -> str:
        return f"{action.verb} {action.operand}".strip()


def judge(game: Any) -> FestungJudgement:
    """The judgement of one game object."""
    return FestungJudgement(game)

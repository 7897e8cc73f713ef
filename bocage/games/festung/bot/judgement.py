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
from . import beginner, reasons
from .features import features
from .planner import FestungPlanner
from .sight import Sight, sight_of
from .worth import scores

BOLD = Style("bold", "press every attack", {"good_attack": 0.2, "own_loss": 0.6, "danger": 0.2, "pull": 0.7})
CAREFUL = Style("careful", "attack only where it is cheap", {"good_attack": 1.2, "own_loss": 1.4, "danger": 0.9})
MOST_CANDIDATES = 4
HORIZON = 3
EFFORT = Effort(first=3, doubt=0.02, strict=True)


class FestungJudgement:
    """What the bots know of Festung Europa."""

    styles: Sequence[Style] = (STEADY, BOLD, CAREFUL)
    pace = 250
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

    def standing(self, look: FestungLook, side: str) -> float:
        """The share of victory that a side can expect."""
        return self.weights.share(side, features(look))

    def player_turn(self, position: Any) -> object:
        """An action of a side; the phases around the rounds belong to the turn."""
        return position.turn, position.round, position.active

    def horizon(self, seat: Seat) -> int:
        """One's own action, the answer, and another."""
        return HORIZON

    def effort(self, seat: Seat) -> Effort:
        """How playouts are spent."""
        return EFFORT

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        """At the choice of a card: the best uses by the planner's own reckoning."""
        if seat.prompt.step != "action":
            return ()
        score = scores(seat, sight_of(seat.look, seat.side, style))
        assert score is not None
        ranked = sorted(seat.prompt.actions, key=score, reverse=True)
        found: list[Candidate] = []
        for action in ranked[:MOST_CANDIDATES]:
            name = f"{action.verb} {action.operand}".strip()
            found.append(Candidate(name, f"play {name}", action, style))
        return found


def judge(game: Any) -> FestungJudgement:
    """The judgement of one game object."""
    return FestungJudgement(game)

"""What is worth holding in Operation Roundup, what threatens it, and how a position stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bocage.bots.judgement import Candidate, Style
from bocage.bots.roundup import reasons
from bocage.bots.roundup.beginner import Beginner
from bocage.bots.roundup.features import features
from bocage.bots.roundup.planner import RoundupPlanner
from bocage.bots.roundup.sight import STEADY, Ground, Sight
from bocage.bots.seat import Seat
from bocage.bots.standing import Weights
from bocage.engine.actions import Action
from bocage.games.roundup.game import Roundup
from bocage.games.roundup.look import RoundupLook
from bocage.games.roundup.position import ALLIED, GERMAN

# How a beginner weighs what he sees: every step counts, and the nearest thing is the goal.
BEGINNER = Style("beginner", "take what looks best", {"own_loss": 1.0, "axis": 0, "beachhead": 45.0})

BOLD = Style("bold", "press every attack", {"good_attack": 0.1, "good_enough": 0.0, "own_loss": 0.5, "danger": 0.6})
CAREFUL = Style(
    "careful", "attack only where it is cheap", {"good_attack": 1.5, "good_enough": 1.0, "own_loss": 1.5, "danger": 1.8}
)
RAID = Style("raid", "send a force to the edge", {"raid_turn": 0, "raiders": 5, "edge": 12.0, "leash": 30})
EDGE = Style(
    "edge", "stake everything on the edge",
    {"raid_turn": 0, "raiders": 9, "edge": 40.0, "edge_at_last": 80.0, "leash": 40, "danger": 0.5},
)  # fmt: skip
FORTRESS = Style(
    "fortress", "hold a narrow ring around the beachheads",
    {"good_attack": 1.0, "good_enough": 0.7, "guard": 2.0, "leash": 2, "raid_turn": 99, "danger": 2.0, "ports": 5.0},
)  # fmt: skip
OTHER_PORT = Style("other port", "go for the next port", {"axis": 1, "ports": 16.0, "leash": 10})

RING = Style(
    "ring", "draw a ring around the Allies and hold the ports",
    {"axis": 0, "hold": 6.0, "own_loss": 1.0, "good_attack": 0.6, "good_enough": 0.25, "danger": 1.3, "pull": 0.5},
)  # fmt: skip
WEAKEST = Style("weakest", "gather against the weakest beachhead", {"axis": 3})
STORM = Style(
    "storm", "throw everything at the beachheads whatever it costs",
    {"beachhead": 150.0, "own_loss": 0.0, "good_attack": -0.5, "good_enough": -0.3, "danger": 0.0, "pull": 1.5},
)  # fmt: skip
RETAKE = Style("retake", "retake the ports", {"axis": 1, "ports": 40.0, "own_loss": 0.5})
WATCH = Style("watch", "shut the way to the edge", {"edge_watch": 0, "late_zone": 2.5, "edge": 30.0, "pull": 0.3})

ALLIED_STYLES = (BOLD, RAID, FORTRESS, OTHER_PORT)
ALLIED_LATE = (BOLD, EDGE, FORTRESS, OTHER_PORT)
GERMAN_STYLES = (RING, WEAKEST, STORM, RETAKE)
FIRST_SEARCH = 2  # on turn 1 there is nothing to choose between
LATE = 2  # turns before the last
LAST_TURNS = 1  # in which playouts go to the very end
HORIZON = 2  # player-turns: what is left of one's own, and the answer


class RoundupJudgement:
    """What the bots know of Operation Roundup."""

    styles: Sequence[Style] = (STEADY, BOLD, CAREFUL, RING, WEAKEST)
    pace = 1500
    playout = STEADY

    def __init__(self, game: Roundup) -> None:
        self.game = game
        self.ground = Ground(game)
        self.weights = Weights.of("roundup")

    def worth(self, seat: Seat) -> Callable[[Action], float]:
        """How good each action of the list is, looked at by itself."""
        return Beginner(seat, Sight(seat.look, seat.side, self.ground, style=BEGINNER)).worth

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action looks good by itself."""
        return reasons.sentence(seat, Sight(seat.look, seat.side, self.ground, style=BEGINNER), action)

    def planner(self, style: Style, dice: Random) -> RoundupPlanner:
        """A planner that starts with an empty memory."""
        return RoundupPlanner(style, dice, self.ground)

    def features(self, look: RoundupLook, side: str) -> Mapping[str, float]:
        """Telling numbers of a position."""
        return features(look, self.ground)

    def standing(self, look: RoundupLook, side: str) -> float:
        """The share of victory that a side can expect."""
        return self.weights.share(side, features(look, self.ground))

    def player_turn(self, position: Any) -> object:
        """The turn, and whose part of it: all that happens in the other's phase belongs to it."""
        row = self.game.phase(position)
        german = row.startswith(GERMAN) or row.endswith(" cup") or row in ("kampfgruppe", "administration")
        return position.turn, GERMAN if german else ALLIED

    def horizon(self, seat: Seat) -> int:
        """One's own player-turn and the answer; in the last turns to the very end."""
        turns: int = self.game.rules.turns
        return 2 * turns if seat.look.position.turn > turns - LAST_TURNS else HORIZON

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        """Before the phases begin: their order, and what the turn is for."""
        turn = seat.look.position.turn
        if seat.prompt.step != "phase order" or turn < FIRST_SEARCH:
            return ()
        usual = self.planner(style, Random(0)).choose(seat)
        found = [Candidate("plan", "keep to the plan", usual, style)]
        for action in seat.prompt.actions:
            if action is not usual:
                words = "march before I fight" if action.verb == "move-first" else "fight before I march"
                found.append(Candidate(action.verb, words, action, style))
        late = turn >= self.game.rules.turns - LATE
        others = (ALLIED_LATE if late else ALLIED_STYLES) if seat.side == ALLIED else GERMAN_STYLES
        found += [Candidate(other.name, other.words, None, other) for other in others]
        if late and seat.side == GERMAN:
            found.append(Candidate(WATCH.name, WATCH.words, None, WATCH))
        return found


def judge(game: Any) -> RoundupJudgement:
    """The judgement of one game object."""
    return RoundupJudgement(game)

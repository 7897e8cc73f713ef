"""What is worth holding in Operation Roundup, what threatens it, and how a position stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bocage.bots.judgement import Candidate, Effort, Style
from bocage.bots.seat import Seat
from bocage.bots.sight import STEADY
from bocage.bots.standing import Weights
from bocage.engine.actions import Action

from ..game import Roundup
from ..rules.look import RoundupLook
from ..rules.position import ALLIED, GERMAN, RoundupPosition
from . import reasons
from .features import features
from .planner import RoundupPlanner
from .sight import Ground, Sight
from .worth import Beginner

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
# How the search plays where it does not search.
FIRM = Style(
    "firm", "keep the line close and strike when it costs little",
    {"good_attack": 0.2, "own_loss": 0.7, "crowd": 0.04, "zone": 5.0, "cover": 1.0, "guard": 0.7, "leash": 5},
)  # fmt: skip
DESPERATE = Style(
    "desperate", "leave the lost beaches and make for the edge",
    {
        "raid_turn": 0, "raiders": 30, "edge": 40.0, "edge_at_last": 80.0, "leash": 60, "danger": 0.5, "guard": 0.1,
        "ports": 2.0, "port_guard": 0.0,
    },
)  # fmt: skip
EAGER = Style(
    "eager", "strike at the beaches and the port, the strong in front",
    {"bulwark": 0, "hold": 3.0, "deciding_from": 4, "vanguard": 0.3, "edge_watch": 8, "late_zone": 2.0},
)  # fmt: skip
BULWARK = Style(
    "bulwark", "hold the next port and strike where I stand",
    {"bulwark": 1, "hold": 20.0, "deciding_from": 7, "vanguard": 0.0, "edge_watch": 6, "late_zone": 3.0},
)  # fmt: skip
SHUT = Style(
    "shut", "shut the way to the edge, for the landing has failed",
    {"edge_watch": 0, "late_zone": 2.5, "edge": 30.0, "edge_at_last": 80.0, "axis": 0, "beachhead": 20.0},
)  # fmt: skip
GERMAN_STYLES = (EAGER, BULWARK, RING, STORM, RETAKE)
GERMAN_LATE = (STORM, RETAKE, WATCH)
FIRST_SEARCH = 2  # on turn 1 there is nothing to choose between
LATE = 1  # turns before the last
LAST_TURNS = 2  # in which playouts go to the very end
HORIZON = 4  # player-turns: what is left of one's own, the answer, and a turn more
# Playouts are judged after the answer, and again up to the horizon.
EFFORT = Effort(first=3, doubt=0.05, strict=True, first_look=2)


class RoundupJudgement:
    """What the bots know of Operation Roundup."""

    styles: Sequence[Style] = (STEADY, BOLD, CAREFUL, RING, WEAKEST)
    pace = 1700
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
        return RoundupPlanner(style, self.ground)

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

    def effort(self, seat: Seat) -> Effort:
        """How playouts are spent."""
        return EFFORT

    def opening(self, position: RoundupPosition, side: str) -> Style:
        """How the search plays where it does not search."""
        failed = position.beachheads_lost > 0  # the Allies can no longer win, but spoil the edge (14.1, 14.2)
        if side == ALLIED:
            return DESPERATE if failed else FIRM
        # Without Russia's divisions the second port decides (14.2.1).
        russia = bool(position.strategy and self.game.data.strategies[position.strategy].russia)
        return SHUT if failed else EAGER if russia else BULWARK

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        """Before the phases begin: their order, and what the turn is for."""
        position = seat.look.position
        if seat.prompt.step != "phase order" or position.turn < FIRST_SEARCH:
            return ()
        usual = self.planner(style, Random(0)).choose(seat)
        found = [Candidate("plan", "keep to the plan", usual, style)]
        for action in seat.prompt.actions:
            if action is not usual:
                words = "march before I fight" if action.verb == "move-first" else "fight before I march"
                found.append(Candidate(action.verb, words, action, style))
        late = position.turn >= self.game.rules.turns - LATE
        if seat.side == ALLIED:
            others: Sequence[Style] = ALLIED_LATE if late else ALLIED_STYLES
        else:
            others = (*GERMAN_LATE, *self._targets(seat.look)) if late else GERMAN_STYLES
        # A style changes some numbers of the one in which the turn would be played.
        found += [
            Candidate(other.name, other.words, None, other.on(style)) for other in others if other.name != style.name
        ]
        return found

    def _targets(self, look: RoundupLook) -> Sequence[Style]:
        """Everything against one of the beachheads."""
        board = self.game.board
        return [
            Style(board.labels[node], f"throw everything at {board.labels[node]}", {**STORM.numbers, "target": node})
            for node in board.nodes(look.beachheads())
        ]


def judge(game: Any) -> RoundupJudgement:
    """The judgement of one game object."""
    return RoundupJudgement(game)

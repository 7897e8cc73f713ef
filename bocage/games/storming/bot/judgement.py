"""What the bots know of Storming the Reich: ways to play, what actions are worth, how a campaign stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bocage.bots.judgement import Candidate, Effort, Style
from bocage.bots.seat import Seat
from bocage.bots.sight import STEADY
from bocage.bots.standing import Weights
from bocage.engine.actions import Action

from ..game import Storming
from ..rules.position import ALLIED
from ..rules.sequence import TURN
from .features import campaign
from .planner import StormingPlanner
from .reasons import reason
from .sight import Ground, Sight
from .worth import Worth

# The numbers of a style change what the planner usually reckons with: some are added, some multiply.
BOLD = Style(
    "bold",
    "press the attack",
    {"losses": 0.5, "attack": -0.3, "assault": -0.4, "sure": -0.15, "danger": 0.5},
)
CAREFUL = Style(
    "careful",
    "spare my troops",
    {"losses": 1.5, "attack": 0.6, "assault": 0.4, "sure": 0.1, "danger": 1.6, "company": 1.5},
)
SWIFT = Style(
    "swift",
    "make straight for the goal",
    {"pull": 1.7, "danger": 0.6, "company": 0.3, "ground": 2.0, "contact": -0.3, "exit": 2},
)
SIEGE = Style("siege", "bring everybody before Metz", {"metz": 8, "losses": 0.7, "attack": -0.2})
STORM = Style(
    "storm",
    "throw the panzers at what wins the game",
    {"storm": 1, "losses": 0.6, "attack": -0.4, "assault": -0.3, "sure": -0.15, "danger": 0.4, "company": 0.5},
)
# Ways to land, of numbers that did well where many were drawn by lot (443 landings): ground first, towns kept, a
# thicker cordon before the beaches. By itself "dare" is hardly better than "steady"; the search knows when.
_PRESS = {"keep": 4, "ground": 2, "cordon": 9, "assault": 0.4, "contact": 0.3, "danger": 0.6}
PRESS = Style("press", "press on out of the beachhead", _PRESS)
DARE = Style("dare", "leave the beaches to a few and press on", {**_PRESS, "guard": -1})
DASH = Style(
    "dash", "make straight for Brittany and the towns", {**_PRESS, "guard": -1, "pull": 1.6, "exit": 2, "company": 0.4}
)
SHIELD = Style("shield", "keep the beaches safe", {**_PRESS, "shield": 4, "assault": 0.6, "attack": 0.3, "danger": 1.2})
CLOSE = Style("close", "stand close to the enemy", {"ring": -1, "contact": 0.5, "danger": 0.6, "pull": 1.4})
LOOSE = Style("loose", "keep my distance", {"ring": 1, "danger": 1.5, "company": 1.5, "stay": -1.0})
# Poor ways to play in general, but right now and then: the search finds out when.
GUARD = Style("guard", "keep more troops where a loss would lose the game", {"guard": 2})
BAR = Style("bar", "bar the way into Brittany", {"brittany": 9})
RETAKE = Style(
    "retake", "take back the towns that they have broken out to", {"retake": 8, "losses": 0.8, "attack": -0.2}
)
QUICK = Style("quick", "think of those near the front only", {"near": 5})  # for playouts
QUICK_PRESS = Style("quick press", "press on, those near the front only", {**_PRESS, "near": 5})

ALLIED_LANDING = (PRESS, DARE, STEADY, DASH, SHIELD, BOLD)
GERMAN_LANDING = (STEADY, CAREFUL, STORM, RETAKE, CLOSE, LOOSE)
LANDING = Effort(first=2, sure=0.5, strict=True, in_step=True, own={ALLIED: QUICK_PRESS})
INLAND = Effort(first=3, sure=0.8, strict=True, in_step=True)

# The player-turns of a game turn: the row with which each begins. Arrivals belong to what comes after them.
_BEGIN = {
    "german reinforcements": "arrivals",
    "allied reinforcements": "allied assault",
    "counteroffensive": "decision",
    "watch on the rhine": "counteroffensive",
    "airborne operation": "allied assault",
    "german assault supply": "german assault",
    "second strafing": "allied exploitation",
    "german exploitation supply": "german exploitation",
}


def _player_turns() -> dict[str, str]:
    found, name = {}, "arrivals"
    for row in TURN:
        name = _BEGIN.get(row.name, name)
        found[row.name] = name
    return found


class StormingJudgement:
    """The judgement of one game; it keeps what never changes on its map."""

    styles: Sequence[Style] = (STEADY, BOLD, CAREFUL, SWIFT, STORM)
    pace = 850
    playout = QUICK

    def __init__(self, game: Storming) -> None:
        self.game = game
        self.ground = Ground(game)
        self._weights = Weights.of(game.slug)
        self._player_turns = _player_turns()

    def worth(self, seat: Seat) -> Callable[[Action], float]:
        """What each action is worth by itself."""
        return Worth(seat, Sight(seat.look, seat.side, self.ground))

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action looks good by itself."""
        sight = Sight(seat.look, seat.side, self.ground)
        return reason(seat, sight, action, Worth(seat, sight).party)

    def planner(self, style: Style, dice: Random) -> StormingPlanner:
        """A planner that starts with an empty memory."""
        return StormingPlanner(style, self.ground)

    def features(self, look: Any, side: str) -> Mapping[str, float]:
        """The telling numbers of a position."""
        return campaign.features(look, self.ground)

    def signs(self, side: str) -> Mapping[str, int]:
        """Of which numbers it is known beforehand whether they help a side or harm it."""
        return {name: sign if side == ALLIED else -sign for name, sign in campaign.HELPS_ALLIES.items()}

    def standing(self, look: Any, side: str) -> float:
        """The share of victory that a side can expect."""
        return self._weights.share(side, campaign.features(look, self.ground))

    def player_turn(self, position: Any) -> object:
        """A phase of one side; the arrivals at the beginning of a turn belong to the phases around them."""
        name = self._player_turns.get(self.game.phase(position), "set-up")
        return (position.turn - 1, "german exploitation") if name == "arrivals" else (position.turn, name)

    def effort(self, seat: Seat) -> Effort:
        """In the landing the standing foretells well, and dice of equal phases leave little to chance."""
        return LANDING if self._landing(seat) else INLAND

    def horizon(self, seat: Seat) -> int:
        """Once around the phases of a game turn, so that both sides have answered."""
        return HORIZONS[self._player_turns[seat.phase]]

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        """Ways to play where a phase begins, and whether the counteroffensive is launched."""
        prompt = seat.prompt
        if prompt.step == "counteroffensive":
            usual = self.planner(style, Random(0)).choose(seat)
            both = sorted(prompt.actions, key=lambda action: action is not usual)
            return [Candidate(str(action), f"{action} the counteroffensive", action=action) for action in both]
        frame: Any = prompt.frame
        opening = prompt.step == "declaration" or (
            prompt.step == "movement" and not frame.acted and not frame.hand and seat.phase in OPENINGS
        )
        if not opening:
            return ()
        return [Candidate(one.name, one.words, style=one) for one in self._ways(seat)]

    def _ways(self, seat: Seat) -> Sequence[Style]:
        """The ways to play that may make a difference now."""
        position = seat.look.position
        game = self.game
        if self._landing(seat):
            if seat.side == ALLIED:
                return ALLIED_LANDING
            return GERMAN_LANDING if position.brittany_closed else (*GERMAN_LANDING, BAR)
        if seat.side == ALLIED:
            besieged = position.on_board & game.garrison_units and not position.offensive_turn
            in_time = position.turn <= game.rules.numbers["metz_test_turn"]
            return (STEADY, BOLD, GUARD, SIEGE if besieged and in_time else SWIFT)
        decisive = position.antwerpen_taken and position.allied_control & game.antwerpen
        return (STEADY, CAREFUL, STORM if decisive else BOLD)

    def _landing(self, seat: Seat) -> bool:
        return self.game.scenario != "final" and not seat.look.position.breakout


# Player-turn -> how many of them a playout goes on: until every phase of a game turn has come once.
HORIZONS = {
    "decision": 4, "counteroffensive": 3, "allied assault": 4, "german assault": 4, "allied exploitation": 4,
    "german exploitation": 4,
}  # fmt: skip
OPENINGS = frozenset(("german assault movement", "allied exploitation", "german exploitation", "offensive movement"))


def judge(game: Any) -> StormingJudgement:
    """A judgement for a game object."""
    return StormingJudgement(game)

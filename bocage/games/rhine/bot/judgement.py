"""What the bots know of this game: what is worth holding, what threatens it, how a position stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bocage.bots.judgement import Candidate, Effort, Style
from bocage.bots.seat import Seat
from bocage.bots.sight import STEADY
from bocage.bots.standing import Weights
from bocage.engine.actions import Action
from bocage.engine.steps import Sequencing

from ..game import Rhine
from ..rules.position import ALLIED, GERMAN, OPERATIONAL
from . import worth
from .features import FOR_THE_ALLIES, features
from .planner import RhinePlanner
from .set_ups import Layout
from .sight import Ground

LIKED = 1.0  # what the answer of a rule of thumb is worth where there is nothing to reckon

# Ways to play; numbers are read by the planner, most of them as factors of the usual ones.
BOLD = Style("bold", "press the attack", {"good_attack": 0.4, "good_enough": 0.3, "mind": 0.7, "ground": 1.5})
CAREFUL = Style("careful", "save my units", {"good_attack": 1.6, "good_enough": 1.8, "mind": 1.4, "danger": 1.3})
SWIFT = Style("swift", "march before I fight", {"pull": 1.5, "danger": 0.6, "exposed": 0.5, "hold_back": 0.0})
FIRM = Style("firm", "hold close to the enemy", {"contact": 0.8, "ring": 1.0, "behind": 2.0, "cover": 1.4})
ELASTIC = Style("elastic", "keep my distance", {"contact": -0.8, "ring": 3.0, "behind": 4.0, "handicap": 0.9})
NARROW = Style("narrow", "send everybody to one city", {"narrow": 1.0, "good_attack": 1.4})
RACE = Style("race", "leave aside what lies beside the road", {"sieges": 0.0, "pull": 1.3})
COAST = Style(
    "coast",
    "guard the coast against a second landing",
    {"guard_coast_until": 10.0, "guard_coast_to": 33.0, "watch_until": 8.0},
)
# Where D-Day is to be: hexes from there to the German side of the map.
FLANDERS = Style("Flanders", "land in Flanders", {"coast": 20.0})
SOMME = Style("Somme", "land between Calais and the Somme", {"coast": 27.0})
# How the search plays where it does not search: numbers that did well where many were drawn by lot (480 games).
PORTS = Style("ports", "besiege one port more", {"sieges": 3.0})
STUBBORN = Style(
    "stubborn", "stay close to the enemy and save my units",
    {"mind": 1.4, "contact": 0.8, "pull": 1.5, "good_enough": 1.5},
)  # fmt: skip
BLOW = Style("blow", "throw in the Luftwaffe and the SS", {"counterblow": 0.5, "good_attack": 0.5, "good_enough": 0.5})
PATIENT = Style("patient", "save the Luftwaffe and the SS", {"counterblow": 99.0})

BREAKOUT = 4  # the turn from which the Allies have a choice of ways
EFFORT = Effort(enough=4.0, strict=True)
LANDINGS = (FLANDERS, SOMME)
RESERVE = {"wait": "keep the SS at the front", "withdraw-to-stay": "withdraw the SS for good and gain two turns"}
HORIZON, LANDING_HORIZON, LAST_HORIZON = 2, 3, 4  # player-turns: usually, for D-Day, and in the last two turns


class RhineJudgement:
    """The judgement of D-Day to the Rhine. Ground that never changes is looked at once, for all planners."""

    styles = (STEADY, BOLD, CAREFUL, SWIFT, FIRM, ELASTIC, NARROW, RACE, COAST, FLANDERS, SOMME)
    pace = 880
    playout = STEADY

    def __init__(self, game: Rhine) -> None:
        self.ground = Ground(game)
        self._weights = Weights.of("rhine")
        rows = [row.name for row in game.rules.sequence["turn"]]
        self._german_rows = frozenset(rows[rows.index("german turn") :])
        self.meet("0")
        self._examined: object = None  # the player-turn whose style has been looked for

    def meet(self, seed: str) -> None:
        """Who asks: whoever has another seed sets up in another way, in every match."""
        self._layout = Layout(f"{seed}/set-up")
        self._thumb = RhinePlanner(STEADY, self.ground, self._layout)

    def worth(self, seat: Seat) -> Callable[[Action], float]:
        """How good each action is by itself; "end" is worth nothing."""
        reckon = worth.TABLE.get(seat.prompt.step)
        if reckon is not None:
            sight = self._thumb.sight(seat)
            return reckon(seat, sight, self._thumb.aims(seat, sight))
        liked = self._thumb.choose(seat)
        return lambda action: LIKED if action == liked else 0.0

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action looks good by itself."""
        return self._thumb.explain(seat, action)

    def planner(self, style: Style, dice: Random) -> RhinePlanner:
        """A planner that starts with an empty memory."""
        return RhinePlanner(style, self.ground, self._layout)

    def features(self, look: Any, side: str) -> dict[str, float]:
        """The numbers by which a position is judged."""
        return features(look, self.ground, self.player_turn(look.position)[1] == GERMAN)

    def signs(self, side: str) -> dict[str, int]:
        """Whether more of a feature helps a side or harms it."""
        return {name: sign if side == ALLIED else -sign for name, sign in FOR_THE_ALLIES.items()}

    def standing(self, look: Any, side: str) -> float:
        """The share of victory that a side can expect."""
        return self._weights.share(side, self.features(look, side))

    def player_turn(self, position: Any) -> tuple[int, str]:
        """The turn, and whose half of it this is; the set-up comes before all turns."""
        for frame in reversed(position.frames):
            if isinstance(frame, Sequencing) and frame.row:
                if frame.table != "turn":
                    return 0, GERMAN
                return position.turn, GERMAN if frame.row in self._german_rows else ALLIED
        return int(position.turn), ALLIED

    def horizon(self, seat: Seat) -> int:
        """The landing is judged later than what is decided within the campaign, and the last turns by their end."""
        position = seat.look.position
        if self.player_turn(position) == (1, ALLIED):
            return LANDING_HORIZON
        return LAST_HORIZON if seat.look.last_turn() - position.turn < 2 else HORIZON

    def effort(self, seat: Seat) -> Effort:
        """What is settled needs no more thought: many turns leave little to choose."""
        return EFFORT

    def opening(self, position: Any, side: str) -> Style:
        """How the search plays where it does not search."""
        return PORTS if side == ALLIED else STUBBORN

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        """What deserves a search here: a style for the turn, a landing, the counterblow, the Strategic Reserve."""
        position = seat.look.position
        turn = self.player_turn(position)
        if turn[1] != seat.side or not turn[0]:
            return ()
        step = seat.prompt.step
        if self._reserve_at_stake(seat):
            return self._reserve(seat) if step == "strategic reserve" else ()
        if step == "beaches" and position.turn > 1 and not position.second_beaches:
            return self._second_landing(seat)
        if turn == self._examined or not self._turning_point(seat):
            return ()
        self._examined = turn
        if turn == (1, ALLIED):
            return _ways(style, LANDINGS)
        return _ways(style, self._allied_ways(seat) if seat.side == ALLIED else self._german_ways(seat))

    def _reserve_at_stake(self, seat: Seat) -> bool:
        """Is it the last turn for a Strategic Reserve? Then all thought goes into that."""
        position, game = seat.look.position, seat.look.game
        last = position.turn == game.rules.numbers["reserve_last_turn"]
        there = bool(game.reserve_units & position.on_board)
        return seat.side == GERMAN and last and not position.reserve_turn and there

    def _allied_ways(self, seat: Seat) -> Sequence[Style]:
        """As long as everybody fights around the beaches there is little to choose."""
        return (BOLD,) if seat.look.position.turn < BREAKOUT else (SWIFT, NARROW, BOLD)

    def _german_ways(self, seat: Seat) -> Sequence[Style]:
        """Whether to watch the coast while a landing may come, and whether to strike now with everything."""
        found = [SWIFT if seat.look.position.second_landing_turn else COAST]
        if any(action.verb in ("blitz", "ruthless") for action in seat.prompt.actions):
            own = self._thumb.choose(seat)
            found.append(BLOW if own is None or own.verb == "end" else PATIENT)
        return found

    def _turning_point(self, seat: Seat) -> bool:
        """Is this where the style of the player-turn begins to matter?"""
        position, step = seat.look.position, seat.prompt.step
        if seat.side == GERMAN:
            return step in ("declarations", "deployment", "movement")
        if position.turn == 1:
            return True
        return position.stage == OPERATIONAL and step in ("deployment", "movement")

    def _reserve(self, seat: Seat) -> Sequence[Candidate]:
        """The SS at the front, or two turns less; the planner's own choice first."""
        own = self._thumb.choose(seat)
        found = [action for action in seat.prompt.actions if action.verb in RESERVE]
        found.sort(key=lambda action: action != own)
        return [Candidate(action.verb, RESERVE[action.verb], action) for action in found]

    def _second_landing(self, seat: Seat) -> Sequence[Candidate]:
        """A second D-Day, or none yet."""
        frame: Any = seat.prompt.frame
        verbs = seat.prompt.verbs()
        if frame.beaches or not verbs.get("end") or not verbs.get("beach"):
            return ()
        own = self._thumb.choose(seat)
        eager = self.planner(Style("", "", {"second_landing": 0.0, "risked": 8.0}), Random(0)).choose(seat)
        land = eager if eager is not None and eager.verb == "beach" else None
        if land is None:
            return ()
        wait = Candidate("no landing", "wait with a second landing", verbs["end"][0])
        now = Candidate("landing", "land a second time", land)
        return (now, wait) if own == land else (wait, now)


def _ways(style: Style, others: Sequence[Style]) -> Sequence[Candidate]:
    """The style of the player-turn as it is, and with some of its numbers changed."""
    plan = Candidate("plan", STEADY.words, style=style)
    return [plan, *(Candidate(other.name, other.words, style=other.on(style)) for other in others)]


def judge(game: Rhine) -> RhineJudgement:
    """The judgement for a game object."""
    return RhineJudgement(game)

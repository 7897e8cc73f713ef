"""What the bots know of Fortress Europa: ways to play, what actions are worth, how a campaign stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bocage.bots.judgement import Candidate, Effort, Style
from bocage.bots.seat import Seat
from bocage.bots.sight import STEADY
from bocage.bots.standing import Weights
from bocage.engine.actions import Action

from ..game import Fortress
from ..rules.position import ALLIED, GERMAN
from .aims.winter import goals
from .chooser import Chooser
from .features import HELPS_ALLIES, features
from .openings import openings
from .reasons import reason
from .sight import Ground, Sight
from .worth import Beginner

# The numbers of a style change what the planner usually reckons with: "attack" is added, the others multiply.
BOLD = Style("bold", "press the attack", {"losses": 0.6, "attack": -0.5, "danger": 0.6, "pull": 1.2})
CAREFUL = Style("careful", "spare my troops", {"losses": 1.5, "attack": 0.6, "danger": 1.5})
SWIFT = Style("swift", "make straight for the goal", {"pull": 1.8, "danger": 0.5, "zone": 0.5})
FIRM = Style("firm", "hold what I have", {"guard": 2.0, "pull": 0.7, "zone": 1.5, "attack": 0.4})
STAKE_ALL = Style("stake", "stake everything on the goal", {"losses": 0.2, "attack": -1.0, "danger": 0.3, "prize": 2})
DIG_IN = Style("dig in", "dig in", {"danger": 2.0, "zone": 2.0, "attack": 1.0})
LAST_WAYS = (BOLD, CAREFUL, SWIFT, FIRM, STAKE_ALL, DIG_IN)
EFFORT = Effort(first=2, sure=0.7, strict=True, in_step=True)
FIRST_PART = 0.6  # of the thought of a player-turn, for its first impulse
LAST = 2  # player-turns to the end of the game, the enemy's last one counted


class FortressJudgement:
    """The judgement of one game; it keeps what never changes on its map."""

    styles: Sequence[Style] = (STEADY, BOLD, CAREFUL, SWIFT, FIRM)
    pace = 800
    playout = STEADY

    def __init__(self, game: Fortress) -> None:
        self.game = game
        self.ground = Ground(game)
        self._weights = Weights.of(game.slug)
        self._openings = openings(game)

    def worth(self, seat: Seat) -> Callable[[Action], float]:
        """How good each action of the list is, looked at by itself."""
        return Beginner(seat, Sight(seat.look, seat.side, self.ground)).worth

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action looks good by itself."""
        sight = Sight(seat.look, seat.side, self.ground)
        return reason(seat, sight, goals(sight), action, {})

    def planner(self, style: Style, dice: Random) -> Chooser:
        """A planner that starts with an empty memory."""
        return Chooser(style, self.ground, dice)

    def features(self, look: Any, side: str) -> Mapping[str, float]:
        """The telling numbers of a position."""
        return features(look, self.ground)

    def signs(self, side: str) -> Mapping[str, int]:
        """Of which numbers it is known beforehand whether they help a side or harm it."""
        return {name: sign if side == ALLIED else -sign for name, sign in HELPS_ALLIES.items()}

    def standing(self, look: Any, side: str) -> float:
        """The share of victory that a side can expect."""
        return self._weights.share(side, features(look, self.ground))

    def player_turn(self, position: Any) -> object:
        """The turn, and whose part of it: what comes before the Allied turn belongs to it."""
        return position.turn, GERMAN if position.phasing == GERMAN else ALLIED

    def opening(self, position: Any, side: str) -> Style:
        """How the search plays where it does not search: what did well in this start where much was drawn by lot."""
        return self._openings.get(side, STEADY)

    def horizon(self, seat: Seat) -> int:
        """To the end of the game: it is only searched where that is near."""
        return self._left(seat)

    def effort(self, seat: Seat) -> Effort:
        """How playouts are spent: some are kept for the second impulse."""
        return EFFORT._replace(share=FIRST_PART) if seat.look.position.impulse == 1 else EFFORT

    def _left(self, seat: Seat) -> int:
        """Player-turns to the end of the game, this one included."""
        position = seat.look.position
        turns: int = self.game.rules.last_turn - position.turn
        return 2 * turns + (1 if position.phasing == GERMAN else 2)

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        """Ways to play where a movement impulse of one's last player-turn begins.

        Further from the end a playout costs so much, and says so little, that a choice between ways to play was luck.
        """
        frame: Any = seat.prompt.frame
        if seat.prompt.step != "movement" or frame.acted or frame.hand or self._left(seat) > LAST:
            return ()
        plan = Candidate("plan", STEADY.words, style=style)
        return [plan, *(Candidate(other.name, other.words, style=other.on(style)) for other in LAST_WAYS)]


def judge(game: Any) -> FortressJudgement:
    """The judgement of one game object."""
    return FortressJudgement(game)

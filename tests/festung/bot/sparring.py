"""Sparring partners for the planner of Festung Europa: each does one odd thing well, and the rest as the planner."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bocage.bots.judgement import Planner, Style
from bocage.bots.seat import Seat
from bocage.bots.sight import STEADY
from bocage.engine.actions import Action
from bocage.games.festung.bot.judgement import judge
from bocage.games.festung.bot.sight import sight_of
from bocage.games.festung.bot.worth import scores
from bocage.games.festung.rules.combat.battle import Fight
from bocage.games.festung.rules.position import ALLIED

TO_BERLIN = Style(
    "berlin", "go for Berlin",
    {
        "berlin": 90.0, "point": 3.0, "fade": 0.92, "pull": 1.5, "danger": 0.1, "guard": 0.2, "own_loss": 0.4,
        "good_attack": 0.1,
    },
)  # fmt: skip
ON_THE_WAY = ("Tehran", "Stalin Betrayed")


class Partner:
    """A bot of one idea; its planner is made when it first sees the game."""

    style = STEADY

    def __init__(self, seed: str | int) -> None:
        self.dice = Random(seed)
        self.planner: Planner | None = None

    def choose(self, seat: Seat) -> Action:
        """The odd thing where there is one to do, else what the planner does."""
        if self.planner is None:
            self.planner = judge(seat.look.game).planner(self.style, self.dice)
        if seat.prompt.forced:
            return seat.prompt.actions[0]
        usual = self.planner.choose(seat) or seat.prompt.actions[0]
        return self.odd(seat, usual) or usual

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        """What it does instead."""
        return None

    def best(self, seat: Seat, able: Callable[[Action], bool]) -> Action | None:
        """The best of some of the actions, as the planner weighs them."""
        score = scores(seat, sight_of(seat.look, seat.side, self.style))
        found = [action for action in seat.prompt.actions if able(action)]
        return max(found, key=score) if found and score is not None else None


class SitsTight(Partner):
    """Nobody walks or is redeployed but those who come from the boxes; what stands beside the enemy fights."""

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        hexes = seat.look.game.board.hexes
        if usual.verb in ("mark-move", "free-move") and hexes >> usual.index & 1:
            return self.best(seat, lambda a: a.verb not in ("mark-move", "free-move") or not hexes >> a.index & 1)
        return self.best(seat, lambda action: action.verb != "rd") if usual.verb == "rd" else None


class LandsElsewhere(Partner):
    """Lands where nobody expects it; as the Axis, its reinforcements come where nobody expects them."""

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        elsewhere = usual.verb == "land" if seat.side == ALLIED else seat.prompt.step == "reinforcements"
        if not elsewhere or usual.verb in ("pick", "end"):
            return None
        others = [action for action in seat.prompt.actions if action.verb == usual.verb and action != usual]
        return self.dice.choice(others) if others else None


class HoardsCards(Partner):
    """Spends no Combat Card on anything else, and plays one only where a victory hex is fought for."""

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        game = seat.look.game
        if seat.prompt.step in ("action", "discards") and usual.verb in ("ops", "rd", "rp", "discard"):
            hoarded = game.combat_cards
            if hoarded >> usual.index & 1:
                return self.best(seat, lambda a: a.verb in ("automatic", "end") or not hoarded >> a.index & 1)
        if seat.prompt.step == "combat cards" and usual.verb == "combat":
            fight = seat.prompt.frame.turned(Fight)  # type: ignore[attr-defined]
            return None if game.data.vp >> fight.target & 1 else seat.offered("pass")
        return None


class RacesForBerlin(Partner):
    """Everything for the way to Berlin, and the cards that open it; as the Axis, everything forward."""

    style = TO_BERLIN

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        cards = seat.look.game.data.cards

        def opens(action: Action) -> bool:
            return action.verb in ("event", "take") and cards[action.index].name in ON_THE_WAY

        if seat.side == ALLIED and seat.prompt.step in ("action", "year pick", "year picks"):
            return next(filter(opens, seat.prompt.actions), None)
        return None


class PlaysEveryEvent(Partner):
    """Plays every card for its event as long as any can be played so."""

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        return self.best(seat, lambda action: action.verb == "event") if seat.prompt.step == "action" else None


PARTNERS: dict[str, Callable[[str | int], Partner]] = {
    "sits tight": SitsTight,
    "lands elsewhere": LandsElsewhere,
    "hoards cards": HoardsCards,
    "races for Berlin": RacesForBerlin,
    "plays every event": PlaysEveryEvent,
}

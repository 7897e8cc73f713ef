"""A bot's seat at the table: the question, and what its side may know. Nothing else of the match is in reach."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from bocage.engine.actions import Action
from bocage.engine.game import Game
from bocage.engine.matches.match import Match
from bocage.engine.position import Position
from bocage.engine.steps import Prompt

if TYPE_CHECKING:
    from bocage.bots.imagined import Imagined


class Seat:
    """What a bot gets to decide with.

    It holds the prompt and the position as its side sees it, but neither the match nor the dice. The inquiries work
    on a copy that belongs to the bot: it may try things out on it.

    >>> import bocage
    >>> seat = take(bocage.new_match("roundup", seed="utah"), "allied")
    >>> seat.side, len(seat.prompt.actions), seat.view()["turn"]
    ('allied', 84, 1)
    """

    __slots__ = ("_game", "_look", "_seen", "prompt", "side")

    def __init__(self, game: Game[Any], seen: Position, prompt: Prompt) -> None:
        self._game = game
        self._seen = seen
        self._look: Any = None
        self.prompt = prompt
        self.side = prompt.side

    @property
    def game(self) -> str:
        """The short name of the game."""
        return self._game.slug

    @property
    def look(self) -> Any:
        """The game's inquiries on what the side may know."""
        if self._look is None:
            self._look = self._game.look(self._seen.copy())
        return self._look

    @property
    def phase(self) -> str:
        """The row of the sequence of play."""
        return self._game.phase(self._seen)

    def offered(self, verb: str, index: int = 0) -> Action | None:
        """The listed action with a verb about a thing, by its number, if there is one."""
        bit = self.prompt.sets.get(verb, 0) & 1 << index
        return self._game.actions.list(verb, bit)[0] if bit else None

    def view(self) -> dict[str, Any]:
        """What the side may know, as plain data."""
        return {"side": self.side, "phase": self.phase, **self._game.view(self._seen, self.side)}

    def forecast(self, target: str | None = None, attackers: list[str] | None = None, **more: Any) -> Any:
        """The exact chances of the declared attack, or of a possible one."""
        return self._game.forecast(self.look.position, self.side, target=target, attackers=attackers, **more)

    def imagine(self, random: Random) -> Imagined:
        """A game to play in one's head from here on: the unseen is dealt anew, and the dice are one's own."""
        from bocage.bots.imagined import Imagined

        return Imagined(self._game, self._game.redeal(self._seen, self.side, random), random)


def take(match: Match, side: str) -> Seat:
    """The seat of a side that has something to decide."""
    return Seat(match.game, match.game.shown(match.position, side), match.prompts[side])

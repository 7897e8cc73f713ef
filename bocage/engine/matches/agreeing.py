"""Ends that the rules do not know: giving up, a draw, a match that both abandon, an opponent who stays away.

What is offered and answered is said across the table: it is an entry of the match, everybody reads it, and it replays.
That somebody stayed away, and that something was agreed for that case, no record can prove: it says who claimed it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.entries import Entry
from bocage.engine.position import Outcome

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.steps import Prompt

Kind = Literal["draw", "abandon"]
KINDS: tuple[Kind, ...] = ("draw", "abandon")
DRAW_AGREED = "draw agreed"
ABANDONED = "abandoned by both sides"
STAYED_AWAY = "stayed away"
_OFFERED = {"draw": "a draw", "abandon": "to abandon the match"}


class Offer(NamedTuple):
    """What a side offers the other: "draw", or to "abandon" the match."""

    kind: Kind
    side: str


class Agrees:
    """The part of a match that ends it otherwise than by the rules."""

    if TYPE_CHECKING:
        game: Game[Any]
        position: Any
        entries: list[Entry]
        _prompts: dict[str, Prompt]
        _undo: list[Any]
        _request: tuple[str, int] | None

        def _check_side(self, side: str | None) -> None: ...
        def _check_running(self) -> None: ...

    _offer: Offer | None
    _offered: set[Offer]  # in this turn: nobody is asked the same over and over

    @property
    def standing_offer(self) -> Offer | None:
        """What is offered now. An offer stands until it is answered, taken back, or the turn is over."""
        return self._offer if self.position.outcome is None else None

    def concede(self, side: str) -> None:
        """Give the game up."""
        self._check_side(side)
        self._check_running()
        self._end("concede", side)

    def offer(self, side: str, kind: str) -> None:
        """Offer the other side a draw, or to abandon the match. Each once a turn."""
        self._check_side(side)
        self._check_running()
        wanted = next((Offer(one, side) for one in KINDS if one == kind), None)
        if wanted is None:
            raise BadInput(f"one can offer a draw, or to abandon the match, not {kind[:40]!r}")
        standing = self.standing_offer
        if standing is not None:
            who = "you have" if standing.side == side else f"{standing.side} has"
            raise Refusal("", f"{who} offered {_OFFERED[standing.kind]} already; that must be answered first")
        if wanted in self._offered:
            raise Refusal("", f"{_OFFERED[wanted.kind]} was offered by {side} in this turn already; wait for the next")
        self._offer = wanted
        self._offered.add(wanted)
        self.entries.append(Entry(f"offer-{wanted.kind}", side))

    def withdraw(self, side: str) -> None:
        """Take one's own offer back."""
        if self._answerable(side).side != side:
            raise Refusal("", "only the side that made an offer can take it back")
        self._offer = None
        self.entries.append(Entry("withdraw", side))

    def answer_offer(self, side: str, agree: bool) -> None:
        """The other side says yes, which ends the match, or no."""
        offer = self._answerable(side)
        if offer.side == side:
            raise Refusal("", "the other side must answer, not the one that made the offer")
        self._offer = None
        if agree:
            self._end(f"agree-{offer.kind}", side)
        else:
            self.entries.append(Entry("decline", side))

    def claim(self, side: str, kind: str) -> None:
        """End a match that the other side has left, as both had agreed: won by this side ("win"), or a draw ("draw").

        Whether anybody is away, and for how long, only whoever carries the match knows. That it waits for the other
        side alone the record proves.
        """
        self._check_side(side)
        self._check_running()
        if kind not in ("win", "draw"):
            raise BadInput(f"who is left alone claims a win or a draw, not {kind[:40]!r}")
        if side in self._prompts:
            raise Refusal("", "the match waits for you too; who is left alone has nothing to decide")
        asked = [*(offer.side for offer in (self.standing_offer,) if offer), *(self._request or ())[:1]]
        if any(one != side for one in asked):
            raise Refusal("", "answer first what the other side has asked")
        self._end(f"claim-{kind}", side)

    def _answerable(self, side: str) -> Offer:
        self._check_side(side)
        self._check_running()
        offer = self.standing_offer
        if offer is None:
            raise Refusal("", "nothing is offered")
        return offer

    def _end(self, word: str, side: str) -> None:
        """The end that an entry with this word brings."""
        other = next(one for one in self.game.sides if one != side)
        ends = {
            "concede": Outcome(other, f"{side} concedes", self.game.concession_rule),
            "agree-draw": Outcome("", DRAW_AGREED, ""),
            "agree-abandon": Outcome("", ABANDONED, ""),
            "claim-win": Outcome(side, f"{other} {STAYED_AWAY}", ""),
            "claim-draw": Outcome("", f"draw: {other} {STAYED_AWAY}", ""),
        }
        self.position.outcome = ends[word]
        self.position.frames.clear()
        self._prompts = {}
        self._undo.clear()
        self._request = None
        self._offer = None
        self.entries.append(Entry(word, side))

    def _offers_lapse(self) -> None:
        """Another turn: what was offered is not offered any more, and may be offered again."""
        self._offer = None
        self._offered.clear()

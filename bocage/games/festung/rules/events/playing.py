"""Events (6.5): what a card does when it is played as one.

The verbs of a card stand in its data; `verbs` has a function for each. A card's list of verbs is carried out in order
by a frame that remembers how far it has come; what asks a question pushes a frame of its own.
"""

from __future__ import annotations

from bocage.rules import Automatic, refusal

from ...data import effects
from .. import invasion
from ..look import FestungLook, Play
from .conditions import lacking
from .happening import Happening, effects_at
from .verbs import VERBS


def why_not(look: FestungLook, side: str, card: int) -> tuple[str, str]:
    """The case and the reason why a card cannot be played as an event now; empty if it can."""
    printed = look.game.data.cards[card]
    for name in look.position.flags:
        if look.game.flag_of(name).forbid_event == printed.id:
            return "6.51", f"{look.game.card_title(look.position.flags[name].card)} bars it"
    for effect in printed.effects:
        if isinstance(effect, effects.Require):
            missing = lacking(look, effect)
            if missing:
                return "6.51", missing
        elif isinstance(effect, effects.Invade):
            against = refusal(invasion.may_invade(look, printed.id, effect), 0, printed.name)
            if against is not None:
                return against.rule, against.why
    return "", ""


def playable(look: FestungLook, side: str, card: int) -> bool:
    """Can a card be played as an event now?"""
    return not why_not(look, side, card)[0]


def begin(play: Play, side: str, card: int) -> None:
    """A card is played as an event (6.51)."""
    play.position.played |= 1 << card
    play.push(Happening(side, play.game.card_ids[card]))


class EventHappens(Automatic[Happening]):
    """The verbs of a card in order; whatever asks comes first, and then it goes on."""

    name, rule = "event", "6.51"

    def run(self, play: Play, frame: Happening) -> None:
        found = effects_at(play.game, frame)
        if frame.at < len(found):
            play.push(frame.next())
            VERBS[type(found[frame.at])](play, frame, found[frame.at])

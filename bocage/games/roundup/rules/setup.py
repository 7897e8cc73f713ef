"""Setting the game up (13.0): Hitler's strategy and the four beachheads."""

from __future__ import annotations

from typing import ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Clause, Offer, Question

from .look import Play, RoundupLook
from .position import GERMAN


class Drawing(Frame, frozen=True):
    """Hitler's strategy is about to be settled."""

    step: ClassVar[str] = "hitler's strategy"
    side: str


class HitlersStrategy(Automatic[Drawing]):
    """One strategy counter is drawn blindly and stays for the whole game (13.3)."""

    name = "hitler's strategy"
    rule = "13.3"

    def begin(self, play: Play, side: str) -> Drawing:
        return Drawing(side)

    def run(self, play: Play, frame: Drawing) -> None:
        if play.rules.strategy == "chosen":
            play.push(Choosing(GERMAN))
        elif play.rules.strategy == "drawn":
            settle(play, play.number(len(play.game.data.strategies)))
        else:
            settle(play, int(play.rules.strategy))


def settle(play: Play, strategy: int) -> None:
    """Fix the strategy; with ruling R27's option only the German learns it."""
    play.position.strategy = strategy
    eyes = (GERMAN,) if play.rules.hidden_strategy else None
    play.tell("strategy", "13.3", strategy, eyes=eyes)


class Choosing(Frame, frozen=True):
    """The German chooses the strategy himself (an option)."""

    step: ClassVar[str] = "choose strategy"
    side: str


class ChooseStrategy(Question[Choosing]):
    """The German player picks one of the four strategies."""

    name = "choose strategy"
    rule = "13.3"
    offers = ("strategy",)

    def text(self, look: RoundupLook, frame: Choosing) -> str:
        return "Choose Hitler's strategy for the whole game."

    def answer(self, play: Play, frame: Choosing, action: Action) -> None:
        play.pop()
        settle(play, int(action.operand))


class Marking(Frame, frozen=True):
    """The Allies are placing their beachhead markers."""

    step: ClassVar[str] = "beachheads"
    side: str


class Beachheads(Question[Marking]):
    """Four beachhead markers on coastal clear hexes, one to a hex (13.4)."""

    name = "beachheads"
    rule = "13.4"
    offers = ("us-beachhead", "uk-beachhead", "end beachheads")

    def begin(self, play: Play, side: str) -> Marking:
        return Marking(side)

    def keep(self, look: RoundupLook, frame: Marking) -> bool:
        # The first dice of the game follow: the last marker must stay open to undo.
        return True

    def text(self, look: RoundupLook, frame: Marking) -> str:
        position = look.position
        if _all_placed(look, frame):
            return "The four beachheads are marked: go on to the dice of turn 1, or take a marker back."
        us = look.game.rules.beachheads_each - position.us_beachheads.bit_count()
        uk = look.game.rules.beachheads_each - position.uk_beachheads.bit_count()
        return f"Place the beachhead markers on coastal clear hexes: {us} US and {uk} UK still to come."

    def answer(self, play: Play, frame: Marking, action: Action) -> None:
        position = play.position
        if action.verb == "end":
            play.pop()
            return
        if action.verb == "us-beachhead":
            position.us_beachheads |= 1 << action.index
        else:
            position.uk_beachheads |= 1 << action.index
        play.tell("beachhead", "13.4", action.verb[:2].upper(), action.operand)


class Deciding(Frame, frozen=True):
    """The Allies decide about Operation Bluepoint (15.2)."""

    step: ClassVar[str] = "bluepoint"
    side: str


class Bluepoint(Question[Deciding]):
    """Before turn 1 the Allies may give up its air support for more bombers later (15.2)."""

    name = "bluepoint"
    rule = "15.2"
    offers = ("keep-bluepoint", "cancel-bluepoint")

    def begin(self, play: Play, side: str) -> Deciding:
        return Deciding(side)

    def text(self, look: RoundupLook, frame: Deciding) -> str:
        return "Keep Operation Bluepoint, or cancel it: no air support on turn 1, both bomber markers on turns 2 to 4?"

    def answer(self, play: Play, frame: Deciding, action: Action) -> None:
        play.position.bluepoint_cancelled = action.verb == "cancel-bluepoint"
        play.tell("bluepoint", "15.2", action.verb)
        play.pop()


def _beachhead_terrain(look: RoundupLook, frame: Marking) -> int:
    return look.game.beachhead_terrain


def _coastal(look: RoundupLook, frame: Marking) -> int:
    return look.game.data.coastal


def _all_placed(look: RoundupLook, frame: Marking) -> int:
    return int(look.beachheads().bit_count() == 2 * look.game.rules.beachheads_each)


def _free(look: RoundupLook, frame: Marking) -> int:
    return ~look.beachheads()


def _empty(look: RoundupLook, frame: Marking) -> int:
    return ~look.occupied(GERMAN)


def _marker_left(nation: str) -> Clause:
    def holds(look: RoundupLook, frame: Marking) -> int:
        position = look.position
        placed = position.us_beachheads if nation == "US" else position.uk_beachheads
        return -1 if placed.bit_count() < look.game.rules.beachheads_each else 0

    return Clause("marker", "R8", f"both {nation} beachhead markers are placed already", holds)


_WHERE = (
    Clause("coastal", "13.4", "{it} is not a coastal hex", _coastal),
    Clause("terrain", "13.4", "a beachhead needs clear terrain, which {it} is not", _beachhead_terrain),
    Clause("one per hex", "13.4", "{it} has a beachhead marker already", _free),
    Clause("empty", "R9", "a beachhead may lie beside German units but not on them", _empty),
)

FRAMES = (Drawing, Choosing, Marking, Deciding)
STEPS = (HitlersStrategy(), ChooseStrategy(), Beachheads(), Bluepoint())
OFFERS = {
    "us-beachhead": Offer("us-beachhead", "13.4", (_marker_left("US"), *_WHERE)),
    "uk-beachhead": Offer("uk-beachhead", "13.4", (_marker_left("UK"), *_WHERE)),
    "end beachheads": Offer(
        "end", "13.4", (Clause("all", "13.4", "all four beachhead markers must be placed first", _all_placed),)
    ),
    "strategy": Offer("strategy", "13.3", (Clause("any", "13.3", "", lambda look, frame: 0b1111),)),
    "keep-bluepoint": Offer("keep-bluepoint", "15.2", (Clause("any", "15.2", "", lambda look, frame: 1),)),
    "cancel-bluepoint": Offer("cancel-bluepoint", "15.2", (Clause("any", "15.2", "", lambda look, frame: 1),)),
}

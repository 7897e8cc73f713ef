"""What the Germans declare as their turn starts: Goering's Blitz, Ruthlessness, units given up (BLITZ, SS, REPL.10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Clause, Offer, Question

from .elimination import eliminate
from .look import Play, RhineLook
from .position import GERMAN


class Declaring(Frame, frozen=True):
    """The German turn has begun; `acted` once anything has been declared."""

    step: ClassVar[str] = "declarations"
    side: str
    acted: bool = False


class Declarations(Question[Declaring]):
    """Once in the game the Blitz, once Ruthlessness; any unit may be given up."""

    name = "declarations"
    rule = "BLITZ.3"
    offers = ("blitz", "ruthless", "give up", "end declarations")

    def begin(self, play: Play, side: str) -> Declaring:
        return Declaring(side)

    def keep(self, look: RhineLook, frame: Declaring) -> bool:
        return frame.acted

    def text(self, look: RhineLook, frame: Declaring) -> str:
        position = look.position
        may = []
        if not frame.acted and not position.blitz_turn:
            may.append("declare Goering's Blitz (now or not this turn)")
        if not position.ruthless_turn:
            may.append("invoke Waffen-SS Ruthlessness")
        may.append("give units up")
        return f"Before anything else you may {', '.join(may)}."

    def answer(self, play: Play, frame: Declaring, action: Action) -> None:
        position = play.position
        if action.verb == "end":
            play.pop()
            return
        if action.verb == "blitz":
            position.blitz_turn = position.turn
            play.tell("blitz", "BLITZ.1")
        elif action.verb == "ruthless":
            position.ruthless_turn = position.turn
            play.tell("ruthless", "SS.1")
        else:
            eliminate(play, action.index, "REPL.10")
        play.swap(msgspec.structs.replace(frame, acted=True))


def _first_thing(look: RhineLook, frame: Declaring) -> int:
    return int(not frame.acted)


def _blitz_left(look: RhineLook, frame: Declaring) -> int:
    return int(not look.position.blitz_turn)


def _ruthless_left(look: RhineLook, frame: Declaring) -> int:
    return int(not look.position.ruthless_turn)


def _on_the_map(look: RhineLook, frame: Declaring) -> int:
    return look.position.on_board & look.game.side_units[GERMAN]


def _always(look: RhineLook, frame: Declaring) -> int:
    return 1


FRAMES: tuple[type[Frame], ...] = (Declaring,)
STEPS: tuple[Any, ...] = (Declarations(),)
OFFERS: dict[str, Offer] = {
    "blitz": Offer(
        "blitz",
        "BLITZ.1",
        (
            Clause("once", "BLITZ.1", "Goering's Blitz has been flown already", _blitz_left),
            Clause("first", "BLITZ.3", "the Blitz is declared at the very start of the turn", _first_thing),
        ),
    ),
    "ruthless": Offer(
        "ruthless",
        "SS.1",
        (Clause("once", "SS.1", "Ruthlessness has had its one turn already", _ruthless_left),),
    ),
    "give up": Offer(
        "eliminate",
        "REPL.10",
        (Clause("own", "REPL.10", "{it} is not a German unit on the map", _on_the_map),),
    ),
    "end declarations": Offer("end", "SEQ.9", (Clause("any", "SEQ.9", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("eliminate",), "plain": ("blitz", "ruthless")}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "blitz": lambda game: "Goering's Blitz: the Luftwaffe supports German attacks this turn.",
    "ruthless": lambda game: "The Germans invoke Waffen-SS Ruthlessness for this turn; from the next turn on GIs rage.",
}

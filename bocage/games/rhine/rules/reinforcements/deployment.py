"""Deployment of infantry corps (DEP): before movement, and instead of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Clause, Offer, Question

from ..concealment.hidden import conceals
from ..elimination import undeploy
from ..look import Play, RhineLook
from ..position import ALLIED, GERMAN


class Deploying(Frame, frozen=True):
    """A side deploys and undeploys its infantry corps."""

    step: ClassVar[str] = "deployment"
    side: str
    acted: bool = False  # its end is asked for, so that undo stays open


class Deployment(Question[Deploying]):
    """Any number of Undisrupted infantry corps are flipped, supplied or not (DEP.1, DEP.4)."""

    name = "deployment"
    rule = "DEP.1"
    offers = ("deploy corps", "undeploy corps", "end deployment")

    def begin(self, play: Play, side: str) -> Deploying:
        return Deploying(side)

    def keep(self, look: RhineLook, frame: Deploying) -> bool:
        # While pieces lie face down, that nobody is asked would say what does not lie under them.
        return frame.acted or (frame.side == GERMAN and bool(look.position.face_down))

    def case(self, look: RhineLook, frame: Deploying) -> str:
        return "SEQ.2" if frame.side == ALLIED else "SEQ.10"

    def text(self, look: RhineLook, frame: Deploying) -> str:
        corps = "corps" if frame.side == ALLIED else "korps"
        return (
            f"Deploy infantry {corps}, which then neither move nor attack this turn, undeploy others, or end the step."
        )

    def answer(self, play: Play, frame: Deploying, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        position, unit = play.position, action.index
        if action.verb == "deploy":
            position.deployed |= 1 << unit
            position.dug_in |= 1 << unit
            _tell(play, "corps deploys", "DEP.1", unit)
        else:
            undeploy(play, unit)
            _tell(play, "corps undeploys", "DEP.4", unit)
        play.swap(msgspec.structs.replace(frame, acted=True))


def _tell(play: Play, kind: str, rule: str, unit: int) -> None:
    """Under a face-down piece a korps is flipped unseen: that there is a korps is for German eyes (ruling R40)."""
    position = play.position
    play.tell(kind, rule, unit, eyes=(GERMAN,) if conceals(position, position.units[unit].at) else None)


# Who deploys


def _own(look: RhineLook, frame: Deploying) -> int:
    return look.game.side_units[frame.side]


def _corps(look: RhineLook, frame: Deploying) -> int:
    return look.game.infantry_corps


def _on_map(look: RhineLook, frame: Deploying) -> int:
    return look.position.on_board


def _undisrupted(look: RhineLook, frame: Deploying) -> int:
    return ~look.position.disrupted


def _unmoved(look: RhineLook, frame: Deploying) -> int:
    return ~look.position.moved


def _undeployed(look: RhineLook, frame: Deploying) -> int:
    return ~look.position.deployed


def _deployed(look: RhineLook, frame: Deploying) -> int:
    return look.position.deployed


def _not_dug_in(look: RhineLook, frame: Deploying) -> int:
    return ~look.position.dug_in


_CORPS = (
    Clause("own", "DEP.1", "only corps of the side whose turn it is deploy and undeploy", _own),
    Clause("corps", "DEP.1", "{it} is no infantry corps: it has no deployed side", _corps),
    Clause("map", "DEP.1", "{it} is not on the map", _on_map),
)
_READY = (
    Clause("disrupted", "DEP.1", "{it} is Disrupted: only Undisrupted corps deploy or undeploy", _undisrupted),
    Clause("moved", "DEP.4", "{it} has moved this turn: only unmoved corps deploy or undeploy", _unmoved),
)

FRAMES: tuple[type[Frame], ...] = (Deploying,)
STEPS: tuple[Any, ...] = (Deployment(),)
OFFERS: dict[str, Offer] = {
    "deploy corps": Offer(
        "deploy", "DEP.1", (*_CORPS, Clause("deployed", "DEP.1", "{it} is deployed already", _undeployed), *_READY)
    ),
    "undeploy corps": Offer(
        "undeploy",
        "DEP.4",
        (
            *_CORPS,
            Clause("deployed", "DEP.4", "{it} is not deployed", _deployed),
            *_READY,
            Clause("dug in", "DEP.1", "{it} has just been deployed: that was its action of this turn", _not_dug_in),
        ),
    ),
    "end deployment": Offer("end", "DEP.1", (Clause("any", "DEP.1", "", lambda look, frame: 1),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("deploy", "undeploy")}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "corps deploys": lambda game, unit: f"{game.counters[unit].name} deploys.",
    "corps undeploys": lambda game, unit: f"{game.counters[unit].name} gives up its deployment.",
}

"""Deployment of infantry corps (DEP): before movement, and instead of it."""

from __future__ import annotations

from bocage.engine.events import Telling
from bocage.parts.placing import Acted, Acting
from bocage.rules import UNITS, Conditions, event, going_on, offer

from .concealment.hidden import conceals
from .elimination import undeploy
from .look import Play, RhineLook
from .position import ALLIED, GERMAN

deploys = event("corps deploys", "DEP.1", "{unit} deploys.", unit=UNITS)
undeploys = event("corps undeploys", "DEP.4", "{unit} gives up its deployment.", unit=UNITS)


class Deployment(Acting[Acted]):
    """Any number of Undisrupted infantry corps are flipped, supplied or not (DEP.1, DEP.4).

    Who arrived this turn is unmoved, and may be flipped like others (ruling R73).
    """

    name, rule = "deployment", "DEP.1"

    def keep(self, look: RhineLook, frame: Acted) -> bool:
        # While pieces lie face down, that nobody is asked would say what does not lie under them.
        return frame.acted or (frame.side == GERMAN and bool(look.position.face_down))

    def case(self, look: RhineLook, frame: Acted) -> str:
        return "SEQ.2" if frame.side == ALLIED else "SEQ.10"

    def text(self, look: RhineLook, frame: Acted) -> str:
        corps = "corps" if frame.side == ALLIED else "korps"
        return (
            f"Deploy infantry {corps}, which then neither move nor attack this turn, undeploy others, or end the step."
        )

    @offer("deploy", UNITS, "DEP.1")
    def deploy(self, look: RhineLook, frame: Acted) -> Conditions:
        yield from _corps(look, frame)
        yield ~look.position.deployed, "DEP.1", "{it} is deployed already"
        yield from _ready(look)

    @deploy.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        play.position.deployed |= 1 << unit
        play.position.dug_in |= 1 << unit
        _tell(play, deploys, unit)

    @offer("undeploy", UNITS, "DEP.4")
    def undeploy(self, look: RhineLook, frame: Acted) -> Conditions:
        yield from _corps(look, frame)
        yield look.position.deployed, "DEP.4", "{it} is not deployed"
        yield from _ready(look)
        yield ~look.position.dug_in, "DEP.1", "{it} has just been deployed: that was its action of this turn"  # R73

    @undeploy.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        undeploy(play, unit)
        _tell(play, undeploys, unit)

    end = going_on("DEP.1", "End deployment", "nobody else deploys or undeploys")


def _corps(look: RhineLook, frame: Acted) -> Conditions:
    yield look.game.side_units[frame.side], "DEP.1", "only corps of the side whose turn it is deploy and undeploy"
    yield look.game.infantry_corps, "DEP.1", "{it} is no infantry corps: it has no deployed side"
    yield look.position.on_board, "DEP.1", "{it} is not on the map"


def _ready(look: RhineLook) -> Conditions:
    yield ~look.position.disrupted, "DEP.1", "{it} is Disrupted: only Undisrupted corps deploy or undeploy"
    yield ~look.position.moved, "DEP.4", "{it} has moved this turn: only unmoved corps deploy or undeploy"


def _tell(play: Play, telling: Telling, unit: int) -> None:
    """Under a face-down piece a korps is flipped unseen: that there is a korps is for German eyes (ruling R40)."""
    position = play.position
    telling(play, unit, eyes=(GERMAN,) if conceals(position, position.units[unit].at) else None)

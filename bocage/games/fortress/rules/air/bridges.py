"""Bridge Attacks (17.10.4): aircraft on sections of rivers, whose bridges are down for the whole turn."""

from __future__ import annotations

from bocage.parts.questions import Acted, Acting
from bocage.rules import Conditions, event, going_on, offer, once, provided

from ..look import FortressLook, Play
from ..position import ALLIED
from .missions import BRIDGES, tac

SECTIONS = "sections"  # the domain of verbs about a section of a river

down = event(
    "bridges down", "17.10.4",
    lambda game, section, kind: f"{kind} destroy the bridges of {section.replace('-', ' section ')}.", side=ALLIED,
)  # fmt: skip


class BridgeAttacks(Acting[Acted], name="bridge attacks", rule="17.10.4"):
    """Each aircraft takes one section of a river; TAC only one that lies in range as a whole (17.10.4, R19, R56)."""

    def text(self, look: FortressLook, frame: Acted) -> str:
        return f"Choose the river sections whose bridges are attacked ({sum(waiting(look))} aircraft left)."

    @offer("bomb", SECTIONS, "17.10.4", "Destroy the bridges")
    def bomb(self, look: FortressLook, frame: Acted) -> Conditions:
        names = list(look.game.data.sections)
        yield provided(sum(waiting(look)) > 0), "17.10.4", "every aircraft of this mission has its section"
        gone = sum(1 << names.index(name) for name in look.position.bombed)
        yield ~gone, "17.10.4", "its bridges are down already"
        if not waiting(look)[0]:
            yield in_range(look), "17.10.4", "a hex along it is out of TAC range, and no SAC is left"

    @bomb.does
    def _(self, play: Play, frame: Acted, number: int) -> None:
        position, section = play.position, list(play.game.data.sections)[number]
        # TAC go where they can, so that SAC are left for what only these reach.
        by_tac = waiting(play.look)[1] > 0 and in_range(play.look) >> number & 1 == 1
        position.bridge_tac += by_tac
        position.bridge_sac += not by_tac
        position.bombed = (*position.bombed, section)
        down(play, section, "TAC" if by_tac else "SAC")

    end = going_on("17.10.4", "No more bridges", "no more bridges are attacked")


def waiting(look: FortressLook) -> tuple[int, int]:
    """SAC and TAC on the mission that have no section yet."""
    sac, tacs = look.position.missions.get(BRIDGES, (0, 0))
    return sac - look.position.bridge_sac, tacs - look.position.bridge_tac


@once
def in_range(look: FortressLook) -> int:
    """The sections all of whose hexes lie in TAC range."""
    hexes = tac(look, ALLIED)
    return sum(1 << number for number, along in enumerate(look.game.data.section_hexes.values()) if not along & ~hexes)

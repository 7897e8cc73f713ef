"""Strafing (17.10.1): German units that move over three hexes under the eyes of Allied TAC."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.rules import event

from ..elimination import lose_step
from ..look import FortressLook, Play
from ..position import ALLIED
from .missions import STRAFING, on, tac

strafed = event("strafed", "17.10.1", "{unit} is strafed on its way (die {die}).", sort="dice", roll="Strafing")
spared = event(
    "spared", "17.10.1", "{unit} moves on under the fighter-bombers (die {die}).", sort="dice", roll="Strafing"
)


def in_danger(look: FortressLook, path: Sequence[int]) -> int:
    """The place on a German path, start included, where strafing would stop it, or -1 where none threatens.

    It is the third hex entered if the unit has been in range by then, else the first one in range after it (R18).
    """
    hexes = look.game.rules.numbers["strafing_hexes"]
    if look.position.impulse != 1 or len(path) - 1 <= hexes or not on(look, STRAFING):
        return -1
    seen = [tac(look, ALLIED) >> node & 1 for node in path]
    return hexes if any(seen[: hexes + 1]) else next((n for n in range(hexes + 1, len(path)) if seen[n]), -1)


def caught(play: Play, unit: int) -> bool:
    """Roll for a German unit in danger: is it stopped? It loses a step when it gets to where it is stopped (`hit`)."""
    (die,) = play.roll()
    found = die <= on(play.look, STRAFING)
    (strafed if found else spared)(play, unit, die)
    return found


def hit(play: Play, unit: int) -> None:
    """The strafed unit has come to where it is stopped, and loses a step there."""
    lose_step(play, unit, "17.10.1", play.rules.numbers["strafing_loss"])

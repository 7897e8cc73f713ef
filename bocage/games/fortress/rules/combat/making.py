"""A battle that is being put together: what the side owes, who attacks what, and the odds as they stand."""

from __future__ import annotations

from bocage.parts.combat.duties import Battle as Making
from bocage.rules import Frame, Hexes, HexSet, Units, once

from ..look import FortressLook
from ..position import ALLIED
from .duties import Task
from .odds import Battle, reckon


class Listing(Frame, frozen=True):
    """A side's combat impulse: what it owes, once that has been listed."""

    side: str
    acted: bool = False
    listed: bool = False
    due: Hexes = 0
    bound: Units = 0
    standing: tuple[tuple[Units, ...], ...] = ()
    sorties: Hexes = 0

    def after_battle(self, listed: bool, sorties: int) -> Listing:
        """The impulse goes on after a battle: with the same list, or with a new one (9.8)."""
        return Listing(self.side, True, listed, self.due, self.bound, self.standing, sorties)


class Fighting(Listing, frozen=True):
    """A battle is being put together, or the next one chosen."""

    targets: Hexes = 0
    attackers: Units = 0
    ships: Units = 0
    declared: str = ""  # lower odds, at the attacker's wish (15.8)
    support: int = 0  # aircraft (17.10.2)
    carpet: bool = False  # 17.10.9


def task_of(frame: Listing) -> Task:
    """What is owed."""
    return Task(frame.side, frame.due, frame.bound, frame.standing, frame.sorties)


def made(frame: Fighting) -> Making:
    """The battle as it stands."""
    return Making(frame.targets, frame.attackers | frame.ships)


def reckoned(look: FortressLook, frame: Fighting) -> Battle:
    """Its odds as it stands."""
    return _reckoned(
        look, frame.side, frame.targets, frame.attackers, frame.ships, frame.declared, supporting(look, frame),
        frame.carpet,
    )  # fmt: skip


@once
def _reckoned(
    look: FortressLook, side: str, targets: HexSet, units: Units, ships: Units, declared: str, planes: int, carpet: bool
) -> Battle:
    return reckon(look, side, targets, units, ships, declared, planes, carpet)


def supporting(look: FortressLook, frame: Fighting) -> int:
    """Aircraft that support the battle; on invasion turns they were given to hexes before (12.2, 17.10.2)."""
    if not given_before(look, frame.side):
        return frame.support
    given, labels = look.position.support, look.game.board.labels
    planes = sum(given.get(labels[node], 0) for node in look.game.board.nodes(frame.targets))
    return min(planes, look.game.rules.numbers["support_per_battle"])


def given_before(look: FortressLook, side: str) -> bool:
    """Was ground support allocated before the Germans were revealed (12.2, 12.19)?"""
    return side == ALLIED and look.invading() and look.position.impulse == 1

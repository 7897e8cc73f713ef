"""Ports: capture, damage and repair (18.7.8 to 18.7.11)."""

from __future__ import annotations

from bocage.rules import HexSet

from ..look import FortressLook, Play
from ..position import ALLIED


def captured(play: Play, unit: int, node: int) -> None:
    """An Allied unit takes a port (18.7.8)."""


def lost(play: Play, node: int) -> None:
    """A German unit takes a hex that was Allied (18.7.2.E)."""


def usable(look: FortressLook) -> HexSet:
    """Ports that the Allies may use now (11.8)."""
    return look.controls(ALLIED) & look.game.data.port_hexes

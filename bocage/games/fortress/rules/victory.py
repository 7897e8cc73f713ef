"""Victory (30, 33)."""

from __future__ import annotations

from .look import Play


def check(play: Play) -> None:
    """Have the Allies won at this moment (30.1)?"""

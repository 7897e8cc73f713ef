"""Railways (10): control of the lines, and movement on them."""

from __future__ import annotations

from ..look import Play


def note(play: Play, unit: int, node: int) -> None:
    """A unit of the phasing side is in a rail hex: does the line change hands in the Rail Control Phase (10.7)?"""

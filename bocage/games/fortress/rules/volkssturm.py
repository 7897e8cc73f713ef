"""Volkssturm (25)."""

from __future__ import annotations

from .look import Play


def check(play: Play) -> None:
    """Volkssturm appears in cities of Germany that Allied units have come near to (25.1)."""

"""The supply capacity (18.7): what ports and mulberries carry, less the units in Europe."""

from __future__ import annotations

from ..look import FortressLook


def capacity(look: FortressLook) -> int:
    """The supply capacity now (18.7.3)."""
    return 0

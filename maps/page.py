"""The page that the layers of a sheet are drawn on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from maps.furniture import Box, Ladder
from maps.hexgrid import HexGrid
from maps.projection import Projection
from maps.shapes import Shape, box

BLEED = 30.0  # how far the picture goes on beneath the frame


@dataclass(frozen=True)
class Page:
    """Where the hexes and the degrees lie on the paper, how its frame is graduated, and the authored facts."""

    grid: HexGrid
    plane: Projection
    ladder: Ladder
    facts: dict[str, Any]

    @property
    def palette(self) -> dict[str, str]:
        """The colours by name."""
        found: dict[str, str] = self.facts["palette"]
        return found

    @property
    def area(self) -> Box:
        """The map within its frame."""
        left, top, right, bottom = self.facts["page"]["map"]
        return left, top, right, bottom

    @property
    def wide(self) -> Box:
        """The map and a little more, so that nothing ends in sight."""
        left, top, right, bottom = self.area
        return left - BLEED, top - BLEED, right + BLEED, bottom + BLEED

    @property
    def frame(self) -> Shape:
        """The map within its frame, as a shape."""
        return box(*self.area)

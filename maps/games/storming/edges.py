"""The bands along the map's edges that say who enters and leaves there."""

from __future__ import annotations

from typing import Any

from maps.furniture import edge_band


def bands(authored: list[dict[str, Any]], palette: dict[str, str]) -> list[str]:
    """The bands as authored: where, what is written, and in which colour."""
    out = []
    for item in authored:
        left, top, right, bottom = item["box"]
        out += edge_band((left, top, right, bottom), item["text"], bottom - top > right - left, palette, item["colour"])
    return out

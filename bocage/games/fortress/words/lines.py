"""A fact as both faces read it."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """A fact: its name, what is to be said, and the case behind it."""

    name: str
    text: str
    rule: str

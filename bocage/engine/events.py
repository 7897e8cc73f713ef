"""What happened, who may know it, and the case behind it."""

from __future__ import annotations

from typing import NamedTuple


class Event(NamedTuple):
    """One thing that happened. `eyes` names the sides that may see it; None means everybody.

    The sentence is made only when someone reads the log: `kind` chooses it and `data` fills it.

    >>> Event("weather", "6.0", ("Storm", 6))
    Event(kind='weather', rule='6.0', data=('Storm', 6), eyes=None)
    """

    kind: str
    rule: str
    data: tuple[object, ...]
    eyes: tuple[str, ...] | None = None

    def seen_by(self, side: str | None) -> bool:
        """May this side see it? (None asks for what everybody may see.)

        >>> Event("plan", "9.1", (), ("german",)).seen_by("allied")
        False
        """
        return self.eyes is None or (side is not None and side in self.eyes)


class Told(NamedTuple):
    """One line of the log of an old match that is kept as history: its sentence was made long ago."""

    entry: int
    rule: str
    sentence: str
    eyes: tuple[str, ...] | None = None

    def seen_by(self, side: str | None) -> bool:
        """May this side read it?

        >>> Told(1, "13.3", "Hitler's strategy is 3.", ("german",)).seen_by(None)
        False
        """
        return self.eyes is None or (side is not None and side in self.eyes)

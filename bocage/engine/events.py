"""What happened, who may know it, and the case behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from bocage.engine.play import Play


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


class Telling:
    """A kind of event, as a chapter declares it: its case, its sentence, and what its data are.

    What a line of the log points at follows from the kinds of its data. A sentence is a text in which the data stand by
    their names, or a function of the game and the data where words depend on them.
    """

    __slots__ = ("_sentence", "kind", "rule", "takes")

    def __init__(self, kind: str, rule: str, sentence: str | Callable[..., str], takes: Mapping[str, str]) -> None:
        self.kind = kind
        self.rule = rule
        self.takes = dict(takes)
        self._sentence = sentence

    def __call__(self, play: Play, *data: object, eyes: tuple[str, ...] | None = None, rule: str = "") -> None:
        """Tell it; `eyes` limits who may read it, and `rule` is a case closer than the usual one."""
        play.tell(self.kind, rule or self.rule, *data, eyes=eyes)

    def words(self, game: Any, *data: Any) -> str:
        """The sentence of one such event."""
        if not isinstance(self._sentence, str):
            return self._sentence(game, *data)
        pairs = zip(self.takes.items(), data, strict=True)
        return self._sentence.format(**{name: game.named(kind, datum) for (name, kind), datum in pairs})


def event(kind: str, rule: str, sentence: str | Callable[..., str], **takes: str) -> Telling:
    """Declare a kind of event; calling what this makes tells it.

    >>> from types import SimpleNamespace
    >>> rested = event("refit done", "7.3.C", "{unit} has refitted.", unit="units")
    >>> rested.words(SimpleNamespace(named=lambda kind, datum: f"unit {datum}"), 3)
    'unit 3 has refitted.'
    """
    return Telling(kind, rule, sentence, takes)

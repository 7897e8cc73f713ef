"""What happened, who may know it, and the case behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from bocage.engine.play import Play


Eyes = tuple[str, ...] | None  # the sides that may see something; None means everybody


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


# What data of an event can be. Other words may stand for data at which nothing points.
UNITS, HEXES, PATH, SIDE, DIE, WORD = "units", "hexes", "path", "side", "die", "word"
# What they are if they have one of these names in a sentence, and nothing else is said; all others are words.
_BY_NAME = {"unit": UNITS, "units": UNITS, "node": HEXES, "nodes": HEXES, "path": PATH, "die": DIE}


def _kinds(sentence: str | Callable[..., str], takes: Mapping[str, str]) -> dict[str, str]:
    """The data of a sentence in their order, and what each is; a declaration that names them all has its own order."""
    parts = [] if callable(sentence) else [name for _, name, _, _ in Formatter().parse(sentence) if name]
    if all(name in takes for name in parts):
        return dict(takes)
    assert takes.keys() <= set(parts), f"declare all data of {sentence!r}, or only those that it has"
    return {name: takes.get(name, _BY_NAME.get(name, WORD)) for name in parts}


class Roll(NamedTuple):
    """Dice that fell: for whom or what, their numbers, and where they are read on a chart, if it is not the die."""

    name: str
    dice: tuple[int, ...]
    column: str = ""
    row: str = ""


class About(NamedTuple):
    """What a line of the log is about: its sort, whose it is, the dice, the way walked, hexes and units by label.

    Sorts are those that a page tells apart: "turn", "part" (a heading within a turn), "dice", "battle", "move",
    "arrival", "loss", or none.
    """

    sort: str = ""
    side: str = ""
    rolls: Sequence[Roll] = ()
    path: Sequence[str] = ()
    hexes: Sequence[str] = ()
    units: Sequence[str] = ()


def several(things: int | Sequence[int]) -> tuple[int, ...]:
    """One or several, as several.

    >>> several(7), several([7, 8])
    ((7,), (7, 8))
    """
    return (things,) if isinstance(things, int) else tuple(things)


def listed(names: Sequence[str]) -> str:
    """Names in a row, as a sentence has them.

    >>> listed(["Caen"]), listed(["Caen", "Bayeux", "Carentan"])
    ('Caen', 'Caen, Bayeux and Carentan')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


class Said(str):
    """A datum in words. `{units:goes|go}` in a sentence chooses: the first for one thing or what is true, or the other.

    >>> "{units} {units:goes|go} into reserve.".format(units=Said.of((3,), "12. SS"))
    '12. SS goes into reserve.'
    """

    one: bool

    @classmethod
    def of(cls, datum: Any, words: str) -> Said:
        """The words for a datum, which know whether it is one."""
        said = cls(words)
        said.one = len(datum) == 1 if isinstance(datum, tuple | list) else datum == 1
        return said

    def __format__(self, choice: str) -> str:
        return choice.split("|")[not self.one] if choice else str(self)


class LogLine(NamedTuple):
    """A line of the log as a side reads it: the moment as that side counts, the case, and the sentence."""

    moment: int
    rule: str
    sentence: str


class Telling:
    """A kind of event, as a chapter declares it: its case, its sentence, and what its data are.

    What a line of the log points at follows from the kinds of its data (`about`). A sentence is a text in which the
    data stand by their names, with words that depend on them (`Said`), or a function of the game and the data.
    """

    __slots__ = ("_about", "_roll", "_sentence", "_side", "kind", "rule", "sort", "takes")

    def __init__(
        self,
        kind: str,
        rule: str,
        sentence: str | Callable[..., str],
        takes: Mapping[str, str],
        sort: str,
        side: str,
        roll: str | Callable[..., str],
        about: Callable[..., About] | None,
    ) -> None:
        self.kind = kind
        self.rule = rule
        self.takes = _kinds(sentence, takes)
        self.sort = sort
        self._sentence = sentence
        self._side = side
        self._roll = roll
        self._about = about

    def __call__(self, play: Play[Any, Any, Any], *data: object, eyes: Eyes = None, rule: str = "") -> None:
        """Tell it; `eyes` limits who may read it, and `rule` is a case closer than the usual one."""
        play.tell(self.kind, rule or self.rule, *data, eyes=eyes)

    def words(self, game: Any, *data: Any) -> str:
        """The sentence of one such event."""
        if not isinstance(self._sentence, str):
            return self._sentence(game, *data)
        pairs = zip(self.takes.items(), data, strict=False)
        return self._sentence.format(**{name: Said.of(datum, game.named(kind, datum)) for (name, kind), datum in pairs})

    def about(self, game: Any, *data: Any) -> About:
        """What a line of the log about it points at."""
        if self._about is not None:
            return self._about(game, *data)
        labels = game.board.labels
        side, units, hexes, path, dice = self._side, [], [], [], []  # type: ignore[var-annotated]
        for kind, datum in zip(self.takes.values(), data, strict=False):
            if kind == UNITS:
                found = several(datum)
                side = side or (game.side_of(found[0]) if found else "")
                units += game.pointed_at(found)
            elif kind == HEXES:
                hexes += [labels[node] for node in several(datum) if node >= 0]
            elif kind == PATH:
                path = [labels[node] for node in datum if node >= 0]
                hexes += path[-1:]
            elif kind == SIDE:
                side = datum
            elif kind == DIE:
                dice += several(datum)
        name = self._roll if isinstance(self._roll, str) else self._roll(game, *data)
        rolls = [Roll(name, tuple(dice))] if any(dice) else []
        return About(self.sort, side, rolls, path, hexes, units)


def event(
    kind: str,
    rule: str,
    sentence: str | Callable[..., str],
    /,
    *,
    sort: str = "",
    side: str = "",
    roll: str | Callable[..., str] = "",
    about: Callable[..., About] | None = None,
    **takes: str,
) -> Telling:
    """Declare a kind of event; calling what this makes tells it.

    Its data are what its sentence names, in that order: `unit`, `node`, `path` and `die` are what they say, other names
    are words. `takes` says so where that is not enough, or names them all in another order.

    `sort` is what a page makes of the line, `side` whose it always is (else it follows from the data), `roll` what the
    dice in its data were rolled for; `about` is for the few events at whose data one cannot see what they point at.

    >>> from types import SimpleNamespace
    >>> rested = event("refit done", "7.3.C", "{unit} has refitted.")
    >>> rested.words(SimpleNamespace(named=lambda kind, datum: f"unit {datum}"), 3)
    'unit 3 has refitted.'
    >>> left = event("left", "7.1", "{units} {units:goes|go} to {base} for {points}.", points="number")
    >>> left.words(SimpleNamespace(named=lambda kind, datum: f"{kind} {datum}"), (3, 4), "England", 2)
    'units (3, 4) go to word England for number 2.'
    >>> event("met", "7.2", "{node} is held by {unit}.", unit=UNITS, node=HEXES).takes
    {'unit': 'units', 'node': 'hexes'}
    """
    return Telling(kind, rule, sentence, takes, sort, side, roll, about)

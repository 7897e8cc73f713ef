"""What the other side did, condensed: the page on which the digests of all games are written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bocage.engine.events import Event
from bocage.engine.naming import counted
from bocage.terminal.faces import News, capital
from bocage.terminal.screen import GLUE


class Leg(NamedTuple):
    """Units that moved together, from where, and where they are now."""

    units: tuple[int, ...]
    start: int
    end: int


class Gathering(NamedTuple):
    """Events that are alike: the case of the first, what is done, and by whom."""

    rule: str
    what: str
    who: list[str]


class Page:
    """Lines that are done, and what is being gathered for the next ones.

    >>> from bocage.shelf import make_game
    >>> game = make_game("roundup", "campaign", {})
    >>> page, way = Page(game), [game.board.index[label] for label in ("1204", "1205", "1305")]
    >>> for unit, path in (("US-1", way[:2]), ("US-2", way[:2]), ("US-1", way[1:])):
    ...     page.move((game.unit_numbers[unit],), path)
    >>> page.gather("8.1", "land", "US-Rgr")
    >>> page.gather("8.1", "land", "US-3")
    >>> [line.text.replace(GLUE, " ") for line in page.digest([])]
    ['2 moves: US-2 1204-1205, US-1 1204-1305.', 'Land: US-Rgr, US-3.']
    """

    move_rule = ""  # the case of a line of moves
    loud: Collection[str] = ()  # kinds of events that nobody should overlook
    placed: Mapping[str, str] = {}  # events of a unit and a place that are told together, with the words before them
    marked: Mapping[str, str] = {}  # events of one unit

    def __init__(self, game: Any) -> None:
        self.game = game
        self.lines: list[News] = []
        self.legs: list[Leg] = []
        self.gathered: Gathering | None = None

    def digest(self, events: Iterable[Event]) -> list[News]:
        """Events in as few lines as can be; nothing is left out but the way that a unit took."""
        for event in events:
            self.add(event)
        self.turn_over()
        return self.lines

    def add(self, event: Event) -> None:
        """An event that is gathered with others, or else has a line to itself."""
        data: Any = event.data
        if event.kind in self.placed:
            self.gather(event.rule, self.placed[event.kind], f"{self.id(data[0])}{GLUE}{self.place(data[1])}")
        elif event.kind in self.marked:
            self.gather(event.rule, self.marked[event.kind], self.id(data[0]))
        else:
            self.turn_over()
            self.lines.append(News(event.rule, self.game.sentence(event), event.kind in self.loud))

    def move(self, units: tuple[int, ...], path: Sequence[int]) -> None:
        """Units that go on from where they have come are told once."""
        if self.gathered is not None:
            self.turn_over()
        earlier = next((leg for leg in self.legs if leg.units == units), None)
        if earlier is not None:
            self.legs.remove(earlier)
        self.legs.append(Leg(units, path[0] if earlier is None else earlier.start, path[-1]))

    def gather(self, rule: str, what: str, who: str) -> None:
        """One more who does the same."""
        if self.gathered is None or self.gathered.what != what:
            self.turn_over()
            self.gathered = Gathering(rule, what, [])
        self.gathered.who.append(who)

    def turn_over(self) -> None:
        """Write down what is gathered."""
        labels = self.game.board.labels
        if self.gathered is not None:
            rule, what, who = self.gathered
            self.lines.append(News(rule, f"{capital(what)}: {', '.join(who)}."))
        if self.legs:
            moves = [
                f"{'+'.join(self.id(unit) for unit in leg.units)}{GLUE}{labels[leg.start]}-{labels[leg.end]}"
                for leg in self.legs
            ]
            self.lines.append(News(self.move_rule, f"{counted(len(moves), 'move')}: {', '.join(moves)}."))
        self.gathered = None
        self.legs = []

    def id(self, unit: int) -> str:
        """A unit in a list."""
        return str(self.game.unit_ids[unit])

    def place(self, node: int) -> str:
        """A hex or a place off the map."""
        return str(self.game.board.labels[node] if node >= 0 else self.game.place_names[-node - 1])

"""What the other side did in Operation Roundup, condensed: arrivals by edge, moves from hex to hex, battles in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bocage.engine.events import Event
from bocage.terminal.faces import News
from bocage.terminal.screen import GLUE

CUPS = {"first cup": "1E/1S", "second cup": "2S", "italy cup": "ITALY", "russia cup": "RUSSIA"}
LANDINGS = {"lands": "land", "drops": "drop"}
LOUD = ("battle", "beachhead lost", "garrison lost", "eliminated", "cannot enter", "verdict")


def digest(game: Any, events: Iterable[Event]) -> list[News]:
    """Events in as few lines as can be; nothing is left out but the way that a unit took and the order of draws."""
    page = _Page(game)
    for event in events:
        page.add(event)
    page.turn_over()
    return page.lines


class _Page:
    """Lines that are done, and what is being gathered for the next ones."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.lines: list[News] = []
        self._moves: dict[tuple[int, ...], tuple[int, int]] = {}  # units that move together -> from, to
        self._cup = ""
        self._cups: list[str] = []
        self._entries: dict[str, list[str]] = {}  # edge -> units with their hexes
        self._alike: tuple[str, str, list[str]] | None = None  # rule, what they do, who

    def add(self, event: Event) -> None:
        data: Any = event.data
        if event.kind == "moves":
            units, path, _ = data
            self._hold("moves")
            start = self._moves.pop(units)[0] if units in self._moves else path[0]
            self._moves[units] = (start, path[-1])
        elif event.kind in ("cup", "drawn", "enters"):
            self._hold("arrivals")
            self._arrive(event.kind, data)
        elif event.kind in LANDINGS:
            self._gather(event.rule, LANDINGS[event.kind], f"{self._id(data[0])}{GLUE}{data[1]}")
        elif event.kind == "tas" and data[2] == "tas":
            self._gather(event.rule, f"{'Allied' if data[0] == 'allied' else 'German'} TAS markers", data[1])
        else:
            self.turn_over()
            self.lines.append(News(event.rule, self.game.sentence(event), event.kind in LOUD))

    def _arrive(self, kind: str, data: Any) -> None:
        if kind == "cup":
            self._cup = data[0]
            self._cups.append(f"{CUPS[data[0]]} {data[1]}")
        elif kind == "enters":
            unit, label = data
            south = label.startswith("42") and (label != "4201" or self._cup != "russia cup")  # 4201 is on both edges
            edge = "South" if south else "East"
            self._entries.setdefault(edge, []).append(f"{self._id(unit)}{GLUE}{label}")

    def _gather(self, rule: str, what: str, who: str) -> None:
        if self._alike is None or self._alike[:2] != (rule, what):
            self.turn_over()
            self._alike = (rule, what, [])
        self._alike[2].append(who)

    def _hold(self, kept: str) -> None:
        """Write down what is gathered, unless it is of the kind that goes on."""
        if (self._alike is not None) or (self._moves if kept != "moves" else self._cups or self._entries):
            self.turn_over()

    def turn_over(self) -> None:
        """Write down what is gathered."""
        labels = self.game.board.labels
        if self._alike is not None:
            rule, what, who = self._alike
            self.lines.append(News(rule, f"{what[:1].upper()}{what[1:]}: {', '.join(who)}."))
        if self._moves:
            moves = [
                f"{'+'.join(self._id(unit) for unit in units)}{GLUE}{labels[start]}-{labels[end]}"
                for units, (start, end) in self._moves.items()
            ]
            self.lines.append(News("10.0", f"{_counted(len(moves), 'move')}: {', '.join(moves)}."))
        if self._cups:
            self.lines.append(News("8.5", f"Dice for the cups: {', '.join(self._cups)}."))
        for edge, entries in sorted(self._entries.items()):
            count = _counted(len(entries), "unit enters", "units enter")
            self.lines.append(News("8.5", f"{edge} edge, {count}: {', '.join(entries)}."))
        self._alike = None
        self._moves, self._cups, self._entries = {}, [], {}

    def _id(self, unit: int) -> str:
        return str(self.game.unit_ids[unit])


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"

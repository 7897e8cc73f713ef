"""What the other side did in Operation Roundup, condensed: arrivals by edge, moves from hex to hex, battles in full."""

from __future__ import annotations

from typing import Any

from bocage.engine.events import Event
from bocage.engine.naming import counted
from bocage.terminal.faces import News
from bocage.terminal.news import Page
from bocage.terminal.screen import GLUE

from ..rules.position import CUPS

LANDINGS = {"lands": "land", "drops": "drop"}
LOUD = ("battle", "beachhead lost", "garrison lost", "eliminated", "cannot enter", "verdict")


class RoundupPage(Page):
    """The digest of Operation Roundup; of arrivals the order of draws is left out as well."""

    move_rule = "10.0"
    loud = LOUD

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._cup = ""
        self._cups: list[str] = []
        self._entries: dict[str, list[str]] = {}  # edge -> units with their hexes

    def add(self, event: Event) -> None:
        data: Any = event.data
        if event.kind == "moves":
            self._hold("moves")
            self.move(data[0], data[1])
        elif event.kind in ("cup", "drawn", "enters"):
            self._hold("arrivals")
            self._arrive(event.kind, data)
        elif event.kind in LANDINGS:
            self.gather(event.rule, LANDINGS[event.kind], f"{self.id(data[0])}{GLUE}{self.place(data[1])}")
        elif event.kind == "tas" and not data[2]:
            whose = "Allied" if data[0] == "allied" else "German"
            self.gather(event.rule, f"{whose} TAS markers", self.place(data[1]))
        else:
            super().add(event)

    def _arrive(self, kind: str, data: Any) -> None:
        if kind == "cup":
            self._cup = data[0]
            self._cups.append(f"{CUPS[data[0]]} {data[1]}")
        elif kind == "enters":
            unit, label = data[0], self.place(data[1])
            south = label.startswith("42") and (label != "4201" or self._cup != "russia cup")  # 4201 is on both edges
            edge = "South" if south else "East"
            self._entries.setdefault(edge, []).append(f"{self.id(unit)}{GLUE}{label}")

    def gather(self, rule: str, what: str, who: str) -> None:
        if self.gathered is not None and self.gathered.rule != rule:  # both sides drop, each by its own case
            self.turn_over()
        super().gather(rule, what, who)

    def _hold(self, kept: str) -> None:
        """Write down what is gathered, unless it is of the kind that goes on."""
        if self.gathered is not None or (self.legs if kept != "moves" else self._cups or self._entries):
            self.turn_over()

    def turn_over(self) -> None:
        super().turn_over()
        if self._cups:
            self.lines.append(News("8.5", f"Dice for the cups: {', '.join(self._cups)}."))
        for edge, entries in sorted(self._entries.items()):
            count = counted(len(entries), "unit enters", "units enter")
            self.lines.append(News("8.5", f"{edge} edge, {count}: {', '.join(entries)}."))
        self._cups, self._entries = [], {}

"""What the other side did in Storming the Reich, condensed (moves from hex to hex, battles in full), and tips."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bocage.engine.events import Event
from bocage.engine.steps import Prompt
from bocage.terminal.faces import News
from bocage.terminal.screen import GLUE

LOUD = (
    "attack declared", "assault", "eliminated", "fort destroyed", "bridge captured", "bridge blown", "breakout",
    "cherbourg", "antwerpen", "paris", "offensive launched", "won", "army released", "dams blown",
)  # fmt: skip
# Events of a unit and a hex that are told together, with the words before them.
PLACED = {
    "arrival placed": "arrivals", "set up": "set up", "dropped": "drops", "returns": "back from Brittany",
    "combat advance": "advances",
}  # fmt: skip
# Events of one unit.
MARKED = {
    "priority placed": "Priority Supply", "red ball placed": "Red Ball Express", "refit placed": "R&R markers",
    "waits in england": "waiting in England", "comes to england": "in the England Box", "not used": "not used",
    "set up reduced": "set up reduced", "set aside": "set aside", "grounded": "grounded",
}  # fmt: skip


def digest(game: Any, events: Iterable[Event]) -> list[News]:
    """Events in as few lines as can be; nothing is left out but the way that a unit took."""
    page = _Page(game)
    for event in events:
        page.add(event)
    page.turn_over()
    return page.lines


class _Page:
    """Lines that are done, and what is being gathered for the next one."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.lines: list[News] = []
        self._moves: dict[tuple[int, ...], tuple[int, int]] = {}  # units that move together -> from, to
        self._alike: tuple[str, str, list[str]] | None = None  # rule, what they do, who

    def add(self, event: Event) -> None:
        data: Any = event.data
        if event.kind == "moves":
            units, path, _ = data
            if self._alike is not None:
                self.turn_over()
            start = self._moves.pop(tuple(units))[0] if tuple(units) in self._moves else path[0]
            self._moves[tuple(units)] = (start, path[-1])
        elif event.kind in PLACED:
            self._gather(event.rule, PLACED[event.kind], f"{self._id(data[0])}{GLUE}{self._place(data[1])}")
        elif event.kind in MARKED:
            self._gather(event.rule, MARKED[event.kind], self._id(data[0]))
        else:
            self.turn_over()
            self.lines.append(News(event.rule, self.game.sentence(event), event.kind in LOUD))

    def _gather(self, rule: str, what: str, who: str) -> None:
        if self._alike is None or self._alike[1] != what:
            self.turn_over()
            self._alike = (rule, what, [])
        self._alike[2].append(who)

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
            count = f"{len(moves)} {'move' if len(moves) == 1 else 'moves'}"
            self.lines.append(News("10.4", f"{count}: {', '.join(moves)}."))
        self._alike = None
        self._moves = {}

    def _id(self, unit: int) -> str:
        return str(self.game.unit_ids[unit])

    def _place(self, node: int) -> str:
        return str(self.game.board.labels[node] if node >= 0 else self.game.place_names[-node - 1])


def hint(prompt: Prompt) -> str:
    """How to answer a question with few keystrokes."""
    verbs = prompt.verbs()

    def first(*names: str) -> str:
        return next((verbs[name][0].operand for name in names if name in verbs), "")

    if "suggested-all" in verbs:
        return "'suggested' does this step for you, 'suggested-all' every step of your side."
    if "place" in verbs and "pick" in verbs:
        return f"hexes in a row place one unit after the other; another unit first: {first('pick')} HEX."
    if prompt.step == "movement":
        if getattr(prompt.frame, "hand", 0):
            return "the hex alone moves the unit; 'cost HEX' tells the points and the way, 'why HEX' the reason."
        unit = first("pick", "join")
        return (
            f"unit and hex in one line: {unit} HEX; with others of its stack: {unit} all HEX; several moves one "
            "after the other in a line. A unit alone shows where it may go."
        )
    if prompt.step == "combat" and "attack" in verbs:
        label = first("attack")
        return (
            f"'odds {label}' tells the chances with everybody, 'odds {label} UNIT UNIT' with some; "
            f"then 'attack {label} all' or 'attack {label} UNIT UNIT'."
        )
    if prompt.step == "combat" and "join" in verbs:
        return "'all' takes everybody along; 'undo' takes your last line back as long as no die is rolled."
    if prompt.step == "airborne operation" and "drop" in verbs:
        return f"unit and hex in one line: {first('drop')} HEX; nothing is final before you say 'jump'."
    return ""

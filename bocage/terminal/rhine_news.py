"""What the other side did in D-Day to the Rhine, condensed (moves from hex to hex, battles in full), and tips."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bocage.engine.events import Event
from bocage.engine.steps import Prompt
from bocage.games.rhine.tell import STRANGER
from bocage.terminal.faces import News
from bocage.terminal.screen import GLUE

LOUD = (
    "battle", "eliminated", "won", "weather", "beaches", "blitz", "ruthless", "reserve withdrawn", "counteroffensive",
    "paris passed", "brussels passed", "french leave", "bombing shortens", "record opened", "turned up", "player turn",
)  # fmt: skip
# Events of a unit and a hex that are told together, with the words before them.
PLACED = {
    "allied arrival": "arrivals", "set up": "set up", "air drop": "drops", "landed": "landed", "replaced": "replaced",
    "reserve placed": "from the Strategic Reserve", "combat advance": "advances",
}  # fmt: skip
# Events of one unit.
MARKED = {
    "corps deploys": "deployed", "corps undeploys": "undeployed", "recovered": "recovered from Disruption",
    "disrupted": "Disrupted",
}  # fmt: skip
MOVES = ("unit moves", "unit marches", "unit dashes", "dump moves")
HIDDEN = "face-down piece"


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
        self._moves: list[tuple[int, int, int]] = []  # unit, from, to
        self._alike: tuple[str, str, list[str]] | None = None  # rule, what they do, who

    def add(self, event: Event) -> None:
        data: Any = event.data
        if event.kind in MOVES:
            self._move(data[0], data[1], event.kind)
        elif event.kind == "identity" and self._moves and self._moves[-1][0] == STRANGER:
            # Who may know it reads the name in the place of the nameless move.
            self._moves[-1] = (data[0], *self._moves[-1][1:])
        elif event.kind in PLACED:
            self._gather(event.rule, PLACED[event.kind], f"{self._id(data[0])}{GLUE}{self._place(data[1])}")
        elif event.kind in MARKED:
            self._gather(event.rule, MARKED[event.kind], self._id(data[0]))
        else:
            self.turn_over()
            self.lines.append(News(event.rule, self.game.sentence(event), event.kind in LOUD))

    def _move(self, unit: int, path: tuple[int, ...], kind: str) -> None:
        if self._alike is not None:
            self.turn_over()
        start = path[0]
        # The next leg of the same unit; of nameless ones only a dash is known to go on.
        same = kind == "unit dashes" if unit == STRANGER else bool(self._moves) and self._moves[-1][0] == unit
        if self._moves and self._moves[-1][2] == start and same:
            unit, start, _ = self._moves.pop()
        self._moves.append((unit, start, path[-1]))

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
            moves = [f"{self._id(unit)}{GLUE}{labels[start]}-{labels[end]}" for unit, start, end in self._moves]
            count = f"{len(moves)} {'move' if len(moves) == 1 else 'moves'}"
            self.lines.append(News("NOTE.1", f"{count}: {', '.join(moves)}."))
        self._alike = None
        self._moves = []

    def _id(self, unit: int) -> str:
        return HIDDEN if unit == STRANGER else str(self.game.unit_ids[unit])

    def _place(self, node: int) -> str:
        return str(self.game.board.labels[node] if node >= 0 else self.game.place_names[-node - 1])


def hint(prompt: Prompt) -> str:
    """How to answer a question with few keystrokes."""
    verbs = prompt.verbs()

    def first(*names: str) -> str:
        return next((verbs[name][0].operand for name in names if name in verbs), "")

    if prompt.step == "set-up":
        return (
            "'suggested' places all that is left; hexes in a row place one piece after the other, another one first: "
            f"{first('pick')} HEX. 'hide' and 'deploy' turn pieces over."
        )
    if prompt.step == "landing force":
        return f"unit, wave and hex in one line: {first('pick')} first HEX, or {first('pick')} second HEX."
    if "place" in verbs and "pick" in verbs:
        return f"unit and hex in one line: {first('pick')} HEX."
    if prompt.step in ("movement", "dump movement"):
        if getattr(prompt.frame, "hand", -1) >= 0:
            more = " 'dash HEX' risks Strafing, 'march HEX' uses bonus hexes;" if "march" in verbs else ""
            return f"'move HEX' moves the unit;{more} 'cost HEX' tells the way, 'why HEX' the reason."
        unit = first("pick")
        return f"unit and hex in one line: {unit} move HEX. A unit alone shows where it may go." if unit else ""
    if prompt.step == "allocation" and "attack" in verbs:
        label = first("attack")
        return (
            f"'odds {label}' tells the chances with everybody, 'odds {label} UNIT UNIT' with some; then "
            f"'attack {label} all commit' or 'attack {label} UNIT UNIT commit'."
        )
    if prompt.step == "allocation" and "join" in verbs:
        return "'all' takes everybody along; 'commit' allocates the attack; nothing is fought before you say 'end'."
    if prompt.step == "air operations":
        return f"bomb HEX; or unit and hex in one line: {first('pick')} drop HEX." if first("pick") else "bomb HEX."
    return ""

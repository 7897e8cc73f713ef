"""The Brook in the terminal: its map in signs, its units in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from bocage import Prompt
from bocage.engine.plain import place_name
from bocage.hexes import read_lettered
from bocage.rules import BadInput, HexSet
from bocage.terminal import hints
from bocage.terminal.counters import Chit, Paint
from bocage.terminal.faces import UnitLine, header_lines, hexes_by_name, key_lines
from bocage.terminal.flat import FlatFace, flat_grid

from .. import data
from ..rules.combat import MEANINGS
from ..rules.forecast import Forecast
from ..rules.look import BrookLook
from ..rules.movement import NOBODY, Moving
from ..rules.position import BLUE, GREY
from ..words import wording

SIGNS = {"clear": ".", "wood": "w", "town": "o"}
STYLES = {BLUE: "bold #ffffff on #3f6fae", GREY: "bold #000000 on #9aa0a6"}
KEY = ("BF4 Blue foot, 4", "GH2 Grey horse, 2", ". clear  w wood", "o the mill", "! enemy zone", "(.) your choice")


class BrookFace(FlatFace):
    """How The Brook looks in a terminal."""

    side_names: Mapping[str, str] = wording.SIDE_NAMES
    fills = {"clear": "on #38352a", "wood": "on #27421f", "town": "on #4a3d28"}
    examples = {"2114": "C3", "US-1": "B-1", "US-2": "B-2", "US-Rgr": "B-H", "1307": "D4", "german": "grey"}

    def __init__(self) -> None:
        printed = self.data = data.load()
        self.grid = flat_grid(
            printed.board,
            lambda row: row,
            lambda here, there: int(printed.brook.has(here, there)),
            read=read_lettered,
            heading=lambda column: f" {chr(ord('A') + column - 1)}",
        )

    def header(self, look: BrookLook, phase: str) -> list[Text]:
        standing = [f"The mill: {wording.standing(look)}"]
        return header_lines(look, len(self.data.turns), phase, [], standing)

    # The map

    def ground(self, look: BrookLook, node: int) -> tuple[str, str, str]:
        terrain = wording.terrain(look, node)
        return terrain, SIGNS[terrain], "#c9c2a4"

    def held(self, look: BrookLook) -> HexSet:
        return 1 << look.game.mill if look.position.holder else 0

    def glyph(self, look: BrookLook, stack: Sequence[int]) -> str:
        counter = look.counter(stack[0])
        return f"{counter.side[0].upper()}{counter.type[0].upper()}{look.attack(stack[0])}"

    def short(self, look: BrookLook, unit: int) -> str:
        return f"{look.counter(unit).id:5}{wording.factors(look, unit):>4}"

    def style(self, look: BrookLook, unit: int) -> str:
        return STYLES[look.counter(unit).side]

    def key(self, look: BrookLook, side: str | None) -> list[Text]:
        return key_lines(KEY if side else KEY[:-2], [])

    def hex_words(self, look: BrookLook, label: str) -> str:
        node = look.game.board.index[label]
        told = [f"{wording.terrain(look, node)} {self.data.names.get(node, '')}".strip()]
        told += [
            f"{look.counter(unit).id} {wording.factors(look, unit)}" for unit in look.position.stacks.get(node, ())
        ]
        return ", ".join(told)

    def places(self) -> Mapping[str, Sequence[str]]:
        return hexes_by_name(self.data.names, self.data.board.labels)

    # Units

    def unit_line(self, look: BrookLook, unit: int) -> UnitLine:
        counter, place = look.counter(unit), place_name(look.game, look.position.units[unit].at)
        marks = ", ".join(wording.FLAGS[flag] for flag in wording.flags(look, unit))
        return UnitLine(counter.id, counter.name, place, wording.factors(look, unit), "", marks, STYLES[counter.side])

    def off_board(self, look: BrookLook) -> list[str]:
        dead = [name for name, unit in zip(look.game.unit_ids, look.position.units, strict=True) if unit.at < 0]
        return [f"eliminated ({len(dead)}): {' '.join(dead)}"] if dead else []

    # The question

    def hint(self, look: BrookLook, prompt: Prompt) -> str:
        return hints.attacking(prompt) if prompt.step == "combat" else ""

    def costs(self, look: BrookLook, frame: Any) -> Mapping[str, str]:
        if not _walking(frame):
            return {}
        board, by_cost = look.game.board, look.reach(frame.hand).by_cost
        return {label: f"{cost} MP" for cost, hexes in enumerate(by_cost) if cost for label in board.names(hexes)}

    def cost(self, look: BrookLook, frame: Any, label: str) -> str:
        if not _walking(frame):
            raise BadInput("take a unit in hand first, as in 'B-1'; then 'cost C3' tells what C3 costs it")
        board, found = look.game.board, look.reach(frame.hand)
        node = board.index[label]
        if not found.all >> node & 1:
            return ""
        return f"{found.cost(node)} MP: {'-'.join(board.labels[step] for step in found.path(node))}"

    def odds(self, forecast: Forecast) -> list[Text]:
        cover = ", with cover (3.3)" if forecast.covered else ""
        lines = [Text(f"{forecast.attack} against {forecast.defence} in {forecast.target}{cover}", style="bold")]
        lines += [Text(f"  {float(chance):4.0%}  {MEANINGS[result]}") for result, chance in forecast.chances.items()]
        return lines

    # The picture

    def chits(self, look: BrookLook) -> dict[str, list[Chit]]:
        found: dict[str, list[Chit]] = {}
        for node, stack in look.position.stacks.items():
            for unit in stack if node >= 0 else ():
                counter = look.counter(unit)
                weak = look.position.units[unit].steps < counter.steps
                paint, symbol = Paint(*wording.COLOURS[counter.side]), wording.SYMBOLS[counter.type]
                chit = Chit(
                    wording.short_name(counter),
                    paint,
                    symbol,
                    "",
                    wording.factors(look, unit),
                    weak,
                    tooltip=counter.name,
                )
                found.setdefault(look.game.board.labels[node], []).append(chit)
        return found


def _walking(frame: Any) -> bool:
    """Is a unit about to move?"""
    return isinstance(frame, Moving) and frame.hand != NOBODY


FACE = BrookFace

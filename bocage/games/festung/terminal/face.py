"""Festung Europa in the terminal: its map in signs, its units and cards in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from bocage.engine.plain import place_name
from bocage.engine.steps import Prompt
from bocage.hexes import HexSet, read_ccrr
from bocage.parts.cards import Card, Holding
from bocage.rules import Action, BadInput
from bocage.terminal import hints
from bocage.terminal.counters import Chit, Paint
from bocage.terminal.faces import UnitLine, hexes_by_name, key_lines
from bocage.terminal.flat import FlatFace, flat_grid

from .. import data
from ..rules.combat.battle import Fight
from ..rules.combat.forecast import Forecast
from ..rules.look import FestungLook
from ..rules.movement.moves import Moving
from ..rules.movement.reach import reached
from ..rules.position import AXIS, PLACES
from ..rules.supply import tracing
from ..words import cards, reports, wording

SIGNS = {
    "clear": ".", "forest": "f", "marsh": "s", "mountain": "m", "alpine": "A", "urban": "o", "beachhead": "b",
    "box": "#",
}  # fmt: skip
FILLS = {
    "clear": "on #38352a", "forest": "on #183217", "marsh": "on #1f4448", "mountain": "on #4a3d28",
    "alpine": "on #4d4d57", "urban": "on #5a3038", "beachhead": "on #1d3a55", "box": "on #2c2c34",
}  # fmt: skip
INK = "#c9c2a4"
# Boxes lie where the map has room.
BOXES = {"UK": (3, 7), "NA": (12, 23), "EAST": (21, 6), "BALKANS": (20, 14), "OKW": (21, 3)}
STYLES = {nation: f"bold {ink} on {face}" for nation, (face, ink, _) in wording.COLOURS.items()}
SIZE_LETTERS = {"army": "A", "corps": "C", "fortress": "F"}
KEY = (
    "GC3 German corps,", " attack factor 3", "A army  F fortress", "G German I Italian", "U US  B British",
    "", ". clear  f forest", "s marsh  m mountain", "A alpine  o urban", "b Beach Head  # box", "+ Allied control",
    "! enemy zone", "(.) your choice",
)  # fmt: skip


class FestungFace(FlatFace):
    """How Festung Europa looks in a terminal."""

    side_names: Mapping[str, str] = wording.SIDE_NAMES
    fills = FILLS
    examples = {
        "2114": "1821", "1307": "1820", "US-82AB": "US-II", "82AB": "II", "US-Rgr": "US-7A", "US-1": "US-II",
        "US-2": "US-VI", "german": "axis", "3.2.1": "6.2",
    }  # fmt: skip
    help = (
        (
            "ops husky",
            "play a card for operations; event, rd and rp likewise, by its number in your hand or its title",
        ),
    )

    def __init__(self) -> None:
        printed = self.data = data.load()
        rivers = [printed.sides[kind] for kind in ("river", "rhine", "strait")]
        self.grid = flat_grid(
            printed.board,
            lambda row: row,
            lambda here, there: int(any(sides.has(here, there) for sides in rivers)),
            read=lambda label: BOXES[label] if label in BOXES else read_ccrr(label),
        )

    def header(self, look: FestungLook, phase: str) -> list[Text]:
        first = Text(look.game.title, style="bold")
        first.append(f" - turn {look.position.turn}/{look.game.rules.last_turn}, {look.turn().name}", style="not bold")
        told = [f"{name}: {text}" for name, text, _ in reports.facts(look)]
        second = Text(f"Phase: {wording.PHASES.get(phase, phase)}", style="cyan")
        second.append(f" - {'; '.join(told)}", style="default")
        told = [f"{name} {text}" for name, text, _ in reports.standing(look)]
        standing = "; ".join(told).replace("; The ", "; the ")
        return [first, second, Text(standing, style="default")]

    # The map

    def ground(self, look: FestungLook, node: int) -> tuple[str, str, str]:
        box = 1 << node & ~look.game.board.hexes
        terrain = "box" if box else look.game.data.terrain_at[node]
        return terrain, SIGNS[terrain], INK

    def held(self, look: FestungLook) -> HexSet:
        return look.position.allied_control

    def glyph(self, look: FestungLook, stack: Sequence[int]) -> str:
        lead = max(stack, key=look.attack)
        counter = look.counter(lead)
        return f"{counter.group[0].upper()}{SIZE_LETTERS[counter.size]}{min(look.attack(lead), 9)}"

    def short(self, look: FestungLook, unit: int) -> str:
        return f"{wording.short_name(look.counter(unit))[:4]:4}{wording.factors(look, unit):>5}"

    def style(self, look: FestungLook, unit: int) -> str:
        return STYLES[look.counter(unit).nation]

    def key(self, look: FestungLook, side: str | None) -> list[Text]:
        return key_lines(KEY if side else KEY[:-2], [])

    def hex_words(self, look: FestungLook, label: str) -> str:
        node = look.game.board.index[label]
        told = [f"{look.game.hex_name(node)}, {wording.terrain(look, node)}"]
        told += [f"{look.counter(unit).id} {wording.factors(look, unit)}" for unit in look.stack(node)]
        return ", ".join(told)

    def places(self) -> Mapping[str, Sequence[str]]:
        return hexes_by_name(self.data.names, self.data.board.labels)

    # Units and cards

    def unit_line(self, look: FestungLook, unit: int) -> UnitLine:
        counter, place = look.counter(unit), place_name(look.game, look.position.units[unit].at)
        supply = tracing.grade(look, unit) if look.position.units[unit].at >= 0 else ""
        marks = ", ".join(wording.FLAGS[flag] for flag in wording.flags(look, unit) if flag not in ("limited", "out"))
        style = STYLES[counter.nation]
        return UnitLine(counter.id, counter.name, place, wording.factors(look, unit), supply, marks, style)

    def off_board(self, look: FestungLook) -> list[str]:
        told = []
        for number, place in enumerate(PLACES, 1):
            there = [
                name for name, unit in zip(look.game.unit_ids, look.position.units, strict=True) if unit.at == -number
            ]
            if there:
                told.append(f"{wording.PLACE_WORDS[place]} ({len(there)}): {' '.join(there)}")
        return told

    def printed_cards(self, game: Any) -> Sequence[Card]:
        return cards.printed(game)

    def cards(self, look: FestungLook, side: str | None) -> Sequence[Holding]:
        return cards.held(look)

    # The question

    def hint(self, look: FestungLook, prompt: Prompt) -> str:
        return hints.attacking(prompt) if isinstance(prompt.frame, Fight) else ""

    def answer_words(self, look: FestungLook, action: Action) -> str:
        return action.operand.replace("_", " ")

    def costs(self, look: FestungLook, frame: Any) -> Mapping[str, str]:
        if not isinstance(frame, Moving) or frame.hand < 0:
            return {}
        board, by_cost = look.game.board, reached(look, frame.hand, frame.at, frame.spent).by_cost
        return {label: f"{cost} MP" for cost, hexes in enumerate(by_cost) if cost for label in board.names(hexes)}

    def cost(self, look: FestungLook, frame: Any, label: str) -> str:
        if not isinstance(frame, Moving) or frame.hand < 0:
            raise BadInput("take a unit in hand first; then 'cost 1821' tells what 1821 costs it")
        board, found = look.game.board, reached(look, frame.hand, frame.at, frame.spent)
        node = board.index[label]
        if not found.all >> node & 1:
            return ""
        return f"{found.cost(node)} MP: {'-'.join(board.labels[step] for step in found.path(node))}"

    def supply(self, look: FestungLook, label: str) -> list[str]:
        units = look.stack(look.game.board.index[label])
        if not units:
            raise BadInput(f"nobody is in {label}")
        return [f"{look.counter(unit).name}: {tracing.grade(look, unit)} supply" for unit in units]

    def attack_declared(self, look: FestungLook, prompt: Prompt) -> bool:
        frame = prompt.frame
        return isinstance(frame, Fight) and frame.target >= 0 and bool(frame.attackers)

    def odds(self, forecast: Forecast) -> list[Text]:
        name = self.data.names[forecast.target]
        lines = [Text(f"{forecast.attack} against {forecast.defence} in {name}: {forecast.odds}", style="bold")]
        lines += [Text(f"  {shift.columns:+d} column  {shift.why} ({shift.rule})") for shift in forecast.shifts]
        lines += [Text(f"  {part.number:+d} on the die  {part.why} ({part.rule})") for part in forecast.modifiers]
        lines.append(Text(f"  rolled on {forecast.column}"))
        for result, chance in forecast.chances.items():
            lost, _, inflicted = result.partition("/")
            lines.append(Text(f"  {float(chance):4.0%}  attacker loses {lost}, defender {inflicted}"))
        return lines

    def outcome(self, winner: str, level: str) -> str:
        told = super().outcome(winner, level)
        return told.replace("The Axis win:", "The Axis wins:") if winner == AXIS else told

    # The picture

    def chits(self, look: FestungLook) -> dict[str, list[Chit]]:
        found: dict[str, list[Chit]] = {}
        for unit in self.units(look):
            counter, now = look.counter(unit), look.position.units[unit]
            chit = Chit(
                wording.short_name(counter), Paint(*wording.COLOURS[counter.nation]), wording.SYMBOLS[counter.type],
                wording.SIZES.get(counter.size, ""), wording.factors(look, unit), now.steps < counter.steps,
                tooltip=counter.name,
            )  # fmt: skip
            found.setdefault(look.game.board.labels[now.at], []).append(chit)
        return found


FACE = FestungFace

"""The face of Fortress Europa: its map in signs and bricks, its header, its units in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.events import Event
from bocage.engine.plain import place_name
from bocage.engine.steps import Prompt
from bocage.hexes import HexSet, read_lettered
from bocage.terminal.board import part_around
from bocage.terminal.counters import Chit, Paint
from bocage.terminal.faces import News, UnitLine, header_lines, hexes_by_name, key_lines
from bocage.terminal.flat import FlatFace, flat_grid

from .. import data
from ..rules.combat.forecast import Forecast
from ..rules.look import FortressLook
from ..rules.position import ALLIED, GERMAN, OTHER, PLACES
from ..rules.supply import lines as supply_lines
from ..rules.supply import tracing
from ..rules.supply.capacity import capacity
from ..words import outlook, provisions, reports, wording
from ..words.phases import phase_words
from ..words.standing import standing
from . import news

TERRAIN_SIGN = {
    "clear": ".", "rough": "r", "mountain": "m", "alpine": "^", "flooded": "s", "dyke": "=", "sea": "~",
}  # fmt: skip
TERRAIN_FILL = {
    "clear": "on #38352a", "rough": "on #4a3d28", "mountain": "on #4f463e", "alpine": "on #5e5a58",
    "flooded": "on #1f4448", "dyke": "on #30423c", "sea": "on #10222f",
}  # fmt: skip
TERRAIN_INK = {
    "clear": "#8f8869", "rough": "#c9a877", "mountain": "#d8cdbd", "alpine": "#f0ece8", "flooded": "#7fc4cc",
    "dyke": "#9fc4b4", "sea": "#3f6a85",
}  # fmt: skip
CITY, MAJOR_CITY, FORTRESS, BEACH = "o", "O", "#", ","
SETTLED_INK, FORT_INK, BEACH_INK = "#ffc9a3", "#ff9aa8", "#9fd0ff"
NATION_STYLE = {
    "US": "bold #000000 on #9aab4b", "BR": "bold #000000 on #e0c08a", "CA": "bold #ffffff on #a14a34",
    "FR": "bold #ffffff on #31508c", "MI": "bold #000000 on #b79ecb", "WH": "bold #000000 on #a9b3bf",
    "LW": "bold #000000 on #b4d3e2", "SS": "bold #ffffff on #23272b",
}  # fmt: skip
NATION_LETTER = {"US": "A", "BR": "B", "CA": "C", "FR": "F", "MI": "N"}
KIND_LETTER = {
    "armor": "A", "mech": "M", "cavalry": "C", "assault_gun": "G", "engineer": "E", "infantry": "I", "mountain": "N",
    "para": "P", "glider": "P", "ranger": "R", "commando": "R", "artillery": "T", "flak": "K", "security": "S",
    "training": "I", "hq_troops": "I", "volkssturm": "V", "coastal": "D", "hq": "H", "mulberry": "O", "partisans": "W",
    "naval": "Y", "stranger": "?",
}  # fmt: skip
PAINT = {nation: Paint(*colours) for nation, colours in wording.COLOURS.items()}
KEY = (
    "AI6 American", " infantry, combat", " 6 (+ is 10 up)", "A US  B British", "C Can.  F French", "N Minor G German",
    "I infantry", "A armour  M mech", "P airborne", "N mountain R raid", "D coastal K flak", "V Volkssturm",
    "H HQ  Y ships", "O mulberry", "Ai3 i: reduced", "aI8 a: several", "", ". clear  r rough", "m mount. ^ alpine",
    "s flooded , beach", "o city O major", "# fortress ~ sea", "+ Allied control", "! enemy zone", "(.) your choice",
)  # fmt: skip
KEY_TO_ALL = KEY[:-2]  # who only looks on has no enemy and nowhere to go
BAR = 24


class FortressFace(FlatFace):
    """How Fortress Europa looks."""

    side_names: Mapping[str, str] = {ALLIED: "the Allies", GERMAN: "the Germans"}
    fills = TERRAIN_FILL
    help = (
        ("tac strafing", "an aircraft on a mission; sac railways, against railways for the Germans"),
        ("beach M5", "a hex of the landing; end declares it"),
        ("rail W8", "by train; sail K2 by sea, england and africa take a unit home"),
        ("add L6", "attacks another hex in the same battle; support adds an aircraft, ship a naval unit"),
    )
    examples = {
        "2114": "M6", "1307": "R11", "US-82AB": "US-82-AB", "82AB": "82-AB", "US-Rgr": "US-Rangers", "US-1": "US-1-Inf",
        "US-2": "US-2-Inf", "3.2.1": "14.6",
    }  # fmt: skip

    def __init__(self) -> None:
        printed = self.data = data.load()
        self.grid = flat_grid(printed.board, lambda row: row, self._water, read=_read, heading=_heading)
        self._places = hexes_by_name(printed.names, printed.board.labels)
        self._ids = [counter.id for counter in printed.counters if counter.entry != "overstrength"]

    def _water(self, here: int, there: int) -> int:
        """1 for a river, 2 for an estuary."""
        if self.data.estuaries.has(here, there):
            return 2
        return int(self.data.rivers.has(here, there))

    # The header

    def header(self, look: FortressLook, phase: str) -> list[Text]:
        facts = [f"{line.name} {line.text}" for line in reports.facts(look)]
        told = [f"{line.name}: {line.text}" for line in standing(look)]
        return header_lines(look, look.game.rules.last_turn, phase_words(phase), facts, told)

    # The map

    def part(self, look: FortressLook, marked: Collection[str], columns: int) -> Collection[str]:
        """Where the fighting is: around what may be chosen, or else around the Allied units, or in Normandy."""
        names = look.game.board.names
        hexes = list(marked) or names(look.occupied(ALLIED) or self.data.areas["Normandy"])
        return part_around(self.grid, hexes, columns, margin=3)

    def held(self, look: FortressLook) -> HexSet:
        hexes: HexSet = look.position.allied_control & look.game.land
        return hexes

    def ground(self, look: FortressLook, node: int) -> tuple[str, str, str]:
        terrain, bit, printed = wording.terrain(look, node), 1 << node, self.data
        if bit & look.intact():
            return terrain, FORTRESS, FORT_INK
        if bit & printed.majors:
            return terrain, MAJOR_CITY, SETTLED_INK
        if bit & printed.cities:
            return terrain, CITY, SETTLED_INK
        if bit & printed.beaches and terrain == "clear":
            return terrain, BEACH, BEACH_INK
        return terrain, TERRAIN_SIGN[terrain], TERRAIN_INK[terrain]

    def short(self, look: FortressLook, unit: int) -> str:
        """A unit in nine characters: 82   7-5; r is reduced, x frozen, ? hidden or under a decoy."""
        position, counter = look.position, look.counter(unit)
        if unit >= look.game.first_stranger:
            return "a decoy"
        text = wording.unit_factors(look, unit)
        if position.units[unit].steps < counter.steps:
            text += "r"
        if position.frozen >> unit & 1:
            text += "x"
        if (position.hidden | position.decoys) >> unit & 1:
            text += "?"
        name = counter.short[: 8 - len(text)]
        return name + text.rjust(9 - len(name))

    def glyph(self, look: FortressLook, stack: Sequence[int]) -> str:
        lead = max(stack, key=lambda unit: (look.counter(unit).piece, look.strength(unit), -unit))
        counter = look.counter(lead)
        nation = NATION_LETTER.get(counter.nation, "G")
        if len(stack) > 1:
            nation = nation.lower()
        kind = KIND_LETTER[look.kind(lead)]
        if look.position.units[lead].steps < counter.steps:
            kind = kind.lower()
        strength = sum(look.strength(unit) for unit in stack)
        return f"{nation}{kind}{strength if strength < 10 else '+'}"

    def style(self, look: FortressLook, unit: int) -> str:
        return NATION_STYLE[look.counter(unit).nation]

    def key(self, look: FortressLook, side: str | None) -> list[Text]:
        told = [f"Weather {look.position.weather or '-'}", f"Capacity {capacity(look)}"]
        for name, whose in (("Allied", ALLIED), ("German", GERMAN)):
            told.append(f"{name} cities {look.cities(whose).bit_count()}")
        return key_lines(KEY if side else KEY_TO_ALL, told)

    def hex_words(self, look: FortressLook, label: str) -> str:
        node = look.game.board.index[label]
        told = [wording.hex_terrain(look, node), *wording.areas(look, node), *wording.hex_state(look, node)]
        if node in self.data.names:
            told.insert(0, self.data.names[node])
        if label in look.position.markers:
            told.append(f"{look.position.markers[label]} decoys" if look.position.markers[label] > 1 else "a decoy")
        for unit in look.position.stacks.get(node, ()):
            marks = [wording.flag_words(flag) for flag in wording.flags(look, unit)]
            name = look.counter(unit).id if unit < look.game.first_stranger else look.counter(unit).name
            told.append(" ".join(filter(None, [name, wording.unit_factors(look, unit), *marks])))
        return ", ".join(told)

    def places(self) -> Mapping[str, Sequence[str]]:
        return self._places

    # Units

    def unit_line(self, look: FortressLook, unit: int) -> UnitLine:
        counter, at = look.counter(unit), look.position.units[unit].at
        style, place = NATION_STYLE[counter.nation], place_name(look.game, at)
        if unit >= look.game.first_stranger:
            return UnitLine(wording.BACK, counter.name, place, "", "", "", style)
        marks = [wording.flag_words(flag) for flag in wording.flags(look, unit) if flag != "hungry"]
        supply = ""
        if at >= 0 and counter.piece:
            fed = tracing.supplied(look, counter.side) >> unit & 1
            supply = "in supply" if fed else "OUT OF SUPPLY"
            if look.zone(OTHER[counter.side]) >> at & 1:
                marks.append("in enemy zone")
        name, factors = wording.unit_name(look, unit), wording.unit_factors(look, unit)
        return UnitLine(counter.id, name, place, factors, supply, ", ".join(marks), style)

    def off_board(self, look: FortressLook) -> list[str]:
        found = []
        for number, place in enumerate(PLACES):
            groups: dict[str, list[str]] = {}
            for unit in look.position.stacks.get(-number - 1, ()):
                turn = wording.arrival_turn(look, unit)
                groups.setdefault(f", turn {turn}" if turn else "", []).append(look.counter(unit).id)
            for when, ids in sorted(groups.items(), key=lambda group: (len(group[0]), group[0])):
                found.append(f"{wording.PLACE_WORDS[place]}{when} ({len(ids)}): {' '.join(ids)}")
        return found

    def answer_words(self, look: FortressLook, action: Action) -> str:
        return outlook.answer_words(look, action)

    def focus(self, look: FortressLook, frame: Any) -> str | None:
        return outlook.focus(look, frame) or None

    def in_hand(self, look: FortressLook, frame: Any) -> list[str]:
        return outlook.moving_hand(look, frame)

    # News and hints

    def digest(self, game: Any, events: Iterable[Event]) -> list[News]:
        return news.FortressPage(game).digest(events)

    def hint(self, look: FortressLook, prompt: Prompt) -> str:
        return news.hint(prompt)

    def costs(self, look: FortressLook, frame: Any) -> dict[str, str]:
        labels = look.game.board.labels
        return {labels[node]: f"{hexes} hex" for node, hexes in outlook.costs(look, frame, "move").items()}

    def cost(self, look: FortressLook, frame: Any, label: str) -> str:
        if not outlook.moving_hand(look, frame):
            raise BadInput("take a unit in hand first, as in 'US-1-Inf'; then 'cost M6' tells how it gets there")
        board, told = look.game.board, []
        for verb in ("move", "rail"):
            way = outlook.way(look, frame, verb, board.index[label])
            if way is not None:
                notes = "".join(f"; {name}: {text} ({rule})" for name, text, rule in way.notes)
                told.append(f"{verb}: {way.cost}: {'-'.join(board.labels[node] for node in way.path)}{notes}")
        return " | ".join(told)

    # Supply and odds

    def supply(self, look: FortressLook, label: str) -> list[str]:
        node, told = look.game.board.index[label], []
        for unit in look.position.stacks.get(node, ()):
            if look.counter(unit).piece and unit < look.game.first_stranger:
                how, rule = provisions.words(look, unit)
                told.append(f"{look.counter(unit).id} in {label}: {how} ({rule})")
        for side, name in wording.SIDE_WORDS.items():
            staffs = [
                look.counter(staff).name
                for staff, _ in supply_lines.feeding(look, side)
                if supply_lines.served_by(look, staff) >> node & 1
            ]
            told.append(f"{name} headquarters with a line that reach {label}: {', '.join(staffs) or 'none'}")
        return told

    def outcome(self, winner: str, level: str) -> str:
        return wording.outcome(winner, level) or super().outcome(winner, level)

    def attack_declared(self, look: FortressLook, prompt: Prompt) -> bool:
        return outlook.may_be_rolled(look, prompt.frame)

    def odds(self, forecast: Forecast) -> list[Text]:
        found = [Text(f"Attack on {' and '.join(forecast.targets)}", style="bold")]
        found.append(Text(f"{forecast.attack} against {forecast.defence} is {forecast.odds}"))
        found += [Text(f"  {shift.columns:+d}  {shift.why} ({shift.rule})") for shift in forecast.shifts]
        if forecast.column:
            found.append(Text(f"rolled on {forecast.column}", style="bold"))
        for result, chance in forecast.chances.items():
            style = {"attacker": "green", "defender": "red"}.get(outlook.GOOD_FOR[result], "yellow")
            line = Text(f"  {result:2} {chance!s:>4} ")
            line.append("█" * round(chance * BAR), style=style)
            line.append(f"  {outlook.MEANING[result]}", style="bright_black")
            found.append(line)
        notes = outlook.odds_notes(self._ids.__getitem__, forecast)
        return found + [Text(f"  {name}: {text} ({rule})", style="yellow") for name, text, rule in notes]

    # The picture

    def chits(self, look: FortressLook) -> dict[str, list[Chit]]:
        game, position = look.game, look.position
        found: dict[str, list[Chit]] = {}
        signs = (
            (position.forts_destroyed, "FORT\nOUT", "fortress destroyed", "BR"),
            (game.board.set(position.markers), "DE\nCOY", "a decoy", "WH"),
            (position.beaches, "BEACH", "invaded this turn", "BR"),
        )
        for hexes, sign, told, paint in signs:
            for label in game.board.names(hexes):
                found.setdefault(label, []).append(Chit("", PAINT[paint], sign=sign, tooltip=told))
        for node, stack in sorted(position.stacks.items()):
            if node >= 0:
                found.setdefault(game.board.labels[node], []).extend(self._chit(look, unit) for unit in stack)
        return found

    def _chit(self, look: FortressLook, unit: int) -> Chit:
        counter, line = look.counter(unit), self.unit_line(look, unit)
        paint, box = PAINT[counter.nation], wording.symbol_box(counter)
        told = [f"{line.id} {line.name}", line.factors, line.supply, line.marks]
        position = look.position
        marks = "!" if line.supply.isupper() else ""
        if unit < look.game.first_stranger:
            marks += "x" if position.frozen >> unit & 1 else ""
            marks += "?" if (position.hidden | position.decoys) >> unit & 1 else ""
        return Chit(
            counter.short,
            Paint(paint.face, paint.ink, box) if box else paint,
            wording.SYMBOLS[look.kind(unit)],
            wording.size_sign(counter),
            line.factors,
            position.units[unit].steps < counter.steps,
            marks,
            tooltip=", ".join(filter(None, told)),
        )

    def control(self, look: FortressLook) -> list[str]:
        return look.game.board.names(self.held(look))


def _read(label: str) -> tuple[int, int]:
    """Column and row of a label; the imaginary sea lies west of column A (19.7)."""
    if label.startswith(data.OFF_MAP_COLUMN):
        return 0, int(label[1:])
    return read_lettered(label)


def _heading(column: int) -> str:
    """What stands above a column, in two characters."""
    return data.label(column, 0)[:-1].rjust(2)


FACE = FortressFace

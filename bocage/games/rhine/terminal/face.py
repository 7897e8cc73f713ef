"""The face of D-Day to the Rhine: its map in signs and bricks, its header, its units in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.text import Text

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.events import Event
from bocage.engine.plain import place_name
from bocage.engine.steps import Prompt
from bocage.hexes import HexSet
from bocage.terminal.board import part_around
from bocage.terminal.counters import Chit, Paint
from bocage.terminal.faces import News, UnitLine, header_lines, hexes_by_name, key_lines
from bocage.terminal.flat import FlatFace, flat_grid

from .. import data
from ..rules.combat.forecast import Forecast
from ..rules.combat.odds import halves
from ..rules.look import RhineLook
from ..rules.movement.reach import DASH, MARCH, MOVE
from ..rules.position import ALLIED, AMERICAN, BRITISH, GERMAN, PLACES
from ..rules.supply import tracing, ways
from ..words import outlook, reports, wording
from . import news

TERRAIN_SIGN = {"clear": ".", "rough": "r", "forest": "f", "swamp": "s"}
TERRAIN_FILL = {"clear": "on #38352a", "rough": "on #4a3d28", "forest": "on #183217", "swamp": "on #1f4448"}
TERRAIN_INK = {"clear": "#8f8869", "rough": "#c9a877", "forest": "#7dc47a", "swamp": "#7fc4cc"}
CITY, MAJOR_CITY, FORTRESS, SIEGFRIED, LANDING = "o", "O", "#", "=", "L"
SETTLED_INK, FORT_INK, LANDING_INK = "#ffc9a3", "#ff9aa8", "#9fd0ff"
NATION_STYLE = {
    "US": "bold #000000 on #9aab4b", "BR": "bold #000000 on #e0c08a", "FR": "bold #ffffff on #31508c",
    "WH": "bold #000000 on #a9b3bf", "LW": "bold #000000 on #b4d3e2", "SS": "bold #ffffff on #23272b",
    "--": "bold #ffffff on #5f574e",
}  # fmt: skip
NATION_LETTER = {"US": "A", "BR": "B", "FR": "F"}
KIND_LETTER = {
    "infantry_corps": "I", "armor_division": "A", "airborne_division": "P", "marine": "R", "supply": "S",
    "panzer_division": "A", "panzer_corps": "A", "panzergrenadier_division": "M", "panzer_brigade": "A", "tiger": "T",
    "dummy": "D", "stranger": "?",
}  # fmt: skip
PAINT = {nation: Paint(*colours) for nation, colours in wording.COLOURS.items()}
KEY = (
    "AI3 American", " infantry, attack", " 3 (+ is 10 up)", "A US  B British", "F French G German", "I infantry corps",
    "A armour, panzer", "M panzergrenadier", "P airborne", "T Tiger R marines", "S Supplies", "D dummy",
    "G?? face down", "Ai3 i: Disrupted", "aI8 a: several", "", ". clear  r rough", "f forest s swamp", "o city",
    "O major city", "# fortress port", "= Siegfried Line", "L landing hex", "+ Allied control", "! enemy zone",
    "(.) your choice",
)  # fmt: skip
KEY_TO_ALL = KEY[:-2]  # who only looks on has no enemy and nowhere to go
BAR = 24
MOVE_SIGNS = {MOVE: "", DASH: "!", MARCH: "+"}


class RhineFace(FlatFace):
    """How D-Day to the Rhine looks."""

    side_names: Mapping[str, str] = {ALLIED: "the Allies", GERMAN: "the Germans"}
    fills = TERRAIN_FILL
    odds_words = ("supported",)
    help = (
        ("dash 2114", "beyond the German speed limit, with a Strafing die for each hex; march 2114 uses bonus hexes"),
        ("commit", "the attack that is put together is allocated; cancel drops it, end closes the allocation"),
        ("odds 2114", "the chances of an attack with everybody; name units after the hex for some of them"),
        ("hide DE-21Pz", "turns a division face down while the Germans set up; suggested places the rest"),
    )

    def __init__(self) -> None:
        printed = self.data = data.load()
        board, top = printed.board, max(printed.rows)
        rows = {2 * (top - row): f"{row:02}" for row in printed.rows}  # they are counted from the foot of the map
        self.grid = flat_grid(board, lambda row: top - row, self._water, rows)
        self._places = hexes_by_name(printed.names, board.labels)
        for node, landing in sorted(printed.landings.items()):
            self._places.setdefault(landing.name, []).append(board.labels[node])

    def _water(self, here: int, there: int) -> int:
        """1 for a river, 2 for a wide one or an estuary."""
        if self.data.wide.has(here, there) or self.data.estuary.has(here, there):
            return 2
        return int(self.data.rivers.has(here, there))

    # The header

    def header(self, look: RhineLook, phase: str) -> list[Text]:
        facts = [f"{line.name} {line.text}" for line in reports.facts(look) if line.name != "Last turn"]
        standing = [f"{line.name}: {line.text}" for line in reports.standing(look)]
        return header_lines(look, look.last_turn(), wording.phase_words(phase), facts, standing)

    # The map

    def part(self, look: RhineLook, marked: Collection[str], columns: int) -> Collection[str]:
        """Where the fighting is: around what may be chosen, or else around the Allied units and their beaches."""
        board, position = look.game.board, look.position
        hexes = list(marked)
        if not hexes:
            beaches = position.first_beaches | position.second_beaches
            hexes = board.names(look.occupied(ALLIED) | beaches or look.game.landing_hexes)
        return part_around(self.grid, hexes, columns, margin=3)

    def held(self, look: RhineLook) -> HexSet:
        hexes: HexSet = look.position.allied_control
        return hexes

    def ground(self, look: RhineLook, node: int) -> tuple[str, str, str]:
        terrain, bit, printed = self.data.terrain_at[node], 1 << node, self.data
        if bit & printed.fortress_ports:
            return terrain, FORTRESS, FORT_INK
        if bit & printed.major_cities:
            return terrain, MAJOR_CITY, SETTLED_INK
        if bit & printed.siegfried:
            return terrain, SIEGFRIED, FORT_INK
        if node in printed.landings:
            return terrain, LANDING, LANDING_INK
        if node in printed.names:
            return terrain, CITY, SETTLED_INK
        return terrain, TERRAIN_SIGN[terrain], TERRAIN_INK[terrain]

    def short(self, look: RhineLook, unit: int) -> str:
        """A unit in nine characters: 7   3-3-6; d is Disrupted, * deployed, ? face down."""
        position, counter = look.position, look.counter(unit)
        if unit >= look.game.first_stranger:
            return "face down"
        text = "-".join(wording.unit_factors(look, unit).split("-")[:2])  # the movement allowance does not fit
        for sign, units in (("d", position.disrupted), ("*", position.deployed), ("?", position.face_down)):
            if units >> unit & 1:
                text += sign
        name = counter.short[: 8 - len(text)]
        return name + text.rjust(9 - len(name))

    def glyph(self, look: RhineLook, stack: Sequence[int]) -> str:
        lead = max(stack, key=lambda unit: (look.attack(unit), not look.counter(unit).dump, -unit))
        counter = look.counter(lead)
        nation = NATION_LETTER.get(counter.group, "G")
        if len(stack) > 1:
            nation = nation.lower()
        if lead >= look.game.first_stranger:
            return f"{nation}??"
        kind = KIND_LETTER[counter.kind]
        if look.position.disrupted >> lead & 1:
            kind = kind.lower()
        strength = sum(look.attack(unit) for unit in stack)
        return f"{nation}{kind}{strength if strength < 10 else '+'}"

    def style(self, look: RhineLook, unit: int) -> str:
        return NATION_STYLE[look.counter(unit).group]

    def key(self, look: RhineLook, side: str | None) -> list[Text]:
        weather = wording.WEATHER_WORDS[look.position.weather] if look.position.weather else "-"
        told = [f"Weather {weather}", f"Panzer points {look.position.panzer_points}"]
        return key_lines(KEY if side else KEY_TO_ALL, told)

    def hex_words(self, look: RhineLook, label: str) -> str:
        node = look.game.board.index[label]
        told = [wording.hex_terrain(look, node)]
        if node in self.data.names:
            told.insert(0, self.data.names[node])
        told += wording.hex_state(look, node)
        stack = look.position.stacks.get(node, ())
        for unit in stack:
            if unit < look.game.first_stranger:
                marks = [wording.flag_words(look, flag) for flag in wording.flags(look, unit)]
                told.append(" ".join(filter(None, [look.counter(unit).id, wording.unit_factors(look, unit), *marks])))
        backs = sum(unit >= look.game.first_stranger for unit in stack)
        if backs:
            told.append(f"{backs} face-down {'piece' if backs == 1 else 'pieces'}")
        return ", ".join(told)

    def places(self) -> Mapping[str, Sequence[str]]:
        return self._places

    # Units

    def unit_line(self, look: RhineLook, unit: int) -> UnitLine:
        counter, at = look.counter(unit), look.position.units[unit].at
        style = NATION_STYLE[counter.group]
        if unit >= look.game.first_stranger:
            return UnitLine(wording.BACK, counter.name, place_name(look.game, at), "", "", "", style)
        marks = [
            wording.flag_words(look, flag) for flag in wording.flags(look, unit) if flag not in ("hungry", "short")
        ]
        supply = ""
        if at >= 0:
            if look.game.troop_units >> unit & 1:
                supply = tracing.STATE_WORDS[look.supply(unit)].removesuffix(" supply")
            if look.zone(GERMAN if counter.side == ALLIED else ALLIED) >> at & 1:
                marks.append("in enemy zone")
        place = place_name(look.game, at)
        return UnitLine(
            counter.id, counter.name, place, wording.unit_factors(look, unit), supply, ", ".join(marks), style
        )

    def off_board(self, look: RhineLook) -> list[str]:
        found = []
        for number, place in enumerate(PLACES):
            stack = look.position.stacks.get(-number - 1, ())
            if not stack:
                continue
            groups: dict[str, list[str]] = {}
            for unit in stack:
                marks = ", ".join(wording.flag_words(look, flag) for flag in wording.flags(look, unit))
                groups.setdefault(marks, []).append(look.counter(unit).id)
            for marks, ids in groups.items():
                when = f", {marks}" if marks else ""
                found.append(f"{wording.PLACE_WORDS[place]}{when} ({len(ids)}): {' '.join(ids)}")
        return found

    def answer_words(self, look: RhineLook, action: Action) -> str:
        return outlook.answer_words(look, action)

    def focus(self, look: RhineLook, frame: Any) -> str | None:
        return outlook.focus(look, frame) or None

    def in_hand(self, look: RhineLook, frame: Any) -> list[str]:
        return outlook.moving_hand(look, frame)

    # News and hints

    def digest(self, game: Any, events: Iterable[Event]) -> list[News]:
        return news.RhinePage(game).digest(events)

    def hint(self, look: RhineLook, prompt: Prompt) -> str:
        return news.hint(prompt)

    def costs(self, look: RhineLook, frame: Any) -> dict[str, str]:
        """Hexes on the way: 3; 5! beyond the speed limit; 9+ with bonus hexes."""
        labels, found = look.game.board.labels, {}
        for verb in (MARCH, DASH, MOVE):
            for node, hexes in outlook.costs(look, frame, verb).items():
                found[labels[node]] = f"{hexes}{MOVE_SIGNS[verb]}"
        return found

    def cost(self, look: RhineLook, frame: Any, label: str) -> str:
        if not outlook.moving_hand(look, frame):
            raise BadInput("take a unit in hand first, as in 'US-7C'; then 'cost 1815' tells how it gets there")
        board = look.game.board
        told = []
        for verb in (MOVE, DASH, MARCH):
            way = outlook.way(look, frame, verb, board.index[label])
            if way is not None:
                path = "-".join(board.labels[node] for node in way.path)
                notes = "".join(f"; {name}: {text} ({rule})" for name, text, rule in way.notes)
                told.append(f"{verb}: {way.cost}: {path}{notes}")
        return " | ".join(told)

    # Supply and odds

    def supply(self, look: RhineLook, label: str) -> list[str]:
        node = look.game.board.index[label]
        told = []
        for unit in look.position.stacks.get(node, ()):
            if unit < look.game.first_stranger and look.game.troop_units >> unit & 1:
                found = tracing.trace(look, unit)
                told.append(f"{look.counter(unit).id} in {label}: {found.words} ({found.rule})")
        for nation in (AMERICAN, BRITISH):
            full, short = ways.reached(look, nation)
            state = "Full" if full >> node & 1 else "Short" if short >> node & 1 else ""
            how = f"would be in {state} supply" if state else "would have no supply"
            told.append(f"{wording.NATIONALITY[nation]} units in {label} {how}")
        reached = "trace" if ways.german_supply(look) >> node & 1 else "cannot trace"
        told.append(f"German units in {label} {reached} supply to the east-north-east side")
        return told

    def attack_declared(self, look: RhineLook, prompt: Prompt) -> bool:
        return outlook.attack_under_way(look, prompt.frame)

    def odds(self, forecast: Forecast) -> list[Text]:
        found = [Text(f"Attack on {' and '.join(forecast.targets)}", style="bold")]
        found.append(Text(f"{halves(int(2 * forecast.attack))} against {forecast.defence} is {forecast.odds}"))
        shifts = outlook.all_shifts(self.data, forecast)
        found += [Text(f"  {shift.columns:+d}  {shift.why} ({shift.rule})") for shift in shifts]
        column = outlook.read_on(self.data, forecast)
        if column:
            found.append(Text(f"rolled on {column}", style="bold"))
        found += self._chances(forecast.chances)
        if forecast.pressed:
            found.append(Text("pressed (PRESS.1)", style="bold"))
            found += self._chances(forecast.pressed)
        notes = outlook.odds_notes(self.data, forecast)
        return found + [Text(f"  {name}: {text} ({rule})", style="yellow") for name, text, rule in notes]

    def _chances(self, chances: Mapping[str, Fraction]) -> list[Text]:
        found = []
        for result, chance in chances.items():
            style = {"attacker": "green", "defender": "red"}.get(outlook.GOOD_FOR.get(result, ""), "yellow")
            line = Text(f"  {result:2} {chance!s:>4} ")
            line.append("█" * round(chance * BAR), style=style)
            line.append(f"  {outlook.MEANING[result]}", style="bright_black")
            found.append(line)
        return found

    # The picture

    def chits(self, look: RhineLook) -> dict[str, list[Chit]]:
        game, position = look.game, look.position
        found: dict[str, list[Chit]] = {}
        for node in game.board.nodes(position.first_beaches | position.second_beaches):
            name = game.data.landings[node].name
            chit = Chit("", Paint("#1f5fa8", "#ffffff", "#ffffff"), sign="LAND\nING", tooltip=f"landing hex {name}")
            found.setdefault(game.board.labels[node], []).append(chit)
        for label in game.board.names(position.forts_restored):
            found.setdefault(label, []).append(Chit("", PAINT["WH"], sign="FORTS", tooltip="forts restored"))
        for node, stack in sorted(position.stacks.items()):
            if node >= 0:
                found.setdefault(game.board.labels[node], []).extend(self._chit(look, unit) for unit in stack)
        return found

    def _chit(self, look: RhineLook, unit: int) -> Chit:
        counter, line = look.counter(unit), self.unit_line(look, unit)
        paint = PAINT[counter.group]
        box = wording.symbol_box(counter)
        told = [f"{line.id} {line.name}", line.factors, line.supply, line.marks]
        bits = look.position
        marks = "".join(
            sign
            for sign, units in (("D", bits.disrupted), ("*", bits.deployed), ("?", bits.face_down))
            if units >> unit & 1 and unit < look.game.first_stranger
        )
        hungry = "!" if line.supply and line.supply in ("UNSUPPLIED", "ISOLATED") else ""
        return Chit(
            wording.BACK if line.id == wording.BACK else counter.short,
            Paint(paint.face, paint.ink, box) if box else paint,
            wording.symbol(counter),
            wording.SIZES.get(counter.kind, ""),
            line.factors,
            marks=hungry + marks,
            tooltip=", ".join(filter(None, told)),
        )

    def control(self, look: RhineLook) -> list[str]:
        return look.game.board.names(look.position.allied_control)


FACE = RhineFace

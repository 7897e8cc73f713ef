"""The face of Storming the Reich: its map in signs and bricks, its header, its units in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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
from ..rules.combat.odds import Fire
from ..rules.look import StormingLook
from ..rules.movement.hand import Moving
from ..rules.position import ALLIED, GERMAN, PLACES, SCHEDULE, TRACK
from ..rules.supply import ways
from ..words import outlook, reports, wording
from . import news

TERRAIN_SIGN = {
    "clear": ".", "rough": "r", "woods": "w", "forest": "f", "swamp": "s", "mountain": "^", "bocage": "b",
}  # fmt: skip
TOWN, CITY, FORT = "o", "O", "#"
TERRAIN_FILL = {
    "clear": "on #38352a", "rough": "on #4a3d28", "woods": "on #27421f", "forest": "on #183217",
    "swamp": "on #1f4448", "mountain": "on #4f463e", "bocage": "on #34461f",
}  # fmt: skip
TERRAIN_INK = {
    "clear": "#8f8869", "rough": "#c9a877", "woods": "#8fcf8a", "forest": "#7dc47a", "swamp": "#7fc4cc",
    "mountain": "#d8cdbd", "bocage": "#b3cf7d",
}  # fmt: skip
SETTLED_INK, FORT_INK = "#ffc9a3", "#ff9aa8"
NATION_STYLE = {
    "US": "bold #000000 on #9aab4b", "CW": "bold #000000 on #e0c08a", "FR": "bold #000000 on #8fb4dd",
    "SHAEF": "bold #000000 on #f4f0e6", "DE": "bold #000000 on #a9b3bf", "SS": "bold #ffffff on #23272b",
}  # fmt: skip
NATION_LETTER = {"US": "A", "CW": "B", "FR": "F", "SHAEF": "S", "DE": "G"}
TYPE_LETTER = {
    "infantry": "I", "coastal": "C", "mountain": "N", "airborne": "P", "airlanding": "P", "airborne-inf": "P",
    "armor": "A", "panzer": "A", "panzergrenadier": "M", "tiger": "T", "flak": "K", "garrison": "Z", "hq": "H",
    "leader": "L",
}  # fmt: skip
PAINT = {nation: Paint(*colours) for nation, colours in wording.COLOURS.items()}
KEY = (
    "AI4 American", " infantry, attack", " 4 (+ is 10 up)", "A US  B Commonw.", "F French G German", "I infantry",
    "C coastal  T Tiger", "A armour, panzer", "M panzergrenadier", "P airborne", "N mountain K flak",
    "Z Metz  H HQ", "L leader", "Ai2 i: reduced", "aI8 a: two units", "", ". clear , coast", "b bocage r rough",
    "w woods  f forest", "s swamp  ^ mount.", "o town   O city", "# fort", "+ Allied control", "! enemy zone",
    "(.) your choice",
)  # fmt: skip
KEY_TO_ALL = KEY[:-2]  # who only looks on has no enemy and nowhere to go
BAR = 24


class StormingFace(FlatFace):
    """How Storming the Reich looks."""

    side_names: Mapping[str, str] = {ALLIED: "the Allies", GERMAN: "the Germans"}
    fills = TERRAIN_FILL
    odds_words = ("air",)
    help = (
        ("assault 2114", "a Mobile Assault of the units in hand; odds 2114 tells its chances before"),
        ("odds 2114 air", "the chances with a Tactical Air unit"),
        ("declare 3", "a number of Movement Points; 3 of the list"),
    )

    def __init__(self) -> None:
        printed = self.data = data.load()
        self.grid = flat_grid(printed.board, lambda row: row, self._water)
        self._places = hexes_by_name(printed.names, printed.board.labels)

    def _water(self, here: int, there: int) -> int:
        """1 for a minor river, 2 for a great one or the sea."""
        rivers = self.data.rivers
        if rivers["major"].has(here, there) or rivers["rhine"].has(here, there) or self.data.sea.has(here, there):
            return 2
        return int(rivers["minor"].has(here, there))

    # The header

    def header(self, look: StormingLook, phase: str) -> list[Text]:
        facts = [f"{line.name} {line.text}" for line in reports.facts(look)]
        standing = [f"{line.name}: {line.text}" for line in reports.standing(look)]
        return header_lines(look, look.game.rules.last_turn, wording.phase_words(phase), facts, standing)

    # The map

    def part(self, look: StormingLook, marked: Collection[str], columns: int) -> Collection[str]:
        """Where the fighting is: around the Allied units and what may be chosen."""
        board = look.game.board
        hexes = list(marked) or board.names(look.occupied(ALLIED) & look.game.in_play)
        if not hexes:
            hexes = board.names(look.game.in_play & look.occupied(GERMAN) or look.game.in_play)
        return part_around(self.grid, hexes, columns, margin=3)

    def held(self, look: StormingLook) -> HexSet:
        hexes: HexSet = look.position.allied_control
        return hexes

    def ground(self, look: StormingLook, node: int) -> tuple[str, str, str]:
        terrain, bit = look.terrain_at(node), 1 << node
        if bit & look.forts():
            return terrain, FORT, FORT_INK
        if bit & self.data.cities:
            return terrain, CITY, SETTLED_INK
        if bit & self.data.towns:
            return terrain, TOWN, SETTLED_INK
        sign = "," if terrain == "clear" and bit & self.data.coastal else TERRAIN_SIGN[terrain]
        return terrain, sign, TERRAIN_INK[terrain]

    def short(self, look: StormingLook, unit: int) -> str:
        """A unit in nine characters: 82   4-4, or 12SS 4-4r for a reduced one."""
        text = wording.unit_factors(look, unit)
        if not look.on_dropped_side(unit) and look.position.units[unit].steps < look.counter(unit).steps:
            text += "r"
        name = wording.short_name(look.counter(unit))[: 8 - len(text)]
        return name + text.rjust(9 - len(name))

    def glyph(self, look: StormingLook, stack: Sequence[int]) -> str:
        lead = max(stack, key=lambda unit: (look.attack(unit), not look.counter(unit).staff, -unit))
        kind = TYPE_LETTER[look.counter(lead).type]
        if not look.face(lead):
            kind = kind.lower()
        strength = sum(look.attack(unit) for unit in stack)
        nation = NATION_LETTER[look.counter(lead).nation]
        if len(stack) > 1:
            nation = nation.lower()
        return f"{nation}{kind}{strength if strength < 10 else '+'}"

    def style(self, look: StormingLook, unit: int) -> str:
        return NATION_STYLE[wording.colours(look.counter(unit))]

    def key(self, look: StormingLook, side: str | None) -> list[Text]:
        lines = [f"{mark.sign} {mark.points} MP" for mark in reports.allowance_track(look)]
        control = look.position.allied_control
        for name, hexes in (("Paris", look.game.paris), ("Ruhr", look.game.ruhr)):
            lines.append(f"{name} {(hexes & control).bit_count()}/{hexes.bit_count()}")
        return key_lines(KEY if side else KEY_TO_ALL, lines)

    def hex_words(self, look: StormingLook, label: str) -> str:
        node = look.game.board.index[label]
        told = [wording.hex_terrain(look, node)]
        if node in self.data.names:
            told[0] += f" {self.data.names[node]}"
        told += wording.areas(look, node)
        for unit in look.position.stacks.get(node, ()):
            marks = [wording.flag_words(flag) for flag in wording.flags(look, unit)]
            told.append(" ".join([look.counter(unit).id, wording.unit_factors(look, unit), *marks]))
        return ", ".join(told)

    def places(self) -> Mapping[str, Sequence[str]]:
        return self._places

    # Units

    def unit_line(self, look: StormingLook, unit: int) -> UnitLine:
        counter, at = look.counter(unit), look.position.units[unit].at
        marks = [wording.flag_words(flag) for flag in wording.flags(look, unit) if flag != "hungry"]
        supply = ""
        if at >= 0:
            supply = "OUT OF SUPPLY" if look.position.oos >> unit & 1 else "in supply"
            if look.enemy_zone(counter.side) >> at & 1:
                marks.append("in enemy zone")
        elif counter.entry_turn > 1 and at == SCHEDULE:
            marks.append(wording.ENTRY_WORDS.get(counter.entry_place, counter.entry_place))
        style = NATION_STYLE[wording.colours(counter)]
        place = place_name(look.game, at)
        return UnitLine(
            counter.id, counter.name, place, wording.unit_factors(look, unit), supply, ", ".join(marks), style
        )

    def off_board(self, look: StormingLook) -> list[str]:
        lines = []
        for number, place in enumerate(PLACES):
            stack = look.position.stacks.get(-number - 1, ())
            if not stack:
                continue
            if -number - 1 in (SCHEDULE, TRACK):
                for turn in sorted({wording.arrival_turn(look, unit) for unit in stack}):
                    ids = [look.counter(unit).id for unit in stack if wording.arrival_turn(look, unit) == turn]
                    when = f"turn {turn}" if turn else "not in this scenario"
                    lines.append(f"{wording.PLACE_WORDS[place]}, {when} ({len(ids)}): {' '.join(ids)}")
            else:
                ids = [look.counter(unit).id for unit in stack]
                lines.append(f"{wording.PLACE_WORDS[place]} ({len(ids)}): {' '.join(ids)}")
        return lines

    def answer_words(self, look: StormingLook, action: Action) -> str:
        return outlook.answer_words(look, action)

    def focus(self, look: StormingLook, frame: Any) -> str | None:
        return outlook.focus(look, frame) or None

    def in_hand(self, look: StormingLook, frame: Any) -> list[str]:
        return outlook.moving_hand(look, frame)

    # News and hints

    def digest(self, game: Any, events: Iterable[Event]) -> list[News]:
        return news.StormingPage(game).digest(events)

    def hint(self, look: StormingLook, prompt: Prompt) -> str:
        return news.hint(prompt)

    def costs(self, look: StormingLook, frame: Any) -> dict[str, str]:
        labels = look.game.board.labels
        return {labels[node]: f"{points} MP" for node, points in outlook.costs(look, frame).items()}

    def cost(self, look: StormingLook, frame: Any, label: str) -> str:
        if not isinstance(frame, Moving) or not frame.hand:
            raise BadInput("take a unit in hand first, as in 'US-1-Inf'; then 'cost 0922' tells what 0922 costs it")
        board = look.game.board
        way = outlook.way(look, frame, board.index[label])
        if way is None:
            return ""
        return f"{way.points} MP of {way.left}: {'-'.join(board.labels[node] for node in way.path)}"

    # Supply and odds

    def supply(self, look: StormingLook, label: str) -> list[str]:
        node = look.game.board.index[label]
        lines = []
        for unit in look.position.stacks.get(node, ()):
            how, rule = ways.supply_words(look, unit)
            marked = "; marked Out of Supply" if look.position.oos >> unit & 1 else ""
            lines.append(f"{look.counter(unit).id} in {label}: {how} ({rule}){marked}")
        for way in ways.TRACED:
            can = "trace" if way.hexes(look, way.whom[0]) >> node & 1 else "cannot trace"
            lines.append(f"{way.tracers} in {label} {can} supply to {way.goal}")
        return lines

    def attack_declared(self, look: StormingLook, prompt: Prompt) -> bool:
        return outlook.attack_under_way(prompt.frame)

    def odds_notes(self, look: StormingLook, label: str) -> list[str]:
        return [f"{why} ({rule})" for rule, why in outlook.odds_notes(look, label)]

    def odds(self, forecast: Forecast) -> list[Text]:
        lines = [Text(f"{outlook.KIND_WORDS[forecast.kind]} on {forecast.target}", style="bold")]
        if forecast.first_fire:
            lines.append(Text(f"  the defenders fire first: {forecast.first_fire} (13.6.A)"))
        lines += self._fire(forecast.attack, forecast.defender_losses, "green")
        lines += self._fire(forecast.defence, forecast.attacker_losses, "red")
        if forecast.out_of_supply:
            lines.append(Text(f"  halved, out of supply: {' '.join(forecast.out_of_supply)} (8.5)"))
        told = f"  the hex is cleared: {float(forecast.cleared):.0%}"
        if forecast.destroyed:
            told += f", no attacker is left: {float(forecast.destroyed):.0%}"
        lines.append(Text(told, style="bold"))
        return lines

    def _fire(self, fire: Fire, losses: Mapping[int, Any], style: str) -> list[Text]:
        who = wording.SIDE_WORDS[fire.side]
        if not fire.column:
            return [Text(f"{who} fire: strength {fire.strength}, does not fire")]
        lines = [Text(f"{who} fire: {fire.strength} on column {fire.column}")]
        lines += [Text(f"  {found.points:+d}  {found.why} ({found.rule})") for found in fire.modifiers]
        for steps, chance in sorted(losses.items()):
            line = Text(f"  {steps} {'step ' if steps == 1 else 'steps'} {float(chance):5.0%} ")
            line.append("█" * round(chance * BAR), style=style if steps else "yellow")
            lines.append(line)
        return lines

    # The picture

    def chits(self, look: StormingLook) -> dict[str, list[Chit]]:
        game, position = look.game, look.position
        found: dict[str, list[Chit]] = {}
        for label in game.board.names(position.forts_destroyed & game.in_play):
            found.setdefault(label, []).append(Chit("", PAINT["SHAEF"], sign="FORT\nOUT", tooltip="fort destroyed"))
        for bridge in game.data.bridges:
            if bridge.name in position.bridges_blown:
                label = game.board.labels[bridge.ends[0]]
                tooltip = f"the Rhine bridge of {bridge.name} is blown"
                found.setdefault(label, []).append(Chit("", PAINT["DE"], sign="BRDG\nOUT", tooltip=tooltip))
        for node, stack in position.stacks.items():
            if node >= 0:
                found.setdefault(game.board.labels[node], []).extend(self._chit(look, unit) for unit in stack)
        return found

    def _chit(self, look: StormingLook, unit: int) -> Chit:
        counter, line = look.counter(unit), self.unit_line(look, unit)
        face, ink, _ = PAINT[wording.colours(counter)]
        return Chit(
            wording.short_name(counter),
            Paint(face, ink, wording.symbol_box(counter)),
            wording.SYMBOLS[counter.type],
            wording.size_sign(counter),
            line.factors,
            not look.on_dropped_side(unit) and look.position.units[unit].steps < counter.steps,
            "!" if look.position.oos >> unit & 1 else "",
            tooltip=f"{counter.id} {counter.name}, {line.factors}, {line.supply}"
            + (f", {line.marks}" if line.marks else ""),
        )

    def control(self, look: StormingLook) -> list[str]:
        return look.game.board.names(look.position.allied_control & look.game.in_play)


FACE = StormingFace

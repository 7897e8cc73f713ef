"""The face of Operation Roundup: its map in signs and bricks, its header, its units in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.events import Event
from bocage.engine.plain import place_name
from bocage.engine.steps import Prompt
from bocage.parts.stacks import members
from bocage.terminal import hints
from bocage.terminal.board import DIRECTIONS, Cell, Grid
from bocage.terminal.counters import Chit
from bocage.terminal.faces import Face, News, UnitLine, hexes_by_name, key_lines

from .. import data
from ..rules import supply
from ..rules.combat.forecast import Forecast
from ..rules.combat.results import MEANING, overrides
from ..rules.look import RoundupLook
from ..rules.movement.reach import Moving
from ..rules.position import ALLIED, GERMAN, NATIONS, PLACES, POOL, TRACK
from ..rules.victory import LEVELS, standing
from ..words import wording
from ..words.outlook import costs, way
from ..words.wording import EARLY, PLACE_WORDS, SYMBOLS, factors, phase_words
from .news import RoundupPage
from .signs import (
    CONTROL_INK,
    KEY,
    KEY_TO_ALL,
    MARKS,
    NATION_STYLE,
    PAINT,
    TAS_PAINT,
    TERRAIN_FILL,
    TERRAIN_INK,
    TERRAIN_SIGN,
    short,
    stack_glyph,
    stack_style,
    wrapped,
)


class RoundupFace(Face):
    """How Operation Roundup looks."""

    side_names: Mapping[str, str] = {ALLIED: "the Allies", GERMAN: "the Germans"}
    odds_words = ("bombers",)
    help = (
        ("why column 1307", "why not in column?"),
        ("odds 2114 bombers", "the chances with heavy bombers"),
    )

    def __init__(self) -> None:
        printed = self.data = data.load()
        board = printed.board
        # North is up: columns of the numbering run down the page, its rows from right to left, and even columns
        # stand half a hex further right.
        places = {label: (int(label[:2]), -2 * int(label[2:]) + (int(label[:2]) + 1) % 2) for label in board.index}
        rows = {int(label[2:]) for label in board.index}

        def water(label: str, side: str) -> bool:
            here = board.index[label]
            there = board.toward(here, DIRECTIONS.index(side))
            return there is not None and bool(printed.water.has(here, there))

        self.grid = Grid(places, {-2 * row: f"{row:02}" for row in rows}, water)
        self._places = hexes_by_name(printed.names, board.labels)

    def outcome(self, winner: str, level: str) -> str:
        told = super().outcome(winner, level)
        return f"{told} victory" if winner else told

    # The header

    def header(self, look: RoundupLook, phase: str) -> list[Text]:
        position, game = look.position, look.game
        first = Text(game.title, style="bold")
        dates = game.data.turns[position.turn - 1][0]
        sky = f"{position.weather} - {self._air(look)}"
        if phase in EARLY:
            sky = "Clear, air dice to come" if position.turn == 1 else "weather and air dice to come"
        first.append(f" - turn {position.turn}/{game.rules.turns}, {dates} - {sky}", style="not bold")
        second = Text(f"Phase: {phase_words(phase)}", style="cyan")
        second.append(f" - {self._strategy(look)}", style="default")
        return [first, second, Text(self._standing(look), style="default")]

    def _air(self, look: RoundupLook) -> str:
        position = look.position
        if not position.superiority:
            return "nobody has air superiority"
        side = "Allied" if position.superiority == ALLIED else "German"
        return f"{side} air superiority, {position.tas_left} TAS left"

    def _strategy(self, look: RoundupLook) -> str:
        if not look.position.strategy:
            return "Hitler's strategy unknown"
        strategy = look.game.data.strategies[look.position.strategy]
        return f"Hitler's strategy {look.position.strategy}: {strategy.title}"

    def _standing(self, look: RoundupLook) -> str:
        levels = standing(look)
        german = LEVELS[levels.german] if look.position.strategy else "unknown"
        edge = "an edge" if levels.edge_linked else "no edge"
        clear = "clear" if levels.edge_clear else "not clear"
        when = "If it ended now" if look.position.outcome is None else "At the end"
        return (
            f"{when}: Allies {LEVELS[levels.allied]} (beachheads {levels.beachheads}, ports {levels.ports}, "
            f"linked {levels.linked_ports}, {edge}), Germans {german} (edges {clear}, {levels.german_hexes}, "
            f"beachheads destroyed {levels.beachheads_lost})"
        )

    # The map

    def cell(self, look: RoundupLook, label: str, node: int, zone: str, marked: bool, note: str) -> Cell:
        position = look.position
        terrain = self.data.terrain_at[node]
        sign = "," if terrain == "clear" and self.data.coastal >> node & 1 else TERRAIN_SIGN[terrain]
        allied = bool(position.allied_control >> node & 1)
        fill = TERRAIN_FILL[terrain]
        ink = CONTROL_INK if allied else TERRAIN_INK[terrain]
        style = f"{ink} {fill}"
        nation = self._beachhead(look, node)
        tas = node in position.tas
        stack = position.stacks.get(node, ())
        if stack:
            glyph, glyph_style = stack_glyph(look, stack), stack_style(look, stack)
        elif nation:
            glyph, glyph_style = f"{nation}b", f"bold reverse {ink} {fill}"
        else:
            left = "^" if tas else "+" if allied else " "
            glyph, glyph_style = f"{left}{sign}{zone}", style
            if marked:
                glyph, glyph_style = f"({sign})", f"bold bright_white {fill}"
        head = f"{'>' if marked else ' '}{label}{zone}{sign}{'b' if nation else ' '}{'^' if tas else ' '}"
        head_style = f"bold bright_white {fill}" if marked else style
        lines = self._brick_lines(look, node, stack, nation)
        if note and len(lines) < 2:
            lines.append((f" {note}", head_style))
        return Cell(glyph, glyph_style, ((head, head_style), *lines), style)

    def _brick_lines(self, look: RoundupLook, node: int, stack: Sequence[int], nation: str) -> list[tuple[str, str]]:
        lines = [(short(look, unit), NATION_STYLE[look.game.counters[unit].nation]) for unit in stack[:2]]
        if len(stack) > 2:
            lines[1] = (f"+{len(stack) - 1} more", lines[1][1])
        wording = [f"{nation} beach"] if nation else []
        if node in look.position.tas:
            wording.append("TAS")
        if not stack and node in self.data.names:
            wording.insert(0, self.data.names[node])
        return lines + [(f" {word}", "") for word in wording]

    def _beachhead(self, look: RoundupLook, node: int) -> str:
        position = look.position
        return "US" if position.us_beachheads >> node & 1 else "UK" if position.uk_beachheads >> node & 1 else ""

    def key(self, look: RoundupLook, side: str | None) -> list[Text]:
        position, names = look.position, look.game.board.names
        lines = []
        for nation, hexes in (("US", position.us_beachheads), ("UK", position.uk_beachheads)):
            lines.append(f"{nation}b {' '.join(names(hexes)) or '-'}")
        for name, hexes in self.data.ports.items():
            held = (hexes & position.allied_control).bit_count()
            nation = "US" if position.us_ports & hexes else "UK" if position.uk_ports & hexes else ""
            lines.append(f"{name} {held}/{hexes.bit_count()}{f' for {nation}' if nation else ''}")
        if position.tas:
            lines += wrapped("^", [look.game.board.labels[node] for node in position.tas])
        for nation, hexes in (("US", position.us_aerial), ("UK", position.uk_aerial)):
            if hexes:
                lines.append(f"{nation} air {' '.join(names(hexes))}")
        return key_lines(KEY if side else KEY_TO_ALL, lines)

    def hex_words(self, look: RoundupLook, label: str) -> str:
        node = look.game.board.index[label]
        terrain = self.data.terrain_at[node]
        wording = [f"{'coastal ' if self.data.coastal >> node & 1 else ''}{terrain}"]
        if node in self.data.names:
            wording[0] += f" {self.data.names[node]}"
        nation = self._beachhead(look, node)
        if nation:
            wording.append(f"{nation} beachhead")
        if node in look.position.tas:
            wording.append("TAS")
        for unit in look.position.stacks.get(node, ()):
            counter, steps = look.game.counters[unit], look.position.units[unit].steps
            reduced = " reduced" if counter.divisional and steps == 1 else ""
            hungry = "" if supply.supply_of(look, unit) else " OUT OF SUPPLY"
            wording.append(f"{counter.id} {factors(counter, steps)}{reduced}{hungry}")
        return ", ".join(wording)

    def places(self) -> Mapping[str, Sequence[str]]:
        return self._places

    def operand(self, look: RoundupLook, noun: str, word: str) -> tuple[str, str] | None:
        """`land US-2` means the kind of which US-2 is one; units that are alike come in a fixed order."""
        if noun != "kind of unit":
            return None
        counters, text = look.game.counters, word.lower()
        found = [unit for unit, counter in enumerate(counters) if counter.id.lower() == text]
        found = found or [unit for unit, counter in enumerate(counters) if counter.id.lower().partition("-")[2] == text]
        if len(found) != 1:
            return None
        counter = counters[found[0]]
        here = look.position.stacks.get(look.position.units[found[0]].at, ())
        alike = [other for other in here if counters[other].kind == counter.kind]
        first = counters[alike[0]].id if alike else counter.id
        remark = f"{first} comes first: {counter.id} is exactly like it" if first != counter.id else ""
        return self.data.kinds[counter.kind], remark

    # Units

    def unit_line(self, look: RoundupLook, unit: int) -> UnitLine:
        counter, state, position = look.game.counters[unit], look.position.units[unit], look.position
        marks = [word for word in MARKS if getattr(position, word) >> unit & 1]
        if counter.divisional and state.steps == 1:
            marks.insert(0, "reduced")
        fed = ""
        if state.at >= 0:
            fed = supply.supply_of(look, unit) or "OUT OF SUPPLY"
            if look.enemy_zone(counter.side) >> state.at & 1:
                marks.append("in enemy zone")
        place = place_name(look.game, state.at)
        return UnitLine(
            counter.id,
            counter.name,
            place,
            factors(counter, state.steps),
            fed,
            ", ".join(marks),
            NATION_STYLE[counter.nation],
        )

    def off_board(self, look: RoundupLook) -> list[str]:
        lines = []
        for number, place in enumerate(PLACES):
            stack = look.position.stacks.get(-number - 1, ())
            if stack:
                ids = " ".join(look.game.unit_ids[unit] for unit in stack)
                if -number - 1 == TRACK:
                    returning = look.position.returning
                    ids = " ".join(f"{name} (turn {turn})" for name, turn in returning.items())
                lines.append(f"{PLACE_WORDS[place]} ({len(stack)}): {ids}")
        return lines

    def answer_words(self, look: RoundupLook, action: Action) -> str:
        return wording.answer_words(look, action)

    def focus(self, look: RoundupLook, frame: Any) -> str | None:
        return wording.focus(look, frame)

    # News, hints and warnings

    def digest(self, game: Any, events: Iterable[Event]) -> list[News]:
        return RoundupPage(game).digest(events)

    def hint(self, look: RoundupLook, prompt: Prompt) -> str:
        step, verbs = prompt.step, prompt.verbs()
        if step == "beachheads":
            return "several answers fit in one line: us-beachhead 1719 us-beachhead 1720. 'map 1719' is a close-up."
        if step in ("landing", "reinforcements") and "enter" in verbs:
            label = hints.first(prompt, "enter")
            nation = "US" if supply.sources(look, "US") >> look.game.board.index[label] & 1 else "UK"
            waiting = [look.game.counters[unit] for unit in look.position.stacks.get(POOL, ())]
            ours = [counter for counter in waiting if counter.nation == nation]
            some = [
                next((counter.id for counter in ours if counter.divisional is large), "") for large in (True, False)
            ]
            return f"a stack in one line: {' '.join([label, *filter(None, some)])}. 'units off' lists what waits."
        if step == "german reinforcements":
            return "hexes in a row place one unit after the other."
        if step == "aerial supply":
            return "units that are out of supply are marked so; the others need no marker."
        if step == "air drop" and "drop" in verbs:
            return f"unit and hex in one line: {hints.first(prompt, 'drop')} HEX."
        if step == "movement" and ("pick" in verbs or "join" in verbs):
            return hints.moving(prompt)
        return hints.attacking(prompt) if step == "combat" else ""

    def in_hand(self, look: RoundupLook, frame: Any) -> list[str]:
        return [look.game.unit_ids[unit] for unit in members(frame.hand)] if isinstance(frame, Moving) else []

    def costs(self, look: RoundupLook, frame: Any) -> dict[str, str]:
        if not isinstance(frame, Moving) or not frame.hand:
            return {}
        names = look.game.board.names
        return {
            label: f"{points} {'column' if column else 'MP'}"
            for points, column, hexes in costs(look, frame)
            for label in names(hexes)
        }

    def cost(self, look: RoundupLook, frame: Any, label: str) -> str:
        if not isinstance(frame, Moving) or not frame.hand:
            raise BadInput("take a unit in hand first, as in 'US-1'; then 'cost 2114' tells what 2114 costs it")
        board = look.game.board
        found = way(look, frame, board.index[label])
        if found is None:
            return ""
        path = "-".join(board.labels[node] for node in found.path)
        return f"{found.points} MP of {found.left}{' in column' if found.column else ''}: {path}"

    # Supply and odds

    def supply(self, look: RoundupLook, label: str) -> list[str]:
        node = look.game.board.index[label]
        stack = look.position.stacks.get(node, ())
        lines = []
        for unit in stack:
            fed = supply.way_of(look, unit)
            words, rule = (fed.words, fed.rule) if fed else ("OUT OF SUPPLY, halved", supply.HUNGRY)
            lines.append(f"{look.game.unit_ids[unit]} in {label}: {words} ({rule})")
        for nation in {look.game.counters[unit].nation: 0 for unit in stack} or (*NATIONS, "DE"):
            sources = supply.sources(look, nation)
            reached = bool(supply.overland_hexes(look, nation) >> node & 1)
            there = " ".join(look.game.board.names(sources)) if nation != "DE" else "the East and South edges"
            verb = "trace" if reached else "cannot trace"
            lines.append(f"{nation} units in {label} {verb} overland supply to {there or 'anywhere'}")
        return lines

    def odds_notes(self, look: RoundupLook, label: str) -> list[str]:
        return [f"{why} ({rule})" for rule, why in overrides(look, look.game.board.index[label])]

    def odds(self, forecast: Forecast) -> list[Text]:
        lines = [
            Text(f"{forecast.attack} against {forecast.defence} is {forecast.odds}"),
            *(
                Text(f"  {abs(shift.columns)} {'right' if shift.columns > 0 else 'left '}  {shift.why} ({shift.rule})")
                for shift in forecast.shifts
            ),
        ]
        if forecast.out_of_supply:
            lines.append(Text(f"  halved, out of supply: {' '.join(forecast.out_of_supply)} (4.1)"))
        beyond = f" (final odds {forecast.final_odds})" if forecast.final_odds != forecast.column else ""
        lines.append(Text(f"rolled on {forecast.column}{beyond}:", style="bold"))
        for result, chance in forecast.chances.items():
            bar = "█" * round(chance * 30)
            style = "red" if result.startswith("A") else "green" if result.startswith("D") else "yellow"
            line = Text(f"  {result:3} {float(chance):5.0%} ")
            line.append(bar.ljust(30), style=style)
            line.append(f" {MEANING[result]}")
            lines.append(line)
        return lines

    # The picture

    def chits(self, look: RoundupLook) -> dict[str, list[Chit]]:
        position, game = look.position, look.game
        found: dict[str, list[Chit]] = {}
        markers = [("US", position.us_beachheads, "beachhead"), ("UK", position.uk_beachheads, "beachhead")]
        markers += [("US", position.us_aerial, "air supply"), ("UK", position.uk_aerial, "air supply")]
        for nation, hexes, what in markers:
            for label in game.board.names(hexes):
                sign = f"{nation}\n{'BEACH' if what == 'beachhead' else 'AIR'}"
                found.setdefault(label, []).append(Chit("", PAINT[nation], sign=sign, tooltip=f"{nation} {what}"))
        for node, stack in position.stacks.items():
            if node >= 0:
                found.setdefault(game.board.labels[node], []).extend(self._chit(look, unit) for unit in stack)
        for number, node in enumerate(position.tas):
            nation = position.tas_nations[number] + "\n" if position.tas_nations else ""
            chit = Chit("", TAS_PAINT[position.superiority], sign=f"{nation}TAS", tooltip="Tactical Air Support")
            found.setdefault(game.board.labels[node], []).append(chit)
        return found

    def _chit(self, look: RoundupLook, unit: int) -> Chit:
        counter, steps, line = look.game.counters[unit], look.position.units[unit].steps, self.unit_line(look, unit)
        supply = "" if line.supply != "OUT OF SUPPLY" else "!"
        return Chit(
            counter.id.partition("-")[2],
            PAINT[counter.nation],
            SYMBOLS[counter.type],
            counter.size,
            line.factors,
            counter.divisional and steps == 1,
            supply,
            tooltip=f"{counter.id} {counter.name}, {line.factors}, {line.supply}"
            + (f", {line.marks}" if line.marks else ""),
        )

    def control(self, look: RoundupLook) -> list[str]:
        return look.game.board.names(look.position.allied_control)


FACE = RoundupFace

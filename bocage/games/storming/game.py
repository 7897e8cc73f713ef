"""Storming the Reich, compiled for a scenario and a choice of options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar

from bocage.parts import words
from bocage.rules import (
    HEXES,
    NOTHING,
    NUMBERS,
    PLAIN,
    UNITS,
    BadInput,
    Domain,
    Game,
    HexSet,
    Unit,
    chapters,
)

from . import data
from .rules import options
from .rules.combat import forecast
from .rules.in_force import Rules
from .rules.look import StormingLook
from .rules.movement import command_dice as command
from .rules.position import (
    ALLIED,
    ALLIED_EXERTING,
    ALLIED_HEXES,
    ALLIED_TROOPS,
    AMERICAN_HEXES,
    ARRIVING,
    ASIDE,
    ASSAULT,
    BREAKTHROUGH,
    COMMONWEALTH_HEXES,
    DEAD,
    ENGLAND,
    EXPLOITATION,
    GERMAN,
    GERMAN_EXERTING,
    GERMAN_HEXES,
    GERMAN_TROOPS,
    MARKS,
    PLACES,
    StormingPosition,
)
from .rules.sequence import SEQUENCE
from .rules.setup import printed as setup
from .words import view

_CHAPTERS = chapters(f"{__package__}.rules")
_SIDES = {ALLIED: "The Allies", GERMAN: "The Germans"}


def _domains(printed: data.Data) -> dict[str, Domain]:
    """What verbs can be about."""
    return {
        HEXES: Domain("hex", printed.board.labels),
        UNITS: Domain("unit", [counter.id for counter in printed.counters]),
        NUMBERS: Domain("number", [str(number) for number in range(13)]),
        PLAIN: NOTHING,
    }


def standard_rules(printed: data.Data, scenario: str) -> Rules:
    """The rules without any option."""
    numbers = printed.numbers
    return Rules(
        sequence=SEQUENCE,
        numbers=numbers,
        first_turn=numbers["final_battles_first_turn" if scenario == "final" else "campaign_first_turn"],
        last_turn=numbers["breakout_scenario_last_turn" if scenario == "breakout" else "campaign_last_turn"],
    )


class Storming(Game[StormingPosition]):
    """From the beaches of Normandy to the Ruhr."""

    slug = "storming"
    title = "Storming the Reich"
    sides = (ALLIED, GERMAN)
    rules_version = 2
    upgrade_notes: ClassVar[Mapping[int, str]] = {
        2: (
            "Corrected since: Mechanized units rebuilt on turn 11 are lost if the Hitler Counteroffensive is given up "
            "(7.2.2.A), the hexes of Brittany may be strafed (7.1.2.F), Carpet Bombing is an attack (2.1.I), an "
            "advance after combat is no movement (13.8), and no way leads through Paris unasked (10.7.9)."
        ),
    }
    take_back_rule = "4.0"
    concession_rule = "3.2.C"
    position_class = StormingPosition
    frame_classes = _CHAPTERS.FRAMES
    scenarios: ClassVar[Mapping[str, str]] = {
        "campaign": "The Historical Campaign: from the day after the landings to April 1945, fifteen turns.",
        "breakout": "The Normandy Breakout: the first six turns on the West Map.",
        "final": "The Final Battles: from the German counteroffensive in the Ardennes to the Rhine, five turns.",
    }
    unlisted_place = DEAD
    place_names = PLACES
    mark_names = MARKS

    def __init__(
        self, scenario: str = "campaign", chosen: Mapping[str, Any] | None = None, printed: data.Data | None = None
    ) -> None:
        if scenario not in self.scenarios:
            known = ", ".join(self.scenarios)
            raise BadInput(f"Storming the Reich has the scenarios {known}, not {scenario!r}")
        printed = self.data = printed or data.load()
        self.scenario = scenario
        self.options = options.check(chosen or {})
        self.data_digest, self.overlay = printed.digest, printed.tables.overlay
        self.rules: Rules = options.edited(standard_rules(printed, scenario), self.options)
        self.board = printed.board
        self.bring(_CHAPTERS, _domains(printed), printed.once)
        self._counters()
        self._hexes()
        self._sides()

    def _counters(self) -> None:
        counters = self.counters = self.data.counters
        self.unit_ids = tuple(counter.id for counter in counters)
        self.unit_numbers = {counter.id: number for number, counter in enumerate(counters)}
        self.free_types = tuple(counter.free_type for counter in counters)
        masks = []
        for counter in counters:
            allied = counter.side == ALLIED
            mine = [ALLIED_HEXES if allied else GERMAN_HEXES]
            if counter.nation in ("US", "FR"):
                mine.append(AMERICAN_HEXES)
            elif counter.nation == "CW":
                mine.append(COMMONWEALTH_HEXES)
            if _exerts(counter):
                mine.append(ALLIED_EXERTING if allied else GERMAN_EXERTING)
            if not counter.staff:
                mine.append(ALLIED_TROOPS if allied else GERMAN_TROOPS)
            masks.append(tuple(mine))
        self.mask_ids = tuple(masks)
        self.mask_count = 8
        self.occupied_masks = {ALLIED: ALLIED_HEXES, GERMAN: GERMAN_HEXES}

        those = self.those
        self.side_units = {side: those(lambda counter, side=side: counter.side == side) for side in self.sides}  # type: ignore[misc]
        self.exerting_units = those(_exerts)
        self.divisions = those(lambda counter: counter.division)
        self.american_divisions = those(lambda counter: counter.division and counter.nation in ("US", "FR"))
        self.us_divisions = those(lambda counter: counter.division and counter.nation == "US")
        self.commonwealth_units = those(lambda counter: counter.nation == "CW")
        self.american_units = those(lambda counter: counter.nation in ("US", "FR"))
        self.french_divisions = those(lambda counter: counter.division and counter.nation == "FR")
        self.airborne_units = those(lambda counter: counter.airborne)
        self.mechanized_units = those(lambda counter: counter.mechanized)
        self.flak_units = those(lambda counter: counter.type == "flak")
        self.garrison_units = those(lambda counter: counter.type == "garrison")
        self.staff_units = those(lambda counter: counter.staff)
        self.printed_units = those(lambda counter: counter.printed_movement >= 0)
        halved = self.rules.numbers["unsupplied_divisor"]  # out of supply, these have nothing (8.5)
        self.slowest_units = those(lambda counter: 0 <= counter.printed_movement < halved)
        self.watch_units = those(lambda counter: counter.mechanized and counter.replaceable)  # 17.7.2; ruling R57
        self.red_units = those(lambda counter: counter.red)
        first: dict[object, int] = {}
        self.kinds = tuple(  # unit -> the first unit of its kind: what is closed to one is closed to all of a kind
            first.setdefault((c.side, c.nation, c.command, c.division, c.mechanized, c.staff, c.type == "leader"), unit)
            for unit, c in enumerate(counters)
        )
        self.alike = {
            kind: sum(1 << unit for unit, of in enumerate(self.kinds) if of == kind) for kind in first.values()
        }
        turns = sorted({counter.release_turn for counter in counters if counter.release_turn})
        self.releases = tuple((turn, those(lambda counter, turn=turn: counter.release_turn == turn)) for turn in turns)  # type: ignore[misc]
        numbers = self.unit_numbers
        self.french_second_armored = numbers["FR-2-Arm"]
        self.patton, self.model = numbers["Patton"], numbers["Model"]
        self.shaef, self.seventh_army = numbers["SHAEF-HQ"], numbers["GE-7A-HQ"]
        self.hq_21, self.hq_12, self.hq_6 = numbers["CW-21AG-HQ"], numbers["US-1A-HQ"], numbers["US-6AG-HQ"]

    def those(self, test: Callable[[data.Counter], bool]) -> int:
        """The units with a certain kind of counter, as a set."""
        return sum(1 << number for number, counter in enumerate(self.counters) if test(counter))

    def _hexes(self) -> None:
        printed, board = self.data, self.board
        flags = printed.flags
        first = self.rules.numbers["final_battles_first_column"]
        east = sum(hexes for column, hexes in printed.columns.items() if column >= first)
        self.in_play: HexSet = {"campaign": board.all, "breakout": board.all & ~east, "final": east}[self.scenario]
        self.map_rule = {"campaign": "2.1", "breakout": "3.3", "final": "3.4"}[self.scenario]
        self.entrances = {name: flags[f"entrance:{name}"] for name in ("B", "W", "E", "A-D")}
        self.allied_exits = flags["allied_exit"]
        # 6.3.D: zones go neither into nor out of these.
        self.mute_hexes = self.entrances["W"] | self.entrances["E"] | self.entrances["A-D"]
        self.beach_hexes = sum(1 << node for node, _ in printed.beaches.values())
        self.no_zone = printed.cities | printed.terrain["mountain"] | self.mute_hexes
        self.no_german_zone = self.no_zone | self.beach_hexes
        self.fort_hexes = sum(printed.forts.values())
        self.breakable_forts = printed.forts["coastal"] | printed.forts["metz"]
        self.monty_spot, self.ike_spot = flags["monty_blind_spot"], flags["ike_blind_spot"]
        self.holland = flags["fortress_holland"]
        self.holland_cities = tuple(self._named(name) for name in ("Rotterdam", "Amsterdam", "Utrecht"))
        self.exclusion_zone = flags["normandy_exclusion"]
        self.ruhr, self.paris = flags["ruhr"], flags["paris"]
        self.dams, self.roer_valley = flags["roer_dam"], flags["roer_valley"]
        self.approaches = flags["antwerpen_approach"]
        self.cherbourg = 1 << self._named("Cherbourg")
        self.antwerpen = 1 << self._named("Antwerpen")
        self.argentan_and_alencon = 1 << self._named("Argentan") | 1 << self._named("Alençon")
        self.beyond_breakout = (printed.towns | printed.cities) & ~flags["inside_breakout_line"] & self.in_play
        limit = self.rules.numbers["commonwealth_limit_column"]
        self.west_of_commonwealth = sum(hexes for column, hexes in printed.columns.items() if column <= limit)
        self.bridge_hexes = sum(1 << node for node in {end for bridge in printed.bridges for end in bridge.ends})
        self.southern_sources = self.entrances["A-D"] & self.in_play
        # Without the East Map, its western edge stands for the way home (ruling R65).
        edge = printed.columns[first - 1] & self.in_play if self.scenario == "breakout" else 0
        self.german_sources = self.entrances["E"] & self.in_play | edge

    def _sides(self) -> None:
        printed = self.data
        every = self.board.every
        # Over the sea only the ferry of Breskens joins anything (10.7.7; ruling R134).
        self.supply_sides = every - (printed.sea - printed.ferry) - printed.impassable
        self.seine_eastward = printed.seine_line.between(printed.west, ~printed.west)
        self.rhine_banks: HexSet = printed.rivers["rhine"].sources
        self.zone_sides = every - printed.rivers["major"] - printed.rivers["rhine"]

    def _named(self, name: str) -> int:
        (node,) = [node for node, found in self.data.names.items() if found == name]
        return node

    def first_position(self) -> StormingPosition:
        """Units on their printed hexes, everyone else on the schedule or in England (3.2.A); or the set-up (3.4.A)."""
        return setup.first_position(self)

    def place_of_newcomer(self, position: Any, number: int) -> Unit:
        """Whoever should have come already waits in England, or is not in the game if he is German (7.1)."""
        counter, unit = self.counters[number], super().place_of_newcomer(position, number)
        if counter.entry_turn > position.turn or unit.at in (ASIDE, DEAD) or position.turn == self.rules.first_turn:
            return Unit(DEAD, counter.steps) if unit.at == ARRIVING else unit
        if counter.side == GERMAN:
            return unit if unit.at >= 0 else Unit(DEAD, counter.steps)
        return Unit(DEAD if self.scenario == "final" else ENGLAND, counter.steps)

    @property
    def most_turns(self) -> int:
        """As many as the Turn Record Track has."""
        return len(self.data.turns)

    def most_steps(self, number: int) -> int:
        """As printed."""
        return self.counters[number].steps

    def domains(self) -> dict[str, Collection[Any]]:
        """Movement Steps, Commands, nations, bridges."""
        nations, bridges = ("US", "CW"), {bridge.name for bridge in self.data.bridges}
        return {
            "stage": ("", ASSAULT, BREAKTHROUGH, EXPLOITATION),
            "nation": ("", *nations),
            "bombers_spent": nations,
            "priority_markers of": nations,
            "priority_used": command.COMMANDS,
            "points of": (*command.COMMANDS, *command.TYPES),
            "bridge_captured": {"", *bridges},
            "bridges_blown": bridges,
        }

    def look(self, position: Any) -> StormingLook:
        return StormingLook(self, position)

    def view(self, seen: Any, side: str | None) -> dict[str, Any]:
        return view.view(self.look(seen))

    def hex_name(self, node: int) -> str:
        return words.hex_name(self.data.names, self.board.labels, node)

    def side_name(self, side: str) -> str:
        return _SIDES[side]

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        """For the notation of a position: any field by its name; hexes and units by label, in one text."""
        setup.arrange(self, position, extras)

    def forecast(self, position: Any, side: str, **attack: Any) -> forecast.Forecast:
        return forecast.forecast(self, position, side, **attack)


def _exerts(counter: data.Counter) -> bool:
    """Can a counter exert a zone of control at all (6.2)?"""
    return max(counter.attack) > 0 and counter.type not in ("tiger", "hq", "leader", "garrison")


__all__ = ["Storming", "standard_rules"]

"""Fortress Europa, compiled for a scenario and a choice of options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from bocage.hexes import Edges
from bocage.parts import words
from bocage.rules import (
    HEXES,
    NOTHING,
    NUMBERS,
    PLAIN,
    UNITS,
    BadInput,
    Domain,
    Event,
    Game,
    HexSet,
    Units,
    chapters,
    pure,
)

from . import data
from .data.counters import Counter, stranger
from .rules import concealment, options, victory
from .rules.combat import forecast
from .rules.in_force import Rules
from .rules.look import FortressLook
from .rules.position import ALLIED, EXERTING, FIRST_PARTY, GERMAN, GONE, OCCUPIED, PLACES, FortressPosition
from .rules.setup import start
from .words import view

_CHAPTERS = chapters(f"{__package__}.rules")
MOST_NUMBER = 60
ODDS = "odds"  # that are declared lower (15.8)
MISSIONS = "missions"  # the boxes of the Aircraft Mission Chart, about which verbs can be
SECTIONS = "sections"  # of rivers, for bridge attacks
QUIET_KINDS = ("commando", "ranger")  # no zone beyond their hex (7.1)
MARKERS = ("naval", "mulberry", "partisans")  # lie on the map and hold nothing


class Fortress(Game[FortressPosition]):
    """The Allied campaign across Western Europe."""

    slug = "fortress"
    title = "Fortress Europa"
    sides = (ALLIED, GERMAN)
    rules_version = 1
    position_class = FortressPosition
    frame_classes = _CHAPTERS.FRAMES
    scenarios: ClassVar[Mapping[str, str]] = {
        "campaign": "From D-Day to March 1945: an invasion anywhere between Holland and the south of France.",
        "invasion": "The landing and its first seven weeks, June to July 1944; each district has goals of its own.",
        "west_wall": "Twelve turns from June to August 1944, decided by objectives that both sides write down.",
        "bulge": "The Ardennes offensive: four turns from December III, 1944.",
        "berlin": "From the Ardennes to March 1945, eleven turns.",
    }
    unlisted_place = GONE
    place_names = PLACES
    mark_names = start.MARKS
    secretive = True
    concession_rule = "30.1"

    def __init__(
        self, scenario: str = "campaign", chosen: Mapping[str, Any] | None = None, printed: data.Data | None = None
    ) -> None:
        if scenario not in self.scenarios:
            raise BadInput(f"Fortress Europa has the scenarios {', '.join(self.scenarios)}, not {scenario!r}")
        printed = printed or data.load()
        self.data: data.Data = printed
        self.scenario = scenario
        self.options = options.check(chosen or {}, scenario)
        self.data_digest, self.overlay = printed.digest, printed.tables.overlay
        self.rules: Rules = options.edited(start.rules(printed, scenario), self.options)
        self.board = printed.board
        self._pieces = tuple(counter for counter in printed.counters if counter.entry != "overstrength")
        domains = {
            HEXES: Domain("hex", printed.board.labels),
            UNITS: Domain("unit", [counter.id for counter in self._pieces]),
            NUMBERS: Domain("number", [str(number) for number in range(MOST_NUMBER + 1)]),
            MISSIONS: Domain("mission", tuple(printed.missions)),
            SECTIONS: Domain("river section", tuple(printed.sections)),
            ODDS: Domain("odds", [f"{attacker}-{defender}" for attacker, defender in printed.column_of]),
            PLAIN: NOTHING,
        }
        self.bring(_CHAPTERS, domains, printed.once)
        self._counters()
        self._hexes()

    def _counters(self) -> None:
        # An overstrength division is an American 6-4 with one step more, not a counter of its own (27.12).
        self.overstrength = next(found.combat[0] for found in self.data.counters if found.entry == "overstrength")
        self.muster(self._pieces)
        # What the Allies see of units under decoys (31.6): counters that never exist in a match itself.
        self.first_stranger = len(self._pieces)
        covers = self.rules.numbers["decoys"] if self.rules.decoys_in_germany else 0
        self.counters: tuple[Counter, ...] = (*self._pieces, *(stranger(number) for number in range(covers)))
        self.side_units[GERMAN] |= (1 << covers) - 1 << self.first_stranger
        # Those who may attack together (6.2): British with Allied Minors, and with the Canadians if players agree (R1).
        british = ("BR", "MI", "CA") if self.rules.canadians_with_british else ("BR", "MI")
        parties = (british, ("US",), ("FR",)) if "CA" in british else (british, ("CA",), ("US",), ("FR",))
        masks = []
        for counter in self.counters:
            mine = []
            if counter.type not in MARKERS:
                mine.append(OCCUPIED[counter.side])
                if counter.type not in QUIET_KINDS:
                    mine.append(EXERTING[counter.side])
                    if not counter.hq:  # these may stand by, and raiders attack with anybody (13.4, 21.3)
                        mine += [FIRST_PARTY + n for n, party in enumerate(parties) if counter.nation in party]
            masks.append(tuple(mine))
        self.mask_ids = tuple(masks)
        self.mask_count = FIRST_PARTY + len(parties)
        self.occupied_masks = OCCUPIED

        def those(test: Callable[[Counter], bool]) -> int:
            return sum(1 << number for number, counter in enumerate(self.counters) if test(counter))

        def of_type(*kinds: str) -> int:
            return those(lambda counter: counter.type in kinds)

        self.land_units = ~of_type(*MARKERS) & (1 << len(self.counters)) - 1
        self.exerting_units = self.land_units & ~of_type(*QUIET_KINDS)
        self.armored_units = those(lambda counter: counter.armored)
        self.headquarters = of_type("hq")
        self.hq_troops = of_type("hq_troops")
        self.coastal_units = of_type("coastal")
        self.training_units = of_type("training")
        self.volkssturm = of_type("volkssturm")
        self.raiders = of_type("commando", "ranger")
        self.airborne_units = of_type("para", "glider")
        self.foot_units = of_type("infantry", "mountain", "para", "glider", "commando", "ranger")
        self.seventy_ninth = self.trait("79th")
        self.parts_of_79th = those(lambda counter: counter.entry == "parts")
        # Of the armour the 79th alone lands on the turn of an invasion, and in the first wave infantry besides (12.13).
        self.landing_armour = self.seventy_ninth | (self.parts_of_79th if self.rules.funnies else 0)
        self.first_wave = self.side_units[ALLIED] & self.foot_units | self.landing_armour
        # Germans of the set-up (3.3), those with a city of their own, and the nine that may be hidden (9.4, R58).
        self.starters = those(lambda counter: counter.side == GERMAN and bool(counter.start))
        self.of_cities = self.starters & those(lambda counter: counter.start in self.board.index)
        self.hideable = self.starters & those(lambda counter: bool(counter.hidden))
        self.regiments = those(lambda counter: counter.size == "regiment")
        self.ships = of_type("naval")
        self.mulberries = of_type("mulberry")
        self.partisans = of_type("partisans")
        self.nations = dict.fromkeys((counter.nation for counter in self.counters), 0)
        for number, counter in enumerate(self.counters):
            self.nations[counter.nation] |= 1 << number
        self.ss_units, self.americans = self.nations["SS"], self.nations["US"]
        self.replaceable = those(lambda counter: bool(counter.replaced_by))
        self.purses: dict[tuple[str, str], Units] = {}  # army and kind of replacement point -> units paid for with it
        for number, counter in enumerate(self.counters):
            if counter.replaced_by:
                purse = counter.army, counter.replaced_by
                self.purses[purse] = self.purses.get(purse, 0) | 1 << number
        self.bereft = self.nations["FR"] | self.nations["MI"]  # never replaced (27.14)
        self.paris_garrison = those(lambda counter: counter.group == "Paris")  # 26.5
        printed = self.rules.numbers["overstrength_combat"], self.rules.numbers["overstrength_movement"]
        infantry = self.americans & those(lambda counter: counter.type == "infantry" and counter.division)
        # American 6-4 infantry divisions (27.12)
        self.overstrength_kind = infantry & those(lambda counter: (counter.combat[0], counter.movement[0]) == printed)
        self.free_stackers = those(lambda counter: counter.stack_free)
        if self.rules.battalions_stack_free:  # 31.4
            self.free_stackers |= those(lambda counter: counter.size == "battalion")
        if self.rules.winter:  # 33.3.1
            self.free_stackers |= self.trait("winter_free")
        self.parties = tuple(sum(self.nations[nation] for nation in group) for group in parties)

    @pure(32)
    def trait(self, name: str) -> Units:
        """The units with a trait."""
        return sum(1 << number for number, counter in enumerate(self.counters) if name in counter.traits)

    def factor(self, unit: int, steps: int, flipped: bool) -> int:
        """The combat factor of a unit with so many steps, on its front or, flipped, on its other side."""
        counter = self.counters[unit]
        if steps > counter.steps:
            return self.overstrength
        return counter.combat[bool(counter.back) and (flipped or steps < counter.steps)]

    def _hexes(self) -> None:
        printed, board = self.data, self.board
        dyke, jersey = 1 << printed.dyke, 1 << printed.jersey
        self.dyke: HexSet = dyke
        self.isle: HexSet = jersey if self.rules.jersey else 0  # Jersey, where it is in play (31.5)
        # Hexes of land units; the dyke is only passed (8.7).
        self.land: HexSet = printed.land | dyke | self.isle
        # Sides that a unit may cross on foot: no estuary, no arrow, no coast of Jersey (8.8, ruling R65, 31.5).
        closed = printed.estuaries | board.edges(
            [(board.labels[printed.jersey], board.labels[near]) for near in board.neighbours[printed.jersey]]
        )
        self.land_sides: Edges = board.every - closed
        self.clear_limit: int = printed.tec["clear"].stacking or 0
        self.stacking_limits = tuple(
            (printed.tec[terrain].stacking or 0) if terrain else 0 for terrain in printed.terrain_at
        )
        self.german_cities: HexSet = printed.cities & printed.germany
        # What holds one unit at most at any other time holds no two on the day of the landing (12.7, ruling R126).
        tight = sum(printed.terrain[terrain] for terrain in ("rough", "flooded", "mountain")) | printed.inland_ports
        self.roomy_beaches: HexSet = board.all & ~tight

    def first_position(self) -> FortressPosition:
        """The Germans in hand for their set-up, the Allies in their bases (3.2); or the winter line (33.3.1)."""
        return start.first_position(self)

    @property
    def most_turns(self) -> int:
        return self.rules.last_turn

    def most_steps(self, number: int) -> int:
        """Two at most, and one more for an American overstrength division (27.12)."""
        counter = self.counters[number]
        return counter.steps + (self.americans >> number & 1 and counter.type == "infantry")

    def domains(self) -> dict[str, Collection[Any]]:
        """Weather and what else fields of a position can hold."""
        hexes, armies = self.board.index, ("british", "american", "german")
        by_side = dict.fromkeys(("picks of", "drops of", "support_used of"), self.sides)
        by_mission = dict.fromkeys(("missions of", "opposing of"), tuple(self.data.missions))
        return {
            **by_side,
            **by_mission,
            "port_damage of": (*hexes, *self.unit_ids),
            "support of": hexes,
            "tac_used of": tuple(self.data.months),
            "stores of": armies,
            "special of": ("para", "raider"),
            "weather": ("", *data.tables.WEATHER),
            "impulse": (0, 1, 2),
            "picks": range(1, MOST_NUMBER),
            "markers of": hexes,
            "blanks of": hexes,
            "bulge_level": ("", *victory.LEVELS),
            "start_capacity": range(-1_000, 1_000),
        }

    def look(self, position: Any) -> FortressLook:
        return FortressLook(self, position)

    def seen(self, position: Any, side: str | None) -> FortressPosition:
        return concealment.seen(self, position, side)

    def acts_unseen(self, position: Any, side: str) -> bool:
        return concealment.acts_unseen(position, side)

    def sentence(self, event: Event) -> str:
        told = super().sentence(event)
        return told[0].upper() + told[1:]  # a unit under a decoy may come first

    def told(self, position: Any, event: Event) -> tuple[Event, ...]:
        return concealment.told(self, position, event)

    def pointed_at(self, units: Sequence[int]) -> list[str]:
        """Nobody points at what lies under a decoy (31.6)."""
        return super().pointed_at([unit for unit in units if unit < self.first_stranger])

    def redeal(self, seen: Any, side: str, random: Random) -> FortressPosition:
        return concealment.redeal(self, seen, side, random)

    def forecast(self, position: Any, side: str, **attack: Any) -> forecast.Forecast:
        """The odds of an attack that is being made, or of a possible one."""
        return forecast.forecast(self, position, side, **attack)

    def view(self, seen: Any, side: str | None) -> dict[str, Any]:
        """A seen position as plain data; of units under decoys there is only where they are."""
        return view.view(self.look(seen))

    def hex_name(self, node: int) -> str:
        return words.hex_name(self.data.names, self.board.labels, node)

    def side_name(self, side: str) -> str:
        return "The Allies" if side == ALLIED else "The Germans"

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        """For the notation of a position: any field by its name; hexes and units by label, in one text."""
        start.arrange_position(self, position, extras)


__all__ = ["Fortress"]

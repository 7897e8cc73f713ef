"""D-Day to the Rhine, compiled for a choice of options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from bocage.hexes import Costs
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
    Sequencing,
    Unit,
    chapters,
)

from . import data
from .rules import options
from .rules import telling as tell
from .rules.combat import battles as battle
from .rules.combat import forecast
from .rules.concealment import hidden, redeal
from .rules.in_force import Rules
from .rules.look import RhineLook
from .rules.position import (
    ALLIED,
    ALLIED_EXERTING,
    ALLIED_HEXES,
    ALLIED_TROOPS,
    BAD,
    DEAD,
    EXPLOITATION,
    FULL,
    GERMAN,
    GERMAN_EXERTING,
    GERMAN_HEXES,
    GERMAN_TROOPS,
    GOOD,
    HAND,
    ISOLATED,
    OPERATIONAL,
    PLACES,
    RETURNS,
    SHORT,
    STAYS,
    UNSUPPLIED,
    VERY_BAD,
    RhinePosition,
)
from .rules.sequence import SEQUENCE
from .rules.setup import arranged, free
from .words import view

_CHAPTERS = chapters(f"{__package__}.rules")
MOST_NUMBER = 12


class Rhine(Game[RhinePosition]):
    """From D-Day to the Rhine."""

    slug = "rhine"
    title = "D-Day to the Rhine"
    sides = (ALLIED, GERMAN)
    rules_version = 2
    upgrade_notes: ClassVar[Mapping[int, str]] = {
        2: "Corrected since then: the first attack of a landing unit is a choice (R99) and any unit may land (R69); a "
        "retreat takes only the hex where it ends (R16); replacements keep off hexes that the Allies hold (R57); a "
        "withdrawn Strategic Reserve takes its eliminated units along (R56); a single battle is resolved unasked.",
    }
    take_back_rule = "NOTE.3"
    concession_rule = "NOTE.3"
    position_class = RhinePosition
    frame_classes = _CHAPTERS.FRAMES
    scenarios: ClassVar[Mapping[str, str]] = {
        "campaign": "From D-Day to the Rhine: June to December 1944, fourteen turns of half a month.",
    }
    unlisted_place = DEAD
    place_names = PLACES
    mark_names = arranged.MARKS
    secretive = True

    def __init__(
        self, scenario: str = "campaign", chosen: Mapping[str, Any] | None = None, printed: data.Data | None = None
    ) -> None:
        if scenario not in self.scenarios:
            raise BadInput(f"D-Day to the Rhine has the scenario campaign, not {scenario!r}")
        printed = printed or data.load()
        self.data: data.Data = printed
        self.scenario = scenario
        self.options = options.check(chosen or {})
        self.data_digest, self.overlay = printed.digest, printed.tables.overlay
        standard = Rules(sequence=SEQUENCE, numbers=printed.numbers)
        self.rules: Rules = options.edited(standard, self.options)
        self.board = printed.board
        domains = {
            HEXES: Domain("hex", printed.board.labels),
            UNITS: Domain("unit", [counter.id for counter in printed.counters]),
            NUMBERS: Domain("number", [str(number) for number in range(MOST_NUMBER + 1)]),
            PLAIN: NOTHING,
        }
        self.bring(_CHAPTERS, domains, printed.once)
        self._counters()
        self._hexes()

    def _counters(self) -> None:
        real = self.data.counters
        self.unit_ids = tuple(counter.id for counter in real)
        self.unit_numbers = {counter.id: number for number, counter in enumerate(real)}
        # Strangers stand for what the Allies cannot see; they exist only in what a side is shown (hidden.py).
        self.first_stranger = len(real)
        self.counters = (*real, *(stranger(number) for number in range(len(real))))
        masks = []
        for counter in self.counters:
            allied = counter.side == ALLIED
            mine = [ALLIED_HEXES if allied else GERMAN_HEXES]
            if _fights(counter):
                mine.append(ALLIED_TROOPS if allied else GERMAN_TROOPS)
            if _exerts(counter):
                mine.append(ALLIED_EXERTING if allied else GERMAN_EXERTING)
            masks.append(tuple(mine))
        self.mask_ids = tuple(masks)
        self.mask_count = 6
        self.occupied_masks = {ALLIED: ALLIED_HEXES, GERMAN: GERMAN_HEXES}

        def those(test: Callable[[data.Counter], bool]) -> int:
            return sum(1 << number for number, counter in enumerate(self.counters) if test(counter))

        self.side_units = {side: those(lambda counter, side=side: counter.side == side) for side in self.sides}  # type: ignore[misc]
        self.exerting_units = those(_exerts)
        self.troop_units = those(_fights)
        self.charged_units = those(lambda counter: counter.side == ALLIED and not counter.dump)
        self.infantry_corps = those(lambda counter: counter.infantry_corps)
        self.corps = those(lambda counter: counter.corps)
        self.armour_units = those(lambda counter: counter.armour)
        self.foot_units = those(lambda counter: counter.foot)
        self.panzer_units = those(lambda counter: counter.panzer)
        self.ss_units = those(lambda counter: counter.ss)
        self.steadfast_units = those(lambda counter: counter.steadfast)
        self.airborne_units = those(lambda counter: counter.airborne)
        self.tigers = those(lambda counter: counter.tiger)
        self.dummies = those(lambda counter: counter.dummy)
        self.dumps = those(lambda counter: counter.dump)
        self.brigades = those(lambda counter: counter.kind == "panzer_brigade")
        self.reserve_units = those(lambda counter: counter.reserve)
        # Turn -> the units whose turn of entry has come by then.
        turns = range(self.rules.numbers["last_turn"] + 1)
        self.come_by = tuple(those(lambda counter, turn=turn: counter.entry_turn <= turn) for turn in turns)  # type: ignore[misc]
        self.set_up_units = those(lambda counter: counter.entry in ("setup", "dummy"))
        # SET.7: divisions and dummies may be set up face down; 2. SS lies open on Tours (ruling R46).
        self.hideable_units = those(
            lambda counter: (
                counter.entry in ("setup", "dummy") and (counter.dummy or counter.kind.endswith("_division"))
            )
        ) & ~(1 << self.unit_numbers["DE-2SS"])
        self.nation_units = {
            nation: those(lambda counter, nation=nation: counter.nation == nation)  # type: ignore[misc]
            for nation in ("british", "american", "german")
        }
        numbers = self.unit_numbers
        self.british_dump, self.american_dump = numbers["BR-SUP"], numbers["US-SUP"]
        self.french_second_armored = numbers["FR-2AD"]
        self.fourth_armored, self.guards, self.seventh_corps = numbers["US-4AD"], numbers["BR-GdsAD"], numbers["US-7C"]
        self.marines, self.british_first_airborne = numbers["BR-RMN"], numbers["BR-1AB"]
        self.parachute_korps, self.ninth_panzer = numbers["DE-2FJK"], numbers["DE-9Pz"]
        self.ss_17, self.ss_2 = numbers["DE-17SS"], numbers["DE-2SS"]
        factor = self.rules.numbers["brussels_factor"]
        # Canadian corps are not British ones (ruling R111).
        self.brussels_corps = frozenset(
            number
            for number, counter in enumerate(self.counters)
            if counter.corps and counter.group == "BR" and "canadian" not in counter.traits and counter.attack == factor
        )

    def _hexes(self) -> None:
        printed, board, numbers = self.data, self.board, self.rules.numbers
        self.land = board.every - printed.estuary
        self.dry_land = self.land - printed.rivers  # sides without any water
        self.dry_sides, self.wet_sides = self.land - printed.rivers, self.land & printed.rivers
        every = {1: board.all}
        self.costs = Costs(board, every, [], printed.estuary)
        # What counts against an attack: a river costs one hex more (RIV.4).
        self.attack_costs = Costs(board, every, [(printed.rivers, 1)], printed.estuary)
        self.german_source: HexSet = printed.columns[max(printed.columns)]
        self.south_edge: HexSet = printed.rows[min(printed.rows)]
        self.paris, self.brussels = 1 << self._named("Paris"), 1 << self._named("Brussels")
        self.antwerp = 1 << self._named("Antwerp")
        self.landmarks = self.paris | self.brussels
        self.fort_cities = 1 << self._named("Metz") | 1 << self._named("Nancy")
        self.angers, self.tours = self._named("Angers"), self._named("Tours")
        self.channel_banks: HexSet = printed.channel.sources
        beyond = sum(hexes for column, hexes in printed.columns.items() if column > numbers["french_column"])
        north = sum(hexes for row, hexes in printed.rows.items() if row > numbers["french_row"])
        self.too_far_for_french: HexSet = beyond & north
        self.rough_ground: HexSet = printed.terrain.get("rough", 0)
        self.cover: HexSet = sum(printed.terrain.get(kind, 0) for kind in ("rough", "forest", "swamp"))
        self.forest: HexSet = printed.terrain.get("forest", 0)
        # A coastal port fortress has the advantages of a major city too (FORT.1).
        self.city_hexes: HexSet = printed.major_cities | printed.fortress_ports
        self.landing_hexes: HexSet = sum(1 << node for node in printed.landings)
        limits = []
        for node, terrain in enumerate(printed.terrain_at):
            tight = terrain in ("rough", "swamp")
            most = numbers["rough_stacking_limit" if tight else "stacking_limit"]
            if printed.coastal >> node & 1:
                most = min(most, printed.land_sides[node])
            limits.append((most, numbers["rough_armour_limit" if tight else "armour_limit"]))
        self.stacking_limits = tuple(limits)

    def _named(self, name: str) -> int:
        (node,) = [node for node, found in self.data.names.items() if found == name]
        return node

    def first_position(self) -> RhinePosition:
        """The Germans in hand for their set-up, the Allies in their pool (SET.1)."""
        return free.first_position(self)

    def place_of_newcomer(self, position: Any, number: int) -> Unit:
        """In hand while the Germans set up; whom nobody has set up then is not in the game."""
        unit = super().place_of_newcomer(position, number)
        setting_up = any(isinstance(frame, Sequencing) and frame.table == "setup" for frame in position.frames)
        return Unit(DEAD, 1) if unit.at == HAND and not setting_up else unit

    @property
    def most_turns(self) -> int:
        """Fourteen."""
        return self.rules.numbers["last_turn"]

    def most_steps(self, number: int) -> int:
        """All units have one."""
        return 1

    def domains(self) -> dict[str, Collection[Any]]:
        """Weather, phases, states of supply, odds and results."""
        results = {result for column in self.data.results.values() for result in column}
        return {
            "weather": ("", GOOD, BAD, VERY_BAD),
            "stage": ("", OPERATIONAL, EXPLOITATION, *battle.STAGES),
            "supply": ("", FULL, SHORT, UNSUPPLIED, ISOLATED),
            "reserve_record": ("", RETURNS, STAYS),
            "column": {"", *self.data.results},
            "read": {"", *self.data.results},
            "result": {"", *results},
            "strengths of": self.board.index,
        }

    def look(self, position: Any) -> RhineLook:
        return RhineLook(self, position)

    def seen(self, position: Any, side: str | None) -> RhinePosition:
        return hidden.seen(self, position, side)

    def acts_unseen(self, position: Any, side: str) -> bool:
        return side == GERMAN and hidden.acts_unseen(position)

    def redeal(self, seen: Any, side: str, random: Random) -> RhinePosition:
        return redeal.redeal(self, seen, side, random)

    def view(self, seen: Any, side: str | None) -> dict[str, Any]:
        return view.view(self.look(seen), side)

    def hex_name(self, node: int) -> str:
        return tell.hex_name(self, node)

    def unit_name(self, unit: int) -> str:
        return tell.unit_name(self, unit)

    def side_name(self, side: str) -> str:
        return tell.SIDE[side]

    def side_of(self, unit: int) -> str:
        return GERMAN if unit == tell.STRANGER else super().side_of(unit)

    def pointed_at(self, units: Sequence[int]) -> list[str]:
        return super().pointed_at([unit for unit in units if unit != tell.STRANGER])

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        """For the notation of a position: any field by its name; hexes and units by label, in one text."""
        arranged.arrange_position(self, position, extras)

    def forecast(self, position: Any, side: str, **attack: Any) -> forecast.Forecast:
        return forecast.forecast(self, position, side, **attack)


def stranger(number: int) -> data.Counter:
    """The counter that stands for a concealed piece: all that is known of it is that it is German."""
    return data.Counter(
        f"?{number + 1}", "a face-down piece", "?", GERMAN, "--", "stranger", 0, 0, 0, 0, 0, 0, 0, (), "", 0, ""
    )


def _fights(counter: data.Counter) -> bool:
    """Is a counter a combat unit? Dumps (R35) and dummies (R22) are none."""
    return not (counter.dump or counter.dummy)


def _exerts(counter: data.Counter) -> bool:
    """Can a counter exert a zone of control, and so hold its hex, at all (ZOC.1; R23, R29)?"""
    return _fights(counter) and not counter.tiger


__all__ = ["Rhine"]

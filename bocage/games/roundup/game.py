"""Operation Roundup, compiled for a choice of options."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any, ClassVar

from bocage.engine.plain import node_number
from bocage.rules import (
    HEXES,
    NOTHING,
    PLAIN,
    UNITS,
    BadInput,
    Domain,
    Frame,
    Game,
    HexSet,
    Row,
    Sequencing,
    Unit,
    arrange,
    chapters,
)

from . import data
from .rules import concealment, options
from .rules.airborne import DROP_FIELDS
from .rules.combat import forecast
from .rules.in_force import Rules
from .rules.look import RoundupLook
from .rules.position import (
    ALLIED,
    ALLIED_HEXES,
    ASIDE,
    DEAD,
    GERMAN,
    GERMAN_HEXES,
    KINDS,
    NATIONS,
    PLACES,
    POOL,
    PORTS,
    STRATEGIES,
    UK_HEXES,
    UNKNOWN_STRATEGY,
    US_HEXES,
    RoundupPosition,
)
from .rules.sequence import SEQUENCE
from .words import view

_CHAPTERS = chapters(f"{__package__}.rules")
_POOL_PLACES = {"US": POOL, "UK": POOL, "ASIDE": ASIDE}
_SIDES = {ALLIED: "The Allies", GERMAN: "The Germans"}


def standard_rules(printed: data.Data) -> Rules:
    """The rules without any option."""
    numbers = printed.numbers
    named = (
        "turns", "storm_mp", "column_factor", "tas_mp", "tas_shift", "water_shift", "concentric_shift",
        "naval_defence_shift", "naval_attack_shift", "drop_range", "turn1_tas_dice", "bomber_uses",
        "divisions_per_hex", "units_per_hex", "beachheads_each",
    )  # fmt: skip
    return Rules(
        sequence=SEQUENCE,
        crt=printed.crt,
        columns=printed.columns,
        movement=printed.movement,
        weather=printed.weather,
        bombers=printed.bombers,
        air_dice=printed.air_dice,
        returns=printed.returns,
        terrain_mp={name: row.mp for name, row in printed.tec.items()},
        terrain_shift={name: row.shift for name, row in printed.tec.items()},
        **{name: numbers[name] for name in named},  # type: ignore[arg-type]  # all of them are int fields
    )


class Roundup(Game[RoundupPosition]):
    """The Allies invade France in 1943."""

    slug = "roundup"
    title = "Operation Roundup"
    sides = (ALLIED, GERMAN)
    rules_version = 2
    upgrade_notes: ClassVar[Mapping[int, str]] = {
        2: "Beaten units now retreat to the nearest hexes with room (R23); airborne units may drop at any moment of "
        "the movement phase (R20).",
    }
    take_back_rule = "5.0"  # R48
    concession_rule = "14.0"
    position_class = RoundupPosition
    frame_classes = _CHAPTERS.FRAMES
    scenarios: ClassVar[Mapping[str, str]] = {"campaign": "The whole game, ten turns of three days."}
    unlisted_place = DEAD
    place_names = PLACES

    def __init__(
        self, scenario: str = "campaign", chosen: Mapping[str, Any] | None = None, printed: data.Data | None = None
    ) -> None:
        if scenario not in self.scenarios:
            raise BadInput(f"Operation Roundup has the scenario campaign, not {scenario!r}")
        printed = printed or data.load()
        self.data: data.Data = printed
        self.scenario = scenario
        self.options = options.check(chosen or {})
        self.data_digest, self.overlay = printed.digest, printed.tables.overlay
        self.rules: Rules = options.edited(standard_rules(printed), printed, self.options)
        self.board = printed.board
        self.bring(
            _CHAPTERS,
            {
                HEXES: Domain("hex", printed.board.labels),
                UNITS: Domain("unit", [counter.id for counter in printed.counters]),
                KINDS: Domain("kind of unit", printed.kinds),
                PORTS: Domain("port", list(printed.ports)),
                STRATEGIES: Domain("strategy", [str(number) for number in printed.strategies]),
                PLAIN: NOTHING,
            },
            printed.once,
        )
        self.secretive = self.rules.hidden_strategy
        self._counters()
        self._hexes()

    def _counters(self) -> None:
        counters = self.counters = self.data.counters
        self.unit_ids = tuple(counter.id for counter in counters)
        self.unit_numbers = {counter.id: number for number, counter in enumerate(counters)}
        masks = {"US": (ALLIED_HEXES, US_HEXES), "UK": (ALLIED_HEXES, UK_HEXES), "DE": (GERMAN_HEXES,)}
        self.mask_ids = tuple(masks[counter.nation] for counter in counters)
        self.mask_count = 4
        self.occupied_masks = {ALLIED: ALLIED_HEXES, GERMAN: GERMAN_HEXES}

        def those(trait: str, value: str) -> int:
            return sum(1 << number for number, counter in enumerate(counters) if getattr(counter, trait) == value)

        self.allied_units, self.german_units = those("side", ALLIED), those("side", GERMAN)
        self.side_units = {ALLIED: self.allied_units, GERMAN: self.german_units}
        self.nation_units = {nation: those("nation", nation) for nation in (*NATIONS, "DE")}
        self.nation_kinds = {
            nation: sum(1 << kind for kind in {counter.kind for counter in counters if counter.nation == nation})
            for nation in NATIONS
        }
        self.divisions = those("size", "XX")
        self.airborne = those("type", "airborne")
        self.heavies = those("type", "heavy_panzer")

    def _hexes(self) -> None:
        printed, points = self.data, self.rules.terrain_mp
        self.costs = printed.once(
            f"costs {points}", lambda: {heavy: printed.costs(points, heavy) for heavy in (False, True)}
        )

        def terrain(trait: str, wanted: bool) -> HexSet:
            return sum(printed.terrain[name] for name, row in printed.tec.items() if getattr(row, trait) is wanted)

        self.no_column = terrain("column", False)
        self.no_heavy = terrain("heavy_panzer", False)
        self.drop_terrain = terrain("air_drop", True)
        self.beachhead_terrain = terrain("beachhead", True)
        self.port_hexes = sum(printed.ports.values())
        self.liberated = printed.terrain["town"] | printed.terrain["port"]
        self.german_edges = printed.edges["E"] | printed.edges["S"]
        limit = str(printed.numbers["victory_edge_from"])
        east = sum(1 << node for node in self.board.nodes(printed.edges["E"]) if self.board.labels[node] >= limit)
        first = 1 << self.board.index[limit]
        self.allied_goal_edge = printed.edges["S"] | east
        self.german_watched_edge = self.allied_goal_edge
        if not self.rules.german_edge_includes_2301:
            self.german_watched_edge &= ~first

    def first_position(self) -> RoundupPosition:
        """Germans on their printed hexes, everyone else in cups and pools (13.2, 13.4)."""
        units = []
        for counter in self.counters:
            if counter.start_hex:
                place = self.board.index[counter.start_hex]
            elif counter.pool in _POOL_PLACES:
                place = _POOL_PLACES[counter.pool]
            else:
                cup = next(cup for cup in self.data.cups if counter.pool in cup.codes)
                place = -PLACES.index(cup.place) - 1
            units.append(Unit(place, counter.steps))
        return RoundupPosition(turn=1, units=units, frames=[Sequencing("turn"), Sequencing("setup")])

    @property
    def most_turns(self) -> int:
        """Ten, unless an option says otherwise."""
        return self.rules.turns

    def most_steps(self, number: int) -> int:
        """As printed."""
        return self.counters[number].steps

    def domains(self) -> dict[str, Collection[Any]]:
        """Weather, strategies, nations."""
        return {
            "weather": {"Clear", *self.data.weather},
            "strategy": range(len(self.data.strategies) + 1),
            "superiority": ("", *self.sides),
            "tas_nations": NATIONS,
            "replacements_used of": NATIONS,
            "depots of": NATIONS,
            "cup": PLACES,
        }

    def look(self, position: Any) -> RoundupLook:
        return RoundupLook(self, position)

    def seen(self, position: Any, side: str | None) -> Any:
        if not self.secretive or side == GERMAN or position.outcome is not None:
            return position
        seen = position.copy()
        seen.strategy = UNKNOWN_STRATEGY
        return seen

    def redeal(self, seen: Any, side: str, random: Random) -> Any:
        return concealment.redeal(self, seen, side, random)

    def view(self, seen: Any, side: str | None) -> dict[str, Any]:
        return view.view(self.look(seen))

    def side_name(self, side: str) -> str:
        return _SIDES[side]

    def frames_below(self, table: str, row: Row) -> list[Frame]:
        if table == "setup":
            return [Sequencing("turn")]
        if table == "turn":
            return []
        return [Sequencing("turn", f"{table.split()[0]} order")]

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        """For the notation of a position: weather, strategy, air, markers and control, by label."""
        position.strategy = 1
        arrange(
            self,
            position,
            extras,
            {
                "tas": lambda game, labels: tuple(node_number(game, label) for label in labels.split()),
                "tas_nations": lambda game, nations: tuple(nations.split()),
            },
        )
        allied = 0
        first: dict[int, int] = {}  # hex -> the first unit that was put there
        for number, unit in enumerate(position.units):
            if unit.at < 0:
                continue
            other = first.setdefault(unit.at, number)
            if self.counters[other].side != self.counters[number].side:
                raise BadInput(
                    f"{self.unit_ids[other]} and {self.unit_ids[number]} are both in {self.board.labels[unit.at]}: "
                    "opposing units never stack together (3.1)"
                )
            if self.counters[number].side == ALLIED:
                allied |= 1 << unit.at
            if position.dropped >> number & 1 and not self.rules.drop_ban_until_linked:
                setattr(position, DROP_FIELDS[self.counters[number].nation], unit.at)
        position.allied_control |= allied

    def forecast(self, position: Any, side: str, **attack: Any) -> forecast.Forecast:
        return forecast.forecast(self, position, side, **attack)

"""Operation Roundup, compiled for a choice of options."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any, ClassVar

from bocage.engine.actions import NOTHING, Actions, Domain
from bocage.engine.chapters import chapters
from bocage.engine.errors import BadInput
from bocage.engine.game import SEQUENCE as RUN_SEQUENCE
from bocage.engine.game import Game
from bocage.engine.position import Frame, Unit
from bocage.engine.steps import Row, Sequencing
from bocage.hexes import HexSet

from . import data
from .rules import airborne as drops
from .rules import concealment as redeal
from .rules import options
from .rules import telling as tell
from .rules.combat import forecast
from .rules.combat import odds as battle
from .rules.in_force import Rules
from .rules.look import RoundupLook
from .rules.movement import moves as movement
from .rules.position import (
    ALLIED,
    ALLIED_HEXES,
    ASIDE,
    DEAD,
    GERMAN,
    GERMAN_HEXES,
    PLACES,
    POOL,
    UK_HEXES,
    UNKNOWN_STRATEGY,
    US_HEXES,
    RoundupPosition,
)
from .rules.sequence import SEQUENCE
from .words import view

_CHAPTERS = chapters(f"{__package__}.rules")
_POOL_PLACES = {"US": POOL, "UK": POOL, "ASIDE": ASIDE}


def _actions(printed: data.Data) -> Actions:
    """Every action of the game: the tables never change and are shared by all matches."""
    hexes = Domain("hex", printed.board.labels)
    units = Domain("unit", [counter.id for counter in printed.counters])
    kinds = Domain("kind of unit", printed.kinds)
    ports = Domain("port", list(printed.ports))
    strategies = Domain("strategy", [str(number) for number in printed.strategies])
    verbs = dict.fromkeys(
        (
            "us-beachhead", "uk-beachhead", "tas", "us-tas", "uk-tas", "us-supply", "uk-supply", "enter", "place",
            "move", "column", "attack", "retreat",
        ),
        hexes,
    )  # fmt: skip
    verbs |= dict.fromkeys(("pick", "join", "drop", "replace", "lose", "eliminate", "advance", "rebuild"), units)
    verbs |= dict.fromkeys(("land", "bring"), kinds)
    verbs |= dict.fromkeys(("us-port", "uk-port"), ports)
    verbs["strategy"] = strategies
    plain = (
        "end", "roll", "bombers", "move-first", "combat-first", "withdraw", "stand", "keep-bluepoint",
        "cancel-bluepoint",
    )  # fmt: skip
    verbs |= dict.fromkeys(plain, NOTHING)
    return Actions(verbs)


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
        offers=dict(_CHAPTERS.OFFERS),
        shifts=battle.SHIFTS,
        crt=printed.crt,
        columns=printed.columns,
        movement=printed.movement,
        weather=printed.weather,
        bombers=printed.bombers,
        air_dice=printed.air_dice,
        returns=printed.returns,
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
    take_back_rule = "5.0"
    concession_rule = "14.0"
    position_class = RoundupPosition
    caches = ("zones", "floods", "ways")
    frame_classes = _CHAPTERS.FRAMES
    scenarios: ClassVar[Mapping[str, str]] = {"campaign": "The whole game, ten turns of three days."}
    unlisted_place = DEAD
    place_names = PLACES

    def __init__(
        self, scenario: str = "campaign", chosen: Mapping[str, Any] | None = None, printed: data.Data | None = None
    ) -> None:
        if scenario not in self.scenarios:
            raise BadInput(f"Operation Roundup has the scenario campaign, not {scenario!r}")
        printed = self.data = printed or data.load()
        self.scenario = scenario
        self.options = options.check(chosen or {})
        self.data_digest, self.overlay = printed.digest, printed.tables.overlay
        self.rules: Rules = options.edited(standard_rules(printed), printed, self.options)
        self.board = printed.board
        self.actions = printed.once("actions", lambda: _actions(printed))
        self.steps = {step.name: step for step in _CHAPTERS.STEPS} | {RUN_SEQUENCE.name: RUN_SEQUENCE}
        self.events, self.sentences = _CHAPTERS.EVENTS, _CHAPTERS.SENTENCES
        self.bind_offers()
        self.secretive = self.rules.hidden_strategy
        self._counters()
        self._hexes()
        # Results of pure functions, keyed by their arguments.
        self.zones: dict[HexSet, HexSet] = {}
        self.floods: dict[tuple[HexSet, HexSet], HexSet] = {}
        self.ways: dict[tuple[object, ...], movement.Ways] = {}

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
        self.nation_units = {nation: those("nation", nation) for nation in ("US", "UK", "DE")}
        self.divisions = those("size", "XX")
        self.airborne = those("type", "airborne")
        self.heavies = those("type", "heavy_panzer")

    def _hexes(self) -> None:
        printed = self.data
        self.costs = printed.once("costs", lambda: {heavy: printed.costs(heavy) for heavy in (False, True)})

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
        nations = ("US", "UK")
        return {
            "weather": {"Clear", *self.data.weather},
            "strategy": range(len(self.data.strategies) + 1),
            "superiority": ("", *self.sides),
            "tas_nations": nations,
            "replacements_used of": nations,
            "depots of": nations,
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
        return redeal.redeal(self, seen, side, random)

    def view(self, seen: Any, side: str | None) -> dict[str, Any]:
        return view.view(self.look(seen))

    def side_name(self, side: str) -> str:
        return tell.SIDE[side]

    def frames_below(self, table: str, row: Row) -> list[Frame]:
        if table == "setup":
            return [Sequencing("turn")]
        if table == "turn":
            return []
        return [Sequencing("turn", f"{table.split()[0]} order")]

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        """For the notation of a position: weather, strategy, air, markers and control, by label."""
        position.strategy = 1
        hexes = ("us_beachheads", "uk_beachheads", "allied_control", "us_ports", "uk_ports", "us_aerial", "uk_aerial")
        unit_sets = ("moved", "attacked", "defended", "dropped", "jumped", "replaced", "returned")
        numbers = ("strategy", "tas_left", "beachheads_lost", "bombers_used", "kampfgruppe_points")
        for name, value in extras.items():
            if name in hexes:
                setattr(position, name, sum(1 << self._node(label) for label in set(value.split())))
            elif name in unit_sets:
                setattr(position, name, sum(1 << self._number(unit) for unit in set(value.split())))
            elif name == "tas":
                position.tas = tuple(self._node(label) for label in value.split())
            elif name == "tas_nations":
                position.tas_nations = tuple(value.split())
            elif name in numbers or name in ("weather", "superiority", "bluepoint_cancelled"):
                setattr(position, name, value)
            elif name == "returning":
                position.returning = dict(value)
            elif name == "depots":
                position.depots = dict(value)
            else:
                raise BadInput(f"Operation Roundup does not know {name!r} in a position")
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
                setattr(position, drops.DROP_FIELDS[self.counters[number].nation], unit.at)
        position.allied_control |= allied

    def _node(self, label: str) -> int:
        if label not in self.board.index:
            raise BadInput(f"there is no hex {label!r} on this board")
        return self.board.index[label]

    def _number(self, unit: str) -> int:
        if unit not in self.unit_numbers:
            raise BadInput(f"there is no unit {unit!r} in this game")
        return self.unit_numbers[unit]

    def forecast(self, position: Any, side: str, **attack: Any) -> forecast.Forecast:
        return forecast.forecast(self, position, side, **attack)

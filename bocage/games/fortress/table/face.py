"""Fortress Europa on the table: counters, markers, facts, odds and overlays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.plain import place_name
from bocage.hexes import HexSet
from bocage.table.faces import TableFace, capital, chance_of, overlay
from bocage.table.wire.box import Box, Shelf
from bocage.table.wire.sheet import Fact, Layer, Marker, Odds, Path, Piece, Shift

from ..rules.air import missions
from ..rules.combat.forecast import Forecast
from ..rules.invasion import lines
from ..rules.invasion.airborne import Dropping
from ..rules.invasion.lines import Planning
from ..rules.look import FortressLook, members
from ..rules.movement import districts
from ..rules.position import ALLIED, GERMAN
from ..rules.supply import lines as supply_lines
from ..rules.supply import ports, tracing
from ..words import outlook, provisions, reports, wording
from ..words.phases import PART_OF, phase_words
from ..words.standing import standing
from . import box as fortress_box
from . import charts

Put = Callable[[HexSet, Marker], None]


class FortressFace(TableFace):
    """How Fortress Europa looks on the table."""

    side_names: Mapping[str, str] = {ALLIED: "the Allies", GERMAN: "the Germans"}

    @classmethod
    def shelf(cls) -> Shelf:
        return fortress_box.shelf()

    @classmethod
    def outcome(cls, winner: str, level: str) -> str:
        return wording.outcome(winner, level) or super().outcome(winner, level)

    def box(self) -> Box:
        return fortress_box.box(self.game, self.overlays)

    # The sheet

    def phase(self, phase: str) -> tuple[str, str]:
        return PART_OF.get(phase, phase), capital(phase_words(phase))

    def facts(self, look: FortressLook) -> list[Fact]:
        return [Fact(*line) for line in reports.facts(look)]

    def standing(self, look: FortressLook) -> list[Fact]:
        return [Fact(*line) for line in standing(look)]

    def units(self, look: FortressLook) -> dict[str, Piece]:
        game, position = look.game, look.position
        found = {}
        for number, name in enumerate(game.unit_ids):
            unit = position.units[number]
            text = wording.unit_factors(look, number)
            found[name] = Piece(place_name(game, unit.at), text, unit.steps, " ".join(wording.flags(look, number)))
        return found | self._backs(look)

    def _backs(self, look: FortressLook) -> dict[str, Piece]:
        """Units under decoys of which nothing else is seen (31.6).

        They are called by the hex where they stand, so that nobody can follow one by its name.
        """
        game, found = look.game, {}
        for node, stack in look.position.stacks.items():
            covered = sum(unit >= game.first_stranger for unit in stack) if node >= 0 else 0
            label = game.board.labels[node] if covered else ""
            for number in range(1, covered + 1):
                name = f"{wording.BACK}{label}" if number == 1 else f"{wording.BACK}{label}/{number}"
                found[name] = Piece(label, wording.BACK, 1)
        return found

    def markers(self, look: FortressLook) -> dict[str, list[Marker]]:
        board = look.game.board
        found: dict[str, list[Marker]] = {}

        def put(hexes: HexSet, marker: Marker) -> None:
            for label in board.names(hexes):
                found.setdefault(label, []).append(marker)

        self._ground(look, put)
        self._ports(look, put)
        self._landings(look, put)
        for label, count in look.position.markers.items():
            put(board.set([label]), Marker(f"DECOY {count}" if count > 1 else "DECOY", "a decoy (31.7)", GERMAN))
        return found

    def _ground(self, look: FortressLook, put: Put) -> None:
        """Fortresses, bridges, sites, railheads and cities that have had their Volkssturm."""
        data, position = look.game.data, look.position
        put(position.forts_destroyed, Marker("FORT ✕", "the fortress is destroyed", ALLIED))
        for section in position.bombed:
            title = f"bridges down: {outlook.section_words(look, section)}"
            put(data.section_hexes[section], Marker("BRIDGES ✕", title, ALLIED))
        put(position.sites_taken & data.u_boat_bases, Marker("U-BOATS ✕", "the U-boat base is captured", ALLIED))
        put(position.sites_taken & data.v1_sites, Marker("V1 ✕", "the V1 site is captured", ALLIED))
        put(position.volkssturm_cities, Marker("VS", "its Volkssturm has appeared", GERMAN))
        if not position.flooded:
            put(data.terrain["flooded"], Marker("DRY", "not flooded yet", GERMAN))

    def _ports(self, look: FortressLook, put: Put) -> None:
        data, board = look.game.data, look.game.board
        for node in board.nodes(ports.friendly(look)):
            value, full = ports.value(look, node), data.ports[node].capacity
            shut = not ports.usable(look) >> node & 1
            title = f"the port of {data.ports[node].name} carries {value} of {full}{', but it is shut' if shut else ''}"
            put(1 << node, Marker(f"PORT {'SHUT' if shut else value}", title, ALLIED))

    def _landings(self, look: FortressLook, put: Put) -> None:
        """Beaches of a landing, support that was given to them, and drops that are planned."""
        game, position = look.game, look.position
        frame = position.frames[-1] if position.frames else None
        planned = frame.line if isinstance(frame, Planning) else 0
        put(planned, Marker("LAND", "to be invaded", ALLIED))
        put(position.beaches & ~planned, Marker("BEACH", "invaded this turn", ALLIED))
        for label, count in position.support.items():
            put(game.board.set([label]), Marker(f"AIR +{count}", f"{count} aircraft support the attack here", ALLIED))
        if isinstance(frame, Dropping):
            for name, node in frame.spots.items():
                counter = game.counters[game.unit_numbers[name]]
                put(1 << node, Marker(f"DROP {counter.short}", f"{counter.name} is to drop here", counter.nation))

    def control(self, look: FortressLook) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control & look.game.land}

    # The question

    def words(self, look: FortressLook, action: Action) -> tuple[str, str]:
        return outlook.answer_words(look, action), ""

    def hand(self, look: FortressLook, frame: Any) -> list[str]:
        return outlook.hand(look, frame)

    def costs(self, look: FortressLook, frame: Any, verb: str) -> Mapping[int, int]:
        return outlook.costs(look, frame, verb)

    def declared(self, look: FortressLook, frame: Any) -> Odds | None:
        found = outlook.declared(look, frame)
        return None if found is None else self._odds(look, found)

    # Inquiries

    def path(self, look: FortressLook, frame: Any, action: Action) -> Path:
        way = outlook.way(look, frame, action.verb, action.index)
        if way is None:
            raise BadInput("take a unit on the map in hand first; then its way to a hex can be shown")
        labels = look.game.board.labels
        return Path([labels[node] for node in way.path], way.cost, [Fact(*note) for note in way.notes])

    def odds(self, look: FortressLook, side: str, target: str, attackers: Sequence[str] | None) -> Odds:
        return self._odds(look, outlook.possible(look, side, target, attackers))

    def _odds(self, look: FortressLook, found: Forecast) -> Odds:
        ids = look.game.unit_ids
        return Odds(
            target=found.targets[0],
            attackers=[ids[factor.unit] for factor in (*found.attackers, *found.ships)],
            attack=found.attack,
            defence=found.defence,
            odds=found.odds,
            shifts=[Shift(*shift) for shift in found.shifts],
            column=found.column,
            chances=[
                chance_of(result, outlook.MEANING[result], chance, outlook.GOOD_FOR[result])
                for result, chance in found.chances.items()
                if chance
            ],
            chart=charts.COMBAT,
            notes=[Fact(*note) for note in outlook.odds_notes(look.game.unit_name, found)],
        )

    # Overlays

    def _named(self, look: FortressLook, unit: str) -> int:
        """The number of a unit that the look can place on the map, or -1: nothing is told of one under a decoy."""
        if not unit or unit.startswith(wording.BACK):
            return -1
        number = self.number(unit)
        return number if look.position.units[number].at >= 0 else -1

    @overlay("Zones of control")
    def zones(self, look: FortressLook) -> list[Layer]:
        return self.zones_of_control(look, wording.SIDE_WORDS)

    @overlay("Supply", "unit")
    def supply(self, look: FortressLook, unit: str) -> list[Layer]:
        number = self._named(look, unit)
        if number < 0:
            return [] if unit else self._all_supply(look)
        counter, game = look.counter(number), look.game
        if not counter.piece:
            return []
        labels, at = game.board.labels, look.position.units[number].at
        told, rule = provisions.words(look, number)
        line = provisions.line(look, number)
        drawn = [[labels[node] for node in line]] if len(line) > 1 else []
        layer = Layer(f"{counter.name}: {told} ({rule})", counter.nation, [labels[at]], drawn)
        return [layer, *self.cut_line(provisions.cut(look, number))]

    def _all_supply(self, look: FortressLook) -> list[Layer]:
        layers = []
        for side, name in wording.SIDE_WORDS.items():
            served = 0
            for staff, _ in supply_lines.feeding(look, side):
                served |= supply_lines.served_by(look, staff)
            hungry = look.position.on_board & look.game.side_units[side] & look.game.land_units
            hungry &= ~tracing.supplied(look, side)
            layers.append(Layer(f"In reach of {name} headquarters with a line (18.1)", side, self.runs(served)))
            if hungry:
                where = look.hexes_of(members(hungry))
                texts = dict.fromkeys(look.game.board.names(where), "!")
                layers.append(Layer(f"{name} units out of supply", "", self.runs(where), texts=texts))
        texts = {look.game.board.labels[node]: str(value) for node, value in tracing.room(look).items()}
        usable = self.runs(ports.usable(look))
        return [*layers, Layer("Ports and mulberries in use, with what they carry (18.2)", "US", usable, texts=texts)]

    @overlay("Reach", "unit")
    def reach(self, look: FortressLook, unit: str) -> list[Layer]:
        number = self._named(look, unit)
        if number < 0:
            return []
        counter, labels = look.counter(number), look.game.board.labels
        found = outlook.expected(look, number)
        texts = {labels[node]: str(price) for node, price in found.numbers.items()}
        return [Layer(f"{counter.name}: {found.why}", counter.nation, self.runs(found.hexes), texts=texts)]

    @overlay("Cities")
    def ground(self, look: FortressLook) -> list[Layer]:
        return [
            Layer(f"Cities under {name} control (30.2)", side, self.runs(look.cities(side)))
            for side, name in wording.SIDE_WORDS.items()
        ]

    @overlay("Railways")
    def railways(self, look: FortressLook) -> list[Layer]:
        rails, german = look.game.data.rail_hexes, look.position.german_rail
        return [
            Layer("Railways under German control (10.7)", GERMAN, self.runs(german)),
            Layer("Railways out of German control", ALLIED, self.runs(rails & ~german)),
        ]

    @overlay("Military Districts")
    def areas(self, look: FortressLook) -> list[Layer]:
        game, owners = look.game, ("WH", "LW", "BR", "FR", "MI")
        frozen = districts.frozen_districts(look)
        return [
            Layer(
                f"{districts.NAMES[name]} district{', frozen (9.1)' if name in frozen else ''}",
                owner,
                self.runs(districts.ground_of(game, (name,))),
            )
            for name, owner in zip(game.data.districts, owners, strict=True)
        ]

    @overlay("TAC range")
    def tac(self, look: FortressLook) -> list[Layer]:
        return [
            Layer(f"In range of {name} TAC ({rule})", side, self.runs(missions.tac(look, side)))
            for (side, name), rule in zip(wording.SIDE_WORDS.items(), ("17.4", "17.5"), strict=True)
        ]

    @overlay("Invasion areas")
    def invasions(self, look: FortressLook) -> list[Layer]:
        game, owners = look.game, ("BR", "US", "CA", "FR", "MI", "LW")
        open_now = lines.invadable(look)
        layers = []
        for (name, hexes), owner in zip(game.data.areas.items(), owners, strict=True):
            area = game.data.capacities[name]
            told = f"{name}: {area.first_factors} factors, then {area.second_units} units, from {area.base} (12.10)"
            layers.append(Layer(told, owner, self.runs(hexes & open_now)))
        shut = lines.coast(game) & ~open_now
        return [*layers, Layer("Inland ports whose passage is blocked (12.16)", GERMAN, self.runs(shut))]


FACE = FortressFace

"""D-Day to the Rhine on the table: counters and their backs, markers, facts, odds and overlays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.plain import place_name
from bocage.hexes import HexSet
from bocage.table.faces import TableFace, capital, chance_of, overlay
from bocage.table.wire.box import Box, Shelf
from bocage.table.wire.sheet import Chance, Fact, Layer, Marker, Odds, Path, Piece, Shift, Variant

from ..rules.combat.forecast import Forecast
from ..rules.invasion.beaches import ChoosingBeaches
from ..rules.look import RhineLook, members
from ..rules.movement.reach import DASH, MARCH, MOVE
from ..rules.position import ALLIED, AMERICAN, BRITISH, GERMAN, SEA
from ..rules.supply import capacity, tracing, ways
from ..words import outlook, reports, wording
from . import box as rhine_box
from . import charts


class RhineFace(TableFace):
    """How D-Day to the Rhine looks on the table."""

    side_names: Mapping[str, str] = {ALLIED: "the Allies", GERMAN: "the Germans"}

    @classmethod
    def shelf(cls) -> Shelf:
        return rhine_box.shelf()

    def box(self) -> Box:
        return rhine_box.box(self.game, self.overlays)

    # The sheet

    def phase(self, phase: str) -> tuple[str, str]:
        return wording.PART_OF.get(phase, phase), capital(wording.phase_words(phase))

    def facts(self, look: RhineLook) -> list[Fact]:
        return [Fact(*line) for line in reports.facts(look)]

    def standing(self, look: RhineLook) -> list[Fact]:
        return [Fact(*line) for line in reports.standing(look)]

    def units(self, look: RhineLook) -> dict[str, Piece]:
        game, position = look.game, look.position
        found = {}
        for number, name in enumerate(game.unit_ids):
            at = place_name(game, position.units[number].at)
            found[name] = Piece(at, wording.unit_factors(look, number), 1, " ".join(wording.flags(look, number)))
        return found | self._backs(look)

    def _backs(self, look: RhineLook) -> dict[str, Piece]:
        """The pieces of which only the back is seen.

        They are called by the hex where they lie and nothing else, so that nobody can follow one by its name.
        """
        game, position = look.game, look.position
        found = {}
        for node in game.board.nodes(look.concealed()):
            label = game.board.labels[node]
            backs = [unit for unit in position.stacks[node] if unit >= game.first_stranger]
            for number in range(1, len(backs) + 1):
                name = f"{wording.BACK}{label}" if number == 1 else f"{wording.BACK}{label}/{number}"
                found[name] = Piece(label, wording.BACK, 1)
        return found

    def markers(self, look: RhineLook) -> dict[str, list[Marker]]:
        game, position = look.game, look.position
        found: dict[str, list[Marker]] = {}

        def put(hexes: HexSet, marker: Marker) -> None:
            for label in game.board.names(hexes):
                found.setdefault(label, []).append(marker)

        for node in game.board.nodes(self._beaches(look)):
            name = game.data.landings[node].name
            told = f"landing hex {name}, {'in Allied hands' if look.beaches() >> node & 1 else 'not taken yet'}"
            served = position.naval >> node & 1
            sign = f"{name.upper()} ⚓" if served else name.upper()
            put(1 << node, Marker(sign, f"{told}, served by Naval Bombardment" if served else told, ALLIED))
        self._at_sea(look, put)
        put(look.open_ports() & ~game.antwerp, Marker("PORT", "major port in Allied use", ALLIED))
        if look.open_ports() & game.antwerp:
            is_open = capacity.antwerp_open(look)
            told = "Antwerp is open" if is_open else "Antwerp is Allied, but its channel is shut"
            put(game.antwerp, Marker("PORT OPEN" if is_open else "PORT", told, ALLIED))
        put(position.forts_restored, Marker("FORTS", "its forts are restored", "WH"))
        for battle in position.battles:
            side = game.counters[members(battle.attackers)[0]].side
            names = ", ".join(game.counters[unit].name for unit in members(battle.attackers))
            put(battle.targets, Marker(f"ATTACK {battle.number}", f"attack {battle.number}: {names}", side))
        put(position.blitz_targets, Marker("BLITZ", "supported by Goering's Blitz", "LW"))
        return found

    def _beaches(self, look: RhineLook) -> HexSet:
        """The landing hexes of this game, and those that are being chosen."""
        position = look.position
        frame = position.frames[-1] if position.frames else None
        chosen = frame.beaches if isinstance(frame, ChoosingBeaches) else 0
        return position.first_beaches | position.second_beaches | chosen

    def _at_sea(self, look: RhineLook, put: Any) -> None:
        """Units off a landing hex are shown where they are to land (DD.4, DD.5)."""
        game, position = look.game, look.position
        for unit in members(look.in_place(SEA)):
            counter = game.counters[unit]
            node = position.landing_at.get(counter.id, -1)
            if node < 0:
                continue
            wave = "2nd" if position.second_wave >> unit & 1 else "1st"
            title = f"{counter.name} lies off {wording.landing_name(look, node)}: {wave} wave"
            if position.stalled >> unit & 1:
                title += ", must attack again (DD.7)"
            put(1 << node, Marker(f"{wave} {counter.short}{'C' if counter.corps else ''}", title, counter.group))

    def control(self, look: RhineLook) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control}

    # The question

    def words(self, look: RhineLook, action: Action) -> tuple[str, str]:
        return outlook.answer_words(look, action), ""

    def hand(self, look: RhineLook, frame: Any) -> list[str]:
        return outlook.hand(look, frame)

    def focus(self, look: RhineLook, frame: Any) -> str:
        return outlook.focus(look, frame)

    def costs(self, look: RhineLook, frame: Any, verb: str) -> Mapping[int, int]:
        return outlook.costs(look, frame, verb)

    def declared(self, look: RhineLook, frame: Any) -> Odds | None:
        found = outlook.declared(look, frame)
        return None if found is None else self._odds(look, found)

    # Inquiries

    def path(self, look: RhineLook, frame: Any, action: Action) -> Path:
        way = outlook.way(look, frame, action.verb, action.index)
        if way is None:
            raise BadInput("take a unit on the map in hand first; then its way to a hex can be shown")
        labels = look.game.board.labels
        return Path([labels[node] for node in way.path], way.cost, [Fact(*note) for note in way.notes])

    def odds(self, look: RhineLook, side: str, target: str, attackers: Sequence[str] | None) -> Odds:
        return self._odds(look, outlook.possible(look, side, target, None if attackers is None else list(attackers)))

    def _odds(self, look: RhineLook, found: Forecast) -> Odds:
        variants = [Variant("Pressed Attack", "PRESS.1", _chances(found.pressed))] if found.pressed else []
        return Odds(
            target=found.targets[0],
            attackers=list(found.attackers),
            attack=float(found.attack) if found.attack.denominator > 1 else int(found.attack),
            defence=found.defence,
            odds=found.odds,
            shifts=[Shift(*shift) for shift in outlook.all_shifts(look.game.data, found)],
            column=outlook.read_on(look.game.data, found),
            chances=_chances(found.chances),
            chart=charts.COMBAT,
            notes=[Fact(*note) for note in outlook.odds_notes(look.game.data, found, self.named(look))],
            variants=variants,
        )

    # Overlays

    @overlay("Zones of control")
    def zones(self, look: RhineLook) -> list[Layer]:
        return self.zones_of_control(look, wording.SIDE_WORDS)

    def _named(self, look: RhineLook, unit: str) -> int:
        """The number of a unit that the look can place on the map, or -1: nothing is told of a piece face down."""
        if unit.startswith(wording.BACK):
            return -1
        number = self.number(unit)
        return number if look.position.units[number].at >= 0 else -1

    @overlay("Supply", "unit")
    def supply(self, look: RhineLook, unit: str) -> list[Layer]:
        if not unit:
            return self._all_supply(look)
        number = self._named(look, unit)
        if number < 0 or not look.game.troop_units >> number & 1:
            return []
        found = tracing.trace(look, number)
        labels = look.game.board.labels
        paths = [[labels[node] for node in path] for path in found.paths if len(path) > 1]
        here = [labels[look.position.units[number].at]]
        counter = look.counter(number)
        told = Layer(f"{counter.name}: {found.words} ({found.rule})", counter.group, here, paths)
        return [told] if paths else [told, *self.cut_line(tracing.cut(look, number))]

    def _all_supply(self, look: RhineLook) -> list[Layer]:
        american, british = ways.full(look, AMERICAN), ways.full(look, BRITISH)
        short_us, short_br = ways.supplied(look, AMERICAN) & ~american, ways.supplied(look, BRITISH) & ~british
        layers = [
            ("Full supply of both nations", ALLIED, american & british, ""),
            ("Full supply of Americans and French only", "US", american & ~british, ""),
            ("Full supply of British only", "BR", british & ~american, ""),
            ("Short supply of both nations", "", short_us & short_br, "S"),
            ("Short supply of Americans and French", "", short_us & ~short_br, "US"),
            ("Short supply of British", "", short_br & ~short_us, "Br"),
            ("German supply", GERMAN, ways.german_supply(look), ""),
        ]
        return [
            Layer(name, owner, self.runs(hexes), texts=self._texts(hexes, sign) if sign else {})
            for name, owner, hexes, sign in layers
            if hexes
        ]

    def _texts(self, hexes: HexSet, sign: str) -> dict[str, str]:
        return dict.fromkeys(self.game.board.names(hexes), sign)

    @overlay("Reach", "unit")
    def reach(self, look: RhineLook, unit: str) -> list[Layer]:
        number = self._named(look, unit) if unit else -1
        if number < 0:
            return []
        found = outlook.expected(look, number)
        counter, labels = look.counter(number), look.game.board.labels
        told = {
            MOVE: (f"{counter.name}: {found.why}", counter.group),
            DASH: ("Beyond the speed limit, strafed (STRAF.1)", GERMAN),
            MARCH: ("With bonus hexes, not to attack (MOV.7)", ""),
        }
        layers = []
        for verb, (name, owner) in told.items():
            hexes = found.hexes.get(verb, 0)
            if hexes or verb == MOVE:
                texts = {labels[node]: str(found.numbers[node]) for node in look.game.board.nodes(hexes)}
                layers.append(Layer(name, owner, self.runs(hexes), texts=texts))
        return layers

    @overlay("Close Air Support")
    def air(self, look: RhineLook) -> list[Layer]:
        """Where Close Air Support reaches, before ground and weather take anything off (CAS.1, CAS.2)."""
        layers = []
        for nation, owner in ((BRITISH, "BR"), (AMERICAN, "US")):
            near, far = ways.support_range(look, nation)
            name = wording.NATIONALITY[nation]
            layers.append(Layer(f"{name} Close Air Support, Full range (CAS.1)", owner, self.runs(near)))
            texts = self._texts(far & ~near, "S")
            layers.append(
                Layer(f"{name} Close Air Support, Short range (CAS.2)", "", self.runs(far & ~near), texts=texts)
            )
        return layers

    @overlay("Landing hexes")
    def landings(self, look: RhineLook) -> list[Layer]:
        game = look.game
        texts = {
            game.board.labels[node]: f"{landing.first}+{landing.second}" for node, landing in game.data.landings.items()
        }
        used = self._beaches(look)
        return [
            Layer("Landing hexes, with their values (DD.4)", "", self.runs(game.landing_hexes & ~used), texts=texts),
            Layer("Landing hexes in use", ALLIED, self.runs(used)),
        ]

    @overlay("Rhine goal and Siegfried Line")
    def goal(self, look: RhineLook) -> list[Layer]:
        data = look.game.data
        return [
            Layer("Across the Rhine: the Allied goal (WIN.1)", ALLIED, self.runs(data.across_rhine)),
            Layer("Siegfried Line (SIEG.1)", GERMAN, self.runs(data.siegfried)),
        ]


def _chances(chances: Mapping[str, Fraction]) -> list[Chance]:
    return [
        chance_of(
            result.replace("-", "–") if result == "-" else result,
            outlook.MEANING[result],
            chance,
            outlook.GOOD_FOR.get(result, ""),
        )
        for result, chance in chances.items()
        if chance
    ]


FACE = RhineFace

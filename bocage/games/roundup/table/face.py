"""Operation Roundup on the table: counters, markers, facts, odds and overlays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.plain import place_name
from bocage.hexes import HexSet
from bocage.parts.stacks import members
from bocage.table.faces import TableFace, capital, chance_of, overlay
from bocage.table.wire.box import Box, Shelf
from bocage.table.wire.sheet import Fact, Layer, Marker, Odds, Path, Piece, Shift

from ..rules import supply
from ..rules.combat.attacks import Fighting
from ..rules.combat.forecast import Forecast
from ..rules.combat.results import MEANING, becomes, overrides
from ..rules.look import RoundupLook
from ..rules.movement.reach import Moving, starting
from ..rules.position import ALLIED, DRAWN, GERMAN, POOL
from ..rules.victory import LEVELS, standing
from ..words import wording
from ..words.outlook import costs, way
from . import box as roundup_box

SIDE_WORDS = {ALLIED: "Allied", GERMAN: "German"}
GOOD = {"ASR": "defender", "AS": "defender", "EX": "both", "DR": "attacker", "DS": "attacker", "DSR": "attacker"}
DONE = ("moved", "attacked", "defended", "dropped", "replaced")


class RoundupFace(TableFace):
    """How Operation Roundup looks on the table."""

    side_names: Mapping[str, str] = {ALLIED: "the Allies", GERMAN: "the Germans"}

    @classmethod
    def shelf(cls) -> Shelf:
        return roundup_box.shelf()

    @classmethod
    def outcome(cls, winner: str, level: str) -> str:
        told = super().outcome(winner, level)
        return (
            told.replace(f"win: {level}.", f"win {'an' if level == 'operational' else 'a'} {level} victory.")
            if level in LEVELS
            else told
        )

    def box(self) -> Box:
        return roundup_box.box(self.game, self.overlays)

    # The sheet

    def phase(self, phase: str) -> tuple[str, str]:
        return roundup_box.plain_row(phase), capital(wording.phase_words(phase))

    def facts(self, look: RoundupLook) -> list[Fact]:
        position, game = look.position, look.game
        early = game.phase(position) in wording.EARLY
        weather = position.weather if not early or position.turn == 1 else "to be rolled"
        found = [Fact("Weather", weather, "6.0")]
        if early:
            found.append(Fact("Air", "dice to come", "7.1"))
        elif position.superiority:
            left = position.tas_left
            whose = SIDE_WORDS[position.superiority]
            found.append(Fact("Air", f"{whose} superiority, {left} TAS marker{'' if left == 1 else 's'} left", "7.0"))
        else:
            found.append(Fact("Air", "nobody has superiority", "7.0"))
        plan = game.data.strategies[position.strategy].title if position.strategy else "unknown"
        found.append(Fact("Hitler's strategy", f"{position.strategy}: {plan}" if position.strategy else plan, "13.3"))
        for nation, steps in position.depots.items():
            found.append(Fact(f"{nation} depot", f"{steps} replacement steps", "15.11"))
        if position.kampfgruppe_points:
            found.append(Fact("Kampfgruppe points", str(position.kampfgruppe_points), "15.19"))
        return found

    def standing(self, look: RoundupLook) -> list[Fact]:
        levels = standing(look)
        edge = "an edge reached" if levels.edge_linked else "no edge"
        allied = (
            f"{LEVELS[levels.allied]}: beachheads {levels.beachheads}, ports {levels.ports}, "
            f"linked {levels.linked_ports}, {edge}"
        )
        level = LEVELS[levels.german] if look.position.strategy else "unknown"
        german = (
            f"{level}: edges {'clear' if levels.edge_clear else 'not clear'}, {levels.german_hexes}, "
            f"beachheads destroyed {levels.beachheads_lost}"
        )
        return [Fact("Allies", allied, "14.1"), Fact("Germans", german, "14.2")]

    def units(self, look: RoundupLook) -> dict[str, Piece]:
        game, position = look.game, look.position
        done = [(name, getattr(position, name)) for name in DONE]
        found = {}
        for number, (counter, unit) in enumerate(zip(game.counters, position.units, strict=True)):
            flags = []
            if counter.divisional and unit.steps == 1:
                flags.append("reduced")
            if unit.at >= 0:
                if not supply.supply_of(look, number):
                    flags.append("hungry")
                flags += [name for name, units in done if units >> number & 1]
            elif counter.id in position.returning:
                flags.append(f"turn-{position.returning[counter.id]}")
            text = wording.factors(counter, unit.steps or counter.steps)
            found[counter.id] = Piece(place_name(game, unit.at), text, unit.steps, " ".join(flags))
        return found

    def markers(self, look: RoundupLook) -> dict[str, list[Marker]]:
        position, board = look.position, look.game.board
        found: dict[str, list[Marker]] = {}

        def put(hexes: HexSet, marker: Marker) -> None:
            for label in board.names(hexes):
                found.setdefault(label, []).append(marker)

        put(position.us_beachheads, Marker("US BEACH", "US beachhead", "US"))
        put(position.uk_beachheads, Marker("UK BEACH", "UK beachhead", "UK"))
        put(position.us_aerial, Marker("US AIR", "US aerial supply", "US"))
        put(position.uk_aerial, Marker("UK AIR", "UK aerial supply", "UK"))
        put(position.us_ports, Marker("US PORT", "port that serves US units this turn", "US"))
        put(position.uk_ports, Marker("UK PORT", "port that serves UK units this turn", "UK"))
        for number, node in enumerate(position.tas):
            nation = f"{position.tas_nations[number]} " if position.tas_nations else ""
            title = f"{SIDE_WORDS[position.superiority]} {nation}tactical air support"
            put(1 << node, Marker(f"{nation}TAS", title, position.superiority))
        for side in (ALLIED, GERMAN):
            put(look.garrisons(side), Marker("GARR", f"{SIDE_WORDS[side]} garrison", side))
        return found

    def control(self, look: RoundupLook) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control}

    # The question

    def words(self, look: RoundupLook, action: Action) -> tuple[str, str]:
        if action.verb in ("land", "bring"):
            place = POOL if action.verb == "land" else DRAWN
            units = look.position.stacks.get(place, ())
            alike = [unit for unit in units if look.game.counters[unit].kind == action.index]
            counter = look.game.counters[alike[0]]
            more = f" (and {len(alike) - 1} alike)" if len(alike) > 1 else ""
            return f"{counter.name}{more}", counter.id
        return wording.answer_words(look, action), ""

    def hand(self, look: RoundupLook, frame: Any) -> list[str]:
        return [look.game.unit_ids[unit] for unit in members(wording.question(look, frame).hand(look, frame))]

    def focus(self, look: RoundupLook, frame: Any) -> str:
        return wording.focus(look, frame) or ""

    def costs(self, look: RoundupLook, frame: Any, verb: str) -> dict[int, int]:
        if verb not in ("move", "column") or not isinstance(frame, Moving) or not frame.hand:
            return {}
        nodes = look.game.board.nodes
        return {
            node: points
            for points, column, hexes in costs(look, frame)
            if column is (verb == "column")
            for node in nodes(hexes)
        }

    def declared(self, look: RoundupLook, frame: Any) -> Odds | None:
        if not isinstance(frame, Fighting) or frame.target < 0 or not frame.attackers:
            return None
        target = look.game.board.labels[frame.target]
        ids = [look.game.unit_ids[unit] for unit in members(frame.attackers)]
        return self.odds(look, frame.side, target, ids)

    # Inquiries

    def path(self, look: RoundupLook, frame: Any, action: Action) -> Path:
        if not isinstance(frame, Moving) or action.verb not in ("move", "column"):
            raise BadInput("take a unit in hand first; then its way to a hex can be shown")
        found = way(look, frame, action.index)
        assert found is not None  # the action is on the list
        labels = look.game.board.labels
        notes = []
        if look.enemy_zone(frame.side) >> action.index & 1:
            notes.append(Fact("Enemy zone", "the move ends here", "3.2.1"))
        how = " in column" if found.column else ""
        return Path([labels[node] for node in found.path], f"{found.points} MP of {found.left}{how}", notes)

    def odds(self, look: RoundupLook, side: str, target: str, attackers: Sequence[str] | None) -> Odds:
        if target not in look.game.board.index:
            raise BadInput(f"there is no hex {target!r} on this board")
        units = attackers if attackers is None else list(attackers)
        found: Forecast = look.game.forecast(look.position, side, target=target, attackers=units)
        instead = becomes(look, look.game.board.index[target])
        notes = [Fact("After the die", why, rule) for rule, why in overrides(look, look.game.board.index[target])]
        if found.out_of_supply:
            notes.insert(
                0, Fact("Halved", f"out of supply: {', '.join(map(self.named(look), found.out_of_supply))}", "4.1")
            )
        if found.final_odds != found.column:
            notes.insert(0, Fact("Final odds", f"{found.final_odds}, rolled on {found.column}", "11.0"))
        return Odds(
            target,
            list(attackers or ()),
            found.attack,
            found.defence,
            found.odds,
            [Shift(*shift) for shift in found.shifts],
            found.column,
            [
                chance_of(
                    result, MEANING[instead.get(result, result)], chance, GOOD.get(instead.get(result, result), "")
                )
                for result, chance in found.chances.items()
            ],
            "crt",
            notes,
        )

    # Overlays

    @overlay("Zones of control")
    def zones(self, look: RoundupLook) -> list[Layer]:
        return self.zones_of_control(look, SIDE_WORDS)

    @overlay("Supply", "unit")
    def supply(self, look: RoundupLook, unit: str) -> list[Layer]:
        labels = look.game.board.labels
        if unit:
            number = self.number(unit)
            counter, at = look.game.counters[number], look.position.units[number].at
            if at < 0:
                return []
            how = supply.supply_of(look, number) or "out of supply"
            line = [labels[node] for node in supply.line(look, number)]
            told = Layer(f"{counter.name}: {how}", counter.nation, [labels[at]], [line] if line else [])
            return [told] if supply.supplied(look, number) else [told, *self.cut_line(supply.cut(look, number))]
        us, uk, german = (supply.overland_hexes(look, nation) for nation in ("US", "UK", "DE"))
        # The Allied nations are mostly supplied in the same hexes: laid over one another they could not be told apart.
        layers = [
            ("US and UK overland supply", ALLIED, us & uk),
            ("US overland supply only", "US", us & ~uk),
            ("UK overland supply only", "UK", uk & ~us),
            ("German overland supply", GERMAN, german),
        ]
        return [Layer(name, owner, self.runs(hexes)) for name, owner, hexes in layers if hexes]

    @overlay("Reach", "unit")
    def reach(self, look: RoundupLook, unit: str) -> list[Layer]:
        if not unit:
            return []
        number = self.number(unit)
        counter = look.game.counters[number]
        if look.position.units[number].at < 0:
            return []
        frame = starting(look, counter.side, number)
        near: dict[str, str] = {}
        ordinary = column = 0
        for points, by_column, hexes in costs(look, frame):
            near |= dict.fromkeys(look.game.board.names(hexes), str(points))
            if by_column:
                column |= hexes
            else:
                ordinary |= hexes
        layers = [Layer(f"{unit}: reach, {frame.allowance} MP", counter.nation, self.runs(ordinary), texts=near)]
        if column:
            layers.append(Layer(f"{unit}: reach in column, {frame.column} MP", counter.nation, self.runs(column)))
        return layers

    @overlay("Tactical air support")
    def air(self, look: RoundupLook) -> list[Layer]:
        owner = look.position.superiority
        return [Layer("Hexes under TAS markers", owner, self.runs(look.tas_area()))] if owner else []


FACE = RoundupFace

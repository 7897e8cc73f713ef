"""Festung Europa on the table: counters, cards, markers, facts, odds and overlays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage.engine.plain import place_name
from bocage.hexes import HexSet
from bocage.parts.cards import Holding
from bocage.rules import Action, BadInput
from bocage.table.faces import TableFace, chance_of, overlay
from bocage.table.wire.box import Box, Shelf
from bocage.table.wire.sheet import Chance, Fact, Layer, Marker, Odds, Path, Piece, Shift

from ..rules.combat.battle import Fight
from ..rules.combat.forecast import Forecast
from ..rules.look import CLASSES, WESTERN, FestungLook
from ..rules.movement.moves import Moving
from ..rules.movement.reach import reached
from ..rules.position import ALLIED, AXIS
from ..rules.supply import tracing
from ..words import cards, reports, wording
from . import box as festung_box
from . import charts


class FestungFace(TableFace):
    """How Festung Europa looks on the table."""

    side_names: Mapping[str, str] = wording.SIDE_NAMES

    @classmethod
    def shelf(cls) -> Shelf:
        return festung_box.shelf()

    @classmethod
    def outcome(cls, winner: str, level: str) -> str:
        told = super().outcome(winner, level)
        return told.replace("The Axis win:", "The Axis wins:").replace("the Axis concede", "the Axis concedes")

    def box(self) -> Box:
        return festung_box.box(self.game, self.overlays)

    # The sheet

    def phase(self, phase: str) -> tuple[str, str]:
        return phase, wording.PHASES.get(phase, phase)

    def facts(self, look: FestungLook) -> list[Fact]:
        return [Fact(*line) for line in reports.facts(look)]

    def standing(self, look: FestungLook) -> list[Fact]:
        return [Fact(*line) for line in reports.standing(look)]

    def cards(self, look: FestungLook, side: str | None) -> Sequence[Holding]:
        return cards.held(look)

    def units(self, look: FestungLook) -> dict[str, Piece]:
        game, found = look.game, {}
        for number, unit in enumerate(look.position.units):
            flags = " ".join(wording.flags(look, number))
            at = place_name(game, unit.at)
            found[game.unit_ids[number]] = Piece(at, wording.factors(look, number), unit.steps, flags)
        return found

    def markers(self, look: FestungLook) -> dict[str, list[Marker]]:
        game, position = look.game, look.position
        found: dict[str, list[Marker]] = {}

        def put(hexes: HexSet, sign: str, title: str, owner: str) -> None:
            for label in game.board.names(hexes):
                found.setdefault(label, []).append(Marker(sign, title, owner))

        put(position.marked, "⚓", "Beach Head with an invasion marker", ALLIED)
        put(position.nobody, "★", "taken by the Soviets", "")
        if position.hitler >= 0:
            put(1 << position.hitler, "HITLER", "Hitler is here", AXIS)
        for name, node in zip(game.airfield_names, position.airfields, strict=False):
            put(1 << node, "AIR", name, ALLIED)
        put(position.move_marks, "MOVE", "may move", position.active)
        put(position.attack_marks, "ATTACK", "may attack", position.active)
        return found

    def control(self, look: FestungLook) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control}

    # The question

    def words(self, look: FestungLook, action: Action) -> tuple[str, str]:
        noun = look.game.actions.verbs[action.verb].noun
        if noun == "card":
            return look.game.card_title(action.operand), ""
        return (action.operand.replace("_", " "), "") if noun == "air marker" else ("", "")

    def costs(self, look: FestungLook, frame: Any, verb: str) -> Mapping[int, int]:
        if verb != "move" or not isinstance(frame, Moving) or frame.hand < 0:
            return {}
        by_cost = reached(look, frame.hand, frame.at, frame.spent).by_cost
        return {node: cost for cost, hexes in enumerate(by_cost) for node in look.game.board.nodes(hexes)}

    def declared(self, look: FestungLook, frame: Any) -> Odds | None:
        if not isinstance(frame, Fight) or frame.target < 0 or not frame.attackers:
            return None
        return self._odds(look, look.game.forecast(look.position, frame.side))

    # Inquiries

    def path(self, look: FestungLook, frame: Any, action: Action) -> Path:
        if not isinstance(frame, Moving) or frame.hand < 0 or action.verb != "move":
            raise BadInput("take a unit in hand first; then its way to a hex can be shown")
        found, labels = reached(look, frame.hand, frame.at, frame.spent), look.game.board.labels
        gain = ~look.controls(frame.side)
        cost = f"{found.cost(action.index)} of {look.pace(frame.hand)} points"
        return Path([labels[node] for node in found.path(action.index, gain)], cost)

    def odds(self, look: FestungLook, side: str, target: str, attackers: Sequence[str] | None) -> Odds:
        return self._odds(look, look.game.forecast(look.position, side, target=target, attackers=attackers))

    def _odds(self, look: FestungLook, found: Forecast) -> Odds:
        game = look.game
        return Odds(
            target=game.board.labels[found.target],
            attackers=[game.unit_ids[unit] for unit, _ in found.attackers],
            attack=found.attack,
            defence=found.defence,
            odds=found.odds,
            shifts=[Shift(shift.columns, shift.rule, shift.why) for shift in found.shifts],
            column=found.column,
            chances=[_chance(result, chance) for result, chance in found.chances.items()],
            chart=charts.COMBAT,
            notes=[Fact(f"{part.number:+d} on the die", part.why, part.rule) for part in found.modifiers],
        )

    # Overlays

    @overlay("Zones of control")
    def zones(self, look: FestungLook) -> list[Layer]:
        return self.zones_of_control(look, wording.SIDE_WORDS)

    @overlay("Supply", "unit")
    def supply(self, look: FestungLook, unit: str) -> list[Layer]:
        return self._supply_of(look, self.number(unit)) if unit else self._all_supply(look)

    def _supply_of(self, look: FestungLook, unit: int) -> list[Layer]:
        game, at = look.game, look.position.units[unit].at
        if at < 0 or not look.position.on_board >> unit & 1:
            return []
        side, words = game.counters[unit].side, tracing.grade_words(look, unit)
        line = [game.board.labels[node] for node in tracing.line(look, unit)]
        told = Layer(f"{game.unit_name(unit)}: {words} (11.5)", side, [game.board.labels[at]], [line] if line else [])
        return [told, *self.cut_line(tracing.cut(look, unit))]

    def _all_supply(self, look: FestungLook) -> list[Layer]:
        names = dict(zip(CLASSES, ("Allied", "German corps", "German armies", "Italian"), strict=True))
        layers = []
        for kind, name in names.items():
            lines, owner = tracing.lines(look, kind), ALLIED if kind == WESTERN else AXIS
            layers.append(Layer(f"{name}: Full Supply (11.5)", owner, self.runs(lines.full)))
            limited = lines.limited & ~lines.full
            texts = dict.fromkeys(self.game.board.names(limited), "L")
            layers.append(Layer(f"{name}: Limited Supply (11.5)", owner, self.runs(limited), texts=texts))
        return [layer for layer in layers if layer.hexes]

    @overlay("Interdiction")
    def interdiction(self, look: FestungLook) -> list[Layer]:
        return [Layer("Interdicted (14.3)", ALLIED, self.runs(look.interdicted()))]


def _chance(result: str, chance: Any) -> Chance:
    lost, inflicted = map(int, result.split("/"))
    good = "attacker" if inflicted > lost else "defender" if lost > inflicted else "both" if lost else ""
    return chance_of(result, f"attacker loses {lost}, defender {inflicted}", chance, good)


FACE = FestungFace

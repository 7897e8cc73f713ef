"""The Brook on the table: counters, odds, ways and the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.plain import place_name
from bocage.hexes import HexSet
from bocage.table.faces import About, TableFace, capital, chance_of
from bocage.table.faces.logs import UnitLines, labels, plain
from bocage.table.wire.box import Box, Shelf
from bocage.table.wire.sheet import Fact, Layer, Odds, Path, Piece, Roll, Shift

from ..rules.combat import DEFENDER_LOSES, MEANINGS, NOTHING_HAPPENS, NOWHERE, Fighting, Forecast
from ..rules.look import BrookLook
from ..rules.movement import NOBODY, Moving, walk_of
from ..words import wording
from . import box as brook_box

LINES = UnitLines()


def _battle(game: Any, units: Any, node: int, attack: int, defence: int, die: int, result: str) -> About:
    rolls = [Roll(f"{attack} against {defence}: {result}", [die], row=str(attack - defence + die))]
    side = game.counters[units[0]].side
    return About("battle", side, rolls, hexes=labels(game, (node,)), units=LINES.ids(game, units))


class BrookFace(TableFace):
    """How The Brook looks on the table."""

    side_names: Mapping[str, str] = wording.SIDE_NAMES
    end_labels = {"movement": "End movement", "combat": "End combat"}
    log = {
        "turn": plain("turn"),
        "move": LINES.way,
        "mill": LINES.named(),
        "battle": _battle,
        "step lost": LINES.named("loss"),
        "eliminated": LINES.named("loss"),
    }

    @classmethod
    def shelf(cls) -> Shelf:
        return brook_box.shelf()

    def box(self) -> Box:
        return brook_box.box(self.game)

    # The sheet

    def phase(self, phase: str) -> tuple[str, str]:
        return phase, capital(phase)

    def standing(self, look: BrookLook) -> list[Fact]:
        return [Fact("The mill", wording.standing(look), "4.0")]

    def units(self, look: BrookLook) -> dict[str, Piece]:
        found = {}
        for number, unit in enumerate(look.position.units):
            text, flags = wording.factors(look, number), " ".join(wording.flags(look, number))
            found[look.counter(number).id] = Piece(place_name(look.game, unit.at), text, unit.steps, flags)
        return found

    def control(self, look: BrookLook) -> dict[str, HexSet]:
        holder = look.position.holder
        return {holder: 1 << look.game.mill} if holder else {}

    # The question

    def hand(self, look: BrookLook, frame: Any) -> list[str]:
        if isinstance(frame, Moving) and frame.hand != NOBODY:
            return [look.game.unit_ids[frame.hand]]
        if isinstance(frame, Fighting):
            return [name for number, name in enumerate(look.game.unit_ids) if frame.attackers >> number & 1]
        return []

    def focus(self, look: BrookLook, frame: Any) -> str:
        if isinstance(frame, Fighting) and frame.target != NOWHERE:
            return str(look.game.board.labels[frame.target])
        return ""

    def costs(self, look: BrookLook, frame: Any, verb: str) -> Mapping[int, int]:
        if verb != "move":
            return {}
        by_cost = walk_of(look, frame.hand).reach().by_cost
        return {node: cost for cost, hexes in enumerate(by_cost) for node in look.game.board.nodes(hexes)}

    def declared(self, look: BrookLook, frame: Any) -> Odds | None:
        if not isinstance(frame, Fighting) or not frame.attackers:
            return None
        return self._odds(look.game.forecast(look.position, frame.side))

    # Inquiries

    def path(self, look: BrookLook, frame: Any, action: Action) -> Path:
        if not isinstance(frame, Moving) or action.verb != "move":
            raise BadInput("take a unit in hand first; then its way to a hex can be shown")
        walk = walk_of(look, frame.hand)
        way = walk.reach().path(action.index)
        return Path(labels(look.game, way), f"{walk.price(way)} MP of {walk.allowance}")

    def odds(self, look: BrookLook, side: str, target: str, attackers: Sequence[str] | None) -> Odds:
        return self._odds(look.game.forecast(look.position, side, target=target, attackers=attackers))

    def _odds(self, found: Forecast) -> Odds:
        shifts = [Shift(-1, "3.3", "the defender has cover")] if found.covered else []
        chances = []
        for result, chance in found.chances.items():
            good = "attacker" if result == DEFENDER_LOSES else "" if result == NOTHING_HAPPENS else "defender"
            chances.append(chance_of(result, MEANINGS[result], chance, good))
        difference = f"{found.attack - found.defence:+d}"
        attackers = list(found.attackers)
        return Odds(
            found.target, attackers, found.attack, found.defence, difference, shifts, difference, chances, "crt"
        )

    def overlay(self, look: BrookLook, overlay: str, unit: str) -> list[Layer]:
        return self.zones(look, wording.ADJECTIVES) if overlay == "zones" else super().overlay(look, overlay, unit)


FACE = BrookFace

"""The Brook on the table: counters, odds, ways and the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage.engine.plain import place_name
from bocage.rules import Action, BadInput, HexSet
from bocage.table.faces import TableFace, capital, chance_of, overlay
from bocage.table.wire.box import Box, Shelf
from bocage.table.wire.sheet import Fact, Layer, Odds, Path, Piece, Shift

from ..rules.combat import DEFENDER_LOSES, MEANINGS, NOTHING_HAPPENS, Fighting
from ..rules.forecast import Forecast
from ..rules.look import BrookLook
from ..rules.movement import Moving
from ..words import wording
from . import box as brook_box


class BrookFace(TableFace):
    """How The Brook looks on the table."""

    side_names: Mapping[str, str] = wording.SIDE_NAMES

    @classmethod
    def shelf(cls) -> Shelf:
        return brook_box.shelf()

    def box(self) -> Box:
        return brook_box.box(self.game, self.overlays)

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

    def costs(self, look: BrookLook, frame: Any, verb: str) -> Mapping[int, int]:
        if verb != "move":
            return {}
        by_cost = look.reach(frame.hand).by_cost
        return {node: cost for cost, hexes in enumerate(by_cost) for node in look.game.board.nodes(hexes)}

    def declared(self, look: BrookLook, frame: Any) -> Odds | None:
        if not isinstance(frame, Fighting) or not frame.attackers:
            return None
        return self._odds(look.game.forecast(look.position, frame.side))

    # Inquiries

    def path(self, look: BrookLook, frame: Any, action: Action) -> Path:
        if not isinstance(frame, Moving) or action.verb != "move":
            raise BadInput("take a unit in hand first; then its way to a hex can be shown")
        found, labels = look.reach(frame.hand), look.game.board.labels
        points = f"{found.cost(action.index)} MP of {look.counter(frame.hand).movement}"
        return Path([labels[node] for node in found.path(action.index)], points)

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

    @overlay("Zones of control")
    def zones(self, look: BrookLook) -> list[Layer]:
        return self.zones_of_control(look, wording.ADJECTIVES)


FACE = BrookFace

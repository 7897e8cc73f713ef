"""What the lab notes of The Brook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bocage.lab.notes import FACES, Notes, Place, Roll, against_mean, strength
from bocage.rules import Event, HexSet

from ..rules.combat import ATTACKER_LOSES, DEFENDER_LOSES, result_of
from ..rules.position import BLUE, GREY

WORTH = {ATTACKER_LOSES: -1, DEFENDER_LOSES: 1}


class BrookNotes(Notes):
    """Strength on the map, and who has the mill."""

    side_words = {BLUE: "the Blues", GREY: "the Greys"}
    charts = (strength((BLUE, GREY)),)
    figure_words = {"blue_steps": "Blues", "grey_steps": "Greys"}
    moment_words = {"mill": "Somebody takes the mill"}
    nation_words = {BLUE: "Blue", GREY: "Grey"}
    loss_kinds = ("step lost", "eliminated")
    luck_unit = "steps"
    luck_aid = "Luck is what the chart gave less what it gives on the average of all faces of the die."

    def figures(self, look: Any) -> dict[str, float]:
        steps = {f"{side}_steps": 0.0 for side in self.game.sides}
        for number, unit in enumerate(look.position.units):
            if unit.at >= 0:
                steps[f"{self.game.counters[number].side}_steps"] += unit.steps
        return steps

    def control(self, look: Any) -> dict[str, HexSet]:
        return {side: look.occupied(side) for side in self.game.sides}

    def rolls(self, event: Event) -> Iterable[Roll]:
        if event.kind != "battle":
            return ()
        data: Any = event.data
        units, _, attack, defence, die, result = data
        possible = [WORTH.get(result_of(self.game, attack - defence + face), 0) for face in FACES]
        return [against_mean(self.game.counters[units[0]].side, die, WORTH.get(result, 0), possible)]

    def moments(self, event: Event) -> str:
        return "mill" if event.kind == "mill" else ""

    def turn_name(self, turn: int) -> str:
        turns = self.game.data.turns
        return str(turns[turn - 1].name) if 0 < turn <= len(turns) else super().turn_name(turn)

    def places(self) -> list[Place]:
        return [Place(name, 1 << node, main=True) for node, name in self.game.data.names.items()]


NOTES = BrookNotes

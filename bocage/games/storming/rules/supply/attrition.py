"""The Attrition Phase (15.0)."""

from __future__ import annotations

from bocage.rules import UNITS, Automatic, OfSide, event

from ..elimination import leave_map, lose_step
from ..look import Play, members
from ..position import ALLIED, DEAD, GERMAN
from .segments import check_supply

french_gone = event("french leave", "10.7.9", "Civil war in France: {units} leave the game.", sort="loss", units=UNITS)


class Attrition(Automatic[OfSide]):
    """Both sides check supply, the Germans first; whoever is marked and not spared loses a step (15.0)."""

    name, rule = "attrition", "15.0"

    def run(self, play: Play, frame: OfSide) -> None:
        suffering: list[int] = []
        for side in (GERMAN, ALLIED):
            marked = check_supply(play, side)
            # Who is merely spared here (Cherbourg, the southern sources, a Dropped side) stays marked for all else.
            look = play.look
            suffering += [unit for unit in members(marked) if not look.supplied(unit, attrition=True)]
        for unit in suffering:
            for _ in range(play.game.rules.numbers["attrition_loss"]):
                lose_step(play, unit, "15.0")
        if play.position.civil_war:
            _remove_the_french(play)


def _remove_the_french(play: Play) -> None:
    """Civil war in France takes every French division out of the game, wherever it is (10.7.9; R31, R133)."""
    position, game = play.position, play.game
    position.civil_war = False
    gone = [unit for unit in members(game.french_divisions) if position.units[unit].at != DEAD]
    for unit in gone:
        leave_map(play, unit, DEAD)
    names = {game.unit_ids[unit] for unit in gone}
    position.due = {name: turn for name, turn in position.due.items() if name not in names}
    if gone:
        french_gone(play, tuple(gone))

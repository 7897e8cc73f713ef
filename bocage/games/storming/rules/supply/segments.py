"""The Supply Segments (8.0), in which whoever is out of supply is marked until the next, and Attrition (15.0)."""

from __future__ import annotations

from bocage.rules import UNITS, Units, automatic, event

from ..elimination import check_breakout, leave_map, lose_step
from ..look import Play, members
from ..position import ALLIED, DEAD, GERMAN
from ..reinforcements.refit import stop_refit

hungry = event("out of supply", "8.0", "Out of supply: {units}.", units=UNITS)
fed = event("back in supply", "8.0", "Back in supply: {units}.", units=UNITS)
french_gone = event("french leave", "10.7.9", "Civil war in France: {units} leave the game.", sort="loss", units=UNITS)


@automatic("supply", "8.0")
def supply_segment(play: Play, side: str) -> None:
    """Each unit is marked, or freed of its marker (8.0)."""
    check_supply(play, side)


def check_supply(play: Play, side: str) -> Units:
    """Mark the units of a side that are out of supply and free the others; the set of those marked."""
    position, own, look = play.position, play.game.side_units[side], play.look
    found = sum(1 << unit for unit in members(position.on_board & own) if not look.supplied(unit))
    before, position.oos = position.oos & own, position.oos & ~own | found
    for told, units in ((hungry, found & ~before), (fed, before & ~found)):
        if units:
            told(play, tuple(members(units)))
    for unit in members(position.refit & found):
        stop_refit(play, unit)
    # Germans out of supply lose their zones, so both checks may open a Supply Line.
    check_breakout(play)
    return found


# Attrition (15.0)


@automatic("attrition", "15.0")
def attrition(play: Play, side: str) -> None:
    """Both sides check supply, the Germans first; whoever is marked and not spared loses a step (15.0)."""
    suffering: list[int] = []
    for owner in (GERMAN, ALLIED):
        marked = check_supply(play, owner)
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

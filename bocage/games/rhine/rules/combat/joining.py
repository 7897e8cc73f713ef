"""Joining an attack: the conditions that a unit must satisfy, in the book's order, with the reason of each refusal.

Together they hold exactly for the units that `attackers.able` finds, one group of nations at a time.
"""

from __future__ import annotations

from typing import Any

from bocage.engine.steps import Clause
from bocage.hexes import HexSet

from ..look import RhineLook, members
from ..movement import allowance
from ..position import EXPLOITATION, GERMAN, SEA
from ..supply import ways
from ..telling import hex_name, listed
from . import attackers


def beside(look: RhineLook, side: str, hexes: HexSet) -> int:
    """The side's pieces next to every one of these hexes by land, or at sea off the only one."""
    game, position = look.game, look.position
    around = -1
    for node in game.board.nodes(hexes):
        around &= game.land.step(1 << node)
    found = look.units_in(around & game.board.all, side)
    for name, node in position.landing_at.items():
        if hexes == 1 << node:
            found |= 1 << game.unit_numbers[name]
    return found & game.side_units[side]


def _combat_unit(look: RhineLook, frame: Any) -> int:
    return look.game.side_units[frame.side] & look.game.troop_units


def _explain_combat_unit(look: RhineLook, frame: Any, unit: int) -> tuple[str, str]:
    counter = look.counter(unit)
    if counter.side != frame.side:
        return "SEQ.3", "{it} is a unit of the enemy"
    if counter.dump:
        return "R35", "{it} has no strength: a Supplies dump does not attack"
    return "R22", "{it} is a dummy and cannot attack"


def _beside(look: RhineLook, frame: Any) -> int:
    return beside(look, frame.side, frame.targets)


def _explain_beside(look: RhineLook, frame: Any, unit: int) -> tuple[str, str]:
    position, game = look.position, look.game
    at = position.units[unit].at
    names = listed([hex_name(game, node) for node in game.board.nodes(frame.targets)])
    if at == SEA:
        own = hex_name(game, position.landing_at[game.unit_ids[unit]])
        return "DD.4", f"{{it}} lands at {own} and can attack nothing else from the sea"
    if at < 0:
        return "SEQ.3", "{it} is not on the map"
    if game.data.estuary.step(1 << at) & frame.targets:
        return "SEQ.3", f"there is an estuary between {{it}} and {names}, over which nobody attacks"
    return "SEQ.3", f"{{it}} is not next to {names}"


def _wave_has_come(look: RhineLook, frame: Any) -> int:
    return ~look.position.second_wave


def _undisrupted(look: RhineLook, frame: Any) -> int:
    return ~look.position.disrupted


def _from_the_sea(look: RhineLook, frame: Any) -> int:
    """Landing units attack again in the next combat phase, whatever they did before (DD.7, ruling R36)."""
    return attackers.at_sea(look, frame.side)


def _once(look: RhineLook, frame: Any) -> int:
    return ~look.position.attacked | _from_the_sea(look, frame)


def _not_dug_in(look: RhineLook, frame: Any) -> int:
    return ~look.position.dug_in


def _fresh(look: RhineLook, frame: Any) -> int:
    if look.position.stage != EXPLOITATION:
        return -1
    return ~look.position.spent | _from_the_sea(look, frame)


def _supplied(look: RhineLook, frame: Any) -> int:
    found = look.in_place(SEA)
    for nation in attackers.NATIONS[frame.side]:
        found |= look.units_in(ways.supplied(look, nation), frame.side) & look.game.nation_units[nation]
    return found


def _explain_supply(look: RhineLook, frame: Any, unit: int) -> tuple[str, str]:
    return "SUP.21", f"{{it}} is {look.supply(unit).capitalize()}, and such units may not attack"


def _in_budget(look: RhineLook, frame: Any) -> int:
    """Units whose movement leaves them what this attack costs (RIV.4, ruling R5)."""
    found = 0
    for unit in members(beside(look, frame.side, frame.targets) & attackers.ready(look, frame.side)):
        if not frame.targets & ~attackers.reach(look, unit):
            found |= 1 << unit
    return found


def explain_budget(look: RhineLook, name: str, left: int) -> tuple[str, str]:
    """Why a unit has moved too far to attack."""
    if left < 0:
        return "MOV.7", f"{name} used its movement bonus or crossed too many rivers on its way, so it may not attack"
    return "RIV.4", f"an attack over a river costs a hex of movement, and {name} has none left"


def _explain_budget(look: RhineLook, frame: Any, unit: int) -> tuple[str, str]:
    return explain_budget(look, "{it}", allowance.budget_of(look, unit))


def _not_engaged(look: RhineLook, frame: Any) -> int:
    busy: int = attackers.engaged(look) | frame.attackers
    return ~busy


def _explain_engaged(look: RhineLook, frame: Any, unit: int) -> tuple[str, str]:
    if frame.attackers >> unit & 1:
        return "NAT.3", "{it} takes part in this attack already"
    return "NAT.3", "{it} has been given to another attack, and a unit attacks only once in a player-turn"


def _one_group(look: RhineLook, frame: Any) -> int:
    if not frame.attackers or frame.side == GERMAN:
        return -1
    return look.game.nation_units[look.counter(members(frame.attackers)[0]).nation]


CLAUSES: tuple[Clause, ...] = (
    Clause("combat unit", "ATT.1", "", _combat_unit, _explain_combat_unit),
    Clause("beside", "SEQ.3", "", _beside, _explain_beside),
    Clause("wave", "DD.5", "{it} lands with the second wave, once the hex is Allied", _wave_has_come),
    Clause("undisrupted", "DIS.1", "{it} is Disrupted and may not attack", _undisrupted),
    Clause("once", "NAT.3", "{it} has attacked in this player-turn already", _once),
    Clause("not dug in", "DEP.1", "{it} was deployed this turn instead of attacking", _not_dug_in),
    Clause("fresh", "EXP.1", "{it} was used in the operational phase and may not exploit", _fresh),
    Clause("supplied", "SUP.21", "", _supplied, _explain_supply),
    Clause("budget", "RIV.4", "", _in_budget, _explain_budget),
    Clause("engaged", "NAT.3", "", _not_engaged, _explain_engaged),
    Clause("one group", "NAT.2", "British and American units do not attack together", _one_group),
)

"""Who joins an attack (13.1, 13.2): each condition with its case, and the duty to attack others as well (6.6)."""

from __future__ import annotations

from typing import ClassVar

from bocage.engine.position import Frame, Hexes, Node, UnitNumber, Units
from bocage.engine.steps import Clause, Offer
from bocage.hexes import HexSet

from ..look import StormingLook, members
from ..position import ALLIED
from ..telling import hex_name, listed
from . import attackers
from .fight import AfterCombat
from .odds import sea_sides


class Fighting(Frame, frozen=True):
    """A side attacks; the fields after `side` are the attack being put together.

    `owed` are the hexes that combined attacks of this segment oblige the side to attack as well (6.6).
    """

    step: ClassVar[str] = "combat"
    side: str
    target: Node = -1
    attackers: Units = 0
    air: bool = False
    hobart: str = ""
    single: UnitNumber = -1
    owed: Hexes = 0
    acted: bool = False
    cleared: Node = -1  # the last combat emptied this hex, and a rule keeps every attacker out of it (13.8) ...
    victors: Units = 0  # ... these are the attackers who are left


def as_fight(frame: Fighting) -> AfterCombat:
    """The attack being put together, as the fight that it would become."""
    return AfterCombat(frame.side, frame.target, frame.attackers, frame.air, frame.hobart, frame.single)


def hex_names(look: StormingLook, hexes: HexSet) -> str:
    """Hexes in a row, as a player says them."""
    return listed([hex_name(look.game, node) for node in look.game.board.nodes(hexes)])


def _own(look: StormingLook, frame: Fighting) -> int:
    return look.game.side_units[frame.side]


def _adjacent(look: StormingLook, frame: Fighting) -> int:
    return attackers.beside(look, frame.side, frame.target)


def _over_land(look: StormingLook, frame: Fighting) -> int:
    return look.units_in(look.game.supply_sides.step(1 << frame.target), frame.side)


def _explain_sea(look: StormingLook, frame: Fighting, unit: int) -> tuple[str, str]:
    if not sea_sides(look.game).has(look.position.units[unit].at, frame.target):
        return "13.1.C", "nobody attacks over the hexside between {it} and the target"
    if attackers.closed_to(look, unit) >> frame.target & 1:
        return attackers.reason_barred(look, unit, frame.target)
    return "13.1.C", "only the sea lies between {it} and the target; the 79th Armoured can carry one unit over"


def _not_confined(look: StormingLook, frame: Fighting) -> int:
    return ~attackers.confined(look, frame.side)


def _explain_confined(look: StormingLook, frame: Fighting, unit: int) -> tuple[str, str]:
    if look.game.mute_hexes >> look.position.units[unit].at & 1:
        return "7.1.2.G", (
            "nobody attacks out of an Entrance Hex, except from Brittany and by Anvil-Dragoon units that German units "
            "keep from entering the map"
        )
    return "8.7.B", "no German unit attacks out of Monty's Blind Spot while it is closed to the Allies"


def _fresh(look: StormingLook, frame: Fighting) -> int:
    return ~look.position.attacked


def _not_refitting(look: StormingLook, frame: Fighting) -> int:
    return ~look.position.refit


def _not_grounded(look: StormingLook, frame: Fighting) -> int:
    return ~look.position.grounded


def _not_frozen(look: StormingLook, frame: Fighting) -> int:
    return ~look.frozen_units()


def _not_disrupted(look: StormingLook, frame: Fighting) -> int:
    return ~look.position.disrupted


def _no_garrison(look: StormingLook, frame: Fighting) -> int:
    return ~look.game.garrison_units


def _not_barred(look: StormingLook, frame: Fighting) -> int:
    found = 0
    for unit in members(attackers.beside(look, frame.side, frame.target)):
        if attackers.closed_to(look, unit) >> frame.target & 1:
            found |= 1 << unit
    return ~found


def _explain_barred(look: StormingLook, frame: Fighting, unit: int) -> tuple[str, str]:
    return attackers.reason_barred(look, unit, frame.target)


def _within_ikes_limit(look: StormingLook, frame: Fighting) -> int:
    """Units with which no sixth division operates in Ike's Blind Spot: attackers into it count as inside (10.7.3)."""
    game, position = look.game, look.position
    if position.ike_sees or not game.ike_spot >> frame.target & 1:
        return -1
    operating = look.units_in(game.ike_spot, ALLIED) & game.american_divisions
    operating |= frame.attackers & game.american_divisions
    if operating.bit_count() < game.rules.numbers["ike_divisions"]:
        return -1
    return ~game.american_divisions | operating


def _not_chosen(look: StormingLook, frame: Fighting) -> int:
    return ~frame.attackers


def _with_strength(look: StormingLook, frame: Fighting) -> int:
    """Units with an Attack Strength, and those that are stacked with an attacker who has one (13.2.A)."""
    found = attackers.strong(look, frame.side)
    for unit in members(frame.attackers & found):
        for other in look.stack(look.position.units[unit].at):
            found |= 1 << other
    return found


def _explain_strength(look: StormingLook, frame: Fighting, unit: int) -> tuple[str, str]:
    return "13.2.A", "{it} has no Attack Strength: it joins only an attacker with one that is stacked with it"


def _leaves_duties_possible(look: StormingLook, frame: Fighting) -> int:
    """Units that can join while every hex owed, before and because of them, can still be attacked (6.6)."""
    bad = 0
    for unit in members(attackers.beside(look, frame.side, frame.target) & attackers.ready(look, frame.side)):
        if not possible_with(look, frame, frame.attackers | 1 << unit, frame.hobart):
            bad |= 1 << unit
    return ~bad


def possible_with(look: StormingLook, frame: Fighting, units: int, hobart: str) -> bool:
    """If these units attack, with the 79th Armoured in this use, can everything owed still be attacked (6.6)?"""
    owed = attackers.open_duties(look, frame.side, frame.owed) & ~(1 << frame.target)
    owed |= attackers.duties_of(look, frame.side, frame.target, units)
    return attackers.can_fulfil(look, frame.side, owed, units, not hobart)


def explain_joining(look: StormingLook, frame: Fighting, unit: int) -> tuple[str, str]:
    """Why a unit cannot join without making it impossible to attack everyone who must be attacked (6.6)."""
    side = frame.side
    units = frame.attackers | 1 << unit
    owed = attackers.open_duties(look, side, frame.owed) & ~(1 << frame.target)
    if not attackers.can_fulfil(look, side, owed, units, not frame.hobart):
        return "6.6", f"{{it}} is needed against {hex_names(look, owed)}, which your combined attack obliges to"
    new = attackers.duties_of(look, side, frame.target, units)
    return "6.6", (
        "units in different hexes combine only if every other enemy in their zones is attacked in this segment; "
        f"there would not be enough units left against {hex_names(look, new | owed)}"
    )


JOINING = (
    Clause("own", "13.1.A", "only the units of the side whose segment it is attack", _own),
    Clause("adjacent", "13.1.C", "{it} is not next to the hex under attack", _adjacent),
    Clause("sea", "13.1.C", "", _over_land, _explain_sea),
)
ABLE_ITSELF = (
    Clause("out of", "7.1.2.G", "", _not_confined, _explain_confined),
    Clause("once", "13.2.B", "{it} has attacked in this segment already", _fresh),
    Clause("refit", "7.3.E", "{it} is under an R&R marker and does not attack", _not_refitting),
    Clause("grounded", "9.2.B", "{it} is Grounded and does not attack", _not_grounded),
    Clause("frozen", "10.7.8", "{it} belongs to the 15th Army and has not been released", _not_frozen),
    Clause("disrupted", "12.1", "{it} is disrupted and does not attack", _not_disrupted),
    Clause("garrison", "16.2", "the garrisons of Metz never attack", _no_garrison),
)
BARRED = Clause("barred", "13.1.C", "", _not_barred, _explain_barred)
STRENGTH = Clause("strength", "13.2.A", "", _with_strength, _explain_strength)
ABLE = (*JOINING, *ABLE_ITSELF, BARRED, STRENGTH)
CHOSEN = Clause("chosen", "13.2.C", "{it} attacks already, with its whole strength", _not_chosen)

OFFERS = {
    "join attack": Offer(
        "join",
        "13.1.C",
        (
            *JOINING,
            CHOSEN,
            *ABLE_ITSELF,
            BARRED,
            Clause(
                "ike",
                "10.7.3",
                "with {it} more than five US or French divisions would operate in Ike's Blind Spot",
                _within_ikes_limit,
            ),
            STRENGTH,
            Clause("duty", "6.6", "", _leaves_duties_possible, explain_joining),
        ),
    ),
}

"""Who joins an attack (13.1, 13.2): each condition with its case, and the duty to attack others as well (6.6)."""

from __future__ import annotations

import msgspec

from bocage.rules import UNITS, Conditions, Frame, Hexes, HexSet, Node, Question, UnitNumber, Units, listed, offer

from ..look import Play, StormingLook, members
from ..position import ALLIED
from . import attackers
from .fight import AfterCombat
from .odds import over_rhine, sea_sides


class Fighting(Frame, frozen=True):
    """A side attacks; the fields after `side` are the attack being put together.

    `owed` are the hexes that combined attacks of this segment oblige the side to attack as well (6.6).
    """

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


def gathering(look: StormingLook, frame: Fighting) -> bool:
    """Is a target chosen, and an attack on it being put together?"""
    return frame.target >= 0


def as_fight(frame: Fighting) -> AfterCombat:
    """The attack being put together, as the fight that it would become."""
    return AfterCombat(frame.side, frame.target, frame.attackers, frame.air, frame.hobart, frame.single)


def hex_names(look: StormingLook, hexes: HexSet) -> str:
    """Hexes in a row, as a player says them."""
    return listed([look.game.hex_name(node) for node in look.game.board.nodes(hexes)])


# The conditions of an attacker, in the book's order


def adjacent(look: StormingLook, side: str, target: int) -> Conditions:
    """It is a unit of the side, beside the target."""
    yield look.game.side_units[side], "13.1.A", "only the units of the side whose segment it is attack"
    yield attackers.beside(look, side, target), "13.1.C", "{it} is not next to the hex under attack"


def over_land(look: StormingLook, side: str, target: int) -> Conditions:
    """Nothing closes the hexside between them."""

    def why(unit: int) -> tuple[str, str]:
        if not sea_sides(look.game).has(look.position.units[unit].at, target):
            return "13.1.C", "nobody attacks over the hexside between {it} and the target"
        if attackers.closed_to(look, unit) >> target & 1:
            return attackers.reason_barred(look, unit, target)
        return "13.1.C", "only the sea lies between {it} and the target; the 79th Armoured can carry one unit over"

    yield look.units_in(look.game.supply_sides.step(1 << target), side), "13.1.C", why


def able_itself(look: StormingLook, side: str) -> Conditions:
    """It may attack at all, whatever the target."""
    position, game = look.position, look.game

    def why_confined(unit: int) -> tuple[str, str]:
        if game.mute_hexes >> position.units[unit].at & 1:
            return "7.1.2.G", (
                "nobody attacks out of an Entrance Hex, except from Brittany and by Anvil-Dragoon units that German "
                "units keep from entering the map"
            )
        return "8.7.B", "no German unit attacks out of Monty's Blind Spot while it is closed to the Allies"

    yield ~attackers.confined(look, side), "7.1.2.G", why_confined
    yield ~position.attacked, "13.2.B", "{it} has attacked in this segment already"
    yield ~position.refit, "7.3.E", "{it} is under an R&R marker and does not attack"
    yield ~position.grounded, "9.2.B", "{it} is Grounded and does not attack"
    yield ~look.frozen_units(), "10.7.8", "{it} belongs to the 15th Army and has not been released"
    yield ~position.disrupted, "12.1", "{it} is disrupted and does not attack"
    yield ~game.garrison_units, "16.2", "the garrisons of Metz never attack"


def not_barred(look: StormingLook, side: str, target: int) -> Conditions:
    """No ban closes the target to it."""
    closed = 0
    for unit in members(attackers.beside(look, side, target)):
        if attackers.closed_to(look, unit) >> target & 1:
            closed |= 1 << unit
    yield ~closed, "13.1.C", lambda unit: attackers.reason_barred(look, unit, target)


def with_strength(look: StormingLook, side: str, chosen: Units) -> Conditions:
    """It has an Attack Strength, or is stacked with an attacker who has one (13.2.A; R114)."""
    found = attackers.strong(look, side)
    for unit in members(chosen & found):
        for other in look.stack(look.position.units[unit].at):
            found |= 1 << other
    yield found, "13.2.A", "{it} has no Attack Strength: it joins only an attacker with one that is stacked with it"


def not_chosen(chosen: Units) -> Conditions:
    """It does not take part yet."""
    yield ~chosen, "13.2.C", "{it} attacks already, with its whole strength"


def able_to_attack(look: StormingLook, side: str, target: int, chosen: Units = 0) -> Conditions:
    """All that a unit must be to attack a hex, but for duties and Ike's patience."""
    yield from adjacent(look, side, target)
    yield from over_land(look, side, target)
    yield from able_itself(look, side)
    yield from not_barred(look, side, target)
    yield from with_strength(look, side, chosen)


def possible_with(look: StormingLook, frame: Fighting, units: Units, hobart: str) -> bool:
    """If these units attack, with the 79th Armoured in this use, can all that is owed still be attacked (6.6; R121)?"""
    owed = attackers.open_duties(look, frame.side, frame.owed) & ~(1 << frame.target)
    owed |= attackers.duties_of(look, frame.side, frame.target, units)
    return attackers.can_fulfil(look, frame.side, owed, units, not hobart)


def leaving_duties_possible(look: StormingLook, frame: Fighting, units: Units, hobart: str) -> Conditions:
    """With each of the units every hex owed, before and because of it, can still be attacked (6.6)."""
    side, target = frame.side, frame.target

    def why(unit: int) -> str:
        joined = frame.attackers | 1 << unit
        owed = attackers.open_duties(look, side, frame.owed) & ~(1 << target)
        if not attackers.can_fulfil(look, side, owed, joined, not frame.hobart):
            return f"{{it}} is needed against {hex_names(look, owed)}, which your combined attack obliges to"
        new = attackers.duties_of(look, side, target, joined)
        return (
            "units in different hexes combine only if every other enemy in their zones is attacked in this segment; "
            f"there would not be enough units left against {hex_names(look, new | owed)}"
        )

    bad = 0
    for unit in members(units):
        if not possible_with(look, frame, frame.attackers | 1 << unit, hobart):
            bad |= 1 << unit
    yield ~bad, "6.6", why


class Joining(Question[Fighting]):
    """Units join the attack that is being put together."""

    @offer("join", UNITS, "13.1.C", "Join the attack", when=gathering)
    def join(self, look: StormingLook, frame: Fighting) -> Conditions:
        side, target, game = frame.side, frame.target, look.game
        yield from adjacent(look, side, target)
        yield from over_land(look, side, target)
        yield from not_chosen(frame.attackers)
        yield from able_itself(look, side)
        yield from not_barred(look, side, target)
        if not look.position.ike_sees and game.ike_spot >> target & 1:
            # Attackers into Ike's Blind Spot count as inside (10.7.3; ruling R143).
            operating = (look.units_in(game.ike_spot, ALLIED) | frame.attackers) & game.american_divisions
            if operating.bit_count() >= game.rules.numbers["ike_divisions"]:
                why = "with {it} more than five US or French divisions would operate in Ike's Blind Spot"
                yield ~game.american_divisions | operating, "10.7.3", why
        yield from with_strength(look, side, frame.attackers)
        candidates = attackers.beside(look, side, target) & attackers.ready(look, side)
        yield from leaving_duties_possible(look, frame, candidates, frame.hobart)

    @join.does
    def _(self, play: Play, frame: Fighting, unit: int) -> None:
        joined = msgspec.structs.replace(frame, attackers=frame.attackers | 1 << unit)
        if frame.hobart == "first fire" and not over_rhine(play.look, as_fight(joined), joined.attackers):
            # Nobody fires first any more, so there is nothing to cancel and the 79th stays at hand.
            joined = msgspec.structs.replace(joined, hobart="")
        play.swap(joined)

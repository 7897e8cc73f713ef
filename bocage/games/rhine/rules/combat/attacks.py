"""Allocating attacks: all battles of a phase are declared before the first die falls (SEQ.3, SEQ.6, SEQ.11, SEQ.12).

Who may attack what is worked out in `attackers.py`, what an attack obliges to in `duties.py`, the odds in `odds.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

from bocage.parts.combat.attacks import closest
from bocage.parts.stacks import first_of, union
from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Conditions,
    Frame,
    Hexes,
    HexSet,
    Question,
    Units,
    event,
    going_on,
    listed,
    offer,
)

from ..concealment.hidden import turn_up
from ..look import Play, RhineLook, members
from ..movement import allowance
from ..position import ALLIED, EXPLOITATION, GERMAN, SEA, Battle
from . import attackers
from .duties import allowed, demands, groups, linked, overdue, owed, payable, planned, reckoned

if TYPE_CHECKING:
    from ...game import Rhine


def _said_allocated(game: Rhine, nodes: tuple[int, ...], units: tuple[int, ...], duty: bool) -> str:
    words = "is" if len(units) == 1 else "are"
    demanded = ", as another attack demands" if duty else ""
    return f"{game.named(UNITS, units)} {words} to attack {game.named(HEXES, nodes)}{demanded}."


allocated = event("attack allocated", "SEQ.3", _said_allocated, nodes=HEXES, units=UNITS)


class Allocating(Frame, frozen=True):
    """A side allocates its attacks; the battle that it is putting together, if any."""

    side: str
    targets: Hexes = 0
    attackers: Units = 0


def _case(look: RhineLook, frame: Allocating) -> str:
    """The line of the sequence of play under which a side attacks now."""
    if look.position.stage == EXPLOITATION:
        return "SEQ.6" if frame.side == ALLIED else "SEQ.12"
    return "SEQ.3" if frame.side == ALLIED else "SEQ.11"


def _choosing(look: RhineLook, frame: Allocating) -> bool:
    return not frame.targets


def _making(look: RhineLook, frame: Allocating) -> bool:
    return bool(frame.targets)


NO_ENEMY = "there is neither an enemy unit nor an enemy fortress in {it} to attack"


class Allocation(Question[Allocating]):
    """One battle after the other is put together and committed; none of them is fought yet."""

    name, rule = "allocation", "SEQ.3"

    def case(self, look: RhineLook, frame: Allocating) -> str:
        return _case(look, frame)

    def keep(self, look: RhineLook, frame: Allocating) -> bool:
        # Even the only attack there is, is declared by the player: it can be cancelled, and undo must stay open.
        if frame.targets or look.position.battles or attackers.attackable(look, frame.side):
            return True
        # Whether a concealed piece could attack an empty fortress is a secret, so the question is always asked.
        return frame.side == GERMAN and bool(
            look.game.land.step(look.concealed()) & look.strongholds(ALLIED) & ~look.troops(ALLIED)
        )

    def text(self, look: RhineLook, frame: Allocating) -> str:
        if not frame.targets:
            due = owed(look, frame.side, look.position.battles)
            if due:
                return f"Choose a hex to attack; {look.hex_names(due)} must still be attacked."
            again = overdue(look, frame.side, look.position.battles)
            if again:
                return f"Choose a hex to attack; {look.unit_names(again)} must attack again from the sea."
            return "Choose a hex to attack, or end the allocation of attacks."
        names = look.hex_names(frame.targets)
        if not frame.attackers:
            return f"Attack on {names}: choose the attacking units."
        return f"Attack on {names}: {_odds_words(look, frame)}. Add units, commit the attack or cancel it."

    def hand(self, look: RhineLook, frame: Allocating) -> int:
        return frame.attackers

    def focus(self, look: RhineLook, frame: Allocating) -> int:
        return first_of(frame.targets)

    def warnings(self, look: RhineLook, frame: Allocating) -> list[str]:
        battles, side = look.position.battles, frame.side
        if frame.targets and frame.attackers:
            battles = (*battles, planned(look, side, frame.targets, frame.attackers))
        nodes = look.game.board.nodes(owed(look, side, battles))
        found = [f"{_duty_words(look, side, battles, node)} (MAND.1)" for node in nodes]
        again = overdue(look, side, battles)
        if again:
            found.append(f"{look.unit_names(again)} must attack again from the sea (DD.7)")
        return found

    def not_now(self, look: RhineLook, frame: Allocating, verb: str) -> tuple[str, str] | None:
        if not frame.targets and verb in ("also", "join", "commit", "cancel"):
            return _case(look, frame), f"'{verb}' comes after the choice of a hex: say first which one you attack"
        if frame.targets and verb in ("attack", "end"):
            names = look.hex_names(frame.targets)
            return _case(look, frame), f"the attack on {names} is still being made: commit it or cancel it first"
        return None

    @offer("attack", HEXES, _case, when=_choosing)
    def attack(self, look: RhineLook, frame: Allocating) -> Conditions:
        case = _case(look, frame)
        yield attackers.targets(look, frame.side), case, NO_ENEMY
        yield attackers.attackable(look, frame.side), case, lambda node: self._why_nobody(look, frame.side, node)

    def _why_nobody(self, look: RhineLook, side: str, node: int) -> tuple[str, str]:
        """The reason of the unit that comes closest to attacking the hex."""
        asked = Allocating(side, 1 << node)
        near = attackers.beside(look, side, 1 << node) & look.game.troop_units
        if not near:
            across = look.units_in(look.game.data.estuary.step(1 << node), side) & look.game.troop_units
            only = ", except across an estuary, over which nobody attacks" if across else ""
            return _case(look, asked), f"no combat unit of yours is next to {{it}}{only}"
        # The sentence is about a unit, though the player asked for a hex.
        told = closest(self.join.conditions(self, look, asked), near, look.game.unit_ids)
        if told is None:
            return "ATT.3", "whoever could attack {it} has no attack factor, and such units do not attack by themselves"
        return told.rule, told.why

    @attack.does
    def _(self, play: Play, frame: Allocating, node: int) -> None:
        play.swap(Allocating(frame.side, 1 << node))

    @offer("end", PLAIN, _case, "No more attacks", "no more attacks", when=_choosing)
    def end(self, look: RhineLook, frame: Allocating) -> Conditions:
        side, battles, nodes = frame.side, look.position.battles, look.game.board.nodes
        due = owed(look, side, battles)
        yield not due, "MAND.1", lambda _: _duty_words(look, side, battles, nodes(due)[0])
        again = overdue(look, side, battles)
        yield (
            not again,
            "DD.7",
            lambda _: (
                f"{look.unit_names(again)} could not take {look.hex_names(attackers.hexes_off(look, again))} and "
                "must attack again from the sea"
            ),
        )

    @end.does
    def _(self, play: Play, frame: Allocating, _: int) -> None:
        play.pop()

    @offer("also", HEXES, "MAND.1", when=_making)
    def also(self, look: RhineLook, frame: Allocating) -> Conditions:
        case = _case(look, frame)
        yield attackers.targets(look, frame.side), case, NO_ENEMY
        yield ~frame.targets, case, "{it} is among the hexes of this attack already"
        yield self._shared(look, frame), case, lambda node: self._why_not_shared(look, frame, node)

    def _shared(self, look: RhineLook, frame: Allocating) -> HexSet:
        """Hexes that every attacker can attack besides the others; without attackers, that somebody could."""
        if frame.attackers:
            return reduce(and_, (attackers.reach(look, unit) for unit in members(frame.attackers)))
        able = attackers.able(look, frame.side, frame.targets)
        return union(attackers.reach(look, unit) for unit in members(attackers.factored(look, able)))

    def _why_not_shared(self, look: RhineLook, frame: Allocating, node: int) -> tuple[str, str]:
        for unit in members(frame.attackers):
            if not attackers.reach(look, unit) >> node & 1:
                name = look.game.unit_ids[unit]
                if not attackers.beside(look, frame.side, 1 << node) >> unit & 1:
                    why = f"every attacker must be next to every hex attacked, and {name} is not next to {{it}}"
                    return _case(look, frame), why
                return attackers.moved_too_far(name, allowance.budget_of(look, unit))
        why = f"no unit that can attack is next to {{it}} and to {look.hex_names(frame.targets)}"
        return _case(look, frame), why

    also.adds("targets")

    @offer("join", UNITS, "ATT.1", when=_making)
    def join(self, look: RhineLook, frame: Allocating, case: str = "") -> Conditions:
        # Together these hold for the units that `attackers.able` finds, one group of nations at a time.
        game, position, side = look.game, look.position, frame.side
        case = case or _case(look, frame)
        yield game.side_units[side], case, "{it} is a unit of the enemy"
        yield ~game.dumps, "R35", "{it} has no strength: a Supplies dump does not attack"
        yield ~game.dummies, "R22", "{it} is a dummy and cannot attack"
        beside = attackers.beside(look, side, frame.targets)
        yield beside, case, lambda unit: self._why_not_beside(look, frame.targets, unit, case)
        yield ~position.second_wave, "DD.5", "{it} lands with the second wave, once the hex is Allied"
        yield ~position.disrupted, "DIS.1", "{it} is Disrupted and may not attack"
        # Landing units attack again in the next combat phase, whatever they did before (DD.7, ruling R36).
        at_sea = attackers.at_sea(look, side)
        yield ~position.attacked | at_sea, "NAT.3", "{it} has attacked in this player-turn already"
        yield ~position.dug_in, "DEP.1", "{it} was deployed this turn instead of attacking"
        if position.stage == EXPLOITATION:
            yield ~position.spent | at_sea, "EXP.1", "{it} was used in the operational phase and may not exploit"
        supplied = look.in_place(SEA) | attackers.supplied(look, side, game.board.all)
        hungry = "{{it}} is {}, and such units may not attack"
        yield supplied, "SUP.21", lambda unit: hungry.format(look.supply(unit).capitalize())
        near = members(beside & attackers.ready(look, side))
        rested = sum(1 << unit for unit in near if not frame.targets & ~attackers.reach(look, unit))
        yield rested, "RIV.4", lambda unit: attackers.moved_too_far("{it}", allowance.budget_of(look, unit))
        yield ~frame.attackers, "NAT.3", "{it} takes part in this attack already"
        given = "{it} has been given to another attack, and a unit attacks only once in a player-turn"
        yield ~attackers.engaged(look), "NAT.3", given
        if frame.attackers and side == ALLIED:
            group = game.nation_units[look.counter(members(frame.attackers)[0]).nation]
            yield group, "NAT.2", "British and American units do not attack together"

    def _why_not_beside(self, look: RhineLook, targets: HexSet, unit: int, case: str) -> tuple[str, str]:
        position, game = look.position, look.game
        at, names = position.units[unit].at, look.hex_names(targets)
        if at == SEA:
            own = game.hex_name(position.landing_at[game.unit_ids[unit]])
            return "DD.4", f"{{it}} lands at {own} and can attack nothing else from the sea"
        if at < 0:
            return case, "{it} is not on the map"
        if game.data.estuary.step(1 << at) & targets:
            return case, f"there is an estuary between {{it}} and {names}, over which nobody attacks"
        return case, f"{{it}} is not next to {names}"

    join.adds("attackers")

    @offer("commit", PLAIN, _case, words="this attack is allocated", when=_making)
    def commit(self, look: RhineLook, frame: Allocating) -> Conditions:
        side, targets, units = frame.side, frame.targets, frame.attackers
        yield units != 0, _case(look, frame), "an attack needs attackers: let units join it first"
        strong = attackers.factored(look, units) != 0
        yield strong, "ATT.3", "units without an attack factor do not attack by themselves"
        low = "the final odds would be {}, and below 1:3 no attack is allowed"
        yield (
            allowed(look, side, targets, units),
            "CRT.14",
            lambda _: low.format(reckoned(look, side, targets, units).reached),
        )
        battles = (*look.position.battles, planned(look, side, targets, units))
        yield payable(look, side, battles), "MAND.1", lambda _: _why_not_payable(look, side, battles)

    @commit.does
    def _(self, play: Play, frame: Allocating, _: int) -> None:
        position, look = play.position, play.look
        battle = planned(look, frame.side, frame.targets, frame.attackers)
        position.battles = linked(look, frame.side, (*position.battles, battle))
        units = members(frame.attackers)
        if position.face_down and frame.side == GERMAN:
            # Nobody attacks from under a face-down piece (rulings R44, R100).
            turn_up(play, look.hexes_of(units), "R44")
        nodes = tuple(play.game.board.nodes(frame.targets))
        allocated(play, nodes, tuple(units), battle.duty, rule=_case(look, frame))
        play.swap(Allocating(frame.side))

    cancel = going_on(_case, words="drop the attack that is being made", when=_making, verb="cancel")
    cancel.sets(targets=0, attackers=0)


# Words


def _odds_words(look: RhineLook, frame: Allocating) -> str:
    found = reckoned(look, frame.side, frame.targets, frame.attackers)
    strength = f"{found.attack // 2}{'½' if found.attack % 2 else ''} to {found.defence}"
    if not found.attack:
        return f"{strength}, which is no attack"
    if found.reached == found.basic:
        return f"{strength} is {found.basic}"
    # Whether it will be supported is said when the battle is resolved (ruling R52).
    helped = any(shift.rule == "BLITZ.1" for shift in found.shifts)
    return f"{strength} is {found.basic}, after all shifts {found.reached}{' with the Blitz' if helped else ''}"


def _duty_words(look: RhineLook, side: str, battles: Sequence[Battle], node: int) -> str:
    """Which attack obliges to a hex."""
    why = sorted({look.hex_names(battle.targets) for battle in battles if demands(look, side, battle) >> node & 1})
    return f"{look.game.hex_name(node)} must be attacked too, since it borders on the attack on {listed(why)}"


def _why_not_payable(look: RhineLook, side: str, battles: Sequence[Battle]) -> str:
    due, free = owed(look, side, battles), attackers.ready(look, side) & ~attackers.given(battles)
    hopeless = sum(1 << node for node in look.game.board.nodes(due) if not any(groups(look, side, 1 << node, free)))
    if hopeless:
        names = look.hex_names(hopeless)
        return f"{names} must be attacked too, and nobody would be left who could do so at 1:3 or better"
    return f"{look.hex_names(due)} must be attacked too, and those left could not attack all of them"

"""Allocating attacks: all battles of a phase are declared before the first die falls (SEQ.3, SEQ.6, SEQ.11, SEQ.12).

Who may attack what is worked out in `attackers.py`, what an attack obliges to in `duties.py`, the odds in `odds.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.errors import Refusal
from bocage.engine.position import Frame, Hexes, Units
from bocage.engine.steps import Clause, Offer, Question
from bocage.hexes import HexSet

from ..concealment.hidden import turn_up
from ..look import Play, RhineLook, members
from ..movement import allowance
from ..position import ALLIED, EXPLOITATION, GERMAN
from ..telling import hex_name, listed, unit_names
from . import attackers, joining
from .duties import allowed, attacked_hexes, demands, groups, linked, overdue, owed, payable, planned, reckoned


class Allocating(Frame, frozen=True):
    """A side allocates its attacks; the battle that it is putting together, if any."""

    step: ClassVar[str] = "allocation"
    side: str
    targets: Hexes = 0
    attackers: Units = 0


def case_of(look: RhineLook, side: str) -> str:
    """The line of the sequence of play under which a side attacks now."""
    if look.position.stage == EXPLOITATION:
        return "SEQ.6" if side == ALLIED else "SEQ.12"
    return "SEQ.3" if side == ALLIED else "SEQ.11"


class Allocation(Question[Allocating]):
    """One battle after the other is put together and committed; none of them is fought yet."""

    name = "allocation"
    rule = "SEQ.3"

    def begin(self, play: Play, side: str) -> Allocating:
        return Allocating(side)

    def case(self, look: RhineLook, frame: Allocating) -> str:
        return case_of(look, frame.side)

    def offers_now(self, look: RhineLook, frame: Allocating) -> list[Offer]:
        offers = look.game.rules.offers
        if frame.targets:
            return [offers[name] for name in ("also", "join attack", "commit", "cancel attack")]
        return [offers["attack"], offers["end allocation"]]

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
                return f"Choose a hex to attack; {_names(look, due)} must still be attacked."
            again = overdue(look, frame.side, look.position.battles)
            if again:
                return (
                    f"Choose a hex to attack; {unit_names(look.game, members(again))} must attack again from the sea."
                )
            return "Choose a hex to attack, or end the allocation of attacks."
        names = _names(look, frame.targets)
        if not frame.attackers:
            return f"Attack on {names}: choose the attacking units."
        return f"Attack on {names}: {_odds_words(look, frame)}. Add units, commit the attack or cancel it."

    def warnings(self, look: RhineLook, frame: Allocating) -> list[str]:
        battles, side = look.position.battles, frame.side
        if frame.targets and frame.attackers:
            battles = (*battles, planned(look, side, frame.targets, frame.attackers))
        found = [_duty_words(look, side, node) for node in look.game.board.nodes(owed(look, side, battles))]
        again = overdue(look, side, battles)
        if again:
            found.append(f"{unit_names(look.game, members(again))} must attack again from the sea (DD.7)")
        return found

    def offer_of(self, look: RhineLook, frame: Allocating, verb: str) -> Offer:
        """The offer of a verb; one that comes too early or too late is told why."""
        case = case_of(look, frame.side)
        if not frame.targets and verb in ("also", "join", "commit", "cancel"):
            raise Refusal(case, f"'{verb}' comes after the choice of a hex: say first which one you attack")
        if frame.targets and verb in ("attack", "end"):
            raise Refusal(
                case, f"the attack on {_names(look, frame.targets)} is still being made: commit it or cancel it first"
            )
        found = super().offer_of(look, frame, verb)
        return found._replace(rule=case) if found.rule == self.rule else found

    def why_not(self, look: RhineLook, frame: Allocating, action: Action) -> Refusal | None:
        """The reason against an action; both sides and both phases share the sentences, but each has its own case."""
        refusal = super().why_not(look, frame, action)
        if refusal is not None and refusal.rule == self.rule:
            return Refusal(case_of(look, frame.side), refusal.why)
        return refusal

    def answer(self, play: Play, frame: Allocating, action: Action) -> None:
        side, verb = frame.side, action.verb
        if verb == "end":
            play.pop()
        elif verb == "attack":
            play.swap(Allocating(side, 1 << action.index))
        elif verb == "also":
            play.swap(Allocating(side, frame.targets | 1 << action.index, frame.attackers))
        elif verb == "join":
            play.swap(Allocating(side, frame.targets, frame.attackers | 1 << action.index))
        elif verb == "cancel":
            play.swap(Allocating(side))
        else:
            self.commit(play, frame)

    def commit(self, play: Play, frame: Allocating) -> None:
        """The battle stands: it will be resolved, or called off then."""
        position, game = play.position, play.game
        look: RhineLook = game.look(position)
        battle = planned(look, frame.side, frame.targets, frame.attackers)
        position.battles = linked(look, frame.side, (*position.battles, battle))
        units = members(frame.attackers)
        if position.face_down and frame.side == GERMAN:
            # Nobody attacks from under a face-down piece (ruling R44).
            turn_up(play, look.hexes_of(units), "R44")
        nodes = tuple(game.board.nodes(frame.targets))
        play.tell("attack allocated", case_of(look, frame.side), nodes, tuple(units), battle.duty)
        play.swap(Allocating(frame.side))


# Words


def _names(look: RhineLook, hexes: HexSet) -> str:
    return listed([hex_name(look.game, node) for node in look.game.board.nodes(hexes)])


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


def _duty_words(look: RhineLook, side: str, node: int) -> str:
    """Which attack obliges to a hex."""
    why = sorted(
        {
            _names(look, battle.targets)
            for battle in (*look.position.battles, *_being_made(look))
            if demands(look, side, battle) >> node & 1
        }
    )
    return f"{hex_name(look.game, node)} must be attacked too, since it borders on the attack on {listed(why)} (MAND.1)"


def _being_made(look: RhineLook) -> tuple[Any, ...]:
    frame = look.position.frames[-1]
    if isinstance(frame, Allocating) and frame.attackers:
        return (planned(look, frame.side, frame.targets, frame.attackers),)
    return ()


# Which hex is attacked


def _enemy_there(look: RhineLook, frame: Allocating) -> int:
    return attackers.targets(look, frame.side)


def _attackable(look: RhineLook, frame: Allocating) -> int:
    return attackers.attackable(look, frame.side)


def _explain_attackable(look: RhineLook, frame: Allocating, node: int) -> tuple[str, str]:
    """The reason of the unit that comes closest to attacking the hex."""
    asked = Allocating(frame.side, 1 << node)
    near = joining.beside(look, frame.side, 1 << node) & look.game.troop_units
    if not near:
        across = look.units_in(look.game.data.estuary.step(1 << node), frame.side) & look.game.troop_units
        only = ", except across an estuary, over which nobody attacks" if across else ""
        return case_of(look, frame.side), f"no combat unit of yours is next to {{it}}{only}"
    best: tuple[int, int] = (-1, -1)
    for unit in members(near):
        for number, clause in enumerate(joining.CLAUSES):
            if not clause.holds(look, asked) >> unit & 1:
                best = max(best, (number, -unit))
                break
        else:
            return "ATT.3", "whoever could attack {it} has no attack factor, and such units do not attack by themselves"
    clause, unit = joining.CLAUSES[best[0]], -best[1]
    rule, why = clause.explain(look, asked, unit) if clause.explain else (clause.rule, clause.why)
    # The sentence is about a unit, but the player asked for a hex.
    return rule, why.replace("{it}", look.game.unit_ids[unit])


def _not_yet_in_it(look: RhineLook, frame: Allocating) -> int:
    return ~frame.targets


def _shared(look: RhineLook, frame: Allocating) -> int:
    """Hexes that every attacker can attack besides the others; without attackers, that somebody could."""
    if frame.attackers:
        found = -1
        for unit in members(frame.attackers):
            found &= attackers.reach(look, unit)
        return found
    found = 0
    able = attackers.able(look, frame.side, frame.targets)
    for unit in members(attackers.factored(look, able)):
        found |= attackers.reach(look, unit)
    return found


def _explain_shared(look: RhineLook, frame: Allocating, node: int) -> tuple[str, str]:
    game = look.game
    for unit in members(frame.attackers):
        if not attackers.reach(look, unit) >> node & 1:
            name = game.unit_ids[unit]
            if not joining.beside(look, frame.side, 1 << node) >> unit & 1:
                why = f"every attacker must be next to every hex attacked, and {name} is not next to {{it}}"
                return case_of(look, frame.side), why
            return joining.explain_budget(look, name, allowance.budget_of(look, unit))
    why = f"no unit that can attack is next to {{it}} and to {_names(look, frame.targets)}"
    return case_of(look, frame.side), why


# Committing


def _somebody(look: RhineLook, frame: Allocating) -> int:
    return 1 if frame.attackers else 0


def _with_factors(look: RhineLook, frame: Allocating) -> int:
    return 1 if attackers.factored(look, frame.attackers) else 0


def _odds_allowed(look: RhineLook, frame: Allocating) -> int:
    return 1 if allowed(look, frame.side, frame.targets, frame.attackers) else 0


def _explain_odds(look: RhineLook, frame: Allocating, index: int) -> tuple[str, str]:
    found = reckoned(look, frame.side, frame.targets, frame.attackers)
    return "CRT.14", f"the final odds would be {found.reached}, and below 1:3 no attack is allowed"


def _duties_can_be_met(look: RhineLook, frame: Allocating) -> int:
    battle = planned(look, frame.side, frame.targets, frame.attackers)
    return 1 if payable(look, frame.side, (*look.position.battles, battle)) else 0


def _explain_duties(look: RhineLook, frame: Allocating, index: int) -> tuple[str, str]:
    side = frame.side
    battles = (*look.position.battles, planned(look, side, frame.targets, frame.attackers))
    due = owed(look, side, battles)
    free = attackers.ready(look, side)
    for battle in battles:
        free &= ~battle.attackers
    nodes = look.game.board.nodes(due)
    hopeless = [node for node in nodes if not any(groups(look, side, 1 << node, free))]
    if hopeless:
        names = listed([hex_name(look.game, node) for node in hopeless])
        return "MAND.1", f"{names} must be attacked too, and nobody would be left who could do so at 1:3 or better"
    return "MAND.1", f"{_names(look, due)} must be attacked too, and those left could not attack all of them"


# Ending


def _nothing_owed(look: RhineLook, frame: Allocating) -> int:
    return 0 if owed(look, frame.side, look.position.battles) else 1


def _explain_owed(look: RhineLook, frame: Allocating, index: int) -> tuple[str, str]:
    due = owed(look, frame.side, look.position.battles)
    words = _duty_words(look, frame.side, look.game.board.nodes(due)[0])
    return "MAND.1", words.removesuffix(" (MAND.1)")


def _landings_made(look: RhineLook, frame: Allocating) -> int:
    return 0 if overdue(look, frame.side, look.position.battles) else 1


def _explain_landing(look: RhineLook, frame: Allocating, index: int) -> tuple[str, str]:
    again = overdue(look, frame.side, look.position.battles)
    names, hexes = unit_names(look.game, members(again)), _names(look, attackers.hexes_off(look, again))
    return "DD.7", f"{names} could not take {hexes} and must attack again from the sea"


def _always(look: RhineLook, frame: Allocating) -> int:
    return 1


def _allocated(game: Any, nodes: tuple[int, ...], units: tuple[int, ...], duty: bool) -> str:
    hexes = listed([hex_name(game, node) for node in nodes])
    words = "is" if len(units) == 1 else "are"
    return f"{unit_names(game, units)} {words} to attack {hexes}{', as another attack demands' if duty else ''}."


_ENEMY = Clause(
    "enemy", "SEQ.3", "there is neither an enemy unit nor an enemy fortress in {it} to attack", _enemy_there
)

FRAMES: tuple[type[Frame], ...] = (Allocating,)
STEPS: tuple[Any, ...] = (Allocation(),)
OFFERS: dict[str, Offer] = {
    "attack": Offer("attack", "SEQ.3", (_ENEMY, Clause("able", "SEQ.3", "", _attackable, _explain_attackable))),
    "also": Offer(
        "also",
        "MAND.1",
        (
            _ENEMY,
            Clause("new", "SEQ.3", "{it} is among the hexes of this attack already", _not_yet_in_it),
            Clause("shared", "SEQ.3", "", _shared, _explain_shared),
        ),
    ),
    "join attack": Offer("join", "ATT.1", joining.CLAUSES),
    "commit": Offer(
        "commit",
        "SEQ.3",
        (
            Clause("somebody", "SEQ.3", "an attack needs attackers: let units join it first", _somebody),
            Clause("factors", "ATT.3", "units without an attack factor do not attack by themselves", _with_factors),
            Clause("odds", "CRT.14", "", _odds_allowed, _explain_odds),
            Clause("duties", "MAND.1", "", _duties_can_be_met, _explain_duties),
        ),
    ),
    "cancel attack": Offer("cancel", "SEQ.3", (Clause("always", "SEQ.3", "", _always),)),
    "end allocation": Offer(
        "end",
        "SEQ.3",
        (
            Clause("duties", "MAND.1", "", _nothing_owed, _explain_owed),
            Clause("landings", "DD.7", "", _landings_made, _explain_landing),
        ),
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {"hexes": ("attack", "also"), "units": ("join",), "plain": ("commit", "cancel")}
SENTENCES: Mapping[str, Callable[..., str]] = {"attack allocated": _allocated}

__all__ = ["Allocating", "attacked_hexes", "case_of"]

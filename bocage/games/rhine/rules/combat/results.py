"""What the die brings: the result of a battle, turned for each defending unit and applied (facts of DE to AE).

A failed attack costs attackers, Disrupted or eliminated, of the attacker's choice (AD, AE).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.rules import HEXES, UNITS, WORD, About, Conditions, Frame, Question, Roll, Units, event, offer

from ..elimination import disrupt, eliminate
from ..look import Play, RhineLook, members
from ..position import ALLIED, OPERATIONAL, OTHER
from ..stacking import recover_all
from . import retreat
from .advance import Winning
from .attackers import at_sea
from .escape import barred_hexes
from .fight import AD, AE, DE, DR, DW, NOTHING, D, Fighting, fight_below, own_result, read_column
from .odds import halves, odds

if TYPE_CHECKING:
    from ...game import Rhine

_IN_HEX = {
    DE: "the defenders are eliminated",
    DR: "the defenders are routed",
    DW: "the defenders withdraw",
    D: "the defenders are Disrupted",
}
_MEANS = {DE: "elimination", D: "D", NOTHING: "no effect"}


def _said_die(game: Rhine, die: int, final: str, column: str, result: str) -> str:
    read = f" on {column}" if column == final else f" on {column} instead of {final}"
    return f"Die {die}{read}: {result}."


def _said_hex(game: Rhine, node: int, result: str, units: bool) -> str:
    words = _IN_HEX[result] if units else ("the fortress falls" if result in (DE, DR) else "the fortress holds")
    return f"{game.hex_name(node)}: {words} ({result})."


def _said_own(game: Rhine, node: int, printed: str, own: str, units: tuple[int, ...]) -> str:
    return f"{game.hex_name(node)}: {printed} means {_MEANS[own]} for {game.named(UNITS, units)}."


def _about_die(game: Rhine, die: int, final: str, column: str, result: str) -> About:
    return About("battle", rolls=[Roll(f"{column}: {result}", (die,), column, str(die))])


battle_die = event("battle die", "CRT.1", _said_die, about=_about_die)
hex_result = event("hex result", "DE.1", _said_hex, node=HEXES)
own_results = event("own result", "SS.3", _said_own, node=HEXES, printed=WORD, own=WORD, units=UNITS)


def throw(play: Play, frame: Fighting) -> None:
    """The die of a battle and its result. What asks a question is pushed: it comes hex by hex in the map's order."""
    frame = cast(play, frame)
    play.push(frame)
    if frame.result == AD:
        _disrupt_attackers(play, frame)
    elif frame.result == AE:
        _eliminate_attackers(play, frame)
    elif frame.result != NOTHING:
        look = play.look
        barred = barred_hexes(look, OTHER[frame.side], frame.origins)
        hit = {
            node: _hit(play, frame, node, frame.defenders & look.in_place(node, OTHER[frame.side]))
            for node in play.game.board.nodes(frame.targets)
        }
        # Last in, first out.
        for node, (routed, withdrawn, shocked) in reversed(hit.items()):
            if shocked:
                retreat.withdraw(play, shocked, node, barred, "D.2", "disrupted")
            if withdrawn:
                retreat.withdraw(play, withdrawn, node, barred, "DW.1", "")
            if routed:
                retreat.rout(play, frame, node, routed)


def cast(play: Play, frame: Fighting) -> Fighting:
    """Cast the die and read it, 6 being the best number for the attacker (CRT, ruling R1)."""
    game, look = play.game, play.look
    found = odds(look, frame.side, frame.targets, frame.attackers, supported=frame.supported)
    (die,) = play.roll()
    column = read_column(game, found, frame.pressed, die)
    printed = game.data.results[column][die - 1]
    battle_die(play, die, frame.column, column, printed, rule="PRESS.3" if frame.pressed else "CRT.1")
    # The battle as it stands when the die has fallen; retreats and advances read it later.
    return replace(
        frame,
        stage="advance",
        read=column,
        die=die,
        result=printed,
        origins=look.hexes_of(members(frame.attackers)),
        defenders=found.defenders,
        shaken=found.defenders & look.position.disrupted,
        strengths={game.board.labels[node]: total for node, total in found.strengths.items()},
        factors={game.unit_ids[unit]: factor for unit, factor in found.factors.items()},
    )


def _hit(play: Play, frame: Fighting, node: int, units: int) -> tuple[int, int, int]:
    """The result in one hex, where units may fare differently (SS.3, ABN.1, CITY.1, PZB.2).

    What comes back are those who still have to be moved, or may be: routed, withdrawn, or Disrupted unless they go.
    """
    groups: dict[str, int] = {}
    changed: dict[tuple[str, str], list[int]] = {}
    for unit in members(units):
        own, rule = own_result(play.game, unit, node, frame.result)
        groups[own] = groups.get(own, 0) | 1 << unit
        if rule:
            changed.setdefault((own, rule), []).append(unit)
    if not units or sum(map(len, changed.values())) < units.bit_count():
        hex_result(play, node, frame.result, bool(units), rule=f"{frame.result}.1")
    for (own, rule), those in changed.items():
        own_results(play, node, frame.result, own, tuple(those), rule=rule)
    for unit in members(groups.get(DE, 0)):
        eliminate(play, unit, "DE.1" if frame.result == DE else "PZB.2")
    routed, withdrawn, shocked = groups.get(DR, 0), groups.get(DW, 0), groups.get(D, 0)
    if frame.no_retreat:  # even a D Disrupts in place then (ruling R13)
        for unit in members(routed):
            eliminate(play, unit, "NR.1")
        for unit in members(withdrawn | shocked):
            disrupt(play, unit, "NR.1")
        return 0, 0, 0
    return routed, withdrawn, shocked


def advances(play: Play, frame: Fighting) -> None:
    """The defenders have gone where they go: the attackers may follow (ADV)."""
    play.push(replace(frame, stage="recover"))
    play.push(frame.turned(Winning))


def recoveries(play: Play, frame: Fighting) -> None:
    """Defenders who were Disrupted before and are not Disrupted anew recover (SEQ.5, SEQ.11); not in exploitation."""
    position = play.position
    if position.stage == OPERATIONAL:
        unhurt = sum(1 << unit for unit in members(frame.shaken & position.on_board) if _unhurt(play, frame, unit))
        recover_all(play, OTHER[frame.side], unhurt, "SEQ.5" if frame.side == ALLIED else "SEQ.11")
    # Whoever landed has no wave any more, and AD or AE leaves no landing unit: the rest must try again (DD.7, R99).
    position.stalled |= frame.attackers & at_sea(play.look, frame.side)
    position.trails = {}


def _unhurt(play: Play, frame: Fighting, unit: int) -> bool:
    """Has its own result left a unit Undisrupted? A withdrawal of one hex does (DW.1)."""
    trail = play.position.trails.get(play.game.unit_ids[unit], ())
    own, _ = own_result(play.game, unit, trail[0] if trail else play.position.units[unit].at, frame.result)
    if own in (NOTHING, AD, AE):
        return True
    return own in (DW, D) and len(trail) == play.game.rules.numbers["withdrawal_least"] + 1


# What a failed attack costs


def _disrupt_attackers(play: Play, frame: Fighting) -> None:
    """AD: every attacker is Disrupted, brigade groups and units landing from the sea are eliminated (AD.1)."""
    position, game = play.position, play.game
    for unit in members(frame.attackers):
        if position.units[unit].at < 0:
            eliminate(play, unit, "DD.6")
        elif game.brigades >> unit & 1:
            eliminate(play, unit, "PZB.1")
        else:
            disrupt(play, unit, "AD.1")


def _eliminate_attackers(play: Play, frame: Fighting) -> None:
    """AE: attackers worth the defence total are eliminated, of the attacker's choice (AE.1, ruling R8).

    Units landing from the sea are lost in any case (DD.6) and count towards that total.
    """
    need = 2 * sum(frame.strengths.values())
    factors = {unit: frame.factors[play.game.unit_ids[unit]] for unit in members(frame.attackers)}
    for unit in members(frame.attackers & ~play.position.on_board):
        need -= factors.pop(unit)
        eliminate(play, unit, "DD.6")
    if need <= 0 or not factors:
        return
    total, worth = sum(factors.values()), [unit for unit, factor in factors.items() if factor]
    if total < need:
        worth = list(factors)
    elif total - min(factors[unit] for unit in worth) >= need:
        play.push(Paying(frame.side, sum(1 << unit for unit in factors), need))
        return
    # Nobody with a factor can be left out.
    for unit in worth:
        eliminate(play, unit, "AE.1")


def extendable(chosen: Iterable[int], others: Iterable[int], need: int) -> bool:
    """Can a choice of factors be completed to one that reaches a total and from which nothing could be left out?

    A whole choice is such a one exactly if it reaches the total and would not without its smallest member.

    >>> extendable([2], [6, 6], 6), extendable([2], [2, 6], 4), extendable([6], [], 4)
    (False, True, True)
    """
    chosen, others = list(chosen), list(others)
    for least in sorted({*chosen, *others}):
        if not least or (chosen and least > min(chosen)):
            continue
        start = sum(chosen)
        pool = [factor for factor in others if factor >= least]
        if not chosen or least < min(chosen):
            # One of the others has to be the smallest member.
            start += least
            pool.remove(least)
        sums = 1 << start
        for factor in pool:
            sums |= sums << factor
        if sums >> need & ((1 << least) - 1):
            return True
    return False


class Paying(Frame, frozen=True):
    """The attacker chooses whom he loses."""

    side: str
    units: Units  # those among whom he may still choose
    need: int  # twice the factors that have to go in all
    chosen: Units = 0


class AttackersLost(Question[Paying]):
    """The attacker removes units until their factors reach the defence total, and none in vain (AE.1, ruling R8)."""

    name, rule = "attackers lost", "AE.1"

    def text(self, look: RhineLook, frame: Paying) -> str:
        factors = _factors(look, frame)
        gone = sum(factors[unit] for unit in members(frame.chosen))
        lost = f"; {halves(gone)} are gone" if gone else ""
        return f"The attack fails: choose attackers worth {halves(frame.need)} factors to be eliminated{lost}."

    @offer("lose", UNITS, "AE.1")
    def lose(self, look: RhineLook, frame: Paying) -> Conditions:
        left = look.game.named(UNITS, members(frame.units))
        yield frame.units, "AE.1", f"{{it}} is not one of the attackers of this battle that are left: {left}"
        vain = "with {it} gone, some unit would be eliminated that the defence factors do not demand"
        yield _none_in_vain(look, frame), "AE.1", vain

    @lose.does
    def _(self, play: Play, frame: Paying, unit: int) -> None:
        chosen = frame.chosen | 1 << unit
        factors = _factors(play.look, frame)
        if sum(factors[other] for other in members(chosen)) >= frame.need:
            play.pop()
        else:
            play.swap(Paying(frame.side, frame.units & ~(1 << unit), frame.need, chosen))
        eliminate(play, unit, "AE.1")


def _factors(look: RhineLook, frame: Paying) -> dict[int, int]:
    """Twice the factors of those who attacked; armour over a wide river pays with its halved ones (ruling R93)."""
    ids, fight = look.game.unit_ids, fight_below(look.position.frames)
    return {unit: fight.factors[ids[unit]] for unit in members(frame.units | frame.chosen)}


def _none_in_vain(look: RhineLook, frame: Paying) -> Units:
    """Those with whom the choice can still come out without anybody to spare."""
    factors = _factors(look, frame)
    chosen = [factors[unit] for unit in members(frame.chosen)]
    found = 0
    for unit in members(frame.units):
        others = [factors[other] for other in members(frame.units) if other != unit]
        if factors[unit] and extendable([*chosen, factors[unit]], others, frame.need):
            found |= 1 << unit
    return found

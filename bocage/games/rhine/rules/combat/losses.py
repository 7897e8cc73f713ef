"""What a failed attack costs: attackers Disrupted or eliminated, and the attacker's choice of them (AD, AE)."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.rules import UNITS, Conditions, Frame, Question, Units, offer

from ..elimination import disrupt, eliminate
from ..look import Play, RhineLook, members
from .fight import Fighting, fight_below
from .odds import halves


def disrupt_attackers(play: Play, frame: Fighting) -> None:
    """AD: every attacker is Disrupted, brigade groups and units landing from the sea are eliminated (AD.1)."""
    position, game = play.position, play.game
    for unit in members(frame.attackers):
        if position.units[unit].at < 0:
            eliminate(play, unit, "DD.6")
        elif game.brigades >> unit & 1:
            eliminate(play, unit, "PZB.1")
        else:
            disrupt(play, unit, "AD.1")


def eliminate_attackers(play: Play, frame: Fighting) -> None:
    """AE: attackers worth the defence total are eliminated, of the attacker's choice (AE.1, ruling R8).

    Units landing from the sea are lost in any case (DD.6) and count towards that total.
    """
    position, game = play.position, play.game
    need = 2 * sum(frame.strengths.values())
    left = 0
    for unit in members(frame.attackers):
        if position.units[unit].at < 0:
            need -= frame.factors[game.unit_ids[unit]]
            eliminate(play, unit, "DD.6")
        else:
            left |= 1 << unit
    if need <= 0 or not left:
        return
    factors = {unit: frame.factors[game.unit_ids[unit]] for unit in members(left)}
    worth = [unit for unit, factor in factors.items() if factor]
    total = sum(factors.values())
    if total < need:
        worth = list(factors)
    elif total - min(factors[unit] for unit in worth) >= need:
        play.push(Paying(frame.side, left, need))
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

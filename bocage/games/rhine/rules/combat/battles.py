"""The resolution of battles, step by step as the book has it (SEQ.5, SEQ.11).

A battle is a `Fighting` frame whose `stage` says what comes next. Every stage that needs an answer pushes a question
(orders.py) and leaves the frame below it with the stage that follows:

    reveal    face-down defenders are turned up, dummies leave; a battle without anything to fight lapses
    forts     the forts of Metz and Nancy may have been restored
    blitz     the German says whether Goering's Blitz supports it
    totals    the odds, for all to see; the attacker goes on or calls it off
    press     may be pressed by US, French and Germans
    stand     the defender may order No Retreat!
    die       the die and its result (results.py)
    advance   when all defenders have gone where they go
    recover   when all attackers have advanced
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Node
from bocage.engine.steps import Automatic, Clause, Offer, Question
from bocage.parts.stacks import members

from ..concealment.hidden import turn_up
from ..look import Play, RhineLook
from ..position import ALLIED, BRITISH, GERMAN, OTHER, Battle
from ..telling import hex_name
from . import orders, results, telling
from .fight import Fighting, case_of, may_press
from .odds import may_attack_by_supply, may_be_supported
from .orders import Deciding, Pressing, Standing, Supporting, call_off, lapse, reckoned

replace = msgspec.structs.replace


# Which battle comes next


class Resolving(Frame, frozen=True):
    """The battles of a combat phase are resolved, one after the other."""

    step: ClassVar[str] = "battles"
    side: str


class Battles(Automatic[Resolving]):
    """One battle after the other; if several could be next, the attacker is asked."""

    name = "battles"
    rule = "SEQ.5"

    def begin(self, play: Play, side: str) -> Resolving:
        return Resolving(side)

    def run(self, play: Play, frame: Resolving) -> None:
        if not play.position.battles:
            return
        play.push(frame)
        pending = due(play.game.look(play.position))
        if len(pending) == 1:
            # Nothing is to be chosen, however many hexes the battle is about.
            start(play, frame.side, pending[0])
        else:
            play.push(Choosing(frame.side))


class Choosing(Frame, frozen=True):
    """The attacker picks the next battle; `at` is its hex when several battles are about that hex."""

    step: ClassVar[str] = "next battle"
    side: str
    at: Node = -1


class NextBattle(Question[Choosing]):
    """British battles before American ones, otherwise in the attacker's order (NAT.5)."""

    name = "next battle"

    def case(self, look: RhineLook, frame: Choosing) -> str:
        return case_of(look.position, frame.side)

    def offer_of(self, look: RhineLook, frame: Choosing, verb: str) -> Offer:
        return super().offer_of(look, frame, verb)._replace(rule=self.case(look, frame))

    def offers_now(self, look: RhineLook, frame: Choosing) -> Sequence[Offer]:
        offers = look.game.rules.offers
        return [offers["resolve"] if frame.at < 0 else offers["resolve with"]]

    def text(self, look: RhineLook, frame: Choosing) -> str:
        if frame.at >= 0:
            place = hex_name(look.game, frame.at)
            return f"There are several battles for {place}: name an attacker of the one to be resolved first."
        return "Choose the battle to be resolved next, by a hex that is attacked."

    def answer(self, play: Play, frame: Choosing, action: Action) -> None:
        look = play.game.look(play.position)
        if frame.at < 0:
            about = [battle for battle in due(look) if battle.targets >> action.index & 1]
            if len(about) > 1:
                play.swap(Choosing(frame.side, action.index))
                return
        else:
            about = [battle for battle in due(look) if battle.attackers >> action.index & 1]
        play.pop()
        start(play, frame.side, about[0])


def due(look: RhineLook) -> list[Battle]:
    """The battles of which one is to be resolved next (NAT.5)."""
    pending = look.position.battles
    british = [battle for battle in pending if battle.attackers & look.game.nation_units[BRITISH]]
    return british or list(pending)


def start(play: Play, side: str, battle: Battle) -> None:
    """Begin to resolve an allocated battle."""
    position = play.position
    position.battles = tuple(other for other in position.battles if other.number != battle.number)
    position.trails = {}
    play.push(
        Fighting(
            side,
            battle.number,
            battle.targets,
            battle.attackers,
            duty=battle.duty,
            parents=tuple(battle.parents),
            children=tuple(battle.children),
        )
    )


def _targets(look: RhineLook, frame: Choosing) -> int:
    hexes = 0
    for battle in look.position.battles:
        hexes |= battle.targets
    return hexes


def _explain_target(look: RhineLook, frame: Choosing, node: int) -> tuple[str, str]:
    return case_of(look.position, frame.side), "no attack on {it} is waiting to be resolved"


def _british_first(look: RhineLook, frame: Choosing) -> int:
    hexes = 0
    for battle in due(look):
        hexes |= battle.targets
    return hexes


def _here(look: RhineLook, frame: Choosing) -> int:
    units = 0
    for battle in due(look):
        if battle.targets >> frame.at & 1:
            units |= battle.attackers
    return units


# One battle


class ResolveBattle(Automatic[Fighting]):
    """Takes a battle from one stage to the next."""

    name = "battle"
    rule = "SEQ.5"

    def run(self, play: Play, frame: Fighting) -> None:
        STAGES[frame.stage](play, frame)


def _reveal(play: Play, frame: Fighting) -> None:
    """Turn up the defenders; whoever can no longer attack stays out of it."""
    position = play.position
    turn_up(play, frame.targets, "R22")
    look: RhineLook = play.game.look(position)
    enemy = OTHER[frame.side]
    targets = frame.targets & (look.troops(enemy) | look.strongholds(enemy))
    if not targets:
        play.tell("battle lapsed", case_of(position, frame.side), tuple(play.game.board.nodes(frame.targets)))
        position.called_off = (*position.called_off, frame.number)
        lapse(play)
        return
    attackers = _still_able(play, look, frame)
    if not attackers:
        call_off(play, frame, "SUP.21")
        return
    now = replace(frame, targets=targets, attackers=attackers, stage="forts")
    defenders = look.units_in(targets, enemy) & play.game.troop_units
    nodes = tuple(play.game.board.nodes(targets))
    rule = case_of(position, frame.side)
    play.tell("battle", rule, frame.side, nodes, tuple(members(attackers)), tuple(members(defenders)))
    play.push(now)


def _still_able(play: Play, look: RhineLook, frame: Fighting) -> int:
    """Those who can attack when it comes to it: supply is judged at the moment of combat (SUP.18, SUP.21)."""
    position = play.position
    attackers = 0
    for unit in members(frame.attackers):
        if position.units[unit].at < 0 and play.game.unit_ids[unit] not in position.landing_at:
            continue  # it has left the map meanwhile
        if position.disrupted >> unit & 1:
            play.tell("stays out", "DIS.1", unit, "is Disrupted")
        elif not may_attack_by_supply(look, unit):
            play.tell("stays out", "SUP.21", unit, "has no supply any more")
        else:
            attackers |= 1 << unit
    return attackers


def fort_rolls(look: RhineLook, side: str, targets: int) -> int:
    """The fort cities among targets for which a die is cast right before the battle (METZ.1, METZ.2, ruling R38)."""
    if side != ALLIED or look.position.turn < look.game.rules.numbers["fort_first_turn"]:
        return 0
    return targets & look.game.fort_cities & look.controls(GERMAN) & ~look.position.forts_restored


def _forts(play: Play, frame: Fighting) -> None:
    """The forts of Metz or Nancy: on turn 5 the best number restores them, each turn one number more (METZ.2)."""
    position, game = play.position, play.game
    best = position.turn - play.rules.numbers["fort_first_turn"] + 1
    for node in game.board.nodes(fort_rolls(game.look(position), frame.side, frame.targets)):
        (die,) = play.roll()
        restored = die > 6 - best
        if restored:
            position.forts_restored |= 1 << node
        play.tell("fort die", "METZ.2", node, die, restored)
    play.push(replace(frame, stage="blitz"))


def _blitz(play: Play, frame: Fighting) -> None:
    play.push(replace(frame, stage="totals"))
    if may_be_supported(play.game.look(play.position), frame.side, frame.targets):
        play.push(Supporting(frame.side))


def _totals(play: Play, frame: Fighting) -> None:
    """The odds are reckoned for all to see; below 1:3 the attack is not allowed (CRT.14)."""
    found = reckoned(play.game.look(play.position), frame)
    shifts = tuple((shift.columns, shift.rule, shift.why) for shift in found.shifts)
    play.tell("odds", "CRT.1", found.attack, found.defence, found.basic, shifts, found.reached, found.shaken)
    if not found.final:
        call_off(play, frame, "CRT.14")
        return
    play.push(replace(frame, stage="press", column=found.final))
    play.push(Deciding(frame.side))


def _press(play: Play, frame: Fighting) -> None:
    play.push(replace(frame, stage="stand"))
    look = play.game.look(play.position)
    if may_press(play.game, frame.attackers, reckoned(look, frame)):
        play.push(Pressing(frame.side))


def _stand(play: Play, frame: Fighting) -> None:
    """No Retreat! is for units; a fortress without any has nobody to give it to."""
    look: RhineLook = play.game.look(play.position)
    enemy = OTHER[frame.side]
    play.push(replace(frame, stage="die"))
    if look.units_in(frame.targets, enemy) & play.game.troop_units:
        play.push(Standing(enemy))


STAGES: Mapping[str, Callable[[Play, Fighting], None]] = {
    "reveal": _reveal,
    "forts": _forts,
    "blitz": _blitz,
    "totals": _totals,
    "press": _press,
    "stand": _stand,
    "die": results.throw,
    "advance": results.advances,
    "recover": results.recoveries,
}


FRAMES: tuple[type[Frame], ...] = (Resolving, Choosing, Fighting, *orders.FRAMES)
STEPS: tuple[Any, ...] = (Battles(), NextBattle(), ResolveBattle(), *orders.STEPS)
OFFERS: dict[str, Offer] = {
    "resolve": Offer(
        "resolve",
        "SEQ.5",
        (
            Clause("allocated", "SEQ.5", "", _targets, _explain_target),
            Clause("british first", "NAT.5", "British attacks are resolved before American ones", _british_first),
        ),
    ),
    "resolve with": Offer(
        "with", "SEQ.5", (Clause("here", "SEQ.5", "{it} takes no part in the battles for this hex", _here),)
    ),
    **orders.OFFERS,
}
VERBS: Mapping[str, tuple[str, ...]] = {"hexes": ("resolve",), "units": ("with",), **orders.VERBS}
SENTENCES: Mapping[str, Callable[..., str]] = telling.SENTENCES

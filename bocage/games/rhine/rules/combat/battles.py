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
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.rules import (
    DIE,
    HEXES,
    SIDE,
    UNITS,
    WORD,
    Automatic,
    Conditions,
    Frame,
    HexSet,
    Node,
    OfSide,
    Question,
    event,
    offer,
)

from ..concealment.hidden import turn_up
from ..look import Play, RhineLook, members
from ..position import ALLIED, BRITISH, GERMAN, OTHER, Battle
from ..telling import capital
from . import results
from .duties import attacked_hexes
from .fight import Fighting, case_of, may_press
from .odds import may_attack_by_supply, may_be_supported, odds_words
from .orders import call_off, lapse, reckoned

if TYPE_CHECKING:
    from ...game import Rhine


def _said_battle(
    game: Rhine, side: str, nodes: Sequence[int], attackers: Sequence[int], defenders: Sequence[int]
) -> str:
    who, against = game.side_name(side), game.named(UNITS, defenders) if defenders else "the fortress alone"
    return f"{who} attack {game.named(HEXES, nodes)} with {game.named(UNITS, attackers)} against {against}."


def _said_forts(game: Rhine, node: int, die: int, restored: bool) -> str:
    return f"Die {die}: the forts of {game.hex_name(node)} are {'' if restored else 'not '}restored."


begun = event("battle", "SEQ.5", _said_battle, sort="battle", who=SIDE, nodes=HEXES, attackers=UNITS)
lapsed = event("battle lapsed", "SEQ.5", "Nothing is left to fight for at {nodes}: no attack is made.", nodes=HEXES)
stays_out = event("stays out", "SUP.21", "{unit} {why} and cannot attack.", unit=UNITS, why=WORD)
restored_forts = event("fort die", "METZ.2", _said_forts, sort="dice", side=GERMAN, roll="Forts", city=HEXES, die=DIE)
told_odds = event("odds", "CRT.1", lambda game, *data: f"{capital(odds_words(*data))}.")


# Which battle comes next


class Battles(Automatic[OfSide]):
    """One battle after the other; if several could be next, the attacker is asked."""

    name, rule = "battles", "SEQ.5"

    def run(self, play: Play, frame: OfSide) -> None:
        if not play.position.battles:
            return
        play.push(frame)
        pending = due(play.look)
        if len(pending) == 1:
            # Nothing is to be chosen, however many hexes the battle is about.
            start(play, frame.side, pending[0])
        else:
            play.push(Choosing(frame.side))


class Choosing(Frame, frozen=True):
    """The attacker picks the next battle; `at` is its hex when several battles are about that hex (ruling R102)."""

    side: str
    at: Node = -1


def _case(look: RhineLook, frame: Choosing) -> str:
    return case_of(look.position, frame.side)


class NextBattle(Question[Choosing]):
    """British battles before American ones, otherwise in the attacker's order (NAT.5)."""

    name, points_at = "next battle", "at"

    def case(self, look: RhineLook, frame: Choosing) -> str:
        return _case(look, frame)

    def text(self, look: RhineLook, frame: Choosing) -> str:
        if frame.at >= 0:
            place = look.game.hex_name(frame.at)
            return f"There are several battles for {place}: name an attacker of the one to be resolved first."
        return "Choose the battle to be resolved next, by a hex that is attacked."

    @offer("resolve", HEXES, _case, when=lambda look, frame: frame.at < 0)
    def resolve(self, look: RhineLook, frame: Choosing) -> Conditions:
        waiting = attacked_hexes(look.position.battles)
        yield waiting, _case(look, frame), "no attack on {it} is waiting to be resolved"
        yield attacked_hexes(due(look)), "NAT.5", "British attacks are resolved before American ones"

    @resolve.does
    def _(self, play: Play, frame: Choosing, node: int) -> None:
        about = [battle for battle in due(play.look) if battle.targets >> node & 1]
        if len(about) > 1:
            play.swap(Choosing(frame.side, node))
        else:
            play.pop()
            start(play, frame.side, about[0])

    @offer("with", UNITS, _case, when=lambda look, frame: frame.at >= 0)
    def resolve_with(self, look: RhineLook, frame: Choosing) -> Conditions:
        units = 0
        for battle in due(look):
            if battle.targets >> frame.at & 1:
                units |= battle.attackers
        yield units, "SEQ.5", "{it} takes no part in the battles for this hex"

    @resolve_with.does
    def _(self, play: Play, frame: Choosing, unit: int) -> None:
        play.pop()
        start(play, frame.side, next(battle for battle in due(play.look) if battle.attackers >> unit & 1))


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


# One battle


class ResolveBattle(Automatic[Fighting]):
    """Takes a battle from one stage to the next."""

    name, rule = "battle", "SEQ.5"

    def run(self, play: Play, frame: Fighting) -> None:
        STAGES[frame.stage](play, frame)


def _reveal(play: Play, frame: Fighting) -> None:
    """Turn up the defenders (ruling R22); whoever can no longer attack stays out of it."""
    position, board = play.position, play.game.board
    turn_up(play, frame.targets, "R22")
    look, enemy, rule = play.look, OTHER[frame.side], case_of(position, frame.side)
    targets = frame.targets & (look.troops(enemy) | look.strongholds(enemy))
    if not targets:
        lapsed(play, tuple(board.nodes(frame.targets)), rule=rule)
        position.called_off = (*position.called_off, frame.number)
        lapse(play)
        return
    attackers = _still_able(play, frame)
    if not attackers:
        call_off(play, frame, "SUP.21")
        return
    defenders = look.units_in(targets, enemy) & play.game.troop_units
    nodes = tuple(board.nodes(targets))
    begun(play, frame.side, nodes, tuple(members(attackers)), tuple(members(defenders)), rule=rule)
    play.push(replace(frame, targets=targets, attackers=attackers, stage="forts"))


def _still_able(play: Play, frame: Fighting) -> int:
    """Those who can attack when it comes to it: supply is judged at the moment of combat (SUP.18, SUP.21, R92)."""
    position, look, attackers = play.position, play.look, 0
    for unit in members(frame.attackers):
        if position.units[unit].at < 0 and play.game.unit_ids[unit] not in position.landing_at:
            continue  # it has left the map meanwhile
        if position.disrupted >> unit & 1:
            stays_out(play, unit, "is Disrupted", rule="DIS.1")
        elif not may_attack_by_supply(look, unit):
            stays_out(play, unit, "has no supply any more")
        else:
            attackers |= 1 << unit
    return attackers


def fort_rolls(look: RhineLook, side: str, targets: HexSet) -> HexSet:
    """The fort cities among targets for which a die is cast right before the battle (METZ.1, METZ.2, ruling R38)."""
    if side != ALLIED or look.position.turn < look.game.rules.numbers["fort_first_turn"]:
        return 0
    return targets & look.game.fort_cities & look.controls(GERMAN) & ~look.position.forts_restored


def _forts(play: Play, frame: Fighting) -> None:
    """The forts of Metz or Nancy: on turn 5 the best number restores them, each turn one number more (METZ.2)."""
    position, game = play.position, play.game
    best = position.turn - game.rules.numbers["fort_first_turn"] + 1
    for node in game.board.nodes(fort_rolls(play.look, frame.side, frame.targets)):
        (die,) = play.roll()
        restored = die > 6 - best
        if restored:
            position.forts_restored |= 1 << node
        restored_forts(play, node, die, restored)
    play.push(replace(frame, stage="blitz"))


def _blitz(play: Play, frame: Fighting) -> None:
    play.push(replace(frame, stage="totals"))
    if may_be_supported(play.look, frame.side, frame.targets):
        play.start("blitz support", frame.side)


def _totals(play: Play, frame: Fighting) -> None:
    """The odds are reckoned for all to see; below 1:3 the attack is not allowed (CRT.14)."""
    found = reckoned(play.look, frame)
    told_odds(
        play, found.attack, found.defence, found.basic, tuple(tuple(shift) for shift in found.shifts), found.reached,
        found.shaken,
    )  # fmt: skip
    if not found.final:
        call_off(play, frame, "CRT.14")
        return
    play.push(replace(frame, stage="press", column=found.final))
    play.start("attack or call off", frame.side)


def _press(play: Play, frame: Fighting) -> None:
    play.push(replace(frame, stage="stand"))
    if may_press(play.game, frame.attackers, reckoned(play.look, frame)):
        play.start("pressed attack", frame.side)


def _stand(play: Play, frame: Fighting) -> None:
    """No Retreat! is for units; a fortress without any has nobody to give it to."""
    enemy = OTHER[frame.side]
    play.push(replace(frame, stage="die"))
    if play.look.units_in(frame.targets, enemy) & play.game.troop_units:
        play.start("no retreat", enemy)


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

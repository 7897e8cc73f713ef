"""The odds before one commits: the exact chances of an attack, each shift with its case."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from bocage.engine.dice import Dice, every_outcome
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.play import Play
from bocage.games.roundup.battle import Battle, final_column, reckon
from bocage.games.roundup.combat import Combat, Fighting
from bocage.games.roundup.losses import members
from bocage.games.roundup.position import OTHER, RoundupPosition
from bocage.parts.odds import Shift, odds_text

if TYPE_CHECKING:
    from bocage.games.roundup.game import Roundup

MEANING = {
    "ASR": "attacker loses a step and retreats",
    "AS": "attacker loses a step",
    "SM": "stalemate",
    "EX": "each side loses a step",
    "DR": "defender retreats",
    "DS": "defender loses a step",
    "DSR": "defender loses a step and retreats",
}


class Forecast(NamedTuple):
    """What an attack would bring."""

    attack: int
    defence: int
    odds: str
    shifts: tuple[Shift, ...]
    final_odds: str
    column: str
    chances: dict[str, Fraction]
    out_of_supply: tuple[str, ...]


def forecast(
    game: Roundup,
    position: RoundupPosition,
    side: str,
    target: str | None = None,
    attackers: Sequence[str] | None = None,
    bombers: bool = False,
) -> Forecast:
    """The chances of a declared attack, or of a possible one on `target` by `attackers`."""
    look = game.look(position)
    node, units = _attack(game, position, side, target, attackers)
    if not look.held(OTHER[side]) >> node & 1:
        raise Refusal("11.0", f"there is no enemy in {game.board.labels[node]} to attack")
    for unit in members(units):
        if game.cards[unit].side != side or position.units[unit].at not in game.board.neighbours[node]:
            raise Refusal("11.0", f"{game.unit_ids[unit]} is not next to {game.board.labels[node]}")
    battle = reckon(look, side, node, units)
    combat = Combat()

    def run(dice: Dice) -> str:
        copy = position.copy()
        copy.rolls = copy.epoch = 0
        frame = Fighting(side, node, units)
        copy.frames = [*copy.frames, frame]
        play = Play(game, copy, dice)
        combat.fight(play, frame, bombers)
        return str(next(event for event in play.events if event.kind == "battle").data[-1])

    chances = every_outcome(run)
    return _told(game, battle, {result: chances[result] for result in MEANING if result in chances})


def _attack(
    game: Roundup, position: RoundupPosition, side: str, target: str | None, attackers: Sequence[str] | None
) -> tuple[int, int]:
    top = position.frames[-1] if position.frames else None
    declared = top if isinstance(top, Fighting) and top.side == side else None
    if target is None:
        if declared is None or declared.target < 0 or not declared.attackers:
            raise BadInput("no attack is declared; name a target hex and the attacking units")
        return declared.target, declared.attackers
    if target not in game.board.index:
        raise BadInput(f"there is no hex {target!r} on this board")
    node = game.board.index[target]
    if attackers is None:
        attackers = [
            game.unit_ids[unit]
            for near in game.board.neighbours[node]
            for unit in position.stacks.get(near, ())
            if game.cards[unit].side == side
        ]
    units = 0
    for name in attackers:
        if name not in game.unit_numbers:
            raise BadInput(f"there is no unit {name!r} in this game")
        units |= 1 << game.unit_numbers[name]
    if not units:
        raise Refusal("11.0", f"no unit of yours is next to {target}")
    return node, units


def _told(game: Roundup, battle: Battle, chances: dict[str, Fraction]) -> Forecast:
    hungry = [factor.unit for factor in (*battle.attackers, *battle.defenders) if not factor.supplied]
    return Forecast(
        battle.attack,
        battle.defence,
        battle.odds,
        battle.shifts,
        odds_text(battle.final),
        final_column(game.look(RoundupPosition(turn=1, units=[])), battle),
        chances,
        tuple(game.unit_ids[unit] for unit in hungry),
    )

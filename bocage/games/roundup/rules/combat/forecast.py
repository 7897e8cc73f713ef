"""The odds before one commits: the exact chances of an attack, each shift with its case."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from bocage.parts.combat.forecast import check_side, hex_named, in_order, outcomes, refuse, units_named
from bocage.parts.combat.odds import Shift, odds_text
from bocage.parts.stacks import members
from bocage.rules import BadInput

from ..look import Play, RoundupLook
from ..position import RoundupPosition
from .attacks import Combat, Fighting
from .odds import final_column, reckon
from .results import MEANING

if TYPE_CHECKING:
    from ...game import Roundup

COMBAT = Combat()


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
    check_side(game, side)
    look = game.look(position)
    node, units = _attack(look, side, target, attackers)
    attack = Fighting(side, node, units)
    _check(look, attack, bombers)

    def run(play: Play) -> str:
        COMBAT.fight(play, attack, bombers)
        return str(next(event for event in play.events if event.kind == "battle").data[-1])

    chances = outcomes(game, position, [*position.frames, attack], run)
    battle = reckon(look, side, node, units)
    hungry = [factor.unit for factor in (*battle.attackers, *battle.defenders) if not factor.supplied]
    return Forecast(
        battle.attack,
        battle.defence,
        battle.odds,
        battle.shifts,
        odds_text(battle.final),
        final_column(look, battle),
        in_order(chances, MEANING),
        tuple(game.unit_ids[unit] for unit in hungry),
    )


def _attack(look: RoundupLook, side: str, target: str | None, attackers: Sequence[str] | None) -> tuple[int, int]:
    """The node and the units meant: what is declared, unless others are named."""
    game, frames = look.game, look.position.frames
    top = frames[-1] if frames else None
    declared = top if isinstance(top, Fighting) and top.side == side and top.target >= 0 else None
    if target is None:
        if declared is None or not (declared.attackers or attackers):
            raise BadInput("no attack is declared; name a target hex and the attacking units")
        node, units = declared.target, declared.attackers
    else:
        node = hex_named(game, target)
        units = able(look, side, node)
    return node, units if attackers is None else units_named(game, attackers)


def able(look: RoundupLook, side: str, node: int) -> int:
    """Every unit that may join an attack on a hex."""
    return COMBAT.join.allowed(COMBAT, look, Fighting(side, node))


def _check(look: RoundupLook, attack: Fighting, bombers: bool) -> None:
    """Refuse what could not be declared, with the reason that the combat phase would give."""
    game = look.game
    label = game.board.labels[attack.target]
    empty = Fighting(attack.side, attack.target)
    reasons = [
        COMBAT.attack.against(COMBAT, look, empty, attack.target, label),
        COMBAT.roll.against(COMBAT, look, attack, 0, label),
        *(COMBAT.join.against(COMBAT, look, empty, unit, game.unit_ids[unit]) for unit in members(attack.attackers)),
    ]
    if bombers:
        # Before the combat phase the order of the phases may still be open.
        top = look.position.frames[-1] if look.position.frames else None
        planning = not (isinstance(top, Fighting) and top.side == attack.side)
        reasons.append(COMBAT.bombers.against(COMBAT, look, attack, 0, "bombers", planning=planning))
    refuse(*reasons)

"""The odds before one commits: the attack is fought on a copy, once for each face of the die."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from bocage.parts.combat import forecast as parts
from bocage.parts.stacks import members
from bocage.rules import BadInput, Refusal, Units

from .combat import MEANINGS, Fighting, fight
from .look import BrookLook
from .position import OTHER, BrookPosition

if TYPE_CHECKING:
    from ..game import Brook


class Forecast(NamedTuple):
    """An attack before the die: both strengths and the exact chances."""

    target: str
    attackers: tuple[str, ...]
    attack: int
    defence: int
    covered: bool
    chances: dict[str, Fraction]


def forecast(
    game: Brook, position: BrookPosition, side: str, target: str | None = None, attackers: Sequence[str] | None = None
) -> Forecast:
    """The chances of the attack that is declared, or of a possible one by these units or by all that can."""
    parts.check_side(game, side)
    look = game.look(position)
    node, units = _declared(look) if target is None else _possible(look, side, target, attackers or ())
    chances = parts.outcomes(game, position, (), lambda play: fight(play, node, units))
    (defender,) = look.stack(node)
    return Forecast(
        game.board.labels[node],
        tuple(game.unit_ids[unit] for unit in members(units)),
        sum(look.attack(unit) for unit in members(units)),
        look.defence(defender),
        bool(game.data.cover >> node & 1),
        parts.in_order(chances, MEANINGS),
    )


def _declared(look: BrookLook) -> tuple[int, Units]:
    frame = look.position.frames[-1] if look.position.frames else None
    if not isinstance(frame, Fighting) or not frame.attackers:
        raise BadInput("no attack is declared")
    return frame.target, frame.attackers


def _possible(look: BrookLook, side: str, target: str, attackers: Sequence[str]) -> tuple[int, Units]:
    enemies = parts.hexes_named(look.game, target) & look.occupied(OTHER[side])
    if not enemies:
        raise Refusal("3.0", f"there is no enemy in {target}")
    (node,) = look.game.board.nodes(enemies)
    able, units = look.able(side, node), parts.units_named(look.game, attackers)
    if units & ~able:
        raise Refusal("3.1", "not all of these units can join that attack")
    if not able:
        raise Refusal("3.0", f"nobody can attack {target} now")
    return node, units or able

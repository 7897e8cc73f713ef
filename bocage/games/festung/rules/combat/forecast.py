"""The odds before one commits: factors, every shift and modifier with its case, and the exact chance of each result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.parts.combat.forecast import check_side, hex_named, outcomes, units_named
from bocage.rules import BadInput, Refusal, Units

from ..look import FestungLook, Play, members
from ..position import FestungPosition
from ..supply import tracing
from . import attacks
from .battle import NATIONALITIES, Fight, may_combine
from .fight import Battling, roll
from .odds import Battle as Forecast
from .odds import reckon

if TYPE_CHECKING:
    from ...game import Festung

__all__ = ["Forecast", "forecast"]


def forecast(
    game: Festung, position: FestungPosition, side: str, target: str | None = None,
    attackers: Sequence[str] | None = None, air: Sequence[str] = (), cards: Sequence[str] = (), landing: str = "",
) -> Forecast:  # fmt: skip
    """The chances of the combat that goes on, or of a possible one by those who are named, or by all who can.

    With `air` and `cards` a possible one has these aircraft and Combat Cards.
    """
    check_side(game, side)
    look = game.look(position)
    if target is not None and not (position.full | position.limited) & game.side_units[side]:
        position = position.copy()  # supply as it would be if an operation began now (ruling R70)
        position.full, position.limited = tracing.graded(look, side)
        look = game.look(position)
    fight = _going_on(look, attackers) if target is None else _possible(look, side, target, attackers, landing)
    used = sum(1 << game.card_numbers[card] for card in cards)
    fight = fight.turned(Battling, air=(*fight.air, *air), used=fight.used | used)

    def run(play: Play) -> str:
        roll(play, fight)
        *_, lost, inflicted = next(event for event in play.events if event.kind == "battle").data
        return f"{lost}/{inflicted}"

    chances = outcomes(game, position, [*position.frames, fight], run)
    return reckon(look, fight)._replace(chances=dict(sorted(chances.items(), key=lambda item: _order(item[0]))))


def _order(result: str) -> tuple[int, int]:
    lost, _, inflicted = result.partition("/")
    return -int(lost), int(inflicted)


def _going_on(look: FestungLook, names: Sequence[str] | None) -> Fight:
    """The combat that is put together or fought now, which both sides can see."""
    frames = look.position.frames
    top = frames[-1] if frames else None
    if not isinstance(top, Fight) or top.target < 0 or not (top.attackers or names):
        raise BadInput("no combat is going on; name a target hex and attacking units")
    return top if names is None else _with(look, top, units_named(look.game, names))


def _possible(look: FestungLook, side: str, target: str, names: Sequence[str] | None, landing: str) -> Fight:
    """An attack that could be made now, or by units that are named, once they were activated."""
    game = look.game
    node, beach = hex_named(game, target), hex_named(game, landing) if landing else -1
    enemies = look.in_place(node) & ~game.side_units[side]
    if not enemies or not game.board.hexes >> node & 1:
        raise Refusal("9.12", f"there is nobody to attack in {game.hex_name(node)}")
    fight = Fight(side, node, landing=beach)
    if names is not None:
        return _with(look, fight, units_named(game, names))
    units = attacks.able(look, side, beach, node)
    if not units:
        raise Refusal("9.1", f"nobody can attack {game.hex_name(node)} now")
    return fight.turned(Fight, attackers=_together(look, side, units))


def _with(look: FestungLook, fight: Fight, units: Units) -> Fight:
    """The attack with these units, as far as they could make it."""
    beside = look.units_in(look.game.data.open_sides.step(1 << fight.target), fight.side)
    for unit in members(units & ~beside):
        raise Refusal("9.12", f"{look.game.unit_name(unit)} is not next to the hex under attack")
    for unit in members(units & attacks.barred(look, fight.side, fight.target)):
        raise Refusal("6.26", f"{look.game.unit_name(unit)} may not attack a Beach Head in France before Rommel")
    if not may_combine(look, fight.side, units):
        raise Refusal("9.17", "no attacking hex holds both nationalities")
    return fight.turned(type(fight), attackers=units)


def _together(look: FestungLook, side: str, units: Units) -> Units:
    """All of some units if they may attack together, else the stronger nationality."""
    if may_combine(look, side, units):
        return units
    parties = [units & look.game.groups[group] for group in NATIONALITIES[side]]
    return max(parties, key=lambda party: sum(look.attack(unit) for unit in members(party)))

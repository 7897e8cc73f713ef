"""The odds before one commits: factors, every shift and modifier with its case, and the exact chance of each result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.parts.combat.forecast import check_side, hexes_named, in_order, outcomes, refuse, units_named
from bocage.rules import BadInput, HexSet, Refusal, Units, refusal

from ...data.tables import RESULTS
from ..look import Fortress, FortressLook, Play, members
from ..position import FortressPosition
from . import attackers as who
from .fight import resolve
from .making import Fighting, reckoned
from .odds import Battle as Forecast
from .odds import legal, names

__all__ = ["Forecast", "forecast"]
Named = str | Sequence[str] | None


def forecast(
    game: Fortress, position: FortressPosition, side: str, target: Named = None, attackers: Sequence[str] | None = None,
    **more: Any,
) -> Forecast:  # fmt: skip
    """The chances of the attack that is being made, or of a possible one by those who are named, or by all who can.

    With `support`, `carpet` and `declared` the possible one is made as the frame of an attack has them.
    """
    check_side(game, side)
    look = game.look(position)
    fight = _fight(look, side, target, attackers)
    if target is not None:
        fight = fight.turned(Fighting, **more)
    if not legal(look, fight.targets, fight.attackers | fight.ships):
        raise Refusal("14.10", "the odds are worse than 1-6, which is no legal attack")
    battle, known = reckoned(look, fight), names(game)
    if known.index(battle.declared) > known.index(battle.odds):
        raise Refusal("15.8", f"the odds are {battle.odds}, and only lower ones can be declared")

    def run(play: Play) -> str:
        resolve(play, fight, reckoned(play.look, fight))
        return str(next(event for event in play.events if event.kind == "battle").data[-1])

    chances = outcomes(game, position, [*position.frames, fight], run)
    return battle._replace(chances=in_order(chances, RESULTS))


def _fight(look: FortressLook, side: str, target: Named, names: Sequence[str] | None) -> Fighting:
    """The attack that is meant; what could not be declared is refused with the referee's reason."""
    game, frames = look.game, look.position.frames
    top = frames[-1] if frames else None
    if target is None:
        if not isinstance(top, Fighting) or top.side != side or not top.targets or not (top.attackers or names):
            raise BadInput("no attack is being made; name target hexes and attacking units")
        return top if names is None else _with(look, top, units_named(game, names))
    hexes = hexes_named(game, target)
    if not hexes:
        raise BadInput("name at least one target hex")
    for node in game.board.nodes(hexes & ~who.targets(look, side)):
        raise Refusal("14.2", f"there is nobody to attack in {game.board.labels[node]}")
    units = units_named(game, names) if names is not None else _all_able(look, side, hexes)
    return _with(look, Fighting(side, targets=hexes), units)


def _with(look: FortressLook, fight: Fighting, units: Units) -> Fighting:
    """The attack with these units, ships among them."""
    land = units & ~look.game.ships
    for unit in members(land):
        refuse(refusal(who.able_to_attack(look, fight.side, fight.targets), unit, look.game.unit_ids[unit]))
    if land & ~who.companions(look, fight.side, land):
        raise Refusal("6.2", "different nationalities do not attack together")
    return fight.turned(Fighting, attackers=land, ships=units & look.game.ships)


def _all_able(look: FortressLook, side: str, hexes: HexSet) -> Units:
    """All who could attack some hexes; of the strongest nationality where several could."""
    units = who.able_against(look, side, hexes)
    groups = [units & party for party in who.parties(look, side)]
    if not any(groups):
        raise Refusal("14.6.C", f"nobody can attack {look.hex_names(hexes)} now")
    return max(groups, key=lambda group: sum(look.strength(unit) for unit in members(group)))

"""Aircraft in an attack (9.241): carpet bombing by SAC (14.22) and ground support by TAC (14.31)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bocage.rules import Conditions, HexSet, provided, pure

from .. import tracks
from ..look import FestungLook, Play
from ..position import ALLIED, CARPET, GROUND_SUPPORT
from .battle import Fight, origins

if TYPE_CHECKING:
    from ...game import Festung

GROUP = {"US": "US", "UK": "BR"}  # whose units a marker supports (14.3)


def _markers(look: FestungLook, names: Iterable[str]) -> int:
    order = list(look.game.data.air)
    return sum(1 << order.index(name) for name in names)


def _flying(look: FestungLook, fight: Fight) -> Conditions:
    yield provided(fight.side == ALLIED), "9.241", "only the Allies have aircraft"
    yield provided(not look.on("no_allied_air")), "6.62", "the weather keeps aircraft on the ground in this round"


def carpet(look: FestungLook, fight: Fight) -> Conditions:
    """Bombers that can lay a carpet for this attack: one in a round, each once in a turn, by itself (14.22)."""
    position = look.position
    yield from _flying(look, fight)
    assigned = [marker for marker, mission in position.bombers.items() if mission == CARPET]
    yield _markers(look, assigned), "14.22", "{it} has not been given to carpet bombing"
    yield ~_markers(look, position.carpets_spent), "14.22", "{it} has flown in this turn"
    flown = any(marker in position.bombers for marker in position.air_used)
    yield provided(not flown), "14.22", "one Carpet Bombing may be made in an action round"
    yield provided(not fight.air), "14.22", "a Carpet Bombing comes alone: no other aircraft support the attack"


def support(look: FestungLook, fight: Fight) -> Conditions:
    """Fighter-bombers that can support this attack: one of each nationality that attacks, in range (14.3, 14.31)."""
    position, air, numbers = look.position, look.game.data.air, look.game.rules.numbers
    rules, flying = look.game.rules, fight.air
    yield from _flying(look, fight)
    assigned = [marker for marker, duty in position.fighters.items() if duty == GROUND_SUPPORT]
    yield _markers(look, assigned), "14.31", "{it} has not been given to ground support"
    yield ~_markers(look, position.air_used), "14.31", "{it} has supported an attack in this round"
    yield ~_markers(look, flying), "14.31", "{it} supports this attack already"
    alone = not any(marker in position.bombers for marker in flying)
    yield provided(alone), "14.31", "ground support does not go together with Carpet Bombing"
    if look.turn().winter and rules.winter_skies:
        yield provided(len(flying) < numbers["winter_supports"]), "19.38", "in winter one marker supports an attack"
    most = numbers["supports_with_option" if rules.triple_support else "supports"]
    yield provided(len(flying) < most), "14.3", f"at most {most} markers support one attack"
    same = _markers(look, [marker for marker in air if air[marker].nation in {air[other].nation for other in flying}])
    if not rules.triple_support:
        yield ~same, "14.3", "one marker of each nationality"
    present = [marker for marker in position.fighters if look.game.groups[GROUP[air[marker].nation]] & fight.attackers]
    yield _markers(look, present), "14.3", "no unit of its nationality attacks"
    if flying and fight.attackers.bit_count() == 1:
        yield same, "14.3", "one airborne unit acts as one nationality, so one more unit must attack"  # ruling R115
    near = origins(look, fight.attackers) & within_support(look.game, look.position.airfields)
    yield provided(bool(near)), "14.31", "no attacking hex is in range of an Airfield, nor beside a Reserve box"


@pure(64)
def within_support(game: Festung, airfields: tuple[int, ...]) -> HexSet:
    """Hexes where ground support can be placed: near an Airfield, or beside a Reserve box (14.31, R31, R32)."""
    sides, hexes = game.data.open_sides, game.board.hexes & ~game.absent_beaches
    found = sides.step(game.data.box_sides[ALLIED]) & hexes
    near = sum(1 << node for node in set(airfields)) & hexes
    for _ in range(game.rules.numbers["support_range"]):
        near |= sides.step(near) & hexes
    return found | near


def fly(play: Play, fight: Fight) -> None:
    """The aircraft of an attack are used, whatever comes of it (14.22, 14.31, ruling R111)."""
    position, rules = play.position, play.game.rules
    position.air_used = (*position.air_used, *fight.air)
    carpets = tuple(marker for marker in fight.air if marker in position.bombers)
    if not carpets:
        return
    position.carpets_spent = (*position.carpets_spent, *carpets)
    if rules.abbey and not position.abbey_bombed and play.game.cassino >> fight.target & 1:
        position.abbey_bombed = True
        tracks.change_vp(play, rules.numbers["abbey_vp"], "19.36")

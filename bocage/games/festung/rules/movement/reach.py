"""How far units get (8.2, 8.3, 8.43): one point a hex, boxes beside their hexes, enemy zones that stop them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.hexes import Costs, Reach
from bocage.parts.walk import Walk
from bocage.rules import HexSet, once, pure

from ..look import FestungLook
from ..position import ALLIED, OTHER

if TYPE_CHECKING:
    from ...game import Festung


@pure(64)
def costs(game: Festung, lost: HexSet = 0) -> Costs:
    """Every hex costs a point (8.21); no way leads out of a box to Beach Heads that the enemy holds (8.32, 8.33)."""
    board, shut = game.board, game.data.sides["prohibited"]
    if lost:
        pairs = [(box, beach) for box in board.nodes(board.all & ~board.hexes) for beach in board.nodes(lost)]
        ways = [pair for pair in pairs if board.around[pair[0]] >> pair[1] & 1]
        shut |= board.edges(ways, one_way=True)
    return Costs(board, {1: board.all}, (), shut)


def lost_beaches(look: FestungLook) -> HexSet:
    """Beach Heads with an invasion marker that the Axis has taken: they are entered from land, not from a box."""
    return look.position.marked & ~look.position.allied_control


def link_closed(look: FestungLook) -> HexSet:
    """The United Kingdom box, while a Roundup game knows no movement between it and Beach Heads (8.32)."""
    early = look.position.turn < look.game.rules.numbers["roundup_sea_turn"]
    return 1 << look.game.data.boxes["UK"] if early and look.roundup_game() else 0


def unsafe_marks(look: FestungLook, side: str) -> HexSet:
    """Attack-marked hexes in enemy zones: a unit without armour would have to stop where it may not (ruling R103)."""
    return look.position.attack_marks & look.enemy_zone(side)


@once
def walk_of(look: FestungLook, unit: int, at: int, spent: int) -> Walk:
    """The movement of a unit from a hex or box, when it has spent some points."""
    game, side = look.game, look.counter(unit).side
    zone = look.enemy_zone(side)
    ways = look.enterable(look.kind(unit)) & ~look.occupied(OTHER[side])
    if not game.mechanized >> unit & 1:
        ways &= ~unsafe_marks(look, side)
    if side == ALLIED:
        shut = link_closed(look)
        ways = 0 if shut >> at & 1 else ways & ~shut
    # Nobody goes from one enemy zone straight into another, whoever enters one stops (8.43).
    first = ~zone if zone >> at & 1 else None
    lost = lost_beaches(look) if side == ALLIED else 0
    return Walk(costs(game, lost), at, look.pace(unit), ways, zone, first, spent=spent)


def can_leave(look: FestungLook, unit: int) -> bool:
    """Is any hex or box beside a unit open to it?"""
    at = look.position.units[unit].at
    walk = walk_of(look, unit, at, 0)
    first = look.game.data.open_sides.step(1 << at) & walk.open
    return bool(first if walk.first is None else first & walk.first)


@once
def reached(look: FestungLook, unit: int, at: int, spent: int) -> Reach:
    """What the movement of a unit reaches."""
    return walked(look.game, walk_of(look, unit, at, spent))


@pure(1024)
def walked(game: Festung, walk: Walk) -> Reach:
    """Where a walk leads: much the same walks are asked about from one question to the next."""
    return walk.reach()


def goals(look: FestungLook, unit: int, at: int, spent: int) -> HexSet:
    """Where a unit may end a leg: without armour not in a hex with an Attack marker (8.36)."""
    found = reached(look, unit, at, spent).all
    return found if look.game.mechanized >> unit & 1 else found & ~look.position.attack_marks

"""The suggested German set-up: `suggested_setup.csv`, fitted to what the player has placed already."""

from __future__ import annotations

from bocage.rules import met

from ...data import tables
from ..look import FortressLook, Play, members
from ..position import HAND
from . import boxes, hiding
from .boxes import FREE
from .places import set_up, suited, with_room


def follow(play: Play) -> tuple[int, ...]:
    """Set up whoever is in hand as suggested, or as near to it as there is room.

    If what the player has done leaves no place for somebody, everybody is set up as suggested.
    """
    if not _place_all(play):
        for unit in members(boxes.starters(play.game)):
            play.take_off(unit, HAND)
        assert _place_all(play), "the suggested set-up can be followed from the beginning"
    _hide(play)
    return tuple(members(boxes.starters(play.game)))


def _place_all(play: Play) -> bool:
    game, position = play.game, play.position
    for row in game.data.tables[tables.SUGGESTED_SETUP]:
        unit = game.unit_numbers[row.unit]
        if position.units[unit].at != HAND:
            continue
        found = _spot(play.look, unit, game.board.index[row.hex])
        if found is None:
            return False
        set_up(play, unit, *found)
        if row.state == "hidden" and met(hiding.hideable(play.look)) >> unit & 1:
            position.hidden |= 1 << unit
    return True


def _spot(look: FortressLook, unit: int, wanted: int) -> tuple[int, str] | None:
    """The hex suggested for a unit or the nearest one that it may have, and the box that it fills."""
    game, printed = look.game, look.counter(unit).start
    good = met(suited(look, unit)) & with_room(look, unit)
    if game.rules.any_box:
        used = boxes.taken(look, 1 << unit)
        left = [box for box, size in boxes.sizes(game).items() if used[box] < size]
    else:
        left = [printed]
    for box in sorted(left, key=lambda box: (box != printed, box == FREE)):
        near = _nearest(look, wanted, good & boxes.ground(game, box))
        if near >= 0:
            return near, box
    return None


def _nearest(look: FortressLook, wanted: int, hexes: int) -> int:
    board = look.game.board
    return min(board.nodes(hexes), key=lambda node: (board.distance(node, wanted), node), default=-1)


def _hide(play: Play) -> None:
    """With decoys instead of hidden units, lay all of them (31.7)."""
    if not play.rules.decoys_for_hidden:
        return
    game, position = play.game, play.position
    for unit in members(met(hiding.hideable(play.look)) & position.on_board & ~position.hidden):
        if position.hidden.bit_count() < play.rules.numbers["decoy_units"]:
            position.hidden |= 1 << unit
    for node in game.board.nodes(game.data.zones["blanks"]):
        if hiding.blanks_left(play.look):
            hiding.lay_blank(play, node)

"""Who may be hidden at the set-up: nine units at most (3.3, 9.4, ruling R58), or nine under decoys (31.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import HEXES, Conditions, Units, event, pure

from ..look import FortressLook, Play, members
from ..position import GERMAN
from . import boxes
from .boxes import FREE

if TYPE_CHECKING:
    from ...game import Fortress

laid = event("blank laid", "31.7", "A blank counter lies under a decoy at {node}.", node=HEXES)
taken_away = event("blank taken", "31.7", "A blank counter is taken away from {node}.", node=HEXES)


@pure(1)
def _printed(game: Fortress) -> dict[str, int]:
    """How many units of each kind of box may be hidden: seven free ones, one of the 15th and one of the 7th (R58)."""
    found: dict[str, int] = {}
    for unit in members(boxes.starters(game)):
        if game.counters[unit].hidden:
            start = game.counters[unit].start
            found[start] = found.get(start, 0) + 1
    return found


@pure(1)
def _named(game: Fortress) -> Units:
    return sum(1 << unit for unit in members(boxes.starters(game)) if game.counters[unit].hidden)


def hideable(look: FortressLook) -> Conditions:
    """Who may be hidden now."""
    game, rules, position = look.game, look.game.rules, look.position
    if rules.decoys_for_hidden:
        most = rules.numbers["decoy_units"]
        yield boxes.starters(game), "31.7", "{it} is not set up before the game"
        yield -(position.hidden.bit_count() < most), "31.7", f"{most} units lie under decoys already"
        return
    if not rules.any_box:
        yield _named(game), "9.4", "{it} is not one of the nine units that may be hidden"
        return
    for box, units in _by_box(look).items():
        most = _printed(game).get(box, 0)
        full = (units & position.hidden).bit_count() >= most
        told = f"{most} units of its kind of box may be hidden" if most else "no unit of its box may be hidden"
        yield ~units if full else -1, "31.8", told


def _by_box(look: FortressLook) -> dict[str, Units]:
    """Units on the map by the kind of box that they fill with 31.8."""
    game, position = look.game, look.position
    found = dict.fromkeys(boxes.sizes(game), 0)
    for unit in members(boxes.starters(game) & position.on_board):
        at, label = position.units[unit].at, game.board.labels[position.units[unit].at]
        if position.frozen >> unit & 1:
            found[boxes.district_at(game, at)] |= 1 << unit
        elif label in found and not found[label]:
            found[label] = 1 << unit
        else:
            found[FREE] |= 1 << unit
    return found


def still_hideable(look: FortressLook) -> int:
    """How many more units may be hidden."""
    return max(look.game.rules.numbers["hidden_units"] - look.position.hidden.bit_count(), 0)


# Decoys instead of hidden units (31.7)


def blanks_left(look: FortressLook) -> int:
    """Blank counters that are still to be laid."""
    return look.game.rules.numbers["decoy_blanks"] - sum(look.position.blanks.values())


def lay_blank(play: Play, node: int) -> None:
    """A blank counter comes under a decoy."""
    position, label = play.position, play.game.board.labels[node]
    position.blanks = {**position.blanks, label: position.blanks.get(label, 0) + 1}
    laid(play, node, eyes=(GERMAN,))


def take_blank(play: Play, node: int) -> None:
    """A blank counter is taken away again."""
    position, label = play.position, play.game.board.labels[node]
    position.blanks = {
        hexagon: count - (hexagon == label)
        for hexagon, count in position.blanks.items()
        if hexagon != label or count > 1
    }
    taken_away(play, node, eyes=(GERMAN,))


def complete(look: FortressLook) -> bool:
    """Are all decoys laid, where they take the place of hidden units?"""
    rules = look.game.rules
    if not rules.decoys_for_hidden:
        return True
    return not blanks_left(look) and look.position.hidden.bit_count() == rules.numbers["decoy_units"]


def lacking_decoys(look: FortressLook) -> str:
    """What is still to be done with decoys."""
    left = look.game.rules.numbers["decoy_units"] - look.position.hidden.bit_count()
    return f"{blanks_left(look)} blank counters and {left} units are still to be laid under decoys"


def lay_markers(play: Play) -> None:
    """The screen falls: everybody sees where decoys lie, and nobody what is under them."""
    position, labels = play.position, play.game.board.labels
    if not play.rules.decoys_for_hidden:
        return
    found = dict(position.blanks)
    for unit in members(position.hidden):
        label = labels[position.units[unit].at]
        found[label] = found.get(label, 0) + 1
    position.markers = dict(sorted(found.items()))

"""Secrets dealt anew, for whoever plays on in his head: one of the positions that may lie behind what a side sees."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.engine.play import index_units
from bocage.rules import Sealing, Unit, met

from ..objectives import wanted, whole_list
from ..position import ALLIED, GERMAN, HAND, UNKNOWN, FortressPosition
from ..setup import boxes
from ..setup.places import suited
from . import hidden

if TYPE_CHECKING:
    from ...game import Fortress


def redeal(game: Fortress, seen: FortressPosition, side: str, random: Random) -> FortressPosition:
    """A position that looks to a side exactly like the one that it sees."""
    position = seen.copy()
    _objectives(game, position, side, random)
    if side != GERMAN:
        strangers = [unit.at for unit in position.units[game.first_stranger :]]
        del position.units[game.first_stranger :]
        unknown = list(position.stacks.get(UNKNOWN, ()))
        if hidden.behind_a_screen(position):
            for unit in unknown:
                position.units[unit] = Unit(HAND, game.counters[unit].steps)
        else:
            _under_decoys(game, position, unknown, strangers, random)
            _hidden(game, position, unknown, random)
        index_units(game, position)
    return position


def _objectives(game: Fortress, position: FortressPosition, side: str, random: Random) -> None:
    """The others may have written down any seven; while they write, any seven might be done."""
    for number, frame in enumerate(position.frames):
        if isinstance(frame, Sealing):
            position.frames[number] = replace(frame, side="")
    if position.picks_shown or not game.rules.objectives:
        return
    for other in game.sides:
        if other != side:
            picked = random.sample(whole_list(game, other), wanted(game))
            position.picks = {**position.picks, other: tuple(sorted(picked))}


def _under_decoys(
    game: Fortress, position: FortressPosition, unknown: list[int], nodes: list[int], random: Random
) -> None:
    """Any of the unknown units may stand under any decoy in Germany (31.6)."""
    position.decoys = 0
    random.shuffle(unknown)
    for node in nodes:
        unit = unknown.pop()
        position.units[unit] = Unit(node, game.counters[unit].steps)
        position.decoys |= 1 << unit


def _hidden(game: Fortress, position: FortressPosition, unknown: list[int], random: Random) -> None:
    """Hidden units may be anywhere where they could be set up; with markers on the map, under these (3.3, 31.7)."""
    left = [label for label, count in position.markers.items() for _ in range(count)]
    random.shuffle(left)
    for unit in sorted(unknown):
        look = game.look(position)
        box = game.counters[unit].start
        places = met(suited(look, unit)) & boxes.ground(game, boxes.FREE if game.rules.any_box else box)
        room = look.room(unit, places & ~look.occupied(ALLIED)) or places
        if left:
            fitting = [label for label in left if room >> game.board.index[label] & 1] or left
            label = fitting[0]
            left.remove(label)
            node = game.board.index[label]
        else:
            node = random.choice(game.board.nodes(room))
        position.units[unit] = Unit(node, game.counters[unit].steps)
        position.hidden |= 1 << unit
        if box in game.data.districts and not position.released and box not in position.invaded_districts:
            position.frozen |= 1 << unit
        index_units(game, position)
    for label in left:
        position.blanks = {**position.blanks, label: position.blanks.get(label, 0) + 1}

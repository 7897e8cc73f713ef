"""Where German units are set up, and what becomes of them there (3.3, 9.1, 22.1, 31.8)."""

from __future__ import annotations

from bocage.rules import Conditions, HexSet

from ..look import FortressLook, Play
from . import boxes
from .boxes import FREE


def suited(look: FortressLook, unit: int) -> Conditions:
    """Ground on which a unit may be set up at all."""
    game, counter = look.game, look.counter(unit)
    yield boxes.ground(game, FREE), "3.3", "units are set up on land"
    if counter.coastal:
        beaches = game.data.beaches | (1 << game.data.jersey if game.rules.jersey else 0)
        yield beaches, "22.1", "coastal defense units are set up on beaches, and {it} is none"
    if not counter.mountain:
        yield ~game.data.terrain["alpine"], "8.4", "only mountain units may be in alpine hexes"


def with_room(look: FortressLook, unit: int) -> HexSet:
    """Hexes that have room for a unit (6.1)."""
    return look.room(unit, look.game.board.all)


def box_at(look: FortressLook, unit: int, node: int) -> str:
    """The box that a unit fills when it is placed in a hex: its own, or with 31.8 that of the city or district."""
    game = look.game
    if not game.rules.any_box:
        return game.counters[unit].start
    label, used = game.board.labels[node], boxes.taken(look, 1 << unit)
    if not used.get(label, 1):
        return label
    return boxes.district_at(game, node)


def set_up(play: Play, unit: int, node: int, box: str) -> None:
    """Put a unit of the set-up in its place: those of districts are frozen (9.1), those of cities and free ones not."""
    position, game, bit = play.position, play.game, 1 << unit
    play.put(unit, node)
    position.frozen = position.frozen | bit if box in game.data.districts else position.frozen & ~bit
    if game.rules.any_box and not game.rules.decoys_for_hidden:
        position.hidden &= ~bit  # what may be hidden is a matter of its box
    italian = game.data.zones["italian_cities"] >> node & 1 and box not in (FREE, *game.data.districts)
    position.of_italy = position.of_italy | bit if italian else position.of_italy & ~bit

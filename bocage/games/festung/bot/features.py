"""Telling numbers of a position, by which it is judged how a side stands."""

from __future__ import annotations

from ..rules.look import WESTERN, FestungLook, members
from ..rules.position import ALLIED, AXIS
from ..rules.supply import tracing
from .endings import STRIKING
from .ways import steps_from

# Whether more of a feature is good for the Allies or bad.
FOR_THE_ALLIES = {
    "points": -1, "pace": -1, "allied force": 1, "axis force": -1, "allied reserves": 1, "axis reserves": -1,
    "saved": 1, "ground": 1, "ports": 1, "infrastructure": -1, "collapsed": 1, "landed": 1,
    "hungry allies": -1, "hungry axis": 1, "tehran": 1, "hitler": -1, "spearhead": 1, "race": 1,
    "guard of berlin": -1, "late guard": -1, "hand": 1,
}  # fmt: skip


def features(look: FestungLook) -> dict[str, float]:
    """Points, time, armies, ground and cards, each about as large as one."""
    position, game = look.position, look.game
    allied, axis = _force(look, ALLIED), _force(look, AXIS)
    left = (game.rules.last_turn - position.turn) + (6 - position.round) / 6
    tested = game.named_hexes("Marseilles", "Paris", "Rome")
    saved = bool(tested & look.controls(ALLIED)) or look.roundup_game()
    hungry = {
        side: len(members(look.on_map(side) & ~tracing.supplied(look, side) & ~game.fortresses)) for side in game.sides
    }
    return {
        "points": position.vp / 10,
        "time": left / 5,
        "pace": position.vp / (left + 1.0) / 3,
        "allied force": allied / 60,
        "axis force": axis / 60,
        "allied reserves": _waiting(look, ALLIED) / 60,
        "axis reserves": _waiting(look, AXIS) / 60,
        "saved": float(saved),
        "ground": look.controls(ALLIED).bit_count() / 40,
        "ports": (game.data.ports & look.controls(ALLIED)).bit_count() / 8,
        "infrastructure": position.infrastructure / 10,
        "collapsed": float(position.collapsed),
        "landed": float(look.has_played("allied-23")),
        "hungry allies": hungry[ALLIED] / 5,
        "hungry axis": hungry[AXIS] / 5,
        **_race(look),
        "hand": (position.decks[ALLIED].in_hand - position.decks[AXIS].in_hand) / 5,
    }


def _race(look: FestungLook) -> dict[str, float]:
    """How near the Allies are to Berlin, with whom, and what must still happen before they may enter it (16.2)."""
    game, position = look.game, look.position
    ways = look.enterable(WESTERN) | game.data.red
    steps = steps_from(game, game.berlin, ways)
    near = sum(look.attack(unit) for unit in members(look.on_map(ALLIED)) if steps[position.units[unit].at] <= STRIKING)
    guard = sum(look.defence(unit) for node in game.board.nodes(game.berlin) for unit in look.of_side(node, AXIS))
    betrayed = look.on("stalin_betrayed")
    return {
        "tehran": float(look.on("tehran")),
        "betrayed": float(betrayed),
        "hitler": float(position.hitler >= 0),
        "spearhead": near / 20,
        "race": near / 20 if betrayed else 0.0,
        "guard of berlin": guard / 10,
        "late guard": guard / 10 if betrayed else 0.0,
    }


def _force(look: FestungLook, side: str) -> float:
    return sum(look.attack(unit) + look.defence(unit) for unit in members(look.on_map(side)))


def _waiting(look: FestungLook, side: str) -> float:
    """The factors of those who are in boxes."""
    there = look.position.on_board & look.game.side_units[side] & ~look.on_map(side)
    return sum(look.attack(unit) + look.defence(unit) for unit in members(there))

"""Telling numbers of a position, by which it is judged how a side stands."""

from __future__ import annotations

from ..rules.look import FestungLook, members
from ..rules.position import ALLIED, AXIS
from ..rules.supply import tracing


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
        "saved": float(saved),
        "ground": look.controls(ALLIED).bit_count() / 40,
        "ports": (game.data.ports & look.controls(ALLIED)).bit_count() / 8,
        "infrastructure": position.infrastructure / 10,
        "hungry allies": hungry[ALLIED] / 5,
        "hungry axis": hungry[AXIS] / 5,
        "hand": (position.decks[ALLIED].in_hand - position.decks[AXIS].in_hand) / 5,
    }


def _force(look: FestungLook, side: str) -> float:
    return sum(look.attack(unit) + look.defence(unit) for unit in members(look.on_map(side)))

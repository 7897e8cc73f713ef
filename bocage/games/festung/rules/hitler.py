"""Hitler's marker (16.4): where it is, and how it leaves the game."""

from __future__ import annotations

from bocage.rules import HEXES, event

from .look import Play

dies = event("hitler eliminated", "16.43", "Hitler is out of the game.", side="axis")
moves = event("hitler moves", "16.41", "Hitler goes to {node}.", side="axis", node=HEXES)


def eliminate(play: Play, rule: str) -> None:
    """Hitler leaves the game (16.43); that alone is worth no victory points."""
    if play.position.hitler >= 0:
        play.position.hitler = -1
        dies(play, rule=rule)


def put(play: Play, node: int, rule: str) -> None:
    """Hitler's marker goes to another hex (16.41, 16.42)."""
    if play.position.hitler != node:
        play.position.hitler = node
        moves(play, node, rule=rule)

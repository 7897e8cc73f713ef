"""Fortress Europa: from the landing to the Rhine and beyond, 1944 to 1945 (an independent implementation)."""

from .game import Fortress

GAME = Fortress
__all__ = ["GAME", "Fortress"]

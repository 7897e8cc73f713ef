"""Fortress Europa: from the beaches to the Rhine, June 1944 to March 1945 (an independent implementation)."""

from .game import Fortress

GAME = Fortress
__all__ = ["GAME", "Fortress"]

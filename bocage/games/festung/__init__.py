"""Festung Europa: the war in the West from 1943 to 1945, driven by cards (an independent implementation)."""

from .game import Festung

GAME = Festung
__all__ = ["GAME", "Festung"]

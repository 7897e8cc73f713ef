"""Storming the Reich: from Normandy to the Ruhr, 1944-45 (an independent implementation of the rules)."""

from .game import Storming

GAME = Storming
__all__ = ["GAME", "Storming"]

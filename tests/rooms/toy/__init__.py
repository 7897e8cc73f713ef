"""The Brook: two small forces fight for a mill. A whole game in as few lines as a game can have."""

from .game import Brook

GAME = Brook
__all__ = ["GAME", "Brook"]

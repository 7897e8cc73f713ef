"""The Brook with cards: what is laid over the toy, so that it has hands, piles and windows. `shelving.pack` does so."""

from .dealt import BrookWithCards

GAME = BrookWithCards
__all__ = ["GAME", "BrookWithCards"]

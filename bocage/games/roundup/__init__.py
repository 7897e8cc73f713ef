"""Operation Roundup: the Allies invade France in 1943 (design Ty Bomba; an independent implementation)."""

from .game import Roundup

GAME = Roundup
__all__ = ["GAME", "Roundup"]

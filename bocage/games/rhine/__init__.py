"""D-Day to the Rhine: from the beaches to the Rhine, June to December 1944 (an independent implementation)."""

from .game import Rhine

GAME = Rhine
__all__ = ["GAME", "Rhine"]

"""What each line of Storming the Reich's log is about: its kind, whose it is, dice, ways, hexes and units."""

from __future__ import annotations

from collections.abc import Callable

from bocage.table.faces import About
from bocage.table.faces.logs import UnitLines, plain

from ..rules.position import ALLIED, GERMAN

_LINES = UnitLines()
_ids, _side, _units, _there = _LINES.ids, _LINES.side, _LINES.named, _LINES.there


def _set(flag: str, side: str = "") -> Callable[..., About]:
    """An event about hexes that the game knows by name."""
    return lambda game, *data: About("", side, hexes=game.board.names(getattr(game, flag)))


# Fights


# Air


ABOUT: dict[str, Callable[..., About]] = {
    # Turns and the end
    "turn": plain("turn"),
    "won": lambda game, side, level: About("", side),
    "over the seine": plain(),
    "achievements": plain("", GERMAN),
    "breakout verdict": plain(),
    "monty sees": _set("monty_spot", ALLIED),
    "beaches closed": _set("beach_hexes", ALLIED),
    "cherbourg open": _set("cherbourg", ALLIED),
    "release turn": _units(),
    "french leave": _units("loss"),
    # Setting up
    "first arrival": _there("arrival"),
    "not used": _units(),
    "set up reduced": _units(),
    "set aside": _units(),
    "set up": _there("arrival"),
    "set up as suggested": _units("arrival"),
    # Losses
    "reduced": _units("loss"),
    "eliminated": _units("loss"),
    "rebuilt": _units(),
    # Supply and logistics
    "out of supply": _units(),
    "back in supply": _units(),
    "limited supply": plain("", ALLIED),
    "full supply": plain("", ALLIED),
    "antwerpen open": _set("antwerpen", ALLIED),
    "antwerpen shut": _set("antwerpen", ALLIED),
    "grounded": _units(),
    "grounding lifted": _units(),
    "priority placed": _units(),
    "red ball placed": _units(),
    "red ball saved": plain("", ALLIED),
    # Phase I
    "arrival placed": _there("arrival"),
    "arrival forfeited": _units("loss"),
    "brittany arrival lost": _units("loss"),
    "arrival set aside": _units(),
    "arrival in watch": _units(),
    "cup drawn": _units("dice"),
    "cup emptied": _units("loss"),
    "late replacements lost": _units("loss"),
    "late replacements leave": _units("loss"),
    "waits in england": _units(),
    "comes to england": _units(),
    "twelfth army group": plain("", ALLIED),
    "refit done": _units(),
    "refit marker": plain(),
    "refit placed": _units(),
    "refit stopped": _units(),
    "division withdrawn": _units("loss"),
    "withdrawal fails": plain("", GERMAN),
    # Air
    # Combat
    "breakout": plain("", ALLIED),
}

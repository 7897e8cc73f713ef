"""The door for authors of games: what the rules of a game are written with.

`docs/adding-a-game.md` shows all of it at work. What is not named here, in `bocage` or in `bocage.bots` may change.
"""

from __future__ import annotations

from bocage.engine.actions import NOTHING, Action, Actions, Domain
from bocage.engine.chapters import chapters
from bocage.engine.conditions import Conditions, lacking, met, provided, refusal, settled
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.events import DIE, HEXES, PATH, SIDE, UNITS, WORD, About, Event, Roll, event, listed
from bocage.engine.fields import GOES, Until, arrange
from bocage.engine.game import Game
from bocage.engine.looks import Look, once, pure
from bocage.engine.offers import NUMBERS, PLAIN, Choice, Question, going_on, offer, offered
from bocage.engine.play import Play
from bocage.engine.position import (
    Frame,
    Hexes,
    Node,
    OfSide,
    Outcome,
    Place,
    Position,
    SetOf,
    Unit,
    UnitNumber,
    Units,
)
from bocage.engine.sealed import Sealed, Sealing
from bocage.engine.steps import Automatic, Row, Sequencing, automatic
from bocage.hexes import HexSet

__all__ = [
    "DIE",
    "GOES",
    "HEXES",
    "NOTHING",
    "NUMBERS",
    "PATH",
    "PLAIN",
    "SIDE",
    "UNITS",
    "WORD",
    "About",
    "Action",
    "Actions",
    "Automatic",
    "BadInput",
    "Choice",
    "Conditions",
    "Domain",
    "Event",
    "Frame",
    "Game",
    "HexSet",
    "Hexes",
    "Look",
    "Node",
    "OfSide",
    "Outcome",
    "Place",
    "Play",
    "Position",
    "Question",
    "Refusal",
    "Roll",
    "Row",
    "Sealed",
    "Sealing",
    "Sequencing",
    "SetOf",
    "Unit",
    "UnitNumber",
    "Units",
    "Until",
    "arrange",
    "automatic",
    "chapters",
    "event",
    "going_on",
    "lacking",
    "listed",
    "met",
    "offer",
    "offered",
    "once",
    "provided",
    "pure",
    "refusal",
    "settled",
]  # fmt: skip

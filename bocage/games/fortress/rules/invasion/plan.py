"""Declaring an invasion (12.1, 12.2, 12.14, 12.18): the Allied player picks a line of beaches, hex by hex."""

from __future__ import annotations

from bocage.rules import HEXES, PLAIN, Conditions, Frame, Hexes, Question, event, offer, provided

from ..look import FortressLook, Play
from ..movement import districts
from ..position import ALLIED, CLEAR
from ..supply import ports
from . import lines
from .waves import landers

declared = event("invasion declared", "12.2", "The Allies invade {nodes}.", nodes=HEXES, side=ALLIED)


class Planning(Frame, frozen=True):
    """The line of beaches so far."""

    side: str
    line: Hexes = 0


def possible(look: FortressLook) -> bool:
    """May an invasion be declared this turn (12.1, 12.2, 12.14, 18.7.7)?"""
    position, numbers = look.position, look.game.rules.numbers
    if look.game.rules.winter or position.weather != CLEAR or position.invasions >= numbers["invasions"]:
        return False
    if not position.invasions:
        return position.turn == 1
    in_time = numbers["second_invasion_first_turn"] <= position.turn <= numbers["second_invasion_last_turn"]
    # With nobody ashore the capacity does not matter (12.18).
    return in_time and (position.start_capacity > 0 or not look.ashore())


class Invasion(Question[Planning]):
    """On the first turn there is an invasion; a second one is the Allied player's choice (12.2)."""

    name, rule = "invasion", "12.2"

    def begin(self, play: Play, side: str) -> Planning:
        return Planning(side)

    def keep(self, look: FortressLook, frame: Planning) -> bool:
        return bool(frame.line)

    def text(self, look: FortressLook, frame: Planning) -> str:
        if not frame.line:
            first = look.position.turn == 1
            return "Choose the first hex of the landing." if first else "Choose a hex to land at, or no invasion now."
        factors, units = lines.capacity(look.game, frame.line)
        told = look.hex_names(frame.line)
        return f"The landing: {told} ({factors} factors, then {units} units). Add hexes, or declare it."

    @offer("beach", HEXES, "12.6", "Invade here")
    def beach(self, look: FortressLook, frame: Planning) -> Conditions:
        game, line = look.game, frame.line
        yield provided(possible(look)), "12.2", lambda _: why_none(look)
        yield lines.coast(game), "12.5", "{it} cannot be invaded"
        yield ~ports.shut(look), "12.16", "a German unit blocks the passage to {it}"
        yield ~line, "12.6", "{it} is part of the landing already"
        if not line:
            jersey = 1 << game.data.jersey
            yield ~jersey, "31.5", "Jersey is invaded together with J3 or J4"
            yield able(look), "12.4", "no unit is in the base from which {it} is invaded"
            return
        yield lines.beside(game, line), "12.6", "{it} does not continue the line of beaches"
        two = sum(1 << node for node in game.board.nodes(lines.beside(game, line)) if fits(look, line | 1 << node))
        yield two, "12.6", "a landing lies in two invasion areas at most"

    @beach.does
    def _(self, play: Play, frame: Planning, node: int) -> None:
        play.swap(Planning(frame.side, frame.line | 1 << node))

    @offer("end", PLAIN, "12.2", lambda look, frame: "Declare the invasion" if frame.line else "No invasion now")
    def end(self, look: FortressLook, frame: Planning) -> Conditions:
        compulsory = possible(look) and look.position.turn == 1 and not frame.line
        yield provided(not compulsory), "12.2", "the first invasion is made on the first turn: choose its beaches"

    @end.does
    def _(self, play: Play, frame: Planning, _: int) -> None:
        play.pop()
        if frame.line:
            declare(play, frame.line)


def fits(look: FortressLook, line: int) -> bool:
    """Does a line lie in two areas at most (12.6)?"""
    return len(lines.areas(look.game, line)) <= 2


def able(look: FortressLook) -> int:
    """Hexes that somebody in their base could invade (12.4)."""
    game = look.game
    south = lines.southern(game)
    found = 0
    for place, hexes in ((lines.BASE["Africa"], south), (lines.BASE["England"], ~south)):
        if landers(look) & look.in_place(place) & ~look.position.resting:
            found |= hexes
    return found & lines.coast(game)


def why_none(look: FortressLook) -> tuple[str, str]:
    """Why there is no invasion this turn."""
    position, numbers = look.position, look.game.rules.numbers
    if position.weather != CLEAR:
        return "12.1", "invasions are declared on Clear turns only"
    if position.invasions >= numbers["invasions"] or look.game.rules.winter:
        return "12.2", "there are two invasions in a game"
    if look.ashore() and position.start_capacity <= 0:
        return "12.14", "the supply capacity was zero or less as the turn began"
    return "12.2", "the second invasion is made from August I to September IV"


def declare(play: Play, line: int) -> None:
    """The landing is declared: its districts are released at once (ruling R63)."""
    position, game = play.position, play.game
    touched = lines.districts(game, line)
    if not position.invasions:
        position.district_landed = touched
    else:
        position.second_invasion_turn = position.turn
    position.invasions += 1
    position.invasion_turn = position.turn
    position.beaches = line
    declared(play, tuple(game.board.nodes(line)))
    districts.declared(play, touched)

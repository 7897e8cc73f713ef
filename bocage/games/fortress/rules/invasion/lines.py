"""Declaring an invasion (12.1 to 12.18): a line of beaches, hex by hex, in one area or two, from one base."""

from __future__ import annotations

from bocage.rules import HEXES, PLAIN, Conditions, Hexes, HexSet, OfSide, Question, event, met, offer, provided, pure

from ..look import Fortress, FortressLook, Play
from ..movement import districts
from ..position import AFRICA, ALLIED, BASES, CLEAR, ENGLAND
from ..supply import ports

BASE = {name: place for place, name in BASES.items()}
MOST_AREAS = 2  # that one landing lies in (12.6)

declared = event("invasion declared", "12.2", "The Allies invade {nodes}.", side=ALLIED)


@pure(1)
def coast(game: Fortress) -> HexSet:
    """Hexes that can be invaded at all (12.5); the Isle of Jersey if it is in play (31.5)."""
    return game.data.invadable | game.isle


def invadable(look: FortressLook) -> HexSet:
    """Hexes where units can come ashore now, as far as one sees (12.5, 21.2)."""
    return coast(look.game) & ~ports.shut(look)


@pure(256)
def beside(game: Fortress, line: HexSet) -> HexSet:
    """Hexes that continue a line: joined by land or an arrow, and inland ports by their mouth (12.15, R72)."""
    data = game.data
    water, inland = data.estuaries - data.arrows, data.inland_ports
    joined = (game.board.every - water).step(line & ~inland) & coast(game) & ~inland
    for port in game.board.nodes(inland & coast(game)):
        mouth = data.ports[port].joins
        joined |= mouth if line >> port & 1 else bool(mouth & line) << port
    return joined & ~line


def areas(game: Fortress, line: HexSet) -> tuple[str, ...]:
    """The invasion areas that a line touches (12.10); Jersey lies in that of its neighbours."""
    touched = line | (game.board.step(game.isle) & coast(game) if line & game.isle else 0)
    return tuple(name for name, hexes in game.data.areas.items() if hexes & touched)


def capacity(game: Fortress, line: HexSet) -> tuple[int, int]:
    """Factors of the first impulse and units of the second; of two areas the lesser counts (12.10)."""
    found = [game.data.capacities[name] for name in areas(game, line)]
    return min(area.first_factors for area in found), min(area.second_units for area in found)


def base(game: Fortress, hexes: HexSet) -> int:
    """Where units that come ashore there start: Africa for the Mediterranean, England for all else (12.4, 21.8)."""
    return BASE[game.data.capacities[areas(game, hexes)[0]].base]


def districts_of(game: Fortress, line: HexSet) -> tuple[str, ...]:
    """The Military Districts that a line touches (9.1.A, ruling R71)."""
    return tuple(name for name in game.data.districts if line & districts.ground_of(game, (name,)))


def may_invade(look: FortressLook) -> Conditions:
    """What must be true for an invasion this turn (12.1, 12.2, 12.14, 12.18)."""
    position, rules, numbers = look.position, look.game.rules, look.game.rules.numbers
    yield provided(position.weather == CLEAR), "12.1", "invasions are declared on Clear turns only"
    left = not rules.winter and position.invasions < numbers["invasions"]
    yield provided(left), "12.2", "there are two invasions in a game"
    if not position.invasions:
        yield provided(position.turn == 1), "12.2", "the first invasion is made on the first turn"
        return
    summer = numbers["second_invasion_first_turn"] <= position.turn <= numbers["second_invasion_last_turn"]
    yield provided(summer), "12.2", "the second invasion is made from August I to September IV"
    fed = position.start_capacity > 0 or not look.ashore()  # with nobody ashore the capacity does not matter
    yield provided(fed), "12.14", "the supply capacity was zero or less as the turn began"


class Planning(OfSide, frozen=True):
    """The line of beaches so far."""

    line: Hexes = 0


class Invasion(Question[Planning], name="invasion", rule="12.2"):
    """On the first turn there is an invasion; a second one is the Allied player's choice (12.2)."""

    def keep(self, look: FortressLook, frame: Planning) -> bool:
        return bool(frame.line)

    def text(self, look: FortressLook, frame: Planning) -> str:
        if not frame.line:
            first = not look.position.invasions
            return "Choose the first hex of the landing." if first else "Choose a hex to land at, or no invasion now."
        factors, units = capacity(look.game, frame.line)
        told = look.hex_names(frame.line)
        return f"The landing: {told} ({factors} factors, then {units} units). Add hexes, or declare it."

    @offer("beach", HEXES, "12.6", "Invade here")
    def beach(self, look: FortressLook, frame: Planning) -> Conditions:
        game, line = look.game, frame.line
        yield from may_invade(look)
        yield coast(game), "12.5", "{it} cannot be invaded"
        yield ~ports.shut(look), "12.16", "a German unit blocks the passage to {it}"
        yield ~line, "12.6", "{it} is part of the landing already"
        if not line:
            yield ~game.isle, "31.5", "Jersey is invaded together with J3 or J4"
            ready, south = game.first_wave & ~look.position.resting, game.data.mediterranean_coast
            coasts = ((AFRICA, south), (ENGLAND, ~south))
            manned = sum(hexes for base, hexes in coasts if ready & look.in_place(base))  # one is all but the other
            yield manned, "12.4", "no unit is in the base from which {it} is invaded"
            return
        further = beside(game, line)
        yield further, "12.6", "{it} does not continue the line of beaches"
        fits = (node for node in game.board.nodes(further) if len(areas(game, line | 1 << node)) <= MOST_AREAS)
        yield sum(1 << node for node in fits), "12.6", "a landing lies in two invasion areas at most"

    beach.adds("line")

    @offer("end", PLAIN, "12.2", lambda look, frame: "Declare the invasion" if frame.line else "No invasion now")
    def end(self, look: FortressLook, frame: Planning) -> Conditions:
        free = frame.line or look.position.invasions or not met(may_invade(look))
        yield bool(free), "12.2", "the first invasion is made on the first turn: choose its beaches"

    @end.does
    def _(self, play: Play, frame: Planning, _: int) -> None:
        """The landing is declared: the districts that it touches are released at once (9.1.A, rulings R63, R71)."""
        play.pop()
        if not frame.line:
            return
        position, game = play.position, play.game
        if not position.invasions:
            position.district_landed = districts_of(game, frame.line)
        else:
            position.second_invasion_turn = position.turn
        position.invasions += 1
        position.invasion_turn = position.turn
        position.beaches = frame.line
        declared(play, tuple(game.board.nodes(frame.line)))
        districts.declared(play, districts_of(game, frame.line))

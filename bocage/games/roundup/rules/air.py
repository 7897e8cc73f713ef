"""The start of a turn: ports (4.4), weather (6.0), air superiority and TAS (7.0), aerial supply (4.5)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Hexes
from bocage.engine.steps import Automatic, Clause, Offer, Question

from .look import Play, RoundupLook
from .position import ALLIED, GERMAN, NATION_HEXES


class Designating(Frame, frozen=True):
    """The Allies announce which nation each complete port serves."""

    step: ClassVar[str] = "port designation"
    side: str
    ports: Hexes = 0  # hexes of ports still to be announced


class Voiding(Frame, frozen=True):
    """A new turn: last turn's announcements are void."""

    step: ClassVar[str] = "ports"
    side: str


class Ports(Automatic[Voiding]):
    """Finds the ports that are complete and so can be announced (4.4, R10)."""

    name = "ports"
    rule = "4.4"

    def begin(self, play: Play, side: str) -> Voiding:
        return Voiding(side)

    def run(self, play: Play, frame: Voiding) -> None:
        position = play.position
        position.us_ports = position.uk_ports = 0
        ports = play.game.data.ports
        waiting = 0
        for name in play.game.look(position).complete_ports():
            waiting |= ports[name]
        if waiting:
            play.push(Designating(frame.side, waiting))


class PortDesignation(Question[Designating]):
    """At the start of a turn each fully controlled port is given to the US or the UK (4.4)."""

    name = "port designation"
    rule = "4.4"
    offers = ("us-port", "uk-port", "end ports")

    def keep(self, look: RoundupLook, frame: Designating) -> bool:
        # The weather die follows: the last announcement must stay open to undo.
        return True

    def text(self, look: RoundupLook, frame: Designating) -> str:
        names = [name for name, hexes in look.game.data.ports.items() if hexes & frame.ports]
        if not names:
            return "Every port is announced: go on to the weather, or take an announcement back."
        return f"Announce for this turn whether US or UK units use {' and '.join(names)}."

    def answer(self, play: Play, frame: Designating, action: Action) -> None:
        position = play.position
        if action.verb == "end":
            play.pop()
            return
        hexes = play.game.data.ports[action.operand]
        if action.verb == "us-port":
            position.us_ports |= hexes
        else:
            position.uk_ports |= hexes
        play.tell("port", "4.4", action.operand, action.verb[:2].upper())
        play.swap(msgspec.structs.replace(frame, ports=frame.ports & ~hexes))


def _complete(look: RoundupLook, frame: Designating) -> int:
    complete = look.complete_ports()
    return sum(1 << number for number, name in enumerate(look.game.data.ports) if name in complete)


def _unannounced(look: RoundupLook, frame: Designating) -> int:
    return sum(1 << number for number, hexes in enumerate(look.game.data.ports.values()) if hexes & frame.ports)


def _all_announced(look: RoundupLook, frame: Designating) -> int:
    return 0 if frame.ports else 1


class Weathering(Frame, frozen=True):
    """The weather is about to be settled."""

    step: ClassVar[str] = "weather"
    side: str


class Weather(Automatic[Weathering]):
    """Clear on turn 1, later by a die (6.0)."""

    name = "weather"
    rule = "6.0"

    def begin(self, play: Play, side: str) -> Weathering:
        return Weathering(side)

    def run(self, play: Play, frame: Weathering) -> None:
        position = play.position
        fixed = play.game.data.turns[position.turn - 1][1]
        if fixed != "roll":
            position.weather = fixed
            play.tell("weather", "6.0", position.weather, 0)
            return
        (die,) = play.roll()
        position.weather = play.rules.weather[die - 1]
        play.tell("weather", "6.0", position.weather, die)


class Contesting(Frame, frozen=True):
    """Air superiority is about to be settled."""

    step: ClassVar[str] = "air superiority"
    side: str


class AirSuperiority(Automatic[Contesting]):
    """The difference of the two rolls is the number of TAS markers of the higher side (7.1, 7.2)."""

    name = "air superiority"
    rule = "7.2"

    def begin(self, play: Play, side: str) -> Contesting:
        return Contesting(side)

    def run(self, play: Play, frame: Contesting) -> None:
        position, rules = play.position, play.rules
        if position.turn == 1:
            position.superiority = ALLIED
            dice = () if position.bluepoint_cancelled else play.roll(rules.turn1_tas_dice)
            position.tas_left = sum(dice)
            play.tell("air", "7.1", ALLIED, dice, (), position.tas_left)
            return
        allied_dice, german_dice, luftwaffe_dice = rules.air_dice[position.weather]
        if play.game.data.strategies[position.strategy].luftwaffe:
            german_dice = luftwaffe_dice
        allied, german = play.roll(allied_dice), play.roll(german_dice)
        difference = sum(allied) - sum(german)
        position.superiority = ALLIED if difference > 0 else GERMAN if difference < 0 else ""
        position.tas_left = abs(difference)
        play.tell("air", "7.2", position.superiority, allied, german, position.tas_left)


class Supporting(Frame, frozen=True):
    """The side with air superiority places TAS markers."""

    step: ClassVar[str] = "air support"
    side: str
    acted: bool = False


class AirSupport(Question[Supporting]):
    """Some, none or all TAS markers on any hexes; the rest may wait for the German phase (7.3)."""

    name = "air support"
    rule = "7.3"

    def begin(self, play: Play, side: str) -> Supporting:
        return Supporting(play.position.superiority)

    def keep(self, look: RoundupLook, frame: Supporting) -> bool:
        return frame.acted

    def offers_now(self, look: RoundupLook, frame: Supporting) -> list[Offer]:
        offers = look.game.rules.offers
        if look.game.rules.air_coordination and frame.side == ALLIED:
            return [offers["us-tas"], offers["uk-tas"], offers["end tas"]]
        return [offers["tas"], offers["end tas"]]

    def text(self, look: RoundupLook, frame: Supporting) -> str:
        left = look.position.tas_left
        if not left:
            return "All TAS markers are placed."
        kept = "" if look.game.phase(look.position).startswith("german") else "; what is left may be placed later"
        return f"Place TAS markers on any hexes: {left} left{kept}."

    def answer(self, play: Play, frame: Supporting, action: Action) -> None:
        position = play.position
        if action.verb == "end":
            play.pop()
            return
        position.tas = (*position.tas, action.index)
        position.tas_left -= 1
        if action.verb != "tas":
            position.tas_nations = (*position.tas_nations, action.verb[:2].upper())
        play.tell("tas", "7.3", frame.side, action.operand, action.verb)
        if not frame.acted:
            play.swap(Supporting(frame.side, True))


def tas_to_place(look: RoundupLook) -> bool:
    """Has anyone TAS markers in hand?"""
    return look.position.tas_left > 0


def _tas_left(look: RoundupLook, frame: Supporting) -> int:
    return look.game.board.all if look.position.tas_left else 0


class Supplying(Frame, frozen=True):
    """The Allies place Aerial Supply Markers."""

    step: ClassVar[str] = "aerial supply"
    side: str
    acted: bool = False


class AerialSupply(Question[Supplying]):
    """One marker for each nation on a hex with its units, outside EZOC (4.5)."""

    name = "aerial supply"
    rule = "4.5"
    offers = ("us-supply", "uk-supply", "end")

    def begin(self, play: Play, side: str) -> Supplying:
        return Supplying(side)

    def keep(self, look: RoundupLook, frame: Supplying) -> bool:
        return frame.acted

    def text(self, look: RoundupLook, frame: Supplying) -> str:
        return "Place Aerial Supply Markers, or keep them: a nation whose marker is placed cannot drop this turn."

    def answer(self, play: Play, frame: Supplying, action: Action) -> None:
        position = play.position
        if action.verb == "end":
            play.pop()
            return
        if action.verb == "us-supply":
            position.us_aerial = 1 << action.index
        else:
            position.uk_aerial = 1 << action.index
        play.tell("aerial supply", "4.5", action.verb[:2].upper(), action.operand)
        play.swap(Supplying(frame.side, True))


def allied_air(look: RoundupLook) -> bool:
    """Clear weather and Allied air superiority (4.5, 10.7)."""
    return look.position.weather == "Clear" and look.position.superiority == ALLIED


def aerial_supply_possible(look: RoundupLook) -> bool:
    """Can an Aerial Supply Marker matter? On turn 1 nobody is on the map yet and all are in supply (4.6)."""
    return allied_air(look) and look.position.turn > 1


def later_turn(look: RoundupLook) -> bool:
    """From turn 2 on."""
    return look.position.turn > 1


def _supply_offer(nation: str) -> Offer:
    def unused(look: RoundupLook, frame: Supplying) -> int:
        position = look.position
        return 0 if (position.us_aerial if nation == "US" else position.uk_aerial) else -1

    def own_units(look: RoundupLook, frame: Supplying) -> int:
        return look.position.masks[NATION_HEXES[nation]]

    def no_zone(look: RoundupLook, frame: Supplying) -> int:
        return ~look.enemy_zone(ALLIED)

    clauses = (
        Clause("unused", "4.5", f"the {nation} Aerial Supply Marker is placed already", unused),
        Clause("units", "4.5", f"there is no {nation} unit in {{it}}", own_units),
        Clause("zone", "4.5", "an Aerial Supply Marker cannot be placed in an enemy zone of control", no_zone),
    )
    return Offer(f"{nation.lower()}-supply", "4.5", clauses)


ALWAYS = Clause("any", "5.0", "", lambda look, frame: 1)
_PORT = (
    Clause("complete", "4.4", "the Allies must control every hex of {it} to use it", _complete),
    Clause("announced", "4.4", "{it} has been announced for this turn", _unannounced),
)
_TAS = (Clause("left", "7.2", "there is no TAS marker left", _tas_left),)
FRAMES = (Voiding, Designating, Weathering, Contesting, Supporting, Supplying)
STEPS = (Ports(), PortDesignation(), Weather(), AirSuperiority(), AirSupport(), AerialSupply())
OFFERS = {
    "us-port": Offer("us-port", "4.4", _PORT),
    "uk-port": Offer("uk-port", "4.4", _PORT),
    "end ports": Offer(
        "end", "4.4", (Clause("all", "4.4", "every complete port must be announced first", _all_announced),)
    ),
    "tas": Offer("tas", "7.3", _TAS),
    "us-tas": Offer("us-tas", "15.6", _TAS),
    "uk-tas": Offer("uk-tas", "15.6", _TAS),
    "end tas": Offer("end", "7.3", (ALWAYS,)),
    "us-supply": _supply_offer("US"),
    "uk-supply": _supply_offer("UK"),
    "end": Offer("end", "5.0", (ALWAYS,)),
}

"""Supply (4.0): the ways to be in supply, ports and their nations (4.4), and Aerial Supply Markers (4.5)."""

from __future__ import annotations

import msgspec

from bocage.parts import supply
from bocage.parts.questions import Acted, Acting
from bocage.rules import (
    HEXES,
    PLAIN,
    WORD,
    Choice,
    Conditions,
    Frame,
    Hexes,
    HexSet,
    Question,
    automatic,
    event,
    going_on,
    offer,
    once,
    provided,
)

from .look import Play, RoundupLook
from .position import ALLIED, GERMAN, NATION_HEXES, NATIONS, OTHER, PORTS

announced = event("port", "4.4", "{port} serves {nation} units this turn.", port=WORD, nation=WORD)
flown = event(
    "aerial supply", "4.5", "{nation} aerial supply goes to {at}.", side=ALLIED, nation=WORD, at=HEXES
)  # fmt: skip


def passable(look: RoundupLook, side: str) -> HexSet:
    """Hexes through which a side may trace supply (3.2.2, 4.0); a garrison bars a line like a unit (R38)."""
    enemy = OTHER[side]
    return supply.passable(look.game.board.all, look.occupied(side), look.held(enemy), look.zone(enemy))


@once
def sources(look: RoundupLook, nation: str) -> HexSet:
    """Supply sources of a nation: edges for Germans (4.2, R46), own beachheads and announced ports for Allies (4.4)."""
    position = look.position
    if nation == "DE":
        return look.game.german_edges & ~position.allied_control
    beachheads, ports = (
        (position.us_beachheads, position.us_ports) if nation == "US" else (position.uk_beachheads, position.uk_ports)
    )
    if ports:
        for port in look.game.data.ports.values():
            if ports & port and port & ~position.allied_control:
                ports &= ~port  # no longer complete (4.4)
    return beachheads | ports


def _aerial(look: RoundupLook, nation: str) -> HexSet:
    return look.position.us_aerial if nation == "US" else look.position.uk_aerial


Way = supply.Way[RoundupLook]
_EVERYBODY = (*NATIONS, "DE")
_NET = supply.Net[RoundupLook](
    lambda look, nation: passable(look, GERMAN if nation == "DE" else ALLIED), lambda game: game.board
)
_FROM_PORTS = Way("4.4", "overland", NATIONS, sources, _NET)
OVERLAND = {
    "DE": Way("4.2", "overland", ("DE",), sources, _NET, goal="the East and South edges"),
    "US": _FROM_PORTS,
    "UK": _FROM_PORTS,
}
WAYS = (  # in the order in which a player is told; coastal and aerial supply allow no column and no replacement (R12)
    Way("4.6", "turn 1", _EVERYBODY, lambda look, nation: provided(look.position.turn == 1)),
    OVERLAND["DE"],
    _FROM_PORTS,
    Way("4.3", "coastal", NATIONS, lambda look, nation: look.game.data.coastal),
    Way("4.5", "aerial", NATIONS, _aerial),
    Way(
        "15.8", "special", _EVERYBODY, lambda look, nation: -1,
        serves=lambda look, unit: bool(look.game.rules.always_supplied >> unit & 1),
    ),
)  # fmt: skip
HUNGRY = "4.1"  # the case of whoever has none


def overland_hexes(look: RoundupLook, nation: str) -> HexSet:
    """Hexes from which a unit of a nation is in overland supply."""
    return OVERLAND[nation].hexes(look, nation)


def overland(look: RoundupLook, unit: int) -> bool:
    """Is the unit in overland supply (4.2, 4.4; R11)?"""
    at = look.position.units[unit].at
    return at >= 0 and bool(overland_hexes(look, look.game.counters[unit].nation) >> at & 1)


@once
def way_of(look: RoundupLook, unit: int) -> Way | None:
    """The way in which a unit on the map is supplied now (4.0)."""
    return supply.way_of(WAYS, look, unit, look.game.counters[unit].nation)


def supply_of(look: RoundupLook, unit: int) -> str:
    """How a unit is supplied: turn 1, overland, coastal, aerial, special, or nothing ("")."""
    way = way_of(look, unit)
    return way.words if way else ""


def supplied(look: RoundupLook, unit: int) -> bool:
    """Is the unit in supply now (4.0)?"""
    return way_of(look, unit) is not None


def line(look: RoundupLook, unit: int) -> list[int]:
    """The line that a map draws from a unit to a source, whatever else supplies it; empty if there is none."""
    nation, at = look.game.counters[unit].nation, look.position.units[unit].at
    return OVERLAND[nation].line(look, nation, at) if at >= 0 else []


def cut(look: RoundupLook, unit: int) -> supply.Cut:
    """What cuts a unit on the map off from overland supply."""
    nation = look.game.counters[unit].nation
    return supply.severed([OVERLAND[nation]], look, nation, look.position.units[unit].at)


@automatic("ports", "4.4")
def ports(play: Play, side: str) -> None:
    """Last turn's announcements are void; ports that are complete now can be announced (4.4, R10)."""
    play.position.us_ports = play.position.uk_ports = 0
    waiting = play.look.complete_port_hexes()
    if waiting:
        play.push(Designating(side, waiting))


class Designating(Frame, frozen=True):
    """The Allies announce which nation each complete port serves."""

    side: str
    ports: Hexes = 0  # hexes of ports still to be announced


def _serve(nation: str) -> Choice:
    """The offer that gives a port to a nation."""

    @offer(f"{nation.lower()}-port", PORTS, "4.4")
    def serve(self: PortDesignation, look: RoundupLook, frame: Designating) -> Conditions:
        ports = list(enumerate(look.game.data.ports.values()))
        complete = sum(1 << number for number, hexes in ports if not hexes & ~look.position.allied_control)
        yield complete, "4.4", "the Allies must control every hex of {it} to use it"
        waiting = sum(1 << number for number, hexes in ports if hexes & frame.ports)
        yield waiting, "4.4", "{it} has been announced for this turn"

    @serve.does
    def _(self: PortDesignation, play: Play, frame: Designating, number: int) -> None:
        name, hexes = list(play.game.data.ports.items())[number]
        if nation == "US":
            play.position.us_ports |= hexes
        else:
            play.position.uk_ports |= hexes
        announced(play, name, nation)
        play.swap(msgspec.structs.replace(frame, ports=frame.ports & ~hexes))

    return serve


class PortDesignation(Question[Designating]):
    """At the start of a turn each fully controlled port is given to the US or the UK (4.4)."""

    name, rule = "port designation", "4.4"

    def keep(self, look: RoundupLook, frame: Designating) -> bool:
        # The weather die follows: the last announcement must stay open to undo.
        return True

    def text(self, look: RoundupLook, frame: Designating) -> str:
        names = [name for name, hexes in look.game.data.ports.items() if hexes & frame.ports]
        if not names:
            return "Every port is announced: go on to the weather, or take an announcement back."
        return f"Announce for this turn whether US or UK units use {' and '.join(names)}."

    us, uk = _serve("US"), _serve("UK")

    @offer("end", PLAIN, "4.4")
    def end(self, look: RoundupLook, frame: Designating) -> Conditions:
        yield not frame.ports, "4.4", "every complete port must be announced first"

    @end.does
    def _(self, play: Play, frame: Designating, _: int) -> None:
        play.pop()


def _fly(nation: str) -> Choice:
    """The offer that places a nation's marker."""

    @offer(f"{nation.lower()}-supply", HEXES, "4.5")
    def fly(self: AerialSupply, look: RoundupLook, frame: Acted) -> Conditions:
        yield provided(not _aerial(look, nation)), "4.5", f"the {nation} Aerial Supply Marker is placed already"
        yield look.position.masks[NATION_HEXES[nation]], "4.5", f"there is no {nation} unit in {{it}}"
        yield ~look.enemy_zone(ALLIED), "4.5", "an Aerial Supply Marker cannot be placed in an enemy zone of control"

    @fly.does
    def _(self: AerialSupply, play: Play, frame: Acted, node: int) -> None:
        if nation == "US":
            play.position.us_aerial = 1 << node
        else:
            play.position.uk_aerial = 1 << node
        flown(play, nation, node)
        play.swap(msgspec.structs.replace(frame, acted=True))

    return fly


class AerialSupply(Acting[Acted]):
    """One marker for each nation on a hex with its units, outside EZOC (4.5)."""

    name, rule = "aerial supply", "4.5"

    asks = "Place Aerial Supply Markers, or keep them: a nation whose marker is placed cannot drop this turn."

    us, uk = _fly("US"), _fly("UK")
    end = going_on("5.0", "No more markers", "no more markers")


def aerial_supply_possible(look: RoundupLook) -> bool:
    """Can an Aerial Supply Marker matter? On turn 1 nobody is on the map yet and all are in supply (4.6)."""
    return look.allied_air() and look.position.turn > 1

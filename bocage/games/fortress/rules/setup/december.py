"""The winter line: how things stand on December III, when the Ardennes offensive begins (33.3.1 to 33.3.6, 33.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.play import index_units
from bocage.rules import HexSet, Sequencing, Unit

from ...data import tables
from ..position import AFRICA, ALLIED, DEAD, ENGLAND, GERMAN, GONE, SCHEDULE, STOCK, FortressPosition

if TYPE_CHECKING:
    from ...game import Fortress

PLACES = {"England": ENGLAND, "Africa": AFRICA, "out": GONE, "dead": DEAD}
OTHER_SIDE = ("infantry", "converted", "flipped")
LIBERATED = ("FR", "BE", "LU")  # countries that are Allied but for what Germans hold
LAST_ROW = "german first stacking"  # the row before the combat with which the scenario begins (33.3.2, ruling R46)


def first_position(game: Fortress) -> FortressPosition:
    """The German first combat impulse of December III is about to begin (33.3.2)."""
    data, rules = game.data, game.rules
    turn = data.scenarios[game.scenario].first_turn
    position = FortressPosition(
        turn=turn,
        units=[
            Unit(SCHEDULE if counter.entry == "schedule" else STOCK, counter.steps)
            for counter in game.counters[: game.first_stranger]
        ],
        frames=[Sequencing("turn", LAST_ROW), Sequencing("winter setup")],
        weather=data.turns[turn - 1].weather,  # 33.3.4
        phasing=GERMAN,
        impulse=1,
        forts_destroyed=data.zones["destroyed_fortresses"],
        volkssturm_cities=data.zones["volkssturm_appeared"],
        released=True,
        invasions=rules.numbers["invasions"],
        ten_used=rules.numbers["invasions"],
        carpet_month=data.turns[turn - 1].month,  # that of December has been made (33.3.5)
        overstrength_left=overstrength(game),
        armour_forfeited=True,  # the Germans have taken option A, and the Panzer Reserve is back (33.4.3)
        reserve_back=True,
    )
    for row in data.tables[tables.WINTER_SETUP]:
        unit = game.unit_numbers[row.unit]
        where = PLACES.get(row.where, data.board.index.get(row.where, GONE))
        position.units[unit] = Unit(where, 1 if row.state == "reduced" else game.counters[unit].steps)
        position.flipped |= (row.state in OTHER_SIDE) << unit
        position.by_air |= row.dropped << unit
        position.of_italy |= ("italy" in game.counters[unit].traits and where >= 0) << unit
    index_units(game, position)
    position.allied_control = _allied(game, position)
    position.sites_taken = (data.u_boat_bases | data.v1_sites) & position.allied_control
    position.captured_once = data.port_hexes & position.allied_control
    position.german_rail = _rails(game, position.allied_control)
    note_lines(game, position)
    return position


def overstrength(game: Fortress) -> int:
    """How many overstrength counters there are (27.12)."""
    return sum(counter.entry == "overstrength" for counter in game.data.counters)


def _allied(game: Fortress, position: FortressPosition) -> HexSet:
    """The hexes that the Allies were the last to enter (30.2)."""
    data, look = game.data, game.look(position)
    hexes = data.zones["allied_netherlands"]
    for country in LIBERATED:
        hexes |= data.countries[country]
    hexes &= game.land & ~look.occupied(GERMAN) & ~data.zones["german_ports"]
    return hexes | look.occupied(ALLIED)


def _rails(game: Fortress, allied: HexSet) -> HexSet:
    """German railways: those in German hands that hang together with the edge of the map (10.7)."""
    data = game.data
    german = data.rail_hexes & ~allied
    return data.rails.flood((data.east_exits | data.south_exits) & german, german)


def note_lines(game: Fortress, position: FortressPosition) -> None:
    """Remember who stands in the lines of the offensive, and which stacks are too large from the start (33.3.1)."""
    look, zones = game.look(position), game.data.zones
    line = look.units_in(zones["attack_line"] | zones["rearrange"], GERMAN)
    position.start_line = line
    position.start_stacks = sum(1 << node for node in look.overstacked(GERMAN))

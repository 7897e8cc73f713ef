"""How each scenario begins (3, 33): its rules, its first position, the rearranged front of December (31.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bocage.engine.play import index_units
from bocage.parts.placing import Arriving, picking, placing
from bocage.parts.questions import Handling
from bocage.rules import PLAIN, Conditions, HexSet, Sequencing, Unit, arrange, event, offer

from ...data import Data, tables
from ...data.counters import Counter
from ..in_force import Rules
from ..look import Fortress, FortressLook, Play, union
from ..position import AFRICA, ALLIED, DEAD, ENGLAND, GERMAN, GONE, HAND, SCHEDULE, STOCK, FortressPosition
from ..sequence import SEQUENCE

INVASION, WEST_WALL, BULGE, BERLIN = "invasion", "west_wall", "bulge", "berlin"
ENDINGS = {INVASION: "districts", WEST_WALL: "objectives", BULGE: "ardennes"}  # the others end by 30.1
MARKS = ("frozen", "flipped", "hidden")  # words after a unit of an arranged position, of which markers are made
PLACES = {"England": ENGLAND, "Africa": AFRICA, "out": GONE, "dead": DEAD}
OTHER_SIDE = ("infantry", "converted", "flipped")
LIBERATED = ("FR", "BE", "LU")  # countries that are Allied but for what Germans hold
LAST_ROW = "german first stacking"  # the row before the combat with which the scenario begins (33.3.2, ruling R46)

rearranged = event("rearranged", "31.10", "{unit} is placed at {node}.", sort="arrival")
over = event("ardennes set-up over", "31.10", "The Germans have rearranged their front.", side=GERMAN)


def rules(printed: Data, scenario: str) -> Rules:
    """The rules of a scenario without any option."""
    found = printed.scenarios[scenario]
    numbers, winter, berlin = printed.numbers, found.setup == "winter", scenario == BERLIN
    drops = {ALLIED: numbers["allied_drops"], GERMAN: numbers["german_drops"]}
    if winter:  # 33.3.3, 33.4.4
        allied = numbers["berlin_allied_drops" if berlin else "bulge_allied_drops"]
        drops = {ALLIED: allied, GERMAN: numbers["winter_german_drops"]}
    # The weather that is known beforehand: of June I (3.4), or of the winter scenarios (33.3.4, ruling R99).
    known = printed.turns[found.first_turn - 1 : None if winter else found.first_turn]
    return Rules(
        sequence=SEQUENCE,
        numbers=numbers,
        last_turn=found.last_turn,
        winter=winter,
        replacements=scenario != BULGE,
        replacements_from=numbers["berlin_replacements_turn" if winter else "replacements_first_turn"],
        raids=numbers["winter_raids" if winter else "raids"],
        most_drops=drops,
        fixed_weather={turn.turn: turn.weather for turn in known if turn.weather},
        worse_from=numbers["invasion_worse_turn"] if scenario == INVASION else 0,
        storm_dice_turn=numbers["invasion_dice_turn"] if scenario == INVASION else 0,
        opening_attacks=numbers["berlin_attacks"] if berlin else 0,
        carpet_from=numbers["berlin_carpet_turn"] if berlin else 0,
        u_boats_count=not berlin,
        objectives=scenario == WEST_WALL,
        ending=ENDINGS.get(scenario, "cities"),
        early_win=scenario not in (INVASION, BULGE),  # ruling R83; 33.3.10 knows its own levels only
        majors_to_win=numbers["berlin_majors" if berlin else "victory_majors"],
        cities_to_win=numbers["berlin_cities" if berlin else "victory_cities"],
    )


def first_position(game: Fortress) -> FortressPosition:
    """The Germans in hand for their set-up, the Allies in England (3.2); or the line of December III (33.3.1)."""
    position = FortressPosition(
        turn=game.data.scenarios[game.scenario].first_turn,
        units=[Unit(_first_place(counter), counter.steps) for counter in game.counters[: game.first_stranger]],
        frames=[Sequencing("turn"), Sequencing("setup")],
        german_rail=game.data.rail_hexes,
        flooded=not game.rules.flooding_by_choice,
        overstrength_left=sum(counter.entry == "overstrength" for counter in game.data.counters),  # 27.12
    )
    return december(game, position) if game.rules.winter else position


def _first_place(counter: Counter) -> int:
    if counter.entry == "start":
        return HAND if counter.side == GERMAN else STOCK if counter.start == "sea" else ENGLAND
    return SCHEDULE if counter.entry == "schedule" else STOCK


def december(game: Fortress, position: FortressPosition) -> FortressPosition:
    """The German first combat impulse of December III is about to begin (33.3.2)."""
    data, numbers = game.data, game.rules.numbers
    today = data.turns[position.turn - 1]
    position.frames = [Sequencing("turn", LAST_ROW), Sequencing("winter setup")]
    position.weather, position.phasing, position.impulse = today.weather, GERMAN, 1  # 33.3.4
    position.forts_destroyed = data.zones["destroyed_fortresses"]
    position.volkssturm_cities = data.zones["volkssturm_appeared"]
    position.released, position.flooded = True, True
    position.invasions = position.ten_used = numbers["invasions"]
    if numbers["winter_carpet_used"]:
        position.carpet_month = today.month  # that of December has been made (33.3.5)
    # The Germans have taken option A, and the Panzer Reserve is back (33.4.3).
    position.armour_forfeited, position.reserve_back = True, True
    for row in data.tables[tables.WINTER_SETUP]:
        unit = game.unit_numbers[row.unit]
        where = PLACES.get(row.where, data.board.index.get(row.where, GONE))
        position.units[unit] = Unit(where, 1 if row.state == "reduced" else game.counters[unit].steps)
        position.flipped |= (row.state in OTHER_SIDE) << unit
        position.by_air |= row.dropped << unit
        position.of_italy |= ("italy" in game.counters[unit].traits and where >= 0) << unit
    index_units(game, position)
    look, france = game.look(position), union(data.countries[country] for country in LIBERATED)
    liberated = france | data.zones["allied_netherlands"]
    # Control is the last entry (30.2); German railways hang together with the edge of the map (10.7).
    allied = liberated & game.land & ~look.occupied(GERMAN) & ~data.zones["german_ports"] | look.occupied(ALLIED)
    position.allied_control = allied
    position.sites_taken = (data.u_boat_bases | data.v1_sites) & allied
    position.captured_once = data.port_hexes & allied
    german = data.rail_hexes & ~allied
    position.german_rail = data.rails.flood((data.east_exits | data.south_exits) & german, german)
    note_lines(game, position)
    return position


def note_lines(game: Fortress, position: FortressPosition) -> None:
    """Remember who stands in the lines of the offensive, and which stacks are too large from the start (33.3.1)."""
    look, zones = game.look(position), game.data.zones
    position.start_line = look.units_in(zones["attack_line"] | zones["rearrange"], GERMAN)
    position.start_stacks = sum(1 << node for node in look.overstacked(GERMAN))


def arrange_position(game: Fortress, position: FortressPosition, extras: Mapping[str, Any]) -> None:
    """Set the fields of an arranged position; hexes where Allied units stand are Allied, other rails German."""
    position.allied_control, position.german_rail, position.weather = 0, game.data.rail_hexes, "Clear"
    position.released, position.flipped, position.by_air = True, 0, 0
    position.start_stacks, position.start_line = 0, 0
    position.of_italy = game.trait("italy")
    arrange(game, position, extras)
    for number, unit in enumerate(position.units):
        position.note(1 << number, *(field for mark, field in enumerate(MARKS) if unit.marks >> mark & 1))
        if unit.marks:
            position.units[number] = Unit(unit.at, unit.steps)
        if unit.at >= 0 and game.counters[number].side == ALLIED and game.counters[number].piece:
            position.allied_control |= 1 << unit.at


# The Germans rearrange the units behind the front of December III (31.10, ruling R106)


class ArdennesSetUp(Handling[Arriving], name="ardennes set-up", rule="31.10"):
    """Up to three units a hex, whatever the ground; those who stack free besides (31.10)."""

    kept = True

    def text(self, look: FortressLook, frame: Arriving) -> str:
        if frame.hand < 0:
            return "Rearrange the units behind the Ardennes front, or keep them where they are."
        return f"Place {look.counter(frame.hand).name} in a hex of the Ardennes front."

    @placing("place", "31.10", "Place it here")
    def place(self, look: FortressLook, frame: Arriving) -> Conditions:
        outside = "{it} does not lie between HH10 and GG14 or up to two hex rows behind"
        yield look.game.data.zones["rearrange"], "31.10", outside
        most = look.game.rules.numbers["ardennes_stacking"]
        full = 0 if look.game.free_stackers >> frame.hand & 1 else crowded(look, most - 1, frame.hand)
        yield ~full, "31.10", f"{{it}} holds {most} units at the set-up"

    @place.does
    def _(self, play: Play, frame: Arriving, node: int) -> None:
        play.put(frame.hand, node)
        rearranged(play, frame.hand, node)
        play.swap(frame.but(hand=-1, acted=True))

    @picking("pick", "31.10")
    def pick(self, look: FortressLook, frame: Arriving) -> Conditions:
        yield look.game.side_units[GERMAN], "31.10", "only German units are rearranged"
        behind = look.units_in(look.game.data.zones["rearrange"], GERMAN)
        yield behind, "31.10", "{it} does not stand behind the Ardennes front"

    @offer("end", PLAIN, "31.10", "The set-up is complete", "the front stands")
    def end(self, look: FortressLook, frame: Arriving) -> Conditions:
        most = look.game.rules.numbers["ardennes_stacking"]
        full = crowded(look, most) if frame.acted else 0
        yield not full, "31.10", lambda _: f"{look.hex_names(full)}: {most} units may be in a hex"

    @end.does
    def _(self, play: Play, frame: Arriving, _: int) -> None:
        play.pop()
        note_lines(play.game, play.position)
        over(play)


def crowded(look: FortressLook, most: int, without: int = -1) -> HexSet:
    """Hexes of the front with more German units than so many that count, one of them set aside."""
    nodes = look.game.board.nodes(look.game.data.zones["rearrange"] & look.occupied(GERMAN))
    stacks = {node: [unit for unit in look.of_side(node, GERMAN) if unit != without] for node in nodes}
    return sum(1 << node for node, stack in stacks.items() if look.weight(stack) > most)

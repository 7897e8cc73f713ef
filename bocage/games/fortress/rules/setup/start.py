"""How each scenario begins (3, 33): its rules, the position before anything has happened, and arranged positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bocage.rules import Sequencing, Unit, arrange

from ...data import Data
from ...data.counters import Counter
from ..in_force import Rules
from ..position import ALLIED, ENGLAND, GERMAN, HAND, SCHEDULE, STOCK, FortressPosition
from ..sequence import SEQUENCE
from . import december

if TYPE_CHECKING:
    from ...game import Fortress

INVASION, WEST_WALL, BULGE, BERLIN = "invasion", "west_wall", "bulge", "berlin"
ENDINGS = {INVASION: "districts", WEST_WALL: "objectives", BULGE: "ardennes"}  # the others end by 30.1
MARKS = ("frozen", "flipped", "hidden")  # words after a unit of an arranged position, of which markers are made


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
    if game.rules.winter:
        return december.first_position(game)
    return FortressPosition(
        turn=game.data.scenarios[game.scenario].first_turn,
        units=[Unit(_first_place(counter), counter.steps) for counter in game.counters[: game.first_stranger]],
        frames=[Sequencing("turn"), Sequencing("setup")],
        german_rail=game.data.rail_hexes,
        flooded=not game.rules.flooding_by_choice,
        overstrength_left=december.overstrength(game),
    )


def _first_place(counter: Counter) -> int:
    if counter.entry == "start":
        return HAND if counter.side == GERMAN else STOCK if counter.start == "sea" else ENGLAND
    return SCHEDULE if counter.entry == "schedule" else STOCK


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

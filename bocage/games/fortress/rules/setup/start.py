"""How each scenario begins: its rules, and the position before anything has happened (3, 33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import Sequencing, Unit

from ...data import Data
from ...data.counters import Counter
from ..in_force import Rules
from ..position import ALLIED, ENGLAND, GERMAN, HAND, SCHEDULE, STOCK, FortressPosition
from ..sequence import SEQUENCE

if TYPE_CHECKING:
    from ...game import Fortress


def rules(printed: Data, scenario: str) -> Rules:
    """The rules of a scenario without any option."""
    found = printed.scenarios[scenario]
    numbers = printed.numbers
    return Rules(
        sequence=SEQUENCE,
        numbers=numbers,
        last_turn=found.last_turn,
        winter=found.setup == "winter",
        replacements=scenario != "bulge",
        replacements_from=numbers["berlin_replacements_turn" if scenario == "berlin" else "replacements_first_turn"],
        fixed_weather=_fixed_weather(printed, found.setup == "winter"),
        worse_from=numbers["invasion_worse_turn"] if scenario == "invasion" else 0,
        storm_dice_turn=numbers["invasion_dice_turn"] if scenario == "invasion" else 0,
        carpet_from=numbers["berlin_carpet_turn"] if scenario == "berlin" else 0,
        u_boats_count=scenario != "berlin",
        opening_attacks=numbers["berlin_attacks"] if scenario == "berlin" else 0,
        most_drops={ALLIED: numbers["allied_drops"], GERMAN: numbers["german_drops"]},
    )


def _fixed_weather(printed: Data, winter: bool) -> dict[int, str]:
    """The weather that is known beforehand: of June I (3.4), or of the winter scenarios (33.3.4)."""
    turns = printed.turns if winter else printed.turns[:1]
    return {turn.turn: turn.weather for turn in turns if turn.weather}


def first_position(game: Fortress) -> FortressPosition:
    """All Germans of the set-up in hand, all Allies of the start in England."""
    return FortressPosition(
        turn=game.data.scenarios[game.scenario].first_turn,
        units=[Unit(_first_place(counter), counter.steps) for counter in game.counters],
        frames=[Sequencing("turn"), Sequencing("setup")],
        german_rail=game.data.rail_hexes,
        overstrength_left=sum(counter.entry == "overstrength" for counter in game.data.counters),
    )


def _first_place(counter: Counter) -> int:
    if counter.entry == "start":
        return HAND if counter.side == GERMAN else STOCK if counter.start == "sea" else ENGLAND
    return SCHEDULE if counter.entry == "schedule" else STOCK

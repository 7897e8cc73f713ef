"""A position of Operation Roundup as plain data for pages and people."""

from __future__ import annotations

from typing import Any

from bocage.engine.plain import place_name

from ..rules.look import RoundupLook
from ..rules.position import ALLIED, GERMAN
from ..rules.supply import supply_of
from ..rules.victory import LEVELS, standing


def view(look: RoundupLook) -> dict[str, Any]:
    """Everything on the table. There is no fog of war (1.4)."""
    game, position = look.game, look.position
    names = game.board.names
    levels = standing(look)
    return {
        "turn": position.turn,
        "dates": game.data.turns[position.turn - 1][0],
        "weather": position.weather,
        "strategy": position.strategy or None,
        "air": {
            "superiority": position.superiority or None,
            "left": position.tas_left,
            "markers": [game.board.labels[node] for node in position.tas],
            "nations": list(position.tas_nations),
        },
        "aerial_supply": {"US": names(position.us_aerial), "UK": names(position.uk_aerial)},
        "beachheads": {"US": names(position.us_beachheads), "UK": names(position.uk_beachheads)},
        "beachheads_lost": position.beachheads_lost,
        "ports": {
            name: "US" if position.us_ports & hexes else "UK" if position.uk_ports & hexes else None
            for name, hexes in game.data.ports.items()
        },
        "allied_control": names(position.allied_control),
        "garrisons": {ALLIED: names(look.garrisons(ALLIED)), GERMAN: names(look.garrisons(GERMAN))},
        "units": [_unit(look, number) for number in range(len(position.units))],
        "returning": dict(position.returning),
        "depots": dict(position.depots),
        "kampfgruppe_points": position.kampfgruppe_points,
        "standing": {
            "allied": LEVELS[levels.allied],
            # Whoever may not know the strategy cannot reckon the German level.
            "german": LEVELS[levels.german] if position.strategy else None,
        },
    }


def _unit(look: RoundupLook, number: int) -> dict[str, Any]:
    game, position = look.game, look.position
    counter, unit = game.counters[number], position.units[number]
    bit = 1 << number
    marks = {
        "moved": position.moved, "attacked": position.attacked, "defended": position.defended,
        "dropped": position.dropped, "replaced": position.replaced, "jumped": position.jumped,
    }  # fmt: skip
    plain: dict[str, Any] = {
        "id": counter.id,
        "at": place_name(game, unit.at),
        "steps": unit.steps,
        "attack": counter.attack[unit.steps],
        "defence": counter.defence[unit.steps],
        "marks": [name for name, units in marks.items() if units & bit],
    }
    if unit.at >= 0:
        plain["supply"] = supply_of(look, number) or None
    return plain

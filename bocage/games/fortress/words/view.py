"""A position of Fortress Europa as plain data for pages, scripts and people."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bocage.engine.plain import place_name

from ..rules.look import FortressLook, members
from ..rules.position import ALLIED, GERMAN, UNKNOWN
from ..rules.supply import ports, tracing
from ..rules.supply.capacity import capacity
from . import wording
from .standing import standing

UNIT_MARKS = (
    "flipped", "frozen", "hidden", "decoys", "dropped", "invaders", "raiders", "by_air", "resting", "moved", "stopped",
    "fought", "unsupplied", "held", "delayed", "slowed", "mired", "rebuilt",
)  # fmt: skip


def view(look: FortressLook) -> dict[str, Any]:
    """Everything that a side sees on the table; of a unit under a decoy there is only where it is."""
    game, position = look.game, look.position
    names = game.board.names
    turn = game.data.turns[position.turn - 1]
    return {
        "turn": position.turn,
        "turn_name": turn.name,
        "dates": turn.dates,
        "last_turn": game.rules.last_turn,
        "weather": position.weather,
        "phasing": position.phasing,
        "impulse": position.impulse,
        "allied_control": names(position.allied_control & game.land),
        "german_rail": names(position.german_rail),
        "cities": {side: names(look.cities(side)) for side in (ALLIED, GERMAN)},
        "fortresses_destroyed": names(position.forts_destroyed),
        "sites_taken": names(position.sites_taken),
        "bridges_down": list(position.bombed),
        "flooded": position.flooded,
        "districts": {"invaded": list(position.invaded_districts), "released": position.released},
        "invasions": position.invasions,
        "beaches": names(position.beaches),
        "supply": _supply(look),
        "air": _air(look),
        "replacements": {
            "stores": {army: list(store) for army, store in position.stores.items()},
            "special": dict(position.special),
        },
        "used": {
            "by_sea": position.sea_moves, "by_rail": position.rail_moves, "raids": position.raids,
            "drops": dict(position.drops), "airlifts": position.airlifts,
        },
        "picks": {side: list(numbers) for side, numbers in position.picks.items()},
        "zones": {side: names(look.zone(side)) for side in (ALLIED, GERMAN)},
        "standing": [{"name": line.name, "text": line.text, "rule": line.rule} for line in standing(look)],
        "units": {name: _unit(look, number) for number, name in enumerate(game.unit_ids)},
        "covered": dict(Counter(game.board.labels[position.units[unit].at] for unit in members(position.decoys))),
        "decoy_markers": dict(position.markers),
    }  # fmt: skip


def _supply(look: FortressLook) -> dict[str, Any]:
    board = look.game.board
    held = ports.friendly(look) | ports.mulberries(look)
    return {
        "capacity": capacity(look),
        "ports": {board.labels[node]: ports.value(look, node) for node in board.nodes(held)},
        "usable": board.names(ports.usable(look)),
        "damage": dict(look.position.port_damage),
    }


def _air(look: FortressLook) -> dict[str, Any]:
    position = look.position
    return {
        "missions": {name: {"sac": sac, "tac": tac} for name, (sac, tac) in position.missions.items()},
        "opposing": dict(position.opposing),
        "german_support": position.german_support,
        "german_used": dict(position.tac_used),
        "carpet_month": position.carpet_month or None,
        "fuel": {"production": position.fuel_production, "reserves": position.fuel_reserves},
    }


def _unit(look: FortressLook, number: int) -> dict[str, Any]:
    """Where a unit is and what is to be known of it."""
    game, position = look.game, look.position
    unit = position.units[number]
    if unit.at == UNKNOWN:
        return {"at": "unknown"}
    found: dict[str, Any] = {"at": place_name(game, unit.at), "steps": unit.steps}
    marks = [name for name in UNIT_MARKS if getattr(position, name) >> number & 1]
    if marks:
        found["marks"] = marks
    if unit.at >= 0 and game.land_units >> number & 1:
        found |= {"combat": look.strength(number), "movement": look.pace(number)}
        found["supplied"] = bool(tracing.supplied(look, game.counters[number].side) >> number & 1)
    elif unit.at < 0 and (turn := wording.arrival_turn(look, number)):
        found["from_turn"] = turn
    return found

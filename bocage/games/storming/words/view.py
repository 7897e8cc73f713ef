"""A position of Storming the Reich as plain data for pages, scripts and people."""

from __future__ import annotations

from typing import Any

from bocage.engine.plain import place_name

from ..data import ARMY_GROUPS
from ..rules.look import StormingLook
from ..rules.position import ALLIED, GERMAN
from . import reports, wording

UNIT_MARKS = (
    "oos", "disrupted", "refit", "grounded", "priority", "red_ball", "rebuilt", "rebuilt_late", "moved", "attacked",
    "assaulted", "dropped_now", "leaving", "entrained",
)  # fmt: skip


def view(look: StormingLook) -> dict[str, Any]:
    """Everything on the table. Nothing of it is hidden: strafing values and cup draws fall when they are shown."""
    game, position = look.game, look.position
    names = game.board.names
    turn = game.data.turns[position.turn - 1]
    return {
        "turn": position.turn,
        "turn_name": turn.name,
        "dates": turn.dates,
        "allied_control": names(position.allied_control),
        "movement": _movement(look),
        "supply": {group: "limited" if look.limited(group) else "full" for group in ARMY_GROUPS},
        "logistics": {
            "priority_markers": dict(position.priority_markers),
            "red_ball_left": position.red_ball_left,
            "red_ball_saved": position.red_ball_saved,
            "grounding_done": position.grounding_done,
        },
        "cherbourg": {
            "operational": look.cherbourg_operational(),
            "operational_turn": position.cherbourg_turn or None,
            "assaulted": position.cherbourg_assaulted,
        },
        "antwerpen": {"taken": position.antwerpen_taken, "operational": position.antwerpen_operational},
        "ports_used": names(position.ports_used),
        "air": _air(look),
        "map": _map(look),
        "special": {
            "breakout": position.breakout,
            "brittany_closed": position.brittany_closed,
            "returning": position.returning,
            "commonwealth_free": position.commonwealth_free,
            "seine_crossed": position.seine_crossed,
            "paris_entered": position.paris_entered,
            "civil_war": position.civil_war,
            "monty_sees": position.monty_sees,
            "ike_sees": position.ike_sees,
            "holland_open": position.holland_open,
            "released": position.released,
        },
        "offensive": _offensive(look),
        "zones": {side: names(look.zone(side)) for side in (ALLIED, GERMAN)},
        "attacked_hexes": names(position.attacked_hexes),
        "units": [_unit(look, number) for number in range(len(position.units))],
        "due": dict(position.due),
        "standing": [{"name": line.name, "text": line.text, "rule": line.rule} for line in reports.standing(look)],
    }


def _movement(look: StormingLook) -> dict[str, Any]:
    position = look.position
    return {
        "stage": position.stage or None,
        "points": dict(position.points),
        "track": [{"sign": mark.sign, "points": mark.points} for mark in reports.allowance_track(look)],
        "declared": position.declared,
        "duration": position.duration,
        "priority_used": list(position.priority_used),
        "bridgeheads": look.game.board.names(position.bridgeheads),
    }


def _air(look: StormingLook) -> dict[str, Any]:
    position = look.position
    return {
        "support": position.air_support,
        "strafed": dict(position.strafed),
        "bombers_spent": list(position.bombers_spent),
        "bombed": position.bombed,
        "airborne_turns": list(position.airborne_turns),
        "hobart_turn": position.hobart_turn,
    }


def _map(look: StormingLook) -> dict[str, Any]:
    game, position = look.game, look.position
    captured = position.bridge_captured
    return {
        "forts": game.board.names(look.forts()),
        "forts_destroyed": game.board.names(position.forts_destroyed),
        "bridges_blown": list(position.bridges_blown),
        "bridge_captured": captured or None,
        "bridge_hex": game.board.labels[position.bridge_hex] if position.bridge_hex >= 0 else None,
        "roer": look.roer(),
        "flood_turn": position.flood_turn or None,
        "dams_captured": position.dams_captured,
        "disrupted_hex": game.board.names(position.disrupted_hex),
    }


def _offensive(look: StormingLook) -> dict[str, Any]:
    names, position = look.game.board.names, look.position
    return {
        "turn": position.offensive_turn or None,
        "declined": position.offensive_declined,
        "attacks": position.offensive_attacks,
        "targets": names(position.offensive_targets),
        "cities": names(position.offensive_cities),
        "taken": names(position.offensive_taken),
        "kills": position.offensive_kills,
        "shaef_reacted": position.shaef_reacted,
    }


def _unit(look: StormingLook, number: int) -> dict[str, Any]:
    game, position = look.game, look.position
    counter, unit = game.counters[number], position.units[number]
    plain: dict[str, Any] = {
        "id": counter.id,
        "at": place_name(game, unit.at),
        "steps": unit.steps,
        "dropped": look.on_dropped_side(number),
        "attack": look.attack(number),
        "defence": look.defence(number),
        "marks": [name for name in UNIT_MARKS if getattr(position, name) >> number & 1],
    }
    if unit.at >= 0:
        plain["supplied"] = look.supplied(number)
        plain["frozen"] = bool(look.frozen_units() >> number & 1)
        if counter.side == ALLIED:
            plain["command"] = look.command_of(number)
    else:
        plain["arrives"] = wording.arrival_turn(look, number) or None
    return plain

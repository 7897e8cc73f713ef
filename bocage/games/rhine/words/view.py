"""A position of D-Day to the Rhine as plain data for pages, scripts and people."""

from __future__ import annotations

from typing import Any

from bocage.engine.plain import place_name

from ..rules.look import RhineLook, members
from ..rules.position import ALLIED, GERMAN, UNKNOWN
from ..rules.supply import capacity
from . import reports, wording


def view(look: RhineLook, side: str | None) -> dict[str, Any]:
    """Everything that a side sees on the table; a concealed piece is a place and no more."""
    game, position = look.game, look.position
    names = game.board.names

    def ids(units: int) -> list[str]:
        return [game.counters[unit].id for unit in members(units) if unit < game.first_stranger]

    turn = game.data.turns[position.turn - 1]
    return {
        "turn": position.turn,
        "turn_name": turn.name,
        "dates": turn.dates,
        "last_turn": look.last_turn(),
        "weather": position.weather,
        "stage": position.stage,
        "allied_control": names(position.allied_control),
        "beaches": names(position.first_beaches | position.second_beaches),
        "naval_bombardment": names(position.naval),
        "forts_restored": names(position.forts_restored),
        "antwerp_open": capacity.antwerp_open(look),
        "panzer_points": position.panzer_points,
        "lost": dict(sorted(position.lost_turn.items())),
        "strategic_reserve": {
            "withdrawn": position.reserve_turn,
            "record": position.reserve_record,
            "back": position.reserve_back,
        },
        "goerings_blitz": position.blitz_turn,
        "ruthlessness": position.ruthless_turn,
        "strategic_bombings": position.bombings,
        "landmarks": {"paris": position.paris_passed, "brussels": position.brussels_passed},
        "battles": [
            {"number": battle.number, "targets": names(battle.targets), "attackers": ids(battle.attackers)}
            for battle in position.battles
        ],
        "landing_at": {unit: game.board.labels[node] for unit, node in sorted(position.landing_at.items())},
        "second_wave": ids(position.second_wave),
        "stalled": ids(position.stalled),
        "favoured": ids(position.favoured),
        "zones": {whose: names(look.zone(whose)) for whose in (ALLIED, GERMAN)},
        "standing": [{"name": line.name, "text": line.text, "rule": line.rule} for line in reports.standing(look)],
        "units": _units(look),
        "face_down": _strangers(look, side),
    }


def _units(look: RhineLook) -> dict[str, dict[str, Any]]:
    """Every piece that the side can name: where it is and which markers it carries."""
    game, position = look.game, look.position
    found = {}
    for number, name in enumerate(game.unit_ids):
        at = position.units[number].at
        if at == UNKNOWN:
            found[name] = {"at": "unknown"}
            continue
        entry: dict[str, Any] = {"at": place_name(game, at)}
        for mark in ("disrupted", "deployed", "face_down", "moved", "attacked", "dug_in", "spent", "arrived"):
            if getattr(position, mark) >> number & 1:
                entry[mark] = True
        if at >= 0 and game.troop_units >> number & 1:
            entry |= {"attack": look.attack(number), "defence": look.defence(number), "supply": look.supply(number)}
        elif at < 0 and (turn := wording.arrival_turn(look, number)):
            entry["from_turn"] = turn
        found[name] = entry
    return found


def _strangers(look: RhineLook, side: str | None) -> dict[str, int]:
    """Hex -> how many concealed pieces lie there; the Germans see their own pieces by name instead."""
    if side == GERMAN:
        return {}
    game, position = look.game, look.position
    found: dict[str, int] = {}
    for node in game.board.nodes(look.concealed()):
        found[game.board.labels[node]] = len(position.stacks[node])
    return found

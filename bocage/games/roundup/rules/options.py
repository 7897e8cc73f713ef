"""Optional rules 15.1 to 15.20 and the variants that our rulings leave open: each edits the rules object once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.parts.data import options
from bocage.parts.data.options import Option
from bocage.rules import Row

from ..data import FOLDER, Data
from .airborne import german_drop_possible
from .combat.ends import ends_behind_any
from .in_force import Rules
from .position import ALLIED, GERMAN
from .sequence import insert

Edit = Callable[[Rules, Data, Any], Rules]


def _set(**changes: Any) -> Edit:
    """An edit that sets fields; a text is the name of a number in the data."""

    def edit(rules: Rules, data: Data, value: Any) -> Rules:
        found = {name: data.numbers[what] if isinstance(what, str) else what for name, what in changes.items()}
        return msgspec.structs.replace(rules, **found)

    return edit


def _to_value(field: str) -> Edit:
    return lambda rules, data, value: msgspec.structs.replace(rules, **{field: value})


def _with_row(table: str, row: Row, before: str, edit: Edit) -> Edit:
    """An edit that puts a row into the sequence of play besides."""

    def both(rules: Rules, data: Data, value: Any) -> Rules:
        sequence = insert(rules.sequence, table, row, before)
        return edit(msgspec.structs.replace(rules, sequence=sequence), data, value)

    return both


def _stiff_towns(rules: Rules, data: Data, value: Any) -> Rules:
    shift = {**rules.terrain_shift, "town": data.numbers["stiffened_town_shift"]}
    return msgspec.structs.replace(rules, terrain_shift=shift)


def _special_supply(rules: Rules, data: Data, value: Any) -> Rules:
    special = sum(1 << number for number, counter in enumerate(data.counters) if counter.type == "special")
    return msgspec.structs.replace(rules, always_supplied=special)


def _overcast_bombers(rules: Rules, data: Data, value: Any) -> Rules:
    weather = {**rules.bomber_weather, "Overcast": data.numbers["overcast_bomber_drm"]}
    return msgspec.structs.replace(rules, bomber_weather=weather)


_BOMBERS = _set(bluepoint_bomber_uses="bluepoint_bomber_uses", bluepoint_last_turn="bluepoint_last_turn")
_POINTS = _set(kampfgruppe_price="kampfgruppe_price")
_BLUEPOINT = Row("bluepoint", ALLIED, "bluepoint", "15.2")
_DROP = Row("german air drop", GERMAN, "air drop", "15.3", german_drop_possible)
_LINK_UP = Row("link-up", ALLIED, "link-up", "R35")
_KAMPFGRUPPE = Row("kampfgruppe", GERMAN, "kampfgruppe", "15.19")
_german_drops = _with_row(
    "german move/combat", _DROP, "german movement",
    _with_row(
        "german combat/move", _DROP._replace(name="german air drop last"), "german movement last",
        _set(german_drop_loss_up_to="german_drop_loss_up_to", drop_sides=(ALLIED, GERMAN)),
    ),
)  # fmt: skip

EDITS: Mapping[str, Edit] = {
    "13.3": _to_value("strategy"),
    "15.1": _set(turn1_tas_dice="bluepoint_tas_dice"),
    "15.2": _with_row("setup", _BLUEPOINT, "", _BOMBERS),
    "15.3": _german_drops,
    "15.4": _set(garrison_defence="garrison_defence"),
    "15.5": _set(tenacity=True),
    "15.6": _set(air_coordination=True),
    "15.7": _set(drop_loss_up_to="allied_drop_loss_up_to", drop_scatter_up_to="allied_drop_scatter_up_to"),
    "15.8": _special_supply,
    "15.9": _set(interdiction=True),
    "15.10": _stiff_towns,
    "15.11": _set(depot_limit="depot_limit"),
    "15.12": _set(aggressive_replacements=True),
    "15.13": _set(divisions_pay_exchanges=True),
    "15.14": _set(reluctance_fails_up_to="reluctance_fails_up_to"),
    "15.15": _set(bomber_sides=(ALLIED, GERMAN)),
    "15.16": _set(overkill_odds="overkill_odds"),
    "15.17": _set(liberation=True),
    "15.18": _set(armor_shift="armor_shift"),
    "15.19": _with_row(
        "turn", _KAMPFGRUPPE, "german reinforcement stacking", _set(kampfgruppe_price="kampfgruppe_price")
    ),
    "15.20": _overcast_bombers,
    "R13": _to_value("turn1_allied_column"),
    "R17": _to_value("german_edge_includes_2301"),
    "R23": _set(retreat_ends=ends_behind_any),
    "R27": _to_value("hidden_strategy"),
    "R30": _set(table_before_shifts=True),
    # After the ports are announced, so that a line to a port of this turn counts.
    "R35": _with_row("turn", _LINK_UP, "weather", _set(drop_ban_until_linked=True)),
}


def catalogue() -> dict[str, Option]:
    """Every option, by its id, in order."""
    return options.catalogue(FOLDER)


def check(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The options that differ from their default; wrong ones raise `BadInput` with what is possible."""
    return options.check("Operation Roundup", catalogue(), wanted, "15.10")


def edited(rules: Rules, data: Data, chosen: Mapping[str, Any]) -> Rules:
    """The rules with these (checked) options."""
    for name, value in chosen.items():
        rules = EDITS[name](rules, data, value)
    return rules

"""Optional rules 15.1 to 15.20 and the variants that our rulings leave open: each edits the rules object once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.engine.steps import Row
from bocage.parts import options
from bocage.parts.options import Option
from bocage.parts.retreat import ends_behind_any

from ..data import FOLDER, Data
from .airborne import german_drop_possible
from .combat.odds import armor_shift, to_the_table
from .in_force import Rules
from .position import ALLIED, GERMAN
from .sequence import insert

Edit = Callable[[Rules, Data, Any], Rules]


def _set(**changes: Callable[[Data], Any]) -> Edit:
    """An edit that only sets fields, from the numbers in the data."""

    def edit(rules: Rules, data: Data, value: Any) -> Rules:
        return msgspec.structs.replace(rules, **{name: find(data) for name, find in changes.items()})

    return edit


def _number(name: str) -> Callable[[Data], int]:
    return lambda data: data.numbers[name]


def _always(value: Any) -> Callable[[Data], Any]:
    return lambda data: value


def _to_value(field: str) -> Edit:
    return lambda rules, data, value: msgspec.structs.replace(rules, **{field: value})


def _cancel_bluepoint(rules: Rules, data: Data, value: Any) -> Rules:
    row = Row("bluepoint", ALLIED, "bluepoint", "15.2")
    setup = (*rules.sequence["setup"], row)
    return msgspec.structs.replace(
        rules,
        sequence={**rules.sequence, "setup": setup},
        bluepoint_bomber_uses=data.numbers["bluepoint_bomber_uses"],
        bluepoint_last_turn=data.numbers["bluepoint_last_turn"],
    )


def _german_drops(rules: Rules, data: Data, value: Any) -> Rules:
    sequence = rules.sequence
    for table, name, before in (
        ("german move/combat", "german air drop", "german movement"),
        ("german combat/move", "german air drop last", "german movement last"),
    ):
        sequence = insert(sequence, table, Row(name, GERMAN, "air drop", "15.3", german_drop_possible), before)
    return msgspec.structs.replace(
        rules,
        sequence=sequence,
        drop_sides=(ALLIED, GERMAN),
        german_drop_loss_up_to=data.numbers["german_drop_loss_up_to"],
    )


def _stiff_towns(rules: Rules, data: Data, value: Any) -> Rules:
    shift = {**rules.terrain_shift, "town": data.numbers["stiffened_town_shift"]}
    return msgspec.structs.replace(rules, terrain_shift=shift)


def _aggressive_replacements(rules: Rules, data: Data, value: Any) -> Rules:
    offers = {**rules.offers, "replace": rules.offers["replace"].without("zone")}
    return msgspec.structs.replace(rules, offers=offers, replaced_may_attack=True)


def _special_supply(rules: Rules, data: Data, value: Any) -> Rules:
    special = frozenset(number for number, counter in enumerate(data.counters) if counter.type == "special")
    return msgspec.structs.replace(rules, always_supplied=special)


def _armor(rules: Rules, data: Data, value: Any) -> Rules:
    return msgspec.structs.replace(rules, shifts=(*rules.shifts, armor_shift(data.numbers["armor_shift"])))


def _table_first(rules: Rules, data: Data, value: Any) -> Rules:
    # Before all others: it says from which column they are counted.
    return msgspec.structs.replace(rules, shifts=(to_the_table(rules.columns), *rules.shifts))


def _until_linked(rules: Rules, data: Data, value: Any) -> Rules:
    # After the ports are announced, so that a line to a port of this turn counts.
    row = Row("link-up", ALLIED, "link-up", "R35")
    sequence = insert(rules.sequence, "turn", row, "weather")
    return msgspec.structs.replace(rules, sequence=sequence, drop_ban_until_linked=True)


def _kampfgruppe(rules: Rules, data: Data, value: Any) -> Rules:
    row = Row("kampfgruppe", GERMAN, "kampfgruppe", "15.19")
    sequence = insert(rules.sequence, "turn", row, "german reinforcement stacking")
    return msgspec.structs.replace(rules, sequence=sequence, kampfgruppe_price=data.numbers["kampfgruppe_price"])


def _overcast_bombers(rules: Rules, data: Data, value: Any) -> Rules:
    weather = {**rules.bomber_weather, "Overcast": data.numbers["overcast_bomber_drm"]}
    return msgspec.structs.replace(rules, bomber_weather=weather)


EDITS: Mapping[str, Edit] = {
    "13.3": _to_value("strategy"),
    "15.1": _set(turn1_tas_dice=_number("bluepoint_tas_dice")),
    "15.2": _cancel_bluepoint,
    "15.3": _german_drops,
    "15.4": _set(garrison_defence=_number("garrison_defence")),
    "15.5": _set(tenacity=_always(True)),
    "15.6": _set(air_coordination=_always(True)),
    "15.7": _set(
        drop_loss_up_to=_number("allied_drop_loss_up_to"), drop_scatter_up_to=_number("allied_drop_scatter_up_to")
    ),
    "15.8": _special_supply,
    "15.9": _set(interdiction=_always(True)),
    "15.10": _stiff_towns,
    "15.11": _set(depot_limit=_number("depot_limit")),
    "15.12": _aggressive_replacements,
    "15.13": _set(divisions_pay_exchanges=_always(True)),
    "15.14": _set(reluctance_fails_up_to=_number("reluctance_fails_up_to")),
    "15.15": _set(bomber_sides=_always((ALLIED, GERMAN))),
    "15.16": _set(overkill_place=lambda data: data.numbers["overkill_odds"] - 1),
    "15.17": _set(liberation=_always(True)),
    "15.18": _armor,
    "15.19": _kampfgruppe,
    "15.20": _overcast_bombers,
    "R13": _to_value("turn1_allied_column"),
    "R17": _to_value("german_edge_includes_2301"),
    "R23": _set(retreat_ends=_always(ends_behind_any)),
    "R27": _to_value("hidden_strategy"),
    "R30": _table_first,
    "R35": _until_linked,
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

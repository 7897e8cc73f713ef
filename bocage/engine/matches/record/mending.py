"""Records of a game whose data are others now: may the match go on with them, and how do stored positions fit?

A counter that the position does not know takes the place that the game says; one that the game no longer has is left
out wherever the position speaks of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.game import Game
from bocage.engine.matches.record.lines import File
from bocage.engine.plain import from_plain, place_name, to_plain

_ID = re.compile(r"[\w.+/-]{1,40}")  # what the id of a counter can look like
_MOST_NAMED = 8


def corrected(file: File, game: Game[Any]) -> bool:
    """Are the data of the game not those of the record any more?"""
    return file.header["data"] != game.data_digest


def check_overlay(file: File, game: Game[Any]) -> None:
    """A match on data that somebody laid over those of the game goes on with the same ones only."""
    header = file.header.get("overlay", "")
    wanted, _, name = header.partition(" ")
    given, digest = game.overlay or ("", "")
    if wanted == digest:
        return
    if not wanted:
        raise BadInput(f"this match is played with the game's own data; load it without those of {given!r}")
    other = f"which the folder {name[:60]} lays over the game's (digest {wanted[:60]})"
    need = f"this match is played with other data, {other}"
    if not given:
        raise BadInput(f"{need}; load it with that folder: --data FOLDER, or data=FOLDER in Python")
    raise BadInput(f"{need}; the data of {given!r} are not the same (digest {digest})")


def read_corrected(game: Game[Any], data: object) -> tuple[Any, list[str]]:
    """The position that was stored, with the counters of today, and what was done to it, in sentences."""
    if not isinstance(data, dict) or not isinstance(data.get("units"), dict):
        raise BadInput("the stored units must be a table by their ids")
    roster: dict[str, Any] = data["units"]
    gone = [name for name in roster if name not in game.unit_numbers]
    new = [name for name in game.unit_ids if name not in roster]
    if len(gone) == len(roster) or any(_ID.fullmatch(name) is None for name in gone):
        raise BadInput("the stored position is none of this game: its units have other names")
    mended = _without(data, set(gone))
    known = to_plain(game, game.first_position())["units"] if new else {}
    fitting = {name: _fitting(game, name, unit) for name, unit in mended["units"].items()}
    mended["units"] = fitting | {name: known[name] for name in new}
    position = from_plain(game, game.position_class, mended)
    for name in new:
        number = game.unit_numbers[name]
        position.units[number] = game.place_of_newcomer(position, number)
    places = [f"{name} ({place_name(game, position.units[game.unit_numbers[name]].at)})" for name in new]
    notes = [f"Counters that are new since then: {_listed(places)}."] if new else []
    return position, notes + ([f"Counters that there are no longer: {_listed(gone)}."] if gone else [])


def _listed(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _without(data: Any, gone: Collection[str]) -> Any:
    """Plain data that speak of these units no more.

    >>> _without({"units": {"A": ["0101", 2], "B": ["0102", 1]}, "moved": ["A", "B"], "hand": "B"}, {"B"})
    {'units': {'A': ['0101', 2]}, 'moved': ['A'], 'hand': None}
    """
    if isinstance(data, dict):
        return {key: _without(item, gone) for key, item in data.items() if key not in gone}
    if isinstance(data, list):
        return [_without(item, gone) for item in data if not (isinstance(item, str) and item in gone)]
    return None if isinstance(data, str) and data in gone else data


def _fitting(game: Game[Any], name: str, unit: Any) -> Any:
    """A stored unit with no more steps than its counter has today."""
    most = game.most_steps(game.unit_numbers[name])
    if isinstance(unit, list) and len(unit) > 1 and isinstance(unit[1], int) and unit[1] > most:
        return [unit[0], most, *unit[2:]]
    return unit

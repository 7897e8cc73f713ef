"""Options: rulings on which players differ. Each edits the rules once, at the start of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.parts.data.options import Options

from ..data import FOLDER
from .in_force import Rules

EDITS: Mapping[str, Callable[[Rules, Any], Rules]] = {
    "R4": lambda rules, on: msgspec.structs.replace(rules, very_bad_halves_germans=on),
    "R5": lambda rules, on: msgspec.structs.replace(rules, bonus_bars_attack=not on),
    "R11": lambda rules, on: msgspec.structs.replace(rules, retreat_through_zones=not on),
    "R116": lambda rules, on: msgspec.structs.replace(rules, capacity_shared=on),
}

KNOWN = Options("D-Day to the Rhine", FOLDER, "R5", EDITS)
catalogue, check, edited = KNOWN.catalogue, KNOWN.check, KNOWN.edited

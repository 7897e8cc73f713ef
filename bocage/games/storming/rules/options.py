"""Options: rulings on which players differ. Each edits the rules once, at the start of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.parts.data.options import Options

from ..data import FOLDER
from .in_force import Rules

EDITS: Mapping[str, Callable[[Rules, Any], Rules]] = {
    "R16": lambda rules, on: msgspec.structs.replace(rules, sixth_army_group_strains_supply=on),
    "R41": lambda rules, on: msgspec.structs.replace(rules, staff_comes_back=on),
    "R44": lambda rules, on: msgspec.structs.replace(rules, patton_may_be_joined=on),
    "R90": lambda rules, on: msgspec.structs.replace(rules, bombing_is_an_attack=not on),
    "R101": lambda rules, on: msgspec.structs.replace(rules, rhine_after_a_march=on),
    "R118": lambda rules, on: msgspec.structs.replace(rules, advances_are_movement=on),
}

KNOWN = Options("Storming the Reich", FOLDER, "R16", EDITS)
catalogue, check, edited = KNOWN.catalogue, KNOWN.check, KNOWN.edited

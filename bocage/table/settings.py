"""The settings of a service as a table for `docs/hosting.md`: `python -m bocage.table.settings` prints it.

What a setting is for stands once, as the comment behind its field in `config.py`.
"""

from __future__ import annotations

import inspect
import re
from typing import Any, NamedTuple

import msgspec

from bocage.table.config import OTHERS, Config, variable

_FIELD = re.compile(r"^    (\w+): .*?  # (.+)$", re.M)


class Setting(NamedTuple):
    """One setting: its variable, what it is if nobody says anything, and what it is for."""

    name: str
    default: str
    words: str


def found() -> list[Setting]:
    """All settings, in the order of the program."""
    words = dict(_FIELD.findall(inspect.getsource(Config)))
    return [
        Setting(variable(field.name), _shown(field.default), words.get(field.name, ""))
        for field in msgspec.structs.fields(Config)
    ]


def _shown(default: Any) -> str:
    """A default as one would write it.

    >>> _shown(20.0), _shown(None), _shown(("127.0.0.1", "::1")), _shown(True)
    ('20', '', '127.0.0.1,::1', '1')
    """
    if isinstance(default, bool):
        return str(int(default))
    if default is None:
        return ""
    if isinstance(default, tuple):
        return ",".join(map(str, default))
    return f"{default:g}" if isinstance(default, float) else str(default)


def table() -> str:
    """The table as the docs have it."""
    rows = ["| variable | without it | what it is |", "| --- | --- | --- |"]
    for name, default, words in (*found(), *(Setting(name, "", words) for name, words in OTHERS.items())):
        rows.append(f"| `{name}` | {f'`{default}`' if default else ''} | {words} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(table(), end="")

"""Words that every game's sentences need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bocage.engine.events import listed as listed


def row_words(words: Mapping[str, str], row: str, *names: str) -> str:
    """A row of the sequence of play in words: those that it has, or its own name, in which these names are capital.

    >>> row_words({"turn record": "a new turn"}, "turn record"), row_words({}, "allied supply", "allied", "german")
    ('a new turn', 'Allied supply')
    """
    if row in words:
        return words[row]
    for name in names:
        row = row.replace(name, name.capitalize())
    return row


def hex_name(names: Mapping[int, str], labels: Sequence[str], node: int) -> str:
    """A hex by name and number, as a player says it.

    >>> hex_name({0: "Metz"}, ("4421", "4422"), 0), hex_name({0: "Metz"}, ("4421", "4422"), 1)
    ('Metz (4421)', '4422')
    """
    name = names.get(node)
    return f"{name} ({labels[node]})" if name else labels[node]

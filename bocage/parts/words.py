"""Words that every game's sentences need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bocage.engine.events import listed as listed


def hex_name(names: Mapping[int, str], labels: Sequence[str], node: int) -> str:
    """A hex by name and number, as a player says it.

    >>> hex_name({0: "Metz"}, ("4421", "4422"), 0), hex_name({0: "Metz"}, ("4421", "4422"), 1)
    ('Metz (4421)', '4422')
    """
    name = names.get(node)
    return f"{name} ({labels[node]})" if name else labels[node]

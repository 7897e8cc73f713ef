"""The ways in which maps name their hexes, each as a label from (column, row) and back.

A board needs only who touches whom, so a map may be read in its own numbering whichever way that runs. `flip_rows` and
`flip_columns` turn it so that directions are clockwise on the printed map too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

Place = tuple[int, int]


def ccrr(column: int, row: int) -> str:
    """Two digits of column, two of row.

    >>> ccrr(6, 19)
    '0619'
    """
    if not (0 <= column <= 99 and 0 <= row <= 99):
        raise ValueError(f"column {column}, row {row} does not fit in four digits")
    return f"{column:02}{row:02}"


def read_ccrr(label: str) -> Place:
    """Column and row of a four-digit label.

    >>> read_ccrr("0619")
    (6, 19)
    """
    if not re.fullmatch("[0-9]{4}", label):
        raise ValueError(f"{label!r} is not two digits of column and two of row")
    return int(label[:2]), int(label[2:])


def lettered(column: int, row: int) -> str:
    """A letter for columns 1 to 26, the letter doubled for 27 to 52, then the row.

    >>> lettered(1, 16), lettered(26, 1), lettered(27, 35), lettered(44, 26)
    ('A16', 'Z1', 'AA35', 'RR26')
    """
    if not (1 <= column <= 52 and row >= 0):
        raise ValueError(f"column {column}, row {row} has no lettered label")
    times, letter = divmod(column - 1, 26)
    return chr(ord("A") + letter) * (times + 1) + str(row)


def read_lettered(label: str) -> Place:
    """Column and row of a label with one letter or the same letter twice.

    >>> read_lettered("A16"), read_lettered("RR26")
    ((1, 16), (44, 26))
    """
    found = re.fullmatch(r"([A-Z])(\1?)([0-9]+)", label)
    if not found:
        raise ValueError(f"{label!r} is not a letter, or the same letter twice, and a number")
    return ord(found[1]) - ord("A") + 1 + 26 * len(found[2]), int(found[3])


def axial(q: int, r: int) -> Place:
    """Column and row, on a board with ``shifted="odd"``, of axial coordinates whose r axis runs down the columns.

    >>> axial(0, 0), axial(1, 0), axial(2, -1), axial(-1, 1)
    ((0, 0), (1, 0), (2, 0), (-1, 0))
    """
    return q, r + q // 2


def rectangle(columns: Iterable[int], rows: Iterable[int], label: Callable[[int, int], str]) -> dict[str, Place]:
    """All hexes of a rectangle, labelled by a function such as `ccrr`.

    >>> rectangle(range(1, 3), range(1, 3), lettered)
    {'A1': (1, 1), 'A2': (1, 2), 'B1': (2, 1), 'B2': (2, 2)}
    """
    rows = list(rows)
    return {label(column, row): (column, row) for column in columns for row in rows}


def places(labels: Iterable[str], read: Callable[[str], Place]) -> dict[str, Place]:
    """Some labels with the place that a function such as `read_ccrr` reads in them.

    >>> places(["0619", "0520"], read_ccrr)
    {'0619': (6, 19), '0520': (5, 20)}
    """
    return {label: read(label) for label in labels}


def named(hexes: Iterable[tuple[str, int, int]]) -> dict[str, Place]:
    """Hexes with names of their own and given columns and rows; each name may come once.

    >>> named([("Paris", 4, 7), ("Le Havre", 3, 6)])
    {'Paris': (4, 7), 'Le Havre': (3, 6)}
    """
    found: dict[str, Place] = {}
    for name, column, row in hexes:
        if name in found:
            raise ValueError(f"two hexes are called {name}")
        found[name] = (column, row)
    return found


def flip_rows(hexes: Mapping[str, Place]) -> dict[str, Place]:
    """The same hexes with rows counted the other way, for maps whose rows rise northward.

    The other parity is then the shifted one: where odd columns sit half a hex toward higher printed rows, the
    flipped board has ``shifted="even"``.

    >>> flip_rows({"0001": (0, 1), "0002": (0, 2)})
    {'0001': (0, -1), '0002': (0, -2)}
    """
    return {label: (column, -row) for label, (column, row) in hexes.items()}


def flip_columns(hexes: Mapping[str, Place]) -> dict[str, Place]:
    """The same hexes with columns counted the other way, for maps whose columns rise westward; parity is unchanged.

    >>> flip_columns({"0101": (1, 1), "0201": (2, 1)})
    {'0101': (-1, 1), '0201': (-2, 1)}
    """
    return {label: (-column, row) for label, (column, row) in hexes.items()}

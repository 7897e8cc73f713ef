"""The printed components of a game, as its data files tell them."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable
from hashlib import blake2b
from importlib import resources

from bocage.hexes import Board, HexSet

Cells = dict[str, str]


def rows(package: str, name: str) -> list[Cells]:
    """The rows of a file of a data package, each with its line number under "line"."""
    text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    reader = csv.DictReader(text.splitlines())
    return [{**row, "line": str(reader.line_num)} for row in reader]


def digest(found: Iterable[Cells], silent: Collection[str]) -> str:
    """The fingerprint of rows; line numbers and the `silent` columns do not count.

    >>> one, same = {"mp": "2", "note": "", "line": "2"}, {"mp": "2", "note": "marsh", "line": "9"}
    >>> digest([one], ("note",)) == digest([same], ("note",)), digest([one], ()) == digest([same], ())
    (True, False)
    """
    hasher = blake2b(digest_size=16)
    for row in found:
        cells = [row[key] or "" for key in sorted(row) if key != "line" and key not in silent]
        hasher.update("\t".join(cells).encode() + b"\n")
    return hasher.hexdigest()


def hexes_by(board: Board, found: Iterable[Cells], column: str) -> dict[str, HexSet]:
    """The hexes of a map file by what stands in a column, in the order in which it comes up.

    >>> board = Board({"0101": (1, 1), "0102": (1, 2), "0103": (1, 3)}, shifted="odd")
    >>> found = [{"hex": "0101", "fort": ""}, {"hex": "0102", "fort": "metz"}, {"hex": "0103", "fort": ""}]
    >>> {kind: board.names(hexes) for kind, hexes in hexes_by(board, found, "fort").items()}
    {'': ['0101', '0103'], 'metz': ['0102']}
    """
    hexes: dict[str, HexSet] = {}
    for row in found:
        hexes[row[column]] = hexes.get(row[column], 0) | 1 << board.index[row["hex"]]
    return hexes

"""Geometry: boards, hex sets, hexsides, movement costs and reach, ids. Knows no rules.

A set of hexes is a Python ``int``: node ``n`` of a board is bit ``1 << n``, so union, intersection and difference
are ``|``, ``&`` and ``& ~``, and a question about the whole board costs about as much as one about a single hex.

>>> board = Board(rectangle(range(1, 6), range(1, 6), ccrr), shifted="even")
>>> units = board.set("0303 0505")
>>> zone = board.step(units)
>>> board.names(zone & ~board.set("0302"))
['0202', '0203', '0304', '0402', '0403', '0404', '0405', '0504']
"""

from bocage.hexes.board import FAR, Board
from bocage.hexes.costs import Costs
from bocage.hexes.edges import Edges
from bocage.hexes.ids import (
    axial,
    ccrr,
    flip_columns,
    flip_rows,
    lettered,
    named,
    places,
    read_ccrr,
    read_lettered,
    rectangle,
)
from bocage.hexes.lister import HexSet, Lister
from bocage.hexes.reach import Reach, reach

__all__ = [
    "FAR",
    "Board",
    "Costs",
    "Edges",
    "HexSet",
    "Lister",
    "Reach",
    "axial",
    "ccrr",
    "flip_columns",
    "flip_rows",
    "lettered",
    "named",
    "places",
    "reach",
    "read_ccrr",
    "read_lettered",
    "rectangle",
]

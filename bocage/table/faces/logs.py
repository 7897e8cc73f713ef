"""How the lines of a log are told that are about units and hexes, for the logs of all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bocage.table.faces import About


def many(things: int | Sequence[int]) -> tuple[int, ...]:
    """One or several, as several.

    >>> many(7), many([7, 8])
    ((7,), (7, 8))
    """
    return (things,) if isinstance(things, int) else tuple(things)


def labels(game: Any, nodes: Sequence[int]) -> list[str]:
    """The labels of those nodes that are on the map."""
    return [game.board.labels[node] for node in nodes if node >= 0]


def plain(kind: str = "", side: str = "") -> Callable[..., About]:
    """An event that points at nothing.

    >>> plain("turn")("a game", 3).kind
    'turn'
    """
    return lambda game, *data: About(kind, side)


def in_hexes(kind: str = "", side: str = "") -> Callable[..., About]:
    """An event whose first datum is a hex or several."""
    return lambda game, nodes, *data: About(kind, side, hexes=labels(game, many(nodes)))


class UnitLines:
    """Events whose first datum is a unit or several; a game with pieces that have no name says so in a subclass.

    >>> from bocage.shelf import make_game
    >>> game = make_game("roundup", "campaign", {})
    >>> unit, way = game.unit_numbers["US-1"], [game.board.index[label] for label in ("1204", "1205", "1305")]
    >>> told = UnitLines().way(game, unit, way)
    >>> told.kind, told.side, told.path, told.hexes, told.units
    ('move', 'allied', ['1204', '1205', '1305'], ['1305'], ['US-1'])
    >>> UnitLines().there("arrival")(game, (unit,), -1).hexes  # off the map
    []
    """

    def ids(self, game: Any, units: Sequence[int]) -> list[str]:
        """The units that may be named."""
        return [game.unit_ids[unit] for unit in units]

    def side(self, game: Any, units: Sequence[int]) -> str:
        """Whose units they are."""
        return str(game.counters[units[0]].side) if units else ""

    def named(self, kind: str = "") -> Callable[..., About]:
        """An event of units, wherever they are."""

        def tell(game: Any, units: int | Sequence[int], *rest: Any) -> About:
            return About(kind, self.side(game, many(units)), units=self.ids(game, many(units)))

        return tell

    def there(self, kind: str = "") -> Callable[..., About]:
        """An event whose second datum is a hex."""

        def tell(game: Any, units: int | Sequence[int], node: int, *rest: Any) -> About:
            found = many(units)
            return About(kind, self.side(game, found), hexes=labels(game, (node,)), units=self.ids(game, found))

        return tell

    def way(self, game: Any, units: int | Sequence[int], path: Sequence[int], *rest: Any) -> About:
        """A move: its second datum is the way."""
        walked, found = labels(game, path), many(units)
        return About("move", self.side(game, found), path=walked, hexes=walked[-1:], units=self.ids(game, found))

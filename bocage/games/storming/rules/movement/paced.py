"""Where units get that are bound by two measures at once: their movement points, and a number of hexes."""

from __future__ import annotations

from bocage.hexes import HexSet
from bocage.parts.walk import Walk


class Paced:
    """The hexes that a walk reaches in a number of steps, each with its cheapest price and path.

    >>> from bocage.hexes import Board, Costs
    >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3), "d": (1, 4)}, shifted="odd")
    >>> found = Paced(Walk(Costs(board, {1: board.all}), 0, 9, board.all), 2)
    >>> board.names(found.all), found.cost(2), found.path(2), found.cost(3)
    (['b', 'c'], 2, (0, 1, 2), None)
    """

    __slots__ = ("_layers", "_walk", "all")

    all: HexSet
    """Every hex that can be reached; the start is not one of them."""

    def __init__(self, walk: Walk, hexes: int) -> None:
        board, costs = walk.costs.board, walk.costs
        self._walk = walk
        # One table per number of steps: node -> the cheapest price of getting there in just so many, and from where.
        self._layers: list[dict[int, tuple[int, int]]] = [{walk.start: (walk.spent, -1)}]
        cheapest = {walk.start: walk.spent}
        self.all = 0
        for step in range(hexes):
            layer: dict[int, tuple[int, int]] = {}
            for here, (spent, _) in self._layers[-1].items():
                if step and walk.stops >> here & 1:
                    continue
                for there in board.neighbours[here]:
                    if not walk.open >> there & 1 or (
                        not step and walk.first is not None and not walk.first >> there & 1
                    ):
                        continue
                    cost = costs.of(here, there)
                    if cost is None:
                        continue
                    price = spent + cost + (walk.extra if walk.surcharge >> there & 1 else 0)
                    known = layer[there][0] if there in layer else cheapest.get(there, walk.allowance + 1)
                    if price <= walk.allowance and price < known:
                        layer[there] = (price, here)
            for there, (price, _) in layer.items():
                cheapest[there] = price
                self.all |= 1 << there
            self._layers.append(layer)

    def __eq__(self, other: object) -> bool:
        return self._layers == other._layers if isinstance(other, Paced) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def cost(self, n: int) -> int | None:
        """Points spent on arrival along a cheapest path, or None if the hex cannot be reached."""
        for layer in reversed(self._layers):
            if n in layer and n != self._walk.start:
                return layer[n][0]
        return None

    def path(self, n: int) -> tuple[int, ...]:
        """The path of that price."""
        step = max(number for number, layer in enumerate(self._layers) if n in layer)
        walked = [n]
        while step:
            n = self._layers[step][n][1]
            walked.append(n)
            step -= 1
        walked.reverse()
        return tuple(walked)

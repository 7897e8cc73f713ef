"""Where a unit can get with its movement points, and on which path."""

from __future__ import annotations

from bocage.hexes.costs import Costs
from bocage.hexes.lister import HexSet


class Reach:
    """The answer of `reach`: what can be reached, at which cost, on which path.

    >>> from bocage.hexes import Board
    >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3), "d": (1, 4)}, shifted="odd")
    >>> found = reach(Costs(board, {1: board.set("a b c"), 2: board.set("d")}), 0, 3, board.all)
    >>> board.names(found.all), [board.names(hexes) for hexes in found.by_cost]
    (['b', 'c'], [['a'], ['b'], ['c'], []])
    """

    __slots__ = ("_costs", "_extra", "_first", "_start", "_stops", "_surcharge", "all", "by_cost")

    all: HexSet
    """Every hex that can be reached; the start is not one of them."""
    by_cost: list[HexSet]
    """by_cost[k] are the hexes whose cheapest path brings the points spent to exactly k."""

    def __init__(
        self,
        costs: Costs,
        start: int,
        reached: HexSet,
        by_cost: list[HexSet],
        stops: HexSet,
        first: HexSet | None,
        surcharge: HexSet,
        extra: int,
    ) -> None:
        self._costs = costs
        self._start = start
        self.all = reached
        self.by_cost = by_cost
        self._stops = stops
        self._first = first
        self._surcharge = surcharge
        self._extra = extra

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reach):
            return NotImplemented
        return (self._start, self.by_cost, self._costs) == (other._start, other.by_cost, other._costs)

    __hash__ = None  # type: ignore[assignment]

    def cost(self, n: int) -> int | None:
        """Points spent on arrival in ``n`` along a cheapest path, or None if it cannot be reached.

        >>> from bocage.hexes import Board
        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> found = reach(Costs(board, {2: board.all}), 0, 3, board.all)
        >>> found.cost(0), found.cost(1), found.cost(2)
        (0, 2, None)
        """
        bit = 1 << n
        for points, hexes in enumerate(self.by_cost):
            if hexes & bit:
                return points
        return None

    def within(self, points: int) -> HexSet:
        """The hexes that can be reached while no more than so many points are spent.

        >>> from bocage.hexes import Board
        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> board.names(reach(Costs(board, {1: board.all}), 0, 2, board.all).within(1))
        ['b']
        """
        found = 0
        for hexes in self.by_cost[: points + 1]:
            found |= hexes
        return found & self.all

    def path(self, n: int, harmless: HexSet = 0) -> tuple[int, ...]:
        """A cheapest path from the start to ``n``, both included.

        Of several cheapest paths it is the one through the fewest hexes that are not in ``harmless``; where that
        leaves a choice of the hex before, one in ``harmless``, then the lowest node.

        >>> from bocage.hexes import Board, ccrr, rectangle
        >>> board = Board(rectangle(range(1, 4), range(1, 4), ccrr), shifted="even")
        >>> found = reach(Costs(board, {1: board.all}), board.index["0102"], 2, board.all)
        >>> [board.labels[n] for n in found.path(board.index["0302"])]
        ['0102', '0201', '0302']
        >>> [board.labels[n] for n in found.path(board.index["0302"], ~board.set("0201"))]
        ['0102', '0202', '0302']
        """
        points = self.cost(n)
        if points is None:
            raise ValueError(f"{self._costs.board.labels[n]} is out of reach")
        walked = self._greedy(n, points, harmless)
        if walked is not None:
            return walked
        harms: dict[int, int] = {}
        walked = (n,)
        while n != self._start:
            n, points = min(
                self._before(n, points),
                key=lambda step: (self._harm(step, harmless, harms), not harmless >> step[0] & 1, step),
            )
            walked = (n, *walked)
        return walked

    def _greedy(self, n: int, points: int, harmless: HexSet) -> tuple[int, ...] | None:
        """The path back from ``n`` over the lowest harmless nodes; None if it would have to leave them.

        Nearly every path is found so, without weighing all others.
        """
        by_cost, start, surcharge, costs = self.by_cost, self._start, self._surcharge, self._costs
        alike, around, sources_of = costs.alike, costs.board.around, costs.sources_of
        home = 1 << start
        allowed = (harmless or -1) & ~self._stops | home
        first = self._first
        walked = [n]
        while n != start:
            if surcharge >> n & 1:
                points -= self._extra
            if first is not None:
                allowed = allowed | home if first >> n & 1 else allowed & ~home
            before = earlier = -1
            if cost := alike[n]:
                if cost <= points and (found := by_cost[points - cost] & around[n] & allowed):
                    before, earlier = (found & -found).bit_length() - 1, points - cost
            else:
                for cost, sources in sources_of(n):
                    if cost <= points and (found := by_cost[points - cost] & sources & allowed):
                        lowest = (found & -found).bit_length() - 1
                        if before < 0 or lowest < before:
                            before, earlier = lowest, points - cost
            if before < 0:
                return None
            n, points = before, earlier
            walked.append(n)
        walked.reverse()
        return tuple(walked)

    def _before(self, n: int, points: int) -> list[tuple[int, int]]:
        """The last hexes before ``n`` on its cheapest paths, with the points spent on arrival there."""
        if self._surcharge >> n & 1:
            points -= self._extra
        found = []
        for a, cost in self._costs.into(n):
            earlier = points - cost
            if earlier >= 0 and self.by_cost[earlier] >> a & 1:
                if a == self._start:
                    if self._first is None or self._first >> n & 1:
                        found.append((a, earlier))
                elif not self._stops >> a & 1:
                    found.append((a, earlier))
        return found

    def _harm(self, step: tuple[int, int], harmless: HexSet, harms: dict[int, int]) -> int:
        """The fewest hexes outside ``harmless`` on a cheapest path to a hex, the start not counted."""
        n, points = step
        if n == self._start:
            return 0
        if n not in harms:
            harms[n] = (not harmless >> n & 1) + min(
                self._harm(before, harmless, harms) for before in self._before(n, points)
            )
        return harms[n]


def reach(
    costs: Costs,
    start: int,
    allowance: int,
    open: HexSet,
    *,
    stops: HexSet = 0,
    first: HexSet | None = None,
    surcharge: HexSet = 0,
    extra: int = 1,
    spent: int = 0,
) -> Reach:
    """Where a unit in ``start`` can get with ``allowance`` points, of which ``spent`` are used already.

    It enters only ``open`` hexes. A hex in ``stops`` may be entered but not left; the start is always left.
    ``first``, if given, is all that the first step may enter. Hexes in ``surcharge`` cost ``extra`` more to enter.
    There is no minimum move. All sets may be complements such as ``~zone``.

    >>> from bocage.hexes import Board, ccrr, rectangle
    >>> board = Board(rectangle(range(1, 4), range(1, 4), ccrr), shifted="even")
    >>> costs = Costs(board, {1: board.all})
    >>> found = reach(costs, board.index["0101"], 2, ~board.set("0102"), stops=board.set("0201"))
    >>> board.names(found.all)
    ['0201']
    """
    if extra < 0:
        raise ValueError("a surcharge cannot be negative")
    board = costs.board
    frontier = 1 << start
    goals = open & costs.enterable & ~frontier
    go_on = board.all & ~stops
    if costs.simple:
        arrivals = [0] * (max(allowance, spent) + 1)
        arrivals[spent] = frontier
        fresh = _flood(costs, frontier, goals, first, go_on, surcharge, extra, spent, allowance, arrivals)
        return Reach(costs, start, goals ^ fresh, arrivals, stops, first, surcharge, extra)
    near, stride = board.shifts[1], board.shifts[2]
    enter, dear, delays, fixed, linked = costs.enter, costs.dear, costs.delays, costs.fixed, costs.linked
    plain0, plain1, plain2, plain3, plain4, plain5 = costs.plain
    fresh = goals
    gate = goals if first is None else goals & first
    arrivals = [0] * (max(allowance, spent) + costs.dearest + extra + 1)
    # Paying for a hexside or a surcharge is a delay: the target waits until so many more points are spent and is then
    # sorted by its entry cost. So each level of points sorts its targets once, however many classes there are.
    crossing = arrivals.copy() if delays else arrivals
    waiting = arrivals.copy() if surcharge else arrivals
    arrivals[spent] = frontier
    level, last, longest = spent, allowance - costs.cheapest, costs.dearest + extra
    while level <= last:
        targets = 0
        if frontier:
            if frontier & dear:
                shifted0, shifted1, shifted3 = frontier >> 1, frontier << near, frontier << 1
                shifted2, shifted4, shifted5 = frontier << stride, frontier >> near, frontier >> stride
                targets = (
                    shifted0 & plain0
                    | shifted1 & plain1
                    | shifted2 & plain2
                    | shifted3 & plain3
                    | shifted4 & plain4
                    | shifted5 & plain5
                ) & gate
                for points, sources, (side0, side1, side2, side3, side4, side5) in delays:
                    if level + points <= last and frontier & sources:
                        crossing[level + points] |= (
                            shifted0 & side0
                            | shifted1 & side1
                            | shifted2 & side2
                            | shifted3 & side3
                            | shifted4 & side4
                            | shifted5 & side5
                        ) & gate
                for points, sources, (side0, side1, side2, side3, side4, side5) in fixed:
                    if level + points <= allowance and frontier & sources:
                        cheap = (
                            shifted0 & side0
                            | shifted1 & side1
                            | shifted2 & side2
                            | shifted3 & side3
                            | shifted4 & side4
                            | shifted5 & side5
                        ) & gate
                        if surcharge and (hot := cheap & surcharge):
                            arrivals[level + points + extra] |= hot
                            cheap ^= hot
                        arrivals[level + points] |= cheap
            else:
                up = frontier << 1
                pair = frontier | up
                targets = (up | frontier >> 1 | pair << near | pair >> stride) & gate
            if linked and (ends := frontier & linked):
                for node in board.nodes(ends):
                    for points, there in costs.links[node]:
                        cheap = there & gate
                        if surcharge and (hot := cheap & surcharge):
                            arrivals[level + points + extra] |= hot
                            cheap ^= hot
                        arrivals[level + points] |= cheap
        if delays:
            targets |= crossing[level]
        if surcharge:
            if hot := targets & surcharge:
                targets ^= hot
                waiting[level + extra] |= hot
            targets |= waiting[level]
        if targets:
            for cost, hexes in enter:
                arrivals[level + cost] |= targets & hexes
        elif not frontier and not _on_the_way(level, longest, arrivals, crossing, waiting):
            break  # everything is reached, or shut in
        level += 1
        arrivals[level] = frontier = arrivals[level] & fresh
        fresh ^= frontier
        gate = fresh
        frontier &= go_on
    for dearer in range(level + 1, allowance + 1):
        arrivals[dearer] &= fresh
        fresh ^= arrivals[dearer]
    del arrivals[max(allowance, spent) + 1 :]
    return Reach(costs, start, goals ^ fresh, arrivals, stops, first, surcharge, extra)


def _on_the_way(level: int, longest: int, *lists: list[HexSet]) -> bool:
    """Is anybody to arrive later, at most so many points from now?"""
    return any(any(hexes[level + 1 : level + longest + 1]) for hexes in lists)


def _flood(
    costs: Costs,
    frontier: HexSet,
    fresh: HexSet,
    first: HexSet | None,
    go_on: HexSet,
    surcharge: HexSet,
    extra: int,
    level: int,
    allowance: int,
    arrivals: list[HexSet],
) -> HexSet:
    """The loop of `reach` for simple boards, which writes the arrivals down; the hexes that nobody reaches.

    Across a dear side a hex is reached one point later than across a plain one. So it is enough to let *all*
    neighbours of the frontier arrive once more that much later: those that a plain side leads to are settled by then.
    """
    near, stride = costs.board.shifts[1], costs.board.shifts[2]
    dear = costs.dear
    plain0, plain1, plain2, plain3, plain4, plain5 = costs.plain
    one, two, three = costs.by_points
    late = before = earlier = 0  # targets across dear sides, and all of one and two points ago
    waiting = [0] * (allowance + extra + 1) if surcharge else arrivals
    while level < allowance:
        if frontier:
            if frontier & dear:
                side0, side1, side2 = frontier >> 1, frontier << near, frontier << stride
                side3, side4, side5 = frontier << 1, frontier >> near, frontier >> stride
                targets = (
                    side0 & plain0 | side1 & plain1 | side2 & plain2 | side3 & plain3 | side4 & plain4 | side5 & plain5
                )
                beyond = side0 | side1 | side2 | side3 | side4 | side5
            else:
                up = frontier << 1
                pair = frontier | up
                targets = up | frontier >> 1 | pair << near | pair >> stride
                beyond = 0
            if first is not None:
                targets &= first
                beyond &= first
                first = None
            targets |= late
            late = beyond
        else:
            targets, late = late, 0
            if not (targets or before or earlier or (surcharge and any(waiting[level:]))):
                break  # shut in: nobody is on the way any more
        if surcharge:
            if hot := targets & surcharge:
                targets ^= hot
                waiting[level + extra] |= hot
            targets |= waiting[level]
        level += 1
        arrivals[level] = frontier = (targets & one | before & two | earlier & three) & fresh
        fresh ^= frontier
        frontier &= go_on
        before, earlier = targets, before
    return fresh

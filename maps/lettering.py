"""Lettering: how wide words are, and where a name may stand without touching another name, a number or a river.

Everything that takes room is a row of discs: a word, a hex number, a stretch of river. A place for a name costs what
its discs overlap, times the weight of what they overlap; the cheapest place wins.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from maps.shapes import Line, Point

# Advance widths, in hundredths of the size, of a wide serif face; in a narrower face the names only get more room.
WIDTHS: dict[str, int] = {
    **dict.fromkeys("ijlI'.,·", 33), **dict.fromkeys("ft-", 39), **dict.fromkeys("rs ", 48), " ": 32,
    **dict.fromkeys("cvxyzaeok", 58), **dict.fromkeys("bdghnpqu0123456789", 64), **dict.fromkeys("mw", 92),
    **dict.fromkeys("ABCEFLPRSTXYZKVJ", 71), **dict.fromkeys("DGHNOQU", 84), **dict.fromkeys("MW", 103),
}  # fmt: skip


def width(words: str, size: float, spacing: float = 0.0, bold: bool = False) -> float:
    """How long a line of text is at most.

    >>> width("Aa", 10)
    12.9
    """
    plain = sum(WIDTHS.get(letter, 62) for letter in words) * size / 100
    return round(plain * (1.08 if bold else 1.0) + spacing * max(0, len(words) - 1), 2)


SIGMAS = (16.0, 30.0, 52.0)
OFFSETS = (-8.5, 8.5, -11.5, 11.5, -15.0, 15.0, -19.0, 19.0, -24.0, 24.0)


@dataclass(frozen=True)
class Spot:
    """A possible place for a name: its baseline, the way it is anchored, and how much it is disliked beforehand."""

    baseline: Line
    anchor: str = "middle"
    dislike: float = 0.0


class Room:
    """What is taken on the sheet so far."""

    def __init__(self) -> None:
        self._rows: list[tuple[float, float, float, float]] = []

    def take(self, discs: Iterable[tuple[float, float, float]], weight: float) -> None:
        """Mark room as taken."""
        self._rows += [(x, y, radius, weight) for x, y, radius in discs]

    def near(self, left: float, top: float, right: float, bottom: float) -> Any:
        """The discs taken in or close to an upright rectangle, as columns x, y, radius, weight."""
        taken = np.array(self._rows, dtype=float).reshape(-1, 4).T
        inside = (taken[0] > left - 40) & (taken[0] < right + 40) & (taken[1] > top - 40) & (taken[1] < bottom + 40)
        return taken[:, inside]

    def cost(self, discs: Sequence[tuple[float, float, float]]) -> float:
        """How badly discs overlap what is taken."""
        xs, ys = [d[0] for d in discs], [d[1] for d in discs]
        return overlap(discs, self.near(min(xs), min(ys), max(xs), max(ys)))


def overlap(discs: Sequence[tuple[float, float, float]], taken: Any) -> float:
    """The weighted overlap of discs with those taken."""
    if not taken.size:
        return 0.0
    mine = np.array(discs)
    far = np.hypot(mine[:, :1] - taken[0], mine[:, 1:2] - taken[1])
    return float((np.maximum(0.0, mine[:, 2:] + taken[2] - far) * taken[3]).sum())


def word_discs(spot: Spot, length: float, size: float) -> list[tuple[float, float, float]]:
    """The discs that a word on a straight or bent baseline takes."""
    points = _along(spot.baseline, length, spot.anchor)
    radius = 0.40 * size
    return [(x + math.sin(a) * 0.30 * size, y - math.cos(a) * 0.30 * size, radius) for x, y, a in points]


def _along(baseline: Line, length: float, anchor: str) -> list[tuple[float, float, float]]:
    if len(baseline) == 1:
        x, y = baseline[0]
        start = x - length / 2 if anchor == "middle" else x if anchor == "start" else x - length
        count = max(2, math.ceil(length / 4.0))
        return [(start + length * i / (count - 1), y, 0.0) for i in range(count)]
    out = []
    total = sum(math.dist(a, b) for a, b in itertools.pairwise(baseline))
    begin, done = (total - length) / 2, 0.0
    want = begin
    for a, b in itertools.pairwise(baseline):
        step = math.dist(a, b)
        angle = math.atan2(b[1] - a[1], b[0] - a[0])
        while want <= min(done + step, begin + length) and step > 0:
            part = (want - done) / step
            out.append((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, angle))
            want += 4.0
        done += step
    return out or [(baseline[0][0], baseline[0][1], 0.0)]


def best(room: Room, spots: Iterable[Spot], length: float, size: float) -> tuple[Spot, float]:
    """The cheapest of several places and what it costs."""
    offers = [(spot, word_discs(spot, length, size)) for spot in spots]
    if not offers:
        raise ValueError("no place was offered")
    xs, ys = [d[0] for _, discs in offers for d in discs], [d[1] for _, discs in offers for d in discs]
    taken = room.near(min(xs), min(ys), max(xs), max(ys))
    found: tuple[Spot, float] | None = None
    for spot, discs in sorted(offers, key=lambda offer: offer[0].dislike):
        if found is not None and spot.dislike >= found[1]:
            break
        cost = spot.dislike + overlap(discs, taken)
        if found is None or cost < found[1] - 1e-6:
            found = (spot, cost)
    assert found is not None
    return found


def beside_a_line(
    points: Line,
    length: float,
    size: float,
    span: tuple[float, float],
    offsets: Sequence[float] = OFFSETS,
    sigmas: Sequence[float] = SIGMAS,
) -> list[Spot]:
    """Places for a name along a winding line, within a part (from 0 to 1) of its length, so far above or below it.

    The name runs along the line's general direction, not along each of its bends: the greater sigma, the more general.
    """
    even = _resampled(points, 4.0)
    out: list[Spot] = []
    for sigma in sigmas:
        soft = _softened(even, sigma / 4.0)
        count = int((length + 8) / 4.0) + 1
        first, last = int(span[0] * len(soft)), int(span[1] * len(soft)) - count
        for start in range(first, max(first, last) + 1, 5):
            piece = soft[start : start + count]
            if len(piece) < count or count < 3:
                continue
            if piece[-1][0] < piece[0][0]:
                piece = piece[::-1]
            bend = _bend(piece)
            steep = abs(math.degrees(math.atan2(piece[-1][1] - piece[0][1], piece[-1][0] - piece[0][0])))
            for offset in offsets:
                moved = _shifted(piece, offset + 0.30 * size)
                dislike = 26.0 * bend + 0.35 * abs(offset) + (0.6 if offset > 0 else 0.0) + max(0.0, steep - 55) * 0.25
                out.append(Spot(moved, "middle", dislike))
    return out


def _resampled(points: Line, step: float) -> Line:
    out = [points[0]]
    left = step
    for a, b in itertools.pairwise(points):
        length, at = math.dist(a, b), 0.0
        while length - at >= left:
            at += left
            out.append((a[0] + (b[0] - a[0]) * at / length, a[1] + (b[1] - a[1]) * at / length))
            left = step
        left -= length - at
    return out


def _softened(points: Line, sigma: float) -> Line:
    values = np.array(points)
    reach = int(3 * sigma)
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    bell /= bell.sum()
    # Reflect beyond the ends so that the line keeps its full length.
    before = 2 * values[0] - values[1 : reach + 1][::-1]
    after = 2 * values[-1] - values[-reach - 1 : -1][::-1]
    wide = np.vstack([before, values, after])
    out = np.column_stack([np.convolve(wide[:, k], bell, mode="valid") for k in (0, 1)])
    return [(float(a), float(b)) for a, b in out]


def _bend(piece: Line) -> float:
    """The total turn of a line in radians, and its sharpest turn counted on top."""
    turns = []
    for a, b, c in zip(piece[::2], piece[2::2], piece[4::2], strict=False):
        first, second = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
        turns.append(abs((second - first + math.pi) % (2 * math.pi) - math.pi))
    return sum(turns) * 0.35 + max(turns, default=0.0) * 3.0


def _shifted(piece: Line, offset: float) -> Line:
    """The line moved sideways: down the page for a positive offset, as its letters see it."""
    out: Line = []
    for index, (x, y) in enumerate(piece):
        a, b = piece[max(0, index - 2)], piece[min(len(piece) - 1, index + 2)]
        length = math.dist(a, b) or 1.0
        out.append((x - (b[1] - a[1]) / length * offset, y + (b[0] - a[0]) / length * offset))
    return out


def round_a_point(at: Point, size: float, gap: float) -> list[Spot]:
    """The usual places for the name of a dot: right, left, above, below, and between."""
    x, y = at
    low = 0.34 * size
    return [
        Spot([(x + gap, y + low)], "start", 0.0),
        Spot([(x - gap, y + low)], "end", 0.8),
        Spot([(x, y - gap - 0.05 * size)], "middle", 1.0),
        Spot([(x, y + gap + 0.72 * size)], "middle", 1.0),
        Spot([(x + gap * 0.8, y - gap * 0.5)], "start", 1.2),
        Spot([(x + gap * 0.8, y + gap + 0.4 * size)], "start", 1.2),
        Spot([(x - gap * 0.8, y - gap * 0.5)], "end", 1.6),
        Spot([(x - gap * 0.8, y + gap + 0.4 * size)], "end", 1.6),
    ]

"""Chance that never changes: noise fields and random sources that depend only on their seed."""

from __future__ import annotations

import math
import random
import zlib
from typing import Any

import numpy as np

from maps.shapes import Line, Shape, inside, moved, segmented


def source(*words: object) -> random.Random:
    """A random source for one subject: the same words give the same numbers on every machine.

    >>> source("trees", "2017").random() == source("trees", "2017").random()
    True
    """
    return random.Random(zlib.crc32(" ".join(map(str, words)).encode()))


def _lattice(ix: Any, iy: Any, seed: int) -> Any:
    mixed = (ix.astype(np.uint64) * np.uint64(374761393) + iy.astype(np.uint64) * np.uint64(668265263)) & np.uint64(
        0xFFFFFFFF
    )
    mixed = (mixed + np.uint64(seed * 2246822519 % 2**32)) & np.uint64(0xFFFFFFFF)
    mixed = ((mixed ^ (mixed >> np.uint64(13))) * np.uint64(1274126177)) & np.uint64(0xFFFFFFFF)
    mixed = (mixed ^ (mixed >> np.uint64(16))) & np.uint64(0xFFFF)
    return mixed.astype(float) / 0x7FFF - 1.0


def field(x: Any, y: Any, scale: float, seed: int) -> Any:
    """Smooth noise between −1 and 1 whose hills are about ``scale`` apart."""
    u, v = np.asarray(x, dtype=float) / scale + 5000.0, np.asarray(y, dtype=float) / scale + 5000.0
    iu, iv = np.floor(u), np.floor(v)
    fu, fv = u - iu, v - iv
    fu, fv = fu**3 * (fu * (fu * 6 - 15) + 10), fv**3 * (fv * (fv * 6 - 15) + 10)
    top = _lattice(iu, iv, seed) * (1 - fu) + _lattice(iu + 1, iv, seed) * fu
    low = _lattice(iu, iv + 1, seed) * (1 - fu) + _lattice(iu + 1, iv + 1, seed) * fu
    return top * (1 - fv) + low * fv


def fractal(x: Any, y: Any, scale: float, seed: int, octaves: int = 3) -> Any:
    """Noise with finer noise on top of it."""
    total = field(x, y, scale, seed)
    for octave in range(1, octaves):
        total = total + field(x, y, scale / 2**octave, seed + 17 * octave) * 0.5**octave
    return total


def roughened(geometry: Shape, step: float, scale: float, reach: float, seed: int) -> Shape:
    """The geometry with its outline shifted to and fro by up to about ``reach``, as a hand or a wave would have it."""

    def change(points: Line) -> Line:
        x, y = np.array([p[0] for p in points]), np.array([p[1] for p in points])
        dx, dy = fractal(x, y, scale, seed), fractal(x, y, scale, seed + 101)
        return list(zip((x + dx * reach).tolist(), (y + dy * reach).tolist(), strict=True))

    return moved(segmented(geometry, step), change)


def scattered(area: Shape, gap: float, chance: random.Random) -> Line:
    """Points strewn over an area on a shaken triangular lattice, about ``gap`` apart."""
    if area.is_empty:
        return []
    left, top, right, bottom = area.bounds
    spots: Line = []
    rows = math.ceil((bottom - top) / (gap * 0.866)) + 1
    columns = math.ceil((right - left) / gap) + 1
    for row in range(rows):
        for column in range(columns):
            x = left + (column + 0.5 * (row % 2)) * gap + chance.uniform(-0.32, 0.32) * gap
            y = top + row * gap * 0.866 + chance.uniform(-0.32, 0.32) * gap
            spots.append((x, y))
    good = inside(area, np.array([p[0] for p in spots]), np.array([p[1] for p in spots]))
    return [spot for spot, kept in zip(spots, good.tolist(), strict=True) if kept]

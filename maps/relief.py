"""Relief: heights on the page, their tints and contours, and the shade of the hills.

The fine heights end at a meridian; beyond it the ground is rebuilt from authored spot heights and coarse data, with
valleys in the grain of the land, and the two are blended. Relief is decoration: no rule reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from maps import svg
from maps.contours import rings_above, smoothed
from maps.inputs import Heights
from maps.noise import field, fractal
from maps.projection import Projection
from maps.shapes import Line, Point, Shape, distances, line, simplified


@dataclass(frozen=True)
class Ground:
    """Heights in metres on a page grid."""

    left: float
    top: float
    step: float
    values: Any


def build(
    projection: Projection,
    sheet: tuple[float, float, float, float],
    fine: Heights,
    coarse: Heights,
    spots: list[tuple[float, float, float]],
    monts: list[tuple[float, float, float, float]],
    blend: tuple[float, float],
    gap: tuple[float, float],
    valleys: Shape,
    step: float,
) -> Ground:
    """The ground of the sheet.

    ``spots`` are (lon, lat, metres); ``monts`` are lone hills (lon, lat, metres above the plain, radius in km);
    ``blend`` is the pair of longitudes between which the fine heights give way, and ``gap`` the pair of latitudes
    between which they do so.
    """
    left, top, right, bottom = sheet
    xs, ys = np.arange(left, right + step, step), np.arange(top, bottom + step, step)
    x, y = np.meshgrid(xs, ys)
    lon, lat = projection.degrees(x, y)
    seen = fine.sample(lon, lat)
    known = np.isfinite(seen)
    px, py = projection.arrays(np.array([s[0] for s in spots]), np.array([s[1] for s in spots]))
    heights = np.array([s[2] for s in spots])
    # Spots of the known side, so that the rebuilt ground meets the measured one at its own height.
    anchors = [
        (a, b) for a in np.arange(blend[0] - 0.12, blend[1] + 0.001, 0.04) for b in np.arange(gap[0], gap[1], 0.04)
    ]
    level = smoothed(np.where(known, seen, 0.0), 6.0) / np.maximum(smoothed(known.astype(float), 6.0), 0.05)
    ax, ay = projection.arrays(np.array([a for a, _ in anchors]), np.array([b for _, b in anchors]))
    column = np.clip(((ax - left) / step).astype(int), 0, x.shape[1] - 1)
    row = np.clip(((ay - top) / step).astype(int), 0, x.shape[0] - 1)
    px, py = np.concatenate([px, ax]), np.concatenate([py, ay])
    heights = np.concatenate([heights, level[row, column]])
    base = _interpolated(px, py, heights, x, y, 60.0)
    rough = coarse.sample(lon, lat)
    base = 0.85 * base + 0.15 * np.where(np.isfinite(rough), rough, base)
    hilly = np.clip((base - 28.0) / 70.0, 0.0, 1.0)
    # Dry valleys: ridged noise, bent by slower noise so that they branch and wander.
    wx, wy = x + 55 * field(x, y, 190.0, 31), y + 55 * field(x, y, 190.0, 32)
    ridged = np.abs(field(wx, wy, 130.0, 41)) + 0.5 * np.abs(field(wx, wy, 62.0, 42)) - 0.62
    away = distances(valleys, x.ravel(), y.ravel()).reshape(x.shape) if not valleys.is_empty else np.full(x.shape, 1e9)
    floor = np.exp(-((away / 36.0) ** 2))
    rebuilt = base + hilly * (34.0 * ridged * (1 - 0.7 * floor) - 30.0 * floor) + 2.0 * fractal(x, y, 90.0, 51)
    for mont_lon, mont_lat, high, radius in monts:
        mx, my = projection.place(mont_lon, mont_lat)
        far = np.hypot(x - mx, y - my) / (radius * projection.units_per_km)
        rebuilt = rebuilt + high * np.exp(-(far**2)) * (1 + 0.25 * field(x, y, 24.0, 61))
    rebuilt = np.maximum(rebuilt, 1.0)
    weight = np.clip((blend[1] - lon) / (blend[1] - blend[0]), 0.0, 1.0)
    weight = np.where(known, np.where(lat > gap[1], 1.0, weight * weight * (3 - 2 * weight)), 0.0)
    weight = smoothed(weight, 4.0) * known
    values = weight * smoothed(np.where(known, seen, rebuilt), 1.3) + (1 - weight) * rebuilt
    return Ground(left, top, step, smoothed(values, 1.0))


def _interpolated(px: Any, py: Any, heights: Any, x: Any, y: Any, soft: float) -> Any:
    """A smooth surface near the spots (inverse-distance weights, softened so that no spot makes a spike)."""
    total, weights = np.zeros_like(x), np.zeros_like(x)
    for sx, sy, high in zip(px.tolist(), py.tolist(), heights.tolist(), strict=True):
        near = 1.0 / ((x - sx) ** 2 + (y - sy) ** 2 + soft**2) ** 1.8
        total += near * high
        weights += near
    return total / weights


def _outlines(values: Any, level: float, ground: Ground, tolerance: float, smallest: float) -> str:
    data = []
    for ring in rings_above(values, level, ground.left, ground.top, ground.step):
        if _size(ring) < smallest:
            continue
        kept: Line = [(float(a), float(b)) for a, b in simplified(line(ring), tolerance).coords]
        if len(kept) > 3:
            data.append(svg.polyline(kept, True))
    return "".join(data)


def _size(ring: list[Point]) -> float:
    xs, ys = np.array([p[0] for p in ring]), np.array([p[1] for p in ring])
    return abs(float(np.sum(xs[:-1] * ys[1:] - xs[1:] * ys[:-1]))) / 2


def tints(ground: Ground, steps: list[tuple[float, str]], contour: str) -> list[str]:
    """Height tints, each edged with a fine contour line."""
    return [
        svg.path(
            _outlines(ground.values, level, ground, 0.7, 260.0),
            fill=colour,
            fill_rule="evenodd",
            stroke=contour,
            stroke_width=0.55,
            stroke_opacity=0.55,
        )
        for level, colour in steps
    ]


def measured(
    projection: Projection, sheet: tuple[float, float, float, float], heights: Heights, valleys: Shape, step: float
) -> Ground:
    """The ground of a wide sheet, from one coarse grid of heights.

    Between the posts the ground gets ridges and side valleys of its own, the higher the more broken the land is there.
    """
    left, top, right, bottom = sheet
    x, y = np.meshgrid(np.arange(left, right + step, step), np.arange(top, bottom + step, step))
    lon, lat = projection.degrees(x, y)
    post = heights.cell * 111.2 * projection.units_per_km / step
    base = smoothed(np.nan_to_num(heights.sample(lon, lat)), 0.36 * post)
    mean = smoothed(base, post)
    broken = np.sqrt(np.maximum(smoothed(base**2, post) - mean**2, 0.0))
    wx, wy = x + 46 * field(x, y, 170.0, 31), y + 46 * field(x, y, 170.0, 32)
    ridged = 0.62 - np.abs(field(wx, wy, 92.0, 41)) - 0.5 * np.abs(field(wx, wy, 44.0, 42))
    away = distances(valleys, x.ravel(), y.ravel()).reshape(x.shape)
    floor = np.exp(-((away / 26.0) ** 2))
    made = base + (1.5 * broken + 0.05 * np.clip(base, 0.0, 900.0)) * (ridged * (1 - 0.6 * floor) - 0.35 * floor)
    return Ground(left, top, step, smoothed(np.maximum(made, 1.0), 0.7))


def shade(ground: Ground, dark: str, light: str, strength: float, slope: float) -> list[str]:
    """Hill shade as a few flat steps: sun from the north-west, as on the sheets of the time."""
    down, across = np.gradient(smoothed(ground.values, 1.2), ground.step)
    dx, dy = across * slope / 10, down * slope / 10
    # Positive faces the sun in the top left corner of the page.
    lit = (dx + dy) / np.sqrt(2 * (1 + dx**2 + dy**2))
    steps = [(-lit, level, 320.0, dark, strength) for level in (0.10, 0.20, 0.32, 0.46)]
    steps += [(lit, level, 380.0, light, strength * 2.2) for level in (0.11, 0.24)]
    return [
        svg.path(
            _outlines(values, level, ground, 0.8, smallest), fill=colour, fill_rule="evenodd", fill_opacity=opacity
        )
        for values, level, smallest, colour, opacity in steps
    ]

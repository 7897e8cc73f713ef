"""The sea: depth tints, sand banks and the fine lines that engravers drew along a shore."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from maps import svg
from maps.contours import rings_above, smoothed
from maps.inputs import Heights
from maps.noise import fractal, roughened
from maps.projection import Projection
from maps.shapes import Shape, coordinates, disc, distances, grow, joined, line, lines, simplified, spline, union


def depths(
    land: Shape, sheet: tuple[float, float, float, float], projection: Projection, coarse: Heights, tints: list[Any]
) -> list[str]:
    """Depth tints, from the coarse soundings and the nearness of land together; each tint lies above a depth."""
    left, top, right, bottom = sheet
    step = 16.0
    x, y = np.meshgrid(np.arange(left, right + step, step), np.arange(top, bottom + step, step))
    lon, lat = projection.degrees(x, y)
    sounding = smoothed(np.minimum(np.nan_to_num(coarse.sample(lon, lat)), 0.0), 3.0)
    away = distances(land, x.ravel(), y.ravel()).reshape(x.shape)
    depth = 0.45 * -sounding + 0.55 * np.minimum(away * 0.11, 32.0) + 1.6 * fractal(x, y, 210.0, 91)
    depth = np.where(away < 14.0, -5.0, depth)
    out = []
    for level, colour in tints:
        data = []
        for ring in rings_above(-smoothed(depth, 1.0), -level, left, top, step):
            if len(ring) > 12:
                curve = spline(coordinates(simplified(line(ring), 3.0))[:-1], 4, closed=True)
                data.append(svg.polyline(coordinates(simplified(line(curve), 0.4)), True))
        out.append(svg.path("".join(data), fill=colour, fill_rule="evenodd"))
    return out


def banks(projection: Projection, authored: list[dict[str, Any]], land: Shape, palette: dict[str, str]) -> list[str]:
    """Sand banks, stippled at the rim."""
    out = []
    for number, bank in enumerate(authored):
        spine = spline([projection.place(*p) for p in bank["line"]], 12)
        half = bank["km"] * projection.units_per_km / 2
        last = len(spine) - 1
        # Thick in the middle, thin at both ends, as the tide leaves them.
        shape = union(
            union(
                [
                    disc(*a, half * math.sin(math.pi * (i + 0.4) / (last + 0.8))),
                    disc(*b, half * math.sin(math.pi * (i + 1.4) / (last + 0.8))),
                ]
            ).convex_hull
            for i, (a, b) in enumerate(itertools.pairwise(spine))
        )
        shape = roughened(shape, 6.0, 46.0, 3.2, seed=200 + number).difference(grow(land, 16.0))
        out.append(
            svg.path(
                svg.area(simplified(shape, 0.5)),
                fill=palette["shoal"],
                fill_opacity=0.45,
                stroke=palette["wave"],
                stroke_width=0.9,
                stroke_dasharray="0.1 3.2",
                stroke_linecap="round",
                stroke_opacity=0.9,
            )
        )
    return out


def shore_lines(land: Shape, sheet: Shape, colour: str) -> list[str]:
    """Lines that run along the coast, fainter with each step seawards."""
    out = []
    for distance, width, strength in ((3.4, 0.9, 0.75), (7.6, 0.8, 0.55), (12.8, 0.7, 0.4), (19.0, 0.6, 0.28)):
        outline = simplified(grow(land, distance).boundary.intersection(sheet), 0.5)
        data = "".join(svg.polyline(points) for points in lines(joined(outline)))
        out.append(
            svg.path(data, fill="none", stroke=colour, stroke_width=width, stroke_opacity=strength, class_="wave")
        )
    return out

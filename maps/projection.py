"""From degrees to the page: a transverse Mercator plane, turned and scaled so that the hex centres fit the grid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from maps.shapes import Line, Point, Shape, moved

EARTH_KM = 6371.0088


@dataclass(frozen=True)
class Projection:
    """x = a·E + b·N + e and y = b·E − a·N + f, with E and N kilometres east and north of the middle point."""

    middle: Point
    a: float
    b: float
    e: float
    f: float

    @property
    def units_per_km(self) -> float:
        """How many drawing units one kilometre is."""
        return math.hypot(self.a, self.b)

    @property
    def north(self) -> float:
        """How many degrees true north points to the right of the page's top."""
        return math.degrees(math.atan2(self.b, self.a))

    def arrays(self, lon: Any, lat: Any) -> tuple[Any, Any]:
        """Page positions of many places."""
        east, north = _plane(self.middle, lon, lat)
        return self.a * east + self.b * north + self.e, self.b * east - self.a * north + self.f

    def place(self, lon: float, lat: float) -> Point:
        """The page position of one place."""
        x, y = self.arrays(np.array([lon]), np.array([lat]))
        return float(x[0]), float(y[0])

    def shape(self, geometry: Shape) -> Shape:
        """A geometry in degrees brought onto the page."""

        def change(points: Line) -> Line:
            x, y = self.arrays(np.array([p[0] for p in points]), np.array([p[1] for p in points]))
            return list(zip(x.tolist(), y.tolist(), strict=True))

        return moved(geometry, change)

    def degrees(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Longitudes and latitudes of page positions."""
        scale = self.a**2 + self.b**2
        u, v = np.asarray(x) - self.e, np.asarray(y) - self.f
        east, north = (self.a * u + self.b * v) / scale, (self.b * u - self.a * v) / scale
        bent, along = east / EARTH_KM, north / EARTH_KM + math.radians(self.middle[1])
        lon = np.degrees(np.arctan2(np.sinh(bent), np.cos(along))) + self.middle[0]
        lat = np.degrees(np.arcsin(np.sin(along) / np.cosh(bent)))
        return lon, lat


def _plane(middle: Point, lon: Any, lat: Any) -> tuple[Any, Any]:
    turn, height = np.radians(np.asarray(lon) - middle[0]), np.radians(np.asarray(lat))
    east = EARTH_KM * np.arctanh(np.cos(height) * np.sin(turn))
    north = EARTH_KM * (np.arctan2(np.tan(height), np.cos(turn)) - math.radians(middle[1]))
    return east, north


def fit(degrees: Sequence[Point], page: Sequence[Point]) -> Projection:
    """The projection that brings (lon, lat) pairs nearest to their page positions (least squares, no shear)."""
    lon, lat = np.array([d[0] for d in degrees]), np.array([d[1] for d in degrees])
    middle = (round(float(lon.mean()), 2), round(float(lat.mean()), 2))
    east, north = _plane(middle, lon, lat)
    none, one = np.zeros_like(east), np.ones_like(east)
    rows = np.vstack([np.column_stack([east, north, one, none]), np.column_stack([-north, east, none, one])])
    wanted = np.concatenate([np.array([p[0] for p in page]), np.array([p[1] for p in page])])
    answer = np.linalg.lstsq(rows, wanted, rcond=None)[0]
    a, b, e, f = (round(float(v), 6) for v in answer)
    return Projection(middle, a, b, e, f)

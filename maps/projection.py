"""From degrees to the page: a transverse Mercator plane, laid under the grid so that the hex centres fit."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from maps.shapes import Line, Point, Shape, moved

EARTH_KM = 6371.0088


class Projection(ABC):
    """Any way from degrees to the page and back."""

    @property
    @abstractmethod
    def units_per_km(self) -> float:
        """How many drawing units one kilometre is."""

    @property
    @abstractmethod
    def north(self) -> float:
        """How many degrees true north points to the right of the page's top."""

    @abstractmethod
    def arrays(self, lon: Any, lat: Any) -> tuple[Any, Any]:
        """Page positions of many places."""

    @abstractmethod
    def degrees(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Longitudes and latitudes of page positions."""

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


@dataclass(frozen=True)
class Turned(Projection):
    """The plane turned and scaled: x = a·E + b·N + e and y = b·E − a·N + f.

    E and N are kilometres east and north of the middle point.
    """

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

    def degrees(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Longitudes and latitudes of page positions."""
        scale = self.a**2 + self.b**2
        u, v = np.asarray(x) - self.e, np.asarray(y) - self.f
        east, north = (self.a * u + self.b * v) / scale, (self.b * u - self.a * v) / scale
        return _sphere(self.middle, east, north)


def _plane(middle: Point, lon: Any, lat: Any) -> tuple[Any, Any]:
    turn, height = np.radians(np.asarray(lon) - middle[0]), np.radians(np.asarray(lat))
    east = EARTH_KM * np.arctanh(np.cos(height) * np.sin(turn))
    north = EARTH_KM * (np.arctan2(np.tan(height), np.cos(turn)) - math.radians(middle[1]))
    return east, north


def _sphere(middle: Point, east: Any, north: Any) -> tuple[Any, Any]:
    bent, along = east / EARTH_KM, north / EARTH_KM + math.radians(middle[1])
    lon = np.degrees(np.arctan2(np.sinh(bent), np.cos(along))) + middle[0]
    lat = np.degrees(np.arcsin(np.sin(along) / np.cosh(bent)))
    return lon, lat


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
    return Turned(middle, a, b, e, f)


@dataclass(frozen=True)
class Bent(Projection):
    """The plane bent by polynomials in E and N, for a sheet that keeps no single scale and direction.

    ``across`` and ``down`` are the coefficients of x and y; distances are taken in hundreds of kilometres.
    """

    middle: Point
    across: tuple[float, ...]
    down: tuple[float, ...]

    @property
    def units_per_km(self) -> float:
        """How many drawing units one kilometre is, at the middle of the map."""
        ax, bx, ay, by = self._slopes(np.zeros(1), np.zeros(1))
        return math.sqrt(abs(float((ax * by - bx * ay)[0]))) / UNIT_KM

    @property
    def north(self) -> float:
        """How many degrees true north points to the right of the page's top, at the middle of the map."""
        _, bx, _, by = self._slopes(np.zeros(1), np.zeros(1))
        return math.degrees(math.atan2(float(bx[0]), -float(by[0])))

    def _slopes(self, e: Any, n: Any) -> tuple[Any, Any, Any, Any]:
        """How x and y change eastwards and northwards."""
        small = 1e-5
        out = []
        for way in (self.across, self.down):
            out.append(_sum(way, e + small, n) - _sum(way, e - small, n))
            out.append(_sum(way, e, n + small) - _sum(way, e, n - small))
        return out[0] / (2 * small), out[1] / (2 * small), out[2] / (2 * small), out[3] / (2 * small)

    def arrays(self, lon: Any, lat: Any) -> tuple[Any, Any]:
        """Page positions of many places."""
        east, north = _plane(self.middle, lon, lat)
        return _sum(self.across, east / UNIT_KM, north / UNIT_KM), _sum(self.down, east / UNIT_KM, north / UNIT_KM)

    def degrees(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Longitudes and latitudes of page positions."""
        x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
        e, n = np.zeros_like(x), np.zeros_like(y)
        for _ in range(6):  # Newton's steps; the bend is slight
            dx, dy = x - _sum(self.across, e, n), y - _sum(self.down, e, n)
            ax, bx, ay, by = self._slopes(e, n)
            whole = ax * by - bx * ay
            e, n = e + (by * dx - bx * dy) / whole, n + (ax * dy - ay * dx) / whole
        return _sphere(self.middle, e * UNIT_KM, n * UNIT_KM)


UNIT_KM = 100.0
DEGREE = 3


def _powers(e: Any, n: Any) -> list[Any]:
    return [e**p * n**q for total in range(DEGREE + 1) for p in range(total, -1, -1) for q in [total - p]]


def _sum(factors: tuple[float, ...], e: Any, n: Any) -> Any:
    return sum(factor * power for factor, power in zip(factors, _powers(e, n), strict=True))


def fit_bent(degrees: Sequence[Point], page: Sequence[Point]) -> Bent:
    """The bent projection that brings (lon, lat) pairs nearest to their page positions (least squares)."""
    lon, lat = np.array([d[0] for d in degrees]), np.array([d[1] for d in degrees])
    middle = (round(float(lon.mean()), 2), round(float(lat.mean()), 2))
    east, north = _plane(middle, lon, lat)
    rows = np.column_stack(_powers(east / UNIT_KM, north / UNIT_KM))
    ways = [
        tuple(round(float(v), 5) for v in np.linalg.lstsq(rows, np.array([p[k] for p in page]), rcond=None)[0])
        for k in (0, 1)
    ]
    return Bent(middle, ways[0], ways[1])


@dataclass(frozen=True)
class Pulled(Projection):
    """A plain projection, and from place to place a pull beside it, for a sheet that was redrawn in its parts.

    ``pulls`` has how far to the right and how far down, at the posts of a grid on the page.
    """

    base: Projection
    left: float
    top: float
    step: float
    pulls: Any

    @property
    def units_per_km(self) -> float:
        """How many drawing units one kilometre is on the whole."""
        return self.base.units_per_km

    @property
    def north(self) -> float:
        """How many degrees true north points to the right of the page's top, on the whole."""
        return self.base.north

    def _pull(self, x: Any, y: Any) -> Any:
        """The pull at places, read between the four nearest posts."""
        _, rows, columns = self.pulls.shape
        u = np.clip((x - self.left) / self.step, 0.0, columns - 1.001)
        v = np.clip((y - self.top) / self.step, 0.0, rows - 1.001)
        iu, iv = u.astype(int), v.astype(int)
        fu, fv = u - iu, v - iv
        upper = self.pulls[:, iv, iu] * (1 - fu) + self.pulls[:, iv, iu + 1] * fu
        lower = self.pulls[:, iv + 1, iu] * (1 - fu) + self.pulls[:, iv + 1, iu + 1] * fu
        return upper * (1 - fv) + lower * fv

    def arrays(self, lon: Any, lat: Any) -> tuple[Any, Any]:
        """Page positions of many places."""
        x, y = self.base.arrays(lon, lat)
        dx, dy = self._pull(x, y)
        return x + dx, y + dy

    def degrees(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Longitudes and latitudes of page positions."""
        x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
        u, v = x, y
        for _ in range(80):  # each step halves what is left, or nearly so
            dx, dy = self._pull(u, v)
            off_x, off_y = x - u - dx, y - v - dy
            u, v = u + 0.8 * off_x, v + 0.8 * off_y
            if max(np.abs(off_x).max(), np.abs(off_y).max()) < 1e-4:
                break
        return self.base.degrees(u, v)


def fit_pulled(degrees: Sequence[Point], page: Sequence[Point], near: float, step: float = 24.0) -> Pulled:
    """The plain fit, pulled so that every (lon, lat) pair comes close to its page position.

    A post is pulled as the pairs within about ``near`` of it are, and beyond them all as the nearest ones.
    """
    base = fit(degrees, page)
    lon, lat = np.array([d[0] for d in degrees]), np.array([d[1] for d in degrees])
    x, y = base.arrays(lon, lat)
    margin = 12 * near
    left, top = float(x.min()) - margin, float(y.min()) - margin
    posts_x = np.arange(left, float(x.max()) + margin + step, step)
    posts_y = np.arange(top, float(y.max()) + margin + step, step)
    weights = []
    for post_y in posts_y.tolist():
        far = (posts_x[:, None] - x) ** 2 + (post_y - y) ** 2
        least = far.min(axis=1, keepdims=True)
        weight = np.exp(-(far - least) / (2 * (near**2 + 0.5 * least)))
        weights.append(weight / weight.sum(axis=1, keepdims=True))
    found = Pulled(base, left, top, step, np.zeros((2, len(posts_y), len(posts_x))))
    for _ in range(4):  # what the first pull leaves, since it is a mean, the next ones bring home
        still = np.array(page).T - np.array(found.arrays(lon, lat))
        more = np.stack([still @ weight.T for weight in weights], axis=1)
        found = Pulled(base, left, top, step, np.round(found.pulls + more, 3))
    return found

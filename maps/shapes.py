"""The geometry the map maker needs, behind one typed door to shapely (which ships no types)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import shapely  # type: ignore[import-untyped]
from shapely import affinity
from shapely.geometry import shape  # type: ignore[import-untyped]

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = list[Point]
Shape: TypeAlias = Any  # a shapely geometry

EMPTY: Shape = shapely.Polygon()


def polygon(ring: Sequence[Point]) -> Shape:
    """The area inside a ring."""
    return shapely.Polygon(ring)


def line(points: Sequence[Point]) -> Shape:
    """A line through points."""
    return shapely.LineString(points)


def point(x: float, y: float) -> Shape:
    """A single point."""
    return shapely.Point(x, y)


def box(left: float, top: float, right: float, bottom: float) -> Shape:
    """An upright rectangle."""
    return shapely.box(left, top, right, bottom)


def disc(x: float, y: float, radius: float, facets: int = 8) -> Shape:
    """A round area; ``facets`` per quarter circle."""
    return shapely.Point(x, y).buffer(radius, quad_segs=facets)


def union(parts: Iterable[Shape]) -> Shape:
    """All parts melted into one."""
    return shapely.union_all(list(parts))


def grow(area: Shape, distance: float) -> Shape:
    """The area widened (or, below zero, narrowed) with round corners."""
    return area.buffer(distance, quad_segs=6)


def rounded(area: Shape, radius: float) -> Shape:
    """The area without spikes and without notches narrower than ``radius``."""
    return area.buffer(radius, quad_segs=6).buffer(-2 * radius, quad_segs=6).buffer(radius, quad_segs=6)


def turned(area: Shape, degrees: float, about: Point) -> Shape:
    """The area turned about a point."""
    return affinity.rotate(area, degrees, origin=about)


def simplified(geometry: Shape, tolerance: float) -> Shape:
    """The same shape with fewer points.

    Which of two points stays, if both stand off equally far, would hang on the last digit, and that differs between
    processors; so far fewer digits are looked at, and still more than the page shows.
    """
    return shapely.transform(geometry, lambda places: np.round(places, 6)).simplify(tolerance)


def polygons(geometry: Shape) -> list[Shape]:
    """The polygons of an area, largest first, in an order that never changes."""
    found = [part for part in shapely.get_parts(geometry, return_index=False) if part.geom_type == "Polygon"]
    return sorted((p for p in found if not p.is_empty), key=lambda p: (-round(p.area, 3), p.bounds))


def joined(geometry: Shape) -> Shape:
    """Lines that meet end to end made into longer lines."""
    return shapely.line_merge(geometry) if geometry.geom_type == "MultiLineString" else geometry


def lines(geometry: Shape) -> list[Line]:
    """The lines of a geometry as lists of points, longest first."""
    found = [part for part in shapely.get_parts(geometry) if part.geom_type in ("LineString", "LinearRing")]
    found = [part for part in found if not part.is_empty]
    return [coordinates(p) for p in sorted(found, key=lambda p: (-round(p.length, 3), p.bounds))]


def rings(area: Shape) -> Iterator[Line]:
    """Every outline of an area, outer ones and holes."""
    for part in polygons(area):
        yield coordinates(part.exterior)
        for hole in sorted(part.interiors, key=lambda r: r.bounds):
            yield coordinates(hole)


def coordinates(geometry: Shape) -> Line:
    """The points of one line or ring."""
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(geometry)]


def moved(geometry: Shape, move: Callable[[Line], Line]) -> Shape:
    """The geometry with each point taken elsewhere, mended if that made it cross itself."""

    def change(points: Any) -> Any:
        return shapely_array(move([(float(x), float(y)) for x, y in points]))

    return shapely.make_valid(shapely.transform(geometry, change))


def shapely_array(points: Line) -> Any:
    """A list of points in the form shapely computes with."""
    return np.asarray(points, dtype=float).reshape(-1, 2)


def segmented(geometry: Shape, length: float) -> Shape:
    """The geometry with points at most ``length`` apart."""
    return shapely.segmentize(geometry, length)


def distances(geometry: Shape, xs: Any, ys: Any) -> Any:
    """The distance of many points from a geometry."""
    shapely.prepare(geometry)
    return shapely.distance(shapely.points(xs, ys), geometry)


def inside(geometry: Shape, xs: Any, ys: Any) -> Any:
    """Which of many points lie in an area."""
    shapely.prepare(geometry)
    return shapely.contains_xy(geometry, xs, ys)


def from_geojson(feature_geometry: dict[str, Any]) -> Shape:
    """A shape from a GeoJSON geometry."""
    found = shape(feature_geometry)
    return found.buffer(0) if "Polygon" in found.geom_type else found


def cells(middles: Sequence[Point]) -> list[Shape]:
    """The plane parted among points, to each what is nearest to it, in an order that never changes."""
    found = shapely.voronoi_polygons(shapely.MultiPoint(middles))
    return sorted(shapely.get_parts(found), key=lambda cell: tuple(round(v, 3) for v in cell.bounds))


def cell_sides(middles: Sequence[Point]) -> list[Line]:
    """The sides of those cells, each once."""
    return lines(shapely.voronoi_polygons(shapely.MultiPoint(middles), only_edges=True))


def spline(points: Sequence[Point], steps: int = 6, closed: bool = False) -> Line:
    """A smooth (centripetal enough, uniform Catmull-Rom) curve through every point.

    >>> spline([(0, 0), (1, 0)], steps=2)
    [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)]
    """
    count = len(points)
    out: Line = []
    for i in range(count if closed else count - 1):
        a = points[i - 1] if closed or i else points[0]
        b, c = points[i], points[(i + 1) % count]
        d = points[(i + 2) % count] if closed or i + 2 < count else c
        for step in range(steps):
            t = step / steps
            out.append((_bend(a[0], b[0], c[0], d[0], t), _bend(a[1], b[1], c[1], d[1], t)))
    out.append((float(points[0 if closed else -1][0]), float(points[0 if closed else -1][1])))
    return out


def _bend(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def evenly(points: Line, step: float) -> Line:
    """Points along a line at equal distances of about ``step``, with both ends kept."""
    whole = line(points)
    count = max(1, round(whole.length / step))
    spots = [whole.interpolate(index / count, normalized=True) for index in range(count + 1)]
    return [(float(spot.x), float(spot.y)) for spot in spots]

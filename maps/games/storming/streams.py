"""Rivers as Storming the Reich draws them: minor, major, and the Rhine."""

from __future__ import annotations

from maps import svg
from maps.water import Course

WIDTHS = {"minor": 3.6, "major": 6.6, "rhine": 10.5}


def drawn(found: list[Course], palette: dict[str, str]) -> list[str]:
    """The rivers: a pale bed, then the water; the Rhine has a bright core."""
    out = []
    for kind, width in WIDTHS.items():
        these = [course for course in found if course.kind == kind]
        data = "".join(svg.polyline(course.points) for course in these)
        out.append(svg.path(data, stroke=palette["water_bed"], stroke_width=width + 3.4, stroke_opacity=0.75))
        out += [
            svg.path(svg.polyline(c.points), stroke=palette[kind], stroke_width=width, class_=kind, data_name=c.name)
            for c in these
        ]
        if kind == "rhine":
            out.append(svg.path(data, stroke=palette["rhine_core"], stroke_width=width * 0.38))
    return out

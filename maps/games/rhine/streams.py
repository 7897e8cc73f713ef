"""Rivers as D-Day to the Rhine draws them: rivers and wide rivers."""

from __future__ import annotations

from maps import svg
from maps.water import Course

WIDTHS = {"river": 4.4, "wide": 11.0}


def drawn(found: list[Course], palette: dict[str, str]) -> list[str]:
    """The rivers: a pale bed, then the water; a wide river has a bright core."""
    out = []
    for kind, width in WIDTHS.items():
        these = [course for course in found if course.kind == kind]
        data = "".join(svg.polyline(course.points) for course in these)
        out.append(svg.path(data, stroke=palette["water_bed"], stroke_width=width + 3.4, stroke_opacity=0.75))
        out += [
            svg.path(svg.polyline(c.points), stroke=palette[kind], stroke_width=width, class_=kind, data_name=c.name)
            for c in these
        ]
        if kind == "wide":
            out.append(svg.path(data, stroke=palette["wide_core"], stroke_width=width * 0.4))
    return out

"""Rivers and canals as Operation Roundup draws them."""

from __future__ import annotations

from maps import svg
from maps.water import Course

STRAIGHT = frozenset({"canal"})


def drawn(found: list[Course], palette: dict[str, str]) -> list[str]:
    """The rivers and canals: a pale bed beneath, then the water."""
    rivers = [c for c in found if c.kind == "river"]
    canals = [c for c in found if c.kind == "canal"]
    every = "".join(svg.polyline(c.points) for c in found)
    bed = svg.path(every, stroke=palette["water_bed"], stroke_width=8.2, stroke_opacity=0.75, class_="bed")
    return [
        bed,
        *(
            svg.path(
                svg.polyline(c.points), stroke=palette["river"], stroke_width=4.6, class_="river", data_name=c.name
            )
            for c in rivers
        ),
        *(
            svg.path(
                svg.polyline(c.points), stroke=palette["canal"], stroke_width=5.6, class_="canal", data_name=c.name
            )
            for c in canals
        ),
        svg.path(
            "".join(svg.polyline(c.points) for c in canals),
            stroke=palette["canal_core"],
            stroke_width=2.6,
            stroke_dasharray="13 3.5",
            stroke_linecap="butt",
            class_="core",
        ),
    ]

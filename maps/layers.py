"""Layers that every sheet has. What lies on or between them, the game hands in as elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from maps import furniture, names, svg, terrain
from maps import relief as heights_of
from maps import sea as waters
from maps.coast import Coast
from maps.inputs import Heights
from maps.page import Page
from maps.shapes import Line, line
from maps.sheet import net


def sea(page: Page, shore: Coast, heights: Heights, banks: Iterable[str] = ()) -> str:
    """The sea with its depths, the banks in it, meridians and parallels, and the lines along the shore."""
    left, top, right, bottom = page.wide
    wave = page.palette["wave"]
    return svg.group(
        [
            svg.element("rect", x=left, y=top, width=right - left, height=bottom - top, fill=page.palette["deep"]),
            *waters.depths(shore.land, page.wide, page.plane, heights, page.facts["sea"]["tints"]),
            *banks,
            furniture.graticule(page.wide, page.plane, shore.sea, wave, page.ladder.written),
            *waters.shore_lines(shore.land, page.frame, wave),
        ],
        id="sea",
    )


def land(page: Page, shore: Coast) -> str:
    """The land, flat."""
    colour = page.palette["land"]
    return svg.group([svg.path(svg.area(shore.land), fill=colour, fill_rule="evenodd", class_="land")], id="land")


def relief(page: Page, ground: heights_of.Ground) -> str:
    """Tints of height and the shade of the hills, on the land only."""
    shape, palette = page.facts["relief"], page.palette
    return svg.group(
        [
            *heights_of.tints(ground, [tuple(t) for t in shape["tints"]], palette["contour"]),
            *heights_of.shade(ground, palette["shade"], palette["light"], shape["strength"], shape["slope"]),
        ],
        id="relief",
        clip_path="url(#land-clip)",
    )


def beaches(page: Page, shore: Coast) -> list[str]:
    """The beaches and the authored cliffs, a part of the terrain."""
    cliffs = [line([page.plane.place(*p) for p in reach]) for reach in page.facts["coast"]["cliffs"]]
    return terrain.shore(shore.land, shore.in_play, cliffs, page.palette)


def coast_line(page: Page, shore: Coast) -> str:
    """The line of the coast, the top of the terrain."""
    return svg.path(
        svg.area(shore.land),
        fill="none",
        stroke=page.palette["coast"],
        stroke_width=1.7,
        stroke_linejoin="round",
        clip_path="url(#map-clip)",
        class_="coast",
    )


def frontiers(runs: Iterable[Line], palette: Mapping[str, str]) -> str:
    """The frontiers that no rule speaks of."""
    return svg.path(
        "".join(svg.polyline(points) for points in runs),
        id="frontiers",
        fill="none",
        stroke=palette["frontier"],
        stroke_width=1.5,
        stroke_opacity=0.7,
        stroke_dasharray="9 3 1.5 3",
        clip_path="url(#map-clip)",
    )


def veil(page: Page, shore: Coast) -> str:
    """A veil over what is out of play."""
    return furniture.veil(shore.land, shore.in_play, page.facts["edges"]["veil"], page.palette)


def hexes(page: Page, edges: Iterable[str] = (), under: Iterable[str] = ()) -> str:
    """Each hexside once, over what is handed in to lie beneath, and under the coloured edges."""
    palette = page.palette
    return svg.group(
        [
            *under,
            svg.path(net(page.grid), fill="none", stroke=palette["grid"], stroke_width=1.0, stroke_opacity=0.62),
            *edges,
        ],
        id="grid",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def numbers(page: Page) -> str:
    """The number of every hex."""
    return svg.group(
        names.numbers(page.grid),
        id="numbers",
        font_family="sans-serif",
        font_size=page.facts["page"]["number_size"],
        text_anchor="middle",
        fill=page.palette["number"],
        stroke=page.palette["halo"],
        stroke_width=2,
        stroke_opacity=0.75,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def labels(written: names.Names, styles: Mapping[str, Mapping[str, Any]]) -> str:
    """The names of each kind in their style, from bottom to top in the order of their groups."""
    return svg.group(
        [svg.group(words, class_=name, **styles[name]) for name, words in written.groups.items()], id="labels"
    )


def frame(page: Page, edges: Iterable[str], panels: Iterable[str]) -> str:
    """The neat line over the bands and lines at the edges, then title, panels, compass and credits."""
    facts, palette = page.facts, page.palette
    x, y, radius = facts["compass"]["at"]
    return svg.group(
        [
            *edges,
            *furniture.neat_line(page.area, tuple(facts["page"]["size"]), page.plane, palette, page.ladder),
            *furniture.title(tuple(facts["title"]["box"]), facts["title"], palette),
            *panels,
            furniture.compass(x, y, radius, page.plane.north, palette),
            *furniture.credit_lines(facts["credits"], palette),
        ],
        id="frame",
    )

"""Festung Europa: from Norway to Sicily and from Brittany to Danzig, in hexes that bear names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from maps import coast, furniture, inputs, layers, places, projection, relief, svg, terrain, water, wild
from maps.festung import key, lines, marks, names, streams
from maps.festung.board import Board, load_board
from maps.hexgrid import HexGrid, columns_from_the_west
from maps.lines import along, band, shaded, stroke, within
from maps.marks import ring_forts
from maps.page import Page
from maps.shapes import Line, grow, line, polygon, union
from maps.sheet import Sheet, finished

LAYERS = (
    "sea", "land", "relief", "terrain", "zones", "cities", "water", "lines", "grid", "marks", "numbers", "labels",
    "frame",
)  # fmt: skip
KINDS = ("forest", "marsh", "mountain", "alpine")
Facts = dict[str, Any]
Palette = dict[str, str]


def grid_of(board: Board, facts: Facts) -> HexGrid:
    """Where the hexes lie on the page, Beach Heads with them."""
    page = facts["page"]
    return columns_from_the_west(board.hexes, page["hex_size"], tuple(page["origin"]))


def ashore(board: Board, grid: HexGrid) -> HexGrid:
    """The hexes of land only."""
    return replace(grid, places={h: grid.places[h] for h in board.where(lambda row: row.is_land)})


def plane_of(board: Board, grid: HexGrid) -> projection.Projection:
    """The degrees on the page."""
    return projection.fit_bent([board.degrees[h] for h in board.hexes], [grid.centre(h) for h in board.hexes])


def draw() -> Sheet:
    """Draw the sheet."""
    board, facts = load_board(), inputs.load_facts("festung")
    grid = grid_of(board, facts)
    page = Page(grid, plane_of(board, grid), furniture.Ladder(30, 120), facts)
    palette = page.palette

    shore = _shore(board, page)
    courses = water.courses(board.streams, grid, shore.land, shore.in_play)
    heights = inputs.load_heights(facts["relief"]["heights"])
    valleys = union(line(course.points) for course in courses)
    ground = relief.measured(page.plane, page.wide, heights, valleys, facts["relief"]["step"])
    written = names.place_all(board, grid, page.plane, courses, facts)
    middles = key.middles(facts)
    drawn = [
        layers.sea(page, shore, heights),
        layers.land(page, shore),
        layers.relief(page, ground),
        _terrain(board, page, shore),
        _zones(board, page, shore),
        _cities(board, grid, palette),
        _water(courses, palette),
        _lines(board, grid, palette),
        layers.hexes(page),
        _marks(board, grid, middles, palette),
        layers.numbers(page),
        layers.labels(written, places.styles(palette) | _styles(palette)),
        layers.frame(page, [], _panels(board, page)),
    ]
    return finished(page, shore, written.paths, LAYERS, drawn, middles)


def _shore(board: Board, page: Page) -> coast.Coast:
    """The coast: every hex of land is land; beyond the hexes the land is as it is."""
    known, grid = page.facts["coast"], page.grid
    beyond = grow(page.frame, 60.0).difference(grid.areas(grid.places).buffer(0.5))
    files = inputs.load_shapes(known["land"])
    whole = union([files, *(polygon([(lon, lat) for lon, lat in ring]) for ring in known["further"])])
    real = page.plane.shape(whole).intersection(grow(page.frame, 60.0))
    straits = coast.straits(grid, board.waters(known["dry"]), known["strait"])
    return coast.bend(real, ashore(board, grid), page.frame, [beyond], straits)


def _terrain(board: Board, page: Page, shore: coast.Coast) -> str:
    wilds = [wild.KINDS[kind](page.grid, board.of(kind), shore.land, page.palette) for kind in KINDS]
    elements = [part for drawing in wilds for part in drawing.elements]
    return svg.group([*elements, *layers.beaches(page, shore), layers.coast_line(page, shore)], id="terrain")


def _runs(board: Board, grid: HexGrid, name: str) -> list[Line]:
    """A line along its hexsides, or within its own ground."""
    pairs = lines.borders(grid, board)[name]
    if name not in lines.ASIDE:
        return along(grid, pairs)
    return within(grid, lines.own(board, name), pairs, lines.ASIDE[name], lines.ASIDE[name] * 1.25)


def _zones(board: Board, page: Page, shore: coast.Coast) -> str:
    """The veil over what is out of play, the red tint of the Soviet zone, and the pale bands of limits."""
    grid, palette = page.grid, page.palette
    out = [layers.veil(page, shore), shaded(grid, lines.own(board, "red"), palette, "red", 0.13, shore.land)]
    for name in lines.ASIDE:
        out += band("".join(svg.polyline(points) for points in _runs(board, grid, name)), lines.STYLES[name], palette)
    return svg.group(out, id="zones")


def _cities(board: Board, grid: HexGrid, palette: Palette) -> str:
    urban = terrain.built_up(grid, board.of("urban"), grid.areas(grid.places), palette, "urban", marks.URBAN)
    return svg.group(urban.elements, id="cities", fill="none")


def _water(courses: list[water.Course], palette: Palette) -> str:
    ends: Facts = {"stroke_linecap": "round", "stroke_linejoin": "round", "clip_path": "url(#land-clip)"}
    return svg.group([svg.group(water.drawn(courses, streams.KINDS, palette), fill="none", **ends)], id="water")


def _lines(board: Board, grid: HexGrid, palette: Palette) -> str:
    out = []
    for name, style in lines.STYLES.items():
        out += stroke("".join(svg.polyline(points) for points in _runs(board, grid, name)), style, palette, name)
    return svg.group(out, id="lines")


def _marks(board: Board, grid: HexGrid, middles: dict[str, tuple[float, float]], palette: Palette) -> str:
    return svg.group(
        [
            ring_forts(grid, board.where(lambda row: row.fortress), palette, "coastal"),
            marks.beaches(board, grid, palette),
            marks.ways_out(board, grid, middles, palette),
            marks.stars(board, grid, palette),
            marks.ports(board, grid, palette),
            marks.sources(board, grid, palette),
            marks.capitals(board, grid, palette),
        ],
        id="marks",
    )


def _styles(palette: Palette) -> dict[str, Facts]:
    """How the names are written that only this sheet has."""
    bold: Facts = {"font_weight": "bold", **places.halo(palette)}

    def lettered(letters: tuple[float, float], colour: str) -> Facts:
        return {"font_size": letters[0], "letter_spacing": letters[1], "fill": palette[colour], "stroke_width": 4}

    return {
        "wilds": {"fill_opacity": 0.5},
        "hexes": {**lettered(names.HEX, "ink"), **bold},
        "beaches": {**lettered(names.BEACH, "beach"), **bold},
        "beside": {**lettered(names.BESIDE, "beach"), **bold},
    }


def _panels(board: Board, page: Page) -> list[str]:
    """The key, the charts and the boxes."""
    out = key.drawn(board, page.facts, page.plane)
    for item in page.facts["charts"]:
        out += furniture.chart(tuple(item["box"]), item, board.charts[item["file"]], page.palette)
    for name, box in board.boxes.items():
        out += key.front(box, page.facts["fronts"][name], page.grid, page.palette)
    return out

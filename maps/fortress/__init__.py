"""Fortress Europa: from Brittany to Bavaria and the Riviera, the page turned so that its top faces north-west."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from maps import coast, furniture, inputs, layers, places, projection, relief, svg, terrain, water, wild
from maps.fortress import key, lines, marks, names, rails, streams
from maps.fortress.board import Board, load_board
from maps.hexgrid import HexGrid, letters_from_the_west
from maps.lines import along, band, softened, stroke
from maps.marks import ports, ring_forts, stars
from maps.page import Page
from maps.shapes import Line, Point, Shape, grow, line, polygon, union
from maps.sheet import Sheet, finished, net

LAYERS = (
    "sea", "land", "relief", "terrain", "zones", "frontiers", "rails", "water", "lines", "grid", "marks", "numbers",
    "labels", "frame",
)  # fmt: skip
KINDS = ("rough", "mountain", "alpine", "flooded")
Facts = dict[str, Any]
Palette = dict[str, str]


def grid_of(board: Board, facts: Facts) -> HexGrid:
    """Where all hexes of the table lie on the page, those out of play with them."""
    page = facts["page"]
    return letters_from_the_west(board.hexes, page["hex_size"], tuple(page["origin"]))


def only(grid: HexGrid, hex_ids: list[str]) -> HexGrid:
    """The grid with some of its hexes only."""
    return replace(grid, places={hex_id: grid.places[hex_id] for hex_id in hex_ids})


def plane_of(board: Board, grid: HexGrid) -> projection.Projection:
    """The degrees on the page; the board was redrawn in its parts, so that no single plane would do."""
    degrees = [(h.lon, h.lat) for h in board.hexes.values()]
    return projection.fit_pulled(degrees, [grid.centre(h) for h in board.hexes], 0.5 * grid.width)


def draw() -> Sheet:
    """Draw the sheet."""
    board, facts = load_board(), inputs.load_facts("fortress")
    whole = grid_of(board, facts)
    grid = only(whole, board.where(lambda row: row.is_open))
    page = Page(grid, plane_of(board, whole), furniture.Ladder(10, 60), facts)
    palette = page.palette

    shore = _shore(board, whole, page)
    courses = water.courses(board.streams, whole, shore.land, shore.in_play)
    heights = inputs.load_heights(facts["relief"]["heights"])
    valleys = union(line(course.points) for course in courses)
    ground = relief.measured(page.plane, page.wide, heights, valleys, facts["relief"]["step"])
    tracks = rails.runs(board, whole)
    ways = marks.beach_ways(board, whole)
    written = names.place_all(board, grid, page.plane, courses, tracks, ways, facts)
    drawn = [
        layers.sea(page, shore, heights),
        layers.land(page, shore),
        layers.relief(page, ground),
        _terrain(board, page, shore),
        _zones(board, page, shore),
        layers.frontiers(softened(whole, lines.borders(whole, board)["frontier"]), palette),
        _rails(board, grid, tracks, palette),
        _water(board, grid, courses, palette),
        _lines(board, grid, palette),
        _hexes(board, page),
        _marks(board, grid, ways, palette),
        layers.numbers(page),
        layers.labels(written, places.styles(palette) | _styles(palette)),
        layers.frame(page, furniture.bands(facts["edges"]["bands"], palette), _panels(board, page)),
    ]
    return finished(page, shore, written.paths, LAYERS, drawn)


def _shore(board: Board, whole: HexGrid, page: Page) -> coast.Coast:
    """The coast: every hex of land is land, closed ones too; beyond the hexes the land is as it is."""
    known, plane = page.facts["coast"], page.plane
    solid = only(whole, board.where(lambda row: row.is_land))
    beyond = grow(page.frame, 60.0).difference(whole.areas(whole.places).buffer(0.5))
    real = plane.shape(inputs.load_shapes(known["land"])).intersection(grow(page.frame, 24.0))
    real = real.difference(union(_inside(ring, plane) for ring in known["drowned"]))
    straits = coast.straits(whole, board.waters(whole), known["strait"])
    bent = coast.bend(real, solid, page.frame, [beyond], straits)
    return replace(bent, in_play=page.grid.areas(board.where(lambda row: row.is_land and row.is_open)))


def _inside(ring: list[list[float]], plane: projection.Projection) -> Shape:
    """The area within a ring of degrees."""
    return plane.shape(polygon([(lon, lat) for lon, lat in ring]))


def _terrain(board: Board, page: Page, shore: coast.Coast) -> str:
    wilds = [wild.KINDS[kind](page.grid, board.of(kind), shore.land, page.palette) for kind in KINDS]
    elements = [part for drawing in wilds for part in drawing.elements]
    # Sand only where an invader may land.
    sandy = replace(shore, in_play=page.grid.areas(board.where(lambda row: row.beach)))
    return svg.group([*elements, *layers.beaches(page, sandy), layers.coast_line(page, shore)], id="terrain")


def _zones(board: Board, page: Page, shore: coast.Coast) -> str:
    """The veil over closed ground, and the pale bands of frontiers and districts, on their own side of the hexsides."""
    grid, palette = page.grid, page.palette
    # Rivers and railways along closed ground belong to the open hexes beside it: the veil lies beneath them.
    out = [layers.veil(page, shore)]
    for name, pairs in lines.borders(grid, board).items():
        if name in lines.ASIDE:
            data = "".join(svg.polyline(points) for points in lines.beside(grid, board, name, pairs))
            out += band(data, lines.STYLES[name], palette)
    return svg.group(out, id="zones")


def _rails(board: Board, grid: HexGrid, tracks: list[Line], palette: Palette) -> str:
    cities = board.where(lambda row: row.city)
    return svg.group(
        [
            *rails.drawn(tracks, palette),
            *terrain.built_up(grid, cities, grid.areas(grid.places), palette, "city", marks.CITY).elements,
            marks.hamlets(board, grid, palette),
        ],
        id="rails",
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _water(board: Board, grid: HexGrid, courses: list[water.Course], palette: Palette) -> str:
    ends: Facts = {"stroke_linecap": "round", "stroke_linejoin": "round", "clip_path": "url(#land-clip)"}
    return svg.group(
        [
            svg.group(water.drawn(courses, streams.KINDS, palette), fill="none", **ends),
            streams.knots(grid, streams.ends(courses), palette),
            *marks.dyke(grid, board.of("dyke"), palette),
        ],
        id="water",
    )


def _lines(board: Board, grid: HexGrid, palette: Palette) -> str:
    out = []
    for name, pairs in lines.borders(grid, board).items():
        if name in lines.STYLES:
            runs = lines.beside(grid, board, name, pairs) if name in lines.ASIDE else along(grid, pairs)
            out += stroke("".join(svg.polyline(points) for points in runs), lines.STYLES[name], palette, name)
    return svg.group(out, id="lines")


def _hexes(board: Board, page: Page) -> str:
    """The hexes; those at sea beyond the board's edge, which only naval units enter, in broken lines."""
    outside = only(page.grid, board.where(lambda row: row.play == "imaginary"))
    inside = only(page.grid, [h for h in page.grid.places if h not in outside.places])
    dashes: Facts = {"stroke": page.palette["grid"], "stroke_width": 1.0, "stroke_dasharray": "4 4"}
    return layers.hexes(
        replace(page, grid=inside), [svg.path(net(outside), fill="none", stroke_opacity=0.62, **dashes)]
    )


def _marks(board: Board, grid: HexGrid, ways: dict[str, Point], palette: Palette) -> str:
    return svg.group(
        [
            rails.exits(board, grid, palette),
            ring_forts(grid, board.where(lambda row: row.fortress), palette, "coastal"),
            marks.beaches(board, grid, ways, palette),
            marks.arrows(board, grid, palette),
            ports(grid, board.where(lambda row: row.port), palette),
            marks.capacities(board, grid, palette),
            marks.bases(board, grid, palette),
            marks.sites(board, grid, palette),
            stars(grid, board.where(lambda row: row.major), palette),
        ],
        id="marks",
    )


def _styles(palette: Palette) -> dict[str, Facts]:
    """How the names are written that only this sheet has."""
    halo = places.halo(palette)
    bold: Facts = {"fill": palette["area"], "font_weight": "bold"}
    return {
        "wilds": {"fill_opacity": 0.55},
        "areas": {"font_size": names.AREA[0], "letter_spacing": names.AREA[1], "stroke_width": 3, **bold, **halo},
        "loads": {"font_size": names.LOAD[0], "letter_spacing": names.LOAD[1], "stroke_width": 2.4, **bold, **halo},
    }


def _panels(board: Board, page: Page) -> list[str]:
    """The key, the charts and the boxes of the bases."""
    out = key.drawn(board, page.facts, page.plane)
    for item in page.facts["charts"]:
        out += furniture.chart(tuple(item["box"]), item, board.charts[item["file"]], page.palette)
    for item in page.facts["bases"]:
        out += key.base(item, page.palette)
    return out

"""D-Day to the Rhine: from Brittany to the Ruhr, the page turned so that its top faces north-north-west."""

from __future__ import annotations

from typing import Any

from maps import coast, furniture, inputs, layers, places, projection, relief, svg, terrain, water, wild
from maps.hexgrid import HexGrid
from maps.lines import along, band, shaded, softened, stroke
from maps.marks import ports, ring_forts, stars, west_wall
from maps.page import Page
from maps.rhine import board as tables
from maps.rhine import key, lines, marks, names, streams
from maps.rhine.board import Board, load_board
from maps.shapes import Point, Shape, grow, line, polygon, union
from maps.sheet import Sheet, finished

LAYERS = (
    "sea", "land", "relief", "terrain", "zones", "frontiers", "towns", "water", "lines", "grid", "marks", "numbers",
    "labels", "frame",
)  # fmt: skip
Facts = dict[str, Any]
Palette = dict[str, str]


def grid_of(board: Board, facts: Facts) -> HexGrid:
    """Where the hexes lie on the page."""
    page = facts["page"]
    return tables.grid_of(board, page["hex_size"], tuple(page["origin"]))


def draw() -> Sheet:
    """Draw the sheet."""
    board, facts = load_board(), inputs.load_facts("rhine")
    grid = grid_of(board, facts)
    plane = projection.fit([(h.lon, h.lat) for h in board.hexes.values()], [grid.centre(h) for h in board.hexes])
    page = Page(grid, plane, furniture.Ladder(10, 60), facts)
    palette = page.palette

    shore = _shore(board, page)
    courses = water.courses(board.streams, grid, shore.land, shore.in_play)
    heights = inputs.load_heights(facts["relief"]["heights"])
    valleys = union(line(course.points) for course in courses)
    ground = relief.measured(plane, page.wide, heights, valleys, facts["relief"]["step"])
    ways = marks.landing_ways(board, grid)
    written = names.place_all(board, grid, plane, courses, ways, facts)
    drawn = [
        layers.sea(page, shore, heights),
        layers.land(page, shore),
        layers.relief(page, ground),
        _terrain(board, page, shore),
        _zones(board, grid, shore.land, palette),
        _frontiers(board, grid, palette),
        _towns(board, grid, palette),
        _water(courses, palette),
        _lines(board, grid, palette),
        layers.hexes(page, under=[layers.veil(page, shore)]),
        _marks(board, grid, ways, facts),
        layers.numbers(page),
        layers.labels(written, places.styles(palette) | _styles(palette)),
        layers.frame(page, furniture.bands(facts["edges"]["bands"], palette), _panels(board, page)),
    ]
    return finished(page, shore, written.paths, LAYERS, drawn)


def _shore(board: Board, page: Page) -> coast.Coast:
    known, grid, plane = page.facts["coast"], page.grid, page.plane
    in_play = grid.areas(grid.places)
    free = [_inside(ring, plane) for ring in known["foreign"]]
    free += [polygon([(x, y) for x, y in ring]).difference(grow(in_play, 0.5)) for ring in known["beyond"]]
    sides = board.pairs(lambda side: side.kind == "estuary")
    # The IJsselmeer ends not far beyond the sheet; cut before that, it is a bay and not a hole.
    real = plane.shape(inputs.load_shapes(known["land"])).intersection(grow(page.frame, 24.0))
    real = real.difference(union(_inside(ring, plane) for ring in known["drowned"]))
    return coast.bend(real, grid, page.frame, free, coast.straits(grid, sides, known["strait"]))


def _inside(ring: list[list[float]], plane: projection.Projection) -> Shape:
    """The area within a ring of degrees."""
    return plane.shape(polygon([(lon, lat) for lon, lat in ring]))


def _terrain(board: Board, page: Page, shore: coast.Coast) -> str:
    kinds = ("rough", "swamp", "forest")
    wilds = [wild.KINDS[kind](page.grid, board.of(kind), shore.land, page.palette) for kind in kinds]
    elements = [part for drawing in wilds for part in drawing.elements]
    return svg.group([*elements, *layers.beaches(page, shore), layers.coast_line(page, shore)], id="terrain")


def _zones(board: Board, grid: HexGrid, land: Shape, palette: Palette) -> str:
    pale = []
    for name, pairs in lines.borders(grid, board).items():
        if name in lines.STYLES:
            data = "".join(svg.polyline(points) for points in along(grid, pairs))
            pale += band(data, lines.STYLES[name], palette)
    rim = "".join(svg.polyline(points) for points in lines.rim(grid, board))
    edge: Facts = {"stroke_width": lines.RIM, "stroke_opacity": 0.42, "stroke_linejoin": "round", "class_": "goal-rim"}
    goal = [
        shaded(grid, board.where(lambda row: row.across_rhine), palette, "goal", 0.14, land),
        svg.path(rim, fill="none", stroke=palette["goal"], **edge),
    ]
    return svg.group([*goal, *pale], id="zones")


def _frontiers(board: Board, grid: HexGrid, palette: Palette) -> str:
    """The frontiers that no rule speaks of; Germany's is drawn with the lines."""
    return layers.frontiers(softened(grid, lines.borders(grid, board)["frontier"]), palette)


def _towns(board: Board, grid: HexGrid, palette: Palette) -> str:
    everywhere = grid.areas(grid.places)
    cities = board.where(lambda row: row.major_city)
    towns = board.where(lambda row: bool(row.city) and not row.major_city)
    return svg.group(
        [
            *terrain.built_up(grid, cities, everywhere, palette, "city", marks.CITY).elements,
            *terrain.built_up(grid, towns, everywhere, palette, "town", marks.TOWN).elements,
        ],
        id="towns",
        stroke_linejoin="round",
    )


def _water(courses: list[water.Course], palette: Palette) -> str:
    drawn = water.drawn(courses, streams.KINDS, palette)
    # A river ends at the shore, however wide its line is.
    ends: Facts = {"stroke_linecap": "round", "stroke_linejoin": "round", "clip_path": "url(#land-clip)"}
    return svg.group(drawn, id="water", fill="none", **ends)


def _lines(board: Board, grid: HexGrid, palette: Palette) -> str:
    out = []
    for name, pairs in lines.borders(grid, board).items():
        if name in lines.STYLES:
            runs = lines.within_germany(grid, board, pairs) if name == "germany" else along(grid, pairs)
            out += stroke("".join(svg.polyline(points) for points in runs), lines.STYLES[name], palette, name)
    return svg.group(out, id="lines")


def _marks(board: Board, grid: HexGrid, ways: dict[str, Point], facts: Facts) -> str:
    palette = facts["palette"]
    return svg.group(
        [
            west_wall(grid, board.where(lambda row: row.siegfried), palette),
            ring_forts(grid, board.where(lambda row: row.fortress_port), palette, "coastal"),
            ring_forts(grid, board.named(facts["fort_cities"]), palette, "metz"),
            ports(grid, board.where(lambda row: row.major_port), palette),
            stars(grid, board.named(facts["goal_cities"]), palette),
            marks.limits(board, grid, board.where(lambda row: row.coastal), palette),
            *marks.landings(board, grid, ways, palette),
        ],
        id="marks",
    )


def _styles(palette: Palette) -> dict[str, Facts]:
    """How the names are written that only this sheet has."""
    halo = places.halo(palette)
    landing: Facts = {"font_size": names.LANDING, "letter_spacing": names.LANDING_SPACING, "font_weight": "bold"}
    return {
        "wilds": {"fill_opacity": 0.55},
        "features": {"fill": palette["feature"], "font_style": "italic", "stroke_width": 2.4, **halo},
        "landings": {"fill": palette["landing"], "stroke_width": 3, **landing, **halo},
    }


def _panels(board: Board, page: Page) -> list[str]:
    """The key and the charts, whose words have figures of the game in them."""
    out = key.drawn(board, page.facts, page.plane)
    for item in page.facts["charts"]:
        columns = [[column, heading.format_map(board.figures)] for column, heading in item["columns"]]
        filled = {**item, "columns": columns, "under": item["under"].format_map(board.figures)}
        out += furniture.chart(tuple(item["box"]), filled, board.charts[item["file"]], page.palette)
    return out

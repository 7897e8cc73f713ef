"""Storming the Reich: both map sheets, from Normandy to the Ruhr, as one board."""

from __future__ import annotations

from typing import Any

from maps import coast, furniture, inputs, layers, places, projection, relief, svg, terrain, water, wild
from maps.hexgrid import HexGrid, columns_from_the_west
from maps.lines import along, band, outline, shaded, stroke
from maps.marks import landings, ports, ring_forts, west_wall
from maps.noise import roughened
from maps.page import Page
from maps.roads import chains, winding
from maps.shapes import Line, Shape, box, grow, joined, line, polygon, simplified, union
from maps.shapes import lines as lines_of
from maps.sheet import Sheet, finished
from maps.storming import key, lines, marks, names, streams
from maps.storming.board import Board, load_board

LAYERS = (
    "sea", "land", "relief", "terrain", "zones", "frontiers", "roads", "water", "lines", "grid", "marks", "numbers",
    "labels", "frame",
)  # fmt: skip
Facts = dict[str, Any]
Palette = dict[str, str]


def grid_of(board: Board, facts: Facts) -> HexGrid:
    """Where the hexes lie on the page."""
    page = facts["page"]
    return columns_from_the_west(board.hexes, page["hex_size"], tuple(page["origin"]))


def draw() -> Sheet:
    """Draw the sheet."""
    board, facts = load_board(), inputs.load_facts("storming")
    grid = grid_of(board, facts)
    plane = projection.fit_bent([(h.lon, h.lat) for h in board.hexes.values()], [grid.centre(h) for h in board.hexes])
    page = Page(grid, plane, furniture.Ladder(10, 60), facts)
    palette = page.palette

    shore = _shore(board, page)
    courses = water.courses(board.streams, grid, shore.land, shore.in_play)
    heights = inputs.load_heights(facts["relief"]["heights"])
    valleys = union(line(course.points) for course in courses)
    ground = relief.measured(plane, page.wide, heights, valleys, facts["relief"]["step"])
    roads = [winding(grid, run) for run in chains(board.pairs(lambda side: side.road))]
    written = names.place_all(board, grid, plane, courses, roads, facts)
    drawn = [
        layers.sea(page, shore, heights),
        layers.land(page, shore),
        layers.relief(page, ground),
        _terrain(board, page, shore),
        _zones(board, grid, shore.land, palette),
        _frontiers(plane, shore.land, facts),
        _roads(board, grid, roads, palette),
        _water(board, grid, courses, palette),
        _lines(board, grid, facts),
        layers.hexes(page, under=[layers.veil(page, shore)]),
        _marks(board, grid, facts),
        layers.numbers(page),
        layers.labels(written, places.styles(palette) | _styles(palette)),
        layers.frame(page, furniture.bands(facts["edges"]["bands"], palette), _panels(board, page)),
    ]
    return finished(page, shore, written.paths, LAYERS, drawn)


def _shore(board: Board, page: Page) -> coast.Coast:
    known, grid, plane = page.facts["coast"], page.grid, page.plane
    in_play = grid.areas(grid.places)
    free = [plane.shape(polygon([(lon, lat) for lon, lat in ring])) for ring in known["foreign"]]
    free += [box(*area).difference(grow(in_play, 0.5)) for area in known["beyond"]]
    sides = board.pairs(lambda side: side.sea)
    # The lakes of the north go on beyond the sheet; cut there, they are bays and not holes.
    real = plane.shape(inputs.load_shapes(known["land"])).intersection(grow(page.frame, 120.0))
    return coast.bend(real, grid, page.frame, free, coast.straits(grid, sides, known["strait"]))


def _terrain(board: Board, page: Page, shore: coast.Coast) -> str:
    kinds = ("rough", "mountain", "bocage", "swamp", "woods", "forest")
    wilds = [wild.KINDS[kind](page.grid, board.of(kind), shore.land, page.palette) for kind in kinds]
    elements = [part for drawing in wilds for part in drawing.elements]
    return svg.group([*elements, *layers.beaches(page, shore), layers.coast_line(page, shore)], id="terrain")


def _zones(board: Board, grid: HexGrid, land: Shape, palette: Palette) -> str:
    bands = []
    for name, pairs in lines.borders(grid, board).items():
        data = "".join(svg.polyline(points) for points in along(grid, pairs))
        bands += band(data, lines.STYLES[name], palette)
    return svg.group(
        [
            shaded(grid, board.flagged("fortress_holland"), palette, "holland", 0.2, land),
            *marks.waves(grid, board.flagged("roer_valley"), palette),
            marks.entrances(grid, board.flagged("entrance:E") + board.flagged("entrance:W"), palette, "whole"),
            marks.entrances(grid, board.flagged("entrance:B"), palette, "west"),
            marks.entrances(grid, board.flagged("entrance:A-D"), palette, "south"),
            *bands,
        ],
        id="zones",
    )


def _frontiers(plane: projection.Projection, land: Shape, facts: Facts) -> str:
    """The frontiers that no rule speaks of, as they are; Germany's runs along hexsides and is drawn with the lines."""
    border = joined(plane.shape(inputs.load_shapes(facts["frontier"]["file"])))
    soft = roughened(border, 7.0, 34.0, 1.6, seed=77)
    parts = lines_of(simplified(soft, 0.6).intersection(land))
    return svg.path(
        "".join(svg.polyline(points) for points in parts),
        id="frontiers",
        fill="none",
        stroke=facts["palette"]["frontier"],
        stroke_width=1.3,
        stroke_opacity=0.55,
        stroke_dasharray="9 3 1.5 3",
        clip_path="url(#map-clip)",
    )


def _roads(board: Board, grid: HexGrid, ways: list[Line], palette: Palette) -> str:
    data = "".join(svg.polyline(points) for points in ways)
    towns = board.where(lambda row: row.settlement == "town")
    ruhr = board.flagged("ruhr")
    cities = [h for h in board.where(lambda row: row.settlement == "city") if h not in ruhr]
    everywhere = grid.areas(grid.places)
    return svg.group(
        [
            svg.path(data, stroke=palette["road_case"], stroke_width=5.2, stroke_opacity=0.8),
            svg.path(data, stroke=palette["road"], stroke_width=2.6, class_="road"),
            *terrain.built_up(grid, cities, everywhere, palette, "city", marks.CITY).elements,
            *terrain.built_up(grid, ruhr, everywhere, palette, "ruhr", marks.CITY).elements,
            *terrain.built_up(grid, towns, everywhere, palette, "town", marks.TOWN).elements,
        ],
        id="roads",
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _water(board: Board, grid: HexGrid, courses: list[water.Course], palette: Palette) -> str:
    common = [pair for pair in board.pairs(lambda side: side.bridge) if pair not in board.rhine_bridges]
    crossing = board.pairs(lambda side: "breskens_ferry" in side.flags)
    return svg.group(
        [
            *water.drawn(courses, streams.KINDS, palette),
            *marks.bridges(grid, common, palette, "bridge"),
            *marks.bridges(grid, list(board.rhine_bridges), palette, "rhine_bridge"),
            *(part for a, b in crossing for part in marks.ferry(grid, a, b, palette)),
        ],
        id="water",
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _lines(board: Board, grid: HexGrid, facts: Facts) -> str:
    palette = facts["palette"]
    out = []
    for flag, (style, inset) in lines.ZONES.items():
        data = "".join(svg.polyline(ring, True) for ring in outline(grid, board.flagged(flag), inset))
        out += stroke(data, lines.STYLES[style], palette, flag)
    for name, pairs in lines.borders(grid, board).items():
        data = "".join(svg.polyline(points) for points in lines.beside(grid, board, name, pairs))
        out += stroke(data, lines.STYLES[name], palette, name)
    front = svg.polyline(lines.front_line(grid, facts["front_line"]))
    out += stroke(front, lines.STYLES["front"], palette, "front")
    return svg.group(out, id="lines")


def _marks(board: Board, grid: HexGrid, facts: Facts) -> str:
    palette = facts["palette"]

    def forts(kind: str) -> list[str]:
        return board.where(lambda row: row.fort == kind)

    beaches = [(item["hex"], *item["from"], item["nation"]) for item in facts["beaches"]]
    return svg.group(
        [
            west_wall(grid, forts("westwall"), palette),
            ring_forts(grid, forts("coastal"), palette, "coastal"),
            ring_forts(grid, forts("metz"), palette, "metz"),
            marks.dams(grid, board.flagged("roer_dam"), palette),
            ports(grid, names.port_hexes(board), palette),
            landings(grid, beaches, palette),
        ],
        id="marks",
    )


def _styles(palette: Palette) -> dict[str, Facts]:
    """How the names are written that only this sheet has."""
    halo = places.halo(palette)
    letter: Facts = {"font_size": 27, "font_weight": "bold", "text_anchor": "middle", "fill_opacity": 0.75}
    return {
        "letters": {"fill": palette["entrance_letter"], **letter},
        "bridges": {
            "fill": palette["rhine_bridge"], "font_size": names.BRIDGE, "font_style": "italic", "letter_spacing": 0.2,
            "stroke_width": 2.4, **halo,
        },
        "beaches": {"font_size": 15, "font_weight": "bold", "letter_spacing": 2, "stroke_width": 3, **halo},
    }  # fmt: skip


def _panels(board: Board, page: Page) -> list[str]:
    """The key and the charts."""
    out = key.drawn(board, page.facts, page.plane)
    for item in page.facts["charts"]:
        out += furniture.chart(tuple(item["box"]), item, board.charts[item["file"]], page.palette)
    return out

"""Storming the Reich: both map sheets, from Normandy to the Ruhr, as one board."""

from __future__ import annotations

from typing import Any

from maps import coast, furniture, inputs, projection, relief, sea, svg, terrain, water, wild
from maps.games.storming import key, lines, marks, names, streams
from maps.games.storming.board import Board, load_board
from maps.hexgrid import HexGrid, columns_from_the_west
from maps.lines import along, band, outline, shaded, stroke
from maps.marks import landings, ports, ring_forts, west_wall
from maps.names import Names, numbers
from maps.noise import roughened
from maps.roads import chains, winding
from maps.shapes import Line, Shape, box, grow, joined, line, polygon, simplified, union
from maps.shapes import lines as lines_of
from maps.sheet import Sheet, document, layout, net

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
    palette: Palette = facts["palette"]
    grid = grid_of(board, facts)
    plane = projection.fit_bent([(h.lon, h.lat) for h in board.hexes.values()], [grid.centre(h) for h in board.hexes])
    area: furniture.Box = tuple(facts["page"]["map"])
    frame = box(*area)
    wide = (area[0] - 30, area[1] - 30, area[2] + 30, area[3] + 30)

    shore = _shore(board, grid, plane, frame, facts)
    courses = water.courses(board.streams, grid, shore.land, shore.in_play)
    heights = inputs.load_heights(facts["relief"]["heights"])
    valleys = union(line(course.points) for course in courses)
    ground = relief.measured(plane, wide, heights, valleys, facts["relief"]["step"])
    roads = [winding(grid, run) for run in chains(board.pairs(lambda side: side.road))]
    written = names.place_all(board, grid, plane, courses, roads, facts)
    layers = [
        _sea(shore, wide, plane, heights, facts, frame),
        _land(shore, palette),
        _relief(ground, facts),
        _terrain(board, grid, plane, shore, facts),
        _zones(board, grid, shore.land, palette),
        _frontiers(plane, shore.land, facts),
        _roads(board, grid, roads, palette),
        _water(board, grid, courses, palette),
        _lines(board, grid, facts),
        _grid(grid, shore, facts),
        _marks(board, grid, facts),
        _numbers(grid, facts),
        _labels(written, palette),
        _frame(board, plane, area, facts),
    ]
    definitions = [
        svg.element("clipPath", svg.path(svg.area(shore.land), clip_rule="evenodd"), id="land-clip"),
        svg.element("clipPath", svg.path(svg.area(frame)), id="map-clip"),
        *written.paths,
    ]
    return Sheet(document(facts, definitions, layers), layout(grid, facts, LAYERS))


def _shore(board: Board, grid: HexGrid, plane: projection.Projection, frame: Shape, facts: Facts) -> coast.Coast:
    known = facts["coast"]
    in_play = grid.areas(grid.places)
    free = [plane.shape(polygon([(lon, lat) for lon, lat in ring])) for ring in known["foreign"]]
    free += [box(*area).difference(grow(in_play, 0.5)) for area in known["beyond"]]
    sides = board.pairs(lambda side: side.sea)
    straits = union(grow(line([grid.at(spot) for spot in grid.side(a, b)]), known["strait"]) for a, b in sides)
    straits = roughened(straits, 6.0, 26.0, 2.0, seed=51)
    # The lakes of the north go on beyond the sheet; cut there, they are bays and not holes.
    real = plane.shape(inputs.load_shapes(known["land"])).intersection(grow(frame, 120.0))
    return coast.bend(real, grid, frame, free, straits)


def _sea(
    shore: coast.Coast,
    wide: furniture.Box,
    plane: projection.Projection,
    heights: inputs.Heights,
    facts: Facts,
    frame: Shape,
) -> str:
    palette = facts["palette"]
    left, top, right, bottom = wide
    return svg.group(
        [
            svg.element("rect", x=left, y=top, width=right - left, height=bottom - top, fill=palette["deep"]),
            *sea.depths(shore.land, wide, plane, heights, facts["sea"]["tints"]),
            furniture.graticule(wide, plane, shore.sea, palette["wave"], 60),
            *sea.shore_lines(shore.land, frame, palette["wave"]),
        ],
        id="sea",
    )


def _land(shore: coast.Coast, palette: Palette) -> str:
    return svg.group(
        [svg.path(svg.area(shore.land), fill=palette["land"], fill_rule="evenodd", class_="land")], id="land"
    )


def _relief(ground: relief.Ground, facts: Facts) -> str:
    shape, palette = facts["relief"], facts["palette"]
    return svg.group(
        [
            *relief.tints(ground, [tuple(t) for t in shape["tints"]], palette["contour"]),
            *relief.shade(ground, palette["shade"], palette["light"], shape["strength"], shape["slope"]),
        ],
        id="relief",
        clip_path="url(#land-clip)",
    )


def _terrain(board: Board, grid: HexGrid, plane: projection.Projection, shore: coast.Coast, facts: Facts) -> str:
    palette, land = facts["palette"], shore.land
    cliffs = [line([plane.place(*p) for p in reach]) for reach in facts["coast"]["cliffs"]]
    wilds = [
        wild.rough(grid, board.of("rough"), land, palette),
        wild.mountain(grid, board.of("mountain"), land, palette),
        wild.bocage(grid, board.of("bocage"), land, palette),
        wild.marsh(grid, board.of("swamp"), land, palette),
        wild.trees(grid, board.of("woods"), land, palette, "woods", 11.5),
        wild.trees(grid, board.of("forest"), land, palette, "forest", 8.4),
    ]
    elements = [part for drawing in wilds for part in drawing.elements]
    elements += terrain.shore(land, shore.in_play, cliffs, palette)
    elements.append(
        svg.path(
            svg.area(land),
            fill="none",
            stroke=palette["coast"],
            stroke_width=1.7,
            stroke_linejoin="round",
            clip_path="url(#map-clip)",
            class_="coast",
        )
    )
    return svg.group(elements, id="terrain")


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
            *streams.drawn(courses, palette),
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


def _grid(grid: HexGrid, shore: coast.Coast, facts: Facts) -> str:
    palette = facts["palette"]
    return svg.group(
        [
            furniture.veil(shore.land, shore.in_play, facts["edges"]["veil"], palette),
            svg.path(net(grid), fill="none", stroke=palette["grid"], stroke_width=1.0, stroke_opacity=0.62),
        ],
        id="grid",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


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


def _numbers(grid: HexGrid, facts: Facts) -> str:
    palette = facts["palette"]
    return svg.group(
        numbers(grid),
        id="numbers",
        font_family="sans-serif",
        font_size=facts["page"]["number_size"],
        text_anchor="middle",
        fill=palette["number"],
        stroke=palette["halo"],
        stroke_width=2,
        stroke_opacity=0.75,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _labels(written: Names, palette: Palette) -> str:
    halo: Facts = {"stroke": palette["halo"], "stroke_linejoin": "round", "paint_order": "stroke"}
    bold: Facts = {"fill": palette["ink"], "font_weight": "bold", **halo}
    letter: Facts = {"font_size": 27, "font_weight": "bold", "text_anchor": "middle", "fill_opacity": 0.75}
    styles: dict[str, Facts] = {
        "regions": {"fill": palette["region"], "fill_opacity": 0.42},
        "countries": {"font_weight": "bold", "fill_opacity": 0.5},
        "seas": {"fill": palette["sea_name"], "font_style": "italic"},
        "letters": {"fill": palette["entrance_letter"], **letter},
        "far": {"fill": palette["village"], "font_size": 13, "stroke_width": 2.4, **halo},
        "streams": {"fill": palette["river_name"], "font_style": "italic", "stroke_width": 2.6, **halo},
        "zones": {"font_weight": "bold", "stroke_width": 3, "stroke_opacity": 0.8, **halo},
        "lines": {"font_weight": "bold", "stroke_width": 2.8, "stroke_opacity": 0.85, **halo},
        "bridges": {
            "fill": palette["rhine_bridge"], "font_size": names.BRIDGE, "font_style": "italic", "letter_spacing": 0.2,
            "stroke_width": 2.4, **halo,
        },
        "towns": {"font_size": names.TOWN, "letter_spacing": 0.2, "stroke_width": 3, **bold},
        "cities": {"font_size": names.CITY, "letter_spacing": 0.6, "stroke_width": 3.4, **bold},
        "beaches": {"font_size": 15, "font_weight": "bold", "letter_spacing": 2, "stroke_width": 3, **halo},
    }  # fmt: skip
    return svg.group(
        [svg.group(written.groups[name], class_=name, **style) for name, style in styles.items()], id="labels"
    )


def _frame(board: Board, plane: projection.Projection, area: furniture.Box, facts: Facts) -> str:
    palette, page = facts["palette"], facts["page"]
    x, y, radius = facts["compass"]["at"]
    return svg.group(
        [
            *furniture.bands(facts["edges"]["bands"], palette),
            *furniture.neat_line(area, tuple(page["size"]), plane, palette, furniture.Ladder(10, 60)),
            *furniture.title(tuple(facts["title"]["box"]), facts["title"], palette),
            *key.drawn(board, facts, plane),
            *(
                part
                for item in facts["charts"]
                for part in furniture.chart(tuple(item["box"]), item, board.charts[item["file"]], palette)
            ),
            furniture.compass(x, y, radius, plane.north, palette),
            *furniture.credit_lines(facts["credits"], palette),
        ],
        id="frame",
    )

"""D-Day to the Rhine: from Brittany to the Ruhr, the page turned so that its top faces north-north-west."""

from __future__ import annotations

from typing import Any

from maps import coast, furniture, inputs, projection, relief, sea, svg, terrain, water, wild
from maps.furniture import bands
from maps.games.rhine import board as tables
from maps.games.rhine import key, lines, marks, names, streams
from maps.games.rhine.board import Board, load_board
from maps.hexgrid import HexGrid
from maps.lines import along, band, shaded, stroke
from maps.marks import ports, ring_forts, west_wall
from maps.names import Names, numbers
from maps.noise import roughened
from maps.shapes import Point, Shape, box, grow, line, polygon, union
from maps.sheet import Sheet, document, layout, net

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
    palette: Palette = facts["palette"]
    grid = grid_of(board, facts)
    plane = projection.fit([(h.lon, h.lat) for h in board.hexes.values()], [grid.centre(h) for h in board.hexes])
    area: furniture.Box = tuple(facts["page"]["map"])
    frame = box(*area)
    wide = (area[0] - 30, area[1] - 30, area[2] + 30, area[3] + 30)

    shore = _shore(board, grid, plane, frame, facts)
    courses = water.courses(board.streams, grid, shore.land, shore.in_play)
    heights = inputs.load_heights(facts["relief"]["heights"])
    valleys = union(line(course.points) for course in courses)
    ground = relief.measured(plane, wide, heights, valleys, facts["relief"]["step"])
    ways = marks.landing_ways(board, grid)
    written = names.place_all(board, grid, plane, courses, ways, facts)
    layers = [
        _sea(shore, wide, plane, heights, facts, frame),
        _land(shore, palette),
        _relief(ground, facts),
        _terrain(board, grid, plane, shore, facts),
        _zones(board, grid, shore.land, palette),
        _frontiers(board, grid, palette),
        _towns(board, grid, palette),
        _water(courses, palette),
        _lines(board, grid, palette),
        _grid(grid, shore, facts),
        _marks(board, grid, ways, facts),
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
    free = [_inside(ring, plane) for ring in known["foreign"]]
    free += [polygon([(x, y) for x, y in ring]).difference(grow(in_play, 0.5)) for ring in known["beyond"]]
    sides = board.pairs(lambda side: side.kind == "estuary")
    straits = union(grow(line([grid.at(spot) for spot in grid.side(a, b)]), known["strait"]) for a, b in sides)
    straits = roughened(straits, 6.0, 26.0, 2.0, seed=51)
    # The IJsselmeer ends not far beyond the sheet; cut before that, it is a bay and not a hole.
    real = plane.shape(inputs.load_shapes(known["land"])).intersection(grow(frame, 24.0))
    real = real.difference(union(_inside(ring, plane) for ring in known["drowned"]))
    return coast.bend(real, grid, frame, free, straits)


def _inside(ring: list[list[float]], plane: projection.Projection) -> Shape:
    """The area within a ring of degrees."""
    return plane.shape(polygon([(lon, lat) for lon, lat in ring]))


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
        wild.marsh(grid, board.of("swamp"), land, palette),
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
    return svg.path(
        "".join(svg.polyline(points) for points in lines.softened(grid, lines.borders(grid, board)["frontier"])),
        id="frontiers",
        fill="none",
        stroke=palette["frontier"],
        stroke_width=1.5,
        stroke_opacity=0.7,
        stroke_dasharray="9 3 1.5 3",
        clip_path="url(#map-clip)",
    )


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
    drawn = streams.drawn(courses, palette)
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


def _marks(board: Board, grid: HexGrid, ways: dict[str, Point], facts: Facts) -> str:
    palette = facts["palette"]
    return svg.group(
        [
            west_wall(grid, board.where(lambda row: row.siegfried), palette),
            ring_forts(grid, board.where(lambda row: row.fortress_port), palette, "coastal"),
            ring_forts(grid, board.named(facts["fort_cities"]), palette, "metz"),
            ports(grid, board.where(lambda row: row.major_port), palette),
            marks.stars(grid, board.named(facts["goal_cities"]), palette),
            marks.limits(board, grid, board.where(lambda row: row.coastal), palette),
            *marks.landings(board, grid, ways, palette),
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
    landing: Facts = {"font_size": names.LANDING, "letter_spacing": names.LANDING_SPACING, "font_weight": "bold"}
    styles: dict[str, Facts] = {
        "regions": {"fill": palette["region"], "fill_opacity": 0.42},
        "countries": {"font_weight": "bold", "fill_opacity": 0.5},
        "wilds": {"fill_opacity": 0.55},
        "seas": {"fill": palette["sea_name"], "font_style": "italic"},
        "far": {"fill": palette["village"], "font_size": 13, "stroke_width": 2.4, **halo},
        "streams": {"fill": palette["river_name"], "font_style": "italic", "stroke_width": 2.6, **halo},
        "features": {"fill": palette["feature"], "font_style": "italic", "stroke_width": 2.4, **halo},
        "zones": {"font_weight": "bold", "stroke_width": 3, "stroke_opacity": 0.8, **halo},
        "lines": {"font_weight": "bold", "stroke_width": 2.8, "stroke_opacity": 0.85, **halo},
        "towns": {"font_size": names.TOWN, "letter_spacing": 0.2, "stroke_width": 3, **bold},
        "cities": {"font_size": names.CITY, "letter_spacing": 0.6, "stroke_width": 3.4, **bold},
        "landings": {"fill": palette["landing"], "stroke_width": 3, **landing, **halo},
    }
    return svg.group(
        [svg.group(written.groups[name], class_=name, **style) for name, style in styles.items()], id="labels"
    )


def _charts(board: Board, facts: Facts) -> list[str]:
    out = []
    for item in facts["charts"]:
        columns = [[column, heading.format_map(board.figures)] for column, heading in item["columns"]]
        filled = {**item, "columns": columns, "under": item["under"].format_map(board.figures)}
        out += furniture.chart(tuple(item["box"]), filled, board.charts[item["file"]], facts["palette"])
    return out


def _frame(board: Board, plane: projection.Projection, area: furniture.Box, facts: Facts) -> str:
    palette, page = facts["palette"], facts["page"]
    x, y, radius = facts["compass"]["at"]
    return svg.group(
        [
            *bands(facts["edges"]["bands"], palette),
            *furniture.neat_line(area, tuple(page["size"]), plane, palette, furniture.Ladder(10, 60)),
            *furniture.title(tuple(facts["title"]["box"]), facts["title"], palette),
            *key.drawn(board, facts, plane),
            *_charts(board, facts),
            furniture.compass(x, y, radius, plane.north, palette),
            *furniture.credit_lines(facts["credits"], palette),
        ],
        id="frame",
    )

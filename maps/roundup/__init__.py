"""Operation Roundup: the Pas-de-Calais, drawn from its own hexes, a fine coast and a rebuilt relief."""

from __future__ import annotations

import math
from typing import Any

from maps import coast, furniture, inputs, layers, projection, relief, sea, svg, terrain, water
from maps.hexgrid import HexGrid, rows_from_the_east
from maps.names import Names
from maps.noise import roughened
from maps.page import Page
from maps.roundup import edges, key, names, streams
from maps.roundup.board import Board, load_board
from maps.shapes import Line, Shape, box, coordinates, grow, joined, line, lines, moved, simplified, spline, union
from maps.sheet import Sheet, finished

LAYERS = ("sea", "land", "relief", "terrain", "water", "frontier", "grid", "numbers", "labels", "frame")


def draw() -> Sheet:
    """Draw the sheet."""
    board, facts = load_board(), inputs.load_facts("roundup")
    paper = facts["page"]
    grid = rows_from_the_east(board.hexes, paper["hex_size"], paper["first_row"], tuple(paper["origin"]))
    plane = projection.fit([(h.lon, h.lat) for h in board.hexes.values()], [grid.centre(h) for h in board.hexes])
    page = Page(grid, plane, furniture.Ladder(1, 10), facts)
    palette = page.palette

    free = _free(grid, page.frame, facts["coast"]["foreign_west"])
    shore = coast.bend(_real_land(plane, facts), grid, page.frame, free)
    courses = water.courses(board.sides, grid, shore.land, shore.in_play, streams.STRAIGHT)
    coarse = inputs.load_heights(facts["relief"]["coarse"])
    valleys = union(line(c.points) for c in courses if c.kind == "river")
    shape = facts["relief"]
    ground = relief.build(
        plane,
        page.wide,
        inputs.load_heights(shape["fine"]),
        coarse,
        [tuple(s) for s in shape["spots"]],
        [tuple(m) for m in shape["monts"]],
        tuple(shape["blend"]),
        tuple(shape["gap"]),
        valleys,
        shape["step"],
    )
    written = names.place_all(board, grid, plane, courses, shore.land, facts, inputs.load_places())
    cut, panels = _pair(facts["edges"]["cut"]), box(*facts["key"]["box"])
    shores = edges.coastal_edge(shore.land, shore.in_play, cut, page.frame, panels)

    entries = edges.entry_edges(grid, board, facts["edges"]["entries"], palette)
    banks = sea.banks(plane, facts["sea"]["banks"], shore.land, palette)
    drawn = [
        layers.sea(page, shore, coarse, banks),
        layers.land(page, shore),
        layers.relief(page, ground),
        _terrain(board, page, shore),
        _water(courses, palette),
        _frontier(facts["frontier"], plane, shore, palette),
        layers.hexes(page, entries, [layers.veil(page, shore)]),
        layers.numbers(page),
        _labels(written, palette),
        layers.frame(page, _edges(shores, facts["edges"], palette), key.drawn(board, facts, plane)),
    ]
    baselines = [
        svg.path(svg.polyline(_text_line(points)), id=f"edge-line-{name}", fill="none")
        for name, points in shores.items()
    ]
    return finished(page, shore, [*written.paths, *baselines], LAYERS, drawn)


def _pair(points: list[list[float]]) -> tuple[tuple[float, float], tuple[float, float]]:
    return (points[0][0], points[0][1]), (points[1][0], points[1][1])


def _free(grid: HexGrid, sheet: Shape, foreign_west: float) -> list[Shape]:
    """Where the land is as it is: beyond the eastern and southern edge, and left of ``foreign_west``, in England."""
    in_play = grid.areas(grid.places)
    left, top, right, bottom = sheet.bounds
    play_right, play_bottom = in_play.bounds[2], in_play.bounds[3]
    beyond = union(
        [
            box(play_right - grid.width / 2, top - 500, right + 500, bottom + 500),
            box(left - 500, play_bottom - grid.size / 2, right + 500, bottom + 500),
        ]
    ).difference(grow(in_play, 0.5))
    return [beyond, box(left - 500, top - 500, foreign_west, bottom + 500)]


def _real_land(plane: projection.Projection, facts: dict[str, Any]) -> Shape:
    """The fine coast inside its window, the coarse one outside."""
    known = facts["coast"]
    fine, coarse = inputs.load_shapes(known["fine"]), inputs.load_shapes(known["coarse"])
    return plane.shape(union([fine, coarse.difference(box(*known["window"]))]).buffer(0))


def _terrain(board: Board, page: Page, shore: coast.Coast) -> str:
    grid, palette, land = page.grid, page.palette, shore.land
    return svg.group(
        [
            *terrain.polder(grid, board.of("polder"), land, palette).elements,
            *terrain.forest(grid, board.of("forest"), land, palette).elements,
            *layers.beaches(page, shore),
            *terrain.built_up(grid, board.of("town"), land, palette, "town", terrain.TOWN).elements,
            *terrain.built_up(grid, board.of("port"), land, palette, "port", terrain.PORT, anchors=True).elements,
            layers.coast_line(page, shore),
        ],
        id="terrain",
    )


def _water(courses: list[water.Course], palette: dict[str, str]) -> str:
    return svg.group(
        streams.drawn(courses, palette), id="water", fill="none", stroke_linecap="round", stroke_linejoin="round"
    )


def _frontier(known: dict[str, Any], plane: projection.Projection, shore: coast.Coast, palette: dict[str, str]) -> str:
    border = joined(
        plane.shape(moved(inputs.load_shapes(known["file"]), lambda points: _nudged(points, known["nudges"])))
    )
    data = []
    for points in lines(border):
        # The coarse frontier begins on a coarse coast: carry it on to ours.
        (ax, ay), (bx, by) = points[0], points[1]
        points = [(ax + (ax - bx) * 0.6, ay + (ay - by) * 0.6), *points]
        soft = roughened(line(spline(points, 6)), 6.0, 34.0, 3.0, seed=77)
        data += [svg.polyline(part) for part in lines(simplified(soft, 0.3).intersection(shore.land))]
    whole = "".join(data)
    return svg.group(
        [
            svg.path(whole, stroke=palette["frontier_band"], stroke_width=6, stroke_opacity=0.45),
            svg.path(whole, stroke=palette["frontier"], stroke_width=1.5, stroke_dasharray="9 3 1.5 3"),
        ],
        id="frontier",
        fill="none",
        clip_path="url(#map-clip)",
    )


def _nudged(points: Line, nudges: list[list[float]]) -> Line:
    """Points shifted by the authored nudges, most at the middle of each and hardly beyond its radius."""
    out = points
    for lon, lat, east, north, radius in nudges:
        pulls = [math.exp(-((math.dist(point, (lon, lat)) / radius) ** 2)) for point in out]
        out = [(x + east * pull, y + north * pull) for (x, y), pull in zip(out, pulls, strict=True)]
    return out


def _labels(written: Names, palette: dict[str, str]) -> str:
    halo: dict[str, Any] = {"stroke": palette["halo"], "stroke_linejoin": "round", "paint_order": "stroke"}
    groups = written.groups
    return svg.group(
        [
            svg.group(groups["regions"], fill=palette["region"], fill_opacity=0.5, class_="regions"),
            svg.group(groups["seas"], fill=palette["sea_name"], font_style="italic", class_="seas"),
            svg.group(
                groups["streams"],
                fill=palette["river_name"],
                font_style="italic",
                stroke_width=2.6,
                class_="streams",
                **halo,
            ),
            svg.group(
                groups["woods"],
                fill=palette["wood_name"],
                font_style="italic",
                font_size=names.WOOD,
                letter_spacing=0.4,
                stroke_width=2.8,
                stroke_opacity=0.85,
                class_="woods",
                **halo,
            ),
            svg.group(
                groups["villages"],
                fill=palette["village"],
                font_size=names.VILLAGE,
                stroke_width=1.8,
                stroke_opacity=0.8,
                class_="villages",
                **halo,
            ),
            svg.group(
                groups["towns"],
                fill=palette["ink"],
                font_size=names.TOWN,
                font_weight="bold",
                letter_spacing=0.2,
                stroke_width=3,
                class_="towns",
                **halo,
            ),
            svg.group(
                groups["ports"], fill=palette["ink"], font_weight="bold", stroke_width=3.6, class_="ports", **halo
            ),
        ],
        id="labels",
    )


def _text_line(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The line on which the name of a coastal edge runs, a little off the line itself."""
    off = simplified(line(points), 2.0).offset_curve(-6.0)
    beside = lines(joined(off))[0]
    forward = beside if math.dist(beside[0], points[0]) < 200.0 else beside[::-1]
    return coordinates(simplified(line(forward), 0.4))


def _edges(shores: dict[str, Line], authored: dict[str, Any], palette: dict[str, str]) -> list[str]:
    """The lines off the shore with their names, and the bands where Germans enter."""
    out = []
    for name, points in shores.items():
        out.append(
            svg.path(
                svg.polyline(points),
                fill="none",
                stroke=palette["allied"],
                stroke_width=1.8,
                stroke_dasharray="11 5",
                class_=f"edge-{name}",
            )
        )
        for at in authored["coastal"][name]["at"]:
            words = svg.element(
                "textPath", authored["coastal"][name]["text"], href=f"#edge-line-{name}", startOffset=at
            )
            out.append(
                svg.element(
                    "text", words, fill=palette["allied"], font_size=12.5, letter_spacing=4, text_anchor="middle"
                )
            )
    for item in authored["entries"]:
        out += furniture.edge_band(tuple(item["band"]), item["text"], item["edge"] == "E", palette)
    return out

"""The picture of Festung Europa agrees with the tables that the rules read."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import shapely
from map_reading import (
    SVG,
    Picture,
    area_of,
    boxes_lie_on_open_water,
    data,
    drawn_lines,
    hexes_marked,
    hexes_with_discs,
    is_as_stamped,
    is_layered,
    is_made_again,
    land_of,
    layout_of,
    line_follows,
    names_are_seen,
    names_keep_apart,
    names_of,
    numbers_stand_above,
    panels_keep_off,
    prints_chart,
    prints_credits_and_title,
    read_path,
    river_courses,
    sides_of,
    stands_alone,
    water_runs_along,
)

from bocage.games.festung.data import load
from maps import inputs
from maps.festung import KINDS, LAYERS, ashore, grid_of, plane_of
from maps.festung.board import load_board
from maps.festung.key import TITLE
from maps.festung.lines import ASIDE, DISTRICTS, STYLES, borders, own
from maps.festung.names import words_of
from maps.hexgrid import HexGrid

DATA = data("festung")
BOARD = load_board()
FACTS = inputs.load_facts("festung")
LAYOUT = layout_of("festung")
LAND = BOARD.where(lambda row: row.is_land)
HEXES = {name: spot for name, spot in LAYOUT["centres"].items() if name not in BOARD.boxes}


@pytest.fixture(scope="module")
def picture() -> Picture:
    return Picture(DATA / "map.svg")


@pytest.fixture(scope="module")
def grid() -> HexGrid:
    return grid_of(BOARD, FACTS)


@pytest.fixture(scope="module")
def land(picture: Picture) -> Any:
    return land_of(picture)


@pytest.fixture(scope="module")
def inland(grid: HexGrid) -> set[str]:
    """The hexes of land with hexes of land all round, and no water between."""
    at = {spot: hex_id for hex_id, spot in ashore(BOARD, grid).places.items()}
    wet = {h for pair in BOARD.waters(FACTS["coast"]["dry"]) for h in pair}
    return {h for h in LAND if h not in wet and all(spot in at for spot in grid.neighbours(h))}


def test_the_picture_is_whole_and_stands_alone(picture: Picture) -> None:
    stands_alone(picture, 2_000_000)
    is_layered(picture, LAYERS, LAYOUT)


def test_the_map_was_made_from_what_is_there_now() -> None:
    is_as_stamped("festung")


@pytest.mark.long  # drawing takes up to a minute
def test_making_the_map_again_gives_the_same_bytes() -> None:
    is_made_again("festung")


def test_every_node_of_the_board_has_a_place(picture: Picture) -> None:
    assert set(LAYOUT["centres"]) == set(load().board.index)
    assert len(LAND) == 164
    assert len(HEXES) == 175
    numbers_stand_above(picture, LAYOUT | {"centres": HEXES}, HEXES)
    assert set(BOARD.boxes) <= set(picture.words())


def test_hexes_that_the_game_calls_neighbours_share_a_side(grid: HexGrid) -> None:
    board = load().board
    for a, b in itertools.combinations(sorted(HEXES), 2):
        apart = shapely.Point(HEXES[a]).distance(shapely.Point(HEXES[b]))
        touch = board.index[b] in board.neighbours[board.index[a]]
        assert (apart < 1.01 * LAYOUT["hex_width"]) == touch, (a, b)
    assert HEXES["0702"][1] > HEXES["0701"][1], "rows run down the page"
    assert HEXES["0212"][0] < HEXES["1711"][0], "columns run from the left"
    assert LAYOUT["corner_offsets"] == [[round(x, 2), round(y, 2)] for x, y in grid.offsets]


def test_each_box_has_room_for_its_counters_away_from_the_hexes(grid: HexGrid) -> None:
    hexes = grid.areas(grid.places)
    for name in BOARD.boxes:
        left, top, right, bottom = FACTS["fronts"][name]["box"]
        x, y = LAYOUT["centres"][name]
        room = shapely.box(left, top + TITLE, right, bottom)
        assert room.contains(shapely.box(x - 150, y - 130, x + 150, y + 130)), name
        assert room.area > 24 * LAYOUT["counter_size"] ** 2, "a dozen counters, with as much again between them"
        # So far that no page takes a box for the neighbour of a hex.
        assert shapely.Point(x, y).distance(hexes) > LAYOUT["hex_width"], name


def test_the_hexes_lie_where_their_degrees_say(grid: HexGrid) -> None:
    plane = plane_of(BOARD, grid)
    assert set(BOARD.degrees) == set(BOARD.hexes)
    for hex_id, (lon, lat) in BOARD.degrees.items():
        off = shapely.Point(plane.place(lon, lat)).distance(shapely.Point(grid.centre(hex_id)))
        assert off < 0.05 * grid.width, hex_id
        assert [float(v) for v in plane.degrees(*plane.place(lon, lat))] == pytest.approx([lon, lat], abs=1e-4), hex_id
    assert grid.width / plane.units_per_km == pytest.approx(116, abs=2), "a hex is about 116 km"


@pytest.mark.parametrize("terrain", KINDS)
def test_each_terrain_is_drawn_on_its_hexes_and_nowhere_else(
    picture: Picture, grid: HexGrid, inland: set[str], terrain: str
) -> None:
    shown = area_of(picture.by_id[terrain].get("d"))
    assert BOARD.of(terrain)
    for hex_id, row in BOARD.hexes.items():
        covered = shown.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
        if row.terrain == terrain:
            assert covered > (0.8 if hex_id in inland else 0.3), hex_id
        else:
            assert covered < 0.03, hex_id


def test_urban_hexes_are_built_up_and_no_others(picture: Picture, grid: HexGrid) -> None:
    shown = area_of(picture.by_id["urban"].get("d"))
    for hex_id, row in BOARD.hexes.items():
        covered = shown.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
        assert (covered > 0.3) if row.terrain == "urban" else covered < 0.02, hex_id


def test_land_is_land_and_beach_heads_lie_at_sea(grid: HexGrid, land: Any, inland: set[str]) -> None:
    for hex_id, row in BOARD.hexes.items():
        centre, area = shapely.Point(grid.centre(hex_id)), grid.area(hex_id)
        covered = land.intersection(area).area / area.area
        if row.is_land:
            assert land.contains(centre.buffer(8)), hex_id
            assert covered > (0.95 if hex_id in inland else 0.3), hex_id
        else:
            assert not land.intersects(centre.buffer(8)), hex_id
            assert covered < 0.3, hex_id


def test_straits_and_the_skagerrak_are_water(grid: HexGrid, land: Any) -> None:
    waters = BOARD.waters(FACTS["coast"]["dry"])
    assert set(BOARD.pairs("strait", "skagerrak")) <= set(waters)
    for side in sides_of(grid, waters):
        for part in (0.2, 0.5, 0.8):
            assert not land.intersects(side.interpolate(part, normalized=True).buffer(3))


@pytest.mark.parametrize("kind", ["river", "rhine"])
def test_each_river_runs_along_its_hexsides_and_nowhere_else(
    picture: Picture, grid: HexGrid, inland: set[str], kind: str
) -> None:
    listed: dict[str, list[Any]] = {}
    for row in BOARD.streams:
        if row.kind == kind:
            listed.setdefault(row.name, []).extend(sides_of(grid, [(row.hex_a, row.hex_b)]))
    water_runs_along(river_courses(picture, kind), listed, ashore(BOARD, grid), sorted(inland), 62.0)


@pytest.mark.parametrize("name", STYLES)
def test_each_line_follows_its_hexsides(picture: Picture, grid: HexGrid, name: str) -> None:
    drawn = shapely.union_all(drawn_lines(picture.of_class(f"line-{name}")))
    line_follows(drawn, sides_of(grid, borders(grid, BOARD)[name]), ASIDE.get(name, 0.8) * 1.3)


@pytest.mark.parametrize("name", ["red", *(f"district-{number}" for number in DISTRICTS)])
def test_the_limit_of_a_zone_is_drawn_within_it(picture: Picture, grid: HexGrid, name: str) -> None:
    drawn = shapely.union_all(drawn_lines(picture.of_class(f"line-{name}")))
    assert drawn.within(grid.areas(own(BOARD, name)))


def test_each_mark_stands_in_its_hexes_and_nowhere_else(picture: Picture, grid: HexGrid) -> None:
    def inside(kind: str) -> set[str]:
        (group,) = picture.of_class(kind)
        return hexes_marked(grid, "".join(path.get("d") or "" for path in group.iter(f"{SVG}path")))

    assert inside("stars") == set(BOARD.where(lambda row: row.vp))
    assert inside("supply") == set(BOARD.where(lambda row: bool(row.supply)))
    (anchors,), (capitals,) = picture.of_class("anchors"), picture.of_class("capitals")
    disc = FACTS["palette"]["anchor_disc"]
    assert hexes_with_discs(grid, anchors, disc) == sorted(BOARD.where(lambda row: row.port))
    assert hexes_with_discs(grid, capitals, disc) == sorted(BOARD.where(lambda row: row.capital))
    (forts,) = picture.of_class("coastal-forts")
    assert hexes_marked(grid, forts[0].get("d")) == set(BOARD.where(lambda row: row.fortress))
    (heads,) = picture.of_class("beach-heads")
    assert hexes_marked(grid, heads.get("d")) == set(BOARD.where(lambda row: row.beach))


def test_an_arrow_crosses_each_side_between_a_beach_head_and_the_land_that_it_faces(
    picture: Picture, grid: HexGrid
) -> None:
    (drawn,) = picture.of_class("ashore")
    arrows = [shapely.Polygon(ring) for ring in read_path(drawn.get("d") or "")]
    ways = [(h, to) for h in BOARD.where(lambda row: row.beach) for to in BOARD.ashore(grid, h)]
    assert len(arrows) == len(ways)
    for side in sides_of(grid, ways):
        assert len([arrow for arrow in arrows if arrow.intersects(side)]) == 1
    faces = {BOARD.hexes[h].name: {BOARD.hexes[to].name for to in BOARD.ashore(grid, h)} for h, _ in ways}
    assert faces["Beach Holland"] == {"Amsterdam"}
    assert faces["Beach Normandy"] == {"Cherbourg", "Le Havre"}


@pytest.mark.parametrize("box", ["EAST", "BALKANS"])
def test_an_arrow_leaves_every_hex_that_borders_a_front(picture: Picture, grid: HexGrid, box: str) -> None:
    (drawn,) = picture.of_class(f"way-{box}")
    arrows = [shapely.Polygon(ring) for ring in read_path(drawn.get("d") or "")]
    near = [min(BOARD.hexes, key=lambda h: grid.area(h).distance(arrow)) for arrow in arrows]
    assert sorted(near) == sorted(BOARD.boxes[box].near)


def test_every_hex_bears_its_name_below_its_counter(picture: Picture) -> None:
    half = LAYOUT["counter_size"] / 2
    found = dict(names_of(picture, "hexes"))
    assert set(found) == {words_of(BOARD, h) for h in LAND}
    for hex_id in LAND:
        x, y = HEXES[hex_id]
        left, top, right, bottom = found[words_of(BOARD, hex_id)]
        assert (left + right) / 2 == pytest.approx(x, abs=0.2)
        assert y + half < top < bottom < y + LAYOUT["hex_width"] / 2
    beaches = {words for words, _ in names_of(picture, "beaches")}
    assert beaches == {words_of(BOARD, h) for h in BOARD.where(lambda row: row.beach)}


def test_the_names_keep_apart_and_are_seen_beside_counters(picture: Picture) -> None:
    names_keep_apart(picture, LAYOUT, ("hexes", "beaches"), 175)
    names_are_seen(picture, LAYOUT, ("hexes", "beaches"))


def test_the_sheet_prints_its_credits_and_its_title(picture: Picture) -> None:
    prints_credits_and_title(picture, FACTS, "FESTUNG EUROPA")


def test_the_printed_chart_is_the_game_s_own_table(picture: Picture) -> None:
    (chart,) = FACTS["charts"]
    rows = inputs.table(DATA / "crt.csv")
    prints_chart(picture, chart, [row[column] for row in rows for column, _ in chart["columns"][1:]])


def test_the_key_prints_the_shifts_of_the_game_s_own_chart(picture: Picture) -> None:
    words = picture.words()
    shifts = {row["feature"]: row["shift"] for row in inputs.table(DATA / "tec.csv")}
    for feature in ("forest", "marsh", "mountain", "alpine"):
        assert f"{-int(shifts[feature])}L; stops an advance" in words, feature


def test_the_panels_and_free_boxes_keep_off_the_hexes(grid: HexGrid, land: Any) -> None:
    hexes = grid.areas(grid.places)
    panels_keep_off(FACTS, [item["box"] for item in FACTS["fronts"].values()], hexes)
    boxes_lie_on_open_water(LAYOUT, land, hexes)
    assert set(FACTS["fronts"]) == set(BOARD.boxes)

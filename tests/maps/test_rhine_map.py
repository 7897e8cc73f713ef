"""The picture of D-Day to the Rhine agrees with the tables that the rules read."""

from __future__ import annotations

import doctest
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
    hexes_at,
    hexes_marked,
    hexes_with_discs,
    is_as_stamped,
    is_layered,
    is_made_again,
    land_of,
    layout_of,
    lies_at_its_degrees,
    line_follows,
    names_are_seen,
    names_keep_apart,
    numbers_stand_above,
    panels_keep_off,
    prints_chart,
    prints_credits_and_title,
    read_path,
    river_courses,
    shows_terrain,
    sides_of,
    stands_alone,
    water_runs_along,
)

from maps import inputs, projection
from maps.hexgrid import HexGrid
from maps.rhine import LAYERS, grid_of
from maps.rhine import board as tables
from maps.rhine.board import load_board
from maps.rhine.lines import borders, within_germany

DATA = data("rhine")
BOARD = load_board()
FACTS = inputs.load_facts("rhine")
LAYOUT = layout_of("rhine")


@pytest.fixture(scope="module")
def picture() -> Picture:
    return Picture(DATA / "map.svg")


@pytest.fixture(scope="module")
def grid() -> HexGrid:
    return grid_of(BOARD, FACTS)


@pytest.fixture(scope="module")
def land(picture: Picture) -> Any:
    return land_of(picture)


def test_the_picture_is_whole_and_stands_alone(picture: Picture) -> None:
    stands_alone(picture, 3_000_000)
    is_layered(picture, LAYERS, LAYOUT)


def test_the_map_was_made_from_what_is_there_now() -> None:
    is_as_stamped("rhine")


@pytest.mark.long  # drawing takes up to a minute
def test_making_the_map_again_gives_the_same_bytes() -> None:
    is_made_again("rhine")


def test_every_hex_bears_its_number_above_its_centre(picture: Picture) -> None:
    assert len(BOARD.hexes) == 1073
    assert set(BOARD.hexes) == set(LAYOUT["centres"])
    numbers_stand_above(picture, LAYOUT, BOARD.hexes)


def test_columns_run_from_the_west_and_rows_up_the_page(grid: HexGrid) -> None:
    centres = LAYOUT["centres"]
    for hex_id, others in {
        "2909": ("2910", "3010", "3009", "2908", "2809", "2810"),  # an odd column, clockwise from the north
        "4217": ("4218", "4317", "4316", "4216", "4116", "4117"),  # an even one
    }.items():
        x, y = centres[hex_id]
        around = [(0, -83.14), (72, -41.57), (72, 41.57), (0, 83.14), (-72, 41.57), (-72, -41.57)]
        for other, (dx, dy) in zip(others, around, strict=True):
            assert centres[other] == pytest.approx((x + dx, y + dy), abs=0.02), (hex_id, other)
    offsets = LAYOUT["corner_offsets"]
    assert offsets[:2] == [[-24.0, -41.57], [24.0, -41.57]], "hexes stand on a side"
    assert offsets == [[round(x, 2), round(y, 2)] for x, y in grid.offsets]


def test_the_hexes_lie_where_their_degrees_say(grid: HexGrid) -> None:
    places = [(row.lon, row.lat) for row in BOARD.hexes.values()]
    plane = projection.fit(places, [grid.centre(hex_id) for hex_id in BOARD.hexes])
    lies_at_its_degrees(plane, grid, BOARD.hexes, 0.06)
    assert grid.width / plane.units_per_km == pytest.approx(20.0, abs=0.1), "a hex is about 20 km"
    assert plane.north == pytest.approx(22.5, abs=1.0), "the top faces north-north-west"
    # The Strait of Dover is 33 km wide, and the maker was told nothing of it.
    dover, cap_gris_nez = plane.place(1.36, 51.15), plane.place(1.58, 50.87)
    assert shapely.Point(dover).distance(shapely.Point(cap_gris_nez)) / plane.units_per_km == pytest.approx(34.7, abs=2)


@pytest.mark.parametrize("terrain", ["forest", "rough", "swamp"])
def test_each_hex_shows_its_own_terrain_and_no_other(picture: Picture, grid: HexGrid, terrain: str) -> None:
    shown = area_of(picture.by_id[terrain].get("d"))
    assert BOARD.of(terrain)
    shows_terrain(shown, grid, BOARD.hexes, terrain, 0.45)


def test_major_cities_fill_their_hexes_and_towns_do_not(picture: Picture, grid: HexGrid) -> None:
    shown = {kind: area_of(picture.by_id[kind].get("d")) for kind in ("city", "town")}
    assert len(BOARD.where(lambda row: row.major_city)) == 46
    for hex_id, row in BOARD.hexes.items():
        kind = "city" if row.major_city else "town" if row.city else ""
        for other, area in shown.items():
            covered = area.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
            if other == kind:
                assert covered > 0.8 if kind == "city" else 0.15 < covered < 0.4, hex_id
            else:
                assert covered < 0.02, (hex_id, other)


def test_every_hex_in_play_is_land(grid: HexGrid, land: Any) -> None:
    for hex_id, row in BOARD.hexes.items():
        assert land.contains(shapely.Point(grid.centre(hex_id)).buffer(8)), hex_id
        covered = land.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
        assert covered > (0.4 if row.coastal else 0.9), hex_id


def test_a_player_counts_the_land_sides_of_the_table_on_the_map(grid: HexGrid, land: Any) -> None:
    """A side is land if the hex beyond it is and no estuary lies between; the board's edge counts as land."""
    at = {spot: hex_id for hex_id, spot in grid.places.items()}
    estuaries = {frozenset(pair) for pair in BOARD.pairs(lambda side: side.kind == "estuary")}
    last = max(x for x, _ in at)
    shores = 0
    for hex_id, row in BOARD.hexes.items():
        wet = 0
        for spot in grid.neighbours(hex_id):
            if spot in at:
                wet += frozenset((hex_id, at[spot])) in estuaries
            elif 0 <= spot[0] <= last and -1 <= spot[1] <= 48:
                assert not land.contains(shapely.Point(grid.at(spot))), (hex_id, spot)
                wet += 1
        assert 6 - wet == row.land_sides, hex_id
        assert row.coastal == (wet > 0), hex_id
        shores += wet
    assert shores > 150


def test_the_stacking_limit_stands_in_every_coastal_hex(picture: Picture, grid: HexGrid) -> None:
    (group,) = picture.of_class("limits")
    texts = list(group.iter(f"{SVG}text"))
    found = {}
    for element in texts:
        spot = shapely.Point(float(element.get("x", "")), float(element.get("y", "")) - 3.3)
        (hex_id,) = hexes_at(grid, [spot])
        found[hex_id] = element.text
    assert len(texts) == len(found)
    swampy = ("rough", "swamp")
    wanted = {
        row.hex_id: str(min(row.land_sides, 4 if row.terrain in swampy else 5))
        for row in BOARD.hexes.values()
        if row.coastal
    }
    assert found == wanted
    assert found["1817"] == "3", "Omaha"


def test_estuaries_are_water(grid: HexGrid, land: Any) -> None:
    sides = sides_of(grid, BOARD.pairs(lambda side: side.kind == "estuary"))
    assert len(sides) == 11
    for side in sides:
        for part in (0.1, 0.3, 0.5, 0.7, 0.9):
            assert not land.intersects(side.interpolate(part, normalized=True).buffer(3))


@pytest.mark.parametrize("kind", ["river", "wide"])
def test_each_river_runs_along_its_hexsides_and_nowhere_else(picture: Picture, grid: HexGrid, kind: str) -> None:
    listed: dict[str, list[Any]] = {}
    for row in BOARD.sides:
        if row.kind == kind:
            listed.setdefault(row.name, []).extend(sides_of(grid, [(row.hex_a, row.hex_b)]))
    inland = [hex_id for hex_id, row in BOARD.hexes.items() if not row.coastal]
    water_runs_along(river_courses(picture, kind), listed, grid, inland, 26.0)


def test_the_lower_seine_the_rhine_and_the_lower_moselle_are_drawn_wide(picture: Picture) -> None:
    names = {element.get("data-name") for element in picture.of_class("wide")}
    assert names == {"Lower Seine", "Lower Moselle", "Rhine", "Waal"}
    narrow = max(float(element.get("stroke-width", "")) for element in picture.of_class("river"))
    assert all(float(element.get("stroke-width", "")) > 2 * narrow for element in picture.of_class("wide"))


@pytest.mark.parametrize(("name", "reach"), [("germany", 9.0), ("french", 1.0), ("channel", 1.0)])
def test_each_line_follows_its_hexsides(picture: Picture, grid: HexGrid, name: str, reach: float) -> None:
    drawn = shapely.union_all(drawn_lines(picture.of_class(f"line-{name}")))
    line_follows(drawn, sides_of(grid, borders(grid, BOARD)[name]), reach)


def test_the_frontier_of_germany_is_drawn_on_the_german_side(grid: HexGrid) -> None:
    own = grid.areas(BOARD.where(lambda row: row.country == "DE"))
    for points in within_germany(grid, BOARD, borders(grid, BOARD)["germany"]):
        assert own.buffer(0.1).contains(shapely.LineString(points))


def test_other_frontiers_part_the_countries_of_the_table(picture: Picture, grid: HexGrid) -> None:
    drawn = shapely.union_all(drawn_lines([picture.by_id["frontiers"]]))
    sides = sides_of(grid, borders(grid, BOARD)["frontier"])
    assert {row.country for row in BOARD.hexes.values()} == {"FR", "BE", "NL", "LU", "DE"}
    for side in sides:
        assert drawn.distance(side.interpolate(0.5, normalized=True)) < 3.0
    assert drawn.difference(shapely.union_all(sides).buffer(14.0)).length < 1.0


def test_the_limit_of_the_french_lies_after_column_30_and_north_of_row_01(grid: HexGrid) -> None:
    barred = set(BOARD.beyond_french_limit)
    assert barred == {h for h in BOARD.hexes if int(h[:2]) > 30 and int(h[2:]) > 1}
    for a, b in borders(grid, BOARD)["french"]:
        assert (a in barred) != (b in barred)


def test_the_goal_across_the_rhine_is_tinted_and_nothing_else(picture: Picture, grid: HexGrid) -> None:
    tint = area_of(next(iter(picture.by_id["zones"])).get("d"))
    goal = set(BOARD.where(lambda row: row.across_rhine))
    assert len(goal) == 116
    for hex_id in BOARD.hexes:
        covered = tint.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
        assert (covered > 0.9) == (hex_id in goal), hex_id
        assert covered > 0.9 or covered < 0.02, hex_id
    (rim,) = picture.of_class("goal-rim")
    inside = grid.areas(sorted(goal)).buffer(0.1)
    assert all(inside.contains(points) for points in drawn_lines([rim]))


def test_forts_and_the_siegfried_line_stand_in_their_own_hexes(picture: Picture, grid: HexGrid) -> None:
    (wall,) = picture.of_class("westwall")
    assert hexes_marked(grid, wall.get("d")) == set(BOARD.where(lambda row: row.siegfried))
    assert len(BOARD.where(lambda row: row.siegfried)) == 29
    (coastal,) = picture.of_class("coastal-forts")
    assert hexes_marked(grid, next(iter(coastal)).get("d")) == set(BOARD.where(lambda row: row.fortress_port))
    (metz,) = picture.of_class("metz-forts")
    assert {BOARD.hexes[h].city for h in hexes_marked(grid, next(iter(metz)).get("d"))} == {"Metz", "Nancy"}


def test_every_major_port_bears_an_anchor_and_every_goal_city_a_star(picture: Picture, grid: HexGrid) -> None:
    (anchors,) = picture.of_class("anchors")
    ports = BOARD.where(lambda row: row.major_port)
    assert hexes_with_discs(grid, anchors, FACTS["palette"]["anchor_disc"]) == ports
    assert len(ports) == 14
    (stars,) = picture.of_class("stars")
    points = [shapely.Polygon(ring).centroid for star in stars for ring in read_path(star.get("d") or "")]
    assert {BOARD.hexes[h].city for h in hexes_at(grid, points)} == {"Paris", "Brussels"}


def test_every_landing_hex_has_an_arrow_its_value_and_its_name(picture: Picture, grid: HexGrid, land: Any) -> None:
    landings = BOARD.where(lambda row: bool(row.landing))
    assert len(landings) == 19
    (arrows,) = picture.of_class("landings")[:1]
    shapes = [shapely.Polygon(read_path(arrow.get("d") or "")[0]) for arrow in arrows]
    tips = [shapely.Point(shape.exterior.coords[0]) for shape in shapes]
    assert hexes_at(grid, tips) == set(landings)
    assert len(tips) == 19
    (values,) = picture.of_class("landing-values")
    (names,) = [group for group in picture.of_class("landings") if group.get("font-size")]
    plates = [(float(t.get("x", "")), float(t.get("y", "")), t.text) for t in values.iter(f"{SVG}text")]
    written = [(float(t.get("x", "")), float(t.get("y", "")), t.text or "") for t in names]
    for shape, tip in zip(shapes, tips, strict=True):
        (hex_id,) = hexes_at(grid, [tip])
        row = BOARD.hexes[hex_id]
        tail = max(shape.exterior.coords, key=lambda at, tip=tip: tip.distance(shapely.Point(at)))
        x, y, value = min(plates, key=lambda plate, tail=tail: shapely.Point(tail).distance(shapely.Point(plate[:2])))
        assert value == row.landing, hex_id
        assert not land.contains(shapely.Point(x, y - 5)), f"the value of {hex_id} stands at sea"
        near = [word for at_x, at_y, word in written if abs(at_x - x) < 42 and abs(at_y - y) < 24]
        assert row.landing_name.upper() in near, hex_id


def test_every_place_river_and_feature_is_named(picture: Picture) -> None:
    words = " · ".join(picture.words()).casefold()
    shown: dict[str, str] = FACTS["shown_names"]
    names = {row.city for row in BOARD.hexes.values()} | {row.feature for row in BOARD.hexes.values()}
    names |= {side.name for side in BOARD.sides} | {row.landing_name for row in BOARD.hexes.values()}
    missing = {name for name in names - {""} if shown.get(name, name).casefold() not in words}
    assert missing == set()
    for zone in (
        "SIEGFRIED LINE", "ACROSS THE RHINE", "channel to Antwerp", "GERMANY", "FRANCE", "BELGIUM", "NETHERLANDS",
        "LIMIT OF THE FRENCH 2ND ARMORED’S ATTACKS",
    ):  # fmt: skip
        assert zone.casefold() in words, zone


def test_the_edges_say_who_is_supplied_and_who_enters_there(picture: Picture) -> None:
    places: dict[str, list[tuple[float, float]]] = {"GERMAN SUPPLY": [], "9. PANZER DIVISION": []}
    for element in picture.by_id["frame"].iter(f"{SVG}text"):
        for words, spots in places.items():
            if words in (element.text or ""):
                spots.append((float(element.get("x", "")), float(element.get("y", ""))))
    xs = [LAYOUT["centres"][h][0] for h in BOARD.where(lambda row: "E" in row.edge)]
    ys = [LAYOUT["centres"][h][1] for h in BOARD.where(lambda row: "S" in row.edge)]
    assert places["GERMAN SUPPLY"]
    assert all(x > max(xs) + 48 for x, _ in places["GERMAN SUPPLY"])
    assert places["9. PANZER DIVISION"]
    assert all(y > max(ys) + 42 for _, y in places["9. PANZER DIVISION"])


def test_no_name_of_a_place_covers_a_hex_number_or_another_name(picture: Picture) -> None:
    names_keep_apart(picture, LAYOUT, ("towns", "cities", "landings"), 83 + 19)


def test_the_name_of_a_place_is_seen_beneath_a_counter(picture: Picture) -> None:
    names_are_seen(picture, LAYOUT, ("towns", "cities", "landings"))


def test_the_credits_and_the_title_are_printed(picture: Picture) -> None:
    prints_credits_and_title(picture, FACTS, "D-DAY TO THE RHINE")


@pytest.mark.parametrize("number", [0, 1])
def test_the_printed_charts_are_the_game_s_own_tables(picture: Picture, number: int) -> None:
    chart = FACTS["charts"][number]
    rows = sorted(inputs.table(DATA / "crt.csv"), key=lambda row: -int(row["die"]))
    wanted = [row[column].replace("-", "–") for row in rows for column, _ in chart["columns"][1:]]
    prints_chart(picture, chart, wanted)
    assert len(wanted) == 6 * (12, 4)[number]


def test_the_weather_chart_names_the_turns_of_each_column(picture: Picture) -> None:
    words = picture.words()
    for column in "ABCD":
        turns = [int(row["turn"]) for row in inputs.table(DATA / "turns.csv") if row["weather_column"] == column]
        assert turns
        assert tables.runs(turns) in words, column


def test_the_key_prints_the_figures_of_the_game_s_own_tables(picture: Picture) -> None:
    words = picture.words()
    figures = {row["name"]: row["value"] for row in inputs.table(DATA / "numbers.csv")}
    for line in (
        f"stacking {figures['stacking_limit']}, armour {figures['armour_limit']}",
        f"stacking {figures['rough_stacking_limit']}, armour {figures['rough_armour_limit']}",
        f"−{figures['shift_ground']} column against infantry",
        f"−{figures['shift_river']} column across it",
        f"−{figures['shift_wide_river']} columns across it;",
        f"defends with {figures['fortress_defence']} more",
    ):
        assert line in words, line


def test_the_panels_and_free_boxes_keep_off_the_hexes(grid: HexGrid, land: Any) -> None:
    hexes = grid.areas(grid.places)
    panels_keep_off(FACTS, [], hexes)
    boxes_lie_on_open_water(LAYOUT, land, hexes)


def test_the_examples_of_the_board_hold() -> None:
    tried = doctest.testmod(tables)
    assert tried.attempted > 0
    assert tried.failed == 0

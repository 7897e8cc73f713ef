"""The picture of Storming the Reich agrees with the tables that the rules read."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from map_reading import (
    SVG,
    Picture,
    area_of,
    boxes_lie_on_open_water,
    crosses_only,
    data,
    drawn_lines,
    hexes_marked,
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
    prints_chart,
    prints_credits_and_title,
    river_courses,
    shows_terrain,
    sides_of,
    stands_alone,
    water_runs_along,
)

from maps import inputs, projection
from maps.hexgrid import HexGrid
from maps.lines import neighbours
from maps.storming import LAYERS, grid_of
from maps.storming.board import load_board
from maps.storming.lines import ZONES, borders

DATA = data("storming")
BOARD = load_board()
FACTS = inputs.load_facts("storming")
LAYOUT = layout_of("storming")


@pytest.fixture(scope="module")
def picture() -> Picture:
    return Picture(DATA / "map.svg")


@pytest.fixture(scope="module")
def grid() -> HexGrid:
    return grid_of(BOARD, FACTS)


def test_the_picture_is_whole_and_stands_alone(picture: Picture) -> None:
    stands_alone(picture, 3_000_000)
    is_layered(picture, LAYERS, LAYOUT)


def test_the_map_was_made_from_what_is_there_now() -> None:
    is_as_stamped("storming")


@pytest.mark.long  # drawing takes up to a minute
def test_making_the_map_again_gives_the_same_bytes() -> None:
    is_made_again("storming")


def test_every_hex_bears_its_number_above_its_centre(picture: Picture) -> None:
    assert len(BOARD.hexes) == 1533
    assert set(BOARD.hexes) == set(LAYOUT["centres"])
    numbers_stand_above(picture, LAYOUT, BOARD.hexes)


def test_hexes_that_the_book_calls_adjacent_share_a_side(grid: HexGrid) -> None:
    centres = LAYOUT["centres"]
    for a, b in (
        ("0619", "0520"), ("0425", "0525"), ("1421", "1521"), ("4812", "4912"), ("4916", "5015"), ("5339", "5439"),
        ("5008", "5108"), ("3908", "3909"), ("0125", "0224"), ("0125", "0225"), ("3508", "3509"),
    ):  # fmt: skip
        assert shapely.Point(centres[a]).distance(shapely.Point(centres[b])) == pytest.approx(83.14, abs=0.02), (a, b)
    assert centres["0125"][0] < centres["5802"][0], "columns run from the west"
    assert centres["4301"][1] < centres["4339"][1], "rows run from the north"
    assert centres["4302"][1] < centres["4402"][1] < centres["4303"][1], "even columns lie half a hex lower"
    offsets = LAYOUT["corner_offsets"]
    assert offsets[0] == [-24.0, -41.57]
    assert offsets[1] == [24.0, -41.57], "hexes stand on a side"
    assert offsets == [[round(x, 2), round(y, 2)] for x, y in grid.offsets]


def test_the_hexes_lie_where_their_degrees_say(grid: HexGrid) -> None:
    places = [(row.lon, row.lat) for row in BOARD.hexes.values()]
    plane = projection.fit_bent(places, [grid.centre(hex_id) for hex_id in BOARD.hexes])
    lies_at_its_degrees(plane, grid, BOARD.hexes, 0.02)
    for place in places:
        lon, lat = plane.degrees(*plane.place(*place))
        assert (float(lon), float(lat)) == pytest.approx(place, abs=1e-6)
    assert grid.width / plane.units_per_km == pytest.approx(15.0, abs=0.3), "a hex is about 15 km"
    # The Strait of Dover is 33 km wide, and the maker was told nothing of it.
    dover, cap_gris_nez = plane.place(1.36, 51.15), plane.place(1.58, 50.87)
    assert shapely.Point(dover).distance(shapely.Point(cap_gris_nez)) / plane.units_per_km == pytest.approx(34.7, abs=2)


@pytest.mark.parametrize("terrain", ["forest", "woods", "rough", "mountain", "bocage", "swamp"])
def test_each_hex_shows_its_own_terrain_and_no_other(picture: Picture, grid: HexGrid, terrain: str) -> None:
    shown = area_of(picture.by_id[terrain].get("d"))
    assert BOARD.of(terrain)
    shows_terrain(shown, grid, BOARD.hexes, terrain, 0.5)


def test_cities_fill_their_hexes_and_towns_do_not(picture: Picture, grid: HexGrid) -> None:
    shown = {kind: area_of(picture.by_id[kind].get("d")) for kind in ("city", "ruhr", "town")}
    for hex_id, row in BOARD.hexes.items():
        kind = "ruhr" if "ruhr" in row.flags else row.settlement
        for other, area in shown.items():
            covered = area.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
            if other == kind:
                assert covered > 0.8 if kind != "town" else 0.15 < covered < 0.4, hex_id
            else:
                assert covered < 0.02, (hex_id, other)


def test_every_hex_in_play_is_land_and_every_other_hex_of_the_shore_is_sea(picture: Picture, grid: HexGrid) -> None:
    land = land_of(picture)
    in_play = set(grid.places.values())
    left = min(x for x, _ in in_play)
    shores = 0
    for hex_id, row in BOARD.hexes.items():
        assert land.contains(shapely.Point(grid.centre(hex_id)).buffer(8)), hex_id
        covered = land.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
        assert covered > (0.4 if row.coastal else 0.75), hex_id
        if row.coastal:
            for spot in grid.neighbours(hex_id):
                # West of the first column and north of the first row the land goes on.
                if spot not in in_play and spot[0] > left and spot[1] > 0:
                    shores += 1
                    assert not land.contains(shapely.Point(grid.at(spot))), hex_id
    assert shores > 80


def test_all_sea_hexsides_are_water(picture: Picture, grid: HexGrid) -> None:
    land = land_of(picture)
    sides = sides_of(grid, BOARD.pairs(lambda side: side.sea))
    assert sides
    for side in sides:
        for part in (0.1, 0.3, 0.5, 0.7, 0.9):
            assert not land.contains(side.interpolate(part, normalized=True).buffer(3))


@pytest.mark.parametrize("kind", ["minor", "major", "rhine"])
def test_each_river_runs_along_its_hexsides_and_nowhere_else(picture: Picture, grid: HexGrid, kind: str) -> None:
    listed: dict[str, list[Any]] = {}
    for row in BOARD.sides:
        if row.river == kind:
            listed.setdefault(row.river_name, []).extend(sides_of(grid, [(row.hex_a, row.hex_b)]))
    inland = [hex_id for hex_id, row in BOARD.hexes.items() if not row.coastal]
    water_runs_along(river_courses(picture, kind), listed, grid, inland, 26.0)


def test_a_road_crosses_exactly_the_hexsides_that_the_table_lists(picture: Picture, grid: HexGrid) -> None:
    (drawn,) = picture.of_class("road")
    listed = {frozenset(pair) for pair in BOARD.pairs(lambda side: side.road)}
    crosses_only(shapely.union_all(drawn_lines([drawn])), grid, listed, neighbours(grid))


def test_every_bridge_stands_on_the_middle_of_its_hexside(picture: Picture, grid: HexGrid) -> None:
    rhine = {frozenset(pair) for pair in BOARD.rhine_bridges}
    every = {frozenset(pair) for pair in BOARD.pairs(lambda side: side.bridge)}
    assert len(rhine) == 12
    for kind, pairs in (("bridge", every - rhine), ("rhine_bridge", rhine)):
        decks = drawn_lines(picture.of_class(kind))
        assert len(decks) == len(pairs)
        for pair in pairs:
            (side,) = sides_of(grid, [tuple(sorted(pair))])
            assert sum(deck.distance(side.interpolate(0.5, normalized=True)) < 0.3 for deck in decks) == 1, pair


def test_the_allied_front_line_runs_through_its_hexes_and_no_others(picture: Picture, grid: HexGrid) -> None:
    assert sorted(FACTS["front_line"]) == BOARD.flagged("allied_front_line_dec44")
    (front,) = drawn_lines(picture.of_class("line-front"))
    crossed = {hex_id for hex_id in BOARD.hexes if grid.area(hex_id).intersection(front).length > 3.0}
    assert crossed == set(FACTS["front_line"])


@pytest.mark.parametrize(("name", "reach"), [("germany", 6.0), ("seine", 11.0), ("breakout", 1.0), ("army", 1.0)])
def test_each_line_follows_its_hexsides(picture: Picture, grid: HexGrid, name: str, reach: float) -> None:
    drawn = shapely.union_all(drawn_lines(picture.of_class(f"line-{name}")))
    line_follows(drawn, sides_of(grid, borders(grid, BOARD)[name]), reach)


@pytest.mark.parametrize("flag", sorted(ZONES))
def test_each_zone_encloses_its_hexes_and_no_others(picture: Picture, grid: HexGrid, flag: str) -> None:
    (element,) = picture.of_class(f"line-{flag}")
    inside = area_of(element.get("d"))
    assert {h for h in BOARD.hexes if inside.contains(shapely.Point(grid.centre(h)))} == set(BOARD.flagged(flag))


def test_the_three_kinds_of_fort_stand_in_their_own_hexes(picture: Picture, grid: HexGrid) -> None:
    (wall,) = picture.of_class("westwall")
    assert hexes_marked(grid, wall.get("d")) == set(BOARD.where(lambda row: row.fort == "westwall"))
    for kind in ("coastal", "metz"):
        (group,) = picture.of_class(f"{kind}-forts")
        rings = next(iter(group)).get("d") or ""
        assert hexes_marked(grid, rings) == set(BOARD.where(lambda row, kind=kind: row.fort == kind))


def test_every_entrance_hex_bears_its_letter(picture: Picture) -> None:
    (letters,) = picture.of_class("letters")
    shown = {
        (element.text, round(float(element.get("x", ""))), round(float(element.get("y", "")))) for element in letters
    }
    assert len(shown) == len(letters) == 71
    for letter in ("A-D", "B", "E", "W"):
        for x, y in (LAYOUT["centres"][hex_id] for hex_id in BOARD.flagged(f"entrance:{letter}")):
            assert any(words == letter and abs(x - at_x) < 1 and 0 < at_y - y < 12 for words, at_x, at_y in shown), (
                letter,
                x,
                y,
            )


def test_every_place_and_every_river_is_named(picture: Picture) -> None:
    words = {w.casefold() for w in picture.words()}
    shown: dict[str, str] = FACTS["shown_names"]
    names = {row.name for row in BOARD.hexes.values() if row.name} | {side.river_name for side in BOARD.sides}
    names |= set(BOARD.rhine_bridges.values())
    missing = {name for name in names - {""} if shown.get(name, name).casefold() not in words}
    assert missing == set()
    for beach in ("UTAH", "OMAHA", "GOLD", "SWORD · JUNO"):
        assert beach.casefold() in words
    for zone in (
        "NORMANDY BREAKOUT LINE", "NORMANDY EXCLUSION ZONE", "SEINE LINE", "21ST ARMY GROUP", "12TH ARMY GROUP",
        "6TH ARMY GROUP", "IKE’S BLIND SPOT", "MONTY’S BLIND SPOT", "FORTRESS HOLLAND", "ANTWERPEN APPROACHES",
        "ROER DAMS", "THE RUHR", "ALLIED FRONT LINE, DECEMBER 1944", "METZ FORTS", "WEST WALL",
    ):  # fmt: skip
        assert zone.casefold() in words, zone


def test_no_name_of_a_place_covers_a_hex_number_or_another_name(picture: Picture) -> None:
    names_keep_apart(picture, LAYOUT, ("towns", "cities"), 194)


def test_the_name_of_a_place_is_seen_beneath_a_counter(picture: Picture) -> None:
    names_are_seen(picture, LAYOUT, ("towns", "cities"))


def test_the_credits_and_the_title_are_printed(picture: Picture) -> None:
    prints_credits_and_title(picture, FACTS, "STORMING THE REICH")
    assert "GLCNMO Version 3 © Geospatial Information Authority of Japan" in FACTS["credits"]["lines"][1]


def test_the_key_prints_the_costs_of_the_game_s_own_tables(picture: Picture) -> None:
    texts = list(picture.by_id["frame"].iter(f"{SVG}text"))
    rows = {row["terrain"]: row for row in BOARD.charts["tec"]}
    for terrain in ("clear", "rough", "woods", "forest", "swamp", "mountain", "bocage", "city"):
        (label,) = [t for t in texts if t.text == terrain.capitalize()]
        x, y = float(label.get("x", "")), float(label.get("y", ""))
        near = [t for t in texts if 0 < float(t.get("x", "0")) - x < 260 and 0 <= float(t.get("y", "0")) - y < 14]
        figures = [(t.text or "").rstrip("†‡*") for t in near if t.get("font-size") == "19"]
        assert figures == [rows[terrain]["mp"], rows[terrain]["drm"].replace("-", "−")], terrain


@pytest.mark.parametrize("number", [0, 1])
def test_the_printed_charts_are_the_game_s_own_tables(picture: Picture, number: int) -> None:
    chart = FACTS["charts"][number]
    rows = BOARD.charts[chart["file"]]
    wanted = [row[column] for row in rows for column, _ in chart["columns"][1:]]
    prints_chart(picture, chart, wanted)


def test_the_free_boxes_lie_on_open_water(picture: Picture, grid: HexGrid) -> None:
    boxes_lie_on_open_water(LAYOUT, land_of(picture), grid.areas(grid.places))

"""The picture of Operation Roundup agrees with the tables that the rules read."""

from __future__ import annotations

import doctest
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
    is_as_stamped,
    is_made_again,
    land_of,
    layout_of,
    lies_at_its_degrees,
    overlaps,
    shows_terrain,
    sides_of,
    stands_alone,
    water_runs_along,
)

from maps import contours, hexgrid, inputs, lettering, names, noise, projection, roads, samples, shapes, svg
from maps.hexgrid import HexGrid, rows_from_the_east
from maps.lettering import width
from maps.roundup.board import load_board

DATA = data("roundup")
BOARD = load_board()
FACTS = inputs.load_facts("roundup")
LAYOUT = layout_of("roundup")
LAYERS = ["sea", "land", "relief", "terrain", "water", "frontier", "grid", "numbers", "labels", "frame"]


@pytest.fixture(scope="module")
def picture() -> Picture:
    return Picture(DATA / "map.svg")


@pytest.fixture(scope="module")
def grid() -> HexGrid:
    page = FACTS["page"]
    return rows_from_the_east(BOARD.hexes, page["hex_size"], page["first_row"], tuple(page["origin"]))


def test_the_picture_is_whole_and_stands_alone(picture: Picture) -> None:
    stands_alone(picture, 1_500_000)
    found = [element.get("id") for element in picture.root if element.tag == f"{SVG}g"]
    assert found == LAYERS == LAYOUT["layers"]


def test_the_map_was_made_from_what_is_there_now() -> None:
    is_as_stamped("roundup")


@pytest.mark.long  # drawing takes up to a minute
def test_making_the_map_again_gives_the_same_bytes() -> None:
    is_made_again("roundup")


def test_every_hex_bears_its_number_above_its_centre(picture: Picture) -> None:
    numbers = {element.text: element for element in picture.by_id["numbers"]}
    assert len(numbers) == 669
    assert set(numbers) == set(BOARD.hexes) == set(LAYOUT["centres"])
    for hex_id, (x, y) in LAYOUT["centres"].items():
        assert float(numbers[hex_id].get("x", "")) == pytest.approx(x, abs=0.06)
        assert y - LAYOUT["hex_size"] < float(numbers[hex_id].get("y", "")) - 8 < y - LAYOUT["counter_size"] / 2


def test_neighbouring_hexes_share_a_side_in_the_layout() -> None:
    size, centres = LAYOUT["hex_size"], LAYOUT["centres"]
    for a, b in (("1001", "1101"), ("1922", "2023"), ("4225", "4224"), ("2409", "2508")):
        assert shapely.Point(centres[a]).distance(shapely.Point(centres[b])) == pytest.approx(size * 3**0.5, abs=0.02)
    assert centres["1001"][1] < centres["4201"][1], "north is up"
    assert centres["4225"][0] < centres["4201"][0], "RR runs from right to left"
    assert LAYOUT["corner_offsets"][0] == [0.0, -size], "hexes stand on a point"


def test_the_hexes_lie_where_their_degrees_say(grid: HexGrid) -> None:
    places = [(row.lon, row.lat) for row in BOARD.hexes.values()]
    plane = projection.fit(places, [grid.centre(hex_id) for hex_id in BOARD.hexes])
    lies_at_its_degrees(plane, grid, BOARD.hexes, 0.12)
    for place in places:
        lon, lat = plane.degrees(*plane.place(*place))
        assert (float(lon), float(lat)) == pytest.approx(place, abs=1e-6)
    assert grid.width / plane.units_per_km == pytest.approx(3.25, abs=0.01), "a hex is 3.25 km"


@pytest.mark.parametrize("terrain", ["forest", "polder", "town", "port"])
def test_each_hex_shows_its_own_terrain_and_no_other(picture: Picture, grid: HexGrid, terrain: str) -> None:
    shown = area_of(picture.by_id[terrain].get("d"))
    shows_terrain(shown, grid, BOARD.hexes, terrain, 0.5)


def test_every_hex_in_play_is_land_and_every_other_hex_of_the_shore_is_sea(picture: Picture, grid: HexGrid) -> None:
    land = land_of(picture)
    in_play = set(grid.places.values())
    for hex_id, row in BOARD.hexes.items():
        assert land.contains(shapely.Point(grid.centre(hex_id)).buffer(8)), hex_id
        covered = land.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
        assert covered > (0.5 if row.coastal else 0.93), hex_id
        if row.coastal:
            beside = [
                spot for spot in grid.neighbours(hex_id) if spot not in in_play and spot[0] <= 0 and spot[1] <= 96
            ]
            assert beside, hex_id
            for spot in beside:
                assert not land.contains(shapely.Point(grid.at(spot))), hex_id


def test_each_river_and_canal_runs_along_its_hexsides_and_nowhere_else(picture: Picture, grid: HexGrid) -> None:
    assert len(BOARD.sides) == 305
    inland = [hex_id for hex_id, row in BOARD.hexes.items() if not row.coastal]
    for kind in ("river", "canal"):
        drawn: dict[str, list[Any]] = {}
        for element in picture.by_id["water"].iter(f"{SVG}path"):
            if element.get("class") == kind:
                drawn.setdefault(element.get("data-name", ""), []).extend(drawn_lines([element]))
        listed: dict[str, list[Any]] = {}
        for side in BOARD.sides:
            if side.kind == kind:
                listed.setdefault(side.name, []).extend(sides_of(grid, [(side.hex_a, side.hex_b)]))
        water_runs_along(drawn, listed, grid, inland, 24.0)


def test_every_town_port_wood_and_water_is_named(picture: Picture) -> None:
    words = {w.casefold() for w in picture.words()}
    shown: dict[str, str] = FACTS["shown_names"]
    names = {row.name for row in BOARD.hexes.values() if row.name} | {side.name for side in BOARD.sides}
    missing = {name for name in names if shown.get(name, name).casefold() not in words}
    assert missing == set()


def test_no_town_name_covers_a_hex_number(picture: Picture) -> None:
    boxes = []
    for hex_id, (x, y) in LAYOUT["centres"].items():
        number = picture.by_id[f"n{hex_id}"]
        boxes.append((x - 12, float(number.get("y", "")) - 7, x + 12, float(number.get("y", ""))))
        assert y > 0
    (towns,) = picture.of_class("towns")
    labels = []
    for element in towns:
        x, y, size = float(element.get("x", "")), float(element.get("y", "")), float(towns.get("font-size", ""))
        half = width(element.text or "", size, 0.2, bold=True) / 2
        labels.append((x - half, y - 0.7 * size, x + half, y))
    for label in labels:
        assert not any(overlaps(label, box) for box in boxes), label
    for one, other in itertools.combinations(labels, 2):
        assert not overlaps(one, other)


def test_the_credits_and_the_title_are_printed(picture: Picture) -> None:
    words = picture.words()
    for credit in (
        "Place names and coordinates: GeoNames (geonames.org), CC BY 4.0.",
        FACTS["credits"]["lines"][1],
        "Pas-de-Calais elevation and coast: LiDAR terrain models of Europe, Sonny (sonny.4lima.de), CC BY 4.0.",
    ):
        assert credit in words
        assert credit in (inputs.GEO / "README.md").read_text(encoding="utf-8")
    assert "GLCNMO Version 3 © Geospatial Information Authority of Japan" in FACTS["credits"]["lines"][1]
    assert "OPERATION ROUNDUP" in words


def test_the_key_prints_the_costs_of_the_game_s_own_tables(picture: Picture) -> None:
    texts = list(picture.by_id["frame"].iter(f"{SVG}text"))
    for terrain in ("clear", "town", "port", "polder", "forest"):
        (label,) = [t for t in texts if t.text == terrain.capitalize()]
        row = [t.text for t in texts if abs(float(t.get("y", "-99")) - float(label.get("y", "")) - 7) < 0.2]
        assert row == [BOARD.figures[f"{terrain}_mp"], BOARD.figures[f"{terrain}_shift"].replace("-", "−")]


def test_the_free_boxes_lie_on_open_water(picture: Picture, grid: HexGrid) -> None:
    boxes_lie_on_open_water(LAYOUT, land_of(picture), grid.areas(grid.places))


@pytest.mark.parametrize("module", [contours, hexgrid, lettering, names, noise, roads, samples, shapes, svg])
def test_the_examples_in_the_maker_hold(module: Any) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0

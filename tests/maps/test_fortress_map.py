"""The picture of Fortress Europa agrees with the tables that the rules read."""

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

from maps import inputs
from maps.fortress import KINDS, LAYERS, grid_of, only, plane_of
from maps.fortress.board import load_board
from maps.fortress.lines import DISTRICTS, borders, own, waters
from maps.fortress.marks import beach_ways
from maps.hexgrid import HexGrid
from maps.lines import neighbours

DATA = data("fortress")
BOARD = load_board()
FACTS = inputs.load_facts("fortress")
LAYOUT = layout_of("fortress")
OPEN = BOARD.where(lambda row: row.is_open)


@pytest.fixture(scope="module")
def picture() -> Picture:
    return Picture(DATA / "map.svg")


@pytest.fixture(scope="module")
def whole() -> HexGrid:
    return grid_of(BOARD, FACTS)


@pytest.fixture(scope="module")
def grid(whole: HexGrid) -> HexGrid:
    return only(whole, OPEN)


@pytest.fixture(scope="module")
def land(picture: Picture) -> Any:
    return land_of(picture)


@pytest.fixture(scope="module")
def coastal(whole: HexGrid) -> set[str]:
    """The hexes with water on a side of theirs, or with the end of the board, where the land is as it is."""
    at = {spot: hex_id for hex_id, spot in whole.places.items()}
    wet = {h for pair in BOARD.waters(whole) for h in pair}
    beside = {h: [at.get(spot) for spot in whole.neighbours(h)] for h in BOARD.hexes}
    return wet | {h for h, others in beside.items() if any(o is None or not BOARD.hexes[o].is_land for o in others)}


def test_the_picture_is_whole_and_stands_alone(picture: Picture) -> None:
    stands_alone(picture, 3_000_000)
    is_layered(picture, LAYERS, LAYOUT)


def test_the_map_was_made_from_what_is_there_now() -> None:
    is_as_stamped("fortress")


@pytest.mark.long  # drawing takes up to a minute
def test_making_the_map_again_gives_the_same_bytes() -> None:
    is_made_again("fortress")


def test_counters_in_the_bases_lie_in_their_panels() -> None:
    panels = {base["text"].lower(): base["box"] for base in FACTS["bases"]}
    assert LAYOUT["rooms"].keys() == panels.keys()
    for name, (left, top, wide, high) in LAYOUT["rooms"].items():
        assert shapely.box(*panels[name]).contains(shapely.box(left, top, left + wide, top + high)), name
        assert high > LAYOUT["counter_size"]


def test_every_hex_in_play_bears_its_number_and_closed_ground_bears_none(picture: Picture) -> None:
    assert set(OPEN) == set(LAYOUT["centres"])
    assert len(OPEN) == 1364
    numbers_stand_above(picture, LAYOUT, OPEN)


def test_hexes_that_the_book_calls_adjacent_share_a_side(whole: HexGrid) -> None:
    centres = LAYOUT["centres"]
    for a, b in (
        ("A16", "B15"), ("CC4", "DD3"), ("BB4", "CC4"), ("DD4", "EE4"), ("II2", "HH1"), ("II2", "HH2"), ("II2", "JJ1"),
        ("II2", "JJ2"), ("A19", "B19"), ("B18", "B19"), ("A2", "@1"), ("AA35", "AA36"),
    ):  # fmt: skip
        assert shapely.Point(centres[a]).distance(shapely.Point(centres[b])) == pytest.approx(83.14, abs=0.02), (a, b)
    assert centres["A2"][0] < centres["RR2"][0], "columns run from the left"
    assert centres["R5"][1] < centres["R11"][1], "rows run down the page"
    assert centres["A2"][1] < centres["B2"][1] < centres["A3"][1], "even columns lie half a hex lower"
    offsets = LAYOUT["corner_offsets"]
    assert offsets[:2] == [[-24.0, -41.57], [24.0, -41.57]], "hexes stand on a side"
    assert offsets == [[round(x, 2), round(y, 2)] for x, y in whole.offsets]


def test_the_hexes_lie_where_their_degrees_say(whole: HexGrid) -> None:
    plane = plane_of(BOARD, whole)
    lies_at_its_degrees(plane, whole, BOARD.hexes, 0.15)
    for row in BOARD.hexes.values():
        lon, lat = plane.degrees(*plane.place(row.lon, row.lat))
        assert (float(lon), float(lat)) == pytest.approx((row.lon, row.lat), abs=1e-4), row.hex_id
    assert whole.width / plane.units_per_km == pytest.approx(29.2, abs=0.4), "a hex is about 29 km"
    assert plane.north == pytest.approx(31.7, abs=1.5), "the top faces north-west"


@pytest.mark.parametrize("terrain", KINDS)
def test_each_hex_shows_its_own_terrain_and_no_other(
    picture: Picture, whole: HexGrid, coastal: set[str], terrain: str
) -> None:
    shown = area_of(picture.by_id[terrain].get("d"))
    shapely.prepare(shown)
    wanted = set(BOARD.of(terrain))
    assert wanted
    for hex_id in BOARD.hexes:
        area = whole.area(hex_id)
        covered = shown.intersection(area).area / area.area
        if hex_id in wanted:
            assert shown.contains(shapely.Point(whole.centre(hex_id))), hex_id
            assert covered > (0.4 if hex_id in coastal else 0.75), hex_id
        else:
            assert covered < 0.05, hex_id


def test_cities_stand_in_their_hexes_and_leave_the_ground_in_sight(picture: Picture, grid: HexGrid) -> None:
    shown = area_of(picture.by_id["city"].get("d"))
    assert len(BOARD.where(lambda row: row.city)) == 83
    for hex_id in OPEN:
        covered = shown.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
        assert (0.3 < covered < 0.5) if BOARD.hexes[hex_id].city else covered < 0.02, hex_id


def test_land_is_land_and_sea_is_sea(whole: HexGrid, land: Any, coastal: set[str]) -> None:
    for hex_id, row in BOARD.hexes.items():
        centre, area = shapely.Point(whole.centre(hex_id)), whole.area(hex_id)
        covered = land.intersection(area).area / area.area
        if row.is_land:
            assert land.contains(centre.buffer(8)), hex_id
            assert covered > (0.33 if hex_id in coastal else 0.9), hex_id
        else:
            assert not land.intersects(centre.buffer(8)), hex_id
            assert covered < 0.5, hex_id


def test_estuaries_and_the_sides_of_jersey_are_water(whole: HexGrid, land: Any) -> None:
    sides = sides_of(whole, BOARD.waters(whole))
    assert len(BOARD.pairs(lambda side: bool(side.estuary))) == 28
    assert len(sides) == 28 + 2
    for side in sides:
        for part in (0.1, 0.3, 0.5, 0.7, 0.9):
            assert not land.intersects(side.interpolate(part, normalized=True).buffer(3))


def test_each_section_of_a_river_runs_along_its_hexsides_and_nowhere_else(
    picture: Picture, whole: HexGrid, coastal: set[str]
) -> None:
    listed: dict[str, list[Any]] = {}
    for row in BOARD.sides:
        if row.river:
            listed.setdefault(row.section, []).extend(sides_of(whole, [(row.hex_a, row.hex_b)]))
    inland = [h for h in OPEN if h not in coastal]
    ashore = only(whole, BOARD.where(lambda row: row.is_land))
    water_runs_along(river_courses(picture, "river"), listed, ashore, inland, 26.0)


def test_a_bead_lies_where_sections_of_rivers_meet(picture: Picture, whole: HexGrid) -> None:
    meeting: dict[tuple[int, int], set[str]] = {}
    for row in BOARD.sides:
        if row.river:
            for spot in whole.side(row.hex_a, row.hex_b):
                meeting.setdefault(spot, set()).add(row.section)
    wanted = [whole.at(spot) for spot, sections in sorted(meeting.items()) if len(sections) > 1]
    (beads,) = picture.of_class("knots")
    starts = [part.split("a", 1)[0].split() for part in (beads.get("d") or "").split("M")[1:]]
    found = [(float(x) + 4.2, float(y)) for x, y in starts]
    assert sorted(found) == [pytest.approx(spot, abs=0.1) for spot in sorted(wanted)]


def test_railways_cross_exactly_the_hexsides_that_the_table_lists(picture: Picture, grid: HexGrid) -> None:
    (drawn,) = picture.of_class("rail")
    listed = {frozenset(pair) for pair in BOARD.pairs(lambda side: side.rail)}
    assert len(listed) == 745
    crosses_only(shapely.union_all(drawn_lines([drawn])), grid, listed, neighbours(grid))


def test_railways_leave_the_map_where_the_table_has_an_exit(picture: Picture, whole: HexGrid) -> None:
    stubs = drawn_lines(picture.of_class("rail-exit"))
    inside = whole.areas(whole.places).buffer(-1.0)
    wanted = {h: 2 if BOARD.hexes[h].exit == "both" else 1 for h in BOARD.where(lambda row: bool(row.exit))}
    assert len(stubs) == sum(wanted.values()) == 17
    for hex_id, count in wanted.items():
        mine = [stub for stub in stubs if stub.distance(whole.area(hex_id)) < 0.2]
        assert len([stub for stub in mine if not stub.intersects(inside)]) >= count, hex_id


@pytest.mark.parametrize(
    ("name", "reach"),
    [("germany", 9.0), ("italy", 9.0), ("radius", 1.0), ("areas", 1.0), *((f"district-{d}", 6.0) for d in DISTRICTS)],
)
def test_each_line_follows_its_hexsides(picture: Picture, grid: HexGrid, name: str, reach: float) -> None:
    drawn = shapely.union_all(drawn_lines(picture.of_class(f"line-{name}")))
    line_follows(drawn, sides_of(grid, borders(grid, BOARD)[name]), reach)


@pytest.mark.parametrize("district", DISTRICTS)
def test_the_limit_of_a_district_is_drawn_within_it(picture: Picture, grid: HexGrid, district: str) -> None:
    hexes = own(BOARD, f"district-{district}")
    assert {BOARD.hexes[h].district for h in hexes} == {district}
    (element,) = picture.of_class(f"line-district-{district}")
    assert all(grid.areas(hexes).buffer(0.1).contains(points) for points in drawn_lines([element]))


def test_other_frontiers_part_the_countries_of_the_table(picture: Picture, whole: HexGrid) -> None:
    drawn = shapely.union_all(drawn_lines([picture.by_id["frontiers"]]))
    sides = sides_of(whole, borders(whole, BOARD)["frontier"])
    for side in sides:
        assert drawn.distance(side.interpolate(0.5, normalized=True)) < 3.0
    assert drawn.difference(shapely.union_all(sides).buffer(14.0)).length < 1.0


def test_the_sea_off_a_beach_belongs_to_its_landing_area(grid: HexGrid) -> None:
    found = waters(grid, BOARD)
    at = {spot: hex_id for hex_id, spot in grid.places.items()}
    for hex_id, area in found.items():
        beside = {BOARD.hexes[at[spot]].area for spot in grid.neighbours(hex_id) if spot in at} - {""}
        assert area in beside or not beside, hex_id
    assert set(found.values()) == set(BOARD.areas)


def test_every_fortress_port_base_site_and_major_city_bears_its_mark(picture: Picture, grid: HexGrid) -> None:
    pale = FACTS["palette"]["anchor_disc"]
    (forts,) = picture.of_class("coastal-forts")
    assert hexes_marked(grid, next(iter(forts)).get("d")) == set(BOARD.where(lambda row: row.fortress))
    for mark, wanted in (
        ("anchors", BOARD.where(lambda row: row.port)),
        ("uboats", BOARD.where(lambda row: row.uboat)),
        ("v1-sites", BOARD.where(lambda row: row.v1)),
    ):
        (group,) = picture.of_class(mark)
        assert hexes_with_discs(grid, group, pale) == sorted(wanted), mark
    (stars,) = picture.of_class("stars")
    points = [shapely.Polygon(ring).centroid for star in stars for ring in read_path(star.get("d") or "")]
    assert hexes_at(grid, points) == set(BOARD.where(lambda row: row.major))


def test_every_port_bears_its_capacity(picture: Picture, grid: HexGrid) -> None:
    (group,) = picture.of_class("capacities")
    found = {}
    for element in group.iter(f"{SVG}text"):
        (hex_id,) = hexes_at(grid, [shapely.Point(float(element.get("x", "")), float(element.get("y", "")) - 4)])
        found[hex_id] = element.text
    assert found == {row["hex"]: row["capacity"] for row in inputs.table(DATA / "ports.csv")}
    assert set(found) == set(BOARD.where(lambda row: row.port))


def test_an_arrow_points_onto_every_beach_and_no_other_hex(picture: Picture, whole: HexGrid, land: Any) -> None:
    (element,) = picture.of_class("beaches")
    shapes = read_path(element.get("d") or "")
    beaches = BOARD.where(lambda row: row.beach)
    assert len(shapes) == len(beaches) == 94
    assert hexes_at(whole, [shapely.Point(shape[0]) for shape in shapes]) == set(beaches)
    for hex_id, (dx, dy) in beach_ways(BOARD, whole).items():
        x, y = whole.centre(hex_id)
        if BOARD.seawards(whole, hex_id):
            assert not land.contains(shapely.Point(x + dx * 1.45, y + dy * 1.45)), (
                f"{hex_id}: the arrow comes from the sea"
            )


def test_sand_lies_on_beaches_only(picture: Picture, grid: HexGrid) -> None:
    sandy = [area_of(p.get("d")) for p in picture.by_id["terrain"] if p.get("fill") == FACTS["palette"]["sand"]]
    (sand,) = sandy
    near = grid.areas(BOARD.where(lambda row: row.beach)).buffer(21.0)
    assert sand.area > 10_000
    assert sand.difference(near).area < 1.0


def test_blue_arrows_lie_across_the_hexsides_of_the_table(picture: Picture, grid: HexGrid) -> None:
    (element,) = picture.of_class("arrows")
    middles = [shapely.Polygon(ring).centroid for ring in read_path(element.get("d") or "")]
    sides = sides_of(grid, BOARD.pairs(lambda side: side.arrow))
    assert len(middles) == len(sides) == 8
    for side in sides:
        assert sum(spot.distance(side.interpolate(0.5, normalized=True)) < 0.5 for spot in middles) == 1


def test_the_dyke_joins_both_shores(picture: Picture, land: Any) -> None:
    (element,) = picture.of_class("dyke")
    x, y = LAYOUT["centres"]["II2"]
    assert element.get("d") == f"M{x - 52:g} {y:.1f}h104"
    assert all(land.distance(shapely.Point(x + dx, y)) < 6 for dx in (-52, 52))


def test_every_city_river_area_and_district_is_named(picture: Picture) -> None:
    words = {w.casefold() for w in picture.words()}
    shown: dict[str, str] = FACTS["shown_names"]
    names = {row.name for row in BOARD.hexes.values() if row.play in ("land", "jersey", "dyke")}
    names |= {side.river for side in BOARD.sides} | set(BOARD.areas)
    missing = {name for name in names - {""} if shown.get(name, name).casefold() not in words}
    assert missing == {"Orne"}, "a river of two hexsides has no room for its name"
    for zone in (
        "1ST DISTRICT", "7TH DISTRICT", "15TH DISTRICT", "NETHERLANDS DISTRICT", "19TH DISTRICT", "GERMANY", "FRANCE",
        "BELGIUM", "NETHERLANDS", "ITALY", "SWITZERLAND", "SPAIN", "ENGLAND", "AFRICA",
        "REACH OF TAC FROM ENGLAND",
    ):  # fmt: skip
        assert zone.casefold() in words, zone


def test_the_name_of_a_district_stands_in_it(picture: Picture, grid: HexGrid) -> None:
    for item in FACTS["zone_names"]:
        if item["colour"].startswith("district_"):
            x, y = grid.centre(item["hex"])
            spot = shapely.Point(x + item["dx"], y + item["dy"] - 5)
            (hex_id,) = hexes_at(grid, [spot])
            assert f"district_{BOARD.hexes[hex_id].district}" == item["colour"], item["text"]


def test_what_a_landing_area_takes_stands_on_its_sea(picture: Picture, grid: HexGrid, land: Any) -> None:
    found = waters(grid, BOARD)
    loads = dict(zip((w for w, _ in names_of(picture, "areas")), names_of(picture, "loads"), strict=True))
    rows = inputs.table(DATA / "areas.csv")
    assert {row["area"].upper() for row in rows} == set(loads)
    for row in rows:
        words, box = loads[row["area"].upper()]
        assert words == f"{row['first_factors']} factors, then {row['second_units']} units"
        assert not land.intersects(shapely.box(*box)), row["area"]
        beneath = hexes_at(grid, [shapely.Point((box[0] + box[2]) / 2, box[1])])
        assert {found.get(h, row["area"]) for h in beneath} <= {row["area"]}


def test_no_name_of_a_place_covers_a_hex_number_or_another_name(picture: Picture) -> None:
    names_keep_apart(picture, LAYOUT, ("towns", "cities", "areas", "loads"), 4 + 83 + 12)


def test_the_name_of_a_place_is_seen_beneath_a_counter(picture: Picture) -> None:
    names_are_seen(picture, LAYOUT, ("towns", "cities"))


def test_the_credits_and_the_title_are_printed(picture: Picture) -> None:
    prints_credits_and_title(picture, FACTS, "FORTRESS EUROPA")
    assert "GLCNMO Version 3 © Geospatial Information Authority of Japan" in FACTS["credits"]["lines"][1]


@pytest.mark.parametrize("number", range(3))
def test_the_printed_charts_are_the_game_s_own_tables(picture: Picture, number: int) -> None:
    chart = FACTS["charts"][number]
    rows = inputs.table(DATA / f"{chart['file']}.csv")
    prints_chart(picture, chart, [row[column] for row in rows for column, _ in chart["columns"][1:]])


def test_the_key_prints_the_figures_of_the_game_s_own_tables(picture: Picture) -> None:
    words = picture.words()
    rows = {row["terrain"]: row for row in inputs.table(DATA / "tec.csv")}
    for line in (
        f"stacking {rows['clear']['stacking']}",
        f"stacking {rows['rough']['stacking']}; armor moves",
        f"stacking {rows['mountain']['stacking']}; stop;",
        f"units only; defence ×{rows['alpine']['defence']}",
        f"stacking {rows['flooded']['stacking']}; stop for",
        f"defence ×{rows['city']['defence']};",
        f"defence ×{rows['river']['defence']} if all",
    ):
        assert line in words, line


def test_the_panels_and_free_boxes_keep_off_the_hexes(whole: HexGrid, land: Any) -> None:
    hexes = whole.areas(whole.places)
    panels_keep_off(FACTS, [item["box"] for item in FACTS["bases"]], hexes)
    boxes_lie_on_open_water(LAYOUT, land, hexes)
    assert [item["text"] for item in FACTS["bases"]] == ["ENGLAND", "AFRICA"]

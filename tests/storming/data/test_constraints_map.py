"""What the rulebook pins of the map. The cheapest way is found by a search of its own, without the rules."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

import pytest

from tests.cases import rule
from tests.storming.data.printed import CHART, HEXES, NUMBERS, SIDES, UNITS, around, flagged, read, side


@rule("18.0")
def test_hexes_that_the_book_calls_adjacent_touch() -> None:
    pairs = (
        "0619/0520 0619/0519 0425/0525 1421/1521 4812/4912 4916/5015 4916/5016 5015/5016 5339/5439 5108/5008 "
        "3908/3909 3909/4008 0125/0224 0125/0225 0820/0821 0921/0821 1020/0921 1020/1021 1020/1121 1121/1122 "
        "1221/1222 1322/1221 4519/4520 4804/4805 4906/4907 5806/5707"
    )
    for pair in pairs.split():
        a, b = pair.split("/")
        assert b in around(a), pair
        assert a in around(b), pair
    assert "0920" not in HEXES or "0920" not in around("0821")


@rule("18.0")
@pytest.mark.parametrize(
    ("label", "terrain", "settlement"),
    [
        ("0518", "clear", "city"), ("0519", "bocage", "town"), ("0520", "bocage", ""), ("0722", "bocage", "town"),
        ("0821", "forest", ""), ("0923", "bocage", "town"), ("1122", "clear", "city"), ("1222", "forest", ""),
    ],
)  # fmt: skip
def test_terrain_that_the_example_names(label: str, terrain: str, settlement: str) -> None:
    assert (HEXES[label]["terrain"], HEXES[label]["settlement"]) == (terrain, settlement)


@rule("10.5.A")
def test_arnhem_has_a_bridge_and_bastogne_has_none() -> None:
    assert (side("4804", "4805")["river"], side("4804", "4805")["bridge"]) == ("major", "1")
    bastogne = side("4519", "4520")
    assert (bastogne["river"] != "", bastogne["road"], bastogne["bridge"]) == (True, "1", "0")


def test_the_rhine_runs_from_kleve_to_basel() -> None:
    rhine = {pair for pair, row in SIDES.items() if row["river"] == "rhine"}
    assert {frozenset(("4906", "4907")), frozenset(("5339", "5439")), frozenset(("5008", "5108"))} <= rhine
    # No way leads from Aachen to the Ruhr without crossing the Rhine or a Major River, or passing the east edge.
    seen, todo = set(), ["4814"]
    while todo:
        here = todo.pop()
        if here not in seen and here[:2] != "58":
            seen.add(here)
            todo += [there for there in around(here) if side(here, there)["river"] not in ("major", "rhine")]
    assert not seen & flagged("ruhr")


def test_twelve_bridges_cross_the_rhine() -> None:
    shown = {pair for pair, row in SIDES.items() if row["river"] == "rhine" and row["bridge"] == "1"}
    assert shown == {frozenset((row["hex_a"], row["hex_b"])) for row in read("bridges.csv")}
    assert len(shown) == 12
    assert frozenset(("4804", "4805")) not in shown


def test_the_breskens_ferry_crosses_an_all_sea_hexside() -> None:
    assert [sorted(pair) for pair, row in SIDES.items() if "breskens_ferry" in row["flags"]] == [["3508", "3509"]]
    assert side("3508", "3509")["sea"] == "1"


def test_the_normandy_breakout_line_shuts_in_the_beaches() -> None:
    assert side("0425", "0525")["breakout_line"] == side("1421", "1521")["breakout_line"] == "1"
    inside, todo = set(), ["0619", "1121"]
    while todo:
        here = todo.pop()
        if here not in inside:
            inside.add(here)
            crossed = [there for there in around(here) if side(here, there)["breakout_line"] == "0"]
            todo += [there for there in crossed if side(here, there)["sea"] == "0"]
    assert inside == flagged("inside_breakout_line")


def test_the_seine_line_cuts_the_map_in_two() -> None:
    west, todo = set(), ["0619"]
    while todo:
        here = todo.pop()
        if here not in west:
            west.add(here)
            todo += [
                there
                for there in around(here)
                if side(here, there)["seine_line"] == "0" and side(here, there)["sea"] == "0"
            ]
    assert west == {label for label, row in HEXES.items() if row["seine"] == "west"}
    assert HEXES["1620"]["seine"] == "east"
    assert sum(HEXES[label]["seine"] == "west" for label in flagged("paris")) == 1


def test_the_roer_valley_is_both_banks_of_the_roer() -> None:
    banks = {label for pair, row in SIDES.items() if row["river_name"] == "Roer" for label in pair}
    assert banks == flagged("roer_valley")
    assert side("4916", "5015")["river_name"] == side("4812", "4912")["river_name"] == "Roer"


def test_coastal_hexes_next_to_beaches() -> None:
    beaches = {row["hex"] for row in read("beaches.csv")}
    near = {there for beach in beaches for there in around(beach) if HEXES[there]["coastal"] == "1"} - beaches
    assert near == {"0618", "0720", "0921", "1221"}


@rule("16.1.A")
def test_forts_on_the_coast_are_coastal_forts() -> None:
    for label, row in HEXES.items():
        if row["fort"]:
            assert (row["fort"] == "coastal") == (row["coastal"] == "1"), label
    assert HEXES["0518"]["fort"] == "coastal"


def test_the_front_line_of_december_parts_the_armies() -> None:
    line = flagged("allied_front_line_dec44")
    behind, todo = set(), ["3913"]
    while todo:
        here = todo.pop()
        if here not in behind and here not in line:
            behind.add(here)
            todo += around(here)
    assert not behind & (flagged("ruhr") | flagged("fortress_holland") | flagged("roer_dam"))
    assert {"3525", "4225", "4734"} <= behind
    assert not line & flagged("fortress_holland")


def test_headquarters_of_final_battles_stand_in_their_areas() -> None:
    assert HEXES["3913"]["area"] == "21AG"
    assert HEXES["4225"]["area"] == "12AG"
    assert HEXES["4734"]["area"] == "6AG"


# Move costs: the cheapest way must be what the example says


def step(a: str, b: str) -> int | None:
    """MPs from a hex into the next, without zones; nothing where it is barred."""
    crossing = side(a, b)
    if crossing["sea"] == "1" and "breskens_ferry" not in crossing["flags"]:
        return None
    hex_ = HEXES[b]
    cost = int(CHART["city" if hex_["settlement"] == "city" else hex_["terrain"]]["mp"])
    if crossing["road"] == "1":
        cost = NUMBERS["road_mp"]
    if crossing["river"] and crossing["bridge"] == "0":
        cost += int(CHART[crossing["river"]]["mp"])
    return cost


def cheapest(start: str, goal: str, shut: str = "") -> int:
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if here == goal:
            return spent
        for there in around(here):
            cost = step(here, there)
            if cost is not None and there != shut and spent + cost < best.get(there, 999):
                best[there] = spent + cost
                heappush(queue, (spent + cost, there))
    raise AssertionError(f"no way leads from {start} to {goal}")


@rule("18.0")
@pytest.mark.parametrize(
    ("who", "way", "points"),
    [
        ("82 Airborne and 2 Armored", "0619 0519", 1),
        ("30 Infantry", "0619 0620", 1),
        ("11 Armoured", "1020 1021", 1),
        ("49 Infantry and 34 Brigade", "1020 0921", 1),
        ("4 Brigade", "1020 1121", 1),
        ("armour to 0922", "1021 0921 0922", 2),
        ("266, 353 and 3 FJ", "0125 0526", 4),
        ("272, 276 and 277", "0634 0630", 4),
        ("2 SS Panzer", "0434 0627", 8),
        ("91 Infantry", "0520 0420 0521", 3),
        ("2 Panzer", "1125 0923", 4),
        ("501 Tiger", "1223 1222", 3),
        ("347 Coastal", "1422 1322", 2),
        ("16 Luftwaffe", "1423 1324 1223", 4),
        ("1 SS Panzer", "1521 1324", 5),
        ("503 Tiger", "1521 1422", 3),
        ("502 Tiger to Wesel", "5806 5108", 7),
        ("502 Tiger over the Rhine", "5108 5008", 1),
        ("mobile assault on Villers-Bocage", "0922 0923", 1),
        ("79 Infantry", "0619 0519 0419 0420", 4),
        ("353 and 266", "0526 0523", 4),
        ("91 Infantry again", "0521 0522", 2),
        ("77 Infantry", "0522 0722", 3),
        ("17 SS", "0722 0723", 2),
        ("272, 276 and 277 again", "0630 0626", 4),
        ("2 SS Panzer again", "0627 0624", 4),
        ("Panzer Lehr", "0923 0924", 1),
        ("16 Luftwaffe again", "1223 1123", 3),
        ("1 SS Panzer again", "1324 1123", 5),
        ("503 Tiger again", "1422 0924", 8),
        ("10 SS Panzer", "1521 1323", 5),
        ("9 SS Panzer", "1521 1125", 8),
    ],
)
def test_the_cheapest_way_costs_what_the_example_says(who: str, way: str, points: int) -> None:
    stops = way.split()
    assert sum(cheapest(a, b) for a, b in pairwise(stops)) == points, who


@rule("18.0")
def test_moves_of_the_example_that_only_need_to_fit() -> None:
    assert cheapest("1121", "1221") <= 2
    assert cheapest("0921", "1021") <= 2


@rule("18.0")
def test_the_79th_division_has_no_cheaper_way_round_0520() -> None:
    assert cheapest("0619", "0420", shut="0520") == 4


@rule("10.5.A")
def test_a_road_does_not_bridge_the_orne() -> None:
    assert (side("1125", "1024")["road"], side("1125", "1024")["bridge"]) == ("1", "0")
    assert step("1125", "1024") == 2
    assert step("1024", "0924") == step("0924", "0923") == 1


@rule("18.0")
@pytest.mark.parametrize(("start", "goal", "hexes"), [("0619", "0419", 2), ("0826", "1425", 6)])
def test_headquarters_count_hexes(start: str, goal: str, hexes: int) -> None:
    ring, count = {start}, 0
    while goal not in ring:
        ring |= {there for here in ring for there in around(here)}
        count += 1
    assert count == hexes


def test_set_up_hexes_can_be_left_for_those_of_the_example_on_turn_1() -> None:
    """Turn 1 has two German moves of 4 or 8 MPs; those east of the Seine spend one on Strategic Movement."""
    goals = {
        "GE-709-Co": "0518", "GE-6FJ-Rgt": "0520", "GE-77-Inf": "0522", "GE-17SS-PG": "0722", "GE-Lehr-Pz": "0923",
        "GE-21-Pz": "1122", "GE-III-Flak": "1122", "GE-12SS-Pz": "1222", "GE-2-Pz": "1125", "GE-501SS-Ti": "1223",
        "GE-347-Co": "1422", "GE-16-LW": "1423", "GE-1SS-Pz": "1521",
    }  # fmt: skip
    bank = [a for a in HEXES for b in around(a) if side(a, b)["seine_line"] == "1" and HEXES[a]["seine"] == "west"]
    row = read("allowances.csv")[NUMBERS["turn_one_german_die"] - 1]
    for unit, goal in goals.items():
        start = UNITS[unit]["entry_place"]
        points = int(row["german_mechanized" if UNITS[unit]["movement"] == "M" else "german_infantry"])
        if HEXES[start]["seine"] == "east":
            assert min(cheapest(here, goal) for here in set(bank)) <= points, unit
        else:
            assert cheapest(start, goal) <= 2 * points, unit

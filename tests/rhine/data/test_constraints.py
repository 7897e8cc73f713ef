"""What the rulebook pins of charts, counters and map: any file that replaces ours must pass these tests too."""

from __future__ import annotations

import csv
from collections import Counter
from fractions import Fraction
from importlib import resources
from itertools import combinations, pairwise

import pytest

from bocage.games.rhine.data import load
from tests.cases import rule

# The rulebook's table once more, read from the sheet and not from the file.
SHEET = """
A B  1:3 1:2 1:1 3:2 2:1 3:1 4:1 5:1 6:1 7:1 10:1  Bomb  A    B    C     D
6 1  DR  DR  DR  DR  DR  DE  DE  DE  DE  DE  DE    2D    Good Good Good  Good
5 2  DW  DW  DW  DW  DR  DR  DE  DE  DE  DE  DE    2D    Good Good Good  Good
4 3  AD  D   DW  DW  DW  DR  DR  DE  DE  DE  DE    2D    Good Good Good  Bad
3 4  AE  AD  D   D   DW  DW  DR  DR  DE  DE  DE    D     Good Good Bad   Bad
2 5  AE  AE  AD  D   D   DW  DW  DR  DR  DE  DE    D     Good Bad  Bad   V-Bad
1 6  AE  AE  AE  AD  AD  D   DW  DW  DR  DR  DE    -     Bad  Bad  V-Bad V-Bad
"""
ODDS = ["1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "10:1"]
WEATHER = {"Good": "good", "Bad": "bad", "V-Bad": "very bad"}
PRINTED = {int(line.split()[0]): line.split() for line in SHEET.strip().splitlines()[1:]}


def read(name: str) -> list[dict[str, str]]:
    """The rows of a data file as they stand in it, without asking the rules."""
    text = resources.files("bocage.games.rhine").joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


TABLE = {int(row["die"]): row for row in read("crt.csv")}
HEXES = {row["hex"]: row for row in read("map.csv")}
SIDES = {frozenset((row["hex_a"], row["hex_b"])): row for row in read("hexsides.csv")}
UNITS = {row["id"]: row for row in read("units.csv")}
NUMBERS = {row["name"]: int(row["value"]) for row in read("numbers.csv")}
TURNS = read("turns.csv")
SETUP = {row["unit"]: row for row in read("suggested_setup.csv")}


# The Combat Results Table


@rule("CRT.1")
def test_the_eleven_columns_of_the_table_and_their_ratios() -> None:
    columns = read("columns.csv")
    assert [row["column"] for row in columns] == ODDS
    assert [key for key in TABLE[1] if ":" in key] == ODDS
    values = [Fraction(int(row["numerator"]), int(row["denominator"])) for row in columns]
    assert values == [Fraction(1, 3), Fraction(1, 2), 1, Fraction(3, 2), 2, 3, 4, 5, 6, 7, 10]


@rule("CRT.2", "R1")
def test_one_on_scale_b_is_six_on_scale_a() -> None:
    assert {die: int(row["die_b"]) for die, row in TABLE.items()} == {6: 1, 5: 2, 4: 3, 3: 4, 2: 5, 1: 6}
    assert {die: int(row[1]) for die, row in PRINTED.items()} == {die: int(row["die_b"]) for die, row in TABLE.items()}


@rule("CRT.3", "CRT.4", "CRT.5", "CRT.6", "CRT.7", "CRT.8")
@pytest.mark.parametrize("die", [6, 5, 4, 3, 2, 1])
def test_the_combat_results_cell_by_cell(die: int) -> None:
    assert [TABLE[die][column] for column in ODDS] == PRINTED[die][2:13]


@rule("CRT.9")
def test_the_bombardment_column() -> None:
    assert {die: row["bombardment"] for die, row in TABLE.items()} == {die: row[13] for die, row in PRINTED.items()}


@rule("CRT.10", "CRT.11", "CRT.12", "CRT.13")
@pytest.mark.parametrize(("column", "place"), [("A", 14), ("B", 15), ("C", 16), ("D", 17)])
def test_the_weather_columns(column: str, place: int) -> None:
    found = {die: row[f"weather_{column}"] for die, row in TABLE.items()}
    assert found == {die: WEATHER[row[place]] for die, row in PRINTED.items()}


def test_the_rules_read_the_table_with_six_as_the_best_die() -> None:
    data = load()
    assert data.odds == tuple(ODDS)
    for die in range(1, 7):
        assert [data.results[column][die - 1] for column in ODDS] == PRINTED[die][2:13]
        assert data.bombardment[die - 1] == PRINTED[die][13]
        assert [data.weather[column][die - 1] for column in "ABCD"] == [WEATHER[word] for word in PRINTED[die][14:]]


@rule("CRT.3", "CRT.5", "CRT.6", "CRT.7", "CRT.8")
@pytest.mark.parametrize(
    ("die", "odds", "result"),
    [
        (6, "3:1", "DE"), (6, "2:1", "DR"), (4, "1:3", "AD"), (3, "1:1", "D"), (2, "4:1", "DW"), (1, "10:1", "DE"),
        (1, "3:2", "AD"),
    ],
)  # fmt: skip
def test_results_that_everybody_knows_by_heart(die: int, odds: str, result: str) -> None:
    assert TABLE[die][odds] == result


@rule("CRT.10", "CRT.11", "CRT.12", "CRT.13")
@pytest.mark.parametrize(
    ("die", "column", "weather"),
    [(1, "A", "bad"), (2, "B", "bad"), (1, "C", "very bad"), (4, "D", "bad"), (2, "D", "very bad")],
)
def test_weather_that_everybody_knows_by_heart(die: int, column: str, weather: str) -> None:
    assert TABLE[die][f"weather_{column}"] == weather


@rule("WX.1", "WX.2")
def test_the_calendar_names_a_weather_column_for_every_turn_but_june_i() -> None:
    assert [row["weather_column"] for row in TURNS] == ["good", *"BBAAABBCCDDDD"]
    assert TURNS[0]["name"] == "June I"


def test_the_calendar_goes_by_half_months_from_june_to_december() -> None:
    months = ("June", "July", "August", "September", "October", "November", "December")
    assert [row["name"] for row in TURNS] == [f"{month} {half}" for month in months for half in ("I", "II")]
    assert [row["turn"] for row in TURNS] == [str(turn) for turn in range(1, 15)]
    assert (NUMBERS["first_turn"], NUMBERS["last_turn"]) == (1, len(TURNS))
    assert TURNS[4]["name"] == "August I", "9. Panzer came in August"


# The numbers of the rules, from the sheet


@pytest.mark.parametrize(
    ("names", "values"),
    [
        ("fortress_defence fort_defence siegfried_defence", "2 1 1"),
        ("stacking_limit armour_limit rough_stacking_limit rough_armour_limit", "5 3 4 2"),
        ("bonus_move unsupplied_move unsupplied_bonus exploitation_loss dump_move river_cost", "4 1 2 2 6 1"),
        ("landing_full landing_short dump_active convoy_full convoy_short source_capacity", "4 8 12 12 24 12"),
        ("arrivals_us arrivals_british landing_hexes landing_spacing second_landing_turn", "2 2 4 6 3"),
        ("drops_good drops_bad drops_very_bad drop_pause", "4 2 0 4"),
        ("cas_full cas_short cas_reduced cas_ground cas_bad", "2 1 1 1 1"),
        ("shift_4th_armored shift_guards shift_us7 shift_tiger shift_marines", "1 1 1 1 1"),
        ("shift_ruthless shift_rage shift_blitz shift_naval", "2 1 1 1"),
        ("shift_ground shift_forest shift_river shift_wide_river", "1 1 1 2"),
        ("shift_short shift_unsupplied shift_disrupted bonus_cap armour_wide_divisor", "1 1 1 2 2"),
        ("press_good press_bad press_best_numbers blitz_radius", "1 1 3 6"),
        ("bombing_off_good bombing_off_bad bombings_per_turn_lost reserve_turns_lost reserve_last_turn", "1 2 2 2 7"),
        ("korps_replaced ss_return ss_per_turn tiger_return panzer_return", "1 3 1 6 3"),
        ("panzer_points_from panzer_points division_points brigade_points fort_first_turn", "2 1 1 2 5"),
        ("rout_least rout_most withdrawal_least withdrawal_disrupted withdrawal_most", "0 4 1 2 4"),
        ("advance_armour advance_armour_eliminated", "2 3"),
        ("victory_units victory_city_units brussels_factor french_column french_row", "4 1 3 30 1"),
    ],
)
def test_the_numbers_that_the_book_prints(names: str, values: str) -> None:
    assert [NUMBERS[name] for name in names.split()] == [int(value) for value in values.split()]


@pytest.mark.parametrize(("weather", "percent"), [("good", 50), ("bad", 33), ("very_bad", 16)])
def test_the_risk_of_strafing_in_sixths_is_the_books_in_percent(weather: str, percent: int) -> None:
    risk = NUMBERS[f"strafing_{weather}"]
    assert 100 * risk // 6 == percent
    assert 100 * (risk - NUMBERS["strafing_rough"]) // 6 == {50: 33, 33: 16, 16: 0}[percent]


def test_a_major_port_reaches_as_far_as_a_dump_with_its_convoys() -> None:
    assert (NUMBERS["port_full"], NUMBERS["port_short"]) == (NUMBERS["convoy_full"], NUMBERS["convoy_short"])


# The counters


def counters(*kinds: str, side: str = "") -> list[dict[str, str]]:
    return [unit for unit in UNITS.values() if unit["kind"] in kinds and side in ("", unit["side"])]


def factors(unit: dict[str, str]) -> str:
    """What is printed: attack-defence, and the deployed side behind a slash."""
    front = f"{unit['attack']}-{unit['defense']}"
    return f"{front}/{unit['deployed_attack']}-{unit['deployed_defense']}" if unit["deployed_attack"] else front


def test_seventy_three_pieces_of_which_six_are_dummies() -> None:
    assert len(UNITS) == 73
    kinds = Counter((unit["side"], unit["kind"]) for unit in UNITS.values())
    assert kinds == {
        ("allied", "infantry_corps"): 16, ("allied", "armor_division"): 15, ("allied", "airborne_division"): 5,
        ("allied", "marine"): 1, ("allied", "supply"): 2, ("german", "infantry_corps"): 12,
        ("german", "panzer_division"): 8, ("german", "panzer_corps"): 1, ("german", "panzergrenadier_division"): 1,
        ("german", "tiger"): 2, ("german", "panzer_brigade"): 4, ("german", "dummy"): 6,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("units", "printed"),
    [
        ("US-3C US-5C US-7C US-8C US-12C US-13C US-15C US-16C US-19C US-20C", "3-3/4-5"),
        ("BR-1C BR-8C BR-12C BR-30C BR-2CC", "3-3/4-5"),
        ("BR-1CC", "2-3/3-4"),
        ("US-2AD US-3AD US-5AD US-6AD US-7AD US-9AD US-10AD FR-2AD", "2-1"),
        ("BR-7AD BR-11AD BR-79AD BR-4CAD BR-1PAD", "2-1"),
        ("US-4AD BR-GdsAD", "2-2"),
        ("US-82AB US-101AB US-17AB BR-1AB BR-6AB", "1-2"),
        ("BR-RMN", "1-1"),
        ("DE-25K DE-64K DE-80K DE-82K DE-88K DE-89K", "1-2/2-3"),
        ("DE-67K DE-74K DE-81K DE-84K DE-86K", "2-2/3-4"),
        ("DE-2FJK", "2-3/3-5"),
        ("DE-2Pz DE-9Pz DE-21Pz DE-116Pz", "2-2"),
        ("DE-LehrPz", "3-2"),
        ("DE-1SS DE-2SS DE-12SS", "3-3"),
        ("DE-2SSK", "5-5"),
        ("DE-17SS", "2-2"),
        ("DE-s502 DE-s503 US-SUP BR-SUP", "0-0"),
        ("DE-PzB1 DE-PzB2 DE-PzB3 DE-PzB4", "3-1"),
    ],
)
def test_the_order_of_battle(units: str, printed: str) -> None:
    assert {unit: factors(UNITS[unit]) for unit in units.split()} == dict.fromkeys(units.split(), printed)


@rule("DEP.2")
def test_every_infantry_corps_is_stronger_both_ways_when_deployed_and_nobody_else_deploys() -> None:
    for unit in UNITS.values():
        if unit["kind"] == "infantry_corps":
            assert int(unit["deployed_attack"]) > int(unit["attack"]), unit["id"]
            assert int(unit["deployed_defense"]) > int(unit["defense"]), unit["id"]
        else:
            assert (unit["deployed_attack"], unit["deployed_defense"]) == ("", ""), unit["id"]


def test_german_korps_move_four_allied_infantry_six_and_armour_eight() -> None:
    assert {unit["move"] for unit in counters("infantry_corps", side="german")} == {"4"}
    six = counters("infantry_corps", "airborne_division", "marine", side="allied")
    assert {unit["move"] for unit in six + counters("panzergrenadier_division", "tiger")} == {"6"}
    armour = counters("armor_division", "panzer_division", "panzer_corps", "panzer_brigade")
    assert {unit["move"] for unit in armour} == {"8"}
    assert {unit["move"] for unit in counters("supply")} == {str(NUMBERS["dump_move"])}
    assert {unit["bonus_move"] for unit in UNITS.values() if unit["kind"] != "supply"} == {str(NUMBERS["bonus_move"])}


@rule("STK.4", "STK.5", "STK.7")
def test_corps_and_brigade_groups_are_two_points_divisions_one_tigers_and_marines_none() -> None:
    points = {unit["id"]: int(unit["stacking"]) for unit in UNITS.values()}
    two = counters("infantry_corps", "panzer_corps", "panzer_brigade")
    assert {unit for unit, value in points.items() if value == 2} == {unit["id"] for unit in two}
    assert {unit for unit, value in points.items() if value == 1} == {
        unit["id"] for unit in UNITS.values() if unit["kind"].endswith("_division")
    }
    free = {unit["kind"] for unit in UNITS.values() if unit["stacking"] == "0"}
    assert free == {"tiger", "marine", "supply", "dummy"}


def with_trait(trait: str) -> set[str]:
    return {unit["id"] for unit in UNITS.values() if trait in unit["traits"].split()}


@rule("SR.2")
def test_the_strategic_reserve_is_three_ss_divisions_and_the_502nd_without_the_korps() -> None:
    assert with_trait("reserve") == {"DE-1SS", "DE-2SS", "DE-12SS", "DE-s502"}


def test_units_that_the_book_names_carry_what_it_says_of_them() -> None:
    assert with_trait("us7_shift") == {"US-7C"}
    assert with_trait("ad4_shift") == {"US-4AD"}
    assert with_trait("guards_shift") == {"BR-GdsAD"}
    assert with_trait("fr2") == {"FR-2AD"}
    assert with_trait("rm_shift") == {"BR-RMN"}
    assert with_trait("parachute") == {"DE-2FJK"}
    assert with_trait("ss") == {"DE-1SS", "DE-2SS", "DE-12SS", "DE-2SSK", "DE-17SS", "DE-s502"}
    assert with_trait("steady") == {"US-82AB", "US-101AB", "US-17AB", "BR-1AB", "BR-6AB"}
    armoured = counters("panzer_division", "panzer_corps", "panzer_brigade")
    assert with_trait("panzer") == {unit["id"] for unit in armoured}


def test_british_corps_of_factor_three_exist_for_brussels() -> None:
    able = [
        unit["id"]
        for unit in counters("infantry_corps", side="allied")
        if unit["group"] == "BR" and int(unit["attack"]) == NUMBERS["brussels_factor"]
    ]
    assert {unit for unit in able if unit not in with_trait("canadian")} == {"BR-1C", "BR-8C", "BR-12C", "BR-30C"}


def test_who_enters_when() -> None:
    late = {unit["id"]: unit["entry"] for unit in UNITS.values() if unit["entry"] not in ("setup", "dummy", "pool:1")}
    assert late == {
        "US-82AB": "airborne:1", "US-101AB": "airborne:1", "US-17AB": "airborne:10", "BR-6AB": "airborne:1",
        "BR-1AB": "airborne:6", "BR-1CC": "pool:5", "BR-RMN": "turn:7", "DE-9Pz": "south:5",
        "DE-PzB1": "replacement", "DE-PzB2": "replacement", "DE-PzB3": "replacement", "DE-PzB4": "replacement",
    }  # fmt: skip
    at_once = {unit["side"] for unit in UNITS.values() if unit["entry"] == "pool:1"}
    assert at_once == {"allied"}
    assert {unit["side"] for unit in UNITS.values() if unit["entry"] in ("setup", "dummy")} == {"german"}


def test_names_and_what_counters_show_tell_units_apart() -> None:
    assert len({unit["name"] for unit in UNITS.values()}) == len(UNITS)
    shown = Counter((unit["group"], unit["kind"], unit["short"]) for unit in UNITS.values())
    assert max(shown.values()) == 1
    assert max(len(unit["short"]) for unit in UNITS.values()) <= 4


# The suggested set-up


def test_the_suggestion_keeps_to_the_books_exceptions() -> None:
    assert HEXES[SETUP["DE-17SS"]["hex"]]["city"] == "Angers"
    assert HEXES[SETUP["DE-2SS"]["hex"]]["city"] == "Tours"
    assert [unit for unit, row in SETUP.items() if row["state"] == "disrupted"] == ["DE-2SS"]
    assert "DE-9Pz" not in SETUP
    assert not any(unit["id"] in SETUP for unit in counters("panzer_brigade"))
    german = {unit["id"] for unit in UNITS.values() if unit["side"] == "german"}
    assert set(SETUP) == german - {"DE-9Pz", "DE-PzB1", "DE-PzB2", "DE-PzB3", "DE-PzB4"}


def test_in_the_suggestion_the_dummies_lie_among_face_down_divisions() -> None:
    hidden = {unit for unit, row in SETUP.items() if row["state"] == "face down"}
    dummies = {unit["id"] for unit in counters("dummy")}
    divisions = {unit["id"] for unit in UNITS.values() if unit["kind"].endswith("_division")} & set(SETUP)
    assert hidden == dummies | divisions - {"DE-2SS"}
    deployed = {UNITS[unit]["kind"] for unit, row in SETUP.items() if row["state"] == "deployed"}
    assert deployed == {"infantry_corps"}


def test_the_suggestion_is_within_the_stacking_limits() -> None:
    there: dict[str, list[dict[str, str]]] = {}
    for unit, row in SETUP.items():
        there.setdefault(row["hex"], []).append(UNITS[unit])
    for label, units in there.items():
        rough = "rough_" if HEXES[label]["terrain"] in ("rough", "swamp") else ""
        limit = min(NUMBERS[f"{rough}stacking_limit"], int(HEXES[label]["land_sides"]))
        assert sum(int(unit["stacking"]) for unit in units) <= limit, label
        armour = [unit for unit in units if "panzer" in unit["traits"].split()]
        assert sum(int(unit["stacking"]) for unit in armour) <= NUMBERS[f"{rough}armour_limit"], label


# The map


def around(label: str) -> list[tuple[int, int]]:
    """The six places around a hex, clockwise from the top: odd columns sit half a hex higher."""
    column, row = int(label[:2]), int(label[2:])
    up = column % 2
    return [
        (column, row + 1), (column + 1, row + up), (column + 1, row + up - 1), (column, row - 1),
        (column - 1, row + up - 1), (column - 1, row + up),
    ]  # fmt: skip


def near(label: str) -> list[str]:
    return [found for found in (f"{column:02}{row:02}" for column, row in around(label)) if found in HEXES]


def kind(a: str, b: str) -> str:
    return SIDES.get(frozenset((a, b)), {}).get("kind", "")


def distances(start: str, shut: tuple[str, ...] = ("estuary",)) -> dict[str, int]:
    """How many hexes it is to everywhere, not crossing what is shut."""
    found = {start: 0}
    todo = [start]
    for here in todo:
        for there in near(here):
            if there not in found and kind(here, there) not in shut:
                found[there] = found[here] + 1
                todo.append(there)
    return found


def marked(flag: str) -> set[str]:
    return {label for label, row in HEXES.items() if row[flag] == "1"}


def test_the_rules_and_the_map_agree_on_neighbours() -> None:
    board = load().board
    for label in HEXES:
        assert sorted(board.labels[node] for node in board.neighbours[board.index[label]]) == sorted(near(label))


def test_1073_hexes_hang_together_by_land() -> None:
    assert len(HEXES) == 1073
    assert len(distances("4217")) == 1073


def test_every_hexside_lies_between_neighbours() -> None:
    assert len(SIDES) == 523
    for pair in SIDES:
        a, b = sorted(pair)
        assert b in near(a), pair
    assert Counter(row["kind"] for row in SIDES.values()) == {"river": 425, "wide": 87, "estuary": 11}


CITIES = """
Paris 2909 Brussels 4217 Antwerp 4219 Metz 4505 Nancy 4404 Angers 1407 Tours 1904 Caen 1914 Rennes 1111 Reims 3609
Orléans 2505 Amiens 3114 Rouen 2614 Lille 3618 Liège 4514 Luxembourg 4508 Aachen 4815 Strasbourg 5001 Cologne 5114
Düsseldorf 5216 Essen 5317 Dortmund 5516 Münster 5619 Koblenz 5310 Mainz 5408 Frankfurt 5608 Mannheim 5405
Karlsruhe 5302 Saarbrücken 4805 Amsterdam 4724 Rotterdam 4522 Brest 0218 Lorient 0413 St-Nazaire 0708 St-Malo 1114
Cherbourg 1619 Boulogne 3120 Calais 3221 Dunkirk 3520 Flushing 4021
"""


@pytest.mark.parametrize(("city", "label"), list(pairwise(CITIES.split()))[::2])
def test_major_cities_lie_where_players_look_for_them(city: str, label: str) -> None:
    assert (HEXES[label]["city"], HEXES[label]["major_city"]) == (city, "1")


def test_fortress_ports_are_coastal_major_cities_and_with_three_more_the_major_ports() -> None:
    fortresses = {HEXES[label]["city"] for label in marked("fortress_port")}
    assert fortresses == {
        "Brest", "Lorient", "St-Nazaire", "St-Malo", "Cherbourg", "Le Havre", "Boulogne", "Calais", "Dunkirk",
        "Flushing", "Hook of Holland",
    }  # fmt: skip
    assert marked("fortress_port") <= marked("coastal") & marked("major_city")
    others = marked("major_port") - marked("fortress_port")
    assert {HEXES[label]["city"] for label in others} == {"Antwerp", "Rotterdam", "Amsterdam"}


def test_landing_hexes_are_coastal_and_have_a_value() -> None:
    values = {row["landing_name"]: row["landing"] for row in HEXES.values() if row["landing"]}
    assert len(values) == 19
    assert set(values.values()) == {"1+1", "1+0"}
    assert {label for label, row in HEXES.items() if row["landing"]} <= marked("coastal")


def test_the_historical_landing_is_possible_with_four_units_of_each_nation() -> None:
    beaches = {"Utah": "1717", "Omaha": "1817", "Gold-Juno": "1915", "Sword": "2015"}
    assert {name: label for label, row in HEXES.items() if (name := row["landing_name"]) in beaches} == beaches
    assert len(beaches) == NUMBERS["landing_hexes"]
    for a, b in combinations(beaches.values(), 2):
        assert distances(a)[b] <= NUMBERS["landing_spacing"]
    assert sum(int(number) for label in beaches.values() for number in HEXES[label]["landing"].split("+")) == 8


def test_the_siegfried_line_has_29_hexes_all_in_germany() -> None:
    line = marked("siegfried")
    assert len(line) == 29
    assert {HEXES[label]["country"] for label in line} == {"DE"}


def test_the_goal_across_the_rhine_is_cut_off_from_brussels_by_wide_rivers() -> None:
    this_side = set(distances("4217", ("estuary", "wide")))
    germany = {label for label, row in HEXES.items() if row["country"] == "DE"}
    assert marked("across_rhine") == germany - this_side
    cities = {HEXES[label]["city"] for label in marked("across_rhine") & marked("major_city")}
    assert cities == {"Düsseldorf", "Essen", "Dortmund", "Münster", "Frankfurt", "Mannheim", "Karlsruhe"}
    # Beyond the Rhine lies Holland too, which is no goal.
    assert HEXES["5021"]["city"] == "Arnhem"
    assert "5021" not in this_side | marked("across_rhine")


def test_wide_rivers_are_the_lower_seine_the_rhine_and_the_lower_moselle() -> None:
    wide = {row["name"] for row in SIDES.values() if row["kind"] == "wide"}
    assert wide == {"Lower Seine", "Rhine", "Waal", "Lower Moselle"}
    assert {row["kind"] for row in SIDES.values() if row["name"] in ("Seine", "Moselle")} == {"river"}


def test_the_channel_of_antwerp() -> None:
    channel = {"-".join(sorted(pair)) for pair, row in SIDES.items() if row["channel"] == "1"}
    assert channel == {"4119-4220", "4119-4120", "4020-4120", "4020-4021", "3920-4021"}
    assert all(kind(*side.split("-")) == "estuary" for side in channel)
    # Its last hexside ends at a corner of Antwerp.
    assert {"4119", "4220"} <= set(near("4219"))


def test_a_coastal_hex_has_fewer_than_six_land_sides() -> None:
    for label, row in HEXES.items():
        land = 0
        for column, number in around(label):
            other = f"{column:02}{number:02}"
            beyond = not (0 <= column <= 57 and 0 <= number <= 24)
            land += beyond or (other in HEXES and kind(label, other) != "estuary")
        assert (int(row["land_sides"]), row["coastal"]) == (land, "1" if land < 6 else "0"), label
    assert HEXES["1817"]["land_sides"] == "3"


def test_the_sides_of_the_board_where_germans_are_fed_and_9_panzer_enters() -> None:
    assert {label[:2] for label, row in HEXES.items() if "E" in row["edge"]} == {"57"}
    assert {label for label, row in HEXES.items() if "E" in row["edge"]} == {f"57{row:02}" for row in range(25)}
    south = {label for label, row in HEXES.items() if "S" in row["edge"]}
    assert south == {label for label in HEXES if label[2:] == "00"}
    assert len(south) == 47


def test_the_limit_of_the_french_lies_just_beyond_paris_and_leaves_them_strasbourg() -> None:
    assert int(HEXES["2909"]["col"]) <= NUMBERS["french_column"] < int(HEXES["5001"]["col"])
    assert int(HEXES["5001"]["row"]) == NUMBERS["french_row"]


def test_cologne_is_one_hex_beyond_the_reach_of_cherbourg() -> None:
    reach = NUMBERS["dump_active"] + NUMBERS["convoy_short"]
    assert distances("1619")["5114"] == reach + 1

"""What the rulebook pins of charts and counters: any table that replaces ours must pass these tests too."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.cases import rule
from tests.storming.data.printed import CHART, FIRE, HEXES, NUMBERS, SIDES, UNITS, read

# The Combat Fire Table


def column_for(strength: int) -> str:
    for name in FIRE[0]:
        least, _, most = name.replace("+", "-999").partition("-")
        if least.isdigit() and int(least) <= strength <= int(most or least):
            return name
    raise AssertionError(f"no column holds {strength}")


def losses(strength: int, roll: int) -> int:
    return int(FIRE[min(max(roll, 1), len(FIRE)) - 1][column_for(strength)])


@rule("18.0")
@pytest.mark.parametrize(
    ("point", "column", "strength", "roll", "result"),
    [
        (1, "17+", 18, 1, 1), (2, "5", 5, 5, 1), (3, "10-12", 12, 2, 1), (5, "3", 3, 1, 1), (6, "7-9", 8, 3, 1),
        (7, "7-9", 7, 4, 1), (8, "17+", 17, 2, 2), (9, "5", 5, 2, 1), (10, "17+", 24, 0, 1), (11, "10-12", 12, 5, 2),
        (13, "7-9", 8, 5, 2), (14, "7-9", 9, 3, 1), (15, "6", 6, 2, 1), (16, "13-16", 14, 5, 2),
        (17, "13-16", 14, 1, 1), (19, "1", 1, 2, 0),
    ],
)  # fmt: skip
def test_the_fire_table_gives_what_the_example_of_play_shows(
    point: int, column: str, strength: int, roll: int, result: int
) -> None:
    assert column_for(strength) == column, point
    assert losses(strength, roll) == result, point


@rule("18.0")
@pytest.mark.parametrize(
    ("point", "column", "least", "most"), [(4, "10-12", 1, 9), (12, "7-9", 1, 1), (18, "13-16", 1, 9)]
)
def test_where_the_example_need_not_roll_every_roll_will_do(point: int, column: str, least: int, most: int) -> None:
    strength = int(column.partition("-")[0])
    assert all(least <= losses(strength, roll) <= most for roll in range(-1, 5)), point


def test_more_strength_and_higher_rolls_never_inflict_less() -> None:
    for roll in range(1, 8):
        assert [losses(strength, roll) for strength in range(1, 30)] == sorted(
            losses(strength, roll) for strength in range(1, 30)
        )
    for strength in range(1, 30):
        results = [losses(strength, roll) for roll in range(-2, 10)]
        assert results == sorted(results)


# The Movement Allowance Track


@rule("18.0")
@pytest.mark.parametrize(
    ("line", "die", "points"),
    [
        ("allied_limited", 2, 4), ("allied_limited", 4, 5), ("allied_limited", 6, 6), ("german_infantry", 3, 4),
        ("german_mechanized", 3, 8), ("german_infantry", 4, 4), ("german_mechanized", 4, 8),
    ],
)  # fmt: skip
def test_command_dice_of_the_example_give_its_allowances(line: str, die: int, points: int) -> None:
    assert int(read("allowances.csv")[die - 1][line]) == points


def test_full_supply_is_much_better_than_limited_and_no_allowance_leaves_the_track() -> None:
    for row in read("allowances.csv"):
        assert int(row["allied_full"]) >= int(row["allied_limited"]) + 4
        assert int(row["german_mechanized"]) > int(row["german_infantry"])
        assert max(int(row[line]) for line in row if line not in ("die", "source")) <= NUMBERS["red_ball_cap"]


def test_the_numbers_around_the_track() -> None:
    assert (NUMBERS["red_ball_bonus"], NUMBERS["red_ball_cap"], NUMBERS["priority_allowance"]) == (6, 12, 6)
    assert UNITS["GE-7A-HQ"]["movement"] == "6"
    assert UNITS["GE-266-Co"]["movement"] == "4"
    divisor, least = NUMBERS["combat_duration_divisor"], NUMBERS["combat_duration_minimum"]
    assert [max(least, die // divisor) for die in range(1, 7)] == [1, 1, 1, 2, 2, 3]


# The small tables


@rule("2.1.K")
def test_the_cherbourg_port_delay_table() -> None:
    assert [int(row["turns"]) for row in read("port_delay.csv")] == [3, 3, 3, 4, 5, 6]


@rule("2.1.L")
def test_the_rhine_bridge_capture_table() -> None:
    assert [row["result"] for row in read("rhine_bridge.csv")] == ["captured"] + ["blown"] * 5


@rule("17.5.1.A")
def test_tactical_air_counters_turn_by_turn() -> None:
    assert [int(row["air"]) for row in read("turns.csv")] == [1, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 4, 4]
    assert sorted(int(row["points"]) for row in read("strafing.csv")) == [2, 3, 4, 5]


def test_the_turns_on_which_airborne_operations_are_allowed() -> None:
    assert [row["turn"] for row in read("turns.csv") if row["airborne"] == "yes"] == [*"345678", "14", "15"]


def test_the_turns_of_carpet_bombing_and_of_the_beaches() -> None:
    turns = read("turns.csv")
    assert [row["turn"] for row in turns if row["carpet"] == "yes"] == list("2345")
    assert [row["turn"] for row in turns if row["beaches"] == "yes"] == list("1234567")
    assert (turns[0]["name"], turns[10]["name"]) == ("June I", "December")


def test_carpet_bombing_can_cost_either_side_steps() -> None:
    table = read("carpet.csv")
    assert any(int(row["allied_steps"]) for row in table)
    assert any(int(row["german_steps"]) for row in table)


@rule("2.1.J")
def test_the_chart_holds_every_terrain_of_the_map() -> None:
    shown = {row["terrain"] for row in HEXES.values()} | {row["settlement"] for row in HEXES.values()} - {""}
    shown |= {row["river"] for row in SIDES.values()} - {""}
    assert shown | {"fort"} == set(CHART)


@rule("13.9.A.1")
def test_what_terrain_takes_from_the_attackers_roll() -> None:
    drm = {name: int(row["drm"]) for name, row in CHART.items()}
    assert drm.pop("clear") == 0
    assert drm.pop("bocage") == -1
    assert (NUMBERS["bocage_german_drm"], NUMBERS["bocage_german_last_turn"]) == (-2, 4)
    assert {name for name, value in drm.items() if value == -1} == {"rough", "woods", "swamp", "town", "minor"}
    strong = {"mountain", "forest", "city", "fort", "major", "rhine"}
    assert {name for name, value in drm.items() if value == -2} == strong


@rule("14.1.D")
def test_terrain_that_can_be_mobile_assaulted() -> None:
    kinds = {name: row["assault"] for name, row in CHART.items()}
    assert {name for name, kind in kinds.items() if kind == "yes"} == {"clear", "rough", "woods", "city", "town"}
    assert {name for name, kind in kinds.items() if kind == "never"} == {"fort", "mountain"}
    assert {name for name, kind in kinds.items() if kind == "bridge"} == {"minor", "major", "rhine"}
    assert {name for name, kind in kinds.items() if kind == "road"} == {"forest", "swamp", "bocage"}


def test_terrain_that_zones_do_not_enter_or_cross() -> None:
    shut = {name for name, row in CHART.items() if row["zone"] == "no"}
    assert shut == {"city", "mountain", "fort", "major", "rhine"}


# The counters


def attack(*ids: str) -> int:
    """The sum of the attack strengths; a star says that the reduced side is up."""
    return sum(int(UNITS[unit.rstrip("*")]["attack_back" if "*" in unit else "attack"]) for unit in ids)


def defense(*ids: str) -> int:
    return sum(int(UNITS[unit.rstrip("*")]["defense_back" if "*" in unit else "defense"]) for unit in ids)


CHERBOURG = ("US-4-Inf", "US-82-AB", "US-2-Arm")
CAEN = ("GE-21-Pz", "GE-21-PzKG", "GE-716-Co", "GE-III-Flak")


@rule("18.0")
@pytest.mark.parametrize(
    ("name", "strength", "least", "most"),
    [
        ("C1", attack(*CHERBOURG, "US-90-Inf"), 18, 18),
        ("C2", attack("US-101-AB", "US-30-Inf", "US-79-Inf"), 10, 12),
        ("C3", attack("US-29-Inf", "US-2-Inf"), 7, 9),
        ("C4", attack("US-1-Inf", "US-9-Inf", "CW-49-Inf", "CW-50-Inf", "CW-34-Bde"), 17, 99),
        ("C5 from 1021", attack("CW-7-Arm", "CW-11-Arm", "CW-8-Bde", "CW-2Cd-Bde"), 13, 16),
        (
            "C5",
            attack("CW-7-Arm", "CW-11-Arm", "CW-8-Bde", "CW-2Cd-Bde", "CW-3-Inf", "CW-15-Inf", "CW-27-Bde", "CW-4-Bde"),
            17,
            99,
        ),
        ("C6 defence", defense("GE-Lehr-Pz", "GE-2-Pz"), 13, 16),
        ("C7", attack("CW-3Cd-Inf", "CW-51-Inf", "CW-6-AB"), 7, 9),
        ("C7 defence", defense("GE-12SS-Pz"), 7, 9),
        ("C8", attack("GE-12SS-Pz*", "GE-501SS-Ti", "GE-347-Co"), 7, 7),
        ("C8 after first fire", attack("GE-12SS-Pz*", "GE-501SS-Ti"), 6, 6),
        ("C8 defence", defense("CW-6-AB", "CW-51-Inf*", "CW-3Cd-Inf*", "CW-4-Bde*"), 9, 9),
        ("C9", defense("GE-709-Co", "GE-243-Co"), 5, 5),
        ("C9 alone", defense("GE-709-Co"), 3, 3),
        ("C10", defense("GE-6FJ-Rgt", "GE-91-Inf"), 3, 3),
        ("C11", defense("GE-352-Inf", "GE-914-Rgt"), 5, 5),
        ("C12", defense(*CAEN), 12, 12),
        ("C12 panzers", defense("GE-21-Pz"), 3, 3),
        ("C13", attack(*CHERBOURG, "US-90-Inf*"), 13, 99),
        ("C14", defense("GE-17SS-PG", "GE-30-Bde"), 7, 9),
    ],
)
def test_strengths_of_the_example_add_up(name: str, strength: int, least: int, most: int) -> None:
    assert least <= strength <= most, name


@rule("18.0")
def test_the_special_assault_on_cherbourg_cannot_miss() -> None:
    force = attack(*CHERBOURG, "US-90-Inf*")
    assert min(losses(force, die - 2) for die in range(1, 7)) >= 1
    assert losses(defense("GE-709-Co") // 2, 2) == 0


@rule("18.0")
def test_steps_and_dots_of_the_units_in_the_example() -> None:
    one = "GE-243-Co GE-709-Co GE-347-Co GE-6FJ-Rgt GE-352-Inf GE-914-Rgt GE-91-Inf GE-21-Pz GE-21-PzKG GE-716-Co"
    two = "US-90-Inf US-30-Inf US-2-Inf CW-51-Inf CW-3Cd-Inf CW-34-Bde CW-27-Bde CW-4-Bde CW-8-Bde CW-2Cd-Bde"
    two += " GE-17SS-PG GE-12SS-Pz GE-Lehr-Pz GE-2-Pz GE-III-Flak"
    assert {UNITS[unit]["steps"] for unit in f"{one} GE-30-Bde GE-501SS-Ti".split()} == {"1"}
    assert {UNITS[unit]["steps"] for unit in two.split()} == {"2"}
    lost = "GE-243-Co GE-709-Co GE-347-Co GE-6FJ-Rgt GE-352-Inf GE-914-Rgt"
    assert {UNITS[unit]["replaceable"] for unit in lost.split()} == {"no"}
    assert UNITS["CW-4-Bde"]["replaceable"] == "yes"


@rule("18.0")
def test_reinforcements_of_turn_2_are_those_of_the_example() -> None:
    arriving: dict[str, set[str]] = {}
    for unit in UNITS.values():
        if unit["entry_turn"] == "2":
            arriving.setdefault(unit["entry_place"], set()).add(unit["id"])
    assert arriving.pop("E") == {"GE-9SS-Pz", "GE-10SS-Pz", "GE-502SS-Ti"}
    assert arriving.pop("B") == {"GE-353-Inf", "GE-266-Co", "GE-3FJ-Div"}
    assert arriving.pop("W") == {"GE-272-Inf", "GE-276-Inf", "GE-277-Inf", "GE-2SS-Pz"}
    allied = (
        "US-9-Inf US-30-Inf US-79-Inf US-2-Arm US-1A-HQ CW-15-Inf CW-49-Inf CW-11-Arm CW-4-Bde CW-34-Bde CW-21AG-HQ"
    )
    assert arriving == {"beach": set(allied.split())}
    assert (UNITS["GE-6FJ-Div"]["entry_turn"], UNITS["GE-6FJ-Div"]["entry_place"]) == ("3", "E")
    assert {
        unit["id"] for unit in UNITS.values() if unit["entry_place"] == "England" and unit["entry_turn"] == "1"
    } == {
        "CW-1-AB",
        "CW-52-AL",
    }


def test_the_503rd_is_the_only_reinforcement_of_turn_1() -> None:
    waiting = [u["id"] for u in UNITS.values() if u["entry_turn"] == "1" and u["entry_place"] in ("E", "B", "W", "A-D")]
    assert waiting == ["GE-503SS-Ti"]


@rule("2.2.A")
def test_headquarters_leaders_and_red_strengths() -> None:
    staff = Counter((unit["side"], unit["type"]) for unit in UNITS.values() if unit["type"] in ("hq", "leader"))
    assert staff == {("allied", "hq"): 4, ("allied", "leader"): 1, ("german", "hq"): 1, ("german", "leader"): 1}
    assert {unit["steps"] for unit in UNITS.values()} == {"1", "2"}
    red = {unit["type"] for unit in UNITS.values() if unit["red"] == "yes"}
    assert red == {"armor", "panzer", "panzergrenadier", "tiger"}
    mechanized = {unit["type"] for unit in UNITS.values() if unit["movement"] == "M"}
    assert mechanized == {"panzer", "panzergrenadier", "tiger"}


@rule("17.9.1")
def test_airborne_units_are_one_step_units_with_a_weaker_dropped_side() -> None:
    units = [unit for unit in UNITS.values() if unit["type"] in ("airborne", "airlanding")]
    assert len(units) == 8
    for unit in units:
        assert unit["steps"] == "1"
        assert unit["movement"] == "V"
        front = int(unit["attack"]) + int(unit["defense"])
        assert int(unit["attack_back"]) + int(unit["defense_back"]) < front
    assert NUMBERS["dropped_allowance"] == 2


@rule("16.1.B")
def test_each_fort_of_metz_has_its_garrison() -> None:
    garrisons = [unit for unit in UNITS.values() if unit["type"] == "garrison"]
    assert {unit["entry_place"] for unit in garrisons} == {
        label for label, row in HEXES.items() if row["fort"] == "metz"
    }
    assert [(unit["attack"], unit["defense"], unit["movement"]) for unit in garrisons] == [("0", "3", "0")] * 4


def test_rest_and_refit_markers_and_their_turns() -> None:
    markers = Counter(row["nation"] for row in read("refit.csv"))
    assert markers == {"US": 3, "CW": 2, "DE": 1}
    assert [row["turn"] for row in read("refit.csv") if row["nation"] == "DE"] == ["4"]
    assert min(row["turn"] for row in read("refit.csv") if row["nation"] == "CW") == "2"


def test_set_up_hexes_are_within_the_stacking_limit() -> None:
    beaches = {row["name"]: row["hex"] for row in read("beaches.csv")}
    there: dict[str, list[dict[str, str]]] = {}
    for unit in UNITS.values():
        label = beaches.get(unit["entry_place"], unit["entry_place"])
        if unit["entry_turn"] == "1" and label in HEXES:
            there.setdefault(label, []).append(unit)
    for label, units in there.items():
        free = {kind for unit in units if (kind := free_kind(unit))}
        assert len(units) - len(free) <= NUMBERS["stacking_limit"], label


def free_kind(unit: dict[str, str]) -> str:
    if unit["type"] in ("hq", "leader"):
        return "staff"
    if unit["side"] == "german":
        return unit["type"] if unit["type"] in ("tiger", "flak", "garrison") else ""
    if unit["type"] in ("airborne", "airlanding"):
        return "airborne"
    return "brigade" if unit["size"] == "brigade" else ""


def test_units_that_wait_for_release_stand_on_the_map_from_the_start() -> None:
    frozen = [unit for unit in UNITS.values() if unit["release_turn"]]
    assert frozen
    for unit in frozen:
        assert unit["entry_place"] in HEXES
        assert 1 < int(unit["release_turn"]) <= 7


# Final Battles: what the set-up takes away and turns over is there


def available(what: str) -> int:
    """How many units of a kind are in play before turn 11."""
    found = 0
    for unit in UNITS.values():
        if int(unit["entry_turn"]) >= NUMBERS["final_battles_first_turn"]:
            continue
        printed = f"{unit['attack']}-{unit['defense']}"
        division = unit["size"] == "division"
        kinds = {
            "1-2-4 division": division and printed == "1-2" and unit["movement"] == "4",
            "FJ division": division and unit["type"] == "airborne-inf",
            "mechanized division": division and unit["movement"] == "M",
            "non-mechanized division": division and unit["side"] == "german" and unit["movement"] != "M",
            f"{unit['nation']} armored division": division and unit["type"] == "armor",
            f"{unit['nation']} infantry division": division and unit["type"] == "infantry",
            f"{printed} infantry division": division and unit["side"] == "german" and unit["type"] == "infantry",
        }
        found += bool(kinds.get(what))
    return found


def test_final_battles_has_the_units_that_its_set_up_removes_and_reduces() -> None:
    wanted: Counter[tuple[str, str]] = Counter()
    for row in read("final_battles.csv"):
        if row["kind"] in ("remove", "reduce"):
            wanted[row["case"], row["what"]] += int(row["count"])
    named = {what for _, what in wanted if what in UNITS}
    assert len(named) == sum(count for (_, what), count in wanted.items() if what in UNITS)
    assert all(int(UNITS[unit]["entry_turn"]) < NUMBERS["final_battles_first_turn"] for unit in named)
    kinds = {(case, what): count for (case, what), count in wanted.items() if what not in UNITS}
    assert kinds == {
        ("3.4.A.2", "CW infantry division"): 2, ("3.4.A.3", "CW infantry division"): 6,
        ("3.4.A.3", "CW armored division"): 2, ("3.4.A.3", "US infantry division"): 6,
        ("3.4.A.3", "US armored division"): 1, ("3.4.A.7", "1-2-4 division"): 10,
        ("3.4.A.7", "3-4 infantry division"): 1, ("3.4.A.7", "2-3 infantry division"): 6,
        ("3.4.A.7", "1-2 infantry division"): 3, ("3.4.A.8", "FJ division"): 2,
    }  # fmt: skip
    for what in {what for _, what in kinds}:
        assert available(what) >= sum(count for (_, kind), count in kinds.items() if kind == what), what
    assert (UNITS["GE-9SS-Pz"]["steps"], UNITS["GE-10SS-Pz"]["steps"]) == ("2", "2")
    assert {
        unit["steps"] for unit in UNITS.values() if unit["type"] == "airborne-inf" and unit["size"] == "division"
    } == {"2"}


def test_everyone_in_the_watch_on_the_rhine_box_is_mechanized_and_replaceable() -> None:
    box = [UNITS[row["what"]] for row in read("final_battles.csv") if row["where"] == "Watch"]
    assert len(box) == 10
    assert {(unit["movement"], unit["replaceable"]) for unit in box} == {("M", "yes")}
    assert (attack("GE-21-Pz"), defense("GE-21-Pz")) == (2, 3)
    assert available("mechanized division") >= 6 + 1 + 2 + 2

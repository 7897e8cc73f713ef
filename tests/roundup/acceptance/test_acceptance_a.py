"""Acceptance tests of the fact sheet that concern concepts, supply, air, setup, victory and the printed data."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.games.roundup.data import rows
from tests.cases import rule
from tests.roundup.hands import play, unit

DUNKIRK, CALAIS, BOULOGNE = "1305 1306 1307", "1617 1618", "2523 2623"
BEACHES = {"us_beachheads": "1413 1414", "uk_beachheads": "1515 1516"}
GAME = bocage.make_game("roundup", "campaign", {})


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=units, **{"turn": 3, **more})


def test_t_r04_allied_units_have_six_points_then_ten_less_in_storm_and_hunger() -> None:
    def points(turn: int, **more: Any) -> str:
        m = play(at("allied movement", "US-1 3012; US-2 3820; DE-376 3520", turn=turn, **more), "pick US-1")
        return str(m.prompt.text.split("(")[1].split(" MP")[0])

    assert points(1) == "6"
    for turn in range(2, 11):
        assert points(turn, us_beachheads="3024") == "10"
    assert points(3, us_beachheads="3024", weather="Storm") == "8"
    assert points(3) == "5"
    assert points(3, weather="Storm") == "4"


@rule("6.1", "6.1a")
def test_t_r05_air_dice_by_weather_and_strategy() -> None:
    expected = {
        ("Clear", 1): (3, 2), ("Clear", 2): (3, 3), ("Clear", 3): (3, 2), ("Clear", 4): (3, 3),
        ("Overcast", 1): (2, 1), ("Overcast", 2): (2, 2), ("Overcast", 3): (2, 1), ("Overcast", 4): (2, 2),
        ("Storm", 1): (0, 0), ("Storm", 4): (0, 0),
    }  # fmt: skip
    for (weather, strategy), (allied, german) in expected.items():
        dice = " ".join(["1"] * allied + ["6"] * german)
        m = at("air superiority", weather=weather, strategy=strategy, dice=dice)
        difference = 6 * german - allied
        assert m.position.rolls == allied + german
        assert m.position.tas_left == difference
        assert m.position.superiority == ("german" if difference else "")
    tie = at("air superiority", "US-1 3012; DE-376 3820", weather="Overcast", dice="2 3 5")
    assert (tie.position.superiority, tie.position.tas_left) == ("", 0)
    assert tie.prompt.step != "air support"


@rule("4.6", "9.1")
def test_t_r06_on_turn_one_nobody_starves_and_the_allies_must_move_first() -> None:
    m = at("allied combat", "US-1 3012; DE-376 3011; DE-65 3013; UK-1 3217; DE-44 3216; DE-71 3218", turn=1)
    assert {found["supply"] for found in m.view()["units"] if "supply" in found} == {"turn 1"}
    m = at("allied order", turn=1, **BEACHES)
    assert m.prompt.step == "landing"
    order = m.game.steps["phase order"]
    refusal = order.why_not(m.inquire(), order.frame("allied"), m.game.actions.find("combat-first"))
    assert refusal.rule == "9.1"


@rule("3.1.2", "3.1.2a", "3.1.3")
def test_t_r07_who_may_stack_with_whom() -> None:
    look = at("allied movement").inquire()
    number = look.game.unit_numbers
    for names, fits in (
        ("US-1 UK-4Bde", False), ("US-Rgr UK-10Cdo", False), ("US-1 US-2", False), ("UK-1 UK-GA", False),
        ("US-1 US-Rgr", True), ("UK-1 UK-4Bde", True), ("US-Rgr US-FSSF", True), ("UK-4Bde UK-8Bde", True),
        ("UK-4Bde UK-8Bde UK-10Cdo", False), ("UK-1 UK-4Bde UK-8Bde", False),
        ("DE-GD DE-712", False), ("DE-GD DE-s503", True), ("DE-s503 DE-s505", True), ("DE-s503 DE-s505 DE-s508", False),
    ):  # fmt: skip
        assert look.fits([number[name] for name in names.split()]) is fits, names


@rule("3.2.1", "3.2.1a", "3.2.1b")
def test_t_r08_into_a_zone_out_of_a_zone_and_from_zone_to_zone() -> None:
    m = at("german movement", "DE-14P 3217; US-1 3212")
    play(m, "pick DE-14P", "move 3213")
    assert m.prompt.text.startswith("Choose a unit")
    # Both hexes hold friends, and the way round is too long for four points.
    m = play(at("german movement", "DE-712 3213; DE-s508 3213; DE-s505 3113; US-1 3112; US-2 3215"), "pick DE-712")
    assert m.why_not("move 3113").rule == "3.2.1"
    m = at("german movement", "DE-712 3213; US-1 3212; US-2 3217")
    play(m, "pick DE-712", "move 3214", "move 3215", "move 3216")
    assert unit(m, "DE-712")["at"] == "3216"


@rule("4.0a")
def test_t_r09_supply_through_a_zone_needs_a_friend_in_it() -> None:
    # An American line across the map; the only edge hexes that are still German lie beyond it.
    south = " ".join(f"42{row:02}" for row in range(1, 26))
    east = " ".join(f"{column}01" for column in range(10, 32))
    wall = "US-1 3202; US-2 3205; US-3 3208; US-5 3211; US-9 3214; US-28 3217; US-29 3220; US-34 3222"
    m = at("german movement", f"DE-376 3012; {wall}", allied_control=east)
    assert unit(m, "DE-376")["supply"] is None
    m = at("german movement", f"DE-376 3012; DE-s508 3213; {wall}", allied_control=east)
    assert unit(m, "DE-376")["supply"] == "overland"
    m = at("german movement", f"DE-376 3012; DE-s508 3213; {wall}", allied_control=f"{east} {south}")
    assert unit(m, "DE-376")["supply"] == "overland"  # there is still the East edge beyond


@rule("11.9")
def test_t_r13_shifts_of_coast_town_and_port() -> None:
    def shifts(row: str, units: str, target: str, *attackers: str) -> list[tuple[int, str]]:
        m = at(row, units, us_beachheads="3123")
        return [(shift.columns, shift.rule) for shift in bocage.forecast(m, target, list(attackers)).shifts]

    assert shifts("allied combat", "US-1 3122; DE-376 3123", "3123", "US-1") == [(1, "11.9")]
    assert shifts("german combat", "DE-376 3122; US-1 3123", "3123", "DE-376") == [(-1, "11.9")]
    assert shifts("german combat", "DE-376 3222; US-1 3322", "3322", "DE-376") == [(-1, "11.10")]  # a town inland
    assert shifts("german combat", "DE-376 1306; DE-65 3820; US-1 1305", "1305", "DE-376") == [
        (-2, "11.10"),
        (-1, "11.9"),
    ]
    assert shifts("allied combat", "US-1 1305; DE-376 1306", "1306", "US-1") == [(-2, "11.10"), (1, "11.9")]
    assert shifts("allied combat", "US-1 2723; DE-376 2623", "2623", "US-1")[0] == (-2, "11.10")  # a port hex inland


def test_t_r20_dunkirk_serves_only_whole() -> None:
    for held, asked in (("1305", False), ("1305 1307", False), (DUNKIRK, True)):
        m = at("port designation", "US-1 1703; DE-376 3820", allied_control=held, dice="6 1 1 1 1")
        assert (m.prompt.step == "port designation") is asked
    play(m, "us-port Dunkirk")
    assert unit(m, "US-1")["supply"] == "overland"
    m = at("german movement", "US-1 1703; DE-712 1405", allied_control=DUNKIRK, us_ports=DUNKIRK)
    play(m, "pick DE-712", "move 1305")
    assert unit(m, "US-1")["supply"] is None


@rule("13.4")
def test_t_r22_where_a_beachhead_is_refused() -> None:
    m = bocage.new_match("roundup", seed="t-r22")
    for label in ("1402", "3323", "3824", "1306", "2523", "3012"):  # polder, towns, ports, inland
        assert m.why_not(f"us-beachhead {label}").rule == "13.4"
        assert m.why_not(f"uk-beachhead {label}").rule == "13.4"
    play(m, "us-beachhead 1514")
    assert m.why_not("us-beachhead 1514").rule == "13.4"
    assert m.why_not("uk-beachhead 1514").rule == "13.4"


@rule("8.5.1")
@pytest.mark.parametrize("strategy", [1, 2, 3, 4])
def test_t_r24_which_cups_are_drawn_from_and_when(strategy: int) -> None:
    def drawn(turn: int) -> list[str]:
        m = at("first cup", turn=turn, strategy=strategy, seed="t-r24")
        while m.position.turn == turn:
            m.play(m.prompt.actions[0])
        events = [event for entry in [m.opening, *m.entries] for event in entry.events]
        return [event.data[0] for event in events if event.kind == "cup"]

    russia = ["russia cup"] if strategy in (3, 4) else []
    assert drawn(1) == ["first cup", "italy cup", *russia]
    assert drawn(2) == ["first cup", "second cup", "italy cup", *russia]


def ended(units: str, control: str, **more: Any) -> tuple[str, str, str]:
    m = at("administration", units, turn=10, allied_control=control, **{**BEACHES, **more})
    standing = m.view()["standing"]
    return standing["allied"], standing["german"], m.outcome.winner


GATE = "DE-376 2624"  # its zone lies on both hexes of Boulogne


@rule("14.0", "14.1c", "14.1d")
def test_t_r26_one_port_and_the_four_kinds_of_ending() -> None:
    for strategy in (3, 4):
        assert ended(GATE, BOULOGNE, strategy=strategy) == ("limited", "limited", "")
        assert ended("", BOULOGNE, strategy=strategy) == ("tactical", "limited", "allied")
    for strategy in (1, 2):
        assert ended(GATE, BOULOGNE, strategy=strategy) == ("limited", "operational", "german")
        assert ended("", BOULOGNE, strategy=strategy) == ("tactical", "operational", "german")
    assert ended("", f"{DUNKIRK} {CALAIS}", strategy=1) == ("operational", "tactical", "allied")


def test_t_r27_one_beachhead_destroyed_is_worth_less_with_russia() -> None:
    lost = {"us_beachheads": "1413", "beachheads_lost": 1}
    assert ended("", "", strategy=4, **lost) == ("failure", "tactical", "german")
    assert ended("", "", strategy=1, **lost) == ("failure", "strategic", "german")


@rule("14.2a")
def test_t_r28_the_zone_on_the_first_watched_hex() -> None:
    for place, level in (("2202", "operational"), ("2301", "failure"), ("2402", "failure")):
        assert ended(f"US-1 {place}", "", strategy=1)[1] == level


def test_t_r30_the_map_and_the_counter_sheet_are_complete() -> None:
    board, index = GAME.board, GAME.board.index
    assert index["2023"] in board.neighbours[index["1922"]]
    assert len(index) == 669
    assert board.flood(1 << index["1001"], board.all) == board.all
    assert [GAME.data.edges[letter].bit_count() for letter in "ES"] == [33, 25]
    markers = sum(int(row["count"]) for row in rows("markers.csv"))
    assert (len(GAME.counters), markers, len(GAME.counters) + markers) == (122, 54, 176)


@rule("3.1.2b", "3.1.3a")
def test_t_r31_small_units_start_hexes_and_paratroopers() -> None:
    small = [counter.nation for counter in GAME.counters if not counter.divisional]
    assert [small.count(nation) for nation in ("US", "UK", "DE")] == [2, 8, 4]
    assert {counter.id for counter in GAME.counters if counter.start_hex} == {"DE-18L", "DE-156R", "DE-191R", "DE-344"}
    assert {counter.id for counter in GAME.counters if counter.pool == "ASIDE"} == {"DE-1FJ", "DE-2FJ"}


def test_t_r32_every_river_and_canal_lies_between_neighbours() -> None:
    index, neighbours = GAME.board.index, GAME.board.neighbours
    pairs = [(row["hex_a"], row["hex_b"]) for row in rows("hexsides.csv")]
    assert len(pairs) == len({frozenset(pair) for pair in pairs}) == 305
    for one, other in pairs:
        assert index[other] in neighbours[index[one]]

"""Supply lines in detail: what cuts them, where they end, who needs none, and what the phase does to the hungry."""

from __future__ import annotations

from typing import Any

from bocage import Match
from bocage.games.fortress.rules.supply import capacity, lines, ports
from bocage.rules import met
from tests.cases import rule
from tests.fortress.movement.marching import moving
from tests.fortress.playing import look, position, refused
from tests.fortress.reinforcements.test_withdrawals import place, steps
from tests.fortress.supply.test_supply import after_supply, asked, fed


def cities(country: str, match: Match) -> str:
    """All cities of Germany or Italy."""
    game: Any = match.game
    return " ".join(game.board.names(game.data.cities & getattr(game.data, country)))


@rule("18.1", "18.3")
def test_no_line_passes_a_city_of_the_enemy() -> None:
    ours = "Mulberry-12 R8; US-Bradley R8; US-1-Inf R13"  # five hexes, and Paris lies between
    assert fed(asked(ours, allied_control="R8"), "US-1-Inf") == []
    assert fed(asked(ours, allied_control="R8 R11"), "US-1-Inf") == ["US-1-Inf"]
    theirs = "GE-Dollmann R8; GE-91-Inf R13; US-1-Inf N13"
    assert fed(asked(theirs), "GE-91-Inf") == ["GE-91-Inf"]
    assert fed(asked(theirs, allied_control="R11"), "GE-91-Inf") == []


@rule("R103", "7.4")
def test_zones_over_water_cut_lines_only_if_players_want_it_so() -> None:
    def opened(**fields: Any) -> bool:
        match = asked("GE-91-Inf B17", **fields)
        return bool(lines.through(look(match), "allied") & match.game.board.set("A17"))

    assert opened()
    assert not opened(options={"R103": True})


@rule("31.5", "R117")
def test_a_line_to_jersey_is_a_hex_long_and_goes_both_ways() -> None:
    on = {"options": {"31.5": True}}
    assert fed(asked("GE-319-Co I4; GE-Dollmann J8; US-1-Inf L4", **on), "GE-319-Co") == ["GE-319-Co"]
    assert fed(asked("GE-319-Co I4; GE-Dollmann J9; US-1-Inf L4", **on), "GE-319-Co") == []
    assert fed(asked("GE-Dollmann I4; GE-91-Inf J6; US-1-Inf L4", **on), "GE-91-Inf") == ["GE-91-Inf"]
    assert fed(asked("GE-Dollmann I4; GE-91-Inf J6; US-1-Inf L4"), "GE-91-Inf") == []


@rule("18.3")
def test_german_lines_end_in_germany_or_italy_and_not_in_france() -> None:
    units = "GE-91-Inf N10; US-1-Inf N6; GE-Dollmann M9"
    germany, italy = cities("germany", asked(units)), cities("italy", asked(units))
    assert fed(asked(units, allied_control=germany), "GE-91-Inf") == ["GE-91-Inf"]
    assert fed(asked(units, allied_control=italy), "GE-91-Inf") == ["GE-91-Inf"]
    assert fed(asked(units, allied_control=f"{germany} {italy}"), "GE-91-Inf") == []


@rule("18.6")
def test_far_from_the_enemy_a_headquarters_will_do_but_no_city_in_italy() -> None:
    far = "GE-91-Inf N15; US-1-Inf N9"
    germany = cities("germany", asked(far))
    assert fed(asked(far, allied_control=germany), "GE-91-Inf") == []
    everything = f"{germany} {cities('italy', asked(far))}"
    assert fed(asked(f"{far}; GE-Dollmann N18", allied_control=everything), "GE-91-Inf") == ["GE-91-Inf"]


@rule("18.5", "20.6", "21.1")
def test_who_needs_no_line() -> None:
    assert fed(asked("GE-34-Inf X30; US-1-Inf X28"), "GE-34-Inf") == ["GE-34-Inf"]  # in Italy
    assert fed(asked("US-101-AB M9", dropped="US-101-AB"), "US-101-AB") == ["US-101-AB"]
    assert fed(asked("US-101-AB M9"), "US-101-AB") == []
    para = "GE-2-FJ N10; US-1-Inf N6"
    assert fed(asked(para, dropped="GE-2-FJ"), "GE-2-FJ") == ["GE-2-FJ"]
    assert fed(asked(para), "GE-2-FJ") == []
    assert fed(asked("BR-4-Cdo M9"), "BR-4-Cdo") == ["BR-4-Cdo"]


@rule("18.7.11", "11.8")
def test_an_empty_mulberry_in_a_german_zone_serves_nobody() -> None:
    def level(units: str) -> int:
        return capacity.capacity(look(asked(units)))

    assert level("Mulberry-9 M5") == 9
    assert level("Mulberry-9 M5; GE-91-Inf L5") == 0
    assert level("Mulberry-9 M5; GE-91-Inf L5; US-1-Inf M5") == 8
    match = asked("Mulberry-9 M5; GE-91-Inf L5")
    assert not ports.usable(look(match)) & match.game.board.set("M5")


# Exited armour


@rule("31.15", "R121", "18.7.14")
def test_exited_armour_counts_and_draws_supply_one_hex_beyond_the_edge() -> None:
    def hungry(units: str) -> bool:
        return fed(asked(f"Mulberry-12 NN9; US-2-Arm exited; {units}", allied_control="NN9 MM9"), "US-2-Arm") == []

    assert not hungry("US-Bradley NN9")  # four hexes to the edge
    assert hungry("US-Bradley MM9")  # five, and the box is the sixth
    assert hungry("US-Bradley NN9; GE-106-Inf RR8; GE-172-Inf RR11")  # the edge lies in German zones
    assert hungry("US-1-Inf NN9")
    assert capacity.capacity(look(asked("US-1-Inf K2; US-2-Arm exited"))) == 5
    lost = after_supply("Mulberry-12 NN9; US-2-Arm exited; US-Bradley MM9", allied_control="NN9 MM9")
    assert (place(lost, "US-2-Arm"), steps(lost, "US-2-Arm")) == ("exited", 1)


# The phase


@rule("4.3.C7", "18.3")
def test_germans_out_of_supply_lose_a_step_in_their_own_phase() -> None:
    units = "GE-91-Inf N10; US-1-Inf N6; GE-84-Inf JJ8"
    match = after_supply(units, "german", unsupplied="US-1-Inf GE-84-Inf")
    assert [steps(match, name) for name in ("GE-91-Inf", "US-1-Inf", "GE-84-Inf")] == [1, 2, 2]
    told = [line for line in match.log() if line.sentence.startswith("Out of supply")]
    assert [line.rule for line in told] == ["18.3"]
    marked = match.position.unsupplied
    numbers = match.game.unit_numbers
    assert marked == 1 << numbers["GE-91-Inf"] | 1 << numbers["US-1-Inf"]


@rule("4.3.B7", "18.1")
def test_allies_out_of_supply_lose_a_step_in_theirs() -> None:
    match = after_supply("GE-91-Inf N10; US-1-Inf N6")
    assert [steps(match, name) for name in ("GE-91-Inf", "US-1-Inf")] == [2, 1]
    assert [line.rule for line in match.log() if line.sentence.startswith("Out of supply")] == ["18.1"]


@rule("18.7.5", "18.7.3")
def test_nobody_pays_twice_and_only_for_a_deficit_of_the_turn_before() -> None:
    units = "US-1-Inf R11; US-2-Inf R11; US-4-Inf R11; US-2-Arm K2"
    match = after_supply(units, port_damage={"K2": 6}, start_capacity=-3, turn=7)
    match.play("lose US-1-Inf")
    match.play("lose US-2-Inf")
    assert refused(match, "lose US-1-Inf") == "18.7.5"
    match.play("lose US-4-Inf")
    assert match.prompt.step != "overflow"
    assert [steps(match, f"US-{name}") for name in ("1-Inf", "2-Inf", "4-Inf", "2-Arm")] == [1, 1, 1, 2]
    enough = after_supply(units, port_damage={"K2": 3}, start_capacity=-3, turn=7)  # made good since
    assert enough.prompt.step != "overflow"
    even = after_supply(units, port_damage={"K2": 3}, start_capacity=-1, turn=7)
    assert [line for line in even.log() if "supply capacity is" in line.sentence] == []


@rule("18.2", "18.4", "R20")
def test_where_ports_serve_too_few_the_others_without_a_line_starve_too() -> None:
    units = (
        "Mulberry-9 M5; US-Bradley M7; US-1-Inf L7; US-2-Inf L7; US-4-Inf R11; US-5-Inf S15; US-82-AB L8; US-101-AB S13"
    )
    match = position(
        "allied supply", units, allied_control="M5 M6 M7", by_air="US-82-AB US-101-AB",
        port_damage={"M6": 2, "Mulberry-9": 7},
    )  # fmt: skip
    assert refused(match, "starve US-4-Inf") == "18.4"  # in a city
    assert refused(match, "starve US-82-AB") == "18.4"  # came by air
    assert refused(match, "starve US-5-Inf") == "18.2"
    told = match.why_not("starve US-5-Inf")
    assert told is not None
    assert told.why == "US-5-Inf goes without already"
    match.play("starve US-1-Inf")
    found = {name: steps(match, f"US-{name}") for name in ("1-Inf", "2-Inf", "4-Inf", "5-Inf", "82-AB", "101-AB")}
    assert found == {"1-Inf": 1, "2-Inf": 2, "4-Inf": 2, "5-Inf": 1, "82-AB": 2, "101-AB": 1}


# Ports


@rule("18.7.8", "18.7.10", "R64")
def test_what_happened_to_one_port_says_nothing_of_another() -> None:
    def taken(die: int, **fields: Any) -> Match:
        match = moving("allied", "US-2-Arm L4; US-4-Inf K5", dice=f"{die} 1 1", **fields)
        match.play("pick US-2-Arm")
        match.play("move K2")
        return match

    def value(match: Match) -> int:
        return ports.value(look(match), match.game.board.node("K2"))

    assert value(taken(4, captured_once="B2")) == 7  # taken for the first time
    assert value(taken(4, captured_once="K2")) == 3
    assert value(taken(4, captured_once="K2 B2", damaged_once="B2")) == 3  # that of K2 had left it whole
    first, again = taken(5), taken(5, captured_once="K2")
    assert [match.game.board.names(match.position.damaged_once) for match in (first, again)] == [["K2"], []]
    assert first.game.board.names(first.position.captured_once) == ["K2"]


@rule("18.7.2.E", "18.7.11")
def test_a_port_is_lost_when_a_german_enters_it() -> None:
    def told(where: str) -> list[str]:
        match = moving("german", "GE-2-Pz M8; US-1-Inf R11", allied_control="M6 M7")
        match.play("pick GE-2-Pz")
        match.play(f"move {where}")
        return [line.sentence for line in match.log() if "is lost to the Allies" in line.sentence]

    assert len(told("M6")) == 1
    assert told("M7") == []


@rule("18.7.8", "29.5", "R79")
def test_only_damage_is_repaired_and_a_mulberry_that_is_gone_never() -> None:
    match = after_supply("US-1-Inf K2; Mulberry-9 gone", port_damage={"K2": 0, "Mulberry-9": 4})
    assert match.position.port_damage == {"K2": 0, "Mulberry-9": 4}
    mended = after_supply("US-1-Inf M5; Mulberry-9 M5", port_damage={"Mulberry-9": 4})
    assert mended.position.port_damage == {"Mulberry-9": 3}


@rule("18.7.4", "18.7.6", "18.7.7", "18.7.1")
def test_units_land_within_the_capacity_unless_an_invasion_finds_nobody_ashore() -> None:
    def case(units: str, **fields: Any) -> str:
        found = next((rule for room, rule, _ in capacity.landing(look(asked(units, **fields))) if not room), "")
        assert bool(met(capacity.landing(look(asked(units, **fields))))) is not bool(found)
        return found

    landing = {"turn": 10, "invasions": 2, "invasion_turn": 10}
    assert case("") == "18.7.6"
    assert case("", **landing) == ""
    assert case("US-1-Inf M8", landed="US-1-Inf", **landing) == ""
    assert case("US-1-Inf M8", **landing) == "18.7.6"
    assert case("US-1-Inf K2", start_capacity=6) == ""
    assert (
        case("US-1-Inf K2; " + "; ".join(f"US-{n}-Inf R11" for n in (2, 4, 5, 8, 9, 28)), start_capacity=1) == "18.7.4"
    )
    assert case("US-1-Inf K2", start_capacity=-1) == "18.7.7"

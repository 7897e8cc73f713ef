"""Allied reinforcements: who, how many, where (REIN, RM.2), and who is supplied first (SUP.22)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import rule
from tests.rhine.opening import at, listed, marked, play, refused, supply, told, where

BEACHES = {"first_beaches": "1817 1915 2015"}
OVERFULL = (
    "1817 holds more than its stacking limit: what is still in excess there when movement ends is Disrupted (STK.6)."
)
ASHORE = "US-5C 1817; BR-1C 1915"


def arrivals(units: str = ASHORE, **more: Any) -> Any:
    return at("allied arrivals", units, **{**BEACHES, **more})


def enter(match: Any, *placed: str) -> Any:
    for text in placed:
        unit, node = text.split()
        play(match, f"pick {unit}", f"place {node}")
    return match


@rule("REIN.1", "REIN.3")
def test_two_american_and_two_british_units_come_undisrupted() -> None:
    m = enter(arrivals(), "US-8C 1817", "US-2AD 1817", "BR-30C 1915", "BR-7AD 1915")
    assert [where(m, unit) for unit in ("US-8C", "US-2AD", "BR-30C", "BR-7AD")] == ["1817", "1817", "1915", "1915"]
    assert marked(m, "disrupted") == set()
    assert listed(m, "pick") == set()
    assert m.prompt.text == "Reinforcements: nobody else may enter this turn."
    assert "US 8 Corps enters at 1817." in told(m)


@rule("REIN.3", "R20")
def test_the_french_count_as_american_and_canadians_and_poles_as_british() -> None:
    m = enter(arrivals(), "FR-2AD 1817", "US-8C 1817")
    assert refused(m, "pick US-19C") == (
        "REIN.3",
        "2 American units, French ones included, have entered this turn, and no more may",
    )
    enter(m, "BR-2CC 1915", "BR-1PAD 1915")
    assert refused(m, "pick BR-30C") == (
        "REIN.3",
        "2 British units, Canadian and Polish ones included, have entered this turn, and no more may",
    )


@rule("REIN.3", "SUP.7", "R20")
def test_a_dump_counts_as_one_unit() -> None:
    m = enter(arrivals(), "US-SUP 1817", "US-8C 1817")
    assert listed(m, "pick") & {"US-19C", "US-2AD"} == set()
    assert where(m, "US-SUP") == "1817"


@rule("REIN.3", "DROP.1", "R20")
def test_divisions_that_drop_take_nobodys_place() -> None:
    m = arrivals(f"{ASHORE}; US-82AB 1815; BR-6AB 1915", drop_turn=4, turn=4)
    assert m.prompt.text == "Reinforcements: 2 American and 2 British may still enter. Choose a unit, or go on."


@rule("REIN.3", "R60")
def test_a_player_may_take_fewer_and_they_do_not_add_up() -> None:
    m = play(enter(arrivals(), "US-8C 1817"), "end")
    assert m.prompt.step != "allied arrivals"
    again = arrivals(turn=5)
    assert again.prompt.text == "Reinforcements: 2 American and 2 British may still enter. Choose a unit, or go on."


@rule("REIN.3")
def test_units_enter_not_before_their_turn() -> None:
    assert refused(arrivals(turn=4), "pick BR-1CC") == ("REIN.3", "BR-1CC enters on turn 5 (August I) or later")
    assert "BR-1CC" in listed(arrivals(turn=5), "pick")


@rule("REIN.4")
def test_british_first_airborne_does_not_enter_before_turn_six() -> None:
    assert refused(arrivals(turn=5), "pick BR-1AB") == ("REIN.4", "BR-1AB enters on turn 6 (August II) or later")
    assert "BR-1AB" in listed(arrivals(turn=6), "pick")


@rule("REIN.3", "R60")
def test_airborne_divisions_may_come_by_sea_within_the_limit() -> None:
    m = enter(arrivals(), "US-82AB 1817", "US-101AB 1817")
    assert refused(m, "pick US-8C")[0] == "REIN.3"
    m = arrivals("US-5C 1817; US-82AB resting", resting_since={"US-82AB": 1})
    assert refused(m, "pick US-82AB") == ("DROP.4", "US-82AB left the map to drop again and comes back by air only")


@rule("REIN.2", "R33")
def test_they_enter_on_landing_hexes_and_in_liberated_ports() -> None:
    m = play(arrivals("US-5C 1817; BR-1C 1915; DE-84K 2015", allied_control="1619"), "pick US-8C")
    assert listed(m, "place") == {"1817", "1915", "1619"}
    assert refused(m, "place 2015") == ("REIN.2", "Germans are in 2015")
    assert refused(m, "place 2316") == ("REIN.2", "2316 is not in Allied hands")
    assert refused(m, "place 1717") == ("R33", "nobody has landed on 1717: it is no place of entry")
    assert refused(m, "place 1816") == ("REIN.2", "1816 is neither a landing hex nor a major port")


@rule("REIN.2", "R33")
def test_a_landing_hex_that_the_germans_have_retaken_is_no_entry() -> None:
    m = play(arrivals("US-5C 1817"), "pick US-8C")
    assert listed(m, "place") == {"1817"}
    assert refused(m, "place 1915") == ("REIN.2", "1915 is not in Allied hands")


@rule("REIN.2")
def test_the_hex_of_entry_is_marked_against_their_movement() -> None:
    m = enter(arrivals(), "US-8C 1817")
    assert marked(m, "arrived") == {"US-8C"}


@rule("REIN.2")
def test_without_a_landing_hex_or_port_nobody_is_asked() -> None:
    assert arrivals("US-5C 1814", first_beaches="1817").prompt.step != "allied arrivals"


@rule("REIN.3", "REPL.1")
def test_only_units_in_the_pool_come() -> None:
    m = arrivals("US-5C 1817; US-8C dead")
    assert refused(m, "pick US-5C") == ("REIN.3", "US-5C is on the map already")
    assert refused(m, "pick US-8C") == ("REPL.1", "US-8C is lost: Allied units are never replaced")
    assert refused(m, "pick DE-9Pz") == ("REIN.3", "DE-9Pz is not an Allied unit")
    assert refused(m, "place 1817") == ("REIN.3", "choose the unit that enters first")
    m.play("pick US-19C")
    assert refused(m, "pick US-19C") == ("REIN.3", "US-19C is chosen already: say where it enters")


@rule("RM.2", "R20")
def test_the_marines_come_on_turn_seven_outside_the_limit() -> None:
    m = arrivals(turn=6)
    assert refused(m, "pick BR-RMN") == ("RM.2", "BR-RMN enters on turn 7 (September I) or later")
    m = enter(arrivals(turn=7), "BR-30C 1915", "BR-7AD 1915")
    assert listed(m, "pick") & set(m.game.unit_ids) >= {"BR-RMN"}
    enter(m, "BR-RMN 1915")
    assert where(m, "BR-RMN") == "1915"
    m = enter(arrivals(turn=7), "BR-RMN 1915", "BR-30C 1915")
    assert "BR-7AD" in listed(m, "pick")  # they take nobody's place


@rule("RM.2", "R33")
def test_the_marines_come_beside_a_second_landing_and_nobody_else_does() -> None:
    m = arrivals(turn=7, second_landing_turn=7)
    assert listed(m, "pick") == {"BR-RMN"}
    assert refused(m, "pick US-8C") == (
        "R33",
        "in the turn of a landing the landing force takes the place of the reinforcements",
    )
    assert arrivals(turn=6, second_landing_turn=6).prompt.step != "allied arrivals"


@rule("RM.2", "R60")
def test_marines_who_found_no_place_come_later() -> None:
    assert "BR-RMN" in listed(arrivals(turn=9), "pick")


@rule("REIN.2")
def test_a_full_landing_hex_takes_more_with_a_warning() -> None:
    m = enter(arrivals(), "US-8C 1817")  # two corps where three points fit
    assert m.prompt.warnings == [OVERFULL]
    assert marked(m, "disrupted") == set()


# Rationing

THIRTEEN = [
    "US-5C", "US-7C", "US-8C", "US-19C", "US-15C", "US-20C", "US-12C", "BR-1C", "BR-8C", "BR-12C", "BR-30C", "BR-2CC",
    "BR-7AD",
]  # fmt: skip


def rationing(units: list[str], node: str = "1816", **more: Any) -> Any:
    return at(
        "rationing",
        "; ".join(f"{unit} {node}" for unit in units),
        **{"first_beaches": "1817", "allied_control": "1817", **more},
    )


def short(match: Any, units: list[str]) -> set[str]:
    return {unit for unit in units if supply(match, unit) == "short"}


@rule("SUP.22")
def test_twelve_units_on_the_beaches_need_no_rationing() -> None:
    m = rationing(THIRTEEN[:12])
    assert m.prompt.step != "rationing"
    assert short(m, THIRTEEN[:12]) == set()


@rule("SUP.22")
def test_names_of_an_earlier_turn_are_kept_and_nobody_is_asked_while_all_are_fed() -> None:
    m = rationing(THIRTEEN[:12], favoured="BR-2CC")
    assert m.prompt.step != "rationing"
    assert marked(m, "favoured") == {"BR-2CC"}


@rule("SUP.22")
def test_the_thirteenth_is_short_and_the_player_says_who_that_is() -> None:
    m = rationing(THIRTEEN)
    assert m.prompt.text == (
        "Ports and beaches cannot feed everybody: 1 unit is Short. Name those to be supplied first, or go on."
    )
    assert short(m, THIRTEEN) == {"BR-7AD"}  # the last of the counter list
    assert m.prompt.warnings == ["Short for want of capacity: British 7th Armoured Division (SUP.22)."]
    m.play("favour BR-7AD")
    assert short(m, THIRTEEN) == {"BR-2CC"}
    assert refused(m, "favour BR-7AD") == ("R53", "BR-7AD is among those to be supplied first")
    m.play("unfavour BR-7AD")
    assert short(m, THIRTEEN) == {"BR-7AD"}
    assert refused(m, "unfavour BR-7AD") == ("R53", "BR-7AD is not among those to be supplied first")


@rule("SUP.22")
def test_no_more_can_be_named_than_can_be_fed() -> None:
    m = rationing(THIRTEEN)
    for unit in THIRTEEN[1:]:
        m.play(f"favour {unit}")
    assert listed(m, "favour") == set()
    assert refused(m, "favour US-5C") == (
        "SUP.22",
        "the units named already take all the capacity that US-5C could draw on",
    )
    assert short(m, THIRTEEN) == {"US-5C"}


@rule("SUP.22")
def test_only_combat_units_within_full_supply_are_named() -> None:
    m = at(
        "rationing",
        "; ".join(f"{unit} 1816" for unit in THIRTEEN) + "; US-2AD 1810; US-SUP 1816; DE-84K 2505",
        first_beaches="1817", allied_control="1817",
    )  # fmt: skip
    assert refused(m, "favour US-2AD") == ("SUP.22", "US-2AD does not stand within Full supply")
    assert refused(m, "favour US-SUP") == ("SUP.22", "US-SUP is not an Allied combat unit")
    assert refused(m, "favour DE-84K") == ("SUP.22", "DE-84K is not an Allied combat unit")
    assert listed(m, "favour") == set(THIRTEEN)


@rule("SUP.22")
def test_a_liberated_port_feeds_twelve_more() -> None:
    m = rationing(THIRTEEN, allied_control="1817 1619")
    assert m.prompt.step != "rationing"
    assert short(m, THIRTEEN) == set()


@rule("SUP.22", "SUP.23")
def test_open_antwerp_knows_no_limit() -> None:
    units = "; ".join(f"{unit} 4217" for unit in THIRTEEN)
    channel = "4219 4021 4119 4220 4120 4020 3920"
    # Flushing (4021) is a German fortress on the channel.
    m = at("rationing", f"{units}; US-SUP 4217; BR-SUP 4217", first_beaches="", allied_control="4219")
    assert short(m, THIRTEEN) == {"BR-7AD"}
    assert m.prompt.step == "rationing"
    m = at("rationing", f"{units}; US-SUP 4217; BR-SUP 4217", first_beaches="", allied_control=channel)
    assert m.prompt.step != "rationing"
    assert short(m, THIRTEEN) == set()


@rule("SUP.22")
@pytest.mark.parametrize("gone", ["dead", "resting"])
def test_a_unit_that_left_the_map_is_no_longer_named(gone: str) -> None:
    others = [unit for unit in THIRTEEN if unit != "US-5C"]
    units = "; ".join(f"{unit} 1816" for unit in [*others, "BR-11AD"])
    m = at(
        "rationing", f"{units}; US-82AB {gone}", first_beaches="1817", allied_control="1817", favoured="US-82AB BR-11AD"
    )
    assert marked(m, "favoured") == {"BR-11AD"}

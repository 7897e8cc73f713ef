"""Aircraft: allocation, cancelling, ranges and bridges."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.air import missions
from bocage.games.fortress.rules.air.allocation import available
from bocage.games.fortress.rules.movement import railways
from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, combat, prepare
from tests.fortress.movement.marching import moving
from tests.fortress.playing import look, play, position, refused


@rule("17.6", "17.9.1", "17.9", "4.3.A3", "R14")
def test_all_eleven_allied_aircraft_are_allocated_on_a_clear_turn() -> None:
    match = position("allied allocation")
    play(match, *["sac bridges"] * 4, *["tac strafing"] * 6)
    assert refused(match, "sac v1_sites") == "17.6"
    assert refused(match, "end") == "17.9.1"
    match.play("tac counter_air")
    assert refused(match, "tac bridges") == "17.6"
    match.play("end")
    assert match.position.missions == {"strafing": (0, 6), "bridges": (4, 0), "counter_air": (0, 1)}


@rule("17.1")
def test_two_sac_fly_in_bad_weather_until_september_and_nothing_after() -> None:
    match = position("allied allocation", weather="Overcast")
    assert refused(match, "tac strafing") == "17.6"
    play(match, "sac u_boats", "sac railways")
    assert refused(match, "sac railways") == "17.6"
    october = position("bridge attacks", turn=17, weather="Overcast", missions={"bridges": (1, 0)})
    assert missions.flying(look(october)) == (0, 0)


@rule("17.1", "17.7")
@pytest.mark.parametrize(("weather", "asked"), [("Clear", True), ("Overcast", False), ("Storm", False)])
def test_german_aircraft_fly_on_clear_turns_alone(weather: str, asked: bool) -> None:
    match = position("german allocation", weather=weather, missions={"railways": (2, 0)})
    assert (match.prompt.step == "german allocation") is asked
    assert (sum(available(look(match))) > 0) is asked


@rule("17.10.1", "17.10.2", "17.10.3", "17.10.5", "17.10.6", "17.10.8", "17.10.9", "17.10.7")
def test_each_mission_is_flown_by_its_kind_of_aircraft() -> None:
    match = position("allied allocation")
    both = {"bridges", "v1_sites"}
    assert set(choices(match, "sac")) == both | {"railways", "replacements", "u_boats", "carpet_bombing"}
    assert set(choices(match, "tac")) == both | {"strafing", "ground_support", "counter_air"}
    assert refused(match, "sac strafing") == refused(match, "tac replacements") == "17.10"


@rule("17.10.3")
def test_tac_attack_railways_only_beside_sac() -> None:  # T38
    match = position("allied allocation")
    assert refused(match, "tac railways") == "17.10.3"
    play(match, "sac railways", "tac railways")
    assert match.position.missions["railways"] == (1, 1)


@rule("17.10.9", "R90")
def test_carpets_are_laid_once_a_month_and_not_with_the_first_invasion() -> None:
    assert refused(position("allied allocation", turn=1), "sac carpet_bombing") == "17.10.9"
    assert refused(position("allied allocation", carpet_month="July"), "sac carpet_bombing") == "17.10.9"
    assert not refused(position("allied allocation", carpet_month="June"), "sac carpet_bombing")


def allotted(**boxes: tuple[int, int]) -> Match:
    return position("german allocation", missions=boxes)


@rule("17.7", "17.9.2", "R90")
def test_german_aircraft_are_limited_by_turn_and_by_month() -> None:
    match = allotted(strafing=(0, 7))
    play(match, "against strafing", "support", "against strafing")
    assert match.prompt.step != "german allocation" or refused(match, "support") == "17.7"
    used = position("german allocation", missions={"strafing": (0, 7)}, tac_used={"July": 4})
    play(used, "support")
    assert refused(used, "support") == "17.7"


@rule("17.9.3", "17.10.3")
@pytest.mark.parametrize(("lost", "left"), [("lose-sac", 0), ("lose-tac", 2)])
def test_the_allies_choose_what_is_cancelled_and_railways_need_a_sac(lost: str, left: int) -> None:  # T68
    match = play(allotted(railways=(1, 2), bridges=(1, 0)), "against railways", "end", lost)
    assert missions.on(look(match), "railways") == left
    assert railways.quota(look(match)) == (6 if not left else 2)


@rule("17.10.9", "17.9.3", "R17")
def test_carpets_and_counter_air_are_not_cancelled() -> None:
    match = allotted(carpet_bombing=(1, 0), counter_air=(0, 2))
    assert refused(match, "against carpet_bombing") == "17.9.3"
    assert refused(match, "against counter_air") == "17.9.3"


@rule("17.9.3")
def test_each_german_aircraft_meets_one_allied_one_and_no_more_are_lost_than_there_are() -> None:
    match = play(allotted(railways=(1, 3), bridges=(0, 1)), "against bridges")
    assert refused(match, "against bridges") == "17.9.3"
    assert refused(match, "against strafing") == "17.9.3"
    play(match, "against railways", "against railways")
    while match.prompt.step == "german allocation":
        match.play("end")
    match.play("lose-sac")
    assert match.prompt.step != "losing aircraft" or refused(match, "lose-sac") == "17.9.3"
    assert match.position.missions["railways"] in ((1, 3), (0, 2))
    few = play(allotted(railways=(2, 1), bridges=(0, 1)), "against railways", "against railways", "end", "lose-tac")
    assert few.position.missions["railways"] in ((2, 1), (1, 0))
    assert few.prompt.step != "losing aircraft" or refused(few, "lose-tac") == "17.9.3"


@rule("17.10.8")
def test_counter_air_cancels_german_ground_support() -> None:
    match = play(allotted(counter_air=(0, 2), bridges=(1, 0)), "support", "support", "support", "end")
    assert match.position.german_support == 1


@rule("17.4", "17.10.4", "R56")
def test_tac_bomb_the_seine_and_the_marne_from_p11_but_not_the_oise() -> None:  # T24, T25
    match = position("bridge attacks", "US-SHAEF P11", missions={"bridges": (0, 3)})
    assert [
        section for section in ("Seine-1", "Seine-2", "Seine-3", "Marne-1") if refused(match, f"bomb {section}")
    ] == []
    assert refused(match, "bomb Oise-1") == "17.10.4"
    board, hexes = match.game.board, missions.tac(look(match), "allied")
    along = look(match).game.data.section_hexes["Oise-1"]
    assert board.names(along & ~hexes) == ["Y10"]
    heavy = position("bridge attacks", missions={"bridges": (5, 0)})
    play(heavy, *(f"bomb {section}" for section in ("Seine-1", "Seine-2", "Seine-3", "Marne-1", "Oise-1")))
    assert len(heavy.position.bombed) == 5


@rule("17.4")
def test_no_headquarters_serves_tac_on_the_turn_of_the_first_invasion() -> None:
    units = "US-SHAEF P11"
    later = position("bridge attacks", units, missions={"bridges": (0, 1)})
    first = position("bridge attacks", units, turn=1, invasions=1, invasion_turn=1, missions={"bridges": (0, 1)})
    far = later.game.board.set("R14")
    assert missions.tac(look(later), "allied") & far
    assert not missions.tac(look(first), "allied") & far


@rule("17.5")
def test_german_tac_serve_germany_and_eight_hexes_around_headquarters() -> None:
    match = position("german allocation", "GE-Rommel L8", missions={"strafing": (0, 1)})
    board, hexes = match.game.board, missions.tac(look(match), "german")
    assert board.names(hexes & board.set("RR20 L16 L17")) == ["L16", "RR20"]


@rule("17.4", "17.10.1")
def test_a_headquarters_ashore_guides_strafing_in_the_german_turn_of_the_first_invasion() -> None:
    fields = {"turn": 1, "invasions": 1, "invasion_turn": 1}
    match = moving("german", "US-SHAEF P11; GE-91-Inf R20", **fields)  # type: ignore[arg-type]
    assert missions.tac(look(match), "allied") & match.game.board.set("R14")


@rule("17.4", "R80")
def test_allied_tac_reach_the_mediterranean_coast_and_over_water_but_not_through_switzerland() -> None:
    match = position("bridge attacks", "US-Devers X21", missions={"bridges": (1, 0)})
    board, hexes = match.game.board, missions.tac(look(match), "allied")
    assert board.names(hexes & board.set("N33 N31 N30 M30")) == ["N31", "N33"]  # on the coast, next to it, no more
    straight = board.within(board.node("X21"), 8)
    assert straight & ~hexes & match.game.land  # type: ignore[attr-defined]
    north = position("bridge attacks", "US-Simpson GG3", missions={"bridges": (1, 0)})
    assert missions.tac(look(north), "allied") & board.set("LL1")


@rule("17.4")
def test_allied_tac_reach_englands_radius_without_any_headquarters() -> None:
    match = position("bridge attacks", "US-1-Inf K2", missions={"bridges": (1, 0)})
    board, hexes = match.game.board, missions.tac(look(match), "allied")
    assert board.names(hexes & board.set("R8 R9")) == ["R8"]


@rule("17.8", "17.10.4")
def test_several_tac_take_their_range_from_one_headquarters() -> None:
    match = position("bridge attacks", "US-SHAEF P11", missions={"bridges": (0, 2)})
    play(match, "bomb Seine-2", "bomb Seine-3")
    assert match.position.bombed == ("Seine-2", "Seine-3")


@rule("17.10.4", "R19", "17.3")
def test_sac_bomb_anything_and_tac_go_first_where_they_can() -> None:
    match = position("bridge attacks", "US-SHAEF P11", missions={"bridges": (1, 1)})
    play(match, "bomb Seine-2")
    assert refused(match, "bomb Seine-2") == "17.10.4"
    assert refused(match, "bomb Rhine-3") == ""
    match.play("bomb Rhine-3")
    assert match.prompt.step != "bridge attacks" or refused(match, "bomb Seine-1") == "17.10.4"
    assert (match.position.bridge_sac, match.position.bridge_tac) == (1, 1)


@rule("17.9.4", "17.10.4")
def test_aircraft_and_broken_bridges_are_cleared_at_the_end_of_the_turn() -> None:
    match = position(
        "end of turn", "US-1-Inf K2", turn=2, missions={"strafing": (0, 7)}, bombed=("Seine-1",), dice="1 1 1 1 1"
    )
    assert (match.position.missions, match.position.bombed, match.position.turn) == ({}, (), 3)


@rule("17.2", "17.6")
def test_the_counters_are_four_sac_and_seven_tac() -> None:
    data = position("allied allocation").game.data  # type: ignore[attr-defined]
    kinds = [craft.kind for craft in data.aircraft if craft.side == "allied" and craft.standard]
    assert (kinds.count("SAC"), kinds.count("TAC")) == (4, 7)


@rule("17.10.6", "17.10.7", "R15", "33.4.6")
def test_sites_that_nobody_attacks_cost_replacements_until_all_are_taken() -> None:
    def unhindered(mission: str, **fields: object) -> bool:
        match = position("german allocation", "US-1-Inf K2", **fields)  # type: ignore[arg-type]
        return missions.unhindered(look(match), mission)

    tac = {"strafing": (0, 7)}
    assert unhindered("u_boats", missions=tac)
    assert unhindered("v1_sites", missions=tac)
    assert not unhindered("u_boats", missions={**tac, "u_boats": (1, 0)})
    assert not unhindered("v1_sites", missions={**tac, "v1_sites": (0, 1)})
    assert unhindered("u_boats", missions={**tac, "u_boats": (0, 0)})
    assert unhindered("u_boats", missions=tac, sites_taken="B2 B5 C9 D13 A19")
    assert not unhindered("u_boats", missions=tac, sites_taken="B2 B5 C9 D13 A19 O35")
    assert not unhindered("v1_sites", missions=tac, sites_taken="S7 T6 U7 V5 W5 X5")
    assert not unhindered("u_boats", missions=tac, scenario="berlin", turn=31)


@rule("17.10.3", "10.1")
def test_each_aircraft_on_railways_counts() -> None:  # T38
    match = position("german allocation", missions={"railways": (1, 1)})
    assert missions.on(look(match), "railways") == 2
    assert railways.quota(look(match)) == 2


@rule("17.10.9", "17.1", "R73", "15.8", "R13")
def test_carpets_are_laid_in_bad_weather_too_unless_players_agree() -> None:  # T90
    def carpet(weather: str = "Overcast", turn: int = 7, **fields: Any) -> Match:
        flown = {"carpet_bombing": (1, 0)}
        units = "US-1-Inf K7; US-4-Inf K7; GE-77-Inf K8"
        return combat(units, turn=turn, weather=weather, missions=flown, dice="3 1 1 1", **fields)

    match = prepare(carpet(), "K8", "US-1-Inf US-4-Inf")
    assert refused(match, "carpet") == "17.10.9"  # 3-1
    attack(play(match, "declare 2-1", "carpet"), "K8")
    assert "read as 5, DR" in "".join(line.sentence for line in match.log())
    assert match.position.carpet_month == "July"
    storm = position("allied allocation", turn=7, weather="Storm")
    assert missions.flying(look(storm)) == (2, 0)
    play(storm, "sac carpet_bombing", "sac u_boats", "end")
    assert storm.position.missions["carpet_bombing"] == (1, 0)
    match = prepare(carpet("Storm"), "K8", "US-1-Inf US-4-Inf")
    assert refused(match, "carpet") == "17.10.9"  # 3-1
    attack(play(match, "declare 2-1", "carpet"), "K8")
    assert "read as 5, DR" in "".join(line.sentence for line in match.log())
    assert refused(prepare(carpet(impulse=2), "K8", "US-1-Inf"), "carpet") == "17.10.9"
    assert refused(prepare(carpet(carpet_month="July"), "K8", "US-1-Inf"), "carpet") == "17.10.9"
    assert refused(prepare(carpet(invasions=2, invasion_turn=7), "K8", "US-1-Inf"), "carpet") == "17.10.9"
    grounded = combat("US-1-Inf K7; GE-77-Inf K8", turn=7, missions={"strafing": (0, 7)})
    assert refused(prepare(grounded, "K8", "US-1-Inf"), "carpet") == "17.10.9"
    assert refused(position("allied allocation", turn=7, weather="Overcast"), "sac carpet_bombing") == ""
    for bad in ("Overcast", "Storm"):
        clear = position("allied allocation", turn=7, weather=bad, options={"R73": True})
        assert refused(clear, "sac carpet_bombing") == "R73"
    october = position("allied allocation", turn=18, weather="Overcast")
    assert october.prompt.step != "allied allocation"
    assert missions.flying(look(october)) == (0, 0)  # nothing flies
    match = combat("US-1-Inf K7; US-4-Inf K7; GE-77-Inf K8", turn=18, weather="Overcast", missions={})
    assert refused(prepare(match, "K8", "US-1-Inf US-4-Inf", "declare 2-1"), "carpet") == "17.10.9"


@rule("33.4.5", "17.10.9")
def test_in_the_new_year_one_sac_lays_carpets_in_overcast_once_a_month() -> None:
    known = {"scenario": "berlin", "turn": 31, "weather": "Overcast"}
    match = position("allied allocation", "", **known)  # type: ignore[arg-type]
    assert match.position.missions == {"carpet_bombing": (1, 0)}  # there is nothing else for it to do
    spent = position("allied allocation", "", carpet_month="January", **known)  # type: ignore[arg-type]
    assert missions.flying(look(spent)) == (0, 0)
    storm = position("allied allocation", "", **{**known, "weather": "Storm"})  # type: ignore[arg-type]
    assert missions.flying(look(storm)) == (0, 0)


@rule("31.17", "17.7")
@pytest.mark.parametrize(("turn", "month"), [(41, "April"), (45, "May")])
def test_in_the_extended_game_four_german_aircraft_fly(turn: int, month: str) -> None:  # T118
    match = position("german allocation", turn=turn, missions={"strafing": (0, 7)}, options={"31.17": 8}, tac_used={})
    play(match, *["support"] * 3)
    assert refused(match, "support") == ""
    match.play("support")
    assert match.position.tac_used == {month: 4}
    assert refused(match, "support") != ""


# The Advanced Air System

ADVANCED = {"17.1(adv)": True}


@rule("17.10", "17.10.10(adv)")
def test_there_are_nine_missions_and_a_tenth_in_the_advanced_system() -> None:
    match = position("allied allocation")
    missions_now = {action.partition(" ")[2] for action in choices(match)} - {""}
    assert len(missions_now) == 9
    advanced = {action.partition(" ")[2] for action in choices(position("allied allocation", options=ADVANCED))} - {""}
    assert advanced - missions_now == {"fuel"}


@rule("17.6(adv)", "17.1(adv)", "17.3(adv)")
def test_the_advanced_system_has_a_fifth_sac_and_three_in_bad_weather() -> None:
    match = position("allied allocation", options=ADVANCED)
    assert missions.flying(look(match)) == (5, 7)
    assert refused(match, "sac fuel") == ""
    assert refused(position("allied allocation"), "sac fuel") == "17.10"
    assert missions.flying(look(position("allied allocation", options=ADVANCED, weather="Storm"))) == (3, 0)


@rule("17.7(adv)", "17.7.1(adv)", "17.9.1(adv)")
def test_fuel_is_delivered_at_the_start_of_a_month_and_aircraft_are_sorted() -> None:
    first = position("fuel", turn=1, options=ADVANCED)
    assert (first.position.fuel_production, first.position.fuel_reserves) == (7, 30)
    assert refused(first, "west 6") == "17.6(adv)"
    first.play("west 4")
    assert first.position.west == 4
    july = position("fuel", turn=5, options=ADVANCED, fuel_production=6, fuel_reserves=36)
    assert july.position.fuel_reserves == 40
    second = position("fuel", turn=6, options=ADVANCED, fuel_production=6, fuel_reserves=20)
    assert second.position.fuel_reserves == 20
    assert second.prompt.step != "sorting aircraft"


@rule("17.9.2(adv)", "17.7.3(adv)", "17.6(adv)")
def test_each_box_flies_against_its_own_missions_as_far_as_fuel_goes() -> None:
    def flown(reserves: int, west: int = 2) -> Match:
        boxes = {"strafing": (0, 5), "replacements": (3, 0), "fuel": (2, 0), "bridges": (0, 2)}
        return position(
            "german allocation", options=ADVANCED, missions=boxes, west=west, fuel_reserves=reserves, fuel_production=5
        )

    match = play(flown(10), "against strafing", "support")
    assert refused(match, "against strafing") == "17.9.2(adv)"
    play(match, "against fuel", "against fuel", *["against replacements"] * 3)  # three TAC and two night fighters
    assert match.position.fuel_reserves == 3 or refused(match, "against replacements") != ""
    dry = play(flown(1), "against strafing")
    assert dry.position.fuel_reserves == 0
    assert dry.prompt.step != "german allocation" or refused(dry, "against fuel") == "17.9.2(adv)"


@rule("17.6(adv)", "17.9.1(adv)", "17.1(adv)")
@pytest.mark.parametrize(
    ("turn", "weather", "ready"),
    [(5, "Clear", (2, 5)), (17, "Clear", (2, 6)), (15, "Overcast", (0, 2)), (17, "Overcast", (0, 0))],
)
def test_a_third_night_fighter_comes_in_october(turn: int, weather: str, ready: tuple[int, int]) -> None:
    match = position(
        "german allocation", turn=turn, weather=weather, options=ADVANCED, west=2, fuel_reserves=30,
        missions={"fuel": (1, 0), "strafing": (0, 1)},
    )  # fmt: skip
    assert available(look(match)) == ready


@rule("17.1(adv)", "17.7.2(adv)", "17.10.10(adv)", "17.7.3(adv)")
@pytest.mark.parametrize(("target", "production", "left"), [("fuel", 7, 2), ("replacements", 5, 1)])
def test_a_night_fighter_meets_bombers_in_bad_weather(target: str, production: int, left: int) -> None:  # T120
    match = position(
        "german allocation", turn=15, weather="Overcast", options=ADVANCED, fuel_reserves=1, fuel_production=6,
        west=5, missions={"replacements": (2, 0), "fuel": (1, 0)},
    )  # fmt: skip
    assert refused(match, "support") == "17.1"
    match.play(f"against {target}")
    while match.prompt.step == "german allocation":
        match.play("end")
    assert (match.position.fuel_production, match.position.fuel_reserves) == (production, 0)
    assert missions.on(look(match), "replacements") == left


@rule("17.7.2(adv)")
def test_fuel_is_made_in_any_weather() -> None:
    match = position(
        "allied allocation", turn=19, weather="Storm", options=ADVANCED, fuel_production=6, fuel_reserves=9
    )
    assert match.position.fuel_production == 7


@rule("17.10.2", "17.5", "17.7")
def test_german_support_that_is_not_used_is_lost_with_the_turn() -> None:
    match = position("end of turn", "US-1-Inf K2", turn=2, german_support=2, dice="1 1 1 1")
    assert match.position.german_support == 0

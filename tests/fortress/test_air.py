"""Aircraft: allocation, cancelling, ranges and bridges."""

from __future__ import annotations

import pytest

from bocage import Match
from bocage.games.fortress.rules.air import missions, ranges
from tests.cases import rule
from tests.fortress.playing import look, play, position, refused


@rule("17.6", "17.9.1")
def test_all_eleven_allied_aircraft_are_allocated_on_a_clear_turn() -> None:
    match = position("allied allocation")
    play(match, *["sac bridges"] * 4, *["tac strafing"] * 6)
    assert refused(match, "sac v1_sites") == "17.6"
    assert refused(match, "end") == "17.9.1"
    play(match, "tac counter_air", "end")
    assert match.position.missions == {"strafing": (0, 6), "bridges": (4, 0), "counter_air": (0, 1)}


@rule("17.1")
def test_two_sac_fly_in_bad_weather_until_september_and_nothing_after() -> None:
    match = position("allied allocation", weather="Overcast")
    assert refused(match, "tac strafing") == "17.6"
    play(match, "sac u_boats", "sac railways")
    assert refused(match, "sac railways") == "17.6"
    october = position("bridge attacks", turn=17, weather="Overcast", missions={"bridges": (1, 0)})
    assert missions.flying(look(october)) == (0, 0)


@rule("17.10.1", "17.10.2", "17.10.3", "17.10.5", "17.10.6", "17.10.8", "17.10.9")
@pytest.mark.parametrize(
    "action", ["sac strafing", "sac ground_support", "tac railways", "tac replacements", "tac u_boats"]
)
def test_each_mission_is_flown_by_its_kind_of_aircraft(action: str) -> None:
    assert refused(position("allied allocation"), action)


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


@rule("17.10.9", "17.9.3", "R17")
def test_carpets_and_counter_air_are_not_cancelled() -> None:
    match = allotted(carpet_bombing=(1, 0), counter_air=(0, 2))
    assert refused(match, "against carpet_bombing") == "17.9.3"
    assert refused(match, "against counter_air") == "17.9.3"


@rule("17.10.8")
def test_counter_air_cancels_german_ground_support() -> None:
    match = play(allotted(counter_air=(0, 2), bridges=(1, 0)), "support", "support", "support", "end")
    assert match.position.german_support == 1


@rule("17.4", "17.10.4")
def test_tac_bomb_the_seine_and_the_marne_from_p11_but_not_the_oise() -> None:  # T24, T25
    match = position("bridge attacks", "US-SHAEF P11", missions={"bridges": (0, 3)})
    assert [
        section for section in ("Seine-1", "Seine-2", "Seine-3", "Marne-1") if refused(match, f"bomb {section}")
    ] == []
    assert refused(match, "bomb Oise-1") == "17.10.4"
    assert not refused(position("bridge attacks", missions={"bridges": (1, 0)}), "bomb Oise-1")


@rule("17.4")
def test_no_headquarters_serves_tac_on_the_turn_of_the_first_invasion() -> None:
    units = "US-SHAEF P11"
    later = position("bridge attacks", units, missions={"bridges": (0, 1)})
    first = position("bridge attacks", units, turn=1, invasions=1, invasion_turn=1, missions={"bridges": (0, 1)})
    far = later.game.board.set("R14")
    assert ranges.tac(look(later), "allied") & far
    assert not ranges.tac(look(first), "allied") & far


@rule("17.5")
def test_german_tac_serve_germany_and_eight_hexes_around_headquarters() -> None:
    match = position("german allocation", "GE-Rommel L8", missions={"strafing": (0, 1)})
    board, hexes = match.game.board, ranges.tac(look(match), "german")
    assert board.names(hexes & board.set("RR20 L16 L17")) == ["L16", "RR20"]

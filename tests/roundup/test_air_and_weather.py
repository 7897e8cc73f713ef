"""Chapters 5 to 7: the sequence of play, the weather, and the war in the air."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.roundup.hands import listed, play

DUNKIRK = "1305 1306 1307"


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=units, **{"turn": 3, **more})


def idle(match: Any) -> None:
    """Answer as a player who does as little as possible."""
    texts = [str(action) for action in match.prompt.actions]
    match.play("end" if "end" in texts else texts[0])


def steps_until(match: Any, last: str) -> list[str]:
    """The questions that an idle player meets, up to one of this name."""
    met = [match.prompt.step]
    while met[-1] != last:
        idle(match)
        if match.prompt.step != met[-1]:
            met.append(match.prompt.step)
    return met


def kinds(match: Any) -> list[str]:
    """What has happened, in order."""
    return [event.kind for entry in [match.opening, *match.entries] for event in entry.events]


# 5: the sequence of play


@pytest.fixture(scope="module")
def idle_game() -> dict[int, list[str]]:
    """Turn -> what happened in it, in order, in a game of two idle players."""
    match = bocage.new_match("roundup", options={"13.3": 1}, seed="idle")
    while match.outcome is None:
        idle(match)
    turns: dict[int, list[str]] = {1: []}
    turn = 1
    for entry in match.entries:
        for event in entry.events:
            if event.kind == "turn":
                turn = event.data[0]
                turns[turn] = []
            elif event.kind in ("weather", "air", "order", "cup", "verdict"):
                word = event.data[0] if event.kind in ("order", "cup") else ""
                turns[turn].append(f"{event.kind} {word}".strip())
    return turns


@rule("5.0")
def test_a_game_is_ten_turns_of_an_allied_phase_a_german_phase_and_housekeeping(
    idle_game: dict[int, list[str]],
) -> None:
    assert list(idle_game) == list(range(1, 11))
    for turn, happened in idle_game.items():
        assert happened[:4] == ["weather", "air", "order allied", "order german"]
        assert (happened[-1] == "verdict") is (turn == 10)


@rule("5.0a")
def test_what_belongs_to_an_earlier_or_later_phase_is_refused() -> None:
    m = at("allied reinforcements", "US-1 1305; DE-376 1404", us_beachheads="1204", superiority="allied", tas_left=2)
    for early_or_late in ("tas 1404", "us-supply 1305", "pick US-1", "attack 1404", "move-first"):
        assert "is not possible now" in m.why_not(early_or_late).why
    m = at("allied movement", "US-1 1305; DE-376 1404", us_beachheads="1204", superiority="allied", tas_left=2)
    for early_or_late in ("tas 1404", "enter 1204", "attack 1404", "us-port Dunkirk"):
        assert "is not possible now" in m.why_not(early_or_late).why


@rule("5.0.I")
def test_the_allied_phase_goes_from_weather_to_air_to_arrivals_to_movement_and_combat() -> None:
    m = at(
        "port designation", "US-1 1703 reduced; US-2 1305; DE-376 3820",
        allied_control=DUNKIRK, us_beachheads="1204", dice="1 6 6 6 1 1",
    )  # fmt: skip
    play(m, "us-port Dunkirk", "end")
    assert kinds(m) == ["port", "weather", "air"]
    assert steps_until(m, "movement") == [
        "air support", "aerial supply", "reinforcements", "replacements", "phase order", "air drop", "movement",
    ]  # fmt: skip


@rule("5.0.II")
def test_the_german_phase_goes_from_air_to_movement_and_combat_to_arrivals() -> None:
    m = at(
        "german air support", "US-1 3213; DE-376 3212", us_beachheads="3123", superiority="german", tas_left=1,
        dice="1 1 1 1 1 1 6",
    )  # fmt: skip
    assert steps_until(m, "german reinforcements") == [
        "air support", "phase order", "movement", "combat", "german reinforcements",
    ]  # fmt: skip
    assert m.position.turn == 3
    play(
        m, "place 3001", "end", "place 4201", "end", "place 4202", "end"
    )  # one from each cup: turn 1, turn 2 and Italy
    assert m.position.turn == 4


@rule("5.0.III")
def test_the_turn_ends_with_all_markers_off_and_the_turn_marker_one_on() -> None:
    m = at(
        "administration", "US-1 3213; DE-376 3820", us_aerial="3213", uk_aerial="3214", replaced="US-1",
        tas="3212 3213", tas_left=2, superiority="allied", dice="6 1 1 1 1 1 1",
    )  # fmt: skip
    position = m.position
    assert (position.us_aerial, position.uk_aerial, position.replaced, position.tas, position.tas_left) == (
        0,
        0,
        0,
        (),
        0,
    )
    assert (position.turn, position.weather, position.superiority) == (4, "Storm", "")
    assert m.prompt.side == "allied"


# 6: weather


@rule("6.0")
def test_turn_one_is_clear_and_later_weather_is_rolled() -> None:
    first = at("weather", turn=1, dice="6")
    assert (first.position.weather, first.position.rolls, first.position.tas_left) == ("Clear", 1, 6)
    for die, weather in enumerate(("Clear", "Clear", "Clear", "Overcast", "Overcast", "Storm"), start=1):
        for turn in (2, 10):
            m = at("weather", turn=turn, dice=f"{die} 6 6 1 1 1")
            assert m.position.weather == weather
            assert m.log()[0][1:] == ("6.0", f"The weather is {weather} (die {die}).")


@rule("6.1", "R3")
def test_three_dice_meet_two_under_a_clear_sky_two_meet_one_under_clouds_and_none_in_a_storm() -> None:
    for weather, dice, allied, left in (
        ("Clear", "6 6 6 1 1", "allied", 16), ("Clear", "1 1 1 6 6", "german", 9),
        ("Overcast", "6 6 1", "allied", 11), ("Overcast", "1 1 6", "german", 4), ("Storm", "", "", 0),
    ):  # fmt: skip
        m = at("air superiority", "US-1 3012", weather=weather, dice=dice)
        assert (m.position.superiority, m.position.tas_left, m.position.rolls) == (allied, left, len(dice.split()))


@rule("6.1a")
@pytest.mark.parametrize("strategy", [2, 4])
def test_luftwaffe_fighters_bring_the_germans_a_die_more(strategy: int) -> None:
    clear = at("air superiority", weather="Clear", strategy=strategy, dice="1 1 1 6 6 6")
    assert (clear.position.superiority, clear.position.tas_left) == ("german", 15)
    overcast = at("air superiority", weather="Overcast", strategy=strategy, dice="1 1 6 6")
    assert (overcast.position.superiority, overcast.position.tas_left) == ("german", 10)
    storm = at("air superiority", weather="Storm", strategy=strategy, dice="")
    assert storm.position.superiority == ""


BOMBED = {"units": "US-1 3213; US-2 3211; DE-376 3212; DE-65 3210", "superiority": "allied", "us_beachheads": "3123"}


@rule("6.2")
def test_bombers_fly_under_clouds_only_by_option_and_badly_and_never_in_a_storm() -> None:
    for weather, options in (("Overcast", {}), ("Storm", {}), ("Storm", {"15.20": True})):
        m = at("allied combat first", weather=weather, options=options, **BOMBED)
        play(m, "attack 3212", "join US-1")
        assert m.why_not("bombers").rule == "7.6"
    m = at("allied combat first", weather="Overcast", options={"15.20": True}, dice="1 3", **BOMBED)
    play(m, "attack 3212", "join US-1", "bombers")
    assert "Heavy bombers over 3212: 1 modified to 0, 1 left." in [line[2] for line in m.log()]


@rule("6.3")
def test_a_storm_takes_two_points_from_everybody() -> None:
    units = {"US-1": 8, "UK-1": 8, "DE-14P": 8, "DE-376": 4, "DE-712": 2}
    for name, points in units.items():
        side = "german" if name.startswith("DE") else "allied"
        m = at(
            f"{side} movement", f"{name} 3012; {'US-Rgr' if side == 'allied' else 'DE-s508'} 1205", weather="Storm",
            us_beachheads="3123", uk_beachheads="3024",
        )  # fmt: skip
        assert f"({points} MP left, {2 * points} in column)" in play(m, f"pick {name}").prompt.text


@rule("6.4")
def test_nothing_is_flown_in_through_a_storm() -> None:
    m = at("aerial supply", "US-1 3012; DE-376 3820", weather="Storm", superiority="allied")
    assert m.prompt.step != "aerial supply"
    m = at("weather", "US-1 3012; DE-376 3820", dice="6")
    assert m.prompt.step not in ("air support", "aerial supply")


# 7: the air


@rule("7.1")
def test_on_turn_one_the_allies_own_the_sky_without_a_contest() -> None:
    for strategy in (1, 4):
        m = at("air superiority", turn=1, strategy=strategy, dice="2")
        assert (m.position.superiority, m.position.rolls) == ("allied", 1)
    for turn, strategy, rolls in ((2, 1, 5), (2, 4, 6), (10, 2, 6)):
        m = at("air superiority", turn=turn, strategy=strategy, weather="Clear", dice="1 1 1 2 2 2")
        assert (m.position.superiority, m.position.rolls) == ("german", rolls)


@rule("7.2")
def test_the_difference_of_the_dice_is_the_number_of_markers_and_a_tie_gives_none() -> None:
    for die in range(1, 7):
        assert at("air superiority", turn=1, dice=str(die)).position.tas_left == die
    m = at("air superiority", weather="Clear", dice="4 3 5 2 6")
    assert (m.position.superiority, m.position.tas_left) == ("allied", 12 - 8)
    m = at("air superiority", "US-1 3012; DE-376 3820", weather="Clear", dice="1 2 3 1 5")
    assert (m.position.superiority, m.position.tas_left) == ("", 0)
    assert m.prompt.step not in ("air support", "aerial supply")
    assert m.log()[0][1:] == ("7.2", "Air dice: Allies 1+2+3, Germans 1+5. Nobody has air superiority.")


@rule("7.3")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_some_none_or_all_markers_go_anywhere_and_stay_all_turn(side: str) -> None:
    m = at("air support", "US-1 3213; DE-376 3212", superiority=side, tas_left=2, weather="Overcast")
    assert m.prompt.side == side
    assert listed(m, "tas") == set(m.game.board.index)
    assert m.why_not("end") is None  # none at all
    play(m, "tas 3212", "tas 1306")
    assert m.why_not("tas 1306").rule == "7.2"  # no third one
    play(m, "end")
    for _ in range(40):
        if m.game.phase(m.position) == "german combat":
            break
        idle(m)
    assert (m.game.phase(m.position), m.view()["air"]["markers"]) == ("german combat", ["3212", "1306"])


@rule("7.3a")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_markers_kept_back_are_placed_in_the_german_phase(side: str) -> None:
    m = at("air support", "US-1 3213; DE-376 3212", superiority=side, tas_left=3, weather="Overcast")
    play(m, "tas 3212", "end")
    assert steps_until(m, "air support")[-1] == "air support"
    assert (m.game.phase(m.position), m.prompt.side, m.position.tas_left) == ("german air support", side, 2)
    play(m, "tas 3211")
    assert m.view()["air"]["markers"] == ["3212", "3211"]


@rule("7.4")
def test_enemy_aircraft_cost_one_point_for_each_hex_entered_and_nothing_to_leave() -> None:
    def cost(movers: str, tas: str, *moves: str) -> list[str]:
        name = movers.split()[0]
        side = "german" if name.startswith("DE") else "allied"
        m = at(f"{side} movement", f"{movers}; US-9 3820; DE-708 3520", tas=tas, superiority="allied")
        play(m, f"pick {name}", *(f"move {label}" for label in moves))
        return [line[2].split("(")[1] for line in m.log()]

    assert cost("DE-14P 3217", "3214", "3216", "3215", "3214") == ["1 MP).", "2 MP).", "2 MP)."]
    assert cost("DE-14P 3217", "3214 3214 3213", "3216", "3215", "3214") == ["1 MP).", "2 MP).", "2 MP)."]
    assert cost("DE-14P 3213", "3214", "3212") == ["1 MP)."]
    assert cost("US-1 3217", "3214", "3216", "3215", "3214") == ["1 MP).", "1 MP).", "1 MP)."]


def shifts(match: Any, target: str, *attackers: str) -> list[tuple[int, str]]:
    return [(shift.columns, shift.rule) for shift in bocage.forecast(match, target, list(attackers)).shifts]


@rule("7.5")
def test_one_column_for_the_side_whose_aircraft_are_over_the_defender_never_two() -> None:
    # All in clear hexes without water; 3212 and 3217 are two battles.
    units = "US-1 3213; DE-376 3212; US-2 3216; DE-65 3217"
    for row, target, attacker, owner, columns in (
        ("allied combat", "3212", "US-1", "allied", 1), ("allied combat", "3212", "US-1", "german", -1),
        ("german combat", "3213", "DE-376", "german", 1), ("german combat", "3213", "DE-376", "allied", -1),
    ):  # fmt: skip
        for tas in (target, f"{target} {target}", "3212 3213 3112"):
            m = at(row, units, tas=tas, superiority=owner, us_beachheads="3123")
            assert shifts(m, target, attacker) == [(columns, "11.11")]
    m = at(
        "allied combat", "US-1 3213; DE-376 3212; US-2 3215; DE-65 3214; US-3 3313", tas="3213", superiority="allied"
    )
    assert shifts(m, "3212", "US-1") == shifts(m, "3214", "US-1") == [(1, "11.11")]  # one marker, two battles


@rule("7.5a")
def test_aircraft_over_the_attackers_change_nothing_and_fly_for_both_allies() -> None:
    units = "US-1 3213; UK-1 3312; DE-376 3212; DE-65 3020"
    m = at("allied combat", units, tas="3215", superiority="german")
    assert shifts(m, "3212", "US-1") == []
    m = at("allied combat", units, tas="3214", superiority="german")  # over the attackers' hex, not over the defenders
    assert shifts(m, "3212", "US-1") == []
    m = at("allied combat", units, tas="3212", superiority="allied")
    assert shifts(m, "3212", "US-1") == shifts(m, "3212", "UK-1") == [(1, "11.11")]


@rule("7.6")
def test_bombers_need_the_sky_the_sun_and_combat_before_movement() -> None:
    battle = ("attack 3212", "join US-1")
    m = play(at("allied combat first", weather="Clear", **BOMBED), *battle)
    assert m.why_not("bombers") is None
    for row, changes, reason in (
        ("allied combat first", {"superiority": ""}, "air superiority"),
        ("allied combat first", {"superiority": "german"}, "air superiority"),
        ("allied combat first", {"weather": "Overcast"}, "weather"),
        ("allied combat", {}, "Combat/Move"),
    ):
        m = play(at(row, **{"weather": "Clear", **BOMBED, **changes}), *battle)
        assert m.why_not("bombers").rule == "7.6"
        assert reason in m.why_not("bombers").why
    m = at("allied combat first", weather="Clear", dice="2 3", **BOMBED)
    assert m.why_not("bombers").rule == "11.0"  # first the battle
    play(m, *battle, "bombers", "attack 3210", "join US-2")  # a stalemate; then a second battle
    assert m.why_not("bombers").why == "the heavy bombers have flown this turn"


@rule("7.6a")
def test_the_bomber_die_shifts_one_battle_and_the_next_turn_they_fly_again() -> None:
    for die, words, column in (
        (1, "1 left", "1:2"), (2, "no effect", "1:1"), (3, "1 right", "2:1"), (4, "1 right", "2:1"),
        (5, "2 right", "3:1"), (6, "2 right", "3:1"),
    ):  # fmt: skip
        m = at("allied combat first", weather="Clear", dice=f"{die} 4", **BOMBED)
        play(m, "attack 3212", "join US-1")
        assert bocage.forecast(m).column == "1:1"
        m.play("bombers")
        told = [line[2] for line in m.log()]
        assert f"Heavy bombers over 3212: {die}, {words}." in told
        assert any(f"rolled on {column}: 4" in line for line in told)
    m = at("allied combat first", weather="Clear", dice="2 3", **BOMBED)
    play(m, "attack 3212", "join US-1", "bombers")
    assert shifts(m, "3210", "US-2") == []
    play(m, "end")
    assert m.position.bombers_used == 0


@rule("7.6b")
def test_the_germans_have_bombers_only_by_option_in_their_own_phase_and_in_fair_weather() -> None:
    german = {"units": "DE-376 3213; US-1 3212", "superiority": "german", "us_beachheads": "3123"}
    battle = ("attack 3212", "join DE-376")
    m = play(at("german combat first", weather="Clear", **german), *battle)
    assert m.why_not("bombers").why == "this side has no heavy bombers"
    option = {"15.15": True}
    m = play(at("german combat first", weather="Clear", options=option, **german), *battle)
    assert m.why_not("bombers") is None
    m = play(at("german combat first", weather="Storm", options={**option, "15.20": True}, **german), *battle)
    assert m.why_not("bombers").rule == "7.6"
    m = play(at("allied combat first", weather="Clear", options=option, **german), "attack 3213", "join US-1")
    assert m.why_not("bombers").rule == "7.6"  # the Allied phase: neither side's bombers may fly
    assert m.why_not("bombers", side="german").why.startswith("it is not german who decides")

"""Commandoes and rangers: raids from a base onto a coast."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.supply import capacity, ports, tracing
from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, steps
from tests.fortress.invasion.landings import invaded, until
from tests.fortress.movement.marching import against, has, moving, where
from tests.fortress.playing import look, play, refused

PORT = "US-1-Inf K2"


def raiding(units: str = PORT, impulse: int = 1, **fields: Any) -> Match:
    """An Allied move impulse of July I."""
    return moving("allied", units, impulse, **{"start_capacity": 5, **fields})


def raid(match: Match, unit: str, label: str) -> str:
    """The case against a raid; without one it is made."""
    if match.prompt.hand != 1 << match.game.unit_numbers[unit]:
        match.play(f"pick {unit}")
    found = against(match, f"raid {label}")
    if not found:
        match.play(f"raid {label}")
    return found


@rule("21.1", "18.7.6", "18.7.7")
@pytest.mark.parametrize("start", [5, 0, -3])
def test_raiders_are_supplied_and_count_nothing_whatever_the_capacity(start: int) -> None:  # T62
    match = raiding(start_capacity=start)
    before = capacity.capacity(look(match))
    assert raid(match, "BR-1-Cdo", "T5") == ""
    assert capacity.capacity(look(match)) == before
    assert tracing.supplied(look(match), "allied") >> match.game.unit_numbers["BR-1-Cdo"] & 1


@rule("21.2")
@pytest.mark.parametrize("impulse", [1, 2])
def test_raids_go_to_any_invadable_hex_in_either_impulse(impulse: int) -> None:
    assert raid(raiding(impulse=impulse), "BR-1-Cdo", "T5") == ""
    assert raid(raiding(impulse=impulse), "US-Rangers", "M6") == ""
    assert raid(raiding(impulse=impulse), "BR-1-Cdo", "R11") == "21.2"
    assert raid(raiding(f"{PORT}; GE-711-Co N5", impulse), "BR-1-Cdo", "M6") == "21.2"  # the passage is blocked
    match = raiding()
    match.play("pick US-5-Inf")
    assert against(match, "raid T5") == "21.2"


@rule("21.2", "R28")
def test_there_are_two_raids_a_game_and_each_impulse_is_one() -> None:
    match = raiding(raids=1)
    assert raid(match, "BR-1-Cdo", "T5") == ""
    assert raid(match, "BR-4-Cdo", "T5") == ""
    assert match.position.raids == 2
    spent = raiding(raids=2)
    assert "raid" not in {choice.split()[0] for choice in choices(play(spent, "pick BR-1-Cdo"))}


@rule("21.2")
def test_a_group_lands_together() -> None:
    match = raiding()
    assert raid(match, "BR-1-Cdo", "P4") == ""
    assert raid(match, "BR-4-Cdo", "P5") == ""  # an arrow joins them
    assert raid(match, "US-Rangers", "T5") == "21.2"


@rule("21.2", "27.7")
def test_raiders_begin_in_a_base_and_do_not_move_on() -> None:
    tired = invaded("L3", resting="BR-1-Cdo")
    assert refused(tired, "pick BR-1-Cdo") == "27.7"
    assert "pick BR-1-Cdo" not in choices(raiding(resting="BR-1-Cdo"))
    assert raid(raiding(f"{PORT}; BR-1-Cdo K2"), "BR-1-Cdo", "T5") == "21.2"
    assert raid(raiding(sea_moved="BR-1-Cdo"), "BR-1-Cdo", "T5") == "21.2"
    match = raiding()
    raid(match, "BR-1-Cdo", "T5")
    assert against(match, "pick BR-1-Cdo") == "21.2"


@rule("21.4", "18.7.8", "18.7.12")
def test_a_port_taken_by_raiders_serves_from_the_next_turn_on() -> None:
    match = raiding(dice="6 1 1")
    raid(match, "BR-1-Cdo", "R5")
    dieppe = match.game.board.set("R5")
    assert match.position.port_damage == {"R5": 2}
    assert match.position.closed_ports & dieppe
    assert not ports.usable(look(match)) & dieppe


@rule("20.16", "21.4", "18.7.11")
def test_a_port_that_infantry_takes_with_raiders_serves_at_once() -> None:
    match = invaded("R5", dice="1 1 1 1 1 1")
    play(match, "pick BR-1-Cdo", "raid R5", "pick US-5-Inf", "land R5")
    until(match, "second wave")
    assert match.position.allied_control & match.game.board.set("R5")
    assert not match.position.closed_ports


@rule("21.5", "9.1.D", "9.1.E", "R29")
@pytest.mark.parametrize(("label", "free"), [("L3", False), ("C12", True), ("T5", True)])
def test_a_raid_outside_the_invaded_district_releases_everybody(label: str, free: bool) -> None:  # T89
    match = raiding(f"{PORT}; GE-344-Co X4 frozen", released=False, invaded_districts=("7",))
    raid(match, "BR-1-Cdo", label)
    assert has(match, "frozen", "GE-344-Co") is not free


@rule("21.6", "7.1")
def test_raiders_have_no_zone_and_stack_free() -> None:
    match = raiding("US-1-Inf T5; US-2-Inf T5; US-4-Inf T5")
    assert raid(match, "BR-1-Cdo", "T5") == ""
    assert not look(match).overfull(match.game.board.node("T5"))
    alone = raiding()
    raid(alone, "BR-1-Cdo", "T5")
    assert not look(alone).zone("allied") & alone.game.board.set("T6")


@rule("8.2", "R113")
def test_whoever_raids_a_flooded_hex_stays_there_that_turn() -> None:
    match = raiding()
    raid(match, "BR-1-Cdo", "CC5")
    assert has(match, "mired", "BR-1-Cdo")


@rule("21.2", "31.6", "R118")
def test_a_raid_takes_decoys_off_that_are_near() -> None:
    match = invaded("L3", units="GE-84-Inf QQ5; GE-85-Inf RR13", options={"31.6": True}, decoys="GE-84-Inf GE-85-Inf")
    play(match, "pick US-1-Inf", "land L3", "pick BR-1-Cdo", "raid QQ4")
    assert not has(match, "decoys", "GE-84-Inf")
    assert has(match, "decoys", "GE-85-Inf")


@rule("21.8", "12.4")
def test_each_coast_is_raided_from_its_own_base() -> None:
    assert raid(raiding(), "BR-1-Cdo", "N33") == "21.8"
    assert raid(raiding(f"{PORT}; BR-1-Cdo africa"), "BR-1-Cdo", "N33") == ""
    assert raid(raiding(f"{PORT}; BR-1-Cdo africa"), "BR-1-Cdo", "T5") == "21.8"


@rule("21.9")
def test_raiders_keep_off_enemies_and_attack_those_in_whose_zone_they_are() -> None:  # T89
    assert raid(raiding(f"{PORT}; GE-91-Inf T5"), "BR-1-Cdo", "T5") == "21.9"
    match = invaded("L3", "L4", units="GE-91-Inf K4; GE-709-Co K2", dice="4 1 1 1 1")
    play(match, "pick US-1-Inf", "land L4")
    for unit in ("BR-1-Cdo", "BR-4-Cdo", "US-Rangers"):
        play(match, f"pick {unit}", "raid J4")
    until(match, "combat")
    assert refused(match, "end") != ""
    assert "US-1-Inf" not in choices(match, "join")
    attack(match, "K4", "BR-1-Cdo BR-4-Cdo US-Rangers")
    assert "1-1" in "".join(line.sentence for line in match.log())


@rule("21.10")
def test_there_are_no_raids_in_a_storm() -> None:
    assert "pick BR-1-Cdo" not in choices(raiding(weather="Storm"))
    assert "pick BR-1-Cdo" in choices(raiding(weather="Overcast"))
    walking = raiding(f"{PORT}; BR-1-Cdo K2", weather="Storm")
    walking.play("pick BR-1-Cdo")
    assert against(walking, "raid T5") == "21.10"
    german = moving("german", f"{PORT}; GE-91-Inf T7")
    german.play("pick GE-91-Inf")
    assert against(german, "raid T5") == "21.2"


@rule("21.11", "12.2.I7")
@pytest.mark.parametrize(("hidden", "die", "alive"), [("GE-12SS-Pz", 1, False), ("GE-11-Flak", 6, True)])
def test_raiders_on_a_hidden_unit_fight_it_or_die(hidden: str, die: int, alive: bool) -> None:
    match = invaded("L3", units=f"{hidden} J4 hidden; GE-91-Inf K4", dice=f"{die} 1 1 1 1 1")
    play(match, "pick US-1-Inf", "land L3")
    for unit in ("BR-1-Cdo", "BR-4-Cdo", "US-Rangers"):
        play(match, f"pick {unit}", "raid J4")
    until(match, "combat")
    assert choices(match, "attack") in ([], ["J4"])  # and nobody beside it
    attack(match, "J4", "BR-1-Cdo BR-4-Cdo US-Rangers")
    assert bool(steps(match, "BR-1-Cdo")) is alive


@rule("12.2.I4", "21.2", "21.8")
def test_raiders_of_the_other_base_go_with_the_landing_to_their_own_coast() -> None:
    match = invaded("L3", units="BR-1-Cdo africa")
    play(match, "pick US-1-Inf", "land L3", "pick BR-1-Cdo")
    assert refused(match, "land L3") == "12.4"
    assert refused(match, "raid N33") == ""


@rule("12.18", "21.2")
def test_raids_go_on_after_a_failed_landing() -> None:
    match = raiding("", start_capacity=0, invasions=1, invasion_turn=1)
    assert raid(match, "BR-1-Cdo", "T5") == ""
    assert where(match, "BR-1-Cdo") == "T5"


@rule("33.3.3", "33.4.4")
def test_there_are_no_raids_in_winter() -> None:
    match = moving("allied", f"{PORT}; BR-1-Cdo england", turn=28, scenario="bulge")
    assert "raid" not in {choice.split()[0] for choice in choices(play(match, "pick BR-1-Cdo"))}

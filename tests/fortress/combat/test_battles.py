"""Battles from the die to the last retreat (14.9, 14.11, 15, 16.4, 20.8, 22.3), as the acceptance tests have them."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, combat, landing, prepare, said, steps, where
from tests.fortress.playing import look, play, refused


@rule("22.3", "15.3")
def test_a_coastal_unit_flips_when_it_retreats_and_dies_of_a_step() -> None:  # T34
    match = attack(combat("US-1-Inf M6; GE-716-Co M5", dice="5"), "M5", "US-1-Inf")
    assert "EX" in said(match)
    assert where(match, "GE-716-Co") == "gone"
    units = "US-1-Inf M6; US-2-Inf M6; GE-716-Co M5"
    match = attack(combat(units, dice="5"), "M5", "US-1-Inf US-2-Inf")
    assert "D1" in said(match)
    assert where(match, "GE-716-Co") == "gone"
    match = attack(combat("US-1-Inf M6; GE-716-Co M5", dice="6"), "M5", "US-1-Inf")
    unit = look(match).game.unit_numbers["GE-716-Co"]
    match.play(choices(match)[0])
    assert match.position.flipped >> unit & 1


@rule("16.4", "22.3")
def test_a_coastal_unit_in_a_fortress_may_stay_as_it_is() -> None:  # T51
    match = attack(
        combat("US-1-Inf P6; US-2-Inf P6; US-4-Inf P6; GE-711-Co P5", dice="5"), "P5", "US-1-Inf US-2-Inf US-4-Inf"
    )
    assert match.prompt.side == "german"
    match.play("end")
    assert where(match, "GE-711-Co") == "P5"
    assert not match.position.flipped


@rule("16.4", "15.4", "R11", "15.8")
def test_in_rough_ground_the_owner_decides_unit_by_unit_and_moves_himself() -> None:  # T121
    units = "GE-2-Pz DD12; GE-84-Inf DD12; US-1-Inf CC13; US-2-Inf CC13; US-4-Inf CC13"
    match = attack(combat(units, dice="6"), "DD12", "US-1-Inf US-2-Inf US-4-Inf", "declare 1-1")
    assert match.prompt.side == "german"
    assert choices(match) == ["withdraw GE-84-Inf", "withdraw GE-2-Pz", "end"]
    play(match, "withdraw GE-2-Pz", "end")
    assert match.prompt.side == "german"
    assert match.prompt.step == "retreat"
    match.play(f"retreat {choices(match, 'retreat')[0]}")
    match.play(f"retreat {choices(match, 'retreat')[0]}")
    assert where(match, "GE-84-Inf") == "DD12"
    assert where(match, "GE-2-Pz") != "DD12"


@rule("15.3", "15.5", "R9")
def test_a_retreat_may_end_next_to_its_start_and_the_attacker_chooses() -> None:  # T92
    match = attack(combat("GE-91-Inf K3; US-4-Inf K4; US-8-Inf J3", dice="4"), "K3", "US-4-Inf US-8-Inf")
    assert match.prompt.side == "allied"
    ends = set()
    for first in choices(match, "retreat"):
        trial = attack(combat("GE-91-Inf K3; US-4-Inf K4; US-8-Inf J3", dice="4"), "K3", "US-4-Inf US-8-Inf")
        trial.play(f"retreat {first}")
        ends |= {(first, second) for second in choices(trial, "retreat")} or {(first, where(trial, "GE-91-Inf"))}
    assert ends == {("L2", "K2"), ("K2", "L2")}


@rule("15.4", "R9")
@pytest.mark.parametrize(("options", "legal"), [({}, ["U13 T12", "T12 U13", "S12 T12"]), ({"R9": True}, ["S12 T12"])])
def test_straight_retreats_are_an_option(options: dict[str, bool], legal: list[str]) -> None:  # T92
    found = []
    for end, by in (("U13", "T12"), ("T12", "U13"), ("S12", "T12")):
        match = combat("GE-331-Inf U12; US-1-Inf V11; US-2-Inf V11", dice="4", options=options)
        attack(match, "U12", "US-1-Inf US-2-Inf")
        if not refused(match, f"retreat {by}"):
            match.play(f"retreat {by}")
            if end in choices(match, "retreat") or where(match, "GE-331-Inf") == end:
                found.append(f"{end} {by}")
    assert found == legal


@rule("15.7")
def test_nobody_ends_a_retreat_in_a_full_hex() -> None:
    crowd = "GE-84-Inf L2; GE-85-Inf L2 ; GE-352-Inf L2"
    match = attack(combat(f"GE-91-Inf K3; US-4-Inf K4; US-8-Inf J3; {crowd}", dice="4"), "K3", "US-4-Inf US-8-Inf")
    assert where(match, "GE-91-Inf") == "K2"


@rule("14.9", "15.11", "R104")
@pytest.mark.parametrize(("die", "stays"), [("6", False), ("5", True)])
def test_who_has_fought_and_was_retreated_adds_nothing_but_goes_with_the_others(die: str, stays: bool) -> None:  # T78
    units = "GE-711-Co P5; GE-85-Inf P6; US-1-Inf O7; US-2-Inf P7; US-4-Inf O6; US-8-Inf O6; US-29-Inf O6"
    match = attack(combat(units, dice=f"2 {die}"), "P6", "US-1-Inf US-2-Inf")
    assert steps(match, "GE-85-Inf") == 1
    match.play("retreat P5") if where(match, "GE-85-Inf") == "P6" else None
    play(match, "lose US-1-Inf", "lose US-2-Inf")
    prepare(match, "P5", "US-4-Inf US-8-Inf US-29-Inf")
    assert "18 against 8 (2-1)" in match.prompt.text
    match.play("roll")
    if stays:
        match.play("end")
        assert where(match, "GE-85-Inf") == where(match, "GE-711-Co") == "P5"
    else:
        assert where(match, "GE-711-Co") == "gone"
        assert choices(match, "retreat") == ["Q5", "Q6"]


@rule("15.11", "R104")
def test_raiders_clear_a_hex_and_the_unit_retreated_there_goes_on() -> None:  # T54
    units = "GE-84-Inf K5; GE-91-Inf K4 reduced; US-1-Inf K6; US-2-Inf K6; BR-1-Cdo J4; BR-4-Cdo J4; US-Rangers J4"
    match = attack(combat(units, dice="2 6", raiders="BR-1-Cdo BR-4-Cdo US-Rangers"), "K5", "US-1-Inf US-2-Inf")
    match.play("retreat K4")
    play(match, "lose US-1-Inf", "lose US-2-Inf")
    prepare(match, "K4", "BR-1-Cdo BR-4-Cdo US-Rangers")
    assert "6 against 2 (3-1)" in match.prompt.text
    match.play("roll")
    assert where(match, "GE-91-Inf") == "dead"
    assert choices(match, "retreat")
    assert "84" in match.prompt.text


@rule("14.11", "16.4", "R54")
def test_bystanders_go_when_the_attackers_must_and_stay_when_they_stay() -> None:  # T94
    match = combat("GE-85-Inf CC12; US-1-Inf CC11; BR-43-Inf DD11", dice="2")
    attack(match, "CC12", "US-1-Inf")
    assert "A1" in said(match)
    assert steps(match, "US-1-Inf") == 1
    while match.prompt.side == "allied" and choices(match, "retreat"):
        match.play("stop") if "stop" in choices(match) else match.play(f"retreat {choices(match, 'retreat')[0]}")
    assert where(match, "BR-43-Inf") != "DD11"
    assert steps(match, "BR-43-Inf") == 2
    match = combat("GE-85-Inf CC12; US-1-Inf DD12; BR-43-Inf CC11", dice="3")
    attack(match, "CC12", "US-1-Inf")
    match.play("end")
    assert not match.prompts or match.prompt.step != "retreat"
    assert where(match, "BR-43-Inf") == "CC11"
    assert where(match, "US-1-Inf") == "DD12"


@rule("14.11", "6.2")
def test_one_nationality_attacks_and_the_other_stands_by() -> None:  # T59
    match = combat("GE-84-Inf M6; US-1-Inf L6; BR-3-Inf L5", dice="6")
    prepare(match, "M6")
    assert choices(match, "join") == ["BR-3-Inf", "US-1-Inf"]
    prepare(match, "M6", "BR-3-Inf")
    assert refused(match, "join US-1-Inf") == "6.2"
    match.play("roll")
    while match.prompt.step != "combat":
        match.play(choices(match)[0])
    match.play("end")


@rule("6.2", "R1")
@pytest.mark.parametrize(("options", "case"), [({}, "6.2"), ({"R1": True}, "")])
def test_canadians_attack_with_the_british_only_by_option(options: dict[str, bool], case: str) -> None:  # T124
    units = "BR-3-Inf N11; CA-2-Inf N11; MI-1Pol-Arm N11; US-1-Inf M12; GE-84-Inf N12"
    match = prepare(combat(units, options=options), "N12", "BR-3-Inf")
    assert refused(match, "join CA-2-Inf") == case
    assert refused(match, "join MI-1Pol-Arm") == ""
    assert refused(match, "join US-1-Inf") == "6.2"
    if not case:
        match.play("join CA-2-Inf")
        assert "12 against 4 (3-1)" in match.prompt.text


@rule("21.3")
def test_raiders_attack_with_anybody() -> None:
    match = prepare(combat("US-1-Inf L6; BR-1-Cdo L6; US-Rangers L6; GE-84-Inf M6"), "M6", "US-1-Inf BR-1-Cdo")
    assert refused(match, "join US-Rangers") == ""


@rule("16.3", "20.8", "22.3", "18.7.12")
@pytest.mark.parametrize(
    ("die", "result", "left"), [(1, "A2", 0), (2, "A1", 0), (3, "AR", 0), (4, "E2", 2), (5, "EX", 3), (6, "DR", 0)]
)
def test_paratroopers_on_an_intact_fortress(die: int, result: str, left: int) -> None:  # T93
    match = combat("US-82-AB W4; US-101-AB W4; GE-326-Co W4", turn=1, dropped="US-82-AB US-101-AB", dice=f"{die} 6")
    match.position.allied_control = 0
    prepare(match, "W4", "US-82-AB US-101-AB")
    assert "12 against 10 (1-1)" in match.prompt.text
    match.play("roll")
    assert f" {result} - " in said(match)
    if die == 6:  # 326 may stay, and does; the fortress stands meanwhile
        assert match.prompt.side == "german"
        assert choices(match) == ["withdraw GE-326-Co", "end"]
        match.play("end")
    while match.prompts and choices(match, "lose"):
        match.play(f"lose {choices(match, 'lose')[0]}")
    found, node = look(match), look(match).game.board.node("W4")
    assert steps(match, "US-82-AB") + steps(match, "US-101-AB") == left
    taken = left > 0
    assert where(match, "GE-326-Co") == ("gone" if taken else "W4")
    assert not match.position.flipped  # it has not left its defenses
    assert (found.intact() >> node & 1, match.position.allied_control >> node & 1) == (not taken, taken)
    assert bool(match.position.port_damage.get("W4")) is taken  # the die of the port, a 6


@rule("16.3", "20.8", "16.4", "22.3")
def test_paratroopers_hold_a_fortress_whose_garrison_chooses_to_go() -> None:  # T93, die 6
    match = combat("US-82-AB W4; US-101-AB W4; GE-326-Co W4", turn=1, dropped="US-82-AB US-101-AB", dice="6 6")
    attack(match, "W4", "US-82-AB US-101-AB")
    play(match, "withdraw GE-326-Co", "end")
    assert match.prompt.side == "german"
    while match.prompts and match.prompt.step == "retreat":
        match.play(f"retreat {choices(match, 'retreat')[0]}")
    assert match.position.flipped >> look(match).game.unit_numbers["GE-326-Co"] & 1
    assert steps(match, "US-82-AB") + steps(match, "US-101-AB") == 4
    assert not look(match).intact() >> look(match).game.board.node("W4") & 1


@rule("20.8")
def test_paratroopers_on_enemies_fight_first_and_nobody_else() -> None:
    units = "US-82-AB K4; GE-91-Inf K4; GE-84-Inf K5; US-1-Inf L6; GE-85-Inf L7"
    match = combat(units, dropped="US-82-AB")
    prepare(match, "K4")
    assert refused(match, "join US-1-Inf") != ""
    assert refused(match, "attack L7") == "14.3"  # K4 was the only hex that could be chosen, and was chosen
    both = combat(f"{units}; US-101-AB K8; GE-77-Inf K8", dropped="US-82-AB US-101-AB")
    assert choices(both, "attack") == ["K4", "K8"]
    assert refused(both, "attack L7") == "20.8"


@rule("12.8", "12.9", "16.4")
def test_a_second_landing_on_a_fortress() -> None:  # T76
    match = landing(
        "GE-77-Inf H5; US-35-Inf H5; US-83-Inf H5; US-8-Inf I6; US-90-Inf I6", turn=11, dice="5", invasions=2,
        beaches="H5 I6", invaders="US-35-Inf US-83-Inf US-90-Inf",
    )  # fmt: skip
    prepare(match, "H5")
    assert refused(match, "join US-90-Inf") == "12.8"
    prepare(match, "H5", "US-35-Inf US-83-Inf")
    assert refused(match, "roll") == "14.6.B"
    match.play("join US-8-Inf")
    assert "18 against 8 (2-1)" in match.prompt.text
    match.play("roll")
    assert choices(match) == ["withdraw GE-77-Inf", "end"]
    match.play("end")
    assert where(match, "GE-77-Inf") == where(match, "US-35-Inf") == "H5"
    match.play("end")
    assert where(match, "US-35-Inf") == where(match, "US-83-Inf") == "dead"
    assert where(match, "US-8-Inf") == where(match, "US-90-Inf") == "I6"


@rule("12.9", "30.2")
@pytest.mark.parametrize(("die", "left"), [(3, 0), (5, 1), (6, 2)])
def test_invaders_cannot_retreat_and_hold_what_they_clear(die: int, left: int) -> None:
    match = landing("GE-716-Co M5; US-1-Inf M5", turn=1, dice=str(die), invasions=1, beaches="M5", invaders="US-1-Inf")
    match.position.allied_control = 0
    attack(match, "M5", "US-1-Inf")
    while match.prompts and match.prompt.step == "retreat":
        match.play(choices(match)[0])
    assert steps(match, "US-1-Inf") == left
    if match.prompts and "end" in choices(match):
        match.play("end")
    assert bool(match.position.allied_control >> look(match).game.board.node("M5") & 1) is bool(left)


@rule("21.9", "12.8", "21.2")
def test_raiders_must_attack_whose_zone_they_are_in_and_invaders_do_not_help() -> None:  # T89
    match = combat(
        "BR-1-Cdo J4; BR-4-Cdo J4; US-Rangers J4; US-1-Inf L3; US-4-Inf L4; GE-91-Inf K4; GE-709-Co K2", turn=1,
        invasions=1, invasion_turn=1, beaches="L3 L4", invaders="US-1-Inf US-4-Inf",
        raiders="BR-1-Cdo BR-4-Cdo US-Rangers",
    )  # fmt: skip
    prepare(match, "K4", "BR-1-Cdo BR-4-Cdo US-Rangers")
    assert "6 against 4 (1-1)" in match.prompt.text
    assert refused(match, "join US-4-Inf") in ("12.8", "14.6.C")
    match = combat(
        "BR-1-Cdo J4; BR-4-Cdo J4; US-Rangers J4; US-4-Inf L4; GE-91-Inf K4", turn=1, invasions=1, invasion_turn=1,
        beaches="L4", invaders="US-4-Inf", raiders="BR-1-Cdo BR-4-Cdo US-Rangers",
    )  # fmt: skip
    assert "end" not in choices(match)


@rule("9.8", "9.9", "9.1.F")
def test_an_attack_on_a_frozen_unit_frees_all_and_whoever_has_a_zone_now_must_be_attacked() -> None:  # T41
    units = (
        "GE-84-Inf R5 frozen; GE-12SS-Pz R5; GE-85-Inf S6 frozen; US-1-Inf Q5; US-2-Inf Q5; US-4-Inf R6; US-8-Inf R6"
    )
    match = combat(units, dice="4", released=False, invaded_districts=("7",))
    prepare(match, "R5", "US-1-Inf US-2-Inf US-4-Inf")
    assert "releases all" in match.prompt.warnings[0]
    match.play("roll")
    while match.prompt.step != "combat":
        match.play(choices(match)[0])
    assert match.position.released
    assert not match.position.frozen
    assert look(match).game.board.names(match.position.frames[-1].due) == ["S6"]
    assert refused(match, "end") in ("14.6.A", "14.3")


@rule("14.1", "R27")
def test_frozen_units_need_not_be_attacked() -> None:
    match = combat(
        "GE-84-Inf R5 frozen; US-1-Inf Q5; GE-85-Inf M6; US-2-Inf L6", released=False, invaded_districts=("7",)
    )
    assert look(match).game.board.names(match.position.frames[-1].due) == ["M6"]
    assert refused(match, "attack R5") in ("", "14.3")


@rule("9.9")
def test_an_attack_on_a_mobile_unit_in_a_frozen_district_releases_nobody() -> None:
    units = "GE-12SS-Pz R5; GE-85-Inf S6 frozen; US-1-Inf Q5; US-2-Inf Q5"
    match = attack(combat(units, dice="3", released=False, invaded_districts=("7",)), "R5", "US-1-Inf US-2-Inf")
    assert not match.position.released
    assert match.position.frozen


@rule("R69", "9.6", "12.17")
def test_who_was_sent_onto_a_frozen_unit_releases_nobody() -> None:
    match = landing(
        "GE-30-Mob N5 frozen; BR-3-Inf N5; BR-79-Arm N5 reduced; US-1-Inf M5", turn=1, dice="6", invasions=1,
        beaches="M5 M6", invaders="BR-3-Inf BR-79-Arm US-1-Inf", released=False, invaded_districts=("7",),
    )  # fmt: skip
    attack(match, "N5", "BR-3-Inf BR-79-Arm")
    assert not match.position.released


@rule("R75", "20.8", "15.4")
def test_a_unit_under_paratroopers_retreats_past_them() -> None:
    match = combat("US-82-AB K8; US-101-AB K8; GE-77-Inf K8", dropped="US-82-AB US-101-AB", dice="4")
    attack(match, "K8", "US-82-AB US-101-AB")
    assert len(choices(match, "retreat")) == 6
    match.play("retreat K9")
    match.play(f"retreat {choices(match, 'retreat')[0]}")
    assert where(match, "US-82-AB") == "K8"
    assert match.position.allied_control >> look(match).game.board.node("K8") & 1


@rule("20.7", "21.9")
def test_paratroopers_beside_the_enemy_attack_in_both_impulses_and_with_invaders() -> None:
    units = "US-82-AB K5; GE-91-Inf K4; US-1-Inf K4; US-4-Inf L4"
    match = combat(
        units, turn=1, invasions=1, invasion_turn=1, beaches="K4 L4", dropped="US-82-AB", invaders="US-1-Inf US-4-Inf"
    )
    prepare(match, "K4", "US-82-AB US-1-Inf")
    assert "12 against 4" in match.prompt.text
    match = combat("US-82-AB K5; GE-91-Inf K4", turn=1, impulse=2, dropped="US-82-AB")
    assert look(match).game.board.names(match.position.frames[-1].due) == ["K4"]


@rule("21.11")
@pytest.mark.parametrize(("die", "lives"), [("3", False), ("6", True)])
def test_raiders_on_a_hidden_unit_clear_the_hex_or_die(die: str, lives: bool) -> None:
    units = "BR-1-Cdo L3; BR-4-Cdo L3; GE-91-Inf L3 reduced; GE-84-Inf K3"
    match = landing(units, turn=1, dice=die, invasions=1, raiders="BR-1-Cdo BR-4-Cdo")
    prepare(match, "L3")
    assert choices(match, "join") == ["BR-1-Cdo", "BR-4-Cdo"]
    prepare(match, "L3", "BR-1-Cdo BR-4-Cdo", "roll")
    while match.prompts and match.prompt.step != "combat":
        match.play(choices(match)[0])
    assert (where(match, "BR-1-Cdo") == "L3") is lives


@rule("12.8")
def test_in_the_second_combat_of_a_landing_everybody_attacks_whose_zone_he_is_in() -> None:
    match = combat(
        "US-1-Inf L4; GE-91-Inf L3; GE-84-Inf M4", turn=1, impulse=2, invasions=1, invasion_turn=1, beaches="L4"
    )
    assert look(match).game.board.names(match.position.frames[-1].due) == ["L3", "M4"]


@rule("12.8")
def test_in_the_first_combat_invaders_attack_nobody_next_to_them() -> None:
    match = landing(
        "US-1-Inf L4; GE-91-Inf L3; BR-3-Inf N5; GE-711-Co N5", turn=1, dice="6", invasions=1, beaches="L4 M4 N5",
        invaders="US-1-Inf BR-3-Inf",
    )  # fmt: skip
    assert look(match).game.board.names(match.position.frames[-1].due) == ["N5"]
    assert refused(match, "attack L3") in ("12.8", "14.3")


@rule("12.7", "6.1")
def test_from_the_first_combat_impulse_on_ordinary_limits_hold_on_a_rough_beach() -> None:  # T60
    match = landing("US-1-Inf N33; GE-242-Co N33", turn=1, dice="6", invasions=1, beaches="N33", invaders="US-1-Inf")
    assert look(match).limit(look(match).game.board.node("N33")) == 2


@rule("14.2")
def test_only_the_side_whose_turn_it_is_attacks() -> None:
    match = prepare(combat("US-1-Inf K7; GE-77-Inf K8"), "K8")
    assert refused(match, "join GE-77-Inf") == "14.2"

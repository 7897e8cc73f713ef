"""Ways of retreat (15.4 to 15.10, 16.4, 16.7, 24.3), and the steps of December III (33.3.9.3, 33.3.9.4)."""

from __future__ import annotations

import pytest

from bocage import Match
from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, combat, landing, prepare, said, where
from tests.fortress.combat.test_winter_combat import DECEMBER_III, blow, settle_until
from tests.fortress.movement.marching import against, moving
from tests.fortress.playing import game as playing_game
from tests.fortress.playing import look, play, refused

DYKE = "GE-84-Inf HH2; US-1-Inf HH3; US-2-Inf GG2; US-4-Inf HH3; US-8-Inf GG2"


def beaten(units: str, die: str = "4") -> Match:
    """Somebody at HH2, beside the dyke, is attacked at 3-1."""
    match = combat(units, dice=die)
    return attack(match, "HH2", "US-1-Inf US-2-Inf US-4-Inf US-8-Inf", "declare 3-1")


@rule("16.7", "R100")
def test_a_retreat_passes_the_dyke_and_ends_beyond_it() -> None:
    match = beaten(DYKE)
    assert "DR" in said(match)
    assert where(match, "GE-84-Inf") == "II2"  # its only way leads over the dyke
    assert choices(match, "retreat") == ["JJ1", "JJ2"]
    match.play("retreat JJ1")
    assert where(match, "GE-84-Inf") == "JJ1"


@rule("16.7", "R100", "15.5")
def test_no_retreat_passes_the_dyke_next_to_an_enemy() -> None:
    match = beaten(DYKE.replace("US-8-Inf GG2", "US-8-Inf HH1"))  # JJ1 and JJ2 are empty and in no zone
    assert "DR" in said(match)
    assert where(match, "GE-84-Inf") == "dead"


@rule("16.7", "R100")
def test_no_retreat_of_one_hex_ends_on_the_dyke() -> None:
    match = beaten(DYKE, "2")
    assert "E2" in said(match)
    assert where(match, "GE-84-Inf") == "dead"
    match = combat("GE-84-Inf HH2; US-1-Inf HH3; US-2-Inf HH3; US-4-Inf HH3", dice="2")
    attack(match, "HH2", "US-1-Inf US-2-Inf US-4-Inf", "declare 3-1")
    assert "HH1" in choices(match, "retreat")
    assert refused(match, "retreat II2") == "15.4"  # another way is open, and this one would be the end


@rule("16.6", "15.5", "15.6")
def test_only_mountain_units_retreat_through_alpine_ground() -> None:  # T79
    units = "GE-157-Trn T27 flipped; US-36-Inf S27; US-45-Inf T26"
    match = attack(combat(units, dice="6"), "T27", "US-36-Inf US-45-Inf")
    match.play("retreat U28")
    assert "V28" in choices(match, "retreat")
    units = "GE-272-Inf S27; US-3-Inf S26; US-36-Inf S26; US-45-Inf R27"
    match = attack(combat(units, dice="5"), "S27", "US-3-Inf US-36-Inf US-45-Inf")
    assert where(match, "GE-272-Inf") == "dead"
    units = units.replace("GE-272-Inf", "GE-42-Jag")
    match = attack(combat(units, dice="4"), "S27", "US-3-Inf US-36-Inf US-45-Inf")
    assert where(match, "GE-42-Jag") == "T27"  # its only first hex


@rule("16.6", "8.4", "8.3")
def test_only_mountain_units_follow_into_alpine_ground() -> None:  # T79, move 2
    match = moving("allied", "US-45-Inf T26; FR-4-Mtn S26", 2, turn=20)
    assert against(match, "pick US-45-Inf") == ""
    match.play("pick US-45-Inf")
    assert against(match, "move T27") == "8.4"
    match.play("pick FR-4-Mtn")
    play(match, "move T26", "move T27")
    assert where(match, "FR-4-Mtn") == "T27"


@rule("24.3")
def test_germans_do_not_retreat_through_partisans() -> None:
    units = "GE-331-Inf U12; US-1-Inf V11; US-2-Inf V11"
    match = attack(combat(units, dice="4"), "U12", "US-1-Inf US-2-Inf")
    assert "T12" in choices(match, "retreat")
    match = attack(combat(f"{units}; FR-Partisans T12", dice="4"), "U12", "US-1-Inf US-2-Inf")
    assert "DR" in said(match)
    assert refused(match, "retreat T12") == "24.3"


@rule("24.3")
def test_germans_attack_out_of_a_hex_with_partisans_as_out_of_any() -> None:
    match = prepare(combat("GE-84-Inf K7; FR-Partisans K7; US-1-Inf K8", side="german"), "K8", "GE-84-Inf")
    assert "4 against 6 (1-2)" in match.prompt.text
    assert refused(match, "roll") == ""


@rule("15.10", "R105")
def test_allies_keep_out_of_frozen_districts_while_another_way_is_open() -> None:
    units = "US-1-Inf N9; GE-353-Inf O10; GE-85-Inf S6 frozen"
    match = combat(units, dice="4", released=False, invaded_districts=("7",))
    attack(match, "O10", "US-1-Inf", "declare 1-2")
    assert "AR" in said(match)
    assert choices(match, "retreat") == ["M9", "M10"]
    assert refused(match, "retreat N8") == "15.10"


@rule("15.10", "R105")
def test_a_frozen_district_is_entered_only_where_no_other_way_is_open() -> None:  # T77
    units = "US-5-Inf F10; GE-353-Inf F9; GE-352-Inf H10; GE-276-Inf C12 frozen"
    match = combat(units, dice="4", released=False, invaded_districts=("7",))
    attack(match, "F9", "US-5-Inf")
    assert "AR" in said(match)
    assert choices(match, "retreat") == ["E11", "F11"]
    match.play("retreat F11")
    if "stop" in choices(match):
        match.play("stop")
    assert choices(match) == ["release", "end"]
    match.play("end")
    assert not match.position.released
    assert match.position.frozen


@rule("15.10", "9.6")
def test_the_ally_may_wish_the_release_of_the_district_into_which_he_was_sent() -> None:
    units = "US-5-Inf F10; GE-353-Inf F9; GE-352-Inf H10; GE-276-Inf C12 frozen"
    match = attack(combat(units, dice="4", released=False, invaded_districts=("7",)), "F9", "US-5-Inf")
    match.play("retreat F11")
    if "stop" in choices(match):
        match.play("stop")
    match.play("release")
    assert match.position.released


@rule("15.7", "15.3")
def test_attackers_pass_a_full_hex_and_do_not_stop_in_it() -> None:
    full = "US-4-Inf W11; US-8-Inf W11; US-9-Inf W11"
    match = combat(f"US-1-Inf V11; GE-331-Inf U12; {full}", dice="4")
    attack(match, "U12", "US-1-Inf", "declare 1-2")
    assert "AR" in said(match)
    match.play("retreat W11")
    assert "stop" not in choices(match)
    assert refused(match, "stop") == "15.7"
    match.play(f"retreat {choices(match, 'retreat')[0]}")
    assert where(match, "US-1-Inf") not in ("V11", "W11")


@rule("15.4", "15.7")
def test_nobody_takes_the_place_without_which_another_would_be_lost() -> None:
    # K2 has one place left, and 77 can go nowhere else; 84 can go to L2.
    units = "GE-84-Inf K3; GE-77-Inf J2; GE-85-Inf K2; GE-352-Inf K2; US-4-Inf J3; US-8-Inf J3; US-1-Inf J3"
    match = attack(combat(units, dice="3"), "K3 J2", "US-4-Inf US-8-Inf US-1-Inf")
    assert "E2" in said(match)
    play(match, "lose GE-84-Inf", "pick GE-84-Inf")
    assert refused(match, "retreat K2") == "15.4"
    match.play("retreat L2")
    assert (where(match, "GE-84-Inf"), where(match, "GE-77-Inf")) == ("L2", "K2")


@rule("14.9")
def test_who_has_attacked_joins_no_other_attack_of_the_impulse() -> None:
    match = combat("US-1-Inf DD12; US-2-Inf DD12; GE-84-Inf DD13; GE-85-Inf CC12", dice="3")
    attack(match, "DD13", "US-1-Inf")
    match.play("end")
    assert where(match, "US-1-Inf") == "DD12"
    assert refused(prepare(match, "CC12"), "join US-1-Inf") == "14.9"


@rule("12.9", "R69")
def test_invaders_on_a_unit_without_a_zone_cannot_retreat_either() -> None:
    match = landing(
        "GE-30-Mob N5 frozen; BR-3-Inf N5; US-1-Inf M5", turn=1, dice="3", invasions=1, beaches="M5 M6",
        invaders="BR-3-Inf US-1-Inf", released=False, invaded_districts=("7",),
    )  # fmt: skip
    attack(match, "N5", "BR-3-Inf", "declare 1-2")
    if match.prompts and choices(match, "lose"):
        match.play("lose BR-3-Inf")
    assert where(match, "BR-3-Inf") == "dead"


@rule("21.11", "16.4")
def test_raiders_on_a_unit_that_stays_are_lost_with_their_battle() -> None:
    units = "BR-1-Cdo H5; BR-4-Cdo H5; US-Rangers H5; GE-77-Inf H5 reduced; US-1-Inf R20; GE-84-Inf R19"
    match = combat(units, turn=1, dice="6", raiders="BR-1-Cdo BR-4-Cdo US-Rangers")
    attack(match, "H5", "BR-1-Cdo BR-4-Cdo US-Rangers")
    assert choices(match) == ["withdraw GE-77-Inf", "end"]
    match.play("end")
    assert [line.rule for line in match.log() if "cannot hold out" in line.sentence] == ["21.11"] * 3
    assert where(match, "US-Rangers") == where(match, "BR-1-Cdo") == "dead"


# December III


@rule("33.3.9.3", "R95")
def test_a_retreat_out_of_the_sector_leads_away_from_it() -> None:
    units = "GE-12SS-Pz GG12; GE-2-Pz GG12; GE-116-Pz GG12; US-1-Inf FF12"
    match = attack(blow(units, dice="3"), "FF12", "GE-12SS-Pz GE-2-Pz GE-116-Pz")
    match.play("retreat EE12")
    board = look(match).game.board
    around = board.step(board.set("EE12")) & board.step(board.set("FF12"))
    beside = [label for label in board.names(around) if not look(match).zone("german") >> board.node(label) & 1]
    assert beside
    assert {refused(match, f"retreat {label}") for label in beside} == {"33.3.9.3"}
    assert choices(match, "retreat")


@rule("33.3.9.4", "R96")
def test_the_advance_is_one_hex_and_not_onto_enemies() -> None:
    units = "GE-1SS-Pz2 GG12; GE-2-Pz GG12; US-1-Inf FF12 reduced; US-2-Inf FF11"
    match = attack(blow(units, dice="6"), "FF12", "GE-1SS-Pz2 GE-2-Pz")
    settle_until(match, "advance")
    assert refused(match, "advance FF11") == "R96"
    assert refused(match, "advance EE12") == "33.3.9.4"
    assert refused(match, "advance FF12") == ""


@rule("33.3.9.4", "R10")
def test_nobody_advances_in_the_second_combat_of_december_iii() -> None:
    match = combat(
        "GE-1SS-Pz2 GG12; GE-2-Pz GG12; US-1-Inf FF12 reduced", side="german", scenario="bulge", turn=DECEMBER_III,
        impulse=2, start_line="GE-1SS-Pz2 GE-2-Pz", dice="6 1 1 1 1 1",
    )  # fmt: skip
    attack(match, "FF12", "GE-1SS-Pz2 GE-2-Pz")
    settle_until(match, "advance")
    assert not match.prompts or match.prompt.step != "advance"
    assert where(match, "GE-1SS-Pz2") == "GG12"


@rule("33.3.9.4", "R96")
@pytest.mark.parametrize("hexes", [1, 2])
def test_how_far_they_advance_is_read_from_the_data(hexes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = blow("GE-1SS-Pz2 GG12; US-1-Inf FF12 reduced", dice="6")
    monkeypatch.setitem(match.game.rules.numbers, "peiper_advance", hexes)  # type: ignore[attr-defined]
    attack(match, "FF12", "GE-1SS-Pz2")
    assert (refused(match, "advance EE12") == "") is (hexes == 2)


@rule("25.4", "15.5")
def test_a_counter_called_up_anew_in_the_same_hex_does_not_retreat() -> None:
    """The eighth Volkssturm is lost in Osnabrück, for which none was left so far: it appears there at once."""
    game = playing_game()
    cities = game.board.names(game.german_cities & ~game.board.set(["NN6"]))
    others = "; ".join(f"GE-VS-{number} {city}" for number, city in zip(range(1, 8), ("KK22", "MM23", "II19", "KK15",
                       "JJ16", "HH18", "EE21"), strict=True))  # fmt: skip
    ring = "US-83-Inf NN5; US-90-Inf NN5; US-3-Inf NN5; US-28-Inf NN7; US-5-Inf OO6; US-36-Inf OO6; US-9-Inf OO7"
    units = f"GE-256-Inf NN6; GE-VS-8 NN6; {ring}; {others}"
    match = combat(units, turn=25, dice="4", volkssturm_cities=" ".join(cities))
    attack(match, "NN6", "US-83-Inf US-90-Inf US-3-Inf US-28-Inf US-5-Inf US-36-Inf US-9-Inf")
    assert "DR" in said(match)
    assert where(match, "GE-256-Inf") == "dead"
    assert where(match, "GE-VS-8") == "NN6"
    assert not choices(match, "retreat")

"""The combat of December III (33.3.9.1 to 33.3.9.4, 33.4.1), and Skorzeny (31.13)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.combat.making import reckoned
from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, combat, prepare, said, where
from tests.fortress.playing import look, refused

DECEMBER_III, DECEMBER_IV = 27, 28


def blow(units: str, *, scenario: str = "bulge", **more: Any) -> Match:
    """The first combat impulse of December III."""
    return combat(
        units, side="german", scenario=scenario, turn=DECEMBER_III, weather="Overcast*",
        forts_destroyed="GG9 GG10 HH8 II7 II8", **more,
    )  # fmt: skip


def settle(match: Match) -> None:
    while match.prompt.step not in ("combat", "movement"):
        match.play(choices(match)[0])


@rule("33.3.9.1", "33.3.9.2", "R94")
def test_on_december_iii_only_the_start_line_attacks_and_zones_are_ignored() -> None:  # T70
    units = "GE-12SS-Pz II9; US-1-Inf HH9; GE-9-VG HH10; US-9-Inf GG10"
    match = blow(units)
    assert set(choices(match, "attack")) == {"HH9", "GG10"}
    assert "end" in choices(match)
    prepare(match, "HH9")
    assert refused(match, "join GE-12SS-Pz") == "33.3.9.2"
    prepare(match, "HH9", "GE-9-VG")
    assert "GG10" in choices(match, "add")


@rule("33.3.9.2")
def test_only_americans_between_the_rivers_are_attacked() -> None:
    match = blow("GE-9-VG HH10; BR-3-Inf HH9; US-9-Inf GG10")
    assert refused(match, "attack HH9") == "33.3.9.2"


@rule("33.3.9.2", "R94")
@pytest.mark.parametrize(("options", "able"), [({}, True), ({"R94": True}, False)])
def test_in_the_second_combat_those_who_left_the_line_attack_unless_it_is_strict(
    options: dict[str, bool], able: bool
) -> None:  # T70
    match = combat(
        "GE-12SS-Pz FF12; US-1-Inf EE13", side="german", impulse=2, scenario="bulge", turn=DECEMBER_III,
        start_line="GE-12SS-Pz", options=options,
    )  # fmt: skip
    assert ("EE13" in choices(match, "attack")) is able if match.prompt.step == "combat" else not able


@rule("33.3.9.3", "R47")
def test_the_sector_adds_one_and_armor_attacks_at_its_printed_factor() -> None:
    match = prepare(blow("GE-12SS-Pz GG12; US-1-Inf FF12"), "FF12", "GE-12SS-Pz")
    found = reckoned(look(match), match.position.frames[-1])
    assert [shift.columns for shift in found.modifiers] == [1]
    assert found.attackers[0].factor == found.attackers[0].printed
    later = combat("GE-12SS-Pz GG12; US-1-Inf FF12", side="german", scenario="bulge", turn=DECEMBER_IV)
    found = reckoned(look(later), prepare(later, "FF12", "GE-12SS-Pz").position.frames[-1])
    assert not found.modifiers
    assert found.attackers[0].factor == -(-found.attackers[0].printed // 2)


@rule("33.3.9.3", "R95")
def test_defenders_of_the_sector_must_go_the_full_way_and_the_ally_moves_them() -> None:
    units = "GE-12SS-Pz GG12; GE-2-Pz GG12; GE-116-Pz GG12; US-1-Inf FF12; US-2-Inf EE12"
    match = blow(units, dice="3")
    attack(match, "FF12", "GE-12SS-Pz GE-2-Pz GE-116-Pz")
    assert match.prompt.side == "allied"
    assert match.prompt.step == "retreat"
    board = look(match).game.board
    start = board.node("FF12")
    match.play("retreat EE12")
    assert choices(match, "include") == ["US-2-Inf"]
    match.play("include US-2-Inf")
    match.play(f"retreat {choices(match, 'retreat')[0]}")
    assert board.distance(start, board.node(where(match, "US-1-Inf"))) == 2
    match.play(f"retreat {choices(match, 'retreat')[0]}")
    assert where(match, "US-2-Inf") != "EE12"


@rule("33.3.9.4", "R96")
def test_1ss_and_150ss_may_advance_a_hex_after_their_attack() -> None:
    match = blow("GE-1SS-Pz2 GG12; GE-150SS-PGBde GG12; GE-2-Pz GG12; US-1-Inf FF12 reduced", dice="6")
    attack(match, "FF12", "GE-1SS-Pz2 GE-150SS-PGBde GE-2-Pz")
    settle_until(match, "advance")
    asked = []
    while match.prompts and match.prompt.step == "advance":  # one after the other; 2 Pz is not asked
        unit = match.game.unit_ids[match.prompt.hand.bit_length() - 1]
        asked.append(unit)
        match.play("advance FF12" if unit == "GE-1SS-Pz2" else "end")
    assert sorted(asked) == ["GE-150SS-PGBde", "GE-1SS-Pz2"]
    assert (where(match, "GE-1SS-Pz2"), where(match, "GE-150SS-PGBde")) == ("FF12", "GG12")


def settle_until(match: Match, step: str) -> None:
    for _ in range(20):
        if match.prompt.step == step:
            return
        match.play(choices(match)[0])


@rule("33.3.9.4", "R48", "R74")
def test_an_attack_on_1ss_west_of_the_start_line_is_harder() -> None:
    found = []
    for place, near in (("EE12", "EE13"), ("HH12", "HH13")):
        match = combat(f"GE-1SS-Pz2 {place}; US-1-Inf {near}", scenario="bulge", turn=DECEMBER_IV)
        prepare(match, place, "US-1-Inf")
        found.append([shift.columns for shift in reckoned(look(match), match.position.frames[-1]).modifiers])
    assert found == [[-1], []]


@rule("33.4.1", "R98")
def test_two_attacks_at_even_odds_are_owed_in_the_sector() -> None:
    units = "GE-12SS-Pz GG12; GE-2-Pz GG12; GE-9-VG GG11; US-1-Inf FF12 reduced; US-9-Inf FF11 reduced"
    match = blow(units, scenario="berlin", dice="1 1 1")
    assert refused(match, "end") == "33.4.1"
    prepare(match, "FF12", "GE-12SS-Pz")
    assert refused(match, "declare 1-2") == "33.4.1"
    assert "end" not in choices(match)
    match.play("roll")
    settle(match)
    assert match.position.sector_attacks == 1
    assert refused(match, "end") == "33.4.1"
    hexes = choices(match, "attack")
    prepare(match, hexes[0])
    while refused(match, "roll"):
        match.play(f"join {choices(match, 'join')[0]}")
    match.play("roll")
    settle(match)
    assert match.position.sector_attacks == 2
    assert match.prompt.step != "combat" or "end" in choices(match)


@rule("33.4.1", "R98")
def test_nobody_needed_for_the_second_attack_joins_the_first() -> None:
    units = "GE-12SS-Pz GG12; GE-2-Pz GG12; US-1-Inf FF12 reduced; US-9-Inf FF11 reduced"
    match = prepare(blow(units, scenario="berlin", dice="1 1 1"), "FF12", "GE-12SS-Pz")
    assert refused(match, "join GE-2-Pz") == "33.4.1"
    assert refused(match, "add FF11") == "33.4.1"
    assert refused(match, "declare 1-2") == "33.4.1"
    assert refused(match, "declare 1-1") != "33.4.1"


@rule("33.4.1", "R98")
def test_an_owed_attack_is_not_rolled_at_worse_odds() -> None:
    units = "GE-150SS-PGBde GG12; GE-12SS-Pz GG12; GE-2-Pz GG12; US-1-Inf FF12 reduced; US-9-Inf FF11 reduced"
    match = prepare(blow(units, scenario="berlin"), "FF12", "GE-150SS-PGBde")
    assert refused(match, "roll") == "33.4.1"
    assert refused(prepare(match, "FF12", "GE-12SS-Pz"), "roll") == ""


@rule("33.4.1", "14.10")
def test_no_other_attack_is_begun_that_those_who_are_left_could_not_make_at_legal_odds() -> None:
    others = "GE-12SS-Pz GG12; GE-2-Pz GG11; US-1-Inf FF12 reduced; US-9-Inf FF11 reduced"
    match = blow(f"GE-150SS-PGBde GG11; US-2-Arm FF10; US-4-Inf FF10; US-8-Inf FF10; {others}", scenario="berlin")
    assert refused(match, "attack FF10") == "33.4.1"
    assert set(choices(match, "attack")) == {"FF11", "FF12"}


@rule("31.13", "R120")
def test_skorzeny_attacks_one_hex_and_ignores_the_others() -> None:  # T114
    units = "GE-150SS-PGBde W13; US-8-Inf V12; US-9-Inf W14"
    match = combat(units, side="german", turn=30, options={"31.13": True}, greif_now=True, greif_used=1, dice="1")
    assert set(choices(match, "attack")) == {"V12", "W14"}
    prepare(match, "V12", "GE-150SS-PGBde")
    assert "1 against 6 (1-6)" in match.prompt.text
    assert refused(match, "add W14") != ""
    match.play("roll")
    assert "AE" in said(match)
    match = combat(f"{units}; GE-84-Inf R20; US-1-Inf R19", side="german", turn=30, options={"31.13": True})
    assert where(match, "GE-150SS-PGBde") != "W13"  # without it both must be attacked: 1-12

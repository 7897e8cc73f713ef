"""What failed attacks cost: AD and AE, brigade groups, landing units, and the attacker's choice (AD, AE, DD.6)."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.combat.results import extendable
from tests.cases import rule
from tests.rhine.combat.fighting import at, field, has, play, said, verbs

ENOUGH = "3 3 3 3 3 3 3 3"


def battle(units: str, battles: str, dice: str, row: str = "allied battles", **fields: object) -> Match:
    """A battle up to the die: nothing is pressed, and the defenders may retreat."""
    match = field(units, row, dice=f"{dice} {ENOUGH}", battles=battles, **fields)
    for answer in ("fight", "steady", "may-retreat"):
        if answer in verbs(match):
            match.play(answer)
    return match


# AD


@rule("AD.1")
def test_ad_disrupts_every_attacker_and_no_defender() -> None:
    match = battle("US-5C 2815; US-82AB 2914; DE-2FJK 2814 deployed", "2814: US-5C US-82AB", "3")
    assert "Die 3 on 1:2: AD." in said(match)
    assert has(match, "disrupted", "US-5C")
    assert "US 82nd Airborne Division is Disrupted." in said(match)
    assert not has(match, "disrupted", "DE-2FJK")
    assert has(match, "deployed", "DE-2FJK")


@rule("AD.1", "ATT.1")
def test_ad_disrupts_attackers_without_factors_too() -> None:
    units = "DE-LehrPz 2814; DE-s503 2814; US-5C 2815"
    match = battle(units, "2815: DE-LehrPz DE-s503", "1", "german battles")
    assert "Die 1 on 3:2: AD." in said(match)
    assert has(match, "disrupted", "DE-LehrPz")
    assert has(match, "disrupted", "DE-s503")


@rule("AD.1", "DEP.3")
def test_a_deployed_attacker_is_deployed_no_more_after_ad() -> None:
    match = battle("US-5C 2815 deployed; DE-84K 2814 deployed", "2814: US-5C", "2")
    assert "Die 2 on 1:1: AD." in said(match)
    assert not has(match, "deployed", "US-5C")


@rule("PZB.1", "R8")
def test_ad_eliminates_a_panzer_brigade_group_and_disrupts_the_others() -> None:
    units = "DE-PzB1 2814; DE-25K 2814; US-5C 2815"
    match = battle(units, "2815: DE-PzB1 DE-25K", "2", "german battles", turn=6)
    assert "Die 2 on 1:1: AD." in said(match)
    assert at(match, "DE-PzB1") == "schedule"
    assert (at(match, "DE-25K"), has(match, "disrupted", "DE-25K")) == ("2814", True)


# AE

THREE = "US-5C 2815; US-2AD 2914; US-3AD 2714; DE-2FJK 2814 deployed"  # seven factors against five


@rule("AE.1", "R8")
def test_ae_eliminates_attackers_worth_the_defence_and_the_attacker_chooses_them() -> None:
    match = battle(THREE, "2814: US-5C US-2AD US-3AD", "1")
    assert "Die 1 on 1:1: AE." in said(match)
    assert (match.prompt.side, verbs(match)) == ("allied", ["lose"])
    assert "worth 5 factors" in match.prompt.text
    assert {action.operand for action in match.prompt.actions} == {"US-5C", "US-2AD", "US-3AD"}
    play(match, "lose US-3AD")
    # Only the corps makes up the five; both divisions and the corps would be one too many.
    assert (at(match, "US-3AD"), at(match, "US-5C")) == ("dead", "dead")
    assert at(match, "US-2AD") == "2914"
    assert "US 2nd Armored Division is Disrupted" not in said(match)


@rule("AE.1", "R8")
def test_nobody_is_eliminated_in_vain() -> None:
    units = "US-5C 2815; US-2AD 2914; US-3AD 2714; US-82AB 2714; DE-84K 2814 deployed; DE-21Pz 2814; DE-25K 2814"
    match = battle(units, "2814: US-5C US-2AD US-3AD US-82AB", "1")
    assert "8 against 8" in said(match)
    assert "Die 1 on 1:1: AE." in said(match)
    for unit in ("US-5C", "US-2AD", "US-3AD", "US-82AB"):
        assert at(match, unit) == "dead"  # eight of eight
    units = "US-5C 2815; US-2AD 2914; US-3AD 2714; DE-67K 2814 deployed; DE-s503 2814"
    match = battle(units, "2814: US-5C US-2AD US-3AD", "2")
    assert "Die 2 on 1:1: AD." in said(match)
    units = "US-5C 2815; US-8C 2914; US-82AB 2714; DE-67K 2814 deployed; DE-21Pz 2814"
    match = battle(units, "2814: US-5C US-8C US-82AB", "1")
    assert "worth 6 factors" in match.prompt.text
    refusal = match.why_not("lose US-82AB")
    assert refusal is not None
    assert refusal.rule == "AE.1"  # three, three and one make seven, and without the one it would still be six
    assert match.why_not("lose DE-67K").rule == "AE.1"  # type: ignore[union-attr]


@rule("AE.1", "R8")
def test_all_attackers_are_eliminated_if_they_are_not_worth_the_defence() -> None:
    units = "DE-LehrPz 2814; DE-s503 2814; US-5C 2815; US-8C 2815"
    match = battle(units, "2815: DE-LehrPz DE-s503", "1", "german battles")
    assert "Die 1 on 1:1: AE." in said(match)
    assert at(match, "DE-LehrPz") == "calendar"
    assert at(match, "DE-s503") == "calendar"


@rule("AE.1", "ATT.1")
def test_attackers_without_factors_survive_an_ae_that_others_pay_for() -> None:
    units = "DE-LehrPz 2814; DE-12SS 2814; DE-s503 2814; US-5C 2815; US-8C 2815; US-SUP 2815"
    match = battle(units, "2815: DE-LehrPz DE-12SS DE-s503", "1", "german battles", ruthless_turn=1)
    assert "6 against 6" in said(match)
    assert "AE." in said(match)
    assert at(match, "DE-LehrPz") == at(match, "DE-12SS") == "calendar"
    assert at(match, "DE-s503") == "2814"


@rule("AE.1", "RIV.3", "R93")
def test_halved_armour_pays_with_the_factors_it_attacked_with() -> None:
    units = "BR-11AD 2615; BR-7AD 2615; BR-1C 2615; BR-8C 2614; DE-2FJK 2514 deployed"
    match = battle(units, "2514: BR-11AD BR-7AD BR-1C BR-8C", "1")
    assert "8 against 5" in said(match)
    assert "AE." in said(match)
    play(match, "lose BR-11AD", "lose BR-7AD")
    # Two divisions paid two factors only, so a corps has to go as well.
    assert {action.operand for action in match.prompt.actions} == {"BR-1C", "BR-8C"}
    play(match, "lose BR-8C")
    assert at(match, "BR-1C") == "2615"


@given(
    factors=st.lists(st.sampled_from([0, 1, 2, 2, 3, 4, 6, 6, 8, 10]), min_size=1, max_size=7),
    need=st.integers(min_value=1, max_value=24),
    size=st.integers(min_value=0, max_value=3),
)
def test_the_choices_offered_are_those_that_a_search_of_all_choices_finds(
    factors: list[int], need: int, size: int
) -> None:
    chosen, others = factors[:size], factors[size:]
    if 0 in chosen:
        return
    found = any(
        sum(chosen) + sum(more) >= need and all(sum(chosen) + sum(more) - one < need for one in (*chosen, *more))
        for number in range(len(others) + 1)
        for more in combinations(others, number)
        if chosen or more
    )
    assert extendable(chosen, others, need) == found


# Those who land

BEACH = {"first_beaches": "2716 2917", "allied_control": "2917", "landing_at": "US-5C 2716"}


@rule("DD.6", "AD.1")
def test_a_landing_unit_that_suffers_ad_is_gone_for_good() -> None:
    match = battle("DE-84K 2716", "2716: US-5C", "1", **BEACH)
    assert "Die 1 on 3:2: AD." in said(match)
    assert at(match, "US-5C") == "dead"
    assert match.position.landing_at == {}


@rule("DD.6", "AE.1", "R93")
def test_landing_units_are_lost_by_ae_whatever_the_defence_is_worth_and_count_towards_it() -> None:
    beach = {**BEACH, "landing_at": "US-5C 2716; US-8C 2716"}
    units = "DE-84K 2716; DE-2FJK 2716 deployed; US-2AD 2715; US-3AD 2816"
    match = battle(units, "2716: US-5C US-8C US-2AD US-3AD", "1", **beach)
    assert "10 against 7" in said(match)
    assert "AE." in said(match)
    assert at(match, "US-5C") == at(match, "US-8C") == "dead"
    # Six of seven are paid: one division more.
    assert {action.operand for action in match.prompt.actions} == {"US-2AD", "US-3AD"}
    play(match, "lose US-3AD")
    assert at(match, "US-2AD") == "2715"


@rule("DD.7", "R99")
def test_a_landing_unit_whose_enemy_stays_though_routed_must_attack_again_until_it_is_ashore() -> None:
    match = field("DE-84K 2716", dice=f"6 6 {ENOUGH}", battles="2716: US-5C", **BEACH)
    play(match, "fight", "steady", "may-retreat", "distance 0")  # 3:2, die 6: DR
    assert (at(match, "DE-84K"), at(match, "US-5C")) == ("2716", "sea")
    refusal = match.why_not("end")
    assert refusal is not None
    assert refusal.rule == "DD.7"
    play(match, "attack 2716", "join US-5C", "commit", "end", "fight", "steady", "may-retreat", "distance 1")
    play(match, "retreat 2816")
    assert at(match, "US-5C") == "2716"
    assert match.position.stalled == 0


@rule("DD.7", "R36")
def test_after_a_d_or_no_effect_the_landing_unit_must_attack_again_in_the_next_combat_phase() -> None:
    match = field("DE-84K 2716", dice=f"2 {ENOUGH}", battles="2716: US-5C", **BEACH)
    play(match, "fight", "steady", "no-retreat")  # 3:2, die 2: D
    assert has(match, "disrupted", "DE-84K")
    assert at(match, "US-5C") == "sea"
    assert match.prompt.step == "allocation"
    assert match.position.stage == "exploitation"
    refusal = match.why_not("end")
    assert refusal is not None
    assert refusal.rule == "DD.7"
    play(match, "attack 2716", "join US-5C", "commit", "end")
    assert verbs(match) == ["fight"]

"""Allocating attacks: who may attack what, together with whom, and at which odds (ATT, NAT, CRT.14, SEQ)."""

from __future__ import annotations

import random

import pytest

from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.combat import attackers
from bocage.games.rhine.rules.combat.attacks import Allocating, Allocation
from bocage.games.rhine.rules.position import Battle
from tests.cases import rule
from tests.rhine.asking import listed, log, number, refused, verbs
from tests.rhine.combat.fronts import (
    battles,
    commit,
    declare,
    exploitation,
    front,
    german_front,
)


@rule("SEQ.3")
def test_all_attacks_are_allocated_before_the_first_is_resolved() -> None:
    match = front("US-5C 3118; BR-1C 3117; DE-84K 3218; DE-25K 3217 disrupted")
    assert match.prompt.step == "allocation"
    commit(match, "3218", "US-5C")
    assert match.prompt.step == "allocation"
    commit(match, "3217", "BR-1C")
    assert battles(match) == [(["3218"], ["US-5C"]), (["3217"], ["BR-1C"])]
    assert [battle.number for battle in match.position.battles] == [1, 2]
    assert log(match) == [
        "US 5 Corps is to attack 3218.",
        "British 1 Corps is to attack 3217.",
    ]
    match.play("end")
    assert match.prompt.step != "allocation"


@rule("SEQ.3")
def test_an_attack_that_is_being_made_can_be_cancelled() -> None:
    match = front("US-5C 3118; DE-84K 3218")
    declare(match, "3218", "US-5C")
    assert verbs(match) == {"commit", "cancel"}
    assert refused(match, "end")[1] == "the attack on 3218 is still being made: commit it or cancel it first"
    match.play("cancel")
    assert battles(match) == []
    assert listed(match, "attack") == {"3218"}
    assert refused(match, "commit")[1] == "'commit' comes after the choice of a hex: say first which one you attack"


@rule("SEQ.3", "SEQ.11")
def test_nobody_is_asked_who_cannot_attack_anything() -> None:
    assert front("US-5C 3118; DE-84K 3318").prompt.step != "allocation"
    assert german_front("US-5C 3118; DE-84K 3318").prompt.step != "allocation"


@rule("SEQ.11")
def test_the_germans_allocate_their_attacks_too() -> None:
    match = german_front("US-5C 3118; DE-84K 3218; DE-2Pz 3219")
    assert match.prompt.side == "german"
    assert match.prompt.rule == "SEQ.11"
    commit(match, "3118", "DE-84K DE-2Pz")
    assert battles(match) == [(["3118"], ["DE-84K", "DE-2Pz"])]


@rule("SEQ.6")
def test_unused_units_attack_in_the_exploitation_phase() -> None:
    match = exploitation("US-5C 3118; US-2AD 3118; DE-84K 3218", spent="US-5C")
    assert match.prompt.rule == "SEQ.6"
    match.play("attack 3218")
    assert listed(match, "join") == {"US-2AD"}


@rule("EXP.1", "SEQ.6")
def test_whoever_was_used_in_the_operational_phase_does_not_exploit() -> None:
    match = exploitation("US-5C 3118; US-2AD 3118; DE-84K 3218", spent="US-5C")
    match.play("attack 3218")
    assert refused(match, "join US-5C")[0] == "EXP.1"


@rule("SEQ.3")
def test_only_what_is_next_to_an_attacker_can_be_attacked() -> None:
    match = front("US-5C 3118; US-7C 3017; DE-84K 3218; DE-2Pz 3318")
    assert listed(match, "attack") == {"3218"}
    assert refused(match, "attack 3318") == ("SEQ.3", "no combat unit of yours is next to 3318")
    assert refused(match, "attack 3119")[1].startswith("there is neither an enemy unit nor an enemy fortress in 3119")
    match.play("attack 3218")
    assert refused(match, "join US-7C")[1] == "US-7C is not next to 3218"
    assert refused(match, "join US-8C")[1] == "US-8C is not on the map"


@rule("FORT.1", "R16")
def test_a_fortress_port_without_any_unit_can_be_attacked() -> None:
    match = front("US-5C 3220; DE-84K 3420")  # next to Calais and to nobody
    assert "3221" in listed(match, "attack")
    declare(match, "3221", "US-5C")
    assert "3 to 2 is 3:2" in match.prompt.text
    match.play("commit")
    assert battles(match) == [(["3221"], ["US-5C"])]


@rule("METZ.1")
def test_restored_forts_can_be_attacked_without_any_unit_in_them() -> None:
    empty = front("US-5C 4405; DE-84K 4305", allied_control="3120 4219")
    assert listed(empty, "attack") == {"4305"}
    restored = front("US-5C 4405; DE-84K 4305", allied_control="3120 4219", forts_restored="4505")
    assert listed(restored, "attack") == {"4305", "4505"}
    declare(restored, "4505", "US-5C")
    assert "3 to 1 is 3:1" in restored.prompt.text


def test_dumps_alone_are_no_target_but_tigers_are() -> None:
    match = german_front("US-SUP 3118; DE-84K 3218; US-5C 3119; DE-2Pz 3219")
    assert listed(match, "attack") == {"3119"}
    allied = front("US-5C 3118; DE-s503 3218")
    assert listed(allied, "attack") == {"3218"}


def test_nobody_attacks_over_an_estuary() -> None:
    # Flushing lies across the West Scheldt from 3920 and 4020.
    match = front("BR-1C 4020; DE-84K 4021; DE-2Pz 4019", allied_control="4219")
    assert listed(match, "attack") == {"4019"}
    assert refused(match, "attack 4021") == (
        "SEQ.3",
        "no combat unit of yours is next to 4021, except across an estuary, over which nobody attacks",
    )
    assert match.why_not("attack 4019") is None
    match.play("attack 4019")
    assert refused(match, "also 4021")[1] == "no unit that can attack is next to 4021 and to Ghent (4019)"


def test_a_unit_across_the_estuary_cannot_join() -> None:
    match = front("BR-1C 4020; BR-8C 4121; DE-84K 4021", allied_control="4219", first_beaches="4121")
    match.play("attack 4021")
    assert listed(match, "join") == {"BR-8C"}
    assert "estuary" in refused(match, "join BR-1C")[1]


@rule("ATT.3")
def test_a_unit_without_attack_factor_does_not_attack_by_itself() -> None:
    match = german_front("US-5C 3118; DE-s503 3218; DE-84K 3319")
    assert match.prompt.step != "allocation"
    match = german_front("US-2AD 3118; DE-s503 3218; DE-s502 3219; BR-1C 3117; DE-LehrPz 3217")
    assert listed(match, "attack") == {"3117"}
    assert refused(match, "attack 3118")[0] == "ATT.3"
    match.play("attack 3117")
    match.play("join DE-s503")
    assert "commit" not in verbs(match)
    assert refused(match, "commit")[0] == "ATT.3"
    match.play("join DE-LehrPz")
    assert match.why_not("commit") is None


@rule("ATT.1")
def test_a_unit_without_attack_factor_joins_others_even_from_another_hex() -> None:
    match = german_front("US-5C 3118; DE-s503 3219; DE-LehrPz 3218")
    commit(match, "3118", "DE-LehrPz DE-s503")
    assert battles(match) == [(["3118"], ["DE-LehrPz", "DE-s503"])]


@rule("FR2.2", "ATT.3")
def test_the_french_do_not_attack_alone_beyond_paris() -> None:
    match = front("FR-2AD 3118; DE-84K 3218; US-5C 3117; DE-25K 3217 disrupted")
    match.play("attack 3218")
    match.play("join FR-2AD")
    assert refused(match, "commit")[0] == "ATT.3"
    match.play("join US-5C")
    assert match.why_not("commit") is None


@rule("CRT.14")
def test_final_odds_below_one_to_three_are_not_allowed() -> None:
    match = front("US-2AD 3118; DE-84K 3218 deployed; DE-1SS 3218")
    declare(match, "3218", "US-2AD")  # 2 against 7
    assert "commit" not in verbs(match)
    assert refused(match, "commit") == (
        "CRT.14",
        "the final odds would be 1:4, and below 1:3 no attack is allowed",
    )
    assert match.prompt.text == "Attack on 3218: 2 to 7 is 1:4. Add units, commit the attack or cancel it."


@rule("CRT.14")
def test_one_to_three_with_a_column_against_it_is_not_allowed() -> None:
    match = front("US-2AD 3118; DE-84K 3218 deployed; DE-2Pz 3218")
    declare(match, "3218", "US-2AD")  # 2 against 6
    assert match.why_not("commit") is None
    tigers = front("US-2AD 3118; DE-84K 3218 deployed; DE-2Pz 3218; DE-s503 3218")
    declare(tigers, "3218", "US-2AD")
    assert refused(tigers, "commit")[0] == "CRT.14"
    assert "2 to 6 is 1:3, after all shifts 1:4" in tigers.prompt.text


@rule("CRT.14")
def test_one_to_four_with_a_column_for_it_is_allowed() -> None:
    match = front("BR-RMN 3118; BR-6AB 3118; DE-84K 3218 deployed", turn=8)
    declare(match, "3218", "BR-RMN")  # 1 against 4, and a column for the Marines
    assert match.why_not("commit") is None
    other = front("BR-RMN 3118; BR-6AB 3118; DE-84K 3218 deployed", turn=8)
    declare(other, "3218", "BR-6AB")
    assert refused(other, "commit")[0] == "CRT.14"


@rule("BLITZ.1", "CRT.14")
def test_goerings_blitz_counts_in_its_turn() -> None:
    # 1 against 4 is saved by the Blitz.
    few = "US-7AD 3118; US-6AD 3118; US-82AB 3118; DE-25K 3219"
    assert refused(_german_attack(few, 0), "commit")[0] == "CRT.14"
    assert _german_attack(few, 4).why_not("commit") is None
    # Targets far from where it has supported attacks before do not get it.
    far = _german_attack(few, 4, blitz_targets="2316")
    assert refused(far, "commit")[0] == "CRT.14"


def _german_attack(units: str, blitz_turn: int, unit: str = "DE-25K", **more: str) -> Match:
    match = german_front(units, blitz_turn=blitz_turn, **more)
    declare(match, "3118", unit)
    return match


@rule("NAT.2")
def test_british_and_americans_do_not_attack_together() -> None:
    match = front("US-5C 3118; FR-2AD 3118; BR-1C 3118; BR-1PAD 3118; DE-84K 3218")
    declare(match, "3218", "US-5C")
    assert listed(match, "join") == {"FR-2AD"}
    assert refused(match, "join BR-1C") == ("NAT.2", "British and American units do not attack together")
    match.play("cancel")
    declare(match, "3218", "BR-1PAD")
    assert listed(match, "join") == {"BR-1C"}


@rule("NAT.4", "NAT.2")
def test_british_and_americans_may_attack_one_hex_in_two_battles() -> None:
    match = front("US-5C 3118; BR-1C 3118; DE-84K 3218")
    commit(match, "3218", "US-5C")
    commit(match, "3218", "BR-1C")
    assert battles(match) == [(["3218"], ["US-5C"]), (["3218"], ["BR-1C"])]


@rule("NAT.1")
def test_british_and_americans_defend_together() -> None:
    match = german_front("US-5C 3118; BR-6AB 3118; DE-2SSK 3218")
    declare(match, "3118", "DE-2SSK")
    assert "5 to 5 is 1:1" in match.prompt.text


@rule("NAT.3")
def test_a_unit_is_given_to_one_attack_only() -> None:
    match = front("US-5C 3118; US-7C 3118; DE-84K 3218; DE-25K 3219 disrupted")
    declare(match, "3218", "US-5C")
    assert refused(match, "join US-5C") == ("NAT.3", "US-5C takes part in this attack already")
    match.play("commit")
    match.play("attack 3219")
    assert listed(match, "join") == {"US-7C"}
    assert refused(match, "join US-5C")[0] == "NAT.3"


@rule("NAT.3", "EXP.1")
def test_a_unit_attacks_once_in_a_player_turn() -> None:
    match = exploitation("US-5C 3118; US-7C 3118; DE-84K 3218", attacked="US-5C", spent="US-5C")
    match.play("attack 3218")
    assert listed(match, "join") == {"US-7C"}
    assert refused(match, "join US-5C") == ("NAT.3", "US-5C has attacked in this player-turn already")


@rule("DIS.1")
def test_disrupted_units_do_not_attack() -> None:
    match = front("US-5C 3118 disrupted; US-7C 3118; DE-84K 3218")
    match.play("attack 3218")
    assert listed(match, "join") == {"US-7C"}
    assert refused(match, "join US-5C") == ("DIS.1", "US-5C is Disrupted and may not attack")
    alone = front("US-5C 3118 disrupted; US-7C 3117; DE-84K 3219; DE-25K 3217")
    assert refused(alone, "attack 3219") == ("DIS.1", "US-5C is Disrupted and may not attack")


@rule("DEP.1")
def test_a_corps_that_was_deployed_this_turn_does_not_attack_but_one_deployed_before_does() -> None:
    match = front("US-5C 3118 deployed; US-7C 3118 deployed; DE-84K 3218", dug_in="US-5C")
    match.play("attack 3218")
    assert listed(match, "join") == {"US-7C"}
    assert refused(match, "join US-5C")[0] == "DEP.1"
    match.play("join US-7C")
    assert "4 to 2 is 2:1" in match.prompt.text


@rule("SUP.21")
def test_unsupplied_and_isolated_units_do_not_attack() -> None:
    # Without Boulogne there is no Allied source at all.
    match = front("US-5C 3118; DE-84K 3218", allied_control="")
    assert match.prompt.step != "allocation"
    mixed = front("US-5C 3118; US-7C 5406; DE-84K 3218; DE-2Pz 5405")
    assert listed(mixed, "attack") == {"3218"}
    assert refused(mixed, "attack 5405") == ("SUP.21", "US-7C is Unsupplied, and such units may not attack")


@rule("SUP.21")
def test_an_isolated_german_does_not_attack() -> None:
    match = german_front("US-5C 3118; US-7C 3219; US-8C 3318; US-15C 3317; DE-84K 3218; BR-1C 3014; DE-2Pz 3114")
    assert listed(match, "attack") == {"3014"}
    assert refused(match, "attack 3118") == ("SUP.21", "DE-84K is Isolated, and such units may not attack")


@rule("RIV.4", "R5")
def test_an_attack_over_a_river_costs_a_hex_of_movement() -> None:
    units = "US-5C 3310; US-7C 3310; DE-84K 3311"
    match = front(units, budget={"US-5C": 0, "US-7C": 1})
    match.play("attack 3311")
    assert listed(match, "join") == {"US-7C"}
    assert refused(match, "join US-5C") == (
        "RIV.4",
        "an attack over a river costs a hex of movement, and US-5C has none left",
    )
    dry = front("US-5C 3310; DE-84K 3410", budget={"US-5C": 0})
    assert listed(dry, "attack") == {"3410"}


@rule("RIV.4")
def test_every_river_between_an_attacker_and_its_hexes_counts() -> None:
    match = front("US-5C 3310; DE-84K 3410; DE-25K 3411 disrupted", budget={"US-5C": 0})
    declare(match, "3410", "US-5C")
    assert listed(match, "also") == set()
    assert refused(match, "also 3411")[0] == "RIV.4"
    free = front("US-5C 3310; DE-84K 3410; DE-25K 3411 disrupted", budget={"US-5C": 1})
    declare(free, "3410 3411", "US-5C")
    assert free.why_not("commit") is None


@rule("MOV.7")
def test_whoever_used_bonus_hexes_does_not_attack() -> None:
    match = front("US-5C 3118; US-7C 3118; DE-84K 3218", budget={"US-5C": -1})
    match.play("attack 3218")
    assert listed(match, "join") == {"US-7C"}
    assert refused(match, "join US-5C")[0] == "MOV.7"


def test_one_attack_on_several_hexes_needs_attackers_next_to_all_of_them() -> None:
    match = front("US-5C 3118; US-7C 3117; DE-84K 3218; DE-25K 3219")
    match.play("attack 3218")
    assert listed(match, "also") == {"3219"}
    match.play("also 3219")
    assert refused(match, "also 3218")[1] == "3218 is among the hexes of this attack already"
    assert listed(match, "join") == {"US-5C"}
    assert refused(match, "join US-7C")[1] == "US-7C is not next to 3218 and 3219"
    match.play("join US-5C")
    assert "3 to 4" in match.prompt.text
    match.play("cancel")
    declare(match, "3218", "US-5C US-7C")
    assert listed(match, "also") == set()
    assert "US-7C is not next to 3219" in refused(match, "also 3219")[1]


def test_dummies_and_dumps_do_not_attack() -> None:
    match = german_front("US-5C 3118; DE-84K 3218; DE-Dummy1 3218")
    match.play("attack 3118")
    assert refused(match, "join DE-Dummy1")[1] == "DE-Dummy1 is a dummy and cannot attack"
    allied = front("US-5C 3118; US-SUP 3118; DE-84K 3218")
    allied.play("attack 3218")
    assert refused(allied, "join US-SUP")[1] == "US-SUP has no strength: a Supplies dump does not attack"
    assert refused(allied, "join DE-84K")[1] == "DE-84K is a unit of the enemy"


# The list and the reasons say the same


@pytest.mark.parametrize("seed", range(6))
def test_the_conditions_of_joining_agree_with_who_is_able(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(10):
        match = _scattered(dice)
        look = match.inquire("allied")
        for node in look.game.board.nodes(attackers.targets(look, "allied")):
            frame = Allocating("allied", 1 << node)
            joined = Allocation.join.allowed(Allocation, look, frame)
            assert joined == attackers.able(look, "allied", 1 << node)


def _scattered(dice: random.Random) -> Match:
    hexes = ["3118", "3117", "3119", "3017", "3218", "3219", "3217", "3318", "3310", "3311", "3211", "3212"]
    allied = ["US-5C", "US-7C", "US-2AD", "FR-2AD", "BR-1C", "BR-11AD", "BR-6AB", "US-SUP"]
    german = ["DE-84K", "DE-25K", "DE-2Pz", "DE-s503", "DE-17SS"]
    dice.shuffle(hexes)
    west, east = hexes[:6], hexes[6:]
    words = ["", "", " disrupted"]
    placed = [f"{unit} {dice.choice(west)}{dice.choice(words)}" for unit in allied]
    placed += [f"{unit} {dice.choice(east)}{dice.choice(words)}" for unit in german]
    budget = {unit: dice.choice((-1, 0, 1, 3)) for unit in allied if dice.random() < 0.4}
    placed += ["US-8C 3014", "DE-82K 3114"]  # so that there is something to attack whatever else may be
    match = front("; ".join(placed), budget=budget, dug_in="US-7C" if dice.random() < 0.3 else "")
    position = match.position
    used = dice.choice(("US-5C", "BR-1C"))
    position.battles = (Battle(1, 0, 1 << number(match, used)),) if dice.random() < 0.5 else ()
    position.attacked = 1 << number(match, "BR-6AB") if dice.random() < 0.5 else 0
    return match

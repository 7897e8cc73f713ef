"""Duties when battles are called off, the Blitz, and piles of units (MAND, STK.6)."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.combat.duties import demanded
from bocage.games.rhine.rules.combat.odds import counted_defenders
from bocage.games.rhine.rules.look import RhineLook, members
from tests.cases import rule
from tests.rhine.asking import refused
from tests.rhine.combat.fighting import at, field, ground, has, play, reckon, units_of, verbs

# Around 2815 lie 2814, 2914 and 2915 in a row, each next to the one before it.
PAIR = "US-5C 2815; US-8C 2815; DE-84K 2814; DE-81K 2914"


def allocated(units: str, *battles: str, side: str = "allied", **fields: Any) -> Match:
    """A match whose battles have been allocated by the usual questions: `2814 US-5C` is one of them."""
    match = field(units, f"{side} allocation", **fields)
    for battle in battles:
        target, *attackers = battle.split()
        play(match, f"attack {target}", *(f"join {unit}" for unit in attackers), "commit")
    return play(match, "end")


# Calling off


@rule("MAND.1", "MAND.4", "R113")
def test_whoever_has_fought_the_attack_owed_cannot_call_off_the_one_that_it_was_owed_to() -> None:
    match = allocated(PAIR, "2814 US-5C", "2914 US-8C", dice="3 3")
    play(match, "resolve 2914", "fight", "steady", "no-retreat")
    assert verbs(match) == ["fight"]
    assert match.prompt.text.endswith("It must be fought.")
    assert refused(match, "call-off")[0] == "MAND.1"
    # Nothing binds it as long as the other one has not been fought.
    free = allocated(PAIR, "2814 US-5C", "2914 US-8C", dice="3 3")
    play(free, "resolve 2814")
    assert verbs(free) == ["fight", "call-off"]
    assert free.prompt.text.endswith("Fight or call it off?")


@rule("MAND.1", "MAND.4")
def test_nor_can_he_call_it_off_by_way_of_another_attack_that_it_demands() -> None:
    units = "US-5C 2815; US-8C 2815; US-19C 2815; DE-84K 2814; DE-81K 2914; DE-67K 2915"
    match = allocated(units, "2914 US-5C", "2814 US-8C", "2915 US-19C", dice="3 3 3")
    play(match, "resolve 2814", "fight", "steady", "no-retreat", "resolve 2915")
    # Without it the attack on 2914 would be called off too, for the sake of which 2814 has been attacked.
    assert refused(match, "call-off")[0] == "MAND.1"


@rule("MAND.4", "R113")
def test_of_two_attacks_that_demand_the_same_one_it_is_enough_to_fight_either() -> None:
    units = "US-5C 2815; US-8C 2815; US-19C 2914; DE-84K 2814; DE-25K 2714; DE-81K 2913"
    match = allocated(units, "2714 US-5C", "2913 US-19C", "2814 US-8C", dice="3 3 3")
    one, other, duty = match.position.battles
    assert (one.duty, other.duty, duty.duty, duty.parents) == (False, False, True, (1, 2))
    play(match, "resolve 2814", "fight", "steady", "no-retreat", "resolve 2714", "call-off")
    assert match.position.called_off == (1,)
    assert verbs(match) == ["fight"]  # now it is the last one
    fought = allocated(units, "2714 US-5C", "2913 US-19C", "2814 US-8C", dice="3 3 3")
    play(fought, "resolve 2814", "fight", "steady", "no-retreat", "resolve 2714", "fight", "steady", "no-retreat")
    assert verbs(fought) == ["fight", "call-off"]


@rule("MAND.1", "MAND.4", "NAT.4")
@pytest.mark.parametrize(("first", "second"), [("US-8C", "US-19C"), ("US-19C", "US-8C")])
def test_a_hex_that_has_been_attacked_as_it_had_to_be_need_not_be_attacked_twice(first: str, second: str) -> None:
    match = allocated(
        "US-5C 2815; US-8C 2815; US-19C 2915; DE-84K 2814; DE-81K 2914",
        "2814 US-5C", "2914 US-8C", "2914 US-19C", dice="2 2 2",
    )  # fmt: skip
    play(match, "resolve 2814", "fight", "steady", "no-retreat", f"with {first}", "fight", "steady", "no-retreat")
    assert verbs(match) == ["fight", "call-off"]
    # Neither does it matter which of the two is called off first; the last one is owed.
    again = allocated(
        "US-5C 2815; US-8C 2815; US-19C 2915; DE-84K 2814; DE-81K 2914",
        "2814 US-5C", "2914 US-8C", "2914 US-19C", dice="2 2 2",
    )  # fmt: skip
    play(again, "resolve 2914", f"with {second}")
    assert again.prompt.warnings == []
    play(again, "call-off")
    assert len(again.position.battles) == 2
    play(again, "resolve 2814", "fight", "steady", "no-retreat")
    assert verbs(again) == ["fight"]


# Rivers


@rule("MAND.2")
def test_the_far_bank_is_excused_even_where_the_river_ends_before_it_parts_target_and_neighbour() -> None:
    # From 1711 a river lies before 1612, none before 1712, and none between these two.
    look = ground("US-5C 1711; DE-84K 1712; DE-25K 1612")
    board, rivers = look.game.board, look.game.data.rivers
    here, target, beyond = (board.index[label] for label in ("1711", "1712", "1612"))
    assert [rivers.has(*pair) for pair in ((here, beyond), (here, target), (target, beyond))] == [True, False, False]
    corps = units_of(look, "US-5C")
    assert demanded(look, "allied", 1 << target, corps) == 0
    assert demanded(look, "allied", 1 << beyond, corps) == 1 << target


# Goering's Blitz


@rule("MAND.1", "BLITZ.1", "CRT.14", "R114")
def test_support_cannot_be_withheld_to_get_rid_of_an_attack_that_is_owed() -> None:
    units = "DE-21Pz 2814; DE-64K 2814; US-5C 2815; BR-1CC 2914 deployed"
    match = allocated(units, "2815 DE-21Pz", "2914 DE-64K", side="german", blitz_turn=4, dice="3 3")
    play(match, "resolve 2914")
    assert verbs(match) == ["support", "no-support"]  # nothing has been fought yet
    match = allocated(units, "2815 DE-21Pz", "2914 DE-64K", side="german", blitz_turn=4, dice="3 3")
    play(match, "resolve 2815", "support", "fight", "steady", "no-retreat")
    # Support is the only answer, so nobody is asked for it, and the attack goes on.
    assert verbs(match) == ["fight"]
    assert bocage.forecast(match).final_odds == "1:3"
    assert match.position.battles == ()
    assert match.position.called_off == ()


@rule("BLITZ.1")
def test_odds_that_count_on_the_blitz_say_so() -> None:
    match = field("DE-21Pz 2814; US-5C 2815", "german allocation", blitz_turn=4)
    play(match, "attack 2815", "join DE-21Pz")
    assert "2 to 3 is 1:2, after all shifts 1:1 with the Blitz" in match.prompt.text
    other = field("DE-21Pz 2814; DE-s503 2814; US-5C 2815", "german allocation")
    play(other, "attack 2815", "join DE-21Pz", "join DE-s503")
    assert "after all shifts 1:1. " in other.prompt.text


# The forecast


@rule("DIS.3", "SUP.21")
def test_the_forecast_of_a_battle_that_waits_is_the_one_that_it_has_when_its_turn_comes() -> None:
    # 2914 has been vacated since, and the airborne division that was to help has lost its supply.
    match = field(
        "US-5C 2815; US-8C 2815; DE-84K 2814 disrupted; US-19C 2714; DE-81K 2713; US-82AB 4010",
        battles="2814 2914: US-5C US-8C US-82AB; 2713: US-19C",
    )
    waiting = bocage.forecast(match, "2814 2914")
    assert (waiting.targets, waiting.attackers, waiting.disrupted) == (("2814",), ("US-5C", "US-8C"), True)
    play(match, "resolve 2814")
    assert bocage.forecast(match) == waiting


# Who may join


@rule("SEQ.3")
def test_an_enemy_who_is_to_join_is_no_matter_of_nations() -> None:
    match = field("US-5C 2815; DE-84K 2814", "allied allocation")
    play(match, "attack 2814")
    assert refused(match, "join DE-84K") == ("SEQ.3", "DE-84K is a unit of the enemy")


# Piles


def strongest(look: RhineLook, node: int, side: str) -> tuple[int, int]:
    """The greatest defence of Undisrupted units, then of all, that fits into a hex, by trying every choice."""
    most, armour = look.limits(node)
    units = members(look.in_place(node, side))
    best = (-1, -1)
    for size in range(len(units) + 1):
        for choice in combinations(units, size):
            counters = [look.counter(unit) for unit in choice]
            if sum(counter.stacking for counter in counters) > most:
                continue
            if sum(counter.stacking for counter in counters if counter.armour) > armour:
                continue
            able = sum(look.defence(unit) for unit in choice if not look.position.disrupted >> unit & 1)
            best = max(best, (able, sum(look.defence(unit) for unit in choice)))
    return best


@rule("STK.6", "STK.1", "STK.2")
def test_of_a_pile_of_units_those_count_that_a_search_of_all_choices_finds() -> None:
    rng = random.Random(6)
    pieces = [
        "US-5C", "US-7C", "US-8C", "US-4AD", "US-2AD", "US-3AD", "BR-1C", "BR-GdsAD", "BR-7AD", "US-82AB", "BR-RMN",
        "BR-1CC",
    ]  # fmt: skip
    for _ in range(40):
        place = rng.choice(["2814", "1817", "1414"])
        marks = ["", " disrupted", " disrupted"]
        units = [f"{name} {place}{rng.choice(marks)}" for name in rng.sample(pieces, 8)]
        look = ground("; ".join(units))
        node = look.game.board.index[place]
        found = counted_defenders(look, node, "allied")
        able = sum(look.defence(unit) for unit in members(found & ~look.position.disrupted))
        assert (able, sum(look.defence(unit) for unit in members(found))) == strongest(look, node, "allied"), units


@rule("STK.6")
def test_the_odds_against_a_whole_army_group_in_one_hex_are_reckoned_at_once() -> None:
    counters = ground("US-5C 2815").game.counters
    army = [counter.id for counter in counters if counter.side == "allied" and not counter.dump]
    look = ground("; ".join(f"{name} 2814 disrupted" for name in army) + "; DE-84K 2815")
    found = reckon(look, "2814", "DE-84K")
    assert found.defenders == units_of(look, " ".join(army))
    assert found.defence == 5 * 2 + 1  # five airborne divisions, and the Marines for whom there is always room


# A landing


@rule("DD.7", "MAND.4")
def test_a_landing_is_told_that_it_must_be_fought() -> None:
    match = field(
        "DE-84K 2716", allied_control="2917", first_beaches="2716 2917", landing_at="US-5C 2716", battles="2716: US-5C",
        stalled="US-5C",
    )  # fmt: skip
    assert verbs(match) == ["fight"]
    assert match.prompt.text.endswith("It must be fought.")
    assert at(match, "US-5C") == "sea"
    assert not has(match, "attacked", "US-5C")

"""The seven results of combat (11.13): losses and retreats. The advance (11.14) is in test_advance."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.roundup.combat.fighting import choices, field, fight, fought, german_field, refused, steps, told, where

# Who attacks 3117 from the west leaves it two ways out: 3116 in the east and 3017 in the north-east.
WEST = "US-1A 3118; US-1 3218"
# Germans whose zones close everything behind 3118: whoever attacks from there cannot fall back.
TRAP = "DE-719 3120; DE-347 2919; DE-348 3319"
# Allied units whose zones close everything around 3117 and 3116, but for 3116 itself.
POCKET = "US-1A 3018; US-1 3218; US-2 3114; US-3 2915; US-5 3316"

CRT = """
die 1:3 1:2 1:1 2:1 3:1 4:1 5:1 6:1
1   ASR ASR ASR AS  SM  EX  DR  DS
2   ASR ASR AS  SM  EX  DR  DS  DSR
3   ASR AS  SM  EX  DR  DS  DSR DSR
4   AS  SM  EX  DR  DS  DSR DSR DSR
5   SM  EX  DR  DS  DSR DSR DSR DSR
6   EX  DR  DS  DSR DSR DSR DSR DSR
"""
ATTACKS = {  # odds -> attackers of 3117 and its defenders
    "1:3": ("US-Rgr 3118", "DE-376 3117"),
    "1:2": ("US-82AB 3118", "DE-376 3117"),
    "1:1": ("US-1 3118", "DE-376 3117"),
    "2:1": ("US-1 3118; US-2 3218", "DE-376 3117"),
    "3:1": ("US-1A 3118; US-1 3218", "DE-712 3117"),
    "4:1": ("US-1A 3118; US-1 3218", "DE-165R 3117"),
    "5:1": ("US-1 3118; US-2 3218", "DE-712 3117 reduced"),
    "6:1": ("US-1A 3118; US-1 3218", "DE-712 3117 reduced"),
}


@rule("11.13")
@pytest.mark.parametrize("row", CRT.strip().splitlines()[1:])
def test_the_die_is_read_on_the_column_of_the_final_odds(row: str) -> None:
    die, *results = row.split()
    for (odds, (attackers, defenders)), result in zip(ATTACKS.items(), results, strict=True):
        match = field(f"{attackers}; {defenders}", f"{die} 1")
        fight(match, "3117", " ".join(item.split()[0] for item in attackers.split("; ")))
        assert (fought(match).column, fought(match).result) == (odds, result)


# AS


@rule("11.13.1")
def test_as_costs_one_attacker_a_step_of_the_attackers_choice_and_nobody_moves() -> None:
    for victim, left in (("US-1", (1, 1)), ("US-Rgr", (2, 0))):
        match = field("US-1 3118; US-Rgr 3118; US-2 3218; DE-376 3117; DE-719 3120", "2 1")
        fight(match, "3117", "US-1 US-Rgr")  # 7:5, and US-2 takes no part
        assert (fought(match).result, match.prompt.side) == ("AS", "allied")
        assert choices(match) == ["lose US-1", "lose US-Rgr"]
        match.play(f"lose {victim}")
        assert (steps(match, "US-1"), steps(match, "US-Rgr"), steps(match, "US-2")) == (*left, 2)
        assert (where(match, "US-1"), where(match, "DE-376"), steps(match, "DE-376")) == ("3118", "3117", 2)
        assert match.prompt.step == "combat"


@rule("11.13.1a", "3.4")
def test_a_full_division_is_flipped_and_a_reduced_one_is_gone_for_good() -> None:
    match = field("US-1 3118; DE-376 3117; US-2 3114; DE-384 3113", "2")
    fight(match, "3117", "US-1")
    assert (where(match, "US-1"), steps(match, "US-1")) == ("3118", 1)
    match = field("US-1 3118 reduced; DE-712 3117; US-2 3114; DE-384 3113", "3")
    fight(match, "3117", "US-1")  # 3:4 is 1:2
    assert (fought(match).result, where(match, "US-1")) == ("AS", "dead")
    assert match.position.returning == {}


@rule("11.13.1a")
def test_an_allied_brigade_rolls_for_its_return_and_a_german_battalion_does_not() -> None:
    match = field("US-Rgr 3118; US-2 3114; DE-712 3117; DE-384 3113", "3 3")
    fight(match, "3117", "US-Rgr")  # 2:4 is 1:2
    assert (fought(match).result, where(match, "US-Rgr")) == ("AS", "track")
    assert match.position.returning == {"US-Rgr": 4}
    match = german_field("DE-s504 3118; US-1 3117; DE-712 3114; US-2 3113", "3")
    fight(match, "3117", "DE-s504")  # 4:6 is 1:2, and the tape holds no second die
    assert (fought(match).result, where(match, "DE-s504")) == ("AS", "dead")
    assert match.position.returning == {}


# ASR


@rule("11.13.2")
def test_asr_costs_a_step_and_throws_every_attacker_back_one_hex() -> None:
    match = field("US-1 3118; UK-1 3218; DE-1SS 3117", "1")
    fight(match, "3117", "US-1 UK-1")
    assert (fought(match).result, choices(match)) == ("ASR", ["lose US-1", "lose UK-1"])
    match.play("lose UK-1")
    assert (match.prompt.side, match.prompt.rule) == ("allied", "11.13.2")
    assert choices(match) == ["retreat 3019", "retreat 3119", "retreat 3219", "pick UK-1"]
    match.play("retreat 3119")
    assert choices(match) == ["retreat 3219", "retreat 3317", "retreat 3318"]
    match.play("retreat 3318")
    assert (where(match, "US-1"), steps(match, "US-1")) == ("3119", 2)
    assert (where(match, "UK-1"), steps(match, "UK-1")) == ("3318", 1)
    assert (where(match, "DE-1SS"), steps(match, "DE-1SS")) == ("3117", 2)
    assert (match.prompt.side, choices(match)) == ("allied", ["end"])  # the German is not asked to advance


@rule("11.13.2")
def test_a_unit_killed_by_the_asr_has_nothing_left_to_retreat() -> None:
    match = field("US-1 3118 reduced; DE-1SS 3117; US-2 3114; DE-384 3113", "1")
    fight(match, "3117", "US-1")
    assert (where(match, "US-1"), match.prompt.step) == ("dead", "combat")


@rule("11.13.2a")
def test_attackers_never_fall_back_into_enemies_their_zones_or_an_overfull_hex() -> None:
    match = field("US-1 3118; US-2 3119; US-3 3219; DE-1SS 3117; DE-719 2919", "1")
    fight(match, "3117", "US-1")
    # 3019 is in the zone of 2919, 3018 and 3218 in that of 3117; 3119 and 3219 are full and can be passed through.
    assert choices(match) == ["retreat 3120", "retreat 3220", "retreat 3318", "retreat 3319"]
    assert refused(match, "retreat 3117")[0] == "11.13.2"
    assert refused(match, "retreat 3018")[0] == "3.2.4"
    assert refused(match, "retreat 3019")[0] == "3.2.4"
    assert refused(match, "retreat 3119")[0] == "3.1.2"
    assert refused(match, "retreat 3020")[0] == "3.2.4"  # behind 3119, but in the zone of 2919
    assert refused(match, "retreat 3121")[0] == "11.13.2"  # too far
    match.play("retreat 3120")
    assert (where(match, "US-1"), steps(match, "US-1"), steps(match, "US-2")) == ("3120", 1, 2)
    assert "US 1 Infantry Division retreats 3118-3119-3120." in told(match)


@rule("11.13.2a")
def test_attackers_on_the_beach_never_fall_back_into_the_sea() -> None:
    match = field("US-1 3123; US-2 3114; DE-1SS 3122; DE-384 3113", "1")
    fight(match, "3122", "US-1")
    assert where(match, "US-1") == "3024"  # the only hex on land outside the German zone


@rule("11.13.2a")
def test_us_units_never_fall_back_onto_uk_units_but_through_them() -> None:
    match = field("US-Rgr 3118; US-1 3118; UK-1 3119; UK-3 3019; UK-5 3219; DE-1SS 3117", "1")
    fight(match, "3117", "US-1 US-Rgr")
    match.play("lose US-1")
    assert refused(match, "retreat 3119") == ("3.1.2", "US and UK units never stack together")
    assert choices(match) == [
        "retreat 2918", "retreat 2919", "retreat 3020", "retreat 3120", "retreat 3220", "retreat 3318", "retreat 3319",
        "pick US-Rgr",
    ]  # fmt: skip


@rule("11.13.2a")
def test_no_way_leads_through_a_friendly_hex_that_is_in_an_enemy_zone() -> None:
    match = field("US-1 3118; US-2 3018; DE-1SS 3117; DE-719 3120; DE-347 3319", "1")
    fight(match, "3117", "US-1")
    assert where(match, "US-1") == "3019"  # 2918 lies behind US-2, who stands in the German zone


@rule("11.13.2b")
def test_an_attacker_who_cannot_fall_back_stays_and_loses_a_step() -> None:
    match = field(f"US-1 3118; US-Rgr 3118; DE-1SS 3117; {TRAP}; US-2 3114; DE-384 3113", "1 1")
    fight(match, "3117", "US-1 US-Rgr")
    match.play("lose US-Rgr")
    assert (where(match, "US-1"), steps(match, "US-1")) == ("3118", 1)
    match = field(f"US-1 3118; DE-1SS 3117; {TRAP}; US-2 3114; DE-384 3113", "1")
    fight(match, "3117", "US-1")
    assert where(match, "US-1") == "dead"  # the first step, and the second for want of a way out


@rule("11.13.2b", "R7")
def test_each_trapped_attacker_pays_for_itself_and_the_free_ones_get_away() -> None:
    """Ruling R7."""
    match = field(f"US-1 3118; US-FSSF 3118; US-2 3217; DE-1SS 3117; DE-s503 3117; {TRAP}", "1 3")
    fight(match, "3117", "US-1 US-FSSF US-2")
    match.play("lose US-2")
    assert choices(match) == ["retreat 3216", "retreat 3316", "retreat 3317"]
    match.play("retreat 3316")
    assert (where(match, "US-1"), steps(match, "US-1")) == ("3118", 1)
    assert (where(match, "US-FSSF"), match.position.returning) == ("track", {"US-FSSF": 4})
    assert (where(match, "US-2"), steps(match, "US-2")) == ("3316", 1)


@rule("11.13.2")
def test_the_owner_chooses_the_order_in_which_many_attackers_fall_back() -> None:
    match = field("US-1 3118; US-2 3218; US-3 3217; DE-GD 3117; DE-s503 3117", "1")
    fight(match, "3117", "US-1 US-2 US-3")
    match.play("lose US-1")
    match.play("pick US-3")
    assert choices(match) == ["retreat 3216", "retreat 3316", "retreat 3317", "pick US-1", "pick US-2"]
    match.play("retreat 3317")
    match.play("pick US-2")
    # 3317 is full now, and other hexes beside US-2 have room
    assert refused(match, "retreat 3317")[0] == "3.1.2"
    match.play("retreat 3318")
    match.play("retreat 3119")
    assert [where(match, unit) for unit in ("US-1", "US-2", "US-3")] == ["3119", "3318", "3317"]


# DR


@rule("11.13.3")
def test_dr_throws_all_defenders_back_and_they_may_part() -> None:
    match = field(f"{WEST}; US-FSSF 3118; DE-712 3117; DE-s504 3117", "5")
    fight(match, "3117", "US-1A US-1 US-FSSF")  # 15 against 8
    assert (fought(match).result, match.prompt.side, match.prompt.rule) == ("DR", "german", "11.13.3")
    assert choices(match) == ["retreat 3017", "retreat 3116", "pick DE-s504"]
    match.play("retreat 3116")
    assert choices(match) == ["retreat 3017", "retreat 3116"]
    match.play("retreat 3017")
    assert (where(match, "DE-712"), where(match, "DE-s504")) == ("3116", "3017")
    assert (steps(match, "DE-712"), steps(match, "DE-s504")) == (2, 1)


@rule("11.13.3")
def test_retreating_defenders_keep_clear_of_enemies_zones_and_overfull_hexes() -> None:
    match = field(f"{WEST}; DE-712 3117; DE-719 3116; DE-s504 3116; UK-1 2916", "3")
    fight(match, "3117", "US-1A US-1")
    # 3017 and 3016 are in the zone of 2916, 3217 in that of 3218; 3116 is full and can only be passed through.
    assert choices(match) == ["retreat 3115", "retreat 3216"]
    assert refused(match, "retreat 3118")[0] == "11.13.3"
    assert refused(match, "retreat 3217")[0] == "3.2.4"
    assert refused(match, "retreat 3017")[0] == "3.2.4"
    assert refused(match, "retreat 3116")[0] == "3.1.3"


@rule("11.13.3")
def test_nobody_retreats_off_the_map() -> None:
    match = field("US-1A 4101; US-FSSF 4101; DE-712 4201", "4")
    fight(match, "4201", "US-1A US-FSSF")  # in the corner of the map; 4202 is in the zone of 4101
    assert fought(match).result == "DR"
    assert (where(match, "DE-712"), steps(match, "DE-712")) == ("4201", 1)


@rule("11.13.3a")
def test_a_full_friendly_hex_outside_enemy_zones_is_passed_through() -> None:
    match = field(f"{WEST}; DE-712 3117; DE-719 3116; UK-1 2916", "3")
    fight(match, "3117", "US-1A US-1")
    assert choices(match) == ["retreat 3115", "retreat 3216"]
    match.play("retreat 3115")
    assert (where(match, "DE-712"), steps(match, "DE-712"), where(match, "DE-719")) == ("3115", 2, "3116")
    assert "712 Infantry Division retreats 3117-3116-3115." in told(match)


@rule("11.13.3a")
def test_no_defender_retreats_through_a_friendly_hex_that_is_in_an_enemy_zone() -> None:
    match = field(f"{WEST}; US-2 3016; DE-712 3117; DE-719 3116", "3")
    fight(match, "3117", "US-1A US-1")  # 3216 would be free, but the friends before it stand in the zone of US-2
    assert fought(match).result == "DR"
    assert (where(match, "DE-712"), steps(match, "DE-712")) == ("3117", 1)


@rule("11.13.3a", "R23")
def test_a_retreat_goes_on_through_one_full_hex_after_the_other() -> None:
    """Ruling R23."""
    friends = "DE-719 3116; DE-347 3115; DE-348 3216; UK-1 2916"
    match = field(f"{WEST}; DE-712 3117; {friends}", "3")
    fight(match, "3117", "US-1A US-1")
    # Behind 3116 lie 3115 and 3216, both full as well; the free hexes are those behind them.
    assert choices(match) == [f"retreat {label}" for label in ("3015", "3114", "3215", "3315", "3316")]
    match.play("retreat 3315")
    assert "712 Infantry Division retreats 3117-3116-3216-3315." in told(match)


@rule("11.13.3a", "R23")
def test_a_retreat_ends_in_the_nearest_hexes_with_room() -> None:
    """Ruling R23: behind 3116, which is full, 3216 has room; 3115 is full too, and nobody goes on through it."""
    match = field(f"{WEST}; DE-712 3117; DE-719 3116; DE-347 3115; UK-1 2916", "3")
    fight(match, "3117", "US-1A US-1")
    assert fought(match).result == "DR"
    assert where(match, "DE-712") == "3216"  # the only one, so nobody is asked


@rule("11.13.3", "11.13.3a", "R23")
def test_who_has_room_beside_him_retreats_one_hex_and_passes_through_nobody() -> None:
    """Ruling R23: 3017 is free, so the full 3116 is not passed through."""
    match = field(f"{WEST}; DE-712 3117; DE-s504 3117; DE-719 3116", "5")
    fight(match, "3117", "US-1A US-1")
    assert choices(match) == ["retreat 3017", "pick DE-s504"]
    rule_, why = refused(match, "retreat 3115")
    assert (rule_, "a nearer hex has room" in why) == ("R23", True)
    assert refused(match, "retreat 3116")[0] == "3.1.3"
    assert refused(match, "retreat 3114") == (
        "11.13.3", "a retreat is one hex; only friendly hexes without room are passed through"
    )  # fmt: skip


@rule("11.13.3a", "R23")
def test_no_chain_of_full_hexes_carries_a_beaten_division_across_the_map() -> None:
    """Ruling R23: the chain from Calais ends in the forest of Boulogne, but there is room beside its first hex."""
    chain = ("1818", "1917", "2018", "2118", "2219", "2319", "2420")
    ids = ("712", "719", "347", "376", "348", "245", "711")
    friends = "; ".join(f"DE-{name} {label}" for name, label in zip(ids, chain, strict=True))
    match = field(f"US-1A 1618; US-2A 1619; US-3A 1719; DE-9SS 1718; {friends}", "4")
    fight(match, "1718", "US-1A US-2A US-3A")  # 2:1 in the end
    assert fought(match).result == "DR"
    assert choices(match) == ["retreat 1817", "retreat 1918"]
    assert refused(match, "retreat 2520")[0] == "R23"


@rule("11.13.3a", "R23")
def test_in_the_other_reading_the_owner_may_pass_through_any_full_hex_beside_the_unit() -> None:
    """Option R23: 3017 is free; behind the full 3116 the nearest hexes with room are offered as well."""
    other: dict[str, Any] = {"options": {"R23": True}}
    match = field(f"{WEST}; DE-712 3117; DE-s504 3117; DE-719 3116; DE-347 3115", "5", **other)
    fight(match, "3117", "US-1A US-1")
    assert choices(match) == ["retreat 3016", "retreat 3017", "retreat 3216", "pick DE-s504"]
    rule_, why = refused(match, "retreat 3114")  # behind 3115, which is behind 3116
    assert (rule_, "a nearer hex has room" in why) == ("R23", True)
    match.play("retreat 3216")
    assert "712 Infantry Division retreats 3117-3116-3216." in told(match)


@rule("R23")
def test_a_match_from_before_the_correction_goes_on_and_says_why() -> None:
    """Ruling R23: the first version passed through full hexes although there was room beside the unit."""
    match = field(f"{WEST}; DE-712 3117; DE-s504 3117; DE-719 3116", "5", options={"R23": True})
    fight(match, "3117", "US-1A US-1")
    match.play("retreat 3216")
    old = match.text().replace(f"\nrules {match.game.rules_version}\n", "\nrules 1\n").replace("option R23 true\n", "")
    again = bocage.load(old)
    assert "retreat to the nearest hexes with room (R23)" in again.note
    assert "could not be repeated" in again.note
    assert (again.prompt.step, where(again, "DE-712")) == ("retreat", "3117")
    with pytest.raises(bocage.BadInput, match="a nearer hex has room"):
        bocage.load(old, strict=True)


@rule("11.13.3b", "3.2.4")
def test_a_defender_whose_only_ways_lead_into_enemy_zones_stays_and_takes_a_ds() -> None:
    match = field("US-1 3118; US-1A 3116; DE-712 3117", "2 3")
    fight(match, "3117", "US-1 US-1A")  # 12:4 and concentric is 4:1
    assert fought(match).result == "DR"
    assert (where(match, "DE-712"), steps(match, "DE-712")) == ("3117", 1)
    assert "712 Infantry Division cannot retreat." in told(match)


@rule("11.13.3b")
def test_a_defender_with_the_sea_behind_it_stays_and_takes_a_ds() -> None:
    match = field("US-1A 3023; US-Rgr 3023; DE-712 3024", "3")
    fight(match, "3024", "US-1A US-Rgr")  # 9:4 and naval guns is 3:1
    assert fought(match).result == "DR"
    assert (where(match, "DE-712"), steps(match, "DE-712")) == ("3024", 1)


@rule("11.13.3b")
def test_the_step_for_a_blocked_retreat_can_empty_the_hex() -> None:
    match = field("US-1A 3023; DE-712 3024 reduced; DE-719 3015; US-2 3014", "1")
    fight(match, "3024", "US-1A")  # 7:2 and naval guns is 4:1
    assert fought(match).result == "EX"
    match = field("US-1A 3023; US-Rgr 3023; DE-712 3024 reduced", "1")
    fight(match, "3024", "US-1A US-Rgr")  # 9:2 is 4:1, with guns 5:1
    assert (fought(match).result, where(match, "DE-712")) == ("DR", "dead")
    assert choices(match) == ["advance US-1A", "advance US-Rgr", "end"]


@rule("11.13.3b", "R6")
def test_of_two_defenders_the_free_one_retreats_and_the_blocked_one_takes_the_ds() -> None:
    """Ruling R6: in 3116 there is room for the battalion, and no way on for the division."""
    match = field(f"{POCKET}; DE-712 3117; DE-s504 3117; DE-719 3116", "5")
    fight(match, "3117", "US-1A US-1")
    assert fought(match).result == "DR"
    assert (where(match, "DE-s504"), steps(match, "DE-s504")) == ("3116", 1)
    assert (where(match, "DE-712"), steps(match, "DE-712")) == ("3117", 1)


@rule("11.13.3b", "R6")
def test_two_blocked_defenders_lose_one_step_between_them_and_their_owner_says_whose() -> None:
    """Ruling R6."""
    for victim, left in (("DE-712", (1, 1)), ("DE-s504", (2, 0))):
        match = field(f"{POCKET}; US-9 3116; DE-712 3117; DE-s504 3117", "5")
        fight(match, "3117", "US-1A US-1")
        assert (match.prompt.side, match.prompt.rule) == ("german", "11.13.4")
        assert choices(match) == ["lose DE-712", "lose DE-s504"]
        match.play(f"lose {victim}")
        assert (steps(match, "DE-712"), steps(match, "DE-s504")) == left
        assert (match.prompt.side, match.prompt.step) == ("allied", "combat")


@rule("11.13.3c")
def test_a_dr_against_units_that_dropped_this_turn_becomes_an_exchange() -> None:
    match = german_field("US-82AB 3117; DE-1SS 3118; DE-HG 3218", "3", dropped="US-82AB")
    fight(match, "3117", "DE-1SS DE-HG")  # 17:5
    assert fought(match).result == "DR"
    assert choices(match) == ["lose DE-HG", "lose DE-1SS"]  # the lone defender's step is gone already
    match.play("lose DE-1SS")
    assert (where(match, "US-82AB"), steps(match, "US-82AB"), steps(match, "DE-1SS")) == ("3117", 1, 1)


@rule("11.13.3c", "R36")
def test_if_only_half_of_a_stack_dropped_this_turn_nobody_of_it_retreats() -> None:
    """Ruling R36."""
    match = german_field("UK-1AB 3117; UK-4Bde 3117; DE-1SS 3118; DE-GD 3218; DE-HG 3217", "3", dropped="UK-1AB")
    fight(match, "3117", "DE-1SS DE-GD DE-HG")  # 27:8
    assert (fought(match).result, match.prompt.side) == ("DR", "allied")
    assert choices(match) == ["lose UK-1AB", "lose UK-4Bde"]
    match.play("lose UK-1AB")
    assert (where(match, "UK-1AB"), where(match, "UK-4Bde")) == ("3117", "3117")
    assert choices(match) == ["lose DE-HG", "lose DE-1SS", "lose DE-GD"]  # an exchange, so the attackers pay as well


# DS, DSR


@rule("11.13.4")
def test_ds_costs_one_defender_a_step_of_the_defenders_choice_and_the_rest_hold() -> None:
    for victim, left in (("DE-712", (1, 1)), ("DE-s504", (2, 0))):
        match = field(f"{WEST}; US-FSSF 3118; DE-712 3117; DE-s504 3117", "6")
        fight(match, "3117", "US-1A US-1 US-FSSF")
        assert (fought(match).result, match.prompt.side) == ("DS", "german")
        assert choices(match) == ["lose DE-712", "lose DE-s504"]
        match.play(f"lose {victim}")
        assert (steps(match, "DE-712"), steps(match, "DE-s504")) == left
        assert where(match, "DE-712") == "3117"
        assert (match.prompt.side, match.prompt.step) == ("allied", "combat")  # nobody retreats, and the hex is held


@rule("11.13.4")
def test_a_ds_that_kills_the_last_defender_opens_the_hex_to_the_attackers() -> None:
    match = field(f"{WEST}; DE-712 3117 reduced", "1")
    fight(match, "3117", "US-1A US-1")
    assert (fought(match).result, where(match, "DE-712")) == ("DS", "dead")
    assert choices(match) == ["advance US-1", "advance US-1A", "end"]


@rule("11.13.5")
def test_dsr_costs_a_step_and_throws_all_survivors_back() -> None:
    match = field(f"{WEST}; DE-376 3117; US-2 3217; DE-s504 3117", "6", superiority="allied", tas="3117")
    fight(match, "3117", "US-1A US-1 US-2")  # 17:9 and planes is 2:1
    assert fought(match).result == "DSR"
    match.play("lose DE-376")
    assert (match.prompt.side, match.prompt.rule) == ("german", "11.13.5")
    assert choices(match) == ["retreat 3017", "pick DE-s504"]
    match.play("retreat 3017")
    assert [where(match, unit) for unit in ("DE-376", "DE-s504")] == ["3017", "3017"]
    assert (steps(match, "DE-376"), steps(match, "DE-s504")) == (1, 1)
    assert choices(match) == ["advance US-1", "advance US-2", "advance US-1A", "end"]


@rule("11.13.5")
def test_survivors_of_a_dsr_retreat_under_the_same_limits_and_pass_through_full_hexes() -> None:
    match = field(f"{WEST}; DE-712 3117; DE-719 3116; UK-1 2916", "6")
    fight(match, "3117", "US-1A US-1")
    assert fought(match).result == "DSR"
    assert choices(match) == ["retreat 3115", "retreat 3216"]
    assert refused(match, "retreat 3017")[0] == "3.2.4"
    assert refused(match, "retreat 3118")[0] == "11.13.5"
    assert refused(match, "retreat 3116")[0] == "3.1.3"


@rule("11.13.5")
def test_a_dsr_that_kills_the_only_defender_asks_for_no_retreat() -> None:
    match = field(f"{WEST}; DE-712 3117 reduced", "2")
    fight(match, "3117", "US-1A US-1")
    assert (fought(match).result, where(match, "DE-712"), match.prompt.step) == ("DSR", "dead", "advance")


@rule("11.13.5a", "R5")
def test_the_retreat_of_a_blocked_dsr_costs_one_more_step_in_all() -> None:
    """Ruling R5: one step for the hex, not one for each unit."""
    match = field(f"{POCKET}; US-9 3116; DE-376 3117; DE-s504 3117", "6", superiority="allied", tas="3117")
    fight(match, "3117", "US-1A US-1 US-9")  # 17:9 and planes is 2:1
    assert fought(match).result == "DSR"
    match.play("lose DE-376")
    assert (match.prompt.rule, choices(match)) == ("11.13.4", ["lose DE-376", "lose DE-s504"])
    match.play("lose DE-s504")
    assert (where(match, "DE-376"), steps(match, "DE-376"), where(match, "DE-s504")) == ("3117", 1, "dead")


@rule("11.13.5a", "10.7c", "R35")
def test_a_dropped_unit_counts_as_blocked_when_it_should_retreat_under_dsr_or_asr() -> None:
    """Ruling R35."""
    match = german_field("US-82AB 3117; DE-1SS 3118; DE-HG 3218", "6", dropped="US-82AB")
    fight(match, "3117", "DE-1SS DE-HG")
    assert (fought(match).result, where(match, "US-82AB")) == ("DSR", "dead")
    match = field("US-82AB 3118; DE-1SS 3117; US-2 3114; DE-384 3113", "1", dropped="US-82AB")
    fight(match, "3117", "US-82AB")
    assert (fought(match).result, where(match, "US-82AB")) == ("ASR", "dead")


# EX, SM


@rule("11.13.6", "R37")
def test_an_exchange_costs_each_side_a_step_and_each_owner_chooses() -> None:
    match = field(f"{WEST}; US-Rgr 3118; DE-376 3117; DE-s504 3117", "4")
    fight(match, "3117", "US-1A US-1 US-Rgr")  # 14:9
    assert (fought(match).result, match.prompt.side) == ("EX", "german")  # R37: the defender first
    assert choices(match) == ["lose DE-376", "lose DE-s504"]
    match.play("lose DE-s504")
    assert (match.prompt.side, choices(match)) == ("allied", ["lose US-1", "lose US-1A", "lose US-Rgr"])
    match.play("lose US-1A")
    assert [steps(match, unit) for unit in ("US-1", "US-1A", "US-Rgr", "DE-376", "DE-s504")] == [2, 1, 1, 2, 0]
    assert match.prompt.step != "advance"


@rule("11.13.6")
def test_attackers_may_advance_when_the_exchange_has_emptied_the_hex() -> None:
    match = field("US-1 3118; DE-376 3117 reduced", "4")
    fight(match, "3117", "US-1")  # 5:3
    assert (fought(match).result, steps(match, "US-1"), where(match, "DE-376")) == ("EX", 1, "dead")
    assert choices(match) == ["advance US-1", "end"]


@rule("11.13.6")
def test_nobody_advances_if_the_exchange_has_killed_the_attackers_too() -> None:
    match = field("US-1 3118 reduced; DE-376 3117 reduced; US-2 3114; DE-384 3113", "4")
    fight(match, "3117", "US-1")
    assert (where(match, "US-1"), where(match, "DE-376"), match.prompt.step) == ("dead", "dead", "combat")


@rule("11.13.7")
def test_a_stalemate_changes_nothing() -> None:
    match = field("US-1 3118; DE-376 3117; US-2 3114; DE-384 3113", "3")
    before = list(match.position.units)
    fight(match, "3117", "US-1")
    assert (fought(match).result, match.prompt.step) == ("SM", "combat")
    assert match.position.units == before


# 11.10 Ports on turn 1

DUNKIRK = "US-1A 1407; US-FSSF 1407; DE-18L 1306"


@rule("11.10a", "R22")
@pytest.mark.parametrize(("die", "result", "left"), [(4, "DR", 2), (6, "DSR", 1)])
def test_germans_in_a_port_hex_ignore_retreats_on_turn_1_but_not_losses(die: int, result: str, left: int) -> None:
    """Ruling R22."""
    match = field(DUNKIRK, str(die), superiority="allied", tas="1306")
    fight(match, "1306", "US-1A US-FSSF")  # 10:4 against a port city, with naval guns and planes
    assert (fought(match).column, fought(match).result) == ("2:1", result)
    assert (where(match, "DE-18L"), steps(match, "DE-18L")) == ("1306", left)
    assert match.prompt.step != "advance"


@rule("11.10a")
@pytest.mark.parametrize(("die", "result", "left"), [(4, "DR", 2), (6, "DSR", 1)])
def test_from_turn_2_on_germans_in_a_port_hex_retreat_like_everyone_else(die: int, result: str, left: int) -> None:
    match = field(DUNKIRK, str(die), superiority="allied", tas="1306", turn=2, us_beachheads="1308")
    fight(match, "1306", "US-1A US-FSSF")
    assert (fought(match).column, fought(match).result) == ("2:1", result)
    assert (where(match, "DE-18L"), steps(match, "DE-18L")) == ("1305", left)  # the only hex outside Allied zones
    assert match.prompt.step == "advance"


@rule("11.10a", "R22")
def test_allies_in_port_hexes_and_germans_elsewhere_retreat_on_turn_1() -> None:
    match = german_field("US-1 1306 reduced; DE-1SS 1407", "5", superiority="german", tas="1306")
    fight(match, "1306", "DE-1SS")  # 9:3 against a port city with naval guns, but with planes
    assert (fought(match).column, fought(match).result) == ("1:1", "DR")
    assert where(match, "US-1") == "1305"
    match = field("US-1A 2203; US-1 2303; DE-712 2204", "4")
    fight(match, "2204", "US-1A US-1")  # a town is no port
    assert (fought(match).result, match.prompt.step) == ("DR", "retreat")

"""The advance after combat (11.14, 3.2.4): who may go into the emptied hex, and what that changes."""

from __future__ import annotations

from tests.cases import rule
from tests.roundup.combat.fighting import choices, field, fight, fought, german_field, refused, steps, where

# 7:1 or better against a reduced division: whatever the die says, the hex is empty afterwards.
WEST = "US-1A 3118; US-2A 3218; DE-712 3117 reduced"


@rule("11.14")
def test_the_victors_may_advance_into_the_emptied_hex() -> None:
    match = field(f"{WEST}; US-3 3219", "1")
    fight(match, "3117", "US-1A US-2A")
    assert (match.prompt.side, match.prompt.rule) == ("allied", "11.14")
    assert choices(match) == ["advance US-1A", "advance US-2A", "end"]
    match.play("advance US-2A")
    assert [where(match, unit) for unit in ("US-1A", "US-2A")] == ["3118", "3117"]


@rule("11.14")
def test_nobody_has_to_advance() -> None:
    match = field(f"{WEST}; US-3 3114; DE-376 3113", "1")
    fight(match, "3117", "US-1A US-2A")
    match.play("end")
    assert [where(match, unit) for unit in ("US-1A", "US-2A", "DE-712")] == ["3118", "3218", "dead"]
    assert choices(match) == ["attack 3113", "end"]


@rule("11.14")
def test_a_division_and_a_brigade_may_advance_together_and_then_the_hex_is_full() -> None:
    match = field("UK-GA 3118; UK-4Bde 3118; UK-8Bde 3218; UK-7A 3218; DE-712 3117 reduced", "1")
    fight(match, "3117", "UK-GA UK-4Bde UK-8Bde UK-7A")
    match.play("advance UK-4Bde")
    assert choices(match) == ["advance UK-GA", "advance UK-7A", "advance UK-8Bde", "end"]
    match.play("advance UK-GA")
    assert [where(match, unit) for unit in ("UK-GA", "UK-4Bde", "UK-8Bde", "UK-7A")] == ["3117", "3117", "3218", "3218"]
    assert match.prompt.step == "combat"  # there is no room for anybody else


@rule("11.14")
def test_two_divisions_never_advance_into_one_hex() -> None:
    match = field("US-1A 3118; US-Rgr 3118; US-2A 3218; DE-712 3117 reduced", "1")
    fight(match, "3117", "US-1A US-2A US-Rgr")
    match.play("advance US-1A")
    assert choices(match) == ["advance US-Rgr", "end"]
    assert refused(match, "advance US-2A") == ("3.1.2", "a hex holds at most one division")


@rule("11.14", "3.1.2a")
def test_us_and_uk_victors_never_advance_into_one_hex() -> None:
    match = field("US-1A 3118; US-Rgr 3118; UK-GA 3218; UK-4Bde 3218; DE-712 3117 reduced", "1")
    fight(match, "3117", "US-1A US-Rgr UK-GA UK-4Bde")
    match.play("advance US-1A")
    assert choices(match) == ["advance US-Rgr", "end"]
    assert refused(match, "advance UK-4Bde") == ("3.1.2", "US and UK units never stack together")


@rule("11.14", "3.2.4a")
def test_enemy_zones_stop_no_advance() -> None:
    # 3118 is in the zones of 3117 and 3219, and 3117 in those of 3116 and 3217
    match = field(f"{WEST}; DE-719 3116; DE-347 3217; DE-348 3219", "1")
    fight(match, "3117", "US-1A US-2A")
    match.play("advance US-1A")
    assert where(match, "US-1A") == "3117"


@rule("11.14")
def test_the_advance_is_decided_at_once_before_the_next_battle() -> None:
    match = field(f"{WEST}; US-3 3114; DE-376 3113", "1")
    fight(match, "3117", "US-1A US-2A")
    assert refused(match, "attack 3113")[0] == "11.14"
    match.play("end")
    assert refused(match, "advance US-1A")[0] == "11.0"


@rule("11.14")
def test_an_advance_costs_no_movement_points() -> None:
    match = field(WEST, "1", at="allied combat first", turn=3, us_beachheads="3123")
    fight(match, "3117", "US-1A US-2A")
    match.play("advance US-1A")
    match.play("end")
    match.play("pick US-1A")
    assert "10 MP left" in match.prompt.text


@rule("11.14", "R15")
def test_only_units_that_fought_in_this_battle_and_were_not_dropped_this_turn_advance() -> None:
    """Ruling R15."""
    match = field(f"{WEST}; US-3 3217; US-82AB 3018", "1", dropped="US-82AB")
    fight(match, "3117", "US-1A US-2A US-82AB")
    assert choices(match) == ["advance US-1A", "advance US-2A", "end"]
    assert refused(match, "advance US-3") == ("11.14", "only the attackers of this battle may advance")
    assert refused(match, "advance US-82AB")[0] == "10.7"
    match = field("US-82AB 3118; US-1A 3115; DE-712 3117 reduced; DE-376 3113", "6", dropped="US-82AB")
    fight(match, "3117", "US-82AB")
    assert (where(match, "DE-712"), match.prompt.step) == ("dead", "combat")  # nobody may, so nobody is asked


@rule("11.14")
def test_an_attacker_killed_in_the_exchange_does_not_advance_but_the_others_may() -> None:
    match = field("US-1 3118 reduced; US-Rgr 3118; DE-376 3117 reduced", "4")
    fight(match, "3117", "US-1 US-Rgr")  # 5:3
    assert fought(match).result == "EX"
    match.play("lose US-1")
    assert choices(match) == ["advance US-Rgr", "end"]


@rule("11.14a", "11.13.1", "11.13.2")
def test_defenders_never_advance_into_the_hex_that_the_beaten_attackers_left() -> None:
    match = field("US-Rgr 3118; DE-376 3117; US-2 3114; DE-384 3113", "4 1")
    fight(match, "3117", "US-Rgr")  # 1:3, AS: 3118 is empty now
    assert (fought(match).result, where(match, "US-Rgr")) == ("AS", "track")
    assert (match.prompt.side, where(match, "DE-376")) == ("allied", "3117")
    match = field("US-1 3118; DE-376 3117; US-2 3114; DE-384 3113", "1")
    fight(match, "3117", "US-1")
    match.play("retreat 3119")
    assert (fought(match).result, match.prompt.side, where(match, "DE-376")) == ("ASR", "allied", "3117")


@rule("11.14a")
def test_a_defender_is_told_that_it_never_advances() -> None:
    match = field("US-1A 3118; US-1 3218; DE-712 3117", "3")
    fight(match, "3117", "US-1A US-1")
    match.play("retreat 3116")
    assert match.prompt.step == "advance"
    assert refused(match, "advance DE-712") == ("11.14", "defending units never advance")


@rule("11.14")
def test_an_advance_can_cut_the_next_defenders_way_back() -> None:
    """The book's own tip: beat the neighbour first, and the next defender stands with its back to a zone."""
    units = "US-1A 3118; US-2A 3218; US-1 3215; US-2 3114; DE-712 3117 reduced; DE-376 3115; DE-s504 3115"
    for decision, ways in (("end", ["3016", "3116"]), ("advance US-1A", ["3016"])):
        match = field(units, "1 5")
        fight(match, "3117", "US-1A US-2A")
        match.play(decision)
        fight(match, "3115", "US-1 US-2")  # 10:9
        assert fought(match).result == "DR"
        assert choices(match) == [*(f"retreat {label}" for label in ways), "pick DE-s504"]


@rule("4.4b", "3.5", "R24", "R25")
def test_germans_who_advance_onto_a_beachhead_destroy_it_and_take_the_hex() -> None:
    """Rulings R24 and R25."""
    match = german_field("DE-1SS 3122; US-1 3123 reduced", "6", us_beachheads="3123 3024")
    fight(match, "3123", "DE-1SS")  # 9:3 against naval guns is 2:1
    assert (fought(match).result, where(match, "US-1")) == ("DSR", "dead")
    assert match.view()["beachheads"]["US"] == ["3024", "3123"]
    match.play("advance DE-1SS")
    view = match.view()
    assert (view["beachheads"]["US"], view["beachheads_lost"], "3123" in view["allied_control"]) == (["3024"], 1, False)


@rule("4.4b", "3.5", "R24", "R25")
def test_a_german_who_retreats_onto_an_empty_beachhead_destroys_it() -> None:
    """Rulings R24 and R25."""
    match = field("US-1A 3121; US-1 3022; DE-712 3122", "3", us_beachheads="3123", allied_control="3123 3223")
    fight(match, "3122", "US-1A US-1")
    assert fought(match).result == "DR"
    match.play("retreat 3123")
    assert (match.view()["beachheads"]["US"], match.position.beachheads_lost) == ([], 1)
    assert match.view()["allied_control"] == ["3022", "3121", "3223"]


@rule("11.14", "3.5")
def test_an_advance_takes_control_of_the_hex() -> None:
    match = field(WEST, "1")
    fight(match, "3117", "US-1A US-2A")
    assert "3117" not in match.view()["allied_control"]
    match.play("advance US-1A")
    assert "3117" in match.view()["allied_control"]
    assert steps(match, "US-1A") == 2

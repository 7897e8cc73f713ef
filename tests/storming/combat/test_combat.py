"""The Combat Segment: who attacks whom, when, and what an attack sets off (13.1, 13.2, 13.7)."""

from __future__ import annotations

import pytest

import bocage
from bocage.games.storming.rules.offensive import decision as offensive
from tests.cases import rule
from tests.storming.combat.battles import (
    ELSEWHERE,
    OPEN,
    choices,
    declare,
    field,
    fight,
    fires,
    german_field,
    kinds,
    marked,
    offensive_field,
    reckoned,
    refused,
    steps,
    told,
    where,
)

EXAMPLE = (
    "GE-709-Co 0518; GE-243-Co 0518; GE-6FJ-Rgt 0520; GE-91-Inf 0520; GE-77-Inf 0522; GE-17SS-PG 0722; GE-30-Bde 0722; "
    "GE-352-Inf 0821; GE-914-Rgt 0821; GE-7A-HQ 0826; GE-Lehr-Pz 0923; GE-21-Pz 1122; GE-III-Flak 1122; "
    "GE-21-PzKG 1122; GE-716-Co 1122; GE-2-Pz 1125; GE-12SS-Pz 1222; GE-501SS-Ti 1223; GE-347-Co 1422; "
    "GE-16-LW 1423; GE-1SS-Pz 1521; GE-503SS-Ti 1521; "
    "US-4-Inf 0519; US-90-Inf 0519; US-82-AB 0519; US-2-Arm 0519; US-101-AB 0620; US-30-Inf 0620; US-79-Inf 0619; "
    "US-1A-HQ 0619; US-29-Inf 0721; US-2-Inf 0721; US-1-Inf 0820; US-9-Inf 0820; CW-50-Inf 0921; CW-49-Inf 0921; "
    "CW-34-Bde 0921; CW-7-Arm 1021; CW-8-Bde 1021; CW-2Cd-Bde 1021; CW-11-Arm 1021; CW-3-Inf 1121; CW-27-Bde 1121; "
    "CW-15-Inf 1121; CW-4-Bde 1121; CW-3Cd-Inf 1221; CW-6-AB 1221; CW-51-Inf 1221; CW-21AG-HQ 1020"
)


@rule("13.7", "13.1.B", "13.7.6", "13.3")
def test_the_six_allied_attacks_of_the_example_come_out_as_printed() -> None:
    match = field(EXAMPLE, "3 5 4 1 5 4 3 2 1 5 6 5", turn=2, air_support=1)
    fight(match, "0518", "US-4-Inf US-90-Inf US-82-AB US-2-Arm", "lose US-90-Inf", "lose GE-243-Co")
    fight(match, "0520", "US-101-AB US-30-Inf US-79-Inf", "lose US-30-Inf", "lose GE-6FJ-Rgt")
    fight(match, "0722", "US-29-Inf US-2-Inf", "lose US-2-Inf")
    declare(match, "0821", "US-1-Inf US-9-Inf CW-49-Inf CW-50-Inf CW-34-Bde")
    for action in ("air", "roll", "lose CW-34-Bde", "advance US-1-Inf", "advance US-9-Inf"):
        match.play(action)
    declare(match, "1122", "CW-7-Arm CW-11-Arm CW-8-Bde CW-2Cd-Bde CW-3-Inf CW-15-Inf CW-27-Bde CW-4-Bde")
    for action in ("hobart", "roll", "lose CW-27-Bde", "lose CW-4-Bde"):
        match.play(action)
    fight(match, "1222", "CW-3Cd-Inf CW-51-Inf CW-6-AB", "lose CW-51-Inf")
    expected = [
        ("17+", 1, 1), ("5", 5, 1), ("10-12", 2, 1), ("3", 1, 1), ("7-9", 3, 1), ("7-9", 4, 1), ("17+", 2, 2),
        ("5", 2, 1), ("17+", 0, 1), ("10-12", 5, 2), ("7-9", 4, 1), ("7-9", 5, 2),
    ]  # fmt: skip
    found = [(fire.column, fire.die + sum(one[0] for one in fire.modifiers), fire.steps) for fire in fires(match)]
    assert found == expected
    reduced = "US-90-Inf US-30-Inf US-2-Inf GE-17SS-PG CW-34-Bde CW-27-Bde CW-4-Bde GE-III-Flak CW-51-Inf CW-3Cd-Inf"
    assert [steps(match, unit) for unit in f"{reduced} GE-12SS-Pz".split()] == [1] * 11
    gone = "GE-243-Co GE-6FJ-Rgt GE-352-Inf GE-914-Rgt"
    assert [where(match, unit) for unit in gone.split()] == ["dead"] * 4
    assert (where(match, "US-1-Inf"), where(match, "US-9-Inf")) == ("0821", "0821")
    assert match.position.hobart_turn == 3
    assert match.position.air_support == 0


# 13.1 General rules


@rule("13.1.A")
def test_the_side_whose_segment_it_is_attacks_and_the_other_defends() -> None:
    allied, german = field("US-4-Inf 2119; GE-77-Inf 2120"), german_field("US-4-Inf 2119; GE-77-Inf 2120")
    assert (allied.prompt.side, choices(allied)) == ("allied", ["attack 2120", "end"])
    assert (german.prompt.side, choices(german)) == ("german", ["attack 2119", "end"])
    german.play("attack 2119")
    assert refused(german, "join US-4-Inf")[0] == "13.1.A"


@rule("13.1.C")
def test_nobody_has_to_attack() -> None:
    match = field("US-4-Inf 2119; GE-77-Inf 2120")
    match.play("end")
    assert match.prompt.step != "combat"
    assert (steps(match, "US-4-Inf"), steps(match, "GE-77-Inf")) == (2, 1)


@rule("13.1.C")
def test_only_enemies_next_to_a_unit_of_mine_can_be_attacked_and_only_by_its_neighbours() -> None:
    match = field("US-4-Inf 2119; US-90-Inf 2118; GE-77-Inf 2120; GE-91-Inf 2122")
    assert choices(match) == ["attack 2120", "end"]
    assert refused(match, "attack 2122") == ("13.1.C", "no unit of yours is next to 2122")
    match.play("attack 2120")
    assert choices(match, "join") == ["US-4-Inf"]
    assert refused(match, "join US-90-Inf") == ("13.1.C", "US-90-Inf is not next to the hex under attack")


@rule("13.1.B")
def test_an_attack_has_one_target_with_an_enemy_in_it_and_comes_from_as_many_hexes_as_one_likes() -> None:
    match = field("US-4-Inf 2119; US-90-Inf 2121; US-79-Inf 2219; GE-77-Inf 2120")
    assert refused(match, "attack 2119")[0] == "13.1.B"
    declare(match, OPEN, "US-4-Inf US-90-Inf US-79-Inf")
    assert reckoned(match).attack.strength == 12
    assert refused(match, "attack 2120")[0] == "13.1.D"


@rule("13.1.C", "10.5.A")
def test_nobody_attacks_over_an_all_sea_hexside_but_the_ferry_of_breskens_carries() -> None:
    match = field("CW-3-Inf 3609; GE-77-Inf 3608; CW-50-Inf 3509; GE-91-Inf 3508", turn=9, hobart_turn=10)
    assert choices(match) == ["attack 3508", "end"]
    rule_, why = refused(match, "attack 3608")
    assert (rule_, "only the sea lies between" in why) == ("13.1.C", True)


@rule("13.1.D")
def test_combats_are_fought_one_at_a_time_in_any_order_and_not_announced_beforehand() -> None:
    for first, second in (("2120", "2122"), ("2122", "2120")):
        match = field("US-4-Inf 2119; US-1-Inf 2123; GE-12SS-Pz 2120; GE-Lehr-Pz 2122", "2 1 2 1")
        attackers = {"2120": "US-4-Inf", "2122": "US-1-Inf"}
        declare(match, first, attackers[first])
        assert refused(match, f"attack {second}")[0] == "13.1.D"
        assert refused(match, "end")[0] == "13.1.D"
        match.play("roll")
        assert choices(match) == [f"attack {second}", "end"]


def test_an_attack_can_be_taken_back_until_the_dice_are_rolled() -> None:
    match = field("US-4-Inf 2119; GE-77-Inf 2120; GE-91-Inf 2118", "1 1", air_support=1)
    before = match.position_hash
    declare(match, OPEN, "US-4-Inf")
    match.play("air")
    for _ in range(3):
        match.undo()
    assert match.position_hash == before
    fight(match, OPEN, "US-4-Inf")
    with pytest.raises(bocage.Refusal, match="nothing can be taken back"):
        match.undo()


def test_a_verb_that_comes_too_early_is_told_what_comes_first() -> None:
    match = field("US-4-Inf 2119; GE-77-Inf 2120", air_support=1)
    assert refused(match, "join US-4-Inf")[0] == "13.1.D"
    assert refused(match, "roll")[0] == "13.1.D"
    match.play("attack 2120")
    assert refused(match, "roll") == ("13.1.C", "choose the attacking units first")
    assert refused(match, "air") == ("13.1.C", "choose the attacking units first")


@rule("10.B")
def test_there_is_no_combat_segment_without_an_assault_movement_before_it() -> None:
    game = field("US-4-Inf 2119").game
    rows = [row.name for row in game.rules.sequence["turn"]]
    steps_of = {row.name: row.step for row in game.rules.sequence["turn"]}
    assert [name for name in rows if steps_of[name] == "combat"] == [
        "offensive combat",
        "allied combat",
        "german combat",
    ]
    for combat, movement in (
        ("offensive combat", "offensive movement"),
        ("allied combat", "allied assault movement"),
        ("german combat", "german assault movement"),
    ):
        between = [steps_of[name] for name in rows[rows.index(movement) : rows.index(combat)]]
        assert set(between) <= {"movement", "stacking", "combat duration"}


# 13.2 Specific rules


@rule("13.2.A", "6.2", "R114")
def test_a_headquarters_joins_only_an_attacker_with_whom_it_is_stacked() -> None:
    match = field("US-4-Inf 2119; US-1A-HQ 2119; US-90-Inf 2121; Patton 2121; GE-77-Inf 2120")
    match.play("attack 2120")
    assert choices(match, "join") == ["US-4-Inf", "US-90-Inf"]
    assert refused(match, "join US-1A-HQ")[0] == "13.2.A"
    match.play("join US-4-Inf")
    assert "join US-1A-HQ" in choices(match)
    assert refused(match, "join Patton")[0] == "13.2.A"
    match.play("join US-1A-HQ")
    assert reckoned(match).attack.strength == 4


@rule("13.2.A")
def test_a_headquarters_alone_attacks_nobody() -> None:
    lonely = field("US-1A-HQ 2119; GE-77-Inf 2120; US-4-Inf 2222; GE-91-Inf 2223")
    assert choices(lonely) == ["attack 2223", "end"]
    assert refused(lonely, "attack 2120")[0] == "13.2.A"


@rule("13.2.B", "13.2.C")
def test_a_unit_attacks_once_in_a_segment_and_with_its_whole_strength() -> None:
    match = field("US-4-Inf 2119; US-90-Inf 2118; GE-12SS-Pz 2120; GE-91-Inf 2218", "2 1")
    declare(match, OPEN, "US-4-Inf")
    assert refused(match, "join US-4-Inf") == ("13.2.C", "US-4-Inf attacks already, with its whole strength")
    match.play("roll")
    assert marked(match, match.position.attacked) == ["US-4-Inf"]
    match.play("attack 2218")
    assert choices(match, "join") == ["US-90-Inf"]
    assert refused(match, "join US-4-Inf") == ("13.2.B", "US-4-Inf has attacked in this segment already")


@rule("13.2.B")
def test_when_everyone_beside_a_hex_has_attacked_it_is_safe() -> None:
    match = field("US-4-Inf 2219; GE-12SS-Pz 2120; GE-Lehr-Pz 2220", "2 1")
    fight(match, OPEN, "US-4-Inf")
    assert choices(match) == ["end"]
    assert refused(match, "attack 2220") == ("13.2.B", "US-4-Inf has attacked in this segment already")


@rule("13.2.D")
def test_units_of_one_hex_may_attack_different_hexes_or_stay_out() -> None:
    match = field("US-4-Inf 2219; US-90-Inf 2219; US-79-Inf 2219; GE-12SS-Pz 2120; GE-Lehr-Pz 2220", "2 1 2 1")
    fight(match, OPEN, "US-4-Inf")
    match.play("attack 2220")
    assert choices(match, "join") == ["US-90-Inf", "US-79-Inf"]
    match.play("join US-90-Inf")
    match.play("roll")
    assert len(fires(match)) == 4
    assert [fire.strength for fire in fires(match) if fire.side == "allied"] == [4, 4]


@rule("13.2.E")
def test_a_hex_is_attacked_once_in_a_segment_even_by_fresh_units() -> None:
    match = field("US-4-Inf 2119; US-90-Inf 2121; GE-12SS-Pz 2120", "2 1")
    fight(match, OPEN, "US-4-Inf")
    assert choices(match) == ["end"]
    assert refused(match, "attack 2120") == ("13.2.E", "2120 has been attacked in this segment already")


@rule("13.2.F")
def test_all_units_of_a_hex_defend_together() -> None:
    match = field("US-4-Inf 2119; GE-12SS-Pz 2120; GE-77-Inf 2120; GE-7A-HQ 2120")
    declare(match, OPEN, "US-4-Inf")
    assert [match.game.unit_ids[factor.unit] for factor in reckoned(match).defence.factors] == [
        name for name in match.game.unit_ids if name in ("GE-12SS-Pz", "GE-77-Inf", "GE-7A-HQ")
    ]


@rule("13.2.B", "13.2.E")
def test_in_the_next_segment_everyone_may_attack_and_be_attacked_anew() -> None:
    match = field("US-4-Inf 2119; GE-12SS-Pz 2120", "2 1")
    fight(match, OPEN, "US-4-Inf")
    assert match.position.attacked
    match.play("end")
    assert match.position.attacked == 0
    assert match.position.attacked_hexes == 0


# Who may not attack


@rule("7.3.E", "9.2.B", "12.1")
def test_refitting_grounded_and_disrupted_units_do_not_attack() -> None:
    units = "US-2-Arm 2119 reduced; US-4-Inf 2119; US-90-Inf 2119; GE-77-Inf 2120"
    match = field(units, refit="US-2-Arm", grounded="US-4-Inf")
    match.play("attack 2120")
    assert choices(match, "join") == ["US-90-Inf"]
    assert refused(match, "join US-2-Arm")[0] == "7.3.E"
    assert refused(match, "join US-4-Inf")[0] == "9.2.B"
    german = german_field(f"US-4-Inf 2119; GE-77-Inf 2120; {ELSEWHERE}", disrupted="GE-77-Inf")
    assert refused(german, "attack 2119") == ("12.1", "GE-77-Inf is disrupted and does not attack")


@rule("10.7.8")
def test_a_unit_of_the_fifteenth_army_does_not_attack_before_its_release() -> None:
    game = field("US-4-Inf 2119").game
    frozen = next(counter for counter in game.counters if counter.release_turn >= 5)
    units = f"US-4-Inf 2119; {frozen.id} 2120; GE-77-Inf 2121; US-90-Inf 2122"
    held = german_field(units, turn=frozen.release_turn - 1, released=False)
    assert refused(held, "attack 2119")[0] == "10.7.8"
    assert choices(held, "attack") == ["2122"]
    for free in (
        german_field(units, turn=frozen.release_turn, released=False),
        german_field(units, turn=frozen.release_turn - 1, released=False, breakout=True),
    ):
        assert choices(free, "attack") == ["2119", "2122"]


@rule("10.7.8")
def test_an_attack_on_any_unreleased_unit_releases_all() -> None:
    game = field("US-4-Inf 2119").game
    frozen = [counter.id for counter in game.counters if counter.release_turn >= 6]
    match = field(f"US-4-Inf 2119; {frozen[0]} 2120; {frozen[1]} 2511", "2 2", turn=4)
    look = match.game.look(match.position)
    assert look.frozen_units() >> match.game.unit_numbers[frozen[1]] & 1
    fight(match, OPEN, "US-4-Inf")
    assert match.position.released
    assert match.game.look(match.position).frozen_units() == 0
    assert "A unit of the 15th Army is attacked: all German units are released." in told(match)


@rule("10.7.8")
def test_an_attack_on_other_germans_releases_nobody() -> None:
    match = field("US-4-Inf 2119; GE-12SS-Pz 2120", "2 2", turn=4)
    fight(match, OPEN, "US-4-Inf")
    assert not match.position.released


@rule("7.3.F", "R26")
def test_a_refitting_unit_that_is_attacked_loses_its_marker_and_stays_reduced() -> None:
    units = "US-2-Arm 2120 reduced; US-4-Inf 2120; US-3-Arm 2118 reduced; GE-77-Inf 2121"
    match = german_field(units, "1 1", refit="US-2-Arm US-3-Arm")
    declare(match, OPEN, "GE-77-Inf")
    assert set(marked(match, match.position.refit)) == {"US-2-Arm", "US-3-Arm"}
    match.play("roll")
    assert marked(match, match.position.refit) == ["US-3-Arm"]
    assert steps(match, "US-2-Arm") == 1
    assert "refit stopped" in kinds(match)


@rule("16.2")
def test_a_garrison_of_metz_never_attacks() -> None:
    match = german_field("GE-Metz-1 4727; GE-77-Inf 4727; US-4-Inf 4728", turn=9)
    match.play("attack 4728")
    assert choices(match, "join") == ["GE-77-Inf"]
    assert refused(match, "join GE-Metz-1") == ("16.2", "the garrisons of Metz never attack")


# Air support


@rule("17.5.3.A", "17.5.3.B", "17.5.3.C")
def test_one_tactical_air_unit_at_most_supports_an_attack_and_each_supports_one_combat() -> None:
    match = field("US-4-Inf 2119; US-90-Inf 2219; GE-12SS-Pz 2120; GE-Lehr-Pz 2220", "1 1 1 1", air_support=1)
    declare(match, OPEN, "US-4-Inf")
    match.play("air")
    assert refused(match, "air")[0] == "17.5.3.C"
    match.play("roll")
    declare(match, "2220", "US-90-Inf")
    assert refused(match, "air") == ("17.5.3.A", "no Tactical Air unit has been set aside for combat support")


@rule("17.5.3.A", "R52")
def test_the_allies_are_asked_for_air_support_of_a_defence_before_the_dice() -> None:
    """Ruling R52."""
    for answer, modifiers, left in (("air", [(1, "17.5.3.A")], 1), ("no-air", [], 2)):
        match = german_field("US-4-Inf 2120; GE-12SS-Pz 2119", "1 1", air_support=2)
        declare(match, OPEN, "GE-12SS-Pz")
        assert refused(match, "air")[0] == "17.5.3.A"
        match.play("roll")
        assert (match.prompt.side, choices(match)) == ("allied", ["air", "no-air"])
        assert fires(match) == []
        match.play(answer)
        german, allied = fires(match)
        assert (german.modifiers, allied.modifiers) == ([], modifiers)
        assert match.position.air_support == left


@rule("17.5.3.A")
def test_without_air_units_nobody_is_asked() -> None:
    match = german_field("US-4-Inf 2120; GE-12SS-Pz 2119", "1 1")
    fight(match, OPEN, "GE-12SS-Pz")
    assert len(fires(match)) == 2


# The tallies of the counteroffensive


@rule("17.7.4", "R119")
def test_attacks_of_mechanized_divisions_are_counted_hex_by_hex_and_others_are_not() -> None:
    units = "GE-77-Inf 2119; GE-12SS-Pz 2219; GE-501SS-Ti 2220; US-4-Inf 2120; US-1-Inf 2218; US-90-Inf 2321"
    match = offensive_field(units, "1 1 1 1 1 1")
    fight(match, OPEN, "GE-77-Inf")
    assert match.game.board.names(match.position.offensive_targets) == []
    fight(match, "2218", "GE-12SS-Pz")
    fight(match, "2321", "GE-501SS-Ti")  # a battalion is no division
    assert match.game.board.names(match.position.offensive_targets) == ["2218"]


@rule("17.7.4")
def test_attacks_in_an_ordinary_turn_are_not_counted() -> None:
    match = german_field("GE-12SS-Pz 2119; US-4-Inf 2120", "1 1", turn=12)
    fight(match, OPEN, "GE-12SS-Pz")
    assert match.position.offensive_targets == 0


@rule("17.7.5.B")
def test_after_each_combat_of_the_counteroffensive_shaef_is_given_its_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []
    monkeypatch.setattr(offensive, "after_combat", lambda play: called.append(play.position.turn))
    units = "GE-12SS-Pz 2119; GE-Lehr-Pz 2119; US-4-Inf 2120 reduced; GE-77-Inf 2219; US-1-Inf 2218"
    match = offensive_field(units, "6 1 1 1")
    fight(match, OPEN, "GE-12SS-Pz GE-Lehr-Pz")
    assert (match.prompt.step, called) == ("advance", [])
    match.play("end")
    assert called == [10]
    fight(match, "2218", "GE-77-Inf")
    assert called == [10, 10]
    ordinary = german_field("GE-12SS-Pz 2119; US-4-Inf 2120", "1 1", turn=10)
    fight(ordinary, OPEN, "GE-12SS-Pz")
    assert called == [10, 10]


def test_the_prompt_says_what_both_sides_fire_with() -> None:
    match = field(EXAMPLE, turn=2)
    declare(match, "0518", "US-4-Inf US-90-Inf US-82-AB US-2-Arm")
    assert match.prompt.text == (
        "Attack on Cherbourg (0518): 18 on column 17+ (-2) against 5 on column 5. Add units or support, or roll."
    )

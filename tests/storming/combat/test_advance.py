"""The advance after combat (13.8): who may enter the hex that was cleared, and what it brings."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.storming.combat.battles import (
    ELSEWHERE,
    OPEN,
    choices,
    declare,
    field,
    fight,
    german_field,
    refused,
    told,
    where,
)


@rule("13.8", "13.7.5")
def test_surviving_attackers_may_enter_the_cleared_hex_at_once_and_free_of_charge() -> None:
    match = field(
        "US-4-Inf 2119; US-2-Arm 2119; US-1A-HQ 2119; US-90-Inf 2121; GE-77-Inf 2120", "1 6", points={"12AG": 0}
    )
    fight(match, OPEN, "US-4-Inf US-2-Arm US-1A-HQ US-90-Inf", "lose US-4-Inf")
    assert choices(match) == ["advance US-4-Inf", "advance US-90-Inf", "advance US-2-Arm", "advance US-1A-HQ", "end"]
    match.play("advance US-2-Arm")
    match.play("advance US-90-Inf")
    match.play("end")
    assert [where(match, unit) for unit in ("US-2-Arm", "US-90-Inf", "US-4-Inf")] == [OPEN, OPEN, "2119"]
    assert match.position.allied_control >> match.game.board.index[OPEN] & 1
    assert match.position.points == {"12AG": 0}


@rule("13.8")
def test_nobody_has_to_advance() -> None:
    match = field(f"US-4-Inf 2119; GE-77-Inf 2120; {ELSEWHERE}", "2 1")
    fight(match, OPEN, "US-4-Inf", "end")
    assert where(match, "US-4-Inf") == "2119"
    assert match.prompt.step == "combat"
    assert not match.position.allied_control >> match.game.board.index[OPEN] & 1


@rule("13.8")
def test_there_is_no_advance_while_a_defender_is_left_nor_without_survivors() -> None:
    held = field(f"US-4-Inf 2119; GE-77-Inf 2120; GE-91-Inf 2120; {ELSEWHERE}", "1 1")
    fight(held, OPEN, "US-4-Inf", "lose GE-91-Inf")
    assert (held.prompt.step, where(held, "US-4-Inf")) == ("combat", "2119")
    dead = field(f"US-82-AB 2119; GE-77-Inf 2120; {ELSEWHERE}", "3 6")
    fight(dead, OPEN, "US-82-AB")
    assert (where(dead, "US-82-AB"), where(dead, "GE-77-Inf")) == ("track", "cup")
    assert dead.prompt.step == "combat"


@rule("13.8")
def test_only_the_attackers_of_this_combat_advance() -> None:
    match = field("US-4-Inf 2119; US-2-Arm 2119; GE-77-Inf 2120", "2 1")
    fight(match, OPEN, "US-4-Inf")
    assert choices(match) == ["advance US-4-Inf", "end"]
    assert refused(match, "advance US-2-Arm") == ("13.8", "only the attackers of this combat advance")
    match.play("advance US-4-Inf")
    assert where(match, "US-4-Inf") == OPEN


@rule("13.8", "6.5")
def test_an_advance_goes_from_one_enemy_zone_into_another() -> None:
    match = field("US-4-Inf 2119; GE-77-Inf 2120; GE-12SS-Pz 2220; GE-Lehr-Pz 2218", "2 1")
    look = match.game.look(match.position)
    zone = match.game.board.names(look.enemy_zone("allied"))
    assert "2119" in zone
    assert OPEN in zone
    fight(match, OPEN, "US-4-Inf", "advance US-4-Inf")
    assert where(match, "US-4-Inf") == OPEN


@rule("13.8", "5.1", "5.2.A.1")
def test_an_advance_keeps_to_the_stacking_limits() -> None:
    units = "US-4-Inf 2119; US-90-Inf 2119; US-2-Inf 2119; US-82-AB 2119; US-1-Inf 2121; GE-77-Inf 2120"
    match = field(units, "1 1")
    fight(match, OPEN, "US-4-Inf US-90-Inf US-2-Inf US-82-AB US-1-Inf", "lose US-4-Inf")
    for unit in ("US-4-Inf", "US-90-Inf", "US-1-Inf"):
        match.play(f"advance {unit}")
    assert choices(match) == ["advance US-82-AB", "end"]
    assert refused(match, "advance US-2-Inf")[0] == "5.2.A.1"


@rule("5.2.B", "13.8")
def test_nations_that_may_not_stack_do_not_advance_together() -> None:
    match = field("US-4-Inf 2119; CW-50-Inf 2121; GE-77-Inf 2120", "1 1")
    fight(match, OPEN, "US-4-Inf CW-50-Inf", "lose US-4-Inf", "advance CW-50-Inf")
    assert where(match, "CW-50-Inf") == OPEN
    assert where(match, "US-4-Inf") == "2119"


@rule("5.2.B", "R144")
def test_a_host_does_not_leave_a_stack_that_would_be_illegal_without_him() -> None:
    match = field("CW-50-Inf 2119; US-82-AB 2119; CW-8-Bde 2119; GE-77-Inf 2120", "1 1")
    fight(match, OPEN, "CW-50-Inf US-82-AB CW-8-Bde", "lose CW-50-Inf")
    assert refused(match, "advance CW-50-Inf")[0] == "5.2.B"
    match.play("advance CW-8-Bde")
    match.play("advance CW-50-Inf")
    assert (where(match, "CW-50-Inf"), where(match, "US-82-AB")) == (OPEN, "2119")


@rule("10.7.1", "13.8", "R45")
def test_the_commonwealth_does_not_advance_into_column_eight_before_its_release() -> None:
    units = "US-1-Inf 0820; CW-50-Inf 0921; GE-914-Rgt 0821"
    match = field(units, "6 1", turn=3)
    fight(match, "0821", "US-1-Inf CW-50-Inf")
    assert choices(match) == ["advance US-1-Inf", "end"]
    assert refused(match, "advance CW-50-Inf")[0] == "10.7.1"
    free = field(units, "6 1", turn=3, commonwealth_free=True)
    fight(free, "0821", "US-1-Inf CW-50-Inf")
    assert "advance CW-50-Inf" in choices(free)


OVER_THE_SEINE = f"US-4-Inf 2125; GE-77-Inf 2124; {ELSEWHERE}"
INTO_PARIS = f"GE-12SS-Pz 2525; GE-Lehr-Pz 2525; US-82-AB 2526; {ELSEWHERE}"
MOVEMENT = {"R118": True}


@rule("13.8", "10.4.C", "10.7.10", "R118")
def test_an_advance_is_no_movement_and_may_cross_the_seine_line_before_the_breakout() -> None:
    """Ruling R118."""
    match = field(OVER_THE_SEINE, "6 1", turn=4)
    line = match.game.seine_eastward
    assert line.has(match.game.board.index["2125"], match.game.board.index["2124"])
    fight(match, "2124", "US-4-Inf", "advance US-4-Inf")
    assert where(match, "US-4-Inf") == "2124"
    assert match.position.seine_crossed


@rule("10.7.10", "R118")
def test_if_advances_are_bound_like_movement_none_crosses_the_seine_line_before_the_breakout() -> None:
    match = field(OVER_THE_SEINE, "6 1", turn=4, options=MOVEMENT)
    fight(match, "2124", "US-4-Inf")
    assert where(match, "US-4-Inf") == "2125"
    assert match.prompt.step == "combat"
    why = "no Allied unit crosses the Seine Line before the Normandy Breakout"
    assert refused(match, "advance US-4-Inf") == ("10.7.10", why)
    assert told(match)[-1] == f"US 4 Infantry Division does not advance into Vernon (2124): {why}."
    after = field(OVER_THE_SEINE, "6 1", turn=7, breakout=True, options=MOVEMENT)
    fight(after, "2124", "US-4-Inf", "advance US-4-Inf")
    assert where(after, "US-4-Inf") == "2124"


@rule("13.8", "10.4.C", "10.7.9", "R118")
def test_germans_may_advance_into_paris_and_stay_there() -> None:
    """Ruling R118: they may not end movement there, and an advance is none."""
    match = german_field(INTO_PARIS, "6 1", turn=9, paris_entered=True)
    fight(match, "2526", "GE-12SS-Pz GE-Lehr-Pz", "lose GE-12SS-Pz", "advance GE-Lehr-Pz", "end")
    assert where(match, "US-82-AB") == "track"
    assert (where(match, "GE-12SS-Pz"), where(match, "GE-Lehr-Pz")) == ("2525", "2526")


@rule("10.7.9")
def test_if_advances_are_bound_like_movement_germans_do_not_advance_into_paris() -> None:
    match = german_field(INTO_PARIS, "6 1", turn=9, paris_entered=True, options=MOVEMENT)
    fight(match, "2526", "GE-12SS-Pz GE-Lehr-Pz", "lose GE-12SS-Pz")
    assert (where(match, "GE-12SS-Pz"), match.prompt.step) == ("2525", "combat")
    assert refused(match, "advance GE-Lehr-Pz") == ("10.7.9", "no German unit ever ends its movement in Paris")
    assert told(match)[-1] == (
        "12 SS Panzer Division and Panzer Lehr Division do not advance into Paris (2526): no German unit ever ends its "
        "movement in Paris."
    )


@rule("13.8", "13.7.5", "17.3", "R118")
def test_a_headquarters_may_advance_whatever_stands_beside_the_hex() -> None:
    """Ruling R118: all attacking units may, whatever their type."""
    match = field("US-4-Inf 2119; US-1A-HQ 2119; GE-77-Inf 2120; GE-12SS-Pz 2220", "2 1")
    fight(match, OPEN, "US-4-Inf US-1A-HQ", "advance US-1A-HQ")
    assert where(match, "US-1A-HQ") == OPEN


@rule("17.3")
def test_if_advances_are_bound_like_movement_a_headquarters_follows_only_behind_a_combat_unit() -> None:
    match = field("US-4-Inf 2119; US-1A-HQ 2119; GE-77-Inf 2120; GE-12SS-Pz 2220", "2 1", options=MOVEMENT)
    fight(match, OPEN, "US-4-Inf US-1A-HQ")
    assert refused(match, "advance US-1A-HQ")[0] == "17.3"
    match.play("advance US-4-Inf")
    match.play("advance US-1A-HQ")
    assert where(match, "US-1A-HQ") == OPEN


@rule("10.7.1", "13.8")
def test_where_nobody_may_advance_the_log_and_the_referee_say_why() -> None:
    match = field(f"CW-50-Inf 0921; CW-49-Inf 0921; GE-914-Rgt 0821; {ELSEWHERE}", "6 1", turn=3)
    assert refused(match, "advance CW-50-Inf") == (
        "13.8", "units advance only right after a combat that leaves no enemy in the hex they attacked"
    )  # fmt: skip
    fight(match, "0821", "CW-50-Inf CW-49-Inf")
    rule_, why = refused(match, "advance CW-49-Inf")
    assert rule_ == "10.7.1"
    _, case, sentence = match.log()[-1]
    names = "British 50 Infantry Division and British 49 Infantry Division"
    assert (case, sentence) == ("10.7.1", f"{names} do not advance into 0821: {why}.")
    assert refused(match, "advance US-8-Inf") == ("13.8", "only the attackers of this combat advance")
    match.play("attack 2928")
    assert refused(match, "advance CW-49-Inf")[0] == "13.8"  # that combat is over


@rule("13.8", "16.1", "8.6.B")
def test_a_fort_does_not_stop_an_advance_and_is_destroyed_by_it() -> None:
    match = field("US-4-Inf 0519; US-2-Arm 0519; US-90-Inf 0519; GE-709-Co 0518", "6 1 4", turn=2)
    fight(match, "0518", "US-4-Inf US-2-Arm US-90-Inf", "lose US-4-Inf", "advance US-2-Arm")
    assert match.position.forts_destroyed >> match.game.board.index["0518"] & 1
    assert match.position.cherbourg_turn == 2 + 4


@rule("10.7.5", "R33")
def test_an_advance_to_a_rhine_bridge_finds_out_whether_it_is_captured() -> None:
    """Ruling R33."""
    match = field("US-4-Inf 5009; GE-77-Inf 5008", "6 1 1", turn=14)
    fight(match, "5008", "US-4-Inf", "advance US-4-Inf")
    assert match.position.bridge_captured == "Wesel"
    assert where(match, "US-4-Inf") == "5008"


@rule("10.7.9", "R30")
@pytest.mark.parametrize("order", [("FR-2-Arm", "US-4-Inf"), ("US-4-Inf", "FR-2-Arm")])
def test_whoever_advances_into_paris_enters_together_so_the_french_need_only_be_among_them(
    order: tuple[str, str],
) -> None:
    """Ruling R30."""
    match = field("FR-2-Arm 2525; US-4-Inf 2525; GE-77-Inf 2526", "6 1", turn=7, breakout=True)
    fight(match, "2526", "FR-2-Arm US-4-Inf", "lose US-4-Inf")
    assert match.prompt.warnings == []
    match.play(f"advance {order[0]}")
    warning = "unless the French 2nd Armored Division advances into Paris as well, civil war breaks out (10.7.9)"
    assert match.prompt.warnings == ([warning] if order[0] == "US-4-Inf" else [])
    match.play(f"advance {order[1]}")
    assert match.position.paris_entered
    assert not match.position.civil_war
    # The verdict comes when it is known who has entered: nobody hears of a civil war that there is not.
    verdicts = [text for _, case, text in match.log() if case == "10.7.9"]
    assert verdicts == ["The French 2nd Armored Division leads the way into Paris."]


@rule("10.7.9")
def test_an_advance_into_paris_without_the_french_division_means_civil_war() -> None:
    match = field("FR-2-Arm 2525; US-4-Inf 2525; GE-77-Inf 2526", "6 1", turn=7, breakout=True)
    fight(match, "2526", "FR-2-Arm US-4-Inf", "lose US-4-Inf", "advance US-4-Inf", "end")
    assert match.position.civil_war
    alone = field("US-4-Inf 2525; GE-77-Inf 2526", "6 1", turn=7, breakout=True)
    fight(alone, "2526", "US-4-Inf")
    assert "civil war" in alone.prompt.warnings[0]
    alone.play("advance US-4-Inf")
    for lost in (match, alone):
        (verdict,) = [text for _, case, text in lost.log() if case == "10.7.9"]
        assert verdict.startswith("Paris is entered without the French 2nd Armored Division")


@rule("13.9.D", "17.2.B", "R62")
def test_nobody_advances_out_of_a_hex_that_is_being_flooded() -> None:
    units = f"GE-12SS-Pz 5013; GE-Lehr-Pz 5013; GE-116-Pz 5114; US-82-AB 5113; {ELSEWHERE}"
    match = german_field(units, "6 1", turn=12, flood_turn=12)
    fight(match, "5113", "GE-12SS-Pz GE-Lehr-Pz GE-116-Pz", "lose GE-12SS-Pz")
    assert choices(match) == ["advance GE-116-Pz", "end"]
    assert refused(match, "advance GE-Lehr-Pz")[0] == "13.9.D"
    dry = german_field(units, "6 1", turn=12, flood_turn=11)
    fight(dry, "5113", "GE-12SS-Pz GE-Lehr-Pz GE-116-Pz", "lose GE-12SS-Pz")
    assert "advance GE-Lehr-Pz" in choices(dry)


@rule("3.2.C.2")
def test_an_advance_onto_a_beach_wins_the_game_for_the_germans_at_once() -> None:
    match = german_field("GE-12SS-Pz 1222; GE-1SS-Pz 1122; CW-3-Inf 1121 reduced", "1 6", turn=3)
    fight(match, "1121", "GE-1SS-Pz", "advance GE-1SS-Pz")
    assert match.position.outcome is not None
    assert match.position.outcome.winner == "german"


@rule("13.8")
def test_the_defenders_never_advance_even_if_no_attacker_is_left() -> None:
    match = field(f"US-82-AB 4728; GE-77-Inf 4727; {ELSEWHERE}", "1 6", turn=9)
    fight(match, "4727", "US-82-AB")
    assert where(match, "US-82-AB") == "track"
    assert (match.prompt.side, choices(match)) == ("allied", ["attack 2928", "end"])


def test_an_advance_is_taken_back_as_long_as_no_die_was_rolled_for_it() -> None:
    match = field("US-4-Inf 2119; GE-77-Inf 2120", "2 1")
    declare(match, OPEN, "US-4-Inf")
    match.play("roll")
    match.play("advance US-4-Inf")
    match.undo()
    assert where(match, "US-4-Inf") == "2119"
    assert choices(match) == ["advance US-4-Inf", "end"]

"""Operations: which hexes are marked, what that costs, and in which order things happen (6.2, 11.5, 11.6)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.rules import control
from bocage.games.festung.rules.operations import ATTACK, MOVE, price
from tests.cases import rule
from tests.festung.playing import in_force, look, midway, operation, play, refused


def cost(match: Match, kind: str, node: str) -> int:
    return price(look(match), match.game.board.index[node], kind)


@rule("6.21", "6.23", "6.24")
def test_hexes_with_own_units_are_marked_once_and_boxes_only_for_movement() -> None:
    match = operation("axis", 4, "GE-LXXX 0712; GE-LXXXI OKW; GE-XX EAST; US-II 0612", turn=5)
    assert refused(match, "mark-move 0711") == "6.21"
    assert refused(match, "mark-move 0612") == "6.21"
    assert refused(match, "mark-move OKW") == "6.24"
    assert refused(match, "mark-attack EAST") == "6.24"
    play(match, "mark-attack 0712", "mark-move EAST")
    assert refused(match, "mark-move 0712") == "6.23"
    assert refused(match, "mark-attack 0712") == "6.23"


@rule("6.24", "8.11", "R92")
def test_a_box_costs_one_point_whoever_is_in_it() -> None:
    """T035: nine units in the United Kingdom box cost one point, and all nine may move."""
    units = "US-V; US-VII; US-XIX; US-VIII; US-XV; BR-I; BR-VIII; BR-XII; BR-2A"
    boxed = "; ".join(f"{unit.strip()} UK" for unit in units.split(";"))
    match = operation("allied", 1, boxed, marked="0410", allied_control="0410", flags=in_force("coalition_strife"))
    assert cost(match, MOVE, "UK") == 1
    play(match, "mark-move UK", "end")
    assert {str(action) for action in match.prompt.actions if action.verb == "pick"} == {
        f"pick {unit.strip()}" for unit in units.split(";")
    }


@rule("11.51", "11.52", "11.61", "6.22", "R46", "20:activated", "20:full supply", "20:limited supply")
@pytest.mark.parametrize(
    ("where", "control", "move", "attack"),
    [
        ("0512", "0410 0411 0511 0512", 1, 1),  # two hexes from the Beach Head
        ("0814", "0410 0511 0512 0612 0713 0813 0814", 1, 3),  # farther than three
        ("0814", "0410 0814", 3, 3),  # cut off
    ],
)
def test_the_price_follows_the_supply_of_all_units_in_the_hex(where: str, control: str, move: int, attack: int) -> None:
    """T037: three units cost 1 and 1 in full supply, 1 and 3 in limited supply, 3 and 3 out of supply."""
    units = f"US-V {where}; US-VII {where}; US-XIX {where}; GE-LXXX 0513; GE-LXXXI 0815"
    match = operation("allied", 4, units, allied_control=control, marked="0410")
    assert (cost(match, MOVE, where), cost(match, ATTACK, where)) == (move, attack)


@rule("11.52", "6.21")
def test_an_attack_marker_is_paid_whole_or_not_placed() -> None:
    """T038: three units in limited supply cost 3 to attack with: not with two points."""
    units = "US-V 0814; US-VII 0814; US-XIX 0814; GE-LXXX 0815"
    match = operation("allied", 2, units, allied_control="0410 0511 0512 0612 0713 0813", marked="0410")
    assert refused(match, "mark-attack 0814") == "11.52"
    assert not refused(match, "mark-move 0814")


@rule("11.61", "11.52")
def test_units_out_of_supply_are_paid_for_one_by_one() -> None:
    """T098: two Germans in full supply and an Italian out of supply cost 2 either way."""
    units = "GE-LXXX 1310; GE-LXXXI 1310; IT-XII 1310; US-XX 1210"
    match = operation("axis", 4, units, surrendered=True, turn=8)
    assert (cost(match, MOVE, "1310"), cost(match, ATTACK, "1310")) == (2, 2)
    assert cost(operation("axis", 4, units + "; IT-VII 1409", surrendered=True), MOVE, "1409") == 1
    few = operation("axis", 1, units + "; GE-LXXXII 1308", surrendered=True)
    assert refused(few, "mark-move 1310") == "11.61"


@rule("11.1", "R70")
def test_supply_is_fixed_when_the_operation_begins() -> None:
    match = operation("axis", 4, "GE-LXXX 1109; GE-LXXXI 0712; US-XX 1209", turn=8)
    full, limited = match.position.full, match.position.limited
    number = match.game.unit_numbers
    assert full >> number["GE-LXXX"] & 1
    assert limited >> number["GE-LXXXI"] & 1
    assert not full >> number["US-XX"] & 1, "of the active side alone"


@rule("7.14", "R92")
def test_coalition_strife_makes_hexes_with_both_groups_dearer() -> None:
    """T145: a hex with Americans and British costs 2, a box still 1; airborne units make no difference."""
    units = "US-V 0512; BR-I 0512; US-VII UK; BR-XII UK; US-XIX 0412; AB-C 0412"
    fields = {"allied_control": "0410 0411 0412 0512", "marked": "0410"}
    match = operation("allied", 4, units, flags=in_force("coalition_strife"), **fields)
    assert [cost(match, MOVE, node) for node in ("0512", "UK", "0412")] == [2, 1, 1]
    assert refused(operation("allied", 1, units, flags=in_force("coalition_strife"), **fields), "mark-move 0512") == (
        "7.14"
    )
    assert cost(operation("allied", 4, units, **fields), MOVE, "0512") == 1
    eisenhower = in_force("coalition_strife", "ignore_nationality")
    assert cost(operation("allied", 4, units, flags=eisenhower, **fields), MOVE, "0512") == 1


@rule("6.21")
def test_werewolves_make_the_first_german_hex_dearer() -> None:
    fields = {"allied_control": "0709 0809 0909 1009 1010", "turn": 8}
    match = operation("allied", 4, "US-V 1009; US-VII 1010; US-XX 0909", flags=in_force("werewolves"), **fields)
    assert [cost(match, MOVE, node) for node in ("1009", "1010", "0909")] == [2, 2, 1]
    play(match, "mark-move 1009")
    assert [cost(match, MOVE, node) for node in ("1010", "0909")] == [1, 1]
    assert "2 activation points" in match.prompt.text


@rule("20:army district")
def test_fortitude_holds_germans_of_one_district_fast() -> None:
    units = "GE-15A 0609; GE-LXXX 0412; US-V 0510; US-VII 0410"
    match = operation("axis", 4, units, flags=in_force("fortitude", "rommel", word="15"))
    assert refused(match, "mark-move 0609") == "20:army district"
    assert refused(match, "mark-attack 0609") == "20:army district"
    assert not refused(match, "mark-move 0412")


@rule("6.25", "6.26", "R6", "R74", "R98")
def test_armour_alone_is_not_marked_against_a_beach_head_in_france() -> None:
    """T151: XXIV Panzer alone is refused; with LXXXV Corps the marker costs 2, for both are in limited supply."""
    alone = operation("axis", 4, "GE-XXIVPZ 0916; US-V 0917; GE-LXXX 0712")
    assert refused(alone, "mark-attack 0916") == "6.26"
    assert refused(alone, "mark-attack 0712") == "6.25"
    assert not refused(operation("axis", 4, "GE-XXIVPZ 0916; US-V 0917", flags=in_force("rommel")), "mark-attack 0916")
    assert not refused(operation("axis", 4, "GE-XXIVPZ 0916; US-V 0917", flags=in_force("roundup")), "mark-attack 0916")
    assert not refused(operation("axis", 4, "GE-XXIVPZ 0701; US-V 0600"), "mark-attack 0701"), "Bergen is not in France"
    both = operation("axis", 4, "GE-XXIVPZ 0916; GE-LXXXV 0916; US-V 0917")
    assert not refused(both, "mark-attack 0916")
    assert cost(both, ATTACK, "0916") == 2


@rule("6.25")
def test_enemies_behind_a_prohibited_side_or_in_a_box_are_no_target() -> None:
    assert refused(operation("axis", 4, "GE-LXXX 1318; US-V 1319"), "mark-attack 1318") == "6.25"
    assert refused(operation("axis", 4, "GE-LXXX 0410; US-V UK", marked="0410"), "mark-attack 0410") == "6.25"


@rule("R77", "R101")
def test_a_fortress_is_marked_and_paid_for_like_a_unit() -> None:
    """T154: Fortress Brest beside a landed corps is marked to attack for 1 point, in limited supply."""
    match = operation("axis", 4, "FORT-Brest 0212; US-V 0211")
    assert not refused(match, "mark-attack 0212")
    assert cost(match, ATTACK, "0212") == 1
    assert cost(operation("axis", 4, "FORT-Brest 0212; GE-XXV 0212; US-V 0211"), ATTACK, "0212") == 2


@rule("11.53")
def test_the_nero_decree_makes_attacks_in_germany_dearer() -> None:
    """T168: three units in Cologne, two hexes from Antwerp: 3 under the Nero Decree, 1 with Red Ball Express."""
    units = "US-V 1009; US-VII 1009; US-XX 1009; GE-LXXX 1109"
    fields = {"allied_control": "0709 0809 0909 1009", "turn": 8}
    assert cost(operation("allied", 4, units, **fields), ATTACK, "1009") == 1
    nero = operation("allied", 4, units, flags=in_force("nero"), **fields)
    assert (cost(nero, ATTACK, "1009"), cost(nero, MOVE, "1009")) == (3, 1)
    red_ball = in_force("nero", "allied_full_supply")
    assert cost(operation("allied", 4, units, flags=red_ball, **fields), ATTACK, "1009") == 1


@rule("6.241", "R112", "20:operations value")
def test_all_markers_come_before_all_movement() -> None:
    """T136: once marking is over the point that is left is lost, and no marker can be added."""
    match = operation("axis", 3, "GE-LXXX 0913; GE-LXXXI 0911; US-V 0912")
    assert refused(match, "move 0814") == "6.21"
    play(match, "mark-move 0913", "mark-attack 0911", "end")
    assert match.prompt.step == "movement"
    assert refused(match, "mark-move 0911") == "6.241"
    play(match, "pick GE-LXXX", "move 0914")
    assert refused(match, "mark-move 0911") == "6.241"


def test_an_operation_without_markers_is_over() -> None:
    match = operation("axis", 3, "GE-LXXX 0913; US-V 0410")
    play(match, "end")
    assert not match.position.frames


@rule("19.31", "R34")
def test_antwerp_gives_two_points_from_the_turn_after_it_fell() -> None:
    """T091: a card of 3 gives 5 points; the automatic operation, the turn of the capture and a lost Scheldt do not."""
    units, fields = "US-V 0809; US-VII 0909; GE-LXXX 0910", {"allied_control": "0709 0809 0909", "turn": 6}
    on = {"19.31": True}

    def points(**more: object) -> str:
        match = operation("allied", 3, units, options=on, **(fields | more))
        return match.prompt.text.split(": ")[1].split(" activation")[0]

    assert points(card="allied-3", antwerp_turn=5) == "5"
    assert points(card="allied-3", antwerp_turn=6) == "3"
    assert points(card="allied-3") == "3"
    assert points(antwerp_turn=5) == "3"


@rule("19.31")
def test_antwerp_counts_from_when_both_hexes_are_allied_and_only_while_they_are() -> None:
    told = []

    def begin(play: Any) -> None:
        hexes = play.game.named_hexes
        for name, side in (
            ("Antwerp", "allied"),
            ("The Scheldt", "allied"),
            ("Antwerp", "axis"),
            ("Antwerp", "allied"),
        ):
            control.give(play, hexes(name), side)
            told.append(play.position.antwerp_turn)
            play.position.turn += 1

    midway(begin, "GE-LXXX 0712", turn=5)
    assert told == [0, 6, 0, 8]


@rule("R34")
def test_by_the_other_reading_antwerp_marks_two_hexes_free_of_any_price() -> None:
    """T091: with the option three points stay three, and two markers cost nothing."""
    units = "US-V 0809; US-VII 0909; US-XX 0909; GE-LXXX 0910; GE-LXXXI 0810; US-XII 0512"
    match = operation(
        "allied", 1, units, options={"19.31": True, "R34": True}, allied_control="0709", turn=6,
        card="allied-3", antwerp_turn=5,
    )  # fmt: skip
    play(match, "free-attack 0909", "free-move 0809", "mark-move 0512")
    assert match.position.attack_marks
    assert match.position.move_marks
    assert refused(match, "free-move 0512") == "6.21"
    assert "0 activation points" in match.prompt.text


@rule("6.21")
def test_donitz_takes_a_point_from_allied_cards_but_leaves_one() -> None:
    units, fields = "US-V 0809", {"flags": in_force("allied_ops_minus_1"), "card": "allied-3"}
    assert "2 activation points" in operation("allied", 3, units, **fields).prompt.text
    assert "1 activation point left" in operation("allied", 1, units, **fields).prompt.text
    assert "3 activation points" in operation("allied", 3, units, flags=fields["flags"]).prompt.text


@rule("6.25", "8.37", "R45", "R112")
def test_armour_that_moved_under_an_attack_marker_fights_from_it_and_nobody_moves_any_more() -> None:
    """T032, T099, T136: LVIII Panzer joins at no price; a unit under an unused Move marker stays."""
    units = "GE-LXXX 0713; GE-LVIIIPZ 0713; GE-LXXXI 0612; GE-LXXXII 0913; US-V 0512"
    match = operation("axis", 3, units)
    play(match, "mark-move 0713", "mark-move 0913", "mark-attack 0612", "end")
    play(match, "pick GE-LVIIIPZ", "move 0612", "end")
    assert match.prompt.step == "combat"
    assert not match.position.move_marks
    assert refused(match, "pick GE-LXXX") == "R112"
    assert refused(match, "pick GE-LXXXII") == "R112"
    play(match, "attack 0512")
    assert not refused(match, "join GE-LVIIIPZ")


@rule("8.38", "R50")
def test_allied_units_attack_into_closed_red_hexes() -> None:
    """T141: 9th Army in Magdeburg may attack a held Berlin."""
    fields = {"closed": "allied", "turn": 8, "allied_control": "1106 1107 1108"}
    match = operation("allied", 1, "US-9A 1207; GE-LXXX 1307", **fields)
    assert not refused(match, "mark-attack 1207"), "it is in supply by way of Hannover"


def test_undo_goes_back_over_markers_and_movement() -> None:
    match = operation("axis", 3, "GE-LXXX 0913; GE-LXXXI 0712; US-V 0410")
    play(match, "mark-move 0913", "end", "pick GE-LXXX", "move 0914")
    for _ in range(4):
        match.undo()
    assert match.prompt.text == "Mark hexes for movement or combat: 3 activation points left."

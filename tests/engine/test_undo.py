"""Undo goes back to any point since the last die, draw, look or decision of the other side."""

from __future__ import annotations

import pytest

import bocage
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from tests.engine import toy


def marching(*actions: str, tape: tuple[int, ...] = (1, 1, 1, 1)) -> Match:
    return toy.play(toy.new(tape=tape), "hide 0303", "red: plan charge", "blue: plan charge", *actions)


def test_undo_restores_the_very_position_and_list() -> None:
    match = marching("red: end", "blue: end")
    before, actions = match.position_hash, list(match.prompt.actions)
    match.play("step 0302")
    assert match.position_hash != before
    match.undo()
    assert match.position_hash == before
    assert match.prompt.actions == actions
    assert match.moment == 7, "nothing is erased: the action and its undo are both in the record"
    assert match.entries[-1].word == "undo"


def test_undo_to_goes_back_several_actions_at_once() -> None:
    match = marching("red: end", "blue: end")
    marks = [(match.moment, match.position_hash)]
    for action in ("step 0302", "step 0202"):
        match.play(action)
        marks.append((match.moment, match.position_hash))
    # Blue's own "end" of the watch can be taken back too.
    assert match.undoable == [4, 5, 6]
    match.undo_to(marks[0][0])
    assert match.position_hash == marks[0][1]
    assert match.undoable == [4]
    match.play("step 0302")
    assert match.position_hash == marks[1][1]


def test_undo_does_not_cross_a_draw() -> None:
    match = marching("red: end", "blue: end", "blue: step 0302", "blue: draw")
    assert match.undoable == []
    with pytest.raises(Refusal) as refusal:
        match.undo()
    assert refusal.value.rule == "0.1"
    toy.play(match, "step 0303")
    assert match.undoable == [7], "what came after the draw can be taken back"


def test_undo_does_not_cross_a_die() -> None:
    match = marching("red: end", "blue: end", "blue: step 0302", "blue: step 0201", "blue: end")
    assert match.entries[-1].dice == (1,)
    assert match.undoable == []


def test_undo_does_not_cross_a_look_even_if_nothing_was_there() -> None:
    match = marching("red: step 0201")
    assert match.entries[-1].dice == ()
    assert match.undoable == []
    toy.play(match, "step 0101")
    assert match.undoable == [], "0101 was not swept either"


def test_a_known_hex_is_no_look() -> None:
    match = marching("red: step 0201", "red: step 0101", "red: end", "blue: end", "blue: end")
    toy.play(match, "red: plan charge", "blue: plan wait", "red: step 0201")
    assert len(match.undoable) == 1


def test_undo_does_not_cross_the_other_sides_decision() -> None:
    match = marching("red: end")
    assert match.undoable == [3], "Blue has not decided yet"
    toy.play(match, "blue: end")
    assert match.undoable == [4]
    with pytest.raises(Refusal):
        match.undo_to(3)


def test_only_the_side_itself_undoes() -> None:
    match = marching("red: end")
    with pytest.raises(Refusal, match="only red"):
        match.undo(side="blue")
    with pytest.raises(BadInput):
        match.undo(side="green")
    match.undo(side="red")
    assert match.prompt.side == "red"


@pytest.mark.parametrize("moment", [0, 2, 99, -1, None, "3"])
def test_undo_to_a_moment_that_is_closed_is_refused(moment: object) -> None:
    match = marching("red: end")
    before = match.position_hash
    with pytest.raises(Refusal):
        match.undo_to(moment)  # type: ignore[arg-type]
    assert match.position_hash == before


def test_undo_at_the_start_is_refused() -> None:
    with pytest.raises(Refusal):
        toy.new().undo()


def test_the_end_of_the_game_is_final() -> None:
    # Red reaches the goal without a die: but the end shows the mine, and the key may be published.
    match = marching("red: end", "blue: end", "blue: end")
    match.position.units[0] = match.position.units[0].__class__(toy.BOARD.index["0402"], 2)
    match.position.units[2] = match.position.units[2].__class__(toy.DEAD, 2)
    match.position.swept = toy.BOARD.all
    match = Match(toy.make(), seed="end", start=match.position)
    toy.play(match, "red: plan charge", "blue: plan wait", "red: step 0403")
    assert match.outcome is not None
    assert match.entries[-1].dice == ()
    assert match.undoable == []
    with pytest.raises(Refusal):
        match.undo()


def test_forced_choices_are_taken_and_undone_with_the_action_before() -> None:
    match = marching("red: end")
    before = match.position_hash
    toy.play(match, "blue: end")
    assert [line for _, rule, line in match.log() if rule == "4.6"] == ["R-gun is fed."]
    assert match.prompt.step == "march"
    match.undo()
    assert match.position_hash == before


def test_the_end_of_a_step_is_kept_once_the_side_has_acted() -> None:
    match = marching("red: end", "blue: end", "blue: step 0302", "blue: step 0301")
    for _ in range(3):
        match.play("draw")
    for unit in ("B-ash", "B-birch", "B-cedar"):
        toy.play(match, f"deploy {unit}")
    assert [str(action) for action in match.prompt.actions] == ["end"]


def test_an_undone_path_can_be_walked_again_with_the_same_hash() -> None:
    match = bocage.new_match("roundup", seed="undo")
    for number in range(120):
        before, moment = match.position_hash, match.moment
        action = match.prompt.actions[number * 7 % len(match.prompt.actions)]
        match.play(action)
        if moment in match.undoable:
            after = match.position_hash
            match.undo()
            assert match.position_hash == before
            match.play(action)
            assert match.position_hash == after
    assert bocage.load(match.text(), strict=True).position_hash == match.position_hash

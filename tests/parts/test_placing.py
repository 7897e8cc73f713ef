"""Placing: who comes to hand next, who must be placed before the end, and what is said meanwhile."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bocage.engine.actions import Action
from bocage.parts.placing import Arriving, Placing, all_placed, picking, placing
from bocage.parts.questions import Acted, Acting, InHand
from bocage.rules import Conditions, going_on

COUNTERS = [SimpleNamespace(name=name) for name in ("Ann", "Bob", "Cid")]


class Arrivals(Placing[InHand]):
    """Three come; the second finds no hex."""

    name, rule = "test arrivals", "1.0"

    def waiting(self, look: Any, frame: Any) -> int:
        return int(look.waiting)

    def able(self, look: Any, frame: Any) -> int:
        return 0b101

    def why_must(self, look: Any, units: int) -> str:
        return f"{units.bit_count()} must come"

    def where(self, look: Any, frame: Any) -> str:
        return "by the gate"

    def idle(self, look: Any, frame: Any) -> str:
        return "Choose."

    def left_out(self, play: Any, frame: Any, unit: int) -> None:
        play.told.append(unit)

    def over(self, play: Any, frame: Any) -> None:
        play.told.append("over")

    @placing("place", "1.1")
    def place(self, look: Any, frame: Any) -> Conditions:
        yield 0b10, "1.2", "not there"

    @picking("pick", "1.3")
    def pick(self, look: Any, frame: Any) -> Conditions:
        yield look.waiting, "1.4", "{it} does not wait"

    end = all_placed("Done", "done")


def looking(waiting: int) -> Any:
    return SimpleNamespace(waiting=waiting, game=SimpleNamespace(counters=COUNTERS))


def hand(waiting: int) -> Any:
    """A hand that changes a position with one frame."""
    frames: list[Any] = [InHand("blue")]
    made = SimpleNamespace(look=looking(waiting), told=[], position=SimpleNamespace(frames=frames))
    made.pop = frames.pop
    made.swap = lambda frame: frames.__setitem__(-1, frame)
    return made


def test_the_first_who_waits_and_can_be_placed_comes_to_hand() -> None:
    assert Arrivals().next_hand(hand(0b110), InHand("blue")).hand == 2
    assert Arrivals().next_hand(hand(0b010), InHand("blue", 2)).hand == -1


def test_the_question_names_the_piece_in_hand_and_counts_the_others() -> None:
    step = Arrivals()
    assert step.text(looking(0b111), InHand("blue", 0)) == "Place Ann by the gate; 2 more to place."
    assert step.text(looking(0b001), InHand("blue", 0)) == "Place Ann by the gate."
    assert step.text(looking(0b001), InHand("blue")) == "Choose."
    assert (step.hand(None, InHand("blue", 2)), step.hand(None, InHand("blue"))) == (4, 0)


def test_a_piece_is_placed_from_the_hand_only_and_is_not_picked_twice() -> None:
    step, empty, held = Arrivals(), InHand("blue"), InHand("blue", 1)
    reason = step.place.against(step, looking(7), empty, 1, "A1")
    assert reason is not None
    assert (reason.rule, reason.why) == ("1.1", "choose first which unit is placed")
    assert step.place.against(step, looking(7), held, 1, "A1") is None
    reason = step.pick.against(step, looking(7), held, 1, "Bob")
    assert reason is not None
    assert reason.why == "Bob is in hand already: say where it is placed"
    taken = hand(7)
    step.pick.carry_out(step, taken, empty, 2)
    assert taken.position.frames == [InHand("blue", 2)]


def test_nobody_ends_while_somebody_must_be_placed_and_the_rest_is_left_out() -> None:
    step, frame = Arrivals(), InHand("blue")
    reason = step.end.against(step, looking(0b111), frame, 0, "end")
    assert reason is not None
    assert (reason.rule, reason.why) == ("1.0", "2 must come")
    assert step.end.against(step, looking(0b010), frame, 0, "end") is None
    ended = hand(0b010)
    step.end.carry_out(step, ended, frame, 0)
    assert (ended.told, ended.position.frames) == ([1, "over"], [])


class Doing(Acting[Acted]):
    """Something is done, as often as one likes."""

    name, rule = "test doing", "2.0"
    again = going_on("2.0", verb="again")
    again.does(lambda step, play, frame, index: None)
    end = going_on("2.0")


def test_having_acted_a_side_is_asked_for_the_end() -> None:
    step, done = Doing(), hand(0)
    frame: Any = Doing.frame
    done.position.frames[:] = [frame("blue")]
    done.game = SimpleNamespace(look=lambda position: None)
    assert not step.keep(None, done.position.frames[0])
    step.answer(done, done.position.frames[0], Action("again", "", 0))
    assert step.keep(None, done.position.frames[-1])
    step.answer(done, done.position.frames[-1], Action("end", "", 0))
    assert done.position.frames == []


def test_each_step_has_a_kind_of_its_own_of_a_general_frame() -> None:
    assert Arrivals.frame is not InHand
    assert issubclass(Arrivals.frame, InHand)
    assert (Arrivals.frame.step, Doing.frame.step, InHand.step, Arriving("blue").acted) == (
        "test arrivals", "test doing", "", False,
    )  # fmt: skip

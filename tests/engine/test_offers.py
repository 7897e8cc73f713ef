"""What an answer does where nothing but the frame of its question changes."""

from __future__ import annotations

from types import SimpleNamespace

from bocage.rules import PLAIN, UNITS, Frame, Units, going_on, offer


class Mustering(Frame, frozen=True):
    units: Units = 0
    hand: int = -1
    ready: bool = False


def after(choice: object, frame: Mustering, index: int = 0) -> Mustering:
    """The frame with which a question goes on."""
    found: list[Mustering] = []
    choice.carry_out(None, SimpleNamespace(swap=found.append), frame, index)  # type: ignore[attr-defined]
    return found[0]


def test_an_answer_can_set_fields_of_its_frame_to_what_was_chosen_and_to_values() -> None:
    pick = offer("pick", UNITS, "1.0")(lambda step, look, frame: iter(()))
    pick.sets("hand", ready=True)
    assert after(pick, Mustering(0b100), 2) == Mustering(0b100, 2, True)
    ready = going_on("1.1", verb="ready")
    ready.sets(ready=True)
    assert after(ready, Mustering(0b100, 2)) == Mustering(0b100, 2, True)
    assert ready.takes == PLAIN


def test_an_answer_can_add_what_was_chosen_to_a_set_of_its_frame() -> None:
    join = offer("join", UNITS, "1.0")(lambda step, look, frame: iter(()))
    join.adds("units")
    assert after(join, Mustering(0b100, 1), 3) == Mustering(0b1100, 1)

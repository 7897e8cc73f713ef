"""What an answer does where nothing but the frame of its question changes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bocage.engine.looks import doubt
from bocage.rules import PLAIN, UNITS, Conditions, Frame, OfSide, Question, Units, event, going_on, offer


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


def test_an_answer_can_put_what_was_chosen_into_a_set_of_the_position_or_out_of_it_and_tells_so() -> None:
    told: list[tuple[object, ...]] = []
    play: Any = SimpleNamespace(
        position=SimpleNamespace(veiled=0b0100),
        tell=lambda kind, rule, *data, eyes=None: told.append((kind, rule, *data, eyes)),
    )
    veil, unveil = (offer(verb, UNITS, "1.3")(lambda step, look, frame: iter(())) for verb in ("veil", "unveil"))
    veil.marks("veiled", event("veiled", "1.3", "{unit} is veiled."), eyes=("blue",))
    veil.carry_out(None, play, None, 1)
    assert play.position.veiled == 0b0110
    unveil.unmarks("veiled", event("unveiled", "1.3", "{unit} is seen."), rule="1.4")
    unveil.carry_out(None, play, None, 2)
    assert play.position.veiled == 0b0010
    assert told == [("veiled", "1.3", 1, ("blue",)), ("unveiled", "1.4", 2, None)]


class Choosing(OfSide, frozen=True):
    hand: Units = 0


class Ferry(Question[Choosing], name="ferry", rule="1.2"):
    """Boatmen cross, others do not."""

    boatmen: Units = 0b0110

    def hand(self, look: Any, frame: Any) -> Units:
        units: Units = frame.hand
        return units

    @offer("cross", UNITS, "1.2", among=lambda look, side: look.game.boatmen)
    def cross(self, look: Any, frame: Choosing) -> Conditions:
        look.game.asked.append(frame.hand)
        yield frame.hand and -1, "1.2", "nobody is in hand"
        yield -1 if frame.hand & self.boatmen else 0, "1.2", "only boatmen cross"
        yield 0b1000, "1.2", "{it} is on this bank"

    end = going_on("1.2")


def ferry(boatmen: Units) -> Any:
    game = SimpleNamespace(boatmen=boatmen, asked=[], actions=SimpleNamespace(every={"cross": 0b1111, "end": 1}))
    return SimpleNamespace(game=game, found={})


def test_the_list_asks_an_offer_only_about_units_to_whom_it_can_be_open() -> None:
    look, step = ferry(0b0110), Ferry()
    assert step.ask(look, Choosing("blue", 0b0010)) == {"cross": 0b1000, "end": 1}
    assert look.game.asked == [0b0010]
    for hand in (0, 0b1001):
        assert step.ask(look, Choosing("blue", hand)) == {"end": 1}
    assert look.game.asked == [0b0010]
    look.game.boatmen = 0  # they are found once for a position
    assert "cross" in step.ask(look, Choosing("blue", 0b0110))


def test_doubt_finds_an_offer_that_is_open_to_others_as_well() -> None:
    step = Ferry()
    with doubt():
        assert step.ask(ferry(0b0110), Choosing("blue", 0b1001)) == {"end": 1}
        with pytest.raises(AssertionError, match="cross is open to others as well"):
            step.ask(ferry(0b0010), Choosing("blue", 0b0100))

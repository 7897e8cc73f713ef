"""Combat after the die: step losses, advances and over-full hexes, as the parts know them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import bocage
from bocage.engine.events import UNITS, event
from bocage.engine.position import Frame, Unit
from bocage.parts.combat.advance import Advance
from bocage.parts.combat.losses import StepLoss


class Falling(Frame, frozen=True):
    """Some must go."""

    step = "falling"
    side: str
    units: int


class Retreating(Falling, frozen=True):
    """One of them goes."""

    step = "retreating"
    hand: int = -1


class Pursuit(Advance[Falling]):
    """An advance of a game that asks nothing further."""

    name, rule = "pursuit", "9.1"

    def victors(self, look: Any, frame: Any) -> Any:
        yield 0b0111, "9.2", "{it} did not attack"


def test_a_frame_turns_into_another_and_back() -> None:
    due = Falling("blue", 0b110)
    asked = due.turned(Retreating, hand=2)
    assert asked == Retreating("blue", 0b110, 2)
    assert asked.turned(Falling, units=0b010) == Falling("blue", 0b010)


def test_a_unit_loses_a_step_or_with_its_last_one_everything() -> None:
    told: list[Any] = []

    def tell(kind: str, rule: str, *data: object, eyes: object = None) -> None:
        told.append((kind, rule, *data))

    def set_steps(unit: int, steps: int) -> None:
        play.position.units[unit] = Unit(0, steps)

    play: Any = SimpleNamespace(
        position=SimpleNamespace(units=[Unit(0, 2)]), set_steps=set_steps, tell=tell
    )  # fmt: skip
    gone: list[tuple[int, str]] = []
    lose_step = StepLoss(
        event("reduced", "1.0", "{unit} is reduced.", unit=UNITS), lambda play, unit, rule: gone.append((unit, rule))
    )
    lose_step(play, 0, "2.0")
    assert told == [("reduced", "2.0", 0)]
    assert not gone
    lose_step(play, 0, "2.0")
    assert gone == [(0, "2.0")]
    assert len(told) == 1


def test_attackers_advance_as_far_as_there_is_room_and_the_reason_is_the_first() -> None:
    look: Any = SimpleNamespace(
        game=SimpleNamespace(actions=SimpleNamespace(every={"advance": -1})),
        stack=lambda node: (7,),
        fits=lambda units: 1 not in units,
        stacking_rule=lambda node, unit: ("5.1", f"no room for {{it}} in {node}"),
    )
    question, frame = Pursuit(), SimpleNamespace(target=4, units=0b0110)
    assert question.advance.allowed(question, look, frame) == 0b0100
    refused = [question.advance.against(question, look, frame, unit, f"unit {unit}") for unit in (3, 1, 2)]
    assert [(found.rule, found.why) if found else None for found in refused] == [
        ("9.2", "unit 3 did not attack"),
        ("5.1", "no room for unit 1 in 4"),
        None,
    ]
    assert question.focus(look, frame) == 4


def test_every_game_knows_its_over_full_hexes_and_where_there_is_room() -> None:
    arranged = {
        "roundup": ("DE-712 3117; DE-719 3117; DE-s504 3116", "3117", "DE-s504"),
        "rhine": ("DE-84K 1203; DE-86K 1203; DE-74K 1203; DE-21Pz 1303; US-5C 0708", "1203", "DE-21Pz"),
    }
    for slug, (units, full, other) in arranged.items():
        match = bocage.position(slug, at="german movement", turn=3, units=units)
        look: Any = match.inquire("german")
        node = match.game.board.index[full]
        assert look.overstacked("german") == [node]
        assert look.overstacked("allied") == []
        assert look.overfull(node)
        newcomer = match.game.unit_numbers[other]
        assert look.room(newcomer, match.game.board.all) == match.game.board.all & ~(1 << node)

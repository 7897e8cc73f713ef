"""The fields of a position: cleared, left and written down by what they say of themselves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any

import pytest

from bocage.engine.fields import GOES, Until, arrange, fields, lasting
from bocage.engine.play import Play, index_units
from bocage.engine.position import Hexes, Node, Position, Unit, Units
from bocage.rules import BadInput
from tests.engine.toy import Toy


class Campaign(Position):
    """Fields of every kind."""

    moved: Annotated[Units, Until("movement"), GOES] = 0
    fired: Annotated[Units, Until("movement"), Until("combat"), GOES] = 0
    medals: Units = 0  # stay with their unit wherever it goes
    strafed: Annotated[dict[str, int], GOES] = {}
    shelled: Annotated[Hexes, Until("combat")] = 0
    headquarters: Node = -1
    weather: str = "clear"


def play() -> Any:
    game: Any = SimpleNamespace(
        rules=None, unit_ids=("A", "B"), unit_numbers={"A": 0, "B": 1}, mask_ids=((), ()), mask_count=0, title="Toy",
        board=SimpleNamespace(index={"A1": 0, "A2": 1}),
    )  # fmt: skip
    position = Campaign(1, [Unit(0, 1), Unit(1, 1)], moved=3, fired=3, medals=3, strafed={"A": 2, "B": 1}, shelled=2)
    index_units(game, position)
    return Play(game, position, None)  # type: ignore[arg-type]


def test_whatever_lasts_so_long_is_cleared() -> None:
    hand = play()
    hand.clear("combat")
    assert (hand.position.moved, hand.position.fired, hand.position.shelled) == (3, 0, 0)
    hand.clear("movement")
    assert (hand.position.moved, hand.position.medals, hand.position.strafed) == (0, 3, {"A": 2, "B": 1})


def test_nothing_lasts_until_something_unheard_of() -> None:
    with pytest.raises(AssertionError, match="no field of Campaign lasts until the harvest is over"):
        lasting(Campaign, "harvest")


def test_a_unit_that_leaves_the_map_is_taken_out_of_what_goes_with_it() -> None:
    hand = play()
    before = hand.position.strafed
    hand.take_off(0, -1)
    position = hand.position
    assert (position.moved, position.fired, position.medals) == (2, 2, 3)
    assert (position.strafed, before) == ({"B": 1}, {"A": 2, "B": 1})  # tables are replaced: copies share them
    assert (position.units[0].at, position.stacks) == (-1, {1: (1,), -1: (0,)})


def test_the_notation_reads_fields_by_what_they_hold() -> None:
    hand = play()
    arrange(hand.game, hand.position, {"moved": "B", "shelled": "A1 A2", "headquarters": "A2", "weather": "storm"})
    position = hand.position
    assert (position.moved, position.shelled, position.headquarters, position.weather) == (2, 3, 1, "storm")
    arrange(hand.game, hand.position, {"weather": 3}, {"weather": lambda game, number: "fog" * number})
    assert position.weather == "fogfogfog"


@pytest.mark.parametrize(
    ("extras", "sentence"),
    [
        ({"moved": "C"}, "there is no unit 'C' in this game"),
        ({"shelled": "Z9"}, "there is no hex 'Z9' on this board"),
        ({"wether": "fog"}, "Toy does not know 'wether' in a position"),
        ({"turn": 3}, "Toy does not know 'turn' in a position"),
    ],
)
def test_the_notation_refuses_what_makes_no_sense(extras: dict[str, Any], sentence: str) -> None:
    hand = play()
    with pytest.raises(BadInput, match=sentence):
        arrange(hand.game, hand.position, extras)


def test_only_what_a_game_adds_is_a_field() -> None:
    assert fields(Position) == ()
    assert "frames" not in {field.name for field in fields(Toy.position_class)}

"""Positions: cheap to copy, obvious to save, equal when they are equal."""

from __future__ import annotations

import gc
import random
import timeit
from types import SimpleNamespace
from typing import Annotated, Any

import pytest

import bocage
from bocage.engine import plain
from bocage.engine.errors import BadInput
from bocage.engine.play import Play, index_units
from bocage.engine.position import Position, SetOf, Unit
from bocage.games.roundup.rules.position import RoundupPosition
from tests.engine import toy


def test_copying_two_hundred_units_takes_less_than_20_microseconds() -> None:
    match = bocage.new_match("roundup", seed="copy")
    start = match.position
    board = match.game.board.nodes(match.game.board.all)
    units = [Unit(board[number * 3 % len(board)], 2) for number in range(200)]
    stacks = {unit.at: (number,) for number, unit in enumerate(units)}
    position = RoundupPosition(turn=5, units=units, frames=start.frames[:], stacks=stacks, masks=[1 << 600] * 4)
    gc.collect()
    best = min(timeit.repeat(position.copy, number=200, repeat=15)) / 200
    assert best < 20e-6, f"{best * 1e6:.1f} µs"


def test_a_copy_is_independent() -> None:
    match = bocage.new_match("roundup", seed="copy")
    match.play("us-beachhead 1204")
    before = match.position_hash
    copy = match.position.copy()
    hand = Play(match.game, copy, match.dice)
    for unit in range(20):
        hand.put(unit, 30 + unit)
        hand.set_steps(unit, 1)
    copy.frames.clear()
    copy.turn = 9
    assert match.position_hash == before
    fresh = match.position.copy()
    index_units(match.game, fresh)
    assert (fresh.stacks, fresh.masks) == (match.position.stacks, match.position.masks)


@pytest.mark.parametrize("seed", range(5))
def test_the_index_of_units_agrees_with_the_units(seed: int) -> None:
    match = toy.new()
    rng = random.Random(seed)
    hand = Play(match.game, match.position, match.dice)
    places = [*toy.BOARD.nodes(toy.BOARD.all), toy.CUP, toy.HAND, toy.DEAD]
    for _ in range(300):
        hand.put(rng.randrange(len(toy.UNIT_IDS)), rng.choice(places))
        fresh = match.position.copy()
        index_units(match.game, fresh)
        assert fresh.stacks == match.position.stacks
        assert fresh.masks == match.position.masks
        assert fresh.on_board == match.position.on_board


def test_the_hash_does_not_depend_on_the_order_of_insertion() -> None:
    match = bocage.new_match("roundup", seed="hash")
    one, other = match.position.copy(), match.position.copy()
    one.returning = {"US-Rgr": 3, "UK-1SSF": 4}
    other.returning = {"UK-1SSF": 4, "US-Rgr": 3}
    one.us_beachheads, other.us_beachheads = 1 << 5 | 1 << 9, 1 << 9 | 1 << 5
    other.stacks = dict(reversed(other.stacks.items()))
    digests = {plain.digest(match.game, position) for position in (one, other)}
    assert len(digests) == 1
    one.returning = {"US-Rgr": 4, "UK-1SSF": 3}
    assert plain.digest(match.game, one) not in digests


@pytest.mark.parametrize(
    ("field", "value"),
    [("turn", 2), ("weather", "Storm"), ("rolls", 9), ("epoch", 1), ("tas", (7,)), ("superiority", "german"),
     ("dropped", 1), ("depots", {"US": 1}), ("bombers_grounded", True)],
)  # fmt: skip
def test_the_hash_sees_every_field(field: str, value: object) -> None:
    match = bocage.new_match("roundup", seed="hash")
    before = match.position_hash
    setattr(match.position, field, value)
    assert match.position_hash != before


def test_a_position_comes_back_from_its_plain_form() -> None:
    match = bocage.new_match("roundup", seed="plain")
    for number in range(150):
        match.play(match.prompt.actions[number * 3 % len(match.prompt.actions)])
        if number % 10 == 0:
            data = plain.to_plain(match.game, match.position)
            again = plain.from_plain(match.game, match.game.position_class, data)
            index_units(match.game, again)
            assert again == match.position


def test_a_save_writes_labels_and_ids_instead_of_numbers() -> None:
    match = toy.play(toy.new(), "hide 0303")
    data = plain.to_plain(match.game, match.position)
    assert data["mine"] == "0303"
    assert data["units"]["R-scout"] == ["0101", 2]
    assert data["units"]["B-ash"] == ["cup", 2]
    assert data["frames"][-1]["step"] == "plans"
    assert "stacks" not in data


def test_the_marks_of_a_unit_are_saved() -> None:
    match = toy.new()
    Play(match.game, match.position, match.dice).set_marks(0, 5)
    data = plain.to_plain(match.game, match.position)
    assert data["units"]["R-scout"] == ["0101", 2, 5]
    assert plain.from_plain(match.game, toy.ToyPosition, data).units[0] == Unit(toy.BOARD.index["0101"], 2, 5)


def test_places_have_names() -> None:
    game = toy.make()
    assert plain.place_name(game, plain.place_number(game, "0203")) == "0203"
    assert plain.place_number(game, "hand") == toy.HAND
    with pytest.raises(BadInput, match="no hex or place '9999'"):
        plain.place_number(game, "9999")
    with pytest.raises(BadInput, match="no hex 'hand'"):
        plain.node_number(game, "hand")


class Holding(Position):
    """A position with things that the game names itself."""

    cards: Annotated[int, SetOf("cards")] = 0


def test_a_set_of_things_that_a_game_names_itself_is_written_by_their_names() -> None:
    naming: Any = SimpleNamespace(unit_ids=(), unit_numbers={}, own_names={"cards": ("queen", "king", "ace")})
    stored = plain.to_plain(naming, Holding(turn=1, units=[], cards=0b101))
    assert stored["cards"] == ["queen", "ace"]
    assert plain.from_plain(naming, Holding, stored).cards == 0b101
    other: Any = SimpleNamespace(unit_ids=(), unit_numbers={}, own_names={"cards": ("ace", "knave", "queen")})
    assert plain.from_plain(other, Holding, stored).cards == 0b101, "saves survive another numbering"
    naming.own_names = {"cards": ("king",)}
    with pytest.raises(BadInput, match="none of the cards"):
        plain.from_plain(naming, Holding, stored)

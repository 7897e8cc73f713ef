"""Facts about the five maps' numbering, and what a board refuses to be made of."""

from __future__ import annotations

import pytest

from bocage.hexes import (
    Board,
    Costs,
    axial,
    ccrr,
    flip_columns,
    flip_rows,
    lettered,
    named,
    places,
    reach,
    read_ccrr,
    read_lettered,
    rectangle,
)


def touch(board: Board, a: str, b: str) -> bool:
    return bool(board.around[board.index[a]] >> board.index[b] & 1)


def apart(board: Board, a: str, b: str) -> int:
    return board.distance(board.index[a], board.index[b])


def test_cap_gris_nez_joins_the_two_coasts_where_odd_columns_are_shifted() -> None:
    board = Board(rectangle(range(10, 43), range(1, 26), ccrr), shifted="odd")
    assert touch(board, "1922", "2023")
    assert not touch(board, "1923", "2022")


@pytest.mark.parametrize("pair", ["0425 0525", "0619 0520", "0619 0519", "4916 5015", "4916 5016", "0125 0224"])
def test_utah_reaches_inland_where_even_columns_are_shifted(pair: str) -> None:
    board = Board(rectangle(range(1, 58), range(1, 41), ccrr), shifted="even")
    assert touch(board, *pair.split())


def test_the_lettered_map_agrees_with_its_known_distances() -> None:
    board = Board(rectangle(range(1, 45), range(1, 36), lettered), shifted="even")
    known = {"T4 R5": 2, "T4 U6": 2, "T4 V5": 2, "P11 Y10": 9, "C9 G7": 4, "L8 J10": 3}
    assert {pair: apart(board, *pair.split()) for pair in known} == known
    assert sorted(board.names(board.around[board.index["II2"]])) == ["HH1", "HH2", "II1", "II3", "JJ1", "JJ2"]


def test_rows_that_rise_northward_are_flipped_to_turn_clockwise() -> None:
    printed = rectangle(range(58), range(25), ccrr)
    board = Board(flip_rows(printed), shifted="even")
    clockwise = ["3106", "3206", "3205", "3104", "3005", "3006"]  # odd columns sit half a hex higher
    assert [board.labels[node] for node in board.neighbours[board.index["3105"]]] == clockwise
    unflipped = Board(printed, shifted="odd")
    assert sorted(unflipped.names(unflipped.around[unflipped.index["3105"]])) == sorted(clockwise)


def test_columns_that_rise_westward_are_flipped_to_turn_clockwise() -> None:
    board = Board(flip_columns(rectangle(range(1, 6), range(1, 6), ccrr)), shifted="odd")
    clockwise = ["0302", "0203", "0204", "0304", "0404", "0403"]
    assert [board.labels[node] for node in board.neighbours[board.index["0303"]]] == clockwise


def test_named_hexes_with_axial_places_touch_along_the_six_axes() -> None:
    axes = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    for q, r in ((0, 0), (5, -3), (-4, 7)):
        around = [(f"hex {q + dq} {r + dr}", *axial(q + dq, r + dr)) for dq, dr in axes]
        board = Board(named([("Le Havre", *axial(q, r)), *around]), shifted="odd")
        assert [board.labels[n] for n in board.neighbours[board.index["Le Havre"]]] == [name for name, _, _ in around]


def test_labels_are_read_as_they_are_written() -> None:
    for column in range(1, 53):
        for row in (0, 1, 35):
            assert read_ccrr(ccrr(column, row)) == (column, row)
            assert read_lettered(lettered(column, row)) == (column, row)
    assert places(["RR35", "A1"], read_lettered) == {"RR35": (44, 35), "A1": (1, 1)}
    for label in ("AB1", "A", "12", "aa3", "AAA1", ""):
        with pytest.raises(ValueError):
            read_lettered(label)
    for label in ("101", "10011", "10a1", "", "١٢٣٤"):
        with pytest.raises(ValueError):
            read_ccrr(label)
    for column, row in ((100, 1), (-1, 1), (1, 100)):
        with pytest.raises(ValueError):
            ccrr(column, row)
    with pytest.raises(ValueError):
        lettered(53, 1)
    with pytest.raises(ValueError, match="two hexes are called Paris"):
        named([("Paris", 1, 1), ("Paris", 1, 2)])


def test_a_board_says_what_is_wrong_with_its_hexes() -> None:
    with pytest.raises(ValueError, match="a and b have the same"):
        Board({"a": (1, 1), "b": (1, 1)}, shifted="odd")
    with pytest.raises(ValueError, match="label of its own"):
        Board({"a": (1, 1)}, shifted="odd", boxes=["a"])
    with pytest.raises(ValueError, match="linked to itself"):
        Board({"a": (1, 1)}, shifted="odd", links=[("a", "a")])
    with pytest.raises(KeyError, match="no 'z' on this board"):
        Board({"a": (1, 1)}, shifted="odd", links=[("a", "z")])
    with pytest.raises(KeyError, match="no '1002' on this board"):
        Board({"1001": (10, 1)}, shifted="odd").set("1001 1002")


def test_hexsides_of_two_boards_do_not_mix() -> None:
    one, two = (Board({"a": (1, 1), "b": (1, 2)}, shifted="odd") for _ in range(2))
    assert one.every != two.every
    with pytest.raises(ValueError, match="two different boards"):
        one.every | two.every


def test_a_step_costs_at_least_one_point_and_a_hex_has_one_price() -> None:
    board = Board({"a": (1, 1), "b": (1, 2)}, shifted="odd")
    with pytest.raises(ValueError, match="at least 1"):
        Costs(board, {0: board.all})
    with pytest.raises(ValueError, match="at least 1"):
        Costs(board, {1: board.all}, [(board.every, -1)])
    with pytest.raises(ValueError, match="two entry costs for a"):
        Costs(board, {1: board.all, 2: board.set("a")})
    with pytest.raises(ValueError, match="cannot be negative"):
        reach(Costs(board, {1: board.all}), 0, 3, board.all, surcharge=1, extra=-1)
    with pytest.raises(ValueError, match="b is out of reach"):
        reach(Costs(board, {2: board.all}), 0, 1, board.all).path(1)


def test_a_board_may_be_nothing_but_boxes() -> None:
    board = Board({}, shifted="odd", boxes=["a", "b", "c"], links=[("a", "b")])
    assert board.names(board.flood(board.set("a"), board.all)) == ["a", "b"]
    assert board.names(reach(Costs(board, {1: board.all}), board.index["a"], 3, board.all).all) == ["b"]

"""What is counted: hexes of victory points (16.1), factors (2.2), and industry that is lost (19.37)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.rules import control
from bocage.games.festung.rules.victory import verdict
from tests.cases import rule
from tests.festung.combat.fighting import attack, fighting, odds
from tests.festung.playing import game, goals, midway, movement, play, position


@rule("20:vp hex", "16.1")
@pytest.mark.parametrize("label", ["1000", "1204", "0712", "1718", "1307", "0611", "1110", "1008"])
def test_a_named_hex_is_worth_a_point_whoever_takes_it(label: str) -> None:
    """Of these Rouen alone is worth nothing."""
    made = game()
    worth = int(made.data.vp >> made.board.index[label] & 1)
    assert worth == (label != "0611")
    taken = midway(lambda play: control.give(play, play.game.board.set([label]), "allied"), vp=10, infrastructure=9)
    assert taken.position.vp == 10 - worth
    back = midway(
        lambda play: control.give(play, play.game.board.set([label]), "axis"), allied_control=label, vp=10,
        infrastructure=9,
    )  # fmt: skip
    assert back.position.vp == 10 + worth


@rule("20:attack value", "20:defense value", "9.23")
def test_factors_of_the_side_that_is_up_are_added() -> None:
    """4+2+1 against 3+2+1: full and reduced."""
    units = (
        "US-3A 0712 reduced; US-V 0712; US-VII 0712 reduced; GE-1A 0811 reduced; GE-LXXX 0811; GE-LXXXI 0811 reduced"
    )
    match = fighting("allied", units)
    for action in ("attack 0811", "join US-3A", "join US-V", "join US-VII"):
        match.play(action)
    found = odds(match)
    assert (found.attack, found.defence) == (4 + 2 + 1, 3 + 2 + 1)


@rule("19.37", "4.21")
@pytest.mark.parametrize(
    ("options", "held", "limit"),
    [
        ({}, "1008 1311", 9),
        ({"19.37": True}, "1008 1311", 7),
        ({"19.37": True}, "1008", 8),
        ({"19.37": True}, "0712 1711 1214", 9),  # Paris, Vienna and Milan do not lie in Germany
        ({"19.37": True}, "", 9),
    ],
)
def test_by_option_each_center_in_germany_costs_the_axis_a_card(options: dict[str, Any], held: str, limit: int) -> None:
    match = position("draw", turn=5, vp=12, infrastructure=9, options=options, allied_control=held)
    assert match.position.decks["axis"].hand.bit_count() == limit
    assert match.position.decks["allied"].hand.bit_count() == 9


@rule("16.42", "7.11")
def test_hitler_takes_no_room() -> None:
    units = "GE-LXXX 1008; GE-LXXXI 1008; GE-LXXXII 1008; GE-LXXXIV 1307; GE-LXXXV 1307; GE-LXXXVI 1207; US-V UK"
    match = position("axis action", units, turn=5, axis_hand="axis-39 axis-1", hitler="1307")
    play(match, "rd axis-39", "hitler")
    assert "1008" in goals(match, "redeploy"), "three corps stand there"
    play(match, "redeploy 1008", "end")
    match = position("axis action", units, turn=5, hitler="1307")
    play(match, "automatic", "mark-move 1207", "end", "pick GE-LXXXVI", "move 1307", "end")
    assert match.prompt.side == "allied", "nobody is too much in Berlin"


@rule("16.43", "16.2")
def test_hitler_is_lost_with_the_hex_that_an_allied_unit_enters() -> None:
    """On the march, in an advance; not when the hex beside him falls. That alone is worth no point."""
    fields: dict[str, Any] = {"allied_control": "1310 0911 0811 0712 1011 1111 1211", "hitler": "1311", "vp": 9}
    match = movement("allied", "US-V 1211; GE-LXXX 1308", "1211", turn=8, **fields)
    play(match, "pick US-V", "move 1210")
    assert match.position.hitler >= 0
    match = movement("allied", "US-V 1211; GE-LXXX 1308", "1211", turn=8, **fields)
    play(match, "pick US-V", "move 1311")
    assert match.position.hitler < 0
    assert match.position.vp == 8, "Munich"
    won = fighting("allied", "US-3A 1211; US-9A 1211; GE-LXXX 1311 reduced", dice="6", hitler="1311", turn=8)
    attack(won, "1311", "US-3A", "US-9A")
    assert won.position.hitler >= 0, "the hex is empty, and nobody has entered it"
    play(won, "pick US-3A", "advance 1311")
    assert won.position.hitler < 0


@rule("16.2")
@pytest.mark.parametrize(("chosen", "turn", "wins"), [
    ("allied-5", 4, True), ("allied-5", 6, False), ("allied-1", 4, False), ("allied-1", 6, True),
])  # fmt: skip
def test_the_invasion_that_was_chosen_decides_if_none_is_made(chosen: str, turn: int, wins: bool) -> None:
    match = Match(game(), seed="chosen")
    match.play("take axis-6", side="axis")
    match.play(f"take {chosen}", side="allied")
    late = match.position.copy()
    late.turn = turn
    found = verdict(match.game.look(late))
    assert (found is not None) is wins
    assert found is None or found[0] == "axis"

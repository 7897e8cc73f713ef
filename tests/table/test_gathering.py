"""Everybody who can, to here: found out on a branch of what the side knows, and never a move of the match itself."""

from __future__ import annotations

import bocage
from bocage.engine.matches.match import Match
from bocage.table.showing import gathering
from tests.browser import test_rhine as july


def start(last: str) -> Match:
    match = july.start()
    for who, action in july.steps():
        match.play(action, side=who)
        if action == last:
            break
    return match


def test_everybody_named_can_go_there_one_after_the_other() -> None:
    match = start("pick DE-21Pz")
    before = match.position_hash
    found = gathering(match, "german", "3512")
    assert match.position_hash == before
    assert found.able[0] == "DE-21Pz", "the unit in hand comes first"
    assert len(found.able) > 1
    target = match.game.board.index["3512"]
    for unit in found.able:
        if unit != "DE-21Pz":
            match.play(f"pick {unit}")
        verb = next(verb for verb in ("move", "dash", "march") if match.why_not(f"{verb} 3512") is None)
        match.play(f"{verb} 3512")
        assert match.position.units[match.game.unit_numbers[unit]].at == target


def test_who_is_near_and_cannot_come_is_named_with_the_reason() -> None:
    match = bocage.position(
        "roundup", turn=3, at="allied movement", weather="Clear",
        units="US-1 2110; US-2 2111; DE-712 2308", us_beachheads="1411", dice="6",
    )  # fmt: skip
    found = gathering(match, "allied", "2308")
    assert found.able == []
    assert {one.unit: one.why.text for one in found.unable} == dict.fromkeys(
        ("US-1", "US-2"), "Units never enter a hex that an enemy holds."
    )


def test_a_question_in_which_nobody_is_sent_has_nobody() -> None:
    match = bocage.new_match("roundup", seed="nobody")
    assert gathering(match, match.prompt.side, "1619").able == []

"""Secrets: what a side sees, reads and is refused does not depend on what it may not know."""

from __future__ import annotations

import json

import msgspec
import pytest

from bocage.engine.events import Event
from bocage.engine.matches import notation
from bocage.engine.matches.match import Match
from tests.engine import toy

ACTIONS = ("step 0201", "step 0102", "step 0403", "draw", "deploy B-ash", "hide 0203", "end", "blow", "plan dig")


def answers(match: Match, side: str | None) -> bytes:
    """All that a side can get out of a match, as bytes."""
    lines: list[object] = [match.view(side), match.log(side)]
    if side is not None:
        lines.append(match.text(side))
        prompt = match.prompts.get(side)
        lines.append(prompt and [prompt.rule, prompt.text, [str(action) for action in prompt.actions]])
        for action in ACTIONS:
            refusal = match.why_not(action, side=side)
            lines.append(refusal and [refusal.rule, refusal.why])
    return msgspec.json.encode(lines, order="sorted")


def with_mine(label: str, *actions: str, tape: tuple[int, ...] = (1, 1, 1)) -> Match:
    return toy.play(toy.new(tape=tape), f"hide {label}", "red: plan charge", "blue: plan wait", *actions)


@pytest.mark.parametrize("moment", range(4))
def test_red_cannot_tell_where_the_mine_is(moment: int) -> None:
    actions = ("red: step 0201", "red: end", "blue: end")[:moment]
    first, second = with_mine("0203", *actions), with_mine("0303", *actions)
    assert first.position_hash != second.position_hash
    assert answers(first, "red") == answers(second, "red")
    assert answers(first, None) == answers(second, None)
    assert answers(first, "blue") != answers(second, "blue")


def test_red_is_not_told_under_which_case_blue_decides() -> None:
    # Blue's watch is case 4.1 while there is a mine and 4.2 after; before it explodes nobody else knows.
    first, second = with_mine("0203", "red: end"), with_mine("0203", "red: end")
    second.position.mine = -1
    assert first.prompts["blue"].rule == "4.1"
    refusals = [match.why_not("end", side="red") for match in (first, second)]
    assert [refusal and refusal.rule for refusal in refusals] == ["4.2", "4.2"]
    assert str(refusals[0]) == "it is not red who decides now, but blue (4.2)"


def test_blue_is_asked_even_if_there_is_nothing_to_choose() -> None:
    far = with_mine("0303", "red: end")
    assert [str(action) for action in far.prompt.actions] == ["end"]
    near = with_mine("0201", "red: end")
    assert [str(action) for action in near.prompt.actions] == ["blow", "end"]
    assert answers(far, "red") == answers(near, "red")


def test_red_sees_how_many_counters_blue_drew_but_not_which() -> None:
    first = with_mine("0203", "red: end", "blue: end", "blue: draw", tape=(1, 1))
    second = with_mine("0203", "red: end", "blue: end", "blue: draw", tape=(3, 1))
    assert answers(first, "red") == answers(second, "red")
    assert first.view("red")["in_hand"] == 1
    assert first.view("blue")["units"]["B-ash"] == ["hand", 2]
    assert first.view("red")["units"]["B-ash"] == ["reserve", 2]
    assert [line for _, _, line in first.log("blue")][-1] == "Blue draws B-ash."
    assert [line for _, _, line in first.log("red")][-1] == "Blue draws a counter."
    assert [line for _, _, line in first.log(None)][-1] == "R-gun is fed.", "a spectator sees neither"


def test_the_end_shows_everything() -> None:
    match = with_mine("0203")
    match.concede("red")
    assert match.view("red")["mine"] == "0203"


def test_events_name_their_eyes() -> None:
    public, secret = Event("a", "1", ()), Event("a", "1", (), ("blue",))
    assert [public.seen_by(side) for side in ("red", "blue", None)] == [True, True, True]
    assert [secret.seen_by(side) for side in ("red", "blue", None)] == [False, True, False]


@pytest.mark.parametrize("side", ["red", "blue"])
def test_what_a_side_gets_contains_no_key_and_no_hash(side: str) -> None:
    match = toy.new("a very secret seed")
    toy.play(match, "hide 0203", "red: plan charge", "blue: plan wait", "red: step 0201")
    text = match.text(side)
    assert text.startswith("bocage seen 1\n")
    for secret in (match.key.hex(), "a very secret seed", match.position_hash, "0203" if side == "red" else "seed"):
        assert secret not in text
        assert secret not in json.dumps(match.view(side))


def test_views_are_plain_data() -> None:
    match = toy.new()
    while match.outcome is None:
        for side in ("red", "blue", None):
            view = match.view(side)
            assert json.loads(json.dumps(view)) == view, "nothing but tables, lists, texts and numbers"
        match.play(match.prompt.actions[0], side=match.prompt.side)


def test_a_view_cannot_be_used_to_change_the_match() -> None:
    match = with_mine("0203")
    before = match.position_hash
    view = match.view("red")
    view["plans"]["red"] = "dig"
    view["options"]["cheat"] = True
    view["prompt"]["actions"].append("step 0403")
    assert match.position_hash == before
    assert match.view("red")["options"] == {}
    assert match.why_not("step 0403") is not None


def test_a_seen_position_is_a_copy() -> None:
    match = with_mine("0203")
    match.inquire("red").position.units.clear()
    assert len(match.position.units) == len(toy.UNIT_IDS)


def test_an_arranged_position_keeps_its_secrets_too() -> None:
    first, second = (
        notation.arranged(toy.make(), turn=2, at="red march", units="R-scout 0101; B-scout 0402", dice="1", seed="x",
                          mine=mine)
        for mine in ("0201", "0303")
    )  # fmt: skip
    assert answers(first, "red") == answers(second, "red")

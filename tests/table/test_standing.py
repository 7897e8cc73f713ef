"""Standing orders: windows are passed beforehand, and nobody but the one who gave the order notices anything."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bocage
from bocage.table.config import Config
from tests.rooms.shelving import on_the_shelf, pack
from tests.table.players import HUMAN, UNHURRIED, New, Page, Table, bearer, bot, running

SOON = 0.4  # seconds: what a window by order takes here
ALL = ["blue-1", "blue-2", "blue-3", "blue-4", "blue-5", "grey-1", "grey-2", "grey-3", "grey-4", "grey-5"]
USUAL = ["blue-1", "blue-2", "blue-3", "grey-1", "grey-2", "grey-3"]


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[None]:
    """The toy with cards is on the shelf."""
    name = "the_brook_that_stands"
    with on_the_shelf(pack(tmp_path / name, name, cards=True)):
        yield


def served(database: str) -> Any:
    return running(Config(port=0, database=database, pass_seconds=SOON, **UNHURRIED))


@pytest.fixture
def brook(cards: None, tmp_path: Path) -> Iterator[Table]:
    with served(f"sqlite:///{tmp_path / 'table.sqlite'}") as table:
        yield table


def in_battle(hand: list[str] = USUAL) -> str:
    """The Blues attack, and are asked for a battle card; they have one (blue-3) or not."""
    pile = [card for card in ALL if card not in hand]
    match = bocage.position(
        "brook", at="blue cards", units="B-1 A3; B-2 B2; B-H C4; G-1 C3; G-2 D4", seed="1",
        hand=" ".join(hand), pile=" ".join(pile),
    )  # fmt: skip
    for action in ("end", "pick B-1", "move B3", "end", "attack C3", "join B-1", "join B-2", "roll"):
        match.play(action)
    return match.text()


def begun(table: Table, text: str, grey: Any = None) -> New:
    seats = {"blue": HUMAN, "grey": grey or HUMAN}
    answer = table.http.post("/api/matches/import", json={"text": text, "seats": seats})
    assert answer.status_code == 201, answer.text
    return New(table, answer.json())


def stand(page: Page, span: str) -> dict[str, Any]:
    return page.answer(page.ask("stand", span=span))


def asked(page: Page, side: str) -> None:
    """Until a side is asked."""
    while page.sheet is None or page.sheet["deciding"] != [side]:
        page.next()


def test_the_window_says_what_can_be_passed(brook: Table) -> None:
    new = begun(brook, in_battle())
    sheet = new.get("/sheet", "blue")
    assert sheet["question"]["passes"] == "pass"
    assert sheet["spans"] == {"turn": "1", "battle": "1"}
    assert "question" not in new.get("/sheet", "grey")


def test_an_order_answers_for_its_side_after_so_many_seconds(brook: Table) -> None:
    new = begun(brook, in_battle())
    with new.page("blue") as blue:
        began = time.monotonic()
        assert stand(blue, "battle")["say"] == "done"
        assert blue.heard[-2] == {"say": "standing", "order": {"span": "battle", "key": "1"}}
        asked(blue, "grey")
        assert time.monotonic() - began >= SOON
        assert blue.log[-1]["text"] == "The blue side lays no card."


def told_others(table: Table, hand: list[str], span: str) -> tuple[list[list[dict[str, Any]]], float]:
    """All that the other side and a spectator hear while the Blues pass, by hand or by order; and how long it took."""
    new = begun(table, in_battle(hand))
    with new.page("blue") as blue, new.page("grey") as grey, new.page() as watcher:
        for page in (blue, grey, watcher):
            page.quiet(0.15)
            page.heard.clear()
        began = time.monotonic()
        if span:
            stand(blue, span)
        else:
            blue.play("pass")
        asked(grey, "grey")
        took = time.monotonic() - began
        for page in (grey, watcher):
            page.quiet(0.2)
        return [grey.heard, watcher.heard], took


def test_others_hear_the_same_whether_one_passes_by_hand_or_by_order_with_a_card_or_without(brook: Table) -> None:
    without = ["blue-1", "blue-2", "blue-5", "grey-1", "grey-2", "grey-3"]
    by_hand, _ = told_others(brook, USUAL, "")
    found = [told_others(brook, hand, span) for hand in (USUAL, without) for span in ("battle", "turn", "always")]
    assert [message["say"] for message in by_hand[0]] == ["changed"]
    for told, took in found:
        assert told == by_hand
        assert SOON <= took < SOON + 0.6  # the delay is the table's, not the hand's


def test_nobody_else_is_told_of_an_order(brook: Table) -> None:
    new = begun(brook, in_battle())
    with new.page("blue") as blue, new.page("grey") as grey, new.page() as watcher:
        for page in (grey, watcher):
            page.quiet(0.15)
            page.heard.clear()
        stand(blue, "always")
        stand(blue, "")  # taken back before it has answered
        assert grey.quiet(SOON + 0.3) == []
        assert watcher.quiet(0.1) == []
        assert blue.sheet is not None
        assert blue.sheet["deciding"] == ["blue"]
        stand(blue, "always")
        asked(grey, "grey")
    for side in ("grey", None):
        with new.page(side) as late:
            told = json.dumps([late.welcome, new.get("", side), new.get("/sheet", side), new.get("/view", side)])
            assert "always" not in told
            assert '"order"' not in told
            assert "passing" not in told
    assert brook.http.get(f"/api/matches/{new.id}/order").status_code == 401
    assert new.get("/order", "grey") == {}
    assert new.get("/order", "blue") == {"span": "always"}


def test_an_order_for_a_battle_ends_with_it_and_one_for_the_turn_goes_on(brook: Table) -> None:
    for span, again in (("battle", True), ("turn", False)):
        new = begun(brook, in_battle())
        with new.page("blue") as blue, new.page("grey") as grey:
            stand(blue, span)
            asked(grey, "grey")
            asked(blue, "grey")
            grey.play("pass")
            asked(blue, "blue")
            for action in ("attack D4", "join B-H", "roll"):
                assert blue.play(action)["say"] == "changed", action
            assert blue.sheet is not None
            assert blue.sheet["spans"]["battle"] == "2"
            assert blue.sheet["question"]["passes"] == "pass"
            asked_again = all(message["say"] != "changed" for message in blue.quiet(SOON + 0.4))
            assert asked_again is again
            with new.page("blue") as late:
                assert ("order" in late.welcome) is not again


def test_only_what_is_under_way_can_be_passed_for(brook: Table) -> None:
    new = begun(brook, in_battle())
    with new.page("blue") as blue:
        refused = stand(blue, "war")
        assert refused["why"]["text"] == "No war is under way; one can pass for: turn, battle, always."
    with new.page() as watcher:
        assert stand(watcher, "turn")["say"] == "refused"
    plain = brook.new()
    with plain.page("allied") as page:
        assert "nothing in this game that could be passed" in stand(page, "always")["why"]["text"]


def test_who_takes_something_back_is_asked_again(brook: Table) -> None:
    new = begun(brook, in_battle())
    with new.page("blue") as blue:
        stand(blue, "always")
        asked(blue, "grey")
        assert blue.sheet is not None
        assert blue.do("undo", to=blue.sheet["undo"][-1])["say"] == "changed"
        assert not any(message["say"] == "changed" for message in blue.quiet(SOON + 0.4))
    assert new.get("/order", "blue") == {}


def test_a_program_can_give_orders_too(brook: Table) -> None:
    new = begun(brook, in_battle())
    path, who = f"/api/matches/{new.id}/order", bearer(new.tokens["blue"])
    given = brook.http.post(path, json={"span": "turn"}, headers=who)
    assert (given.status_code, given.json()) == (200, {"span": "turn", "key": "1"})
    new.wait_until(lambda info: info["deciding"] == ["grey"])
    assert brook.http.post(path, json={"span": "turn"}).status_code == 401


def test_against_a_bot_the_game_goes_on_without_a_click(brook: Table) -> None:
    new = begun(brook, in_battle(), grey=bot())
    with new.page("blue") as blue:
        stand(blue, "always")
        while blue.sheet is None or not blue.sheet.get("question") or blue.sheet["question"].get("passes"):
            blue.next()


def test_an_order_survives_a_restart_and_not_a_new_player(cards: None, database: str) -> None:
    with served(database) as table:
        new = begun(table, in_battle())
        with new.page("grey") as grey:
            stand(grey, "always")
    with served(database) as table:
        new.table = table
        with new.page("blue") as blue:
            assert "order" not in blue.welcome
            blue.play("pass")
            asked(blue, "grey")
            asked(blue, "blue")  # the Greys have passed, though none of their pages is here
            assert any(line["text"] == "The grey side lays no card." for line in blue.log)
        path = f"/api/matches/{new.id}/seats/grey"
        handed = table.http.post(path, json={"kind": "human"}, headers=bearer(new.tokens["grey"]))
        new.tokens["grey"] = handed.json()["token"]
        assert new.get("/order", "grey") == {}


def test_a_window_that_was_open_when_the_service_ended_is_passed_when_it_is_back(cards: None, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    slow = Config(port=0, database=database, pass_seconds=600.0, **UNHURRIED)
    with running(slow) as table:
        new = begun(table, in_battle())
        with new.page("blue") as blue:
            stand(blue, "turn")
    with served(database) as table:
        new.table = table
        new.wait_until(lambda info: info["deciding"] == ["grey"])

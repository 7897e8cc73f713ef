"""What bots say of their actions, and what they would do in one's place: who may read it, and who may not."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bocage
from bocage.bots.seat import take
from bocage.store import Remark, Seat, Store
from bocage.table import showing
from bocage.table.bots.processes import ask_of
from bocage.table.bots.thinker import LONGEST_REASON, Ask, Thinker
from bocage.table.config import Config
from tests.table import some_bots
from tests.table.players import HUMAN, UNHURRIED, New, Page, Table, bearer, bot, running, stride

SECRET = "The plan is"
HIDDEN = {"13.3": "chosen", "R27": True}  # the German strategy is chosen in secret


def settings(database: str) -> Config:
    return Config(port=0, database=database, bots=some_bots.__name__, bot_workers=2, **UNHURRIED)


@pytest.fixture(scope="module")
def wordy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service whose bots talk."""
    file = tmp_path_factory.mktemp("remarks") / "table.sqlite"
    with running(settings(f"sqlite:///{file}")) as table:
        yield table


def remarks(lines: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    return [(line["moment"], line["side"], line["text"]) for line in lines if line.get("kind") == "remark"]


def until_it_is_my_turn(page: Page, side: str) -> None:
    while side not in page.sheet["deciding"]:  # type: ignore[index]
        page.next()


def everything(new: New, side: str | None) -> str:
    """All that a seat (or a spectator) can get out of the service by asking."""
    moment = new.get().get("moment", 0)
    asked = [new.get(path, side) for path in ("", "/sheet", "/log", "/view", f"/film?first=0&last={moment}")]
    if side is not None:
        asked.append(new.get("/text", side))
    with new.page(side) as page:
        page.quiet(0.1)
        asked.append(page.heard)
    return json.dumps(asked)


# Where nothing is secret


def test_everybody_reads_why_a_bot_did_something_in_an_open_game(wordy: Table) -> None:
    new = wordy.new(bot("wordy"), None)
    with new.page("german") as german, new.page() as spectator:
        until_it_is_my_turn(german, "german")
        said = remarks(german.log)
        until_it_is_my_turn(spectator, "german")
        assert remarks(spectator.log) == said
    assert len(said) > 2
    assert {side for _, side, _ in said} == {"allied"}
    assert remarks(new.get("/log")["lines"]) == remarks(new.get("/log", "german")["lines"]) == said
    last = said[-1][0]
    film = new.get(f"/film?first={last - 1}&last={last}", "german")
    assert remarks(film["frames"][0]["delta"]["lines"]) == [said[-1]]


def test_what_was_just_said_is_not_said_again(wordy: Table) -> None:
    new = wordy.new(bot("wordy"), None)
    with new.page("german") as german:
        until_it_is_my_turn(german, "german")
        texts = [text for _, _, text in remarks(german.log)]
    answers = german.moment
    assert texts == [f"The plan is Calais ({number})." for number in range(answers // 2 + 1)][: len(texts)]
    assert len(texts) == answers // 2 + 1


def test_a_reason_stands_after_its_action_and_survives_a_restart(database: str) -> None:
    with running(settings(database)) as table:
        new = table.new(bot("wordy"), None)
        with new.page("german") as german:
            until_it_is_my_turn(german, "german")
            before = german.log
    with running(settings(database)) as table:
        new.table = table
        after = new.get("/log", "german")["lines"]
    assert after == before
    first = next(line for line in after if line.get("kind") == "remark")
    assert [line for line in after if line["moment"] == first["moment"]][-1] == first


def test_after_a_rollback_a_bot_says_again_what_it_said_before(wordy: Table) -> None:
    new = wordy.new(bot("random"), None)
    with new.page("german") as german:
        until_it_is_my_turn(german, "german")
        assert [text for _, _, text in remarks(german.log)] == ["I take any legal action."]
        german.do("ask", to=0)
        while len(remarks(german.log)) < 2:
            german.next()
    assert [text for _, _, text in remarks(german.log)] == ["I take any legal action."] * 2


@pytest.mark.parametrize("name", ["stammering", "rambling"])
def test_a_bot_that_cannot_explain_itself_still_plays(wordy: Table, name: str) -> None:
    new = wordy.new(bot(name), None)
    with new.page("german") as german:
        until_it_is_my_turn(german, "german")
        texts = [text for _, _, text in remarks(german.log)]
    if name == "stammering":
        assert texts == []
        assert SECRET not in json.dumps(german.heard)
    else:
        (text,) = texts
        assert text.startswith("Well, [31mI think and think")
        assert len(text) == LONGEST_REASON
        assert text.endswith("…")


# Where sides have secrets


def secret_match(table: Table, game: str) -> New:
    seats = {"allied": HUMAN, "german": bot("wordy")}
    options = HIDDEN if game == "roundup" else {}
    answer = table.http.post("/api/matches", json={"game": game, "seats": seats, "options": options})
    assert answer.status_code == 201, answer.text
    return New(table, answer.json())


@pytest.mark.parametrize("game", ["roundup", "rhine"])
def test_the_opponent_reads_no_reason_until_a_game_with_secrets_is_over(wordy: Table, game: str) -> None:
    new = secret_match(wordy, game)
    with new.page("allied") as allied, new.page() as spectator:
        until_it_is_my_turn(allied, "allied")
        stride(new, allied, "allied", 3, random.Random(2))
        for side in ("allied", None):
            assert SECRET not in everything(new, side)
        spectator.quiet(0.2)
        assert SECRET not in json.dumps([allied.heard, spectator.heard])

        assert allied.do("concede")["say"] == "changed"
        for page in (allied, spectator):
            fresh = page.hear("fresh")
            told = remarks(fresh["lines"])
            assert {side for _, side, _ in told} == {"german"}
            assert told[0][2] == "The plan is Calais (0)."
            assert fresh["sheet"]["outcome"]
            assert [line for line in fresh["lines"] if line.get("kind") != "remark"] == page.log
    assert remarks(new.get("/log")["lines"]) == told


def test_whoever_takes_the_seat_over_reads_what_its_bot_said(wordy: Table) -> None:
    new = secret_match(wordy, "rhine")
    new.wait_until(lambda info: info.get("deciding") == ["allied"])
    path = f"/api/matches/{new.id}/seats/german"
    taken = wordy.http.post(path, json={"kind": "human"}, headers=bearer(new.tokens["allied"]))
    new.tokens["german"] = taken.json()["token"]
    assert remarks(new.get("/log", "german")["lines"])[0][1:] == ("german", "The plan is Calais (0).")
    assert SECRET not in everything(new, "allied")


def test_of_an_action_that_was_not_seen_no_reason_is_told_even_in_an_open_game() -> None:
    match = bocage.new_match("roundup", seed="utah")
    match.play(match.prompt.actions[0])
    said = {1: Remark(1, "allied", "because")}
    assert remarks_of(match, "german", said) == ["because"]
    entry = match.entries[0]
    entry.events = [event._replace(eyes=("allied",)) for event in entry.events]
    assert remarks_of(match, "german", said) == remarks_of(match, None, said) == []
    assert remarks_of(match, "allied", said) == ["because"]


def remarks_of(match: bocage.Match, side: str | None, said: dict[int, Remark]) -> list[str]:
    return [line.text for line in showing.lines(match, side, 0, said) if line.kind == showing.REMARK]


# Advice


def test_a_player_is_told_what_the_planner_would_do_and_why(wordy: Table) -> None:
    new = wordy.new(None, bot("wordy"))
    with new.page("allied") as allied:
        for _ in range(6):
            advice = new.get("/advice", "allied")
            assert advice["bot"] == "planner"
            assert advice["at"] == allied.moment
            assert advice["action"] in new.actions("allied")
            assert new.get()["moment" if allied.moment else "turn"] == (allied.moment or 1)
            assert allied.play(advice["action"])["say"] == "changed"


def test_advice_is_for_whoever_holds_a_seat(wordy: Table) -> None:
    path = f"/api/matches/{wordy.new(None, bot('wordy')).id}/advice"
    assert wordy.http.get(path).status_code == 401
    assert wordy.http.get(path, headers=bearer("x" * 32)).status_code == 404


def test_between_people_the_planner_advises_nobody(wordy: Table) -> None:
    new = wordy.new()
    path = f"/api/matches/{new.id}/advice"
    for side in ("allied", "german"):
        refused = wordy.http.get(path, headers=bearer(new.tokens[side]))
        assert (refused.status_code, refused.json()["error"]) == (
            403, "The planner advises against bots only; here somebody else plays too.",
        )  # fmt: skip


def test_an_advisor_sits_in_the_place_of_the_one_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets the seat of that side, in which there is nothing that the side may not know, and no other."""
    match = bocage.new_match("roundup", seed="utah", options=HIDDEN)
    sides: list[str] = []

    def seated(replica: Any, side: str) -> Any:
        sides.append(side)
        return take(replica, side)

    monkeypatch.setattr("bocage.table.bots.thinker.take", seated)
    side = match.prompt.side
    thinker = Thinker("bocage.bots")
    ask = ask_of("m", match, side, "planner", -1, advice=True)
    reply = thinker.answer(ask)
    assert reply.action in map(str, match.prompt.actions)
    assert sides == [side]
    assert thinker.answer(ask_of("m", match, side, "planner", match.moment, advice=True)) == reply, "it says so again"
    assert sides == [side]
    match.play(reply.action)
    assert thinker.answer(ask_of("m", match, match.prompt.side, "planner", 0, advice=True)).action
    assert sides == [side, match.prompt.side]


# Names and times


def test_the_former_name_of_the_planner_still_plays_and_is_shown_as_it_is_called_now(wordy: Table) -> None:
    new = wordy.new(bot("simple"), None)
    assert new.info["seats"][0]["bot"] == "planner"
    new.wait_until(lambda info: info.get("moment", 0) >= 3)


def test_a_match_of_a_former_version_goes_on_with_its_bot(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with running(settings(database)) as table:
        new = table.new(None, bot("planner"))
    with Store.open(database) as store:
        store.set_seat(new.id, Seat("german", "bot", bot="simple"))
        assert [seat.bot for seat in store.seats(new.id)] == ["", "simple"]
    with running(settings(database)) as table:
        new.table = table
        assert new.get()["seats"][1]["bot"] == "planner"
        with new.page("allied") as allied:
            while any(line.get("side") == "german" for line in allied.log) is False:
                advice = new.get("/advice", "allied")["action"] if new.actions("allied") else ""
                allied.play(advice) if advice else allied.next()
        assert not new.get()["seats"][1].get("failed")


def test_a_bot_can_be_given_half_of_the_time_for_an_answer(wordy: Table) -> None:
    assert wordy.new(None, bot("search:30")).info["seats"][1]["bot"] == "search:30"
    assert wordy.new(None, bot("search:2.0")).info["seats"][1]["bot"] == "search:2"
    for name, words in (
        ("search:31", "at most 30 s in a player-turn, not 31 s"),
        ("search:soon", "the seconds that it may think"),
        ("random:3", "planner and search can be given a time"),
    ):
        seats = {"allied": HUMAN, "german": bot(name)}
        answer = wordy.http.post("/api/matches", json={"game": "roundup", "seats": seats})
        assert answer.status_code == 400
        assert words in answer.json()["error"]


def test_whoever_thinks_long_keeps_neither_people_nor_quick_bots_waiting(wordy: Table) -> None:
    long = [wordy.new(bot("pondering"), None) for _ in range(3)]
    time.sleep(0.3)  # until they think, as many as may
    start = time.perf_counter()
    with long[0].page("german") as german:
        german.answer(german.ask("say", text="take your time"))
        assert long[0].get("/sheet", "german")["moment"] == 0
        assert any(message["say"] == "thinking" and message["on"] for message in german.heard)
        quick = wordy.new(bot("random"), None)
        quick.wait_until(lambda info: info.get("moment", 0) >= 3)
        assert time.perf_counter() - start < some_bots.PONDERS
        german.hear("changed")


# In the process in which bots think


def test_bots_are_given_a_clock_and_their_words_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks: list[Any] = []

    def make(name: str, seed: str, clock: Any = None) -> Any:
        clocks.append(clock)
        return some_bots.make(name, seed)

    thinker = Thinker("bocage.bots")
    monkeypatch.setattr(thinker, "_make", make)
    match = bocage.new_match("roundup", seed="utah")
    reply = thinker.answer(ask_of("m", match, "allied", "wordy", -1))
    assert reply.reason == "The plan is Calais (0)."
    assert clocks == [time.monotonic]


def test_a_bot_that_cannot_be_made_says_why_without_its_seed() -> None:
    match = bocage.new_match("roundup", seed="utah")
    thinker = Thinker("bocage.bots")
    reply = thinker.answer(ask_of("m", match, "allied", "grandmaster", -1))
    assert (reply.trouble, reply.action) == ("unmade", "")
    assert reply.error.startswith("there is no bot 'grandmaster'; there are: random, greedy")

    def make(name: str, seed: str, clock: Any = None) -> Any:
        raise bocage.BadInput(f"cannot be made from {seed}")

    thinker._make = make
    ask: Ask = ask_of("m", match, "allied", "random", match.moment)
    assert thinker.answer(ask).error == "cannot be made from …"


def test_the_pages_of_this_test_would_notice_a_secret(tmp_path: Path) -> None:
    """`everything` holds what is said in an open game, so that its silence elsewhere means something."""
    with running(settings(f"sqlite:///{tmp_path / 'table.sqlite'}")) as table:
        new = table.new(bot("wordy"), None)
        new.wait_until(lambda info: info.get("moment", 0) >= 3)
        assert SECRET in everything(new, "german")
        assert SECRET in everything(new, None)

"""Players who are away are told of their turns by mail, when they said so and confirmed it, and seldom enough."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bocage.engine.errors import BadInput
from bocage.table.config import configured
from tests.table.players import New, Table, bearer, bot, running
from tests.table.receivers import SOON, TABLE, Mailbox, config, later, mail_server

__all__ = ["later"]
ANNA = "anna@post.example"


def want(new: New, side: str, address: str, way: str = "mail") -> Any:
    answer = new.table.http.post(
        f"/api/matches/{new.id}/notices", json={"way": way, "address": address}, headers=bearer(new.tokens[side])
    )
    assert answer.status_code == 200, answer.text
    return next(one for one in answer.json()["ways"] if one["way"] == way)


def way(new: New, side: str, name: str = "mail") -> Any:
    return next(one for one in new.get("/notices", side)["ways"] if one["way"] == name)


def links(letter: EmailMessage) -> list[str]:
    """The links of a letter, as they are asked of the service in the test."""
    return [link.removeprefix(TABLE) for link in re.findall(rf"{TABLE}\S+", letter.get_content())]


def post(table: Table, link: str, **more: Any) -> Any:
    answer = table.http.post(link, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()["text"]


def told_at(box: Mailbox, table: Table, new: New, side: str, address: str = ANNA) -> None:
    """A seat whose address is confirmed."""
    before = len(box.letters)
    assert want(new, side, address) == {"way": "mail", "state": "waiting", "address": f"a…@{address.partition('@')[2]}"}
    (link,) = [link for link in links(box.letter(before + 1)) if "/confirm" in link]
    post(table, link)
    assert way(new, side)["state"] == "on"


def offers_a_draw(new: New, side: str) -> None:
    """The other side is waited for: it is to answer."""
    with new.page(side) as page:
        assert page.do("offer", kind="draw")["say"] == "changed"


def quiet(box: Mailbox, number: int) -> None:
    """No more letters come than this."""
    time.sleep(SOON + 0.6)
    assert len(box.letters) == number


def test_nothing_is_sent_before_an_address_is_confirmed_and_then_only_that_it_is_ones_turn(database: str) -> None:
    with mail_server() as (box, mail), running(config(database, mail)) as table:
        new = table.new()
        assert way(new, "german") == {"way": "mail", "state": "off"}
        assert want(new, "german", f" {ANNA} ")["state"] == "waiting"
        asks = box.letter(1)
        assert "List-Unsubscribe" not in asks
        assert asks["Subject"] == "Confirm: mail about a match of Operation Roundup"
        assert "German seat" in asks.get_content()
        offers_a_draw(new, "allied")
        quiet(box, 1)
        (confirm,) = (link for link in links(asks) if "/confirm" in link)
        assert table.http.get(confirm).headers["content-type"].startswith("text/html")
        assert way(new, "german")["state"] == "waiting", "a program that follows links confirms nothing"
        assert post(table, confirm) == "From now on this address is told when it is your turn."
        with new.page("german") as german:
            german.do("reply", agree=False)
            german.do("offer", kind="draw")
        with new.page("allied") as allied:
            allied.do("reply", agree=False)
            allied.do("offer", kind="abandon")
        letter = box.letter(2)
    assert (letter["To"], letter["From"]) == (ANNA, "Bocage <table@table.example>")
    assert letter["Subject"] == "Your turn: Operation Roundup"
    assert letter["Auto-Submitted"] == "auto-generated"
    stop = urlsplit(letter["List-Unsubscribe"].strip("<>"))
    assert (stop.scheme, stop.netloc, stop.path) == ("https", "table.example", "/notices/stop")
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    key = stop.query.removeprefix("key=")
    assert letter.get_content().replace("\r\n", "\n") == (
        f"It is your turn in a match of Operation Roundup:\n{TABLE}/match/{new.id}\n\n"
        f"No more mail about this match:\n{TABLE}/notices/stop?key={key}&match={new.id}\n\n"
        f"No more mail from this table:\n{TABLE}/notices/stop?key={key}\n"
    )
    assert not any(token in bytes(letter).decode() for token in new.tokens.values())


@pytest.fixture
def mailed(tmp_path: Path) -> Any:
    """A mailbox, and a service that sends mail there."""
    with (
        mail_server() as (box, mail),
        running(config(f"sqlite:///{tmp_path / 'table.sqlite'}", mail, notice_tries=2)) as table,
    ):
        yield box, table


def test_one_match_is_told_of_once_an_hour_and_each_turn_once(
    mailed: tuple[Mailbox, Table], later: Callable[..., None]
) -> None:
    box, table = mailed
    new = table.new()
    told_at(box, table, new, "german")
    offers_a_draw(new, "allied")
    box.letter(2)
    quiet(box, 2)
    later(hours=2)
    quiet(box, 2)  # he knows
    table_talk(new, "german", "allied", "abandon")
    box.letter(3)
    with new.page("german") as german:
        german.do("reply", agree=False)
    table_talk(new, None, "allied", "ask")
    later(minutes=50)
    quiet(box, 3)
    later(minutes=11)
    box.letter(4)


def table_talk(new: New, answers: str | None, asks: str, kind: str) -> None:
    """A side declines what was offered; then the other asks for something else."""
    if answers:
        with new.page(answers) as page:
            page.do("reply", agree=False)
    with new.page(asks) as page:
        done = page.do("ask", to=0) if kind == "ask" else page.do("offer", kind=kind)
        assert done["say"] == "changed", done


def test_who_was_there_and_saw_it_is_not_told(mailed: tuple[Mailbox, Table], later: Callable[..., None]) -> None:
    box, table = mailed
    new = table.new()
    told_at(box, table, new, "german")
    with new.page("german"):
        offers_a_draw(new, "allied")
        quiet(box, 1)
    quiet(box, 1)
    later(hours=2)
    quiet(box, 1)
    with new.page("german") as german:
        german.do("reply", agree=False)
        table_talk(new, None, "allied", "abandon")
        quiet(box, 1)
        later(minutes=16)  # his page is still open, and he does nothing
        box.letter(2)


def test_matches_that_wait_for_the_same_player_are_one_letter(
    mailed: tuple[Mailbox, Table], later: Callable[..., None]
) -> None:
    box, table = mailed
    matches = [table.new(), table.new()]
    for number, new in enumerate(matches):
        told_at(box, table, new, "german")
        with new.page("german"):
            offers_a_draw(new, "allied")
            assert len(box.letters) == number + 1
            later(minutes=-16)  # nobody is told before both wait
    later(minutes=40)
    letter = box.letter(3)
    assert letter["Subject"] == "Your turn in 2 matches"
    found = links(letter)
    assert sorted(link for link in found if link.startswith("/match/")) == sorted(f"/match/{new.id}" for new in matches)
    quiet(box, 3)


def test_one_click_ends_it_for_one_match_or_for_all(mailed: tuple[Mailbox, Table]) -> None:
    box, table = mailed
    one, other, third = table.new(), table.new(), table.new()
    for new in (one, other):
        told_at(box, table, new, "german")
    told_at(box, table, third, "german", "annex@post.example")
    offers_a_draw(one, "allied")
    letter = box.letter(4)
    (link,) = (link for link in links(letter) if "stop" in link and "match=" in link)
    everything = letter["List-Unsubscribe"].strip("<>").removeprefix(TABLE)
    for address in (link, everything):
        assert table.http.get(address).status_code == 200
    assert way(one, "german")["state"] == "on", "opening a link ends nothing"
    assert post(table, link) == "Nothing more is sent by this."
    assert (way(one, "german")["state"], way(other, "german")["state"]) == ("off", "on")
    click = {"content": "List-Unsubscribe=One-Click", "headers": {"content-type": "application/x-www-form-urlencoded"}}
    for _ in range(2):
        assert post(table, everything, **click) == "Nothing more is sent by this."
    assert way(other, "german") == {"way": "mail", "state": "off"}
    assert way(third, "german")["state"] == "on"
    assert post(table, "/notices/stop?key=") == "Nothing more is sent by this."
    assert table.http.post("/notices/confirm?key=").status_code == 404


def test_an_address_is_not_asked_again_and_again(mailed: tuple[Mailbox, Table]) -> None:
    box, table = mailed
    new = table.new()
    for _ in range(3):
        want(new, "german", ANNA)
    wanted = {"way": "mail", "address": ANNA.upper()}
    again = table.http.post(f"/api/matches/{new.id}/notices", json=wanted, headers=bearer(new.tokens["allied"]))
    assert again.status_code == 429
    assert "asked three times today" in again.json()["error"]
    assert len(box.letters) == 3
    for link in (link for letter in box.letters for link in links(letter) if "confirm" in link):
        post(table, link)


def test_a_server_that_takes_nothing_is_told_of(mailed: tuple[Mailbox, Table], monkeypatch: pytest.MonkeyPatch) -> None:
    box, table = mailed
    monkeypatch.setattr("bocage.table.notices.teller.PAUSES", (0.05,))
    new = table.new()
    told_at(box, table, new, "german")
    box.answer = "451 later"
    refused = table.http.post(
        f"/api/matches/{new.id}/notices",
        json={"way": "mail", "address": "b@c.de"},
        headers=bearer(new.tokens["allied"]),
    )
    assert (refused.status_code, way(new, "allied")["state"]) == (503, "off")
    offers_a_draw(new, "allied")
    end = time.monotonic() + 20
    while way(new, "german")["state"] == "on" and time.monotonic() < end:
        time.sleep(0.05)
    failed = way(new, "german")
    assert (failed["state"], failed["failed"]) == ("failed", "The mail server of this table did not take it.")
    box.answer = "250 OK"
    quiet(box, 1)
    told_at(box, table, new, "german")


@pytest.mark.parametrize(
    "address", ["anna", "a@b", "a@b.c\nBcc: x@y.zz", "a b@c.de", "<a@b.cd>", "a@b.cd, e@f.gh", "ä@b.cd"]
)
def test_what_is_no_address_is_refused(mailed: tuple[Mailbox, Table], address: str) -> None:
    box, table = mailed
    new = table.new()
    answer = table.http.post(
        f"/api/matches/{new.id}/notices", json={"way": "mail", "address": address}, headers=bearer(new.tokens["allied"])
    )
    assert (answer.status_code, box.letters) == (400, [])
    assert "looks like anna@example.org" in answer.json()["error"]


def test_only_who_holds_a_seat_is_told_for_it_and_a_new_player_is_not_told_elsewhere(
    mailed: tuple[Mailbox, Table],
) -> None:
    box, table = mailed
    new = table.new()
    path = f"/api/matches/{new.id}/notices"
    assert table.http.get(path).status_code == 401
    assert table.http.post(path, json={"way": "mail", "address": ANNA}).status_code == 401
    told_at(box, table, new, "german")
    seat = f"/api/matches/{new.id}/seats/german"
    fresh = table.http.post(seat, json={"kind": "human"}, headers=bearer(new.tokens["german"])).json()["token"]
    new.tokens["german"] = fresh
    assert way(new, "german")["state"] == "on", "a link of one's own that was made anew changes nothing"
    table.http.post(seat, json=bot(), headers=bearer(fresh))
    taken = table.http.post(seat, json={"kind": "human"}, headers=bearer(new.tokens["allied"])).json()
    new.tokens["german"] = taken["token"]
    assert way(new, "german") == {"way": "mail", "state": "off"}


def test_who_was_waited_for_when_the_service_ended_is_told_when_it_is_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with mail_server() as (box, mail):
        with running(config(database, mail, notice_seconds=600.0)) as table:
            new = table.new()
            told_at(box, table, new, "allied")
            with new.page("allied") as page:
                page.play(new.actions("allied")[0])
        with running(config(database, mail, notice_seconds=2.0)) as table:
            new.table = table
            quiet(box, 1)  # what he is asked to play he has seen
            offers_a_draw(new, "german")
        with running(config(database, mail)):
            assert box.letter(2)["Subject"] == "Your turn: Operation Roundup"


def test_a_table_that_sends_no_mail_says_so(tmp_path: Path) -> None:
    with running(config(f"sqlite:///{tmp_path / 'table.sqlite'}", hooks=False)) as table:
        new = table.new()
        found = new.get("/notices", "allied")["ways"]
        assert [one["missing"] for one in found] == [
            "This table sends no mail: whoever runs it has not set that up.",
            "This table calls no web addresses: whoever runs it has switched that off.",
        ]
        for name, address in (("mail", ANNA), ("hook", "https://chat.example/x"), ("pigeon", "x")):
            answer = table.http.post(
                f"/api/matches/{new.id}/notices", json={"way": name, "address": address},
                headers=bearer(new.tokens["allied"]),
            )  # fmt: skip
            assert answer.status_code == (400 if name == "pigeon" else 409)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"BOCAGE_MAIL": "smtp://mail.example"}, "mail needs mail_from"),
        ({"BOCAGE_MAIL": "mail.example", "BOCAGE_MAIL_FROM": "a@b.cd", "BOCAGE_ORIGINS": TABLE}, "smtp://"),
        ({"BOCAGE_MAIL": "smtp://x", "BOCAGE_MAIL_FROM": "a", "BOCAGE_ORIGINS": TABLE}, "anna@example.org"),
        ({"BOCAGE_HOOK_NETS": "inside"}, "hook_nets are addresses and nets"),
    ],
)
def test_settings_that_cannot_work_are_refused_at_the_start(given: dict[str, str], wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        configured({}, given)

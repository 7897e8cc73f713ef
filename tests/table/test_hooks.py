"""Turns are told of at a web address too; none inside the network of the table is called."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bocage.engine.errors import BadInput
from bocage.table.notices import addresses
from bocage.table.notices.hooks import HookFailed, call
from tests.rooms.shelving import on_the_shelf, pack
from tests.table.players import New, Table, bearer, running
from tests.table.receivers import SOON, TABLE, Calls, config, later, web_server
from tests.table.test_notices import offers_a_draw, want, way
from tests.table.test_standing import USUAL, begun, in_battle, stand

__all__ = ["later"]


@pytest.fixture
def called(tmp_path: Path) -> Iterator[tuple[Calls, Table]]:
    """A receiver, and a service that calls it."""
    setting = config(f"sqlite:///{tmp_path / 'table.sqlite'}", notice_tries=3, pass_seconds=0.3, notice_seconds=0.6)
    with web_server() as calls, running(setting) as table:
        yield calls, table


def test_an_address_is_tried_first_and_then_told_of_turns(
    called: tuple[Calls, Table], later: Callable[..., None]
) -> None:
    calls, table = called
    new = table.new()
    assert want(new, "german", calls.address, "hook") == {"way": "hook", "state": "on", "address": calls.address[7:-20]}
    text = "Turns of the German seat in a match of Operation Roundup are told of here from now on."
    link = f"{TABLE}/match/{new.id}"
    same = {"match": new.id, "game": "Operation Roundup", "seat": "German seat", "url": link}
    assert calls.told == [{"text": text, "content": text, **same}]
    assert calls.headers[0]["content-type"] == "application/json"
    later(hours=2)
    offers_a_draw(new, "allied")
    turn = f"It is the turn of the German seat in a match of Operation Roundup: {link}"
    assert calls.call(2) == {"text": turn, "content": turn, **same}
    assert set(calls.paths) == {"/hooks/secret?wait=1"}
    assert want(new, "german", "", "hook") == {"way": "hook", "state": "off"}


@pytest.mark.parametrize("status", [302, 404, 500])
def test_an_address_that_does_not_take_it_is_not_kept(called: tuple[Calls, Table], status: int) -> None:
    calls, table = called
    calls.status = status
    new = table.new()
    answer = table.http.post(
        f"/api/matches/{new.id}/notices", json={"way": "hook", "address": calls.address},
        headers=bearer(new.tokens["german"]),
    )  # fmt: skip
    assert answer.status_code == 409
    assert f"it answered {status}" in answer.json()["error"]
    assert way(new, "german", "hook") == {"way": "hook", "state": "off"}
    assert len(calls.told) == 1, "a redirection is not followed"


def test_what_is_not_taken_is_tried_again_and_given_up_in_the_end(
    called: tuple[Calls, Table], monkeypatch: pytest.MonkeyPatch, later: Callable[..., None]
) -> None:
    calls, table = called
    pauses = (0.3, 0.6)
    monkeypatch.setattr("bocage.table.notices.teller.PAUSES", pauses)
    new = table.new()
    want(new, "german", calls.address, "hook")
    calls.status = 503
    offers_a_draw(new, "allied")
    calls.call(2)
    began = time.monotonic()
    calls.call(4)
    assert time.monotonic() - began >= sum(pauses) - 0.1
    end = time.monotonic() + 10
    while way(new, "german", "hook")["state"] == "on" and time.monotonic() < end:
        time.sleep(0.05)
    found = way(new, "german", "hook")
    assert (found["state"], found["failed"]) == ("failed", "It answered 503.")
    calls.status = 200
    later(hours=3)
    time.sleep(SOON + 0.6)
    assert len(calls.told) == 4, "nothing more is sent until he asks for it again"
    assert want(new, "german", calls.address, "hook")["state"] == "on"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.7", "172.16.3.4", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fd00::7", "::ffff:127.0.0.1", "::ffff:169.254.169.254",
        "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:1::", "ff02::1",
    ],
)  # fmt: skip
def test_no_address_inside_is_called(address: str) -> None:
    assert not addresses.is_open(ipaddress.ip_address(address), ())


def test_an_open_address_may_be_called_and_one_inside_that_the_operator_allows() -> None:
    for address in ("9.9.9.9", "2620:fe::fe"):
        assert addresses.is_open(ipaddress.ip_address(address), ())
    allowed = addresses.nets(["10.0.0.0/8", "fd00::/8"])
    assert addresses.is_open(ipaddress.ip_address("10.1.2.3"), allowed)
    assert addresses.is_open(ipaddress.ip_address("::ffff:10.1.2.3"), allowed)
    assert not addresses.is_open(ipaddress.ip_address("192.168.1.1"), allowed)


@pytest.mark.parametrize("found", [["127.0.0.1"], ["9.9.9.9", "10.0.0.1"], ["::1", "9.9.9.9"]])
def test_a_name_that_leads_inside_is_refused_and_what_was_looked_at_is_what_is_called(
    monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    looked_up: list[str] = []

    async def look_up(_self: Any, host: str, port: int, **_: Any) -> list[Any]:
        looked_up.append(host)
        return [(0, 0, 0, "", (address, port)) for address in found]

    async def connect(*_: Any, **__: Any) -> Any:
        raise AssertionError("it was called")

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", look_up)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(HookFailed, match="inside a network of its own"):
        asyncio.run(call("https://inside.example/x", {}, ()))
    assert looked_up == ["inside.example"], "it is looked up once: the next answer could be another"


def test_a_table_calls_nothing_inside_unless_its_operator_says_so(tmp_path: Path) -> None:
    with web_server() as calls, running(config(f"sqlite:///{tmp_path / 'table.sqlite'}", hook_nets=())) as table:
        new = table.new()
        for address in (calls.address, calls.address.replace("127.0.0.1", "localhost")):
            answer = table.http.post(
                f"/api/matches/{new.id}/notices", json={"way": "hook", "address": address},
                headers=bearer(new.tokens["german"]),
            )  # fmt: skip
            assert answer.status_code == 409
            assert "inside a network of its own" in answer.json()["error"]
        assert calls.told == []


@pytest.mark.parametrize(
    "address",
    ["chat.example", "ftp://chat.example/", "https://", "https://a:b@c.de/", "https://c.de/x y", "https://c.de:x/"],
)
def test_what_is_no_web_address_is_refused(address: str) -> None:
    with pytest.raises(BadInput):
        addresses.hook_address(address)


def test_a_receiver_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.table.notices.hooks.SECONDS", 0.3)

    async def ask() -> None:
        async def listen(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1")  # and no more
            await asyncio.sleep(1)
            writer.close()

        server = await asyncio.start_server(listen, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(HookFailed, match="did not answer within"):
            await call(f"http://127.0.0.1:{port}/", {}, addresses.nets(["127.0.0.1"]))
        server.close()

    asyncio.run(ask())


# What others could learn from a notice that they read too


@pytest.fixture
def brook(tmp_path: Path, called: tuple[Calls, Table]) -> Iterator[tuple[Calls, Table]]:
    """The toy with cards is on the shelf of the service."""
    name = "the_brook_that_calls"
    with on_the_shelf(pack(tmp_path / name, name, cards=True)):
        yield called


def _without_names(calls: Calls, new: New) -> str:
    return json.dumps(calls.told).replace(new.id, "MATCH")


def test_a_window_is_told_of_alike_with_a_card_and_without_and_when_it_is_passed_by_hand_or_by_order(
    brook: tuple[Calls, Table], later: Callable[..., None]
) -> None:
    """Both seats are told of in one channel, so whatever is called there the opponent reads."""
    calls, table = brook
    without = ["blue-1", "blue-2", "blue-5", "grey-1", "grey-2", "grey-3"]
    found, hours = [], []
    for hand, order in ((USUAL, False), (without, False), (USUAL, True), (without, True)):
        new = begun(table, in_battle(hand))
        calls.told.clear()
        for side in ("blue", "grey"):
            want(new, side, calls.address, "hook")
        began = time.monotonic()
        with new.page("blue") as blue:
            if order:
                stand(blue, "battle")
            else:
                time.sleep(0.3)
                blue.play("pass")
            new.wait_until(lambda info: info["deciding"] == ["grey"])
        calls.call(3)
        hours.append(time.monotonic() - began)
        time.sleep(0.4)
        found.append(_without_names(calls, new))
    assert found[0].count("the turn of") == 2, "once, in the words for each kind of receiver"
    assert "grey seat" in found[0].lower()
    assert len(set(found)) == 1
    assert max(hours) - min(hours) < 0.8, "no hand and no order shows by the time, either"

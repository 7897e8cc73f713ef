"""A real service on a free port, and players who speak with it as pages do."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import bocage
from bocage.table.config import Config
from bocage.table.service.app import Service
from bocage.table.wire.sheet import Sheet

PATIENCE = 60  # seconds: a whole game between bots, on a machine that has other work
# The players of these tests are faster than people.
UNHURRIED: dict[str, Any] = {
    "messages_at_once": 100_000,
    "requests_at_once": 100_000,
    "imports_at_once": 100_000,
}
HUMAN = {"kind": "human"}
OPEN = {"kind": "open"}


def bot(name: str = "random") -> dict[str, str]:
    """A seat for a bot."""
    return {"kind": "bot", "bot": name}


def bearer(*tokens: str) -> dict[str, str]:
    """The header that proves who asks."""
    return {"Authorization": f"Bearer {','.join(tokens)}"}


def let_everybody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two services may use one database, as if the lock between them had failed."""

    class Nothing:
        def connect(self, make: Callable[[], Any]) -> Any:
            return make()

        def release(self) -> None:
            pass

    monkeypatch.setattr("bocage.store.store.claimed", lambda *_: Nothing())


class Table:
    """A service as seen from outside."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)

    def new(self, allied: Any = None, german: Any = None, **more: Any) -> New:
        """A new match of Operation Roundup; humans unless said otherwise."""
        seats = {"allied": allied or HUMAN, "german": german or HUMAN}
        answer = self.http.post("/api/matches", json={"game": "roundup", "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return New(self, answer.json())

    def bring_in(self, text: str, allied: Any = None, german: Any = None) -> New:
        """A match from its record; whoever is not named is a human, whatever the sides are called."""
        slug = text.partition("\ngame ")[2].partition("\n")[0]
        named = {"allied": allied, "german": german}
        seats = {side: named.get(side) or HUMAN for side in bocage.game_class(slug).sides}
        answer = self.http.post("/api/matches/import", json={"text": text, "seats": seats})
        assert answer.status_code == 201, answer.text
        return New(self, answer.json())

    def get(self, path: str, *tokens: str) -> Any:
        """What the service answers to a request that it must not refuse."""
        answer = self.http.get(path, headers=bearer(*tokens) if tokens else {})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def connect(self, **more: Any) -> ClientConnection:
        """A live connection that has not said hello yet."""
        return connect(self.address.replace("http://", "ws://") + "api/live", open_timeout=PATIENCE, **more)

    @contextmanager
    def page(self, match: str, token: str = "", have: int = -1) -> Iterator[Page]:
        """A page at a match; without a token a spectator's."""
        with self.connect() as line:
            page = Page(self, line)
            page.send(do="hello", match=match, token=token, have=have)
            page.welcome = page.hear("welcome")
            yield page


class New:
    """A match that was just set up, with the tokens of its seats."""

    def __init__(self, table: Table, seated: dict[str, Any]) -> None:
        self.table = table
        self.info: dict[str, Any] = seated["match"]
        self.id: str = seated["match"]["id"]
        self.tokens: dict[str, str] = seated["tokens"]

    def get(self, path: str = "", side: str | None = None) -> Any:
        """Ask about the match as a seat or as a spectator."""
        tokens = [self.tokens[side]] if side else []
        return self.table.get(f"/api/matches/{self.id}{path}", *tokens)

    def page(self, side: str | None = None, have: int = -1) -> Any:
        """A page of a seat, or a spectator's."""
        return self.table.page(self.id, self.tokens[side] if side else "", have)

    def actions(self, side: str) -> list[str]:
        """The legal actions of a side; none if it does not decide."""
        prompt = self.get("/view", side)["prompt"]
        return [] if prompt is None else list(prompt["actions"])

    def wait_until(self, wanted: Any) -> dict[str, Any]:
        """How the match stands once it stands as wanted."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            info: dict[str, Any] = self.get()
            if wanted(info):
                return info
            time.sleep(0.02)
        raise AssertionError(f"it never came to that: {info}")


class Page:
    """One connection. It keeps its sheet up to date from what it is told, as the real page does."""

    def __init__(self, table: Table, line: ClientConnection) -> None:
        self.table = table
        self.line = line
        self.welcome: dict[str, Any] = {}
        self.sheet: dict[str, Any] | None = None
        self.log: list[dict[str, Any]] = []
        self.sizes: list[int] = []  # of the changes that it was told
        self.heard: list[dict[str, Any]] = []
        self._numbers = 0

    def send(self, **message: Any) -> None:
        """Send a message as it is."""
        self.line.send(json.dumps(message))

    def ask(self, do: str, **message: Any) -> int:
        """Send a message with a number of its own."""
        self._numbers += 1
        self.send(do=do, id=self._numbers, **message)
        return self._numbers

    def next(self, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message of the service."""
        text = self.line.recv(timeout=patience)
        message: dict[str, Any] = json.loads(text)
        say = message["say"]
        if say == "changed":
            self.sizes.append(len(text.encode()))
            assert self.sheet is not None
            assert message["delta"]["base"] == self.sheet["moment"]
            self.sheet = applied(self.sheet, message["delta"])
            self.log += message["delta"].get("lines", [])
        elif say in ("fresh", "welcome"):
            self.sheet = message.get("sheet")
            self.log += [
                line
                for line in message.get("lines", message.get("log", []))
                if not self.log or line["moment"] > self.log[-1]["moment"]
            ]
        self.heard.append(message)
        return message

    def hear(self, say: str, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message of a kind; what comes before it is listened to as well."""
        while True:
            message = self.next(patience)
            if message["say"] == say:
                return message

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to a message of this page."""
        while True:
            message = self.next()
            if number in (message.get("answers"), message.get("id")):
                return message

    def quiet(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """What comes within a short time."""
        found = []
        while True:
            try:
                found.append(self.next(seconds))
            except TimeoutError:
                return found

    @property
    def moment(self) -> int:
        """The moment of the page's sheet."""
        assert self.sheet is not None
        return int(self.sheet["moment"])

    def play(self, action: str, at: int | None = None) -> dict[str, Any]:
        """Play an action; the service's answer."""
        return self.answer(self.ask("play", action=action, at=self.moment if at is None else at))

    def do(self, do: str, **more: Any) -> dict[str, Any]:
        """Undo, ask, answer or concede now; the service's answer."""
        return self.answer(self.ask(do, at=self.moment, **more))


def applied(sheet: dict[str, Any], delta: dict[str, Any]) -> dict[str, Any]:
    """A sheet after a delta, as a page works it out."""
    new = {**sheet, "moment": delta["moment"], **delta.get("fields", {})}
    for field in ("units", "markers", "control"):
        things = {**new.get(field, {})}
        for name, value in delta.get(field, {}).items():
            if value is None:
                things.pop(name)
            else:
                things[name] = value
        new[field] = things
    return new


def until_closed(line: ClientConnection) -> tuple[list[str], int]:
    """What the service still says, and the code with which it closes a connection (1006: without a word)."""
    said = []
    try:
        while True:
            said.append(str(line.recv(timeout=PATIENCE)))
    except ConnectionClosed as closed:
        return said, closed.rcvd.code if closed.rcvd else 1006


def same_sheet(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Do two sheets say the same? What has its default may be left out."""
    return msgspec.convert(one, Sheet) == msgspec.convert(other, Sheet)


def choices(sheet: dict[str, Any], order: list[str]) -> list[str]:
    """The legal actions as a page reads them off its sheet; `order` are the hexes of the box."""
    found = []
    for choice in sheet["question"]["choices"]:
        if not choice.get("operands"):
            found.append(choice["verb"])
        for operand in choice.get("operands", ()):
            first, _, last = operand.partition(":")
            names = order[order.index(first) : order.index(last) + 1] if last else [first]
            found += [f"{choice['verb']} {name}" for name in names]
    return found


def stride(new: New, page: Page, side: str, steps: int, dice: random.Random) -> None:
    """A seat plays some random legal actions, for as long as it decides."""
    for _ in range(steps):
        actions = new.actions(side)
        if not actions:
            return
        assert page.play(dice.choice(actions))["say"] == "changed"


@contextmanager
def running(config: Config) -> Iterator[Table]:
    """A service in a thread of this process."""
    service = Service(config)
    thread = threading.Thread(target=service.run)
    thread.start()
    try:
        end = time.monotonic() + PATIENCE
        while not service.started:
            assert thread.is_alive(), "the service does not start"
            assert time.monotonic() < end, "the service does not start"
            time.sleep(0.005)
        table = Table(service.address)
        with table.http:
            yield table
    finally:
        service.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the service does not stop"

"""The real service as a process of its own, which tests may kill and start again."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

import bocage


class Service:
    """`bocage table` on a database in a folder; after a restart it has the same address."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.settings = settings
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "bocage.cli", "table", "--port", str(self.port)]
        # All the tests come from one address, and on a quick machine faster than one person brings in records.
        usual = {"BOCAGE_HOME": str(self.folder), "BOCAGE_IMPORTS_PER_MINUTE": "600"}
        environ = {**os.environ, **usual, **self.settings}
        with open(self.folder / "service.log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if not select.select([self.process.stdout], [], [], 0.2)[0]:
                continue
            line = self.process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                return
            if not line:
                break
        raise AssertionError(f"the service did not start: {(self.folder / 'service.log').read_text()[-2000:]}")

    def kill(self) -> None:
        """Without a warning, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    # What a script may ask

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers["Origin"] = self.address
        answer = httpx.request(method, f"{self.address}{path}", json=body, headers=headers, timeout=20)
        assert answer.status_code < 400, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def match_with_dice(self, seed: str, seats: dict[str, dict[str, str]], **more: Any) -> tuple[str, dict[str, str]]:
        """A match whose dice a test knows beforehand: its id and the tokens of its seats."""
        text = bocage.new_match("roundup", seed=seed, **more).text()
        made = self.ask("POST", "/api/matches/import", {"text": text, "seats": seats})
        return made["match"]["id"], made["tokens"]

    def import_match(self, text: str, seats: dict[str, dict[str, str]]) -> tuple[str, dict[str, str]]:
        made = self.ask("POST", "/api/matches/import", {"text": text, "seats": seats})
        return made["match"]["id"], made["tokens"]

    def sheet(self, match: str, token: str = "") -> Any:
        return self.ask("GET", f"/api/matches/{match}/sheet", token=token)

    def record(self, match: str, tokens: dict[str, str]) -> str:
        """The whole record, for who holds every seat."""
        answer = self.ask("GET", f"/api/matches/{match}/text", token=",".join(tokens.values()))
        assert answer["whole"]
        return str(answer["text"])

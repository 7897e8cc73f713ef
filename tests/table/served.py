"""A service as a process of its own, for tests that kill it and for the benchmark.

`python -m tests.table.served '{"port": 0, "database": "sqlite:///x"}'` prints its address and serves.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bocage.table.config import configured
from bocage.table.service.app import Service


@contextmanager
def process(**settings: Any) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running service and its address; it is killed at the end if it still runs."""
    command = [sys.executable, "-m", "tests.table.served", json.dumps({"port": 0, **settings})]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            address = running.stdout.readline().strip()
            assert address.startswith("http://"), "the service does not start"
            yield running, address
        finally:
            running.kill()


if __name__ == "__main__":
    Service(configured(json.loads(sys.argv[1]), {}), lambda address: print(address, flush=True)).run()

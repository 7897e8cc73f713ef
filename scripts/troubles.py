"""What can go wrong while Bocage is set up, each in one sentence that says what to do."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

AGAIN = "and run the command again"
FULL = f"the disk is full: make room (playing takes some 500 MB, testing 1.5 GB) {AGAIN}"
CLOSED = f"a file may not be written: make the folder with all that is in it your own, or use another, {AGAIN}"
OFFLINE = f"packages could not be fetched: the network is needed once; connect {AGAIN}"
NO_VENV = f"this Python has no venv module: install it (on Debian and Ubuntu: apt install python3-venv) {AGAIN}"
UNTRUSTED = (
    "the certificate of the server that packages come from is not trusted: check the clock of this machine, or name "
    f"the certificate of your network in PIP_CERT and NODE_EXTRA_CA_CERTS, {AGAIN}"
)
NOT_MADE = (
    "there is no ready-made {what} for this Python on this machine: use Python 3.11, 3.12 or 3.13, after make clean, "
    "as in: make play PYTHON=python3.12"
)
NO_MEMORY = f"there is not enough memory: close something {AGAIN}"
# How pip, npm and Python put it. The first that fits is told: without a network pip finds nothing ready-made either.
SIGNS = {
    r"No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|not enough space on the disk": FULL,
    r"No module named '?(venv|ensurepip)\b|ensurepip is not available": NO_VENV,
    r"CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|CERT_HAS_EXPIRED": UNTRUSTED,
    r"NewConnectionError|NameResolutionError|ConnectTimeoutError|ReadTimeoutError|ProtocolError|ProxyError": OFFLINE,
    r"Max retries exceeded|Failed to establish a new connection|Connection refused|IncompleteRead": OFFLINE,
    r"\bE(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH)\b": OFFLINE,
    r"Permission denied|\bE(ACCES|PERM|ROFS)\b|Read-only file system|Access is denied": CLOSED,
    r"No matching distribution found for (?P<what>[\w.\[\]-]+)": NOT_MADE,
    r"The user requested \(constraint\) (?P<what>[\w.-]+)==": NOT_MADE,  # so it says where versions are fixed
    r"MemoryError|ENOMEM|heap out of memory|Cannot allocate memory": NO_MEMORY,
}


class Trouble(Exception):  # noqa: N818 - a sentence for the person at the keyboard
    """What went wrong and what to do about it."""


def run(doing: str, command: Sequence[str], log: Path, folder: Path, environ: Mapping[str, str]) -> None:
    """Run a program in silence. If it fails the reason is told, and its words are kept in the log."""
    try:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **environ}, stdin=subprocess.DEVNULL, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace",
        )  # fmt: skip
    except OSError as error:
        raise Trouble(f"{doing} failed: {meaning_of(error)}") from None
    if done.returncode:
        kept = _keep(f"$ {' '.join(command)}\n{done.stdout}", log)
        more = f" ({kept} has all that was said)" if kept else ""
        raise Trouble(f"{doing} failed: {meaning(done.stdout, done.returncode)}{more}")


def meaning(said: str, code: int = 1) -> str:
    """What the words of a program that failed mean for whoever started it.

    >>> meaning("npm error code ENOSPC")
    'the disk is full: make room (playing takes some 500 MB, testing 1.5 GB) and run the command again'
    """
    for sign, sentence in SIGNS.items():
        if found := re.search(sign, said):
            return sentence.format(**found.groupdict())
    if code == -9:
        return f"it was killed, perhaps for want of memory; close something {AGAIN}"
    last = next((line.strip() for line in reversed(said.splitlines()) if "error" in line.lower()), "")
    return f"it ended with code {code}" + (f" and said {last[:200]!r}" if last else "")


def meaning_of(error: OSError) -> str:
    """What an error of the system means."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FULL
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return CLOSED
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _keep(said: str, log: Path) -> Path | None:
    """Where the words were kept; on a full disk nowhere."""
    for path in (log, Path(tempfile.gettempdir()) / "bocage-setup.log"):
        with suppress(OSError):
            path.write_text(said, encoding="utf-8", errors="replace")
            return path
    return None

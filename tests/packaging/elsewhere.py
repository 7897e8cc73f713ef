"""Runs the program `bocage` as on a system that is not POSIX, as far as that can be had on one that is.

`python -m tests.packaging.elsewhere table` does what `bocage table` does, but no module of ours can import what only
POSIX has, nobody can import uvloop, and what Windows lacks in `os`, `signal` and the event loop is missing. Python's
own library and other packages keep their modules: they come to Windows in a form of their own.
"""

from __future__ import annotations

import asyncio
import builtins
import os
import signal
import socket
import sys
from typing import Any

# fmt: off
MODULES = {
    "crypt", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline", "resource", "spwd", "syslog", "termios", "tty",
}
MISSING = {
    os: (
        "chown", "chroot", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getpgrp",
        "getpriority", "getsid", "getuid", "initgroups", "lchown", "mkfifo", "mknod", "nice", "openpty",
        "posix_fadvise", "sched_getaffinity", "setgid", "setpgid", "setpriority", "setsid", "setuid", "sync",
    ),
    signal: (
        "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "setitimer",
        "sigwait",
    ),
    socket: ("SO_REUSEPORT",),
}
# fmt: on
_import = builtins.__import__


def _without(name: str, names: Any = None, *more: Any, **also: Any) -> Any:
    asks = str((names or {}).get("__name__", ""))
    first = name.partition(".")[0]
    if first == "uvloop" or (first in MODULES and asks.partition(".")[0] == "bocage"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, names, *more, **also)


def _no_handler(*arguments: Any) -> None:
    raise NotImplementedError


def leave_posix() -> None:
    """From here on this process is elsewhere."""
    builtins.__import__ = _without
    asyncio.SelectorEventLoop.add_signal_handler = _no_handler  # type: ignore[method-assign]
    for module, names in MISSING.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)


if __name__ in ("__main__", "__mp_main__"):  # the second in the processes that the first one starts
    leave_posix()

if __name__ == "__main__":
    from bocage.cli import main

    sys.argv[0] = "bocage"
    main()

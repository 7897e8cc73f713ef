"""The file of an SQLite database, watched while it is open.

A program that holds a file open goes on writing to it after somebody has deleted it or put another in its place, and
nobody ever sees again what it wrote. So before and after each write it is looked whether the file is still the one
that was opened; and, where one connection goes on, whether its write-ahead log is.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from bocage.store.errors import Misplaced, NoRoom

LEAST_ROOM = 1024 * 1024  # bytes: with less the next matches find none

_Identity = tuple[int, int]


def _identity(path: Path) -> _Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _free(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class Place:
    """Where an open database lies."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._log = file.with_name(f"{file.name}-wal")
        self._identity = _identity(file)

    def check(self) -> None:
        """Is the file still the one that was opened?"""
        if _identity(self._file) != self._identity:
            raise Misplaced(
                f"the database {self._file} was taken away or replaced while it was open; put it back as it was, or "
                "start the table again with the file that is there now"
            )

    def log(self) -> _Identity | None:
        """Which write-ahead log there is."""
        return _identity(self._log)

    def check_log(self, known: _Identity | None) -> None:
        """Is the write-ahead log still the one of a connection that has written?"""
        if known is not None and self.log() != known:
            raise Misplaced(
                f"the write-ahead log {self._log} was taken away or replaced while it was open; start the table again"
            )

    def check_room(self) -> None:
        """Is there room for more?"""
        try:
            free = _free(self._file.parent)
        except OSError:
            return  # the file is there, as was checked; whether there is room shows when something is written
        if free < LEAST_ROOM:
            raise NoRoom(f"the disk of {self._file} is full; make room on it")

"""Matches in files: the player's own saves, and one that is kept after every answer."""

from __future__ import annotations

import os
import shutil
import sys
from datetime import datetime
from pathlib import Path

import bocage
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.folders import data_folder as data_folder


def new_file(slug: str) -> Path:
    """A file for a match that begins now; it is written with the first answer."""
    stem = f"{slug}-{datetime.now():%Y%m%d-%H%M%S}"
    folder = data_folder()
    path = folder / f"{stem}.bocage"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.bocage"
        number += 1
    return path


def newest_file(slug: str) -> Path:
    """The match of a game that was played last."""
    kept = data_folder().glob(f"{slug}-*.bocage")
    try:
        return max(kept, key=lambda path: path.stat().st_mtime)
    except ValueError:
        raise BadInput(f"no match of {slug} is kept in {data_folder()}") from None


def program() -> str:
    """How this program was called, so that a command that we print can be typed as it stands."""
    called = Path(sys.argv[0])
    if called.name != "bocage" or shutil.which("bocage"):
        return "bocage"
    return min(str(called), os.path.relpath(called), key=len)


def write(match: Match, path: Path) -> None:
    """Write the full record; an interrupted writer leaves the old file whole."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(match.text(), encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise BadInput(f"the match cannot be saved to {path}: {reason(error)}") from error


def read(path: Path, *, strict: bool = False, data: Path | None = None) -> Match:
    """The match of a file; one on other data needs the folder of these."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not a record of a match: it is not text") from error
    try:
        return bocage.load(text, strict=strict, data=data)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error


def reason(error: OSError) -> str:
    """The system's reason, without its number."""
    return (error.strerror or str(error)).lower()

"""A player's own file of a match by mail: the secret of his chain, and what he has seen and sent. It is never sent."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bocage.engine.errors import BadInput
from bocage.folders import data_folder
from bocage.mail import letter
from bocage.mail.letter import Letter


class Key(msgspec.Struct, forbid_unknown_fields=True):
    """A side's secret, and the letter as it was when this side last had it in hand."""

    side: str
    seed: str
    known: Letter


def folder() -> Path:
    """Where this user's keys are."""
    return data_folder() / "mail"


def place(match: str, side: str) -> Path:
    """The file of a key."""
    return folder() / f"{match}-{side}.key"


def keep(key: Key) -> None:
    """Write a key; only its owner can read the file."""
    letter.keep(place(key.known.match, key.side), msgspec.json.encode(key).decode(), private=True)


def of(match: str, sides: tuple[str, ...]) -> Key | None:
    """The key of a match that is kept here, if there is one."""
    for side in sides:
        path = place(match, side)
        if path.is_file():
            return read(path)
    return None


def read(path: Path) -> Key:
    """The key of a file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Key)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} is damaged; without it nothing of yours can be opened in this match") from error

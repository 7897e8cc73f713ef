"""A player's own file of a match by mail: the secret of his chain, and what he has seen and sent. It is never sent."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bocage.engine.errors import BadInput
from bocage.folders import data_folder
from bocage.mail import letter, seal
from bocage.mail.letter import Letter


class Key(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A side's secret, the letter as it was when this side last had it in hand, and how much of it has gone out."""

    side: str
    seed: str
    known: Letter
    sent: int = 0  # entries that the other may have: nothing of them can be taken back


def secret(key: Key, found: Letter) -> bytes | None:
    """The key of the seal of a match; None where nothing is sealed, or the other has not sat down yet."""
    shares = [player.share for side, player in found.players.items() if side != key.side]
    if not found.sealed or not shares:
        return None
    return seal.key_of(bytes.fromhex(key.seed), shares[0], found.match)


def folder() -> Path:
    """Where this user's keys are."""
    return data_folder() / "mail"


def place(match: str, side: str) -> Path:
    """The file of a key."""
    return folder() / f"{match}-{side}.key"


def keep(key: Key) -> None:
    """Write a key; only its owner can read the file, and what is sealed in a mail file is sealed here, too."""
    kept = msgspec.structs.replace(key, known=letter.closed(key.known, secret(key, key.known)))
    letter.keep(place(key.known.match, key.side), msgspec.json.encode(kept).decode(), private=True)


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
        key = msgspec.json.decode(path.read_bytes(), type=Key)
        key.known = letter.opened(key.known, secret(key, key.known))
        return key
    except (msgspec.MsgspecError, BadInput, ValueError) as error:
        raise BadInput(f"{path} is damaged; without it nothing of yours can be opened in this match") from error

"""The file that goes to and fro: which match it is, what has been done, and the links that are open."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from bocage.engine.errors import BadInput

TITLE = "bocage mail 1"
LONGEST = 8_000_000  # characters
_LONGEST_NAME = 60


class Player(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A side's chain: its anchor, how many links are open, and the last of them (before that: the anchor)."""

    name: str
    anchor: str
    opened: int = 0
    link: str = ""


class Letter(msgspec.Struct, forbid_unknown_fields=True):
    """A match by mail as it stands. `pending` is what a side does next, and waits for the other's link."""

    match: str
    game: str
    scenario: str
    options: dict[str, Any]
    rules: int
    data: str
    ahead: int  # how many throws each side opens beforehand
    players: dict[str, Player]
    entries: list[str]
    pending: str = ""
    pending_side: str = ""


def written(letter: Letter) -> str:
    """The text of a file."""
    body = msgspec.json.format(msgspec.json.encode(letter), indent=1).decode()
    return f"{TITLE}\n{body}\ncheck {_check(body)}\n"


def _check(body: str) -> str:
    return blake2b(body.encode(), digest_size=16, person=b"bocage mail").hexdigest()


def read(text: str) -> Letter:
    """The letter of a text. Anything else is a `BadInput` that says what to do."""
    head, _, rest = text.replace("\r\n", "\n").strip().partition("\n")
    if head.startswith(("bocage record", "bocage seen")):
        raise BadInput("this is a record, not a mail file; `bocage play GAME --load FILE` goes on with a record")
    if head.startswith("bocage mail") and head != TITLE:
        raise BadInput(f"this mail file was written by a newer version of Bocage ({head[:40]!r}): install that version")
    if head != TITLE:
        raise BadInput(f"this is not a mail file: its first line should be '{TITLE}'")
    body, _, check = rest.rpartition("\ncheck ")
    if not body:
        raise BadInput("this mail file is cut short: its last line is missing; ask for it once more")
    if check.strip() != _check(body):
        raise BadInput("this mail file was damaged or changed on its way; ask for it once more")
    try:
        letter = msgspec.json.decode(body, type=Letter)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadInput(f"this mail file cannot be read: {error}") from error
    names = [player.name for player in letter.players.values()]
    if not letter.match.isalnum() or len(letter.match) > 64:
        raise BadInput("this mail file does not say which match it is of")
    if any(len(name) > _LONGEST_NAME or not name.isprintable() for name in names):
        raise BadInput("a player of this mail file has a name that cannot be shown")
    return letter


def open_file(path: Path) -> Letter:
    """The letter of a file."""
    try:
        if path.stat().st_size > LONGEST:
            raise BadInput(f"{path} is too long for a mail file")
        return read(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not a mail file: it is not text") from error
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error


def keep(path: Path, text: str, private: bool = False) -> None:
    """Write a file whole or not at all; a private one can be read by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600 if private else 0o666)
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)

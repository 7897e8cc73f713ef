"""The file that goes to and fro: which match it is, what has been done, and the links that are open.

Of a match with secrets only the cover can be read: which match it is, and who plays. All else is sealed in it, until
the match is over.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from bocage.engine.errors import BadInput
from bocage.mail import chain, seal
from bocage.mail.marks import Mark

TITLE = "bocage mail 1"
SEALED_TITLE = "bocage mail 2"  # of a match with secrets
LONGEST = 8_000_000  # characters
_LONGEST_NAME = 60


class Player(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A side's chain: its anchor, how many links are open, and the last of them (before that: the anchor).

    Of a match with secrets also the share by which both have the key of the seal and, when the match is over, the
    secret of the chain.
    """

    name: str
    anchor: str
    opened: int = 0
    link: str = ""
    share: str = ""
    seed: str = ""


def opens(player: Player) -> bool:
    """Is what a player opened at the end the secret of the chain that he fixed at the start?"""
    try:
        return chain.link_of(bytes.fromhex(player.seed), -1).hex() == player.anchor
    except ValueError:
        return False


class Letter(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
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
    sealed: bool = False  # has the match secrets?
    marks: list[Mark] = []
    closed: str = ""  # all of the letter, sealed, where this is only its cover

    @property
    def over(self) -> bool:
        """Has somebody opened what was sealed, because the match is over?"""
        return any(player.seed for player in self.players.values())


def _cover(letter: Letter) -> Letter:
    """What of a letter everybody may read."""
    players = {side: Player(one.name, one.anchor, share=one.share) for side, one in letter.players.items()}
    return msgspec.structs.replace(
        letter, players=players, entries=[], pending="", pending_side="", marks=[], closed=""
    )


def closed(letter: Letter, key: bytes | None) -> Letter:
    """The letter as it lies in a file: sealed, if the match has secrets and goes on."""
    if key is None or not letter.sealed or letter.over:
        return letter
    cover = _cover(letter)
    text = seal.sealed(msgspec.json.encode(letter), key, msgspec.json.encode(cover))
    return msgspec.structs.replace(cover, closed=text)


def opened(found: Letter, key: bytes | None) -> Letter:
    """A letter with all that was sealed in it; a `BadInput` if that was done with another key, or it was changed."""
    if not found.closed:
        return found
    cover = msgspec.structs.replace(found, closed="")
    text = None if key is None else seal.unsealed(found.closed, key, msgspec.json.encode(cover))
    if text is None:
        raise BadInput(
            "this mail file cannot be opened with your key: it was sealed for others, or changed on its way; "
            "ask for it once more"
        )
    letter = _decoded(text)
    if _cover(letter) != cover:
        raise BadInput("what is sealed in this mail file is of another match than it says outside")
    return letter


def written(letter: Letter, key: bytes | None = None) -> str:
    """The text of a file; with the key of its seal nobody else can read what is secret in it."""
    body = msgspec.json.format(msgspec.json.encode(closed(letter, key)), indent=1).decode()
    return f"{SEALED_TITLE if letter.sealed else TITLE}\n{body}\ncheck {_check(body)}\n"


def _check(body: str) -> str:
    return blake2b(body.encode(), digest_size=16, person=b"bocage mail").hexdigest()


def read(text: str) -> Letter:
    """The letter of a text. Anything else is a `BadInput` that says what to do."""
    head, _, rest = text.replace("\r\n", "\n").strip().partition("\n")
    if head.startswith(("bocage record", "bocage seen")):
        raise BadInput("this is a record, not a mail file; `bocage play GAME --load FILE` goes on with a record")
    if head.startswith("bocage mail") and head not in (TITLE, SEALED_TITLE):
        raise BadInput(f"this mail file was written by a newer version of Bocage ({head[:40]!r}): install that version")
    if head not in (TITLE, SEALED_TITLE):
        raise BadInput(f"this is not a mail file: its first line should be '{TITLE}'")
    body, _, check = rest.rpartition("\ncheck ")
    if not body:
        raise BadInput("this mail file is cut short: its last line is missing; ask for it once more")
    if check.strip() != _check(body):
        raise BadInput("this mail file was damaged or changed on its way; ask for it once more")
    letter = _decoded(body)
    if letter.sealed != (head == SEALED_TITLE):
        raise BadInput("this mail file does not say clearly whether it is sealed")
    names = [player.name for player in letter.players.values()]
    if not (letter.match.isascii() and letter.match.isalnum()) or len(letter.match) > 64:
        raise BadInput("this mail file does not say which match it is of")
    if any(len(name) > _LONGEST_NAME or not name.isprintable() for name in names):
        raise BadInput("a player of this mail file has a name that cannot be shown")
    return letter


def _decoded(body: str | bytes) -> Letter:
    try:
        return msgspec.json.decode(body, type=Letter)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadInput(f"this mail file cannot be read: {error}") from error


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

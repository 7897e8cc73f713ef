"""What a finished map was made from: a check of all that goes into it, and of what came out.

Drawing a sheet takes up to a minute. The stamp that is written with it tells at once whether it would still come out
the same: nothing that it was made from has changed since, and neither has the picture.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from maps import inputs

MADE = ("map.svg", "layout.json")


def sources(game: str) -> list[Path]:
    """All that the sheet of a game is made from: the maker, its geography, the game's own part and tables."""
    folder = inputs.data_folder(game)
    found = [*inputs.HERE.glob("*.py"), *inputs.GEO.iterdir(), *(inputs.HERE / game).glob("*.*")]
    found += [folder / f"{name}.csv" for name in inputs.TABLES]
    found = [path for path in found if path.is_file() and path != _file(game)]
    return sorted(found, key=lambda path: path.relative_to(inputs.ROOT).as_posix())


def stamp(game: str) -> dict[str, str]:
    """The checks of what is there now."""
    whole = sha256()
    for path in sources(game):
        whole.update(f"{path.relative_to(inputs.ROOT).as_posix()} {_check(path)}\n".encode())
    return {"from": whole.hexdigest(), **{name: _check(inputs.data_folder(game) / name) for name in MADE}}


def stamped(game: str) -> dict[str, str]:
    """The checks at the time when the map was made."""
    found: dict[str, str] = json.loads(_file(game).read_text(encoding="utf-8"))
    return found


def write(game: str) -> Path:
    """Put the stamp beside the game's part of the maker."""
    path = _file(game)
    path.write_text(json.dumps(stamp(game), indent=1) + "\n", encoding="utf-8")
    return path


def _file(game: str) -> Path:
    return inputs.HERE / game / "made.json"


def _check(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()

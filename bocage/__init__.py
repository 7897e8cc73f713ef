"""Bocage plays board wargames of the West, 1943-45, with every rule enforced.

>>> import bocage
>>> match = bocage.new_match("roundup", seed="utah")
>>> match.prompt.side
'allied'
>>> entry = match.play("us-beachhead 1204")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.events import LogLine
from bocage.engine.matches import notation, record
from bocage.engine.matches.match import Match
from bocage.engine.position import Outcome
from bocage.engine.steps import Prompt
from bocage.shelf import game_class, make_game, slugs

__version__ = "0.11.0"


def new_match(
    game: str,
    *,
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
    seed: str | None = None,
    key: bytes | None = None,
    words: Sequence[str] = (),
    data: str | PathLike[str] | None = None,
) -> Match:
    """A new match, of the game's first scenario if none is named.

    A typed seed is for tests and studies; without one the dice key is 256 random bits.

    The tables of the folder `data` are laid over those of the game; see docs/data.md.

    >>> new_match("roundup", options={"15.10": True}, seed="utah").game.options
    {'15.10': True}
    """
    return Match(make_game(game, scenario, options or {}, _folder(data)), seed=seed, key=key, words=words)


def _folder(data: str | PathLike[str] | None) -> Path | None:
    return None if data is None else Path(data)


def position(
    game: str,
    *,
    turn: int = 1,
    at: str,
    units: str = "",
    dice: str | None = None,
    seed: str = "position",
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
    data: str | PathLike[str] | None = None,
    **extras: Any,
) -> Match:
    """A match that starts in the middle, written down in a line.

    >>> m = position("roundup", turn=3, at="german movement", units="DE-18L 1306; US-1 1406 reduced", dice="3 5")
    >>> entry = m.play("pick DE-18L")
    >>> m.why_not("column 1307").rule
    '10.6'
    """
    made = make_game(game, scenario, options or {}, _folder(data))
    return notation.arranged(made, turn=turn, at=at, units=units, dice=dice, seed=seed, **extras)


def load(text: str, *, strict: bool = False, data: str | PathLike[str] | None = None) -> Match:
    """The match of a full record; one on other data needs the folder of these.

    >>> match = new_match("roundup", seed="utah")
    >>> load(match.text()).position_hash == match.position_hash
    True
    """
    return record.read(text, partial(make_game, data=_folder(data)), strict=strict)


def forecast(match: Match, target: str | None = None, attackers: Sequence[str] | None = None, **more: Any) -> Any:
    """Exact chances of the attack that is declared, or of a possible one; each shift with its case.

    >>> m = position("roundup", turn=1, at="allied combat", units="US-1 3011; US-2 2910; DE-712 3010")
    >>> forecast(m, "3010", ["US-1"]).column
    '1:1'
    """
    side = more.pop("side", None) or next(iter(match.prompts), match.game.sides[0])
    seen = match.game.shown(match.position, side)
    return match.game.forecast(seen, side, target=target, attackers=attackers, **more)


__all__ = [
    "Action",
    "BadInput",
    "LogLine",
    "Match",
    "Outcome",
    "Prompt",
    "Refusal",
    "__version__",
    "forecast",
    "game_class",
    "load",
    "new_match",
    "position",
    "slugs",
]

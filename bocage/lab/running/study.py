"""A study: which games are to be played, over which scenarios, options and bots. People write it as a TOML file.

Each combination is a *cell*. Game number i has the same seed in every cell, so that cells differ by what was changed
rather than by the dice they begin with.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

import bocage
from bocage import bots as ladder
from bocage import shelf
from bocage.engine.errors import BadInput
from bocage.lab.running.records import Job

EACH = "each"  # options = "each": as printed, and then every option by itself
AS_PRINTED = "as printed"
KEYS = {
    "question": "what you want to know, in a sentence",
    "game": 'the short name of a game, such as "roundup"',
    "games": "how many games are played in each cell, such as 1000",
    "seed": "a word that fixes all dice",
    "scenarios": 'a list of scenarios, such as ["campaign"]',
    "options": 'a list of tables, such as [{}, {"15.10" = true}], or "each"',
    "bots": 'a list of bots such as ["planner"], or of tables such as [{allied = "planner", german = "greedy"}]',
}
MOST_GAMES = 1_000_000


class Cell(msgspec.Struct, frozen=True):
    """One combination of scenario, options and bots."""

    name: str
    scenario: str
    options: dict[str, Any]
    bots: dict[str, str]  # side -> bot


class Study(msgspec.Struct, frozen=True):
    """What is to be played."""

    question: str
    game: str
    games: int  # in each cell
    seed: str
    cells: list[Cell]

    def job(self, cell: int, number: int) -> Job:
        """One of its games."""
        chosen = self.cells[cell]
        seed = f"{self.seed}/{number}"
        return Job(cell, number, self.game, chosen.scenario, chosen.options, chosen.bots, seed)

    def jobs(self) -> Iterator[Job]:
        """All games; the cells take turns, so that an unfinished study knows as much of each."""
        for number in range(self.games):
            for cell in range(len(self.cells)):
                yield self.job(cell, number)

    @property
    def size(self) -> int:
        """How many games there are in all."""
        return self.games * len(self.cells)


def read(path: Path) -> Study:
    """The study of a TOML file. What is wrong in it raises `BadInput`, with what to write instead."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a text file") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not TOML: {error}") from None
    try:
        return from_table(table)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def from_table(table: Mapping[str, Any]) -> Study:
    """A study as a table.

    >>> study = from_table({"game": "roundup", "games": 2, "bots": ["random"], "options": [{}, {"15.10": True}]})
    >>> [cell.name for cell in study.cells], study.size
    (['as printed', '15.10'], 4)
    >>> from_table({"game": "roundup", "bots": ["random"], "gmaes": 3})
    Traceback (most recent call last):
    ...
    bocage.engine.errors.BadInput: a study has no 'gmaes'; it has: question, game, games, seed, scenarios, options, bots
    """
    for key in table:
        if key not in KEYS:
            raise BadInput(f"a study has no {key!r}; it has: {', '.join(KEYS)}")
    for key in ("game", "games", "bots"):
        if key not in table:
            raise BadInput(f"{key!r} is missing: {KEYS[key]}")
    game = _text(table, "game", "")
    games = table["games"]
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise BadInput(f"'games' is {KEYS['games']}, at most {MOST_GAMES}; it cannot be {games!r}")
    kind = bocage.game_class(game)
    scenarios = _list(table, "scenarios", [shelf.scenario(game)])
    choices = _choices(game, table.get("options", [{}]))
    players = [_players(kind.sides, one) for one in _list(table, "bots", [])]
    cells = []
    for scenario in scenarios:
        if not isinstance(scenario, str):
            raise BadInput(f"'scenarios' is {KEYS['scenarios']}; it cannot hold {scenario!r}")
        for options in choices:
            checked = dict(bocage.new_match(game, scenario=scenario, options=options, seed="check").game.options)
            for named in players:
                parts = [
                    scenario if len(scenarios) > 1 else "",
                    " ".join(_option_words(name, value) for name, value in checked.items()) or AS_PRINTED,
                    _against(named) if len(players) > 1 else "",
                ]
                cells.append(Cell(", ".join(part for part in parts if part), scenario, checked, named))
    for number, cell in enumerate(cells):
        if cell in cells[:number]:
            raise BadInput(f"the cell '{cell.name}' is in the study twice; take one of them out")
    seed = _text(table, "seed", "1")
    return Study(_text(table, "question", ""), game, games, seed, cells)


def _text(table: Mapping[str, Any], key: str, usual: str) -> str:
    value = table.get(key, usual)
    if not isinstance(value, str) or (key in table and not value):
        raise BadInput(f"{key!r} is {KEYS[key]}, in quotation marks; it cannot be {value!r}")
    return value


def _list(table: Mapping[str, Any], key: str, usual: list[Any]) -> list[Any]:
    value = table.get(key, usual)
    if not isinstance(value, list) or not value:
        raise BadInput(f"{key!r} is {KEYS[key]}; it cannot be {value!r}")
    return value


def _choices(game: str, wanted: Any) -> list[dict[str, Any]]:
    """The sets of options that are compared."""
    if wanted == EACH:
        return [{}, *each_option(game)]
    if not isinstance(wanted, list) or not wanted or not all(isinstance(one, dict) for one in wanted):
        raise BadInput(f"'options' is {KEYS['options']}; it cannot be {wanted!r}")
    return wanted


def each_option(game: str) -> list[dict[str, Any]]:
    """Every value that differs from what is printed, of every option by itself.

    >>> each_option("roundup")[:5]
    [{'13.3': 'chosen'}, {'13.3': 1}, {'13.3': 2}, {'13.3': 3}, {'13.3': 4}]
    """
    catalogue = shelf.options(game)
    return [{name: value} for name, option in catalogue.items() for value in option.values if value != option.default]


def _players(sides: Sequence[str], wanted: Any) -> dict[str, str]:
    """Side -> bot, from one name for all sides or a table of names."""
    named = dict.fromkeys(sides, wanted) if isinstance(wanted, str) else wanted
    if not isinstance(named, dict) or set(named) != set(sides):
        example = ", ".join(f'{side} = "planner"' for side in sides)
        raise BadInput(f"a bot is named for each side: {{{example}}}, not {wanted!r}")
    for name in named.values():
        if not isinstance(name, str):
            raise BadInput(f'a bot is a name such as "planner", not {name!r}')
        ladder.make(name, "check")
    return {side: named[side] for side in sides}


def _option_words(name: str, value: Any) -> str:
    return name if value is True else f"{name}={str(value).lower() if value is False else value}"


def _against(named: Mapping[str, str]) -> str:
    return " - ".join(f"{side} {bot}" for side, bot in named.items())

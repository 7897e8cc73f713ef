"""What the boxes of all games are made of in the same way: options, the map, places off it, charts."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bocage import bots, shelf
from bocage.table.faces import capital
from bocage.table.wire.box import (
    BotInfo,
    Chart,
    HexInfo,
    Layout,
    Nation,
    Option,
    Phase,
    PlaceInfo,
    Scenario,
    Shelf,
    SideInfo,
)

_PATIENT = "search"  # the bot for which one chooses how long it thinks
_SECONDS = (1, 2, 5, 10, 30)
SYMBOL_CREDIT = "Unit symbols: milsymbol by Måns Beckman, MIT licence."


def options(table: Iterable[Mapping[str, str]]) -> list[Option]:
    """The options of a game, from its table of them.

    >>> row = {"option": "R1", "title": "Fog", "effect": "Stacks are hidden.", "default": "false"}
    >>> options([row | {"values": "false|true", "excludes": "R2 R3"}])[0].excludes
    ['R2', 'R3']
    """
    return [
        Option(
            row["option"],
            row["title"],
            row["effect"],
            json.loads(row["default"]),
            [json.loads(value) for value in row["values"].split("|")],
            row["excludes"].split(),
            row.get("needs", "").split(),
            row.get("scenarios", "").split(),
        )
        for row in table
    ]


def opponents() -> list[BotInfo]:
    """The bots, weakest first, then those that other packages bring.

    >>> [(bot.name, bot.usual) for bot in opponents()[:4]]
    [('random', 0), ('greedy', 0), ('planner', 0), ('search', 5)]
    """
    found = []
    for name in bots.names():
        long = name == _PATIENT
        usual = int(bots.seconds(name) or 0) if long else 0
        found.append(BotInfo(name, bots.about(name), list(_SECONDS) if long else [], usual))
    return found


def layout(game: Any, terrain: Callable[[int], str], boxes: Mapping[str, str] = MappingProxyType({})) -> Layout:
    """Where the hexes are on the map's picture, and what is told of the ground in each.

    `boxes` are places off the map, with what is written in the box that the picture has for each.
    """
    folder = shelf.folder(game.slug, "data")
    drawn = json.loads((folder / "layout.json").read_text(encoding="utf-8"))
    hexes = []
    for label, node in game.board.index.items():
        x, y = drawn["centres"][label]
        hexes.append(HexInfo(label, x, y, terrain(node), game.data.names.get(node, "")))
    return Layout(
        f"/api/games/{game.slug}/map.svg" if (folder / "map.svg").is_file() else "",
        drawn["width"],
        drawn["height"],
        drawn["hex_size"],
        drawn["counter_size"],
        [(x, y) for x, y in drawn["corner_offsets"]],
        hexes,
        [HexInfo(place, *_middle(*drawn["rooms"][place]), "", name) for place, name in boxes.items()],
    )


def on_shelf(
    kind: Any,
    blurb: str,
    length: str,
    sides: list[SideInfo],
    scenarios: list[Scenario],
    table: Iterable[Mapping[str, str]],
) -> Shelf:
    """A game on the start page: what it says of itself, its scenarios, and its options from their table."""
    picture = f"/api/games/{kind.slug}/picture.png"
    return Shelf(kind.slug, kind.title, blurb, picture, length, sides, scenarios, options(table), opponents())


def phases(game: Any, tables: Iterable[str], words: Callable[[str], str], part_of: Container[str] = ()) -> list[Phase]:
    """The rows of some tables of the sequence of play, in words; those that are part of another one are left out."""
    rows = (row for table in tables for row in game.rules.sequence[table] if row.name not in part_of)
    return [Phase(row.name, capital(words(row.name)), row.side, row.rule) for row in rows]


def nations(
    names: Mapping[str, str], colours: Mapping[str, tuple[str, str, str]], side_of: Callable[[str], str]
) -> list[Nation]:
    """The nations in the order of their colours: whose they are, and how their counters look."""
    return [Nation(nation, names[nation], side_of(nation), *look) for nation, look in colours.items()]


def _middle(left: float, top: float, width: float, height: float) -> tuple[float, float]:
    return left + width / 2, top + height / 2


def places(
    ids: Iterable[str], names: Mapping[str, str], sides: Mapping[str, str], rules: Mapping[str, str]
) -> list[PlaceInfo]:
    """The places off the map, with whose they are and their cases where they have any.

    >>> places(["cup", "dead"], {"cup": "the cup", "dead": "eliminated"}, {"cup": "german"}, {})[1].dead
    True
    """
    return [
        PlaceInfo(place, names[place], sides.get(place, ""), rules.get(place, ""), dead=place == "dead")
        for place in ids
    ]


def chart(
    name: str,
    title: str,
    rule: str,
    headings: Mapping[str, str],
    table: Sequence[Mapping[str, str]],
    nothing: str = "",
    note: str = "",
) -> Chart:
    """A data file as a chart: the columns that have a heading; `nothing` stands in empty cells.

    >>> rows = [{"die": "1", "result": "no_effect", "source": "11.1"}, {"die": "2", "result": "", "source": "11.1"}]
    >>> found = chart("crt", "Results", "11.0", {"die": "Die", "result": "Result"}, rows, "–")
    >>> found.rows, sources(rows)
    ([['1', 'no effect'], ['2', '–']], '11.1')
    """
    cells = [[row[column].replace("_", " ") or nothing for column in headings] for row in table]
    return Chart(name, title, rule, list(headings.values()), cells, sources(table), note)


def sources(table: Iterable[Mapping[str, str]]) -> str:
    """Where the numbers of a chart come from, each source once."""
    return "; ".join(dict.fromkeys(row["source"] for row in table))

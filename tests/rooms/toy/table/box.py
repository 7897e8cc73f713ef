"""What is in the box: map, counters, charts and labels, from the data files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.table.faces import capital
from bocage.table.faces.boxes import SYMBOL_CREDIT, chart, layout, opponents, places
from bocage.table.wire.box import (
    Box,
    CounterInfo,
    Nation,
    Overlay,
    Phase,
    Scenario,
    Shelf,
    SideInfo,
    TurnInfo,
    VerbInfo,
)

from ..game import Brook
from ..rules.position import PLACES, SIDES
from ..words import wording

SIDE_INFOS = [SideInfo(side, wording.SIDE_NAMES[side], wording.ADJECTIVES[side]) for side in SIDES]
NATIONS = [Nation(side, wording.ADJECTIVES[side], side, *wording.COLOURS[side]) for side in SIDES]
VERBS = [
    VerbInfo("pick", "unit", "Take in hand"),
    VerbInfo("move", "hex", "Move here", "path"),
    VerbInfo("attack", "hex", "Attack this hex", "odds"),
    VerbInfo("join", "unit", "Join the attack", together="All who can join"),
    VerbInfo("roll", "", "Roll the die", main=True),
    VerbInfo("end", "", "Go on"),
]
BLURB = "Two small forces, a brook, and the mill that both of them want. Learnt in five minutes."
LENGTH = "6 turns, a quarter of an hour"


def shelf() -> Shelf:
    """The game on the start page; its map is its picture."""
    scenarios = [Scenario(name, name.capitalize(), sentence, LENGTH) for name, sentence in Brook.scenarios.items()]
    picture = f"/api/games/{Brook.slug}/map.svg"
    return Shelf(Brook.slug, Brook.title, BLURB, picture, LENGTH, SIDE_INFOS, scenarios, [], opponents())


def box(game: Any, overlays: Sequence[Overlay]) -> Box:
    """Everything printed."""
    cells = game.data.tables.cells
    return Box(
        slug=game.slug,
        title=game.title,
        blurb=BLURB,
        sides=SIDE_INFOS,
        nations=NATIONS,
        layout=layout(game, lambda node: game.data.terrain_at[node]),
        counters=[
            CounterInfo(
                counter.id,
                counter.name,
                wording.short_name(counter),
                counter.nation,
                counter.side,
                wording.SYMBOLS[counter.type],
                "",
                counter.steps,
            )
            for counter in game.counters
        ],
        places=places(PLACES, {"dead": "eliminated"}, {}, {}),
        verbs=VERBS,
        turns=[TurnInfo(number, turn.name, turn.dates) for number, turn in enumerate(game.data.turns, 1)],
        phases=[Phase(row.name, capital(row.name), row.side, row.rule) for row in game.rules.sequence["turn"]],
        charts=[
            chart("crt", "Combat results", "3.4", {"total": "Total up to", "result": "Result"}, cells("crt.csv")),
            chart(
                "terrain",
                "Terrain",
                "2.2",
                {"terrain": "Terrain", "mp": "MP", "defence": "Defence"},
                cells("terrain.csv"),
            ),
        ],
        overlays=list(overlays),
        flags=wording.FLAGS,
        credits=[SYMBOL_CREDIT],
    )

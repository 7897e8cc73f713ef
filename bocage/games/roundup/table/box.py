"""What is in the box of Operation Roundup: map, counters, charts and words, all from its data files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage.table.faces import capital
from bocage.table.faces.boxes import SYMBOL_CREDIT, chart, layout, on_shelf
from bocage.table.wire.box import (
    Box,
    Chart,
    CounterInfo,
    Nation,
    Overlay,
    Phase,
    PlaceInfo,
    Scenario,
    Shelf,
    SideInfo,
    TurnInfo,
    VerbInfo,
)

from ..data import rows
from ..game import Roundup
from ..rules.in_force import Rules
from ..rules.position import ALLIED, GERMAN, PLACES
from ..words import wording

SIDES = [SideInfo(ALLIED, "the Allies", "Allied"), SideInfo(GERMAN, "the Germans", "German")]
NATIONS = [
    Nation("US", "United States", ALLIED, *wording.COLOURS["US"]),
    Nation("UK", "United Kingdom and allies", ALLIED, *wording.COLOURS["UK"]),
    Nation("DE", "Germany", GERMAN, *wording.COLOURS["DE"]),
]
FLAGS = {
    "reduced": "reduced: a step lost",
    "hungry": "out of supply, halved",
    "moved": "has moved",
    "attacked": "has attacked",
    "defended": "has been attacked",
    "dropped": "dropped this turn",
    "replaced": "took a replacement this turn",
}
VERBS = [
    VerbInfo("us-beachhead", "hex", "Place a US beachhead"),
    VerbInfo("uk-beachhead", "hex", "Place a UK beachhead"),
    VerbInfo("strategy", "strategy", "Choose this strategy"),
    VerbInfo("keep-bluepoint", "", "Operation Bluepoint goes ahead"),
    VerbInfo("cancel-bluepoint", "", "Cancel Operation Bluepoint"),
    VerbInfo("us-port", "port", "Serve US units"),
    VerbInfo("uk-port", "port", "Serve UK units"),
    VerbInfo("tas", "hex", "Place a TAS marker"),
    VerbInfo("us-tas", "hex", "Place a US TAS marker"),
    VerbInfo("uk-tas", "hex", "Place a UK TAS marker"),
    VerbInfo("us-supply", "hex", "US aerial supply here"),
    VerbInfo("uk-supply", "hex", "UK aerial supply here"),
    VerbInfo("enter", "hex", "Land here"),
    VerbInfo("land", "kind of unit", "Land"),
    VerbInfo("drop", "unit", "Drop this unit", series="no"),
    VerbInfo("place", "hex", "Place it here"),
    VerbInfo("bring", "kind of unit", "Bring this one first"),
    VerbInfo("rebuild", "unit", "Rebuild as a Kampfgruppe"),
    VerbInfo("replace", "unit", "Replace its losses"),
    VerbInfo("move-first", "", "Move/Combat"),
    VerbInfo("combat-first", "", "Combat/Move"),
    VerbInfo("pick", "unit", "Take in hand"),
    VerbInfo("join", "unit", "Take along", together="All who can join"),
    VerbInfo("move", "hex", "Move here", "path"),
    VerbInfo("column", "hex", "Move here in column", "path"),
    VerbInfo("attack", "hex", "Attack this hex", "odds"),
    VerbInfo("bombers", "", "Call the heavy bombers and roll"),
    VerbInfo("roll", "", "Roll the die", main=True),
    VerbInfo("withdraw", "", "Retreat"),
    VerbInfo("stand", "", "Stand fast and lose a step"),
    VerbInfo("lose", "unit", "This one loses a step"),
    VerbInfo("eliminate", "unit", "Eliminate this one"),
    VerbInfo("retreat", "hex", "Retreat here"),
    VerbInfo("advance", "unit", "Advance", series="some"),
    VerbInfo("end", "", "Go on"),
]
# File, title, case, heading of the first column, other columns that a player does not need
_CHARTS = [
    ("crt", "Combat results", "11.13", {"die": "Die"}),
    ("tec", "Terrain effects", "10.2", {
        "terrain": "Terrain", "mp": "MP", "shift": "Shift", "column": "Column", "heavy_panzer": "Heavy panzers",
        "air_drop": "Air drop", "beachhead": "Beachhead", "concentric": "Concentric",
    }),
    ("movement", "Movement points", "10.1", {"class": "Units", "turn1": "Turn 1", "later": "Later"}),
    ("weather", "Weather", "6.0", {"die": "Die", "weather": "Weather"}),
    ("air", "Air superiority: dice", "7.1", {
        "weather": "Weather", "allied": "Allied dice", "german": "German dice", "german_luftwaffe": "With Luftwaffe",
    }),
    ("heavy_bomber", "Heavy bombers", "7.6", {
        "modified_die": "Modified die", "column_shift": "Shift", "meaning": "Meaning",
    }),
    ("returns", "Units that return", "8.4", {"die": "Die", "turns": "Turns later"}),
    ("cups", "German reinforcement cups", "8.5", {
        "cup": "Cup", "codes": "Codes", "first_turn": "From turn", "strategies": "Strategies",
    }),
    ("strategies", "Hitler's strategies", "13.3", {
        "strategy": "Strategy", "title": "Commitment", "russia": "Russia cup", "luftwaffe": "Luftwaffe",
        "victory": "German victory by",
    }),
    ("german_victory", "German victory levels", "14.2", {
        "case": "Case", "level": "Level", "ports": "Ports", "beachheads_destroyed": "Beachheads destroyed",
    }),
]  # fmt: skip
BLURB = (
    "September 1943: the Allies land in the Pas-de-Calais a year early. Four beachheads, three ports, and a German "
    "army whose reserves depend on what Hitler decides."
)
LENGTH = "10 turns, one to two hours"
_GAME_CREDIT = (
    "Operation Roundup was designed by Ty Bomba, developed by Russ Lockwood and published by LPS, Inc. This is an "
    "independent implementation without any text or art of the published game."
)
_MAP_CREDIT = (
    "Place names and coordinates: GeoNames (geonames.org), CC BY 4.0. Land cover: Global Land Cover by National "
    "Mapping Organizations: GLCNMO Version 3 © Geospatial Information Authority of Japan, Chiba University and "
    "Collaborating Organizations. Pas-de-Calais elevation and coast: LiDAR terrain models of Europe, Sonny "
    "(sonny.4lima.de), CC BY 4.0. Natural Earth; ETOPO5 (NOAA)."
)
CREDITS = [_GAME_CREDIT, _MAP_CREDIT, SYMBOL_CREDIT]


def plain_row(row: str) -> str:
    """A row of the sequence without the order of the phases in its name.

    >>> plain_row("allied combat first")
    'allied combat'
    """
    return row.removesuffix(" first").removesuffix(" last")


def shelf() -> Shelf:
    """The game on the start page."""
    scenarios = [Scenario(name, name.capitalize(), sentence, LENGTH) for name, sentence in Roundup.scenarios.items()]
    return on_shelf(Roundup, BLURB, LENGTH, SIDES, scenarios, rows("options.csv"))


def box(game: Any, overlays: Sequence[Overlay]) -> Box:
    """Everything printed, for a game compiled with its options."""
    return Box(
        slug=game.slug,
        title=game.title,
        blurb=BLURB,
        sides=SIDES,
        nations=NATIONS,
        layout=layout(game, lambda node: _terrain(game, node)),
        counters=[
            CounterInfo(
                counter.id,
                counter.name,
                counter.id.partition("-")[2],
                counter.nation,
                counter.side,
                wording.SYMBOLS[counter.type],
                counter.size,
                counter.steps,
            )
            for counter in game.counters
        ],
        places=[
            PlaceInfo(
                place,
                wording.PLACE_WORDS[place].partition(" (")[0],
                GERMAN if "cup" in place else ALLIED if place in ("pool", "track") else "",
                dead=place == "dead",
            )
            for place in PLACES
        ],
        verbs=VERBS,
        turns=[TurnInfo(number, dates) for number, (dates, _) in enumerate(game.data.turns, 1)],
        phases=_phases(game),
        charts=[_chart(game, *row) for row in _CHARTS],
        overlays=list(overlays),
        flags=FLAGS,
        credits=CREDITS,
    )


def _terrain(game: Any, node: int) -> str:
    coast = "coastal " if game.data.coastal >> node & 1 else ""
    return f"{coast}{game.data.terrain_at[node]}"


def _phases(game: Any) -> list[Phase]:
    sequence = game.rules.sequence
    found: dict[str, Phase] = {}

    def add(row: Any) -> None:
        name = plain_row(row.name)
        found.setdefault(name, Phase(name, capital(wording.phase_words(row.name)), row.side, row.rule))

    for table in ("setup", "turn"):
        for row in sequence[table]:
            add(row)
            if row.name.endswith(" order"):
                for inner in sequence[f"{row.side} move/combat"]:
                    add(inner)
    return list(found.values())


def _chart(game: Any, name: str, title: str, rule: str, headings: dict[str, str]) -> Chart:
    table = [{**row, **_in_force(game.rules, name, row)} for row in game.data.tables.cells(f"{name}.csv")]
    if name == "crt":  # every column of odds
        headings = headings | {column: column for column in game.rules.columns}
    return chart(name, title, rule, headings, table)


def _in_force(rules: Rules, name: str, row: Mapping[str, str]) -> dict[str, str]:
    """Those cells of a chart that options can change, as the rules of this game read them."""
    die = int(row.get("die", 1)) - 1
    cells: dict[str, Any] = {}
    if name == "crt":
        cells = {column: results[die] for column, results in rules.crt.items()}
    elif name == "tec":
        cells = {"mp": rules.terrain_mp[row["terrain"]], "shift": rules.terrain_shift[row["terrain"]]}
    elif name == "movement":
        cells = dict(zip(("turn1", "later"), rules.movement[row["class"]], strict=True))
    elif name == "weather":
        cells = {"weather": rules.weather[die]}
    elif name == "air":
        cells = dict(zip(("allied", "german", "german_luftwaffe"), rules.air_dice[row["weather"]], strict=True))
    elif name == "heavy_bomber":
        cells = {"column_shift": rules.bombers[int(row["modified_die"])]}
    elif name == "returns":
        cells = {"turns": rules.returns[die]}
    return {column: str(cell) for column, cell in cells.items()}

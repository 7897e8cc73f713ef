"""What is in the box of Fortress Europa: map, counters, charts and words, all from its data files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.table.faces import boxes, capital
from bocage.table.faces.boxes import SYMBOL_CREDIT, layout, nations, on_shelf, places
from bocage.table.wire.box import (
    Box,
    CounterInfo,
    Layout,
    Overlay,
    Phase,
    Scenario,
    Shelf,
    SideInfo,
    TurnInfo,
    VerbInfo,
)

from ..data import rows
from ..data.counters import stranger
from ..data.tables import NATIONS as PRINTED_NATIONS
from ..game import Fortress
from ..rules.position import ALLIED, BASES, GERMAN, PLACES
from ..words import wording
from ..words.phases import PART_OF, phase_words
from . import charts as fortress_charts

SIDES = [SideInfo(ALLIED, "the Allies", "Allied"), SideInfo(GERMAN, "the Germans", "German")]
NATIONS = nations(
    wording.NATION_WORDS, wording.COLOURS, lambda nation: ALLIED if nation in PRINTED_NATIONS[ALLIED] else GERMAN
)
VERBS = [
    # Setting up
    VerbInfo("write", "number", "Write it down"),
    VerbInfo("strike", "number", "Strike it out"),
    VerbInfo("pick", "unit", "Take in hand"),
    VerbInfo("place", "hex", "Place it here"),
    VerbInfo("free", "hex", "Set it up here as a free unit"),
    VerbInfo("hide", "unit", "Hide it"),
    VerbInfo("show", "unit", "Do not hide it"),
    VerbInfo("blank", "hex", "Lay a blank counter here"),
    VerbInfo("unblank", "hex", "Take a blank counter away"),
    VerbInfo("mask", "unit", "Cover it with a decoy"),
    VerbInfo("unmask", "unit", "Take its decoy off"),
    VerbInfo("suggested", "", "Set up the rest as suggested"),
    VerbInfo("send", "unit", "Change its base"),
    VerbInfo("reduce", "unit", "Reduce it"),
    VerbInfo("restore", "unit", "Give it its first strength"),
    # Air
    VerbInfo("sac", "mission", "Strategic bombers"),
    VerbInfo("tac", "mission", "Tactical bombers"),
    VerbInfo("against", "mission", "Cancel aircraft there"),
    VerbInfo("lose-sac", "", "A SAC is cancelled"),
    VerbInfo("lose-tac", "", "A TAC is cancelled"),
    VerbInfo("west", "number", "TAC on the Western Front"),
    VerbInfo("bomb", "river section", "Destroy the bridges"),
    VerbInfo("flood", "", "Open the dykes"),
    # Replacements, arrivals, the Panzer Reserve
    VerbInfo("fill", "unit", "Fill up a step"),
    VerbInfo("raise", "unit", "Rebuild it"),
    VerbInfo("strengthen", "unit", "Make it an overstrength division", series="some"),
    VerbInfo("troops", "unit", "Break up these HQ troops"),
    VerbInfo("revive", "unit", "This one takes their place"),
    VerbInfo("split", "", "Break down the 79th"),
    VerbInfo("rejoin", "", "Put the 79th together"),
    VerbInfo("england", "", "To England"),
    VerbInfo("africa", "", "To Africa"),
    VerbInfo("garrison", "unit", "Garrison Paris"),
    VerbInfo("substitute", "unit", "Goes in its place"),
    VerbInfo("rebuild", "", "Option A: rebuild the reserve"),
    VerbInfo("continue", "", "Option B: replacements as before"),
    VerbInfo("remove", "unit", "Take it off the map"),
    VerbInfo("recall", "unit", "Comes back"),
    # Landings and drops
    VerbInfo("beach", "hex", "Invade here"),
    VerbInfo("land", "hex", "Land here"),
    VerbInfo("cover", "hex", "Support the attack here"),
    VerbInfo("raid", "hex", "Raid here"),
    VerbInfo("drop", "hex", "Drop here"),
    # Movement
    VerbInfo("join", "unit", "Take along", together="All who can join"),
    VerbInfo("move", "hex", "Move here", "path"),
    VerbInfo("rail", "hex", "Go by rail", "path"),
    VerbInfo("sail", "hex", "Sail here"),
    VerbInfo("enter", "hex", "Enter here"),
    VerbInfo("airlift", "hex", "Fly here"),
    VerbInfo("airlift-england", "", "Fly to England"),
    VerbInfo("airlift-africa", "", "Fly to Africa"),
    VerbInfo("cross", "hex", "Try to cross the river"),
    VerbInfo("infiltrate", "hex", "Infiltrate"),
    VerbInfo("relieve", "unit", "Take its place"),
    VerbInfo("exit", "", "Leave the map to the east"),
    VerbInfo("eliminate", "unit", "Eliminate this one"),
    # Combat
    VerbInfo("attack", "hex", "Attack this hex", "odds"),
    VerbInfo("add", "hex", "Attack this hex too", "odds"),
    VerbInfo("ship", "unit", "Naval support"),
    VerbInfo("support", "", "One aircraft more"),
    VerbInfo("carpet", "", "Carpet bombing"),
    VerbInfo("declare", "odds", "Declare lower odds"),
    VerbInfo("roll", "", "Roll the die", main=True),
    VerbInfo("lose", "unit", "This one loses a step"),
    VerbInfo("withdraw", "unit", "This one retreats"),
    VerbInfo("include", "unit", "Take along"),
    VerbInfo("retreat", "hex", "Retreat here"),
    VerbInfo("stop", "", "Stop here"),
    VerbInfo("advance", "hex", "Advance here"),
    VerbInfo("release", "", "Release all frozen units"),
    VerbInfo("starve", "unit", "This one goes without"),
    VerbInfo("end", "", "Go on"),
]
LENGTHS = {
    "campaign": "37 turns, many evenings",
    "invasion": "7 turns, two evenings",
    "west_wall": "12 turns, several evenings",
    "bulge": "4 turns, an evening",
    "berlin": "11 turns, several evenings",
}
BLURB = (
    "June 1944 to March 1945: all of western Europe, division by division, in weeks of two impulses each. The Allies "
    "land wherever they dare between Holland and the south of France; the Germans wait, with units that nobody sees."
)
_GAME_CREDIT = (
    "Fortress Europa was designed by John Edwards and published by Jedko Games, The Avalon Hill Game Company and "
    "Compass Games, LLC. This is an independent implementation without any text or art of the published game; map and "
    "charts are reconstructions of our own."
)
_MAP_CREDIT = (
    "Place names and coordinates: GeoNames (geonames.org), CC BY 4.0. Land cover: Global Land Cover by National "
    "Mapping Organizations: GLCNMO Version 3 © Geospatial Information Authority of Japan, Chiba University and "
    "Collaborating Organizations. Coast: Natural Earth. Heights and depths: ETOPO5 (NOAA)."
)


def shelf() -> Shelf:
    """The game on the start page."""
    titles = {row["scenario"]: row["title"] for row in rows("scenarios.csv")}
    scenarios = [Scenario(name, titles[name], sentence, LENGTHS[name]) for name, sentence in Fortress.scenarios.items()]
    return on_shelf(Fortress, BLURB, "4 to 37 turns, an evening or many", SIDES, scenarios, rows("options.csv"))


def box(game: Any, overlays: Sequence[Overlay]) -> Box:
    """Everything printed, for a game compiled with its scenario and options."""
    return Box(
        slug=game.slug,
        title=game.title,
        blurb=BLURB,
        sides=SIDES,
        nations=NATIONS,
        layout=_layout(game),
        counters=[_counter(counter, game.data.schedule) for counter in game.counters[: game.first_stranger]],
        places=places(PLACES, wording.PLACE_WORDS, wording.PLACE_SIDES, wording.PLACE_RULES),
        verbs=VERBS,
        turns=_turns(game),
        phases=phases(game),
        charts=fortress_charts.charts(game),
        overlays=list(overlays),
        flags=wording.FLAGS,
        credits=[_GAME_CREDIT, _MAP_CREDIT, SYMBOL_CREDIT],
        back=_counter(stranger(0), (), wording.BACK),
        cost_word="hex",
        cost_words="hexes",
    )


def _counter(counter: Any, schedule: Sequence[Any], name: str = "") -> CounterInfo:
    return CounterInfo(
        name or counter.id,
        capital(counter.name),
        counter.short,
        counter.nation,
        counter.side,
        wording.symbol(counter),
        wording.size_sign(counter),
        counter.steps,
        wording.counter_note(counter, schedule),
        wording.symbol_box(counter),
    )


def _layout(game: Any) -> Layout:
    look = game.look(game.first_position())
    bases = {PLACES[-place - 1]: name for place, name in BASES.items()}
    return layout(game, lambda node: ", ".join([wording.hex_terrain(look, node), *wording.areas(look, node)]), bases)


def _turns(game: Any) -> list[TurnInfo]:
    first = game.first_position().turn
    return [
        TurnInfo(number, turn.name, "; ".join([turn.dates, *fortress_charts.events(game, number)]))
        for number, turn in enumerate(game.data.turns, 1)
        if first <= number <= game.rules.last_turn
    ]


def phases(game: Any) -> list[Phase]:
    """The sequence of play; rows that only open or close another one are left out."""
    return boxes.phases(game, ("winter setup" if game.rules.winter else "setup", "turn"), phase_words, PART_OF)

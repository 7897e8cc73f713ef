"""What is in the box of D-Day to the Rhine: map, counters, charts and words, all from its data files."""

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
from ..game import Rhine, stranger
from ..rules.position import ALLIED, GERMAN, PLACES
from ..words import wording
from . import charts as rhine_charts

SIDES = [SideInfo(ALLIED, "the Allies", "Allied"), SideInfo(GERMAN, "the Germans", "German")]
NATIONS = nations(
    wording.NATION_WORDS, wording.COLOURS, lambda nation: ALLIED if nation in ("US", "BR", "FR") else GERMAN
)
VERBS = [
    # Setting up
    VerbInfo("pick", "unit", "Take in hand"),
    VerbInfo("place", "hex", "Place it here"),
    VerbInfo("hide", "unit", "Turn it face down"),
    VerbInfo("show", "unit", "Turn it face up"),
    VerbInfo("deploy", "unit", "Deploy"),
    VerbInfo("undeploy", "unit", "Undeploy"),
    VerbInfo("suggested", "", "Place the rest as suggested"),
    # Air operations, dumps, landings, arrivals
    VerbInfo("bomb", "hex", "Bomb this hex"),
    VerbInfo("spare", "", "Bomb nobody"),
    VerbInfo("drop", "hex", "Drop it here"),
    VerbInfo("withdraw", "unit", "Take it off the map for a later drop", series="some"),
    VerbInfo("beach", "hex", "Land here"),
    VerbInfo("unbeach", "hex", "Do not land here"),
    VerbInfo("shift-bombardment", "", "Shift Naval Bombardment to the new landing"),
    VerbInfo("keep-bombardment", "", "Leave it with the first beaches"),
    VerbInfo("first", "hex", "First wave here"),
    VerbInfo("second", "hex", "Second wave here"),
    VerbInfo("recall", "unit", "Call it back from the landing", series="some"),
    VerbInfo("send", "unit", "Send it in with the first wave"),
    VerbInfo("favour", "unit", "Supply it first", series="some"),
    VerbInfo("unfavour", "unit", "Supply it in its turn"),
    # Movement
    VerbInfo("move", "hex", "Move here", "path"),
    VerbInfo("dash", "hex", "Dash here, strafed", "path"),
    VerbInfo("march", "hex", "March here with bonus hexes", "path"),
    VerbInfo("disrupt", "unit", "This one is Disrupted"),
    # Attacks
    VerbInfo("attack", "hex", "Attack this hex", "odds"),
    VerbInfo("also", "hex", "Attack this hex as well", "odds"),
    VerbInfo("join", "unit", "Join the attack", together="All who can join"),
    VerbInfo("commit", "", "Allocate this attack", main=True),
    VerbInfo("cancel", "", "Drop this attack"),
    VerbInfo("resolve", "hex", "Fight this battle next", "odds"),
    VerbInfo("with", "unit", "The battle of this unit"),
    VerbInfo("support", "", "The Luftwaffe supports it (+1)", main=True),
    VerbInfo("no-support", "", "No support"),
    VerbInfo("fight", "", "Attack", main=True),
    VerbInfo("call-off", "", "Call it off"),
    VerbInfo("press", "", "Press the attack"),
    VerbInfo("steady", "", "Attack steadily: roll", main=True),
    VerbInfo("no-retreat", "", "No Retreat!"),
    VerbInfo("may-retreat", "", "They may retreat", main=True),
    VerbInfo("lose", "unit", "This one is eliminated"),
    VerbInfo("distance", "number", "How far are they routed?"),
    VerbInfo("retreat", "hex", "Retreat here"),
    VerbInfo("stop", "", "Stop here"),
    VerbInfo("stay", "", "Stay in the hex"),
    VerbInfo("advance", "hex", "Advance here"),
    # The German turn
    VerbInfo("blitz", "", "Declare Goering's Blitz"),
    VerbInfo("ruthless", "", "Invoke SS Ruthlessness"),
    VerbInfo("eliminate", "unit", "Give this unit up"),
    VerbInfo("withdraw-to-return", "", "Withdraw it, recorded to return"),
    VerbInfo("withdraw-to-stay", "", "Withdraw it, never to return (two turns less)"),
    VerbInfo("counteroffensive", "", "Counteroffensive: bring it back"),
    VerbInfo("wait", "", "Not now", main=True),
    VerbInfo("roll", "", "Roll the die", main=True),
    VerbInfo("end", "", "Go on"),
]
BLURB = (
    "June to December 1944, from the beaches to the Rhine in half-month turns. The German sets up where he likes, with "
    "divisions and dummies face down; the Allies choose where to land, and how to feed an army that outruns its ports."
)
_GAME_CREDIT = (
    "The rules are those of an untitled free print-and-play game, called D-Day to the Rhine here. Map, calendar and "
    "counters are reconstructions of our own; nothing of the original's text or art is used."
)
_MAP_CREDIT = (
    "Place names and coordinates: GeoNames (geonames.org), CC BY 4.0. Coast: Natural Earth. Heights and depths: ETOPO5 "
    "(NOAA)."
)


LENGTH = "14 turns, several evenings"


def shelf() -> Shelf:
    """The game on the start page."""
    scenarios = [
        Scenario(name, "Campaign", capital(sentence.partition(": ")[2]), LENGTH)
        for name, sentence in Rhine.scenarios.items()
    ]
    return on_shelf(Rhine, BLURB, LENGTH, SIDES, scenarios, rows("options.csv"))


def box(game: Any, overlays: Sequence[Overlay]) -> Box:
    """Everything printed, for a game compiled with its options."""
    return Box(
        slug=game.slug,
        title=game.title,
        blurb=BLURB,
        sides=SIDES,
        nations=NATIONS,
        layout=_layout(game),
        counters=[_counter(counter) for counter in game.data.counters],
        places=places(PLACES, wording.PLACE_WORDS, wording.PLACE_SIDES, wording.PLACE_RULES),
        verbs=VERBS,
        turns=_turns(game),
        phases=phases(game),
        charts=rhine_charts.charts(game),
        overlays=list(overlays),
        flags=wording.FLAGS,
        credits=[_GAME_CREDIT, _MAP_CREDIT, SYMBOL_CREDIT],
        back=_counter(stranger(0), wording.BACK),
        cost_word="hex",
        cost_words="hexes",
    )


def _counter(counter: Any, name: str = "") -> CounterInfo:
    return CounterInfo(
        name or counter.id,
        capital(counter.name),
        counter.short,
        counter.group,
        counter.side,
        wording.symbol(counter),
        wording.SIZES.get(counter.kind, ""),
        1,
        wording.counter_note(counter),
        wording.symbol_box(counter),
    )


def _layout(game: Any) -> Layout:
    look = game.look(game.first_position())
    return layout(game, lambda node: wording.hex_terrain(look, node))


def _turns(game: Any) -> list[TurnInfo]:
    found = []
    for number, turn in enumerate(game.data.turns, 1):
        weather = "always Good" if turn.weather == "good" else f"weather {turn.weather}"
        found.append(TurnInfo(number, turn.name, f"{turn.dates.rpartition(' ')[0]}, {weather}"))
    return found


def phases(game: Any) -> list[Phase]:
    """The sequence of play; rows that only open or close another one are left out."""
    return boxes.phases(game, ("setup", "turn"), wording.phase_words, wording.PART_OF)

"""What is in the box of Storming the Reich: map, counters, charts and words, all from its data files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bocage.table.faces import boxes, capital
from bocage.table.faces.boxes import SYMBOL_CREDIT, chart, layout, nations, on_shelf, places, sources
from bocage.table.wire.box import (
    Box,
    Chart,
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
from ..game import Storming
from ..rules.combat.odds import FIRST_ROW, LAST_ROW
from ..rules.position import ALLIED, GERMAN, PLACES
from ..words import wording

SIDES = [SideInfo(ALLIED, "the Allies", "Allied"), SideInfo(GERMAN, "the Germans", "German")]
NATIONS = nations(wording.NATION_WORDS, wording.COLOURS, lambda nation: GERMAN if nation in ("DE", "SS") else ALLIED)
VERBS = [
    # Setting up
    VerbInfo("remove", "unit", "Take it out of the game"),
    VerbInfo("reduce", "unit", "Set it up reduced"),
    VerbInfo("set-aside", "unit", "Set it aside for later"),
    VerbInfo("lay-out", "", "Lay these units out as suggested"),
    VerbInfo("suggested", "", "Suggested set-up for this step"),
    VerbInfo("suggested-all", "", "Suggested set-up for all my steps"),
    # Phase I
    VerbInfo("pick", "unit", "Take in hand"),
    VerbInfo("place", "hex", "Place it here"),
    VerbInfo("england", "unit", "Keep it in England", series="some"),
    VerbInfo("watch", "unit", "Into the Watch on the Rhine Box", series="some"),
    VerbInfo("refit", "unit", "Place an R&R marker", series="some"),
    VerbInfo("withdraw", "unit", "Withdraw"),
    VerbInfo("rebuild-on-track", "", "Rebuild it on the Turn Record Track"),
    VerbInfo("rebuild-in-box", "", "Rebuild it in the Watch on the Rhine Box"),
    # The Hitler Counteroffensive
    VerbInfo("launch", "", "Launch the Hitler Counteroffensive"),
    VerbInfo("decline", "", "Not now"),
    VerbInfo("disrupt", "hex", "Disrupt this hex"),
    VerbInfo("react", "unit", "Send this division"),
    # Air
    VerbInfo("drop", "unit", "Drop this unit", series="no"),
    VerbInfo("at", "hex", "Drop it here"),
    VerbInfo("jump", "", "Jump: carry the operation out", main=True),
    VerbInfo("fall-back", "hex", "Withdraw to this hex"),
    VerbInfo("recover", "unit", "Recover: turn it to its regular side"),
    VerbInfo("recover-all", "", "All who can recover"),
    VerbInfo("strafe", "unit", "Strafe this unit", series="some"),
    VerbInfo("bomb-us", "hex", "US carpet bombing here"),
    VerbInfo("bomb-cw", "hex", "Commonwealth carpet bombing here"),
    VerbInfo("hit", "unit", "The bombs hit this unit"),
    # Logistics and command
    VerbInfo("ground", "unit", "Ground this division"),
    VerbInfo("free", "unit", "Free this division"),
    VerbInfo("priority", "unit", "Priority Supply", series="some"),
    VerbInfo("red-ball", "unit", "Red Ball Express", series="some"),
    VerbInfo("give", "number", "Points for the 21st Army Group"),
    VerbInfo("declare", "number", "Movement Points before combat"),
    # Movement
    VerbInfo("join", "unit", "Take along", together="All who can join"),
    VerbInfo("leave-behind", "unit", "Leave it behind"),
    VerbInfo("move", "hex", "Move here", "path"),
    VerbInfo("assault", "hex", "Mobile Assault on this hex", "odds"),
    VerbInfo("halt", "", "Halt"),
    VerbInfo("strategic", "unit", "Strategic Movement", lifts=True),
    VerbInfo("return", "unit", "Return from Brittany"),
    VerbInfo("exit", "", "Leave the map"),
    VerbInfo("blow-dams", "", "Blow the Roer Dams"),
    VerbInfo("eliminate", "unit", "Eliminate this one"),
    # Combat
    VerbInfo("attack", "hex", "Attack this hex", "odds"),
    VerbInfo("air", "", "Add Tactical Air (+1)", adds=True),
    VerbInfo("no-air", "", "No air support"),
    VerbInfo("hobart", "", "79th Armoured: +1", adds=True),
    VerbInfo("hobart-first-fire", "", "79th Armoured: no first fire"),
    VerbInfo("hobart-sea", "unit", "79th Armoured: carry it over the water"),
    VerbInfo("hobart-flood", "unit", "79th Armoured: bring it out of the flood"),
    VerbInfo("hold-back", "unit", "Leave it out"),
    VerbInfo("roll", "", "Roll the dice", main=True),
    VerbInfo("lose", "unit", "This one loses a step"),
    VerbInfo("advance", "unit", "Advance", series="some"),
    VerbInfo("end", "", "Go on"),
]
FIRE_CHART = "cft"
LENGTHS = {
    "campaign": "15 turns, several evenings",
    "breakout": "6 turns, an evening",
    "final": "5 turns, an evening",
}
TITLES = {"campaign": "Historical Campaign", "breakout": "Normandy Breakout", "final": "Final Battles"}
BLURB = (
    "From the day after the landings to April 1945: Normandy, the race across France, Antwerp, the Ardennes and the "
    "Rhine. Three army groups, one supply line, and a German who decides when to strike back."
)
_GAME_CREDIT = (
    "Storming the Reich was designed by Ted Raicer and published by Compass Games, LLC. This is an independent "
    "implementation without any text or art of the published game."
)
_MAP_CREDIT = (
    "Place names and coordinates: GeoNames (geonames.org), CC BY 4.0. Land cover: Global Land Cover by National "
    "Mapping Organizations: GLCNMO Version 3 © Geospatial Information Authority of Japan, Chiba University and "
    "Collaborating Organizations. Coast and frontiers: Natural Earth. Heights: ETOPO5 (NOAA)."
)


def shelf() -> Shelf:
    """The game on the start page."""
    scenarios = [
        Scenario(name, TITLES[name], capital(sentence.partition(": ")[2]), LENGTHS[name])
        for name, sentence in Storming.scenarios.items()
    ]
    return on_shelf(Storming, BLURB, "5 to 15 turns, an evening or several", SIDES, scenarios, rows("options.csv"))


def box(game: Any, overlays: Sequence[Overlay]) -> Box:
    """Everything printed, for a game compiled with its scenario and options."""
    return Box(
        slug=game.slug,
        title=game.title,
        blurb=BLURB,
        sides=SIDES,
        nations=NATIONS,
        layout=_layout(game),
        counters=[_counter(counter) for counter in game.counters],
        places=places(PLACES, wording.PLACE_WORDS, wording.PLACE_SIDES, wording.PLACE_RULES),
        verbs=VERBS,
        turns=_turns(game),
        phases=phases(game),
        charts=[_fire_chart(game), *_charts(game)],
        overlays=list(overlays),
        flags=wording.FLAGS,
        credits=[_GAME_CREDIT, _MAP_CREDIT, SYMBOL_CREDIT],
    )


def _counter(counter: Any) -> CounterInfo:
    return CounterInfo(
        counter.id,
        counter.name,
        wording.short_name(counter),
        wording.colours(counter),
        counter.side,
        wording.SYMBOLS[counter.type],
        wording.size_sign(counter),
        counter.steps,
        wording.counter_note(counter),
        wording.symbol_box(counter),
        counter.red,
    )


def _layout(game: Any) -> Layout:
    look = game.look(game.first_position())
    return layout(game, lambda node: ", ".join([wording.hex_terrain(look, node), *wording.areas(look, node)]))


def _turns(game: Any) -> list[TurnInfo]:
    found = []
    for number, turn in enumerate(game.data.turns, 1):
        if game.rules.first_turn <= number <= game.rules.last_turn:
            notes = [turn.dates, f"air {turn.air}"]
            notes += [text for flag, text in ((turn.carpet, "carpet bombing"), (turn.airborne, "drops")) if flag]
            notes += [f"R&R {nation}" for nation, turns in game.data.refit.items() if number in turns]
            found.append(TurnInfo(number, turn.name, ", ".join(notes)))
    return found


# The sequence of play


def phases(game: Any) -> list[Phase]:
    """The segments of the narrative sequence of play, after the steps of setting up."""
    found = boxes.phases(game, (table for table in game.rules.sequence if table != "turn"), wording.phase_words)
    sides = {row.rule: row.side for row in reversed(game.rules.sequence["turn"])}
    return found + [
        Phase(case, f"{case.removeprefix('4.1.')} {name}", sides.get(case, ""), case)
        for case, name in wording.SEGMENTS.items()
    ]


def segment_of(game: Any) -> Callable[[str], str]:
    """Row of the sequence of play -> the segment of 4.1 in which it happens, or its own name while setting up."""
    found: dict[str, str] = {}
    last = next(iter(wording.SEGMENTS))
    for row in game.rules.sequence["turn"]:
        case = row.rule
        while case and case not in wording.SEGMENTS:
            case = case.rpartition(".")[0]
        last = case or last
        found[row.name] = last
    return lambda row: found.get(row, row)


# Charts

# File, title, case, headings of the columns that a player needs
_CHARTS: list[tuple[str, str, str, dict[str, str]]] = [
    ("allowances", "Movement Allowances", "10.2.5.A", {
        "die": "Die", "allied_limited": "Allied, Limited", "allied_full": "Allied, Full",
        "german_infantry": "German Infantry", "german_mechanized": "German Mechanized",
    }),
    ("tec", "Terrain effects", "10.5.A", {
        "terrain": "Terrain", "mp": "MP", "drm": "Attacker’s die", "zone": "Zones", "assault": "Mobile Assault",
    }),
    ("carpet", "Carpet bombing", "11.1", {
        "die": "Die", "allied_steps": "Allied steps", "german_steps": "German steps",
    }),
    ("port_delay", "Cherbourg: turns until Operational", "8.6.B", {"die": "Die", "turns": "Turns"}),
    ("rhine_bridge", "Rhine bridges", "10.7.5", {"die": "Die", "result": "Result"}),
    ("strafing", "Strafing counters", "17.5.2", {"counter": "Counter", "points": "MP lost"}),
]  # fmt: skip
_NOTES = {
    "tec": (
        "MP are added for hexsides. Towns and forts cost what the other terrain in the hex costs. Roads cost 1 MP. Of "
        "several modifiers only the best for the defender counts. In Bocage the Allies attack at -2 until turn 4."
    ),
    "carpet": "All German units in the hex but flak are disrupted as well. The last step in a hex is safe.",
}


def _fire_chart(game: Any) -> Chart:
    table = game.data.tables.cells("cft.csv")
    columns = list(game.data.fire_columns)
    names = {table[0]["roll"]: FIRST_ROW, table[-1]["roll"]: LAST_ROW}
    return Chart(
        FIRE_CHART,
        "Combat Fire Table",
        "13.7.3",
        ["Die", *columns],
        [[names.get(row["roll"], row["roll"]), *(row[column] for column in columns)] for row in table],
        sources(table),
        "Steps lost, by the strength that fires and the modified die. Both sides fire.",
    )


def _charts(game: Any) -> list[Chart]:
    return [
        chart(name, title, rule, headings, game.data.tables.cells(f"{name}.csv"), "–", _NOTES.get(name, ""))
        for name, title, rule, headings in _CHARTS
    ]

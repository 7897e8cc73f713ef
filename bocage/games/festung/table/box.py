"""What is in the box of Festung Europa: map, counters, cards, charts and words, all from its data files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.table.faces import boxes
from bocage.table.faces.boxes import SYMBOL_CREDIT, layout, nations, on_shelf, places
from bocage.table.wire.box import Box, CounterInfo, Overlay, Scenario, Shelf, SideInfo, TurnInfo, VerbInfo

from ..data import rows
from ..data.tables import NATIONS as NATIONS_OF
from ..game import Festung
from ..rules.position import PLACES
from ..words import cards, wording
from . import charts

SIDES = [SideInfo(side, wording.SIDE_NAMES[side], wording.SIDE_WORDS[side]) for side in Festung.sides]
SIDE_OF = {nation: side for side, own in NATIONS_OF.items() for nation in own}
NATIONS = nations(wording.NATION_WORDS, wording.COLOURS, SIDE_OF.__getitem__)
VERBS = [
    # Cards
    VerbInfo("ops", "card", "Operations"),
    VerbInfo("event", "card", "Event"),
    VerbInfo("rd", "card", "Redeployment"),
    VerbInfo("rp", "card", "Replacements"),
    VerbInfo("combat", "card", "Play in this combat"),
    VerbInfo("bonus", "card", "Use its help in this attack"),
    VerbInfo("discard", "card", "Discard"),
    VerbInfo("take", "card", "Take into the hand"),
    VerbInfo("automatic", "", "Automatic Operation"),
    VerbInfo("disband", "", "Disband the Volkssturm"),
    VerbInfo("pass", "", "Pass"),
    # Operations
    VerbInfo("mark-move", "hex", "Move marker"),
    VerbInfo("mark-attack", "hex", "Attack marker"),
    VerbInfo("free-move", "hex", "Move marker at no cost"),
    VerbInfo("free-attack", "hex", "Attack marker at no cost"),
    VerbInfo("pick", "unit", "Take in hand"),
    VerbInfo("move", "hex", "Move here", "path"),
    VerbInfo("redeploy", "hex", "Redeploy here"),
    VerbInfo("place", "hex", "Place it here"),
    VerbInfo("relocate", "hex", "Put it here"),
    VerbInfo("land", "hex", "Land here"),
    VerbInfo("drop", "hex", "Drop here"),
    VerbInfo("choose_hex", "hex", "Choose this hex"),
    # Combat
    VerbInfo("attack", "hex", "Attack this hex", "odds"),
    VerbInfo("join", "unit", "Join the attack", together="All who can join"),
    VerbInfo("fight", "", "Attack", main=True),
    VerbInfo("lose", "unit", "This one loses a step"),
    VerbInfo("stand-in", "unit", "This one takes its place"),
    VerbInfo("hold", "unit", "Hold the hex: it loses a step"),
    VerbInfo("stay", "", "Stay at no cost"),
    VerbInfo("withdraw", "", "Retreat"),
    VerbInfo("retreat", "hex", "Retreat here"),
    VerbInfo("advance", "hex", "Advance here"),
    # Replacements, elimination, demands
    VerbInfo("rebuild", "unit", "Give it a step"),
    VerbInfo("eliminate", "unit", "Give this unit up"),
    VerbInfo("comply", "", "Do it"),
    VerbInfo("refuse", "", "Refuse"),
    VerbInfo("hitler", "", "Hitler goes"),
    VerbInfo("district", "number", "District"),
    VerbInfo("choose", "number", "Choose"),
    # Air
    VerbInfo("oil", "air marker", "Bomb oil"),
    VerbInfo("industry", "air marker", "Bomb industry"),
    VerbInfo("infrastructure", "air marker", "Bomb infrastructure"),
    VerbInfo("carpet", "air marker", "Carpet bombing"),
    VerbInfo("support", "air marker", "Ground support"),
    VerbInfo("interdict", "air marker", "Interdiction"),
    VerbInfo("base", "air marker", "Base it here"),
    VerbInfo("field", "air marker", "Move this Airfield"),
    VerbInfo("ground", "air marker", "Take it off its mission"),
    VerbInfo("roll", "", "Roll the die", main=True),
    VerbInfo("end", "", "Go on"),
]
BLURB = (
    "From Sicily in 1943 to the end of the Reich, driven by cards: each is an operation, an event, a redeployment or "
    "replacements, and never two of them. The Allies choose where to land; the Axis must be everywhere."
)
LENGTHS = {"campaign": "10 turns, several evenings", "overlord": "7 turns, two or three evenings"}
CREDIT = (
    "Rules after Festung Europa. Map, calendar, counters and cards are reconstructions of our own where the rules do "
    "not name them; nothing of the original's text or art is used."
)


def shelf() -> Shelf:
    """The game on the start page."""
    scenarios = [
        Scenario(name, name.capitalize(), sentence, LENGTHS[name]) for name, sentence in Festung.scenarios.items()
    ]
    return on_shelf(Festung, BLURB, LENGTHS["campaign"], SIDES, scenarios, rows("options.csv"))


def box(game: Any, overlays: Sequence[Overlay]) -> Box:
    """Everything printed, for a game compiled with its options."""
    look = game.look(game.first_position())
    return Box(
        slug=game.slug,
        title=game.title,
        blurb=BLURB,
        sides=SIDES,
        nations=NATIONS,
        layout=layout(game, lambda node: wording.terrain(look, node)),
        counters=[_counter(counter) for counter in game.counters],
        places=places(PLACES, wording.PLACE_WORDS, {}, wording.PLACE_RULES),
        verbs=VERBS,
        turns=[TurnInfo(number, turn.name, f"hand of {turn.hand}") for number, turn in enumerate(game.data.turns, 1)],
        phases=boxes.phases(game, ("setup", "turn", "round"), wording.PHASES.__getitem__),
        charts=charts.charts(game),
        overlays=list(overlays),
        flags=wording.FLAGS,
        credits=[CREDIT, SYMBOL_CREDIT],
        cards=list(cards.printed(game)),
    )


def _counter(counter: Any) -> CounterInfo:
    return CounterInfo(
        counter.id, counter.name, wording.short_name(counter), counter.nation, counter.side,
        wording.SYMBOLS[counter.type], wording.SIZES.get(counter.size, ""), counter.steps,
        "never replaced" if counter.dot else "",
    )  # fmt: skip

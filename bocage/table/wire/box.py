"""What is in a game's box: everything about a game that does not change while it is played.

A page fetches it once for a game and its options; the sheets that follow speak in its ids.
"""

from __future__ import annotations

import msgspec

from bocage.parts.cards import Card


class SideInfo(msgspec.Struct, omit_defaults=True):
    """A side: its id, its name in a sentence ("the Allies") and as an adjective ("Allied")."""

    id: str
    name: str
    adjective: str


class Nation(msgspec.Struct, omit_defaults=True):
    """The colours of a nation's counters: the counter, its ink and the box of its symbol.

    Nations differ in lightness as well as in hue, so that they can be told apart without colour vision.
    """

    id: str
    name: str
    side: str
    face: str
    ink: str
    box: str


class CounterInfo(msgspec.Struct, omit_defaults=True):
    """What is printed on a counter. `symbol` names a shape of the page's sprite; `steps` is its full strength.

    `box` is the colour of the symbol's box where it is not the nation's; with `accent` the first factor is printed in
    the accent colour (red) and underlined.
    """

    id: str
    name: str
    short: str
    nation: str
    side: str
    symbol: str
    size: str
    steps: int
    note: str = ""  # what a player should know of it: "arrives from Italy"
    box: str = ""
    accent: bool = False


class HexInfo(msgspec.Struct, omit_defaults=True):
    """A hex: where it lies on the map, what is in it, and its name if it has one."""

    label: str
    x: float
    y: float
    terrain: str
    name: str = ""


class Layout(msgspec.Struct, omit_defaults=True):
    """The map: where its picture is, how large, and the hexes in the board's own order (runs refer to it).

    `boxes` are places off the map that have room on its picture: their units are drawn there.

    `corners` are the offsets of a hex's corners from its centre. `picture` is empty where a game has no drawing yet.
    """

    picture: str
    width: float
    height: float
    hex_size: float
    counter_size: float
    corners: list[tuple[float, float]]
    hexes: list[HexInfo]
    boxes: list[HexInfo] = []


class PlaceInfo(msgspec.Struct, omit_defaults=True):
    """A place off the map: a pool, a cup, a track, the dead. `side` is whose units lie there, if only one's."""

    id: str
    name: str
    side: str = ""
    rule: str = ""
    dead: bool = False


class VerbInfo(msgspec.Struct, omit_defaults=True):
    """A verb of the game's actions.

    `noun` is what it takes: "hex", "unit", "card", "" for nothing, or a word for what is chosen from a list. `label`
    is for buttons ("Move here", "Roll the die"); `preview` names the inquiry that shows what an operand would bring
    ("path" or "odds"); `together` is the label of a button that takes every operand, one after the other; `main` is a
    verb without operand whose button stands out among several ("Roll the dice"). `series` says of a verb about a unit
    whether the page may do it to several in one gesture: to "all", to "some" (they are ticked, since it is meant for a
    few), or "no": it begins something that is ended first. `lifts` takes a unit in hand for a hex that is named next,
    as `pick` does in every game; `adds` brings a declared attack more, and is free to choose.
    """

    verb: str
    noun: str
    label: str
    preview: str = ""
    together: str = ""
    main: bool = False
    series: str = "all"
    lifts: bool = False
    adds: bool = False


class TurnInfo(msgspec.Struct, omit_defaults=True):
    """A box of the turn track."""

    number: int
    name: str
    note: str = ""


class Chart(msgspec.Struct, omit_defaults=True):
    """A printed chart: its columns, its rows (the first cell of a row is its heading) and where it comes from."""

    id: str
    title: str
    rule: str
    columns: list[str]
    rows: list[list[str]]
    source: str = ""
    note: str = ""


class Scenario(msgspec.Struct, omit_defaults=True):
    """A scenario with a sentence and how long it lasts."""

    id: str
    title: str
    sentence: str
    length: str


class Option(msgspec.Struct, omit_defaults=True):
    """An optional rule: its case, what it does, the values it can have, and which others it shuts out.

    `needs` are others that must be on, or have one of some values ("13.3=drawn|chosen"); `scenarios` those in which it
    makes a difference, all if none is named.
    """

    id: str
    title: str
    effect: str
    default: bool | int | str
    values: list[bool | int | str]
    excludes: list[str] = []
    needs: list[str] = []
    scenarios: list[str] = []


class Overlay(msgspec.Struct, omit_defaults=True):
    """Something that can be laid over the map; `of` is "unit" if it belongs to one unit."""

    id: str
    name: str
    of: str = ""


class Phase(msgspec.Struct, omit_defaults=True):
    """A line of the sequence of play, in the book's order, for the turn track."""

    id: str
    name: str
    side: str
    rule: str


class TourStep(msgspec.Struct, omit_defaults=True):
    """A card of a tour: what to do, why, and how the page sees that it was done.

    `asked` are the questions in which it is done, each by its step or its row of the sequence. It is over when one that
    stands later in the tour's `order` is open, or when one of its `signs` is seen: "acted" (the side has done
    anything), "moved up" (a unit moved next to an enemy), "aimed" (an attack is being declared), "fought" (the side has
    attacked), "read" (a line of the log was opened). A card that only `tells` is left by its button.

    What it points at is the first entry of `light` that the question offers: verbs or whole actions, joined by "|". Of
    hexes only those count that are all that `where` says: "enemy", "empty", "beside enemy", "beside marker"; and of
    these the first row of `among` that is free or marked already, if it names any.
    """

    title: str
    task: str
    why: str
    cases: list[str]
    touch: str = ""  # the task for a hand on the screen, where it differs
    asked: list[str] = []
    signs: list[str] = []
    light: list[str] = []
    where: list[str] = []
    among: list[list[str]] = []
    tells: bool = False


class Tour(msgspec.Struct, omit_defaults=True):
    """A tour of the first turn of a scenario for one side, which ends with an attack of its own.

    `order` are the questions of that turn in which something is to be done, by their steps or rows of the sequence.
    """

    side: str
    scenario: str
    words: str  # for the start page: "A tour of one turn, about ten minutes."
    order: list[str]
    steps: list[TourStep]


class Box(msgspec.Struct, omit_defaults=True):
    """Everything printed of one game."""

    slug: str
    title: str
    blurb: str
    sides: list[SideInfo]
    nations: list[Nation]
    layout: Layout
    counters: list[CounterInfo]
    places: list[PlaceInfo]
    verbs: list[VerbInfo]
    turns: list[TurnInfo]
    phases: list[Phase]
    charts: list[Chart]
    overlays: list[Overlay]
    flags: dict[str, str]  # what may be said of a piece: flag -> words; {} stands for the number of "strafed-4"
    credits: list[str]
    back: CounterInfo | None = (
        None  # what is seen of a piece that lies face down: such pieces have ids that no counter has
    )
    tour: Tour | None = None  # of the scenario that is played
    no_tour: str = ""  # why there is none
    cards: list[Card] = []  # what is printed on every card of the game; sheets name them by their ids
    cost_word: str = "MP"  # what a move costs, one of them
    cost_words: str = "MP"  # and several


class BotInfo(msgspec.Struct, omit_defaults=True):
    """A bot that can be played against, and what it is like.

    `seconds` are those that one may let it think in a player-turn, `usual` what it takes if it is not told: a bot
    "search" that shall think for ten seconds is asked for as "search:10".
    """

    name: str
    about: str
    seconds: list[int] = []
    usual: int = 0


class Guide(msgspec.Struct, omit_defaults=True):
    """Where a game's tour begins: the side that it guides and the scenario, and a sentence about it."""

    side: str
    scenario: str
    words: str


class Shelf(msgspec.Struct, omit_defaults=True):
    """A game on the start page."""

    slug: str
    title: str
    blurb: str
    picture: str
    length: str
    sides: list[SideInfo]
    scenarios: list[Scenario]
    options: list[Option]
    bots: list[BotInfo]
    guide: Guide | None = None


class Case(msgspec.Struct, omit_defaults=True):
    """A numbered case in our words, and whether the program enforces it."""

    case: str
    topic: str
    summary: str
    status: str


class Ruling(msgspec.Struct, omit_defaults=True):
    """A decision where the book is silent or contradicts itself."""

    id: str
    case: str
    decision: str


class Rulebook(msgspec.Struct, omit_defaults=True):
    """The cases and rulings of a game."""

    slug: str
    title: str
    cases: list[Case]
    rulings: list[Ruling]

"""What a page is shown of a match: the sheet of a side at a moment, and what changed since the last one.

A *run* of hexes is written "1001:1005": from 1001 to 1005 in the order of the box's layout.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.parts.cards import Holding


class Piece(msgspec.Struct, array_like=True, omit_defaults=True):
    """A counter: the hex or place where it is, the factors of the side that is up, the steps left, its flags.

    `flags` are words of the box's `flags`, separated by spaces ("reduced moved hungry").
    """

    at: str
    text: str
    steps: int
    flags: str = ""


class Marker(msgspec.Struct, omit_defaults=True):
    """A marker in a hex: the sign on it, its title, and the nation or side whose colours it has."""

    sign: str
    title: str
    owner: str


class Fact(msgspec.Struct, omit_defaults=True):
    """A line of the header: the weather, who has air superiority, how the sides stand."""

    name: str
    text: str
    rule: str = ""


class Roll(msgspec.Struct, omit_defaults=True):
    """Dice that fell: for whom or what, and their numbers.

    `column` and `row` say where it is read on a chart, if that is neither in the name ("2:1: EX") nor the die itself.
    """

    name: str
    dice: list[int]
    column: str = ""
    row: str = ""


class Line(msgspec.Struct, omit_defaults=True):
    """A line of the log.

    `moment` is the entry that it belongs to: the board after it is the sheet of that moment. `kind` is "turn" for the
    heading of a turn, "part" for one within it, "move", "battle", "loss", "dice", "arrival", "talk" (undo, rollback,
    concession), "remark" (why the bot that plays `side` did this, in its own words) or "". Paths
    and hexes are labels; a path is the way that the units walked. In a line of talk that takes something back, `to` is
    the moment to which the game went: what stands between is void.
    """

    moment: int
    rule: str
    text: str
    kind: str = ""
    side: str = ""
    rolls: list[Roll] = []
    path: list[str] = []
    hexes: list[str] = []
    units: list[str] = []
    to: int = -1


class Shift(msgspec.Struct, omit_defaults=True):
    """Columns to the right (or left, if negative), with the case and the reason."""

    columns: int
    rule: str
    why: str


class Chance(msgspec.Struct, omit_defaults=True):
    """A result, what it means, its exact share ("1/6") and as a number, and for whom it is good."""

    result: str
    meaning: str
    share: str
    value: float
    good: str = ""  # "attacker", "defender", "both" (both suffer) or ""


class Modifier(msgspec.Struct, omit_defaults=True):
    """Points added to a die (or taken off, if negative), with the case and the reason."""

    points: int
    rule: str
    why: str


class Fire(msgspec.Struct, omit_defaults=True):
    """One side's fire, where both sides roll: its strength, column and modifiers, and the steps it would cost."""

    side: str
    strength: int
    column: str  # of the chart; empty for a side that does not fire
    modifiers: list[Modifier]
    losses: list[Chance]  # of the other side
    units: list[str] = []  # what each unit brings, in words


class Variant(msgspec.Struct, omit_defaults=True):
    """Another way to make the same attack, such as pressing it: its name, its case and its chances."""

    name: str
    rule: str
    chances: list[Chance]


class Odds(msgspec.Struct, omit_defaults=True):
    """An attack before the die: strengths, every shift with its case, the column and the exact chances.

    Where both sides fire, `fires` holds the attackers' fire and then the defenders'; `odds`, `column` and `shifts` are
    empty, and `chances` tells what may come of both together (results that do not exclude each other).
    """

    target: str
    attackers: list[str]
    attack: float  # some games halve strengths and keep the fraction
    defence: int
    odds: str
    shifts: list[Shift]
    column: str
    chances: list[Chance]
    chart: str = ""  # the box's chart that it is rolled on
    notes: list[Fact] = []  # what else a player should know, with its case
    fires: list[Fire] = []
    variants: list[Variant] = []


class Choice(msgspec.Struct, omit_defaults=True):
    """A verb and its legal operands. `operands` holds labels, and runs where they are hexes.

    A verb without operands (`roll`, `end`) has an empty list. `words` says what an operand is where it is neither a
    hex nor a unit, and `counters` which unit can be shown for it. `costs` are movement points, a character for each
    operand in order (runs spelt out): 0-9, then a-z for 10 to 35, ~ beyond. `label` is the button's, where this
    question has a better one than the box's.
    """

    verb: str
    rule: str
    operands: list[str] = []
    label: str = ""
    words: dict[str, str] = {}
    counters: dict[str, str] = {}
    costs: str = ""


class Why(msgspec.Struct, omit_defaults=True):
    """Why something cannot be done: the reason and the case."""

    text: str
    rule: str = ""
    verb: str = ""


class Question(msgspec.Struct, omit_defaults=True):
    """What a side decides now.

    `hand` are the units about to move or fight together, `focus` the hex that the question is about, `warnings` what
    would be lost by ending now, `odds` those of the attack that is being declared. `duty` is why the step cannot be
    ended yet.
    """

    side: str
    rule: str
    text: str
    step: str
    choices: list[Choice]
    hand: list[str] = []
    focus: str = ""
    warnings: list[str] = []
    odds: Odds | None = None
    passes: str = ""  # of a window: the verb that lets it pass, which a standing order may do
    duty: Why | None = None


class TrackMark(msgspec.Struct, omit_defaults=True):
    """A marker on a numbered track: what is written on it, its name, its number, and whose colours it has."""

    sign: str
    name: str
    at: int
    owner: str = ""


class Track(msgspec.Struct, omit_defaults=True):
    """A numbered track of the game with the markers on it, such as Movement Allowances."""

    name: str
    rule: str
    first: int
    last: int
    marks: list[TrackMark]


class Outcome(msgspec.Struct, omit_defaults=True):
    """How the game ended."""

    winner: str
    text: str
    rule: str = ""
    abandoned: bool = False  # by both: nobody has won, and it is no draw either


class Proposal(msgspec.Struct, omit_defaults=True):
    """What a side offers the other: a "draw", or to "abandon" the match. It stands for as long as the turn lasts."""

    kind: str
    side: str


class Request(msgspec.Struct, omit_defaults=True):
    """A rollback that a side asks for: to which moment, and the lines that would be taken back."""

    side: str
    to: int
    lines: list[Line] = []


class Sheet(msgspec.Struct, omit_defaults=True):
    """All that a side (or a spectator) is shown at a moment."""

    moment: int
    turn: int
    phase: str  # an id of the box's phases, or words
    phase_name: str
    deciding: list[str]
    waiting: str  # for those who do not decide: who does, and what
    facts: list[Fact]
    standing: list[Fact]
    units: dict[str, Piece]
    markers: dict[str, list[Marker]]
    control: dict[str, str]  # hex -> the side that holds it, where that is worth showing
    side: str | None = None
    tracks: list[Track] = []
    spans: dict[str, str] = {}  # what is under way that one may let pass as a whole: "battle" -> which one
    cards: list[Holding] = []  # of each side, in games that have any
    question: Question | None = None
    undo: list[int] = []  # the moments to which this side may go back by itself, oldest first
    request: Request | None = None
    offer: Proposal | None = None
    outcome: Outcome | None = None
    note: str = ""  # what a reader should know about how this match was loaded


class Delta(msgspec.Struct, omit_defaults=True):
    """What changed from the sheet of moment `base` to that of `moment`.

    `fields` replaces whole fields of the sheet (a field set to null is back at its default); `units`, `markers` and
    `control` hold what changed, null for what is gone; `lines` is new in the log.
    """

    base: int
    moment: int
    fields: dict[str, Any] = {}
    units: dict[str, Piece | None] = {}
    markers: dict[str, list[Marker] | None] = {}
    control: dict[str, str | None] = {}
    lines: list[Line] = []


class Frame(msgspec.Struct, omit_defaults=True):
    """One picture of a film: what changed with an entry, and whose it was."""

    side: str
    delta: Delta


class Film(msgspec.Struct, omit_defaults=True):
    """The sheet at a moment and what followed, entry by entry."""

    first: Sheet
    frames: list[Frame]


class Path(msgspec.Struct, omit_defaults=True):
    """The way that the units in hand would go, and what it costs them in words ("3 MP of 6, in column")."""

    hexes: list[str]
    cost: str
    notes: list[Fact] = []


class Unable(msgspec.Struct, omit_defaults=True):
    """A unit that cannot do what was asked, and the reason."""

    unit: str
    why: Why


class Gathering(msgspec.Struct, omit_defaults=True):
    """Who can go to a hex, in this order, and who near it cannot."""

    able: list[str]
    unable: list[Unable]


class Legs(msgspec.Struct, omit_defaults=True):
    """A way in legs as far as it can be gone, and where the units in hand could go from its end."""

    legs: list[Path]
    choices: list[Choice]


class Approach(msgspec.Struct):
    """A hex from which the units in hand could attack, and the odds if they stood there."""

    hex: str
    odds: Odds


class Layer(msgspec.Struct, omit_defaults=True):
    """Hexes to be marked on the map, or lines to be drawn, and what they show. `owner` is a side or nation."""

    name: str
    owner: str = ""
    hexes: list[str] = []  # runs
    lines: list[list[str]] = []
    texts: dict[str, str] = {}  # hex -> a few characters

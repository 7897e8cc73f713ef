"""What a page and the service say to each other: requests and answers of the web interface, and live messages."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bocage.table.wire.box import Shelf
from bocage.table.wire.sheet import Delta, Layer, Line, Odds, Path, Sheet, Why

# What may be sent is bounded, so that nobody fills the table with noise.
LONGEST_NAME = 60
LONGEST_WORDS = 200
LONGEST_CHAT = 1_000
LONGEST_NOTES = 10_000
MOST_IDS = 200

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # a page counts in numbers that JavaScript can hold
Moment = Annotated[int, Meta(ge=0, le=10**9)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Id = Annotated[str, Meta(max_length=100)]
Secret = Annotated[str, Meta(max_length=200)]  # a seat's token
Word = Annotated[str, Meta(max_length=200)]  # an action, or an id of the box
Options = dict[Annotated[str, Meta(max_length=100)], bool | int | Annotated[str, Meta(max_length=200)]]

# Matches and seats


class SeatInfo(msgspec.Struct, omit_defaults=True):
    """A seat: a human's, a bot's, or open for whoever has its link. `here` says whether a page is connected to it."""

    side: str
    kind: str  # "human", "bot" or "open"
    name: str = ""
    bot: str = ""
    here: bool = False
    failed: str = ""  # why its bot stopped
    ready: bool = False  # has the player sat down (and said his words for the dice)?
    absent: bool = False  # has its player been away for so long that the others may give the seat away?
    links: int = 0  # how often its link was made anew: one that was got at another count no longer works


class MatchInfo(msgspec.Struct, omit_defaults=True):
    """What everybody may know about a match."""

    id: str
    game: str
    title: str
    scenario: str
    options: dict[str, bool | int | str]
    status: str  # "waiting" (for players to sit down), "running" or "over"
    seats: list[SeatInfo]
    commitment: str
    turn: int = 0
    phase: str = ""
    moment: int = 0  # how much has happened before everybody's eyes; left out where that is not known offhand
    deciding: list[str] = []
    outcome: str = ""
    created: str = ""
    updated: str = ""
    words: list[str] = []  # what the players added to the dice, known once the match runs
    note: str = ""  # what everybody should know of where it comes from


class NewSeat(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Who shall sit there: a human (the one who asks), a bot, or whoever gets the link."""

    kind: Word
    bot: Word = ""
    name: Name = ""


class NewMatch(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A match to be set up, of the game's first scenario if none is named.

    `wait` keeps it waiting until every human has sat down, so that each can add words.
    """

    game: Word
    seats: dict[Word, NewSeat]
    scenario: Word = ""
    options: Options = {}
    wait: bool = False


class ImportMatch(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A match from the text of its record."""

    text: str
    seats: dict[Word, NewSeat]


class Seated(msgspec.Struct, omit_defaults=True):
    """A match and the tokens of its seats that are not a bot's: whoever has a token holds the seat."""

    match: MatchInfo
    tokens: dict[str, str]


class Ids(msgspec.Struct, forbid_unknown_fields=True):
    """Matches by their ids."""

    ids: Annotated[list[Id], Meta(max_length=MOST_IDS)]


class Games(msgspec.Struct):
    """The games that can be played here; `missing` says of each of the others why it cannot."""

    games: list[Shelf]
    missing: list[str] = []


class LogLines(msgspec.Struct):
    """Lines of the log, oldest first."""

    lines: list[Line]


class Health(msgspec.Struct):
    """Is the service well?"""

    status: str
    version: str
    matches: int  # in memory
    pages: int  # connected


class Infos(msgspec.Struct):
    """Matches, those that exist."""

    matches: list[MatchInfo]


class ChosenAction(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An action, and the moment of the sheet on which it was chosen."""

    action: Word
    at: Moment


class Advice(msgspec.Struct, omit_defaults=True):
    """What a bot would do in one's place at a moment, and why (where it says)."""

    bot: str
    action: str
    at: int
    reason: str = ""


class SeatChange(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A new occupant for a seat: a human for a bot, a bot for nobody. Only who holds a seat of the match may ask."""

    kind: Word
    bot: Word = ""
    name: Name = ""


class Trouble(msgspec.Struct, omit_defaults=True):
    """Why a request was refused, and what to do."""

    error: str
    rule: str = ""


class Token(msgspec.Struct):
    """A seat's new token."""

    side: str
    token: str


class ProofRoll(msgspec.Struct, array_like=True):
    """A die: the entry it fell in, epoch, count, sides and number."""

    entry: int
    epoch: int
    count: int
    sides: int
    number: int


class ProofPage(msgspec.Struct):
    """The key and every die of a finished match, and whether they agree with the commitment."""

    match: str
    commitment: str
    key: str
    words: list[str]
    rolls: list[ProofRoll]
    agrees: bool
    recipe: str  # how anybody can check it


class TextForm(msgspec.Struct):
    """A match as text; `whole` is false where it is only what one side saw."""

    text: str
    whole: bool


# From a page, live. Each message has a tag `do`; `id` is the page's number for it, and comes back in the answer.


class FromPage(msgspec.Struct, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """What a page may say."""


class Hello(FromPage, tag="hello"):
    """The first message: which match, and the token of the seat (none: a spectator).

    `have` is the moment of the sheet that the page still has, or -1.
    """

    match: Id
    token: Secret = ""
    have: Annotated[int, Meta(ge=-1, le=10**9)] = -1


class Play(FromPage, tag="play"):
    """Carry out an action that was chosen on the sheet of moment `at`."""

    id: Number
    action: Word
    at: Moment


class Undo(FromPage, tag="undo"):
    """Go back to a moment of the sheet's `undo`."""

    id: Number
    to: Moment
    at: Moment


class AskRollback(FromPage, tag="ask"):
    """Ask the other side to go back to any moment."""

    id: Number
    to: Moment
    at: Moment


class AnswerRollback(FromPage, tag="answer"):
    """Say yes or no to a rollback."""

    id: Number
    agree: bool
    at: Moment


class Concede(FromPage, tag="concede"):
    """Give the game up."""

    id: Number
    at: Moment


class Sit(FromPage, tag="sit"):
    """Sit down at a waiting match: a name, and words that stir the dice."""

    id: Number
    name: Name = ""
    words: Annotated[str, Meta(max_length=LONGEST_WORDS)] = ""


class Begin(FromPage, tag="begin"):
    """Begin a waiting match although somebody has not sat down."""

    id: Number


class AskWhy(FromPage, tag="why"):
    """Why can this hex, unit or action not be chosen? Exactly one of them is given."""

    id: Number
    hex: Word = ""
    unit: Word = ""
    action: Word = ""


class AskPath(FromPage, tag="path"):
    """How would the units in hand go there, and what would it cost?"""

    id: Number
    action: Word


class AskOdds(FromPage, tag="odds"):
    """The chances of an attack on a hex, by these units or by all that can."""

    id: Number
    target: Word
    attackers: Annotated[list[Word], Meta(max_length=200)] | None = None


class AskOverlay(FromPage, tag="overlay"):
    """What does an overlay show, for one unit where it is one of a unit?"""

    id: Number
    overlay: Word
    unit: Word = ""


class Say(FromPage, tag="say"):
    """Say something to everybody at the table."""

    id: Number
    text: Annotated[str, Meta(max_length=LONGEST_CHAT)]


class Note(FromPage, tag="note"):
    """Keep this as the seat's private notes."""

    id: Number
    text: Annotated[str, Meta(max_length=LONGEST_NOTES)]


class Ping(FromPage, tag="ping"):
    """Are you there?"""

    id: Number = 0


# To a page, live


class ToPage(msgspec.Struct, tag_field="say", omit_defaults=True):
    """What the service may say."""


class Spoken(msgspec.Struct, omit_defaults=True):
    """Something that somebody said at the table."""

    number: int
    name: str
    text: str
    created: str
    side: str = ""


class Welcome(ToPage, tag="welcome"):
    """The answer to hello: the match, the seat, the sheet and the log. `sheet` is missing while it is waiting.

    The log is the whole one, or what came after the moment that the page said it has.
    """

    match: MatchInfo
    side: str | None
    sheet: Sheet | None = None
    log: list[Line] = []
    chat: list[Spoken] = []
    notes: str = ""
    mark: int = 0  # the moment after this side's last own decision: where the film of what happened since begins


class Changed(ToPage, tag="changed"):
    """Something happened. `answers` is the page's own message that caused it, if it was this page's."""

    delta: Delta
    answers: int = 0


class Fresh(ToPage, tag="fresh"):
    """The whole sheet, for a page that had an old one. Its lines take the place of any later than that moment."""

    sheet: Sheet
    lines: list[Line] = []  # those after the moment that the page said it has


class Refused(ToPage, tag="refused"):
    """What the page asked cannot be done."""

    id: int
    why: Why


class Done(ToPage, tag="done"):
    """What the page asked is done (where nothing else answers it)."""

    id: int


class Told(ToPage, tag="told"):
    """The answer to an inquiry; one of them is filled."""

    id: int
    why: list[Why] | None = None
    path: Path | None = None
    odds: Odds | None = None
    layers: list[Layer] | None = None


class Table(ToPage, tag="table"):
    """Who sits where, or how the match stands, has changed."""

    match: MatchInfo


class Heard(ToPage, tag="heard"):
    """Somebody said something."""

    spoken: Spoken


class Thinking(ToPage, tag="thinking"):
    """A bot has begun (or ceased) to think for a side."""

    side: str
    on: bool


class Broken(ToPage, tag="broken"):
    """The message could not be understood, or too many came; what to do."""

    why: Why


class Pong(ToPage, tag="pong"):
    """Here."""

    id: int = 0


FROM_PAGE = (
    Hello
    | Play
    | Undo
    | AskRollback
    | AnswerRollback
    | Concede
    | Sit
    | Begin
    | AskWhy
    | AskPath
    | AskOdds
    | AskOverlay
    | Say
    | Note
    | Ping
)
TO_PAGE = Welcome | Changed | Fresh | Refused | Done | Told | Table | Heard | Thinking | Broken | Pong

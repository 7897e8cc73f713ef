"""What is asked of the web interface and what it answers: matches and their seats, and what is kept of them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bocage.table.wire.box import Shelf
from bocage.table.wire.sheet import Line

# What may be sent is bounded, so that nobody fills the table with noise.
LONGEST_NAME = 60
MOST_IDS = 200
LONGEST_AWAY = 365  # days

Moment = Annotated[int, Meta(ge=0, le=10**9)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Id = Annotated[str, Meta(max_length=100)]
Word = Annotated[str, Meta(max_length=200)]  # an action, or an id of the box
Options = dict[Annotated[str, Meta(max_length=100)], bool | int | Annotated[str, Meta(max_length=200)]]


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


class BranchOf(msgspec.Struct, omit_defaults=True):
    """What a branch begins with: a moment of a match, as a side of it counts ("": everybody; it was over)."""

    match: str
    moment: int
    side: str = ""


class Agreed(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What is agreed for a player who does not move for so many days: the other side may claim a "win", or a "draw", or
    let a "bot" play until he is back; "nothing": one waits."""

    what: Word
    days: int = 14


class Proposed(msgspec.Struct):
    """What a side proposes to agree on for a player who stays away, in a match in which nothing is agreed."""

    by: str
    agreed: Agreed


class ByMail(msgspec.Struct, omit_defaults=True):
    """Of a match by mail: the side that sits here, to whom its file goes ("": whoever shall sit down), how the file is
    called, and whether it is sealed."""

    side: str
    to: str
    file: str
    sealed: bool = False


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
    branch: BranchOf | None = None  # of a match to try things out in
    away: Agreed | None = None  # what is agreed for a player who stays away
    claims: list[str] = []  # the sides that can use it now
    proposed: Proposed | None = None  # where nothing is agreed
    mail: ByMail | None = None  # of a match by mail


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
    away: Agreed | None = None


class ImportMatch(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A match from the text of its record."""

    text: str
    seats: dict[Word, NewSeat]


class NewMail(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A match by mail, of the game's first scenario and side if none is named; `ahead` throws are opened beforehand."""

    game: Word
    side: Word = ""
    name: Name = ""
    scenario: Word = ""
    options: Options = {}
    ahead: Annotated[int, Meta(ge=0, le=200)] = 0


class OpenMail(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A mail file that came, and the name of who opens it."""

    text: str
    name: Name = ""


class MailFile(msgspec.Struct):
    """A mail file for the other side, and how it is called."""

    name: str
    text: str


class NewBranch(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A branch, to try things out: the moment where it begins, and who sits there: oneself ("human") and bots."""

    at: Moment
    seats: dict[Word, NewSeat]


class Seated(msgspec.Struct, omit_defaults=True):
    """A match and the tokens of its seats that are not a bot's: whoever has a token holds the seat."""

    match: MatchInfo
    tokens: dict[str, str]


class Ids(msgspec.Struct, forbid_unknown_fields=True):
    """Matches by their ids."""

    ids: Annotated[list[Id], Meta(max_length=MOST_IDS)]


class Games(msgspec.Struct):
    """The games that can be played here; `missing` says of each of the others why it cannot. `mail`: is this the
    player's own machine, on which mail files can be opened?"""

    games: list[Shelf]
    missing: list[str] = []
    mail: bool = False


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


class Order(msgspec.Struct, omit_defaults=True):
    """A standing order: for how long its side lets windows pass ("battle", "turn", "always"), and which one that is."""

    span: str = ""
    key: str = ""


class WantedOrder(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """For how long to let windows pass: a span of the sheet, "always", or "" to be asked again."""

    span: Word = ""


class Clock(msgspec.Struct):
    """The time that a side has used, without its pauses."""

    side: str
    seconds: float


class Clocks(msgspec.Struct):
    """The time used so far, and how many seconds ago the match last went on. No rule asks for either."""

    used: list[Clock]
    since: float


class NoticeWay(msgspec.Struct, omit_defaults=True):
    """A way by which a seat's player is told of his turns. `state` is "off", "waiting" (for the address to be
    confirmed), "on" or "failed"."""

    way: str  # "mail" or "hook" (a web address that is called)
    state: str
    address: str = ""  # as much of it as its owner recognises
    failed: str = ""  # why it was given up
    missing: str = ""  # why this table has no such way


class Notices(msgspec.Struct):
    """How the player of a seat is told that it is his turn while he is away."""

    ways: list[NoticeWay]


class WantedNotice(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Where to be told of one's turns; without an address one is told no more."""

    way: Word
    address: Annotated[str, Meta(max_length=300)] = ""


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


class Said(msgspec.Struct):
    """A sentence for whoever asked."""

    text: str


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


class Deleted(msgspec.Struct):
    """A branch that is no more."""

    match: str


class TextForm(msgspec.Struct):
    """A match as text; `whole` is false where it is only what one side saw."""

    text: str
    whole: bool

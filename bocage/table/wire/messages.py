"""What a page and the service say to each other while a match is played: live messages."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bocage.table.wire.requests import Agreed, Id, MatchInfo, Moment, Name, Order, Word
from bocage.table.wire.sheet import Approach, Delta, Gathering, Layer, Legs, Line, Odds, Path, Sheet, Why

# What may be sent is bounded, so that nobody fills the table with noise.
LONGEST_WORDS = 200
LONGEST_CHAT = 1_000
LONGEST_NOTES = 10_000

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # a page counts in numbers that JavaScript can hold
Secret = Annotated[str, Meta(max_length=200)]  # a seat's token

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


class MakeOffer(FromPage, tag="offer"):
    """Offer the other side a "draw", or to "abandon" the match."""

    id: Number
    kind: Word
    at: Moment


class AnswerOffer(FromPage, tag="reply"):
    """Say yes or no to what is offered."""

    id: Number
    agree: bool
    at: Moment


class Withdraw(FromPage, tag="withdraw"):
    """Take one's own offer back."""

    id: Number
    at: Moment


class Claim(FromPage, tag="claim"):
    """Use what was agreed for a player who stays away; where that is a bot, which one."""

    id: Number
    at: Moment
    bot: Word = "planner"


class Propose(FromPage, tag="propose"):
    """Propose what to agree on for a player who stays away, in a match that runs without it."""

    id: Number
    agreed: Agreed


class Settle(FromPage, tag="settle"):
    """Say yes or no to what is proposed so (as the page has shown it), or take one's own proposal back by a no."""

    id: Number
    agree: bool
    agreed: Agreed


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


class AskApproach(FromPage, tag="approach"):
    """From where would the units in hand best attack a hex?"""

    id: Number
    target: Word


class AskOverlay(FromPage, tag="overlay"):
    """What does an overlay show, for one unit where it is one of a unit? At an earlier moment if one is named."""

    id: Number
    overlay: Word
    unit: Word = ""
    at: Annotated[int, Meta(ge=-1, le=10**9)] = -1


class AskGathering(FromPage, tag="gather"):
    """Which units can be taken in hand now and go to a hex?"""

    id: Number
    hex: Word


class AskLegs(FromPage, tag="legs"):
    """By which legs would the units in hand go to these hexes, one after the other, and where to from the last?"""

    id: Number
    hexes: list[Word]


class Say(FromPage, tag="say"):
    """Say something to everybody at the table."""

    id: Number
    text: Annotated[str, Meta(max_length=LONGEST_CHAT)]


class Note(FromPage, tag="note"):
    """Keep this as the seat's private notes."""

    id: Number
    text: Annotated[str, Meta(max_length=LONGEST_NOTES)]


class Stand(FromPage, tag="stand"):
    """Let windows pass for a span of the sheet ("battle", "turn"), until further notice ("always"), or no more ("")."""

    id: Number
    span: Word = ""


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
    order: Order | None = None  # what this side lets pass beforehand; nobody else is told
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
    gathering: Gathering | None = None
    approaches: list[Approach] | None = None
    legs: Legs | None = None


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


class Standing(ToPage, tag="standing"):
    """What this page's own side lets pass from now on."""

    order: Order


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
    | MakeOffer
    | AnswerOffer
    | Withdraw
    | Claim
    | Propose
    | Settle
    | Sit
    | Begin
    | AskWhy
    | AskPath
    | AskOdds
    | AskApproach
    | AskOverlay
    | AskGathering
    | AskLegs
    | Say
    | Note
    | Stand
    | Ping
)
TO_PAGE = Welcome | Changed | Fresh | Refused | Done | Told | Table | Heard | Thinking | Standing | Broken | Pong

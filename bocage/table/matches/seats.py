"""Who sits where: making seats, changing them, and what everybody may know of them."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from bocage import bots
from bocage.engine.errors import BadInput
from bocage.shelf import make_game
from bocage.store import Branch, Info, Seat, token_hash
from bocage.store.structs import SeatKind
from bocage.table.matches.talk import tidy
from bocage.table.showing import outcome_words
from bocage.table.troubles import Rejected
from bocage.table.wire.requests import LONGEST_NAME, BranchOf, MatchInfo, NewSeat, SeatChange, SeatInfo

CheckBot = Callable[[str], str]


def new_token() -> str:
    """The secret of a seat's link: 256 bits.

    >>> len(new_token())
    43
    """
    return secrets.token_urlsafe(32)


def side_of(seats: Mapping[str, Seat], token: str) -> str | None:
    """The side whose link has this token. Every seat is compared, in a time that tells nothing."""
    wanted = token_hash(token)
    found = None
    for side, seat in seats.items():
        if seat.token_hash and hmac.compare_digest(seat.token_hash, wanted):
            found = side
    return found


def _kind(kind: str) -> SeatKind:
    if kind not in ("human", "open", "bot"):
        raise BadInput(f"a seat is human, open or bot, not {kind!r}")
    found: SeatKind = kind  # type: ignore[assignment]
    return found


class Made(NamedTuple):
    """New seats in the order of the sides, and the tokens of those that are not a bot's."""

    seats: tuple[Seat, ...]
    tokens: dict[str, str]


def make_seats(sides: Sequence[str], wanted: Mapping[str, NewSeat], check_bot: CheckBot, wait: bool, when: str) -> Made:
    """The seats of a new match, made at this time.

    The store's "open" means that nobody has sat down yet, so where a match waits for its players all seats are open.
    """
    if set(wanted) != set(sides):
        raise BadInput(f"say who sits on each side: {', '.join(sides)}")
    seats, tokens = [], {}
    for side in sides:
        seat = wanted[side]
        _kind(seat.kind)
        name = tidy(seat.name, LONGEST_NAME, "a name")
        if seat.kind == "bot":
            seats.append(Seat(side, "bot", bot=check_bot(seat.bot), name=name))
            continue
        tokens[side] = new_token()
        kind = "open" if wait else _kind(seat.kind)
        seen = when if kind == "human" else ""
        seats.append(Seat(side, kind, name=name, token_hash=token_hash(tokens[side]), seen=seen))
    if wait and not tokens:
        raise BadInput("a match between bots need not wait for anybody")
    return Made(tuple(seats), tokens)


class Changed(NamedTuple):
    """A seat after a change, and its new token if it is not a bot's."""

    seat: Seat
    token: str


def changed_seat(
    seats: Mapping[str, Seat],
    side: str,
    change: SeatChange,
    holds: str | None,
    check_bot: CheckBot,
    taken: bool,
    when: str,
) -> Changed:
    """A new occupant for a seat, if the one who asks (the holder of the seat `holds`) may say so.

    A bot's seat, and one that is not `taken` (nobody has come to it, or its player is absent), can be given away by any
    player of the match; one's own by oneself; another player's never. Where only bots play, whoever has the link can
    set one that failed anew.
    """
    if side not in seats:
        raise BadInput(f"this match has the sides {', '.join(seats)}, not {side!r}")
    old = seats[side]
    only_bots = all(seat.kind == "bot" for seat in seats.values())
    if holds is None and not (only_bots and old.failed and change.kind == "bot"):
        raise Rejected(403, "Only who holds a seat of this match can say who sits where; use the link of your seat.")
    if taken and holds != side:
        raise Rejected(403, "Another player holds this seat; only he can give it up.")
    if old.owner and change.kind != "bot":
        raise Rejected(403, "A bot keeps this seat for its player; he has it again when he opens his link.")
    name = tidy(change.name, LONGEST_NAME, "a name")
    if _kind(change.kind) == "bot":
        others = [seat for seat in seats.values() if seat.side != side]
        if old.kind != "bot" and all(seat.kind == "bot" for seat in others):
            raise Rejected(409, "Somebody must keep a seat; to leave the match for good, concede.")
        bot = check_bot(change.bot)
        return Changed(Seat(side, "bot", bot=bot, name=name, links=old.links + (not old.owner), owner=old.owner), "")
    token = new_token()
    name = name or ("" if old.kind == "bot" else old.name)
    kind, seen = _kind(change.kind), when if change.kind == "human" else ""
    links = old.links + 1
    return Changed(Seat(side, kind, name=name, token_hash=token_hash(token), seen=seen, links=links), token)


def sat_down(seat: Seat, name: str, words: str) -> Seat:
    """A seat whose player has come."""
    return msgspec.structs.replace(seat, kind="human", name=name or seat.name, words=words)


def all_sat_down(seats: Mapping[str, Seat]) -> bool:
    """Is there nobody to wait for?"""
    return all(seat.kind != "open" for seat in seats.values())


def words_of(seats: Mapping[str, Seat]) -> tuple[str, ...]:
    """What the players add to the dice, in the order of the sides."""
    return tuple(seat.words for seat in seats.values() if seat.words)


def bot_name(bot: str) -> str:
    """A bot of an old match by the name that it has today."""
    try:
        return bots.known(bot) if bot else ""
    except BadInput:
        return bot  # a guest that is no longer here


def seat_info(seat: Seat, here: bool, absent: bool = False) -> SeatInfo:
    """What everybody may know of a seat."""
    return SeatInfo(
        side=seat.side,
        kind=seat.kind,
        name=seat.name,
        bot=bot_name(seat.bot),
        here=here,
        failed=seat.failed,
        ready=seat.kind != "open",
        absent=absent,
        links=seat.links,
    )


def _public_moment(info: Info) -> int:
    """How many entries a match has, unless some of them may be secret: then nothing is said."""
    secretive = keeps_secrets(info.game, info.scenario, msgspec.json.encode(info.options))
    return 0 if secretive else info.summary.moment


@lru_cache(maxsize=200)
def keeps_secrets(game: str, scenario: str, options: bytes) -> bool:
    """Has a match secrets, so that not everybody may know how many entries it has?"""
    try:
        return make_game(game, scenario, msgspec.json.decode(options)).secretive
    except (BadInput, KeyError):
        return True  # a game that is no longer here


def match_info(
    info: Info,
    seats: Mapping[str, Seat],
    title: str,
    here: set[str | None],
    absent: Collection[str],
    words: Sequence[str] | None = None,
    moment: int | None = None,
) -> MatchInfo:
    """What everybody may know of a match: who is `here`, and who has been absent for too long.

    `moment` is that of a spectator, if it is known.
    """
    summary = info.summary
    outcome = ""
    if summary.outcome is not None:
        try:
            outcome = outcome_words(info.game, summary.outcome.winner, summary.outcome.level)
        except (BadInput, KeyError):
            outcome = summary.outcome.level  # of a game that is no longer here
    if info.status == "waiting":
        words = ()
    elif words is None:
        words = words_of(seats)
    return MatchInfo(
        id=info.id,
        game=info.game,
        title=title,
        scenario=info.scenario,
        options=info.options,
        status=info.status,
        seats=[seat_info(seat, seat.side in here, seat.side in absent) for seat in seats.values()],
        commitment=info.commitment,
        turn=summary.turn,
        phase=summary.phase,
        moment=_public_moment(info) if moment is None else moment,
        deciding=list(summary.to_move),
        outcome=outcome,
        created=info.created,
        updated=info.updated,
        words=list(words),
        note=info.note,
        branch=None if info.branch is None else _branch_of(info.branch),
    )


def _branch_of(branch: Branch) -> BranchOf:
    return BranchOf(branch.of_match, branch.moment, branch.side or "")

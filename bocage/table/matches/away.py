"""An opponent who stays away: what was agreed for that case, and when it can be used.

What counts is that the match has not gone on before everybody's eyes for so many days, and that it waits for the other
side alone. The days are those of this service; the record of the match holds no more than that a side claimed what was
agreed. Nothing happens by itself: the other side may always wait.

A bot that plays for somebody who is away only keeps his seat: whenever he opens his link he has it again.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.store import Info, Seat, token_hash
from bocage.table.matches.handover import in_use, seat_words
from bocage.table.troubles import Rejected
from bocage.table.wire.requests import LONGEST_AWAY, Agreed, MatchInfo, Proposed

NOTHING = "nothing"
WHATS = ("win", "draw", "bot", NOTHING)
_ASKED = "?"  # with which a proposal begins where an agreement is kept
_MEANS = {
    "win": "may claim the win",
    "draw": "may end the game as a draw",
    "bot": "may let a bot play for it until its player is back",
}


class Away(NamedTuple):
    """What is agreed, after how many days, and from when they are counted at the earliest."""

    what: str
    days: int
    since: str


def away_of(info: Info) -> Away | None:
    """What was agreed for a match; None: nothing was said, or it is only proposed."""
    if not info.away or info.away.startswith(_ASKED):
        return None
    what, days, since = info.away.split(" ")
    return Away(what, int(days), since)


def kept(away: Away) -> str:
    """An agreement as it is kept."""
    return " ".join(map(str, away))


def agreed(wanted: Agreed | None, when: str) -> str:
    """What those who set up a match agree on, as it is kept.

    >>> agreed(Agreed("win", 14), "2026-11-15T20:04:05")
    'win 14 2026-11-15T20:04:05'
    """
    if wanted is None:
        return ""
    if wanted.what not in WHATS:
        raise BadInput(f"for who stays away one agrees on {', '.join(WHATS)}, not on {wanted.what[:20]!r}")
    if not 1 <= wanted.days <= LONGEST_AWAY:
        raise BadInput(f"somebody stays away after 1 to {LONGEST_AWAY} days, not after {wanted.days}")
    return kept(Away(wanted.what, wanted.days, when))


def told(info: Info) -> Agreed | None:
    """An agreement as everybody at the table reads it."""
    away = away_of(info)
    return None if away is None else Agreed(away.what, away.days)


def why_not(info: Info, seats: Mapping[str, Seat], match: Match | None, side: str, clock: str) -> str:
    """Why a side cannot use now what was agreed; empty if it can. Everybody may know it."""
    away = away_of(info)
    if away is None or away.what == NOTHING:
        return "nothing was agreed in this match about a player who stays away"
    if info.status != "running":
        return "the match is not under way"
    waited = info.summary.to_move
    if side in waited:
        return "the match waits for you too"
    if not all(in_use(seats[other]) for other in waited):
        return "nobody sits there who could stay away"
    if match is not None and (side in _asked(match)):
        return "answer first what the other side has asked"
    passed = datetime.fromisoformat(clock) - datetime.fromisoformat(max(info.updated, away.since))
    if passed < timedelta(days=away.days):
        return f"the match has gone on within the last {away.days} days"
    return ""


def _asked(match: Match) -> set[str]:
    """Who is to answer what was said across the table."""
    asking = {offer.side for offer in (match.standing_offer,) if offer is not None}
    asking |= {request[0] for request in (match.rollback_request,) if request is not None}
    return {side for side in match.game.sides for one in asking if side != one}


def with_agreement(made: MatchInfo, info: Info, seats: Mapping[str, Seat], match: Match | None = None) -> MatchInfo:
    """What everybody may know of a match, with what was agreed or is proposed, and who can use it now."""
    made.away, made.claims = told(info), claims(info, seats, match)
    made.proposed = proposal_of(info) if info.status == "running" else None
    return made


def claims(info: Info, seats: Mapping[str, Seat], match: Match | None = None) -> list[str]:
    """The sides that can use now what was agreed."""
    if not info.away or info.status != "running":
        return []
    clock = moment()
    return [side for side in seats if not why_not(info, seats, match, side, clock)]


def check(info: Info, seats: Mapping[str, Seat], match: Match | None, side: str) -> str:
    """What a side claims now, or a refusal."""
    why = why_not(info, seats, match, side, moment())
    _refuse(why)
    away = away_of(info)
    assert away is not None
    return away.what


def _refuse(why: str) -> None:
    if why:
        raise Rejected(409, f"{why[:1].upper()}{why[1:]}.")


def moment() -> str:
    """The time, for what is counted in days."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


# Agreeing while the match runs


def proposal_of(info: Info) -> Proposed | None:
    """What a side proposes to agree on, in a match in which nothing is agreed."""
    if not info.away.startswith(_ASKED):
        return None
    _, what, days, by = info.away.split(" ")
    return Proposed(by, Agreed(what, int(days)))


def why_not_agree(info: Info, seats: Mapping[str, Seat]) -> str:
    """Why nothing can be agreed on now; empty if it can."""
    if info.status != "running":
        return "the match is not under way"
    if away_of(info) is not None:
        return "it is agreed already what happens if a side stays away"
    if any(seat.kind == "bot" for seat in seats.values()):
        return "a bot never stays away, so nothing need be agreed"
    if not all(in_use(seat) for seat in seats.values()):
        return "nobody sits there yet who could agree"
    return ""


def proposal(info: Info, seats: Mapping[str, Seat], by: str, wanted: Agreed) -> str:
    """What a side proposes, as it is kept, or a refusal."""
    _refuse(why_not_agree(info, seats))
    standing = proposal_of(info)
    if standing is not None:
        mine = standing.by == by
        _refuse(
            "your last proposal is still open: take it back first" if mine else "answer first what is proposed to you"
        )
    agreed(wanted, "")  # what makes no sense is refused as it is when a match is set up
    return f"{_ASKED} {wanted.what} {wanted.days} {by}"


def answer(info: Info, seats: Mapping[str, Seat], side: str, agree: bool, seen: Agreed, when: str) -> tuple[str, str]:
    """A side's answer to a proposal that it has seen: what is kept from now on, and what the talk says, if anything."""
    standing = proposal_of(info)
    if standing is None or standing.agreed != seen:
        raise Rejected(409, "That is no longer proposed.")
    if standing.by == side:
        if agree:
            raise Rejected(409, "You have proposed it yourself: the other side answers.")
        return "", ""
    if not agree:
        other, mine = seat_words(info.game, standing.by), seat_words(info.game, side)
        return "", f"The player of the {mine} declines what the {other} proposed for a player who stays away."
    _refuse(why_not_agree(info, seats))
    return agreed(seen, when), f"The players have agreed: {_words(seen)}"


def _words(agreed: Agreed) -> str:
    if agreed.what == NOTHING:
        return "whoever stays away keeps his seat, and the other waits, however long."
    days = "a day" if agreed.days == 1 else f"{agreed.days} days"
    return f"if a side does not move for {days} (counted from now at the earliest), the other {_MEANS[agreed.what]}."


# A bot keeps the seat


def owner_of(seats: Mapping[str, Seat], token: str) -> Seat | None:
    """The seat of whoever has this link, if a bot keeps it for him. Every seat is compared."""
    wanted, found = token_hash(token), None
    for seat in seats.values():
        if seat.owner and hmac.compare_digest(seat.owner, wanted):
            found = seat
    return found


def told_of_bot(game: str, side: str, days: int, bot: str) -> str:
    """What the talk says when a bot takes over."""
    words = seat_words(game, side)
    return (
        f"The {words} is played by the bot {bot} from now on, as was agreed: its player did not move for {days} days. "
        "When he opens his link, he has it again."
    )


def told_of_return(game: str, side: str) -> str:
    """What the talk says when the player is back."""
    return f"The player of the {seat_words(game, side)} is back and has it again; the bot leaves."

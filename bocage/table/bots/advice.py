"""What a bot would do in a player's place. It sees what that player may know, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.errors import Refusal
from bocage.engine.matches.match import Match
from bocage.table.bots.processes import BotFailed, BotsClosed, ask_of
from bocage.table.bots.thinker import Ask
from bocage.table.troubles import NotKept, Rejected
from bocage.table.wire.requests import Advice

if TYPE_CHECKING:
    from bocage.table.matches.rooms import Room

ADVISOR = "planner"


async def advice_of(room: Room, side: str) -> Advice:
    """The action that the planner would choose for a side that is to decide, and why.

    Between people it gives none: whoever plays against a friend does not want to play against his adviser.
    """
    if any(seat.kind != "bot" for other, seat in room.seats.items() if other != side):
        raise Rejected(403, "The planner advises against bots only; here somebody else plays too.")
    if room.advising:
        raise Rejected(429, "The planner is thinking about this match already; wait for what it says.", retry_after=1)
    room.advising = True
    try:
        return await _advice(room, side)
    finally:
        room.advising = False


async def _advice(room: Room, side: str) -> Advice:
    def ask(match: Match, known: int) -> Ask:
        if side not in match.prompts:
            raise Refusal("", "it is not your turn to decide")
        return ask_of(room.id, match, side, ADVISOR, known, advice=True)

    async def brief(known: int) -> Ask:
        return await room.look(lambda match: ask(match, known))

    try:
        answer = await room.hall.bots.ask(ADVISOR, brief, room.id, urgent=True)
    except BotFailed as error:
        raise Rejected(503, f"There is no advice now: {error}.") from None
    except BotsClosed:
        raise NotKept from None
    why_not, at = await room.look(
        lambda match: (_why_not(match, side, answer.action, answer.moment), match.moment_of(side))
    )
    if why_not:
        raise Rejected(409, why_not)
    return Advice(ADVISOR, answer.action, at, answer.reason)


def _why_not(match: Match, side: str, action: str, moment: int) -> str:
    """Why an action cannot be advised after all."""
    if match.moment != moment:
        return "The match has gone on meanwhile; ask again."
    if match.why_not(action, side=side) is not None:
        return "The bot wanted to do something that the rules do not allow."
    return ""

"""Events of Festung Europa for the tests: a side plays one card, and what has become of the position."""

from __future__ import annotations

from typing import Any

from bocage import Match
from tests.festung.playing import game, look, play, position


def event(card: str, units: str = "", *actions: str, **fields: Any) -> Match:
    """A match in which a card was played as an event, and what it asks was answered."""
    side = card.split("-")[0]
    fields = {"vp": 21, "infrastructure": 20, "hitler": "1307", **fields}
    fields[f"{side}_hand"] = f"{card} {fields.get(f'{side}_hand', '')}".strip()
    return play(position(f"{side} action", units, **fields), f"event {card}", *actions)


def tracks(match: Match) -> tuple[int, int]:
    """Victory points and Infrastructure."""
    return match.position.vp, match.position.infrastructure


def steps(match: Match, unit: str) -> int:
    """The steps of a unit."""
    found: int = match.position.units[match.game.unit_numbers[unit]].steps
    return found


def hand(match: Match, side: str) -> int:
    """How many cards a side holds."""
    found: int = match.position.decks[side].hand.bit_count()
    return found


def lies(match: Match, card: str) -> str:
    """The pile in which a card lies."""
    deck, bit = match.position.decks[card.split("-")[0]], game().card_numbers[card]
    return next(
        pile for pile in ("hand", "pile", "discards", "face_up", "gone", "later") if getattr(deck, pile) >> bit & 1
    )


def offered(match: Match, verb: str) -> set[str]:
    """What a verb is offered."""
    return {str(action).split()[1] for action in match.prompt.actions if action.verb == verb}


def controls(match: Match, side: str, label: str) -> bool:
    """Does a side control a hex?"""
    return bool(look(match).controls(side) >> match.game.board.index[label] & 1)

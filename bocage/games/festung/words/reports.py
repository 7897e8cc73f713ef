"""How things stand, in words: what a player reads before he looks at the map, for the terminal and the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..rules import victory
from ..rules.look import FestungLook
from ..rules.position import ALLIED, AXIS
from . import wording
from .requirements import MISSIONS as MISSION_WORDS


class Line(NamedTuple):
    """A fact: its name, what is to be said, and the case behind it."""

    name: str
    text: str
    rule: str


def facts(look: FestungLook) -> list[Line]:
    """The action, points, Infrastructure, Hitler, Italy, aircraft, and what cards have set."""
    position, game = look.position, look.game
    found = []
    if position.round:
        rounds = game.rules.numbers["rounds"]
        found.append(Line("Action round", f"{position.round} of {rounds}", "5.1"))
    if position.card:
        found.append(Line("Card", game.card_title(position.card), "6.12"))
    found.append(Line("Victory points", str(position.vp), "16.1"))
    collapsed = ", collapsed" if position.collapsed else ""
    found.append(Line("Infrastructure", f"{position.infrastructure}{collapsed}", "15.0"))
    where = game.hex_name(position.hitler) if position.hitler >= 0 else "gone"
    found.append(Line("Hitler", where, "16.4"))
    found.append(Line("Italy", "has surrendered" if position.surrendered else "fights with the Axis", "13.2"))
    return [*found, *_air(look), *_in_force(look)]


def _air(look: FestungLook) -> Iterator[Line]:
    tasks = {**look.position.bombers, **look.position.fighters}
    given = [(marker, tasks.get(marker)) for marker in look.game.air_names]
    flown = [f"{marker} on {MISSION_WORDS.get(task, task)}" for marker, task in given if task]
    if flown:
        yield Line("Aircraft", ", ".join(flown), "14.1")


def _in_force(look: FestungLook) -> Iterator[Line]:
    game, position = look.game, look.position
    if position.closed:
        whom = {ALLIED: "the Allies", AXIS: "the Axis", "both": "everybody"}[position.closed]
        yield Line("Soviet zone", f"closed to {whom}", "8.38")
    cards = {flag.card for flag in position.flags.values() if flag.until != "game"}
    lasting = [game.card_title(card) for card in game.card_ids if card in cards]
    if lasting:
        yield Line("In force", ", ".join(lasting), "6.51")
    due = position.obligation
    if due is not None:
        yield Line("Owed", f"{wording.SIDE_NAMES[due.side]} must attack at {due.min_odds} or better", "6.51")


_GOALS = {  # of the Axis, by the course that the war takes
    victory.HUSKY: ("husky_test_turn", "Marseilles, Paris and Rome"),
    victory.ROUNDUP: ("roundup_test_turn", "Marseilles, Oslo and The Ruhr"),
}


def standing(look: FestungLook) -> list[Line]:
    """What each side still needs; which of its goals counts for the Axis follows from the first invasion."""
    position, game = look.position, look.game
    found = [Line("The Allies", f"win when no victory point is left ({position.vp} now)", "16.2")]
    begun = [card for card in _GOALS if look.has_played(card)]
    for card in begun or _GOALS:
        number, goals = _GOALS[card]
        turn, after = game.rules.numbers[number], "" if begun else f", if {game.card_title(card)} comes first"
        if position.turn <= turn:
            found.append(Line("The Axis", f"wins if it holds {goals} at the end of turn {turn}{after}", "16.2"))
    found.append(Line("Otherwise", f"the Axis wins after turn {game.rules.last_turn}", "16.2"))
    return found

"""Victory (16.2): the tests of Turn End, in the order in which they are made."""

from __future__ import annotations

from bocage.rules import HexSet, Outcome, automatic, event

from ..data import effects
from .events.conditions import holds
from .look import FestungLook, Play
from .position import ALLIED, AXIS

HUSKY, ROUNDUP = "allied-1", "allied-5"

won = event(
    "victory", "16.2", lambda game, side, why: f"{game.does(side, 'win')}: {why}.", sort="turn", who="side", why="word"
)


def husky_game(look: FestungLook) -> bool:
    """Did the Allies begin with Husky? If neither invasion was played, what they chose to begin with decides."""
    if look.has_played(HUSKY) or look.has_played(ROUNDUP):
        return look.has_played(HUSKY)
    chosen = look.position.decks[ALLIED].chosen
    return not chosen >> look.game.card_numbers[ROUNDUP] & 1


def holds_all(look: FestungLook, side: str, hexes: HexSet) -> bool:
    """Does a side control all of these?"""
    return not hexes & ~look.controls(side)


def verdict(look: FestungLook) -> tuple[str, str, str] | None:
    """Who has won at this Turn End, by which case and why; Allied tests come first (16.2, ruling R54)."""
    position, game, numbers = look.position, look.game, look.game.rules.numbers
    if not position.vp:
        return ALLIED, "16.2", "no victory points are left to the Axis"
    if position.hitler < 0 and holds_all(look, ALLIED, game.berlin):
        return ALLIED, "16.2", "Berlin is Allied and Hitler is gone"
    husky = husky_game(look)
    if position.turn == numbers["husky_test_turn" if husky else "roundup_test_turn"]:
        goals = (
            game.named_hexes("Marseilles", "Paris", "Rome")
            if husky
            else game.named_hexes("Marseilles", "Oslo", "The Ruhr")
        )
        if holds_all(look, AXIS, goals):
            return AXIS, "16.2", f"it still holds {look.hex_names(goals)}"
    if position.win_test:
        card = game.data.cards[game.card_numbers[position.win_test]]
        for effect in card.effects:
            if isinstance(effect, effects.Win) and holds(look, effect.given):
                return effect.side, "16.2", f"{card.name}, and no hex of Germany is Allied"
    if position.turn == game.rules.last_turn:
        return AXIS, "16.2", "the Allies have not won in time"
    return None


@automatic("victory", "16.2")
def victory(play: Play, side: str) -> None:
    """The tests of Turn End (16.2)."""
    found = verdict(play.look)
    if found is not None:
        winner, rule, why = found
        won(play, winner, why, rule=rule)
        last = play.position.turn == play.rules.last_turn and winner == AXIS
        play.position.outcome = Outcome(winner, "victory at the end" if last else "automatic victory", rule)

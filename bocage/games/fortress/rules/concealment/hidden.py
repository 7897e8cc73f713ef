"""What a side may not know: hidden units (3.3), what lies under decoys (31.6, 31.7), and objectives (32.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import fields, replace

from bocage.parts import concealment
from bocage.rules import HEXES, UNITS, Units, event

from ..look import Play, members
from ..position import GERMAN, UNKNOWN, FortressPosition
from ..setup import boxes

if TYPE_CHECKING:
    from ...game import Fortress

SCREENED = ("german set-up", "decoys at the set-up")  # rows of the set-up that the Germans play behind a screen

appears = event("hidden unit", "3.7", "{unit} was hidden at {node}.", sort="arrival", unit=UNITS, node=HEXES)
blanks_off = event("blanks", "31.7", "Nothing but blank counters lay at {nodes}.", nodes=HEXES)


def seen(game: Fortress, position: FortressPosition, side: str | None) -> FortressPosition:
    """The position as a side or a spectator may know it."""
    if position.outcome is not None:
        return position
    picks = bool(position.picks) and not position.picks_shown
    covered = side != GERMAN and bool(position.hidden or position.decoys or position.blanks)
    screen = side != GERMAN and behind_a_screen(position)
    if not (picks or covered or screen):
        return position
    shown = position.copy()
    if picks:
        shown.picks = {who: numbers for who, numbers in position.picks.items() if who == side}
    if screen:
        _screen(game, shown)
    elif covered:
        shown.blanks = {}
        if position.hidden:
            concealment.withhold(game, shown, position.hidden, UNKNOWN)
        if position.decoys:
            _cover(game, shown)
    return shown


def acts_unseen(position: FortressPosition, side: str) -> bool:
    """May a side do something that nobody else notices: write objectives, or set up behind its screen?"""
    if position.frames and position.frames[-1].step == "objectives":
        return True
    return side == GERMAN and behind_a_screen(position)


def behind_a_screen(position: FortressPosition) -> bool:
    """Are the Germans setting up?"""
    return any(getattr(frame, "row", "") in SCREENED for frame in position.frames)


def _screen(game: Fortress, shown: FortressPosition) -> None:
    """While the Germans set up, the Allies see nothing of it."""
    concealment.withhold(game, shown, boxes.starters(game), UNKNOWN)
    shown.blanks, shown.markers = {}, {}
    _empty_hands(shown)


def _empty_hands(shown: FortressPosition) -> None:
    """Nobody sees what the Germans have in hand, nor whether they have done anything yet."""
    for number, frame in enumerate(shown.frames):
        if getattr(frame, "side", "") == GERMAN:
            blank = {field.name: field.default for field in fields(frame) if field.name in ("hand", "acted")}
            shown.frames[number] = replace(frame, **blank)


def _cover(game: Fortress, shown: FortressPosition) -> None:
    """Strangers stand for the units under decoys, and nobody sees which of them the Germans have in hand (31.6)."""
    shown.decoys = concealment.cover(game, shown, shown.decoys, UNKNOWN, game.first_stranger)
    _empty_hands(shown)


def lay_open(play: Play) -> Units:
    """Hidden units come on the map, decoys and blanks come off it (3.7, 31.7, R119): who appears."""
    position, game = play.position, play.game
    found = position.hidden
    play.looked()
    for unit in members(found):
        appears(play, unit, position.units[unit].at, rule="31.7" if position.markers else "3.7")
    if position.blanks:
        blanks_off(play, tuple(game.board.index[label] for label in position.blanks))
    position.hidden, position.blanks, position.markers = 0, {}, {}
    return found


# What a page is shown of strangers


def covered(game: Fortress, seen: FortressPosition) -> dict[str, int]:
    """Hex -> how many German units under decoys stand there."""
    found: dict[str, int] = {}
    for unit in members(seen.decoys):
        label = game.board.labels[seen.units[unit].at]
        found[label] = found.get(label, 0) + 1
    return found

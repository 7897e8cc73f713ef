"""The End Phase (4.1.X), and what begins with a new turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import UNITS, About, Sequencing, automatic, event

from ..look import Play, members
from ..position import ALLIED, DEAD
from . import conditions

if TYPE_CHECKING:
    from ...game import Storming


def _turn_words(game: Storming, turn: int) -> str:
    printed = game.data.turns[turn - 1]
    return f"Turn {turn} begins: {printed.name} ({printed.dates})."


def _monty_spot(game: Storming) -> About:
    return About("", ALLIED, hexes=game.board.names(game.monty_spot))


def _beaches(game: Storming) -> About:
    return About("", ALLIED, hexes=game.board.names(game.beach_hexes))


def _cherbourg(game: Storming) -> About:
    return About("", ALLIED, hexes=game.board.names(game.cherbourg))


began = event("turn", "4.1.X.5", _turn_words, sort="turn")
monty_sees = event(
    "monty sees", "8.7.B", "Antwerpen is Allied at the end of the turn: Monty's Blind Spot is lifted.",
    about=_monty_spot,
)  # fmt: skip
beaches_closed = event(
    "beaches closed", "8.3.B", "The beaches bring in neither supply nor reinforcements any more.", about=_beaches
)
cherbourg_open = event("cherbourg open", "8.6.B", "Cherbourg is Operational.", about=_cherbourg)
released = event("release turn", "10.7.8", "The 15th Army releases {units}.", units=UNITS)


@automatic("end of turn", "4.1.X")
def end_of_turn(play: Play, side: str) -> None:
    """Victory is judged, markers come off the map, and the turn marker advances (4.1.X)."""
    if conditions.judge(play):
        return
    # Grounded markers and saved Red Balls stay (4.1.X.2 to 4.1.X.4, 9.2.E, 9.3.D).
    play.clear("turn")
    position, game = play.position, play.game
    if not position.monty_sees and position.allied_control & game.antwerpen:
        position.monty_sees = True
        monty_sees(play)
    position.turn += 1
    began(play, position.turn)
    _ports(play)
    _release(play)
    # The row of this step is on top of the stack: the next turn takes its place.
    play.swap(Sequencing("turn"))


def _ports(play: Play) -> None:
    """The beaches serve for the last time on turn 7; Cherbourg opens on the turn of its marker (8.3.B, 8.6.B)."""
    position, game = play.position, play.game
    if position.turn == game.rules.numbers["beaches_last_turn"] + 1:
        beaches_closed(play)
    if position.turn == position.cherbourg_turn and position.allied_control & game.cherbourg:
        cherbourg_open(play)


def _release(play: Play) -> None:
    """Units of the 15th Army come free at the start of the turn on their counters (10.7.8)."""
    position = play.position
    if position.released or position.breakout:
        return
    for turn, units in play.game.releases:
        if turn == position.turn:
            free = tuple(unit for unit in members(units) if position.units[unit].at != DEAD)
            if free:
                released(play, free)

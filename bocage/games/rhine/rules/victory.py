"""Victory and the length of the game (WIN, SB.5, SR.5)."""

from __future__ import annotations

from bocage.rules import WORD, Sequencing, automatic, event

from .elimination import win
from .look import Play, RhineLook, members
from .position import ALLIED, FULL, GERMAN, SHORT, STAYS

opened = event(
    "record opened", "SR.5",
    "The record is opened: the Strategic Reserve was never to return, and the game is {turns} turns shorter.",
    side=GERMAN, turns=WORD,
)  # fmt: skip


@automatic("victory", "WIN.1")
def victory(play: Play, side: str) -> None:
    """Have the Allies won (WIN.1 to WIN.4)?"""
    if not missing(play.look):
        win(play, ALLIED, "across the Rhine in strength, with Paris and Brussels", "WIN.1")


def across_the_rhine(look: RhineLook) -> int:
    """Undisrupted Allied combat units beyond the Rhine on German soil and in supply (WIN.1)."""
    position, game = look.position, look.game
    found = 0
    for unit in members(position.on_board & game.charged_units & ~position.disrupted):
        if game.data.across_rhine >> position.units[unit].at & 1 and look.supply(unit) in (FULL, SHORT):
            found |= 1 << unit
    return found


def missing(look: RhineLook) -> list[tuple[str, str]]:
    """What the Allies still lack for their victory: (case, words)."""
    position, game = look.position, look.game
    units = across_the_rhine(look)
    needed = game.rules.numbers["victory_units"]
    lacks = []
    if units.bit_count() < needed:
        lacks.append(("WIN.1", f"{needed - units.bit_count()} more Undisrupted supplied units across the Rhine"))
    in_cities = [unit for unit in members(units) if game.data.major_cities >> position.units[unit].at & 1]
    if len(in_cities) < game.rules.numbers["victory_city_units"]:
        lacks.append(("WIN.2", "one of them in a major German city"))
    if not position.brussels_passed:
        lacks.append(("WIN.3", "a British corps of factor 3 passing through Brussels"))
    elif not position.allied_control & game.brussels:
        lacks.append(("WIN.3", "possession of Brussels"))
    if not position.paris_passed:
        lacks.append(("WIN.4", "an American or French unit passing through Paris"))
    elif not position.allied_control & game.paris:
        lacks.append(("WIN.4", "possession of Paris"))
    return lacks


@automatic("end of turn", "WIN.5")
def end_of_turn(play: Play, side: str) -> None:
    """The next turn, or the end of the game (WIN.5, SB.5, SR.5; ruling R30)."""
    position, numbers = play.position, play.game.rules.numbers
    last = play.look.last_turn()
    if position.turn >= last:
        win(play, GERMAN, "the Allies have not crossed the Rhine in time", "WIN.5")
    elif position.reserve_record == STAYS and position.turn >= last - numbers["reserve_turns_lost"]:
        opened(play, numbers["reserve_turns_lost"])
        win(play, GERMAN, "the Allies have not crossed the Rhine in time", "SR.5")
    else:
        position.turn += 1
        play.push(Sequencing("turn"))

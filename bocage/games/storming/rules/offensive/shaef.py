"""SHAEF's reaction to the Hitler Counteroffensive (17.7.5)."""

from __future__ import annotations

import msgspec

from bocage.parts.questions import Handling
from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Conditions,
    Frame,
    UnitNumber,
    Units,
    event,
    offer,
    provided,
)

from ..look import Play, StormingLook, members
from ..movement.entering import enter
from ..position import ALLIED, GERMAN
from ..supply.ways import allied_hexes

# The row of the sequence of play in which SHAEF may react (17.7.5.B).
COMBAT_ROW = "offensive combat"

sent = event("shaef sends", "17.7.5.B", "SHAEF sends {unit} to {place}.", sort="move", unit=UNITS, place=HEXES)


class Reacting(Frame, frozen=True):
    """The Allied player may send two US Airborne divisions from SHAEF to the front; `sent` have arrived."""

    side: str
    sent: Units = 0
    hand: UnitNumber = -1
    last: bool = False  # the Germans have ended their attacks: now or never


class ShaefReaction(Handling[Reacting]):
    """After any combat of the offensive two divisions move together, one to a hex; once (17.7.5.B; ruling R130)."""

    name, rule = "shaef reaction", "17.7.5.B"

    def text(self, look: StormingLook, frame: Reacting) -> str:
        if frame.hand >= 0:
            return f"To which town or city does {look.game.counters[frame.hand].name} move?"
        if frame.sent:
            return "Which is the second US Airborne division that moves?"
        wait = "or do without, for the German Breakthrough comes next" if frame.last else "or wait"
        return f"SHAEF may react now: send two US Airborne divisions to towns or cities, {wait}?"

    @offer("react", UNITS, "17.7.5.B")
    def react(self, look: StormingLook, frame: Reacting) -> Conditions:
        yield provided(frame.hand < 0), "17.7.5.B", "first say where the division in hand moves to"
        others = "{it} is not a US Airborne division in supply that is stacked with the SHAEF HQ"
        yield _reserve(look), "17.7.5.B", others
        yield ~look.position.grounded, "9.2.B", "a Grounded unit does not move"
        nowhere = "there is no town or city for {it} and another division to go to"
        yield _able(look, frame), "17.7.5.B", nowhere

    @react.does
    def _(self, play: Play, frame: Reacting, unit: int) -> None:
        play.swap(msgspec.structs.replace(frame, hand=unit))

    @offer("place", HEXES, "17.7.5.B", "Send it here")
    def place(self, look: StormingLook, frame: Reacting) -> Conditions:
        yield provided(frame.hand >= 0), "17.7.5.B", "first say which division moves"
        yield from _targets(look, frame)
        room = look.room(frame.hand, look.game.in_play & ~look.occupied(GERMAN))
        yield room, "5.2.A.1", lambda node: look.stacking_rule(node, frame.hand)

    @place.does
    def _(self, play: Play, frame: Reacting, node: int) -> None:
        play.pop()
        enter(play, (frame.hand,), (node,), moved=False)
        sent(play, frame.hand, node)
        if not frame.sent:
            play.push(Reacting(frame.side, 1 << frame.hand, last=frame.last))
        play.position.shaef_reacted = True

    @offer("end", PLAIN, "17.7.5.A", "SHAEF waits", "SHAEF waits")
    def end(self, look: StormingLook, frame: Reacting) -> Conditions:
        waits = not frame.sent and frame.hand < 0
        yield waits, "17.7.5.B", "the two divisions move at the same time: send both"

    @end.does
    def _(self, play: Play, frame: Reacting, _: int) -> None:
        play.pop()


def after_combat(play: Play, last: bool = False) -> None:
    """After a combat of the offensive, with its advance: ask the Allied player if SHAEF can react (17.7.5).

    He may wait until the Breakthrough, so he is asked once more, with `last`, when the Germans end their attacks.
    """
    position, look = play.position, play.look
    if not look.offensive_now() or position.shaef_reacted or play.game.phase(position) != COMBAT_ROW:
        return
    frame = Reacting(ALLIED, last=last)
    if _able(look, frame):
        play.push(frame)


def _reserve(look: StormingLook) -> Units:
    """US Airborne divisions stacked with SHAEF that were in supply when that was last checked (8.0)."""
    at = look.position.units[look.game.shaef].at
    if at < 0:
        return 0
    with_shaef = look.units_in(1 << at, ALLIED) & look.game.airborne_units & look.game.us_divisions
    return with_shaef & ~look.position.oos


def _targets(look: StormingLook, frame: Reacting) -> Conditions:
    """Towns and cities that any of them could go to."""
    game = look.game
    yield game.data.towns | game.data.cities, "17.7.5.B", "{it} is neither a town nor a city"
    yield look.position.allied_control, "17.7.5.B", "{it} is not under Allied control"
    yield allied_hexes(look), "17.7.5.B", "{it} is not in supply"
    yield ~look.beside_enemy(ALLIED), "17.7.5.B", "{it} is adjacent to a German unit"
    # Not where SHAEF is, for they must move, and not where the first of the two went.
    taken = look.hexes_of((game.shaef, *members(frame.sent)))
    yield ~taken, "17.7.5.B", "both divisions move, each to a hex of its own"


def _able(look: StormingLook, frame: Reacting) -> Units:
    """The reserve, if divisions and hexes are enough for those that must still move; where one fits, all do."""
    reserve = _reserve(look) & ~look.position.grounded
    needed = look.game.rules.numbers["shaef_divisions"] - frame.sent.bit_count()
    if reserve.bit_count() < needed:
        return 0
    hexes = look.game.board.all
    for condition in _targets(look, frame):
        hexes &= condition[0]
    first = (reserve & -reserve).bit_length() - 1
    return reserve if look.room(first, hexes).bit_count() >= needed else 0

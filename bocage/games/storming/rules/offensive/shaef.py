"""SHAEF's reaction to the Hitler Counteroffensive (17.7.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber, Units
from bocage.engine.steps import Clause, Offer, Question
from bocage.hexes import HexSet

from ..look import Play, StormingLook, members
from ..movement.entering import enter
from ..position import ALLIED, GERMAN
from ..telling import hex_name

# The row of the sequence of play in which SHAEF may react (17.7.5.B).
COMBAT_ROW = "offensive combat"


def supplied_hexes(look: StormingLook) -> HexSet:
    """Hexes in Allied supply: where a unit would be supplied, in the 6th Army Group's area from the south too."""
    return look.allied_supply() | look.southern_supply() & look.game.data.areas["6AG"]


class Reacting(Frame, frozen=True):
    """The Allied player may send two US Airborne divisions from SHAEF to the front; `sent` have arrived."""

    step: ClassVar[str] = "shaef reaction"
    side: str
    sent: Units = 0
    hand: UnitNumber = -1
    last: bool = False  # the Germans have ended their attacks: now or never


class ShaefReaction(Question[Reacting]):
    """After any combat of the offensive two divisions move together, one to a hex; once (17.7.5.B)."""

    name = "shaef reaction"
    rule = "17.7.5.B"
    offers = ("react", "place the reserve", "react later")

    def text(self, look: StormingLook, frame: Reacting) -> str:
        if frame.hand >= 0:
            return f"To which town or city does {look.game.counters[frame.hand].name} move?"
        if frame.sent:
            return "Which is the second US Airborne division that moves?"
        wait = "or do without, for the German Breakthrough comes next" if frame.last else "or wait"
        return f"SHAEF may react now: send two US Airborne divisions to towns or cities, {wait}?"

    def answer(self, play: Play, frame: Reacting, action: Action) -> None:
        if action.verb == "end":
            play.pop()
        elif action.verb == "react":
            play.swap(Reacting(frame.side, frame.sent, action.index, frame.last))
        else:
            play.pop()
            enter(play, (frame.hand,), (action.index,), moved=False)
            play.tell("shaef sends", "17.7.5.B", frame.hand, action.index)
            if not frame.sent:
                play.push(Reacting(frame.side, 1 << frame.hand, last=frame.last))
            play.position.shaef_reacted = True


def after_combat(play: Play, last: bool = False) -> None:
    """After a combat of the offensive, with its advance: ask the Allied player if SHAEF can react (17.7.5).

    He may wait until the Breakthrough, so he is asked once more, with `last`, when the Germans end their attacks.
    """
    position = play.position
    look: StormingLook = play.game.look(position)
    if not look.offensive_now() or position.shaef_reacted or play.game.phase(position) != COMBAT_ROW:
        return
    frame = Reacting(ALLIED, last=last)
    if _able(look, frame):
        play.push(frame)


def _reserve(look: StormingLook, frame: Reacting) -> Units:
    """US Airborne divisions stacked with SHAEF that were in supply when that was last checked (8.0)."""
    at = look.position.units[look.game.shaef].at
    if at < 0:
        return 0
    with_shaef = look.units_in(1 << at, ALLIED) & look.game.airborne_units & look.game.us_divisions
    return with_shaef & ~look.position.oos


def _mobile(look: StormingLook, frame: Reacting) -> Units:
    return ~look.position.grounded


def _targets(look: StormingLook, frame: Reacting) -> HexSet:
    """Towns and cities that any of them could go to."""
    hexes = _settled(look, frame) & _allied(look, frame) & _in_supply(look, frame) & _apart(look, frame)
    return hexes & _elsewhere(look, frame)


def _able(look: StormingLook, frame: Reacting) -> Units:
    """The reserve, if divisions and hexes are enough for those that must still move; where one fits, all do."""
    reserve = _reserve(look, frame) & _mobile(look, frame)
    needed = look.game.rules.numbers["shaef_divisions"] - frame.sent.bit_count()
    if reserve.bit_count() < needed:
        return 0
    first = (reserve & -reserve).bit_length() - 1
    return reserve if look.room(first, _targets(look, frame)).bit_count() >= needed else 0


def _settled(look: StormingLook, frame: Reacting) -> HexSet:
    return look.game.data.towns | look.game.data.cities


def _allied(look: StormingLook, frame: Reacting) -> HexSet:
    return look.position.allied_control


def _in_supply(look: StormingLook, frame: Reacting) -> HexSet:
    return supplied_hexes(look)


def _apart(look: StormingLook, frame: Reacting) -> HexSet:
    return ~look.beside_enemy(ALLIED)


def _elsewhere(look: StormingLook, frame: Reacting) -> HexSet:
    """Not where SHAEF is, for they must move, and not where the first of the two went."""
    at = look.position.units[look.game.shaef].at
    return ~((1 << at if at >= 0 else 0) | look.hexes_of(members(frame.sent)))


def _reserve_room(look: StormingLook, frame: Reacting) -> HexSet:
    return look.room(frame.hand, look.game.in_play & ~look.occupied(GERMAN))


def _no_hand(look: StormingLook, frame: Reacting) -> Units:
    return -1 if frame.hand < 0 else 0


def _hand(look: StormingLook, frame: Reacting) -> HexSet:
    return -1 if frame.hand >= 0 else 0


def _nothing_sent(look: StormingLook, frame: Reacting) -> int:
    return int(not frame.sent and frame.hand < 0)


def _why_no_room(look: StormingLook, frame: Reacting, node: int) -> tuple[str, str]:
    return look.stacking_rule((*look.stack(node), frame.hand))


FRAMES: tuple[type[Frame], ...] = (Reacting,)
STEPS: tuple[Any, ...] = (ShaefReaction(),)
OFFERS: dict[str, Offer] = {
    "react": Offer(
        "react",
        "17.7.5.B",
        (
            Clause("hand", "17.7.5.B", "first say where the division in hand moves to", _no_hand),
            Clause(
                "reserve",
                "17.7.5.B",
                "{it} is not a US Airborne division in supply that is stacked with the SHAEF HQ",
                _reserve,
            ),
            Clause("grounded", "9.2.B", "a Grounded unit does not move", _mobile),
            Clause("targets", "17.7.5.B", "there is no town or city for {it} and another division to go to", _able),
        ),
    ),
    "place the reserve": Offer(
        "place",
        "17.7.5.B",
        (
            Clause("hand", "17.7.5.B", "first say which division moves", _hand),
            Clause("settlement", "17.7.5.B", "{it} is neither a town nor a city", _settled),
            Clause("control", "17.7.5.B", "{it} is not under Allied control", _allied),
            Clause("supply", "17.7.5.B", "{it} is not in supply", _in_supply),
            Clause("apart", "17.7.5.B", "{it} is adjacent to a German unit", _apart),
            Clause("one per hex", "17.7.5.B", "both divisions move, each to a hex of its own", _elsewhere),
            Clause("room", "5.2.A.1", "", _reserve_room, _why_no_room),
        ),
    ),
    "react later": Offer(
        "end",
        "17.7.5.A",
        (Clause("none sent", "17.7.5.B", "the two divisions move at the same time: send both", _nothing_sent),),
    ),
}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "shaef sends": lambda game, unit, node: f"SHAEF sends {game.counters[unit].name} to {hex_name(game, node)}.",
}

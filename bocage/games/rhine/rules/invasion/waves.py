"""How a landing force comes ashore: the first wave in the operational phase, the second to exploit (DD.4, DD.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question
from bocage.hexes import HexSet

from ..concealment.hidden import turn_up
from ..look import Play, RhineLook, members
from ..movement import moves
from ..movement.entering import enter
from ..position import ALLIED, GERMAN, SEA


def beaches_now(look: RhineLook) -> HexSet:
    """The landing hexes of this turn's landing; none in other turns."""
    position = look.position
    if position.turn == look.game.rules.numbers["first_turn"]:
        return position.first_beaches
    return position.second_beaches if position.turn == position.second_landing_turn else 0


def beach_name(game: Any, node: int) -> str:
    """A landing hex by its name."""
    return f"{game.data.landings[node].name} ({game.board.labels[node]})"


def waiting(look: RhineLook) -> Units:
    """Allied units at sea off their landing hexes, of both waves."""
    return look.in_place(SEA)


def off(look: RhineLook, unit: int) -> int:
    """The landing hex off which a unit waits."""
    return look.position.landing_at[look.game.unit_ids[unit]]


def free_to_land(look: RhineLook, unit: int, node: int) -> bool:
    """Can a unit land without a fight?

    Lone Tigers do not hold a hex (ruling R23); a dump lands where it could also go by land (ruling R50).
    """
    bit = 1 << node
    if look.barred(ALLIED) & bit:
        return False
    if not look.game.dumps >> unit & 1 or look.troops(ALLIED) & bit:
        return True
    return not (look.occupied(GERMAN) | look.zone(GERMAN)) & bit


# The first wave


class FirstWave(Frame, frozen=True):
    """The first wave is about to land."""

    step: ClassVar[str] = "first wave"
    side: str


class LandFirstWave(Automatic[FirstWave]):
    """Where no German holds the hex the first wave lands and ends its move; elsewhere it will attack (DD.4, R24).

    Units that wait since an earlier turn are among them. Their hexes are scouted first (ruling R54).
    """

    name = "first wave"
    rule = "DD.4"

    def begin(self, play: Play, side: str) -> FirstWave:
        return FirstWave(side)

    def run(self, play: Play, frame: FirstWave) -> None:
        look = play.game.look(play.position)
        turn_up(play, sum(1 << node for node in {off(look, unit) for unit in members(waiting(look))}), "R54")
        look = play.game.look(play.position)
        if sendable(look):
            play.push(Sending(frame.side))
        else:
            land_first_wave(play)


def land_first_wave(play: Play) -> None:
    """Put ashore whoever of the first wave can land without a fight; combat units before dumps."""
    game, position = play.game, play.position
    units = game.look(position).in_place(SEA) & ~position.second_wave
    for unit in members(units & ~game.dumps) + members(units & game.dumps):
        look = game.look(position)
        node = off(look, unit)
        if not free_to_land(look, unit, node):
            continue
        play.tell("landed", "DD.4", unit, node)
        enter(play, unit, (node,))
        if not game.dumps >> unit & 1:
            # It ends its move here but may still attack: its budget is what it had (ruling R24).
            budget = moves.budget_of(game.look(position), unit)
            position.budget = {**position.budget, game.unit_ids[unit]: budget}
        position.moved |= 1 << unit


# Units left over from a second wave


class Sending(Frame, frozen=True):
    """Units of a second wave whose hex is still German may go in with the first."""

    step: ClassVar[str] = "sending the second wave"
    side: str


class SendSecondWave(Question[Sending]):
    """A unit of an earlier second wave may take a free place in the first wave (DD.4, ruling)."""

    name = "sending the second wave"
    rule = "DD.4"
    offers = ("send", "sending end")

    def text(self, look: RhineLook, frame: Sending) -> str:
        return "Units of the second wave may go in with the first: send them, or end: they wait."

    def answer(self, play: Play, frame: Sending, action: Action) -> None:
        if action.verb == "send":
            play.position.second_wave &= ~(1 << action.index)
            play.tell("sent", "DD.4", action.index, off(play.game.look(play.position), action.index))
        else:
            play.pop()
            land_first_wave(play)


def sendable(look: RhineLook) -> Units:
    """Units of an earlier second wave whose hex is German and has a place free in the first wave.

    A dump goes only where it need not fight.
    """
    game, position = look.game, look.position
    found = 0
    units = waiting(look)
    for unit in members(units & position.second_wave & ~_of_this_turn(look)):
        node = off(look, unit)
        # A dump that waits for others to clear the hex keeps nobody from doing so (ruling R68).
        first = [other for other in members(units & ~position.second_wave & ~game.dumps) if off(look, other) == node]
        if position.allied_control >> node & 1 or len(first) >= game.data.landings[node].first:
            continue
        if not game.dumps >> unit & 1 or free_to_land(look, unit, node):
            found |= 1 << unit
    return found


def _of_this_turn(look: RhineLook) -> Units:
    beaches = beaches_now(look)
    return sum(1 << unit for unit in members(waiting(look)) if beaches >> off(look, unit) & 1)


def _at_sea(look: RhineLook, frame: Sending) -> Units:
    return waiting(look) & look.position.second_wave


def _not_yet_allied(look: RhineLook, frame: Sending) -> Units:
    control = look.position.allied_control
    return sum(1 << unit for unit in members(waiting(look)) if not control >> off(look, unit) & 1)


def _sendable(look: RhineLook, frame: Sending) -> Units:
    return sendable(look)


def _always(look: RhineLook, frame: Sending) -> int:
    return 1


# The second wave


class SecondWave(Frame, frozen=True):
    """The second wave is about to land."""

    step: ClassVar[str] = "second wave"
    side: str


class LandSecondWave(Automatic[SecondWave]):
    """On a hex in Allied hands the second wave lands, ready to move and attack; elsewhere it waits (DD.5, ruling R33).

    A unit of the first wave whose hex has been cleared by others lands too, but that was its move.
    """

    name = "second wave"
    rule = "DD.5"

    def begin(self, play: Play, side: str) -> SecondWave:
        return SecondWave(side)

    def run(self, play: Play, frame: SecondWave) -> None:
        game, position = play.game, play.position
        land_first_wave(play)
        for unit in members(game.look(position).in_place(SEA) & position.second_wave):
            look = game.look(position)
            node = off(look, unit)
            if position.allied_control >> node & 1 and not look.occupied(GERMAN) >> node & 1:
                play.tell("landed", "DD.5", unit, node)
                enter(play, unit, (node,))
            else:
                play.tell("waits at sea", "R33", unit, node)


FRAMES: tuple[type[Frame], ...] = (FirstWave, Sending, SecondWave)
STEPS: tuple[Any, ...] = (LandFirstWave(), SendSecondWave(), LandSecondWave())
OFFERS: dict[str, Offer] = {
    "send": Offer(
        "send",
        "DD.4",
        (
            Clause("at sea", "DD.5", "{it} is not waiting at sea for a second wave", _at_sea),
            Clause(
                "german",
                "DD.5",
                "the landing hex of {it} is in Allied hands: it lands there in the Exploitation Phase",
                _not_yet_allied,
            ),
            Clause("place", "DD.4", "there is no place for {it} in the first wave of its landing hex", _sendable),
        ),
    ),
    "sending end": Offer("end", "DD.4", (Clause("may", "DD.4", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("send",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "landed": lambda game, unit, node: f"{game.counters[unit].name} lands at {beach_name(game, node)}.",
    "waits at sea": lambda game, unit, node: (
        f"{game.counters[unit].name} waits at sea: {beach_name(game, node)} is still German."
    ),
    "sent": lambda game, unit, node: (
        f"{game.counters[unit].name} goes in with the first wave at {beach_name(game, node)}."
    ),
}

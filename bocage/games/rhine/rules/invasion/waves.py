"""How a landing force comes ashore: the first wave in the operational phase, the second to exploit (DD.4, DD.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import HEXES, UNITS, Conditions, HexSet, OfSide, Question, Units, automatic, event, going_on, offer

from ..concealment.hidden import turn_up
from ..look import Play, RhineLook, members
from ..movement.allowance import budget_of
from ..movement.entering import enter
from ..position import ALLIED, GERMAN, SEA

if TYPE_CHECKING:
    from ...game import Rhine


def beach_name(game: Rhine, node: int) -> str:
    """A landing hex by its name."""
    return f"{game.data.landings[node].name} ({game.board.labels[node]})"


lands = event(
    "landed", "DD.4", lambda game, unit, node: f"{game.counters[unit].name} lands at {beach_name(game, node)}.",
    sort="arrival", unit=UNITS, node=HEXES,
)  # fmt: skip
waits = event(
    "waits at sea", "R33",
    lambda game, unit, node: f"{game.counters[unit].name} waits at sea: {beach_name(game, node)} is still German.",
    unit=UNITS, node=HEXES,
)  # fmt: skip
sent = event(
    "sent", "DD.4",
    lambda game, unit, node: f"{game.counters[unit].name} goes in with the first wave at {beach_name(game, node)}.",
    unit=UNITS, node=HEXES,
)  # fmt: skip


def beaches_now(look: RhineLook) -> HexSet:
    """The landing hexes of this turn's landing; none in other turns."""
    position = look.position
    if position.turn == look.game.rules.numbers["first_turn"]:
        return position.first_beaches
    return position.second_beaches if position.turn == position.second_landing_turn else 0


def waiting(look: RhineLook) -> Units:
    """Allied units at sea off their landing hexes, of both waves."""
    return look.in_place(SEA)


def off(look: RhineLook, unit: int) -> int:
    """The landing hex off which a unit waits."""
    return look.position.landing_at[look.game.unit_ids[unit]]


def free_to_land(look: RhineLook, unit: int, node: int) -> bool:
    """Can a unit land without a fight?

    Lone Tigers do not hold a hex (rulings R23, R67); a dump lands where it could also go by land (rulings R50, R68).
    """
    bit = 1 << node
    if look.barred(ALLIED) & bit:
        return False
    if not look.game.dumps >> unit & 1 or look.troops(ALLIED) & bit:
        return True
    return not (look.occupied(GERMAN) | look.zone(GERMAN)) & bit


# The first wave


@automatic("first wave", "DD.4")
def first_wave_lands(play: Play, side: str) -> None:
    """Where no German holds the hex the first wave lands and ends its move; elsewhere it will attack (DD.4, R24).

    Units that wait since an earlier turn are among them. Their hexes are scouted first (ruling R54).
    """
    look = play.look
    turn_up(play, sum(1 << node for node in {off(look, unit) for unit in members(waiting(look))}), "R54")
    if sendable(play.look):
        play.start("sending the second wave", side)
    else:
        land_first_wave(play)


def land_first_wave(play: Play) -> None:
    """Put ashore whoever of the first wave can land without a fight; combat units before dumps."""
    game, position = play.game, play.position
    units = play.look.in_place(SEA) & ~position.second_wave
    for unit in members(units & ~game.dumps) + members(units & game.dumps):
        look = play.look
        node = off(look, unit)
        if not free_to_land(look, unit, node):
            continue
        lands(play, unit, node)
        enter(play, unit, (node,))
        if not game.dumps >> unit & 1:
            # It ends its move here but may still attack: its budget is what it had (rulings R24, R66).
            position.budget = {**position.budget, game.unit_ids[unit]: budget_of(play.look, unit)}
        position.moved |= 1 << unit


# Units left over from a second wave


class SendSecondWave(Question[OfSide]):
    """A unit of an earlier second wave may take a free place in the first wave (DD.4, ruling R65)."""

    name, rule = "sending the second wave", "DD.4"

    asks = "Units of the second wave may go in with the first: send them, or end: they wait."

    @offer("send", UNITS, "DD.4")
    def send(self, look: RhineLook, frame: OfSide) -> Conditions:
        position, units = look.position, waiting(look)
        yield units & position.second_wave, "DD.5", "{it} is not waiting at sea for a second wave"
        taken = sum(1 << unit for unit in members(units) if position.allied_control >> off(look, unit) & 1)
        yield ~taken, "DD.5", "the landing hex of {it} is in Allied hands: it lands there in the Exploitation Phase"
        yield sendable(look), "DD.4", "there is no place for {it} in the first wave of its landing hex"

    @send.does
    def _(self, play: Play, frame: OfSide, unit: int) -> None:
        play.position.second_wave &= ~(1 << unit)
        sent(play, unit, off(play.look, unit))

    end = going_on("DD.4", "The second wave waits", "the second wave waits", then=land_first_wave)


def sendable(look: RhineLook) -> Units:
    """Units of an earlier second wave whose hex is German and has a place free in the first wave (ruling R65).

    A dump goes only where it need not fight.
    """
    game, position = look.game, look.position
    found, units, now = 0, waiting(look), beaches_now(look)
    for unit in members(units & position.second_wave):
        node = off(look, unit)
        # A dump that waits for others to clear the hex keeps nobody from doing so (ruling R68).
        first = [other for other in members(units & ~position.second_wave & ~game.dumps) if off(look, other) == node]
        full = len(first) >= game.data.landings[node].first
        if now >> node & 1 or position.allied_control >> node & 1 or full:
            continue
        if not game.dumps >> unit & 1 or free_to_land(look, unit, node):
            found |= 1 << unit
    return found


# The second wave


@automatic("second wave", "DD.5")
def second_wave_lands(play: Play, side: str) -> None:
    """On a hex in Allied hands the second wave lands, ready to move and attack; elsewhere it waits (DD.5, ruling R33).

    A unit of the first wave whose hex has been cleared by others lands too, but that was its move (ruling R66).
    """
    position = play.position
    land_first_wave(play)
    for unit in members(play.look.in_place(SEA) & position.second_wave):
        look = play.look
        node = off(look, unit)
        if position.allied_control >> node & 1 and not look.occupied(GERMAN) >> node & 1:
            lands(play, unit, node, rule="DD.5")
            enter(play, unit, (node,))
        else:
            waits(play, unit, node)

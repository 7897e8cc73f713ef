"""Allied reinforcements: two American and two British units a turn, and the Marines (REIN, RM.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber
from bocage.engine.steps import EVERYTHING, Clause, Offer, Question
from bocage.hexes import HexSet

from ..airborne import come_by_now, explain_turn, overfull
from ..look import Play, RhineLook
from ..movement.entering import enter
from ..position import AMERICAN, BRITISH, GERMAN, POOL, RESTING, SCHEDULE, SEA
from ..supply import rationing
from ..telling import hex_name

NATIONS = {AMERICAN: "American", BRITISH: "British"}
_QUOTAS = {AMERICAN: "arrivals_us", BRITISH: "arrivals_british"}


class Arriving(Frame, frozen=True):
    """Reinforcements come; `hand` is the one whose hex of entry is to be chosen, the numbers are those placed."""

    step: ClassVar[str] = "allied arrivals"
    side: str
    hand: UnitNumber = -1
    american: int = 0
    british: int = 0
    acted: bool = False

    def placed(self, nation: str) -> int:
        """How many of a nation have come, the Marines not counted."""
        return self.american if nation == AMERICAN else self.british


class AlliedArrivals(Question[Arriving]):
    """Units of the Allied player's choice enter on landing hexes or in ports, Undisrupted (REIN.1 to REIN.3).

    A landing force takes their place, but not that of the Marines (rulings R20, R33).
    """

    name = "allied arrivals"
    rule = "REIN.3"
    offers = ("pick arrival", "place arrival", "end arrivals")

    def begin(self, play: Play, side: str) -> Arriving:
        return Arriving(side)

    def keep(self, look: RhineLook, frame: Arriving) -> bool:
        return frame.acted

    def text(self, look: RhineLook, frame: Arriving) -> str:
        if frame.hand >= 0:
            return f"Choose the landing hex or port where {look.counter(frame.hand).name} enters."
        left = {nation: quota(look, nation) - frame.placed(nation) for nation in NATIONS}
        due = [f"{left[nation]} {name}" for nation, name in NATIONS.items() if left[nation]]
        if _marines_wait(look):
            due.append("the Royal Marines and Norwegians")
        return f"Reinforcements: {' and '.join(due) or 'none'} may still enter. Choose a unit, or go on."

    def warnings(self, look: RhineLook, frame: Arriving) -> list[str]:
        return overfull(look, _entries(look))

    def answer(self, play: Play, frame: Arriving, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        if action.verb == "pick":
            play.swap(msgspec.structs.replace(frame, hand=action.index))
            return
        position, game, unit = play.position, play.game, frame.hand
        placed = msgspec.structs.replace(frame, hand=-1, acted=True)
        if unit == game.marines:
            rule = "RM.2"
        else:
            rule = "REIN.2"
            nation = game.counters[unit].nation
            placed = msgspec.structs.replace(placed, **{nation: frame.placed(nation) + 1})
        play.swap(placed)
        position.arrived |= 1 << unit
        play.tell("allied arrival", rule, unit, action.index)
        enter(play, unit, (action.index,))


def quota(look: RhineLook, nation: str) -> int:
    """How many units of a nation come this turn: none beside a landing force (REIN.3, ruling R33)."""
    return 0 if look.landing_turn() else look.game.rules.numbers[_QUOTAS[nation]]


def _marines_wait(look: RhineLook) -> bool:
    marines = look.game.marines
    return look.position.units[marines].at == SCHEDULE and bool(come_by_now(look) >> marines & 1)


def _entries(look: RhineLook) -> HexSet:
    return look.beaches() | look.open_ports()


def _allied(look: RhineLook, frame: Arriving) -> int:
    return look.game.nation_units[AMERICAN] | look.game.nation_units[BRITISH]


def _waiting(look: RhineLook, frame: Arriving) -> int:
    return look.in_place(POOL) | look.in_place(SCHEDULE) & 1 << look.game.marines


def _explain_waiting(look: RhineLook, frame: Arriving, unit: int) -> tuple[str, str]:
    at = look.position.units[unit].at
    if at >= 0:
        return "REIN.3", "{it} is on the map already"
    if at == RESTING:
        return "DROP.4", "{it} left the map to drop again and comes back by air only"
    if at == SEA:
        return "DD.4", "{it} waits at sea off its landing hex"
    return "REPL.1", "{it} is lost: Allied units are never replaced"


def _in_time(look: RhineLook, frame: Arriving) -> int:
    return come_by_now(look)


def _explain_in_time(look: RhineLook, frame: Arriving, unit: int) -> tuple[str, str]:
    rule, why = explain_turn(look, unit)
    return ("RM.2" if unit == look.game.marines else rule), why


def _number_left(look: RhineLook, frame: Arriving) -> int:
    units = 1 << look.game.marines
    for nation in NATIONS:
        if frame.placed(nation) < quota(look, nation):
            units |= look.game.nation_units[nation]
    return units


def _explain_number(look: RhineLook, frame: Arriving, unit: int) -> tuple[str, str]:
    if look.landing_turn():
        return "R33", "in the turn of a landing the landing force takes the place of the reinforcements"
    nation = look.counter(unit).nation
    allies = "French" if nation == AMERICAN else "Canadian and Polish"
    most = quota(look, nation)
    return "REIN.3", f"{most} {NATIONS[nation]} units, {allies} ones included, have entered this turn, and no more may"


def _another(look: RhineLook, frame: Arriving) -> int:
    return EVERYTHING if frame.hand < 0 else ~(1 << frame.hand)


def _somewhere(look: RhineLook, frame: Arriving) -> int:
    return EVERYTHING if _entries(look) else 0


def _in_hand(look: RhineLook, frame: Arriving) -> int:
    return 0 if frame.hand < 0 else EVERYTHING


def _entry(look: RhineLook, frame: Arriving) -> HexSet:
    return _entries(look)


def _explain_entry(look: RhineLook, frame: Arriving, node: int) -> tuple[str, str]:
    bit = 1 << node
    landed = look.position.first_beaches | look.position.second_beaches
    if not bit & (landed | look.game.data.major_ports):
        if bit & look.game.landing_hexes:
            return "R33", "nobody has landed on {it}: it is no place of entry"
        return "REIN.2", "{it} is neither a landing hex nor a major port"
    if bit & look.occupied(GERMAN):
        return "REIN.2", "Germans are in {it}"
    return "REIN.2", "{it} is not in Allied hands"


def _always(look: RhineLook, frame: Arriving) -> int:
    return 1


FRAMES: tuple[type[Frame], ...] = (Arriving, *rationing.FRAMES)
STEPS: tuple[Any, ...] = (AlliedArrivals(), *rationing.STEPS)
OFFERS: dict[str, Offer] = {
    "pick arrival": Offer(
        "pick",
        "REIN.3",
        (
            Clause("allied", "REIN.3", "{it} is not an Allied unit", _allied),
            Clause("waiting", "REIN.3", "", _waiting, _explain_waiting),
            Clause("turn", "REIN.4", "", _in_time, _explain_in_time),
            Clause("number", "REIN.3", "", _number_left, _explain_number),
            Clause("somewhere", "REIN.2", "the Allies hold no landing hex and no major port", _somewhere),
            Clause("hand", "REIN.3", "{it} is chosen already: say where it enters", _another),
        ),
    ),
    "place arrival": Offer(
        "place",
        "REIN.2",
        (
            Clause("hand", "REIN.3", "choose the unit that enters first", _in_hand),
            Clause("entry", "REIN.2", "", _entry, _explain_entry),
        ),
    ),
    "end arrivals": Offer("end", "REIN.3", (Clause("any", "REIN.3", "", _always),)),
    **rationing.OFFERS,
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("pick", *rationing.VERBS["units"]), "hexes": ("place",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "allied arrival": lambda game, unit, node: f"{game.counters[unit].name} enters at {hex_name(game, node)}.",
    **rationing.SENTENCES,
}

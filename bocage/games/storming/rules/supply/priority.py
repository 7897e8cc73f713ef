"""Priority Supply and the Red Ball Express: who moves on while the Commands are in Limited Supply (9.2.D, 9.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import EVERYTHING, Clause, Offer, Question

from ..look import Play, StormingLook, members
from ..position import ALLIED

NATIONS = {"US": "US", "CW": "Commonwealth"}


def nation_units(look: StormingLook, nation: str) -> int:
    """The units of the US (the French are not among them) or of the Commonwealth."""
    game = look.game
    return game.commonwealth_units if nation == "CW" else game.american_units & ~game.french_divisions


def constrained(look: StormingLook) -> bool:
    """Are Commands in Limited Supply because of 9.1.D, after the turns in which all begin so (9.2.A, 9.3.A)?"""
    return look.position.limited and look.position.turn > look.game.rules.numbers["limited_start_last_turn"]


def not_grounded(look: StormingLook, frame: Frame | None = None) -> int:
    """Units that have their transport."""
    return ~look.position.grounded


def outside_sixth(look: StormingLook, frame: Frame) -> int:
    """Units that do not belong to the 6th Army Group where they stand."""
    return ~look.units_in(look.game.data.areas["6AG"], ALLIED)


# Priority Supply (9.2.D)


class Prioritizing(Frame, frozen=True):
    """The Allies place Priority Supply markers."""

    step: ClassVar[str] = "priority supply"
    side: str


class PrioritySupply(Question[Prioritizing]):
    """Each turn in Limited Supply the markers go to any divisions or brigades that are not Grounded (9.2.D)."""

    name = "priority supply"
    rule = "9.2.D"
    offers = ("priority", "end priority")

    def begin(self, play: Play, side: str) -> Prioritizing:
        return Prioritizing(side)

    def text(self, look: StormingLook, frame: Prioritizing) -> str:
        left = [
            f"{markers_left(look, nation)} {name}" for nation, name in NATIONS.items() if markers_left(look, nation)
        ]
        return f"Place Priority Supply markers: {' and '.join(left)} left."

    def answer(self, play: Play, frame: Prioritizing, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        play.position.priority |= 1 << action.index
        play.tell("priority placed", "9.2.D", action.index)


def markers_left(look: StormingLook, nation: str) -> int:
    """How many Priority Supply markers of a nation are still to be placed this turn."""
    if not constrained(look):
        return 0
    placed = look.position.priority & nation_units(look, nation)
    return look.position.priority_markers.get(nation, 0) - placed.bit_count()


def _allied_on_map(look: StormingLook, frame: Frame) -> int:
    return look.position.on_board & look.game.side_units[ALLIED]


def _with_markers(look: StormingLook, frame: Prioritizing) -> int:
    return sum(nation_units(look, nation) for nation in NATIONS if markers_left(look, nation))


def _explain_markers(look: StormingLook, frame: Prioritizing, unit: int) -> tuple[str, str]:
    nation = look.counter(unit).nation
    if nation not in NATIONS:
        return "9.2.D", "Priority Supply is for US and Commonwealth units"
    return "9.2.C", f"there is no {NATIONS[nation]} Priority Supply marker left"


def _sized(look: StormingLook, frame: Prioritizing) -> int:
    memo = look.game.memo
    if ("sized",) not in memo:
        counters = enumerate(look.game.counters)
        memo["sized",] = sum(1 << unit for unit, counter in counters if counter.size in ("division", "brigade"))
    units: int = memo["sized",]
    return units


def _without_priority(look: StormingLook, frame: Frame) -> int:
    return ~look.position.priority


# Red Ball Express (9.3)


class Trucking(Frame, frozen=True):
    """The Allies place Red Ball Express markers."""

    step: ClassVar[str] = "red ball express"
    side: str


class RedBallExpress(Question[Trucking]):
    """Five markers and those saved; what is not placed is saved for the next turn, five at most (9.3)."""

    name = "red ball express"
    rule = "9.3.B"
    offers = ("red-ball", "end red ball")

    def begin(self, play: Play, side: str) -> Trucking:
        position = play.position
        if constrained(play.game.look(position)):
            position.red_ball_left = play.rules.numbers["red_ball_per_turn"] + position.red_ball_saved
            position.red_ball_saved = 0
        return Trucking(side)

    def text(self, look: StormingLook, frame: Trucking) -> str:
        left = look.position.red_ball_left
        most = look.game.rules.numbers["red_ball_saved"]
        rest = f"up to {most} that you keep are saved for the next turn"
        return f"Place Red Ball Express markers: {left} left; {rest}."

    def answer(self, play: Play, frame: Trucking, action: Action) -> None:
        position = play.position
        if action.verb == "red-ball":
            position.red_ball |= 1 << action.index
            position.red_ball_left -= 1
            play.tell("red ball placed", "9.3.B", action.index)
            return
        play.pop()
        if position.red_ball_left:
            position.red_ball_saved = min(position.red_ball_left, play.rules.numbers["red_ball_saved"])
            position.red_ball_left = 0
            play.tell("red ball saved", "9.3.D", position.red_ball_saved)


def _trucks_left(look: StormingLook, frame: Trucking) -> int:
    return EVERYTHING if look.position.red_ball_left else 0


def _no_staff(look: StormingLook, frame: Trucking) -> int:
    return ~look.game.staff_units


def _not_dropped(look: StormingLook, frame: Trucking) -> int:
    units = members(look.game.airborne_units & look.position.on_board)
    return ~sum(1 << unit for unit in units if look.on_dropped_side(unit))


def _without_trucks(look: StormingLook, frame: Trucking) -> int:
    return ~look.position.red_ball


def _always(look: StormingLook, frame: Frame) -> int:
    return 1


def _saved_told(game: Any, number: int) -> str:
    return f"{number} Red Ball Express marker{'s are' if number > 1 else ' is'} saved for the next turn."


FRAMES: tuple[type[Frame], ...] = (Prioritizing, Trucking)
STEPS: tuple[Any, ...] = (PrioritySupply(), RedBallExpress())
OFFERS: dict[str, Offer] = {
    "priority": Offer(
        "priority",
        "9.2.D",
        (
            Clause("map", "9.2.D", "{it} is not an Allied unit on the map", _allied_on_map),
            Clause("markers", "9.2.D", "", _with_markers, _explain_markers),
            Clause("size", "9.2.D", "Priority Supply is for divisions and brigades, and {it} is neither", _sized),
            Clause("grounded", "9.2.D", "{it} is Grounded", not_grounded),
            Clause("once", "9.2.D", "{it} has Priority Supply already", _without_priority),
        ),
    ),
    "end priority": Offer("end", "9.2.D", (Clause("any", "9.2.D", "", _always),)),
    "red-ball": Offer(
        "red-ball",
        "9.3.B",
        (
            Clause("left", "9.3.A", "every Red Ball Express marker of this turn is placed", _trucks_left),
            Clause("map", "9.3.B", "{it} is not an Allied unit on the map", _allied_on_map),
            Clause("grounded", "9.3.B", "{it} is Grounded", not_grounded),
            Clause("dropped", "9.3.B", "{it} is on its Dropped side", _not_dropped),
            Clause("staff", "9.3.B", "headquarters and leaders get no Red Ball Express marker", _no_staff),
            Clause("once", "9.3.C", "{it} has a Red Ball Express marker already", _without_trucks),
            Clause("sixth", "9.3.E", "the Red Ball Express does not serve the 6th Army Group", outside_sixth),
            Clause("priority", "9.3.F", "{it} has Priority Supply, and the two are never combined", _without_priority),
        ),
    ),
    "end red ball": Offer("end", "9.3.D", (Clause("any", "9.3.D", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("priority", "red-ball")}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "priority placed": lambda game, unit: f"{game.counters[unit].name} has Priority Supply.",
    "red ball placed": lambda game, unit: f"The Red Ball Express supplies {game.counters[unit].name}.",
    "red ball saved": _saved_told,
}

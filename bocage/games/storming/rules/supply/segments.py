"""The Supply Segments (8.0): who is found out of supply keeps the marker until supply is next checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from bocage.engine.position import Frame
from bocage.engine.steps import Automatic

from ..elimination import check_breakout
from ..look import Play, members


class Checking(Frame, frozen=True):
    """A side's supply is about to be checked."""

    step: ClassVar[str] = "supply"
    side: str


class SupplySegment(Automatic[Checking]):
    """Each unit is marked, or freed of its marker (8.0)."""

    name = "supply"
    rule = "8.0"

    def begin(self, play: Play, side: str) -> Checking:
        return Checking(side)

    def run(self, play: Play, frame: Checking) -> None:
        check_supply(play, frame.side)


def check_supply(play: Play, side: str) -> int:
    """Mark the units of a side that are out of supply and free the others; the set of those marked."""
    position = play.position
    look = play.game.look(position)
    found = 0
    for unit in members(position.on_board & play.game.side_units[side]):
        if not look.supplied(unit):
            found |= 1 << unit
    own = play.game.side_units[side]
    before = position.oos & own
    position.oos = position.oos & ~own | found
    if found & ~before:
        play.tell("out of supply", "8.0", tuple(members(found & ~before)))
    if before & ~found:
        play.tell("back in supply", "8.0", tuple(members(before & ~found)))
    stopped = position.refit & found
    if stopped:
        position.refit &= ~stopped
        for unit in members(stopped):
            play.tell("refit stopped", "7.3.F", unit)
    # Germans out of supply lose their zones, so both checks may open a Supply Line.
    check_breakout(play)
    return found


def _names(units: tuple[int, ...], game: object) -> str:
    counters = game.counters  # type: ignore[attr-defined]
    names = [counters[unit].name for unit in units]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


FRAMES = (Checking,)
STEPS = (SupplySegment(),)
OFFERS: dict[str, object] = {}
VERBS: Mapping[str, tuple[str, ...]] = {}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "out of supply": lambda game, units: f"Out of supply: {_names(units, game)}.",
    "back in supply": lambda game, units: f"Back in supply: {_names(units, game)}.",
    "refit stopped": lambda game, unit: f"{game.counters[unit].name} loses its R&R marker.",
}

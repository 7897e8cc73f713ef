"""The Brook, compiled: what the engine asks of a game, put together from data and rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from bocage.rules import HEXES, NOTHING, PLAIN, UNITS, BadInput, Domain, Game, Sequencing, Unit, chapters

from . import data
from .rules.forecast import Forecast, forecast
from .rules.look import BrookLook
from .rules.position import DEAD, PLACES, SIDES, BrookPosition
from .rules.sequence import Rules


class Brook(Game[BrookPosition]):
    """Two small forces fight for a mill."""

    slug = "brook"
    title = "The Brook"
    sides = SIDES
    rules_version = 1
    take_back_rule = "1.2"
    concession_rule = "1.3"
    position_class = BrookPosition
    scenarios: ClassVar[Mapping[str, str]] = {"skirmish": "One day by the brook, six turns."}
    unlisted_place = DEAD
    place_names = PLACES

    def __init__(
        self, scenario: str = "skirmish", chosen: Mapping[str, Any] | None = None, printed: data.Data | None = None
    ) -> None:
        if scenario not in self.scenarios:
            raise BadInput(f"{self.title} has the scenario skirmish, not {scenario!r}")
        if chosen:
            raise BadInput(f"{self.title} has no options")
        printed = self.data = printed or data.load()
        self.scenario, self.options, self.rules = scenario, {}, Rules()
        self.data_digest, self.overlay = printed.digest, printed.tables.overlay
        self.board = printed.board
        self.muster(printed.counters)
        domains = {HEXES: Domain("hex", self.board.labels), UNITS: Domain("unit", self.unit_ids), PLAIN: NOTHING}
        self.bring(chapters(f"{__package__}.rules"), domains, printed.once)
        (self.mill,) = printed.names

    def first_position(self) -> BrookPosition:
        """Everybody where his counter says."""
        units = [Unit(self.board.index[counter.start], counter.steps) for counter in self.data.counters]
        return BrookPosition(turn=1, units=units, frames=[Sequencing("turn")])

    @property
    def most_turns(self) -> int:
        return len(self.data.turns)

    def most_steps(self, number: int) -> int:
        return self.data.counters[number].steps

    def domains(self) -> dict[str, Collection[Any]]:
        return {"holder": ("", *SIDES)}

    def look(self, position: Any) -> BrookLook:
        return BrookLook(self, position)

    def forecast(self, position: Any, side: str, **attack: Any) -> Forecast:
        return forecast(self, position, side, **attack)

"""The Brook, compiled: what the engine asks of a game, put together from data and rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import NOTHING, Actions, Domain
from bocage.engine.chapters import chapter
from bocage.engine.errors import BadInput
from bocage.engine.events import HEXES, UNITS, Event
from bocage.engine.game import SEQUENCE, Game
from bocage.engine.offers import PLAIN
from bocage.engine.plain import place_name
from bocage.engine.position import Frame, Unit
from bocage.engine.steps import Row, Sequencing
from bocage.parts import arranging

from . import data
from .rules import combat, movement, victory
from .rules.look import BrookLook
from .rules.position import BLUE, BLUE_HEXES, DEAD, GREY_HEXES, PLACES, SIDES, BrookPosition
from .rules.sequence import Rules

CHAPTERS = tuple(chapter(module) for module in (movement, combat, victory))


class Brook(Game[BrookPosition]):
    """Two small forces fight for a mill."""

    slug = "brook"
    title = "The Brook"
    sides = SIDES
    rules_version = 1
    take_back_rule = "1.2"
    concession_rule = "1.3"
    position_class = BrookPosition
    frame_classes: ClassVar[tuple[type[Frame], ...]] = tuple(frame for part in CHAPTERS for frame in part.FRAMES)
    scenarios: ClassVar[Mapping[str, str]] = {"skirmish": "One day by the brook, six turns."}
    unlisted_place = DEAD
    place_names = PLACES
    mask_count = 2

    def __init__(self, scenario: str = "skirmish", chosen: Mapping[str, Any] | None = None) -> None:
        if scenario not in self.scenarios:
            raise BadInput(f"{self.title} has the scenario skirmish, not {scenario!r}")
        if chosen:
            raise BadInput(f"{self.title} has no options")
        printed = self.data = data.load()
        self.scenario, self.options, self.rules = scenario, {}, Rules()
        self.data_digest = printed.digest
        self.board = printed.board
        self.counters = printed.counters
        self.unit_ids = tuple(counter.id for counter in self.counters)
        self.unit_numbers = {name: number for number, name in enumerate(self.unit_ids)}
        self.mask_ids = tuple((BLUE_HEXES if counter.side == BLUE else GREY_HEXES,) for counter in self.counters)
        self.side_units = {
            side: sum(1 << number for number, counter in enumerate(self.counters) if counter.side == side)
            for side in SIDES
        }
        (self.mill,) = printed.names
        self.steps = {step.name: step for part in CHAPTERS for step in part.STEPS} | {SEQUENCE.name: SEQUENCE}
        self._sentences = {kind: words for part in CHAPTERS for kind, words in part.SENTENCES.items()}
        domains = {HEXES: Domain("hex", self.board.labels), UNITS: Domain("unit", self.unit_ids), PLAIN: NOTHING}
        verbs = {verb: domains[takes] for part in CHAPTERS for takes, names in part.VERBS.items() for verb in names}
        self.actions = Actions({**verbs, "roll": NOTHING, "end": NOTHING})

    def first_position(self) -> BrookPosition:
        """Everybody where his counter says."""
        units = [Unit(self.board.index[counter.start], counter.steps) for counter in self.counters]
        return BrookPosition(turn=1, units=units, frames=[Sequencing("turn")])

    @property
    def most_turns(self) -> int:
        return len(self.data.turns)

    def most_steps(self, number: int) -> int:
        return self.counters[number].steps

    def domains(self) -> dict[str, Collection[Any]]:
        return {"holder": ("", *SIDES)}

    def look(self, position: Any) -> BrookLook:
        return BrookLook(self, position)

    def view(self, seen: Any, side: str | None) -> dict[str, Any]:
        """The position as plain data: nothing is secret here."""
        return {
            "turn": seen.turn,
            "holder": seen.holder,
            "units": {
                name: {"at": place_name(self, unit.at), "steps": unit.steps}
                for name, unit in zip(self.unit_ids, seen.units, strict=True)
            },
        }

    def sentence(self, event: Event) -> str:
        return self._sentences[event.kind](self, *event.data)

    def named(self, kind: str, datum: Any) -> str:
        if kind == UNITS:
            units = (datum,) if isinstance(datum, int) else datum
            return " and ".join(self.counters[unit].name for unit in units)
        return super().named(kind, datum)

    def frames_below(self, table: str, row: Row) -> list[Frame]:
        return []

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        arranging.set_fields(
            self, position, extras, hexes=(), units=("moved", "fought"), as_given=("holder",), readers={}
        )

    def forecast(self, position: Any, side: str, **attack: Any) -> combat.Forecast:
        return combat.forecast(self, position, side, **attack)

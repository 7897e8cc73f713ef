"""The planner of a style that says more than numbers for its marches: where to land, what to write down."""

from __future__ import annotations

from random import Random

from bocage.bots.judgement import Style
from bocage.bots.planning import Verbs
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.position import AFRICA
from .aims import sites
from .planner import FortressPlanner
from .sight import Ground, Sight

WRITTEN = "write_"  # and the number of an objective: the higher, the rather it is written down


class Chooser(FortressPlanner):
    """A planner that follows such wishes of its style; where there are none it does what the planner does.

    "beach" is a hex where to land, told by its number and one more.
    """

    def __init__(self, style: Style, ground: Ground, dice: Random) -> None:
        super().__init__(style, ground, dice)
        self._beach = int(style.get("beach", 0)) - 1
        wishes = {int(name.removeprefix(WRITTEN)): worth for name, worth in style.numbers.items()
                  if name.startswith(WRITTEN) and worth > 0}  # fmt: skip
        self._wishes = sorted(wishes, key=lambda number: (-wishes[number], number))

    def choose(self, seat: Seat) -> Action | None:
        """What is wished for is written down first; the rest is the planner's."""
        if self._wishes and seat.prompt.step == "objectives":
            offered = {int(a.operand): a for a in seat.prompt.verbs().get("write", ()) if a.operand is not None}
            for number in self._wishes:
                if number in offered:
                    return offered[number]
        return super().choose(seat)

    def _allied_set_up(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        if self._africa is None and self._beach >= 0:
            self._site = self._wished(sight)
            self._africa = self._southerners(sight, self._site.base == AFRICA) if self._site else None
        return super()._allied_set_up(seat, sight, verbs)

    def _invasion(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        if sight.position.invasions == 0 and self._beach >= 0 and self._site is None:
            self._site = self._wished(sight)
        return super()._invasion(seat, sight, verbs)

    def _wished(self, sight: Sight) -> sites.Site | None:
        """The best site with the beach that is wished for, if one may land there."""
        return next((site for site in sites.ranked(sight) if site.line >> self._beach & 1), None)

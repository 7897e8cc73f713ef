"""The planner of a style that says more than numbers for its marches: where to land, what to write down."""

from __future__ import annotations

from random import Random

from bocage.bots.judgement import Style
from bocage.bots.planning import Verbs
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.position import AFRICA
from .aims import sites
from .aims.goals import Goals
from .planner import FortressPlanner
from .sight import Ground, Sight

WRITTEN = "write_"  # and the number of an objective: the higher, the rather it is written down
ASIDE, AIM_WORTH, LEAST = 4, 1.5, 5.0  # of an aim


class Chooser(FortressPlanner):
    """A planner that follows such wishes of its style; where there are none it does what the planner does.

    "beach" is a hex where to land. "aim" is one for which all make: what else there is to do lies "aside" hexes
    further away, and it is worth "aim_worth" times as much as usual. Hexes are told by their number and one more.
    """

    def __init__(self, style: Style, ground: Ground, dice: Random) -> None:
        super().__init__(style, ground, dice)
        self._aim = int(style.get("aim", 0)) - 1
        self._aimed: tuple[Goals, Goals] | None = None
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

    def aims(self, seat: Seat, sight: Sight) -> Goals:
        """What the side wants, with the hex that all make for before everything else."""
        usual = super().aims(seat, sight)
        if self._aim < 0:
            return usual
        if self._aimed is None or self._aimed[0] is not usual:
            self._aimed = (usual, self._with_aim(sight, usual))
        return self._aimed[1]

    def _with_aim(self, sight: Sight, usual: Goals) -> Goals:
        node, barred = self._aim, sight.enemy_hexes
        there = sight.ground.field(1 << node, barred, (sight.enemy_zone | sight.ground.slow) & ~barred)
        aside = int(self.style.get("aside", ASIDE))
        pull = [min(here, other + aside) for here, other in zip(there, usual.pull, strict=True)]
        worth = self.style.get("aim_worth", AIM_WORTH)
        prizes, guards = dict(usual.prizes), dict(usual.guards)
        held = sight.look.controls(sight.side) & ~barred
        values = guards if held >> node & 1 else prizes
        values[node] = worth * max(values.get(node, 0.0), LEAST)
        return usual._replace(prizes=prizes, guards=guards, pull=pull)

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

"""Sparring partners for the planner of Fortress Europa: each does one odd thing well, and the rest as the planner."""

from __future__ import annotations

from random import Random

from bocage.bots.planning import Verbs
from bocage.bots.seat import Seat
from bocage.bots.sight import STEADY
from bocage.engine.actions import Action
from bocage.games.fortress.bot.aims import goals as aims
from bocage.games.fortress.bot.aims import sites
from bocage.games.fortress.bot.aims.goals import Goals
from bocage.games.fortress.bot.aims.winter import offensive
from bocage.games.fortress.bot.planner import FortressPlanner
from bocage.games.fortress.bot.sight import Ground, Sight
from bocage.games.fortress.rules.invasion import lines
from bocage.games.fortress.rules.look import members
from bocage.games.fortress.rules.position import ALLIED

PARIS = "R11"
BASTOGNE, KOLN, BRUXELLES = "EE12", "II10", "BB8"  # where they race in winter: at first, and after the offensive
EVERYTHING = 14.0


class Partner:
    """A bot of one idea; its planner is made when it first sees the game."""

    def __init__(self, seed: str | int) -> None:
        self.dice = Random(seed)
        self.planner: FortressPlanner | None = None

    def choose(self, seat: Seat) -> Action:
        """The odd thing where there is one to do, else what the planner does."""
        if self.planner is None:
            self.planner = self.make(Ground(seat.look.game))
        if seat.prompt.forced:
            return seat.prompt.actions[0]
        usual = self.planner.choose(seat) or seat.prompt.actions[0]
        return self.odd(seat, usual) or usual

    def make(self, ground: Ground) -> FortressPlanner:
        """The planner that it is otherwise."""
        return FortressPlanner(STEADY, ground, self.dice)

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        """What it does instead."""
        return None


class SitsTight(Partner):
    """Once ashore, or set up, nobody goes anywhere; what must be attacked is attacked."""

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        return (
            seat.offered("end") if seat.prompt.step == "movement" and usual.verb in ("pick", "move", "rail") else None
        )


class _Driven(FortressPlanner):
    """A planner that wants one thing only."""

    def aims(self, seat: Seat, sight: Sight) -> Goals:
        found = super().aims(seat, sight)
        wanted = self.wanted(sight)
        if not wanted:
            return found
        pull = sight.ground.field(wanted, sight.enemy_hexes & ~wanted, sight.ground.slow)
        prizes = dict.fromkeys(sight.board.nodes(wanted), EVERYTHING)
        return found._replace(prizes=prizes, pull=pull, guards={})

    def wanted(self, sight: Sight) -> int:
        raise NotImplementedError


class _ToParis(_Driven):
    def wanted(self, sight: Sight) -> int:
        if sight.game.rules.winter:
            later = KOLN if sight.side == ALLIED else BRUXELLES
            return sight.board.set([BASTOGNE if offensive(sight) else later])
        paris = sight.board.set([PARIS])
        harbours = sight.look.hexes_of(members(sight.game.mulberries & sight.position.on_board))
        return paris if sight.side == ALLIED else harbours


class Races(Partner):
    """Everybody goes for one hex: Paris, or the artificial harbour; in winter Bastogne."""

    def make(self, ground: Ground) -> FortressPlanner:
        return _ToParis(STEADY, ground, self.dice)


class _ToTheRear(_Driven):
    def wanted(self, sight: Sight) -> int:
        staffs = sum({1 << sight.at(unit) for unit in sight.staffs(sight.enemy)})
        return staffs or sight.enemy_hexes


class CutsSupply(Partner):
    """Everybody goes for the headquarters that feed the enemy."""

    def make(self, ground: Ground) -> FortressPlanner:
        return _ToTheRear(STEADY, ground, self.dice)


class _Elsewhere(FortressPlanner):
    """Lands in a part of the coast that is drawn by lot; sets up by lot."""

    def _allied_set_up(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        if self._site is None:
            self._site, self._africa = elsewhere(sight, self._dice), 0
        return super()._allied_set_up(seat, sight, verbs)

    def _invasion(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        if self._site is None:
            self._site = elsewhere(sight, self._dice)
        return super()._invasion(seat, sight, verbs)


def elsewhere(sight: Sight, dice: Random) -> sites.Site:
    """The best beaches of an area drawn by lot, none of those where the planner likes it best."""
    best: dict[str, sites.Site] = {}
    for site in sites.sites(sight, aims.stakes(sight)):
        (area,) = lines.areas(sight.game, site.line)
        if site.base == -1 and (area not in best or site.score > best[area].score):
            best[area] = site
    liked = max(best, key=lambda area: best[area].score)
    return best[dice.choice(sorted(area for area in best if area != liked))]


class LandsElsewhere(Partner):
    """Lands where nobody expects it; as the Germans, sets up without the planner's second thoughts."""

    def make(self, ground: Ground) -> FortressPlanner:
        return _Elsewhere(STEADY, ground, self.dice)

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        done = seat.prompt.step == "german set-up" and usual.verb == "pick"
        return seat.offered("end") if done else None


class LaysBait(Partner):
    """Ends each move impulse with its weakest free unit as near to the enemy as it may go without a battle."""

    def __init__(self, seed: str | int) -> None:
        super().__init__(seed)
        self.done: object = None
        self.bait = -1

    def odd(self, seat: Seat, usual: Action) -> Action | None:
        if seat.prompt.step != "movement" or usual.verb != "end":
            return None
        position = seat.look.position
        moment = (position.turn, position.impulse)
        sight = Sight(seat.look, seat.side, self.planner._ground)  # type: ignore[union-attr]
        picks = seat.prompt.sets.get("pick", 0)
        if self.done != moment:
            weak = [unit for unit in members(picks) if sight.at(unit) >= 0 and sight.attack(unit) and sight.ways(unit)]
            self.done = moment
            self.bait = min(weak, key=lambda unit: (sight.attack(unit), unit), default=-1)
            return seat.offered("pick", self.bait) if self.bait >= 0 else None
        hand = getattr(seat.prompt.frame, "hand", 0)
        if self.bait < 0 or not hand >> self.bait & 1:
            return None
        goals = sight.board.nodes(seat.prompt.sets.get("move", 0) & ~sight.enemy_zone)
        node = min(goals, key=lambda node: (sight.from_enemy[node], node), default=-1)
        self.bait = -1
        return seat.offered("move", node) if node >= 0 else None


PARTNERS = {
    "sits tight": SitsTight,
    "races": Races,
    "lands elsewhere": LandsElsewhere,
    "lays bait": LaysBait,
    "cuts supply": CutsSupply,
}
WINTER = ("sits tight", "races", "lays bait", "cuts supply")  # nobody lands in the winter starts

"""The planner's game of Fortress Europa: one rule of thumb for each question of the sequence of play."""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.bots.judgement import Style
from bocage.bots.planning import ThumbPlanner, Verbs
from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.rules import met

from ..rules.invasion.lines import may_invade
from ..rules.look import members
from ..rules.position import AFRICA, ALLIED, GERMAN
from .aims import sites
from .aims.goals import Goals
from .aims.winter import goals, kept, mood
from .odds import Odds
from .orders import air, landing, questions
from .orders.battles import Combat
from .orders.march import March
from .reasons import reason
from .sight import Ground, Sight

FIGHTING = frozenset(("combat", "losses", "retreat", "hold", "removal", "advance", "stray"))
SOUTH = 24  # units that wait in Africa for a landing in the south
FOLLOW = 0.25  # how likely a few wait there though the landing is elsewhere
FEW = 8


class FortressPlanner(ThumbPlanner[Sight, Goals, March]):
    """Answers by rules of thumb. It remembers the marching orders of its impulse, and where it means to land."""

    def __init__(self, style: Style, ground: Ground, dice: Random) -> None:
        super().__init__(style)
        self._ground = ground
        self._dice = dice
        self._sight: Sight | None = None
        self._plan: tuple[object, Goals] | None = None
        self._combat = Combat()
        self._site: sites.Site | None = None
        self._second: tuple[int, sites.Site | None] = (0, None)
        self._africa: int | None = None
        self._set_up = questions.GermanSetUp(dice)
        seen, framed, aimed = self.seen, self.framed, self.aimed
        self.answers = {
            "objectives": lambda seat, sight, verbs: questions.objectives(seat, sight, verbs, dice),
            "german set-up": lambda seat, sight, verbs: self._set_up.choose(sight, seat.prompt.frame, verbs),
            "allied set-up": self._allied_set_up,
            "allied allocation": seen(air.allot),
            "german allocation": lambda seat, sight, verbs: air.oppose(sight, verbs, dice),
            "losing aircraft": lambda seat, sight, verbs: air.give_up(sight, seat.prompt.frame, verbs),
            "sorting aircraft": lambda seat, sight, verbs: verbs["west"][-1],
            "bridge attacks": seen(air.bomb),
            "invasion": self._invasion,
            "drop": lambda seat, sight, verbs: landing.drop(sight, seat.prompt.frame, verbs),
            "landing": lambda seat, sight, verbs: landing.land(sight, seat.prompt.frame, verbs),
            "ships": lambda seat, sight, verbs: landing.ship(sight, seat.prompt.frame, verbs, self._odds(seat, sight)),
            "ground support": lambda seat, sight, verbs: landing.cover(sight, self._odds(seat, sight), verbs),
            "second wave": lambda seat, sight, verbs: landing.second_wave(sight, seat.prompt.frame, verbs),
            "mulberry": seen(landing.mulberry),
            "movement": self._movement,
            "combat": lambda seat, sight, verbs: self._combat.choose(seat, sight, self._odds(seat, sight), verbs),
            "losses": lambda seat, sight, verbs: questions.cheapest(sight, verbs["lose"]),
            "removal": lambda seat, sight, verbs: questions.cheapest(sight, verbs["lose"]),
            "overflow": lambda seat, sight, verbs: questions.fewer(sight, verbs["lose"]),
            "rationing": lambda seat, sight, verbs: questions.cheapest(sight, verbs["starve"]),
            "crowded hex": lambda seat, sight, verbs: questions.cheapest(sight, verbs["eliminate"]),
            "paying": lambda seat, sight, verbs: questions.cheapest(sight, verbs.get("lose") or verbs["remove"]),
            "substitutes": lambda seat, sight, verbs: questions.cheapest(sight, verbs["substitute"]),
            "hold": framed(questions.withdraw),
            "retreat": framed(questions.retreat),
            "spending": framed(questions.spend),
            "allied arrivals": seen(questions.allied_arrival),
            "reserve choice": seen(questions.reserve_choice),
            "reserve return": aimed(questions.nearest),
            "volkssturm": aimed(questions.call_up),
            "recall": lambda seat, sight, verbs: (verbs.get("recall") or verbs["end"])[0],
            "partisan placing": self._partisans,
            "advance": self._advance,
            "flooding": seen(questions.ending),
            "decoys": seen(questions.ending),
            "stray": seen(questions.ending),
            "ardennes set-up": seen(questions.ending),
        }

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action was chosen: target, odds and risk in one sentence."""
        sight = Sight(seat.look, seat.side, self._ground, mood(seat.look, seat.side, self.style))
        fights = self._combat.fights if seat.prompt.step == "combat" else []
        party = {fight.targets[0]: fight.units for fight in fights}
        return reason(seat, sight, self.aims(seat, sight), action, party)

    def sight(self, seat: Seat) -> Sight:
        """How the map looks now; what has not changed is taken over."""
        sight = Sight(seat.look, seat.side, self._ground, mood(seat.look, seat.side, self.style))
        sight.inherit(self._sight)
        self._sight = sight
        return sight

    def aims(self, seat: Seat, sight: Sight) -> Goals:
        """What the side wants; thought out anew when the front has changed, but not within a round of combats."""
        position = sight.position
        moment = (sight.side, position.turn, position.impulse, position.phasing)
        key = (moment, sight.enemy_hexes, position.allied_control)
        fighting = seat.prompt.step in FIGHTING
        if self._plan is None or (self._plan[0] != key and not (fighting and self._plan[0][0] == moment)):  # type: ignore[index]
            self._plan = (key, goals(sight))
        return self._plan[1]

    def _odds(self, seat: Seat, sight: Sight) -> Odds:
        aims = self.aims(seat, sight)
        return Odds(sight, aims.prizes, kept(sight, aims))

    # Landing

    def _allied_set_up(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        if self._africa is None:
            self._site = sites.choose_site(sight, self._dice)
            self._africa = self._southerners(sight, self._site.base == AFRICA)
        return questions.allied_set_up(sight, verbs, self._africa)

    def _southerners(self, sight: Sight, all_of_them: bool) -> int:
        """Who waits in Africa: those who land there, or a few who may land there later."""
        if not all_of_them and self._dice.random() > FOLLOW:
            return 0
        game = sight.game
        units = members((sight.look.in_place(-1) | sight.look.in_place(-2)) & game.land_units & game.side_units[ALLIED])
        americans = [unit for unit in units if game.americans >> unit & 1 or game.headquarters >> unit & 1]
        if all_of_them:
            return sum(1 << unit for unit in americans)
        foot = [unit for unit in americans if game.foot_units >> unit & 1]
        return sum(1 << unit for unit in foot[:FEW])

    def _invasion(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frame: Any = seat.prompt.frame
        if sight.position.invasions == 0 and sight.turn == 1:
            if self._site is None:
                self._site = sites.choose_site(sight, self._dice)
            return landing.invasion(sight, frame, verbs, self._site)
        if not met(may_invade(sight.look)):
            return questions.ending(sight, verbs)
        if self._second[0] != sight.turn:
            self._second = (sight.turn, landing.second_site(sight, self._dice))
        return landing.invasion(sight, frame, verbs, self._second[1])

    # Moving

    def _movement(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action | None:
        position = sight.position
        key = (seat.side, position.turn, position.impulse)
        return self.march(key, sight, lambda: March(key, seat, sight, self.aims(seat, sight))).choose(seat, sight)

    def _partisans(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        """On the railway between Germany and the front."""
        if not verbs.get("place") or not sight.own_hexes:
            return questions.ending(sight, verbs)
        away = sight.ground.distances(sight.own_hexes)
        return min(verbs["place"], key=lambda action: (abs(away[action.index] - 6), action.index))

    def _advance(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        """Peiper goes where the goals are (33.3.9.4)."""
        aims = self.aims(seat, sight)
        if verbs.get("advance"):
            prizes = sight.ground.distances(sum(1 << node for node, value in aims.prizes.items() if value > 5) or -1)
            return min(verbs["advance"], key=lambda action: (prizes[action.index], action.index))
        return (verbs.get("pick") or verbs["end"])[0]


__all__ = ["GERMAN", "FortressPlanner"]

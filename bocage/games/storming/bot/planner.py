"""The planner's game of Storming the Reich: one rule of thumb for each question of the sequence of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.bots.judgement import Style
from bocage.bots.planning import Answer, ThumbPlanner, Verbs
from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.hexes import HexSet

from ..rules.movement.hand import Moving
from ..rules.position import ALLIED
from .aims import offensive
from .aims.allied import AlliedAims
from .aims.german import GermanAims
from .aims.shared import Aims
from .orders import air, arrivals
from .orders.battle import Battle, losses
from .orders.march import March
from .reasons import reason
from .sight import Ground, Sight

# Questions within a round of combats: the aims stay as they were when it began.
FIGHTING = frozenset(("combat", "advance", "mobile assault", "pressing on", "cherbourg attack"))


class StormingPlanner(ThumbPlanner[Sight, Aims, March]):
    """Answers by rules of thumb. It remembers only the marching orders of the Movement Step it is in."""

    def __init__(self, style: Style, ground: Ground) -> None:
        super().__init__(style)
        self._ground = ground
        self._sight: Sight | None = None  # of the last question
        self._plan: tuple[tuple[object, HexSet], Aims] | None = None
        self.answers = {
            "order of battle": _suggested,
            "set-up": _suggested,
            "first arrival": self._first_arrival,
            "german arrivals": self.framed(arrivals.arrival),
            "german replacement arrivals": self.framed(arrivals.arrival),
            "allied arrivals": self.framed(arrivals.arrival),
            "allied replacement arrivals": self.framed(arrivals.arrival),
            "watch placement": self.framed(arrivals.arrival),
            "rebuilding": self.seen(arrivals.rebuild),
            "refit placing": self.seen(arrivals.refit),
            "withdrawal choice": self.seen(arrivals.withdraw),
            "counteroffensive": self.seen(offensive.launch),
            "offensive disruption": self.aimed(offensive.disrupt),
            "shaef reaction": self.seen(offensive.react),
            "airborne operation": self.framed(air.drop),
            "airborne recovery": lambda seat, sight, verbs: (verbs.get("recover-all") or verbs["recover"])[0],
            "airborne withdrawal": lambda seat, sight, verbs: verbs["end"][0],
            "drop withdrawal": self.seen(arrivals.fall_back),
            "strafing": lambda seat, sight, verbs: air.strafe(sight, seat.prompt.frame, verbs),
            "carpet bombing": self.aimed(air.bomb),
            "bomb loss": self.seen(air.bomb_loss),
            "divisions to ground": self.aimed(arrivals.ground_division),
            "divisions not grounded": self.seen(arrivals.cull),
            "freed division": lambda seat, sight, verbs: max(
                verbs["free"], key=lambda action: (sight.attack(action.index), -action.index)
            ),
            "priority supply": lambda seat, sight, verbs: self._marker(seat, sight, verbs, "priority"),
            "red ball express": lambda seat, sight, verbs: self._marker(seat, sight, verbs, "red-ball"),
            "transfer": lambda seat, sight, verbs: verbs["end"][0],
            "declaration": self.seen(arrivals.declaration),
            "movement": self._movement,
            "strategic movement": self._entrained,
            "stacking": self.seen(_stacking),
            "combat": self._battle(Battle.combat),
            "mobile assault": self._battle(Battle.assault),
            "pressing on": self._press_on,
            "air defence": lambda seat, sight, verbs: verbs["air"][0],
            "losses": self.seen(losses),
            "advance": self._battle(Battle.advance),
            "cherbourg attack": self._battle(Battle.cherbourg),
        }

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action was chosen: target, odds and risk."""
        sight = Sight(seat.look, seat.side, self._ground, self.style)

        def party(target: int) -> list[int]:
            return Battle(sight, self.aims(seat, sight)).party(seat.prompt.frame, target)

        return reason(seat, sight, action, party)

    def sight(self, seat: Seat) -> Sight:
        """How the map looks now; what has not changed is taken over."""
        sight = Sight(seat.look, seat.side, self._ground, self.style)
        sight.inherit(self._sight)
        self._sight = sight
        return sight

    def aims(self, seat: Seat, sight: Sight) -> Aims:
        """The side's aims; they are thought out anew when the front has changed, but not within a round of combats."""
        position = sight.position
        moment = (sight.side, position.turn, position.stage, position.offensive_turn, seat.phase)
        key = (moment, sight.enemy_hexes)
        fighting = seat.prompt.step in FIGHTING
        if self._plan is None or (self._plan[0] != key and not (fighting and self._plan[0][0] == moment)):
            self._plan = (key, AlliedAims(sight) if sight.side == ALLIED else GermanAims(sight))
        aims = self._plan[1]
        aims.sight = sight
        return aims

    def _battle(self, rule: Callable[[Battle, Any, Verbs], Action]) -> Answer[Sight]:
        return lambda seat, sight, verbs: rule(Battle(sight, self.aims(seat, sight)), seat.prompt.frame, verbs)

    def _first_arrival(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frame: Any = seat.prompt.frame
        return arrivals.place(sight, self.aims(seat, sight), verbs, frame.hand)

    def _movement(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        position = sight.position
        key = (seat.side, position.turn, position.epoch, position.stage, seat.phase)
        return self.march(key, sight, lambda: March(key, seat, sight, self.aims(seat, sight))).choose(seat, sight)

    def _entrained(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frame: Any = seat.prompt.frame
        if self.orders is not None:
            wanted = self.orders.destination()
            for action in verbs["move"]:
                if action.index == wanted:
                    return action
        field = self.aims(seat, sight).field(frame.unit)
        return min(verbs["move"], key=lambda action: (field[action.index], action.index))

    def _marker(self, seat: Seat, sight: Sight, verbs: Verbs, verb: str) -> Action:
        return arrivals.spearhead(sight, self.aims(seat, sight), verbs.get(verb, ())) or verbs["end"][0]

    def _press_on(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frames = sight.position.frames
        hand = next((frame.hand for frame in reversed(frames) if isinstance(frame, Moving)), 0)
        return Battle(sight, self.aims(seat, sight)).press_on(seat.prompt.frame, verbs, hand)


def _suggested(seat: Seat, sight: Sight, verbs: Verbs) -> Action:
    for verb in ("suggested-all", "suggested", "end"):
        if verbs.get(verb):
            return verbs[verb][0]
    return seat.prompt.actions[0]


def _stacking(sight: Sight, verbs: Verbs) -> Action:
    """Who has to go (5.3)."""
    if not verbs.get("eliminate"):
        return verbs["end"][0]
    return min(verbs["eliminate"], key=lambda action: (sight.step_cost(action.index), action.index))

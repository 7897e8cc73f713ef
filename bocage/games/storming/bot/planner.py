"""The planner's game of Storming the Reich: one rule of thumb for each question of the sequence of play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bocage.bots.judgement import Style
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

Verbs = dict[str, list[Action]]
Answer = Callable[[Seat, Sight, Verbs], Action]


class StormingPlanner:
    """Answers by rules of thumb. It remembers only the marching orders of the Movement Step it is in."""

    def __init__(self, style: Style, dice: Random, ground: Ground) -> None:
        self.style = style
        self._march: March | None = None
        self._ground = ground
        self._sight: Sight | None = None  # of the last question
        self._plan: tuple[tuple[object, HexSet], Aims] | None = None
        self._answers: dict[str, Answer] = {
            "order of battle": _suggested,
            "set-up": _suggested,
            "first arrival": self._first_arrival,
            "german arrivals": self._arrival,
            "german replacement arrivals": self._arrival,
            "allied arrivals": self._arrival,
            "allied replacement arrivals": self._arrival,
            "watch placement": self._arrival,
            "rebuilding": lambda seat, sight, verbs: arrivals.rebuild(sight, verbs),
            "refit placing": lambda seat, sight, verbs: arrivals.refit(sight, verbs),
            "withdrawal choice": lambda seat, sight, verbs: arrivals.withdraw(sight, verbs),
            "counteroffensive": lambda seat, sight, verbs: offensive.launch(sight, verbs),
            "offensive disruption": lambda seat, sight, verbs: offensive.disrupt(sight, self._aims(seat, sight), verbs),
            "shaef reaction": lambda seat, sight, verbs: offensive.react(sight, verbs),
            "airborne operation": lambda seat, sight, verbs: air.drop(
                sight, self._aims(seat, sight), seat.prompt.frame, verbs
            ),
            "airborne recovery": lambda seat, sight, verbs: (verbs.get("recover-all") or verbs["recover"])[0],
            "airborne withdrawal": lambda seat, sight, verbs: verbs["end"][0],
            "drop withdrawal": lambda seat, sight, verbs: arrivals.fall_back(sight, verbs),
            "strafing": lambda seat, sight, verbs: air.strafe(sight, seat.prompt.frame, verbs),
            "carpet bombing": lambda seat, sight, verbs: air.bomb(sight, self._aims(seat, sight), verbs),
            "bomb loss": lambda seat, sight, verbs: air.bomb_loss(sight, verbs),
            "divisions to ground": lambda seat, sight, verbs: arrivals.ground_division(
                sight, self._aims(seat, sight), verbs
            ),
            "divisions not grounded": lambda seat, sight, verbs: arrivals.cull(sight, verbs),
            "freed division": lambda seat, sight, verbs: max(
                verbs["free"], key=lambda action: (sight.attack(action.index), -action.index)
            ),
            "priority supply": lambda seat, sight, verbs: self._marker(seat, sight, verbs, "priority"),
            "red ball express": lambda seat, sight, verbs: self._marker(seat, sight, verbs, "red-ball"),
            "transfer": lambda seat, sight, verbs: verbs["end"][0],
            "declaration": lambda seat, sight, verbs: arrivals.declaration(sight, verbs),
            "movement": self._movement,
            "strategic movement": self._entrained,
            "stacking": lambda seat, sight, verbs: _stacking(sight, verbs),
            "combat": lambda seat, sight, verbs: Battle(sight, self._aims(seat, sight)).combat(
                seat.prompt.frame, verbs
            ),
            "mobile assault": lambda seat, sight, verbs: Battle(sight, self._aims(seat, sight)).assault(
                seat.prompt.frame, verbs
            ),
            "pressing on": self._press_on,
            "air defence": lambda seat, sight, verbs: verbs["air"][0],
            "losses": lambda seat, sight, verbs: losses(sight, verbs),
            "advance": lambda seat, sight, verbs: Battle(sight, self._aims(seat, sight)).advance(
                seat.prompt.frame, verbs
            ),
            "cherbourg attack": lambda seat, sight, verbs: Battle(sight, self._aims(seat, sight)).cherbourg(
                seat.prompt.frame, verbs
            ),
        }

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action was chosen: target, odds and risk."""
        sight = Sight(seat.look, seat.side, self._ground, self.style)

        def party(target: int) -> list[int]:
            return Battle(sight, self._aims(seat, sight)).party(seat.prompt.frame, target)

        return reason(seat, sight, action, party)

    def choose(self, seat: Seat) -> Action | None:
        """An action of the list, or None for a question that this bot does not know."""
        answer = self._answers.get(seat.prompt.step)
        if answer is None:
            return None
        sight = Sight(seat.look, seat.side, self._ground, self.style)
        if self._sight is not None:
            sight.inherit(self._sight)
        self._sight = sight
        return answer(seat, sight, seat.prompt.verbs())

    def _aims(self, seat: Seat, sight: Sight) -> Aims:
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

    def _arrival(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        return arrivals.arrival(sight, self._aims(seat, sight), seat.prompt.frame, verbs)

    def _first_arrival(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frame: Any = seat.prompt.frame
        return arrivals.place(sight, self._aims(seat, sight), verbs, frame.hand)

    def _movement(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        position = sight.position
        key = (seat.side, position.turn, position.epoch, position.stage, seat.phase)
        march = self._march
        if march is None or march.key != key or march.stale(sight):
            march = self._march = March(key, seat, sight, self._aims(seat, sight))
        return march.choose(seat, sight)

    def _entrained(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frame: Any = seat.prompt.frame
        if self._march is not None:
            wanted = self._march.destination()
            for action in verbs["move"]:
                if action.index == wanted:
                    return action
        field = self._aims(seat, sight).field(frame.unit)
        return min(verbs["move"], key=lambda action: (field[action.index], action.index))

    def _marker(self, seat: Seat, sight: Sight, verbs: Verbs, verb: str) -> Action:
        return arrivals.spearhead(sight, self._aims(seat, sight), verbs.get(verb, ())) or verbs["end"][0]

    def _press_on(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frames = sight.position.frames
        hand = next((frame.hand for frame in reversed(frames) if isinstance(frame, Moving)), 0)
        return Battle(sight, self._aims(seat, sight)).press_on(seat.prompt.frame, verbs, hand)


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

"""The planner's game of D-Day to the Rhine: one rule of thumb for each question of the sequence of play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bocage.bots.judgement import Style
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.position import ALLIED, OTHER
from .aims.allied import AlliedAims
from .aims.german import GermanAims
from .aims.shared import Aims
from .orders import arrivals, defence, landings
from .orders.allocation import Allocation
from .orders.battle import Battle, find
from .orders.march import March
from .reasons import reason
from .set_ups import Layout
from .sight import Ground, Sight

Verbs = dict[str, list[Action]]
Answer = Callable[[Seat, Sight, Verbs], Action | None]


class RhinePlanner:
    """Answers by rules of thumb. It remembers only what it has thought out for the phase it is in."""

    def __init__(self, style: Style, dice: Random, ground: Ground, layout: Layout) -> None:
        self.style = style
        self._layout = layout
        self._ground = ground
        self._plan: tuple[object, Aims] | None = None
        self._march: March | None = None
        self._attack: tuple[object, list[tuple[str, int]]] = (None, [])
        self._digging: tuple[object, int] = (None, 0)
        self._blow: tuple[object, bool] = (None, False)
        self._answers: dict[str, Answer] = {
            "set-up": self._set_up,
            "air operations": lambda seat, sight, verbs: landings.fly(
                sight, self.aims(sight), seat.prompt.frame, verbs
            ),
            "dump movement": lambda seat, sight, verbs: arrivals.haul(
                sight, self.aims(sight), seat.prompt.frame, verbs
            ),
            "beaches": lambda seat, sight, verbs: landings.beaches(sight, seat.prompt.frame, verbs),
            "shift of naval bombardment": lambda seat, sight, verbs: landings.naval_guns(sight, verbs),
            "landing force": lambda seat, sight, verbs: landings.landing_force(sight, seat.prompt.frame, verbs),
            "sending the second wave": lambda seat, sight, verbs: landings.send(sight, verbs),
            "allied arrivals": lambda seat, sight, verbs: arrivals.arrivals(
                sight, self.aims(sight), seat.prompt.frame, verbs
            ),
            "rationing": lambda seat, sight, verbs: arrivals.ration(sight, verbs),
            "stray bombs": lambda seat, sight, verbs: landings.stray_bombs(sight, verbs),
            "declarations": self._declare,
            "strategic reserve": lambda seat, sight, verbs: defence.reserve(sight, verbs),
            "reserve placement": self._replace,
            "german replacements": self._replace,
            "german reinforcements": self._replace,
            "deployment": self._deploy,
            "movement": self._move,
            "crowded hex": lambda seat, sight, verbs: self._battle(sight).cheapest(verbs["disrupt"]),
            "allocation": self._allocate,
            "next battle": lambda seat, sight, verbs: self._battle(sight).next_battle(verbs),
            "blitz support": lambda seat, sight, verbs: verbs["support"][0],
            "attack or call off": lambda seat, sight, verbs: self._battle(sight).decide(verbs),
            "pressed attack": lambda seat, sight, verbs: self._battle(sight).press(verbs),
            "no retreat": lambda seat, sight, verbs: self._battle(sight).stand(verbs),
            "rout": lambda seat, sight, verbs: self._battle(sight).rout(seat.prompt.frame, verbs),
            "retreat": lambda seat, sight, verbs: self._battle(sight).retreat(seat.prompt.frame, verbs),
            "attackers lost": lambda seat, sight, verbs: self._battle(sight).cheapest(verbs["lose"]),
            "advance": lambda seat, sight, verbs: self._battle(sight).advance(seat.prompt.frame, verbs),
        }

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action was chosen."""
        sight = self.sight(seat)
        target = None
        if seat.prompt.step == "movement" and self._march is not None:
            frame: Any = seat.prompt.frame
            target = self._march.target(action.index if action.verb == "pick" else frame.hand)
        return reason(seat, sight, self.aims(sight), action, target)

    def choose(self, seat: Seat) -> Action | None:
        """An action of the list, or None for a question that this bot does not know."""
        answer = self._answers.get(seat.prompt.step)
        if answer is None:
            return None
        return answer(seat, self.sight(seat), seat.prompt.verbs())

    def sight(self, seat: Seat) -> Sight:
        """How the map looks to a side in this bot's eyes."""
        return Sight(seat.look, seat.side, self._ground, self.style)

    def aims(self, sight: Sight) -> Aims:
        """The side's aims; they are thought out anew for each part of a player-turn, and once for the enemy's turn."""
        position = sight.position
        key = (sight.side, position.turn, position.epoch, _part(sight.side, sight.game.phase(position)))
        if self._plan is None or self._plan[0] != key:
            self._plan = (key, AlliedAims(sight) if sight.side == ALLIED else GermanAims(sight))
        aims = self._plan[1]
        aims.sight = sight
        return aims

    def _set_up(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frame: Any = seat.prompt.frame
        return self._layout.next(sight.look, frame.hand, verbs)

    def _battle(self, sight: Sight) -> Battle:
        return Battle(sight, self.aims(sight))

    def _phase(self, seat: Seat, sight: Sight) -> tuple[object, ...]:
        return seat.side, sight.turn, sight.position.epoch, seat.phase

    def _move(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action | None:
        return self._orders(sight).choose(seat, sight)

    def _orders(self, sight: Sight) -> March:
        """The orders for the movement of this phase; who digs in and who moves is thought out together."""
        key = (sight.side, sight.turn, sight.position.epoch, sight.position.stage)
        march = self._march
        if march is None or march.key != key or march.stale(sight):
            march = self._march = March(key, sight, self.aims(sight))
        return march

    def _deploy(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        key = self._phase(seat, sight)
        if self._digging[0] != key:
            orders = self._orders(sight)
            self._digging = (key, arrivals.to_deploy(sight, self.aims(sight), orders.busy, orders.targets))
        for action in verbs.get("deploy", ()):
            if self._digging[1] >> action.index & 1:
                return action
        return verbs["end"][0]

    def _declare(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        """One blow with everything: the Blitz first, as the rules want it, then Ruthlessness."""
        if verbs.get("blitz") or verbs.get("ruthless"):
            key = self._phase(seat, sight)
            if self._blow[0] != key:
                self._blow = (key, defence.counterblow(sight, self.aims(sight)))
            if self._blow[1]:
                return (verbs.get("blitz") or verbs["ruthless"])[0]
        return verbs["end"][0]

    def _replace(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        return defence.replacements(sight, self.aims(sight), seat.prompt.frame, verbs)

    def _allocate(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action | None:
        frame: Any = seat.prompt.frame
        key = (*self._phase(seat, sight), len(sight.position.battles))
        if not frame.targets:
            self._attack = (key, Allocation(sight, self.aims(sight)).next(verbs))
            if not self._attack[1]:
                return verbs["end"][0] if verbs.get("end") else None
        if self._attack[0] == key:
            orders = self._attack[1]
            while orders:
                verb, index = orders.pop(0)
                action = find(verbs.get(verb, ()), index) if verb != "commit" else next(iter(verbs.get(verb, ())), None)
                if action is not None:
                    return action
        return Allocation(sight, self.aims(sight)).complete(frame, verbs)


def _part(side: str, row: str) -> str:
    """The part of a turn to which a row of the sequence belongs: the enemy's turn, or what one's own units do."""
    if row.startswith(OTHER[side]):
        return "enemy"
    if not row.startswith(side):
        return row
    if row.endswith(("deployment", "movement", "allocation", "battles", "stacking")):
        return "exploitation" if "exploitation" in row else "operation"
    return "arrivals"

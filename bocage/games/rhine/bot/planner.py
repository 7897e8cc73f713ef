"""The planner's game of D-Day to the Rhine: one rule of thumb for each question of the sequence of play."""

from __future__ import annotations

from typing import Any

from bocage.bots.judgement import Style
from bocage.bots.planning import ThumbPlanner, Verbs
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.position import ALLIED, OTHER
from .aims.allied import AlliedAims
from .aims.german import GermanAims
from .aims.shared import Aims
from .orders import arrivals, defence, landings
from .orders.allocation import Allocation
from .orders.battle import Battle
from .orders.march import March
from .reasons import reason
from .set_ups import Layout
from .sight import Ground, Sight


class RhinePlanner(ThumbPlanner[Sight, Aims, March]):
    """Answers by rules of thumb. It remembers only what it has thought out for the phase it is in."""

    def __init__(self, style: Style, ground: Ground, layout: Layout) -> None:
        super().__init__(style)
        self._ground = ground
        self._layout = layout
        self._plan: tuple[object, Aims] | None = None
        self._attack: tuple[object, list[tuple[str, int]]] = (None, [])
        self._digging: tuple[object, int] = (None, 0)
        self._blow: tuple[object, bool] = (None, False)
        self.answers = {
            "set-up": self._set_up,
            "air operations": self.framed(landings.fly),
            "dump movement": self.framed(arrivals.haul),
            "beaches": lambda seat, sight, verbs: landings.beaches(sight, seat.prompt.frame, verbs),
            "shift of naval bombardment": self.seen(landings.naval_guns),
            "landing force": lambda seat, sight, verbs: landings.landing_force(sight, seat.prompt.frame, verbs),
            "sending the second wave": self.seen(landings.send),
            "allied arrivals": self.framed(arrivals.arrivals),
            "rationing": self.seen(arrivals.ration),
            "stray bombs": self.seen(landings.stray_bombs),
            "declarations": self._declare,
            "strategic reserve": self.seen(defence.reserve),
            "reserve placement": self.framed(defence.replacements),
            "german replacements": self.framed(defence.replacements),
            "german reinforcements": self.framed(defence.replacements),
            "deployment": self._deploy,
            "movement": self._move,
            "crowded hex": lambda seat, sight, verbs: self._battle(seat, sight).cheapest(verbs["disrupt"]),
            "allocation": self._allocate,
            "next battle": lambda seat, sight, verbs: self._battle(seat, sight).next_battle(verbs),
            "blitz support": lambda seat, sight, verbs: verbs["support"][0],
            "attack or call off": lambda seat, sight, verbs: self._battle(seat, sight).decide(verbs),
            "pressed attack": lambda seat, sight, verbs: self._battle(seat, sight).press(verbs),
            "no retreat": lambda seat, sight, verbs: self._battle(seat, sight).stand(verbs),
            "rout": lambda seat, sight, verbs: self._battle(seat, sight).rout(seat.prompt.frame, verbs),
            "retreat": lambda seat, sight, verbs: self._battle(seat, sight).retreat(seat.prompt.frame, verbs),
            "attackers lost": lambda seat, sight, verbs: self._battle(seat, sight).cheapest(verbs["lose"]),
            "advance": lambda seat, sight, verbs: self._battle(seat, sight).advance(seat.prompt.frame, verbs),
        }

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action was chosen."""
        sight = self.sight(seat)
        target = None
        if seat.prompt.step == "movement" and self.orders is not None:
            frame: Any = seat.prompt.frame
            target = self.orders.target(action.index if action.verb == "pick" else frame.hand)
        return reason(seat, sight, self.aims(seat, sight), action, target)

    def sight(self, seat: Seat) -> Sight:
        """How the map looks to a side in this bot's eyes."""
        return Sight(seat.look, seat.side, self._ground, self.style)

    def aims(self, seat: Seat, sight: Sight) -> Aims:
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

    def _battle(self, seat: Seat, sight: Sight) -> Battle:
        return Battle(sight, self.aims(seat, sight))

    def _phase(self, seat: Seat, sight: Sight) -> tuple[object, ...]:
        return seat.side, sight.turn, sight.position.epoch, seat.phase

    def _move(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action | None:
        return self._orders(seat, sight).choose(seat, sight)

    def _orders(self, seat: Seat, sight: Sight) -> March:
        """The orders for the movement of this phase; who digs in and who moves is thought out together."""
        key = (sight.side, sight.turn, sight.position.epoch, sight.position.stage)
        return self.march(key, sight, lambda: March(key, sight, self.aims(seat, sight)))

    def _deploy(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        key = self._phase(seat, sight)
        if self._digging[0] != key:
            orders = self._orders(seat, sight)
            self._digging = (key, arrivals.to_deploy(sight, self.aims(seat, sight), orders.busy, orders.targets))
        for action in verbs.get("deploy", ()):
            if self._digging[1] >> action.index & 1:
                return action
        return verbs["end"][0]

    def _declare(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        """One blow with everything: the Blitz first, as the rules want it, then Ruthlessness."""
        if verbs.get("blitz") or verbs.get("ruthless"):
            key = self._phase(seat, sight)
            if self._blow[0] != key:
                self._blow = (key, defence.counterblow(sight, self.aims(seat, sight)))
            if self._blow[1]:
                return (verbs.get("blitz") or verbs["ruthless"])[0]
        return verbs["end"][0]

    def _allocate(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action | None:
        frame: Any = seat.prompt.frame
        key = (*self._phase(seat, sight), len(sight.position.battles))
        if not frame.targets:
            self._attack = (key, Allocation(sight, self.aims(seat, sight)).next(verbs))
            if not self._attack[1]:
                return verbs["end"][0] if verbs.get("end") else None
        if self._attack[0] == key:
            orders = self._attack[1]
            while orders:
                verb, index = orders.pop(0)
                action = seat.offered(verb, index)
                if action is not None:
                    return action
        return Allocation(sight, self.aims(seat, sight)).complete(frame, verbs)


def _part(side: str, row: str) -> str:
    """The part of a turn to which a row of the sequence belongs: the enemy's turn, or what one's own units do."""
    if row.startswith(OTHER[side]):
        return "enemy"
    if not row.startswith(side):
        return row
    if row.endswith(("deployment", "movement", "allocation", "battles", "stacking")):
        return "exploitation" if "exploitation" in row else "operation"
    return "arrivals"

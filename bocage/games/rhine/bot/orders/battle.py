"""The planner in battle: fight or not, press, stand or give way, where to run, who pays and who advances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.bots.planning import Verbs, with_index
from bocage.engine.actions import Action

from ...rules.combat import escape, occupation
from ...rules.combat.fight import DR, DW, D, Fighting, fight_below, own_result
from ...rules.combat.orders import reckoned
from ...rules.position import ALLIED, OTHER
from ..aims.shared import Aims
from ..odds import GROUND, ROUTED, SHAKEN, WITHDRAWN, Odds
from ..sight import Sight

CALL_OFF = -0.5  # an attack worth less is called off
FOLLOW = 2  # how far a rout is driven if it cannot be driven to destruction: no farther than armour follows (ADV.3)
AWAY = 4  # the Germans drive the Allies as far away as they can
STUBBORN = 2.5  # a hex worth so much is not given up for a D
DISRUPTED = 0.3  # the part of a unit's worth that Disruption in place costs


class Battle:
    """The bot's answers while battles are resolved; it thinks afresh for each question."""

    def __init__(self, sight: Sight, aims: Aims) -> None:
        self._sight = sight
        self._aims = aims
        self._odds = Odds(sight, aims.prizes)

    def next_battle(self, verbs: Verbs) -> Action:
        """The surest attack first; those that are only owed come last."""
        if verbs.get("with"):
            return verbs["with"][0]
        look = self._sight.look

        def order(action: Action) -> tuple[bool, int, int]:
            pending = [battle for battle in look.position.battles if battle.targets >> action.index & 1]
            best = max(self._odds.judged(look, battle.targets, battle.attackers).column for battle in pending)
            return all(battle.duty for battle in pending), -best, action.index

        return min(verbs["resolve"], key=order)

    def decide(self, verbs: Verbs) -> Action:
        """Fight, unless the odds have turned bad."""
        fight = fight_below(self._sight.position.frames)
        found = self._odds.judged(self._sight.look, fight.targets, fight.attackers, fight.supported)
        if verbs.get("call-off") and found.worth < CALL_OFF:
            return verbs["call-off"][0]
        return verbs["fight"][0]

    def press(self, verbs: Verbs) -> Action:
        """Press the attack if the better numbers gain more than the worse ones lose."""
        fight = fight_below(self._sight.position.frames)
        found = self._odds.judged(self._sight.look, fight.targets, fight.attackers, fight.supported)
        return verbs["press"][0] if found.pressed > 0 else verbs["steady"][0]

    # Standing and running

    def stand(self, verbs: Verbs) -> Action:
        """No Retreat! where the hex is worth more than what a rout may cost."""
        sight = self._sight
        fight = fight_below(sight.position.frames)
        found = reckoned(sight.look, fight)
        data = sight.game.data
        top = len(data.odds) - 1
        total = 0.0
        for die in range(1, 7):
            read = found.column + found.shaken + ((1 if die > 3 else -1) if fight.pressed else 0)
            total += self._firmness(fight, data.results[data.odds[max(0, min(read, top))]][die - 1])
        return verbs["no-retreat"][0] if total > 0.6 else verbs["may-retreat"][0]

    def _firmness(self, fight: Fighting, result: str) -> float:
        """What No Retreat! gains the defender for one result; less than nothing where it costs units."""
        if result not in (DR, DW, D):
            return 0.0
        sight, total = self._sight, 0.0
        for node in sight.board.nodes(fight.targets):
            hold = GROUND[fight.side] + self._aims.guards.get(node, 0.0) + 0.3 * self._aims.prizes.get(node, 0.0)
            leaves = False
            for unit in sight.fighters(node):
                own, _ = own_result(sight.game, unit, node, result)
                worth = sight.value(unit)
                if own == DR:
                    total -= worth * (1 - ROUTED)
                elif own == DW:
                    total -= worth * (DISRUPTED - WITHDRAWN)
                    leaves = True
                elif own == D:
                    total -= worth * (DISRUPTED - SHAKEN)
            if leaves:
                total += hold
        return total

    def rout(self, frame: Any, verbs: Verbs) -> Action:
        """A distance that the enemy cannot run, if there is one."""
        look = self._sight.look
        loser = OTHER[frame.side]
        for action in verbs["distance"]:
            if action.index and not escape.ways(look, loser, frame.barred, action.index, (frame.node,)):
                return action
        wanted = FOLLOW if frame.side == ALLIED else AWAY
        return with_index(verbs["distance"], wanted) or verbs["distance"][-1]

    def retreat(self, frame: Any, verbs: Verbs) -> Action:
        """Back to a hex where the unit is supplied and safe; no farther than it must."""
        if verbs.get("stop"):
            # Whoever goes on after the first hex is Disrupted by that (DW.2).
            far = frame.distance == escape.NO_DISTANCE or self._sight.from_enemy[frame.path[-1]] > 1
            if far or not verbs.get("retreat"):
                return verbs["stop"][0]
        if frame.hand < 0:
            return verbs["pick"][0]
        if not verbs.get("retreat"):
            return (verbs.get("stay") or verbs.get("stop") or verbs["pick"])[0]
        best = max(verbs["retreat"], key=lambda action: (self._refuge(frame.hand, action.index), -action.index))
        if verbs.get("stay"):
            hold = self._aims.guards.get(frame.node, 0.0) + 0.4 * self._aims.prizes.get(frame.node, 0.0)
            as_is = frame.may_stay == "as is"
            if as_is or hold >= STUBBORN or self._refuge(frame.hand, best.index) < -4:
                return verbs["stay"][0]
        return best

    def _refuge(self, unit: int, node: int) -> float:
        sight = self._sight
        nation = sight.nation(unit)
        score = 0.4 * sight.cover(node) - 0.5 * sight.danger(node, max(1.0, sight.defence(unit)))
        if not sight.full(nation) >> node & 1:
            score -= 1.0 if sight.short(nation) >> node & 1 else 6.0
        if sight.enemy_zone >> node & 1:
            score -= 1.0
        if not sight.look.has_room(unit, node):
            score -= 1.5
        if sight.own_hexes >> node & 1:
            score += 0.4
        if sight.side != ALLIED:
            score -= 0.15 * (sight.ground.home[node] - sight.ground.home[sight.at(unit)])
        return score + 0.3 * self._aims.guards.get(node, 0.0)

    # Who pays and who advances

    def cheapest(self, actions: Sequence[Action]) -> Action:
        """The unit that can best be spared."""
        sight = self._sight
        return min(actions, key=lambda action: (sight.value(action.index), action.index))

    def advance(self, frame: Any, verbs: Verbs) -> Action:
        """Whoever is better off in front goes there; the duty to occupy comes first (ADV.1)."""
        openings = occupation.outlook(self._sight.game.look(self._sight.position), frame).openings
        best: tuple[float, int, int] | None = None
        for unit, hexes in openings.items():
            for node in self._sight.board.nodes(hexes):
                gain = self._gain(unit, node)
                if best is None or gain > best[0]:
                    best = (gain, unit, node)
        if best is not None and (best[0] > 0 or not verbs.get("end")):
            _, unit, node = best
            action = (
                with_index(verbs.get("advance", ()), node)
                if unit == frame.hand
                else with_index(verbs.get("pick", ()), unit)
            )
            if action is not None:
                return action
        if verbs.get("end"):
            return verbs["end"][0]
        return next(iter(verbs.values()))[0]

    def _gain(self, unit: int, node: int) -> float:
        sight, aims = self._sight, self._aims
        at = sight.at(unit)
        if at < 0:
            return 9.0
        field, defence = aims.field(unit), max(1.0, sight.defence(unit))
        company = sum(sight.defence(other) for other in sight.fighters(node))
        gain = 0.6 * (field[at] - field[node]) + 0.3 * (sight.cover(node) - sight.cover(at))
        gain -= 0.6 * (sight.danger(node, defence + company) - sight.danger(at, defence))
        if not sight.controls(node):
            gain += 0.5 + aims.prizes.get(node, 0.0)
        if aims.closed(unit) >> node & 1:
            gain -= 8.0
        if sight.look.is_deployed(unit):
            gain -= 0.8
        nation = sight.nation(unit)
        if not sight.full(nation) >> node & 1:
            gain -= 1.0 if sight.short(nation) >> node & 1 else 6.0
        if not sight.secure >> node & 1:
            gain -= 2.0
        if len(sight.fighters(at)) == 1:
            # Whoever holds a hex alone does not leave it for nothing, nor one that has just been taken.
            gain -= max(aims.guards.get(at, 0.0), aims.prizes.get(at, 0.0))
        return gain + 0.01 * defence

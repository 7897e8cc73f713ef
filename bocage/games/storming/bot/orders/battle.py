"""The planner in battle: which attacks it makes, with whom and with what support, who pays and who advances."""

from __future__ import annotations

from typing import Any

from bocage.bots.planning import Verbs, with_index
from bocage.engine.actions import Action

from ...rules.combat import attackers
from ...rules.look import members
from ...rules.position import ALLIED, GERMAN
from ...rules.victory.conditions import achievements
from ..aims.shared import Aims
from ..odds import HOPELESS, Odds, Verdict
from ..sight import Sight

GOOD_ENOUGH = {ALLIED: 0.2, GERMAN: 0.6}  # what an attack must be worth once the units stand there
WORTH_SUPPORT = 0.25  # what a point on the die must bring to be spent
PRESS_ON = 0.5  # what one more try of Patton's must be worth
SIEGE = 7  # strength with which Cherbourg is stormed
ONE_OF_SIX = 3.0  # an attack with a Mechanized division while the offensive still needs some (17.7.4)


def losses(sight: Sight, verbs: Verbs) -> Action:
    """The unit whose next step costs least."""
    (actions,) = verbs.values()
    return min(actions, key=lambda action: (sight.step_cost(action.index), action.index))


class Battle:
    """The bot's answers in a Combat Segment; it thinks afresh for each question."""

    def __init__(self, sight: Sight, aims: Aims) -> None:
        self._sight = sight
        self._aims = aims
        self._odds = Odds(sight, aims.prizes)

    def combat(self, frame: Any, verbs: Verbs) -> Action:
        """The next hex to attack, the next attacker, support, or the dice."""
        if frame.target >= 0:
            return self._put_together(frame, verbs)
        style = self._sight.style
        best: tuple[float, Action | None] = (GOOD_ENOUGH[self._sight.side] + style.get("attack", 0.0), None)
        owed = self._owed(frame)
        if owed or not verbs.get("end"):
            best = (-99.0, None)
        for action in verbs.get("attack", ()):
            if owed and not owed >> action.index & 1:
                continue
            verdict, _ = self._plan(frame, action.index)
            if verdict.worth > best[0]:
                best = (verdict.worth, action)
        if best[1] is not None:
            return best[1]
        return verbs["end"][0] if verbs.get("end") else verbs["attack"][0]

    def _owed(self, frame: Any) -> int:
        """The hexes that an earlier attack of this segment obliges to attack: they come first (6.6)."""
        return attackers.open_duties(self._sight.look, self._sight.side, frame.owed)

    def _plan(self, frame: Any, target: int) -> tuple[Verdict, dict[int, int]]:
        sight = self._sight
        units = members(attackers.able(sight.look, sight.side, target))
        if not units:
            return HOPELESS, {}
        # Whoever fulfils a duty by a combined attack takes on others.
        verdict, party = self._odds.best(target, units, combine=not self._owed(frame))
        if self._needs_attacks() and not sight.position.offensive_targets >> target & 1:
            mobile = sight.game.mechanized_units & sight.game.divisions
            panzers = [unit for unit in units if mobile >> unit & 1]
            if panzers:
                if not any(unit in party for unit in panzers):
                    party = {panzers[0]: sight.at(panzers[0])}
                    verdict = self._odds.worth(target, party)
                verdict = Verdict(verdict.worth + ONE_OF_SIX, verdict.clear)
        return verdict, party

    def party(self, frame: Any, target: int) -> list[int]:
        """The units with which a hex would be attacked."""
        return list(self._plan(frame, target)[1])

    def _needs_attacks(self) -> bool:
        look = self._sight.look
        return self._sight.side == GERMAN and look.offensive_now() and not achievements(look).enough

    def _put_together(self, frame: Any, verbs: Verbs) -> Action:
        _, party = self._plan(frame, frame.target)
        joining = verbs.get("join", ())
        for unit in party:
            action = with_index(joining, unit)
            if action is not None:
                return action
        if not verbs.get("roll"):
            if joining:
                return max(joining, key=lambda action: (self._sight.attack(action.index), -action.index))
            return next(iter(verbs.values()))[0]
        for verb in ("hobart-first-fire", "hobart", "air"):
            if verbs.get(verb) and self._pays(frame):
                return verbs[verb][0]
        return verbs["roll"][0]

    def _pays(self, frame: Any, assault: bool = False) -> bool:
        """Is a point more on the die worth a counter?"""
        party = {unit: self._sight.at(unit) for unit in members(frame.attackers)}
        bonus = int(frame.air) + int(bool(getattr(frame, "hobart", "")))
        plain = self._odds.worth(frame.target, party, assault, bonus)
        return self._odds.worth(frame.target, party, assault, bonus + 1).worth - plain.worth >= WORTH_SUPPORT

    def assault(self, frame: Any, verbs: Verbs) -> Action:
        """A Mobile Assault has been declared: with air support?"""
        if verbs.get("air") and self._pays(frame, assault=True):
            return verbs["air"][0]
        return verbs["roll"][0]

    def press_on(self, frame: Any, verbs: Verbs, hand: int) -> Action:
        """Patton has been repulsed: once more?"""
        units = {unit: self._sight.at(unit) for unit in members(hand) if self._sight.attack(unit)}
        if units and verbs.get("assault") and self._odds.worth(frame.target, units, assault=True).worth > PRESS_ON:
            return verbs["assault"][0]
        return verbs["halt"][0]

    def cherbourg(self, frame: Any, verbs: Verbs) -> Action:
        """The special assault, once a game: not before it is strong enough, then to the end."""
        party = {unit: self._sight.at(unit) for unit in members(frame.attackers)}
        if not party or not verbs.get("roll"):
            return verbs["end"][0]
        sight, odds = self._sight, self._odds
        steps = sum(sight.position.units[unit].steps for unit in party)
        strong = steps > odds.steps(frame.target) + 1 and sum(sight.attack(unit) for unit in party) >= SIEGE
        if not strong or odds.worth(frame.target, party).worth < -1.0:
            return verbs["end"][0]
        if verbs.get("air"):
            return verbs["air"][0]
        return verbs["roll"][0]

    def advance(self, frame: Any, verbs: Verbs) -> Action:
        """Who is better off in the hex that has been cleared goes there."""
        sight, aims = self._sight, self._aims
        node = frame.target
        prize = aims.prizes.get(node, 0.0)
        stack = sight.stack(node)
        best: tuple[float, Action] = (0.0, verbs["end"][0])
        for action in verbs.get("advance", ()):
            unit = action.index
            if aims.closed(unit) >> node & 1:
                continue
            at = sight.at(unit)
            field = aims.field(unit)
            company = float(sum(sight.defence(other) for other in stack))
            defence = sight.defence(unit)
            gain = (prize if not stack else 0.0) + 0.6 * (field[at] - field[node])
            gain += 0.5 * (sight.cover[node] - sight.cover[at])
            gain -= 0.8 * (sight.danger(node, defence + company) - sight.danger(at, defence))
            if not sight.supply_for(unit) >> node & 1:
                gain -= 3.0
            if at in aims.guards and len(sight.stack(at)) == 1:
                gain -= aims.guards[at]
            gain += 0.01 * defence
            if sight.side == ALLIED and not stack:
                gain += 0.5
            if gain > best[0]:
                best = (gain, action)
        return best[1]

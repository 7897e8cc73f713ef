"""What each action is worth by itself, to a beginner who knows the victory conditions and the odds, but has no plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from bocage.bots.ground import FAR
from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.hexes import HexSet

from ..rules.combat import attackers
from ..rules.look import members
from ..rules.position import ALLIED, WATCH
from ..rules.victory.conditions import beyond_the_seine, divisions_over_the_seine
from .odds import HOPELESS, Odds, Verdict
from .orders.battle import SIEGE
from .sight import Sight

# What a hex is worth to its taker.
DECISIVE, GREAT, CITY, TOWN = 30.0, 8.0, 1.5, 0.7
PULL = {True: 1.0, False: 0.5}  # a hex nearer to the goal, for Allies and Germans
COVER, DANGER, CUT_OFF = 0.5, 0.7, 7.0  # a point of terrain; being struck at double strength; being out of supply
TAKE_UP = 0.5  # taking a unit up costs nothing and may lead to a move
MOVE = 1.0  # a move that brings anything comes before the next unit is taken up
LIKELY = 0.5  # the least chance to clear a hex with which a Mobile Assault is made
TOO_LITTLE = 0.3  # what an attack must bring at least
POINT = 0.25  # what a point on the die must bring to be spent
HOLD = 20.0  # leaving a hex empty whose loss loses the game
LEFT_OVER = 2  # points that are best kept for after the combats
PANZERS = 6  # divisions at hand with which the counteroffensive is launched
AT_HAND = 5


class Worth:
    """Values the actions of one question; what costs time is found when it is first asked for."""

    def __init__(self, seat: Seat, sight: Sight) -> None:
        self.seat = seat
        self.sight = sight
        self._frame: Any = seat.prompt.frame
        self._values: Mapping[str, Callable[[Action], float]] = _VALUES.get(seat.prompt.step, {})

    def __call__(self, action: Action) -> float:
        """What an action is worth; to end or to go on with the dice is nought."""
        value = self._values.get(action.verb)
        return 0.0 if value is None else value(self, action)  # type: ignore[call-arg, arg-type]

    # What is worth having

    @cached_property
    def prizes(self) -> dict[int, float]:
        """Hex -> what it is worth to take it."""
        sight, game, position = self.sight, self.sight.game, self.sight.position
        control = position.allied_control
        open_to_us = game.in_play & (~control if sight.side == ALLIED else control)
        found: dict[int, float] = {}

        def add(hexes: HexSet, worth: float) -> None:
            for node in sight.board.nodes(hexes & open_to_us):
                found[node] = max(found.get(node, 0.0), worth)

        add(game.data.towns, TOWN)
        add(game.data.cities, CITY)
        if sight.side == ALLIED:
            add(game.cherbourg | game.data.forts["metz"] | game.ruhr, GREAT)
            add(game.antwerpen, 2 * GREAT)
            if not position.breakout:
                add(game.beyond_breakout & game.data.west, GREAT)
            if not position.paris_entered:
                for node in sight.board.nodes(game.paris):
                    found.pop(node, None)
        else:
            if game.scenario != "final":
                add(game.beach_hexes, DECISIVE)
            add(game.antwerpen if position.antwerpen_taken else 0, DECISIVE)
            add(position.offensive_cities if sight.look.offensive_now() else 0, DECISIVE)
        return found

    def goals(self, unit: int) -> HexSet:
        """Where a unit should go."""
        sight, game, position = self.sight, self.sight.game, self.sight.position
        if sight.side != ALLIED:
            cities = position.offensive_cities & position.allied_control if sight.look.offensive_now() else 0
            return cities or sight.enemy_hexes
        free = game.in_play & ~position.allied_control
        if game.scenario != "final" and not position.breakout:
            if game.us_divisions >> unit & 1 and not position.brittany_closed and not game.red_units >> unit & 1:
                return game.entrances["B"] & ~sight.enemy_hexes
            return game.beyond_breakout & game.data.west & free or beyond_the_seine(sight.game)
        if game.scenario != "final" and divisions_over_the_seine(sight.look).bit_count() < sight.turn + 4:
            bank = game.data.seine_line.step(game.data.west) & beyond_the_seine(sight.game)
            if game.data.west >> max(0, sight.at(unit)) & 1:
                return bank & ~game.paris
        if game.scenario == "breakout":
            return game.paris | beyond_the_seine(sight.game)
        if game.commonwealth_units >> unit & 1 and not position.antwerpen_operational:
            return (game.antwerpen | game.approaches) & free or game.ruhr
        garrisons = sight.look.hexes_of(members(game.garrison_units & position.on_board))
        if garrisons and not game.commonwealth_units >> unit & 1:
            return garrisons
        return game.ruhr & free or game.allied_exits & game.in_play

    def field(self, unit: int) -> list[int]:
        """Node -> how far a unit would be from where it should go."""
        return self.sight.field(self.goals(unit))

    @cached_property
    def odds(self) -> Odds:
        """The exact odds of attacks."""
        return Odds(self.sight, self.prizes)

    def stand(self, unit: int, node: int) -> float:
        """How well a unit would stand in a hex."""
        sight = self.sight
        allied = sight.side == ALLIED
        company = sum(sight.defence(other) for other in sight.stack(node) if other != unit)
        score = COVER * sight.cover[node] - PULL[allied] * min(FAR, self.field(unit)[node])
        score -= DANGER * sight.danger(node, sight.defence(unit) + company)
        if not sight.supply_for(unit) >> node & 1:
            score -= CUT_OFF
        if not sight.own_hexes >> node & 1 or sight.at(unit) == node:
            score += self.prizes.get(node, 0.0)
        if not allied and sight.from_enemy[node] <= 1 and sight.cover[node] <= 0:
            score -= 1.0
        return score

    # Moving

    def _pick(self, action: Action) -> float:
        """Units are taken up one after the other, each once."""
        hand, unit = self._frame.hand, action.index
        if hand and unit <= hand.bit_length() - 1:
            return -1.0
        return -1.0 if self._vital(unit) else TAKE_UP - 0.001 * unit

    def _vital(self, unit: int) -> bool:
        """Is a unit the last one in a hex whose loss loses the game?"""
        sight, game = self.sight, self.sight.game
        at = sight.at(unit)
        if sight.side != ALLIED or at < 0:
            return False
        hexes = game.beach_hexes | game.antwerpen
        return bool(hexes >> at & 1) and len(sight.stack(at)) == 1 and sight.from_enemy[at] <= 2 * AT_HAND

    def _move(self, action: Action) -> float:
        sight = self.sight
        unit = self._frame.hand.bit_length() - 1
        node, at = action.index, self._frame.at
        too_early = sight.side == ALLIED and not sight.position.paris_entered  # the French go first (10.7.9)
        if too_early and sight.game.paris >> node & 1 and unit != sight.game.french_second_armored:
            return -HOLD
        if not sight.fits(unit, node):
            return -1.0
        if at < 0:  # it comes back from Brittany
            return MOVE + FAR + self.stand(unit, node)
        gain = self.stand(unit, node) - self.stand(unit, at)
        return MOVE + gain if gain > 0 else -1.0

    def _assault(self, action: Action) -> float:
        party = {unit: self._frame.at for unit in members(self._frame.hand) if self.sight.attack(unit)}
        verdict = self.odds.worth(action.index, party, assault=True) if party else HOPELESS
        return MOVE + verdict.worth if verdict.clear >= LIKELY and verdict.worth > TOO_LITTLE else -1.0

    def _strategic(self, action: Action) -> float:
        """By rail: whoever is far from the enemy."""
        at = self.sight.at(action.index)
        return 2 * MOVE if at < 0 or self.sight.from_enemy[at] > AT_HAND else -1.0

    def _journey(self, action: Action) -> float:
        return FAR - self.field(self._frame.unit)[action.index]

    def _declare(self, action: Action) -> float:
        """As much as possible before combat, but so much is kept that there is one."""
        most = max(found.index for found in self.seat.prompt.actions)
        return -abs(action.index - max(0, most - LEFT_OVER))

    # Fighting

    def _able(self, target: int) -> list[int]:
        return members(attackers.able(self.sight.look, self.sight.side, target))

    def party(self, target: int) -> list[int]:
        """The units with which a hex would be attacked: the stack that does it best by itself."""
        return list(self.odds.best(target, self._able(target), combine=False)[1])

    def _attack(self, action: Action) -> float:
        verdict, _ = self.odds.best(action.index, self._able(action.index), combine=False)
        return verdict.worth - TOO_LITTLE

    def verdict(self, more: int = 0, bonus: int = 0) -> Verdict:
        """The attack that is being put together, with one more unit or a point more."""
        frame = self._frame
        party = {unit: self.sight.at(unit) for unit in members(frame.attackers | more)}
        bonus += int(frame.air) + int(bool(getattr(frame, "hobart", "")))
        kind = self.seat.prompt.step == "mobile assault"
        return self.odds.worth(frame.target, party, kind, bonus) if party else Verdict(0.0, 0.0)

    def _join(self, action: Action) -> float:
        """The stack that attacks best by itself, for attacks from several hexes bring duties (6.6)."""
        frame, unit = self._frame, action.index
        party = self.party(frame.target)
        if not frame.attackers:
            return 1.0 if unit in party else 0.01 * self.sight.attack(unit)
        chosen = {self.sight.at(other) for other in members(frame.attackers)}
        if self.sight.at(unit) not in chosen:
            return -1.0
        return self.verdict(more=1 << unit).worth - self.verdict().worth

    def _support(self, action: Action) -> float:
        return self.verdict(bonus=1).worth - self.verdict().worth - POINT

    def _lose(self, action: Action) -> float:
        return -self.sight.step_cost(action.index)

    def _advance(self, action: Action) -> float:
        unit, node = action.index, self._frame.target
        closed = self.sight.game.paris if not self.sight.position.paris_entered else 0
        if closed >> node & 1 or self._vital(unit):
            return -1.0
        return self.stand(unit, node) - self.stand(unit, self.sight.at(unit))

    def _storm_cherbourg(self, action: Action) -> float:
        strength = sum(self.sight.attack(unit) for unit in members(self._frame.attackers))
        return 1.0 if strength >= SIEGE else -1.0

    # Arrivals, air and the rest

    def _place(self, action: Action) -> float:
        unit = getattr(self._frame, "hand", -1)
        if unit < 0:
            return 0.1
        return FAR + self.stand(unit, action.index) if self.sight.fits(unit, action.index) else 0.0

    def _take(self, action: Action) -> float:
        return 1.0

    def _england(self, action: Action) -> float:
        return -1.0

    def _refit(self, action: Action) -> float:
        counter = self.sight.game.counters[action.index]
        near = self.sight.from_enemy[self.sight.at(action.index)] <= 1
        return counter.attack[1] - counter.attack[0] - (FAR if near else 0)

    def _strongest(self, action: Action) -> float:
        return 1.0 + self.sight.attack(action.index)

    def _weakest(self, action: Action) -> float:
        return -float(self.sight.attack(action.index))

    def _bomb(self, action: Action) -> float:
        sight = self.sight
        theirs = sum(sight.defence(unit) for unit in sight.stack(action.index))
        return theirs + self.prizes.get(action.index, 0.0) - sight.turn

    def _launch(self, action: Action) -> float:
        """With enough panzers, and not while Metz may win the game by holding out."""
        sight, game, position = self.sight, self.sight.game, self.sight.position
        if position.on_board & game.garrison_units:
            return -1.0
        panzers = game.mechanized_units & game.divisions
        ready = sum(panzers >> unit & 1 for unit in position.stacks.get(WATCH, ()))
        ready += sum(sight.from_enemy[sight.at(unit)] <= AT_HAND for unit in members(panzers & position.on_board))
        return float(ready - PANZERS)

    def _rebuild_now(self, action: Action) -> float:
        return 1.0 if self.sight.turn < AT_HAND + 2 else -1.0

    def _fall_back(self, action: Action) -> float:
        return self.sight.cover[action.index]

    def _disrupt(self, action: Action) -> float:
        panzers = members(self.sight.game.mechanized_units & self.sight.position.on_board)
        return float(sum(self.sight.board.distance(self.sight.at(unit), action.index) <= 1 for unit in panzers))

    def _exit(self, action: Action) -> float:
        return GREAT

    def _no(self, action: Action) -> float:
        return -1.0


# Step -> verb -> its worth; what is not named is worth nought.
_ARRIVALS = {"place": Worth._place, "pick": Worth._take, "england": Worth._england, "watch": Worth._no}
_SUGGESTED = {"suggested-all": lambda worth, action: 2.0, "suggested": lambda worth, action: 1.0}
_VALUES: dict[str, dict[str, Any]] = {
    "order of battle": _SUGGESTED,
    "set-up": _SUGGESTED,
    "first arrival": _ARRIVALS,
    "german arrivals": _ARRIVALS,
    "german replacement arrivals": _ARRIVALS,
    "allied arrivals": _ARRIVALS,
    "allied replacement arrivals": _ARRIVALS,
    "watch placement": _ARRIVALS,
    "rebuilding": {"rebuild-on-track": Worth._rebuild_now},
    "refit placing": {"refit": Worth._refit},
    "withdrawal choice": {"withdraw": Worth._weakest},
    "counteroffensive": {"launch": Worth._launch},
    "offensive disruption": {"disrupt": Worth._disrupt},
    "shaef reaction": {"react": Worth._take, "place": lambda worth, action: worth.sight.from_enemy[action.index]},
    "airborne operation": {"drop": Worth._no},
    "airborne recovery": {"recover-all": Worth._strongest, "recover": Worth._strongest},
    "airborne withdrawal": {"withdraw": Worth._no},
    "drop withdrawal": {"fall-back": Worth._fall_back},
    "strafing": {"strafe": Worth._strongest},
    "carpet bombing": {"bomb-us": Worth._bomb, "bomb-cw": Worth._bomb, "roll": Worth._take},
    "bomb loss": {"hit": lambda worth, action: worth.sight.step_cost(action.index)},
    "divisions to ground": {"ground": Worth._weakest},
    "divisions not grounded": {"eliminate": Worth._strongest},
    "freed division": {"free": Worth._strongest},
    "priority supply": {"priority": Worth._strongest},
    "red ball express": {"red-ball": Worth._strongest},
    "transfer": {"give": Worth._no},
    "declaration": {"declare": Worth._declare},
    "movement": {
        "pick": Worth._pick, "join": Worth._no, "move": Worth._move, "assault": Worth._assault, "exit": Worth._exit,
        "return": Worth._exit, "strategic": Worth._strategic, "watch": Worth._no, "blow-dams": Worth._no,
        "leave-behind": Worth._no,
    },
    "strategic movement": {"move": Worth._journey},
    "stacking": {"eliminate": Worth._lose},
    "combat": {
        "attack": Worth._attack, "join": Worth._join, "air": Worth._support, "hobart": Worth._support,
        "hobart-first-fire": Worth._support,
    },
    "mobile assault": {"air": Worth._support},
    "pressing on": {"assault": Worth._no},
    "air defence": {"air": Worth._take},
    "losses": {"lose": Worth._lose},
    "advance": {"advance": Worth._advance},
    "cherbourg attack": {"roll": Worth._storm_cherbourg, "hold-back": Worth._no},
}  # fmt: skip

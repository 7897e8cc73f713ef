"""Attacks of Festung Europa: the steps that both sides lose, with aircraft and whatever an event gives.

Nobody plays Combat Cards here: a forecast tells the odds as they stand before the hands speak.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import bocage
from bocage.engine.matches import notation
from bocage.engine.matches.match import Match
from bocage.lab.attacks import DECLARED, POSSIBLE, Case, Request, fork, join_some, listed, offered, scattered

from ..game import Festung
from ..rules.combat.attacks import Fighting
from ..rules.combat.battle import Fight
from ..rules.combat.forecast import Forecast
from ..rules.combat.support import support
from ..rules.look import FestungLook, members
from ..rules.position import ALLIED, GROUND_SUPPORT, OTHER
from ..rules.supply import tracing

RESULT = "result"
AIDS = ("support", "carpet", "bonus")


class FestungAttacks:
    """How an attack is declared, rolled and read."""

    def find(self, match: Match, random: Random) -> Case | None:
        """Some attack of an operation or a landing, with whatever may support it."""
        if not match.prompts or match.prompt.step != "combat":
            return None
        trial, targets = fork(match), offered(match, "attack")
        if targets:
            trial.play(random.choice(targets))
        frame: Any = trial.position.frames[-1]
        if frame.target < 0 or (not join_some(trial, random) and not frame.attackers):
            return None
        if not offered(trial, "fight"):
            return None  # two nationalities, and nobody yet who links them
        frame = trial.position.frames[-1]
        if random.random() < 0.5 and not frame.bonus:
            units = [match.game.unit_ids[unit] for unit in members(frame.attackers)]
            landing = match.game.board.labels[frame.landing] if frame.landing >= 0 else ""
            target = match.game.board.labels[frame.target]
            told = bocage.forecast(match, target, units, air=frame.air, landing=landing)
            return self._case(trial, POSSIBLE, told)
        for verb in AIDS:
            aids = offered(trial, verb)
            if aids and random.random() < 0.4:
                trial.play(random.choice(aids))
        return self._case(trial, DECLARED, bocage.forecast(trial))

    def named(self, match: Match, request: Request) -> Case:
        """The attack that a user asks about, rolled as if the combats of an operation had come."""
        game: Any = match.game
        told: Forecast = bocage.forecast(match, request.target, request.attackers, side=request.side)
        position = match.position.copy()
        attackers = sum(1 << unit for unit, _ in told.attackers)
        fight = Fight(request.side, told.target, attackers)
        if request.support:
            fight = fight.turned(Fight, air=_aircraft(game.look(position), fight))
            told = bocage.forecast(match, request.target, request.attackers, side=request.side, air=fight.air)
        graded = tracing.graded(game.look(position), request.side)
        position.active = request.side
        position.full, position.limited = position.full | graded[0], position.limited | graded[1]
        frame = fight.turned(Fighting)
        top = position.frames[-1] if position.frames else None
        position.frames = [*(position.frames[:-1] if isinstance(top, Fighting) else position.frames), frame]
        return self._case(Match(game, seed="", start=position), POSSIBLE, told)

    def _case(self, trial: Match, asked: str, told: Forecast) -> Case:
        game: Any = trial.game
        names = [game.unit_ids[unit] for unit, _ in told.attackers]
        extras = "".join(f", {shift.why} {shift.columns:+d}" for shift in told.shifts)
        extras += "".join(f", {modifier.why} {modifier.number:+d}" for modifier in told.modifiers)
        words = listed(names, game.board.labels[told.target]) + extras
        return Case(trial.position, told.side, words, asked, {RESULT: told.chances}, {}, told)

    def roll(self, match: Match, case: Case) -> dict[str, str]:
        """The die, and what the table gives; losses and retreats are the players' choices after that."""
        entry = match.play("fight", side=case.side)
        while not any(event.kind == "battle" for event in entry.events):
            entry = match.play("pass", side=match.prompt.side)
        (battle,) = [event for event in entry.events if event.kind == "battle"]
        *_, lost, inflicted = battle.data
        return {RESULT: f"{lost}/{inflicted}"}

    def arranged(self, random: Random, options: Mapping[str, Any]) -> Match:
        """Units anywhere on the land, every hex of a side marked, with aircraft in support or none."""
        game = Festung("campaign", options)
        land = game.data.land
        side = random.choice(game.sides)
        movers = [counter for counter in game.counters if not counter.fortress]
        by_side = {each: [counter.id for counter in movers if counter.side == each] for each in game.sides}
        nation = random.choice(("US", "BR"))
        mine = [c.id for c in movers if nation in c.groups()] if side == ALLIED else by_side[side]
        units = scattered(game.board, random, mine, by_side[OTHER[side]], land)
        flying = {"UK-A": GROUND_SUPPORT, "US-B": GROUND_SUPPORT} if random.random() < 0.5 else {}
        match = notation.arranged(
            game, turn=random.randint(1, 10), at=f"{side} action", units=units, dice=None, seed=str(random.random()),
            round=1, active=side,
        )  # fmt: skip
        position = match.position.copy()
        look = FestungLook(game, position)
        fields = [position.units[game.unit_numbers[part.split()[0]]].at for part in units.split("; ")]
        own = [node for node in fields if look.of_side(node, side)]
        position.fighters = {**position.fighters, **flying}
        if side == ALLIED and flying:
            position.airfields = (own[0], own[-1])
        position.attack_marks = look.occupied(side) & game.board.hexes
        position.full, position.limited = tracing.graded(look, side)
        position.frames = [*position.frames, Fighting(side)]
        return Match(game, seed=str(random.random()), start=position)


def _aircraft(look: FestungLook, fight: Fight) -> tuple[str, ...]:
    """All fighter-bombers that can support an attack."""
    found: tuple[str, ...] = ()
    for number, name in enumerate(look.game.data.air):
        able = -1
        for condition, *_ in support(look, fight.turned(Fight, air=found)):
            able &= condition
        if able >> number & 1:
            found = (*found, name)
    return found


ATTACKS = FestungAttacks()

"""Attacks of Operation Roundup: one printed result, with or without heavy bombers."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import bocage
from bocage.engine.matches.match import Match
from bocage.lab.attacks import DECLARED, POSSIBLE, Case, Request, fork, join_some, listed, offered, scattered
from bocage.parts.stacks import members

from ..rules.combat.attacks import Fighting
from ..rules.combat.forecast import Forecast, able
from ..rules.position import ALLIED, OTHER

RESULT = "result"


class RoundupAttacks:
    """How an attack is declared, rolled and read."""

    def find(self, match: Match, random: Random) -> Case | None:
        """Some attack of the combat phase."""
        if not match.prompts or match.prompt.step != "combat":
            return None
        targets = offered(match, "attack")
        if not targets:
            return None
        target = random.choice(targets)
        trial = fork(match)
        trial.play(target)
        joined = join_some(trial, random)
        if not joined:
            return None
        bombers = bool(offered(trial, "bombers")) and random.random() < 0.5
        if random.random() < 0.5:
            told = bocage.forecast(match, target.operand, joined, bombers=bombers)
            return self._case(trial, POSSIBLE, target.operand, joined, bombers, told)
        told = bocage.forecast(trial, bombers=bombers)
        return self._case(trial, DECLARED, target.operand, joined, bombers, told)

    def named(self, match: Match, request: Request) -> Case:
        """The attack that a user asks about; before the combat phase it is rolled as if the phase had come."""
        side, target = request.side, request.target
        told = bocage.forecast(match, target, request.attackers, bombers=request.support, side=side)
        game: Any = match.game
        node = game.board.index[target]
        if request.attackers is None:
            names = [game.unit_ids[unit] for unit in members(able(game.look(match.position), side, node))]
        else:
            names = list(request.attackers)
        position = match.position.copy()
        chosen = sum(1 << game.unit_numbers[name] for name in set(names))
        frame = Fighting(side, node, chosen)
        if position.frames and isinstance(position.frames[-1], Fighting) and position.frames[-1].side == side:
            position.frames[-1] = frame
        else:
            position.frames.append(frame)
        trial = Match(game, seed="", start=position)
        return self._case(trial, POSSIBLE, target, names, request.support, told)

    def _case(self, trial: Match, asked: str, target: str, units: list[str], bombers: bool, told: Forecast) -> Case:
        words = listed(units, target) + (" with bombers" if bombers else "")
        manner = {"roll": "bombers" if bombers else "roll"}
        return Case(trial.position, trial.prompt.side, words, asked, {RESULT: told.chances}, manner, told)

    def roll(self, match: Match, case: Case) -> dict[str, str]:
        """The die, and the result that the table gives; losses and retreats are the players' choices after that."""
        entry = match.play(case.manner["roll"])
        (battle,) = [event for event in entry.events if event.kind == "battle"]
        return {RESULT: str(battle.data[-1])}

    def arranged(self, random: Random, options: Mapping[str, Any]) -> Match:
        """Units anywhere, with any weather and any superiority."""
        game: Any = bocage.game_class("roundup")("campaign", options)
        by_side = {side: [counter.id for counter in game.counters if counter.side == side] for side in game.sides}
        flying = random.random() < 0.4  # weather and superiority for heavy bombers
        side = ALLIED if flying else random.choice(game.sides)
        enemy = OTHER[side]
        units = scattered(game.board, random, by_side[side], by_side[enemy], game.board.hexes)
        labels = [word.split()[1] for word in units.split(";")]
        beach = random.choice(game.board.names(game.beachhead_terrain))
        marker = random.choice(("", random.choice(labels)))
        return bocage.position(
            "roundup",
            turn=random.randint(1, 10),
            at=f"{side} combat first" if flying else random.choice((f"{side} combat", f"{side} combat first")),
            units=units,
            options=options,
            superiority=side if flying else random.choice(("", side, enemy)),
            weather=random.choice(sorted(game.rules.bomber_weather if flying else game.rules.air_dice)),
            tas=marker,
            tas_nations=random.choice(("US", "UK")) if marker else "",
            us_beachheads=random.choice(("", beach)),
            seed=str(random.random()),
        )


ATTACKS = RoundupAttacks()

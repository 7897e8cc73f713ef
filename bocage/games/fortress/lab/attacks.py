"""Attacks of Fortress Europa: one printed result, with ships, aircraft and carpets, or at odds declared lower.

A forecast knows only what its side may know. Where units under decoys defend, the referee's forecast is compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import bocage
from bocage.engine.errors import Refusal
from bocage.engine.matches.match import Match
from bocage.lab.attacks import DECLARED, POSSIBLE, Case, Request, fork, join_some, listed, offered, scattered

from ..rules.combat.forecast import Forecast
from ..rules.combat.making import Fighting
from ..rules.look import members
from ..rules.position import OTHER

RESULT = "result"
AIDS = ("support", "carpet", "ship", "declare")
TURNS = 30


class FortressAttacks:
    """How an attack is declared, rolled and read."""

    def find(self, match: Match, random: Random) -> Case | None:
        """Some attack of a combat impulse, with whatever may support it."""
        if not match.prompts or match.prompt.step != "combat":
            return None
        trial, targets = fork(match), offered(match, "attack")
        if targets:
            trial.play(random.choice(targets))
        frame: Any = trial.position.frames[-1]
        if not frame.targets:
            return None
        more = offered(trial, "add")
        if more and random.random() < 0.2:
            trial.play(random.choice(more))
        if not join_some(trial, random) and not frame.attackers:
            return None
        if random.random() < 0.5 and offered(trial, "roll"):
            return self._possible(match, trial)
        for verb in AIDS:
            aids = offered(trial, verb)
            if aids and random.random() < 0.4:
                trial.play(random.choice(aids))
        return self._case(trial, DECLARED, self._told(trial)) if offered(trial, "roll") else None

    def _possible(self, match: Match, trial: Match) -> Case:
        frame: Any = trial.position.frames[-1]
        units = [match.game.unit_ids[unit] for unit in members(frame.attackers | frame.ships)]
        # An attack that is being put together may have its aircraft and its declared odds already.
        more = {"support": frame.support, "carpet": frame.carpet, "declared": frame.declared}
        told = self._told(match, match.game.board.names(frame.targets), units, **more)
        return self._case(trial, POSSIBLE, told)

    def _told(self, match: Match, *attack: Any, **more: Any) -> Forecast:
        told: Forecast = bocage.forecast(match, *attack, **more)
        if _strangers(match, told):
            keys = dict(zip(("target", "attackers"), attack, strict=False))
            told = match.game.forecast(match.position, told.side, **keys, **more)
        return told

    def named(self, match: Match, request: Request) -> Case:
        """The attack that a user asks about, rolled as if a combat impulse had come."""
        support = 1 if request.support else 0
        told: Forecast = bocage.forecast(match, request.target, request.attackers, side=request.side, support=support)
        if _strangers(match, told):
            raise Refusal("31.6", "units under decoys defend there, and nobody can roll for what he does not know")
        game: Any = match.game
        position = match.position.copy()
        attackers = sum(1 << factor.unit for factor in told.attackers)
        ships = sum(1 << factor.unit for factor in told.ships)
        frame = Fighting(
            request.side, True, True, targets=game.board.set(told.targets), attackers=attackers, ships=ships,
            support=support,
        )  # fmt: skip
        top = position.frames[-1] if position.frames else None
        if isinstance(top, Fighting) and top.side == request.side:
            position.frames[-1] = frame
        else:
            position.frames.append(frame)
        return self._case(Match(game, seed="", start=position), POSSIBLE, told)

    def _case(self, trial: Match, asked: str, told: Forecast) -> Case:
        ids = trial.game.unit_ids
        names = [ids[factor.unit] for factor in (*told.attackers, *told.ships)]
        extras = [*told.shifts, *told.modifiers]
        words = listed(names, " ".join(told.targets)) + "".join(f", {extra.why} {extra.columns:+d}" for extra in extras)
        return Case(trial.position, told.side, words, asked, {RESULT: told.chances}, {}, told)

    def roll(self, match: Match, case: Case) -> dict[str, str]:
        """The die, and the result that the table gives; losses and retreats are the players' choices after that."""
        entry = match.play("roll")
        (battle,) = [event for event in entry.events if event.kind == "battle"]
        return {RESULT: str(battle.data[-1])}

    def arranged(self, random: Random, options: Mapping[str, Any]) -> Match:
        """Units anywhere on the land, in either impulse, with aircraft in support or none."""
        game: Any = bocage.game_class("fortress")("campaign", options)
        troops = [counter for counter in game.counters[: game.first_stranger] if counter.piece]
        by_side = {side: [counter.id for counter in troops if counter.side == side] for side in game.sides}
        side, impulse = random.choice(game.sides), random.choice((1, 2))
        nation = random.choice(("US", "BR", "CA", "FR"))
        mine = by_side[side] if side != "allied" else _nation(game, nation)
        land = game.land & ~game.dyke
        units = scattered(game.board, random, mine, by_side[OTHER[side]], land)
        parts = [_whole(game, part) for part in units.split("; ")]
        return bocage.position(
            "fortress",
            turn=random.randint(3, TURNS),
            at=f"{side} {('first', 'second')[impulse - 1]} combat",
            units="; ".join(parts),
            options=options,
            phasing=side,
            impulse=impulse,
            missions={"ground_support": (0, 3)} if random.random() < 0.5 else {},
            german_support=random.choice((0, 2)),
            seed=str(random.random()),
        )


def _nation(game: Any, nation: str) -> list[str]:
    return [counter.id for counter in game.counters if counter.nation == nation and counter.piece]


def _whole(game: Any, part: str) -> str:
    """Units of one step are never reduced."""
    counter = game.counters[game.unit_numbers[part.split()[0]]]
    return part if counter.steps > 1 else part.removesuffix(" reduced")


def _strangers(match: Match, told: Forecast) -> bool:
    game: Any = match.game
    return any(factor.unit >= game.first_stranger for factor in told.defenders)


ATTACKS = FortressAttacks()

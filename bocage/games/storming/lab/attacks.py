"""Attacks of Storming the Reich: combats, Mobile Assaults and the special Cherbourg Assault.

Read are the steps that each side really loses, and whether anybody is left on either side. If the defenders fire first,
the attackers take their losses as the forecast says that it assumes; else nothing hangs on who takes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import bocage
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.lab.attacks import DECLARED, POSSIBLE, Case, Request, fork, join_some, listed, offered, scattered
from bocage.parts.stacks import members

from ..rules.combat.fight import AfterAssault, AfterCherbourg, AfterCombat, Fighting, Firing, fight_below
from ..rules.combat.forecast import Forecast, choice
from ..rules.position import ALLIED, OTHER, StormingPosition

ATTACKERS, DEFENDERS, CLEARED, DESTROYED = "attackers lose", "defenders lose", "hex cleared", "attackers destroyed"
YES, NO = "yes", "no"
HOBART = ("hobart", "hobart-first-fire", "hobart-sea", "hobart-flood")
FURTHER_STEP = "14.2.D"  # what a failed Mobile Assault costs, which a forecast includes


class StormingAttacks:
    """How an attack is declared, rolled and read."""

    def find(self, match: Match, random: Random) -> Case | None:
        """Some attack of the moment, of any of the three kinds."""
        if not match.prompts:
            return None
        if match.prompt.step == "combat":
            return self._combat(match, random)
        if match.prompt.step == "cherbourg attack" and offered(match, "roll"):
            return self._declared(fork(match), random)
        assaults = offered(match, "assault")
        if not assaults:
            return None
        target = random.choice(assaults)
        trial = fork(match)
        trial.play(target)
        if random.random() < 0.5:
            return self._declared(trial, random)
        told = bocage.forecast(match, target.operand, air=self._air(trial, random))
        return self._case(trial, POSSIBLE, told)

    def _combat(self, match: Match, random: Random) -> Case | None:
        targets = offered(match, "attack")
        if not targets:
            return None
        target = random.choice(targets)
        trial = fork(match)
        trial.play(target)
        joined = join_some(trial, random)
        if not joined or not offered(trial, "roll"):
            return None
        helpers = offered(trial, *HOBART)
        if helpers and random.random() < 0.5:
            trial.play(random.choice(helpers))
            return self._declared(trial, random) if offered(trial, "roll") else None
        if random.random() < 0.5:
            return self._declared(trial, random)
        told = bocage.forecast(match, target.operand, joined, air=self._air(trial, random))
        return self._case(trial, POSSIBLE, told)

    def _declared(self, trial: Match, random: Random) -> Case:
        air = self._air(trial, random)
        return self._case(trial, DECLARED, bocage.forecast(trial, air=air and trial.prompt.side != ALLIED))

    def _air(self, trial: Match, random: Random) -> bool:
        """Does a Tactical Air unit take part? For their own attack the Allies say so at once."""
        if trial.prompt.side != ALLIED:
            return trial.position.air_support > 0 and random.random() < 0.5
        if offered(trial, "air") and random.random() < 0.5:
            trial.play("air")
            return True
        return False

    def named(self, match: Match, request: Request) -> Case:
        """The attack that a user asks about; before the Combat Segment it is rolled as if the segment had come."""
        told = bocage.forecast(match, request.target, request.attackers, air=request.support, side=request.side)
        game: Any = match.game
        if told.kind == "combat":
            position = match.position.copy()
            units = sum(1 << factor.unit for factor in told.attack.factors)
            if request.attackers is not None:
                units = sum(1 << game.unit_numbers[name] for name in set(request.attackers))
            air = request.support and request.side == ALLIED
            frame = Fighting(request.side, game.board.index[request.target], units, air=air)
            if (
                position.frames
                and isinstance(position.frames[-1], Fighting)
                and position.frames[-1].side == request.side
            ):
                position.frames[-1] = frame
            else:
                position.frames.append(frame)
            return self._case(Match(game, seed="", start=position), POSSIBLE, told, request.support)
        trial = fork(match)
        wanted = f"assault {request.target}"
        if told.kind == "assault" and trial.why_not(wanted) is None:
            trial.play(wanted)
        elif told.kind == "assault":
            raise BadInput("a Mobile Assault can be tried out when the units that make it are in hand")
        if request.support and request.side == ALLIED:
            trial.play("air")
        return self._case(trial, POSSIBLE, told, request.support)

    def _case(self, trial: Match, asked: str, told: Forecast, air: bool | None = None) -> Case:
        game, position = trial.game, trial.position
        frame = position.frames[-1]
        names = [game.unit_ids[unit] for unit in members(frame.attackers)]
        helped = any(modifier.rule == "17.5.3.A" for modifier in (*told.attack.modifiers, *told.defence.modifiers))
        air = helped if air is None else air
        words = f"{told.kind}: {listed(names, told.target)}{' with air support' if air else ''}"
        exact = {
            ATTACKERS: {str(steps): chance for steps, chance in told.attacker_losses.items()},
            DEFENDERS: {str(steps): chance for steps, chance in told.defender_losses.items()},
            CLEARED: _yes_or_no(told.cleared),
            DESTROYED: _yes_or_no(told.destroyed),
        }
        return Case(position, frame.side, words, asked, exact, {"air": air}, told)

    def roll(self, match: Match, case: Case) -> dict[str, str]:
        """Fire and losses; what comes after (advances, retreats) is left to the players."""
        game: Any = match.game
        frame: Any = match.position.frames[-1]
        attackers = frame.attackers
        before: Any = match.position.copy()
        defenders = game.look(before).units_in(1 << frame.target, OTHER[frame.side])
        match.play("roll")
        while match.prompts and _goes_on(match):
            if match.prompt.step == "air defence":
                match.play("air" if case.manner["air"] else "no-air")
            else:
                match.play(self._loss(match))
        after: Any = match.position
        left = _steps(after, attackers)
        return {
            ATTACKERS: str(_steps(before, attackers) - left),
            DEFENDERS: str(_steps(before, defenders) - _steps(after, defenders)),
            CLEARED: NO if defenders & after.on_board else YES,
            DESTROYED: NO if left else YES,
        }

    def _loss(self, match: Match) -> Any:
        """Who pays, and where the dead go: only where the attackers still have to fire does it matter."""
        prompt, frames = match.prompt, match.position.frames
        if any(isinstance(below, Firing) for below in frames):
            look: Any = match.game.look(match.position)
            return choice(look, fight_below(frames), frames[-1], prompt.actions, False)
        return prompt.actions[0]

    def arranged(self, random: Random, options: Mapping[str, Any]) -> Match:
        """Units anywhere on the land, with or without supply and air support."""
        game: Any = bocage.game_class("storming")("campaign", options)
        by_side = {
            side: [counter.id for counter in game.counters if counter.side == side and not counter.staff]
            for side in game.sides
        }
        side = random.choice(game.sides)
        land = game.board.all & ~game.mute_hexes & ~game.holland & ~game.monty_spot & ~game.ike_spot
        units = scattered(game.board, random, by_side[side], by_side[OTHER[side]], land)
        names = [word.split()[0] for word in units.split(";")]
        return bocage.position(
            "storming",
            turn=random.randint(3, 15),
            at=f"{side} combat",
            units=units,
            options=options,
            duration=1,
            points={"12AG": 5, "21AG": 5},
            breakout=True,
            released=True,
            limited=random.random() < 0.3,
            air_support=random.choice((0, 0, 1, 2)),
            oos=random.choice(("", "", random.choice(names))),
            disrupted=random.choice(("", "", random.choice(names))),
            seed=str(random.random()),
        )


def _goes_on(match: Match) -> bool:
    """Are there losses of the fight still to be taken?"""
    if any(isinstance(frame, AfterCombat | AfterAssault | AfterCherbourg) for frame in match.position.frames):
        return True
    return match.prompt.step == "losses" and match.prompt.rule == FURTHER_STEP


def _yes_or_no(chance: Fraction) -> dict[str, Fraction]:
    found = {YES: chance, NO: 1 - chance}
    return {word: share for word, share in found.items() if share}


def _steps(position: StormingPosition, units: int) -> int:
    return sum(position.units[unit].steps for unit in members(units & position.on_board))


ATTACKS = StormingAttacks()

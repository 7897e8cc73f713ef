"""Attacks of D-Day to the Rhine: the printed result, steady or pressed, and the forts of Metz and Nancy.

A forecast knows only what its side may know. Where face-down pieces defend, the referee's forecast is compared, who
knows what they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import bocage
from bocage.engine.errors import Refusal
from bocage.engine.events import Event
from bocage.engine.matches.match import Match
from bocage.lab.attacks import DECLARED, POSSIBLE, Case, Request, fork, join_some, listed, offered, scattered

from ..rules.combat.fight import Fighting
from ..rules.combat.forecast import NO_ATTACK, Forecast
from ..rules.position import ALLIED, GERMAN, OTHER, RhinePosition

RESULT, FORTS = "result", "forts restored"
YES, NO = "yes", "no"
ROWS = {"allied": "allied allocation", "german": "german allocation"}
WEATHER = ("good", "bad", "very bad")
TURNS = 14


class RhineAttacks:
    """How an attack is declared, rolled and read."""

    def find(self, match: Match, random: Random) -> Case | None:
        """Some attack: one that can be allocated, one that waits for its resolution, or one that is being resolved."""
        if not match.prompts:
            return None
        step = match.prompt.step
        if step == "allocation":
            return self._allocated(match, random)
        if step == "next battle" and match.prompt.frame.at < 0:  # type: ignore[attr-defined]
            target = random.choice(match.prompt.actions)
            return self._waiting(match, target.operand, random)
        if step == "attack or call off":
            told = self._told(match)
            return self._case(match.position, DECLARED, told, press=_pressing(told, random))
        return None

    def _allocated(self, match: Match, random: Random) -> Case | None:
        """An attack that nobody has declared: allocate it alone, so that it is resolved next."""
        targets = offered(match, "attack")
        if not targets or match.position.battles:
            return None
        trial = fork(match)
        trial.play(random.choice(targets))
        also = offered(trial, "also")
        if also and random.random() < 0.3:
            trial.play(random.choice(also))
        joined = join_some(trial, random)
        if not joined or not offered(trial, "commit"):
            return None
        hexes = match.game.board.names(trial.position.frames[-1].targets)
        trial.play("commit")
        if not offered(trial, "end"):
            return None  # other attacks are owed, and they may change everything
        ahead = fork(trial)
        ahead.play("end")
        if not any(isinstance(frame, Fighting) for frame in ahead.position.frames):
            return None  # somebody decides something before it comes to the battle
        return self._chosen(match, trial, ("end",), random, hexes, joined)

    def _waiting(self, match: Match, label: str, random: Random) -> Case | None:
        """A battle that has been allocated and may be resolved next."""
        game: Any = match.game
        node = game.board.index[label]
        about = [battle for battle in match.position.battles if battle.targets >> node & 1]
        if len(about) > 1:
            return None
        return self._chosen(match, match, (f"resolve {label}",), random, game.board.names(about[0].targets))

    def _chosen(self, asked: Match, trial: Match, first: tuple[str, ...], random: Random, *attack: Any) -> Case:
        told = self._told(asked, *attack)
        support = told.supportable and (not told.chances or random.random() < 0.5)
        if support:
            told = self._told(asked, *attack, supported=True)
        return self._case(trial.position, POSSIBLE, told, first, support, _pressing(told, random))

    def _told(self, match: Match, *attack: Any, **more: Any) -> Forecast:
        told: Forecast = bocage.forecast(match, *attack, **more)
        if told.unknown:
            keys = dict(zip(("target", "attackers"), attack, strict=False))
            told = match.game.forecast(match.position, told.side, **keys, **more)
        return told

    def named(self, match: Match, request: Request) -> Case:
        """The attack that a user asks about, resolved as if it came next. What his side may not know stays unknown."""
        told: Forecast = bocage.forecast(
            match, request.target, request.attackers, side=request.side, supported=True if request.support else None
        )
        if request.press and not told.pressable:
            raise Refusal("PRESS.1", "this attack cannot be pressed")
        if told.unknown:
            raise Refusal("SET.7", "face-down pieces defend there, and nobody can roll for what he does not know")
        game: Any = match.game
        position = game.shown(match.position, request.side).copy()
        position.battles = ()
        units = sum(1 << game.unit_numbers[name] for name in told.attackers)
        position.frames.append(Fighting(told.side, 0, game.board.set(told.targets), units))
        return self._case(position, POSSIBLE, told, (), request.support, request.press)

    def _case(
        self,
        position: RhinePosition,
        asked: str,
        told: Forecast,
        first: tuple[str, ...] = (),
        support: bool = False,
        press: bool = False,
    ) -> Case:
        result = told.pressed if press else told.chances
        exact: dict[str, dict[str, Fraction]] = {RESULT: dict(result) or {NO_ATTACK: Fraction(1)}}
        if told.forts:
            exact[FORTS] = {YES: told.forts, NO: 1 - told.forts} if told.forts < 1 else {YES: told.forts}
        words = listed(told.attackers, " ".join(told.targets))
        words += (" pressed" if press else "") + (" with the Blitz" if support else "")
        manner = {"first": first, "support": support, "press": press}
        return Case(position.copy(), told.side, words, asked, exact, manner, told)

    def roll(self, match: Match, case: Case) -> dict[str, str]:
        """Every question up to the die is answered as the case says; then the printed result is read."""
        manner = case.manner
        answers = {
            "blitz support": "support" if manner["support"] else "no-support",
            "attack or call off": "fight",
            "pressed attack": "press" if manner["press"] else "steady",
            "no retreat": "may-retreat",
        }
        events = list(match.opening.events)
        for action in manner["first"]:
            events += match.play(action).events
        while match.prompts and match.prompt.step in answers and not _result(events):
            events += match.play(answers[match.prompt.step]).events
        found = {RESULT: _result(events) or NO_ATTACK}
        if FORTS in case.exact:
            restored = any(event.data[-1] for event in events if event.kind == "fort die")
            found[FORTS] = YES if restored else NO
        return found

    def arranged(self, random: Random, options: Mapping[str, Any]) -> Match:
        """Units anywhere, in any weather, some of them Disrupted or deployed."""
        game: Any = bocage.game_class("rhine")("campaign", options)
        counters = [counter for counter in game.data.counters if not counter.dump]
        by_side = {side: [counter.id for counter in counters if counter.side == side] for side in game.sides}
        side, targets = random.choice(game.sides), game.board.all
        if side == ALLIED and random.random() < 0.4:
            targets = game.fort_cities
        units = scattered(game.board, random, by_side[side], by_side[OTHER[side]], game.board.all, targets)
        parts = [part.replace(" reduced", "") for part in units.split("; ")]
        written = "; ".join(part + self._mark(game, part, side, random) for part in parts)
        return bocage.position(
            "rhine",
            turn=random.randint(3, TURNS),
            at=ROWS[side],
            units=written,
            options=options,
            weather=random.choice(WEATHER),
            stage="operational",
            allied_control=game.board.names(game.antwerp)[0],  # a source of supply for the Allies
            seed=str(random.random()),
        )

    def _mark(self, game: Any, written: str, attacker: str, random: Random) -> str:
        """What may lie on a unit. Some German divisions and all dummies lie upside down."""
        counter = game.data.counters[game.unit_numbers[written.split()[0]]]
        if counter.dummy or ("division" in counter.kind and counter.side != attacker and random.random() < 0.3):
            return " down" if counter.side == GERMAN else ""
        return random.choice(("", "", " disrupted", " deployed"))


def _pressing(told: Forecast, random: Random) -> bool:
    return told.pressable and random.random() < 0.5


def _result(events: Sequence[Event]) -> str:
    """The printed result, once it is known; a battle that is called off or lapses has none."""
    for event in events:
        if event.kind == "battle die":
            return str(event.data[-1])
        if event.kind in ("called off", "battle lapsed"):
            return NO_ATTACK
    return ""


ATTACKS = RhineAttacks()

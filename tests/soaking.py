"""Random games under the eyes of a referee: what the soaks of all games have in common.

A game brings its own referee with the invariants of its rulebook, and says what is warlike in it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.engine.actions import Action
from bocage.engine.matches import record
from bocage.engine.matches.match import Entry, Match
from bocage.engine.play import Play, index_units
from bocage.hexes import HexSet

Choose = Callable[[bocage.Prompt, random.Random, str], Action]
STYLES = ("uniform", "verbs", "busy", "eager")


def chooser(
    likes: Mapping[str, float],
    enemy_zone: Callable[[Any, str], HexSet],
    walks: Collection[str] = ("move",),
    rare: Collection[str] = ("end",),
) -> Choose:
    """Somebody who chooses at random, in one of the styles.

    He likes some verbs better than others when he is eager, and then walks into the zone that an enemy has (asked with
    a look and a side); when he is busy he shuns the rare verbs.
    """

    def choose(prompt: bocage.Prompt, rng: random.Random, style: str) -> Action:
        """A random action: any; or first a verb and then its operand; or any, but rarely an end; or a warlike one."""
        if style in ("verbs", "eager"):
            verbs = prompt.verbs()
            weights = [likes.get(verb, 1) if style == "eager" else 1 for verb in verbs]
            actions = verbs[rng.choices(list(verbs), weights)[0]]
            if style == "eager" and actions[0].verb in walks:
                zone = enemy_zone(prompt._look, prompt.side)  # type: ignore[attr-defined]
                actions = [action for action in actions if zone >> action.index & 1] or actions
            return rng.choice(actions)
        action = rng.choice(prompt.actions)
        if style == "busy" and action.verb in rare and rng.random() < 0.8:
            return rng.choice(prompt.actions)
        return action

    return choose


class Watcher:
    """Watches one match; the base of every game's referee, who writes `check`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game: Any = match.game
        self.remember()

    def remember(self) -> None:
        """Keep what the next action is compared with."""
        self.before: Any = self.match.position.copy()
        self.phase = self.game.phase(self.before)

    def check(self, entry: Entry) -> None:
        """After an action: everything that must hold now, and everything that must not have happened."""
        raise NotImplementedError

    def which(self) -> str:
        """Which match it is, for whoever wants to see it again."""
        return f"seed {self.match.seed!r}"

    def claim(self, holds: object, case: str, what: object) -> None:
        """One invariant; an AssertionError names the case and the moment."""
        if not holds:
            match = self.match
            raise AssertionError(
                f"({case}) {what}; moment {match.moment}, turn {match.position.turn}, {self.phase}, "
                f"{match.entries[-1].action if match.entries else 'start'}; {self.which()}"
            )

    @staticmethod
    def members(units: int) -> list[int]:
        """The numbers in a set of units, worked out without the engine."""
        found = []
        while units:
            low = units & -units
            found.append(low.bit_length() - 1)
            units ^= low
        return found

    def index(self, case: str) -> None:
        """The position's index of units is true."""
        position = self.match.position
        fresh = self.before  # whose index was found true; it is true still if no unit has changed
        if position.units != fresh.units:
            fresh = position.copy()
            index_units(self.game, fresh)
        self.claim(fresh.stacks == position.stacks, case, "stacks disagree with units")
        self.claim(fresh.masks == position.masks, case, "masks disagree with units")
        self.claim(fresh.on_board == position.on_board, case, "the set on the board disagrees with units")

    def choices(self, end: str, sequence: str) -> None:
        """There is always something to choose, and no choice twice; nothing after the end. Two cases say so."""
        match = self.match
        if match.outcome is not None:
            self.claim(not match.prompts, end, "a question after the end")
            return
        for prompt in match.prompts.values():
            texts = [str(action) for action in prompt.actions]
            self.claim(texts, sequence, "nothing to choose")
            self.claim(len(set(texts)) == len(texts), sequence, "a choice is offered twice")


def play_out(
    match: Match, rng: random.Random, choose: Choose, style: str, watcher: Watcher | None, trip: float, undo: float
) -> Match:
    """Play a match to its end; with these chances text and views are tried after an action, or it is taken back."""
    while match.outcome is None:
        entry = match.play(choose(match.prompt, rng, style))
        if watcher is not None:
            watcher.check(entry)
        roll = rng.random()
        if roll < trip:
            trips(match)
        elif roll < undo and match.undoable and match.outcome is None:
            undone(match)
            if watcher is not None:
                watcher.remember()
    trips(match)
    return match


def bots_play(match: Match, seed: int, name: str, watcher: Watcher, entries: int) -> Match:
    """A game between two bots to its end, or so long, under the eyes of the referee."""
    players = {side: bots.make(name, f"{side} {seed}") for side in match.game.sides}
    while match.outcome is None and match.moment < entries:
        side = next(iter(match.prompts))
        watcher.check(match.play(players[side].choose(take(match, side)), side=side))
    trips(match)
    return match


def trips(match: Match) -> None:
    """Through text and back; views for everybody."""
    again = reread(match)
    assert again.position_hash == match.position_hash, f"seed {match.seed!r}, moment {match.moment}"
    for side in (*match.game.sides, None):
        assert again.view(side) == match.view(side)


def reread(match: Match) -> Match:
    """The match that its text tells of; the game need not be on the shelf for it."""
    game: Any = match.game

    def make(slug: str, scenario: str, options: Mapping[str, Any]) -> Any:
        assert (slug, scenario, options) == (game.slug, game.scenario, game.options)
        return game.another()

    return record.read(match.text(), make)


def undone(match: Match) -> None:
    """Taking back and doing again leads to the same position."""
    action, after = match.entries[-1].action, match.position_hash
    match.undo()
    match.play(action)
    assert match.position_hash == after, f"seed {match.seed!r}: {action} after undo"


# The referee himself: each rule that he watches must be one that he would see broken.


def watched(referee: Watcher) -> Play:
    """A hand that may do anything to a match in which the referee has seen nothing wrong so far."""
    match = referee.match
    referee.check(Entry("start", ""))
    return Play(match.game, match.position, match.dice)


def broken(case: str, referee: Watcher, entry: Entry | None = None) -> None:
    """The referee sees now that this case is broken."""
    match = referee.match
    with pytest.raises(AssertionError) as error:
        referee.check(entry or (match.entries[-1] if match.entries else Entry("start", "")))
    assert str(error.value).startswith(f"({case})"), str(error.value)

"""Forged positions: those of real matches with values in them that no game has, or that do not fit together."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import msgspec

import bocage
from bocage.engine import plain
from bocage.engine.matches.match import Match

ODD: tuple[Any, ...] = (
    99, -1, -7, 0, 1, 2, 3, 10**6, 10**30, 1.5, True, False, None, "", "<script>", "allied", "german", "9999", "0101",
    "x" * 300, [], {}, [99], ["<script>"], {"<script>": 1}, {"step": "end"}, "\u202e", "dead", "US-1", "DE-2SS",
)  # fmt: skip


def played(slug: str, seed: str, entries: int) -> Match:
    """A match of two who choose at random, somewhere in the middle."""
    match = bocage.new_match(slug, seed=seed)
    dice = random.Random(seed)
    while match.moment < entries:
        verbs = match.prompt.verbs()
        verb = dice.choice(list(verbs))
        action = dice.choice(verbs[verb])
        before = match.position.copy()
        match.play(action, side=match.prompt.side)
        if match.outcome is not None:
            return Match(match.game, seed=seed, start=before)
    return match


def _places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a position where a value stands."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*at, key)
        yield from _places(value, (*at, key))


class Forger:
    """Changes a value or two of a position: to something odd, to one from elsewhere in it, or leaves it out."""

    def __init__(self, match: Match, dice: random.Random) -> None:
        self.match = match
        self.dice = dice
        self.data = plain.to_plain(match.game, match.position)
        # What is there once is forged as often as all the units together.
        places = list(_places(self.data))
        self._units = [place for place in places if place[0] == "units"]
        self._others = [place for place in places if place[0] != "units"]
        self._fields = [name for name in match.game.position_class.__struct_fields__ if name != "units"]

    def position(self) -> dict[str, Any]:
        """A forged position."""
        data = copy.deepcopy(self.data)
        for _ in range(self.dice.choice((1, 1, 1, 2))):
            self._forge(data)
        return data

    def _forge(self, data: dict[str, Any]) -> None:
        dice = self.dice
        way = dice.random()
        if way < 0.1:
            data[dice.choice(self._fields)] = dice.choice(ODD)
            return
        place = dice.choice(self._units if dice.random() < 0.3 else self._others)
        holder: Any = data
        try:
            for key in place[:-1]:
                holder = holder[key]
            old = holder[place[-1]]
            if way > 0.92:
                del holder[place[-1]]
            elif isinstance(old, int) and way > 0.3:
                holder[place[-1]] = old + dice.choice((-3, -1, 1, 2, 5, 40))
            elif way > 0.3:
                holder[place[-1]] = copy.deepcopy(self._elsewhere(place, type(old)))
            else:
                holder[place[-1]] = dice.choice(ODD)
        except (KeyError, IndexError, TypeError):
            return  # the first forgery took away what the second one was to change

    def _elsewhere(self, place: tuple[Any, ...], kind: type) -> Any:
        """Another value of the same kind: a hex, a unit, a list of them, a step that waits."""
        for _ in range(30):
            other: Any = self.data
            for key in self.dice.choice(self._units if place[0] == "units" else self._others):
                other = other[key]
            if type(other) is kind:
                return other
        return self.dice.choice(ODD)

    def record(self, data: dict[str, Any], snapshot: bool = False) -> str:
        """A record that begins with a position, as somebody writes it who knows how records are written.

        As a snapshot it follows an entry that the rules of today do not know.
        """
        game = self.match.game
        position = msgspec.json.encode(data, order="sorted").decode()
        lines = ["bocage record 1", f"game {game.slug}", f"scenario {game.scenario}"]
        lines += [f"rules {0 if snapshot else game.rules_version}", f"data {game.data_digest}", 'seed "forged"']
        if not snapshot:
            lines += [f"start {position}", "", ""]
        else:
            lines += ["", "1 allied march to Berlin", f"turn 1 at 1 hash 00 {position}", ""]
        return "\n".join(lines)

"""German set-ups: many good ones, drawn by a bot's own dice, so that nobody knows what lies face down.

`set_up.csv` names the posts: who holds them, and the hexes among which the dice choose, each with its weight. Units of
a kind change places with each other, dummies take some of the posts that are left, and now and then a dummy lies where
a division is expected, a division where a dummy is, or a dummy upon a korps.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from importlib import resources
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from bocage.bots.planning import Verbs
from bocage.engine.actions import Action
from bocage.rules import pure

from ..rules.position import HAND
from ..rules.setup import suggestion

if TYPE_CHECKING:
    from ..game import Rhine


SWAPS = (1.0, 2.0, 1.0)  # how often no division, one or two change places with a dummy: weights
UPON_KORPS = 0.4  # how often a dummy lies upon a korps of the coast instead of alone
FACE_DOWN = 0.9  # how often the division on Angers lies face down
TIGER_POSTS = ("Caen", "Orne", "Perche", "Rouen", "Amiens")


class Choice(NamedTuple):
    """A hex for a post: its weight, and how often a korps there is deployed."""

    hex: str
    weight: float
    deployed: float


class Spot(NamedTuple):
    """Where a unit is to stand, and how."""

    hex: str
    deployed: bool = False
    face_down: bool = False


Posts = dict[str, dict[str, list[Choice]]]  # who -> post -> hexes


@pure(1)
def posts(game: Rhine) -> Posts:
    """The posts of the table."""
    found: Posts = {}
    file = resources.files(__package__) / "set_up.csv"
    for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines()):
        choice = Choice(row["hex"], float(row["weight"]), float(row["deployed"]))
        found.setdefault(row["who"], {}).setdefault(row["post"], []).append(choice)
    return found


def _kind(game: Rhine, unit: int) -> str:
    """Which posts a unit can hold."""
    counter = game.counters[unit]
    if counter.dummy:
        return "dummy"
    if counter.tiger:
        return "tiger"
    if counter.kind == "panzer_corps":
        return "panzer korps"
    if unit == game.parachute_korps:
        return "parachute korps"
    if counter.infantry_corps:
        return "strong korps" if counter.attack > 1 else "weak korps"
    return "division"


class Layout:
    """One set-up. It is drawn when it is first needed, and is always the same for the same luck."""

    def __init__(self, luck: str) -> None:
        self._luck = luck
        self._spots: dict[int, Spot] | None = None

    def spots(self, game: Rhine) -> dict[int, Spot]:
        """Unit -> where it is to stand."""
        if self._spots is None:
            self._spots = draw(game, Random(self._luck))
        return self._spots

    def next(self, look: Any, hand: int, verbs: Verbs) -> Action:
        """Place what is not on the map, turn over what was placed, end. What a player has placed elsewhere stays."""
        game: Rhine = look.game
        position = look.position
        spots = self.spots(game)
        waiting = [unit for unit in spots if position.units[unit].at == HAND]
        if waiting:
            if hand not in waiting:
                return game.actions.find(f"pick {game.unit_ids[waiting[0]]}")
            node = suggestion.spot(look, hand, game.board.index[spots[hand].hex])
            return game.actions.find(f"place {game.board.labels[node]}")
        for unit, spot in spots.items():
            down, deployed = position.face_down >> unit & 1, position.deployed >> unit & 1
            if spot.face_down and not down:
                return game.actions.find(f"hide {game.unit_ids[unit]}")
            if spot.deployed and not deployed:
                return game.actions.find(f"deploy {game.unit_ids[unit]}")
        return verbs["end"][0]


def draw(game: Rhine, dice: Random) -> dict[int, Spot]:
    """A set-up, by lot. The units that the rules place (SET.2, SET.3) are only turned over."""
    table = posts(game)
    units: dict[str, list[int]] = {}
    for unit in range(len(game.counters)):
        if game.set_up_units >> unit & 1 and unit not in (game.ss_17, game.ss_2):
            units.setdefault(_kind(game, unit), []).append(unit)
    found: dict[int, Spot] = {}
    where: dict[str, str] = {}  # post -> hex
    for who in ("strong korps", "weak korps", "parachute korps", "panzer korps"):
        dice.shuffle(units[who])
        for unit, (post, choices) in zip(units[who], table[who].items(), strict=True):
            choice = _choose(choices, dice)
            where[post] = choice.hex
            found[unit] = Spot(choice.hex, deployed=dice.random() < choice.deployed)
    found.update(_face_down(units, table, where, dice))
    for tiger, post in zip(units["tiger"], dice.sample(TIGER_POSTS, len(units["tiger"])), strict=True):
        found[tiger] = Spot(where[post])
    if dice.random() < FACE_DOWN:
        found[game.ss_17] = Spot(game.board.labels[game.angers], face_down=True)
    return found


def _face_down(units: dict[str, list[int]], table: Posts, where: dict[str, str], dice: Random) -> dict[int, Spot]:
    """Divisions and dummies."""
    divisions, dummies = units["division"], units["dummy"]
    dice.shuffle(divisions)
    real = [_choose(choices, dice).hex for choices in table["division"].values()]
    where.update(zip(table["division"], real, strict=True))
    false = [_choose(choices, dice).hex for choices in table["dummy"].values()]
    dice.shuffle(false)
    del false[len(dummies) :]
    if dice.random() < UPON_KORPS:
        false[0] = where[dice.choice([post for post, choices in table["strong korps"].items() if _coast(choices)])]
    for _ in range(dice.choices(range(len(SWAPS)), SWAPS)[0]):
        one, other = dice.randrange(len(real)), dice.randrange(1, len(false))
        real[one], false[other] = false[other], real[one]
    spots = {unit: Spot(hex_, face_down=True) for unit, hex_ in zip(divisions, real, strict=True)}
    return spots | {unit: Spot(hex_) for unit, hex_ in zip(dummies, false, strict=True)}  # dummies always are


def _choose(choices: Sequence[Choice], dice: Random) -> Choice:
    return dice.choices(choices, [choice.weight for choice in choices])[0]


def _coast(choices: Sequence[Choice]) -> bool:
    """Do korps dig in there?"""
    return max(choice.deployed for choice in choices) > 0.5

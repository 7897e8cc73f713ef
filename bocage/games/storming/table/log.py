"""What each line of Storming the Reich's log is about: its kind, whose it is, dice, ways, hexes and units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bocage.table.faces import About
from bocage.table.faces.logs import UnitLines, in_hexes, labels, plain
from bocage.table.sheet import Roll

from ..rules.position import ALLIED, GERMAN
from .box import FIRST_ROW, LAST_ROW

_LINES = UnitLines()
_ids, _side, _units, _there = _LINES.ids, _LINES.side, _LINES.named, _LINES.there


def _set(flag: str, side: str = "") -> Callable[..., About]:
    """An event about hexes that the game knows by name."""
    return lambda game, *data: About("", side, hexes=game.board.names(getattr(game, flag)))


# Movement


def _strategic(game: Any, unit: int, start: int, goal: int) -> About:
    return About("move", _side(game, (unit,)), hexes=labels(game, (goal,)), units=_ids(game, (unit,)))


def _strategic_roll(game: Any, unit: int, die: int, *rest: Any) -> About:
    rolls = [Roll(game.unit_ids[unit], [die])]
    return About("dice", _side(game, (unit,)), rolls, units=_ids(game, (unit,)))


def _allied_dice(game: Any, turn: int, rolls: Sequence[Sequence[Any]]) -> About:
    return About("dice", ALLIED, [Roll(str(roll[0]), [int(roll[1])]) for roll in rolls])


def _german_die(game: Any, die: int, infantry: int, mechanized: int, given: bool) -> About:
    return About("dice", GERMAN, [] if given else [Roll("Command", [die])])


# Fights


def _declared(game: Any, kind: str, side: str, target: int, attackers: Sequence[int]) -> About:
    return About("battle", side, hexes=labels(game, (target,)), units=_ids(game, attackers))


def _fire(game: Any, side: str, strength: int, column: str, modifiers: Any, die: int, steps: int) -> About:
    modified = die + sum(points for points, _, _ in modifiers)
    last = len(game.data.fire[column])
    row = FIRST_ROW if modified <= 1 else LAST_ROW if modified >= last else str(modified)
    who = "Allies" if side == ALLIED else "Germans"
    return About("battle", side, [Roll(f"{who} on {column}: {steps}", [die], column, row)])


# Air


def _drop_die(game: Any, unit: int, node: int, die: int, safe: bool) -> About:
    rolls = [Roll(game.unit_ids[unit], [die])]
    return About("dice", ALLIED, rolls, hexes=labels(game, (node,)), units=_ids(game, (unit,)))


def _drop_attacked(game: Any, node: int, strength: int, die: int, steps: int) -> About:
    return About("battle", GERMAN, [Roll(f"Germans: {steps}", [die])], hexes=labels(game, (node,)))


def _revealed(game: Any, drawn: Sequence[tuple[int | str, int]]) -> About:
    ids = [unit if isinstance(unit, str) else game.unit_ids[unit] for unit, _ in drawn]
    return About("dice", ALLIED, units=ids)


def _bombed(game: Any, nation: str, node: int, die: int, *rest: Any) -> About:
    return About("battle", ALLIED, [Roll(f"{nation} Carpet Bomber", [die])], hexes=labels(game, (node,)))


def _operation(game: Any, units: Sequence[int], hexes: Sequence[int]) -> About:
    return About("", ALLIED, hexes=labels(game, hexes), units=_ids(game, units))


# The map


def _bridge(game: Any, name: str, die: int = 0) -> About:
    ends = next(bridge.ends for bridge in game.data.bridges if bridge.name == name)
    return About("dice" if die else "", ALLIED, [Roll(name, [die])] if die else [], hexes=labels(game, ends))


ABOUT: dict[str, Callable[..., About]] = {
    # Losses
    "overstacked": in_hexes("loss"),
    # The Hitler Counteroffensive
    "offensive launched": plain("", GERMAN),
    "offensive postponed": plain("", GERMAN),
    "offensive declined": plain("", GERMAN),
    "zone disrupted": in_hexes("", GERMAN),
    "shaef sends": _there("move"),
    # Air
    "airborne operation": _operation,
    "airborne recovered": _units(),
    "airborne withdrawn": _units(),
    "drop die": _drop_die,
    "drop attacked": _drop_attacked,
    "dropped": _there("arrival"),
    "drop withdrawal": _there("move"),
    "strafing revealed": _revealed,
    "air set aside": plain("", ALLIED),
    "carpet bombed": _bombed,
    "carpet forgone": plain("", ALLIED),
    "carpet disrupted": _units(),
    # Command and movement
    "allied command dice": _allied_dice,
    "german command die": _german_die,
    "points given": plain("", ALLIED),
    "declared": lambda game, turn, side, *rest: About("", side),
    "no combat": lambda game, side: About("", side),
    "duration": lambda game, turn, die, *rest: About("dice", "", [Roll("Combat duration", [die])]),
    "moves": _LINES.way,
    "watch transfer": _units(),
    "dams blown": _set("dams", GERMAN),
    "disrupted by stacking": _units(),
    "exits west": _units("move"),
    "exits east": _units("move"),
    "brittany closed": _units(),
    "brittany cancels": _units(),
    "returns": _there("arrival"),
    "exit called off": _units(),
    "stays in brittany": _units("loss"),
    "strategic roll": _strategic_roll,
    "strategic move": _strategic,
    # Combat
    "attack declared": _declared,
    "no advance": lambda game, node, units, why: About(
        "battle", "", hexes=labels(game, (node,)), units=_ids(game, units)
    ),
    "hobart": plain("", ALLIED),
    "air support": plain("", ALLIED),
    "army released": plain("", GERMAN),
    "first fire": plain("battle"),
    "held fire": lambda game, side: About("battle", side),
    "fire": _fire,
    "airborne holds": _units(),
    "combat advance": _there("move"),
    "assault": lambda game, units, here, target, cost: About(
        "battle", _side(game, units), hexes=labels(game, (target,)), units=_ids(game, units)
    ),
    "assault failed": _there("battle"),
    "assault cleared": _there("move"),
    "cherbourg assault": _set("cherbourg", ALLIED),
    "cherbourg assault ends": _set("cherbourg", ALLIED),
    "cherbourg holds": _set("cherbourg", GERMAN),
    # What is found when hexes are entered
    "seine crossed": plain("", ALLIED),
    "fort destroyed": in_hexes("", ALLIED),
    "paris": _set("paris", ALLIED),
    "cherbourg": lambda game, die, turn: About(
        "dice", ALLIED, [Roll("Cherbourg", [die])], hexes=game.board.names(game.cherbourg)
    ),
    "antwerpen": _set("antwerpen", ALLIED),
    "dams captured": _set("dams", ALLIED),
    "holland open": plain("", ALLIED),
    "commonwealth free": plain("", ALLIED),
    "bridge captured": _bridge,
    "bridge blown": _bridge,
    "bridge lost": _bridge,
    "ike sees": plain("", ALLIED),
}

"""What each line of Storming the Reich's log is about: its kind, whose it is, dice, ways, hexes and units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bocage.engine.events import Event
from bocage.games.storming.position import ALLIED, GERMAN
from bocage.table.faces import About
from bocage.table.faces.storming_box import FIRST_ROW, LAST_ROW
from bocage.table.sheet import Roll


def about(game: Any, event: Event) -> About:
    """What an event is about."""
    tell = ABOUT.get(event.kind)
    return About() if tell is None else tell(game, *event.data)


def _ids(game: Any, units: Sequence[int]) -> list[str]:
    return [game.unit_ids[unit] for unit in units]


def _labels(game: Any, nodes: Sequence[int]) -> list[str]:
    return [game.board.labels[node] for node in nodes if node >= 0]


def _side(game: Any, units: Sequence[int]) -> str:
    return str(game.cards[units[0]].side) if units else ""


def _about_units(kind: str = "") -> Callable[..., About]:
    """An event whose first datum is a unit or several, and whose second, if any, may be a hex."""

    def tell(game: Any, units: int | Sequence[int], *rest: Any) -> About:
        many = (units,) if isinstance(units, int) else tuple(units)
        return About(kind, _side(game, many), units=_ids(game, many))

    return tell


def _about_places(kind: str = "", side: str = "") -> Callable[..., About]:
    """An event whose first datum is a unit or several and whose second is a hex."""

    def tell(game: Any, units: int | Sequence[int], node: int, *rest: Any) -> About:
        many = (units,) if isinstance(units, int) else tuple(units)
        return About(kind, side or _side(game, many), hexes=_labels(game, (node,)), units=_ids(game, many))

    return tell


def _plain(kind: str = "", side: str = "") -> Callable[..., About]:
    return lambda game, *data: About(kind, side)


def _hex(kind: str = "", side: str = "") -> Callable[..., About]:
    return lambda game, node, *data: About(kind, side, hexes=_labels(game, (node,)))


def _set(flag: str, side: str = "") -> Callable[..., About]:
    """An event about hexes that the game knows by name."""
    return lambda game, *data: About("", side, hexes=game.board.names(getattr(game, flag)))


# Movement


def _moves(game: Any, units: Sequence[int], path: Sequence[int], cost: int) -> About:
    way = _labels(game, path)
    return About("move", _side(game, units), path=way, hexes=way[-1:], units=_ids(game, units))


def _strategic(game: Any, unit: int, start: int, goal: int) -> About:
    return About("move", _side(game, (unit,)), hexes=_labels(game, (goal,)), units=_ids(game, (unit,)))


def _strategic_roll(game: Any, unit: int, die: int, *rest: Any) -> About:
    rolls = [Roll(game.unit_ids[unit], [die])]
    return About("dice", _side(game, (unit,)), rolls, units=_ids(game, (unit,)))


def _allied_dice(game: Any, turn: int, rolls: Sequence[Sequence[Any]]) -> About:
    return About("dice", ALLIED, [Roll(str(roll[0]), [int(roll[1])]) for roll in rolls])


def _german_die(game: Any, die: int, infantry: int, mechanized: int, given: bool) -> About:
    return About("dice", GERMAN, [] if given else [Roll("Command", [die])])


# Fights


def _declared(game: Any, kind: str, side: str, target: int, attackers: Sequence[int]) -> About:
    return About("battle", side, hexes=_labels(game, (target,)), units=_ids(game, attackers))


def _fire(game: Any, side: str, strength: int, column: str, modifiers: Any, die: int, steps: int) -> About:
    modified = die + sum(points for points, _, _ in modifiers)
    last = len(game.data.fire[column])
    row = FIRST_ROW if modified <= 1 else LAST_ROW if modified >= last else str(modified)
    who = "Allies" if side == ALLIED else "Germans"
    return About("battle", side, [Roll(f"{who} on {column}: {steps}", [die], column, row)])


def _advance(game: Any, unit: int, node: int) -> About:
    return About("move", _side(game, (unit,)), hexes=_labels(game, (node,)), units=_ids(game, (unit,)))


# Air


def _drop_die(game: Any, unit: int, node: int, die: int, safe: bool) -> About:
    rolls = [Roll(game.unit_ids[unit], [die])]
    return About("dice", ALLIED, rolls, hexes=_labels(game, (node,)), units=_ids(game, (unit,)))


def _drop_attacked(game: Any, node: int, strength: int, die: int, steps: int) -> About:
    return About("battle", GERMAN, [Roll(f"Germans: {steps}", [die])], hexes=_labels(game, (node,)))


def _revealed(game: Any, drawn: Sequence[tuple[int | str, int]]) -> About:
    ids = [unit if isinstance(unit, str) else game.unit_ids[unit] for unit, _ in drawn]
    return About("dice", ALLIED, units=ids)


def _bombed(game: Any, nation: str, node: int, die: int, *rest: Any) -> About:
    return About("battle", ALLIED, [Roll(f"{nation} Carpet Bomber", [die])], hexes=_labels(game, (node,)))


def _operation(game: Any, units: Sequence[int], hexes: Sequence[int]) -> About:
    return About("", ALLIED, hexes=_labels(game, hexes), units=_ids(game, units))


# The map


def _bridge(game: Any, name: str, die: int = 0) -> About:
    ends = next(bridge.ends for bridge in game.data.bridges if bridge.name == name)
    return About("dice" if die else "", ALLIED, [Roll(name, [die])] if die else [], hexes=_labels(game, ends))


ABOUT: dict[str, Callable[..., About]] = {
    # Turns and the end
    "turn": _plain("turn"),
    "won": lambda game, side, level: About("", side),
    "over the seine": _plain(),
    "achievements": _plain("", GERMAN),
    "breakout verdict": _plain(),
    "monty sees": _set("monty_spot", ALLIED),
    "beaches closed": _set("beach_hexes", ALLIED),
    "cherbourg open": _set("cherbourg", ALLIED),
    "release turn": _about_units(),
    "french leave": _about_units("loss"),
    # Setting up
    "first arrival": _about_places("arrival"),
    "not used": _about_units(),
    "set up reduced": _about_units(),
    "set aside": _about_units(),
    "set up": _about_places("arrival"),
    "set up as suggested": _about_units("arrival"),
    # Losses
    "reduced": _about_units("loss"),
    "eliminated": _about_units("loss"),
    "rebuilt": _about_units(),
    "overstacked": _hex("loss"),
    # Supply and logistics
    "out of supply": _about_units(),
    "back in supply": _about_units(),
    "limited supply": _plain("", ALLIED),
    "full supply": _plain("", ALLIED),
    "antwerpen open": _set("antwerpen", ALLIED),
    "antwerpen shut": _set("antwerpen", ALLIED),
    "grounded": _about_units(),
    "grounding lifted": _about_units(),
    "priority placed": _about_units(),
    "red ball placed": _about_units(),
    "red ball saved": _plain("", ALLIED),
    # Phase I
    "arrival placed": _about_places("arrival"),
    "arrival forfeited": _about_units("loss"),
    "brittany arrival lost": _about_units("loss"),
    "arrival set aside": _about_units(),
    "arrival in watch": _about_units(),
    "cup drawn": _about_units("dice"),
    "cup emptied": _about_units("loss"),
    "late replacements lost": _about_units("loss"),
    "waits in england": _about_units(),
    "comes to england": _about_units(),
    "twelfth army group": _plain("", ALLIED),
    "refit done": _about_units(),
    "refit marker": _plain(),
    "refit placed": _about_units(),
    "refit stopped": _about_units(),
    "division withdrawn": _about_units("loss"),
    "withdrawal fails": _plain("", GERMAN),
    # The Hitler Counteroffensive
    "offensive launched": _plain("", GERMAN),
    "offensive postponed": _plain("", GERMAN),
    "offensive declined": _plain("", GERMAN),
    "zone disrupted": _hex("", GERMAN),
    "shaef sends": _about_places("move"),
    # Air
    "airborne operation": _operation,
    "airborne recovered": _about_units(),
    "airborne withdrawn": _about_units(),
    "drop die": _drop_die,
    "drop attacked": _drop_attacked,
    "dropped": _about_places("arrival"),
    "drop withdrawal": _about_places("move"),
    "strafing revealed": _revealed,
    "air set aside": _plain("", ALLIED),
    "carpet bombed": _bombed,
    "carpet forgone": _plain("", ALLIED),
    "carpet disrupted": _about_units(),
    # Command and movement
    "allied command dice": _allied_dice,
    "german command die": _german_die,
    "points given": _plain("", ALLIED),
    "declared": lambda game, turn, side, *rest: About("", side),
    "no combat": lambda game, side: About("", side),
    "duration": lambda game, turn, die, *rest: About("dice", "", [Roll("Combat duration", [die])]),
    "moves": _moves,
    "watch transfer": _about_units(),
    "dams blown": _set("dams", GERMAN),
    "disrupted by stacking": _about_units(),
    "exits west": _about_units("move"),
    "exits east": _about_units("move"),
    "brittany closed": _about_units(),
    "brittany cancels": _about_units(),
    "returns": _about_places("arrival"),
    "exit called off": _about_units(),
    "stays in brittany": _about_units("loss"),
    "strategic roll": _strategic_roll,
    "strategic move": _strategic,
    # Combat
    "attack declared": _declared,
    "hobart": _plain("", ALLIED),
    "air support": _plain("", ALLIED),
    "army released": _plain("", GERMAN),
    "first fire": _plain("battle"),
    "held fire": lambda game, side: About("battle", side),
    "fire": _fire,
    "airborne holds": _about_units(),
    "combat advance": _advance,
    "assault": lambda game, units, here, target, cost: About(
        "battle", _side(game, units), hexes=_labels(game, (target,)), units=_ids(game, units)
    ),
    "assault failed": _about_places("battle"),
    "assault cleared": _about_places("move"),
    "cherbourg assault": _set("cherbourg", ALLIED),
    "cherbourg assault ends": _set("cherbourg", ALLIED),
    "cherbourg holds": _set("cherbourg", GERMAN),
    # What is found when hexes are entered
    "seine crossed": _plain("", ALLIED),
    "fort destroyed": _hex("", ALLIED),
    "paris": _set("paris", ALLIED),
    "cherbourg": lambda game, die, turn: About(
        "dice", ALLIED, [Roll("Cherbourg", [die])], hexes=game.board.names(game.cherbourg)
    ),
    "antwerpen": _set("antwerpen", ALLIED),
    "dams captured": _set("dams", ALLIED),
    "holland open": _plain("", ALLIED),
    "commonwealth free": _plain("", ALLIED),
    "bridge captured": _bridge,
    "bridge blown": _bridge,
    "bridge lost": _bridge,
    "ike sees": _plain("", ALLIED),
    "breakout": _plain("", ALLIED),
}

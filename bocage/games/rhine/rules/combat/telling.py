"""What is said of battles: odds, dice and results in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bocage.parts.odds import Shift

from ..look import RhineLook
from ..telling import SIDE, capital, hex_name, listed, unit_names
from .fight import Fighting
from .odds import Odds


def places(game: Any, nodes: Sequence[int]) -> str:
    """Hexes in a row, by name and number."""
    return listed([hex_name(game, node) for node in nodes])


def attack_on(look: RhineLook, fight: Fighting) -> str:
    """Who attacks what, the beginning of every question about a battle."""
    game = look.game
    return f"{SIDE[fight.side]} attack {places(game, game.board.nodes(fight.targets))}"


def halves(twice: int) -> str:
    """Twice a number of factors, as a player says it.

    >>> halves(12), halves(7), halves(1)
    ('6', '3½', '½')
    """
    if twice % 2:
        return f"{twice // 2 or ''}½"
    return str(twice // 2)


def shift_words(shifts: Sequence[Shift | tuple[int, str, str]]) -> str:
    """Shifts in a row, each with its case."""
    return ", ".join(f"{columns:+d} {why} ({rule})" for columns, rule, why in shifts)


def odds_words(found: Odds) -> str:
    """The odds of a battle in a few words."""
    return _odds_words(found.attack, found.defence, found.basic, found.shifts, found.reached, found.shaken)


def _odds_words(
    attack: int,
    defence: int,
    basic: str,
    shifts: Sequence[Shift | tuple[int, str, str]],
    final: str,
    shaken: bool,
) -> str:
    words = f"{halves(attack)} against {defence} is {basic}"
    if shifts:
        words += f"; {shift_words(shifts)}: {final}"
    return words + ("; the defenders are Disrupted: read one column higher (DIS.3)" if shaken else "")


def _said_battle(
    game: Any, side: str, nodes: tuple[int, ...], attackers: tuple[int, ...], defenders: tuple[int, ...]
) -> str:
    against = unit_names(game, defenders) if defenders else "the fortress alone"
    return f"{SIDE[side]} attack {places(game, nodes)} with {unit_names(game, attackers)} against {against}."


def _said_odds(game: Any, *data: Any) -> str:
    return f"{capital(_odds_words(*data))}."


def _said_fort(game: Any, node: int, die: int, restored: bool) -> str:
    return f"Die {die}: the forts of {hex_name(game, node)} are {'' if restored else 'not '}restored."


def _said_die(game: Any, die: int, final: str, column: str, result: str) -> str:
    read = f" on {column}" if column == final else f" on {column} instead of {final}"
    return f"Die {die}{read}: {result}."


_IN_HEX = {
    "DE": "the defenders are eliminated",
    "DR": "the defenders are routed",
    "DW": "the defenders withdraw",
    "D": "the defenders are Disrupted",
}


def _said_hex(game: Any, node: int, result: str, units: bool) -> str:
    words = _IN_HEX[result] if units else ("the fortress falls" if result in ("DE", "DR") else "the fortress holds")
    return f"{hex_name(game, node)}: {words} ({result})."


def _said_own(game: Any, node: int, printed: str, own: str, units: tuple[int, ...]) -> str:
    means = {"DE": "elimination", "D": "D", "-": "no effect"}[own]
    return f"{hex_name(game, node)}: {printed} means {means} for {unit_names(game, units)}."


SENTENCES: Mapping[str, Callable[..., str]] = {
    "battle": _said_battle,
    "battle lapsed": lambda game, nodes: f"Nothing is left to fight for at {places(game, nodes)}: no attack is made.",
    "stays out": lambda game, unit, why: f"{game.counters[unit].name} {why} and cannot attack.",
    "fort die": _said_fort,
    "blitz supports": lambda game: "Goering's Blitz supports the attack.",
    "odds": _said_odds,
    "called off": lambda game, nodes: f"The attack on {places(game, nodes)} is called off.",
    "pressed": lambda game, side: f"{SIDE[side]} press the attack.",
    "no retreat": lambda game, side: f"{SIDE[side]} order No Retreat!",
    "battle die": _said_die,
    "hex result": _said_hex,
    "own result": _said_own,
}

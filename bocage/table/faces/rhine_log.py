"""What each line of D-Day to the Rhine's log is about: its kind, whose it is, dice, ways, hexes and units.

A line about a concealed piece names no unit: for those who may know, the line after it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bocage.engine.events import Event
from bocage.games.rhine.position import ALLIED, GERMAN
from bocage.games.rhine.tell import STRANGER
from bocage.table.faces import About
from bocage.table.sheet import Roll


def about(game: Any, event: Event) -> About:
    """What an event is about."""
    tell = ABOUT.get(event.kind)
    return About() if tell is None else tell(game, *event.data)


def _ids(game: Any, units: Sequence[int]) -> list[str]:
    return [game.unit_ids[unit] for unit in units if unit != STRANGER]


def _labels(game: Any, nodes: Sequence[int]) -> list[str]:
    return [game.board.labels[node] for node in nodes if node >= 0]


def _side(game: Any, units: Sequence[int]) -> str:
    """Whose units they are; only Germans lie face down."""
    if not units:
        return ""
    return GERMAN if units[0] == STRANGER else str(game.cards[units[0]].side)


def _many(units: int | Sequence[int]) -> tuple[int, ...]:
    return (units,) if isinstance(units, int) else tuple(units)


def _units(kind: str = "") -> Callable[..., About]:
    """An event whose first datum is a unit or several."""

    def tell(game: Any, units: int | Sequence[int], *rest: Any) -> About:
        return About(kind, _side(game, _many(units)), units=_ids(game, _many(units)))

    return tell


def _there(kind: str = "") -> Callable[..., About]:
    """An event whose first datum is a unit or several and whose second is a hex."""

    def tell(game: Any, units: int | Sequence[int], node: int, *rest: Any) -> About:
        many = _many(units)
        return About(kind, _side(game, many), hexes=_labels(game, (node,)), units=_ids(game, many))

    return tell


def _plain(kind: str = "", side: str = "") -> Callable[..., About]:
    return lambda game, *data: About(kind, side)


def _hex(kind: str = "", side: str = "") -> Callable[..., About]:
    """An event whose first datum is a hex or several."""
    return lambda game, nodes, *data: About(kind, side, hexes=_labels(game, _many(nodes)))


def _turn(game: Any, side: str, turn: int) -> About:
    """The heading of a turn stands where the Allies begin it."""
    return About("turn" if side == ALLIED else "", side)


def _way(game: Any, unit: int, path: Sequence[int], *rest: Any) -> About:
    way = _labels(game, path)
    return About("move", _side(game, (unit,)), path=way, hexes=way[-1:], units=_ids(game, (unit,)))


# Dice


def _weather(game: Any, weather: str, column: str, die: int) -> About:
    return About("dice", ALLIED, [Roll("Weather", [die], column, str(die))])


def _bombardier(game: Any, node: int, die: int, missed: bool) -> About:
    return About("dice", ALLIED, [Roll("Bombardier", [die])], hexes=_labels(game, (node,)))


def _bombarded(game: Any, unit: int, node: int, die: int, result: str, deployed: bool) -> About:
    roll = Roll(f"{game.unit_ids[unit]}: {result}", [die])
    return About("dice", _side(game, (unit,)), [roll], hexes=_labels(game, (node,)), units=_ids(game, (unit,)))


def _strafed(game: Any, unit: int, node: int, die: int, risk: int) -> About:
    roll = Roll("Strafing", [die])
    return About("dice", GERMAN, [roll], hexes=_labels(game, (node,)), units=_ids(game, (unit,)))


def _fort(game: Any, node: int, die: int, restored: bool) -> About:
    return About("dice", GERMAN, [Roll("Forts", [die])], hexes=_labels(game, (node,)))


def _die(game: Any, die: int, final: str, column: str, result: str) -> About:
    return About("battle", "", [Roll(f"{column}: {result}", [die], column, str(die))])


# Battles


def _battle(game: Any, side: str, nodes: Sequence[int], attackers: Sequence[int], defenders: Sequence[int]) -> About:
    return About("battle", side, hexes=_labels(game, nodes), units=_ids(game, attackers))


def _allocated(game: Any, nodes: Sequence[int], attackers: Sequence[int], duty: bool) -> About:
    return About("", _side(game, attackers), hexes=_labels(game, nodes), units=_ids(game, attackers))


ABOUT: dict[str, Callable[..., About]] = {
    # Turns and the end
    "player turn": _turn,
    "won": lambda game, side, level: About("", side),
    "record opened": _plain("", GERMAN),
    # Setting up and what lies face down
    "set up": _there("arrival"),
    "set up disrupted": _there("arrival"),
    "set-up turned": _units(),
    "set up as suggested": _units("arrival"),
    "set-up over": _plain("", GERMAN),
    "turned up": _there(),
    "identity": _units(),
    # Weather and air
    "weather given": _plain("", ALLIED),
    "weather": _weather,
    "bombardier": _bombardier,
    "bombing shortens": _plain("", ALLIED),
    "bombs stray": _hex("", GERMAN),
    "bombs spared": _plain("", GERMAN),
    "bombs wasted": _hex("", ALLIED),
    "bombarded": _bombarded,
    "air drop": _there("arrival"),
    "airborne rests": _units(),
    # Landings, arrivals, supply
    "dump moves": _way,
    "beaches": _hex("", ALLIED),
    "beaches given up": _hex("", ALLIED),
    "bombardment shifted": _plain("", ALLIED),
    "to land": _there(),
    "not to land": _units(),
    "sent": _there(),
    "waits at sea": _there(),
    "landed": _there("arrival"),
    "allied arrival": _there("arrival"),
    "favoured": _units(),
    "unfavoured": _units(),
    "dump lost": _there("loss"),
    # Deployment and movement
    "corps deploys": _units(),
    "corps undeploys": _units(),
    "unit moves": _way,
    "unit marches": _way,
    "unit dashes": _way,
    "strafed": _strafed,
    "crowded": _hex(),
    "french leave": _units("loss"),
    "paris passed": lambda game, unit: About("", ALLIED, hexes=game.board.names(game.paris), units=_ids(game, (unit,))),
    "brussels passed": lambda game, unit: About(
        "", ALLIED, hexes=game.board.names(game.brussels), units=_ids(game, (unit,))
    ),
    # Battles
    "attack allocated": _allocated,
    "battle": _battle,
    "battle lapsed": _hex(),
    "stays out": _units(),
    "fort die": _fort,
    "blitz supports": _plain("", GERMAN),
    "odds": _plain(),
    "called off": _hex(),
    "pressed": lambda game, side: About("", side),
    "no retreat": lambda game, side: About("", side),
    "battle die": _die,
    "hex result": _hex(),
    "own result": lambda game, node, printed, own, units: About(
        "", _side(game, units), hexes=_labels(game, (node,)), units=_ids(game, units)
    ),
    "rout distance": _hex(),
    "rout blocked": _there(),
    "withdrawal blocked": _there(),
    "retreat": _way,
    "retreat declined": _units(),
    "combat advance": _there("move"),
    "advance from the sea": _there("move"),
    # What happens to units
    "disrupted": _units("loss"),
    "recovered": _units(),
    "eliminated": _units("loss"),
    # The German turn
    "blitz": _plain("", GERMAN),
    "ruthless": _plain("", GERMAN),
    "reserve withdrawn": _units(),
    "reserve record": _plain("", GERMAN),
    "counteroffensive": _plain("", GERMAN),
    "reserve placed": _there("arrival"),
    "panzer point": _plain("", GERMAN),
    "replaced": _there("arrival"),
    "reinforced": _there("arrival"),
    "reinforcement waits": _units(),
}

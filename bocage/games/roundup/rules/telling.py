"""The log in words: one sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..game import Roundup

SIDE = {"allied": "The Allies", "german": "The Germans"}
CUP = {
    "first cup": "the 1E/1S cup", "second cup": "the 2S cup", "italy cup": "the ITALY cup",
    "russia cup": "the RUSSIA cup",
}  # fmt: skip


def _unit(game: Roundup, unit: int) -> str:
    return game.counters[unit].name


def _units(game: Roundup, units: tuple[int, ...]) -> str:
    return " and ".join(_unit(game, unit) for unit in units)


def _dice(dice: tuple[int, ...]) -> str:
    return "+".join(str(die) for die in dice) if dice else "none"


def _air(game: Roundup, side: str, allied: tuple[int, ...], german: tuple[int, ...], markers: int) -> str:
    rolls = f"Air dice: Allies {_dice(allied)}, Germans {_dice(german)}"
    if not side:
        return f"{rolls}. Nobody has air superiority."
    return f"{rolls}. {SIDE[side]} have air superiority and {markers} TAS marker{'' if markers == 1 else 's'}."


def _moves(game: Roundup, units: tuple[int, ...], path: tuple[int, ...], cost: int) -> str:
    labels = game.board.labels
    via = "-".join(labels[node] for node in path)
    return f"{_units(game, units)} {'move' if len(units) > 1 else 'moves'} {via} ({cost} MP)."


def _verdict(game: Roundup, allied: int, german: int, *facts: Any) -> str:
    from .victory import LEVELS, german_ports

    beachheads, ports, linked, edge, clear, held, lost, _ = facts
    return (
        f"The game ends. Allies: {LEVELS[allied]} (beachheads {beachheads} of 4, ports {ports} of 3, linked {linked}"
        f"{', an edge reached' if edge else ''}). Germans: {LEVELS[german]} "
        f"({german_ports(held, len(game.data.ports))}, beachheads destroyed: {lost}, "
        f"edges {'clear' if clear else 'not clear'})."
    )


SENTENCES: dict[str, Callable[..., str]] = {
    "strategy": lambda game, number: f"Hitler's strategy is {number}: {game.data.strategies[number].title}.",
    "beachhead": lambda game, nation, label: f"A {nation} beachhead is marked at {label}.",
    "bluepoint": lambda game, verb: (
        "Operation Bluepoint is cancelled." if verb == "cancel-bluepoint" else "Operation Bluepoint goes ahead."
    ),
    "beachhead lost": lambda game, label: f"The beachhead at {label} is destroyed.",
    "port": lambda game, port, nation: f"{port} serves {nation} units this turn.",
    "weather": lambda game, weather, die: f"The weather is {weather}" + (f" (die {die})." if die else "."),
    "air": _air,
    "tas": lambda game, side, label, verb: (
        f"{SIDE[side]} place a {'' if verb == 'tas' else verb[:2].upper() + ' '}TAS marker on {label}."
    ),
    "aerial supply": lambda game, nation, label: f"{nation} aerial supply goes to {label}.",
    "lands": lambda game, unit, label: f"{_unit(game, unit)} lands at {label}.",
    "replaced": lambda game, unit: f"{_unit(game, unit)} is back at full strength.",
    "depots": lambda game, us, uk: f"Replacement steps in the depots: {us} US, {uk} UK.",
    "drops": lambda game, unit, label: f"{_unit(game, unit)} drops on {label}.",
    "drop die": lambda game, unit, die: f"{_unit(game, unit)} rolls {die} for its drop.",
    "scatters": lambda game, unit, label: f"{_unit(game, unit)} is scattered to {label}.",
    "order": lambda game, side, order, fixed: f"{SIDE[side]} {'must take' if fixed else 'choose'} {order}.",
    "moves": _moves,
    "garrison lost": lambda game, label: f"The garrison of {label} is destroyed.",
    "immune": lambda game, label: f"Germans in the port hex {label} ignore the retreat on turn 1.",
    "converted": lambda game, label: f"Air-dropped units in {label} do not retreat: the DR becomes an EX.",
    "tenacity": lambda game, verb: "The Germans stand fast." if verb == "stand" else "The Germans retreat.",
    "blocked": lambda game, units: f"{_units(game, units)} cannot retreat.",
    "retreats": lambda game, unit, path: (
        f"{_unit(game, unit)} retreats " + "-".join(game.board.labels[node] for node in path) + "."
    ),
    "advances": lambda game, unit, label: f"{_unit(game, unit)} advances into {label}.",
    "step lost": lambda game, unit: f"{_unit(game, unit)} loses a step.",
    "eliminated": lambda game, unit: f"{_unit(game, unit)} is eliminated.",
    "returns": lambda game, unit, die, turn: f"{_unit(game, unit)} rolls {die} and returns on turn {turn}.",
    "returns too late": lambda game, unit, die: f"{_unit(game, unit)} rolls {die} and will not be back in time.",
    "back": lambda game, unit: f"{_unit(game, unit)} is ready in England again.",
    "kampfgruppe point": lambda game, points: f"The Germans have {points} Kampfgruppe points.",
    "rebuilt": lambda game, unit: f"{_unit(game, unit)} is rebuilt as a Kampfgruppe.",
    "cup": lambda game, cup, die: f"The Germans roll {die} for {CUP[cup]}.",
    "drawn": lambda game, unit: f"Drawn: {_unit(game, unit)}.",
    "enters": lambda game, unit, label: f"{_unit(game, unit)} enters at {label}.",
    "cannot enter": lambda game, unit: f"{_unit(game, unit)} cannot enter and is eliminated.",
    "turn": lambda game, turn: f"Turn {turn}: {game.data.turns[turn - 1][0]}.",
    "verdict": _verdict,
}

"""Attacks for the odds laboratory: found in a position, forecast, and rolled through the ordinary steps of the game.

Each game says in a file of its own how an attack is declared there and how its result is read. A forecast is asked for
either before anything is declared ("possible") or when the attack only waits for its dice ("declared").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple, Protocol

from bocage import shelf
from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.engine.position import Position
from bocage.hexes import Board

Chances = Mapping[str, Fraction]

DECLARED, POSSIBLE = "declared", "possible"


class Case(NamedTuple):
    """An attack, its exact chances, and the position in which it waits for its dice."""

    position: Position
    side: str
    words: str  # who attacks what
    asked: str  # declared or possible: when the forecast was asked for
    exact: Mapping[str, Chances]  # what is read -> result -> chance
    manner: Mapping[str, Any]  # what the sides answer on the way
    told: Any  # the forecast as the game gives it


class Request(NamedTuple):
    """An attack that a user asks about."""

    side: str
    target: str
    attackers: Sequence[str] | None
    support: bool
    press: bool


class Attacks(Protocol):
    """What a game contributes."""

    def find(self, match: Match, random: Random) -> Case | None:
        """Some attack that could be made at this very moment, or None."""
        ...

    def named(self, match: Match, request: Request) -> Case:
        """The attack that a user asks about; what cannot be is refused."""
        ...

    def roll(self, match: Match, case: Case) -> dict[str, str]:
        """Let a match that stands at the case's position go on to the result: what is read -> result."""
        ...

    def arranged(self, random: Random, options: Mapping[str, Any]) -> Match:
        """A position that hardly comes up in play: some units put together anywhere on the map."""
        ...


def attacks_of(game: str) -> Attacks:
    """The attacks of a game."""
    feature = "tells the odds laboratory nothing of its attacks"
    attacks: Attacks = shelf.brought(game, "lab.attacks", "ATTACKS", feature)
    return attacks


def fork(match: Match, seed: str = "") -> Match:
    """A match of its own that goes on from where another one stands, with other dice."""
    return Match(match.game, seed=seed, start=match.position)


def at(match: Match, case: Case, seed: str) -> Match:
    """A match in which the attack of a case waits for these dice."""
    return Match(match.game, seed=seed, start=case.position)


def offered(match: Match, *verbs: str) -> list[Action]:
    """The actions with one of these verbs that may be chosen now."""
    return [action for action in match.prompt.actions if action.verb in verbs] if match.prompts else []


def join_some(match: Match, random: Random) -> list[str]:
    """Let some of those who can join the attack that is being put together, at least one; who joined."""
    able = offered(match, "join")
    random.shuffle(able)
    joined: list[str] = []
    for action in able[: random.randint(1, len(able))] if able else ():
        if match.prompt.has(action):  # one unit may keep another from joining
            match.play(action)
            joined.append(action.operand)
    return joined


def scattered(
    board: Board, random: Random, attackers: list[str], defenders: list[str], land: int, targets: int = -1
) -> str:
    """Units around one of the target hexes: some in it, others beside it. In the notation of positions."""
    while True:
        target = random.choice(board.nodes(targets & land))
        beside = [node for node in board.neighbours[target] if land >> node & 1]
        if beside:
            break
    here, there = random.sample(defenders, random.randint(1, 3)), random.sample(attackers, random.randint(1, 6))
    placed = [(unit, target) for unit in here] + [(unit, random.choice(beside)) for unit in there]
    states = ["", "", " reduced"]
    return "; ".join(f"{unit} {board.labels[node]}{random.choice(states)}" for unit, node in placed)


def listed(units: Sequence[str], target: str) -> str:
    """An attack in a few words."""
    return f"{' '.join(units)} against {target}"

"""How the simple bot sees Operation Roundup: who is where, who threatens what, and what a step is worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, reduce
from math import log2
from operator import and_
from typing import Any

from bocage.engine.dice import Tape
from bocage.engine.play import Play
from bocage.games.roundup.look import RoundupLook
from bocage.games.roundup.movement import Moving
from bocage.games.roundup.position import ALLIED, GERMAN, OTHER
from bocage.hexes import Board, HexSet

FAR = 99
# How many hexes away a unit may strike next turn: about half of what its points allow in open country.
STRIKE = {"mech": 7, "leg": 5, "static": 3}


def distances(board: Board, seed: HexSet) -> list[int]:
    """Node -> steps from the nearest hex of a set.

    >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
    >>> distances(board, board.set("a"))
    [0, 1, 2]
    """
    found = [FAR] * board.size
    if seed:
        for steps, layer in enumerate(board.layers(seed, board.all)):
            for node in board.nodes(layer):
                found[node] = steps
    return found


class Sight:
    """One side's look at the map; what costs time is found when it is first asked for."""

    def __init__(self, look: RoundupLook, side: str) -> None:
        self.look = look
        self.side = side
        self.enemy = OTHER[side]
        self.game = look.game
        self.board = look.game.board
        self.position = look.position
        self.own_hexes = look.occupied(side)
        self.enemy_hexes = look.occupied(self.enemy)
        self.enemy_zone = look.zone(self.enemy)
        self.last_turn = look.position.turn >= look.game.rules.turns
        self._supply: dict[str, HexSet] = {}

    # Units

    def attack(self, unit: int) -> int:
        """A unit's printed attack factor with the steps that it has."""
        return self.game.cards[unit].attack[self.position.units[unit].steps]

    def defence(self, unit: int) -> int:
        """A unit's printed defence factor with the steps that it has."""
        return self.game.cards[unit].defence[self.position.units[unit].steps]

    def step_cost(self, unit: int) -> float:
        """What the loss of the unit's next step costs its owner."""
        card, steps = self.game.cards[unit], self.position.units[unit].steps
        lost = card.attack[steps] + card.defence[steps]
        if steps > 1:
            return lost - card.attack[steps - 1] - card.defence[steps - 1]
        if not card.divisional and card.side == ALLIED:
            return lost * 0.7  # it comes back (8.4)
        return lost + 2  # its zone goes too

    def units_of(self, side: str) -> list[int]:
        """The units of a side on the map, in order."""
        members = self.game.side_units[side] & self.position.on_board
        found = []
        while members:
            low = members & -members
            found.append(low.bit_length() - 1)
            members ^= low
        return found

    def at(self, unit: int) -> int:
        """The node of a unit."""
        return self.position.units[unit].at

    def fits(self, unit: int, node: int, planned: Mapping[int, int]) -> bool:
        """Would a unit find room in a hex, given who is there now and who (unit -> hex) is about to go?"""
        there = [other for other in self.position.stacks.get(node, ()) if other != unit and other not in planned]
        there += [other for other, goal in planned.items() if goal == node and other != unit]
        return self.look.fits((*there, unit))

    def reach(self, unit: int) -> tuple[HexSet, HexSet]:
        """Where a unit could march now, within its allowance and beyond it in column: asked of the real step."""
        game, scratch = self.game, self.position.copy()
        scratch.frames[-1] = Moving(self.side)
        (pick,) = game.actions.list("pick", 1 << unit)
        step: Any = game.steps["movement"]
        step.answer(Play(game, scratch, Tape(())), scratch.top, pick)
        look = game.look(scratch)
        near, column = (
            reduce(and_, (clause.holds(look, scratch.top) for clause in game.rules.offers[verb].clauses))
            for verb in ("move", "column")
        )
        return near, column

    # Hexes

    @cached_property
    def cover(self) -> list[int]:
        """Node -> columns that its terrain gives the defender."""
        shift = self.game.rules.terrain_shift
        return [-shift.get(terrain, 0) for terrain in self.game.data.terrain_at]

    def supply_hexes(self, unit: int) -> HexSet:
        """Hexes where a unit would be in lasting supply."""
        nation = self.game.cards[unit].nation
        if nation not in self._supply:
            hexes = self.look.overland_hexes(nation)
            self._supply[nation] = hexes if nation == "DE" else hexes | self.game.data.coastal
        return self._supply[nation]

    @cached_property
    def from_enemy(self) -> list[int]:
        """Node -> steps to the nearest enemy unit."""
        return distances(self.board, self.enemy_hexes)

    @cached_property
    def from_own(self) -> list[int]:
        """Node -> steps to the nearest own unit."""
        return distances(self.board, self.own_hexes)

    @cached_property
    def threat(self) -> list[float]:
        """Node -> attack factors of the enemy units that might strike there next turn."""
        found = [0.0] * self.board.size
        board, cards = self.board, self.game.cards
        for unit in self.units_of(self.enemy):
            factor = self.attack(unit)
            for node in board.nodes(board.within(self.at(unit), STRIKE[cards[unit].mobility])):
                found[node] += factor
        return found

    @cached_property
    def strike(self) -> list[float]:
        """Node -> how hard the enemy may strike there, doublings of one factor: terrain counts for the defender."""
        # Only a part of those who might come find room around one hex.
        return [
            log2(1 + 0.4 * threat) - 0.5 * cover for threat, cover in zip(self.threat, self.cover, strict=True)
        ]

    def danger(self, node: int, defence: float) -> float:
        """How badly a stack of this defence might fare in a hex: 0 at even strength, 1 at double, 2 at fourfold."""
        return max(0.0, self.strike[node] - log2(max(1.0, defence)))

    @cached_property
    def open_to_enemy(self) -> HexSet:
        """Hexes that the enemy may enter in his next movement if nobody moves: up to our zones and into them."""
        barred = self.own_hexes | self.look.zone(self.side)
        free = self.board.flood(self.enemy_hexes, self.board.all & ~barred)
        return (free | self.board.step(free)) & ~self.own_hexes

    @cached_property
    def rim(self) -> HexSet:
        """Hexes from which an Allied unit reaches the edges that the German must keep clear (14.2)."""
        watched = self.game.german_watched_edge
        return watched | self.board.step(watched)

    @cached_property
    def from_rim(self) -> list[int]:
        """Node -> steps to the rim."""
        return distances(self.board, self.rim)

    @property
    def strikes_next(self) -> bool:
        """Does the other side still have a phase before the game ends?"""
        return not (self.last_turn and self.side == GERMAN)

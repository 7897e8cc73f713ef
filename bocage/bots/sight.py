"""How a side sees the map: who is where, how far things are, what may strike it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import log2
from typing import Any, ClassVar, Generic, TypeVar

from bocage.bots.ground import Ground
from bocage.bots.judgement import Style
from bocage.hexes import HexSet
from bocage.parts.stacks import members

STEADY = Style("steady", "keep to the plan")  # the usual way to play

LookType = TypeVar("LookType", bound=Any)
GroundType = TypeVar("GroundType", bound=Ground)
AnswerType = TypeVar("AnswerType")


class Sight(Generic[LookType, GroundType]):
    """One side's look at the map; what costs time is found when it is first asked for."""

    game: Any
    position: Any
    inherited: ClassVar[tuple[str, ...]] = ()  # what stays true as long as the enemy is as he was

    def __init__(self, look: LookType, side: str, ground: GroundType, style: Style = STEADY) -> None:
        self.look = look
        self.side = side
        self.ground = ground
        self.style = style
        self.game = look.game
        self.board = ground.board
        self.position = look.position
        self.turn: int = look.position.turn
        (self.enemy,) = [other for other in look.game.sides if other != side]
        self.own_hexes = self.hexes_of(side)
        self.enemy_hexes = self.hexes_of(self.enemy)
        self._kept: dict[object, Any] = {}

    def inherit(self, earlier: Any) -> None:
        """Take over what an earlier sight has found out, if the enemy is still as he was."""
        if earlier is not None and earlier.ground is self.ground and earlier.enemy_key == self.enemy_key:
            self.take(earlier, self.inherited)

    def take(self, earlier: Any, names: tuple[str, ...]) -> None:
        """Take over some of what an earlier sight has found out."""
        self.__dict__.update({name: earlier.__dict__[name] for name in names if name in earlier.__dict__})

    @property
    def enemy_key(self) -> object:
        """All that what is inherited depends on."""
        raise NotImplementedError

    def kept(self, key: object, find: Callable[[], AnswerType]) -> AnswerType:
        """What is found once for a question, however often it is asked."""
        if key not in self._kept:
            self._kept[key] = find()
        found: AnswerType = self._kept[key]
        return found

    # Units

    def at(self, unit: int) -> int:
        """The node of a unit, or a place off the map."""
        node: int = self.position.units[unit].at
        return node

    def units_of(self, side: str) -> list[int]:
        """The units of a side on the map, in order."""
        return members(self.game.side_units[side] & self.position.on_board)

    def troops(self, side: str) -> list[int]:
        """Those of them that fight."""
        return self.units_of(side)

    def attack(self, unit: int) -> float:
        """The attack factor of a unit as it is now."""
        raise NotImplementedError

    def defence(self, unit: int) -> float:
        """Its defence factor."""
        raise NotImplementedError

    def fighters(self, node: int) -> list[int]:
        """The units in a hex that fight."""
        return list(self.stack(node))

    def stack(self, node: int) -> tuple[int, ...]:
        """The pieces in a hex."""
        found: tuple[int, ...] = self.position.stacks.get(node, ())
        return found

    # Hexes

    def hexes_of(self, side: str) -> HexSet:
        """Where the units of a side are that count."""
        found: HexSet = self.look.occupied(side)
        return found

    @cached_property
    def enemy_zone(self) -> HexSet:
        """Where enemy zones stop movement."""
        found: HexSet = self.look.zone(self.enemy)
        return found

    @cached_property
    def from_enemy(self) -> bytes:
        """Node -> steps to the nearest enemy unit."""
        return self.ground.distances(self.enemy_hexes)

    @cached_property
    def from_own(self) -> bytes:
        """Node -> steps to the nearest own unit."""
        return self.ground.distances(self.own_hexes)

    def strike(self, node: int) -> float:
        """How hard the enemy may strike a hex, in doublings of one factor; cover counts for the defender."""
        raise NotImplementedError

    def danger(self, node: int, defence: float) -> float:
        """How badly a stack of this defence might fare in a hex: 0 at even strength, 1 at double, 2 at fourfold."""
        return max(0.0, self.strike(node) - log2(max(1.0, defence)))

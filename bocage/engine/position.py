"""A position: plain data, cheap to copy, obvious to save.

Units are frozen structs in one list (unit number -> unit). Who stands where is kept twice: in the unit and
in `stacks`; and a game may declare *masks*, hex sets that are kept up to date as units come and go (where the
Germans are, who exerts a zone). Only the mutators of `Play` change a position, so the copies cannot disagree.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Self, TypeVar

import msgspec

# What an integer means; saves write the label, so that they survive a change of numbering.
Node = Annotated[int, "node"]  # a hex or box of the board
Place = Annotated[int, "place"]  # a node, or (negative) one of the game's places off the board
UnitNumber = Annotated[int, "unit"]  # a unit's number in the roster
Hexes = Annotated[int, "hexes"]  # a set of nodes
Units = Annotated[int, "units"]  # a set of unit numbers
Stack = tuple[int, ...]


class SetOf(str):
    """Marks a set of things that a game names itself, such as its cards: `Annotated[int, SetOf("cards")]`.

    `Game.own_names` has the names; saves write them.
    """

    __slots__ = ()


FrameKind = TypeVar("FrameKind", bound="Frame")


class Unit(msgspec.Struct, frozen=True, gc=False):
    """One counter in play: where it is, how many steps it has left, and the marks that it carries.

    >>> Unit(at=5, steps=2)
    Unit(at=5, steps=2, marks=0)
    """

    at: Place
    steps: int
    marks: int = 0


class Frame(msgspec.Struct, frozen=True):
    """Where the game is in one step: the step's name (of the class) and a little plain data.

    >>> class Pausing(Frame, frozen=True):
    ...     step = "pause"
    ...     days: int
    >>> Pausing(3).step
    'pause'
    """

    step: ClassVar[str] = ""

    def but(self, **changes: Any) -> Self:
        """The same frame with other data.

        >>> OfSide("blue").but(side="grey")
        OfSide(side='grey')
        """
        return msgspec.structs.replace(self, **changes)

    def turned(self, kind: type[FrameKind], /, **changes: Any) -> FrameKind:
        """A frame of another step with the same data, as far as that has fields for them, and with these changes."""
        known = {name: getattr(self, name) for name in kind.__struct_fields__ if hasattr(self, name)}
        return kind(**(known | changes))


class OfSide(Frame, frozen=True):
    """The frame of a step that needs to know nothing but whose it is.

    It is `general`: no step owns it, and each that names it gets a kind of its own, called after the step.
    """

    general: ClassVar[bool] = True
    side: str


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winner (empty for a draw), the level of victory, and the case that says so.

    >>> Outcome("allied", "tactical victory", "14.1").winner
    'allied'
    """

    winner: str
    level: str
    rule: str


class Position(msgspec.Struct):
    """The state of a game between two decisions. Each game extends it with fields of its own.

    Only the lists and dicts of this class are copied by `copy`; what a game adds is immutable, or is replaced
    as a whole when it changes.

    >>> p = Position(turn=1, units=[Unit(4, 2)])
    >>> q = p.copy()
    >>> q.units[0] = Unit(7, 2)
    >>> p.units[0].at
    4
    """

    turn: int
    units: Annotated[list[Unit], "roster"]  # unit number -> unit; saves write them by id
    frames: list[Frame] = []
    rolls: int = 0
    epoch: int = 0
    outcome: Outcome | None = None
    # Derived from units: place -> unit numbers in order, the game's masks, and the set of units on the board.
    stacks: dict[int, Stack] = {}
    masks: list[int] = []
    on_board: int = 0

    derived: ClassVar[tuple[str, ...]] = ("stacks", "masks", "on_board")

    def copy(self) -> Self:
        """An independent copy; the units and frames themselves are shared, for they never change."""
        new: Self = self.__copy__()  # type: ignore[attr-defined]  # msgspec's own, in C
        new.units = self.units.copy()
        new.frames = self.frames.copy()
        new.stacks = self.stacks.copy()
        new.masks = self.masks.copy()
        return new

    def note(self, units: Units, *fields: str) -> None:
        """Write down of units what they have done, in these fields."""
        for name in fields:
            setattr(self, name, getattr(self, name) | units)

    @property
    def top(self) -> Frame:
        """The frame that decides what happens next."""
        return self.frames[-1]

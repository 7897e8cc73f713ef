"""The hand that changes a position: mutators, dice, events and the stack of frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from bocage.engine.dice import Dice
from bocage.engine.events import Event
from bocage.engine.fields import going, lasting
from bocage.engine.position import Frame, Position, Unit
from bocage.engine.steps import Prompt

if TYPE_CHECKING:
    from bocage.engine.game import Game


GameType = TypeVar("GameType")
PositionType = TypeVar("PositionType", bound=Position)
LookType = TypeVar("LookType")


class Play(Generic[GameType, PositionType, LookType]):
    """One entry being carried out. Steps get it and do everything through it.

    `final` turns true once something happened that undo must not cross: a die, a draw or a look.
    """

    __slots__ = ("_begun", "dice", "events", "final", "game", "hint", "numbers", "position", "rules", "via")

    def __init__(self, game: GameType, position: PositionType, dice: Dice, hint: tuple[int, ...] | None = None) -> None:
        self.game = game
        self.rules: Any = game.rules  # type: ignore[attr-defined]
        self.position = position
        self.dice = dice
        self.events: list[Event] = []
        self.numbers: list[int] = []
        self.final = False
        self.hint = hint  # the path that the record says was walked
        self.via: tuple[int, ...] = ()
        self._begun = False

    @property
    def look(self) -> LookType:
        """The inquiries of the game on the position as it is now; whoever changes it takes a new look."""
        game: Any = self.game
        if self._begun:
            look: LookType = game.look(self.position)
        else:
            self._begun = True  # most begin by asking what the question has found out already
            look = game.lent(self.position)
        return look

    # Dice

    def roll(self, count: int = 1) -> tuple[int, ...]:
        """Roll six-sided dice."""
        return tuple(self.number(6) for _ in range(count))

    def number(self, sides: int) -> int:
        """A number from 1 to `sides`: a die, or the place in a cup from which a counter is drawn."""
        position = self.position
        number = self.dice.number(sides, position.epoch, position.rolls)
        position.rolls += 1
        self.numbers.append(number)
        self.final = True
        return number

    def looked(self) -> None:
        """The truth was consulted where the side saw unknown: undo must not cross this."""
        self.final = True

    # Frames

    def push(self, frame: Frame) -> None:
        """Let this step come first."""
        self.position.frames.append(frame)

    def pop(self) -> None:
        """The step on top is done."""
        self.position.frames.pop()

    def swap(self, frame: Frame) -> None:
        """The step on top goes on with other data."""
        self.position.frames[-1] = frame

    def start(self, step: str, side: str) -> None:
        """Begin a step by its name, as the sequence of play does."""
        known: Any = self.game.steps  # type: ignore[attr-defined]
        assert step in known, f"no chapter of the rules has a step called {step!r}; there are: {', '.join(known)}"
        self.push(known[step].begin(self, side))

    # Units

    def put(self, number: int, place: int) -> None:
        """Move a unit to a node or to a place off the board."""
        position = self.position
        unit = position.units[number]
        old = unit.at
        if old == place:
            return
        position.units[number] = Unit(place, unit.steps, unit.marks)
        stacks, masks = position.stacks, position.masks
        mask_ids = self.game.mask_ids  # type: ignore[attr-defined]
        mine = mask_ids[number]
        rest = tuple([other for other in stacks[old] if other != number])
        if rest:
            stacks[old] = rest
        else:
            del stacks[old]
        if old >= 0:
            bit = 1 << old
            for mask in mine:
                for other in rest:
                    if mask in mask_ids[other]:
                        break
                else:
                    masks[mask] ^= bit
            if place < 0:
                position.on_board ^= 1 << number
        there = stacks.get(place)
        stacks[place] = (number,) if there is None else tuple(sorted((*there, number)))
        if place >= 0:
            bit = 1 << place
            for mask in mine:
                masks[mask] |= bit
            position.on_board |= 1 << number

    def take_off(self, number: int, place: int) -> None:
        """Take a unit off the map, and out of every field that goes with it."""
        position = self.position
        sets, tables = going(type(position))
        gone = ~(1 << number)
        for name in sets:
            setattr(position, name, getattr(position, name) & gone)
        unit = self.game.unit_ids[number]  # type: ignore[attr-defined]
        for name in tables:
            table = getattr(position, name)
            if unit in table:
                setattr(position, name, {other: item for other, item in table.items() if other != unit})
        self.put(number, place)

    def clear(self, over: str) -> None:
        """Something is over: set the fields back that last until then."""
        for name, default in lasting(type(self.position), over):
            setattr(self.position, name, default)

    def set_steps(self, number: int, steps: int) -> None:
        """Flip a unit to the side with this many steps."""
        unit = self.position.units[number]
        self.position.units[number] = Unit(unit.at, steps, unit.marks)

    def set_marks(self, number: int, marks: int) -> None:
        """Give a unit exactly these marks."""
        unit = self.position.units[number]
        self.position.units[number] = Unit(unit.at, unit.steps, marks)

    # Events

    def tell(self, kind: str, rule: str, *data: object, eyes: tuple[str, ...] | None = None) -> None:
        """Write something into the log; `eyes` limits who may read it, and the game what each of them reads."""
        told = Event(kind, rule, data, eyes)
        if self.game.secretive:  # type: ignore[attr-defined]
            self.events += self.game.told(self.position, told)  # type: ignore[attr-defined]
        else:
            self.events.append(told)

    def route(
        self, engine_path: Callable[[], tuple[int, ...]], legal: Callable[[tuple[int, ...]], bool]
    ) -> tuple[int, ...]:
        """The path of a leg: the recorded one when a record is replayed and it is still legal, else the engine's."""
        path = self.hint if self.hint is not None and legal(self.hint) else engine_path()
        self.via = path
        return path

    # The loop

    def drive(self) -> dict[str, Prompt]:
        """Run steps and take forced choices until someone has to decide, or the game is over."""
        game: Any = self.game
        position = self.position
        frames, steps = position.frames, game.steps
        while frames and position.outcome is None:
            frame = frames[-1]
            step: Any = steps[frame.step]
            if step.automatic:
                frames.pop()
                step.run(self, frame)
                continue
            prompts: dict[str, Prompt] = step.prompts(game, position, frame)
            if len(prompts) == 1:
                (prompt,) = prompts.values()
                if not prompt.keep and prompt.forced:
                    step.answer(self, frame, prompt.actions[0])
                    continue
                assert not prompt.empty, f"dead end in {frame!r}"
            else:
                assert not any(prompt.empty for prompt in prompts.values()), f"dead end in {frame!r}"
            return prompts
        return {}


def index_units(game: Game[Any], position: Position) -> None:
    """Build the derived parts of a position from its units."""
    stacks: dict[int, list[int]] = {}
    masks = [0] * game.mask_count
    position.on_board = 0
    for number, unit in enumerate(position.units):
        stacks.setdefault(unit.at, []).append(number)
        if unit.at >= 0:
            position.on_board |= 1 << number
            for mask in game.mask_ids[number]:
                masks[mask] |= 1 << unit.at
    position.stacks = {place: tuple(numbers) for place, numbers in stacks.items()}
    position.masks = masks

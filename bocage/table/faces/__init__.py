"""What a game must say about itself so that it can be shown on the table; each game has its face.

A face is told a look on what a side may know and speaks in the structs of `box` and `sheet`. Everything that all games
have in common (questions, deltas, films, reasons) is in `bocage.table.showing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from bocage import shelf
from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.events import Event
from bocage.engine.game import Game
from bocage.engine.steps import Prompt
from bocage.hexes import HexSet
from bocage.parts.cards import Holding
from bocage.parts.stacks import members
from bocage.parts.supply import Cut
from bocage.table.wire.box import Box, Overlay, Shelf
from bocage.table.wire.runs import runs
from bocage.table.wire.sheet import Chance, Fact, Layer, Marker, Odds, Path, Piece, Roll, Track


class About(NamedTuple):
    """What a line of the log is about: its kind, whose it is, the dice, the way walked, hexes and units."""

    kind: str = ""
    side: str = ""
    rolls: Sequence[Roll] = ()
    path: Sequence[str] = ()
    hexes: Sequence[str] = ()
    units: Sequence[str] = ()


def capital(text: str) -> str:
    """A text that begins with a capital; the rest stays as it is.

    >>> capital("the Allies decide"), capital("")
    ('The Allies decide', '')
    """
    return f"{text[:1].upper()}{text[1:]}"


def chance_of(result: str, meaning: str, chance: Fraction, good: str) -> Chance:
    """A result of an attack with its chance, as a fraction and as a number, and for whom it is good.

    >>> chance_of("DR", "the defenders retreat", Fraction(1, 3), "attacker").value
    0.333333
    """
    return Chance(result, meaning, str(chance), round(float(chance), 6), good)


Drawing = TypeVar("Drawing", bound=Callable[..., list[Layer]])


def overlay(name: str, of: str = "") -> Callable[[Drawing], Drawing]:
    """A method of a face draws something that can be laid over the map; the method's name is the overlay's id.

    It is given the look, and the unit's id where it is "of" a unit ("" if none is chosen).
    """

    def mark(drawing: Drawing) -> Drawing:
        drawing.overlay = Overlay(drawing.__name__, name, of)  # type: ignore[attr-defined]
        return drawing

    return mark


class TableFace:
    """How one game, compiled for its options, looks on the table."""

    side_names: Mapping[str, str]  # side -> "the Allies"
    overlays: Sequence[Overlay] = ()  # what can be laid over the map, in the order of the methods that draw it

    def __init_subclass__(cls) -> None:
        found = {name: drawn for kind in reversed(cls.__mro__) for name, drawn in vars(kind).items()}
        cls.overlays = [drawn.overlay for drawn in found.values() if hasattr(drawn, "overlay")]

    def __init__(self, game: Game[Any]) -> None:
        self.game: Any = game

    @classmethod
    def shelf(cls) -> Shelf:
        """The game on the start page."""
        raise NotImplementedError

    @classmethod
    def outcome(cls, winner: str, level: str) -> str:
        """How a game ended, in the players' words."""
        for side, name in cls.side_names.items():
            level = level.replace(f"{side} concedes", f"{name} concede").replace(f"{side} stayed", f"{name} stayed")
        if not winner:
            return f"{capital(level)}."
        return f"{capital(cls.side_names[winner])} win: {level}."

    def box(self) -> Box:
        """Everything printed."""
        raise NotImplementedError

    # The sheet

    def phase(self, phase: str) -> tuple[str, str]:
        """A row of the sequence of play: its id among the box's phases, and its name."""
        return phase, phase

    def facts(self, look: Any) -> list[Fact]:
        """Weather, air, plans: what a player reads before he looks at the map."""
        return []

    def standing(self, look: Any) -> list[Fact]:
        """How the sides would stand if the game ended now."""
        return []

    def tracks(self, look: Any) -> list[Track]:
        """Numbered tracks with markers on them."""
        return []

    def units(self, look: Any) -> dict[str, Piece]:
        """Every counter, on the map and off it."""
        raise NotImplementedError

    def markers(self, look: Any) -> dict[str, list[Marker]]:
        """The markers in each hex."""
        return {}

    def control(self, look: Any) -> dict[str, HexSet]:
        """Side -> the hexes whose control is worth showing."""
        return {}

    def cards(self, look: Any, side: str | None) -> Sequence[Holding]:
        """The cards of each side as far as a side (None: a spectator) may know them."""
        return ()

    # The question

    def label(self, look: Any, prompt: Prompt, verb: str) -> str:
        """A better label for a verb in this question, or "" for the box's."""
        said = prompt.label(verb)
        if said:
            return said
        if verb == "pick" and self.hand(look, prompt.frame):
            return "Take this one instead"
        return ""

    def words(self, look: Any, action: Action) -> tuple[str, str]:
        """What an operand is that is neither hex nor unit, and the unit that can be shown for it."""
        return "", ""

    def hand(self, look: Any, frame: Any) -> list[str]:
        """The units that are about to move or fight together, as the step that asks says."""
        return [self.game.unit_ids[unit] for unit in members(self.game.steps[frame.step].hand(look, frame))]

    def focus(self, look: Any, frame: Any) -> str:
        """The hex that a question is about, as the step that asks says."""
        node = self.game.steps[frame.step].focus(look, frame)
        return self.game.board.labels[node] if node >= 0 else ""

    def costs(self, look: Any, frame: Any, verb: str) -> Mapping[int, int]:
        """Node -> movement points, for every hex to which a verb would take the hand."""
        return {}

    def warnings(self, look: Any, prompt: Prompt) -> list[str]:
        """What would be lost by going on."""
        return []

    def declared(self, look: Any, frame: Any) -> Odds | None:
        """The odds of the attack that is being declared."""
        return None

    # Inquiries

    def path(self, look: Any, frame: Any, action: Action) -> Path:
        """The way of the units in hand."""
        raise BadInput("there is no way to show here")

    def odds(self, look: Any, side: str, target: str, attackers: Sequence[str] | None) -> Odds:
        """The chances of a possible attack."""
        raise BadInput("there are no odds to tell here")

    def overlay(self, look: Any, overlay: str, unit: str) -> list[Layer]:
        """What an overlay shows."""
        for known in self.overlays:
            if known.id == overlay:
                draw = getattr(self, overlay)
                layers: list[Layer] = draw(look, unit) if known.of else draw(look)
                return layers
        raise BadInput(f"there is no overlay {overlay!r} in this game")

    def zones_of_control(self, look: Any, names: Mapping[str, str]) -> list[Layer]:
        """The zones of control of both sides, for an overlay; `names` are the sides as adjectives."""
        return [Layer(f"{name} zones of control", side, self.runs(look.zone(side))) for side, name in names.items()]

    def cut_line(self, cut: Cut) -> list[Layer]:
        """For an overlay of a unit without supply: the line that it would have, and the hexes that cut it."""
        if not cut.barred:
            return []
        labels = self.game.board.labels
        hexes = "hex" if cut.barred.bit_count() == 1 else "hexes"
        named = ", ".join(self.game.board.names(cut.barred))
        return [Layer(f"Cut in {hexes} {named}", "", self.runs(cut.barred), [[labels[node] for node in cut.line]])]

    def runs(self, hexes: HexSet) -> list[str]:
        """Hexes as a page reads them."""
        return runs(self.game.board, hexes)

    def named(self, look: Any) -> Callable[[str], str]:
        """How sentences call a unit, by its id: what is read on the table holds no ids."""
        game = look.game
        return lambda unit: str(game.unit_name(game.unit_numbers[unit]))

    def number(self, unit: str) -> int:
        """The number of a unit that a page names."""
        if unit not in self.game.unit_numbers:
            raise BadInput(f"there is no unit {unit!r} in this game")
        number: int = self.game.unit_numbers[unit]
        return number

    # The log

    def about(self, event: Event) -> About:
        """What an event is about."""
        sort, side, rolls, *where = self.game.about(event)
        return About(sort, side, [Roll(name, list(dice), column, row) for name, dice, column, row in rolls], *where)


def face_class(slug: str) -> type[TableFace]:
    """The face of a game by its short name."""
    found: type[TableFace] = shelf.brought(slug, "table.face", "FACE", "cannot be shown on the table")
    return found


def on_the_table(slug: str) -> type[TableFace]:
    """The same for a game that a page shall show: it must have a map to lie on as well."""
    found = face_class(slug)
    if not shelf.folder(slug, "data").joinpath("layout.json").is_file():
        raise BadInput(f"{shelf.game_class(slug).title} cannot be shown on the table: it brings no data/layout.json")
    return found

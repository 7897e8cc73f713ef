"""What a game must say about itself so that it can be shown in a terminal; each game has its face."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from rich.text import Text

from bocage import shelf
from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.events import Event
from bocage.engine.matches.agreeing import ABANDONED
from bocage.engine.steps import Prompt
from bocage.parts.cards import Card, Holding
from bocage.parts.stacks import members
from bocage.terminal.board import Cell, Grid
from bocage.terminal.counters import Chit


class UnitLine(NamedTuple):
    """One unit in a list."""

    id: str
    name: str
    place: str
    factors: str
    supply: str
    marks: str
    style: str


class News(NamedTuple):
    """One line of what has happened."""

    rule: str
    text: str
    loud: bool = False


def capital(text: str) -> str:
    """A text that begins with a capital; the rest stays as it is.

    >>> capital("the Allies"), capital("")
    ('The Allies', '')
    """
    return f"{text[:1].upper()}{text[1:]}"


def header_lines(look: Any, last_turn: int, phase: str, facts: Iterable[str], standing: Iterable[str]) -> list[Text]:
    """Title and turn, the phase with what a player must know, and how the sides stand; turns have names and dates."""
    position, game = look.position, look.game
    turn = game.data.turns[position.turn - 1]
    first = Text(game.title, style="bold")
    first.append(f" - turn {position.turn}/{last_turn}, {turn.name}, {turn.dates}", style="not bold")
    second = Text(f"Phase: {phase}", style="cyan")
    told = " - ".join(facts)
    second.append(f" - {told}" if told else "", style="default")
    return [first, second, Text("; ".join(standing), style="default")]


def key_lines(signs: Iterable[str], told: Iterable[str]) -> list[Text]:
    """The margin of a map: what the signs mean, in grey, and below what lies on the map."""
    return [*(Text(line, style="bright_black") for line in signs), Text(""), *(Text(line) for line in told)]


def hexes_by_name(names: Mapping[int, str], labels: Sequence[str]) -> dict[str, list[str]]:
    """The names on a map, each with its hexes.

    >>> hexes_by_name({2: "Metz", 0: "Metz", 1: "Nancy"}, ("4421", "4422", "4423"))
    {'Metz': ['4421', '4423'], 'Nancy': ['4422']}
    """
    found: dict[str, list[str]] = {}
    for node, name in sorted(names.items()):
        found.setdefault(name, []).append(labels[node])
    return found


@cache
def zone_letters(sides: tuple[str, ...]) -> dict[str, str]:
    """A letter for the zones of each side: the first of its name that no other side has.

    >>> zone_letters(("allied", "german")), zone_letters(("allied", "axis"))
    ({'allied': 'a', 'german': 'g'}, {'allied': 'a', 'axis': 'x'})
    """
    found: dict[str, str] = {}
    for side in sides:
        found[side] = next(letter for letter in (*side, "?") if letter not in found.values())
    return found


class Face:
    """How one game looks to people. All of it is told from a look on what a side may know."""

    grid: Grid
    side_names: Mapping[str, str]  # side -> "the Allies"
    help: Sequence[tuple[str, str]] = ()  # what one may type in this game besides, each with its meaning
    examples: Mapping[str, str] = {}  # hexes, units and sides of the general help -> what this game has instead
    odds_words: Sequence[str] = ()  # what may follow the units of a possible attack: the support it would have

    def example(self, words: str) -> str:
        """Words of the general help as this game would say them."""
        for usual, own in self.examples.items():
            words = words.replace(usual, own)
        return words

    def header(self, look: Any, phase: str) -> list[Text]:
        """Turn, weather, air, phase and standing in two or three lines."""
        raise NotImplementedError

    def cells(
        self,
        look: Any,
        side: str | None,
        marked: Collection[str] = (),
        zones: bool = False,
        notes: Mapping[str, str] | None = None,
    ) -> dict[str, Cell]:
        """Every hex; `marked` ones may be chosen, and zones are drawn for both sides or only those against `side`.

        A close-up has room for a short note in a hex.
        """
        chosen, told, letters = set(marked), notes or {}, zone_letters(tuple(self.side_names))
        drawn = [other for other in self.side_names if zones or (side and other != side)]
        found = {other: look.zone(other) for other in drawn if hasattr(look, "zone")}

        def sign(node: int) -> str:
            here = [other for other, hexes in found.items() if hexes >> node & 1]
            if not here:
                return " "
            if not zones:
                return "!"
            return "X" if len(here) > 1 else letters[here[0]]

        return {
            label: self.cell(look, label, node, sign(node), label in chosen, told.get(label, ""))
            for label, node in look.game.board.index.items()
        }

    def cell(self, look: Any, label: str, node: int, zone: str, marked: bool, note: str) -> Cell:
        """One hex, with the sign of the zones that it is in."""
        raise NotImplementedError

    def part(self, look: Any, marked: Collection[str], columns: int) -> Collection[str] | None:
        """The hexes of the part that is shown of a map too large for a screen; None for the whole."""
        return None

    def key(self, look: Any, side: str | None) -> list[Text]:
        """What the signs mean, and what lies on the map, for the margin."""
        raise NotImplementedError

    def hex_words(self, look: Any, label: str) -> str:
        """A hex in a few words: its terrain, name, markers and units."""
        raise NotImplementedError

    def places(self) -> Mapping[str, Sequence[str]]:
        """The names on the map, each with its hexes."""
        return {}

    def operand(self, look: Any, noun: str, word: str) -> tuple[str, str] | None:
        """What a word means for a noun that is neither a hex nor a unit, and a remark if it needs one."""
        return None

    def unit_line(self, look: Any, unit: int) -> UnitLine:
        """A unit for a list."""
        raise NotImplementedError

    def units(self, look: Any, side: str | None = None, label: str | None = None) -> list[int]:
        """The units on the board, of a side or in a hex."""
        if label is not None:
            return list(look.position.stacks.get(look.game.board.index[label], ()))
        units = look.position.on_board & (look.game.side_units[side] if side else -1)
        return sorted(members(units), key=lambda unit: look.position.units[unit].at)

    def off_board(self, look: Any) -> list[str]:
        """What waits off the board, a line for each place."""
        raise NotImplementedError

    def digest(self, game: Any, events: Iterable[Event]) -> list[News]:
        """What the other side did, condensed; by default an event is a line."""
        return [News(event.rule, game.sentence(event)) for event in events]

    def hint(self, look: Any, prompt: Prompt) -> str:
        """How to answer a question with few keystrokes."""
        return ""

    def warnings(self, look: Any, prompt: Prompt) -> list[str]:
        """What a player may have forgotten, before he ends a step."""
        return []

    def in_hand(self, look: Any, frame: Any) -> list[str]:
        """The units that are about to move or fight together, as the step that asks says."""
        return [look.game.unit_ids[unit] for unit in members(look.game.steps[frame.step].hand(look, frame))]

    def costs(self, look: Any, frame: Any) -> Mapping[str, str]:
        """What it costs the units in hand to go to each hex in reach, in a few characters for the close-up."""
        return {}

    def cost(self, look: Any, frame: Any, label: str) -> str:
        """What it costs the units in hand to go to a hex, and their way there."""
        raise BadInput("there is no cost of movement to tell here")

    def answer_words(self, look: Any, action: Action) -> str:
        """What a numbered answer is about, where it is not a unit or hex: a kind of unit, a port, a plan."""
        return ""

    def focus(self, look: Any, frame: Any) -> str | None:
        """The hex that a question is about, as the step that asks says."""
        node: int = look.game.steps[frame.step].focus(look, frame)
        return look.game.board.labels[node] if node >= 0 else None

    def supply(self, look: Any, label: str) -> list[str]:
        """How the units of a hex are supplied, or whether units would be there."""
        raise BadInput("this game knows no supply")

    def attack_declared(self, look: Any, prompt: Prompt) -> bool:
        """Is there an attack whose odds should be shown with the question?"""
        return "roll" in prompt.verbs()

    def outcome(self, winner: str, level: str) -> str:
        """How a game ended, in the players' words."""
        if winner:
            return f"{capital(self.side_names[winner])} win: {level}"
        return f"The match was {ABANDONED}" if level == ABANDONED else "The game is a draw"

    def odds(self, forecast: Any) -> list[Text]:
        """An attack's chances, each shift with its case."""
        raise NotImplementedError

    def odds_notes(self, look: Any, label: str) -> list[str]:
        """What changes the results of an attack on a hex after the die is rolled."""
        return []

    # Cards

    def printed_cards(self, game: Any) -> Sequence[Card]:
        """What is printed on the cards, in a game that has any."""
        return ()

    def cards(self, look: Any, side: str | None) -> Sequence[Holding]:
        """The cards of each side as far as a side may know them."""
        return ()

    # For the picture

    def chits(self, look: Any) -> Mapping[str, Sequence[Chit]]:
        """The counters and markers in each hex, bottom first."""
        raise NotImplementedError

    def control(self, look: Any) -> Collection[str]:
        """Hexes whose control is worth showing."""
        return ()


def face_of(slug: str) -> Face:
    """The face of a game by its short name."""
    made: Face = shelf.brought(slug, "terminal.face", "FACE", "cannot be shown in a terminal")()
    return made

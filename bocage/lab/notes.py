"""What the lab has to know about a game: its key figures, its losses, its battle dice and the names for them.

One module per game, with a class named `NOTES`. A game without one can still be studied: its report has no figures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from bocage import shelf
from bocage.engine.events import Event
from bocage.hexes import Board, HexSet

FACES = range(1, 7)


class Roll(NamedTuple):
    """A die of battle, and what it brought against what was to be expected of it.

    `luck` is the result less its mean over all faces, from the point of view of the side that rolled, in the unit that
    the game's `luck_unit` names; `variance` is that of the same distribution, and `got` the result itself.
    """

    side: str
    pips: int
    luck: float
    variance: float
    got: float = 0.0


def against_mean(side: str, pips: int, result: float, results: Sequence[float]) -> Roll:
    """A roll whose possible results are equally likely.

    >>> against_mean("allied", 6, 1, [-1, -1, 0, 0, 1, 1])
    Roll(side='allied', pips=6, luck=1.0, variance=0.6666666666666666, got=1)
    """
    mean = sum(results) / len(results)
    return Roll(side, pips, result - mean, sum((one - mean) ** 2 for one in results) / len(results), result)


class Chart(NamedTuple):
    """Key figures that belong into one plot."""

    title: str
    unit: str  # what the upright axis counts
    lines: Mapping[str, str]  # figure -> the side whose colour it has, or "" for a neutral one
    aid: str  # how to read it, in one sentence


def strength(sides: Iterable[str]) -> Chart:
    """The steps of each side, from the figures "<side>_steps".

    >>> strength(["blue", "grey"]).lines
    {'blue_steps': 'blue', 'grey_steps': 'grey'}
    """
    lines = {f"{side}_steps": side for side in sides}
    return Chart("Strength on the map", "steps", lines, "Arrivals push a line up, losses pull it down.")


def ground(side: str, adjective: str) -> Chart:
    """How much a side holds, from the figure "ground"."""
    aid = "A steep line is an advance, a flat one a stalemate."
    return Chart(f"Ground in {adjective} hands", "hexes", {"ground": side}, aid)


def of_sides(names: Mapping[str, str], *figures: str) -> dict[str, str]:
    """The names in a legend of figures that each side has, called "<side>_<figure>".

    >>> of_sides({"blue": "Blues", "grey": "Greys"}, "steps")
    {'blue_steps': 'Blues', 'grey_steps': 'Greys'}
    """
    return {f"{side}_{figure}": name for figure in figures for side, name in names.items()}


class Place(NamedTuple):
    """A name on the map that helps to find one's way."""

    name: str
    hexes: HexSet
    main: bool = False  # also on small maps


class Notes:
    """What one game contributes; made anew for each match, for some dice can only be read with what came before."""

    side_words: ClassVar[Mapping[str, str]] = {}  # side -> how a sentence calls it: "the Allies"
    charts: ClassVar[tuple[Chart, ...]] = ()
    figure_words: ClassVar[Mapping[str, str]] = {}  # figure -> its name in a legend
    moment_words: ClassVar[Mapping[str, str]] = {}  # key moment -> a sentence
    nation_words: ClassVar[Mapping[str, str]] = {}
    kind_words: ClassVar[Mapping[str, str]] = {}
    loss_kinds: ClassVar[tuple[str, ...]] = ("eliminated",)  # events that cost their first unit a step
    loss_unit: ClassVar[str] = "steps"
    modifiers: ClassVar[Mapping[str, int]] = {}  # event -> which datum tells its modifiers: number, case and reason
    moment_kinds: ClassVar[Mapping[str, str]] = {}  # event -> the key moment that it is
    main_rivers: ClassVar[tuple[str, ...]] = ()  # by the names that the game's data have for their hexsides
    luck_unit: ClassVar[str] = ""  # empty: this game cannot tell
    luck_aid: ClassVar[str] = ""

    def __init__(self, game: Any) -> None:
        self.game = game

    # While a match is played

    def figures(self, look: Any) -> dict[str, float]:
        """The key figures of a position."""
        return {}

    def control(self, look: Any) -> dict[str, HexSet]:
        """Side -> the hexes that it holds; maps are drawn of the first side that is told of."""
        return {}

    def units(self, look: Any) -> dict[str, HexSet]:
        """Where the units of each side stand."""
        if not hasattr(look, "occupied"):
            return {}
        return {side: look.occupied(side) for side in self.game.sides}

    def losses(self, event: Event) -> Iterable[tuple[int, bool]]:
        """The units that an event has cost a step, and of each whether it is gone altogether."""
        if event.kind not in self.loss_kinds:
            return ()
        unit: Any = event.data[0]
        return [(unit, event.kind == "eliminated")]

    def owner(self, unit: int) -> tuple[str, str, str]:
        """Side, nation and kind of a unit."""
        counter = self.game.counters[unit]
        return counter.side, counter.nation, counter.type

    def rolls(self, event: Event) -> Iterable[Roll]:
        """The battle dice that an event tells of."""
        return ()

    def cases(self, event: Event) -> Iterable[str]:
        """Further cases that an event cites: shifts and modifiers."""
        if event.kind not in self.modifiers:
            return ()
        found: Any = event.data[self.modifiers[event.kind]]
        return [rule for _, rule, _ in found]

    def moments(self, event: Event) -> str:
        """The key moment that an event is, or nothing."""
        return self.moment_kinds.get(event.kind, "")

    def standing_moments(self, look: Any) -> Iterable[str]:
        """Key moments that show in a position when a turn ends."""
        return ()

    # For the report

    def turn_name(self, turn: int) -> str:
        """A turn as players call it, by its name if the game's data have names of turns."""
        turns = getattr(getattr(self.game, "data", None), "turns", ())
        return str(turns[turn - 1].name) if 0 < turn <= len(turns) else f"turn {turn}"

    def land(self) -> HexSet:
        """The hexes that count in this scenario."""
        board: Board = self.game.board
        return board.hexes

    def places(self) -> list[Place]:
        """Names for the map."""
        return []

    def rivers(self) -> list[tuple[int, int]]:
        """Pairs of hexes with a river between them that everybody knows."""
        return named_rivers(self.game.data.river_names, self.main_rivers) if self.main_rivers else []


def named_places(names: Mapping[int, str], shown: HexSet, main: Collection[str]) -> list[Place]:
    """Those of the named hexes that are shown; some names stand on small maps as well.

    >>> named_places({0: "Caen", 1: "Lisieux", 2: "Orbec"}, 0b011, ("Caen",))
    [Place(name='Caen', hexes=1, main=True), Place(name='Lisieux', hexes=2, main=False)]
    """
    return [Place(name, 1 << node, main=name in main) for node, name in names.items() if shown >> node & 1]


def named_rivers(names: Mapping[frozenset[int], str], wanted: Iterable[str]) -> list[tuple[int, int]]:
    """The hexsides of some rivers, as pairs of hexes in order.

    >>> named_rivers({frozenset((4, 2)): "Seine", frozenset((1, 2)): "Orne"}, ["Seine"])
    [(2, 4)]
    """
    chosen = set(wanted)
    return sorted((min(pair), max(pair)) for pair, name in names.items() if name in chosen)


def notes_of(game: Any) -> Notes:
    """The notes of a game; plain ones if the lab does not know it."""
    if shelf.room(game.slug, "lab.notes") is None:
        return Notes(game)
    kind: type[Notes] = shelf.brought(game.slug, "lab.notes", "NOTES", "has no notes for the laboratory")
    return kind(game)

"""The Hitler Counteroffensive (17.7): the decision, the Watch on the Rhine Box, the disrupted hex."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Clause, Offer, Question
from bocage.hexes import HexSet

from ..look import Play, StormingLook, members
from ..movement.entering import open_ike
from ..movement.limits import Bar
from ..position import ALLIED, ARRIVING, GERMAN, WATCH
from ..reinforcements import german, placing
from ..reinforcements.placing import Arriving, Placement
from ..telling import hex_name
from . import shaef
from .shaef import after_combat, supplied_hexes

# The decision (17.7.1)


class Deciding(Frame, frozen=True):
    """The German decides about the Hitler Counteroffensive."""

    step: ClassVar[str] = "counteroffensive"
    side: str


class Counteroffensive(Question[Deciding]):
    """Once in the game, on turn 10 or 11, the German may launch it (17.7.1)."""

    name = "counteroffensive"
    rule = "17.7.1.A"
    offers = ("launch", "decline")

    def begin(self, play: Play, side: str) -> Deciding:
        return Deciding(side)

    def text(self, look: StormingLook, frame: Deciding) -> str:
        price = "Short of its Minimum Achievements it loses the game (17.7.4)."
        if _last_chance(look):
            return (
                f"Launch the Hitler Counteroffensive now, or give it up for good? {price} Given up, it costs four "
                "Mechanized divisions at once, the Watch on the Rhine Box enters by the East edge, and Mechanized "
                "units rebuilt on this turn or later are lost (17.7.1.B)."
            )
        return f"Launch the Hitler Counteroffensive on this turn, or wait for the next? {price}"

    def answer(self, play: Play, frame: Deciding, action: Action) -> None:
        play.pop()
        if action.verb == "launch":
            launch(play)
        elif _last_chance(play.game.look(play.position)):
            play.position.offensive_declined = True
            play.tell("offensive declined", "17.7.1.B")
        else:
            play.tell("offensive postponed", "17.7.1.A")


def launch(play: Play) -> None:
    """The offensive is declared: what it must achieve is counted from here on (17.7.3, 17.7.4)."""
    position = play.position
    look: StormingLook = play.game.look(position)
    position.offensive_turn = position.turn
    position.rebuilt_late = 0
    position.offensive_cities = play.game.data.cities & position.allied_control & supplied_hexes(look)
    position.offensive_attacks = position.offensive_kills = 0
    position.offensive_targets = position.offensive_taken = 0
    position.shaef_reacted = False
    play.tell("offensive launched", "17.7.3.A")
    open_ike(play, "the Hitler Counteroffensive is declared")


def _last_chance(look: StormingLook) -> bool:
    return look.position.turn == look.game.rules.numbers["offensive_last_turn"]


def _always(look: StormingLook, frame: Any) -> int:
    return 1


def _free_to_decline(look: StormingLook, frame: Deciding) -> int:
    return int(look.game.scenario != "final")


# Units leave the box (17.7.3.B, 17.7.1.B)


class Mustering(Frame, frozen=True):
    """The Watch on the Rhine Box is about to be emptied onto the map."""

    step: ClassVar[str] = "watch on the rhine"
    side: str


class WatchOnTheRhine(Automatic[Mustering]):
    """The offensive has been declared: all units of the box are placed in Germany (17.7.3.B)."""

    name = "watch on the rhine"
    rule = "17.7.3.B"

    def begin(self, play: Play, side: str) -> Mustering:
        return Mustering(side)

    def run(self, play: Play, frame: Mustering) -> None:
        units = play.position.stacks.get(WATCH, ())
        for unit in units:
            play.put(unit, ARRIVING)
        if units:
            placing.begin_placing(play, Deploying(frame.side))


class Deploying(Arriving, frozen=True):
    """The German places the units of the Watch on the Rhine Box."""


class WatchPlacing(Placement[Deploying]):
    """In Germany and in supply; beside the enemy only with infantry and where a unit could move in (17.7.3.B)."""

    name = "watch placement"
    rule = "17.7.3.B"

    def where(self, look: StormingLook, frame: Deploying, unit: int) -> str:
        return "in Germany, in East Map-edge supply"

    def gates(self, look: StormingLook, terms: placing.Terms, unit: int) -> HexSet:
        hexes = look.game.in_play
        for bar in _bars(look):
            hexes &= ~bar.hexes
        return hexes

    def why_no_gate(self, look: StormingLook, frame: Deploying, unit: int, node: int) -> tuple[str, str]:
        return next((bar.rule, bar.why) for bar in _bars(look) if bar.hexes >> node & 1)

    end = placing.ended("End the placement", "every unit of the box is in its place")


def _bars(look: StormingLook) -> list[Bar]:
    """What closes hexes to the units of the box, clause by clause."""
    game = look.game
    beside = look.beside_enemy(GERMAN)
    infantry = game.side_units[GERMAN] & ~game.mechanized_units
    held = look.hexes_of(members(look.units_in(beside, GERMAN) & infantry))
    zone = look.enemy_zone(GERMAN)
    free = game.in_play & ~look.occupied(ALLIED)
    # One steps into a zone from a hex without, and out of a zone only into a hex without (6.5).
    reached = game.supply_sides.step(free & ~zone) | game.supply_sides.step(free) & ~zone
    return [
        Bar("17.7.3.B", "{it} is not within the borders of Germany", ~game.data.germany),
        Bar("7.1.2.C", "the units of the box are placed on the map, not in Entrance Hexes", game.entrances["E"]),
        Bar("17.7.3.B", "{it} is not in normal East Map-edge supply", free & ~look.east_supply()),
        Bar("17.7.3.B", "beside Allied units a hex must hold a German unit that is not Mechanized", beside & ~held),
        Bar("17.7.3.B", "Allied zones surround {it}: no unit could move in", beside & ~reached),
    ]


class Disbanding(Frame, frozen=True):
    """There will be no offensive: the box is about to be disbanded."""

    step: ClassVar[str] = "watch disbands"
    side: str


class WatchDisbands(Automatic[Disbanding]):
    """Late Mechanized replacements are lost, and the units in the box arrive on the east edge (17.7.1.B).

    The withdrawal of the SS divisions has come first (ruling R39), so it could still draw on the Turn Record Track.
    """

    name = "watch disbands"
    rule = "17.7.1.B"

    def begin(self, play: Play, side: str) -> Disbanding:
        return Disbanding(side)

    def run(self, play: Play, frame: Disbanding) -> None:
        german.drop_late_replacements(play)
        german.arrive(play, play.position.stacks.get(WATCH, ()), from_east=True)


# The disrupted hex (17.7.3.D)


class Disrupting(Frame, frozen=True):
    """The German may take the zone of one Allied hex away for his Breakthrough."""

    step: ClassVar[str] = "offensive disruption"
    side: str


class OffensiveDisruption(Question[Disrupting]):
    """One Allied hex has no zone of control during the German Breakthrough Movement Step (17.7.3.D, 6.3.F)."""

    name = "offensive disruption"
    rule = "17.7.3.D"
    offers = ("disrupt", "disrupt none")

    def begin(self, play: Play, side: str) -> Disrupting:
        return Disrupting(side)

    def text(self, look: StormingLook, frame: Disrupting) -> str:
        return "Which Allied hex loses its zone of control for the German Breakthrough?"

    def answer(self, play: Play, frame: Disrupting, action: Action) -> None:
        play.pop()
        if action.verb == "disrupt":
            play.position.disrupted_hex = 1 << action.index
            play.tell("zone disrupted", "17.7.3.D", action.index)


def _allied_hex(look: StormingLook, frame: Disrupting) -> HexSet:
    return look.occupied(ALLIED)


class Recovering(Frame, frozen=True):
    """The German Breakthrough is over: the marker on the Allied hex is about to be taken off."""

    step: ClassVar[str] = "disruption ends"
    side: str


class DisruptionEnds(Automatic[Recovering]):
    """The Disrupt marker lies only until all Breakthrough Movement is complete (4.1.II.d.3)."""

    name = "disruption ends"
    rule = "4.1.II.d.3"

    def begin(self, play: Play, side: str) -> Recovering:
        return Recovering(side)

    def run(self, play: Play, frame: Recovering) -> None:
        play.position.disrupted_hex = 0


FRAMES: tuple[type[Frame], ...] = (Deciding, Mustering, Deploying, Disbanding, Disrupting, Recovering, *shaef.FRAMES)
STEPS: tuple[Any, ...] = (
    Counteroffensive(),
    WatchOnTheRhine(),
    WatchPlacing(),
    WatchDisbands(),
    OffensiveDisruption(),
    DisruptionEnds(),
    *shaef.STEPS,
)
OFFERS: dict[str, Offer] = {
    "launch": Offer("launch", "17.7.1.A", (Clause("any", "17.7.1.A", "", _always),)),
    "decline": Offer(
        "decline",
        "17.7.1.A",
        (Clause("scenario", "3.4.B", "in this scenario the offensive is declared by itself", _free_to_decline),),
    ),
    "disrupt": Offer(
        "disrupt",
        "17.7.3.D",
        (Clause("allied", "17.7.3.D", "there is no Allied unit in {it} whose zone could be disrupted", _allied_hex),),
    ),
    "disrupt none": Offer("end", "17.7.3.D", (Clause("any", "17.7.3.D", "", _always),)),
    **shaef.OFFERS,
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("place", "disrupt"),
    "units": ("pick", "react"),
    "plain": ("launch", "decline"),
}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "offensive launched": lambda game: "The Germans launch the Hitler Counteroffensive!",
    "offensive postponed": lambda game: "The Germans do not launch the Hitler Counteroffensive on this turn.",
    "offensive declined": lambda game: "The Germans give the Hitler Counteroffensive up.",
    "zone disrupted": lambda game, node: (
        f"The Allied zone of control of {hex_name(game, node)} is disrupted for the German Breakthrough."
    ),
    **shaef.SENTENCES,
}

__all__ = ["FRAMES", "OFFERS", "SENTENCES", "STEPS", "VERBS", "after_combat", "launch"]

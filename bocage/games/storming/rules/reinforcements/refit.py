"""Rest and Refit (7.3): reduced armour is taken out of the line for a turn and comes back at full strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from bocage.engine.actions import Action
from bocage.engine.play import Play
from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ..look import StormingLook, members
from ..position import ALLIED, GERMAN

NATIONS = {ALLIED: ("US", "CW"), GERMAN: ("DE",)}
WHOSE = {"US": "US", "CW": "Commonwealth", "DE": "German"}


class Recovering(Frame, frozen=True):
    """A Refit Segment begins."""

    step: ClassVar[str] = "refit"
    side: str


class Recovery(Automatic[Recovering]):
    """Units under R&R markers are restored; the markers are free again (7.3.C)."""

    name = "refit"
    rule = "7.3.C"

    def begin(self, play: Play, side: str) -> Recovering:
        return Recovering(side)

    def run(self, play: Play, frame: Recovering) -> None:
        position, game = play.position, play.game
        rested = position.refit & game.side_units[frame.side]
        position.refit &= ~rested
        for unit in members(rested):
            play.set_steps(unit, game.cards[unit].steps)
            play.tell("refit done", "7.3.C", unit)
        for nation in NATIONS[frame.side]:
            if position.turn in game.data.refit[nation]:
                play.tell("refit marker", "7.3.B", nation)
        play.push(Refitting(frame.side))


class Refitting(Frame, frozen=True):
    """R&R markers may be placed."""

    step: ClassVar[str] = "refit placing"
    side: str
    acted: bool = False


class Refit(Question[Refitting]):
    """Markers are placed on reduced units that are in supply and away from the enemy, if the player likes (7.3.G)."""

    name = "refit placing"
    rule = "7.3.D"
    offers = ("refit", "end refit")

    def keep(self, look: StormingLook, frame: Refitting) -> bool:
        return frame.acted

    def text(self, look: StormingLook, frame: Refitting) -> str:
        left = {nation: free_markers(look, nation) for nation in NATIONS[frame.side]}
        markers = " and ".join(f"{count} {WHOSE[nation]}" for nation, count in left.items() if count)
        return f"Rest and Refit: {markers or 'no'} R&R marker{'s' if sum(left.values()) != 1 else ''} left to place."

    def answer(self, play: Play, frame: Refitting, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        play.position.refit |= 1 << action.index
        play.tell("refit placed", "7.3.C", action.index)
        play.swap(Refitting(frame.side, True))


def free_markers(look: StormingLook, nation: str) -> int:
    """R&R markers of a nation that have become available and lie on no unit (7.3.B)."""
    position, game = look.position, look.game
    arrived = sum(turn <= position.turn for turn in game.data.refit[nation])
    return arrived - sum(game.cards[unit].nation == nation for unit in members(position.refit))


def refittable(look: StormingLook) -> int:
    """Replaceable two-step Armored and Mechanized units (7.3.A)."""
    memo = look.game.memo
    key = ("refittable",)
    if key not in memo:
        memo[key] = sum(
            1 << unit
            for unit, card in enumerate(look.game.cards)
            if card.steps > 1 and card.replaceable and (card.mechanized or card.type == "armor")
        )
    units: int = memo[key]
    return units


# Clauses


def _own(look: StormingLook, frame: Refitting) -> int:
    return look.game.side_units[frame.side]


def _armoured(look: StormingLook, frame: Refitting) -> int:
    return refittable(look)


def _not_french(look: StormingLook, frame: Refitting) -> int:
    return ~look.game.french_divisions


def _on_map(look: StormingLook, frame: Refitting) -> int:
    return look.position.on_board


def _reduced(look: StormingLook, frame: Refitting) -> int:
    units, cards = look.position.units, look.game.cards
    candidates = refittable(look) & look.position.on_board & look.game.side_units[frame.side]
    return sum(1 << unit for unit in members(candidates) if units[unit].steps < cards[unit].steps)


def _unmarked(look: StormingLook, frame: Refitting) -> int:
    return ~look.position.refit


def _marker_left(look: StormingLook, frame: Refitting) -> int:
    found = 0
    for nation in NATIONS[frame.side]:
        if free_markers(look, nation):
            found |= _nation(look, nation)
    return found


def _nation(look: StormingLook, nation: str) -> int:
    if nation == "DE":
        return look.game.side_units[GERMAN]
    return look.game.commonwealth_units if nation == "CW" else look.game.american_units


def _supplied(look: StormingLook, frame: Refitting) -> int:
    """Supply status holds from the last check to the next (8.0); that of a Coastal Fort does not count."""
    position, game = look.position, look.game
    if frame.side == ALLIED:
        return ~position.oos
    forts = game.data.forts["coastal"] & ~position.forts_destroyed & ~game.ruhr & ~look.east_supply()
    return ~position.oos & ~look.units_in(forts, GERMAN)


def _explain_supply(look: StormingLook, frame: Refitting, unit: int) -> tuple[str, str]:
    if look.position.oos >> unit & 1:
        return "7.3.D", "{it} is out of supply"
    return "7.3.D", "the supply of a Coastal Fort is not enough to refit {it}"


def _away(look: StormingLook, frame: Refitting) -> int:
    hexes = look.beside_enemy(frame.side)
    if frame.side == ALLIED:
        hexes &= ~look.game.beach_hexes
    return ~look.units_in(hexes, frame.side)


def _always(look: StormingLook, frame: Refitting) -> int:
    return 1


FRAMES: tuple[type[Frame], ...] = (Recovering, Refitting)
STEPS = (Recovery(), Refit())
OFFERS: dict[str, Offer] = {
    "refit": Offer(
        "refit",
        "7.3.C",
        (
            Clause("own", "7.3.C", "{it} is not yours", _own),
            Clause("armoured", "7.3.A", "only replaceable two-step Armored or Mechanized units refit", _armoured),
            Clause("french", "7.3.B", "French Armored units never refit", _not_french),
            Clause("map", "7.3.D", "{it} is not on the map", _on_map),
            Clause("reduced", "7.3.A", "{it} is at full strength", _reduced),
            Clause("unmarked", "7.3.C", "{it} is under an R&R marker already", _unmarked),
            Clause("marker", "7.3.B", "its nation has no R&R marker left", _marker_left),
            Clause("supply", "7.3.D", "", _supplied, _explain_supply),
            Clause("enemy", "7.3.D", "{it} is adjacent to an enemy unit", _away),
        ),
    ),
    "end refit": Offer("end", "7.3.G", (Clause("always", "7.3.G", "", _always),)),
}
VERBS: dict[str, tuple[str, ...]] = {"units": ("refit",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "refit done": lambda game, unit: f"{game.cards[unit].name} has refitted and is at full strength.",
    "refit marker": lambda game, nation: f"A {WHOSE[nation]} R&R marker becomes available.",
    "refit placed": lambda game, unit: f"{game.cards[unit].name} is taken out of the line to refit.",
}

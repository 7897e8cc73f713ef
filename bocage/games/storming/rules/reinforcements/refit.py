"""Rest and Refit (7.3): reduced armour is taken out of the line for a turn and comes back at full strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts.questions import Acted, Acting
from bocage.rules import UNITS, Conditions, Units, automatic, event, going_on, offer, pure

from ..look import Play, StormingLook, members
from ..position import ALLIED, GERMAN
from ..supply.ways import coastal_forts

if TYPE_CHECKING:
    from ...game import Storming

MARKERS = {ALLIED: {"US": "US", "CW": "Commonwealth"}, GERMAN: {"DE": "German"}}
WHOSE = {**MARKERS[ALLIED], **MARKERS[GERMAN]}

rested = event("refit done", "7.3.C", "{unit} has refitted and is at full strength.", unit=UNITS)
available = event("refit marker", "7.3.B", lambda game, nation: f"A {WHOSE[nation]} R&R marker becomes available.")
stopped = event("refit stopped", "7.3.F", "{unit} loses its R&R marker.", unit=UNITS)
placed = event("refit placed", "7.3.C", "{unit} is taken out of the line to refit.", unit=UNITS)


@automatic("refit", "7.3.C")
def recovery(play: Play, side: str) -> None:
    """Units under R&R markers are restored; the markers are free again (7.3.C)."""
    position, game = play.position, play.game
    done = position.refit & game.side_units[side]
    position.refit &= ~done
    for unit in members(done):
        play.set_steps(unit, game.counters[unit].steps)
        rested(play, unit)
    for nation in MARKERS[side]:
        if position.turn in game.data.refit[nation]:
            available(play, nation)
    play.start("refit placing", side)


class Refit(Acting[Acted]):
    """Markers are placed on reduced units that are in supply and away from the enemy, if the player likes (7.3.G)."""

    name, rule = "refit placing", "7.3.D"

    def text(self, look: StormingLook, frame: Acted) -> str:
        left = {word: free_markers(look, nation) for nation, word in MARKERS[frame.side].items()}
        markers = " and ".join(f"{count} {word}" for word, count in left.items() if count)
        return f"Rest and Refit: {markers or 'no'} R&R marker{'s' if sum(left.values()) != 1 else ''} left to place."

    @offer("refit", UNITS, "7.3.C")
    def refit(self, look: StormingLook, frame: Acted) -> Conditions:
        position, game, side = look.position, look.game, frame.side
        own, armour = game.side_units[side], refittable(game)
        yield own, "7.3.C", "{it} is not yours"
        yield armour, "7.3.A", "only replaceable two-step Armored or Mechanized units refit"
        yield ~game.french_divisions, "7.3.B", "French Armored units never refit"
        yield position.on_board, "7.3.D", "{it} is not on the map"
        yield reduced(look, own & armour & position.on_board), "7.3.A", "{it} is at full strength"
        yield ~position.refit, "7.3.C", "{it} is under an R&R marker already"
        with_markers = sum(served(look, nation) for nation in MARKERS[side] if free_markers(look, nation))
        yield with_markers, "7.3.B", "its nation has no R&R marker left"
        yield ~position.oos, "7.3.D", "{it} is out of supply"  # as found at the last check (R74)
        if side == GERMAN:
            forts = coastal_forts(look) & ~game.ruhr & ~look.east_supply()
            yield ~look.units_in(forts, GERMAN), "7.3.D", "the supply of a Coastal Fort is not enough to refit {it}"
        exempt = game.beach_hexes if side == ALLIED else 0
        yield ~look.units_in(look.beside_enemy(side) & ~exempt, side), "7.3.D", "{it} is adjacent to an enemy unit"

    refit.marks("refit", placed)
    end = going_on("7.3.G", "No more R&R markers", "no more R&R markers")


def stop_refit(play: Play, unit: int) -> None:
    """A unit under an R&R marker is attacked or found out of supply: the marker goes at that moment (7.3.F; R26)."""
    play.position.refit &= ~(1 << unit)
    stopped(play, unit)


def free_markers(look: StormingLook, nation: str) -> int:
    """R&R markers of a nation that have become available and lie on no unit (7.3.B)."""
    position, game = look.position, look.game
    arrived = sum(turn <= position.turn for turn in game.data.refit[nation])
    return arrived - sum(game.counters[unit].nation == nation for unit in members(position.refit))


@pure(1)
def refittable(game: Storming) -> Units:
    """Replaceable two-step Armored and Mechanized units (7.3.A)."""
    return game.those(
        lambda counter: counter.steps > 1 and counter.replaceable and (counter.mechanized or counter.type == "armor")
    )


def reduced(look: StormingLook, units: int) -> Units:
    """Those of the units that have lost a step."""
    states, counters = look.position.units, look.game.counters
    return sum(1 << unit for unit in members(units) if states[unit].steps < counters[unit].steps)


def served(look: StormingLook, nation: str) -> Units:
    """The units that a nation's markers serve."""
    game = look.game
    return {"DE": game.side_units[GERMAN], "CW": game.commonwealth_units, "US": game.american_units}[nation]

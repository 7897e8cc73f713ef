"""Allied units come into play: reinforcements (7.1.3), units that wait in England, and replacements (7.2.A)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bocage.rules import UNITS, Automatic, Conditions, HexSet, OfSide, Units, event, offer, pure

from ..look import Play, StormingLook, members
from ..movement.limits import barred, why_barred
from ..position import ALLIED, ARRIVING, ENGLAND, SCHEDULE
from .entry import ANVIL_DRAGOON, headquarters, open_hexes, ways, why_closed
from .german import take_due
from .placing import Arriving, ArrivingType, Placement, Terms, begin_placing, ended

if TYPE_CHECKING:
    from ...game import Storming

ENGLAND_BOX = "England"

waits = event("waits in england", "7.1", "{unit} waits in England.", unit=UNITS)
comes = event("comes to england", "7.1.3", "{unit} comes to the England Box.", unit=UNITS)
renamed = event("twelfth army group", "10.2", "The US 1st Army becomes the 12th Army Group.", side=ALLIED)


@pure(1)
def _anvil_dragoon(game: Storming) -> Units:
    """Every unit with the letters "A-D"."""
    return game.those(lambda counter: counter.entry_place == ANVIL_DRAGOON)


def _to_england(play: Play, unit: int) -> None:
    play.put(unit, ENGLAND)
    waits(play, unit)


class AlliedPlacement(Placement[ArrivingType]):
    """What reinforcements and replacements have in common: they enter in the same ways (7.2.A)."""

    waits_by: ClassVar[str]  # the case by which a unit may stay in England

    def where(self, look: StormingLook, frame: ArrivingType, unit: int) -> str:
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            return "in an 'A-D' Entrance Hex on the Southeast edge"
        return "at a beach, port, city or HQ that is open to it, or let it wait in England"

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> HexSet:
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            return look.game.entrances[ANVIL_DRAGOON] & look.game.in_play
        hexes = open_hexes(look, look.counter(unit).nation)
        inland = hexes & ~look.game.beach_hexes
        return hexes & ~(inland & barred(look, unit)) if inland else hexes  # R77

    def way(self, look: StormingLook, frame: ArrivingType, unit: int, node: int) -> str:
        counter = look.counter(unit)
        if counter.entry_place == ANVIL_DRAGOON:
            return "7.1.3"
        return next((case for case, hexes in ways(look, counter.nation) if hexes >> node & 1), "7.1.3.E")

    def why_no_gate(self, look: StormingLook, frame: ArrivingType, unit: int, node: int) -> tuple[str, str]:
        counter = look.counter(unit)
        if counter.entry_place == ANVIL_DRAGOON:
            return "7.1.3", f"{counter.name} is an 'A-D' unit and enters by the 'A-D' hexes on the Southeast edge"
        ban = why_barred(look, unit, node) if open_hexes(look, counter.nation) >> node & 1 else None
        return ban or why_closed(look, unit, node)

    def after(self, play: Play, frame: ArrivingType, node: int) -> ArrivingType:
        if self.way(play.look, frame, frame.hand, node) == "7.1.3.E":
            play.position.ports_used |= 1 << node
        return frame

    def must(self, look: StormingLook, frame: ArrivingType) -> Units:
        return super().must(look, frame) & _anvil_dragoon(look.game)

    def left_out(self, play: Play, frame: ArrivingType, unit: int) -> None:
        if play.game.counters[unit].entry_place == ANVIL_DRAGOON:
            super().left_out(play, frame, unit)
        else:
            _to_england(play, unit)

    def warnings(self, look: StormingLook, frame: ArrivingType) -> list[str]:
        waiting = members(look.in_place(ARRIVING, ALLIED) & ~_anvil_dragoon(look.game))
        if not waiting:
            return []
        names, verb = look.game.named(UNITS, waiting), "waits" if len(waiting) == 1 else "wait"
        return [f"If you go on now, {names} {verb} in England until the next turn (7.1)."]

    @offer("england", UNITS, lambda look, frame: look.game.steps[frame.step].waits_by)
    def england(self, look: StormingLook, frame: ArrivingType) -> Conditions:
        arriving = look.in_place(ARRIVING, ALLIED)
        yield arriving, self.waits_by, "{it} is not among the units that arrive now"
        yield ~_anvil_dragoon(look.game), "7.1", "'A-D' units never wait in England"  # any other may (R63)

    @england.does
    def _(self, play: Play, frame: ArrivingType, unit: int) -> None:
        _to_england(play, unit)
        self.without(play, frame, unit)


# Reinforcements


class AlliedReinforcements(Automatic[OfSide]):
    """The units of this turn come off the track; those marked "England" go straight into the box (7.1.3)."""

    name, rule = "allied reinforcements", "7.1.3"

    def run(self, play: Play, frame: OfSide) -> None:
        position, game = play.position, play.game
        if position.turn == game.rules.numbers["twelfth_army_group_turn"]:
            renamed(play)
        for unit in members(play.look.in_place(SCHEDULE, ALLIED)):
            counter = game.counters[unit]
            if counter.entry_turn != position.turn:
                continue
            if counter.entry_place == ENGLAND_BOX:
                play.put(unit, ENGLAND)
                comes(play, unit)
            else:
                play.put(unit, ARRIVING)
        if _reinforcements(play.look):
            begin_placing(play, Reinforcing(ALLIED))


def _reinforcements(look: StormingLook) -> Units:
    """Arrivals of this turn, and the units in England that did not come there in this very segment."""
    turn = look.position.turn
    just_come = sum(
        1 << unit
        for unit in look.position.stacks.get(ENGLAND, ())
        if look.counter(unit).entry_place == ENGLAND_BOX and look.counter(unit).entry_turn == turn
    )
    return look.in_place(ARRIVING, ALLIED) | look.in_place(ENGLAND, ALLIED) & ~just_come


class Reinforcing(Arriving, frozen=True):
    """Allied reinforcements are being placed."""


class ReinforcementPlacing(AlliedPlacement[Reinforcing]):
    """Arrivals and units from the England Box are placed; whoever is not waits in England (7.1; R48, R63)."""

    name, rule = "allied arrivals", "7.1.3"
    waits_by = "7.1"

    def waiting(self, look: StormingLook, side: str) -> Units:
        return _reinforcements(look)

    def why_not_waiting(self, look: StormingLook, frame: Reinforcing, unit: int) -> tuple[str, str]:
        if look.position.units[unit].at == ENGLAND:
            return "7.1.3", "{it} has come to England this turn and can enter from the next turn on"
        return super().why_not_waiting(look, frame, unit)

    def idle(self, look: StormingLook, frame: Reinforcing) -> str:
        return "Units in the England Box may enter: choose one, or go on."

    end = ended("End reinforcements", "the rest waits in England")


# Replacements


class AlliedReplacements(Automatic[OfSide]):
    """Eliminated units come back from the track at full strength (7.2.1)."""

    name, rule = "allied replacements", "7.2.1"

    def run(self, play: Play, frame: OfSide) -> None:
        coming = False
        for unit in take_due(play, ALLIED):
            if play.game.counters[unit].entry_place == ENGLAND_BOX:
                # Exactly like reinforcements: who is marked so goes into the box and enters from there later.
                play.put(unit, ENGLAND)
                comes(play, unit, rule="7.2.A")
            else:
                play.put(unit, ARRIVING)
                coming = True
        if coming:
            begin_placing(play, Replacing(ALLIED))
        else:
            play.clear("allied arrivals")


class Replacing(Arriving, frozen=True):
    """Allied replacements are being placed."""


class ReplacementPlacing(AlliedPlacement[Replacing]):
    """Exactly like reinforcements; "A-D" units also with the 6th Army Group HQ (7.2.A)."""

    name, rule = "allied replacement arrivals", "7.2.A"
    waits_by = "7.2.A"

    def where(self, look: StormingLook, frame: Replacing, unit: int) -> str:
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            return "in an 'A-D' Entrance Hex, or with the 6th Army Group HQ if it can receive units"
        return super().where(look, frame, unit)

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> HexSet:
        hexes = super().gates(look, terms, unit)
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            hq = headquarters(look, look.game.hq_6)
            if hq:
                hexes |= hq & ~barred(look, unit)
        return hexes

    def way(self, look: StormingLook, frame: Replacing, unit: int, node: int) -> str:
        return "7.2.A" if look.counter(unit).entry_place == ANVIL_DRAGOON else super().way(look, frame, unit, node)

    def why_no_gate(self, look: StormingLook, frame: Replacing, unit: int, node: int) -> tuple[str, str]:
        if look.counter(unit).entry_place != ANVIL_DRAGOON:
            return super().why_no_gate(look, frame, unit, node)
        hq = look.game.hq_6
        if look.position.units[hq].at != node:
            return "7.2.A", "'A-D' units return by the 'A-D' hexes or with the 6th Army Group HQ"
        if look.beside_enemy(ALLIED) >> node & 1:
            return "7.2.A", "the 6th Army Group HQ is adjacent to a German unit"
        if not headquarters(look, hq):
            return "7.2.A", "the 6th Army Group HQ cannot trace supply"
        ban = why_barred(look, unit, node)
        assert ban is not None
        return ban

    def finish(self, play: Play, frame: Replacing) -> None:
        play.clear("allied arrivals")

    end = ended("End replacements", "no more replacements")

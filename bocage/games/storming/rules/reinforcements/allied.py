"""Allied units come into play: reinforcements (7.1.3), units that wait in England, and replacements (7.2.A)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bocage.parts.placing import Arriving, all_placed
from bocage.rules import UNITS, Conditions, Units, automatic, event, offer, once, pure

from ..look import Play, StormingLook, members
from ..movement.limits import bars
from ..position import ALLIED, ARRIVING, ENGLAND, SCHEDULE
from .entry import ANVIL_DRAGOON, headquarters, open_hexes, way, why_closed
from .german import take_due
from .placing import Placement, Terms

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


class AlliedPlacement(Placement[Arriving]):
    """What reinforcements and replacements have in common: they enter in the same ways (7.2.A)."""

    waits_by: ClassVar[str]  # the case by which a unit may stay in England

    anvil_dragoon: ClassVar[str]  # where its "A-D" units enter
    anvil_dragoon_by: ClassVar[str]  # and the case by which they do

    def where(self, look: StormingLook, frame: Arriving) -> str:
        if _anvil_dragoon(look.game) >> frame.hand & 1:
            return self.anvil_dragoon
        return "at a beach, port, city or HQ that is open to it, or let it wait in England"

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> Conditions:
        counter = look.counter(unit)
        if counter.entry_place == ANVIL_DRAGOON:
            yield from self.southern_gates(look, unit)
            return
        hexes = open_hexes(look, counter.nation)
        yield hexes, "7.1.3", lambda node: why_closed(look, unit, node)
        inland = hexes & ~look.game.beach_hexes
        for bar in bars(look, unit) if inland else ():
            yield ~(inland & bar.hexes), bar.rule, bar.why  # R77

    def southern_gates(self, look: StormingLook, unit: int) -> Conditions:
        """The hexes by which an "A-D" unit may enter."""
        why = f"{look.counter(unit).name} is an 'A-D' unit and enters by the 'A-D' hexes on the Southeast edge"
        yield look.game.entrances[ANVIL_DRAGOON] & look.game.in_play, "7.1.3", why

    def way(self, look: StormingLook, frame: Arriving, node: int) -> str:
        if _anvil_dragoon(look.game) >> frame.hand & 1:
            return self.anvil_dragoon_by
        return way(look, look.counter(frame.hand).nation, node)

    def after(self, play: Play, frame: Arriving, node: int) -> Arriving:
        if self.way(play.look, frame, node) == "7.1.3.E":
            play.position.ports_used |= 1 << node
        return frame

    def must(self, look: StormingLook, frame: Arriving) -> Units:
        return super().must(look, frame) & _anvil_dragoon(look.game)

    def left_out(self, play: Play, frame: Arriving, unit: int) -> None:
        if _anvil_dragoon(play.game) >> unit & 1:
            super().left_out(play, frame, unit)
        else:
            _to_england(play, unit)

    def warnings(self, look: StormingLook, frame: Arriving) -> list[str]:
        waiting = members(look.in_place(ARRIVING, ALLIED) & ~_anvil_dragoon(look.game))
        if not waiting:
            return []
        names, verb = look.game.named(UNITS, waiting), "waits" if len(waiting) == 1 else "wait"
        return [f"If you go on now, {names} {verb} in England until the next turn (7.1)."]

    @offer("england", UNITS, lambda look, frame: look.game.steps[frame.step].waits_by)
    def england(self, look: StormingLook, frame: Arriving) -> Conditions:
        arriving = look.in_place(ARRIVING, ALLIED)
        yield arriving, self.waits_by, "{it} is not among the units that arrive now"
        yield ~_anvil_dragoon(look.game), "7.1", "'A-D' units never wait in England"  # any other may (R63)

    @england.does
    def _(self, play: Play, frame: Arriving, unit: int) -> None:
        _to_england(play, unit)
        self.without(play, frame, unit)


# Reinforcements


@automatic("allied reinforcements", "7.1.3")
def allied_reinforcements(play: Play, side: str) -> None:
    """The units of this turn come off the track; those marked "England" go straight into the box (7.1.3)."""
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
        play.start("allied arrivals", ALLIED)


@once
def _reinforcements(look: StormingLook) -> Units:
    """Arrivals of this turn, and the units in England that did not come there in this very segment."""
    turn = look.position.turn
    just_come = sum(
        1 << unit
        for unit in look.position.stacks.get(ENGLAND, ())
        if look.counter(unit).entry_place == ENGLAND_BOX and look.counter(unit).entry_turn == turn
    )
    return look.in_place(ARRIVING, ALLIED) | look.in_place(ENGLAND, ALLIED) & ~just_come


class ReinforcementPlacing(AlliedPlacement):
    """Arrivals and units from the England Box are placed; whoever is not waits in England (7.1; R48, R63)."""

    name, rule = "allied arrivals", "7.1.3"
    waits_by = "7.1"
    anvil_dragoon, anvil_dragoon_by = "in an 'A-D' Entrance Hex on the Southeast edge", "7.1.3"
    choose = "Units in the England Box may enter: choose one, or go on."

    def pickable(self, look: StormingLook, frame: Arriving) -> Units:
        return _reinforcements(look)

    def away(self, look: StormingLook, frame: Arriving) -> Conditions:
        just_come = look.in_place(ENGLAND, ALLIED) & ~_reinforcements(look)
        yield ~just_come, "7.1.3", "{it} has come to England this turn and can enter from the next turn on"

    end = all_placed("End reinforcements", "the rest waits in England")


# Replacements


@automatic("allied replacements", "7.2.1")
def allied_replacements(play: Play, side: str) -> None:
    """Eliminated units come back from the track at full strength (7.2.1)."""
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
        play.start("allied replacement arrivals", ALLIED)
    else:
        play.clear("allied arrivals")


class ReplacementPlacing(AlliedPlacement):
    """Exactly like reinforcements; "A-D" units also with the 6th Army Group HQ (7.2.A)."""

    name, rule = "allied replacement arrivals", "7.2.A"
    waits_by = "7.2.A"
    anvil_dragoon = "in an 'A-D' Entrance Hex, or with the 6th Army Group HQ if it can receive units"
    anvil_dragoon_by = "7.2.A"

    def southern_gates(self, look: StormingLook, unit: int) -> Conditions:
        edge, hq = look.game.entrances[ANVIL_DRAGOON] & look.game.in_play, look.hexes_of((look.game.hq_6,))
        yield edge | hq, "7.2.A", "'A-D' units return by the 'A-D' hexes or with the 6th Army Group HQ"
        if hq:
            for hexes, case, why in headquarters(look, look.game.hq_6, "7.2.A", "the 6th Army Group HQ"):
                yield hexes | edge, case, why
            for bar in bars(look, unit):
                yield edge | ~bar.hexes, bar.rule, bar.why

    def over(self, play: Play, frame: Arriving) -> None:
        play.clear("allied arrivals")

    end = all_placed("End replacements", "no more replacements")

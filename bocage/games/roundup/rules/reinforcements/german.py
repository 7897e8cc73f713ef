"""German reinforcements from the cups (8.5) and, as an option, Kampfgruppen (15.19)."""

from __future__ import annotations

from typing import ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ...data import Cup
from ..combat.losses import members
from ..look import Play, RoundupLook
from ..movement.entering import enter
from ..position import ALLIED, DEAD, DRAWN, PLACES


class Drawing(Frame, frozen=True):
    """A cup is about to be drawn from."""

    step: ClassVar[str] = "draw reinforcements"
    side: str
    cup: str


class DrawReinforcements(Automatic[Drawing]):
    """Roll a die and draw so many units blindly; they must enter at once (8.5)."""

    name = "draw reinforcements"
    rule = "8.5"
    cup = ""

    def begin(self, play: Play, side: str) -> Drawing:
        return Drawing(side, self.cup)

    def run(self, play: Play, frame: Drawing) -> None:
        position, game = play.position, play.game
        cup: Cup = next(cup for cup in game.data.cups if cup.place == frame.cup)
        if position.turn < cup.first_turn or position.strategy not in cup.strategies:
            return
        place = -PLACES.index(cup.place) - 1
        if place not in position.stacks:
            return
        (die,) = play.roll()
        play.tell("cup", cup.rule, cup.place, die)
        for _ in range(die):
            stack = position.stacks.get(place)
            if not stack:
                break
            unit = stack[play.number(len(stack)) - 1]
            play.put(unit, DRAWN)
            play.tell("drawn", cup.rule, unit)
        play.push(Entering(frame.side))


def draw_steps() -> tuple[DrawReinforcements, ...]:
    """One step for each cup, so that the sequence of play can list them in the book's order."""
    steps = []
    for cup in ("first cup", "second cup", "italy cup", "russia cup"):
        step = type("Draw", (DrawReinforcements,), {"name": f"draw {cup}", "cup": cup})()
        steps.append(step)
    return tuple(steps)


class Entering(Frame, frozen=True):
    """Drawn units are waiting to enter."""

    step: ClassVar[str] = "entry"
    side: str
    acted: bool = False


class Entry(Automatic[Entering]):
    """Units that can enter must; the others are eliminated (8.5, R26)."""

    name = "entry"
    rule = "8.5"

    def run(self, play: Play, frame: Entering) -> None:
        position = play.position
        look = play.game.look(position)
        waiting = position.stacks.get(DRAWN, ())
        for unit in waiting:
            if entry_hexes(look, unit):
                play.push(Entering(frame.side, True))
                play.push(Arriving(frame.side, unit))
                return
        for unit in waiting:
            play.put(unit, DEAD)
            play.tell("cannot enter", "8.5", unit)
        if frame.acted:
            play.push(Settled(frame.side))


class Settled(Frame, frozen=True):
    """Everybody who was drawn has entered."""

    step: ClassVar[str] = "entry done"
    side: str


class EntryDone(Question[Settled]):
    """Dice follow: until the German goes on, the last placement stays open to undo."""

    name = "entry done"
    rule = "8.5"
    offers = ("end",)

    def keep(self, look: RoundupLook, frame: Settled) -> bool:
        return True

    def text(self, look: RoundupLook, frame: Settled) -> str:
        return "All drawn units have entered: go on, or take a placement back."

    def answer(self, play: Play, frame: Settled, action: Action) -> None:
        play.pop()


def entry_hexes(look: RoundupLook, unit: int) -> int:
    """Edge hexes where a drawn unit may be placed now."""
    return _free_of(look, unit, _right_edge_of(look, unit))


def _free_of(look: RoundupLook, unit: int, edge: int) -> int:
    """Those hexes of an edge where a unit may be placed now."""
    hexes = edge & ~look.position.allied_control & ~look.held(ALLIED)
    if look.game.counters[unit].type == "heavy_panzer":
        hexes &= ~look.game.no_heavy
    return look.room(unit, hexes)


class Arriving(Frame, frozen=True):
    """The German places a drawn unit, `hand`, on a map edge."""

    step: ClassVar[str] = "german reinforcements"
    side: str
    hand: UnitNumber


class GermanReinforcements(Question[Arriving]):
    """Drawn units are placed on their map edge, at no cost (8.5)."""

    name = "german reinforcements"
    rule = "8.5"
    offers = ("place arrival", "bring")

    def text(self, look: RoundupLook, frame: Arriving) -> str:
        waiting = len(look.position.stacks.get(DRAWN, ()))
        others = f"; {waiting - 1} more to come" if waiting > 1 else ""
        return f"Place {look.game.counters[frame.hand].name} on the {_edge_name(look, frame.hand)} edge{others}."

    def answer(self, play: Play, frame: Arriving, action: Action) -> None:
        position = play.position
        if action.verb == "bring":
            unit = next(unit for unit in position.stacks[DRAWN] if play.game.counters[unit].kind == action.index)
            play.swap(Arriving(frame.side, unit))
            return
        play.pop()
        play.tell("enters", "8.5", frame.hand, action.operand)
        enter(play, (frame.hand,), (action.index,))


def _right_edge_of(look: RoundupLook, unit: int) -> int:
    if look.position.rebuilt >> unit & 1:
        return look.game.german_edges  # 15.19: on any edge hex
    return look.game.data.edges[look.game.data.entry[look.game.counters[unit].pool]]


def _edge_name(look: RoundupLook, unit: int) -> str:
    if look.position.rebuilt >> unit & 1:
        return "East or South"
    return {"E": "East", "S": "South"}[look.game.data.entry[look.game.counters[unit].pool]]


def _right_edge(look: RoundupLook, frame: Arriving) -> int:
    return _right_edge_of(look, frame.hand)


def _explain_edge(look: RoundupLook, frame: Arriving, node: int) -> tuple[str, str]:
    counter = look.game.counters[frame.hand]
    edge = _edge_name(look, frame.hand)
    if look.position.rebuilt >> frame.hand & 1:
        return "15.19", f"{counter.name}, a Kampfgruppe, enters on the {edge} edge"
    rule = {"ITALY": "8.5.2", "RUSSIA": "8.5.3"}.get(counter.pool, "8.5.1")
    return rule, f"{counter.name} ({counter.pool}) enters on the {edge} edge"


def _no_allied_unit(look: RoundupLook, frame: Arriving) -> int:
    return ~look.held(ALLIED)


def _german_control(look: RoundupLook, frame: Arriving) -> int:
    return ~look.position.allied_control


def _heavy(look: RoundupLook, frame: Arriving) -> int:
    return ~look.game.no_heavy if look.game.counters[frame.hand].type == "heavy_panzer" else -1


def _room(look: RoundupLook, frame: Arriving) -> int:
    return look.room(frame.hand, _right_edge(look, frame))


def _explain_room(look: RoundupLook, frame: Arriving, node: int) -> tuple[str, str]:
    return look.stacking_rule((*look.position.stacks.get(node, ()), frame.hand))


def _drawn(look: RoundupLook, frame: Arriving) -> int:
    kinds = 0
    for unit in look.position.stacks.get(DRAWN, ()):
        kinds |= 1 << look.game.counters[unit].kind
    return kinds


def _other_kind(look: RoundupLook, frame: Arriving) -> int:
    return ~(1 << look.game.counters[frame.hand].kind)


def _has_room(look: RoundupLook, frame: Arriving) -> int:
    kinds = 0
    for unit in look.position.stacks.get(DRAWN, ()):
        if entry_hexes(look, unit):
            kinds |= 1 << look.game.counters[unit].kind
    return kinds


class Rebuilding(Frame, frozen=True):
    """The German may rebuild a lost mechanized division (15.19)."""

    step: ClassVar[str] = "kampfgruppe"
    side: str


class Kampfgruppe(Question[Rebuilding]):
    """Two points return one eliminated mechanized division, reduced, on an edge hex (15.19)."""

    name = "kampfgruppe"
    rule = "15.19"
    offers = ("rebuild", "end")

    def begin(self, play: Play, side: str) -> Rebuilding:
        return Rebuilding(side)

    def text(self, look: RoundupLook, frame: Rebuilding) -> str:
        return f"Rebuild a lost mechanized division as a Kampfgruppe ({look.position.kampfgruppe_points} points)?"

    def answer(self, play: Play, frame: Rebuilding, action: Action) -> None:
        play.pop()
        if action.verb == "end":
            return
        play.position.kampfgruppe_points -= play.rules.kampfgruppe_price
        play.set_steps(action.index, 1)
        play.put(action.index, DRAWN)
        play.position.rebuilt |= 1 << action.index
        play.tell("rebuilt", "15.19", action.index)
        play.push(Entering(frame.side))


def _points(look: RoundupLook, frame: Rebuilding) -> int:
    return -1 if look.position.kampfgruppe_points >= look.game.rules.kampfgruppe_price else 0


def _lost_mechanized(look: RoundupLook, frame: Rebuilding) -> int:
    dead = sum(1 << unit for unit in look.position.stacks.get(DEAD, ()))
    counters = look.game.counters
    divisions = dead & look.game.german_units & look.game.divisions
    return sum(1 << unit for unit in members(divisions) if counters[unit].mobility == "mech")


def _can_enter(look: RoundupLook, frame: Rebuilding) -> int:
    edges = look.game.german_edges
    return sum(1 << unit for unit in members(_lost_mechanized(look, frame)) if _free_of(look, unit, edges))


FRAMES = (Drawing, Entering, Settled, Arriving, Rebuilding)
STEPS = (*draw_steps(), DrawReinforcements(), Entry(), EntryDone(), GermanReinforcements(), Kampfgruppe())
OFFERS = {
    "place arrival": Offer(
        "place",
        "8.5",
        (
            Clause("edge", "8.5.1", "", _right_edge, _explain_edge),
            Clause("allied unit", "3.1", "an Allied unit is in {it}", _no_allied_unit),
            Clause(
                "control", "3.5", "reinforcements cannot enter on an edge hex under Allied control", _german_control
            ),
            Clause("heavy", "R34", "heavy panzers never enter polder", _heavy),
            Clause("room", "3.1.3", "", _room, _explain_room),
        ),
    ),
    "bring": Offer(
        "bring",
        "8.5",
        (
            Clause("drawn", "8.5", "no unit of this kind waits to enter", _drawn),
            Clause("hand", "8.5", "a unit of this kind is in hand already: say where it enters", _other_kind),
            Clause("room", "8.5", "there is no hex on its edge where {it} could enter", _has_room),
        ),
    ),
    "rebuild": Offer(
        "rebuild",
        "15.19",
        (
            Clause("points", "15.19", "there are not enough Kampfgruppe points", _points),
            Clause("lost", "15.19", "{it} is not an eliminated mechanized German division", _lost_mechanized),
            Clause("entry", "15.19", "there is no edge hex on which {it} could enter", _can_enter),
        ),
    ),
}

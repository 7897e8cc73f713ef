"""German reinforcements from the cups (8.5) and, as an option, Kampfgruppen (15.19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts.stacks import members
from bocage.rules import (
    DIE,
    HEXES,
    UNITS,
    WORD,
    Automatic,
    Conditions,
    Frame,
    HexSet,
    OfSide,
    Question,
    Sequencing,
    UnitNumber,
    event,
    going_on,
    offer,
    provided,
)

from ..look import Play, RoundupLook
from ..movement.entering import enter
from ..position import ALLIED, CUPS, DEAD, DRAWN, GERMAN, KINDS, PLACES

if TYPE_CHECKING:
    from ...game import Roundup


def _cup_words(game: Roundup, cup: str, die: int) -> str:
    return f"The Germans roll {die} for the {CUPS[cup]} cup."


rolled = event(
    "cup", "8.5", _cup_words,
    sort="dice", side=GERMAN, roll=lambda game, cup, die: f"{CUPS[cup]} cup", cup=WORD, die=DIE,
)  # fmt: skip
drawn = event("drawn", "8.5", "Drawn: {unit}.", sort="arrival", unit=UNITS)
entered = event("enters", "8.5", "{unit} enters at {at}.", sort="arrival", unit=UNITS, at=HEXES)
shut_out = event("cannot enter", "8.5", "{unit} cannot enter and is eliminated.", sort="loss", unit=UNITS)
rebuilt = event("rebuilt", "15.19", "{unit} is rebuilt as a Kampfgruppe.", sort="arrival", unit=UNITS)


class Drawing(Frame, frozen=True):
    """A cup is about to be drawn from."""

    side: str
    cup: str


class DrawReinforcements(Automatic[Drawing]):
    """Roll a die and draw so many units blindly; they must enter at once (8.5). No counter has the code 2E (R1)."""

    name, rule = "draw reinforcements", "8.5"

    def begin(self, play: Play, side: str) -> Drawing:
        row = play.position.top
        assert isinstance(row, Sequencing)
        return Drawing(side, row.row)  # each cup has its row, and that its name

    def run(self, play: Play, frame: Drawing) -> None:
        position, game = play.position, play.game
        cup = next(cup for cup in game.data.cups if cup.place == frame.cup)
        if position.turn < cup.first_turn or position.strategy not in cup.strategies:
            return
        place = -PLACES.index(cup.place) - 1
        if place not in position.stacks:
            return
        (die,) = play.roll()
        rolled(play, cup.place, die, rule=cup.rule)
        for _ in range(die):
            stack = position.stacks.get(place)
            if not stack:
                break
            unit = stack[play.number(len(stack)) - 1]
            play.put(unit, DRAWN)
            drawn(play, unit, rule=cup.rule)
        play.push(Entering(frame.side))


class Entering(Frame, frozen=True):
    """Drawn units are waiting to enter."""

    side: str
    acted: bool = False


class Entry(Automatic[Entering]):
    """Units that can enter must; the others are eliminated (8.5, R26)."""

    name, rule = "entry", "8.5"

    def run(self, play: Play, frame: Entering) -> None:
        look = play.look
        waiting = look.stack(DRAWN)
        for unit in waiting:
            if entry_hexes(look, unit):
                play.push(Entering(frame.side, True))
                play.push(Arriving(frame.side, unit))
                return
        for unit in waiting:
            play.put(unit, DEAD)
            shut_out(play, unit)
        if frame.acted:
            play.start("entry done", frame.side)


class EntryDone(Question[OfSide]):
    """Dice follow: until the German goes on, the last placement stays open to undo."""

    name, rule = "entry done", "8.5"

    kept = True

    asks = "All drawn units have entered: go on, or take a placement back."

    end = going_on("5.0")


def _edge(look: RoundupLook, unit: int) -> tuple[str, HexSet]:
    """The edge on which a drawn unit enters: what its code says (R2); a Kampfgruppe on either (15.19)."""
    game = look.game
    if look.position.rebuilt >> unit & 1:
        return "East or South", game.german_edges
    letter = game.data.entry[game.counters[unit].pool]
    return {"E": "East", "S": "South"}[letter], game.data.edges[letter]


def _why_edge(look: RoundupLook, unit: int) -> tuple[str, str]:
    counter, (edge, _) = look.game.counters[unit], _edge(look, unit)
    if look.position.rebuilt >> unit & 1:
        return "15.19", f"{counter.name}, a Kampfgruppe, enters on the {edge} edge"
    rule = {"ITALY": "8.5.2", "RUSSIA": "8.5.3"}.get(counter.pool, "8.5.1")
    return rule, f"{counter.name} ({counter.pool}) enters on the {edge} edge"


def _free_of(look: RoundupLook, unit: int, edge: HexSet) -> HexSet:
    """Those hexes of an edge where a unit may be placed now; an empty beachhead there bars nobody (R46)."""
    hexes = edge & ~look.position.allied_control & ~look.held(ALLIED)
    if look.game.heavies >> unit & 1:
        hexes &= ~look.game.no_heavy
    return look.room(unit, hexes)


def entry_hexes(look: RoundupLook, unit: int) -> HexSet:
    """Edge hexes where a drawn unit may be placed now."""
    return _free_of(look, unit, _edge(look, unit)[1])


class Arriving(Frame, frozen=True):
    """The German places a drawn unit, `hand`, on a map edge."""

    side: str
    hand: UnitNumber


class GermanReinforcements(Question[Arriving]):
    """Drawn units are placed on their map edge, at no cost (8.5)."""

    name, rule = "german reinforcements", "8.5"

    def text(self, look: RoundupLook, frame: Arriving) -> str:
        waiting = len(look.stack(DRAWN))
        others = f"; {waiting - 1} more to come" if waiting > 1 else ""
        return f"Place {look.game.counters[frame.hand].name} on the {_edge(look, frame.hand)[0]} edge{others}."

    @offer("place", HEXES, "8.5")
    def place(self, look: RoundupLook, frame: Arriving) -> Conditions:
        game, unit = look.game, frame.hand
        edge = _edge(look, unit)[1]
        yield edge, "8.5.1", lambda node: _why_edge(look, unit)
        yield ~look.held(ALLIED), "3.1", "an Allied unit is in {it}"
        control = look.position.allied_control
        yield ~control, "3.5", "reinforcements cannot enter on an edge hex under Allied control"
        if game.heavies >> unit & 1:
            yield ~game.no_heavy, "R34", "heavy panzers never enter polder"
        yield look.room(unit, edge), "3.1.3", lambda node: look.stacking_rule(node, unit)

    @place.does
    def _(self, play: Play, frame: Arriving, node: int) -> None:
        play.pop()
        entered(play, frame.hand, node)
        enter(play, (frame.hand,), (node,))

    @offer("bring", KINDS, "8.5")
    def bring(self, look: RoundupLook, frame: Arriving) -> Conditions:
        drawn = look.stack(DRAWN)
        yield look.kinds(drawn), "8.5", "no unit of this kind waits to enter"
        in_hand = look.kinds([frame.hand])
        yield ~in_hand, "8.5", "a unit of this kind is in hand already: say where it enters"
        able = look.kinds([unit for unit in drawn if entry_hexes(look, unit)])
        yield able, "8.5", "there is no hex on its edge where {it} could enter"

    @bring.does
    def _(self, play: Play, frame: Arriving, kind: int) -> None:
        counters = play.game.counters
        unit = next(unit for unit in play.position.stacks[DRAWN] if counters[unit].kind == kind)
        play.swap(Arriving(frame.side, unit))


class Kampfgruppe(Question[OfSide]):
    """Two points return one eliminated mechanized division, reduced, on an edge hex (15.19)."""

    name, rule = "kampfgruppe", "15.19"

    def text(self, look: RoundupLook, frame: OfSide) -> str:
        return f"Rebuild a lost mechanized division as a Kampfgruppe ({look.position.kampfgruppe_points} points)?"

    @offer("rebuild", UNITS, "15.19")
    def rebuild(self, look: RoundupLook, frame: OfSide) -> Conditions:
        game = look.game
        enough = look.position.kampfgruppe_points >= game.rules.kampfgruppe_price
        yield provided(enough), "15.19", "there are not enough Kampfgruppe points"
        dead = sum(1 << unit for unit in look.stack(DEAD)) & game.german_units & game.divisions
        lost = [unit for unit in members(dead) if game.counters[unit].mobility == "mech"]
        yield sum(1 << unit for unit in lost), "15.19", "{it} is not an eliminated mechanized German division"
        able = sum(1 << unit for unit in lost if _free_of(look, unit, game.german_edges))
        yield able, "15.19", "there is no edge hex on which {it} could enter"

    @rebuild.does
    def _(self, play: Play, frame: OfSide, unit: int) -> None:
        play.pop()
        play.position.kampfgruppe_points -= play.game.rules.kampfgruppe_price
        play.set_steps(unit, 1)
        play.put(unit, DRAWN)
        play.position.rebuilt |= 1 << unit
        rebuilt(play, unit)
        play.push(Entering(frame.side))

    end = going_on("5.0")

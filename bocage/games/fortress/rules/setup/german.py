"""The German set-up: districts, named cities, beaches, free units, and those that are hidden (3.3, 31.7, 31.8)."""

from __future__ import annotations

from bocage.parts.placing import Placing, picking, placing
from bocage.parts.questions import InHand
from bocage.rules import HEXES, PLAIN, UNITS, Conditions, Units, event, offer, provided

from ..look import FortressLook, Play, members
from ..movement.districts import NAMES
from ..position import GERMAN, HAND
from . import boxes, hiding, suggestion
from .boxes import FREE
from .places import box_at, set_up, suited, with_room

placed = event("set up", "3.3", "{unit} is set up at {node}.", sort="arrival", unit=UNITS, node=HEXES)
hides = event("hidden", "3.3", "{unit} is hidden.", unit=UNITS)
shows = event("not hidden", "3.3", "{unit} is not hidden.", unit=UNITS)
as_suggested = event(
    "set up as suggested", "3.3", lambda game, units: f"{len(units)} units are set up as suggested.",
    sort="arrival", units=UNITS,
)  # fmt: skip
over = event("german set-up over", "3.3", "The Germans have set up.", side=GERMAN)


def _any_box(look: FortressLook, frame: InHand) -> bool:
    return look.game.rules.any_box


def _decoys(look: FortressLook, frame: InHand) -> bool:
    return look.game.rules.decoys_for_hidden


class GermanSetUp(Placing[InHand]):
    """Units are placed in their districts, cities or anywhere, behind a screen that falls at the end (3.3)."""

    name, rule = "german set-up", "3.3"

    def begin(self, play: Play, side: str) -> InHand:
        game = play.game
        if not game.rules.any_box:
            for unit in members(boxes.starters(game)):
                where = game.counters[unit].start
                if where in game.board.index:
                    set_up(play, unit, game.board.index[where], "")
                    placed(play, unit, game.board.index[where], eyes=(GERMAN,))
        return self.next_hand(play, super().begin(play, side))

    def waiting(self, look: FortressLook, frame: InHand) -> Units:
        return look.in_place(HAND)

    def where(self, look: FortressLook, frame: InHand) -> str:
        box = look.counter(frame.hand).start
        if look.game.rules.any_box or box == FREE:
            return "anywhere"
        where = f"in the {NAMES[box]} district"
        return f"on a beach {where}" if look.counter(frame.hand).coastal else where

    def idle(self, look: FortressLook, frame: InHand) -> str:
        return "All units are set up: end the set-up, hide units, or pick one to move it."

    def warnings(self, look: FortressLook, frame: InHand) -> list[str]:
        left = hiding.still_hideable(look)
        if look.in_place(HAND) or look.game.rules.decoys_for_hidden or not left:
            return []
        return [f"{left} more units may be hidden (3.3, ruling R58)"]

    @placing("place", "3.3", "Set it up here", "pick first which unit is set up")
    def place(self, look: FortressLook, frame: InHand) -> Conditions:
        unit, counter = frame.hand, look.counter(frame.hand)
        yield from suited(look, unit)
        if look.game.rules.any_box:
            full = "all boxes of {it} are filled: 'free' sets a free unit up there"
            yield boxes.open_boxes(look, 1 << unit), "31.8", full
        elif counter.start != FREE:
            where = f"{counter.name} is set up in the {NAMES.get(counter.start, '')} Military District"
            yield boxes.ground(look.game, counter.start), "3.3", where
        yield with_room(look, unit), "6.1", "{it} holds no more units"

    @place.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        set_up(play, frame.hand, node, box_at(play.look, frame.hand, node))
        placed(play, frame.hand, node, eyes=(GERMAN,))
        play.swap(self.next_hand(play, frame))

    @offer("free", HEXES, "31.8", "Set it up here as a free unit", when=_any_box)
    def free(self, look: FortressLook, frame: InHand) -> Conditions:
        yield provided(frame.hand >= 0), "31.8", "pick first which unit is set up"
        yield from suited(look, frame.hand)
        left = boxes.sizes(look.game)[FREE] - boxes.taken(look, 1 << frame.hand)[FREE]
        yield provided(left > 0), "31.8", "there are no more boxes for free units"
        yield with_room(look, frame.hand), "6.1", "{it} holds no more units"

    @free.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        set_up(play, frame.hand, node, FREE)
        placed(play, frame.hand, node, eyes=(GERMAN,), rule="31.8")
        play.swap(self.next_hand(play, frame))

    @picking("pick", "3.3")
    def pick(self, look: FortressLook, frame: InHand) -> Conditions:
        game = look.game
        yield game.side_units[GERMAN], "3.3", "the Germans set up first"
        yield boxes.starters(game), "2.2", "{it} does not begin on the map"
        if not game.rules.any_box:
            fixed = look.units_in(boxes.city_boxes(game), GERMAN) & _of_cities(look)
            yield ~fixed, "3.3", lambda unit: f"{game.counters[unit].name} begins in its city and stays there"

    @offer("hide", UNITS, "3.3")
    def hide(self, look: FortressLook, frame: InHand) -> Conditions:
        yield look.position.on_board, "3.3", "{it} is not on the map yet"
        yield ~look.position.hidden, "3.3", "{it} is hidden already"
        yield from hiding.hideable(look)

    @hide.does
    def _(self, play: Play, frame: InHand, unit: int) -> None:
        play.position.hidden |= 1 << unit
        hides(play, unit, eyes=(GERMAN,))

    @offer("show", UNITS, "3.3")
    def show(self, look: FortressLook, frame: InHand) -> Conditions:
        yield look.position.hidden, "3.3", "{it} is not hidden"

    @show.does
    def _(self, play: Play, frame: InHand, unit: int) -> None:
        play.position.hidden &= ~(1 << unit)
        shows(play, unit, eyes=(GERMAN,))

    @offer("blank", HEXES, "31.7", "Lay a blank counter under a decoy here", when=_decoys)
    def blank(self, look: FortressLook, frame: InHand) -> Conditions:
        yield look.game.land & ~look.game.dyke, "31.7", "{it} is no land hex"
        left = hiding.blanks_left(look)
        yield provided(left > 0), "31.7", "all blank counters lie on the map"

    @blank.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        hiding.lay_blank(play, node)

    @offer("unblank", HEXES, "31.7", "Take a blank counter away", when=_decoys)
    def unblank(self, look: FortressLook, frame: InHand) -> Conditions:
        board = look.game.board
        yield board.set(look.position.blanks), "31.7", "there is no blank counter in {it}"

    @unblank.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        hiding.take_blank(play, node)

    @offer("suggested", PLAIN, "3.3", words="set up all that is left as suggested; it can still be moved")
    def suggested(self, look: FortressLook, frame: InHand) -> Conditions:
        yield bool(look.in_place(HAND)) or not hiding.complete(look), "3.3", "all units are set up"

    @suggested.does
    def _(self, play: Play, frame: InHand, _: int) -> None:
        as_suggested(play, suggestion.follow(play), eyes=(GERMAN,))
        play.swap(self.next_hand(play, frame))

    @offer("end", PLAIN, "3.3", "The set-up is complete", "the set-up is complete")
    def end(self, look: FortressLook, frame: InHand) -> Conditions:
        left = look.in_place(HAND)
        more = f"{left.bit_count()} units are still to be set up; 'suggested' sets them up as suggested"
        yield not left, "3.3", more
        yield hiding.complete(look), "31.7", hiding.lacking_decoys(look)

    @end.does
    def _(self, play: Play, frame: InHand, _: int) -> None:
        play.pop()
        hiding.lay_markers(play)
        play.looked()  # the screen falls, and the Allies look at the map
        over(play)


def _of_cities(look: FortressLook) -> Units:
    game = look.game
    return sum(1 << unit for unit in members(boxes.starters(game)) if game.counters[unit].start in game.board.index)

"""The German set-up: districts, named cities, beaches, free units, and those that are hidden (3.3, 31.7, 31.8)."""

from __future__ import annotations

from collections import Counter

from bocage.parts.placing import Placing, picking, placing
from bocage.parts.questions import InHand
from bocage.rules import HEXES, PLAIN, UNITS, Conditions, HexSet, Units, event, met, offer, provided, pure

from ...data import tables
from ..look import Fortress, FortressLook, Play, members, union
from ..movement.districts import NAMES, district_at, ground_of
from ..position import GERMAN, HAND

FREE = "free"  # the box of units that are set up anywhere

placed = event("set up", "3.3", "{unit} is set up at {node}.", sort="arrival")
hides = event("hidden", "3.3", "{unit} is hidden.")
shows = event("not hidden", "3.3", "{unit} is not hidden.")
laid = event("blank laid", "31.7", "A blank counter lies under a decoy at {node}.")
taken_away = event("blank taken", "31.7", "A blank counter is taken away from {node}.")
as_suggested = event(
    "set up as suggested", "3.3", lambda game, units: f"{len(units)} units are set up as suggested.",
    sort="arrival", units=UNITS,
)  # fmt: skip
over = event("german set-up over", "3.3", "The Germans have set up.", side=GERMAN)


# Boxes of the display: how many there are, and the ground of each


@pure(2)
def sizes(game: Fortress, units: Units) -> dict[str, int]:
    """How many boxes of each kind these units have: district, hex of a city, or free."""
    return Counter(game.counters[unit].start for unit in members(units))


@pure(16)
def ground(game: Fortress, box: str) -> HexSet:
    """Where the units of a box are set up."""
    if box in game.board.index:
        return 1 << game.board.index[box]
    return game.land & ~game.dyke & (-1 if box == FREE else ground_of(game, (box,)))


def suited(look: FortressLook, unit: int) -> Conditions:
    """Ground on which a unit may be set up at all."""
    game, counter = look.game, look.counter(unit)
    yield ground(game, FREE), "3.3", "units are set up on land"
    if counter.coastal:
        beaches = game.data.beaches | game.isle
        yield beaches, "22.1", "coastal defense units are set up on beaches, and {it} is none"
    if not counter.mountain:
        yield ~game.data.terrain["alpine"], "8.4", "only mountain units may be in alpine hexes"


def places(look: FortressLook, unit: int, box: str) -> HexSet:
    """The ground of a box, as far as it suits a unit."""
    return met(suited(look, unit)) & ground(look.game, box)


def filled(look: FortressLook, without: Units = 0) -> dict[str, Units]:
    """Who fills the boxes of each kind (31.8): the frozen those of districts, one other that of a city."""
    game, position = look.game, look.position
    found = dict.fromkeys(sizes(game, game.starters), 0)
    for unit in members(game.starters & position.on_board & ~without):
        at = position.units[unit].at
        label = game.board.labels[at]
        frozen, city = position.frozen >> unit & 1, not found.get(label, 1)
        found[district_at(game).get(at, "") if frozen else label if city else FREE] |= 1 << unit
    return found


def empty(look: FortressLook, unit: int) -> list[str]:
    """Kinds of boxes that a unit may still fill: its own, or with 31.8 any that is empty."""
    game = look.game
    if not game.rules.any_box:
        return [game.counters[unit].start]
    size, used = sizes(game, game.starters), filled(look, 1 << unit)
    return [box for box, units in used.items() if units.bit_count() < size[box]]


def set_up(play: Play, unit: int, node: int, box: str) -> None:
    """Put a unit of the set-up in its place: those of districts are frozen (9.1), those of cities and free ones not."""
    position, game, bit = play.position, play.game, 1 << unit
    play.put(unit, node)
    position.frozen = position.frozen | bit if box in game.data.districts else position.frozen & ~bit
    if game.rules.any_box and not game.rules.decoys_for_hidden:
        position.hidden &= ~bit  # what may be hidden is a matter of its box
    italian = game.data.zones["italian_cities"] >> node & 1 and box not in (FREE, *game.data.districts)
    position.of_italy = position.of_italy | bit if italian else position.of_italy & ~bit


def hideable(look: FortressLook) -> Conditions:
    """Who may be hidden now: nine units at most, or nine under decoys (31.7)."""
    game, rules, hidden = look.game, look.game.rules, look.position.hidden
    if rules.decoys_for_hidden:
        most = rules.numbers["decoy_units"]
        yield game.starters, "31.7", "{it} is not set up before the game"
        yield provided(hidden.bit_count() < most), "31.7", f"{most} units lie under decoys already"
    elif not rules.any_box:
        yield game.hideable, "9.4", "{it} is not one of the nine units that may be hidden"
    else:
        for box, units in filled(look).items():
            most = sizes(game, game.hideable).get(box, 0)
            full = (units & hidden).bit_count() >= most
            told = f"{most} units of its kind of box may be hidden" if most else "no unit of its box may be hidden"
            yield ~units if full else -1, "31.8", told


def lacking(look: FortressLook) -> tuple[int, int]:
    """Blank counters and units that are still to be laid under decoys, where these stand for hidden units (31.7)."""
    numbers, position = look.game.rules.numbers, look.position
    if not look.game.rules.decoys_for_hidden:
        return 0, 0
    blanks = numbers["decoy_blanks"] - sum(position.blanks.values())
    return blanks, numbers["decoy_units"] - position.hidden.bit_count()


class GermanSetUp(Placing[InHand], name="german set-up", rule="3.3"):
    """Units are placed in their districts, cities or anywhere, behind a screen that falls at the end (3.3)."""

    def begin(self, play: Play, side: str) -> InHand:
        game = play.game
        for unit in members(0 if game.rules.any_box else game.of_cities):
            node = game.board.index[game.counters[unit].start]
            set_up(play, unit, node, "")
            placed(play, unit, node, eyes=(GERMAN,))
        return self.next_hand(play, super().begin(play, side))

    def waiting(self, look: FortressLook, frame: InHand) -> Units:
        return look.in_place(HAND)

    def where(self, look: FortressLook, frame: InHand) -> str:
        counter = look.counter(frame.hand)
        if look.game.rules.any_box or counter.start == FREE:
            return "anywhere"
        return f"{'on a beach ' if counter.coastal else ''}in the {NAMES[counter.start]} district"

    asks = "All units are set up: end the set-up, hide units, or pick one to move it."

    def warnings(self, look: FortressLook, frame: InHand) -> list[str]:
        left = look.game.rules.numbers["hidden_units"] - look.position.hidden.bit_count()
        quiet = look.in_place(HAND) or look.game.rules.decoys_for_hidden or left <= 0
        return [] if quiet else [f"{left} more units may be hidden (3.3, ruling R58)"]

    @placing("place", "3.3", "Set it up here", "pick first which unit is set up")
    def place(self, look: FortressLook, frame: InHand) -> Conditions:
        game, unit = look.game, frame.hand
        yield from suited(look, unit)
        if game.rules.any_box:
            open_hexes = union(ground(game, box) for box in empty(look, unit) if box != FREE)
            yield open_hexes, "31.8", "all boxes of {it} are filled: 'free' sets a free unit up there"
        elif (box := look.counter(unit).start) != FREE:
            where = f"{look.counter(unit).name} is set up in the {NAMES.get(box, '')} Military District"
            yield ground(game, box), "3.3", where
        yield look.room(unit, game.board.all), "6.1", "{it} holds no more units"

    @place.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        found, label = empty(play.look, frame.hand), play.game.board.labels[node]
        if play.game.rules.any_box:
            found = [label if label in found else district_at(play.game)[node]]
        set_up(play, frame.hand, node, found[0])
        placed(play, frame.hand, node, eyes=(GERMAN,))
        play.swap(self.next_hand(play, frame))

    @offer("free", HEXES, "31.8", "Set it up here as a free unit", when=lambda look, frame: look.game.rules.any_box)
    def free(self, look: FortressLook, frame: InHand) -> Conditions:
        yield provided(frame.hand >= 0), "31.8", "pick first which unit is set up"
        yield from suited(look, frame.hand)
        yield provided(FREE in empty(look, frame.hand)), "31.8", "there are no more boxes for free units"
        yield look.room(frame.hand, look.game.board.all), "6.1", "{it} holds no more units"

    @free.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        set_up(play, frame.hand, node, FREE)
        placed(play, frame.hand, node, eyes=(GERMAN,), rule="31.8")
        play.swap(self.next_hand(play, frame))

    @picking("pick", "3.3")
    def pick(self, look: FortressLook, frame: InHand) -> Conditions:
        game = look.game
        yield game.side_units[GERMAN], "3.3", "the Germans set up first"
        yield game.starters, "2.2", "{it} does not begin on the map"
        if not game.rules.any_box:
            yield ~game.of_cities, "3.3", "{it} begins in its city and stays there"

    @offer("hide", UNITS, "3.3")
    def hide(self, look: FortressLook, frame: InHand) -> Conditions:
        yield look.position.on_board, "3.3", "{it} is not on the map yet"
        yield ~look.position.hidden, "3.3", "{it} is hidden already"
        yield from hideable(look)

    hide.marks("hidden", hides, eyes=(GERMAN,))

    @offer("show", UNITS, "3.3")
    def show(self, look: FortressLook, frame: InHand) -> Conditions:
        yield look.position.hidden, "3.3", "{it} is not hidden"

    show.unmarks("hidden", shows, eyes=(GERMAN,))

    @offer("blank", HEXES, "31.7", "Lay a blank counter here", when=lambda look, _: look.game.rules.decoys_for_hidden)
    def blank(self, look: FortressLook, frame: InHand) -> Conditions:
        yield ground(look.game, FREE), "31.7", "{it} is no land hex"
        yield provided(lacking(look)[0] > 0), "31.7", "all blank counters lie on the map"

    blank.does(lambda step, play, frame, node: lay_blank(play, node))

    @offer("unblank", HEXES, "31.7", "Take a blank away", when=lambda look, _: look.game.rules.decoys_for_hidden)
    def unblank(self, look: FortressLook, frame: InHand) -> Conditions:
        yield look.game.board.set(look.position.blanks), "31.7", "there is no blank counter in {it}"

    @unblank.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.position.blanks = dict(Counter(play.position.blanks) - Counter([play.game.board.labels[node]]))
        taken_away(play, node, eyes=(GERMAN,))

    @offer("suggested", PLAIN, "3.3", words="set up all that is left as suggested; it can still be moved")
    def suggested(self, look: FortressLook, frame: InHand) -> Conditions:
        yield bool(look.in_place(HAND)) or any(lacking(look)), "3.3", "all units are set up"

    @suggested.does
    def _(self, play: Play, frame: InHand, _: int) -> None:
        follow(play)
        as_suggested(play, tuple(members(play.game.starters)), eyes=(GERMAN,))
        play.swap(self.next_hand(play, frame))

    @offer("end", PLAIN, "3.3", "The set-up is complete", "the set-up is complete")
    def end(self, look: FortressLook, frame: InHand) -> Conditions:
        left = look.in_place(HAND).bit_count()
        yield not left, "3.3", f"{left} units are still to be set up; 'suggested' sets them up as suggested"
        blanks, units = lacking(look)
        told = f"{blanks} blank counters and {units} units are still to be laid under decoys"
        yield not (blanks or units), "31.7", told

    @end.does
    def _(self, play: Play, frame: InHand, _: int) -> None:
        play.pop()
        position, labels = play.position, play.game.board.labels
        if play.rules.decoys_for_hidden:  # everybody sees where decoys lie, and nobody what is under them
            lies = Counter(labels[position.units[unit].at] for unit in members(position.hidden))
            position.markers = dict(sorted((lies + Counter(position.blanks)).items()))
        play.looked()  # the screen falls, and the Allies look at the map
        over(play)


def lay_blank(play: Play, node: int) -> None:
    """A blank counter comes under a decoy (31.7)."""
    play.position.blanks = dict(Counter(play.position.blanks) + Counter([play.game.board.labels[node]]))
    laid(play, node, eyes=(GERMAN,))


# The suggested set-up


def follow(play: Play) -> None:
    """Set up whoever is in hand as `suggested_setup.csv` says, or as near to it as there is room.

    If what the player has done leaves no place for somebody, everybody is set up as suggested. Decoys are laid too.
    """
    if not _all_placed(play):
        for unit in members(play.game.starters):
            play.take_off(unit, HAND)
        assert _all_placed(play), "the suggested set-up can be followed from the beginning"
    position = play.position
    _, left = lacking(play.look)
    for unit in members(met(hideable(play.look)) & position.on_board & ~position.hidden)[:left]:
        position.hidden |= 1 << unit
    for node in play.game.board.nodes(play.game.data.zones["blanks"]):
        if lacking(play.look)[0]:
            lay_blank(play, node)


def _all_placed(play: Play) -> bool:
    game, position = play.game, play.position
    for row in game.data.tables[tables.SUGGESTED_SETUP]:
        unit = game.unit_numbers[row.unit]
        if position.units[unit].at == HAND:
            found = _spot(play.look, unit, game.board.index[row.hex])
            if found is None:
                return False
            set_up(play, unit, *found)
            if row.state == "hidden" and met(hideable(play.look)) >> unit & 1:
                position.hidden |= 1 << unit
    return True


def _spot(look: FortressLook, unit: int, wanted: int) -> tuple[int, str] | None:
    """The hex suggested for a unit or the nearest one that it may have, and the box that it fills."""
    board, printed = look.game.board, look.counter(unit).start
    for box in sorted(empty(look, unit), key=lambda box: (box != printed, box == FREE)):
        if near := board.nodes(look.room(unit, places(look, unit, box))):
            return min(near, key=lambda node: (board.distance(node, wanted), node)), box
    return None

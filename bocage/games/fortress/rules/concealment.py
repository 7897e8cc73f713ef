"""What a side may not know: hidden units (3.3), what lies under decoys (31.6, 31.7), objectives (32.1)."""

from __future__ import annotations

from collections import Counter
from random import Random

from msgspec.structs import fields

from bocage.engine.play import index_units
from bocage.parts.concealment import cover, tell_covered, withhold
from bocage.parts.questions import Acted, Acting
from bocage.rules import UNITS, Conditions, Event, HexSet, Sequencing, Unit, Units, event, going_on, offer, provided

from .look import Fortress, FortressLook, Play, members
from .objectives import wanted, whole_list
from .position import ALLIED, GERMAN, HAND, UNKNOWN, FortressPosition
from .setup import german

SCREENED = ("german set-up", "decoys at the set-up")  # rows of the set-up that the Germans play behind a screen

appears = event("hidden unit", "3.7", "{unit} was hidden at {node}.", sort="arrival")
blanks_off = event("blanks", "31.7", "Nothing but blank counters lay at {nodes}.")
covers = event("covered", "31.6", "{unit} is covered by a decoy.")
bared = event("decoy taken off", "31.6", "{unit} is under no decoy any more.")
uncovers = event("uncovered", "31.6", "The unit under the decoy at {node} is {unit}.")


def seen(game: Fortress, position: FortressPosition, side: str | None) -> FortressPosition:
    """The position as a side or a spectator may know it: nothing of what the Germans set up behind their screen.

    Later hidden units are nowhere, and strangers stand for those under decoys.
    """
    if position.outcome is not None:
        return position
    picks = bool(position.picks) and not position.picks_shown
    screen = side != GERMAN and behind_a_screen(position)
    covered = side != GERMAN and bool(position.hidden or position.decoys or position.blanks)
    if not (picks or covered or screen):
        return position
    shown = position.copy()
    if picks:
        shown.picks = {who: numbers for who, numbers in position.picks.items() if who == side}
    if screen:
        shown.markers = {}
    if screen or covered:
        shown.blanks = {}
        withheld = game.starters if screen else position.hidden
        if withheld:
            withhold(game, shown, withheld, UNKNOWN)
        if shown.decoys:
            shown.decoys = cover(game, shown, shown.decoys, UNKNOWN, game.first_stranger)
        if screen or shown.decoys:  # nobody sees what the Germans have in hand, nor whether they have acted yet
            for number, frame in enumerate(shown.frames):
                if getattr(frame, "side", "") == GERMAN:
                    blank = {field.name: field.default for field in fields(frame) if field.name in ("hand", "acted")}
                    shown.frames[number] = frame.but(**blank)
    return shown


def acts_unseen(position: FortressPosition, side: str) -> bool:
    """May a side do something that nobody else notices: write objectives, or set up behind its screen?"""
    writing = bool(position.frames) and position.frames[-1].step == "objectives"
    return writing or (side == GERMAN and behind_a_screen(position))


def behind_a_screen(position: FortressPosition) -> bool:
    """Are the Germans setting up?"""
    return any(isinstance(frame, Sequencing) and frame.row in SCREENED for frame in position.frames)


def lay_open(play: Play) -> Units:
    """Hidden units come on the map, decoys and blanks come off it (3.7, 31.7, R119): who appears."""
    position, game = play.position, play.game
    found = position.hidden
    play.looked()
    for unit in members(found):
        appears(play, unit, position.units[unit].at, rule="31.7" if position.markers else "3.7")
    if position.blanks:
        blanks_off(play, tuple(game.board.index[label] for label in position.blanks))
    position.hidden, position.blanks, position.markers = 0, {}, {}
    return found


# Decoys in Germany (31.6, ruling R118): they cover single units until somebody comes near


def watched(look: FortressLook) -> HexSet:
    """Hexes within five of an Allied unit."""
    board, hexes = look.game.board, look.occupied(ALLIED)
    for _ in range(look.game.rules.numbers["decoy_range"]):
        hexes |= board.step(hexes)
    return hexes


def check(play: Play) -> None:
    """Somebody has come to another hex: decoys come off out of Germany, or with an Allied unit within five hexes."""
    position = play.position
    if position.decoys:
        safe = play.game.data.germany & ~watched(play.look)
        for unit in members(position.decoys & ~play.look.units_in(safe, GERMAN)):
            play.looked()
            position.decoys &= ~(1 << unit)  # it is free for use again
            uncovers(play, position.units[unit].at, unit)


def told(game: Fortress, position: FortressPosition, line: Event) -> tuple[Event, ...]:
    """What happens to units under decoys is told to the Germans by name, and to the Allies of strangers."""
    return tell_covered(game, position, position.decoys, game.first_stranger, line, GERMAN)


def free_decoys(look: FortressLook) -> int:
    """Decoys that lie on nothing, neither here nor in the place of hidden units (31.7)."""
    used = look.position.decoys.bit_count() + sum(look.position.markers.values())
    return look.game.rules.numbers["decoys"] - used


class Decoys(Acting[Acted], name="decoys", rule="31.6"):
    """At the set-up and at the beginning of a German player turn decoys are put on or taken off (ruling R118)."""

    kept = True  # whether there is anything to cover is for the Germans to know

    def text(self, look: FortressLook, frame: Acted) -> str:
        return f"Cover units in Germany with decoys, or go on: {free_decoys(look)} are left."

    @offer("mask", UNITS, "31.6", "Cover it with a decoy")
    def mask(self, look: FortressLook, frame: Acted) -> Conditions:
        position, game = look.position, look.game
        yield game.side_units[GERMAN] & game.land_units, "31.6", "only German units are covered"
        yield position.on_board, "31.6", "{it} is not on the map"
        yield ~position.hidden, "31.6", "{it} is hidden"
        yield ~position.decoys, "31.6", "{it} is under a decoy already"
        yield look.units_in(game.data.germany, GERMAN), "31.6", "{it} is not in Germany"
        yield ~look.units_in(watched(look), GERMAN), "31.6", "an Allied unit is within five hexes of {it}"
        yield provided(free_decoys(look) > 0), "31.6", "all decoys are in use"

    mask.marks("decoys", covers, eyes=(GERMAN,))

    @offer("unmask", UNITS, "31.6", "Take its decoy off")
    def unmask(self, look: FortressLook, frame: Acted) -> Conditions:
        yield look.position.decoys, "31.6", "{it} is under no decoy"

    unmask.unmarks("decoys", bared, eyes=(GERMAN,))
    end = going_on("31.6", "No more decoys")


# Secrets dealt anew, for whoever plays on in his head


def redeal(game: Fortress, seen: FortressPosition, side: str, random: Random) -> FortressPosition:
    """One of the positions that may lie behind what a side sees: it looks to that side exactly like this one."""
    position = seen.copy()
    for number, frame in enumerate(position.frames):
        if frame.step == "objectives":  # while the others write objectives, any seven might be done
            position.frames[number] = frame.but(side="")
    if game.rules.objectives and not position.picks_shown:
        for other in game.sides:
            if other != side:
                picked = random.sample(whole_list(game, other), wanted(game))
                position.picks = {**position.picks, other: tuple(sorted(picked))}
    if side != GERMAN:
        strangers = [unit.at for unit in position.units[game.first_stranger :]]
        del position.units[game.first_stranger :]
        unknown = list(position.stacks.get(UNKNOWN, ()))
        if behind_a_screen(position):
            for unit in unknown:
                position.units[unit] = Unit(HAND, game.counters[unit].steps)
        else:
            random.shuffle(unknown)
            under = {unknown.pop(): node for node in strangers}  # anybody may stand under any decoy (31.6)
            for unit, node in under.items():
                position.units[unit] = Unit(node, game.counters[unit].steps)
            position.decoys = sum(1 << unit for unit in under)
            _deal_hidden(game, position, unknown, random)
        index_units(game, position)
    return position


def _deal_hidden(game: Fortress, position: FortressPosition, unknown: list[int], random: Random) -> None:
    """Hidden units may be anywhere where they could be set up; with markers on the map, under these (3.3, 31.7)."""
    left = list(Counter(position.markers).elements())
    random.shuffle(left)
    for unit in sorted(unknown):
        look, box = game.look(position), game.counters[unit].start
        places = german.places(look, unit, german.FREE if game.rules.any_box else box)
        room = look.room(unit, places & ~look.occupied(ALLIED)) or places
        if left:
            label = next((label for label in left if room >> game.board.index[label] & 1), left[0])
            left.remove(label)
            node = game.board.index[label]
        else:
            node = random.choice(game.board.nodes(room))
        position.units[unit] = Unit(node, game.counters[unit].steps)
        position.hidden |= 1 << unit
        if box in game.data.districts and not position.released and box not in position.invaded_districts:
            position.frozen |= 1 << unit
        index_units(game, position)
    position.blanks = dict(Counter(position.blanks) + Counter(left))

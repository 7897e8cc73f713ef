"""Final Battles: the units that are set up on the map (3.4.A.6, 9, 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Conditions,
    Frame,
    HexSet,
    Place,
    Question,
    UnitNumber,
    Units,
    event,
    listed,
    offer,
    once,
    provided,
    pure,
)

from ..look import Play, StormingLook
from ..position import ALLIED, GERMAN
from . import suggestion
from .final_forces import (
    BOXES,
    GROUND,
    ONE_HEX,
    PLACE,
    WORDS,
    Task,
    beyond_front,
    counted,
    covered,
    front_line,
    ground,
    of_kind,
    spot,
    tasks,
)

if TYPE_CHECKING:
    from ...game import Storming

# Step 10 of 3.4.A: the reserve that was set aside; it may stand anywhere behind the front.
RESERVE = 10


def _set_up_words(game: Storming, unit: int, place: Place) -> str:
    where = {BOXES["England"]: "the England Box", BOXES["Watch"]: "the Watch on the Rhine Box"}.get(place)
    return f"{game.unit_name(unit)} is set up in {where or game.hex_name(place)}."


def _suggested_words(game: Any, units: tuple[int, ...]) -> str:
    return f"{len(units)} units are set up as suggested."


set_up = event("set up", "3.4.A", _set_up_words, sort="arrival", unit=UNITS, place=HEXES)
laid_out = event("set up as suggested", "3.4.A", _suggested_words, sort="arrival", units=UNITS)


class Deploying(Frame, frozen=True):
    """A player places `units`, the units of this step, in any order; those on the map may be moved about.

    `hand` is the unit that is placed next, or none if all are on the map.
    """

    side: str
    number: int
    units: Units
    hand: UnitNumber = -1

    @property
    def case(self) -> str:
        """The step of 3.4.A."""
        return f"3.4.A.{self.number}"


class SetUp(Question[Deploying]):
    """Units go where their step of 3.4.A says, within stacking limits, until the front line is covered."""

    name, rule = "set-up", "3.4.A"

    def case(self, look: StormingLook, frame: Deploying) -> str:
        return frame.case

    def text(self, look: StormingLook, frame: Deploying) -> str:
        left = _unplaced(look, frame).bit_count()
        hand = frame.hand
        if hand >= 0:
            others = left - (1 if look.position.units[hand].at < 0 else 0)
            more = f"; {others} more to place" if others else ""
            return f"Place {look.counter(hand).name}{more}."
        if wanting(look, frame):
            return "All units are on the map, but the set-up is not complete: pick a unit to move it."
        return "The set-up is complete: go on, or pick a unit to move it."

    def hand(self, look: StormingLook, frame: Deploying) -> Units:
        waiting = _unplaced(look, frame)
        return 1 << frame.hand if frame.hand >= 0 else waiting & -waiting

    def warnings(self, look: StormingLook, frame: Deploying) -> list[str]:
        return [why for _, why in wanting(look, frame)]

    @offer("place", HEXES, "3.4.A")
    def place(self, look: StormingLook, frame: Deploying) -> Conditions:
        game, unit, case = look.game, frame.hand, frame.case
        yield provided(unit >= 0), "3.4.A", "choose first which unit is placed"
        yield game.in_play, game.map_rule, "only hexes east of hexrow 34xx are in play"
        yield ~game.mute_hexes, "7.1.2.A", "units are set up on the map, not in Entrance Hexes"
        if frame.number == RESERVE:
            yield ~beyond_front(game), "3.4.D", "{it} is beyond the Allied Front Line, under German control"
        yield open_to(game, frame.number, unit), case, lambda node: _why_ground(game, frame, node)
        taken = _garrisoned(look, frame)
        yield ~taken, "3.4.A.9", "one division holds {it}, and no other unit is set up there"
        if game.american_divisions >> unit & 1:  # Ike's Blind Spot counts in the Allied set-up too (3.4.A.6)
            others = look.units_in(game.ike_spot, ALLIED) & game.american_divisions & ~(1 << unit)
            if others.bit_count() >= game.rules.numbers["ike_divisions"]:
                yield ~game.ike_spot, "10.7.3", "five US or French divisions are in Ike's Blind Spot already"
        room = look.room(unit, open_to(game, frame.number, unit))
        yield room, "5.2.A.1", lambda node: look.stacking_rule(node, unit)

    @place.does
    def _(self, play: Play, frame: Deploying, node: int) -> None:
        play.put(frame.hand, node)
        set_up(play, frame.hand, node, rule=frame.case)
        play.swap(deploy(play, frame.side, frame.number, frame.units))

    @offer("pick", UNITS, "3.4.A")
    def pick(self, look: StormingLook, frame: Deploying) -> Conditions:
        yield frame.units, "3.4.A", "{it} is not one of the units that are set up in this step"
        hand = 1 << frame.hand if frame.hand >= 0 else 0
        yield ~hand, "3.4.A", "{it} is in hand already: say where it is placed"

    @pick.does
    def _(self, play: Play, frame: Deploying, unit: int) -> None:
        play.swap(Deploying(frame.side, frame.number, frame.units, unit))

    @offer("lay-out", PLAIN, "3.4.A", words="lay these units out as suggested; they can still be moved")
    def lay_out(self, look: StormingLook, frame: Deploying) -> Conditions:
        yield from ()

    @lay_out.does
    def _(self, play: Play, frame: Deploying, _: int) -> None:
        place_suggested(play, frame.number, frame.units)
        play.swap(deploy(play, frame.side, frame.number, frame.units))

    suggested = suggestion.suggested
    suggested_all = suggestion.suggested_all

    @offer("end", PLAIN, "3.4.A", "The set-up is complete", "the set-up is complete")
    def end(self, look: StormingLook, frame: Deploying) -> Conditions:
        left = wanting(look, frame)
        yield not left, "3.4.A", lambda _: left[0]

    @end.does
    def _(self, play: Play, frame: Deploying, _: int) -> None:
        play.pop()


def _unplaced(look: StormingLook, frame: Deploying) -> Units:
    return frame.units & ~look.position.on_board


def deploy(play: Play, side: str, number: int, units: Units) -> Deploying:
    """The frame for placing the units of a step, with the first that is not on the map in hand."""
    left = units & ~play.position.on_board
    return Deploying(side, number, units, (left & -left).bit_length() - 1)


def place_suggested(play: Play, number: int, units: Units) -> None:
    """Place every unit of a step where the suggestion says, also those that were placed otherwise."""
    layout = suggestion.layout(play.game, number, units)
    for unit, node in layout:
        play.put(unit, node)
    laid_out(play, tuple(unit for unit, _ in layout), rule=f"3.4.A.{number}")


# Where units go


def _tasks_of(game: Storming, number: int, unit: int) -> list[Task]:
    """The tasks of a step that place a unit: the one that names it, or those of its kind (of Patton: R68)."""
    mine = [task for task in tasks(game, number) if task.kind == PLACE and of_kind(game, task.what) >> unit & 1]
    return [task for task in mine if task.named] or mine


@pure(1024)
def open_to(game: Storming, number: int, unit: int) -> HexSet:
    """The ground on which a step lets a unit set up, whoever stands there."""
    found = 0
    for task in _tasks_of(game, number, unit):
        found |= ground(game, task.where)
    return found & ~beyond_front(game) if number == RESERVE else found


def _why_ground(game: Storming, frame: Deploying, node: int) -> str:
    """The first word of the unit's task that a hex does not satisfy; the last task is the one for all the rest."""
    for word in _tasks_of(game, frame.number, frame.hand)[-1].where:
        if word in GROUND and not GROUND[word].hexes(game) >> node & 1:
            return GROUND[word].why
    return f"{game.unit_name(frame.hand)} cannot be set up in {{it}}"


@pure(16)
def _garrisons(game: Storming, number: int) -> dict[int, Task]:
    """The hexes that get one unit of a kind and nothing else: the cities of Fortress Holland (3.4.A.9; R127)."""
    found = {}
    for task in tasks(game, number):
        if task.kind == PLACE and not task.named:
            node = spot(game, task)
            if node is not None:
                found[node] = task
    return found


def _garrisoned(look: StormingLook, frame: Deploying) -> HexSet:
    """Such hexes with another unit than the one in hand."""
    closed = 0
    for node in _garrisons(look.game, frame.number):
        if any(unit != frame.hand for unit in look.stack(node)):
            closed |= 1 << node
    return closed


# What is still to be done


def wanting(look: StormingLook, frame: Deploying) -> list[tuple[str, str]]:
    """What a set-up still lacks, each with its case, in the book's order."""
    return _wanting(look, frame.side, frame.number, frame.units)


@once
def _wanting(look: StormingLook, side: str, number: int, units: Units) -> list[tuple[str, str]]:
    game, case = look.game, f"3.4.A.{number}"
    found = []
    left = (units & ~look.position.on_board).bit_count()
    if left:
        found.append((case, f"{left} {'unit is' if left == 1 else 'units are'} still to be placed"))
    for node, task in _garrisons(game, number).items():
        if not any(of_kind(game, task.what) >> unit & 1 for unit in look.stack(node)):
            found.append((case, f"{game.hex_name(node)} needs a {WORDS[task.what]}"))
    if number == RESERVE:
        return found
    for task in tasks(game, number):
        if task.kind == PLACE and not task.named and task.amount and spot(game, task) is None:
            found += _pair_wanting(look, task)
    bare = front_line(game, side) & ~covered(game, look.position.stacks, side)
    if bare:
        name = "Allied" if side == ALLIED else "German"
        labels = listed(game.board.names(bare))
        found.append((case, f"the {name} Front Line has neither a unit nor a zone of control at {labels}"))
    return found


def _pair_wanting(look: StormingLook, task: Task) -> list[tuple[str, str]]:
    """Do the Mechanized divisions stand that a task wants on a part of the German Front Line (3.4.A.9)?

    The one that the book names (21st Panzer) is not one of them (R127).
    """
    game = look.game
    named = 0
    for other in tasks(game, task.step):
        if other.named:
            named |= of_kind(game, other.what)
    wanted = of_kind(game, task.what) & ~named
    together = ONE_HEX in task.where
    nodes = game.board.nodes(ground(game, task.where))
    counts = [(look.units_in(1 << node, GERMAN) & wanted).bit_count() for node in nodes]
    if (max(counts) if together else sum(counts)) >= task.amount:
        return []
    area = next(word for word in task.where if word in ("21AG", "6AG"))
    where = "one hex" if together else "hexes"
    line = f"the German Front Line in the {'21st' if area == '21AG' else '6th'} Army Group's area"
    return [(task.case, f"{counted(task.amount, task.what)} must stand in {where} of {line}")]

"""Final Battles: the units that are set up on the map (3.4.A.6, 9, 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber, Units
from bocage.engine.steps import Clause, Offer, Question
from bocage.hexes import HexSet

from ..look import Play, StormingLook
from ..position import ALLIED, GERMAN
from ..telling import hex_name, listed
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
from .suggestion import Suggesting

if TYPE_CHECKING:
    from ...game import Storming

# Step 10 of 3.4.A: the reserve that was set aside; it may stand anywhere behind the front.
RESERVE = 10


class Deploying(Frame, frozen=True):
    """A player places `units`, the units of this step, in any order; those on the map may be moved about.

    `hand` is the unit that is placed next, or none if all are on the map.
    """

    step: ClassVar[str] = "set-up"
    side: str
    number: int
    units: Units
    hand: UnitNumber = -1


class SetUp(Question[Deploying]):
    """Units go where their step of 3.4.A says, within stacking limits, until the front line is covered."""

    name = "set-up"
    rule = "3.4.A"
    offers = ("set-up place", "set-up pick", "lay out", "suggested", "suggested all", "set-up end")

    def case(self, look: StormingLook, frame: Deploying) -> str:
        return f"3.4.A.{frame.number}"

    def text(self, look: StormingLook, frame: Deploying) -> str:
        left = _unplaced(look, frame).bit_count()
        hand = frame.hand
        if hand >= 0:
            others = left - (1 if look.position.units[hand].at < 0 else 0)
            more = f"; {others} more to place" if others else ""
            return f"Place {look.game.counters[hand].name}{more}."
        if wanting(look, frame):
            return "All units are on the map, but the set-up is not complete: pick a unit to move it."
        return "The set-up is complete: go on, or pick a unit to move it."

    def warnings(self, look: StormingLook, frame: Deploying) -> list[str]:
        return [why for _, why in wanting(look, frame)]

    def answer(self, play: Play, frame: Deploying, action: Action) -> None:
        if action.verb.startswith("suggested"):
            play.swap(Suggesting(frame.side, frame.number, action.verb == "suggested-all", frame.units))
        elif action.verb == "lay-out":
            place_suggested(play, frame.number, frame.units)
            play.swap(deploy(play, frame.side, frame.number, frame.units))
        elif action.verb == "pick":
            play.swap(Deploying(frame.side, frame.number, frame.units, action.index))
        elif action.verb == "place":
            play.put(frame.hand, action.index)
            play.tell("set up", f"3.4.A.{frame.number}", frame.hand, action.index)
            play.swap(deploy(play, frame.side, frame.number, frame.units))
        else:
            play.pop()


def _unplaced(look: StormingLook, frame: Deploying) -> Units:
    return frame.units & ~look.position.on_board


def deploy(play: Play, side: str, number: int, units: Units) -> Deploying:
    """The frame for placing the units of a step, with the first that is not on the map in hand."""
    left = units & ~play.position.on_board
    return Deploying(side, number, units, (left & -left).bit_length() - 1)


def open_to(game: Storming, number: int, unit: int) -> HexSet:
    """The ground on which a step lets a unit set up, whoever stands there."""
    key = ("set-up open to", number, unit)
    hexes: HexSet | None = game.memo.get(key)
    if hexes is None:
        hexes = game.memo[key] = _open_to(game, number, unit)
    return hexes


def _open_to(game: Storming, number: int, unit: int) -> HexSet:
    mine = [task for task in tasks(number) if task.kind == PLACE and of_kind(game, task.what) >> unit & 1]
    found = 0
    for task in [task for task in mine if task.named] or mine:
        found |= ground(game, task.where)
    return found & ~beyond_front(game) if number == RESERVE else found


def _ground(look: StormingLook, frame: Deploying) -> HexSet:
    return open_to(look.game, frame.number, frame.hand)


def _why_ground(look: StormingLook, frame: Deploying, node: int) -> tuple[str, str]:
    """The first word of the unit's task that a hex does not satisfy; the last task is the one for all the rest."""
    game, unit = look.game, frame.hand
    case = f"3.4.A.{frame.number}"
    if not game.in_play >> node & 1:
        return game.map_rule, "only hexes east of hexrow 34xx are in play"
    if game.mute_hexes >> node & 1:
        return "7.1.2.A", "units are set up on the map, not in Entrance Hexes"
    if frame.number == RESERVE and beyond_front(game) >> node & 1:
        return "3.4.D", "{it} is beyond the Allied Front Line, under German control"
    mine = [task for task in tasks(frame.number) if task.kind == PLACE and of_kind(game, task.what) >> unit & 1]
    named = [task for task in mine if task.named]
    for word in (named or mine)[-1].where:
        if word in GROUND and not GROUND[word].hexes(game) >> node & 1:
            return case, GROUND[word].why
    return case, f"{game.counters[unit].name} cannot be set up in {{it}}"


def _garrisons(game: Storming, number: int) -> dict[int, Task]:
    """The hexes that get one unit of a kind: the cities of Fortress Holland (3.4.A.9)."""
    found = {}
    for task in tasks(number):
        if task.kind == PLACE and not task.named:
            node = spot(game, task)
            if node is not None:
                found[node] = task
    return found


def _one_garrison(look: StormingLook, frame: Deploying) -> HexSet:
    hand = frame.hand
    closed = 0
    for node in _garrisons(look.game, frame.number):
        if any(unit != hand for unit in look.stack(node)):
            closed |= 1 << node
    return ~closed


def _ike(look: StormingLook, frame: Deploying) -> HexSet:
    """Ike's Blind Spot counts in the Allied set-up too (3.4.A.6)."""
    game, hand = look.game, frame.hand
    if not game.american_divisions >> hand & 1:
        return -1
    others = look.units_in(game.ike_spot, ALLIED) & game.american_divisions & ~(1 << hand)
    return ~game.ike_spot if others.bit_count() >= game.rules.numbers["ike_divisions"] else -1


def _room(look: StormingLook, frame: Deploying) -> HexSet:
    return look.room(frame.hand, _ground(look, frame))


def _why_room(look: StormingLook, frame: Deploying, node: int) -> tuple[str, str]:
    return look.stacking_rule((*look.stack(node), frame.hand))


def _some_hand(look: StormingLook, frame: Deploying) -> HexSet:
    return -1 if frame.hand >= 0 else 0


def _of_this_step(look: StormingLook, frame: Deploying) -> Units:
    return frame.units


def _not_in_hand(look: StormingLook, frame: Deploying) -> Units:
    hand = frame.hand
    return -1 if hand < 0 else ~(1 << hand)


def wanting(look: StormingLook, frame: Deploying) -> list[tuple[str, str]]:
    """What a set-up still lacks, each with its case, in the book's order."""
    game, case = look.game, f"3.4.A.{frame.number}"
    found = []
    left = _unplaced(look, frame).bit_count()
    if left:
        found.append((case, f"{left} {'unit is' if left == 1 else 'units are'} still to be placed"))
    for node, task in _garrisons(game, frame.number).items():
        if not any(of_kind(game, task.what) >> unit & 1 for unit in look.stack(node)):
            found.append((case, f"{hex_name(game, node)} needs a {WORDS[task.what]}"))
    for task in tasks(frame.number):
        if (
            not task.named
            and task.amount
            and spot(game, task) is None
            and task.kind == PLACE
            and frame.number != RESERVE
        ):
            found += _pair_wanting(look, task)
    if frame.number != RESERVE:
        bare = front_line(game, frame.side) & ~covered(game, look.position.stacks, frame.side)
        if bare:
            side = "Allied" if frame.side == ALLIED else "German"
            labels = listed(game.board.names(bare))
            found.append((case, f"the {side} Front Line has neither a unit nor a zone of control at {labels}"))
    return found


def _pair_wanting(look: StormingLook, task: Task) -> list[tuple[str, str]]:
    """Do the Mechanized divisions stand that a task wants on a part of the German Front Line (3.4.A.9)?

    The one that the book names (21st Panzer) is not one of them.
    """
    game = look.game
    named = 0
    for other in tasks(task.step):
        if other.named:
            named |= of_kind(game, other.what)
    wanted = of_kind(game, task.what) & ~named
    hexes = ground(game, task.where)
    together = ONE_HEX in task.where
    counts = [(look.units_in(1 << node, GERMAN) & wanted).bit_count() for node in game.board.nodes(hexes)]
    if (max(counts) if together else sum(counts)) >= task.amount:
        return []
    area = next(word for word in task.where if word in ("21AG", "6AG"))
    where = "one hex" if together else "hexes"
    name = {"21AG": "21st", "6AG": "6th"}[area]
    line = f"the German Front Line in the {name} Army Group's area"
    return [(task.case, f"{counted(task.amount, task.what)} must stand in {where} of {line}")]


def _complete(look: StormingLook, frame: Deploying) -> int:
    return int(not _unplaced(look, frame) and not wanting(look, frame))


def _why_incomplete(look: StormingLook, frame: Deploying, index: int) -> tuple[str, str]:
    return wanting(look, frame)[0]


def place_suggested(play: Play, number: int, units: Units) -> None:
    """Place every unit of a step where the suggestion says, also those that were placed otherwise."""
    layout = suggestion.layout(play.game, number, units)
    for unit, node in layout:
        play.put(unit, node)
    play.tell("set up as suggested", f"3.4.A.{number}", tuple(unit for unit, _ in layout))


def _always(look: StormingLook, frame: Deploying) -> int:
    return 1


def _words(game: Any, unit: int, place: int) -> str:
    where = {BOXES["England"]: "the England Box", BOXES["Watch"]: "the Watch on the Rhine Box"}.get(place)
    return f"{game.counters[unit].name} is set up in {where or hex_name(game, place)}."


FRAMES: tuple[type[Frame], ...] = (Deploying,)
STEPS: tuple[Any, ...] = (SetUp(),)
OFFERS: dict[str, Offer] = {
    "set-up place": Offer(
        "place",
        "3.4.A",
        (
            Clause("hand", "3.4.A", "choose first which unit is placed", _some_hand),
            Clause("ground", "3.4.A", "", _ground, _why_ground),
            Clause("garrison", "3.4.A.9", "one division holds {it}, and no other unit is set up there", _one_garrison),
            Clause("ike", "10.7.3", "five US or French divisions are in Ike's Blind Spot already", _ike),
            Clause("room", "5.2.A.1", "", _room, _why_room),
        ),
    ),
    "set-up pick": Offer(
        "pick",
        "3.4.A",
        (
            Clause("step", "3.4.A", "{it} is not one of the units that are set up in this step", _of_this_step),
            Clause("hand", "3.4.A", "{it} is in hand already: say where it is placed", _not_in_hand),
        ),
    ),
    "set-up end": Offer("end", "3.4.A", (Clause("complete", "3.4.A", "", _complete, _why_incomplete),)),
    "lay out": Offer("lay-out", "3.4.A", (Clause("any", "3.4.A", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"hexes": ("place",), "units": ("pick",), "plain": ("lay-out",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "set up": _words,
    "set up as suggested": lambda game, units: f"{len(units)} units are set up as suggested.",
}

"""Setting up: the free German set-up behind a screen (SET, ruling R47), and arranged positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Unit, UnitNumber, Units
from bocage.engine.steps import Clause, Offer, Question, Sequencing
from bocage.hexes import HexSet
from bocage.parts import arranging

from ..look import Play, RhineLook, members
from ..movement.entering import enter
from ..position import ALLIED, DEAD, GERMAN, HAND, POOL, SCHEDULE, SEA, Battle, RhinePosition
from ..telling import hex_name
from . import suggestion

if TYPE_CHECKING:
    from ...data import Counter
    from ...game import Rhine


def first_position(game: Rhine) -> RhinePosition:
    """The position before anything has happened: all Germans of the set-up in hand, all Allies in their pool."""
    units = [Unit(_first_place(counter), 1) for counter in game.data.counters]
    frames: list[Frame] = [Sequencing("turn"), Sequencing("setup")]
    return RhinePosition(turn=game.rules.numbers["first_turn"], units=units, frames=frames)


def _first_place(counter: Counter) -> int:
    """Where a unit is before the set-up (SET.1, SET.4, SET.5, RM.2)."""
    if counter.entry in ("setup", "dummy"):
        return HAND
    if counter.entry in ("south", "replacement", "turn"):
        return SCHEDULE
    return POOL


class SettingUp(Frame, frozen=True):
    """The German places his units in any order; those on the map may be moved about.

    `hand` is the unit that is placed next, or none if all are on the map.
    """

    step: ClassVar[str] = "set-up"
    side: str
    hand: UnitNumber = -1


class SetUp(Question[SettingUp]):
    """Units go anywhere within stacking limits, behind a screen that falls at the end (SET.1, ruling R47)."""

    name = "set-up"
    rule = "SET.1"
    offers = (
        "set-up place", "set-up pick", "set-up hide", "set-up show", "set-up deploy", "set-up undeploy", "suggested",
        "set-up end",
    )  # fmt: skip

    def begin(self, play: Play, side: str) -> SettingUp:
        game = play.game
        enter(play, game.ss_17, (game.angers,))
        play.tell("set up", "SET.2", game.ss_17, game.angers, eyes=(GERMAN,))
        enter(play, game.ss_2, (game.tours,))
        play.position.disrupted |= 1 << game.ss_2
        play.tell("set up disrupted", "SET.3", game.ss_2, game.tours, eyes=(GERMAN,))
        return _next(play, side)

    def text(self, look: RhineLook, frame: SettingUp) -> str:
        left = _unplaced(look).bit_count()
        if frame.hand < 0:
            return "All pieces are on the map: end the set-up, or pick a piece to move it."
        others = left - (1 if look.position.units[frame.hand].at < 0 else 0)
        more = f"; {others} more to place" if others else ""
        return f"Place {look.game.counters[frame.hand].name}{more}."

    def warnings(self, look: RhineLook, frame: SettingUp) -> list[str]:
        left = _unplaced(look)
        if not left or left & ~look.game.dummies:
            return []
        count = left.bit_count()
        return [f"{count} {'dummy is' if count == 1 else 'dummies are'} still in hand and will not be used (SET.7)"]

    def answer(self, play: Play, frame: SettingUp, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            for dummy in play.position.stacks.get(HAND, ()):
                play.put(dummy, DEAD)  # units must be set up, dummies may be (SET.7)
            # The screen falls, and the Allies look at the map.
            play.looked()
            play.tell("set-up over", "SET.1")
        elif action.verb == "pick":
            play.swap(SettingUp(frame.side, action.index))
        elif action.verb == "place":
            _place(play, frame.hand, action.index)
            play.tell("set up", "SET.1", frame.hand, action.index, eyes=(GERMAN,))
            play.swap(_next(play, frame.side))
        elif action.verb == "suggested":
            _suggested(play)
            play.swap(_next(play, frame.side))
        else:
            _turn(play, action.verb, action.index)


def _unplaced(look: RhineLook) -> Units:
    return look.in_place(HAND)


def _next(play: Play, side: str) -> SettingUp:
    """The first piece that is not on the map comes to hand."""
    left = _unplaced(play.game.look(play.position))
    return SettingUp(side, (left & -left).bit_length() - 1)


def _place(play: Play, unit: int, node: int) -> None:
    enter(play, unit, (node,))
    if play.game.dummies >> unit & 1:
        play.position.face_down |= 1 << unit


def _turn(play: Play, verb: str, unit: int) -> None:
    """Turn a piece over: face down or open (SET.7), deployed or not (SET.6)."""
    position, bit = play.position, 1 << unit
    if verb == "hide":
        position.face_down |= bit
    elif verb == "show":
        position.face_down &= ~bit
    elif verb == "deploy":
        position.deployed |= bit
    else:
        position.deployed &= ~bit
    play.tell("set-up turned", "SET.7" if verb in ("hide", "show") else "SET.6", unit, verb, eyes=(GERMAN,))


def _suggested(play: Play) -> None:
    """Place what is still in hand as suggested; 17. SS, which stands on Angers, is turned over as suggested too."""
    game, position = play.game, play.position
    placed = []
    for slot in suggestion.slots():
        unit = game.unit_numbers[slot.unit]
        if position.units[unit].at == HAND:
            _place(play, unit, suggestion.spot(game.look(position), unit, game.board.index[slot.where]))
            placed.append(unit)
        elif unit != game.ss_17:
            continue
        if slot.state == suggestion.FACE_DOWN:
            position.face_down |= 1 << unit
        elif slot.state == suggestion.DEPLOYED:
            position.deployed |= 1 << unit
    play.tell("set up as suggested", "SET.1", tuple(placed), eyes=(GERMAN,))


# What may be set up, and where


def _some_hand(look: RhineLook, frame: SettingUp) -> HexSet:
    return -1 if frame.hand >= 0 else 0


def _room(look: RhineLook, frame: SettingUp) -> HexSet:
    """Hexes where the piece in hand keeps within the stacking limits (STK.1 to STK.3)."""
    game, hand = look.game, frame.hand
    counter = game.counters[hand]
    if not counter.stacking:
        return game.board.all
    key = ("room when empty", counter.stacking, counter.armour)
    hexes: HexSet | None = game.memo.get(key)
    if hexes is None:
        hexes = 0
        for node in game.board.nodes(game.board.all):
            most, armour = game.stacking_limits[node]
            if counter.stacking <= most and (not counter.armour or counter.stacking <= armour):
                hexes |= 1 << node
        game.memo[key] = hexes
    at = look.position.units[hand].at
    for node in game.board.nodes(look.occupied(GERMAN)):
        if node != at and not look.room(hand, node):
            hexes &= ~(1 << node)
    return hexes


def _why_room(look: RhineLook, frame: SettingUp, node: int) -> tuple[str, str]:
    counter, (points, armour) = look.game.counters[frame.hand], look.load(node)
    most, most_armour = look.limits(node)
    tight = look.game.data.terrain_at[node] in ("rough", "swamp")
    if points + counter.stacking > most:
        coastal = look.game.data.coastal >> node & 1 and most == look.game.data.land_sides[node]
        rule = "STK.3" if coastal else "STK.2" if tight else "STK.1"
        return (
            rule,
            f"{{it}} holds {most} stacking points; with {counter.name} there would be {points + counter.stacking}",
        )
    rule = "STK.2" if tight else "STK.1"
    return (
        rule,
        f"{{it}} holds {most_armour} points of panzers; with {counter.name} there would be {armour + counter.stacking}",
    )


def _of_the_set_up(look: RhineLook, frame: SettingUp) -> Units:
    return look.game.set_up_units


def _why_not_set_up(look: RhineLook, frame: SettingUp, unit: int) -> tuple[str, str]:
    counter = look.game.counters[unit]
    if counter.side != GERMAN:
        return "SET.8", "the Allies come from the sea and the air, on D-Day at the earliest"
    if counter.kind == "panzer_brigade":
        return "SET.5", "panzer brigade groups come as replacements only"
    return "SET.4", f"{counter.name} comes on turn {counter.entry_turn}"


def _free(look: RhineLook, frame: SettingUp) -> Units:
    return ~(1 << look.game.ss_17 | 1 << look.game.ss_2)


def _why_fixed(look: RhineLook, frame: SettingUp, unit: int) -> tuple[str, str]:
    game = look.game
    rule, node = ("SET.2", game.angers) if unit == game.ss_17 else ("SET.3", game.tours)
    return rule, f"{game.counters[unit].name} starts on {hex_name(game, node)} and stays there"


def _not_in_hand(look: RhineLook, frame: SettingUp) -> Units:
    return -1 if frame.hand < 0 else ~(1 << frame.hand)


def _on_map(look: RhineLook, frame: SettingUp) -> Units:
    return look.position.on_board


def _hideable(look: RhineLook, frame: SettingUp) -> Units:
    return look.game.hideable_units


def _why_not_hideable(look: RhineLook, frame: SettingUp, unit: int) -> tuple[str, str]:
    if unit == look.game.ss_2:
        return "R46", "everybody knows that 2. SS Panzer Division stands on Tours: it starts face up"
    return "SET.7", "only divisions and dummies are set up face down (they conceal what lies with them)"


def _face_up(look: RhineLook, frame: SettingUp) -> Units:
    return ~look.position.face_down


def _face_down(look: RhineLook, frame: SettingUp) -> Units:
    return look.position.face_down


def _real(look: RhineLook, frame: SettingUp) -> Units:
    return ~look.game.dummies


def _korps(look: RhineLook, frame: SettingUp) -> Units:
    return look.game.infantry_corps & look.game.set_up_units


def _not_deployed(look: RhineLook, frame: SettingUp) -> Units:
    return ~look.position.deployed


def _deployed(look: RhineLook, frame: SettingUp) -> Units:
    return look.position.deployed


def _some_left(look: RhineLook, frame: SettingUp) -> int:
    return int(bool(_unplaced(look)))


def _all_placed(look: RhineLook, frame: SettingUp) -> int:
    return int(not _unplaced(look) & ~look.game.dummies)


def _why_not_all(look: RhineLook, frame: SettingUp, index: int) -> tuple[str, str]:
    left = members(_unplaced(look) & ~look.game.dummies)
    if len(left) == 1:
        return "SET.1", f"{look.game.counters[left[0]].name} is still to be placed"
    return "SET.1", f"{len(left)} pieces are still to be placed; 'suggested' places them as in the suggested set-up"


# Arranged positions

HEXES = ("allied_control", "first_beaches", "second_beaches", "naval", "blitz_targets", "forts_restored")
UNITS = (
    "disrupted", "deployed", "face_down", "moved", "attacked", "dug_in", "spent", "arrived", "second_wave",
    "stalled", "favoured",
)  # fmt: skip
AS_GIVEN = (
    "weather", "stage", "budget", "fought", "called_off", "second_landing_turn", "bombings", "bombing_turn",
    "drop_turn", "resting_since", "blitz_turn", "ruthless_turn", "panzer_points", "lost_turn", "reserve_turn",
    "reserve_record", "reserve_back", "paris_entered", "paris_passed", "brussels_passed",
)  # fmt: skip


def arrange(game: Rhine, position: Any, extras: Mapping[str, Any]) -> None:
    """Set the fields of an arranged position; hexes where Allied combat units stand are Allied.

    The words disrupted, deployed and down after a unit make markers; `landing_at` is written as "US-5C 1817; BR-1C
    1915" and puts these units at sea; `battles` as "2015: US-1C US-2AD" with target hexes before the colon, ";" between
    them.
    """
    position.allied_control = 0
    readers: Mapping[str, Callable[[str], Any]] = {
        "landing_at": lambda value: _at_sea(game, position, value),
        "battles": lambda value: _battles(game, value),
    }
    arranging.set_fields(game, position, extras, hexes=HEXES, units=UNITS, as_given=AS_GIVEN, readers=readers)
    for number, unit in enumerate(position.units):
        if unit.marks:
            for mark, field in enumerate(("disrupted", "deployed", "face_down")):
                if unit.marks >> mark & 1:
                    setattr(position, field, getattr(position, field) | 1 << number)
            position.units[number] = unit = Unit(unit.at, 1)
        counter = game.counters[number]
        if unit.at >= 0 and counter.side == ALLIED and not counter.dump:
            position.allied_control |= 1 << unit.at
        elif unit.at == HAND and not any(frame.table == "setup" for frame in position.frames):
            # Nobody set this unit up, so it is not in the game.
            position.units[number] = Unit(DEAD, 1)


def _at_sea(game: Rhine, position: Any, value: str) -> dict[str, int]:
    """Put units at sea, and say where each is to land."""
    landing_at = {}
    for item in filter(None, (part.strip() for part in value.split(";"))):
        name, label = item.split()
        landing_at[name] = arranging.node(game, label)
        position.units[arranging.number(game, name)] = Unit(SEA, 1)
    return landing_at


def _battles(game: Rhine, value: str) -> tuple[Battle, ...]:
    found = []
    for number, item in enumerate(filter(None, (part.strip() for part in value.split(";"))), 1):
        targets, _, attackers = item.partition(":")
        found.append(
            Battle(
                number,
                sum(1 << arranging.node(game, label) for label in targets.split()),
                sum(1 << arranging.number(game, unit) for unit in attackers.split()),
            )
        )
    return tuple(found)


def _words_turned(game: Any, unit: int, verb: str) -> str:
    how = {"hide": "lies face down", "show": "lies open", "deploy": "is deployed", "undeploy": "is not deployed"}[verb]
    return f"{game.counters[unit].name} {how}."


FRAMES: tuple[type[Frame], ...] = (SettingUp,)
STEPS: tuple[Any, ...] = (SetUp(),)
OFFERS: dict[str, Offer] = {
    "set-up place": Offer(
        "place",
        "SET.1",
        (
            Clause("hand", "SET.1", "pick first which piece is placed", _some_hand),
            Clause("room", "STK.1", "", _room, _why_room),
        ),
    ),
    "set-up pick": Offer(
        "pick",
        "SET.1",
        (
            Clause("set-up", "SET.1", "", _of_the_set_up, _why_not_set_up),
            Clause("fixed", "SET.2", "", _free, _why_fixed),
            Clause("hand", "SET.1", "{it} is in hand already: say where it is placed", _not_in_hand),
        ),
    ),
    "set-up hide": Offer(
        "hide",
        "SET.7",
        (
            Clause("kind", "SET.7", "", _hideable, _why_not_hideable),
            Clause("map", "SET.7", "{it} is not on the map yet", _on_map),
            Clause("open", "SET.7", "{it} lies face down already", _face_up),
        ),
    ),
    "set-up show": Offer(
        "show",
        "SET.7",
        (
            Clause("down", "SET.7", "{it} does not lie face down", _face_down),
            Clause("real", "SET.7", "a dummy always lies face down", _real),
        ),
    ),
    "set-up deploy": Offer(
        "deploy",
        "SET.6",
        (
            Clause("korps", "SET.6", "{it} is not one of the infantrie korps, which may be deployed", _korps),
            Clause("map", "SET.6", "{it} is not on the map yet", _on_map),
            Clause("undeployed", "SET.6", "{it} is deployed already", _not_deployed),
        ),
    ),
    "set-up undeploy": Offer("undeploy", "SET.6", (Clause("deployed", "SET.6", "{it} is not deployed", _deployed),)),
    "suggested": Offer("suggested", "SET.1", (Clause("left", "SET.1", "all pieces are placed", _some_left),)),
    "set-up end": Offer("end", "SET.1", (Clause("placed", "SET.1", "", _all_placed, _why_not_all),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("place",),
    "units": ("pick", "hide", "show", "deploy", "undeploy"),
    "plain": ("suggested",),
}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "set up": lambda game, unit, node: f"{game.counters[unit].name} is set up at {hex_name(game, node)}.",
    "set up disrupted": lambda game, unit, node: (
        f"{game.counters[unit].name} is set up at {hex_name(game, node)}, Disrupted."
    ),
    "set-up turned": _words_turned,
    "set up as suggested": lambda game, units: f"{len(units)} pieces are set up as suggested.",
    "set-up over": lambda game: "The Germans have set up.",
}
__all__ = ["arrange", "first_position"]

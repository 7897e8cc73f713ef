"""Allied units come ashore: the invasion (10.8), reinforcements (8.1) and replacements (8.3)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.errors import Refusal
from bocage.engine.position import Frame, Hexes, Node
from bocage.engine.steps import Clause, Offer, Question

from ..combat.losses import members
from ..look import Play, RoundupLook
from ..movement.entering import enter
from ..position import ALLIED, GERMAN, NATIONS, POOL


class Landing(Frame, frozen=True):
    """The Allies bring stacks ashore; `at` is the entry hex in hand, `used` the ports that have had their stack."""

    step: ClassVar[str] = "landing"
    side: str
    at: Node = -1
    used: Hexes = 0
    acted: bool = False


class _Ashore(Question[Landing]):
    """Choose an entry hex, then the units that land there, within stacking limits."""

    offers = ("enter", "land", "end")

    def begin(self, play: Play, side: str) -> Landing:
        return Landing(side)

    def keep(self, look: RoundupLook, frame: Landing) -> bool:
        return frame.acted

    def answer(self, play: Play, frame: Landing, action: Action) -> None:
        position = play.position
        if action.verb == "end":
            play.pop()
        elif action.verb == "enter":
            play.swap(msgspec.structs.replace(frame, at=action.index))
        else:
            unit = next(unit for unit in position.stacks[POOL] if play.game.counters[unit].kind == action.index)
            used = frame.used
            for hexes in play.game.data.ports.values():
                if hexes >> frame.at & 1:
                    used |= hexes & ~(1 << frame.at)
            play.swap(msgspec.structs.replace(frame, used=used, acted=True))
            self.land(play, unit, frame.at)

    def land(self, play: Play, unit: int, at: int) -> None:
        enter(play, (unit,), (at,))
        play.tell("lands", self.rule, unit, play.game.board.labels[at])


class Invasion(_Ashore):
    """On turn 1 up to one stack lands on each beachhead, before anyone moves (10.8, R31)."""

    name = "landing"
    rule = "10.8"
    offers = ("enter beachhead", "land invasion", "end")

    def offer_of(self, look: RoundupLook, frame: Landing, verb: str) -> Offer:
        if verb == "combat-first":
            raise Refusal("9.1", "on turn 1 the Allies must choose Move/Combat")
        return super().offer_of(look, frame, verb)

    def text(self, look: RoundupLook, frame: Landing) -> str:
        if frame.at < 0:
            return "The invasion: choose a beachhead, then the stack that lands there."
        label = look.game.board.labels[frame.at]
        if not _landable(look, frame.at):
            return f"Nothing more can land at {label}: choose another beachhead, or end."
        return f"Choose what lands at {label}, or another beachhead."

    def land(self, play: Play, unit: int, at: int) -> None:
        super().land(play, unit, at)
        # R32: the landing is part of movement, so whoever is set down in an enemy zone has entered it.
        if play.game.look(play.position).zone(GERMAN) >> at & 1:
            play.position.moved |= 1 << unit


class Reinforcing(Landing, frozen=True):
    """As for the invasion, from turn 2 on."""

    step: ClassVar[str] = "reinforcements"


class Reinforcements(_Ashore):
    """One stack at each beachhead and one in each port city that a nation may use (8.1, R33)."""

    name = "reinforcements"
    rule = "8.1"

    def begin(self, play: Play, side: str) -> Reinforcing:
        return Reinforcing(side)

    def text(self, look: RoundupLook, frame: Landing) -> str:
        if frame.at < 0:
            return "Reinforcements: choose a beachhead or port hex, then the stack that lands there."
        label = look.game.board.labels[frame.at]
        if not _landable(look, frame.at):
            return f"Nothing more can land at {label}: choose another beachhead or port hex, or end."
        return f"Choose what lands at {label}, or another beachhead or port hex."


def _entries(look: RoundupLook) -> int:
    position = look.position
    ports = 0
    for name in look.complete_ports():
        ports |= look.game.data.ports[name]
    return look.beachheads() | ((position.us_ports | position.uk_ports) & ports)


def _entry_hexes(look: RoundupLook, frame: Landing) -> int:
    return _entries(look)


def _explain_entry(look: RoundupLook, frame: Landing, node: int) -> tuple[str, str]:
    for name, hexes in look.game.data.ports.items():
        if hexes >> node & 1:
            if name in look.complete_ports():
                return "4.4", f"{name} was completed after this turn had begun and works from the next turn on (R10)"
            return "8.1", f"the Allies must control every hex of {name} to use it"
    return "8.1", "{it} is neither a beachhead nor part of a port city"


def _no_german(look: RoundupLook, frame: Landing) -> int:
    return ~look.held(GERMAN)


def _port_unused(look: RoundupLook, frame: Landing) -> int:
    return ~frame.used


def _not_interdicted(look: RoundupLook, frame: Landing) -> int:
    if not look.game.rules.interdiction or look.tas_owner() != GERMAN:
        return -1
    area = look.tas_area()
    for hexes in look.game.data.ports.values():
        if hexes & area:
            area |= hexes
    return ~area


def _another_hex(look: RoundupLook, frame: Landing) -> int:
    return -1 if frame.at < 0 else ~(1 << frame.at)


def _somebody_fits(look: RoundupLook, frame: Landing) -> int:
    """Entry hexes where at least one unit of the pool could land."""
    hexes = _entries(look) & ~look.held(GERMAN)
    found = 0
    for node in look.game.board.nodes(hexes):
        if _landable(look, node):
            found |= 1 << node
    return found


def _explain_nobody(look: RoundupLook, frame: Landing, node: int) -> tuple[str, str]:
    """Why nothing of the pool may land in an entry hex: the wrong nation waits, or the hex is full."""
    position, counters = look.position, look.game.counters
    nation = next(nation for nation in NATIONS if look.sources(nation) >> node & 1)
    waiting = [unit for unit in position.stacks.get(POOL, ()) if counters[unit].nation == nation]
    if not waiting:
        return "8.1", f"{{it}} serves {nation} units, and none of them waits off the map"
    smallest = min(waiting, key=lambda unit: counters[unit].divisional)
    return look.stacking_rule((*position.stacks.get(node, ()), smallest))


def _landable(look: RoundupLook, node: int) -> int:
    """The kinds of unit in the pool that may land in this hex now."""
    position, game = look.position, look.game
    nations = [nation for nation in NATIONS if look.sources(nation) >> node & 1]
    stack = position.stacks.get(node, ())
    kinds = 0
    for unit in position.stacks.get(POOL, ()):
        counter = game.counters[unit]
        bit = 1 << counter.kind
        if not kinds & bit and counter.nation in nations and look.fits((*stack, unit)):
            kinds |= bit
    return kinds


def _in_pool(look: RoundupLook, frame: Landing) -> int:
    kinds = 0
    for unit in look.position.stacks.get(POOL, ()):
        kinds |= 1 << look.game.counters[unit].kind
    return kinds


def _hex_in_hand(look: RoundupLook, frame: Landing) -> int:
    return 0 if frame.at < 0 else -1


def _right_nation(look: RoundupLook, frame: Landing) -> int:
    kinds = 0
    for counter in look.game.counters:
        if counter.side == ALLIED and look.sources(counter.nation) >> frame.at & 1:
            kinds |= 1 << counter.kind
    return kinds


def _stack_has_room(look: RoundupLook, frame: Landing) -> int:
    return _landable(look, frame.at)


def _explain_stack(look: RoundupLook, frame: Landing, kind: int) -> tuple[str, str]:
    unit = next(unit for unit in look.position.stacks[POOL] if look.game.counters[unit].kind == kind)
    return look.stacking_rule((*look.position.stacks.get(frame.at, ()), unit))


class Replacing(Frame, frozen=True):
    """The Allies restore reduced divisions."""

    step: ClassVar[str] = "replacements"
    side: str
    acted: bool = False


class Replacements(Question[Replacing]):
    """One US and one UK division get a step back (8.3)."""

    name = "replacements"
    rule = "8.3"
    offers = ("replace", "end")

    def begin(self, play: Play, side: str) -> Replacing:
        return Replacing(side)

    def keep(self, look: RoundupLook, frame: Replacing) -> bool:
        return frame.acted

    def text(self, look: RoundupLook, frame: Replacing) -> str:
        left = {nation: steps_left(look, nation) for nation in NATIONS}
        steps = " and ".join(f"{count} {nation}" for nation, count in left.items() if count)
        return f"Restore reduced divisions: {steps or 'no'} replacement step left. A restored division cannot move."

    def answer(self, play: Play, frame: Replacing, action: Action) -> None:
        position = play.position
        if action.verb == "end":
            _store(play)
            play.pop()
            return
        unit = action.index
        nation = play.game.counters[unit].nation
        used = position.replacements_used
        position.replacements_used = {**used, nation: used.get(nation, 0) + 1}
        play.set_steps(unit, 2)
        position.replaced |= 1 << unit
        play.tell("replaced", "8.3", unit)
        play.swap(Replacing(frame.side, True))


def steps_left(look: RoundupLook, nation: str) -> int:
    """Replacement steps that a nation has left this turn (8.3, and 15.11 for saved ones)."""
    position = look.position
    return 1 + position.depots.get(nation, 0) - position.replacements_used.get(nation, 0)


def _store(play: Play) -> None:
    """Unused steps are lost (8.3), or go into the depots (15.11)."""
    position = play.position
    look = play.game.look(position)
    if play.rules.depot_limit:
        depots = {nation: min(play.rules.depot_limit, steps_left(look, nation)) for nation in NATIONS}
        if depots != position.depots:
            play.tell("depots", "15.11", depots["US"], depots["UK"])
        position.depots = depots
    position.replacements_used = {}


def _allied(look: RoundupLook, frame: Replacing) -> int:
    return look.game.allied_units


def _on_map(look: RoundupLook, frame: Replacing) -> int:
    return look.game.allied_units & look.position.on_board


def _reduced(look: RoundupLook, frame: Replacing) -> int:
    units = look.position.units
    candidates = look.game.allied_units & look.game.divisions & look.position.on_board
    return sum(1 << unit for unit in members(candidates) if units[unit].steps == 1)


def _step_left(look: RoundupLook, frame: Replacing) -> int:
    return sum(look.game.nation_units[nation] for nation in NATIONS if steps_left(look, nation))


def _overland(look: RoundupLook, frame: Replacing) -> int:
    return sum(1 << unit for unit in members(_reduced(look, frame)) if look.overland(unit))


def _outside_zone(look: RoundupLook, frame: Replacing) -> int:
    zone, units = look.enemy_zone(ALLIED), look.position.units
    return sum(1 << unit for unit in members(_on_map(look, frame)) if not zone >> units[unit].at & 1)


def _open_hexes(rule: str) -> tuple[Clause, ...]:
    return (
        Clause("empty", "3.1", "German units hold {it}", _no_german),
        Clause("hand", rule, "{it} is chosen already: say what lands there", _another_hex),
        Clause("room", rule, "", _somebody_fits, _explain_nobody),
    )


def _what_lands(rule: str) -> tuple[Clause, ...]:
    return (
        Clause("hex", rule, "choose an entry hex first", _hex_in_hand),
        Clause("pool", rule, "no such unit is waiting off the map", _in_pool),
        Clause("nation", "8.1", "units land only at a beachhead or port of their own nation", _right_nation),
        Clause("stacking", "3.1.2", "", _stack_has_room, _explain_stack),
    )


NOT_IN_ZONE = Clause(
    "zone", "8.3", "a division in an enemy zone of control cannot receive a replacement", _outside_zone
)
FRAMES = (Landing, Reinforcing, Replacing)
STEPS = (Invasion(), Reinforcements(), Replacements())
OFFERS = {
    "enter": Offer(
        "enter",
        "8.1",
        (
            Clause("entry", "8.1", "", _entry_hexes, _explain_entry),
            Clause("one stack", "8.1", "this port city has had its one stack this turn", _port_unused),
            Clause("interdiction", "15.9", "the Luftwaffe stops arrivals at {it} this turn", _not_interdicted),
            *_open_hexes("8.1"),
        ),
    ),
    "land": Offer("land", "8.1", _what_lands("8.1")),
    "enter beachhead": Offer(
        "enter",
        "10.8",
        (
            Clause("entry", "10.8", "on turn 1 the Allies land at beachheads only, and {it} is none", _entry_hexes),
            *_open_hexes("10.8"),
        ),
    ),
    "land invasion": Offer("land", "10.8", _what_lands("10.8")),
    "replace": Offer(
        "replace",
        "8.3",
        (
            Clause("allied", "8.6", "German units never receive replacements", _allied),
            Clause("map", "8.3", "only divisions on the map receive replacements, never eliminated ones", _on_map),
            Clause("reduced", "8.3", "{it} is not a reduced division", _reduced),
            Clause("step", "8.3", "this nation has no replacement step left this turn", _step_left),
            Clause(
                "supply", "8.3", "{it} cannot trace overland supply to a beachhead or port of its nation", _overland
            ),
            NOT_IN_ZONE,
        ),
    ),
}

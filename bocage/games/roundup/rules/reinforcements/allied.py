"""Allied units come ashore: the invasion (10.8), reinforcements (8.1) and replacements (8.3)."""

from __future__ import annotations

import msgspec

from bocage.parts.questions import Acted, Acting
from bocage.parts.stacks import members
from bocage.rules import (
    HEXES,
    UNITS,
    WORD,
    Conditions,
    Frame,
    Hexes,
    HexSet,
    Node,
    Question,
    event,
    going_on,
    offer,
    once,
    provided,
)

from ..look import Play, RoundupLook
from ..movement.entering import enter
from ..position import ALLIED, GERMAN, KINDS, NATIONS, POOL
from ..supply import overland, sources

landed = event("lands", "8.1", "{unit} lands at {at}.", sort="arrival", unit=UNITS, at=HEXES)
restored = event("replaced", "8.3", "{unit} is back at full strength.", unit=UNITS)
stored = event("depots", "15.11", "Replacement steps in the depots: {us} US, {uk} UK.", us=WORD, uk=WORD)


class Landing(Frame, frozen=True):
    """The Allies bring stacks ashore; `at` is the entry hex in hand, `used` the ports that have had their stack."""

    side: str
    at: Node = -1
    used: Hexes = 0
    acted: bool = False


class Reinforcing(Landing, frozen=True):
    """As for the invasion, from turn 2 on."""


class Ashore(Acting[Landing]):
    """Choose an entry hex, then the units that land there, within stacking limits."""

    points_at = "at"
    places = "beachhead"
    greeting = "The invasion"

    def text(self, look: RoundupLook, frame: Landing) -> str:
        if frame.at < 0:
            return f"{self.greeting}: choose a {self.places}, then the stack that lands there."
        label = look.game.board.labels[frame.at]
        if not _landable(look, frame.at):
            return f"Nothing more can land at {label}: choose another {self.places}, or end."
        return f"Choose what lands at {label}, or another {self.places}."

    def warnings(self, look: RoundupLook, frame: Landing) -> list[str]:
        waiting = self.enter.allowed(self, look, frame) | (1 << frame.at if frame.at >= 0 else 0)
        empty = sorted(look.game.board.names(waiting & ~look.occupied(ALLIED) & ~look.occupied(GERMAN)))
        if not empty:
            return []
        who = "and units wait that could do so this turn"
        return [f"nothing has landed at {', '.join(empty)} yet, {who} ({self.rule})"]

    def entries(self, look: RoundupLook, frame: Landing) -> Conditions:
        """Where stacks come ashore at all."""
        raise NotImplementedError(self.name)

    @offer("enter", HEXES, "")
    def enter(self, look: RoundupLook, frame: Landing) -> Conditions:
        yield from self.entries(look, frame)
        yield ~look.held(GERMAN), "3.1", "German units hold {it}"
        in_hand = 0 if frame.at < 0 else 1 << frame.at
        yield ~in_hand, self.rule, "{it} is chosen already: say what lands there"
        yield _room(look), self.rule, lambda node: _why_nobody(look, node)

    enter.sets("at")

    @offer("land", KINDS, "")
    def land(self, look: RoundupLook, frame: Landing) -> Conditions:
        game, at = look.game, frame.at
        yield provided(at >= 0), self.rule, "choose an entry hex first"
        yield look.kinds(look.stack(POOL)), self.rule, "no such unit is waiting off the map"
        served = sum(game.nation_kinds[nation] for nation in _served(look, at))
        yield served, "8.1", "units land only at a beachhead or port of their own nation"
        yield _landable(look, at), "3.1.2", lambda kind: look.stacking_rule(at, _first(look, kind))

    @land.does
    def _(self, play: Play, frame: Landing, kind: int) -> None:
        unit, used = _first(play.look, kind), frame.used
        for hexes in play.game.data.ports.values():
            if hexes >> frame.at & 1:
                used |= hexes & ~(1 << frame.at)
        play.swap(msgspec.structs.replace(frame, used=used, acted=True))
        self.set_down(play, unit, frame.at)

    def set_down(self, play: Play, unit: int, at: int) -> None:
        """The unit is ashore."""
        enter(play, (unit,), (at,))
        landed(play, unit, at, rule=self.rule)


class Invasion(Ashore):
    """On turn 1 up to one stack lands on each beachhead, before anyone moves (10.8, R9, R31)."""

    name, rule = "landing", "10.8"

    def not_now(self, look: RoundupLook, frame: Landing, verb: str) -> tuple[str, str] | None:
        return ("9.1", "on turn 1 the Allies must choose Move/Combat") if verb == "combat-first" else None

    def entries(self, look: RoundupLook, frame: Landing) -> Conditions:
        yield _entries(look), "10.8", "on turn 1 the Allies land at beachheads only, and {it} is none"

    def set_down(self, play: Play, unit: int, at: int) -> None:
        super().set_down(play, unit, at)
        # R32: the landing is part of movement, so whoever is set down in an enemy zone has entered it.
        if play.look.zone(GERMAN) >> at & 1:
            play.position.moved |= 1 << unit

    end = going_on("5.0", "End the landing", "the landing is over")


class Reinforcements(Ashore, Question[Reinforcing]):
    """One stack at each beachhead and one in each port city that a nation may use (8.1, R33)."""

    name, rule = "reinforcements", "8.1"
    places = "beachhead or port hex"
    greeting = "Reinforcements"

    def entries(self, look: RoundupLook, frame: Landing) -> Conditions:
        yield _entries(look), "8.1", lambda node: _why_no_entry(look, node)
        yield ~frame.used, "8.1", "this port city has had its one stack this turn"
        if look.game.rules.interdiction and look.position.superiority == GERMAN:
            area = look.tas_area()
            for hexes in look.game.data.ports.values():
                if hexes & area:
                    area |= hexes
            yield ~area, "15.9", "the Luftwaffe stops arrivals at {it} this turn"

    end = going_on("5.0", "End reinforcements", "no more reinforcements")


def _entries(look: RoundupLook) -> HexSet:
    position = look.position
    return look.beachheads() | ((position.us_ports | position.uk_ports) & look.complete_port_hexes())


def _why_no_entry(look: RoundupLook, node: int) -> tuple[str, str]:
    for name, hexes in look.game.data.ports.items():
        if hexes >> node & 1:
            if name in look.complete_ports():
                return "4.4", f"{name} was completed after this turn had begun and works from the next turn on (R10)"
            return "8.1", f"the Allies must control every hex of {name} to use it"
    return "8.1", "{it} is neither a beachhead nor part of a port city"


def _served(look: RoundupLook, node: int) -> list[str]:
    """The nations whose units may land in a hex (8.1, R31)."""
    return [nation for nation in NATIONS if sources(look, nation) >> node & 1]


def _first(look: RoundupLook, kind: int) -> int:
    """The first unit of a kind that waits off the map."""
    return next(unit for unit in look.stack(POOL) if look.game.counters[unit].kind == kind)


@once
def _landable(look: RoundupLook, node: int) -> int:
    """The kinds of unit in the pool that may land in this hex now."""
    nations, stack = _served(look, node), look.stack(node)
    kinds = 0
    for unit in look.stack(POOL):
        counter = look.game.counters[unit]
        bit = 1 << counter.kind
        if not kinds & bit and counter.nation in nations and look.fits((*stack, unit)):
            kinds |= bit
    return kinds


@once
def _room(look: RoundupLook) -> HexSet:
    """Entry hexes where at least one unit of the pool could land."""
    hexes = _entries(look) & ~look.held(GERMAN)
    return sum(1 << node for node in look.game.board.nodes(hexes) if _landable(look, node))


def _why_nobody(look: RoundupLook, node: int) -> tuple[str, str]:
    """Why nothing of the pool may land in an entry hex: the wrong nation waits, or the hex is full."""
    counters, nation = look.game.counters, _served(look, node)[0]
    waiting = [unit for unit in look.stack(POOL) if counters[unit].nation == nation]
    if not waiting:
        return "8.1", f"{{it}} serves {nation} units, and none of them waits off the map"
    return look.stacking_rule(node, min(waiting, key=lambda unit: counters[unit].divisional))


class Replacements(Acting[Acted]):
    """One US and one UK division get a step back (8.3), after the reinforcements have come (R43)."""

    name, rule = "replacements", "8.3"

    def text(self, look: RoundupLook, frame: Acted) -> str:
        left = {nation: steps_left(look, nation) for nation in NATIONS}
        steps = " and ".join(f"{count} {nation}" for nation, count in left.items() if count)
        return f"Restore reduced divisions: {steps or 'no'} replacement step left. A restored division cannot move."

    def warnings(self, look: RoundupLook, frame: Acted) -> list[str]:
        lost = self.replace.allowed(self, look, frame)
        return ["replacement steps that are not used now are lost (8.3)"] if lost else []

    @offer("replace", UNITS, "8.3")
    def replace(self, look: RoundupLook, frame: Acted) -> Conditions:
        game, position = look.game, look.position
        yield game.allied_units, "8.6", "German units never receive replacements"
        yield position.on_board, "8.3", "only divisions on the map receive replacements, never eliminated ones"
        candidates = members(game.allied_units & game.divisions & position.on_board)
        reduced = sum(1 << unit for unit in candidates if position.units[unit].steps == 1)
        yield reduced, "8.3", "{it} is not a reduced division"
        served = sum(game.nation_units[nation] for nation in NATIONS if steps_left(look, nation))
        yield served, "8.3", "this nation has no replacement step left this turn"
        # Neither coastal nor aerial supply is enough (R12), a beachhead or port hex is (R28).
        fed = sum(1 << unit for unit in members(reduced) if overland(look, unit))
        yield fed, "8.3", "{it} cannot trace overland supply to a beachhead or port of its nation"
        if not game.rules.aggressive_replacements:
            close = look.units_in(look.enemy_zone(ALLIED), ALLIED)
            yield ~close, "8.3", "a division in an enemy zone of control cannot receive a replacement"

    @replace.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        position = play.position
        nation, used = play.game.counters[unit].nation, position.replacements_used
        position.replacements_used = {**used, nation: used.get(nation, 0) + 1}
        play.set_steps(unit, 2)
        position.replaced |= 1 << unit
        restored(play, unit)

    end = going_on("5.0", "End replacements", "no more replacements")

    @end.does
    def _(self, play: Play, frame: Acted, _: int) -> None:
        # Unused steps are lost (8.3), or go into the depots (15.11).
        position, limit = play.position, play.game.rules.depot_limit
        if limit:
            depots = {nation: min(limit, steps_left(play.look, nation)) for nation in NATIONS}
            if depots != position.depots:
                stored(play, depots["US"], depots["UK"])
            position.depots = depots
        position.replacements_used = {}
        play.pop()


def steps_left(look: RoundupLook, nation: str) -> int:
    """Replacement steps that a nation has left this turn (8.3, and 15.11 for saved ones)."""
    position = look.position
    return 1 + position.depots.get(nation, 0) - position.replacements_used.get(nation, 0)

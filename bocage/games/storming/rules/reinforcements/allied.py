"""Allied units come into play: reinforcements (7.1.3), units that wait in England, and replacements (7.2.A)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Clause, Offer
from bocage.hexes import HexSet

from ..look import Play, StormingLook, members
from ..movement.limits import barred, why_barred
from ..position import ALLIED, ARRIVING, ENGLAND, SCHEDULE
from ..telling import unit_names
from . import placing
from .german import take_due
from .placing import Arriving, Placement

AMERICAN, COMMONWEALTH = "American", "Commonwealth"
# SHAEF belongs to all Allies and enters wherever any of them may (ruling).
ARMIES = {"US": (AMERICAN,), "FR": (AMERICAN,), "CW": (COMMONWEALTH,), "SHAEF": (AMERICAN, COMMONWEALTH)}
ARMY_OF_BEACH = {"US": AMERICAN, "CW": COMMONWEALTH}
AREA = {AMERICAN: "12AG", COMMONWEALTH: "21AG"}
ANVIL_DRAGOON = "A-D"
ENGLAND_BOX = "England"


# The ways in (7.1.3.A to G)


def _ways(look: StormingLook, army: str) -> list[tuple[str, HexSet]]:
    """The hexes by which units of an army may enter without limit of number, case by case."""
    game, position = look.game, look.position
    numbers = game.rules.numbers
    ways = []
    if position.turn <= numbers["beaches_last_turn"]:
        ways.append(("7.1.3.A", _beaches(look, army) & position.allied_control & game.in_play))
    if army == AMERICAN:
        if look.cherbourg_operational():
            ways.append(("7.1.3.B", game.cherbourg & game.in_play))
        ways.append(("7.1.3.D", headquarters(look, game.hq_12)))
    else:
        ways.append(("7.1.3.C", headquarters(look, game.hq_21)))
    if position.antwerpen_operational:
        cities = game.data.cities & game.data.areas[AREA[army]] & ~game.data.germany & game.in_play
        cities &= position.allied_control & look.allied_supply() & ~look.beside_enemy(ALLIED)
        ways.append(("7.1.3.F" if army == COMMONWEALTH else "7.1.3.G", cities))
    return ways


def _beaches(look: StormingLook, army: str) -> HexSet:
    return sum(1 << node for node, nation in look.game.data.beaches.values() if ARMY_OF_BEACH[nation] == army)


def headquarters(look: StormingLook, unit: int) -> HexSet:
    """The hex of an HQ, if it can trace supply and is not adjacent to a German unit."""
    at = look.position.units[unit].at
    if at < 0 or look.beside_enemy(ALLIED) >> at & 1 or not look.supplied(unit):
        return 0
    return 1 << at


def _ports(look: StormingLook) -> HexSet:
    """Minor ports that can take their one unit of this turn (7.1.3.E)."""
    ports = look.game.data.ports
    hexes = sum(1 << node for node in ports.values())
    if not look.position.allied_control >> ports["Le Havre"] & 1:
        hexes &= ~(1 << ports["Rouen"])
    hexes &= look.position.allied_control & look.game.in_play
    return hexes & ~look.position.ports_used & ~look.beside_enemy(ALLIED)


def _unlimited(look: StormingLook, unit: int) -> list[tuple[str, HexSet]]:
    """The ways of a unit that is not "A-D", but for the minor ports."""
    return [way for army in ARMIES[look.counter(unit).nation] for way in _ways(look, army)]


def _union(ways: list[tuple[str, HexSet]]) -> HexSet:
    hexes = 0
    for _, found in ways:
        hexes |= found
    return hexes


class AlliedPlacement(Placement[placing.ArrivingType]):
    """What reinforcements and replacements have in common: they enter in the same ways (7.2.A)."""

    def where(self, look: StormingLook, frame: placing.ArrivingType, unit: int) -> str:
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            return "in an 'A-D' Entrance Hex on the Southeast edge"
        return "at a beach, port, city or HQ that is open to it, or let it wait in England"

    def gates(self, look: StormingLook, frame: placing.ArrivingType, unit: int) -> HexSet:
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            return look.game.entrances[ANVIL_DRAGOON] & look.game.in_play
        nation = look.counter(unit).nation
        hexes = placing.open_hexes(look, nation, lambda: _union(_unlimited(look, unit)) | _ports(look))
        inland = hexes & ~look.game.beach_hexes
        return hexes & ~(inland & barred(look, unit)) if inland else hexes

    def way(self, look: StormingLook, frame: placing.ArrivingType, unit: int, node: int) -> str:
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            return "7.1.3"
        for case, hexes in _unlimited(look, unit):
            if hexes >> node & 1:
                return case
        return "7.1.3.E"

    def why_no_gate(self, look: StormingLook, frame: placing.ArrivingType, unit: int, node: int) -> tuple[str, str]:
        counter = look.counter(unit)
        if counter.entry_place == ANVIL_DRAGOON:
            return "7.1.3", f"{counter.name} is an 'A-D' unit and enters by the 'A-D' hexes on the Southeast edge"
        hexes = _union(_unlimited(look, unit)) | _ports(look)
        if hexes >> node & 1:
            ban = why_barred(look, unit, node)
            assert ban is not None
            return ban
        return _why_closed(look, unit, node)

    def after(self, play: Play, frame: placing.ArrivingType, node: int) -> placing.ArrivingType:
        if self.way(play.game.look(play.position), frame, frame.hand, node) == "7.1.3.E":
            play.position.ports_used |= 1 << node
        return frame

    def must(self, look: StormingLook, frame: placing.ArrivingType) -> int:
        return super().must(look, frame) & _anvil_dragoon(look)

    def left_out(self, play: Play, frame: placing.ArrivingType, unit: int) -> None:
        if play.game.counters[unit].entry_place == ANVIL_DRAGOON:
            super().left_out(play, frame, unit)
        else:
            _to_england(play, unit)

    def warnings(self, look: StormingLook, frame: placing.ArrivingType) -> list[str]:
        waiting = members(look.in_place(ARRIVING, ALLIED) & ~_anvil_dragoon(look))
        if not waiting:
            return []
        verb = "waits" if len(waiting) == 1 else "wait"
        return [f"If you go on now, {unit_names(look.game, waiting)} {verb} in England until the next turn (7.1)."]

    def answer(self, play: Play, frame: placing.ArrivingType, action: Action) -> None:
        if action.verb == "england":
            _to_england(play, action.index)
            after = self.next_hand(play, frame)
            if frame.hand not in (-1, action.index):
                after = msgspec.structs.replace(after, hand=frame.hand)
            play.swap(after)
        else:
            super().answer(play, frame, action)


def _to_england(play: Play, unit: int) -> None:
    play.put(unit, ENGLAND)
    play.tell("waits in england", "7.1", unit)


def _anvil_dragoon(look: StormingLook) -> int:
    """Every unit with the letters "A-D"."""
    key = ("anvil-dragoon",)
    memo = look.game.memo
    if key not in memo:
        memo[key] = sum(
            1 << unit for unit, counter in enumerate(look.game.counters) if counter.entry_place == ANVIL_DRAGOON
        )
    units: int = memo[key]
    return units


# Refusals


def _why_closed(look: StormingLook, unit: int, node: int) -> tuple[str, str]:
    """Why a hex is not open to a unit that is not "A-D": the case that comes nearest."""
    game, bit = look.game, 1 << node
    armies = ARMIES[look.counter(unit).nation]
    if bit & game.entrances[ANVIL_DRAGOON]:
        return "7.1.3", "only 'A-D' units enter by the 'A-D' hexes"
    for hq, rule, army in ((game.hq_21, "7.1.3.C", COMMONWEALTH), (game.hq_12, "7.1.3.D", AMERICAN)):
        if look.position.units[hq].at == node and army in armies:
            name = look.counter(hq).name
            if look.beside_enemy(ALLIED) & bit:
                return rule, f"the {name} in {{it}} is adjacent to a German unit"
            return rule, f"the {name} in {{it}} cannot trace supply"
    if bit & game.beach_hexes:
        return _why_no_beach(look, node, armies)
    if bit & game.cherbourg:
        if AMERICAN not in armies:
            return "7.1.3.B", "only US and French units enter at Cherbourg"
        return "7.1.3.B", "Cherbourg is not an Operational Allied port"
    if node in game.data.ports.values():
        return _why_no_port(look, node)
    if bit & game.data.cities:
        return _why_no_city(look, node, armies)
    return "7.1.3", "{it} is no beach, port, city or HQ hex where reinforcements may be placed"


def _why_no_beach(look: StormingLook, node: int, armies: tuple[str, ...]) -> tuple[str, str]:
    if look.position.turn > look.game.rules.numbers["beaches_last_turn"]:
        return "7.1.3.A", "the beaches can be used until turn 7 only"
    if not any(_beaches(look, army) >> node & 1 for army in armies):
        return "7.1.3.A", "US and French units land at Omaha or Utah, Commonwealth units at Gold or Sword/Juno"
    return "7.1.3.A", "the beach of {it} is in German hands"


def _why_no_port(look: StormingLook, node: int) -> tuple[str, str]:
    ports, control = look.game.data.ports, look.position.allied_control
    if not control >> node & 1:
        return "7.1.3.E", "the port of {it} is not under Allied control"
    if node == ports["Rouen"] and not control >> ports["Le Havre"] & 1:
        return "7.1.3.E", "to use Rouen, the Allies must control Le Havre"
    if look.beside_enemy(ALLIED) >> node & 1:
        return "7.1.3.E", "the port of {it} is adjacent to a German unit"
    return "7.1.3.E", "the port of {it} has had its one unit this turn"


def _why_no_city(look: StormingLook, node: int, armies: tuple[str, ...]) -> tuple[str, str]:
    game, position, bit = look.game, look.position, 1 << node
    rule = "7.1.3.F" if COMMONWEALTH in armies else "7.1.3.G"
    if not position.antwerpen_operational:
        return rule, "cities are open to arrivals only after Antwerpen is Operational"
    if not any(game.data.areas[AREA[army]] & bit for army in armies):
        return rule, "that city is not in the area of the unit's army group east of the Seine Line"
    if game.data.germany & bit:
        return rule, "no unit is placed in a German city"
    if not position.allied_control & bit:
        return rule, "that city is not under Allied control"
    if look.beside_enemy(ALLIED) & bit:
        return rule, "that city is adjacent to a German unit"
    return rule, "that city cannot trace supply"


# Reinforcements


class Reinforced(Frame, frozen=True):
    """The Allied Reinforcement Segment begins."""

    step: ClassVar[str] = "allied reinforcements"
    side: str


class AlliedReinforcements(Automatic[Reinforced]):
    """The units of this turn come off the track; those marked "England" go straight into the box (7.1.3)."""

    name = "allied reinforcements"
    rule = "7.1.3"

    def begin(self, play: Play, side: str) -> Reinforced:
        return Reinforced(side)

    def run(self, play: Play, frame: Reinforced) -> None:
        position, game = play.position, play.game
        if position.turn == play.rules.numbers["twelfth_army_group_turn"]:
            play.tell("twelfth army group", "10.2")
        for unit in members(game.look(position).in_place(SCHEDULE, ALLIED)):
            counter = game.counters[unit]
            if counter.entry_turn != position.turn:
                continue
            if counter.entry_place == ENGLAND_BOX:
                play.put(unit, ENGLAND)
                play.tell("comes to england", "7.1.3", unit)
            else:
                play.put(unit, ARRIVING)
        look = game.look(position)
        if _REINFORCEMENT_PLACING.waiting(look, Reinforcing(ALLIED)):
            _REINFORCEMENT_PLACING.begin_placing(play, Reinforcing(ALLIED))


class Reinforcing(Arriving, frozen=True):
    """Allied reinforcements are being placed."""

    step: ClassVar[str] = "allied arrivals"


class ReinforcementPlacing(AlliedPlacement[Reinforcing]):
    """Arrivals and units from the England Box are placed; whoever is not waits in England (7.1; R48, R63)."""

    name = "allied arrivals"
    rule = "7.1.3"
    offers = ("place allied arrival", "pick allied arrival", "keep in england", "end allied arrival")

    def waiting(self, look: StormingLook, frame: Reinforcing) -> int:
        return super().waiting(look, frame) | look.in_place(ENGLAND, ALLIED) & ~_just_come(look)

    def why_not_waiting(self, look: StormingLook, frame: Reinforcing, unit: int) -> tuple[str, str]:
        if look.position.units[unit].at == ENGLAND:
            return "7.1.3", "{it} has come to England this turn and can enter from the next turn on"
        return super().why_not_waiting(look, frame, unit)

    def idle(self, look: StormingLook, frame: Reinforcing) -> str:
        return "Units in the England Box may enter: choose one, or go on."


def _just_come(look: StormingLook) -> int:
    """Units marked "England" that arrived there in this very segment."""
    turn = look.position.turn
    return sum(
        1 << unit
        for unit in look.position.stacks.get(ENGLAND, ())
        if look.counter(unit).entry_place == ENGLAND_BOX and look.counter(unit).entry_turn == turn
    )


# Replacements


class Replaced(Frame, frozen=True):
    """The Allied Replacement Segment begins."""

    step: ClassVar[str] = "allied replacements"
    side: str


class AlliedReplacements(Automatic[Replaced]):
    """Eliminated units come back from the track at full strength (7.2.1)."""

    name = "allied replacements"
    rule = "7.2.1"

    def begin(self, play: Play, side: str) -> Replaced:
        return Replaced(side)

    def run(self, play: Play, frame: Replaced) -> None:
        coming = []
        for unit in take_due(play, ALLIED):
            if play.game.counters[unit].entry_place == ENGLAND_BOX:
                # Exactly like reinforcements: who is marked so goes into the box and enters from there later.
                play.put(unit, ENGLAND)
                play.tell("comes to england", "7.2.A", unit)
            else:
                play.put(unit, ARRIVING)
                coming.append(unit)
        if coming:
            _REPLACEMENT_PLACING.begin_placing(play, Replacing(ALLIED))
        else:
            play.position.ports_used = 0


class Replacing(Arriving, frozen=True):
    """Allied replacements are being placed."""

    step: ClassVar[str] = "allied replacement arrivals"


class ReplacementPlacing(AlliedPlacement[Replacing]):
    """Exactly like reinforcements; "A-D" units also with the 6th Army Group HQ (7.2.A)."""

    name = "allied replacement arrivals"
    rule = "7.2.A"
    offers = (
        "place allied replacement",
        "pick allied replacement",
        "keep replacement in england",
        "end allied replacement",
    )

    def where(self, look: StormingLook, frame: Replacing, unit: int) -> str:
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            return "in an 'A-D' Entrance Hex, or with the 6th Army Group HQ if it can receive units"
        return super().where(look, frame, unit)

    def gates(self, look: StormingLook, frame: Replacing, unit: int) -> HexSet:
        hexes = super().gates(look, frame, unit)
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            hq = headquarters(look, look.game.hq_6)
            if hq:
                hexes |= hq & ~barred(look, unit)
        return hexes

    def way(self, look: StormingLook, frame: Replacing, unit: int, node: int) -> str:
        if look.counter(unit).entry_place == ANVIL_DRAGOON:
            return "7.2.A"
        return super().way(look, frame, unit, node)

    def why_no_gate(self, look: StormingLook, frame: Replacing, unit: int, node: int) -> tuple[str, str]:
        if look.counter(unit).entry_place != ANVIL_DRAGOON:
            return super().why_no_gate(look, frame, unit, node)
        hq = look.game.hq_6
        if look.position.units[hq].at != node:
            return "7.2.A", "'A-D' units return by the 'A-D' hexes or with the 6th Army Group HQ"
        if look.beside_enemy(ALLIED) >> node & 1:
            return "7.2.A", "the 6th Army Group HQ is adjacent to a German unit"
        if not headquarters(look, hq):
            return "7.2.A", "the 6th Army Group HQ cannot trace supply"
        ban = why_barred(look, unit, node)
        assert ban is not None
        return ban

    def finish(self, play: Play, frame: Replacing) -> None:
        play.position.ports_used = 0


def _on_its_way(look: StormingLook, frame: Arriving) -> int:
    return look.in_place(ARRIVING, ALLIED)


def _may_wait(look: StormingLook, frame: Arriving) -> int:
    return ~_anvil_dragoon(look)


def _england(rule: str) -> Offer:
    return Offer(
        "england",
        rule,
        (
            Clause("waiting", rule, "{it} is not among the units that arrive now", _on_its_way),
            Clause("a-d", "7.1", "'A-D' units never wait in England", _may_wait),
        ),
    )


_REINFORCEMENT_PLACING = ReinforcementPlacing()
_REPLACEMENT_PLACING = ReplacementPlacing()

FRAMES: tuple[type[Frame], ...] = (Reinforced, Reinforcing, Replaced, Replacing)
STEPS = (AlliedReinforcements(), _REINFORCEMENT_PLACING, AlliedReplacements(), _REPLACEMENT_PLACING)
OFFERS: dict[str, Offer] = {
    **placing.offers("allied arrival", "7.1.3"),
    **placing.offers("allied replacement", "7.2.A"),
    "keep in england": _england("7.1"),
    "keep replacement in england": _england("7.2.A"),
}
VERBS: dict[str, tuple[str, ...]] = {"hexes": ("place",), "units": ("pick", "england")}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "waits in england": lambda game, unit: f"{game.counters[unit].name} waits in England.",
    "comes to england": lambda game, unit: f"{game.counters[unit].name} comes to the England Box.",
    "twelfth army group": lambda game: "The US 1st Army becomes the 12th Army Group.",
}

"""The order of a player's phases (9.0) and movement (10.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import msgspec

from bocage.engine.actions import Action
from bocage.engine.errors import Refusal
from bocage.engine.position import Frame, Node, Units
from bocage.engine.steps import Clause, Offer, Question, Sequencing
from bocage.hexes import HexSet, Reach
from bocage.parts.walk import Limit, Walk, why_unreachable

from ..airborne import Dropping, drops_in_play
from ..combat.losses import members
from ..look import Play, RoundupLook
from ..position import ALLIED, ALLIED_HEXES, GERMAN_HEXES, OTHER
from .entering import enter


class Ordering(Frame, frozen=True):
    """A side chooses which phase comes first."""

    step: ClassVar[str] = "phase order"
    side: str


class PhaseOrder(Question[Ordering]):
    """Move/Combat or Combat/Move, for all units of the side (3.3, 9.0)."""

    name = "phase order"
    rule = "9.0"
    offers = ("move-first", "combat-first")

    def begin(self, play: Play, side: str) -> Ordering:
        return Ordering(side)

    def text(self, look: RoundupLook, frame: Ordering) -> str:
        return "Choose Move/Combat or Combat/Move for all your units this turn."

    def answer(self, play: Play, frame: Ordering, action: Action) -> None:
        order = "move/combat" if action.verb == "move-first" else "combat/move"
        fixed = frame.side == ALLIED and play.position.turn == 1
        play.tell("order", "9.1" if fixed else "9.0", frame.side, order, fixed)
        play.swap(Sequencing(f"{frame.side} {order}"))


def _not_turn_one(look: RoundupLook, frame: Ordering) -> int:
    return 0 if frame.side == ALLIED and look.position.turn == 1 else 1


class Moving(Frame, frozen=True):
    """A side moves; `hand` are the units that are moving together, `spent` what they have spent."""

    step: ClassVar[str] = "movement"
    side: str
    hand: Units = 0
    at: Node = -1
    spent: int = 0
    allowance: int = 0
    column: int = 0  # the doubled allowance while column movement is open to them (10.6), else 0
    closed: str = ""  # what closed column movement to them, a key of CLOSED
    acted: bool = False


CLOSED = {
    "zone": ("10.6", "no column movement for units that started in an enemy zone of control"),
    "supply": ("10.6", "only units that start in overland supply may use column movement"),
    "polder": ("10.6", "column movement never enters polder, and the units in hand have done so"),
    "turn 1": ("R13", "no Allied column movement on turn 1 (option)"),
}


class Movement(Question[Moving]):
    """Some, none or all units move, one unit or stack after the other (10.0).

    `move` walks a leg within the ordinary allowance, `column` one beyond it. A unit that has kept out of polder and
    enemy zones may go on in column; the two kinds of movement differ in nothing else. Airborne units may drop at any
    moment of it (10.7, R20).
    """

    name = "movement"
    rule = "10.0"
    offers = ("move", "column", "join", "pick", "end move")

    def begin(self, play: Play, side: str) -> Moving:
        return Moving(side)

    def keep(self, look: RoundupLook, frame: Moving) -> bool:
        # Whoever takes up a unit that cannot go anywhere is not pushed out of his phase by that.
        return frame.acted or bool(frame.hand)

    def offers_now(self, look: RoundupLook, frame: Moving) -> Sequence[Offer]:
        offers = super().offers_now(look, frame)
        if not drops_in_play(look, frame.side):
            return offers
        return (*offers[:-1], look.game.rules.offers["drop between moves"], offers[-1])

    def offer_of(self, look: RoundupLook, frame: Moving, verb: str) -> Offer:
        # Whoever asks for a drop is told why there is none, also in a phase that knows no drops.
        return look.game.rules.offers["drop between moves"] if verb == "drop" else super().offer_of(look, frame, verb)

    def why_not(self, look: RoundupLook, frame: Moving, action: Action) -> Refusal | None:
        if action.verb in ("move-first", "combat-first"):
            return Refusal("3.3", "the order of phases is chosen once a turn, for all units")
        return super().why_not(look, frame, action)

    def text(self, look: RoundupLook, frame: Moving) -> str:
        if not frame.hand:
            drops = ", drop airborne units" if self.ask(look, frame).get("drop") else ""
            return f"Choose a unit to move{drops}, or end the movement phase."
        names = " and ".join(look.game.counters[unit].name for unit in members(frame.hand))
        left = max(frame.allowance, frame.column) - frame.spent
        how = (
            f"{frame.allowance - frame.spent} MP left"
            if frame.spent <= frame.allowance
            else f"{left} MP left in column"
        )
        if frame.column and frame.spent <= frame.allowance:
            how += f", {left} in column"
        return f"Move {names} from {look.game.board.labels[frame.at]} ({how}), choose another unit, or end movement."

    def warnings(self, look: RoundupLook, frame: Moving) -> list[str]:
        labels = look.game.board.labels
        return [
            f"{labels[node]} is overstacked: unless it is thinned out you must eliminate units there (3.1)"
            for node in look.overstacked(frame.side)
        ]

    def answer(self, play: Play, frame: Moving, action: Action) -> None:
        verb = action.verb
        if verb == "move" or verb == "column":
            self.walk(play, frame, action)
        elif verb == "pick":
            self.pick(play, frame, action.index)
        elif verb == "join":
            self.join(play, frame, action.index)
        elif verb == "drop":
            # The units in hand wait where they are and go on after the drop (R20).
            play.swap(msgspec.structs.replace(frame, acted=True))
            play.push(Dropping(frame.side, action.index, between=True))
        else:
            play.position.moved = 0
            play.pop()

    def pick(self, play: Play, frame: Moving, unit: int) -> None:
        """Take a unit in hand; its supply is judged now, as it starts to move (4.0)."""
        play.swap(starting(play.game.look(play.position), frame.side, unit, frame.acted))

    def join(self, play: Play, frame: Moving, unit: int) -> None:
        """Let another unit of the hex move along: the stack is as fast as its slowest (10.0)."""
        allowance, column, closed = _allowances(play.game.look(play.position), frame.side, unit)
        play.swap(
            msgspec.structs.replace(
                frame,
                hand=frame.hand | 1 << unit,
                allowance=min(frame.allowance, allowance),
                column=min(frame.column, column),
                closed=frame.closed or closed,
            )
        )

    def walk(self, play: Play, frame: Moving, action: Action) -> None:
        look: RoundupLook = play.game.look(play.position)
        ways = _ways(look, frame)
        walk, found = ways.walk, ways.flood
        if action.verb == "column":
            walk, found = ways.column_walk, ways.column_flood
        harmless = ~look.game.no_column & ~look.enemy_zone(frame.side)

        def recorded_is_legal(path: tuple[int, ...]) -> bool:
            return path[-1] == action.index and walk.price(path) is not None

        path = play.route(lambda: found.path(action.index, harmless), recorded_is_legal)
        spent = found.cost(action.index) if path is not play.hint else walk.price(path)
        assert spent is not None
        units = members(frame.hand)
        walked = 0
        for node in path[1:]:
            walked |= 1 << node
        column, closed = frame.column, frame.closed
        if walked & ~harmless:
            column, closed = 0, closed or "polder"
        play.position.moved |= frame.hand
        play.tell("moves", "10.6" if action.verb == "column" else "10.0", tuple(units), path, spent - frame.spent)
        enter(play, units, path)
        if walk.stops >> action.index & 1:
            play.swap(Moving(frame.side, acted=True))
        else:
            play.swap(Moving(frame.side, frame.hand, action.index, spent, frame.allowance, column, closed, True))


def starting(look: RoundupLook, side: str, unit: int, acted: bool = False) -> Moving:
    """A unit in hand, about to move with all its points."""
    allowance, column, closed = _allowances(look, side, unit)
    return Moving(side, 1 << unit, look.position.units[unit].at, 0, allowance, column, closed, acted)


def _allowances(look: RoundupLook, side: str, unit: int) -> tuple[int, int, str]:
    """A unit's points, its points in column or 0, and what closes column movement (10.6; rulings R11, R12, R13)."""
    position, rules = look.position, look.game.rules
    supply = look.supply_of(unit)
    allowance = look.allowance(unit, bool(supply))
    if look.enemy_zone(side) >> position.units[unit].at & 1:
        return allowance, 0, "zone"
    if supply != "overland" and not (position.turn == 1 and look.overland(unit)):
        return allowance, 0, "supply"
    if position.turn == 1 and side == ALLIED and not rules.turn1_allied_column:
        return allowance, 0, "turn 1"
    return allowance, allowance * rules.column_factor, ""


def _walk(look: RoundupLook, frame: Moving) -> Walk:
    return look.walk(frame.side, frame.hand, frame.at, frame.spent, frame.allowance)


class Ways(NamedTuple):
    """Where the units in hand can go: the walks and floods behind each verb, and the hexes that it offers."""

    walk: Walk
    flood: Reach
    near: HexSet
    column_walk: Walk
    column_flood: Reach
    far: HexSet


def _ways(look: RoundupLook, frame: Moving) -> Ways:
    ways: Ways | None = look.memo
    if ways is None:
        position = look.position
        # All that find_ways depends on.
        key = (
            frame, position.masks[ALLIED_HEXES], position.masks[GERMAN_HEXES], position.tas, position.superiority,
            position.allied_control, position.garrisons_lost,
        )  # fmt: skip
        cache = look.game.ways
        ways = cache.get(key)
        if ways is None:
            if len(cache) > 64:
                cache.clear()
            ways = cache[key] = find_ways(look, frame)
        look.memo = ways
    return ways


def find_ways(look: RoundupLook, frame: Moving) -> Ways:
    """One flood serves both verbs where no polder is near.

    It goes as far as the column may, entering enemy zones and polder but never leaving them. That is how both kinds
    of movement treat zones (column movement does not enter them at all, so they are taken out of its hexes). Polder
    is different: ordinary movement goes through it, so where it lies within the allowance a second flood is needed.
    """
    walk = _walk(look, frame)
    if not frame.column:
        flood = walk.reach()
        return Ways(walk, flood, flood.all, walk, flood, 0)
    closed = look.enemy_zone(frame.side) | look.game.no_column
    column_walk = look.double_walk(walk, frame.column)
    column_flood = flood = column_walk.reach()
    near = flood.within(frame.allowance)
    if near & look.game.no_column:
        flood = walk.reach()
        near = flood.all
    return Ways(walk, flood, near, column_walk, column_flood, column_flood.all & ~near & ~closed)


def _move_reach(look: RoundupLook, frame: Moving) -> int:
    return _ways(look, frame).near if frame.hand else 0


def _column_reach(look: RoundupLook, frame: Moving) -> int:
    return _ways(look, frame).far if frame.hand else 0


def _liberation(zone: HexSet) -> Limit:
    why = "the first unit to enter a town or port that the Germans control must stop there"
    return Limit("15.17", 0, "", why, lambda walk: walk._replace(stops=zone))


def _garrisons(look: RoundupLook, side: str) -> list[Limit]:
    """Garrisons in empty ports bar the way like units (15.4, R38); none in the standard game."""
    barred = look.garrisons(OTHER[side])
    why = "a garrison bars every way there"
    return [Limit("15.4", 0, "", why, lambda walk: walk._replace(open=walk.open | barred))] if barred else []


def limits(look: RoundupLook, frame: Moving) -> list[Limit]:
    """What may keep units from a hex, in the book's order."""
    game, side = look.game, frame.side
    zone, held = look.enemy_zone(side), look.held(OTHER[side])
    everywhere: HexSet = game.board.all
    found = [
        Limit(
            "3.2.1",
            zone,
            "units never move from one enemy zone of control straight into another",
            "",
            lambda walk: walk._replace(first=None),
        ),
        Limit(
            "3.2.1",
            0,
            "",
            "units stop as soon as they enter an enemy zone of control, and one lies on every way that is short enough",
            lambda walk: walk._replace(stops=walk.stops & ~zone),
        ),
        Limit(
            "3.2.1",
            0,
            "",
            "a unit that starts in an enemy zone of control may leave it only for a hex outside all enemy zones",
            lambda walk: walk._replace(stops=walk.stops & ~zone, first=None),
        ),
        *_garrisons(look, side),
        Limit(
            "10.0",
            held,
            "units never enter a hex that an enemy holds",
            "enemy units bar every way there",
            lambda walk: walk._replace(open=everywhere),
        ),
    ]
    if look.extra_stops(side):
        found.append(_liberation(zone))
    if game.heavies & frame.hand:
        found.append(_heavy_panzers(look))
    far = "too few movement points: there is no minimum move"
    found.append(Limit("10.3", 0, far, far, lambda walk: walk._replace(allowance=10**4)))
    return found


def _heavy_panzers(look: RoundupLook) -> Limit:
    return Limit(
        "10.9",
        look.game.no_heavy,
        "heavy panzers never enter polder",
        "heavy panzers never enter polder, and every way there leads through it",
        lambda walk: walk._replace(costs=look.game.costs[False]),
    )


def _only_polder_bars(look: RoundupLook, frame: Moving, walk: Walk, node: int) -> bool:
    """Would heavy panzers get there with any number of points if polder were open to them, and only then (10.9)?"""
    if not look.game.heavies & frame.hand:
        return False
    tireless = walk._replace(allowance=10**4)
    opened = _heavy_panzers(look).lift(tireless)
    return not tireless.reach().all >> node & 1 and bool(opened.reach().all >> node & 1)


def _explain_move(look: RoundupLook, frame: Moving, node: int) -> tuple[str, str]:
    if not frame.hand:
        return "10.0", "choose the unit that moves first"
    if node == frame.at:
        return "10.0", "the unit is there already"
    if frame.spent > frame.allowance:
        return "10.6", "having gone beyond its ordinary allowance the unit can only go on in column"
    if look.held(OTHER[frame.side]) >> node & 1:
        return _held(look, frame.side, node)
    walk = _walk(look, frame)
    if _only_polder_bars(look, frame, walk, node):
        # Whatever it costs: the ban comes before the points.
        rule, why = why_unreachable(walk._replace(allowance=10**4), [_heavy_panzers(look)], node)
    else:
        rule, why = why_unreachable(walk, limits(look, frame), node)
    if rule == "10.3":
        price = walk._replace(allowance=10**4).reach().cost(node)
        if price is not None:
            left = frame.allowance - frame.spent
            why = f"{{it}} would cost {price - frame.spent} MP and {left} are left: there is no minimum move"
    return rule, why


def _held(look: RoundupLook, side: str, node: int) -> tuple[str, str]:
    """The case against entering a hex that the other side's units or garrison hold (10.0, 15.4)."""
    return look.garrison_rule(OTHER[side], node) or ("10.0", "units never enter a hex that an enemy holds")


def _explain_column(look: RoundupLook, frame: Moving, node: int) -> tuple[str, str]:
    if not frame.hand:
        return "10.0", "choose the unit that moves first"
    side = frame.side
    bit = 1 << node
    walk = _walk(look, frame)
    if not frame.column:
        return CLOSED[frame.closed]
    if look.enemy_zone(side) & bit:
        return "10.6", "column movement never enters an enemy zone of control"
    if look.game.no_column & bit:
        return "10.6", "column movement never enters polder"
    if node == frame.at:
        return "10.0", "the unit is there already"
    column = look.column_walk(walk, side, frame.column)
    ways = _ways(look, frame)
    if ways.near & bit:
        way = ways.flood.path(node, column.open)
        if all(column.open >> step & 1 for step in way[1:]):
            after = "" if walk.stops & bit else "; column movement stays open afterwards"
            return "10.6", "{it} is within the ordinary allowance: move there" + after
        if column.reach().all & bit:
            return "10.6", (
                "the shortest way to {it} leads through polder, which closes column movement: go there in legs that "
                "keep out of it"
            )
    if look.held(OTHER[side]) & bit:
        return _held(look, side, node)
    far = "too far even for column movement"
    zone, polder = look.enemy_zone(side), look.game.no_column
    held = look.held(OTHER[side])
    column_limits = [
        Limit("10.6", 0, "", "column movement never enters an enemy zone, and one lies on every way there",
              lambda walk: walk._replace(open=walk.open | zone & ~held, stops=walk.stops & ~zone)),
        Limit("10.6", 0, "", "column movement never enters polder, and it lies on every way there",
              lambda walk: walk._replace(open=walk.open | polder & ~held & ~zone, stops=walk.stops & ~polder)),
        *_garrisons(look, side),
        Limit("10.0", held, "units never enter a hex that an enemy holds", "enemy units bar the way",
              lambda walk: walk._replace(open=look.game.board.all)),
        Limit("10.3", 0, far, far, lambda walk: walk._replace(allowance=10**4)),
    ]  # fmt: skip
    if look.extra_stops(side):
        column_limits.insert(0, _liberation(zone))
    return why_unreachable(column, column_limits, node)


def _own(look: RoundupLook, frame: Moving) -> int:
    return look.game.side_units[frame.side]


def _on_map(look: RoundupLook, frame: Moving) -> int:
    return look.position.on_board


def _not_moved(look: RoundupLook, frame: Moving) -> int:
    return ~look.position.moved


def _not_dropped(look: RoundupLook, frame: Moving) -> int:
    return ~look.position.dropped


def _not_replaced(look: RoundupLook, frame: Moving) -> int:
    return ~look.position.replaced


def _not_in_hand(look: RoundupLook, frame: Moving) -> int:
    return ~frame.hand


def _explain_moved(look: RoundupLook, frame: Moving, unit: int) -> tuple[str, str]:
    if look.enemy_zone(frame.side) >> look.position.units[unit].at & 1:
        landed = "; landing there counts as entering (R32)" if look.position.turn == 1 and frame.side == ALLIED else ""
        return "10.0", "{it} has entered an enemy zone of control and stops for this phase" + landed
    return "10.0", "{it} has moved already in this phase"


def _same_hex(look: RoundupLook, frame: Moving) -> int:
    if not frame.hand or frame.spent:
        return 0
    units = 0
    for unit in look.position.stacks[frame.at]:
        units |= 1 << unit
    return units


def _explain_join(look: RoundupLook, frame: Moving, unit: int) -> tuple[str, str]:
    if not frame.hand:
        return "10.0", "choose the unit that moves first; others of its hex may then join it"
    if frame.spent:
        return "10.0", "the units in hand have set out: nobody joins them on the way"
    return "10.0", "only units that start in one hex move together"


_MAY_MOVE = (
    Clause("own", "10.0", "only units of the side whose phase it is move", _own),
    Clause("map", "10.0", "{it} is not on the map", _on_map),
    Clause("moved", "10.0", "", _not_moved, _explain_moved),
    Clause("dropped", "10.7", "{it} was dropped from the air and does not move this turn", _not_dropped),
    Clause("replaced", "8.3", "{it} has received a replacement and does not move this turn", _not_replaced),
    Clause("hand", "10.0", "{it} is in hand already", _not_in_hand),
)
FRAMES = (Ordering, Moving)
STEPS = (PhaseOrder(), Movement())
OFFERS = {
    "move-first": Offer("move-first", "9.0", (Clause("any", "9.0", "", lambda look, frame: 1),)),
    "combat-first": Offer(
        "combat-first",
        "9.0",
        (Clause("turn 1", "9.1", "on turn 1 the Allies must choose Move/Combat", _not_turn_one),),
    ),
    "pick": Offer("pick", "10.0", _MAY_MOVE),
    "join": Offer(
        "join",
        "10.0",
        (*_MAY_MOVE, Clause("hex", "10.0", "", _same_hex, _explain_join)),
    ),
    "move": Offer("move", "10.0", (Clause("reach", "10.0", "", _move_reach, _explain_move),)),
    "column": Offer("column", "10.6", (Clause("reach", "10.6", "", _column_reach, _explain_column),)),
    "end move": Offer("end", "10.0", (Clause("any", "10.0", "", lambda look, frame: 1),)),
}

"""The Movement Steps (10.0): units are taken up, alone or with others of their hex, and moved leg by leg.

How far they get is in `reach.py`, why not further in `reasons.py`; leaving and re-entering the map is in `exits.py`,
Strategic Movement in `strategic.py`, Mobile Assaults in `../assault`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from bocage.engine.actions import Action
from bocage.engine.errors import Refusal
from bocage.engine.steps import Clause, Offer, Question, Sequencing

from ..assault import assaults
from ..combat.support import HOBART_VERBS
from ..elimination import eliminate, leave_map
from ..look import Play, StormingLook, members
from ..position import ALLIED, ASSAULT, BREAKTHROUGH, BRITTANY, EXPLOITATION, GERMAN, WATCH
from ..telling import hex_name, unit_names
from . import exits, reach, reasons, strategic
from .allowance import assign_commands
from .entering import enter, open_ike, paris_warnings
from .hand import Moving


class Movement(Question[Moving]):
    """Some, none or all units of a side move, each once (10.1.B, 10.4)."""

    name = "movement"
    rule = "10.4"
    offers = (
        "move", "leave map", "return from brittany", "strategic movement", "watch transfer", "blow dams", "join move",
        "pick to move", "end movement",
    )  # fmt: skip

    def begin(self, play: Play, side: str) -> Moving:
        position = play.position
        row = position.frames[-1]
        position.stage = stage_of(row.row if isinstance(row, Sequencing) else "")
        position.moved = position.entrained = position.leaving = position.bridgeheads = position.patton_hexes = 0
        if side == ALLIED:
            assign_commands(play)
            away = play.game.look(position).in_place(BRITTANY, ALLIED)
            position.returning = play.rules.numbers["brittany_returning"] if away else 0
        return Moving(side)

    def keep(self, look: StormingLook, frame: Moving) -> bool:
        # Whoever takes up a unit that cannot go anywhere is not pushed out of his step by that.
        return frame.acted or bool(frame.hand)

    def offers_now(self, look: StormingLook, frame: Moving) -> Sequence[Offer]:
        offers: Sequence[Offer] = look.game.offers_of_step[self.name]
        if frame.hand and frame.at < 0:
            return offers  # in Brittany nobody is assaulted
        return (*offers[:1], *assaults.offers(look, frame), *offers[1:])

    def offer_of(self, look: StormingLook, frame: Moving, verb: str) -> Offer:
        """The offer of a verb; who wants to attack is told how, or when."""
        if verb == "attack" and look.position.stage == EXPLOITATION:
            raise Refusal("14.1.A", "there are only Mobile Assaults in the Exploitation Phase: say 'assault'")
        if verb == "attack":
            raise Refusal("10.B", "combat comes after the Assault Movement Step, not during movement")
        if verb in HOBART_VERBS:
            raise Refusal("13.9.B", assaults.NO_HOBART)
        return super().offer_of(look, frame, verb)

    def case(self, look: StormingLook, frame: Moving) -> str:
        return {ASSAULT: "10.1.B.1", BREAKTHROUGH: "10.6.C"}.get(look.position.stage, self.rule)

    def text(self, look: StormingLook, frame: Moving) -> str:
        step = {ASSAULT: "Assault", BREAKTHROUGH: "Breakthrough", EXPLOITATION: "Exploitation"}[look.position.stage]
        if not frame.hand:
            return f"{step} Movement: choose a unit to move, or end the step."
        names = unit_names(look.game, members(frame.hand))
        if frame.at < 0:
            return f"Choose the B hex into which {names} returns from Brittany, another unit, or end the step."
        left = frame.allowance - frame.spent
        where = hex_name(look.game, frame.at)
        commits = ""
        if look.position.stage == ASSAULT and frame.hand & look.position.priority:
            commits = " If it moves, the Priority Supply units of its Command do not move after combat (10.3.B)."
        what = f"{step} Movement: move {names} from {where} ({left} MP left)"
        return f"{what}, choose another unit, or end the step.{commits}"

    def warnings(self, look: StormingLook, frame: Moving) -> list[str]:
        labels = look.game.board.labels
        found = [
            f"{labels[node]} is overstacked: units of your choice there are eliminated at the end of the step (5.3)"
            for node in look.overstacked(frame.side)
        ]
        if frame.side == ALLIED and frame.hand and frame.at >= 0:
            found += paris_warnings(look, frame.hand, reach.ways(look, frame).goals)
        return found + exits.warnings(look, frame.side)

    def answer(self, play: Play, frame: Moving, action: Action) -> None:
        verb = action.verb
        if verb == "move":
            if frame.at < 0:
                exits.come_back(play, frame, action.index)
            else:
                _walk(play, frame, action.index)
        elif verb == "pick":
            play.swap(starting(play.game.look(play.position), frame, action.index))
        elif verb == "join":
            look = play.game.look(play.position)
            hand = frame.hand | 1 << action.index
            joined = msgspec.structs.replace(frame, hand=hand, allowance=reach.points_of(look, hand))
            if action.index == play.game.patton and play.position.moved >> action.index & 1:
                # He has entered an enemy zone on his way to them, and only assaults lead on from there (6.5).
                stopped = bool(look.enemy_zone(frame.side) >> frame.at & 1)
                joined = msgspec.structs.replace(joined, stopped=stopped)
            play.swap(joined)
        elif verb in assaults.ANSWERS:
            assaults.answer(play, frame, action)
        elif verb == "exit":
            exits.leave(play, frame)
        elif verb == "return":
            points = reach.allowance(play.game.look(play.position), action.index)
            play.swap(Moving(frame.side, 1 << action.index, allowance=points, acted=frame.acted))
        elif verb == "strategic":
            strategic.attempt(play, frame, action.index)
        elif verb == "watch":
            leave_map(play, action.index, WATCH)
            play.tell("watch transfer", "17.7.2.A", action.index)
            play.swap(Moving(frame.side, acted=True))
        elif verb == "blow-dams":
            _blow_dams(play)
            play.swap(msgspec.structs.replace(frame, acted=True))
        else:
            _end(play, frame)


def stage_of(row: str) -> str:
    """Which Movement Step a row of the sequence of play is."""
    if row.endswith("breakthrough"):
        return BREAKTHROUGH
    return EXPLOITATION if row.endswith("exploitation") else ASSAULT


def starting(look: StormingLook, frame: Moving, unit: int) -> Moving:
    """A unit in hand, about to move with all its points."""
    at = look.position.units[unit].at
    return Moving(frame.side, 1 << unit, at, at, allowance=reach.allowance(look, unit), acted=frame.acted)


def _walk(play: Play, frame: Moving, goal: int) -> None:
    """One leg of a move; whoever enters an enemy zone, or crosses the Rhine, has to stop (6.5, 10.7.4)."""
    position, game = play.position, play.game
    look: StormingLook = game.look(position)
    ways = reach.ways(look, frame)
    path = play.route(
        lambda: ways.path(goal), lambda recorded: recorded[-1] == goal and ways.price(recorded) is not None
    )
    spent = ways.price(path)
    assert spent is not None
    units = members(frame.hand)
    position.moved |= frame.hand
    if frame.side == ALLIED:
        reach.note_patton(play, frame.hand, len(path) - 1)
        reach.note_priority(play, frame.hand)
        _note_bridgeheads(play, look, path)
    elif position.strafed:
        # Leaders beside troops are counted apart until they are put down, so their counters come off with the step.
        done = reach.troops_in(look, frame.hand) or frame.hand
        ids = {game.unit_ids[unit] for unit in members(done)}
        position.strafed = {name: points for name, points in position.strafed.items() if name not in ids}
    play.tell("moves", "10.4", tuple(units), path, spent - frame.spent)
    contact = look.enemy_zone(frame.side) >> goal & 1
    enter(play, units, path)
    crosses = ways.crosses(path)
    if crosses and not play.rules.rhine_after_a_march:
        play.swap(Moving(frame.side, acted=True))
        return
    after: StormingLook = game.look(position)
    # Who enters a zone stops, even if the zone leaves the hex as soon as it is a German Fort again (6.5, 6.3.A).
    stopped = bool(contact and not after.enemy_zone(frame.side) >> goal & 1)
    moving = msgspec.structs.replace(frame, stopped=stopped, crossed=crosses)
    play.swap(reach.onward(after, moving, goal, spent, frame.hexes + len(path) - 1))


def _note_bridgeheads(play: Play, look: StormingLook, path: Sequence[int]) -> None:
    """Where a friend on the far bank helps others across the Rhine, somebody must stay (10.7.4)."""
    game = play.game
    if not any(game.rhine_banks >> node & 1 for node in path):
        return
    rhine, held = game.data.rivers["rhine"], look.occupied(ALLIED)
    captured = {
        end for bridge in game.data.bridges if bridge.name == reach.captured_bridge(look) for end in bridge.ends
    }
    for here, there in pairwise(path):
        if rhine.has(here, there) and held >> there & 1 and not {here, there} <= captured:
            play.position.bridgeheads |= 1 << there


def _blow_dams(play: Play) -> None:
    """The Roer valley is flooded, and the West Wall there is gone for good (17.2.B, 16.1)."""
    position, game = play.position, play.game
    position.flood_turn = position.turn
    position.forts_destroyed |= game.data.forts["westwall"] & game.roer_valley
    play.tell("dams blown", "17.2.B")


def _end(play: Play, frame: Moving) -> None:
    """The step is over: what must leave has left or is lost, and markers come off (10.2.5.C, 12.0, 10.7.3)."""
    position, game = play.position, play.game
    look: StormingLook = game.look(position)
    play.pop()
    if frame.side == ALLIED:
        exits.lapse(play)
    doomed = exits.doomed(look, frame.side)
    if frame.side == GERMAN:
        _spread_disruption(play, look)
        position.strafed = {}
    for rule, units in doomed.items():
        for unit in members(units):
            eliminate(play, unit, rule, for_good=rule == "7.1.2.J")
    if frame.side == GERMAN:
        inside = look.units_in(game.ike_spot, GERMAN) & game.divisions
        if inside.bit_count() >= play.rules.numbers["ike_german_divisions"]:
            open_ike(play, "six German divisions have ended a Movement Step in it")
    if position.stage != ASSAULT or not reach.splits(look, frame.side):
        position.points = {}
        position.declared = 0
        position.group_21 = position.group_12 = position.group_6 = 0
        position.priority_used = ()
    position.stage = ""
    position.moved = position.assaulted = position.entrained = position.leaving = position.bridgeheads = 0
    position.patton_hexes = 0


def _spread_disruption(play: Play, look: StormingLook) -> None:
    """Germans that end their movement with a Disrupted unit are Disrupted themselves, flak excepted (12.0)."""
    position, game = play.position, play.game
    if not position.disrupted:
        return
    for unit in members(position.moved & game.side_units[GERMAN] & position.on_board & ~game.flak_units):
        stack = look.stack(position.units[unit].at)
        if not position.disrupted >> unit & 1 and any(position.disrupted >> other & 1 for other in stack):
            position.disrupted |= 1 << unit
            play.tell("disrupted by stacking", "12.0", unit)


# Who may move


def _own(look: StormingLook, frame: Moving) -> int:
    return look.game.side_units[frame.side]


def _on_map(look: StormingLook, frame: Moving) -> int:
    return look.position.on_board


def _no_garrison(look: StormingLook, frame: Moving) -> int:
    return ~look.game.garrison_units


def _released(look: StormingLook, frame: Moving) -> int:
    return ~look.frozen_units()


def _not_refitting(look: StormingLook, frame: Moving) -> int:
    return ~look.position.refit


def _not_grounded(look: StormingLook, frame: Moving) -> int:
    return ~look.position.grounded


def _not_disrupted(look: StormingLook, frame: Moving) -> int:
    return ~look.position.disrupted


def _not_moved(look: StormingLook, frame: Moving) -> int:
    return ~look.position.moved


def _with_points(look: StormingLook, frame: Moving) -> int:
    return reach.able(look, frame.side)


def _not_in_hand(look: StormingLook, frame: Moving) -> int:
    return ~frame.hand


def _not_alone_in_hand(look: StormingLook, frame: Moving) -> int:
    """Out of several units in hand one may be taken up by itself after all."""
    return -1 if frame.hand & (frame.hand - 1) else ~frame.hand


def _not_moved_or_patton(look: StormingLook, frame: Moving) -> int:
    """Who may still join: Patton also on his way, where an option lets him (17.4.A; ruling R44)."""
    return ~look.position.moved | reach.patton_on_call(look)


def _same_hex(look: StormingLook, frame: Moving) -> int:
    if not frame.hand or frame.at < 0:
        return 0
    if frame.hexes or frame.spent:
        here = look.position.units[look.game.patton].at == frame.at
        return reach.patton_on_call(look) if here else 0
    units = 0
    for unit in look.position.stacks[frame.at]:
        units |= 1 << unit
    return units


MAY_MOVE = (
    Clause("own", "10.1.B.1", "only units of the side whose step it is move", _own),
    Clause("garrison", "16.2", "the Metz garrisons never move", _no_garrison),
    Clause("released", "10.7.8", "{it} belongs to the 15th Army and has not been released", _released),
    Clause("refit", "7.3.E", "a unit under an R&R marker does not move", _not_refitting),
    Clause("grounded", "9.2.B", "a Grounded unit does not move", _not_grounded),
    Clause("disrupted", "12.1", "a Disrupted unit does not move", _not_disrupted),
)
_TAKES_UP = (
    MAY_MOVE[0],
    Clause("map", "10.4", "", _on_map, reasons.off_map),
    *MAY_MOVE[1:],
    Clause("moved", "10.4.A", "", _not_moved, reasons.has_moved),
    Clause("points", "10.4.A", "", _with_points, reasons.no_points),
)


# Where to


def _goals(look: StormingLook, frame: Moving) -> int:
    if not frame.hand:
        return 0
    if frame.at < 0:
        return exits.doors(look)
    return reach.ways(look, frame).goals


# The Watch on the Rhine (17.7.2.A) and the Roer Dams (17.2.B)


def _germans(look: StormingLook, frame: Moving) -> int:
    return -1 if frame.side == GERMAN else 0


def _watch_open(look: StormingLook, frame: Moving) -> int:
    position = look.position
    return 0 if position.offensive_turn or position.offensive_declined else -1


def _rebuildable(look: StormingLook, frame: Moving) -> int:
    return reach.watch_units(look.game)


def _in_germany(look: StormingLook, frame: Moving) -> int:
    return look.units_in(look.game.data.germany, GERMAN)


def _edge_supplied(look: StormingLook, frame: Moving) -> int:
    return look.units_in(look.east_supply(), GERMAN)


def _uncontacted(look: StormingLook, frame: Moving) -> int:
    return ~look.units_in(look.beside_enemy(GERMAN), GERMAN)


def _movement_segment(look: StormingLook, frame: Moving) -> int:
    return 0 if look.position.stage == BREAKTHROUGH else 1


def _dry(look: StormingLook, frame: Moving) -> int:
    return 0 if look.position.flood_turn else 1


def _dams_held(look: StormingLook, frame: Moving) -> int:
    game = look.game
    return 1 if game.dams & game.in_play and not game.dams & look.position.allied_control else 0


WATCH_CLAUSES = (
    Clause("side", "17.7.2", "the Watch on the Rhine Box is German", _germans),
    Clause("map", "17.7.2.A", "{it} is not on the map", _on_map),
    Clause("open", "17.7.2.B", "the Watch on the Rhine Box has been emptied for good", _watch_open),
    Clause("mechanized", "17.7.2", "only replaceable German Mechanized units go into the box", _rebuildable),
    *MAY_MOVE[2:],
    Clause("germany", "17.7.2.A", "{it} is not within the borders of Germany", _in_germany),
    Clause("supply", "17.7.2.A", "{it} is not in normal East Map-edge supply", _edge_supplied),
    Clause("contact", "17.7.2.A", "{it} is adjacent to an Allied unit", _uncontacted),
)
DAM_CLAUSES = (
    Clause("side", "17.2.B", "only the Germans blow the Roer Dams", lambda look, frame: _germans(look, frame) & 1),
    Clause("segment", "17.2.B", "the dams are blown in an Assault or Exploitation Movement Segment", _movement_segment),
    Clause("once", "17.2.B", "the Roer valley has been flooded already", _dry),
    Clause("held", "17.2.B", "all three Roer Dam hexes must be under German control", _dams_held),
)

FRAMES = (Moving,)
STEPS = (Movement(),)
OFFERS = {
    "move": Offer("move", "10.4", (Clause("reach", "10.4", "", _goals, reasons.cannot_reach),)),
    "leave map": Offer("exit", "7.1.2.J", exits.CLAUSES),
    "return from brittany": Offer("return", "7.1.2.K", exits.RETURN_CLAUSES),
    "strategic movement": Offer("strategic", "10.7.11", (*MAY_MOVE, *strategic.CLAUSES)),
    "watch transfer": Offer("watch", "17.7.2.A", WATCH_CLAUSES),
    "blow dams": Offer("blow-dams", "17.2.B", DAM_CLAUSES),
    "join move": Offer(
        "join",
        "10.4",
        (
            Clause("hex", "10.4", "", _same_hex, reasons.cannot_join),
            *_TAKES_UP[:-2],
            Clause("moved", "10.4.A", "", _not_moved_or_patton, reasons.has_moved),
            *_TAKES_UP[-1:],
            Clause("hand", "10.4", "{it} is in hand already", _not_in_hand),
        ),
    ),
    "pick to move": Offer(
        "pick", "10.4", (*_TAKES_UP, Clause("hand", "10.4", "{it} is in hand already", _not_alone_in_hand))
    ),
    "end movement": Offer("end", "10.1.B.1", (Clause("entrances", "7.1.2.E", "", exits.may_end, exits.why_no_end),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("move",),
    "units": ("pick", "join", "watch", "return", "strategic"),
    "plain": ("exit", "blow-dams"),
}


def _moves(game: Any, units: Sequence[int], path: Sequence[int], cost: int) -> str:
    way = "-".join(game.board.labels[node] for node in path)
    return f"{unit_names(game, units)} {'moves' if len(units) == 1 else 'move'} {way} ({cost} MP)."


SENTENCES: Mapping[str, Callable[..., str]] = {
    "moves": _moves,
    "watch transfer": lambda game, unit: f"{game.counters[unit].name} goes into the Watch on the Rhine Box.",
    "dams blown": lambda game: "The Roer Dams are blown: the Roer valley is flooded.",
    "disrupted by stacking": lambda game, unit: (
        f"{game.counters[unit].name} is Disrupted: it has joined a Disrupted unit."
    ),
    **exits.SENTENCES,
}

"""The Movement Steps (10.0): units are taken up, alone or with others of their hex, and moved leg by leg.

How far they get is in `reach.py`, why not further in `reasons.py`; leaving and re-entering the map is in `exits.py`,
Strategic Movement in `strategic.py`, Mobile Assaults in `../assault`.
"""

from __future__ import annotations

import msgspec

from bocage.parts.walk import Marching, leg
from bocage.rules import HEXES, PATH, PLAIN, UNITS, Conditions, Sequencing, event, offer, offered, provided, settled

from ..assault import assaults
from ..assault.ground import may_assault
from ..combat.support import HOBART_VERBS
from ..elimination import eliminate, leave_map
from ..look import Play, StormingLook, members
from ..position import ALLIED, ASSAULT, BREAKTHROUGH, BRITTANY, EXPLOITATION, GERMAN, OTHER, WATCH
from . import exits, reasons, strategic
from .allowance import able, allowance, fit, note_leg, patton_on_call, points_of, splits
from .command_dice import assign_commands
from .entering import enter, open_ike, paris_warnings, there
from .hand import Moving
from .reach import note_bridgeheads, onward, ways

STEP_NAMES = {ASSAULT: "Assault", BREAKTHROUGH: "Breakthrough", EXPLOITATION: "Exploitation"}

moved = event(
    "moves", "10.4", "{units} {units:moves|move} {path} ({cost} MP).",
    sort="move", units=UNITS, path=PATH, cost="points",
)  # fmt: skip
boxed = event("watch transfer", "17.7.2.A", "{unit} goes into the Watch on the Rhine Box.", unit=UNITS)
dams_blown = event(
    "dams blown", "17.2.B", "The Roer Dams are blown: the Roer valley is flooded.", about=there("dams", GERMAN)
)
joined_disrupted = event(
    "disrupted by stacking", "12.0", "{unit} is Disrupted: it has joined a Disrupted unit.", unit=UNITS
)


def _on_the_map(look: StormingLook, frame: Moving) -> bool:
    return frame.at >= 0 or not frame.hand  # in Brittany nobody is assaulted


class Movement(Marching[Moving]):
    """Some, none or all units of a side move, each once (10.1.B, 10.4)."""

    name, rule = "movement", "10.4"

    def begin(self, play: Play, side: str) -> Moving:
        position = play.position
        row = position.frames[-1]
        position.stage = stage_of(row.row if isinstance(row, Sequencing) else "")
        play.clear("movement step")
        if side == ALLIED:
            assign_commands(play)
            away = play.look.in_place(BRITTANY, ALLIED)
            position.returning = play.game.rules.numbers["brittany_returning"] if away else 0
        return Moving(side)

    def case(self, look: StormingLook, frame: Moving) -> str:
        return {ASSAULT: "10.1.B.1", BREAKTHROUGH: "10.6.C"}.get(look.position.stage, self.rule)

    def text(self, look: StormingLook, frame: Moving) -> str:
        step = STEP_NAMES[look.position.stage]
        if not frame.hand:
            return f"{step} Movement: choose a unit to move, or end the step."
        names = look.game.named("units", members(frame.hand))
        if frame.at < 0:
            return f"Choose the B hex into which {names} returns from Brittany, another unit, or end the step."
        left, where = frame.allowance - frame.spent, look.game.hex_name(frame.at)
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
            found += paris_warnings(look, frame.hand, ways(look, frame).goals)
        return found + exits.warnings(look, frame.side)

    def not_now(self, look: StormingLook, frame: Moving, verb: str) -> tuple[str, str] | None:
        if verb == "attack" and look.position.stage == EXPLOITATION:
            return "14.1.A", "there are only Mobile Assaults in the Exploitation Phase: say 'assault'"
        if verb == "attack":
            return "10.B", "combat comes after the Assault Movement Step, not during movement"
        return ("13.9.B", assaults.NO_HOBART) if verb in HOBART_VERBS else None

    @offer("move", HEXES, "10.4", lambda look, frame: "Come back here" if frame.at < 0 else "")
    def move(self, look: StormingLook, frame: Moving) -> Conditions:
        if not frame.hand:
            yield 0, "10.4", "choose the unit that moves first"
        elif frame.at < 0:
            yield ~look.occupied(OTHER[frame.side]), "10.4", "a hex with enemy units is not entered"
            yield exits.doors(look), "7.1.2.K", "divisions return from Brittany into a B hex, for 1 MP"
        else:
            yield ways(look, frame).goals, "10.4", lambda node: reasons.cannot_reach(look, frame, node)

    @move.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        if frame.at < 0:
            exits.come_back(play, frame, node)
        else:
            _walk(play, frame, node)

    assault = offered("assault", HEXES, "14.0", may_assault, assaults.declare, when=_on_the_map)
    leave_behind = offered(
        "leave-behind", UNITS, "17.4.A", assaults.may_leave_behind, assaults.leave_behind, when=_on_the_map
    )
    exit = offered("exit", PLAIN, "7.1.2.J", exits.may_leave, exits.leave, words="leave the map")
    come_back = offered("return", UNITS, "7.1.2.K", exits.may_return, exits.take_up)
    entrain = offered("strategic", UNITS, "10.7.11", strategic.may_try, strategic.attempt)

    @offer("watch", UNITS, "17.7.2.A")
    def watch(self, look: StormingLook, frame: Moving) -> Conditions:
        yield provided(frame.side == GERMAN), "17.7.2", "the Watch on the Rhine Box is German"
        yield settled(look, _may_be_boxed)

    @watch.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        leave_map(play, unit, WATCH)
        boxed(play, unit)
        play.swap(Moving(frame.side, acted=True))

    @offer("blow-dams", PLAIN, "17.2.B", words="blow the Roer Dams")
    def blow_dams(self, look: StormingLook, frame: Moving) -> Conditions:
        position, dams = look.position, look.game.dams
        yield frame.side == GERMAN, "17.2.B", "only the Germans blow the Roer Dams"
        segment = "the dams are blown in an Assault or Exploitation Movement Segment"  # R109
        yield position.stage != BREAKTHROUGH, "17.2.B", segment
        yield not position.flood_turn, "17.2.B", "the Roer valley has been flooded already"
        held = bool(dams & look.game.in_play) and not dams & position.allied_control
        yield held, "17.2.B", "all three Roer Dam hexes must be under German control"

    @blow_dams.does
    def _(self, play: Play, frame: Moving, _: int) -> None:
        # The Roer valley is flooded, and the West Wall there is gone for good (16.1).
        position, game = play.position, play.game
        position.flood_turn = position.turn
        position.forts_destroyed |= game.data.forts["westwall"] & game.roer_valley
        dams_blown(play)
        play.swap(msgspec.structs.replace(frame, acted=True))

    @offer("join", UNITS, "10.4")
    def join(self, look: StormingLook, frame: Moving) -> Conditions:
        first = "choose the unit that moves first; others of its hex may then join it"
        yield provided(frame.hand > 0), "10.4", first
        at, patton = frame.at, patton_on_call(look)
        if frame.hexes or frame.spent or at < 0:
            # On the way only Patton, where an option lets him (17.4.A; ruling R44).
            here = at >= 0 and look.position.units[look.game.patton].at == at
            yield patton if here else 0, "10.4.A", "the units in hand have set out: nobody joins them on the way"
        else:
            yield look.in_place(at), "14.1.B", "only units that begin the step in one hex move together"
        yield settled(look, _may_go, frame.side, patton)
        yield ~frame.hand, "10.4", "{it} is in hand already"

    @join.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        look, hand = play.look, frame.hand | 1 << unit
        joined = msgspec.structs.replace(frame, hand=hand, allowance=points_of(look, hand))
        if unit == play.game.patton and play.position.moved >> unit & 1:
            # He has entered an enemy zone on his way to them, and only assaults lead on from there (6.5).
            joined = msgspec.structs.replace(joined, stopped=bool(look.enemy_zone(frame.side) >> frame.at & 1))
        play.swap(joined)

    @offer("pick", UNITS, "10.4")
    def pick(self, look: StormingLook, frame: Moving) -> Conditions:
        yield settled(look, _may_go, frame.side)
        # Out of several units in hand one may be taken up by itself after all.
        alone = not frame.hand & (frame.hand - 1)
        yield ~frame.hand if alone else -1, "10.4", "{it} is in hand already"

    @pick.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        at, points = play.position.units[unit].at, allowance(play.look, unit)
        play.swap(Moving(frame.side, 1 << unit, at, at, allowance=points, acted=frame.acted))

    @offer("end", PLAIN, "10.1.B.1", "End movement", "the Movement Step is over")
    def end(self, look: StormingLook, frame: Moving) -> Conditions:
        unit = exits.lingering(look, frame.side)
        yield unit is None, "7.1.2.E", lambda _: reasons.must_leave(look, unit)

    @end.does
    def _(self, play: Play, frame: Moving, _: int) -> None:
        _end(play, frame)


def stage_of(row: str) -> str:
    """Which Movement Step a row of the sequence of play is."""
    if row.endswith("breakthrough"):
        return BREAKTHROUGH
    return EXPLOITATION if row.endswith("exploitation") else ASSAULT


# Who may move


def _may_go(look: StormingLook, side: str, called: int = 0) -> Conditions:
    """Units of a side that may be taken up to move; those who are called to others may have moved."""
    position = look.position
    yield look.game.side_units[side], "10.1.B.1", "only units of the side whose step it is move"
    yield position.on_board, "10.4", lambda unit: reasons.off_map(look, unit)
    yield from fit(look)
    yield ~position.moved | called, "10.4.A", lambda unit: reasons.has_moved(look, side, unit)
    yield able(look, side), "10.4.A", lambda unit: reasons.no_points(look, unit)


def _may_be_boxed(look: StormingLook) -> Conditions:
    """Germans that may go into the Watch on the Rhine Box (17.7.2.A; ruling R111)."""
    position, game = look.position, look.game
    yield position.on_board, "17.7.2.A", "{it} is not on the map"
    emptied = bool(position.offensive_turn or position.offensive_declined)
    yield provided(not emptied), "17.7.2.B", "the Watch on the Rhine Box has been emptied for good"
    only = "only replaceable German Mechanized units go into the box"  # of any size (ruling R57)
    yield game.watch_units, "17.7.2", only
    yield from fit(look)
    candidates = members(game.watch_units & position.on_board)
    inside = look.standing_in(game.data.germany, candidates)  # E hexes are a part of it (R141)
    yield inside, "17.7.2.A", "{it} is not within the borders of Germany"
    supplied = look.standing_in(look.east_supply(), candidates)
    yield supplied, "17.7.2.A", "{it} is not in normal East Map-edge supply"
    contact = look.standing_in(look.beside_enemy(GERMAN), candidates)
    yield ~contact, "17.7.2.A", "{it} is adjacent to an Allied unit"


# What is done


def _walk(play: Play, frame: Moving, goal: int) -> None:
    """One leg of a move; whoever enters an enemy zone, or crosses the Rhine, has to stop (6.5, 10.7.4)."""
    position, game = play.position, play.game
    before: StormingLook = game.asked(position)  # the ways were found for the question
    found, contact = ways(before, frame), before.enemy_zone(frame.side) >> goal & 1
    path, spent = leg(play, goal, found.path, found.cost, found.price)
    crosses, units = found.crosses(path), members(frame.hand)
    position.moved |= frame.hand
    note_leg(play, frame.side, frame.hand, len(path) - 1)
    if frame.side == ALLIED:
        note_bridgeheads(play, path)
    moved(play, tuple(units), path, spent - frame.spent)
    enter(play, units, path)
    if crosses and not game.rules.rhine_after_a_march:
        play.swap(Moving(frame.side, acted=True))
        return
    after: StormingLook = game.asked(position)  # what it finds serves the next question
    # Who enters a zone stops, even if the zone leaves the hex as soon as it is a German Fort again (6.5, 6.3.A).
    stopped = bool(contact and not after.enemy_zone(frame.side) >> goal & 1)
    moving = msgspec.structs.replace(frame, stopped=stopped, crossed=crosses)
    play.swap(onward(after, moving, goal, spent, frame.hexes + len(path) - 1))


def _end(play: Play, frame: Moving) -> None:
    """The step is over: what must leave has left or is lost, and markers come off (10.2.5.C, 12.0, 10.7.3)."""
    position, game, look = play.position, play.game, play.look
    play.pop()
    doomed = exits.doomed(look, frame.side)
    if frame.side == ALLIED:
        exits.lapse(play)
    else:
        _spread_disruption(play)
        position.strafed = {}
    for rule, units in doomed.items():
        for unit in members(units):
            eliminate(play, unit, rule, for_good=rule == "7.1.2.J")
    if frame.side == GERMAN:
        inside = play.look.units_in(game.ike_spot, GERMAN) & game.divisions
        if inside.bit_count() >= game.rules.numbers["ike_german_divisions"]:
            open_ike(play, "six German divisions have ended a Movement Step in it")
    if position.stage != ASSAULT or not splits(look, frame.side):
        play.clear("allowances")
    position.stage = ""
    position.assaulted = 0
    play.clear("movement step")


def _spread_disruption(play: Play) -> None:
    """Germans that end their movement with a Disrupted unit are Disrupted themselves, flak excepted (12.0)."""
    position, game = play.position, play.game
    if not position.disrupted:
        return
    for unit in members(position.moved & game.side_units[GERMAN] & position.on_board & ~game.flak_units):
        stack = position.stacks[position.units[unit].at]
        if not position.disrupted >> unit & 1 and any(position.disrupted >> other & 1 for other in stack):
            position.disrupted |= 1 << unit
            joined_disrupted(play, unit)
